"""Reads the body of a callable: what it raises, returns, asserts, calls, writes to, and when.

Walks over statements by the table `[flow]` of a language; knows no language by name. Follows no
values, except names that are assigned once; looks into no other function. What the facts mean for a
caller is for `contracts` to say.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from skeleton.extract.flow_marks import Marks, NodeList
from skeleton.extract.flow_names import WORD
from skeleton.extract.flow_record import ANY, OTHERWISE, Record
from skeleton.extract.flow_table import CONTROL, Table, table_of
from skeleton.extract.flow_text import UNREADABLE, decoded, header_of, parts_of, split_list, text_of
from skeleton.extract.parsers import find_nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tree_sitter import Node

    from skeleton.model import Evidence, Language

MAX_DEPTH = 120  # steps into blocks, two for each; deeper statements are passed over
MAX_NESTED = (
    3  # functions within functions that are read for what a decorator puts around a function
)
EVERYTHING = "BaseException"
PARAMETER = re.compile(r"\**[A-Za-z_]\w*")
EQUALITY = re.compile(r"([\w.$()\[\]]+) (?:===?|is|in) \S")

# What a statement does to the statements after it.
MAY_LEAVE = 1  # some path leaves the function
MAY_SKIP = 2  # some path leaves the round of the loop
ENDS = 4  # no path reaches the next statement
GIVES = (
    8  # some path leaves the block without an exception: what is raised later is not raised then
)
RETURNS = 16  # some path returns
LEAVES = MAY_LEAVE | MAY_SKIP | GIVES | RETURNS


class BodyFacts(NamedTuple):
    """What a body says, in source order."""

    evidence: tuple[Evidence, ...] = ()
    bindings: tuple[tuple[str, str], ...] = ()
    operations: tuple[str, ...] = ()
    nature: tuple[str, ...] = ()


def read_body(
    body: Node,
    language: Language,
    parameters: tuple[str, ...] = (),
    known: Mapping[str, str] | None = None,
    marked: NodeList | None = None,
) -> BodyFacts:
    """Read the body of a callable.

    Args:
        body: The node of the block, or of the expression that is the body.
        language: Its `flow` table drives the walk; an empty one gives no facts.
        parameters: Names of the parameters, so that writes to them are seen.
        known: What names stand for whose effects are known by their full name: imported ones, and
            parameters by their type; empty for one that the file defines itself.
        marked: The nodes of the whole tree that the table marks; they are looked for if not given.

    Returns:
        Evidence in source order; locals that are assigned once, outside loops and branches, and
        named by some evidence; words for what else in the body may raise (`subscript`, `division`,
        `divides by NAME at LINE`, `power`, `conversion CALLEE`, `method_call`, `attribute_call`,
        `unknown_call`, `await`, `.NAME` for an attribute read, `rebinds NAME`).
    """
    if not language.flow:
        return BodyFacts()
    table = table_of(language)
    marked = marked or NodeList(find_nodes(body, language, table.marks))
    return _Walk(table, body, language, parameters, known or {}, marked).facts()


class _Walk:
    """One pass over the statements of one body; keeps the path of its record."""

    def __init__(
        self,
        table: Table,
        body: Node,
        language: Language,
        parameters: tuple[str, ...],
        known: Mapping[str, str],
        marked: NodeList,
        inside: str = "",
    ) -> None:
        self.table, self.body, self.language, self.inside = table, body, language, inside
        self.known, self.marked = known, marked
        self.marks = Marks(body, marked, table)
        self.record = Record(table, body, self.marks, parameters, inside, known)
        self.record.enter = self.enter
        self.entered: set[int] = set()  # ids of the statements that were walked
        self.level = 0  # of the statement at hand
        self.left = 0  # what statements within the expressions of one do to those after it
        self.nested: dict[str, Node] = {}

    def facts(self) -> BodyFacts:
        self.statement(self.body, 0)
        self.record.take(self.body.end_byte)
        evidence = self.record.finish()
        evidence += self.nested_evidence(evidence)
        return BodyFacts(
            tuple(evidence),
            self.record.names.bindings((e.line, _texts(e)) for e in evidence),
            tuple(sorted(self.record.operations)),
            ("generator",) if self.record.yields else (),
        )

    def nested_evidence(self, evidence: list[Evidence]) -> list[Evidence]:
        """Read the nested functions that the body returns: decorators are made so."""
        if not self.nested:
            return []
        returned = {w for e in evidence if e.kind == "returns" for w in WORD.findall(e.subject)}
        found: list[Evidence] = []
        for name, node in self.nested.items():
            body = node.child_by_field_name("body")
            if name in returned and body is not None and self.inside.count(".") < MAX_NESTED - 1:
                said = f"{name}({', '.join(_parameters_of(node))})"
                inside = f"{self.inside}.{said}" if self.inside else said
                inner = _Walk(
                    self.table, body, self.language, (), self.known, self.marked, inside
                ).facts()
                kinds = ("raises", "warns", "returns", "calls")
                found += [e for e in inner.evidence if e.kind in kinds]
        return found

    # -- the walk: each step returns what a statement does to the statements after it

    def statement(self, node: Node, depth: int) -> int:
        role = self.table.role_of(node)
        action = _ACTIONS.get(role)
        if action is None or depth > MAX_DEPTH:
            self.record.take(node.end_byte)
            return 0
        if role in CONTROL:
            self.entered.add(node.id)
        kept, self.level = self.level, depth
        result = action(self, node, depth)
        self.level = kept
        return result

    def enter(self, node: Node, conditions: tuple[str, ...]) -> None:
        """Walk a statement that stands in an expression, unless it was walked as a statement."""
        if node.id in self.entered:
            return
        before, self.left = self.left, 0
        if not conditions:
            self.left = before | self.statement(node, self.level + 1)
            return
        result = self.branch(node, self.level + 1, *conditions)
        self.left = before | result
        if len(conditions) == 1 and result & ENDS:
            self.record.add_exit(conditions[0])
            if result & GIVES:
                self.record.pass_by(conditions[0])

    def block(self, node: Node, depth: int) -> int:
        """Walk a block, of which the end may be a handler: Ruby's `rescue`."""
        if any(self.table.roles.get(child.type) in _CLAUSES for child in node.named_children):
            return self.try_block(node, depth)
        return self.statements(node.named_children, depth)

    def statements(self, nodes: list[Node], depth: int) -> int:
        """Walk statements in order; each knows the ways out before it."""
        record, seen = self.record, 0
        kept = record.passed
        for child in nodes:
            if seen & ENDS and self.table.roles.get(child.type) != "nested":
                self.marks.skip(child.end_byte)  # never reached
                continue
            before, passed = len(record.exits), len(record.passed)
            result = self.statement(child, depth + 1)
            result, self.left = result | (self.left & ~ENDS), 0
            if result & (MAY_LEAVE | MAY_SKIP) and len(record.exits) == before:
                record.add_exit("")
            if result & GIVES and len(record.passed) == passed:
                record.pass_by("")
            seen |= result
        record.passed = kept
        return seen

    def wrapper(self, node: Node, depth: int) -> int:
        """Walk what an expression statement or a label holds."""
        result = 0
        for child in node.named_children:
            role = self.table.roles.get(child.type)
            if role == "call":
                self.record.alone = child.id
            if role:
                result |= self.statement(child, depth + 1)
        self.record.take(node.end_byte)
        return result

    def inner(self, node: Node, depth: int) -> int:
        """Walk something that is not always reached, on the path as it stands."""
        self.record.depth += 1
        result = self.statement(node, depth + 1)
        self.record.depth -= 1
        return result

    def branch(self, node: Node, depth: int, *conditions: str) -> int:
        """Walk a block that is reached only under conditions."""
        record = self.record
        kept = record.conditions, record.exits
        record.conditions, record.exits = (*record.conditions, *conditions), ()
        result = self.inner(node, depth)
        record.conditions, record.exits = kept
        return result

    # -- branches

    def if_chain(self, node: Node, depth: int) -> int:
        """Walk `if`, every `elif` and `else` of one statement, however long, without recursion."""
        record = self.record
        before: list[str] = []  # tests of earlier branches
        through: list[str] = []  # those of branches after which control goes on
        given: list[str] = []  # those of branches that leave without an exception
        may, ends, complete = 0, True, False
        for holder, test, body in self.branches(node, depth):
            exits = record.exits
            if test is None:
                complete = True
                result = self.last_branch(body, depth, before, through)
            else:
                failed = _failed(through)
                kept, record.conditions = record.conditions, (*record.conditions, *failed)
                record.take(body.start_byte)
                record.conditions = kept
                condition = self.condition(holder, test)
                if node.type in self.table.unless:
                    condition = f"not ({condition})"
                around = record.passed
                for other in given:
                    if not _excludes(other, condition):
                        record.pass_by(other)
                result = self.branch(body, depth, *failed, condition)
                record.passed = around
                before.append(condition)
                if not result & ENDS:
                    through.append(condition)
                elif result & GIVES:
                    given.append(condition)
            record.exits = exits
            may |= result & LEAVES
            ends = ends and bool(result & ENDS)
        record.take(node.end_byte)
        if len(before) == 1 and not complete and ends:
            record.add_exit(before[0])
        for condition in given:
            record.pass_by(condition)
        return may | (ENDS if complete and ends else 0)

    def last_branch(self, body: Node, depth: int, before: list[str], through: list[str]) -> int:
        """Walk the `else` of a chain: it says the failure of one or two tests, else `otherwise`.

        If every earlier branch leaves, a guard within need not say even that.
        """
        if len(before) == 1 or (len(before) == 2 and through):
            return self.branch(body, depth, *(f"not ({test})" for test in before))
        if through:
            return self.branch(body, depth, OTHERWISE)
        self.record.exits = ("", "")
        return self.inner(body, depth)

    def branches(self, node: Node, depth: int) -> Iterator[tuple[Node, Node | None, Node]]:
        """Yield each branch, its test and its body; the test of `else` is `None`."""
        roles = self.table.roles
        current: Node | None = node
        while current is not None:
            test, body, others = self.branch_parts(current)
            if test is None or body is None:
                return
            before = current.child_by_field_name("initializer")
            if before is not None:  # Go: `if err := f(); err != nil`
                self.statement(before, depth + 1)
            yield current, test, body
            following: Node | None = None
            for other in others:
                role = roles.get(other.type)
                if role == "elif":
                    test, body, more = self.branch_parts(other)
                    if more:  # Ruby: the next branch stands inside this one
                        following = other
                    elif test is not None and body is not None:
                        yield other, test, body
                    continue
                inner = self.content(other) if role == "else" else other
                if roles.get(inner.type) == "if":
                    following = inner
                else:
                    yield other, None, inner
            current = following

    def condition(self, branch: Node, test: Node) -> str:
        """Return the test of a branch as written; Swift lists several with commas."""
        listed = branch.children_by_field_name("condition")
        listed = [node for node in listed if node.is_named]  # Scala: `if a then`
        if len(listed) < 2 or listed[0] != test:
            return text_of(test, self.table)
        start = branch.start_byte
        whole = (branch.text or b"")[listed[0].start_byte - start : listed[-1].end_byte - start]
        return " ".join(whole.decode("utf-8", "replace").split())

    def branch_parts(self, node: Node) -> tuple[Node | None, Node | None, list[Node]]:
        """Return test, body and other branches of an `if`; by their order where no field says."""
        test = node.child_by_field_name("condition")
        body = node.child_by_field_name("consequence") or node.child_by_field_name("body")
        others = node.children_by_field_name("alternative")
        if test is not None and body is None:
            end = node.children_by_field_name("condition")[-1].end_byte
            parts = [c for c in parts_of(node, self.table) if c.start_byte >= end]
            parts = [c for c in parts if c.type != "else"]
            body, others = next(iter(parts), None), parts[1:2]
        return test, body, others

    def block_of(self, node: Node) -> Node | None:
        """Return the body of a loop or a `try`, the first block in it where no field says."""
        body = node.child_by_field_name("body")
        if body is not None:
            return body
        blocks = (c for c in node.named_children if self.table.roles.get(c.type) == "block")
        return next(blocks, None)

    def content(self, clause: Node) -> Node:
        """Return the block of an `else` or a `finally`."""
        body = clause.child_by_field_name("body")
        return body or next(iter(parts_of(clause, self.table)), clause)

    def switch(self, node: Node, depth: int) -> int:
        """Walk the cases of a `match` or a `switch`."""
        record = self.record
        subject, cases = self.table.cases(node)
        name = text_of(subject, self.table) if subject is not None else ""
        may, ends, complete = 0, True, False
        for patterns, guard, bodies in cases:
            conditions: list[str] = []
            captured = self.table.captured(patterns)
            if captured is not None and subject is not None:
                record.names.assign(decoded(captured))
                record.names.bind(captured, subject, always=True)
                patterns = []
            if patterns:
                said = ", ".join(text_of(pattern, self.table) for pattern in patterns)
                conditions.append(f"{name} matches {said}" if name not in ("", "true") else said)
            if guard is not None:
                conditions.append(text_of(guard, self.table))
            for pattern in patterns:
                record.assigned(pattern)
            if bodies:
                record.take(bodies[0].start_byte)
            kept = record.conditions, record.exits
            record.conditions = (*record.conditions, *conditions)
            record.exits = () if conditions else ("", "")
            result = 0
            for body in bodies:
                if not result & ENDS:
                    result |= self.inner(body, depth)
            record.conditions, record.exits = kept
            complete = complete or not conditions
            may |= result & LEAVES
            if result & MAY_SKIP and "breaks" in self.table.switch_flags:
                ends = False  # a `break` leaves the switch alone
            ends = ends and bool(result & ENDS)
        record.take(node.end_byte)
        return may | (ENDS if complete and ends else 0)

    # -- other statements with a body

    def loop(self, node: Node, depth: int) -> int:
        """Walk a loop; its header is a condition, unless it never ends."""
        record, body = self.record, self.block_of(node)
        if body is None:
            return 0
        record.take(body.start_byte)
        for target in self.table.targets(node):
            record.assigned(target)
        header = header_of(node, body, self.table)
        endless = header in self.table.endless
        kept = record.conditions, record.exits
        if not endless:
            record.conditions = (*record.conditions, header)
        result = self.inner(body, depth)
        record.conditions, record.exits = kept
        other = node.child_by_field_name("alternative")
        if other is not None:  # Python: runs unless the loop was left by `break`
            record.add_exit("")
            result |= self.statement(self.content(other), depth + 1)
            record.exits = kept[1]
        record.take(node.end_byte)
        gives = GIVES if result & RETURNS else 0
        ends = ENDS if endless and not result & MAY_SKIP else 0
        return (result & (MAY_LEAVE | RETURNS)) | gives | ends

    def try_block(self, node: Node, depth: int) -> int:
        """Walk a `try`: handlers guard the body, a `finally` that leaves swallows everything."""
        record, roles = self.record, self.table.roles
        inside = roles.get(node.type) == "block"
        body = node if inside else self.block_of(node)
        final = [c for c in node.named_children if roles.get(c.type) == "finally"]
        outer = record.caught
        if any(self.swallows(clause) for clause in final):
            record.caught = (*outer, EVERYTHING)
        around, result = record.caught, 0
        if body is not None:
            if node.child_by_field_name("resources") is not None:
                record.take(body.start_byte)
            for role, clause in self.clauses(node):
                if role == "handler" and not self.passes_on(clause):
                    record.caught = (*record.caught, *self.types_of(clause))
            if inside:
                clauses = (*_CLAUSES, "else")
                tried = [c for c in node.named_children if roles.get(c.type) not in clauses]
                result = self.statements(tried, depth)
            else:
                result = self.statement(body, depth + 1)
            record.caught = around
        ends = bool(result & ENDS)
        for role, clause in self.clauses(node):
            if role == "else":
                more = self.statement(self.content(clause), depth + 1)
                ends, result = ends or bool(more & ENDS), result | more
            elif role == "handler":
                more = self.handler(clause, depth)
                ends, result = ends and bool(more & ENDS), result | more
        record.caught = outer
        for clause in final:
            more = self.statement(self.content(clause), depth + 1)
            ends, result = ends or bool(more & ENDS), result | more
        record.take(node.end_byte)
        return (result & ~ENDS) | (ENDS if ends else 0)

    def clauses(self, node: Node) -> Iterator[tuple[str, Node]]:
        """Yield the clauses of a `try` with their roles; each case of Scala's handler is one."""
        roles = self.table.roles
        for clause in node.named_children:
            role = roles.get(clause.type, "")
            blocks = clause.named_children[:1] if role == "handler" else []
            cases = [
                case
                for block in blocks
                for case in block.named_children
                if roles.get(case.type) == "case"
            ]
            yield from [("handler", case) for case in cases] or [(role, clause)]

    def handler(self, clause: Node, depth: int) -> int:
        record = self.record
        body = clause.child_by_field_name("body") or clause.named_children[-1]
        record.take(body.start_byte)
        kept = record.exits, record.handler, record.alias
        types = self.types_of(clause)
        record.exits = ()
        record.handler = ANY if EVERYTHING in types else ", ".join(types)
        record.alias = self.table.alias(clause)
        if record.alias:
            record.names.assign(record.alias, times=2)
        result = self.inner(body, depth)
        record.exits, record.handler, record.alias = kept
        return result

    def types_of(self, handler: Node) -> tuple[str, ...]:
        """Return the exceptions that a handler names, as written; the widest for a bare one."""
        return self.table.caught_types(handler) or (EVERYTHING,)

    def passes_on(self, handler: Node) -> bool:
        """Whether a handler raises what it caught again."""
        alias = self.table.alias(handler)
        for node in find_nodes(handler, self.language, tuple(sorted(self.table.throws))):
            thrown = node.named_children
            if not thrown or (alias and decoded(thrown[0]) == alias):
                return True
        return False

    def swallows(self, clause: Node) -> bool:
        """Whether a `finally` returns, so that no exception gets past it."""
        inside = self.content(clause).named_children
        return any(self.table.roles.get(child.type) == "return" for child in inside)

    def with_block(self, node: Node, depth: int) -> int:
        """Walk a `with`: transparent, unless it suppresses exceptions."""
        record, body = self.record, node.child_by_field_name("body")
        if body is None:
            return 0
        record.take(body.start_byte)
        kept = record.caught
        for callee, arguments, target in self.table.context_managers(node):
            if callee in self.table.suppress:
                record.caught = (*record.caught, *arguments)
            if target is not None:
                record.assigned(target)
        suppressing = record.caught != kept
        result = self.statement(body, depth + 1)
        record.caught = kept
        return result & ~ENDS if suppressing else result

    def nest(self, node: Node, _depth: int) -> int:
        """Pass over a nested definition; it is read only if the body returns it."""
        name = node.child_by_field_name("name")
        if name is not None:
            self.nested[decoded(name)] = node
            self.record.names.assign(decoded(name), times=2)
        self.marks.skip(node.end_byte)
        return 0

    def decorated(self, node: Node, depth: int) -> int:
        definition = node.child_by_field_name("definition")
        return self.nest(definition, depth) if definition is not None else 0

    # -- statements without a body

    def throw(self, node: Node, _depth: int) -> int:
        record = self.record
        thrown = next(iter(parts_of(node, self.table)), None)
        if thrown is None:
            record.raised(node, record.handler, again=True)
            return MAY_LEAVE | ENDS
        record.take(thrown.start_byte)
        record.thrown = thrown.id
        record.take(node.end_byte)
        record.thrown = 0
        record.raised_value(node, thrown)
        return MAY_LEAVE | ENDS

    def give_back(self, node: Node, _depth: int) -> int:
        value = next(iter(parts_of(node, self.table)), None)
        raised = self.record.raises
        self.record.take(node.end_byte)
        if value is None or self.table.roles.get(value.type) in CONTROL:
            pass  # its branches were taken
        elif not self.record.error_returned(value, node):
            self.record.returned(value, node)
        gives = 0 if self.record.raises > raised else GIVES | RETURNS
        return MAY_LEAVE | ENDS | gives

    def leave(self, _node: Node, _depth: int) -> int:
        return MAY_SKIP | ENDS | GIVES

    def claim(self, node: Node, _depth: int) -> int:
        parts = parts_of(node, self.table)
        self.record.take(node.end_byte)
        if parts:
            message = text_of(parts[1], self.table) if len(parts) > 1 else ""
            self.record.add("asserts", text_of(parts[0], self.table), node, message=message)
        return 0

    def delete(self, node: Node, _depth: int) -> int:
        self.record.take(node.end_byte)
        for target in node.named_children:
            parts = target.named_children if target.type in self.table.lists else [target]
            for part in parts:
                self.record.written(part, node)
        return 0

    def declare_outer(self, node: Node, _depth: int) -> int:
        self.record.names.outer.update(WORD.findall(decoded(node))[1:])
        return 0

    def pass_over(self, _node: Node, _depth: int) -> int:
        return 0

    def assign(self, node: Node, _depth: int) -> int:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        while right is not None and self.table.roles.get(right.type) == "assignment":
            if left is not None:
                self.record.assigned(left, node)
            left, right = right.child_by_field_name("left"), right.child_by_field_name("right")
        self.record.take(node.end_byte)
        if left is not None:
            self.bind(left, right, node)
        return 0

    def declare(self, node: Node, depth: int) -> int:
        """Take a declaration of locals: each is an assignment; Rust's may have an `else`."""
        result = 0
        for name, value in self.table.declared(node):
            self.bind(name, value, node)
            if value is not None and value.type in self.table.roles:
                result |= self.statement(value, depth + 1)
            other = node.child_by_field_name("alternative")
            if other is not None and value is not None:
                said = f"let {text_of(name, self.table)} = {text_of(value, self.table)}"
                self.record.take(other.start_byte)
                result |= self.branch(other, depth, f"not ({said})")
        self.record.take(node.end_byte)
        return result & ~ENDS

    def bind(self, left: Node, right: Node | None, node: Node) -> None:
        """Take one assignment; an annotation without a value assigns nothing."""
        if right is None and left.type in self.table.names:
            return
        self.record.assigned(left, node)
        if right is not None:
            self.record.names.bind(left, right, always=self.record.depth == 0)

    def augment(self, node: Node, _depth: int) -> int:
        left = node.child_by_field_name("left") or node.child_by_field_name("argument")
        self.record.take(node.end_byte)
        if left is not None:
            self.record.augmented(left, node)
        return 0


