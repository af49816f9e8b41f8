from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.trees import project_of

if TYPE_CHECKING:
    from skeleton.model import Dependency


def imported(files: dict[str, str], path: str) -> list[str | None]:
    return [one.imported for one in project_of(files).dependencies(path)]


def found(files: dict[str, str], path: str, dotted: str) -> str | None:
    answer = project_of(files).find(path, dotted)
    return f"{answer[0].path}:{answer[1].qualified_name}" if answer else None


def only(files: dict[str, str], path: str) -> Dependency:
    (dependency,) = project_of(files).dependencies(path)
    return dependency


def mentioned(files: dict[str, str], path: str) -> set[str]:
    return {
        f"{one.place.path}:{one.place.name}"
        for one in project_of(files).mentions(path).found
        if one.place.path != path
    }


def test_a_script_imports_its_siblings() -> None:
    assert imported({"run.py": "import near\n", "near.py": ""}, "run.py") == ["near.py"]


def test_relative_imports_count_their_dots() -> None:
    files = {
        "a/__init__.py": "",
        "a/b/__init__.py": "",
        "a/b/c.py": "from . import d\nfrom .. import e\nfrom ..e import f\n",
        "a/b/d.py": "",
        "a/e.py": "f = 1\n",
    }

    assert imported(files, "a/b/c.py") == ["a/b/d.py", "a/e.py", "a/e.py"]


@pytest.mark.parametrize("line", ["from a import b", "from . import b"])
def test_front_of_a_package_may_import_a_module_of_it(line: str) -> None:
    assert imported({"a/__init__.py": line + "\n", "a/b.py": ""}, "a/__init__.py") == ["a/b.py"]


def test_more_dots_than_folders_lead_nowhere() -> None:
    dependency = only({"a.py": "from ... import b\n"}, "a.py")

    assert not dependency.imported
    assert not dependency.external
    assert "out of the project" in dependency.because


@pytest.mark.parametrize(
    ("target", "module"),
    [
        ("src/shop/cart.py", "src/shop/rates.py"),
        ("tests/test_cart.py", "src/shop/rates.py"),
        ("packages/web/src/web/page.py", "src/shop/rates.py"),
    ],
)
def test_a_package_below_src_is_found(target: str, module: str) -> None:
    files = {target: "import shop.rates\n", module: "", "src/shop/__init__.py": ""}

    assert imported(files, target) == [module]


def test_in_a_monorepo_the_nearest_package_of_a_name_wins() -> None:
    files = {
        "packages/a/src/a/__init__.py": "",
        "packages/a/src/a/util.py": "",
        "packages/b/src/b/__init__.py": "",
        "packages/b/src/b/util.py": "",
        "packages/b/src/b/cli.py": "import a.util\nfrom .util import x\nimport b.util\n",
    }

    assert set(imported(files, "packages/b/src/b/cli.py")) == {
        "packages/a/src/a/util.py",
        "packages/b/src/b/util.py",
        None,
    }


def test_a_package_in_a_folder_of_another_name_is_found() -> None:
    files = {"app/main.py": "import acme_core.x\n", "libs/core-lib/src/acme_core/x.py": ""}

    assert imported(files, "app/main.py") == ["libs/core-lib/src/acme_core/x.py"]


def test_folders_without_init_are_packages() -> None:
    files = {"app.py": "import a.b.c\nfrom a.b import d\n", "a/b/c.py": "", "a/b/d.py": ""}

    assert imported(files, "app.py") == ["a/b/c.py", "a/b/d.py"]


def test_a_stub_wins_and_says_so() -> None:
    dependency = only({"a.py": "import b\n", "b.py": "", "b.pyi": ""}, "a.py")

    assert dependency.imported == "b.pyi"
    assert "stub of b.py" in dependency.because


def test_what_a_stub_leaves_out_is_found_in_its_source() -> None:
    files = {"a.py": "from b import _x\n", "b.pyi": "y: int\n", "b.py": "y = _x = 1\n"}

    assert found(files, "a.py", "_x") == "b.py:_x"
    assert imported(files, "a.py") == ["b.pyi"]


