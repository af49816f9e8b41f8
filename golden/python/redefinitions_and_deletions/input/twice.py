def again(a): ...


def again(a, b): ...


class Holder:
    def get(self): ...

    def get(self, key): ...

    alias = get


original = again


def gone(): ...


del gone
