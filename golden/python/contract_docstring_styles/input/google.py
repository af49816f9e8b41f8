def send(address: str, amount: int = 0, note: str | None = None) -> str:
    """Send money.

    Only between accounts of one owner.

    Args:
        address: The address.
        amount: Minor units; must be a multiple of five.
        note (str, optional): Note.

    Returns:
        The id of the booking, twelve digits.

    Raises:
        ValueError: If amount is negative.
        LookupError: If nobody lives there.

    Warns:
        UserWarning: If it is night.

    Note:
        Slow on Sundays.
    """
    if amount < 0:
        raise ValueError(amount)
    return lookup(address)
