"""Keeps what the names of a body stand for: its own, assigned once, a message, a mapping."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.extract.flow.anew import Anew
from skeleton.extract.flow.text import UNREADABLE, WORD, decoded, keys_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tree_sitter import Node

    from skeleton.extract.flow.anew import State
    from skeleton.extract.flow.table import Table
    from skeleton.model import Argument

INSTANCE = re.compile(r"(?:new )?(?:[A-Za-z_][\w.]*\.)?[A-Z]\w*\(")
MESSAGE_START = re.compile(r"""[A-Za-z]{0,2}["'`]""")


class Names:
    """The names of one body, in the order in which the walk meets them."""

    def __init__(self, table: Table, parameters: tuple[str, ...], known: Mapping[str, str]) -> None:
        self._table, self._known = table, known
        self.parameters = frozenset(parameters) - table.receivers
        self.outer: set[str] = set()  # declared as names of the file, or of a function around
        self.anew = Anew()
        self.mappings: dict[str, tuple[str, ...]] = {}  # names of mappings whose keys are known
        self.unstable: set[str] = set()  # what they hold is changed in place
        self.sources: dict[str, str] = {}  # the call that a name was last given a result of
        self._declared: set[str] = set()
        self._times: dict[str, int] = {}
        self._values: dict[str, str] = {}
        self._messages: dict[str, str] = {}
        self._calls: dict[str, Node] = {}  # the call that a local was last given a result of
        self.codes: dict[str, str] = {}  # what is written to an attribute `code` of a local
        self._made_of: dict[str, State] = {}  # locals made of parameters that were given anew

    def is_local(self, name: str) -> bool:
        """Whether a name is one of the body's own: what it stands for is not known outside."""
        return name in self.parameters or (name in self._times and name not in self.outer)

    def is_parameter(self, name: str) -> bool:
        """Whether a name is a parameter, also with the mark of a variable: `$rate`."""
        return name in self.parameters or name.removeprefix("$") in self.parameters

    @property
    def has_renewed(self) -> bool:
        """Whether a parameter, or what is made of one, no longer holds what the caller gave."""
        return bool(self.anew.now or self._made_of)

    def renewed(self, texts: Iterable[str], path: tuple[str, ...]) -> State:
        """Return the parameters that texts and a path speak of, but not as the caller gave them."""
        found: State = {}
        for said, asked in (*((text, False) for text in texts), *((test, True) for test in path)):
            for word in WORD.findall(said):
                renewal = self.anew.now.get(word)
                earlier = asked and renewal is not None and said in renewal.asked
                if renewal is not None and not (earlier and path.count(said) == 1):
                    found[word] = renewal
                found |= self._made_of.get(word, {})
        return found

    def is_assigned(self, name: str) -> bool:
        """Whether the body gives a name a value."""
        return name in self._times

    def is_assigned_once(self, name: str) -> bool:
        """Whether a name has one value, and the walk saw it given."""
        return self._times.get(name) == 1

    def is_followed(self, name: str) -> bool:
        """Whether a local is a parameter as given, or an instance made once: `Name(...)`."""
        if name in self.parameters:
            return name not in self._times
        return self._times.get(name) == 1 and INSTANCE.match(self._values.get(name, "")) is not None

    def full(self, callee: str) -> str:
        """Return a dotted name with what its first part stands for; as it is if that is unknown.

        A local that is an instance made once stands for its class.
        """
        root, dot, rest = callee.partition(".")
        if dot and root in self._times and self.is_followed(root):
            return self.full(f"{self._values[root].partition('(')[0]}.{rest}")
        stands = self._known.get(root, root)
        return f"{stands}{dot}{rest}" if stands else ""

    def assign(self, name: str, *, times: int = 1) -> None:
        """Note that a name is given a value; more than once for the target of a loop."""
        self._times[name] = self._times.get(name, 0) + times

    def declare(self, name: Node) -> None:
        """Note that a name is declared in the body."""
        if name.type in self._table.names:
            self._declared.add(decoded(name))

    def _is_own(self, name: str) -> bool:
        """Whether a name that is given a value is no member or variable around the body."""
        return not self._table.declares or name in self._declared or name in self.parameters

    def bind(self, left: Node, right: Node, *, always: bool) -> None:
        """Note what one assignment gives to a name.

        Args:
            left: The target; only a plain name is noted.
            right: Its value.
            always: It stands outside branches and loops.
        """
        table = self._table
        if table.error_result:
            self._note_source(left, right)
        if left.type not in table.names:
            return
        name, text = decoded(left), text_of(right, table)
        if table.roles.get(right.type) == "call" and INSTANCE.match(text):
            self._calls[name] = right
        if MESSAGE_START.match(text) or right.type in table.strings:
            self._messages[name] = text
        else:
            self._messages.pop(name, None)
        if right.type in table.containers:
            keys = keys_of(right, table)
            if keys and always:
                self.mappings[name] = keys
            if right.type not in table.mapping:
                self.unstable.add(name)
        elif always and text != UNREADABLE and name not in self._values and self._is_own(name):
            self._values[name] = text
            if self.anew.now and not self.is_parameter(name):
                self._made_of[name] = self.anew.spoken(WORD.findall(text))

    def made(self, name: str) -> Node | None:
        """Return the call that made an instance, if a local was given one and nothing else."""
        return self._calls.get(name) if self.is_assigned_once(name) else None

    def _note_source(self, left: Node, right: Node) -> None:
        inner = right.named_children[0] if right.type in self._table.lists else right
        if self._table.roles.get(inner.type) == "call":
            names = left.named_children if left.type in self._table.lists else [left]
            self.sources[decoded(names[-1])] = text_of(inner, self._table)

    def give_away(self, listed: Node | None) -> None:
        """Note mappings that are handed to a function, which may add to them."""
        if self.mappings and listed is not None:
            self.unstable.update(
                name for child in listed.named_children if (name := decoded(child)) in self.mappings
            )

    def message(self, arguments: list[Argument]) -> str:
        """Return the text among the arguments of an exception, as written, also through a local."""
        for argument in arguments:
            if MESSAGE_START.match(argument.text):
                return argument.text
            if argument.text in self._messages:
                return self._messages[argument.text]
        return ""

    def bindings(self, spoken: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """Return the locals named in some texts that are assigned once and not changed in place."""
        once = {
            name
            for name in self._values
            if self._times.get(name) == 1
            and name not in self.unstable
            and not self.is_parameter(name)
        }
        named = {name for text in spoken for name in WORD.findall(text)} if once else set()
        return tuple((name, self._values[name]) for name in self._values if name in once & named)

    def rebindings(self) -> set[str]:
        """Return words for the parameters that the body assigns to, and locals of no one value."""
        rebound = {f"rebinds {name}" for name in self.parameters if name in self._times}
        return rebound | {f"local {name}" for name in self._declared if name in self.unstable}
