import a


class B:
    def to_a(self) -> "a.A":
        return a.A()
