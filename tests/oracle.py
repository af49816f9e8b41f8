"""A second opinion on Python maps, by `ast` alone: it shares no code with the extractor.

Compares what a map shows of functions, classes, fields and constants with what `ast` finds in the
source, both as trees: spelling does not count, `tests.promises` looks after that.
"""

from __future__ import annotations

import ast
import re
import unicodedata
import warnings
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.running import entries

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skeleton.model import Entry, FileMap, Symbol

Function = ast.FunctionDef | ast.AsyncFunctionDef
Field = ast.Assign | ast.AnnAssign
BRANCHES = ("body", "orelse", "handlers", "finalbody", "cases")
ELIDED = ast.dump(ast.Constant(...))
FLOOD = 5_000  # characters of a list in a head that is left out, and counted
CUTS = {  # what stands for a list or a text, and what may have stood there
    f"Set(elts=[{ELIDED}])": r"(?:Set|Dict)\(.*\)",
    f"args=[{ELIDED}], keywords=[]": r"args=\[.*\], keywords=\[.*\]",
    f"args=[{ELIDED}]": r"(?:args|keywords)=\[.*\]",
    ELIDED: ".*",
    "Constant(value='...')": r"Constant\(value=.*\)",
}
HIDDEN = {ast.dump(ast.Constant(text)) for text in ("...", b"...")}  # a secret is left out


class Definition(NamedTuple):
    name: str  # qualified within the module
    node: Function | ast.ClassDef | Field

    @property
    def line(self) -> int:
        return self.node.lineno


