"""Takes errors that are results: `return nil, fmt.Errorf(..)`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.extract.flow.text import COMPOSITE, WORD, arguments_of, callee_of, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from skeleton.extract.flow.record import Record
    from skeleton.extract.flow.table import Table
    from skeleton.model import Argument

# as Go names what it wraps
NAMED_ERROR = re.compile(r"(?:\w+\.)?(?:[Ee]rr[A-Z]\w*|\w+Error|EOF)\Z")


def take_error(record: Record, table: Table, value: Node, node: Node) -> bool:
    """Take an error that is a result, where errors are values: the last, and not `nil`."""
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
        if callee in table.error_joins:
            return _joined(record, arguments)
        made = several or callee in table.error_makes or "err" in callee.lower()
        failed = (a.text for a in arguments if f"{a.text} != nil" in record.path.conditions)
        if not made and not any((*failed, *(text in c for c in record.path.conditions))):
            return False  # passed on as it comes, `nil` included
    _tell(record, table, last, node)
    return True


def collect_error(record: Record, table: Table, left: Node, right: Node) -> None:
    """Keep what is appended to a list of errors until they are joined: `errs = append(errs, e)`."""
    if not table.error_joins:
        return
    call = table.single(right)
    if table.roles.get(call.type) != "call":
        return
    callee, listed = callee_of(call, table)
    if callee != "append" or listed is None or listed.named_child_count < 2:
        return
    name, *errors = listed.named_children
    if text_of(name, table) != text_of(left, table):
        return
    told, raises = len(record.evidence), record.raises
    for error in errors:
        _tell(record, table, error, error)
    record.collected.setdefault(text_of(name, table), []).extend(record.evidence[told:])
    del record.evidence[told:]
    record.raises = raises


def _joined(record: Record, arguments: list[Argument]) -> bool:
    """Take errors that are joined; `nil` if all are, so nothing is said of what is not known."""
    found = [record.collected.get(a.text.removesuffix("..."), []) for a in arguments]
    record.evidence += [e for one in found for e in one]
    record.raises += any(found)
    return True


def _tell(record: Record, table: Table, error: Node, node: Node) -> None:
    """Write down an error by what makes it, what it wraps or what gave it."""
    sources, text = record.names.sources, text_of(error, table)
    callee, arguments = "", []
    if table.roles.get(error.type) == "call":
        callee, listed = callee_of(error, table)
        arguments = arguments_of(listed, table)
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


def _is_error(record: Record, name: str) -> bool:
    """Whether a name holds an error: it was compared with `nil`, or is called so."""
    return f"{name} != nil" in record.path.conditions or "err" in name.lower()


def _gives_errors(record: Record, table: Table) -> bool:
    """Whether the last result of the function is an error."""
    return record.result.rstrip(") ").endswith(table.error_result)
