def cents(value: int) -> int:
    """Check an amount."""
    return value


def _hidden(): ...
