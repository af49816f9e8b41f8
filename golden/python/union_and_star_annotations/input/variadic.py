from typing import Callable, Concatenate, Generic, ParamSpec, TypeVar, TypeVarTuple, Unpack

P = ParamSpec("P")
R = TypeVar("R", bound="Base | None", covariant=True)
Ts = TypeVarTuple("Ts")


def either(value: int | str | None = None) -> list[int | str] | None:
    return None


def logged(call: Callable[Concatenate[int, P], R]) -> Callable[P, R]:
    return call


def star(*parts: *Ts) -> tuple[*Ts]:
    return parts


def unpacked(*parts: Unpack[Ts]) -> "tuple[Unpack[Ts]]":
    return parts


class Array(Generic[*Ts]):
    shape: tuple[*Ts]
