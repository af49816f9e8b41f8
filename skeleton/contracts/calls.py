"""Says which function or class a call means, and whose that is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.contracts.places import Place
from skeleton.contracts.thrown import Reach

if TYPE_CHECKING:
    from skeleton.contracts.places import Project
    from skeleton.model import Evidence, Symbol

ABOVE = "super()"
MADE = re.compile(r"(?:new )?([A-Za-z_][\w.]*)\(.*\)\Z", re.DOTALL)


def resolve_call(project: Project, caller: Place, call: Evidence) -> Place | None:
    """Return the function or class that a call names; for `self.x =` what sets the attribute."""
    callee = call.subject
    own = _own_member(project, caller, call) if call.word == "own" else None
    if own is not None:
        return own
    root, _, rest = callee.partition(".")
    if root in project.dialect(caller.module).receivers and rest:
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
    if root == ABOVE:
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
            receivers = project.dialect(found.module).receivers
            fitting = [one for one in named if _takes(one, len(call.arguments), receivers)]
            return Place(found.module, fitting[0]) if len(fitting) == 1 else None
    owner_name = caller.symbol.qualified_name.rpartition(".")[0]  # its type may lie elsewhere
    return project.find(caller.module.path, f"{owner_name}.{name}") if owner_name else None


def _takes(symbol: Symbol, count: int, receivers: tuple[str, ...]) -> bool:
    """Whether a function can be called with so many arguments."""
    parameters = symbol.signature.parameters if symbol.signature else ()
    parameters = tuple(one for one in parameters if one.name not in receivers)
    least = sum(one.default is None and one.kind != "var_positional" for one in parameters)
    most = count if any(one.kind == "var_positional" for one in parameters) else len(parameters)
    return least <= count <= most


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


def receiver_of(project: Project, caller: Place, callee: str) -> str | None:
    """Return what stands before the method of a call, if that means something to a caller."""
    receiver, _, _ = callee.rpartition(".")
    root = receiver.partition(".")[0]
    signature = caller.symbol.signature
    names = {p.name for p in signature.parameters} if signature else set()
    known = root in names or root in project.dialect(caller.module).receivers
    return receiver if known else None


def binds_receiver(project: Project, caller: Place, call: Evidence, callee: Place) -> bool:
    """Whether the first parameter of a callee is not among the arguments of the call."""
    symbol, (root, dot, _) = callee.symbol, call.subject.partition(".")
    parameters = symbol.signature.parameters if symbol.signature else ()
    receivers = project.dialect(callee.module).receivers
    if not parameters or parameters[0].name not in receivers:
        return False
    if _is_bound(root, symbol, project.dialect(caller.module).receivers):
        return True
    made = class_of_local(project, caller, root) if dot else None
    return made is not None and not _is_static(symbol)


def _is_bound(root: str, symbol: Symbol, receivers: tuple[str, ...]) -> bool:
    if symbol.kind == "function" or _is_static(symbol) or "." not in symbol.qualified_name:
        return False
    return root in receivers or root == ABOVE or _decorated(symbol, "classmethod")


def is_own_method(project: Project, caller: Place, callee: str) -> bool:
    """Whether a callee is a method of what the caller belongs to, written as such."""
    root, dot, name = callee.partition(".")
    own = (*project.dialect(caller.module).receivers, ABOVE)
    return bool(dot) and root in own and "." not in name


def is_deferred(caller: Place, callee: Place) -> bool:
    """Whether a call only makes a coroutine: nothing is raised before it is awaited."""
    return "async" in callee.symbol.nature and "async" not in caller.symbol.nature


def _is_static(symbol: Symbol) -> bool:
    return "static" in symbol.nature or _decorated(symbol, "staticmethod")


def _decorated(symbol: Symbol, name: str) -> bool:
    return any(d.lstrip("@").partition("(")[0].strip() == name for d in symbol.decorators)


def step(caller: Place, call: Evidence, callee: Place, via: tuple[str, ...]) -> Reach:
    """Return what one more function on the way adds to `Thrown.public`."""
    told, untold = (
        0 if _is_private(caller, call, callee, told=told) else 1 + bool(via)
        for told in (True, False)
    )
    return Reach(told, untold)


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
    return told and (own or call.subject.startswith(f"{ABOVE}."))
