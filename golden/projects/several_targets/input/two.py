from base import second


def helper(): ...


second()
