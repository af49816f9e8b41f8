"""Latin letters, no cookie: é."""


def sixth(a="é"):
    return a
