def render(value: int) -> str:
    return str(value)
