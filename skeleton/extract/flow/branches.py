"""Walks `if`, `switch` and loops: what a branch adds to the path, and what it does to the rest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.extract.flow.path import OTHERWISE, failure_of
from skeleton.extract.flow.table import one_line
from skeleton.extract.flow.text import UNREADABLE, decoded, header_of, parts_of, text_of
from skeleton.extract.flow.walk import ENDS, GIVES, LEAVES, MAY_LEAVE, MAY_SKIP, RETURNS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from skeleton.extract.flow.anew import State
    from skeleton.extract.flow.table import Table
    from skeleton.extract.flow.walk import Walk

EQUALITY = re.compile(r"([\w.$()\[\]]+) (?:===?|is|in) \S")


def if_chain(walk: Walk, node: Node, depth: int) -> int:
    """Walk `if`, every `elif` and `else` of one statement, however long, without recursion."""
    path, anew = walk.path, walk.record.names.anew
    state = anew.now  # of parameters, before a branch
    states: list[tuple[str, State]] = []  # where control goes on, past which test
    before: list[str] = []  # tests of earlier branches
    through: list[str] = []  # those of branches after which control goes on
    given: list[str] = []  # those of branches that leave without an exception
    may, ends, complete = 0, True, False
    for holder, test, body in _branches(walk, node, depth):
        exits, anew.now = path.exits, state
        if test is None:
            complete = True
            alone = f"not ({before[0]})" if len(before) == 1 else ""
            result = _last_branch(walk, body, depth, before, through)
        else:
            failed = _failed(through)
            kept, path.conditions = path.conditions, (*path.conditions, *failed)
            walk.take(body.start_byte)
            path.conditions, state = kept, anew.now
            condition = _condition(walk, holder, test)
            if node.type in walk.table.unless:
                condition = f"not ({condition})"
            around = path.passed
            for other in given:
                if not _excludes(other, condition):
                    path.pass_by(other)
            alone = "" if before else condition
            result = walk.branch(body, depth, *failed, condition)
            path.passed = around
            before.append(condition)
            if not result & ENDS:
                through.append(condition)
            elif result & GIVES:
                given.append(condition)
        path.exits = exits
        may |= result & LEAVES
        ends = ends and bool(result & ENDS)
        states += [] if result & ENDS else [(alone, anew.now)]
    states += [] if complete else [("", state)]
    several = len(states) > 1
    walk.join([anew.under(test, one, state) if several else one for test, one in states])
    walk.take(node.end_byte)
    if len(before) == 1 and not complete and ends:
        path.add_exit(before[0])
    for condition in given:
        path.pass_by(condition)
    return may | (ENDS if complete and ends else 0)


def _last_branch(walk: Walk, body: Node, depth: int, before: list[str], through: list[str]) -> int:
    """Walk the `else` of a chain: it says the failure of one or two tests, else `otherwise`.

    If every earlier branch leaves, a guard within need not say even that.
    """
    if len(before) == 1 or (len(before) == 2 and through):
        return walk.branch(body, depth, *(f"not ({test})" for test in before))
    if through:
        return walk.branch(body, depth, OTHERWISE)
    walk.path.exits = ("", "")
    return walk.inner(body, depth)


def _branches(walk: Walk, node: Node, depth: int) -> Iterator[tuple[Node, Node | None, Node]]:
    """Yield each branch, its test and its body; the test of `else` is `None`."""
    roles = walk.table.roles
    current: Node | None = node
    while current is not None:
        test, body, others = _branch_parts(walk, current)
        if test is None or body is None:
            return
        before = current.child_by_field_name("initializer")
        if before is not None:  # Go: `if err := f(); err != nil`
            walk.statement(before, depth + 1)
        yield current, test, body
        following: Node | None = None
        for other in others:
            role = roles.get(other.type)
            if role == "elif":
                test, body, more = _branch_parts(walk, other)
                if more:  # Ruby: the next branch stands inside this one
                    following = other
                elif test is not None and body is not None:
                    yield other, test, body
                continue
            inner = walk.content(other) if role == "else" else other
            if roles.get(inner.type) == "if":
                following = inner
            else:
                yield other, None, inner
        current = following


def _condition(walk: Walk, branch: Node, test: Node) -> str:
    """Return the test of a branch as written; Swift lists several with commas."""
    listed = branch.children_by_field_name("condition")
    listed = [node for node in listed if node.is_named]  # Scala: `if a then`
    if len(listed) < 2 or listed[0] != test:
        return text_of(test, walk.table)
    start = branch.start_byte
    whole = (branch.text or b"")[listed[0].start_byte - start : listed[-1].end_byte - start]
    return " ".join(whole.decode("utf-8", "replace").split())


def _branch_parts(walk: Walk, node: Node) -> tuple[Node | None, Node | None, list[Node]]:
    """Return test, body and other branches of an `if`; by their order where no field says."""
    test = node.child_by_field_name("condition")
    body = node.child_by_field_name("consequence") or node.child_by_field_name("body")
    others = node.children_by_field_name("alternative")
    if test is not None and body is None:
        end = node.children_by_field_name("condition")[-1].end_byte
        parts = [c for c in parts_of(node, walk.table) if c.start_byte >= end]
        parts = [c for c in parts if c.type != "else"]
        body, others = next(iter(parts), None), parts[1:2]
    return test, body, others


def switch(walk: Walk, node: Node, depth: int) -> int:
    """Walk the cases of a `match` or a `switch`."""
    path, anew = walk.path, walk.record.names.anew
    subject, cases = _cases(walk.table, node)
    name = text_of(subject, walk.table) if subject is not None else ""
    may, ends, complete = 0, True, False
    state, states, times = anew.now, [], dict(anew.times)
    guarded: dict[str, str] = {}  # patterns of earlier cases that leave, if their test holds
    for patterns, guard, bodies in cases:
        conditions: list[str] = []
        anew.now = state
        captured = _captured(walk.table, patterns)
        if captured is not None and subject is not None:
            walk.record.names.assign(decoded(captured))
            walk.record.names.bind(captured, subject, always=True)
            patterns = []
        if patterns:
            said = ", ".join(text_of(pattern, walk.table) for pattern in patterns)
            conditions.append(f"{name} matches {said}" if name not in ("", "true") else said)
        pattern_said = tuple(conditions)
        conditions += [failure_of(guarded[one]) for one in pattern_said if one in guarded]
        if guard is not None:
            conditions.append(text_of(guard, walk.table))
        for pattern in patterns if "binds" in walk.table.switch_flags else ():
            walk.record.assigned(pattern)
        if bodies:
            walk.take(bodies[0].start_byte)
        kept = path.conditions, path.exits
        path.conditions = (*path.conditions, *conditions)
        path.exits = () if conditions else ("", "")
        result = 0
        for body in bodies:
            if not result & ENDS:
                result |= walk.inner(body, depth)
        path.conditions, path.exits = kept
        complete = complete or not conditions
        may |= result & LEAVES
        if result & MAY_SKIP and "breaks" in walk.table.switch_flags:
            ends = False  # a `break` leaves the switch alone
        ends = ends and bool(result & ENDS)
        states += [] if result & ENDS else [anew.now]
        if guard is not None:
            guarded.update((one, text_of(guard, walk.table)) for one in pattern_said)
    walk.join([*states, state])
    if may & MAY_SKIP:  # a `break` may have left a case before its end
        anew.blur(anew.renewed_since(times))
    walk.take(node.end_byte)
    return may | (ENDS if complete and ends else 0)


def _cases(
    table: Table, node: Node
) -> tuple[Node | None, list[tuple[list[Node], Node | None, list[Node]]]]:
    """Return the subject of a switch, and patterns, guard and statements of each case.

    A case without statements joins the one it falls into; a case that takes everything has no
    patterns.
    """
    subject = next(
        (
            n
            for f in ("subject", "value", "condition")
            if (n := node.child_by_field_name(f)) is not None
        ),
        None,
    )
    body = node.child_by_field_name("body") or node
    if (
        subject is None
        and node.named_children
        and table.roles.get(node.named_children[0].type) is None
    ):
        subject = node.named_children[0]
    found: list[tuple[list[Node], Node | None, list[Node]]] = []
    waiting: list[Node] = []
    for case in body.named_children:
        if table.roles.get(case.type) == "else":  # Ruby
            found.append(([], None, [case]))
        if table.roles.get(case.type) != "case":
            continue
        patterns, guard, bodies = _parts_of_case(table, case)
        everything = not patterns or any(one_line(p) in table.wildcards for p in patterns)
        if not bodies and not everything and "falls_through" in table.switch_flags:
            waiting += patterns
            continue
        found.append(([] if everything else waiting + patterns, guard, bodies))
        waiting = []
    return subject, found


def _parts_of_case(table: Table, case: Node) -> tuple[list[Node], Node | None, list[Node]]:
    patterns: list[Node] = []
    guard: Node | None = None
    bodies: list[Node] = []
    for place, child in enumerate(case.children):
        if not child.is_named or child.type in table.comments:
            continue
        field = case.field_name_for_child(place) or ""
        if field in table.case_patterns or child.type in table.case_patterns:
            guard = child.child_by_field_name("condition") or guard
            named = child.named_children
            if child.type == "switch_label":  # Java: the word `case` is part of it
                patterns += named
            else:
                patterns.append(named[0] if guard is not None and named else child)
        elif field == "guard":
            guard = child.named_children[0] if child.named_children else child
        else:
            bodies.append(child)
    return patterns, guard, bodies


def _captured(table: Table, patterns: list[Node]) -> Node | None:
    """Return the name that a case gives to whatever comes; `None` if it asks for more."""
    if "captures" not in table.switch_flags or len(patterns) != 1:
        return None
    node = patterns[0]
    while node.named_child_count == 1:
        node = node.named_children[0]
    return node if node.type in table.names and node.text == patterns[0].text else None


def loop(walk: Walk, node: Node, depth: int) -> int:
    """Walk a loop; its header is a condition, unless it never ends."""
    path, body = walk.path, walk.block_of(node)
    if body is None:
        return 0
    walk.take(body.start_byte)
    anew, since = walk.record.names.anew, len(walk.record.evidence)
    state, times = anew.now, dict(anew.times)
    for target in walk.table.targets(node):
        walk.record.assigned(target)
    header = header_of(node, body, walk.table)
    endless = header in walk.table.endless
    kept = path.conditions, path.exits
    if not endless:
        path.conditions = (*path.conditions, header)
        path.headers.add(header)
    result = walk.inner(body, depth)
    path.conditions, path.exits = kept
    walk.join([state])
    walk.record.blur(since, anew.renewed_since(times))
    other = node.child_by_field_name("alternative")
    if other is not None:  # Python: runs unless the loop was left by `break`
        path.add_exit("")
        result |= walk.statement(walk.content(other), depth + 1)
        path.exits = kept[1]
    walk.take(node.end_byte)
    gives = GIVES if result & RETURNS else 0
    ends = ENDS if endless and not result & MAY_SKIP else 0
    return (result & (MAY_LEAVE | RETURNS)) | gives | ends


def _excludes(one: str, other: str) -> bool:
    """Whether two tests compare the same thing with different values: both cannot hold."""
    left, right = EQUALITY.match(one), EQUALITY.match(other)
    return left is not None and right is not None and left.group(1) == right.group(1)


def _failed(tests: list[str]) -> tuple[str, ...]:
    """Return the failure of tests, if they are few enough to say."""
    return (UNREADABLE,) if len(tests) > 3 else tuple(f"not ({test})" for test in tests)
