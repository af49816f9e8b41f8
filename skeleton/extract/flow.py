"""Reads the body of a callable: what it raises, returns, asserts, warns of, calls and writes to, and when.

Works on statements and the calls inside them, by the table `[flow]` of a language; knows no language by name. Follows
no values, except names that are assigned once; looks into no other function. What the facts mean for a caller is for
`contracts` to say.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, NamedTuple

from skeleton.extract.flow_table import Table, table_of
from skeleton.extract.parsers import find_nodes
from skeleton.model import Argument, Evidence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from skeleton.model import EvidenceKind, Language

MAX_DEPTH = 120  # steps into blocks, two for each; deeper statements are passed over
MAX_TEXT = 300  # characters of a slice worth keeping
MAX_ARGUMENTS = 12
UNREADABLE = ".."  # stands for a condition that is too long to keep
OTHERWISE = "otherwise"  # stands for the failure of tests that are too many to repeat
ANY = "any exception"
EVERYTHING = "BaseException"

# What a block or a statement does to the statements after it.
MAY_LEAVE = 1  # some path leaves the function
MAY_SKIP = 2  # some path leaves the round of the loop
ENDS = 4  # no path reaches the next statement

DOTTED = re.compile(r"(?:super\(\)\.)?[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$#][\w$]*)*!?\Z")
WORD = re.compile(r"[A-Za-z_]\w*")
ATTRIBUTE = re.compile(rb"\.([A-Za-z_]\w*)(?![\w(])")
DIVISION = re.compile(rb"[/%]")
COMPOSITE = re.compile(r"(&?)([\w.]+)\s*\{")
MESSAGE_START = re.compile(r"""[A-Za-z]{0,2}["'`]""")


class BodyFacts(NamedTuple):
    """What a body says, in source order."""

    evidence: tuple[Evidence, ...] = ()
    bindings: tuple[tuple[str, str], ...] = ()
    operations: tuple[str, ...] = ()
    nature: tuple[str, ...] = ()


def read_body(body: Node, language: Language, parameters: tuple[str, ...] = ()) -> BodyFacts:
    """Read the body of a callable.

    Args:
        body: The node of the block, or of the expression that is the body.
        language: Its `flow` table drives the walk; an empty one gives no facts.
        parameters: Names of the parameters, so that writes to them are seen.

    Returns:
        Evidence in source order; locals that are assigned once, outside loops and branches, and named by some
        evidence; words for what else in the body may raise (`subscript`, `division`, `conversion`,
        `method_call`,
        `attribute_call`, `unknown_call`, `await`, `.NAME` for an attribute read, `rebinds NAME`).
    """
    if not language.flow:
        return BodyFacts()
    table = table_of(language)
    walk = _Walk(table, body, language, parameters)
    walk.run()
    return walk.facts()


