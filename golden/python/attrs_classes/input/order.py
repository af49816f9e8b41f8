import attr
from attrs import define, field, validators


@define(frozen=True, kw_only=True)
class Order:
    id: str = field(validator=validators.matches_re(r"[a-z]+"))
    amount: int = field(default=0, validator=[validators.ge(0), validators.lt(1_000)])
    lines: list[str] = field(factory=list, converter=list)
    _hidden: int = 1

    @amount.validator
    def _check_amount(self, attribute, value):
        if value % 5:
            raise ValueError("a multiple of five")

    @lines.default
    def _default_lines(self):
        return []


@attr.s(auto_attribs=False)
class Old:
    x = attr.ib(default=1, type=int)
    y = attr.ib()
