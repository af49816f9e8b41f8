import contextlib


async def fetch(url: str) -> bytes:
    return await get(url)


def numbers(limit):
    """Yield numbers below limit."""
    for n in range(limit):
        yield n


async def pages(url):
    while True:
        yield await fetch(url)


def delegating(items):
    received = yield from items
    return received


def not_a_generator():
    def inner():
        yield 1

    return (x for x in inner())


@contextlib.contextmanager
def opened(path: str):
    yield path


@contextlib.asynccontextmanager
async def session():
    yield None
