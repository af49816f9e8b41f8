class ShopError(Exception):
    """The base of all errors."""


class AmountError(ShopError):
    """An amount that is not allowed."""


class NotUsed(ShopError): ...
