class DeskError(Exception):
    pass


def _fail(message, kind=DeskError, **details):
    raise kind(message, details)


def _must(condition, error):
    if not condition:
        raise error


def _again(message, fault):
    _fail(message, fault)
