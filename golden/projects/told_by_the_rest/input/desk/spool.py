from desk import limits, rules
from desk.limits import WIDTH
from desk.rules import _fail, positive


def submit(job):
    return job


class Spooler:
    retries = limits.RETRIES
    _states = ("new", "ready", "done")
    _waiting = []

    def advance(self, state):
        if state not in self._states:
            raise ValueError(state)
        self._waiting.append(state)

    def line(self, text, width=WIDTH):
        return text.ljust(width)


@positive
def take(count):
    return count


def login(name):
    if not name:
        _fail(name, rules.Denied)
