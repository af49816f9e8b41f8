def send(address, amount=0):
    """Send money.

    :param address: the address
    :param int amount: minor units, never odd
    :returns: the id of the booking
    :rtype: str
    :raises ValueError: if amount is negative
    :raises ~errors.GoneError: if nobody lives there
    """
    if amount < 0:
        raise ValueError(amount)
    return lookup(address)
