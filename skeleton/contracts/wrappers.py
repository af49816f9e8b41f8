"""Follows the decorators of the project: what they raise around a function, what they catch of it.

A decorator is a function that returns a function of its own, or a class that is called with the
function. The parameters of what it returns are those of the decorated function, by their order.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from skeleton.contracts.decorators import CALL, HARMLESS
from skeleton.contracts.following import MAX_DEPTH, through
from skeleton.contracts.hierarchy import is_caught
from skeleton.contracts.instances import argument, attribute_values, bind_arguments
from skeleton.contracts.names import BUILTINS, bound_in, roots_in, split_list, substitute
from skeleton.contracts.thrown import UNREADABLE, Reach, Thrown, raised

if TYPE_CHECKING:
    from skeleton.contracts.places import Place, Project
    from skeleton.model import Argument, Evidence

HANDED = re.compile(r"[(,]\s*([A-Za-z_]\w*)\s*(?=[,)])")
NESTED = re.compile(r"(\w+)\(([^()]*)\)")


class Wrapper(NamedTuple):
    """What makes the function around another, and what its names stand for."""

    maker: Place
    name: str  # of the decorator
    values: dict[str, str]
    depth: int = 1  # of the function that is called in place of the other, inside its maker


def decorator_thrown(project: Project, place: Place) -> list[Thrown]:
    """Return what the project's own decorators of a function raise around it."""
    found: list[Thrown] = []
    for wrapper in _wrappers(project, place):
        for e in _of_calls(wrapper):
            if e.kind in ("raises", "calls"):
                found += _around(project, place, wrapper, e)
    return found


def let_through(project: Project, place: Place, thrown: list[Thrown]) -> list[Thrown]:
    """Leave out what the project's own decorators of a function catch of what it raises."""
    for wrapper in _wrappers(project, place):
        path = wrapper.maker.module.path
        calls = [
            e.caught
            for e in _of_calls(wrapper)
            if e.kind == "calls" and e.subject in _wrapped(wrapper, e)
        ]
        if calls and all(calls):
            thrown = [
                one
                for one in thrown
                if not all(
                    is_caught(project, (one.named_in, one.exception), caught, path)
                    for caught in calls
                )
            ]
    return thrown


def _wrappers(project: Project, place: Place) -> list[Wrapper]:
    found: list[Wrapper] = []
    for decorator in place.symbol.decorators:
        call = CALL.match(decorator)
        if call is None or call.group(1) in HARMLESS:
            continue
        made = project.find(place.module.path, call.group(1))
        if made is None:
            continue
        listed = call.group(2)
        arguments = tuple(argument(text) for text in split_list(listed or ""))
        name = made.symbol.name
        if made.symbol.kind == "function":
            values = bind_arguments(made.symbol, arguments, bound=False)
            known = {key: value for key, value in values.items() if value is not None}
            known |= _collected(made, arguments)
            found.append(
                Wrapper(made, name, known, depth=2)
                if listed is not None or _takes_none(made)
                else Wrapper(made, name, {})
            )
        elif made.symbol.kind == "class" and listed is not None:
            called = project.member(made, "__call__")
            if called is not None:
                found.append(Wrapper(called, name, attribute_values(project, made, arguments)))
    return found


def _collected(maker: Place, arguments: tuple[Argument, ...]) -> dict[str, str]:
    """Return what `*names` of a maker stands for: a tuple of what no other parameter takes."""
    parameters = maker.symbol.signature.parameters if maker.symbol.signature else ()
    given = [one.text for one in arguments if not one.keyword]
    for place, parameter in enumerate(parameters):
        if parameter.kind == "var_positional" and not any(one[:1] == "*" for one in given):
            rest = given[place:]
            return {parameter.name: f"({', '.join(rest)}{',' * (len(rest) == 1)})"}
    return {}


def _takes_none(maker: Place) -> bool:
    """Whether a decorator may be written with brackets and without: its function is optional."""
    signature = maker.symbol.signature
    first = signature.parameters[0] if signature and signature.parameters else None
    return first is not None and first.default is not None


