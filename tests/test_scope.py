from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from skeleton.importers import importers_of, words_in
from skeleton.known_tests import find_tests
from skeleton.model import Pick, Place, Selection, walk
from skeleton.scope import everything, select
from tests.running import run
from tests.trees import project_of

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path


def chosen(files: dict[str, str], target: str, **options: object) -> Selection:
    return select(project_of(files), (target,), **options)  # type: ignore[arg-type]  # options of the test


def named(files: dict[str, str], picks: tuple[Pick, ...], group: str = "") -> list[str]:
    project = project_of(files)
    found: list[str] = []
    for pick in picks:
        module = project.module(pick.path)
        found.extend(
            symbol.qualified_name
            for symbol in (walk(module.symbols) if module else ())
            if symbol.ordinal == pick.ordinal and group in ("", pick.group)
        )
    return list(dict.fromkeys(found))


SHOP = {
    "sell.py": (
        "from shop import Cart\n"
        "def sell(): \n"
        "    cart = Cart('x')\n"
        "    cart.add(1)\n"
        "    return cart.total()\n"
    ),
    "shop.py": (
        "LIMIT = 9\n"
        "class ShopError(Exception): ...\n"
        "class Money: ...\n"
        "class Cart:\n"
        "    def __init__(self, name): ...\n"
        "    def add(self, count):\n"
        "        if count > LIMIT:\n"
        "            raise ShopError\n"
        "    def total(self) -> Money: ...\n"
        + "".join(f"    def other_{n}(self, {'x' * 60}): ...\n" for n in range(12))
        + "def unrelated(): ...\n"
        "def _private(): ...\n"
    ),
}


def test_mentioned_definitions_come_first_then_what_they_name_then_the_rest() -> None:
    selection = chosen(SHOP, "sell.py")
    used = named(SHOP, selection.picks, "used")
    rest = named(SHOP, selection.picks, "rest")

    assert set(used[:4]) == {"Cart", "Cart.__init__", "Cart.add", "Cart.total"}
    assert set(used[4:]) == {"LIMIT", "ShopError", "Money"}
    assert "unrelated" in rest
    assert "Cart.other_3" in rest
    assert "_private" not in rest


def test_scope_used_stops_before_the_rest() -> None:
    assert named(SHOP, chosen(SHOP, "sell.py", scope="used").picks, "rest") == []


def test_visibility_all_adds_private_names() -> None:
    assert "_private" in named(SHOP, chosen(SHOP, "sell.py", visibility="all").picks, "rest")


def test_other_members_of_what_is_used_are_the_first_of_the_members_in_the_rest() -> None:
    many = "".join(f"    def cell_{n}(self): ...\n" for n in range(3))
    files = {
        "sell.py": "from shop import Cart\nCart('x').add(1)\n",
        "shop.py": f"class Archive:\n    {'x' * 700} = 1\n{many}" + SHOP["shop.py"],
    }
    rest = named(files, chosen(files, "sell.py").picks, "rest")

    assert rest.index("unrelated") < rest.index("Cart.other_0")
    assert rest.index("Cart.other_11") < rest.index("Archive.cell_0")


def test_ranks_rise_and_each_symbol_is_picked_once() -> None:
    picks = chosen(SHOP, "sell.py", depth=2).picks

    assert [pick.rank for pick in picks] == sorted(pick.rank for pick in picks)
    assert len({(pick.path, pick.ordinal) for pick in picks}) == len(picks)


def test_an_owner_is_picked_no_later_than_its_members() -> None:
    files = {
        "a.py": "from b import make\nmake().go()\n",
        "b.py": "def make() -> 'B': ...\nclass B:\n    def go(self): ...\n",
    }
    used = named(files, chosen(files, "a.py").picks, "used")

    assert used.index("B") < used.index("B.go")


def test_a_small_class_that_is_mentioned_is_picked_whole() -> None:
    files = {
        "a.py": "from b import E\nE.X\n",
        "b.py": "from enum import Enum\nclass E(Enum):\n    X = 1\n    Y = 2\n",
    }

    assert "E.Y" in named(files, chosen(files, "a.py").picks, "used")


