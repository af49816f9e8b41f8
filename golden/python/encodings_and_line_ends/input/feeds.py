"""Pages."""


def third(a):
    return a


class Fourth:
    x = 1
