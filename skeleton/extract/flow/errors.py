"""Takes errors that are results: `return nil, fmt.Errorf(..)`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.extract.flow.text import COMPOSITE, WORD, arguments_of, callee_of, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from skeleton.extract.flow.record import Record
    from skeleton.extract.flow.table import Table

# as Go names what it wraps
NAMED_ERROR = re.compile(r"(?:\w+\.)?(?:[Ee]rr[A-Z]\w*|\w+Error|EOF)\Z")


def take_error(record: Record, table: Table, value: Node, node: Node) -> bool:
    """Take an error that is a result, where errors are values: the last, and not `nil`."""
    sources = record.names.sources
    if not table.error_result or not _gives_errors(record, table):
        return False
    several = value.type in table.lists and value.named_child_count > 1
    last = value.named_children[-1] if value.type in table.lists else value
    text = text_of(last, table)
    root = WORD.match(text)
    if text == "nil" or (root and root.group() in {*record.names.parameters, record.receiver}):
        return False  # nothing, or what the caller gave
    callee, arguments = "", []
    if table.roles.get(last.type) == "call":
        callee, listed = callee_of(last, table)
        arguments = arguments_of(listed, table)
        made = several or callee in table.error_makes or "err" in callee.lower()
        failed = (a.text for a in arguments if f"{a.text} != nil" in record.path.conditions)
        if not made and not any((*failed, *(text in c for c in record.path.conditions))):
            return False  # passed on as it comes, `nil` included
    given = (a.text for a in arguments if a.text in sources and _is_error(record, a.text))
    passed = next(given, text)
    source = sources.get(passed, "")
    message = record.names.message(arguments)
    kept = record.path.conditions
    keeps = not callee.endswith("Errorf") or "%w" in message
    if source and (passed == text or (callee in table.error_wraps and keeps)):
        record.path.conditions = tuple(c for c in kept if c != f"{passed} != nil")
        record.raised(node, source, message, word="error wraps")
    elif callee in table.error_wraps and (not message or "%w" in message):
        wrapped = [a.text for a in arguments if NAMED_ERROR.match(a.text)]
        word = "error wraps" if wrapped else ""
        record.raised(node, ", ".join(wrapped), message, word=word)
    elif callee in table.error_makes:
        record.raised(node, "", message)
    else:
        literal = COMPOSITE.match(text)
        said = literal.expand(r"\1\2").replace("&", "*") if literal else text
        record.raised(node, said)
    record.path.conditions = kept
    return True


def _is_error(record: Record, name: str) -> bool:
    """Whether a name holds an error: it was compared with `nil`, or is called so."""
    return f"{name} != nil" in record.path.conditions or "err" in name.lower()


def _gives_errors(record: Record, table: Table) -> bool:
    """Whether the last result of the function is an error."""
    return record.result.rstrip(") ").endswith(table.error_result)