_ACTIONS: dict[str, Callable[[_Walk, Node, int], int]] = {
    "assert": _Walk.claim,
    "assignment": _Walk.assign,
    "augmented": _Walk.augment,
    "block": _Walk.block,
    "declaration": _Walk.declare,
    "decorated": _Walk.decorated,
    "delete": _Walk.delete,
    "global": _Walk.declare_outer,
    "if": _Walk.if_chain,
    "import": _Walk.pass_over,
    "leave": _Walk.leave,
    "loop": _Walk.loop,
    "nested": _Walk.nest,
    "return": _Walk.give_back,
    "switch": _Walk.switch,
    "throw": _Walk.throw,
    "try": _Walk.try_block,
    "with": _Walk.with_block,
    "wrapper": _Walk.wrapper,
}


_CLAUSES = ("handler", "finally")


def _excludes(one: str, other: str) -> bool:
    """Whether two tests compare the same thing with different values: both cannot hold."""
    left, right = EQUALITY.match(one), EQUALITY.match(other)
    return left is not None and right is not None and left.group(1) == right.group(1)


def _parameters_of(function: Node) -> list[str]:
    """Return the names of the parameters of a function, each with its stars."""
    listed = function.child_by_field_name("parameters")
    parts = split_list(decoded(listed)[1:-1]) if listed is not None else []
    return [found.group() for part in parts if (found := PARAMETER.match(part))]


def _failed(tests: list[str]) -> tuple[str, ...]:
    """Return the failure of tests, if they are few enough to say."""
    return (UNREADABLE,) if len(tests) > 3 else tuple(f"not ({test})" for test in tests)


def _texts(e: Evidence) -> Iterator[str]:
    """Yield the slices of a fact that may name a local."""
    yield from e.conditions
    yield e.subject
    if e.kind == "calls":
        yield from (argument.text for argument in e.arguments)
