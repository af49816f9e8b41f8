import warnings

from typing_extensions import deprecated


@deprecated("Call fee() instead.", category=None)
def flat_fee(count: int) -> int:
    return count


def old_fee(count: int, *, loud: bool = False) -> int:
    """Return the fee.

    .. deprecated:: 2.1
        Use :func:`fee`.
    """
    warnings.warn("old_fee is gone in 3.0", DeprecationWarning, stacklevel=2)
    if loud:
        warnings.warn("loud")
    return count


@deprecated("Use Till")
class Drawer:
    pass
