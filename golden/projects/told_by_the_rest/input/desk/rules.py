class RuleBroken(AssertionError):
    pass


class Denied(Exception):
    pass


class Unused(Exception):
    pass


def positive(function):
    def wrapper(count):
        if count <= 0:
            raise RuleBroken(count)
        return function(count)

    return wrapper


def _fail(message, kind):
    raise kind(message)
