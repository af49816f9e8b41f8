from amounts import Amount


class Row:
    amount: Amount


class Unneeded: ...