class _Walk:
    """One pass over the statements of one body; holds the path to the statement at hand."""

    def __init__(
        self,
        table: Table,
        body: Node,
        language: Language,
        parameters: tuple[str, ...],
        inside: str = "",
    ) -> None:
        self.table, self.root, self.language, self.inside = table, body, language, inside
        self.parameters = frozenset(parameters) - table.receivers
        self.evidence: list[Evidence] = []
        # the path to the statement at hand
        self.conditions: tuple[str, ...] = ()
        self.caught: tuple[str, ...] = ()
        self.handler = ""
        self.handled = ""  # the name that the handler gives to the exception
        self.exits: tuple[
            str, ...
        ] = ()  # earlier ways out of this block: their condition, empty if not plain
        self.branch_depth = 0
        # names
        self.assigned: dict[str, int] = {}
        self.values: dict[str, str] = {}
        self.mappings: dict[str, tuple[str, ...]] = {}
        self.unstable: set[str] = set()
        self.messages: dict[str, str] = {}
        self.sources: dict[str, str] = {}  # the call that a name was last given the result of
        self.globals: set[str] = set()
        self.rebound: set[str] = set()
        self.nested: dict[str, Node] = {}
        self.operations: set[str] = set()
        self.yields = False
        # calls and the expressions around them, in source order
        self.marks = find_nodes(body, language, table.marks)
        self.starts = [node.start_byte for node in self.marks] + [sys.maxsize]
        self.next_mark = 0
        self.call_end = 0  # of the outermost call at hand
        self.skip_until = 0
        self.alone = 0  # the call that is a statement by itself
        self.made = 0  # the call that makes the exception of a `throw`
        self.contexts: list[Node] = []
        self.handle = {
            "block": _Walk.block, "wrapper": _Walk.wrapper, "if": _Walk.if_chain, "loop": _Walk.loop,
            "try": _Walk.try_block, "with": _Walk.with_block, "switch": _Walk.switch, "throw": _Walk.throw,
            "return": _Walk.return_, "leave": _Walk.leave, "assert": _Walk.assert_, "delete": _Walk.delete,
            "global": _Walk.global_, "nested": _Walk.nest, "decorated": _Walk.decorated,
            "assignment": _Walk.assign, "declaration": _Walk.declare, "augmented": _Walk.augment,
            "import": _Walk.import_,
        }  # fmt: skip

    # -- the walk

    def run(self) -> None:
        self.statement(self.root, 0)
        self.flush(self.root.end_byte)

    def statement(self, node: Node, depth: int) -> int:
        role = self.table.roles.get(node.type)
        action = self.handle.get(role) if role else None
        if action is None or depth > MAX_DEPTH:
            self.flush(node.end_byte)
            return 0
        return action(self, node, depth)

    def block(self, node: Node, depth: int) -> int:
        """Walk statements in order; each knows the ways out before it."""
        seen = 0
        for child in node.named_children:
            if seen & ENDS and self.table.roles.get(child.type) != "nested":
                self.flush_silently(child.end_byte)  # never reached
                continue
            before = len(self.exits)
            result = self.statement(child, depth + 1)
            if result & (MAY_LEAVE | MAY_SKIP) and len(self.exits) == before:
                self.exits = (*self.exits[:2], "")
            seen |= result
        return seen

    def wrapper(self, node: Node, depth: int) -> int:
        result = 0
        for child in node.named_children:
            role = self.table.roles.get(child.type)
            if role == "call":
                self.alone = child.id
            if role:
                result |= self.statement(child, depth + 1)
        self.flush(node.end_byte)
        return result

    def branch(self, node: Node, depth: int, *conditions: str) -> int:
        """Walk a block that is reached only under conditions."""
        kept = self.conditions, self.exits
        self.conditions, self.exits = (*self.conditions, *conditions), ()
        self.branch_depth += 1
        result = self.statement(node, depth + 1)
        self.branch_depth -= 1
        self.conditions, self.exits = kept
        return result

    # -- statements through which control passes

    def if_chain(self, node: Node, depth: int) -> int:
        """Walk `if`, every `elif` and `else` of one statement, however long, without recursion."""
        before: list[str] = []  # tests of earlier branches
        through: list[str] = []  # those of branches after which control goes on
        may, ends, complete = 0, True, False
        for test, body in self.branches(node):
            if test is None:
                complete = True
                conditions = self.otherwise(before, through)
            else:
                kept = self.conditions
                self.conditions = (*kept, *self.negated(through))
                self.flush(body.start_byte)
                self.conditions = kept
                condition = self.text(test)
                conditions = (*self.negated(through), condition)
            exits = self.exits
            if conditions:
                result = self.branch(body, depth, *conditions)
            else:
                result = self.last(body, depth, certain=not through)
            self.exits = exits
            may |= result & (MAY_LEAVE | MAY_SKIP)
            ends = ends and bool(result & ENDS)
            if test is not None:
                before.append(condition)
                if not result & ENDS:
                    through.append(condition)
        self.flush(node.end_byte)
        if len(before) == 1 and not complete and ends:
            self.exits = (*self.exits[:2], before[0])
        return may | (ENDS if complete and ends else 0)

    def last(self, body: Node, depth: int, *, certain: bool) -> int:
        """Walk the `else` of a chain whose tests are too many to repeat.

        What is raised there directly says `otherwise`; so does a guard within, unless every earlier branch leaves.
        """
        if certain:
            self.exits = ("", "")
            self.branch_depth += 1
            result = self.statement(body, depth + 1)
            self.branch_depth -= 1
            return result
        return self.branch(body, depth, OTHERWISE)

    def otherwise(self, before: list[str], through: list[str]) -> tuple[str, ...]:
        if len(before) == 1:
            return (f"not ({before[0]})",)
        if len(before) == 2 and through:
            return tuple(f"not ({test})" for test in before)
        return ()

    def negated(self, through: list[str]) -> tuple[str, ...]:
        """Return the tests that must have failed, if they are few enough to say."""
        if len(through) > 3:
            return (UNREADABLE,)
        return tuple(f"not ({test})" for test in through)

    def branches(self, node: Node) -> Iterator[tuple[Node | None, Node]]:
        """Yield test and body of each branch; the test of `else` is `None`."""
        roles = self.table.roles
        current: Node | None = node
        while current is not None:
            test = current.child_by_field_name("condition")
            body = current.child_by_field_name("consequence")
            if test is None or body is None:
                return
            before = current.child_by_field_name("initializer")
            if before is not None:  # Go: `if err := f(); err != nil`
                self.statement(before, 0)
            yield test, body
            following: Node | None = None
            for other in current.children_by_field_name("alternative"):
                role = roles.get(other.type)
                if role == "elif":
                    test = other.child_by_field_name("condition")
                    body = other.child_by_field_name("consequence")
                    if test is not None and body is not None:
                        yield test, body
                    continue
                inner = self.only_child(other) if role == "else" else other
                if inner is not None and roles.get(inner.type) == "if":
                    following = inner
                elif inner is not None:
                    yield None, inner
            current = following

    def only_child(self, node: Node) -> Node | None:
        body = node.child_by_field_name("body")
        if body is not None:
            return body
        children = [c for c in node.named_children if c.type not in self.table.comments]
        return children[0] if children else None

    def loop(self, node: Node, depth: int) -> int:
        body = node.child_by_field_name("body")
        if body is None:
            return 0
        self.flush(body.start_byte)
        for target in self.table.targets(node):
            self.assigned_in(target)
        header = self.header(node, body)
        endless = header in self.table.endless
        kept = self.conditions, self.exits
        if not endless:
            self.conditions = (*self.conditions, header)
        self.branch_depth += 1
        result = self.statement(body, depth + 1)
        self.branch_depth -= 1
        self.conditions, self.exits = kept
        other = node.child_by_field_name("alternative")
        if other is not None:  # Python: runs unless the loop was left by `break`
            self.exits = (*self.exits[:2], "")
            result |= self.statement(self.only_child(other) or other, depth + 1)
            self.exits = kept[1]
        self.flush(node.end_byte)
        return (result & MAY_LEAVE) | (ENDS if endless and not result & MAY_SKIP else 0)

    def header(self, node: Node, body: Node) -> str:
        """Return what a loop says before its body, without the mark that opens the body."""
        raw = (node.text or b"")[: body.start_byte - node.start_byte].decode("utf-8", "replace")
        text = " ".join(_without_comments(raw, self.table).split())
        text = text.rstrip(":{ ") if len(text) <= MAX_TEXT else UNREADABLE
        return text

    def try_block(self, node: Node, depth: int) -> int:
        """Walk a `try`: its handlers guard the body, a `finally` that leaves swallows everything."""
        roles = self.table.roles
        body = node.child_by_field_name("body")
        handlers = [c for c in node.named_children if roles.get(c.type) == "handler"]
        final = [c for c in node.named_children if roles.get(c.type) == "finally"]
        outer = self.caught
        if any(self.leaves(clause) for clause in final):
            self.caught = (*self.caught, EVERYTHING)
        around = self.caught
        result = 0
        if body is not None:
            resources = node.child_by_field_name("resources")
            if resources is not None:
                self.flush(body.start_byte)
            for handler in handlers:
                if not self.passes_on(handler):
                    self.caught = (*self.caught, *self.types_of(handler))
            result = self.statement(body, depth + 1)
            self.caught = around
        ends = bool(result & ENDS)
        for clause in node.named_children:
            role = roles.get(clause.type)
            if role == "else":
                more = self.statement(self.only_child(clause) or clause, depth + 1)
                ends, result = ends or bool(more & ENDS), result | more
            elif role == "handler":
                more = self.handler_block(clause, depth)
                ends, result = ends and bool(more & ENDS), result | more
        self.caught = outer
        for clause in final:
            more = self.statement(self.only_child(clause) or clause, depth + 1)
            ends, result = ends or bool(more & ENDS), result | more
        self.flush(node.end_byte)
        return (result & ~ENDS) | (ENDS if ends else 0)

    def handler_block(self, clause: Node, depth: int) -> int:
        body = clause.child_by_field_name("body") or clause.named_children[-1]
        self.flush(body.start_byte)
        kept = self.conditions, self.exits, self.handler, self.handled
        types = self.types_of(clause)
        self.exits = ()
        self.handler = ANY if types in ((EVERYTHING,), ()) else ", ".join(types)
        self.handled = self.table.alias(clause)
        if self.handled:
            self.assigned[self.handled] = 2
        self.branch_depth += 1
        result = self.statement(body, depth + 1)
        self.branch_depth -= 1
        self.conditions, self.exits, self.handler, self.handled = kept
        return result

    def types_of(self, handler: Node) -> tuple[str, ...]:
        """Return the exceptions that a handler names, as written; the widest for a bare one."""
        return self.table.caught_types(handler) or (EVERYTHING,)

    def passes_on(self, handler: Node) -> bool:
        """Whether a handler raises what it caught again."""
        alias = self.table.alias(handler)
        for node in find_nodes(handler, self.language, tuple(sorted(self.table.throws))):
            thrown = node.named_children
            if not thrown or (
                alias and (thrown[0].text or b"").decode("utf-8", "replace") == alias
            ):
                return True
        return False

    def leaves(self, clause: Node) -> bool:
        """Whether a `finally` returns, so that no exception gets past it."""
        roles = self.table.roles
        body = self.only_child(clause)
        return body is not None and any(roles.get(c.type) == "return" for c in body.named_children)

    def with_block(self, node: Node, depth: int) -> int:
        body = node.child_by_field_name("body")
        if body is None:
            return 0
        self.flush(body.start_byte)
        kept = self.caught
        for callee, arguments, target in self.table.context_managers(node):
            if callee in self.table.suppress:
                self.caught = (*self.caught, *arguments)
            if target is not None:
                self.assigned_in(target)
        suppressing = self.caught != kept
        result = self.statement(body, depth + 1)
        self.caught = kept
        return result & ~ENDS if suppressing else result

    def switch(self, node: Node, depth: int) -> int:
        subject, cases = self.table.cases(node)
        name = self.text(subject) if subject is not None else ""
        may, ends, complete = 0, True, False
        for patterns, guard, bodies in cases:
            kept = self.exits, self.conditions
            conditions: list[str] = []
            if patterns:
                said = ", ".join(self.text(pattern) for pattern in patterns)
                conditions.append(f"{name} matches {said}" if name else said)
            if guard is not None:
                conditions.append(self.text(guard))
            if not conditions:
                complete = True
            for pattern in patterns:
                self.assigned_in(pattern)
            if bodies:
                self.flush(bodies[0].start_byte)
            self.conditions = (*self.conditions, *conditions)
            self.exits = () if conditions else ("", "")
            self.branch_depth += 1
            result = 0
            for body in bodies:
                if not result & ENDS:
                    result |= self.statement(body, depth + 1)
            self.branch_depth -= 1
            self.exits, self.conditions = kept
            may |= result & (MAY_LEAVE | MAY_SKIP)
            if result & MAY_SKIP and "breaks" in self.table.switch_flags:
                ends = False  # a `break` leaves the switch alone
            ends = ends and bool(result & ENDS)
        self.flush(node.end_byte)
        return may | (ENDS if complete and ends else 0)

    # -- statements that say something

    def throw(self, node: Node, _depth: int) -> int:
        thrown = next((c for c in node.named_children if c.type not in self.table.comments), None)
        if thrown is not None:
            self.flush(thrown.start_byte)
            self.made = thrown.id
        self.flush(node.end_byte)
        self.made = 0
        if thrown is None:
            self.raised(node, self.handler if self.handler != ANY else "", "", again=True)
            return MAY_LEAVE | ENDS
        callee, listed = "", None
        if self.table.roles.get(thrown.type) == "call":
            callee, listed = self.callee_of(thrown)
        subject = callee or self.text(thrown)
        root = WORD.match(subject)
        if self.handled and root and root.group() == self.handled:
            self.raised(node, self.handler if self.handler != ANY else "", "", again=True)
            return MAY_LEAVE | ENDS
        self.raised(node, subject, self.message(self.arguments_of(listed)))
        return MAY_LEAVE | ENDS

    def raised(
        self, node: Node, subject: str, message: str, *, again: bool = False, word: str = ""
    ) -> None:
        if again and (not subject or subject in self.table.broad):
            return  # passes on whatever came: nothing to say
        conditions, otherwise = self.path()
        self.add(
            "raises",
            subject,
            node,
            conditions=conditions,
            message=message,
            otherwise=otherwise,
            word=word or self.table.words.get("throw", ""),
            arguments=(Argument("again"),) if again else (),
        )

    def path(self) -> tuple[tuple[str, ...], bool]:
        """Return the conditions here, and whether there are ways out before that they do not say."""
        exits = self.exits
        if len(exits) == 1 and exits[0] and not exits[0].startswith(("not ", "!")):
            return (*self.conditions, f"not ({exits[0]})"), False
        return self.conditions, bool(exits)

    def return_(self, node: Node, _depth: int) -> int:
        value = next((c for c in node.named_children if c.type not in self.table.comments), None)
        self.flush(node.end_byte)
        if value is not None and not self.error_returned(value, node) and not self.opaque(value):
            self.returned(value, node)
        return MAY_LEAVE | ENDS

    def opaque(self, value: Node) -> bool:
        """Whether a result holds what says nothing to a caller: markup, private names, casts."""
        waiting = [value] if self.table.opaque else []
        while waiting:
            node = waiting.pop()
            if node.type in self.table.opaque:
                return True
            waiting += node.named_children
        return False

    def error_returned(self, value: Node, node: Node) -> bool:
        """Take a result that is an error where errors are values: the last of the results, and not `nil`."""
        if not self.table.error_result or not self.gives_errors():
            return False
        last = value.named_children[-1] if value.type in self.table.lists else value
        text = self.text(last)
        if text == "nil":
            return False
        callee, arguments = "", []
        if self.table.roles.get(last.type) == "call":
            callee, listed = self.callee_of(last)
            arguments = self.arguments_of(listed)
            made = callee in self.table.error_makes or value is not last
            if not made and not any(text in condition for condition in self.conditions):
                return False  # passed on as it comes, `nil` included
        passed = next((a.text for a in arguments if a.text in self.sources), text)
        source = self.sources.get(passed, "")
        kept = self.conditions
        if source and (passed == text or callee in self.table.error_wraps):
            self.conditions = tuple(c for c in kept if c != f"{passed} != nil")
            self.raised(node, source, self.message(arguments), word="error wraps")
        elif callee in self.table.error_makes:
            self.raised(node, "", self.message(arguments))
        else:
            literal = COMPOSITE.match(text)
            said = literal.expand(r"\1\2").replace("&", "*") if literal else text
            self.raised(node, said, "")
        self.conditions = kept
        return True

    def gives_errors(self) -> bool:
        """Whether the last result of the function is an error."""
        holder = self.root.parent
        result = holder.child_by_field_name("result") if holder is not None else None
        text = (result.text or b"").decode("utf-8", "replace") if result is not None else ""
        return text.rstrip(") ").endswith(self.table.error_result)

    def returned(self, value: Node, node: Node) -> None:
        text = self.text(value)
        keys = self.keys_of(value)
        if keys is None and text in self.mappings:
            keys = self.mappings[text]
        if text == UNREADABLE and not keys:
            return
        conditions, otherwise = self.path() if self.branch_depth else (self.conditions, False)
        if self.branch_depth and not conditions and not self.handler:
            conditions = (OTHERWISE,)
        self.add(
            "returns",
            text,
            node,
            conditions=conditions,
            otherwise=otherwise,
            arguments=tuple(Argument(key) for key in keys or ()),
        )

    def leave(self, node: Node, _depth: int) -> int:
        return MAY_SKIP | ENDS

    def assert_(self, node: Node, _depth: int) -> int:
        parts = [c for c in node.named_children if c.type not in self.table.comments]
        self.flush(node.end_byte)
        if parts:
            message = self.text(parts[1]) if len(parts) > 1 else ""
            self.add("asserts", self.text(parts[0]), node, message=message)
        return 0

    def delete(self, node: Node, _depth: int) -> int:
        self.flush(node.end_byte)
        for target in node.named_children:
            parts = target.named_children if target.type in self.table.lists else [target]
            for part in parts:
                self.written(part, node)
        return 0

    def global_(self, node: Node, _depth: int) -> int:
        self.globals.update(WORD.findall((node.text or b"").decode("utf-8", "replace"))[1:])
        return 0

    def nest(self, node: Node, _depth: int) -> int:
        name = node.child_by_field_name("name")
        if name is not None and name.text:
            self.nested[name.text.decode()] = node
            self.assigned[name.text.decode()] = 2
        self.flush_silently(node.end_byte)
        return 0

    def decorated(self, node: Node, depth: int) -> int:
        inner = node.child_by_field_name("definition")
        return self.nest(inner, depth) if inner is not None else 0

    def import_(self, node: Node, _depth: int) -> int:
        return 0

    # -- names

    def declare(self, node: Node, depth: int) -> int:
        """Take a declaration of locals: each declarator is an assignment; Rust's may have an `else`."""
        result = 0
        for name, value in self.table.declared(node):
            self.bind(name, value, node)
            if value is not None and value.type in self.table.roles:
                result |= self.statement(value, depth + 1)
            other = node.child_by_field_name("alternative")
            if other is not None and value is not None:
                said = f"let {self.text(name)} = {self.text(value)}"
                self.flush(other.start_byte)
                result |= self.branch(other, depth, f"not ({said})")
        self.flush(node.end_byte)
        return result & ~ENDS

    def assign(self, node: Node, _depth: int) -> int:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        while right is not None and self.table.roles.get(right.type) == "assignment":
            if left is not None:
                self.assigned_in(left, node)
            left, right = right.child_by_field_name("left"), right.child_by_field_name("right")
        self.flush(node.end_byte)
        if left is not None:
            self.bind(left, right, node)
        return 0

    def bind(self, left: Node, right: Node | None, node: Node) -> None:
        """Note what names are given by one assignment."""
        if self.table.error_result and right is not None:
            inner = right.named_children[0] if right.type in self.table.lists else right
            if self.table.roles.get(inner.type) == "call":
                names = left.named_children if left.type in self.table.lists else [left]
                self.sources[(names[-1].text or b"").decode("utf-8", "replace")] = self.text(inner)
        if left.type not in self.table.names or right is None:
            if right is not None or left.type not in self.table.names:
                self.assigned_in(left, node)
            return
        name = (left.text or b"").decode("utf-8", "replace")
        self.assigned_in(left, node)
        text = self.text(right)
        if MESSAGE_START.match(text) or right.type in self.table.strings:
            self.messages[name] = text
        else:
            self.messages.pop(name, None)
        if self.branch_depth == 0 and text != UNREADABLE:
            self.values.setdefault(name, text)
            keys = self.keys_of(right)
            if keys:
                self.mappings[name] = keys
        if right.type in self.table.containers:
            self.values.pop(name, None)
            if right.type not in self.table.mapping:
                self.unstable.add(name)

    def assigned_in(self, target: Node, node: Node | None = None) -> None:
        """Note every name that an assignment, a loop or a pattern writes to."""
        if target.type in self.table.names:
            name = (target.text or b"").decode("utf-8", "replace")
            self.assigned[name] = self.assigned.get(name, 0) + 1
            if node is None:
                self.assigned[name] += 1  # the target of a loop or of a pattern
            if name in self.parameters and not self.replaces_absent(name):
                self.rebound.add(name)
            if name in self.globals and node is not None:
                self.add("effect", f"writes {name}", node)
            return
        if target.type in self.table.stores:
            if node is not None:
                self.written(target, node)
            return
        for child in target.named_children:
            self.assigned_in(child, node)

    def replaces_absent(self, name: str) -> bool:
        """Whether a parameter gets a new value only because none was given."""
        return bool(self.conditions) and self.conditions[-1] in {
            form.replace("{name}", name) for form in self.table.absent
        }

    def augment(self, node: Node, _depth: int) -> int:
        left = node.child_by_field_name("left") or node.child_by_field_name("argument")
        self.flush(node.end_byte)
        if left is None:
            return 0
        if left.type in self.table.names:
            name = (left.text or b"").decode("utf-8", "replace")
            self.assigned[name] = 2
            self.rebound.add(name)
            if name in self.globals:
                self.add("effect", f"writes {name}", node)
        else:
            self.written(left, node)
        return 0

    def written(self, target: Node, node: Node) -> None:
        """Take a write through a subscript or an attribute: to a parameter, or to something of the module."""
        if target.type not in self.table.stores:
            return
        base = target
        while base.type in self.table.stores and base.named_children:
            base = base.named_children[0]
        if base.type not in self.table.names:
            return
        self.mutated((base.text or b"").decode("utf-8", "replace"), node)

    def mutated(self, name: str, node: Node) -> None:
        if name in self.parameters:
            if name not in self.rebound:
                self.add("mutates", name, node)
        elif name not in self.table.receivers:
            self.unstable.add(name)
            if name not in self.assigned:
                self.add("effect", f"writes {name}", node)

    # -- calls

    def flush_silently(self, end: int) -> None:
        """Pass over the calls up to a byte: they belong to something else, or are never reached."""
        while self.starts[self.next_mark] < end:
            self.next_mark += 1

    def flush(self, end: int) -> None:
        """Take the calls up to a byte, under the conditions that hold now."""
        starts = self.starts
        while (start := starts[self.next_mark]) < end:
            node = self.marks[self.next_mark]
            self.next_mark += 1
            if start < self.skip_until or (self.made and node.id == self.made):
                continue
            role = self.table.roles[node.type]
            if role == "call":
                self.call(node)
            elif role == "yield":
                self.yields = True
            elif role in ("nested", "deferred"):
                self.skip_until = node.end_byte
                if role == "deferred":
                    self.operations.add("unknown_call")
            elif role == "binding":
                for target in self.table.targets(node):
                    self.assigned_in(target)
            else:
                while self.contexts and self.contexts[-1].end_byte <= node.start_byte:
                    self.contexts.pop()
                self.contexts.append(node)

    def call(self, node: Node) -> None:
        """Take one call: a check, a warning, an effect, a write, or something to follow; most are none of these."""
        table = self.table
        outermost = node.start_byte >= self.call_end
        self.call_end = max(self.call_end, node.end_byte)
        callee, listed = self.callee_of(node)
        if node.parent is not None and node.parent.type in table.throws:  # within an expression: `a ?? throw b`
            kept = self.conditions
            self.conditions = (*kept, *self.expression_conditions(node))
            arguments = self.arguments_of(listed)
            self.raised(node, callee or self.text(node), self.message(arguments))
            self.conditions = kept
            return
        if not callee:
            method = table.method_of(node)
            known = method in table.harmless_methods
            self.operations.add("method_call" if known else "unknown_call")
            return
        if callee in table.guards:
            self.guard(node, table.guards[callee], self.arguments_of(listed))
            return
        if callee in table.warn:
            self.warns(node, callee, self.arguments_of(listed))
            return
        root, _, rest = callee.partition(".")
        method = rest.rpartition(".")[2]
        if callee in table.conversions:
            self.operations.add("conversion")
        effect = table.effect_of(callee)
        if effect:
            self.add("effect", callee, node, message=effect)
        if callee in table.harmless or table.logging(callee):
            return
        if self.mappings and outermost:
            self.given_away(listed)
        changes = method in table.takers or (method in table.mutators and node.id == self.alone)
        if changes and "." not in rest:
            self.mutated(root, node)
        if method in table.harmless_methods:
            self.operations.add("method_call")
        elif self.is_local(root):
            self.operations.add("attribute_call" if rest else "unknown_call")
        else:
            conditions = (*self.conditions, *self.expression_conditions(node))
            arguments = tuple(self.arguments_of(listed)[:MAX_ARGUMENTS])
            self.add("calls", callee, node, conditions=conditions, arguments=arguments)

    def given_away(self, listed: Node | None) -> None:
        """Note mappings that are handed to a function, which may add to them."""
        for child in listed.named_children if listed is not None else ():
            name = (child.text or b"").decode("utf-8", "replace")
            if name in self.mappings:
                self.unstable.add(name)

    def is_local(self, name: str) -> bool:
        """Whether a name is one of the body's own: what it stands for is not known."""
        return name in self.parameters or (name in self.assigned and name not in self.globals)

    def callee_of(self, node: Node) -> tuple[str, Node | None]:
        """Return the callee of a call, empty if it is no dotted name, and the node of its arguments."""
        listed = node.child_by_field_name("arguments")
        named = node.child_by_field_name("function") if listed is not None else None
        if named is not None:
            head = named.text or b""
        else:
            if listed is None:
                kinds = self.table.arguments
                listed = next((c for c in node.named_children if c.type in kinds), None)
            head = node.text or b""
            head = head if listed is None else head[: listed.start_byte - node.start_byte]
        callee = head.decode("utf-8", "replace")
        if not callee.isidentifier():
            callee = " ".join(callee.split()).removeprefix("new ").partition("<")[0].strip()
            callee = callee if DOTTED.match(callee) else ""
        return callee, listed

    def arguments_of(self, listed: Node | None) -> list[Argument]:
        """Return the arguments of a call as written."""
        if listed is None:
            return []
        if listed.type in self.table.raw_arguments:
            text = (listed.text or b"")[1:-1].decode("utf-8", "replace")
            return [Argument(part) for part in split_list(text)]
        comments = self.table.comments
        return [
            self.argument(child) for child in listed.named_children if child.type not in comments
        ]

    def argument(self, node: Node) -> Argument:
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name is not None and value is not None:
            return Argument(self.text(value), (name.text or b"").decode("utf-8", "replace"))
        return Argument(self.text(node))

    def message(self, arguments: list[Argument]) -> str:
        """Return the text that an exception carries, as written."""
        for argument in arguments:
            if MESSAGE_START.match(argument.text):
                return argument.text
            if argument.text in self.messages:
                return self.messages[argument.text]
        return ""

    def warns(self, node: Node, callee: str, arguments: list[Argument]) -> None:
        category = next((a.text for a in arguments if a.keyword == "category"), "")
        positional = [a for a in arguments if not a.keyword]
        if not category and len(positional) > 1:
            category = positional[1].text
        made = re.match(r"[\w.]*Warning\b", positional[0].text) if positional else None
        if made:
            category = made.group()
        self.add(
            "warns",
            category or self.table.warn[callee],
            node,
            conditions=(*self.conditions, *self.expression_conditions(node)),
            message=self.message(arguments),
        )

    def guard(
        self, node: Node, guard: tuple[str, str, str, int], arguments: list[Argument]
    ) -> None:
        """Take a call that is a check by itself: `requireNonNull(x)`, `assert!(x)`, `panic("..")`."""
        word, subject, condition, at = guard
        texts = [a.text for a in arguments]
        if any(f"{{{i}}}" in subject + condition for i in range(len(texts), 4)):
            return
        kept = self.conditions
        self.conditions = (*kept, *self.expression_conditions(node))
        if condition:
            self.conditions = (*self.conditions, _filled(condition, texts))
        message = texts[at] if 0 <= at < len(texts) else ""
        self.raised(node, _filled(subject, texts), message, word=word)
        self.conditions = kept
        if not condition and not self.contexts:
            self.exits = (*self.exits[:2], "")

    def expression_conditions(self, node: Node) -> tuple[str, ...]:
        """Return the conditions that stand in the expression around a call."""
        contexts = self.contexts
        while contexts and contexts[-1].end_byte <= node.start_byte:
            contexts.pop()
        found: list[str] = []
        for context in contexts:
            if context.end_byte >= node.end_byte:
                found += self.table.context_conditions(context, node, self.text)
        return tuple(found)

    # -- results

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
    ) -> None:
        self.evidence.append(
            Evidence(
                kind,
                subject,
                node.start_point[0] + 1,
                conditions=self.conditions if conditions is None else conditions,
                message=message,
                arguments=arguments,
                handler=self.handler,
                caught=self.caught,
                otherwise=bool(self.exits) if otherwise is None else otherwise,
                word=word,
                inside=self.inside,
            )
        )

    def text(self, node: Node) -> str:
        """Return a slice on one line: outer parentheses and comments gone, white space runs as one blank."""
        while node.type in self.table.parentheses and node.named_child_count == 1:
            node = node.named_children[0]
        raw = node.text or b""
        if len(raw) > 4 * MAX_TEXT:
            return UNREADABLE
        text = raw.decode("utf-8", "replace")
        if "\n" in text:
            text = " ".join(_without_comments(text, self.table).split())
        return text if len(text) <= MAX_TEXT else UNREADABLE

    def keys_of(self, node: Node) -> tuple[str, ...] | None:
        """Return the keys of a mapping whose keys are all literal strings."""
        if node.type not in self.table.mapping:
            return None
        keys: list[str] = []
        for pair in node.named_children:
            if pair.type in self.table.comments:
                continue
            key = pair.child_by_field_name("key")
            if pair.type not in self.table.pairs or key is None or key.type not in self.table.keys:
                return None
            keys.append(self.text(key))
        return tuple(keys)

    def facts(self) -> BodyFacts:
        """Return what was found, now that every name of the body is known."""
        self.operations |= self.rest_of_operations()
        self.watch()
        evidence = [e for e in self.evidence if self.kept(e)]
        evidence += self.nested_evidence(evidence)
        words = {
            word
            for e in evidence
            for text in (
                *e.conditions,
                e.subject,
                *(a.text for a in e.arguments if e.kind == "calls"),
            )
            for word in WORD.findall(text)
        }
        bindings = tuple(
            (name, value)
            for name, value in self.values.items()
            if self.assigned.get(name) == 1 and name in words and name not in self.unstable
        )
        self.operations |= {
            f"rebinds {name}" for name in self.parameters if self.assigned.get(name)
        }
        nature = ("generator",) if self.yields else ()
        return BodyFacts(tuple(evidence), bindings, tuple(sorted(self.operations)), nature)

    def kept(self, e: Evidence) -> bool:
        """Whether evidence still holds now that every local name is known; calls of locals become operations."""
        if e.kind == "returns" and e.arguments and e.subject in self.mappings:
            return e.subject not in self.unstable and self.assigned.get(e.subject) == 1
        if e.kind == "effect" and e.subject.startswith("writes "):
            name = e.subject.removeprefix("writes ")
            return name in self.globals or name not in self.assigned
        if e.kind in ("calls", "effect"):
            root = WORD.match(e.subject)
            if root and self.is_local(root.group()):
                self.operations.add("attribute_call" if "." in e.subject else "unknown_call")
                return False
        return True

    def nested_evidence(self, evidence: list[Evidence]) -> list[Evidence]:
        """Read the nested functions that the body returns: decorators are made so."""
        returned = {w for e in evidence if e.kind == "returns" for w in WORD.findall(e.subject)}
        found: list[Evidence] = []
        for name, node in self.nested.items():
            body = node.child_by_field_name("body")
            if name not in returned or body is None or self.inside.count(".") >= 2:
                continue
            inner = _Walk(
                self.table,
                body,
                self.language,
                (),
                f"{self.inside}.{name}" if self.inside else name,
            )
            inner.run()
            found += [
                e
                for e in inner.facts().evidence
                if e.kind in ("raises", "warns", "returns", "calls")
            ]
        return found

    def watch(self) -> None:
        """Find the names that are effects without being called: `os.environ`."""
        raw = self.root.text or b""
        for name, word in self.table.watched.items():
            place = raw.find(name.encode())
            while place >= 0:
                start = self.root.start_byte + place
                node = self.root.descendant_for_byte_range(start, start + len(name))
                if (
                    node is not None
                    and (node.text or b"") == name.encode()
                    and node.type in self.table.stores
                ):
                    self.add("effect", name, node, conditions=(), message=word)
                    return
                place = raw.find(name.encode(), place + 1)

    def rest_of_operations(self) -> set[str]:
        """Return words for what else may raise; too many rather than too few, as strings are searched too."""
        raw = self.root.text or b""
        found = {f".{name.decode()}" for name in set(ATTRIBUTE.findall(raw))}
        if b"[" in raw:
            found.add("subscript")
        if DIVISION.search(raw):
            found.add("division")
        if b"await " in raw:
            found.add("await")
        return found


def split_list(text: str) -> list[str]:
    """Split a list at its outer commas: brackets and strings hold together."""
    parts, depth, start, quote = [], 0, 0, ""
    for place, char in enumerate(text):
        if quote:
            quote = "" if char == quote and text[place - 1] != "\\" else quote
        elif char in '"`' or (char == "'" and "'" in text[place + 1 :]):
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    parts.append(text[start:])
    return [" ".join(part.split()) for part in parts if part.strip()]


def _filled(form: str, texts: list[str]) -> str:
    for place, text in enumerate(texts[:4]):
        form = form.replace(f"{{{place}}}", text)
    return form


def _without_comments(text: str, table: Table) -> str:
    """Drop comments and the marks of continued lines from a slice of several lines."""
    return table.comment_pattern.sub(lambda found: found.group("kept") or " ", text)
