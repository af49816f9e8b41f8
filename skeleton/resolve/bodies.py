"""Says which body binds a name, and what methods bind attributes to, by what was read of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.model import Place, Scope
from skeleton.resolve.values import CLASS_KINDS

if TYPE_CHECKING:
    from skeleton.resolve.names import Names


class Bodies:
    """The scopes of files; every file is asked for once."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._scopes: dict[str, dict[str, Scope]] = {}
        self._attributes: dict[str, dict[str, list[tuple[Scope, str, str]]]] = {}

    def scopes_of(self, path: str) -> dict[str, Scope]:
        """Return the scopes of a file by name, those of one name joined; none if not read."""
        if path not in self._scopes:
            self._scopes[path] = {}
            found: dict[str, Scope] = {}
            for scope in self._names.uses(path).scopes if self._names.uses_known(path) else ():
                found[scope.name] = (
                    _joined(found[scope.name], scope) if scope.name in found else scope
                )
            self._scopes[path] = found
        return self._scopes[path]

    def attributes_of(self, path: str) -> dict[str, list[tuple[Scope, str, str]]]:
        """Return what methods bind to each `Class.attribute`: the method, a type, a value."""
        if path not in self._attributes:
            found: dict[str, list[tuple[Scope, str, str]]] = {}
            for scope in self.scopes_of(path).values():
                if not scope.receiver:
                    continue
                for binding in scope.bindings:
                    root, _, name = binding.name.partition(".")
                    if root == scope.receiver and name and "." not in name:
                        said = (scope, binding.type, binding.value)
                        found.setdefault(f"{scope.owner}.{name}", []).append(said)
            self._attributes[path] = found
        return self._attributes[path]

    def is_class(self, path: str, scope: str) -> bool:
        """Tell whether a scope is the body of a class."""
        return any(symbol.kind in CLASS_KINDS for symbol in self._names.symbols(Place(path, scope)))

    def local(self, path: str, scope: str, name: str) -> Scope | None:
        """Return the function that binds a name, looking outwards; `None`: a name of the module."""
        scopes = self.scopes_of(path)
        while scope:
            here = scopes.get(scope)
            if here is not None and not self.is_class(path, scope):
                if name == here.receiver or name in here.parameters:
                    return here
                if any(binding.name == name for binding in here.bindings):
                    return here
            scope = scope.rpartition(".")[0]
        return None

    def owner(self, path: str, scope: str) -> Place | None:
        """Return the class whose method a scope is, or is inside of."""
        scopes = self.scopes_of(path)
        while scope:
            here = scopes.get(scope)
            if here is not None and here.owner:
                return Place(path, here.owner)
            outer = scope.rpartition(".")[0]
            if here is None and outer and self.is_class(path, outer):
                return Place(path, outer)
            scope = outer
        return None


def may_take_fixtures(path: str, scope: Scope) -> bool:
    """Tell whether pytest would fill the parameters of a function."""
    file = path.rpartition("/")[2]
    in_test = file.startswith("test_") or file.endswith("_test.py") or file == "conftest.py"
    return in_test and "." not in scope.name.removeprefix(scope.owner).lstrip(".")


def _joined(first: Scope, second: Scope) -> Scope:
    """Join two bodies of one name: overloads, a property and its setter, branches."""
    return Scope(
        name=first.name,
        line=first.line,
        owner=first.owner,
        receiver=first.receiver or second.receiver,
        parameters=tuple(dict.fromkeys(first.parameters + second.parameters)),
        chains=tuple(sorted({*first.chains, *second.chains})),
        bindings=tuple(dict.fromkeys(first.bindings + second.bindings)),
        claims=first.claims + second.claims,
    )
