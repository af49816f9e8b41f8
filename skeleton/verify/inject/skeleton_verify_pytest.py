"""Plugin that sends what pytest does to the judge outside; loaded with `-p`, nothing is installed.

Valid Python 3.8; pytest 6.2 to 9. It never changes a report, an order or an exit code. In xdist
workers there is no channel: what only a worker knows travels with the report. PYTEST_DONT_REWRITE
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any, Dict, Generator, List, Optional

import pytest

if TYPE_CHECKING:
    from skeleton.verify.inject import skeleton_verify_events as events
else:
    import skeleton_verify_events as events

# attribute of a report: text, so that it passes between processes
DETAIL = "skeleton_verify_detail"
LOCALS_LIMIT = 50  # failures whose local variables are written down

_channel = events.open_channel()
_compared = None  # type: Optional[events.Compared]
_found = 0
_locals_written = 0


def _send(event: str, **fields: object) -> None:
    if _channel is not None:
        _channel.send(event, **fields)


def _root() -> str:
    return _channel.root if _channel is not None else os.environ.get("SKELETON_VERIFY_ROOT", "")


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_load_initial_conftests() -> Generator[None, Any, None]:
    """Say which conftest could not be loaded: pytest ends before any other hook."""
    outcome = yield
    if outcome.excinfo is None:
        return
    error = outcome.excinfo[1]
    path = getattr(error, "path", None)
    cause = getattr(error, "cause", None) or getattr(error, "excinfo", (None, error))[1]
    if path is not None and isinstance(cause, BaseException):
        identity = events.relative_path(_root(), str(path)) or os.path.basename(str(path))
        _send("collect_error", id=identity, **_describe(cause, cause.__traceback__, str(path)))


def pytest_sessionstart(session: Any) -> None:
    """Say that the configuration stands."""
    option = session.config.option
    each = getattr(option, "dist", "no") == "each"
    root = str(getattr(session.config, "rootpath", None) or session.config.rootdir)
    _send(
        "session", pytest=pytest.__version__, rootdir=root, each=each, xdist=hasattr(option, "dist")
    )


def pytest_itemcollected() -> None:
    """Count what was found, before anybody takes tests away."""
    global _found
    _found += 1


def pytest_collection_finish(session: Any) -> None:
    """Say which tests this process is going to run, and how many were found at first."""
    ids = [item.nodeid for item in session.items]
    _send("collected", node="", ids=ids, found=_found)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any, ids: List[str]) -> None:
    """Say which tests a worker found."""
    _send("collected", node=str(node.gateway.id), ids=list(ids), found=0)


def pytest_deselected(items: List[Any]) -> None:
    """Say how many tests were left out on request."""
    _send("deselected", count=len(items))


def pytest_exception_interact(node: Any, call: Any, report: Any) -> None:
    """Attach to a failed collection what its exception says."""
    if not isinstance(node, pytest.Collector) or call.excinfo is None:
        return
    error = call.excinfo.value
    cause = error.__cause__
    told = isinstance(cause, (ImportError, SyntaxError)) and "Mismatch" not in type(cause).__name__
    detail = _describe(cause, cause.__traceback__) if told else _describe(error, call.excinfo.tb)
    if isinstance(error, pytest.Collector.CollectError) and not told:
        detail["exc"] = ""
    setattr(report, DETAIL, json.dumps(detail))


def pytest_collectreport(report: Any) -> None:
    """Say what could not be collected, or was skipped as a whole."""
    if report.failed:
        detail = _detail(report) or {"msg": events.cut(_trace(report))}
        _send("collect_error", id=report.nodeid, trace=_trace(report), **detail)
    elif report.skipped:
        _send("collect_skip", id=report.nodeid)


def pytest_runtest_logstart(nodeid: str) -> None:
    """Say which test begins: if the process dies, it is the one that ran."""
    _send("start", id=nodeid)


def pytest_assertrepr_compare(op: str, left: object, right: object) -> None:
    """Keep both sides of a comparison as values; the explanation is left to pytest."""
    global _compared
    try:
        frame = sys._getframe()  # type: Any
        for _ in range(40):
            frame = frame.f_back
            if frame is None:
                return
            if frame.f_code.co_name == "_call_reprcompare":
                _compared = events.compare(frame.f_back.f_code, op, left, right)
                return
    except Exception:  # a comparison that cannot be shown is told by its message
        _compared = None


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item: Any, call: Any) -> Generator[None, Any, None]:
    """Attach to the report what the exception says, whatever others make of the outcome."""
    global _compared
    before = call.excinfo
    outcome = yield
    found, _compared, compared = call.excinfo or before, None, _compared
    if found is None or outcome.excinfo is not None:
        return
    report = outcome.get_result()
    error = found.value
    try:
        told = (
            _of_doctest(item, error)
            or _of_own_item(item, error, report)
            or _describe(error, found.tb, str(getattr(item, "path", None) or item.fspath), compared)
        )
        if type(error).__name__ == "FixtureLookupError":
            told["msg"] = getattr(report.longrepr, "errorstring", told["msg"]).split("\n")[0]
        told["raised_here"] = not isinstance(error, _skipping())
        if report.failed:
            told["locals"] = _locals(found.tb)
        told["trace"] = _trace(report) or "\n".join(_plain_trace(found))
    except Exception as broken:  # a bug here must not become a failure of the tests
        told = {
            "exc": type(error).__name__,
            "msg": "not described: %r" % (broken,),
            "raised_here": True,
        }
    setattr(report, DETAIL, json.dumps(told))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logreport(report: Any) -> None:
    """Say how a phase of a test ended."""
    fields = {"id": report.nodeid, "when": report.when, "outcome": report.outcome}  # type: Dict[str, Any]
    if hasattr(report, "wasxfail"):
        fields["xfail"] = True
    context = getattr(report, "context", None)
    if context is not None:
        named = ", ".join("%s=%s" % pair for pair in dict(context.kwargs or {}).items())
        fields["sub"] = " ".join(part for part in (context.msg, named) if part) or "subtest"
    detail = _detail(report)
    if report.outcome in ("failed", "rerun") or detail.get("raised_here"):
        fields.update(detail or {"msg": events.cut(_trace(report))})
        fields.setdefault("trace", _trace(report))
        fields["line"] = (report.location or ("", None, ""))[1]
        fields["sections"] = [[str(name), events.cut(str(text))] for name, text in report.sections]
    _send("report", **fields)


def pytest_internalerror(excrepr: Any, excinfo: Any) -> None:
    """Say that pytest or a plugin broke."""
    detail = _describe(excinfo.value, excinfo.tb)
    _send("internal_error", trace=events.cut(str(excrepr)), **detail)


def pytest_keyboard_interrupt(excinfo: Any) -> None:
    """Say that the run was stopped from within: Ctrl-C, `pytest.exit`."""
    try:
        trace = str(excinfo.getrepr())
    except Exception:
        trace = ""
    _send("interrupt", trace=events.cut(trace), **_describe(excinfo.value, excinfo.tb))


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_sessionfinish(session: Any, exitstatus: int) -> Generator[None, None, None]:
    """Say that pytest came to its end, before others can change what it found."""
    stop = getattr(session, "shouldfail", "") or getattr(session, "shouldstop", "")
    _send("finish", exit=int(exitstatus), stop=str(stop or ""))
    yield


def _describe(
    error: BaseException,
    traceback: Any,
    own_file: str = "",
    compared: Optional[events.Compared] = None,
) -> Dict[str, Any]:
    return events.describe(error, traceback, _root(), own_file, compared)


def _of_doctest(item: Any, error: BaseException) -> Optional[Dict[str, Any]]:
    """Return what a failed doctest expected and got; None for every other exception."""
    if type(item).__name__ != "DoctestItem":
        return None
    # pytest groups them under --doctest-continue
    failure = (getattr(error, "failures", None) or [error])[0]
    test, example = getattr(failure, "test", None), getattr(failure, "example", None)
    if test is None or example is None or not hasattr(example, "want"):
        return None
    told = {"exc": "", "msg": "", "src": example.source.strip()}
    if test.filename:
        line = (test.lineno or 0) + example.lineno + 1
        told["at"] = events.place(_root(), str(test.filename), line)
    if hasattr(failure, "got"):
        told["expected"], told["actual"] = example.want.rstrip("\n"), failure.got.rstrip("\n")
    else:
        told["exc"] = type(failure.exc_info[1]).__name__
        told["msg"] = events.message_of(failure.exc_info[1])
    return told


def _of_own_item(item: Any, error: BaseException, report: Any) -> Optional[Dict[str, Any]]:
    """Return how a plugin's own kind of item words its failure; None where it leaves that to us."""
    if isinstance(item, pytest.Function) or not isinstance(report.longrepr, str):
        return None
    return {"exc": type(error).__name__, "msg": events.cut(report.longrepr)}


def _skipping() -> Any:
    """Return the exceptions that are no failures."""
    import unittest

    return (pytest.skip.Exception, pytest.xfail.Exception, unittest.SkipTest)


def _locals(traceback: Any) -> str:
    global _locals_written
    _locals_written += 1
    return events.locals_of(traceback, _root()) if _locals_written <= LOCALS_LIMIT else ""


def _detail(report: Any) -> Dict[str, Any]:
    text = getattr(report, DETAIL, "")
    return dict(json.loads(text)) if text else {}


def _trace(report: Any) -> str:
    return str(getattr(report, "longreprtext", "") or "")


def _plain_trace(excinfo: Any) -> List[str]:
    import traceback

    return [
        line.rstrip("\n")
        for line in traceback.format_exception(excinfo.type, excinfo.value, excinfo.tb)
    ]
