import b


class A:
    def to_b(self) -> "b.B":
        return b.B()
