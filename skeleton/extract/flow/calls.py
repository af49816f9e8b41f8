"""Takes the calls of a body: checks, warnings, effects, changes, or something to follow."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.extract.flow.names import INSTANCE
from skeleton.extract.flow.operations import divided
from skeleton.extract.flow.path import MAX_PASSED, failure_of
from skeleton.extract.flow.table import CONTROL
from skeleton.extract.flow.text import (
    UNREADABLE,
    arguments_of,
    callee_of,
    decoded,
    filled,
    method_of,
    parts_of,
    text_of,
    trailing_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

    from skeleton.extract.flow.marks import Marks
    from skeleton.extract.flow.record import Record
    from skeleton.extract.flow.table import Guard, Table
    from skeleton.model import EvidenceKind

LOUD = frozenset({"call", "deferred", "nested", "throw", "yield"})  # what may raise when it runs
MAX_ARGUMENTS = 12
DEFERRED = re.compile(r"(?:\(\)\s*->|\|[^|]*\|)\s*")  # a function that makes an error
MAKES = re.compile(
    r"(?:new\s+)?(?P<name>[A-Z][\w.]*)(?:\((?P<given>[\"'].*)?.*\)|::new)\Z", re.DOTALL
)
OWN = re.compile(r"([$\w]+)(?:\.|->|::)\w+\Z")
CALLS_BACK = "calls back with"
WARNING = re.compile(r"[\w.]*Warning\b")
MADE = re.compile(
    r"(?:(?P<kind>[A-Z][\w:]*)\.new\b(?:\((?P<given>[\"'][^\"']*[\"'])\)\Z|.*)|(?P<text>[\"'].*))\Z",
    re.DOTALL,
)
CLAIM = re.compile(r"not \(\{(\d)\}\)\Z")  # a check that fails where an argument does not hold


RESULTS = frozenset({"block", "case", "elif", "else", "if", "switch", "wrapper"})


class Calls:
    """The calls of one body, taken in source order."""

    def __init__(
        self,
        table: Table,
        marks: Marks,
        record: Record,
    ) -> None:
        """Prepare a body; nothing is taken yet.

        Args:
            table: Of its language.
            marks: Where its calls stand.
            record: Takes the facts, and knows the path.
        """
        self._table, self._marks = table, marks
        self._record, self._path = record, record.path
        self.alone = 0  # id of the call that is a statement by itself
        self.thrown = 0  # id of the call that makes the exception of a `throw`
        self._call_end = 0  # of the outermost call at hand

    def take(self, end: int, enter: Callable[[Node, tuple[str, ...]], None]) -> None:
        """Take the calls before a byte, under the conditions that hold now.

        Args:
            end: The byte.
            enter: Takes a statement in an expression, and the conditions that the expression puts
                before it.
        """
        for role, node in self._marks.until(end):
            if role in CONTROL:
                enter(node, (*self._marks.conditions(node), *self._by_need(node)))
            elif role == "call":
                if node.id != self.thrown:
                    self._called(node)
            elif role == "yield":
                self._record.yields = True
            elif role == "deferred" and not self._is_silent(node):
                self._record.operations.add("unknown_call")
            elif role == "binding":
                for target in self._table.targets(node):
                    self._record.assigned(target)

    def _called(self, node: Node) -> None:
        """Take one call: a check, a warning, an effect, a change, or something to follow."""
        table, names = self._table, self._record.names
        outermost = node.start_byte >= self._call_end
        self._call_end = max(self._call_end, node.end_byte)
        callee, listed = callee_of(node, table)
        owner, method = method_of(node, listed) if table.methods else ("", "")
        check = table.methods.get(method)
        if check and check.word and listed is not None and check.result in self._record.result:
            self._under(node, lambda: self._fails(node, check, owner, listed))
            return
        if not callee:
            self._touched(node, names.full(table.method_of_new(node)), "")
            known = table.method_of(node) in table.harmless_methods
            self._record.operations.add("method_call" if known else "unknown_call")
            return
        if callee in table.guards and table.guards[callee].result in self._record.result:
            self._under(node, lambda: self._checked(node, callee, listed))
            self._followed("checks", node, callee, listed)
            return
        if callee in table.warn:
            self._under(node, lambda: self._warned(node, callee, listed))
            return
        handed = self._handed_over(callee, listed)
        if handed is not None:
            self._under(node, lambda: self._record.raised_value(node, handed, CALLS_BACK))
            return
        root, _, rest = callee.partition(".")
        method = rest.rpartition(".")[2]
        full = names.full(callee)
        if "." in full and full in table.conversions:  # of the library of the language
            self._record.operations.add(f"conversion {full}")
            return
        if callee in table.dividers:
            given = arguments_of(listed, table)
            self._record.operations |= divided(given[-1].text if given else "", node)
        elif callee in table.conversions:
            self._record.operations.add(f"conversion {callee}")
        self._touched(node, full, callee)
        if callee in table.harmless or table.logging(callee):
            return
        if outermost:
            names.give_away(listed)
        changes = method in table.takers or (method in table.mutators and node.id == self.alone)
        if changes and "." not in rest:
            self._record.changed(root, node)
        if method in table.harmless_methods:
            self._record.operations.add("method_call")
        elif names.is_local(root) and (changes or not rest or "." in rest):
            self._record.operations.add("attribute_call" if rest else "unknown_call")
        else:
            self._followed("calls", node, callee, listed)

    def _is_silent(self, function: Node) -> bool:
        """Whether a function without a name only reads: no call, nothing that is thrown."""
        waiting = [function.child_by_field_name("body")]
        while waiting:
            node = waiting.pop()
            if node is None or self._table.roles.get(node.type) in LOUD:
                return False
            waiting += node.named_children
        return True

    def _followed(self, kind: EvidenceKind, node: Node, callee: str, listed: Node | None) -> None:
        """Take a call that `contracts` may follow."""
        path = self._path
        before, otherwise = path.past() if path.passed else (path.conditions, None)
        self._record.add(
            kind,
            callee,
            node,
            conditions=(*before, *self._marks.conditions(node)),
            arguments=tuple(arguments_of(listed, self._table)[:MAX_ARGUMENTS]),
            otherwise=otherwise,
            word="own" if self._is_own(callee) else "",
            returned=bool(self._table.passes) and self._is_result(node),
        )

    def bare(self, node: Node) -> None:
        """Take a name that stands alone; it is a call unless it is a local."""
        name = decoded(node)
        if not self._record.names.is_local(name):
            self._followed("calls", node, name, None)

    def _is_result(self, node: Node) -> bool:
        """Whether what a call gives is returned, passed on by `?`, or the last of the body."""
        table = self._table
        while (parent := node.parent) is not None and node.id != self._record.body.id:
            role = table.roles.get(parent.type, "")
            if parent.type in table.passes or role == "return":
                return True
            if table.error_result and parent.type not in table.lists:
                return False  # Go returns by a word alone
            last = parts_of(parent, table)[-1:]
            asked = (parent.child_by_field_name(field) for field in ("condition", "value"))
            if role == "block" and last != [node]:
                return False
            if role == "wrapper" and (parent.text or b"").endswith(b";"):
                return False
            if role in ("if", "switch") and any(part == node for part in asked):
                return False
            kept = role in RESULTS or parent.type in table.lists or "block" in parent.type
            if not kept and parent.type in table.stores and self._is_kept(parent):
                kept = True
            if not kept and not (role == "call" and node.type in table.stores):
                return False
            node = parent
        return True

    def _is_kept(self, member: Node) -> bool:
        """Whether a method gives on what it is called on, if that is an error: `found.map(..)`."""
        return decoded(member.named_children[-1]) in self._table.keeps

    def is_check(self, value: Node) -> bool:
        """Whether a value is a call that only raises: `return Promise.reject(new E())`."""
        is_call = self._table.roles.get(value.type) == "call"
        check = self._table.guards.get(callee_of(value, self._table)[0]) if is_call else None
        return check is not None and not check.condition

    def _handed_over(self, callee: str, listed: Node | None) -> Node | None:
        """Return the error that a callback is given: `done(new E())`, `nextTick(done, new E())`."""
        callbacks = self._table.callbacks & self._record.names.parameters
        if not callbacks:
            return None
        given = listed.named_children if listed is not None else []
        if callee not in callbacks:
            if len(given) < 2 or decoded(given[0]) not in callbacks:
                return None
            given = given[1:]
        makes = given and (self._record.names.made(decoded(given[0])) or self._makes(given[0]))
        return given[0] if makes else None

    def _makes(self, value: Node) -> bool:
        """Whether a value is an instance that is made in place."""
        is_call = self._table.roles.get(value.type) == "call"
        return is_call and INSTANCE.match(text_of(value, self._table)) is not None

    def _is_own(self, callee: str) -> bool:
        """Whether a callee may be a member of what the function itself belongs to."""
        said = OWN.match(callee)
        if said is None:
            return self._table.bare_members and callee.isidentifier()
        return said.group(1) in {*self._table.receivers, self._record.receiver, "this"}

    def _touched(self, node: Node, full: str, callee: str) -> None:
        """Take what a call touches outside the program; told by what the caller knows it by."""
        effect = self._table.effect_of(full)
        if effect:
            own = callee.partition(".")[0] in self._record.names.parameters
            self._record.add("effect", callee if own else full, node, message=effect)

    def _under(self, node: Node, act: Callable[[], None]) -> None:
        """Do something under the conditions of the expression around a call as well."""
        kept = self._path.conditions
        self._path.conditions = (*kept, *self._marks.conditions(node))
        act()
        self._path.conditions = kept

    def _checked(self, node: Node, callee: str, listed: Node | None) -> None:
        """Take a call that is a check: `requireNonNull(x)`, `assert!(x)`, `panic("..")`."""
        word, subject, condition, at, _ = self._table.guards[callee]
        texts = [a.text for a in arguments_of(listed, self._table)]
        if any(f"{{{place}}}" in subject + condition for place in range(len(texts), 4)):
            return
        thrown = filled(subject, texts)
        if thrown[:1].isdigit():  # Ruby: a method of the class itself, `fail(405, "text")`
            return
        before, exits = self._path.conditions, self._path.exits
        if word.startswith("asserts") and condition:
            told = texts[at] if 0 <= at < len(texts) else ""
            self._record.add("asserts", texts[0], node, message=told, otherwise=False, word=word)
            return
        if condition:
            claimed = CLAIM.match(condition)
            failed = failure_of(texts[int(claimed[1])]) if claimed else filled(condition, texts)
            self._path.conditions, self._path.exits = (*before, failed), ()
        message = texts[at] if 0 <= at < len(texts) else trailing_text(node, self._table)
        if self._record.is_caught_one(thrown):
            self._record.raised(node, self._path.handler, again=True)
            return
        new = MAKES.match(thrown)
        if new:  # JavaScript: `Promise.reject(new E("text"))`
            thrown, message = new["name"], message or new["given"] or ""
        made = MADE.match(thrown)
        if made:  # Ruby: `raise E.new("text")`, `raise "text"`
            plain = self._table.words.get("plain", "")
            thrown, message = made["kind"] or plain, made["given"] or made["text"] or message
        self._record.raised(node, thrown, message, word=word)
        self._path.conditions, self._path.exits = before, exits
        if not condition:
            self._path.add_exit("")

    def _fails(self, node: Node, check: Guard, owner: str, listed: Node) -> None:
        """Take a method that fails with what it is called on: `found.orElseThrow(E::new)`."""
        given = [a.text for a in arguments_of(listed, self._table)]
        if check.subject and not given and "{0}" in check.subject:
            given = [check.subject.partition("|")[2]]
        owner = owner if len(owner) <= MAX_PASSED else UNREADABLE
        form = check.subject.partition("|")[0]
        made = DEFERRED.sub("", filled(form, given))
        said = MAKES.match(made)
        subject = said.group("name") if said else made
        message = given[check.message] if 0 <= check.message < len(given) else ""
        condition = check.condition.replace("{self}", owner)
        before, exits = self._path.conditions, self._path.exits
        handler = condition.removeprefix("on ") if condition.startswith("on ") else ""
        if not handler:
            self._path.conditions = (*before, condition)
        self._path.exits = ()
        self._record.raised(
            node,
            subject,
            message or (said.group("given") or "" if said else ""),
            word=check.word,
            handler=handler,
        )
        self._path.conditions, self._path.exits = before, exits

    def _by_need(self, node: Node) -> tuple[str, ...]:
        """Return when an argument is asked for: `found.getOrElse(throw E())`."""
        listed = node.parent
        call = listed.parent if listed is not None else None
        if listed is None or call is None or listed.type not in self._table.arguments:
            return ()
        owner, method = method_of(call, listed)
        check = self._table.methods.get(method)
        return (check.condition.replace("{self}", owner),) if check else ()

    def _warned(self, node: Node, callee: str, listed: Node | None) -> None:
        arguments = arguments_of(listed, self._table)
        category = next((a.text for a in arguments if a.keyword == "category"), "")
        positional = [a for a in arguments if not a.keyword]
        if not category and len(positional) > 1:
            category = positional[1].text
        made = WARNING.match(positional[0].text) if positional else None
        if made:
            category = made.group()
        subject = category or self._table.warn[callee]
        self._record.add("warns", subject, node, message=self._record.names.message(arguments))