def test_a_root_that_is_a_package_stands_for_the_folder_above() -> None:
    files = {"p/__init__.py": "", "p/http/__init__.py": "", "p/a.py": "import http, p.http\n"}

    first, second = project_of(files, roots=("p",)).dependencies("p/a.py")

    assert first.external
    assert second.imported == "p/http/__init__.py"


def test_a_module_inside_a_package_does_not_hide_a_package_outside() -> None:
    files = {"p/__init__.py": "", "p/mypy.py": "from mypy.nodes import Block\n"}

    assert only(files, "p/mypy.py").external


def test_a_module_of_the_project_hides_the_standard_library() -> None:
    files = {"a.py": "import queue, json\n", "queue.py": ""}

    first, second = project_of(files).dependencies("a.py")

    assert first.imported == "queue.py"
    assert (second.external, second.because) == (True, "standard library")


def test_a_module_inside_a_package_does_not_hide_the_standard_library() -> None:
    files = {"p/__init__.py": "", "p/a.py": "import queue\n", "p/queue.py": ""}

    assert only(files, "p/a.py").external


def test_a_module_named_like_its_namespace_package_does_not_hide_it() -> None:
    files = {
        "shop/shop.py": "",  # nothing is below a module, and `shop` is a folder without __init__.py
        "shop/errors.py": "",
        "shop/tools/__init__.py": "",
        "shop/tools/pay.py": "import shop.errors\nimport shop.shop\nimport shop.elsewhere\n",
    }

    dependencies = project_of(files).dependencies("shop/tools/pay.py")

    assert [one.imported for one in dependencies] == ["shop/errors.py", "shop/shop.py", None]
    assert dependencies[2].external  # another distribution may add to the namespace


def test_a_missing_part_of_a_package_of_the_project_is_unresolved() -> None:
    dependency = only({"a.py": "import p.gone\n", "p/__init__.py": ""}, "a.py")

    assert not dependency.imported
    assert not dependency.external


def test_a_name_that_a_module_lacks_is_unresolved() -> None:
    lacking, module = project_of({"a.py": "from b import gone\n", "b.py": "x = 1\n"}).dependencies(
        "a.py"
    )

    assert (lacking.imported, lacking.because) == (None, "no gone in b.py")
    assert module.imported == "b.py"


def test_a_name_from_elsewhere_is_external() -> None:
    dependency = only({"a.py": "from requests import get\n"}, "a.py")

    assert dependency.external


def test_renames_are_followed_through_package_fronts() -> None:
    files = {
        "sell.py": "from shop import Basket\n",
        "shop/__init__.py": "from .models import Cart as Basket\n",
        "shop/models/__init__.py": "from ._cart import *\n",
        "shop/models/_cart.py": "class Cart:\n    def add(self): ...\n",
    }

    assert found(files, "sell.py", "Basket.add") == "shop/models/_cart.py:Cart.add"


def test_a_star_passes_on_what_all_lists() -> None:
    files = {"a.py": "from b import *\n", "b.py": "__all__ = ['_x']\n_x = 1\ny = 2\n"}

    assert found(files, "a.py", "_x") == "b.py:_x"
    assert found(files, "a.py", "y") is None


def test_an_alias_stands_for_its_definition() -> None:
    assert found({"a.py": "class A: ...\nB = A\n"}, "a.py", "B") == "a.py:A"


def test_members_are_found_in_base_classes_in_order() -> None:
    files = {
        "a.py": "from b import Left, Right\nclass C(Left, Right): ...\n",
        "b.py": (
            "class Top:\n    def f(self): ...\n"
            "class Left(Top): ...\n"
            "class Right(Top):\n    def f(self): ...\n"
        ),
    }

    assert found(files, "a.py", "C.f") == "b.py:Right.f"