def test_a_name_of_an_unknown_owner_is_matched_in_direct_dependencies() -> None:
    files = {
        "a.py": "import b\ndef f(x): x.strange()\n",
        "b.py": "class B:\n    def strange(self): ...\n    def other(self): ...\n",
    }

    assert "B.strange" in named(files, chosen(files, "a.py").picks, "used")


def test_names_in_docstrings_are_looked_up_in_direct_dependencies() -> None:
    files = {
        "a.py": 'from b import x\ndef f():\n    """Calls ``helper_of`` first."""\n',
        "b.py": "x = 1\ndef helper_of(): ...\ndef other(): ...\n",
    }

    assert "helper_of" in named(files, chosen(files, "a.py").picks, "used")


def test_abstract_members_of_a_base_are_needed() -> None:
    files = {
        "a.py": "from b import Base\nclass A(Base): ...\n",
        "b.py": (
            "from abc import ABC, abstractmethod\n"
            "class Base(ABC):\n"
            "    @abstractmethod\n"
            "    def must(self): ...\n"
            "    def may(self): ...\n"
        ),
    }
    used = named(files, chosen(files, "a.py").picks, "used")

    assert used.index("Base.must") < used.index("Base.may")


def test_a_private_base_and_constant_are_picked_when_something_shown_names_them() -> None:
    files = {
        "a.py": "from b import B\ndef f(b: B): ...\n",
        "b.py": "_LIMIT = 3\nclass _Base: ...\nclass B(_Base):\n    def go(self, n=_LIMIT): ...\n",
    }

    assert {"_Base", "_LIMIT"} <= set(named(files, chosen(files, "a.py").picks, "used"))


def test_a_constant_that_only_documentation_names_is_picked() -> None:
    files = {
        "a.py": "from b import pay\npay(1)\n",
        "b.py": (
            "__all__ = ['pay']\nSTEP_CENTS = 50\nOTHER_CENTS = 60\n"
            'def pay(n):\n    """Grow with every ``STEP_CENTS``."""\n'
        ),
    }
    used = named(files, chosen(files, "a.py").picks, "used")

    assert "STEP_CENTS" in used
    assert "OTHER_CENTS" not in used


def test_a_type_variable_that_says_nothing_is_not_picked_for_its_name() -> None:
    files = {
        "a.py": "from b import pay\npay(1)\n",
        "b.py": (
            "from typing import TypeVar\n__all__ = ['pay']\n"
            "T = TypeVar('T')\nN = TypeVar('N', int, float)\n"
            "def pay(n: N, t: T) -> T: ...\n"
        ),
    }

    assert named(files, chosen(files, "a.py").picks, "used") == ["pay", "N"]


def test_depth_two_adds_files_one_hop_further() -> None:
    files = {
        "a.py": "import b\n",
        "b.py": "import c\ndef of_b(): ...\n",
        "c.py": "def of_c(): ...\n",
    }

    assert "of_c" not in named(files, chosen(files, "a.py").picks)
    assert "of_c" in named(files, chosen(files, "a.py", depth=2).picks, "further")


def test_a_module_that_is_imported_and_not_used_yet_is_wanted() -> None:
    files = {
        "a.py": "import b\nimport c\nc.x()\n",
        "b.py": "def of_b(): ...\n",
        "c.py": "def x(): ...\ndef y(): ...\n",
    }
    used = named(files, chosen(files, "a.py").picks, "used")

    assert "of_b" in used
    assert "y" not in used


def test_packages_outside_and_imports_that_lead_nowhere_are_named() -> None:
    selection = chosen(
        {"p/__init__.py": "", "p/a.py": "import os, requests\nfrom . import gone\n"}, "p/a.py"
    )

    assert selection.external == ("requests",)
    assert selection.unresolved == (". gone (no gone in p/__init__.py)",)


def test_a_target_still_to_be_written_is_scoped_by_its_siblings() -> None:
    files = {"p/__init__.py": "def front(): ...\n", "p/b.py": "def beside(): ...\n"}
    picks = chosen(files, "p/new.py", new=True, siblings=("p/__init__.py", "p/b.py")).picks

    assert named(files, picks, "rest") == ["front", "beside"]


def test_everything_picks_what_is_public_and_the_private_bases_of_it() -> None:
    files = {"a.py": "class _Base: ...\nclass A(_Base): ...\ndef _hidden(): ...\n"}
    project = project_of(files)
    module = project.module("a.py")
    assert module

    assert named(files, everything((module,), project)) == ["A", "_Base"]