def _of_calls(wrapper: Wrapper) -> list[Evidence]:
    """Return what happens when the decorated function is called, not when it is decorated.

    A function that is handed on, as in `return argmap(check, 0)`, is called with what is given.
    """
    evidence = wrapper.maker.symbol.evidence
    results = [e.subject for e in evidence if e.kind == "returns" and not e.inside]
    handed = {name for one in results for name in HANDED.findall(one)}
    return [
        e
        for e in evidence
        for functions in [NESTED.findall(e.inside)]
        if functions
        and (len(functions) == wrapper.depth or (len(functions) == 1 and functions[0][0] in handed))
    ]


def _wrapped(wrapper: Wrapper, e: Evidence) -> set[str]:
    """Return the names that may stand for the decorated function inside a wrapper."""
    outer = [names for _, names in NESTED.findall(e.inside)[:-1]]
    signature = wrapper.maker.symbol.signature
    own = [p.name for p in signature.parameters] if signature else []
    return {name for names in outer for name in names.split(", ")} | set(own)


def _around(project: Project, place: Place, wrapper: Wrapper, e: Evidence) -> list[Thrown]:
    """Return what one statement of a wrapper raises, in the words of the decorated function."""
    maker = wrapper.maker
    path = maker.module.path
    again = bool(e.arguments) and e.arguments[0].text == "again"
    if e.kind == "calls":
        own = e.subject in _wrapped(wrapper, e)
        found = [] if own else through(project, maker, e, MAX_DEPTH - 1)
    elif again or (e.caught and is_caught(project, (path, e.subject), e.caught, path)):
        return []
    else:
        found = [raised(e, path)]
    around = len(NESTED.findall(e.inside)) == wrapper.depth
    known = {**wrapper.values, **(_parameters(place, e) if around else {})}
    words = set(known.values())
    understood = _understood(wrapper, e) if around else set()
    told = []
    for one in found:
        said = tuple(substitute(condition, known) for condition in one.conditions)
        roots = {root for condition in said for root in roots_in(condition)}
        roots -= understood.union(*map(bound_in, said))
        given = {root for word in words for root in roots_in(word)}
        sayable = (
            not one.otherwise
            and UNREADABLE not in said
            and roots.isdisjoint(again.name for again in one.rebound)
            and all(
                root in given | BUILTINS or project.is_of_file(maker.module, root) for root in roots
            )
        )
        if not sayable and e.kind == "calls":
            continue  # what its helpers check says nothing of the function
        told.append(
            one._replace(
                exception=substitute(one.exception, wrapper.values),
                conditions=said if sayable else (UNREADABLE,),
                via=(wrapper.name,),
                public=Reach(),
                otherwise=False,
                handler=one.handler if sayable else "",
                at=0,
            )
        )
    return told


def _understood(wrapper: Wrapper, e: Evidence) -> set[str]:
    """Return the names in a wrapper that a reader understands: `**kwargs`, the result.

    The result is a local that is what the decorated function returns.
    """
    stars = {name.lstrip("*") for name in _names_of(e) if name.startswith("*")}
    wrapped = _wrapped(wrapper, e)
    return stars | {
        name
        for name, value in wrapper.maker.symbol.bindings
        if value.removeprefix("await ").partition("(")[0] in wrapped
    }


def _names_of(e: Evidence) -> list[str]:
    """Return the parameters of the innermost function that something is said in."""
    names: str = NESTED.findall(e.inside)[-1][1]
    return names.split(", ")


def _parameters(place: Place, e: Evidence) -> dict[str, str]:
    """Return what the parameters of a wrapper stand for: those of the function, by their order."""
    names = _names_of(e)
    parameters = place.symbol.signature.parameters if place.symbol.signature else ()
    by_name = {p.name: p.name for p in parameters if p.name in names}
    by_order = [p.name for p in parameters if p.kind.startswith("positional")]
    leading = list(takewhile(lambda name: not name.startswith("*"), names))
    return by_name | dict(zip(leading, by_order, strict=False))