def parse(source: bytes | str) -> ast.Module | None:
    """Return the tree, or `None` where this interpreter does not take the source."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def definitions(body: Iterable[ast.AST], owner: str = "") -> Iterator[Definition]:
    """Yield what a module or class body defines, in all branches, in source order."""
    for node in body:
        if isinstance(node, Function):
            yield Definition(owner + node.name, node)
        elif isinstance(node, ast.ClassDef):
            yield Definition(owner + node.name, node)
            yield from definitions(node.body, f"{owner}{node.name}.")
        elif isinstance(node, Field):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if isinstance(target, ast.Name) and len(getattr(node, "targets", "1")) == 1:
                yield Definition(owner + target.id, node)
        else:
            for part in BRANCHES[is_of_scripts(node) :]:
                yield from definitions(getattr(node, part, ()), owner)


def is_of_scripts(node: ast.AST) -> bool:
    """Whether the body of a statement runs in scripts alone: nobody can import what it defines."""
    test = getattr(node, "test", None)
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        test = test.values[0]
    return isinstance(test, ast.Compare) and ast.unparse(test) == "__name__ == '__main__'"


def facts(node: Function | ast.ClassDef | Field) -> dict[str, Any]:
    """What must be equal, as dumps."""
    if isinstance(node, Function):
        return {
            "parameters": parameters(node.args),
            "returns": dump(node.returns),
            "decorators": [dump(decorator) for decorator in node.decorator_list],
            "async": isinstance(node, ast.AsyncFunctionDef),
            "type parameters": type_parameters(node),
        }
    if isinstance(node, ast.ClassDef):
        return {
            "bases": [dump(base) for base in node.bases],
            "keywords": [dump(keyword) for keyword in node.keywords],
            "decorators": [dump(decorator) for decorator in node.decorator_list],
            "type parameters": type_parameters(node),
        }
    return {"annotation": dump(getattr(node, "annotation", None)), "value": dump(node.value)}


def shown_facts(symbol: Symbol, node: Function | ast.ClassDef | Field) -> dict[str, Any]:
    """The same of a symbol of the model, each text parsed on its own."""
    decorators = [expression(text.lstrip("@ \t")) for text in symbol.decorators]
    if isinstance(node, Function):
        signature = symbol.signature
        assert signature is not None, f"{symbol.qualified_name} has no signature"
        return {
            "parameters": [
                (part.name, part.kind, expression(part.annotation), expression(part.default))
                for part in signature.parameters
            ],
            "returns": expression(signature.returns),
            "decorators": decorators,
            "async": "async" in symbol.nature,
            "type parameters": head_type_parameters(f"def _{signature.type_parameters or ''}(): 0"),
        }
    if isinstance(node, ast.ClassDef):
        call = ast.parse(f"_({','.join(f'{base}{NEWLINE}' for base in symbol.bases)})", mode="eval")
        assert isinstance(call.body, ast.Call)
        generic = symbol.signature.type_parameters if symbol.signature else None
        return {
            "bases": [dump(base) for base in call.body.args],
            "keywords": [dump(keyword) for keyword in call.body.keywords],
            "decorators": decorators,
            "type parameters": head_type_parameters(f"class _{generic or ''}: 0"),
        }
    return {"annotation": expression(symbol.annotation), "value": expression(symbol.value)}


NEWLINE = "\n"  # ends a comment at the end of a slice


def parameters(arguments: ast.arguments) -> list[tuple[str, str, str, str]]:
    plain = arguments.posonlyargs + arguments.args
    defaults = [None] * (len(plain) - len(arguments.defaults)) + arguments.defaults
    kinds = ["positional_only"] * len(arguments.posonlyargs)
    kinds += ["positional_or_keyword"] * len(arguments.args)
    rows = list(zip(plain, kinds, defaults, strict=True))
    if arguments.vararg:
        rows.append((arguments.vararg, "var_positional", None))
    rows += [
        (argument, "keyword_only", default)
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]
    if arguments.kwarg:
        rows.append((arguments.kwarg, "var_keyword", None))
    return [
        (argument.arg, kind, dump(argument.annotation), dump(default))
        for argument, kind, default in rows
    ]


def type_parameters(node: Function | ast.ClassDef) -> list[str]:
    return [dump(part) for part in getattr(node, "type_params", ())]


def head_type_parameters(head: str) -> list[str]:
    node = ast.parse(head).body[0]
    assert isinstance(node, Function | ast.ClassDef)
    return type_parameters(node)


def dump(node: ast.AST | None) -> str:
    return "" if node is None else ast.dump(node)


def expression(text: str | None) -> str:
    """The dump of an expression that is a slice of a file; a starred one stands in a subscript."""
    if not text:
        return ""
    try:
        return dump(ast.parse(f"({text}\n)", mode="eval").body)
    except SyntaxError:
        subscript = ast.parse(f"_[{text}\n]", mode="eval").body
        assert isinstance(subscript, ast.Subscript)
        assert isinstance(subscript.slice, ast.Tuple)
        return dump(subscript.slice.elts[0])


def differences(file: FileMap, source: bytes) -> list[str]:
    """Where the model of a file says something else than its source; sentences, sorted by line."""
    tree = parse(source)
    if tree is None:
        return []
    truth = {(found.name, found.line): found for found in definitions(tree.body)}
    wrong: list[str] = []
    for entry in entries(file):
        symbol = entry.symbol
        found = truth.get((symbol.qualified_name, symbol.line))
        where = f"{file.path}:{symbol.line} {symbol.qualified_name}"
        if found is None:
            if symbol.kind in ("class", "function", "method", "constructor", "enum"):
                wrong.append(f"{where}: no such definition")
            continue
        try:
            shown = shown_facts(symbol, found.node)
        except (SyntaxError, AssertionError) as error:
            wrong.append(f"{where}: {error}")
            continue
        wrong += unequal(where, facts(found.node), shown)
    return wrong


def unequal(where: str, true: dict[str, Any], shown: dict[str, Any]) -> list[str]:
    return [
        f"{where}: {name} {clipped(shown[name])}, in the source {clipped(true[name])}"
        for name in true
        if shown[name] != true[name] and not is_hidden(name, shown[name], true[name])
    ]


def is_hidden(fact: str, shown: object, true: object) -> bool:
    """Whether a text is left out that may be a secret; which ones are is for other tests."""
    return fact == "value" and shown in HIDDEN and str(true).startswith(str(shown)[:16])


def clipped(value: object) -> str:
    text = str(value)
    return text if len(text) < 200 else f"{text[:200]}..."


def block_differences(path: str, block: str, source: bytes) -> list[str]:
    """Where a printed block says something else than the source, or does not parse.

    A map has no blanks at line ends, so neither side has them within long strings.
    """
    tree = parse(re.sub(rb"[ \t]+(?=\r?$)", b"", source, flags=re.MULTILINE))
    if tree is None:
        return []
    printed = parse(block)
    if printed is None:
        return [f"{path}: the block does not parse"]
    waiting: dict[str, list[Definition]] = defaultdict(list)
    for found in definitions(tree.body):
        waiting[found.name].append(found)
    wrong = []
    for shown in definitions(printed.body):
        candidates = waiting[shown.name]
        match = next((one for one in candidates if says_the_same(shown.node, one.node)), None)
        if match is not None:
            candidates.remove(match)
        elif candidates and type(candidates[0].node) is type(shown.node):
            wrong += unequal(
                f"{path} {shown.name} (printed)", facts(candidates[0].node), facts(shown.node)
            )
        elif not isinstance(shown.node, Field):
            wrong.append(f"{path} {shown.name} (printed): no such definition")
    return wrong


def says_the_same(shown: ast.AST, true: ast.AST) -> bool:
    if type(shown) is not type(true):
        return False
    assert isinstance(shown, Function | ast.ClassDef | Field)
    assert isinstance(true, Function | ast.ClassDef | Field)
    left, right = facts(shown), facts(true)
    if left.get("value") == ELIDED or is_hidden("value", left.get("value"), right.get("value")):
        left["value"] = right["value"]
    if len(left.get("decorators", ())) == len(right.get("decorators", ())):
        pairs = zip(left.get("decorators", ()), right.get("decorators", ()), strict=True)
        decorators = [whole if is_cut(part, whole) else part for part, whole in pairs]
        left |= {"decorators": decorators} if decorators else {}
    return left == right


def is_cut(shown: str, true: str) -> bool:
    """Whether a decorator lacks the inside of lists or texts that flood a map, and nothing else."""
    pattern = re.escape(shown)
    for said, stands_for in CUTS.items():
        pattern = pattern.replace(re.escape(said), stands_for)
    return len(true) > FLOOD and re.fullmatch(pattern, true, re.DOTALL) is not None


def missing(file: FileMap | None, path: str, source: bytes) -> list[str]:
    """Functions, classes and methods of a source that a map with every name does not show."""
    tree = parse(source)
    if tree is None:
        return []
    shown = {
        (as_python_reads(one.symbol.qualified_name), one.symbol.line) for one in _entries(file)
    }
    return [
        f"{path}:{found.line} {found.name}: not in the map"
        for found in definitions(tree.body)
        if not isinstance(found.node, Field) and (found.name, found.line) not in shown
    ]


def missing_fields(file: FileMap | None, path: str, source: bytes) -> list[str]:
    """Assigned names of modules and classes that a map with every name does not show."""
    tree = parse(source)
    if tree is None:
        return []
    shown = {as_python_reads(entry.symbol.qualified_name) for entry in _entries(file)}
    return [
        f"{path}:{found.line} {found.name}: not in the map"
        for found in definitions(tree.body)
        if isinstance(found.node, Field) and found.name not in shown | {"__all__"}
    ]


def as_python_reads(name: str) -> str:
    """Return a name as Python's parser gives it: letters of one meaning are one letter."""
    return unicodedata.normalize("NFKC", name)


def _entries(file: FileMap | None) -> Iterator[Entry]:
    return entries(file) if file else iter(())