USED = {
    "rates.py": "def rate(code): ...\ndef doubled(code): return 2 * rate(code)\n",
    "front/__init__.py": "from rates import rate as price\n",
    "shop.py": "import rates\ndef sell(): rates.rate('x')\ndef other(): ...\n",
    "web.py": "from front import price\ndef page(): price('x')\nPAGE = price('y')\n",
    "serve.py": "import web\ndef serve(): return web.page()\ndef main(): serve()\n",
    "rates_of_tax.py": "rates = 1\n",
}


def users(wanted: Place, rings: int = 1) -> Selection:
    """Who uses a definition or a file of `USED`."""
    project = project_of(USED)

    def importers(places: Collection[Place]) -> tuple[str, ...]:
        found = [
            path
            for place in places
            for path in importers_of(
                project, place.path, (place.name or "rate",), USED, lambda one: words_in(text(one))
            )
        ]
        return (*found, *(place.path for place in places if place.name))

    def text(path: str) -> bytes:
        return USED[path].encode()

    return select(project, (), used_by=(wanted,), importers=importers, rings=rings)


def test_importers_are_found_through_re_exports_and_show_what_uses_the_file() -> None:
    project = project_of(USED)
    found = importers_of(
        project, "rates.py", ("rate",), USED, lambda path: words_in(USED[path].encode())
    )

    assert found == ("front/__init__.py", "shop.py", "web.py")
    assert named(USED, users(Place("rates.py")).picks, "used") == ["sell", "page", "PAGE"]


def test_users_of_one_definition_are_those_that_mention_it() -> None:
    picks = users(Place("rates.py", "rate")).picks

    assert named(USED, picks, "used") == ["sell", "page", "PAGE", "doubled"]
    assert named(USED, picks, "rest") == ["rate"]
    assert named(USED, users(Place("rates.py", "doubled")).picks, "used") == []


def test_users_of_users_come_with_each_step() -> None:
    one, two, three = (users(Place("rates.py", "rate"), rings).picks for rings in (1, 2, 3))

    assert named(USED, one, "further") == []
    assert named(USED, two, "further") == ["serve"]
    assert named(USED, three, "further") == ["serve", "main"]
    assert {pick.reason for pick in three if pick.group == "further"} == {"used_by_user"}


TESTED = {
    "rates.py": "def rate(code): ...\nclass RateError(Exception): ...\n",
    "tests/test_rates.py": (
        "import pytest\n"
        "from rates import RateError, rate\n"
        "def test_zero():\n    assert rate('x') == 0\n"
        "class TestBad:\n"
        "    def test_bad(self):\n"
        "        with pytest.raises(RateError):\n            rate('')\n"
        "def helper():\n    rate('y')\n"
    ),
    "tests/test_other.py": "def test_rate():\n    pass\n",
}


def test_tests_that_reach_a_definition_are_linked_with_what_they_claim() -> None:
    answer = find_tests(
        project_of(TESTED),
        (Place("rates.py", "rate"),),
        ("rates.py",),
        [path for path in TESTED if path.startswith("tests/")],
        lambda path: TESTED[path].encode(),
    )

    assert [(link.id, link.shows) for link in answer.links] == [
        ("tests/test_rates.py::test_zero", ("assert rate('x') == 0",)),
        ("tests/test_rates.py::TestBad::test_bad", ("with pytest.raises(RateError): rate('')",)),
    ]
    assert answer.total == 2
    assert answer.links[0].reaches == ("rates.py::rate",)


def test_tests_that_are_calls_go_by_their_titles() -> None:
    files = {
        "rates.ts": "export function rate(code: string): number { return 0; }\n",
        "rates.test.ts": (
            'import { rate } from "./rates";\n'
            'describe("rates", () => {\n'
            '  it("starts at zero", () => {\n'
            '    expect(rate("x")).toBe(0);\n'
            "  });\n"
            "});\n"
        ),
    }
    answer = find_tests(
        project_of(files),
        (Place("rates.ts", "rate"),),
        ("rates.ts",),
        ["rates.test.ts"],
        lambda path: files[path].encode(),
    )

    assert [(link.id, link.shows) for link in answer.links] == [
        ("rates.test.ts > rates > starts at zero", ('expect(rate("x")).toBe(0);',))
    ]


