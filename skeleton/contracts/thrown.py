"""Follows calls to what they raise: helpers, methods, constructors, decorators.

At most three calls deep. Parameters are replaced by the arguments of the call, textually; what
cannot be said in the words of the caller loses its condition, never gets another one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from skeleton.contracts.hierarchy import is_caught
from skeleton.contracts.instances import (
    argument,
    attribute_values,
    bind_arguments,
    field_values,
)
from skeleton.contracts.names import (
    BUILTINS,
    bound_in,
    names_in,
    roots_in,
    split_and,
    split_list,
    substitute,
)
from skeleton.contracts.places import Place
from skeleton.contracts.truth import are_opposite, truth_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skeleton.contracts.places import Project
    from skeleton.model import Evidence, Symbol

MAX_DEPTH = 3
MAX_THROWN = 40  # of one function; a caller gets no more from it
UNREADABLE = ".."
RECEIVERS = ("self", "cls", "mcs", "mcls")
OWN_METHOD = re.compile(r"(?:self|cls|super\(\))\.\w+\Z")
# What a caller gives that is never absent: a constant, what a constant makes, one of two.
PRESENT = re.compile(
    r"(?:[A-Z]\w*(?:\.[A-Z]\w*)+(?:\.\w+\([^()]*\))?|new [^()]+\(.*\)|\(.* \? .* : .*\)) == null\Z"
)
FACTORY = re.compile(r"(?:(?:self|this)\.)?[a-z_]\w*\Z")
DOTTED = re.compile(r"[A-Za-z_][\w.]*\Z")
GO_RECEIVER = re.compile(r"func \((\w+) ")
# The kind of what a call gives as a literal: nobody writes a call that can only raise.
OF_LITERAL = re.compile(r"(?:not )?(?:\w+\.)*is\w*\((?:True|False|-?\d+)\)\Z")
CONSTANT = re.compile(r"None\Z|True\Z|False\Z|null\Z|-?\d+\Z")
LACKS = re.compile(r"""not hasattr\(self, ["'](\w+)["']\)\Z""")
MADE = re.compile(r"(?:new )?([A-Za-z_][\w.]*)\(.*\)\Z", re.DOTALL)
CONSTRUCTION = ("__new__", "__init__", "__post_init__", "__attrs_post_init__")


class Thrown(NamedTuple):
    """An exception that a function lets out, its own or one of a function it calls."""

    exception: str  # as written in the file `named_in`
    named_in: str
    line: int
    path: str
    conditions: tuple[str, ...]
    handler: str = ""
    otherwise: bool = False
    message: str = ""
    word: str = ""
    via: tuple[str, ...] = ()  # the functions it came through, the nearest first
    public: int = 0  # 0: all of those are private; 1: one is not, and raises it itself
    again: bool = False  # raised again in a handler
    bindings: tuple[tuple[str, str], ...] = ()  # locals of the function that raises it
    at: int = 0  # the line of the raise, or of the call, in the function at hand


def raised(e: Evidence, path: str) -> Thrown:
    """Return one raise of a body as what it lets out."""
    again = bool(e.arguments) and e.arguments[0].text == "again"
    return Thrown(
        e.subject,
        path,
        e.line,
        path,
        e.conditions,
        e.handler,
        e.otherwise,
        e.message,
        e.word,
        again=again,
        at=e.line,
    )


def own_thrown(project: Project, place: Place) -> list[Thrown]:
    """Return what the body of a function raises itself, and lets out."""
    path = place.module.path
    found: list[Thrown] = []
    for e in place.symbol.evidence:
        if e.kind != "raises" or e.inside:
            continue
        if e.caught and is_caught(project, (path, e.subject), e.caught, path):
            continue
        one = raised(e, path)
        if FACTORY.match(e.subject):
            one = one._replace(exception=_made_by(project, place, e.subject) or one.exception)
        found.append(one)
    return found


def _made_by(project: Project, place: Place, factory: str) -> str:
    """Return the exception that a function makes, by the type of its result: `throw failed(x)`."""
    name = factory.rpartition(".")[2]
    members = (project.member(owner, name) for owner in project.owners(place))
    made = next((one for one in members if one is not None), None)
    made = made or project.find(place.module.path, factory)
    signature = made.symbol.signature if made is not None else None
    returns = (signature.returns if signature else "") or ""
    return returns if DOTTED.match(returns) else ""


def all_thrown(project: Project, place: Place, depth: int = MAX_DEPTH) -> list[Thrown]:
    """Return what a function raises and what the functions it calls raise through it."""
    key = (place.module.path, place.symbol.qualified_name, place.symbol.ordinal, depth)
    known = project.thrown.get(key)
    if known is not None:
        return known
    project.thrown[key] = []  # a function that calls itself adds nothing
    found = own_thrown(project, place)
    if depth > 0 and "abstract" not in place.symbol.nature:
        for e in place.symbol.evidence:
            if len(found) >= MAX_THROWN:
                break
            if e.kind == "calls" and not e.inside:
                found += through(project, place, e, depth)
    project.thrown[key] = found[:MAX_THROWN]
    return project.thrown[key]


def through(project: Project, caller: Place, call: Evidence, depth: int) -> list[Thrown]:
    """Return what one call lets out, in the words of the caller."""
    callee = resolve_call(project, caller, call)
    if callee is None:
        return []
    if callee.symbol.kind == "class":
        return _constructed(project, caller, call, callee, depth)
    symbol = callee.symbol
    kinds = ("function", "method", "constructor", "property")
    if symbol.kind not in kinds or "abstract" in symbol.nature:
        return []
    if "generator" in symbol.nature or _is_deferred(caller, callee):
        return []
    inner = all_thrown(project, callee, depth - 1)
    if not inner:
        return []
    if call.subject.endswith(" ="):
        return _set(project, caller, call, callee, inner)
    bound = _is_bound(call.subject, callee, caller)
    if not bound and "." in call.subject:
        root = call.subject.partition(".")[0]
        bound = class_of_local(project, caller, root) is not None and not _is_static(symbol)
    bound = bound and _names_receiver(symbol)
    values = bind_arguments(symbol, call.arguments, bound=bound)
    if "self" in values and not OWN_METHOD.match(call.subject):
        values["self"] = receiver_of(caller, call.subject)
    if call.word == "own" and _receiver(symbol):
        values[_receiver(symbol)] = _receiver(caller.symbol) or None
    return _lifted(project, caller, call, callee, inner, values)


def _set(
    project: Project, caller: Place, call: Evidence, callee: Place, inner: list[Thrown]
) -> list[Thrown]:
    """Return what setting an attribute raises: a property, or a descriptor of its own class."""
    parameters = callee.symbol.signature.parameters if callee.symbol.signature else ()
    names = [p.name for p in parameters]
    given = call.arguments[0].text
    values: dict[str, str | None] = {"self": "self"}
    attribute = call.subject.removesuffix(" =").partition(".")[2]
    if callee.symbol.name == "__set__":
        owner = project.owner(caller)
        made = project.descriptor(owner, attribute) if owner is not None else None
        values = {"self": None, **dict(zip(names[1:], ("self", given), strict=False))}
        if made is not None:
            kind, listed = made
            values |= attribute_values(project, kind, tuple(map(argument, split_list(listed))))
    else:
        values |= dict(zip(names[1:], (given,), strict=False))
    lifted = _lifted(project, caller, call, callee, inner, values)
    return [one._replace(via=(attribute, *one.via[1:]), public=0) for one in lifted]


def _is_deferred(caller: Place, callee: Place) -> bool:
    """Whether a call only makes a coroutine: nothing is raised before it is awaited."""
    return "async" in callee.symbol.nature and "async" not in caller.symbol.nature


def resolve_call(project: Project, caller: Place, call: Evidence) -> Place | None:
    """Return the function or class that a call names; for `self.x =` what sets the attribute."""
    callee = call.subject
    own = _own_member(project, caller, call) if call.word == "own" else None
    if own is not None:
        return own
    root, _, rest = callee.partition(".")
    if root in ("self", "cls") and rest:
        owner = project.owner(caller)
        if owner is None:
            return None
        if rest.endswith(" ="):
            return project.setter(owner, rest.removesuffix(" ="))
        attribute, dot, method = rest.rpartition(".")
        if not dot:
            return project.member(owner, rest)
        kind = project.attribute_class(owner, attribute) if "." not in attribute else None
        return _method(project, kind, method)
    if root == "super()":
        owner = project.owner(caller)
        return project.member(owner, rest, above=True) if owner is not None else None
    if rest and "." not in rest:
        kind = class_of_local(project, caller, root)
        if kind is not None:
            return _method(project, kind, rest)
    return project.find(caller.module.path, callee)


def _own_member(project: Project, caller: Place, call: Evidence) -> Place | None:
    """Return the member that a call names of what the caller belongs to; of overloads none."""
    name = re.split(r"\W+", call.subject)[-1]
    for owner in project.owners(caller):
        found = project.member(owner, name)
        if found is not None:
            named = project.named(found.module, found.symbol.qualified_name)
            fitting = [one for one in named if _takes(one, len(call.arguments))]
            return Place(found.module, fitting[0]) if len(fitting) == 1 else None
    owner_name = caller.symbol.qualified_name.rpartition(".")[0]  # its type may lie elsewhere
    return project.find(caller.module.path, f"{owner_name}.{name}") if owner_name else None


def _takes(symbol: Symbol, count: int) -> bool:
    """Whether a function can be called with so many arguments."""
    parameters = symbol.signature.parameters if symbol.signature else ()
    parameters = tuple(one for one in parameters if one.name not in RECEIVERS)
    least = sum(one.default is None and one.kind != "var_positional" for one in parameters)
    most = count if any(one.kind == "var_positional" for one in parameters) else len(parameters)
    return least <= count <= most


def _names_receiver(symbol: Symbol) -> bool:
    """Whether the first parameter of a method is what it belongs to, as in Python and Rust."""
    parameters = symbol.signature.parameters if symbol.signature else ()
    return bool(parameters) and parameters[0].name in RECEIVERS


def _receiver(symbol: Symbol) -> str:
    """Return the name that a method of Go gives to what it belongs to; empty elsewhere."""
    found = GO_RECEIVER.match(symbol.head)
    return found.group(1) if found else ""


def _method(project: Project, kind: Place | None, name: str) -> Place | None:
    found = project.member(kind, name) if kind is not None else None
    return found if found is not None and found.symbol.kind == "method" else None


def class_of_local(project: Project, caller: Place, name: str) -> Place | None:
    """Return the class of a parameter that is annotated, or of a local made by a call of it."""
    signature = caller.symbol.signature
    for parameter in signature.parameters if signature else ():
        if parameter.name == name:
            plain = parameter.kind not in ("var_positional", "var_keyword")
            return (
                project.class_named(caller.module.path, parameter.annotation or "")
                if plain
                else None
            )
    made = MADE.match(dict(caller.symbol.bindings).get(name, ""))
    return project.class_named(caller.module.path, made.group(1)) if made else None


def receiver_of(caller: Place, callee: str) -> str | None:
    """Return what stands before the method of a call, if that means something to a caller."""
    receiver, _, _ = callee.rpartition(".")
    root = receiver.partition(".")[0]
    signature = caller.symbol.signature
    names = {p.name for p in signature.parameters} if signature else set()
    return receiver if root in names or root in RECEIVERS else None


def _is_bound(callee: str, found: Place, caller: Place) -> bool:
    """Whether the first parameter of a callee is not among the arguments of the call."""
    symbol = found.symbol
    if symbol.kind == "function" or _is_static(symbol):
        return False
    if "." not in symbol.qualified_name:
        return False
    root = callee.partition(".")[0]
    return root in RECEIVERS or root == "super()" or _decorated(symbol, "classmethod")


def _is_static(symbol: Symbol) -> bool:
    return "static" in symbol.nature or _decorated(symbol, "staticmethod")


def _decorated(symbol: Symbol, name: str) -> bool:
    return any(d.lstrip("@").partition("(")[0].strip() == name for d in symbol.decorators)


def _lifted(
    project: Project,
    caller: Place,
    call: Evidence,
    callee: Place,
    inner: list[Thrown],
    values: Mapping[str, str | None],
) -> list[Thrown]:
    """Say in the caller's words what a callee raises; what its handlers catch is gone."""
    symbol, own = callee.symbol, call.word == "own"
    values = {**values, **{f"${name}": value for name, value in values.items()}}  # as in PHP
    rebound = {o.removeprefix("rebinds ") for o in symbol.operations if o.startswith("rebinds ")}
    unknown = {
        name for name, value in values.items() if value is None or value == UNREADABLE
    } | rebound
    known = {
        name: value for name, value in values.items() if value is not None and name not in unknown
    }
    own_names = {p.name for p in symbol.signature.parameters} if symbol.signature else set()
    own_names |= values.keys() | {f"${name}" for name in own_names}
    made_here = {name for name in rebound if CONSTANT.match(values.get(name) or "")}
    attributes = dict.fromkeys((name for name in known if "." in name), "0")
    found: list[Thrown] = []
    path = caller.module.path
    for one in inner:
        if call.caught and is_caught(project, (one.named_in, one.exception), call.caught, path):
            continue
        bindings = dict(one.bindings or symbol.bindings)
        conditions: list[str] | None = list(call.conditions)
        if UNREADABLE in one.conditions or one.otherwise or (one.handler and call.handler):
            conditions = None
        kept: dict[str, str] = {}
        for condition in one.conditions if conditions is not None else ():
            said = _simplified(substitute(condition, known))
            if said is None or PRESENT.match(said) or _has_it(project, caller, said):
                break
            if condition == one.conditions[-1] and OF_LITERAL.match(said) and said != condition:
                break
            if not said:
                continue
            names = roots_in(substitute(condition, attributes)) - _bound_by(one.conditions)
            if names and names - BUILTINS <= made_here:
                break  # asks for what the function made itself, in place of a default
            local = {
                n
                for n in names
                if n not in own_names
                and n not in BUILTINS
                and not _is_of_file(project, callee, n, own=own)
                and project.find(one.path, n) is None
            }
            for name in (one for one in bindings if one in local):  # as they are assigned
                kept[name] = substitute(bindings[name], known)
            missing = (names & unknown) | (local - set(bindings))
            missing |= {
                n
                for name in kept
                for n in roots_in(substitute(bindings[name], attributes))
                if n in unknown
                or not (n in known or n in BUILTINS or _is_of_file(project, callee, n, own=own))
            }
            if " not in " in said and f"for {said.replace(' not in ', ' in ')}" in call.conditions:
                break
            if not (missing or local) and any(are_opposite(said, c) for c in call.conditions):
                if _is_steady(project, caller, said):
                    break
                conditions = None
            if missing:
                conditions = None
            if conditions is not None:
                conditions.append(said)
        else:
            found.append(
                replace_thrown(
                    one,
                    caller,
                    call,
                    callee,
                    tuple(conditions) if conditions is not None else None,
                    kept,
                )
            )
    return found


def _has_it(project: Project, caller: Place, condition: str) -> bool:
    """Whether a condition asks for what its class lacks, and the class has that as a method."""
    asked = LACKS.match(condition)
    owner = project.owner(caller) if asked else None
    found = project.member(owner, asked.group(1)) if asked and owner is not None else None
    return found is not None and found.symbol.kind == "method" and not found.symbol.decorators


def _simplified(condition: str) -> str | None:
    """Drop what arguments have settled: empty if it always holds, `None` if it never does."""
    parts = [(part, truth_of(part)) for part in split_and(condition)]
    if any(truth is False for _, truth in parts):
        return None
    return " and ".join(part for part, truth in parts if truth is None)


def _is_steady(project: Project, caller: Place, text: str) -> bool:
    """Whether the names of a text mean the same all through a body."""
    symbol, names = caller.symbol, names_in(text)
    parameters = symbol.signature.parameters if symbol.signature else ()
    known = {p.name for p in parameters} | {name for name, _ in symbol.bindings} | {*RECEIVERS}
    written = {f"rebinds {name.partition('.')[0]}" for name in names} & {*symbol.operations}
    set_here = {f"{name} =" for name in names} & {e.subject for e in symbol.evidence}
    return not (written or set_here) and all(
        root in known or project.is_of_file(caller.module, root) for root in roots_in(text)
    )


def _bound_by(conditions: tuple[str, ...]) -> set[str]:
    return {name for condition in conditions for name in bound_in(condition)}


def _is_private(caller: Place, call: Evidence, callee: Place, *, told: bool) -> bool:
    """Whether what is called belongs to the caller: nobody else is meant to know it.

    A base's method, a function of a private file and one that its file does not export do so only
    if it is `told` when they raise: else a whole package of such files would have its say in each
    of its functions.
    """
    name, path, visibility = callee.symbol.name, callee.module.path, callee.symbol.visibility
    file = path.rpartition("/")[2]
    elsewhere = path != caller.module.path
    unlisted = elsewhere and visibility == "internal"  # its file does not export it
    if name.startswith("_") and not name.endswith("__"):
        return True
    if visibility != "public" and not unlisted:
        return True
    own = unlisted or (elsewhere and file.startswith("_") and not file.startswith("__"))
    return told and (own or call.subject.startswith("super()."))


def _step(caller: Place, call: Evidence, callee: Place, via: tuple[str, ...], *, told: bool) -> int:
    """Return what one more function on the way adds to `Thrown.public`."""
    return 0 if _is_private(caller, call, callee, told=told) else 1 + bool(via)


def replace_thrown(
    one: Thrown,
    caller: Place,
    call: Evidence,
    callee: Place,
    conditions: tuple[str, ...] | None,
    kept: dict[str, str],
) -> Thrown:
    """Return what a callee raises as its caller sees it; unknown conditions leave only a mark."""
    name = callee.symbol.name
    return Thrown(
        one.exception,
        one.named_in,
        one.line,
        one.path,
        conditions if conditions is not None else (UNREADABLE,),
        call.handler or (one.handler if conditions is not None else ""),
        conditions == () and call.otherwise,
        one.message,
        one.word,
        (name, *one.via),
        one.public + _step(caller, call, callee, one.via, told=conditions is not None),
        one.again,
        tuple(kept.items()),
        call.line,
    )


def _is_of_file(project: Project, place: Place, name: str, *, own: bool) -> bool:
    """Whether a name is one of the file a function stands in, not a local of the function.

    A bare member is one of the caller too if it calls a method of its `own`; else a constant is.
    """
    if name in RECEIVERS or project.is_of_file(place.module, name):
        return True
    return (own or name.isupper()) and project.is_known(place, name)


def _constructed(
    project: Project, caller: Place, call: Evidence, owner: Place, depth: int
) -> list[Thrown]:
    """Return what making an instance raises."""
    found: list[Thrown] = []
    for name in CONSTRUCTION:
        made = project.member(owner, name)
        if made is None or not made.symbol.evidence:
            continue
        inner = all_thrown(project, made, depth - 1)
        if name in ("__init__", "__new__"):
            values = bind_arguments(made.symbol, call.arguments, bound=True)
            values.pop("self", None)
            values["self"] = None
        else:
            values = {"self": None, **field_values(owner, call.arguments)}
        for one in _lifted(project, caller, call, made, inner, values):
            through = one.via[1:]
            told = UNREADABLE not in one.conditions
            public = one.public - _step(caller, call, made, through, told=told)
            public += _step(caller, call, owner, through, told=told)
            found.append(one._replace(via=(owner.symbol.name, *through), public=public))
    return found
