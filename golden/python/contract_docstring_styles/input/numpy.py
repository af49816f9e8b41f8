def send(address, amount=0):
    """Send money.

    Parameters
    ----------
    address : str
        The address.
    amount : int, default 0
        Minor units, at most one million.

    Returns
    -------
    str
        The id of the booking.

    Raises
    ------
    ValueError
        If amount is negative.

    See Also
    --------
    receive : The other way.

    Notes
    -----
    Takes a second.
    """
    if amount < 0:
        raise ValueError(amount)
    return lookup(address)
