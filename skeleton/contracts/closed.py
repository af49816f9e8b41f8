"""Says whether all that a body can raise was read, so that silence proves something."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.contracts.calls import resolve_call
from skeleton.contracts.decorators import is_plain
from skeleton.contracts.hierarchy import BUILTIN, FOREIGN, ancestors, is_foreign, keys_of
from skeleton.contracts.names import substitute
from skeleton.contracts.places import Place
from skeleton.contracts.truth import truth_of
from skeleton.model import walk

if TYPE_CHECKING:
    from skeleton.contracts.places import Project
    from skeleton.model import Symbol

MAX_CALLS = 60  # functions to read for one answer
# What builtin exceptions may come from without a `raise`; others come from nothing else.
SILENT = frozenset({"subscript", "division", "method_call", "attribute_call", "conversion"})
# Nothing else of it divides, nor do these: whatever is given, it is compared or read.
NO_DIVISION = frozenset(
    {"subscript", "division", "method_call"}
    | {f"conversion {name}" for name in ("bytes", "chr", "float", "int", "max", "min", "ord")}
    | {f"conversion {name}" for name in ("memoryview", "round", "sorted", "sum")}
)
DIVIDES = re.compile(r"divides by (\w+|\.\.) at (\d+)\Z")
NEW_TYPE = re.compile(r"(?:\w+\.)?NewType\(")
OPEN_NATURE = frozenset({"abstract", "overload"})


def is_closed(project: Project, place: Place, exception: str) -> bool:
    """Whether a body was read to the end, and nothing in it can raise an exception.

    Args:
        project: Where callees are found.
        place: The function.
        exception: As the documentation names it; empty asks only whether every call was read.
    """
    keys = keys_of(project, place.module.path, exception) if exception else frozenset()
    builtin = any(key in BUILTIN or key in FOREIGN for key in keys)
    if exception and not builtin and not any("::" in key for key in keys):
        return False  # of another package: anything may raise it
    if _does_nothing(place.symbol):
        return False  # of a protocol, say: others do what is documented
    waiting, seen = _documented_together(place), set()
    while waiting:
        current = waiting.pop()
        key = (current.module.path, current.symbol.ordinal)
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > MAX_CALLS or not _is_readable(project, current):
            return False
        operations = set(current.symbol.operations)
        if "unknown_call" in operations or "await" in operations:
            return False
        if exception and builtin and _may_give(project, current, keys):
            return False
        if "attribute_call" in operations:
            return False
        if not _reads_are_plain(project, current):
            return False
        for e in current.symbol.evidence:
            if e.kind == "raises" and not e.inside:
                kinds = ancestors(project, current.module.path, e.subject)
                if "NotImplementedError" in kinds:
                    return False  # what a subclass puts in its place is not known
                told = "BaseException" in kinds or is_foreign(project, current, e.subject)
                if exception and (keys & kinds or not told):
                    return False  # it, or a class that was not found: that may be a kind of it
            if e.kind not in ("calls", "checks"):
                continue
            callee = resolve_call(project, current, e)
            if callee is None:
                if e.kind == "checks" or e.subject in BUILTIN or e.subject.endswith(" ="):
                    continue
                return False
            if NEW_TYPE.match(callee.symbol.value or ""):
                continue
            if callee.symbol.kind == "class":
                made = _constructors(project, callee)
                if made is None:
                    return False
                waiting += made
            else:
                waiting.append(callee)
    return True


def _may_give(project: Project, place: Place, keys: frozenset[str]) -> bool:
    """Whether something in a body may give a builtin exception without a `raise`."""
    operations = place.symbol.operations
    if not keys.isdisjoint({"Error", "Throwable"}):
        return True
    if not keys.isdisjoint(project.dialect(place.module).reads_give):
        return any(one.startswith(".") for one in operations) or bool(SILENT & set(operations))
    silent = {one for one in operations if one.partition(" ")[0] in SILENT}
    if keys != {"ZeroDivisionError"}:
        return bool(silent)
    divisors = [found.groups() for one in operations if (found := DIVIDES.match(one))]
    return (
        "power" in operations
        or not all(one in NO_DIVISION or one.startswith("conversion math.") for one in silent)
        or not all(_is_never_zero(project, place, name, int(line)) for name, line in divisors)
    )


def _is_never_zero(project: Project, place: Place, name: str, line: int) -> bool:
    """Whether a divisor is a number of the file, or a parameter whose zero does not get so far."""
    symbol = place.symbol
    if name in {p.name for p in symbol.signature.parameters} if symbol.signature else False:
        return f"rebinds {name}" not in symbol.operations and any(
            truth_of(substitute(e.conditions[0], {name: "0"})) is True
            for e in symbol.evidence
            if e.kind in ("raises", "returns") and e.line < line and len(e.conditions) == 1
            if not (e.inside or e.caught or e.handler)
        )
    numbers = project.named(place.module, name)
    return len(numbers) == 1 and truth_of(f"{numbers[0].value or 0} != 0") is True


def _documented_together(place: Place) -> list[Place]:
    """Return a function; a property with its setter and deleter, as its words are theirs too."""
    if "property" not in place.symbol.nature:
        return [place]
    return [
        place._replace(symbol=symbol)
        for symbol in walk(place.module.symbols)
        if symbol.qualified_name == place.symbol.qualified_name
    ]


def may_be_silent(project: Project, place: Place, exception: str) -> bool:
    """Whether an exception needs no `raise`: a subscript or a division may give a builtin one."""
    return any(key in BUILTIN for key in keys_of(project, place.module.path, exception))


def _does_nothing(symbol: Symbol) -> bool:
    """Whether a body holds no more than documentation, `pass` or `...`.

    Words for what is read are not asked: they are found in documentation too.
    """
    called = any(one.endswith("_call") or " " in one for one in symbol.operations)
    return not (symbol.evidence or symbol.bindings or called)


def _is_readable(project: Project, place: Place) -> bool:
    symbol = place.symbol
    if symbol.kind not in ("function", "method", "constructor", "property") or symbol.body is None:
        return False
    if (
        OPEN_NATURE & set(symbol.nature)
        or "generator" in symbol.nature
        or "context_manager" in symbol.nature
    ):
        return False
    return is_plain(symbol.decorators, project.dialect(place.module))


def _constructors(project: Project, owner: Place) -> list[Place] | None:
    """Return what runs when a class is called; `None` if a base is not known."""
    if not project.bases_known(owner):
        known = {"Exception", "BaseException"} | set(BUILTIN)
        if not all(base in known for c in project.classes(owner) for base in c.symbol.bases):
            return None
    plain = is_plain(owner.symbol.decorators, project.dialect(owner.module))
    if not plain or any("metaclass" in base for base in owner.symbol.bases):
        return None
    found = [project.member(owner, name) for name in project.dialect(owner.module).constructors]
    return [place for place in found if place is not None]


def _reads_are_plain(project: Project, place: Place) -> bool:
    """Whether no attribute that a body reads is a property, as far as file and class tell."""
    reads = {o[1:] for o in place.symbol.operations if o.startswith(".")}
    owner = project.owner(place)
    for name in sorted(reads):
        found = project.member(owner, name) if owner is not None else None
        if found is not None and found.symbol.kind in ("property", "method") and _may_raise(found):
            return False
        for other in project.properties(place.module, name):
            if _may_raise(Place(place.module, other)):
                return False
    return True


def _may_raise(place: Place) -> bool:
    return (
        any(e.kind in ("raises", "calls") for e in place.symbol.evidence)
        or "unknown_call" in place.symbol.operations
    )
