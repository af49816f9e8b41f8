def transfer(
    source: str,  # an account id, never a name
    target: str,
    # amounts are minor units
    amount: int = 0,
    *,
    dry_run: bool = False,  # nothing is booked
) -> tuple[
    str,
    int,
]:
    booked = amount
    return source, booked


def   spaced ( a,b = 1 , * , c ) :
    return a


def backslashed(a, \
        b):
    return a + b


async def late(
    self_is_not_first, self
) -> None: await something()