def test_a_name_set_to_nothing_where_an_import_fails_is_the_imported_one() -> None:
    files = {
        "a.py": "try:\n    from b import R\nexcept ImportError:\n    R = None\n",
        "b.py": "class R: ...\n",
    }

    assert found(files, "a.py", "R") == "b.py:R"


def test_every_overload_is_found() -> None:
    source = (
        "from typing import overload\n"
        "@overload\ndef f(x: int) -> int: ...\n"
        "@overload\ndef f(x: str) -> str: ...\n"
        "def f(x): ...\n"
    )

    assert len(project_of({"a.py": source}).find_all("a.py", "f")) == 3


def test_cycles_of_imports_aliases_and_bases_end() -> None:
    files = {
        "a.py": (
            "from b import x\nfrom b import *\n"
            "class A(A): ...\ny = y\nclass P(Q): ...\nclass Q(P): ...\n"
        ),
        "b.py": "from a import x\nfrom a import *\n",
    }

    project = project_of(files)

    assert project.find("a.py", "x") is None
    assert project.find("a.py", "A.missing") is None
    assert project.find("a.py", "P.missing") is None
    assert project.mentions("a.py")


def test_a_type_nested_beyond_reason_says_nothing() -> None:
    nested = "list[" * 400 + "int" + "]" * 400

    assert mentioned({"a.py": f"def f(x: '{nested}'): x.y\nf(1).z\n"}, "a.py") == set()


def test_a_dotted_import_reaches_submodules() -> None:
    files = {
        "run.py": "import acme.fees\nacme.fees.of(1)\n",
        "acme/__init__.py": "",
        "acme/fees.py": "def of(x): ...\n",
    }

    assert mentioned(files, "run.py") == {"acme/fees.py:of"}


CLIENT = """
class Headers:
    def get(self, name): ...

class Base:
    timeout: int = 5
    @property
    def headers(self) -> Headers: ...

class Request(Base):
    def __init__(self, url: str):
        self.url = url
    def copy(self):
        return Request(self.url)
    def __enter__(self) -> "Request": ...

def make() -> list[Request]: ...
def pairs() -> dict[str, Request]: ...
async def fetch() -> Request: ...
REQUEST = Request("x")
"""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(r: Request): r.headers.get('x')\n", "Headers.get"),
        ("def f(r: 'Request | None'): r.url\n", "Request.url"),
        ("r = Request('x')\nr.copy().copy().timeout\n", "Base.timeout"),
        ("for r in make(): r.copy()\n", "Request.copy"),
        ("for i, r in enumerate(make()): r.copy()\n", "Request.copy"),
        ("for k, r in pairs().items(): r.copy()\n", "Request.copy"),
        ("pairs()['a'].copy()\n", "Request.copy"),
        ("[r.copy() for r in make()]\n", "Request.copy"),
        ("with Request('x') as r: r.copy()\n", "Request.copy"),
        ("async def f():\n    r = await fetch()\n    r.copy()\n", "Request.copy"),
        ("REQUEST.headers\n", "Base.headers"),
        ("def f(x):\n    if isinstance(x, Request): x.copy()\n", "Request.copy"),
        ("class S(Request):\n    def g(self): self.headers\n", "Base.headers"),
        ("class S(Request):\n    def copy(self): return super().copy()\n", "Request.copy"),
        (
            "class S:\n    def __init__(self, r: Request): self.r = r\n"
            "    def g(self): self.r.copy()\n",
            "Request.copy",
        ),
        ("def f(*rs: Request):\n    for r in rs: r.copy()\n", "Request.copy"),
        ("def f(t: type[Request]): t('x').copy()\n", "Request.copy"),
        ("x = y = Request('x')\ny.copy()\n", "Request.copy"),
        ("(a, b) = Request('x'), 1\na.copy()\n", "Request.copy"),
        ("d = {'k': Request('x')}\nd['k'].copy()\n", "Request.copy"),
    ],
)
def test_the_owner_of_an_attribute_is_inferred(source: str, expected: str) -> None:
    names = "Request, make, pairs, fetch, REQUEST"
    files = {"client.py": CLIENT, "a.py": f"from client import {names}\n{source}"}

    assert f"client.py:{expected}" in mentioned(files, "a.py")


