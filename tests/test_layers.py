"""Who may import whom: words, parts, line, doors; and one owner for each third-party library."""

from __future__ import annotations

import ast
import sys
from typing import TYPE_CHECKING, NamedTuple

from tests.running import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = ROOT / "skeleton"
WORDS = {"annotation", "clip", "errors", "model", "tokens"}
LINE = {
    "account",
    "batch",
    "checking",
    "choosing",
    "comparing",
    "copies",
    "documents",
    "filtering",
    "graphs",
    "health",
    "identity",
    "mapping",
    "memo",
    "memory",
    "pages",
    "pipeline",
    "showing",
    "unsaved",
    "verifying",
    "workplace",
}
LINE_ORDER = {  # who may import whom in the line
    ("workplace", "batch"),
    ("batch", "copies"),
    ("mapping", "comparing"),
    ("mapping", "copies"),
    ("mapping", "filtering"),
    ("mapping", "workplace"),
    ("pages", "mapping"),
    ("pipeline", "mapping"),
    ("checking", "workplace"),
    ("pipeline", "checking"),
    ("showing", "workplace"),
    ("comparing", "workplace"),
    ("pipeline", "comparing"),
    ("pipeline", "batch"),
    ("pipeline", "showing"),
    ("pipeline", "workplace"),
    ("filtering", "workplace"),
    ("pages", "pipeline"),
    ("pages", "workplace"),
    ("identity", "workplace"),
    ("pages", "memory"),
    ("account", "workplace"),
    ("pages", "account"),
    ("memo", "account"),
    ("memo", "workplace"),
    ("pipeline", "memo"),
    ("pipeline", "account"),
    ("workplace", "memory"),
    ("health", "workplace"),
    ("documents", "memo"),
    ("documents", "workplace"),
    ("graphs", "workplace"),
    ("unsaved", "batch"),
    ("unsaved", "workplace"),
    ("pipeline", "graphs"),
    ("choosing", "workplace"),
    ("verifying", "choosing"),
    ("verifying", "comparing"),
}
DOORS = {"__init__", "__main__", "cli", "server"}
OWNERS = {  # library: where it may be imported, as a path or a folder of skeleton/
    "msgspec": "",
    "libcst": "extract/heads.py",
    "tree_sitter": "extract/parsers.py",
    "jinja2": "render/",
    "markupsafe": "render/",
    "typer": "cli/",
    "rich": "cli/",
    "pathspec": "discover/",
    **dict.fromkeys(("mcp", "mcp_types", "anyio", "starlette", "uvicorn"), "server/protocol.py"),
    "pytest": "verify/inject/skeleton_verify_pytest.py",  # runs inside the tested project
}


class Edge(NamedTuple):
    path: str  # of the importing file, in skeleton/
    module: str  # absolute: skeleton.extract.parsers
    line: int
    typing: bool  # for type checkers alone: loads nothing


def edges() -> Iterator[Edge]:
    for file in sorted(PACKAGE.rglob("*.py")):
        path = file.relative_to(PACKAGE).as_posix()
        tree = ast.parse(file.read_text("utf-8"))
        unloaded = {
            id(inner)
            for node in ast.walk(tree)
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            for inner in ast.walk(node)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for name in node.names:
                    yield Edge(path, name.name, node.lineno, id(node) in unloaded)
            elif isinstance(node, ast.ImportFrom):
                base = ["skeleton", *path.split("/")[:-1]]
                base = base[: len(base) - node.level + 1] if node.level else []
                module = ".".join([*base, *([node.module] if node.module else [])])
                for name in node.names:  # `from skeleton import model` names a module
                    inner = module == "skeleton" and any(PACKAGE.glob(f"{name.name}*"))
                    found = f"{module}.{name.name}" if inner else module
                    yield Edge(path, found, node.lineno, id(node) in unloaded)


def unit(path: str) -> str:
    """The file or the folder directly under skeleton/: `extract` for `extract/flow.py`."""
    return path.split("/")[0].removesuffix(".py")


def layer(name: str) -> str:
    for words, said in ((WORDS, "words"), (LINE, "line"), (DOORS, "doors")):
        if name in words:
            return said
    return "parts"


def allowed(importer: str, imported: str) -> bool:
    if importer == imported or imported == "skeleton":
        return True
    match layer(importer):
        case "words":
            return layer(imported) == "words"
        case "parts":
            return layer(imported) == "words"
        case "line":
            return layer(imported) in {"parts", "words"} or (importer, imported) in LINE_ORDER
        case _:
            return layer(imported) in {"line", "words", "doors"} or imported == "render"


def test_a_file_imports_only_what_its_layer_may() -> None:
    wrong = [
        f"{edge.path}:{edge.line} imports {edge.module}"
        for edge in edges()
        if edge.module.split(".")[0] == "skeleton"
        and not allowed(unit(edge.path), [*edge.module.split("."), "skeleton"][1])
    ]

    assert wrong == []


def test_each_library_is_imported_by_its_owner_alone() -> None:
    wrong = []
    for edge in edges():
        library = edge.module.split(".")[0]
        if edge.typing or library == "skeleton" or library in sys.stdlib_module_names:
            continue
        if library.startswith("tree_sitter_"):
            library = "tree_sitter"
        owner = OWNERS.get(library)
        if owner is None or not edge.path.startswith(owner):
            wrong.append(f"{edge.path}:{edge.line} imports {library}, owned by {owner or 'nobody'}")

    assert wrong == []


def test_words_import_the_standard_library_and_msgspec_only() -> None:
    foreign = [
        f"{edge.path}:{edge.line} imports {edge.module}"
        for edge in edges()
        if layer(unit(edge.path)) == "words"
        and edge.module.split(".")[0] not in {*sys.stdlib_module_names, "msgspec", "skeleton"}
    ]

    assert foreign == []


def test_only_the_command_line_prints() -> None:
    printing = [
        f"{file.relative_to(PACKAGE).as_posix()}:{node.lineno}"
        for file in sorted(PACKAGE.rglob("*.py"))
        if unit(file.relative_to(PACKAGE).as_posix()) not in DOORS
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"print", "input", "eval", "exec", "__import__"}
    ]

    assert printing == []


def test_no_public_function_has_the_name_of_a_module_beside_it() -> None:
    """Importing such a module would put it in the place of the function."""
    same = []
    for file in sorted(PACKAGE.rglob("*.py")):
        beside = {one.stem for one in file.parent.glob("*.py")}
        beside |= {one.parent.name for one in file.parent.glob("*/__init__.py")}
        same += [
            f"{file.relative_to(PACKAGE).as_posix()}: {node.name}"
            for node in ast.parse(file.read_text("utf-8")).body
            if isinstance(node, ast.FunctionDef) and node.name in beside
        ]

    assert same == []
