__all__ = ["shown", "_listed"]


def shown() -> None: ...


def _listed() -> None: ...


def left_out() -> None: ...