def test_an_attribute_of_an_unknown_owner_is_missed_by_name() -> None:
    project = project_of({"a.py": "def f(x): x.strange_name()\n"})

    assert dict(project.mentions("a.py").missed) == {"strange_name": 1}


def test_a_local_name_hides_an_imported_one() -> None:
    files = {"a.py": "import b\ndef f(b): b.x()\n", "b.py": "def x(): ...\n"}

    assert "b.py:x" not in mentioned(files, "a.py")


def test_fixtures_are_found_in_conftest_files_above() -> None:
    files = {
        "conftest.py": "import pytest\n@pytest.fixture\ndef far(): ...\n",
        "tests/conftest.py": "import pytest\n@pytest.fixture()\ndef near(far): ...\n",
        "tests/test_a.py": "def test_it(near, far): ...\n",
    }

    assert mentioned(files, "tests/test_a.py") == {"conftest.py:far", "tests/conftest.py:near"}


SHAPES = "export interface Shape { area(): number }\n"


@pytest.mark.parametrize(
    ("written", "files", "expected"),
    [
        ("./shapes", {"src/shapes.ts": SHAPES}, "src/shapes.ts"),
        ("./shapes.js", {"src/shapes.ts": SHAPES}, "src/shapes.ts"),
        ("./shapes.mjs", {"src/shapes.mts": SHAPES}, "src/shapes.mts"),
        ("./shapes", {"src/shapes/index.tsx": SHAPES}, "src/shapes/index.tsx"),
        (
            "./shapes",
            {"src/shapes.ts": SHAPES, "src/shapes/index.ts": SHAPES},
            "src/shapes.ts",
        ),
        ("../lib/shapes", {"lib/shapes.d.ts": SHAPES}, "lib/shapes.d.ts"),
        (
            "@/shapes",
            {
                "tsconfig.json": (
                    '{ // paths\n "compilerOptions": { "paths": { "@/*": ["./src/*"], } } }'
                ),
                "src/shapes.ts": SHAPES,
            },
            "src/shapes.ts",
        ),
        (
            "~lib/shapes",
            {
                "src/tsconfig.json": '{ "extends": "../base" }',
                "base.json": '{"compilerOptions": {"baseUrl": "lib", "paths": {"~lib/*": ["*"]}}}',
                "lib/shapes.ts": SHAPES,
            },
            "lib/shapes.ts",
        ),
        (
            "shapes",
            {
                "tsconfig.json": '{"compilerOptions": {"baseUrl": "./lib"}}',
                "lib/shapes.ts": SHAPES,
            },
            "lib/shapes.ts",
        ),
        (
            "#shapes/round",
            {
                "package.json": '{"imports": {"#shapes/*": "./lib/*.ts"}}',
                "lib/round.ts": SHAPES,
            },
            "lib/round.ts",
        ),
        (
            "@acme/shapes",
            {
                "package.json": '{"workspaces": ["packages/*"]}',
                "packages/s/package.json": (
                    '{"name": "@acme/shapes", "exports": {".": {"types": "./src/main.ts"}}}'
                ),
                "packages/s/src/main.ts": SHAPES,
            },
            "packages/s/src/main.ts",
        ),
        (
            "@acme/shapes/round",
            {
                "pnpm-workspace.yaml": "packages:\n  - 'libs/**'\n",
                "libs/a/s/package.json": (
                    '{"name": "@acme/shapes", "exports": {"./*": {"import": "./dist/*.mjs"}}}'
                ),
                "libs/a/s/src/round.ts": SHAPES,
            },
            "libs/a/s/src/round.ts",
        ),
        (
            "shapes",
            {
                "package.json": '{"workspaces": {"packages": ["shapes"]}}',
                "shapes/package.json": '{"name": "shapes", "main": "dist/index.js"}',
                "shapes/src/index.ts": SHAPES,
            },
            "shapes/src/index.ts",
        ),
    ],
)
def test_a_module_of_typescript_is_found(
    written: str, files: dict[str, str], expected: str
) -> None:
    files = {**files, "src/app.ts": f'import {{ Shape }} from "{written}";\n'}

    assert only(files, "src/app.ts").imported == expected


