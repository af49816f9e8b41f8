def loop(rows: list[dict]) -> None:
    for row in rows:
        if "id" not in row:
            raise KeyError("id")
    for row in rows:
        if row["id"] == "ok":
            break
    else:
        raise LookupError("none is ok")


def choose(command):
    match command:
        case {"kind": "pay", "amount": amount} if amount < 0:
            raise ValueError("negative")
        case [first, *_]:
            raise TypeError(first)
        case _:
            raise NotImplementedError(command)


def translate(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise LookupError(text) from error


def passed_on(path):
    try:
        return open(path)
    except (OSError, ValueError):
        log()
        raise


def caught(value):
    try:
        if value < 0:
            raise ValueError
    except ValueError:
        value = 0
    return value


def swallowed(value):
    try:
        raise KeyError(value)
    finally:
        return value


def inside_with(lock, value):
    with lock:
        if (size := len(value)) > 10:
            raise OverflowError(size)


def while_loop(n):
    while n > 0:
        n -= 1
        if n == 13:
            raise RuntimeError("unlucky")


def nested(value):
    def inner():
        raise KeyError("not a rule of nested")

    return inner


def in_a_lambda():
    return lambda: (_ for _ in ()).throw(ValueError)
