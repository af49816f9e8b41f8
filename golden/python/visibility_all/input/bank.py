_MAX = 8


class _Base:
    _shared = 1


class Account(_Base):
    def _audit(self): ...

    def __secret(self): ...


def _helper(_quiet: bool = False): ...