def test_packages_and_modules_of_node_are_outside() -> None:
    source = (
        'import a from "@scope/name/part";\nimport b from "node:fs";\nimport c from "./gone";\n'
    )
    package, node, gone = project_of({"a.ts": source}).dependencies("a.ts")

    assert (package.external, package.package) == (True, "@scope/name")
    assert (node.external, node.because) == (True, "standard library")
    assert (gone.external, gone.because) == (False, "no gone.ts or .js")


def test_barrels_renames_and_defaults_of_typescript_are_followed() -> None:
    files = {
        "app.ts": (
            'import { colours, Engine, Shape } from "./index";\n'
            "export function app(s: Shape) { new Engine(1).start(); colours.mix(); s.area(); }\n"
        ),
        "index.ts": (
            'export * from "./shapes";\n'
            'export * as colours from "./colours";\n'
            'export { default as Engine } from "./engine";\n'
        ),
        "shapes.ts": SHAPES,
        "colours.ts": "export function mix(): void {}\n",
        "engine.ts": (
            "export default class Motor {\n"
            "  constructor(n: number) {}\n  start(): void {}\n  stop(): void {}\n}\n"
        ),
    }

    assert mentioned(files, "app.ts") == {
        "shapes.ts:Shape",
        "shapes.ts:Shape.area",
        "colours.ts:mix",
        "engine.ts:Motor",
        "engine.ts:Motor.start",
    }


@pytest.mark.parametrize(
    "source",
    [
        "function f(m: Motor) { m.start(); }",
        "const f = (m: Motor): void => m.start();",
        "const f = ({ m }: { m: Motor }) => 1; make().start();",
        "class A { constructor(private readonly m: Motor) {} go() { this.m.start(); } }",
        "class A extends Motor { go() { super.start(); } }",
        "motors().map(m => m.start());",
        "async function f() { const m = await later(); m.start(); }",
        "function f(x: unknown) { if (x instanceof Motor) { x.start(); } }",
        "const m = x as Motor; m.start();",
        "for (const m of motors()) { m.start(); }",
        "const m = other ?? new Motor(); m.start();",
    ],
)
def test_the_owner_of_a_member_is_inferred_in_typescript(source: str) -> None:
    files = {
        "a.ts": f'import {{ Motor, make, motors, later }} from "./engine";\n{source}\n',
        "engine.ts": (
            "export class Motor { start(): void {} }\n"
            "export function make(): Motor { return new Motor(); }\n"
            "export function motors(): Motor[] { return []; }\n"
            "export async function later(): Promise<Motor> { return new Motor(); }\n"
        ),
    }

    assert "engine.ts:Motor.start" in mentioned(files, "a.ts")


def test_a_lazy_front_leads_to_the_definition() -> None:
    files = {
        "a.py": "import front\nfront.Cart().add()\n",
        "front/__init__.py": (
            "_WHERE = {'Cart': '.models'}\n"
            "def __getattr__(name):\n"
            "    return getattr(importlib.import_module(_WHERE[name], __name__), name)\n"
        ),
        "front/models.py": "class Cart:\n    def add(self): ...\n",
    }

    assert "front/models.py:Cart.add" in mentioned(files, "a.py")


def test_types_that_name_one_another_end() -> None:
    names = [f"T{n}" for n in range(12)]
    every = ", ".join(names)
    lines = [f"{name} = dict[tuple[{every}], list[{every}]]" for name in names]
    files = {
        "a.py": "\n".join(lines) + "\ndef make() -> T0: ...\n",
        "use.py": "from a import make\nmake().keys()\n",
    }

    assert any("make" in name for name in mentioned(files, "use.py"))
