"""Writes down what the statements of a body say, each with the path on which it is reached."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skeleton.extract.flow.names import Names
from skeleton.extract.flow.operations import rest_of_operations
from skeleton.extract.flow.path import ANY, MAX_PASSED, OTHERWISE, Path
from skeleton.extract.flow.text import (
    COMPOSITE,
    UNREADABLE,
    WORD,
    arguments_of,
    callee_of,
    code_in,
    decoded,
    keys_of,
    receiver_of,
    result_of,
    text_of,
)
from skeleton.model import Argument, Evidence

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from tree_sitter import Node

    from skeleton.extract.flow.table import Table
    from skeleton.model import EvidenceKind, Rebinding

ARGUMENTS = re.compile(r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\Z")  # of the last call
OWN_ATTRIBUTE = re.compile(r"self\.[A-Za-z_]\w*\Z")


class Record:
    """The evidence of one body."""

    def __init__(
        self,
        table: Table,
        body: Node,
        parameters: tuple[str, ...],
        inside: str,
        known: Mapping[str, str],
    ) -> None:
        self._table, self.body, self._inside = table, body, inside
        self.path = Path()  # to the statement at hand
        self.names = Names(table, parameters, known)
        self.evidence: list[Evidence] = []
        self.collected: dict[str, list[Evidence]] = {}  # errors appended to a list, by its name
        self.operations: set[str] = set()
        self.yields = False
        self.raises = 0  # exceptions seen so far

    @cached_property
    def result(self) -> str:
        """The type of the result of the function, as written; empty where none is."""
        return result_of(self.body)

    @cached_property
    def receiver(self) -> str:
        """The name that a method of Go gives to what it belongs to: `(a *T)`."""
        return receiver_of(self.body)

    def add(
        self,
        kind: EvidenceKind,
        subject: str,
        node: Node,
        *,
        conditions: tuple[str, ...] | None = None,
        message: str = "",
        arguments: tuple[Argument, ...] = (),
        otherwise: bool | None = None,
        word: str = "",
        handler: str = "",
        returned: bool = False,
    ) -> None:
        """Write one fact down."""
        conditions = self.path.conditions if conditions is None else conditions
        handler = handler or self.path.handler
        rebound: tuple[Rebinding, ...] = ()
        if self.names.has_renewed:
            said = (subject, handler, *(argument.text for argument in arguments))
            renewed = self.names.renewed(said, conditions).values()
            rebound = tuple(one.told for one in renewed)
            earlier = {test for one in renewed for test in one.asked}
            conditions = tuple(UNREADABLE if c in earlier else c for c in conditions)
        self.evidence.append(
            Evidence(
                kind,
                subject,
                node.start_point[0] + 1,
                conditions=conditions,
                message=message,
                arguments=arguments,
                handler=handler,
                caught=self.path.caught,
                otherwise=bool(self.path.exits) if otherwise is None else otherwise,
                word=word,
                inside=self._inside,
                rebound=rebound,
                returned=returned,
            )
        )

    def raised(
        self,
        node: Node,
        subject: str,
        message: str = "",
        *,
        again: bool = False,
        word: str = "",
        handler: str = "",
        code: str = "",
    ) -> None:
        """Write down an exception; one that passes on whatever came says nothing."""
        if again and (not subject or subject == ANY or subject in self._table.broad):
            return
        self.raises += 1
        conditions, otherwise = self.path.past()
        failed = [c for c in conditions if c.removesuffix(" != nil") in self.names.sources]
        source = self.names.sources[failed[-1].removesuffix(" != nil")] if failed else ""
        if len(source) > MAX_PASSED:
            source = ARGUMENTS.sub("(..)", source)
        conditions = tuple(c for c in conditions if c not in failed)
        self.add(
            "raises",
            subject,
            node,
            conditions=conditions,
            message=message,
            otherwise=otherwise,
            word=word or self._table.words.get("throw", ""),
            arguments=(Argument("again"),) * again + (Argument(code, "code"),) * bool(code),
            handler=source or handler or self.path.handler,
        )

    def raised_value(self, node: Node, value: Node, word: str = "") -> None:
        """Write down what a `throw` names: a class, a call, or what a handler caught."""
        local = self.names.made(decoded(value)) if value.type in self._table.names else None
        given = self.names.codes.get(decoded(value), "") if local is not None else ""
        value = local or value
        callee, listed = "", None
        if self._table.roles.get(value.type) == "call":
            callee, listed = callee_of(value, self._table)
        first = listed.named_children[0] if listed is not None and listed.named_children else None
        if callee in self._table.harmless and first is not None:
            given = code_in(arguments_of(listed, self._table))  # `Object.assign(new E(), { code })`
            if self._table.roles.get(first.type) == "call":
                callee, listed = callee_of(first, self._table)
        subject = callee or text_of(value, self._table)
        made = COMPOSITE.match(subject)  # C++: `throw E{"text"}`
        if made:
            listed, subject = value.child_by_field_name("value"), made[2]
        if self.is_caught_one(subject):
            self.raised(node, self.path.handler, again=True)
        else:
            arguments = arguments_of(listed, self._table)
            code = given or code_in(arguments)
            told = [one for one in arguments if one.text != code]
            self.raised(node, subject, self.names.message(told), code=code, word=word)

    def is_caught_one(self, subject: str) -> bool:
        """Whether what is raised is what the handler around caught."""
        root = WORD.match(subject)
        return bool(self.path.alias) and root is not None and root.group() == self.path.alias

    def returned(self, value: Node, node: Node) -> None:
        """Write a result down, with its keys if it is a mapping whose keys are known."""
        text = text_of(value, self._table)
        keys = keys_of(value, self._table)
        if keys is None:
            keys = self.names.mappings.get(text)
        if self._is_opaque(value):
            text = UNREADABLE
        path = self.path
        conditions, otherwise = path.here() if path.depth else (path.conditions, False)
        if path.depth and not conditions and not path.handler:
            conditions = (OTHERWISE,)
        self.add(
            "returns",
            text,
            node,
            conditions=conditions,
            otherwise=otherwise,
            arguments=tuple(Argument(key) for key in keys or ()),
        )

    def _is_opaque(self, value: Node) -> bool:
        """Whether a result holds what says nothing to a caller: markup, private names, casts."""
        waiting = [value] if self._table.opaque else []
        while waiting:
            node = waiting.pop()
            if node.type in self._table.opaque:
                return True
            waiting += node.named_children
        return False

    def assigned(self, target: Node, node: Node | None = None, given: str = "") -> None:
        """Take the target of an assignment, or, without its statement, of a loop or a pattern.

        Args:
            target: What is written to.
            node: The statement.
            given: Target and value as written, if a parameter may be told by it.
        """
        table, names = self._table, self.names
        if target.type in table.names:
            name = decoded(target)
            names.assign(name, times=1 if node is not None else 2)
            if names.is_parameter(name):
                names.anew.bind(name, given, self.path.asked())
            if name in names.outer and node is not None:
                self.add("effect", f"writes {name}", node)
        elif target.type in table.stores:
            if node is not None:
                self.written(target, node)
        else:
            for child in target.named_children:
                self.assigned(child, node, given)

    def blur(self, since: int, renewed: Set[str]) -> None:
        """Leave open what a loop gave to parameters: any round may have been the last before.

        Args:
            since: How many facts there were before the loop.
            renewed: The parameters.
        """
        anew = self.names.anew
        anew.blur(renewed)
        for place, e in enumerate(self.evidence[since:] if renewed else (), since):
            texts = (e.subject, e.handler, *e.conditions, *(a.text for a in e.arguments))
            words = [word for text in texts for word in WORD.findall(text) if word in renewed]
            blurred = [one.told for one in anew.spoken(words).values()]
            names = {one.name for one in blurred}
            kept = [one for one in e.rebound if one.name not in names]
            self.evidence[place] = replace(e, rebound=(*kept, *blurred))

    def augmented(self, target: Node, node: Node) -> None:
        """Take the target of `+=` and its kin."""
        if target.type in self._table.names:
            name = decoded(target)
            self.names.assign(name, times=2)
            if self.names.is_parameter(name):
                anew = self.names.anew
                said = "" if name.lstrip("$") in anew.now else text_of(node, self._table)
                anew.bind(name, said, self.path.asked())
            if name in self.names.outer:
                self.add("effect", f"writes {name}", node)
        else:
            self.written(target, node)

    def written(self, target: Node, node: Node) -> None:
        """Take a write through a subscript or an attribute."""
        table = self._table
        base = target
        while base.type in table.stores and base.named_children:
            base = base.named_children[0]
        if target.type in table.stores and base.type in table.names:
            self.changed(decoded(base), node)
            self._set(target, node)
            value = node.child_by_field_name("right")
            if value is not None and decoded(target) == f"{decoded(base)}.code":
                self.names.codes[decoded(base)] = text_of(value, table)

    def _set(self, target: Node, node: Node) -> None:
        """Take `self.rate = value` as a call: the attribute may be a property or a descriptor."""
        value = node.child_by_field_name("right")
        said = decoded(target)
        if value is not None and OWN_ATTRIBUTE.match(said) and node.start_byte == target.start_byte:
            given = Argument(text_of(value, self._table))
            self.add("calls", f"{said} =", node, arguments=(given,))

    def changed(self, name: str, node: Node) -> None:
        """Take a change in place: of a parameter, of something of the file, or of a local."""
        names = self.names
        if name in names.parameters:
            renewal = names.anew.now.get(name.lstrip("$"))
            absent = {form.replace("{name}", name) for form in self._table.absent}
            if renewal is None or renewal.told.when in absent:
                self.add("mutates", name, node)
        elif name not in self._table.receivers:
            names.unstable.add(name)
            if not names.is_assigned(name):
                self.add("effect", f"writes {name}", node)

    def finish(self) -> list[Evidence]:
        """Return the evidence that still holds now that every name of the body is known."""
        self.operations |= rest_of_operations(self.body, self._table) | self.names.rebindings()
        if self._table.bare_members:
            self.operations.add("bare_members")
        self._watch()
        return [e for e in self.evidence if self._holds(e)]

    def _holds(self, e: Evidence) -> bool:
        names = self.names
        if e.kind == "returns" and e.arguments and e.subject in names.mappings:
            return e.subject not in names.unstable and names.is_assigned_once(e.subject)
        if e.kind == "effect" and e.subject.startswith("writes "):
            name = e.subject.removeprefix("writes ")
            return name in names.outer or not names.is_assigned(name)
        if e.kind in ("calls", "effect"):
            root = WORD.match(e.subject)
            if root and names.is_local(root.group()):
                self.operations.add("attribute_call" if "." in e.subject else "unknown_call")
                return names.is_followed(root.group())
        return True

    def _watch(self) -> None:
        """Find the names that are effects without being called: `os.environ`."""
        raw = self.body.text or b""
        for name, word in self._table.watched.items():
            wanted = name.encode()
            place = raw.find(wanted)
            while place >= 0:
                start = self.body.start_byte + place
                node = self.body.descendant_for_byte_range(start, start + len(wanted))
                if node is not None and node.type in self._table.stores and node.text == wanted:
                    self.add("effect", name, node, conditions=(), message=word)
                    break
                place = raw.find(wanted, place + 1)
