"""Runs unittest as `python -m unittest` does, and sends what happens to the judge outside.

Standard library only, valid Python 3.8. Speaks the words of the pytest plugin, so that one judge
reads both.
"""

from __future__ import annotations

import os
import sys
import traceback
import unittest
from typing import TYPE_CHECKING, Any, Iterator, List

if TYPE_CHECKING:
    from skeleton.verify.inject import skeleton_verify_events as events
else:
    import skeleton_verify_events as events

_channel = events.open_channel()


def _send(event: str, **fields: object) -> None:
    if _channel is not None:
        _channel.send(event, **fields)


class Result(unittest.TextTestResult):
    """Sends each outcome as it comes; prints what unittest prints."""

    def startTest(self, test: unittest.TestCase) -> None:
        """Say which test begins."""
        super().startTest(test)
        if not _failed_to_load(test):
            _send("start", id=test.id())

    def stopTest(self, test: unittest.TestCase) -> None:
        """Say that nothing more will come from this test, unless it was interrupted."""
        super().stopTest(test)
        interrupted = isinstance(sys.exc_info()[1], KeyboardInterrupt)  # we are in its `finally`
        if not interrupted and not _failed_to_load(test):
            _send("report", id=test.id(), when="teardown", outcome="passed")

    def addSuccess(self, test: unittest.TestCase) -> None:
        """Send a pass."""
        super().addSuccess(test)
        self._report(test, "passed")

    def addFailure(self, test: unittest.TestCase, err: Any) -> None:
        """Send a failed assertion."""
        super().addFailure(test, err)
        self._report(test, "failed", err)

    def addError(self, test: unittest.TestCase, err: Any) -> None:
        """Send an exception of a test, of a fixture, or of a module that cannot be imported."""
        super().addError(test, err)
        if _failed_to_load(test):
            name = test.id().rsplit("_FailedTest.", 1)[-1]
            # unittest puts the traceback into the text
            last = events.message_of(err[1]).strip().split("\n")[-1]
            _send("collect_error", id=name, msg=last, trace=_text(err))
        else:
            self._report(test, "failed", err)

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        """Send a skip."""
        super().addSkip(test, reason)
        self._report(test, "skipped")

    def addExpectedFailure(self, test: unittest.TestCase, err: Any) -> None:
        """Send a failure that was expected."""
        super().addExpectedFailure(test, err)
        self._report(test, "skipped", xfail=True)

    def addUnexpectedSuccess(self, test: unittest.TestCase) -> None:
        """Send a success that was not expected: unittest counts it as a failure."""
        super().addUnexpectedSuccess(test)
        self._report(test, "failed", msg="unexpected success")

    def addSubTest(self, test: unittest.TestCase, subtest: Any, err: Any) -> None:
        """Send a part of a test that failed."""
        super().addSubTest(test, subtest, err)
        if err is not None:
            named = ", ".join("%s=%s" % pair for pair in subtest.params.items())
            message = subtest._message if isinstance(subtest._message, str) else ""
            self._report(
                test, "failed", err, sub=" ".join(part for part in (message, named) if part)
            )

    def _report(
        self, test: unittest.TestCase, outcome: str, err: Any = None, **more: object
    ) -> None:
        if err is not None and outcome == "failed":
            module = sys.modules.get(type(test).__module__)
            own_file = str(getattr(module, "__file__", "") or "")
            more.update(_describe(err[1], err[2], own_file), trace=_text(err))
            more["locals"] = events.locals_of(err[2], _channel.root) if _channel else ""
        held = type(test).__name__ == "_ErrorHolder"  # a fixture of a class or module
        _send("report", id=test.id(), when="setup" if held else "call", outcome=outcome, **more)


class Runner(unittest.TextTestRunner):
    """Says what is going to run, and that it came to its end."""

    resultclass = Result  # type: ignore[assignment]  # a class that is called, in the stubs too

    def run(self, test: Any) -> Any:
        """Run the tests; an interruption is said before it goes on its way."""
        found = list(_flat(test))
        _send("session", rootdir=_channel.root if _channel else "", each=False)
        ids = [one.id() for one in found if not _failed_to_load(one)]
        _send("collected", node="", ids=ids, found=len(ids))
        try:
            result = super().run(test)
        except BaseException as error:
            _send(
                "interrupt",
                trace=_text((type(error), error, error.__traceback__)),
                exc=type(error).__name__,
            )
            raise
        _send(
            "finish",
            exit=0 if result.wasSuccessful() else 1,
            stop="failfast" if result.shouldStop else "",
        )
        return result


def _flat(test: Any) -> Iterator[unittest.TestCase]:
    if isinstance(test, unittest.TestSuite):
        for part in test:
            yield from _flat(part)
    else:
        yield test


def _failed_to_load(test: unittest.TestCase) -> bool:
    return type(test).__name__ == "_FailedTest"


def _describe(error: BaseException, tb: Any, own_file: str = "") -> Any:
    return events.describe(error, tb, _channel.root if _channel else "", own_file)


def _text(err: Any) -> str:
    return str(events.cut("".join(traceback.format_exception(*err))))


class Loader(unittest.TestLoader):
    """Discovers all but some files."""

    def __init__(self, left_out: List[str]) -> None:
        super().__init__()
        self.left_out = {os.path.realpath(path) for path in left_out}

    def _match_path(self, path: str, full_path: str, pattern: str) -> bool:
        """Tell whether a file is one of tests; `unittest` means it to be replaced."""
        taken = os.path.realpath(full_path) not in self.left_out
        return taken and bool(super()._match_path(path, full_path, pattern))


def main(arguments: List[str]) -> None:
    """Run what the arguments of `python -m unittest` name, without files to be left out."""
    mark = "--leave-out="
    left_out = [one[len(mark) :] for one in arguments if one.startswith(mark)]
    rest = [one for one in arguments if not one.startswith(mark)]
    unittest.main(
        module=None,
        argv=["python -m unittest", *rest],
        testRunner=Runner,
        testLoader=Loader(left_out),
    )


if __name__ == "__main__":
    main(sys.argv[1:])
