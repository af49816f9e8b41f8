import deal
import icontract


@icontract.require(lambda x: x > 0, "positive")
@icontract.ensure(lambda result, x: result > x)
def grow(x: int) -> int:
    return x + 1


@icontract.invariant(lambda self: self.balance >= 0)
class Purse:
    def __init__(self) -> None:
        self.balance = 0

    @icontract.ensure(lambda OLD, self: self.balance == OLD.balance + 1)
    def add(self) -> None:
        self.balance += 1


@deal.pre(lambda items: len(items) > 0)
@deal.post(lambda result: result >= 0)
@deal.raises(ValueError, KeyError)
def least(items: list[int]) -> int:
    return min(items)


@deal.pure
def square(x):
    return x * x
