from shop import money


class Page:
    def show(self) -> str:
        return str(money.parse("1"))