def test_only_files_that_hold_a_wanted_name_are_read() -> None:
    project = project_of(TESTED)
    find_tests(
        project,
        (Place("rates.py", "rate"),),
        ("rates.py",),
        ["tests/test_other.py"],
        lambda path: TESTED[path].encode(),
    )

    assert not project.uses_known("tests/test_other.py")


HIDDEN = {
    "a.py": "from typing import TypedDict\n\n\nclass _Options(TypedDict):\n    size: int\n\n\n"
    "def f(o: _Options): ...\n",
    "a.ts": "interface Options { size: number; _secret: string; (a: string): void }\n"
    "type Shape = { width: number }\n"
    "export function f(o: Options, s: Shape): void {}\n",
}
USERS = {
    "a.py": ("b.py", "from a import f\n\nf({})\n"),
    "a.ts": ("b.ts", "import { f } from './a'\nf()"),
}


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("scoped", [False, True])
def test_a_hidden_type_that_a_shown_head_names_comes_with_its_members(
    name: str, scoped: bool, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(HIDDEN[name])
    user, text = USERS[name]
    (tmp_path / user).write_text(text)

    shown = run(["map", *(["--deps-of", user] if scoped else [name])], tmp_path).out

    assert re.search(r"^ +size: (int|number)", shown, re.MULTILINE)
    assert name == "a.py" or re.search(r"^ +width: number", shown, re.MULTILINE)
    assert name == "a.py" or "(a: string): void" in shown


MANY = " ".join(f"void Other{n}(int {'x' * 60}) {{}}" for n in range(12))


@pytest.mark.parametrize(
    ("files", "target", "shown", "hidden"),
    [
        (
            {
                "lib/a.rb": "require_relative 'b'\nmodule R\n  class S\n    def call\n"
                "      Files.new(PATH).get(1)\n      R::Mime.type(3)\n    end\n  end\nend\n",
                "lib/b.rb": "module R\n  PATH = 1\n  OTHER = 2\n  class Files\n"
                "    def initialize(a); end\n    def get(b); end\n  end\n"
                "  module Mime\n    def self.type(a); end\n    def self.unused(a); end\n  end\n"
                "end\n",
            },
            "lib/a.rb",
            {"PATH = 1", "class Files", "def get", "def self.type"},
            {"OTHER", "unused"},
        ),
        (
            {
                "A.cs": "namespace N { class A : B.IThing { void F() { E.Hello(); } } }\n",
                "B.cs": "namespace N {\n  public partial class B { public interface IThing {} }\n"
                f"  public static class E {{ public static void Hello() {{}} {MANY} }}\n"
                "  public class Unused {}\n}\n",
                "C.cs": f"namespace N {{ public partial class B {{ {MANY} }} }}\n",
            },
            "A.cs",
            {"interface IThing", "void Hello"},
            {"Unused", "Other3", "C.cs"},
        ),
        (
            {
                "src/A.php": "<?php\nnamespace N;\nclass A { function f() { B::half(2); } }\n",
                "src/B.php": "<?php\nnamespace N;\nfinal class B {\n"
                "  public static function half(int $a): int { return 1; }\n"
                + "".join(
                    f"  public static function other{n}(int ${'x' * 60}): int {{ return 1; }}\n"
                    for n in range(12)
                )
                + "}\n",
            },
            "src/A.php",
            {"function half"},
            {"other3"},
        ),
        (
            {
                "Sources/K/A.swift": "struct A { let b: B }\n",
                "Sources/K/B.swift": "struct B { var c: Int }\n",
                "Sources/K/D.swift": "extension B { func unused() {} }\nextension Int {}\n",
            },
            "Sources/K/A.swift",
            {"struct B"},
            {"extension Int"},
        ),
    ],
)
def test_what_a_file_uses_through_namespaces_is_shown(
    files: dict[str, str], target: str, shown: set[str], hidden: set[str], tmp_path: Path
) -> None:
    for path, text in files.items():
        place = tmp_path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    printed = run(["map", "--deps-of", target, "--scope", "used", "--no-tests"], tmp_path).out

    assert {word for word in shown if word not in printed} == set()
    assert {word for word in hidden if word in printed} == set()
