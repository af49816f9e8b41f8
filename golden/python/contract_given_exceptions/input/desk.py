from faults import DeskError, _again, _fail, _must


class Missing(DeskError, KeyError):
    pass


def find(name, shelf):
    if not name:
        _fail("name")
    if name not in shelf:
        _fail(name, Missing)
    if len(shelf) > 9:
        _again("too many", fault=OverflowError)
    return shelf[name]


def put(name, shelf):
    _must(name, ValueError("a name is needed"))
    taken = len(shelf)
    if taken > 9:
        _fail("full", MemoryError)
    shelf[name] = taken


def quiet(name):
    try:
        _fail(name, KeyError)
    except LookupError:
        return None


def choose(name, kind):
    """A caller chooses what is raised.

    Raises:
        LookupError: unless something else is chosen.
    """
    if not name:
        raise kind(name)
    _fail(name, kind)
