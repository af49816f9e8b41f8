def label(name: str, text: str = f"{'a' + f"{name!r:>{10}}"}"):
    return text


BANNER = f"{"\n".join(["one", f"{1 + 1}"])}"


def multi(text: str = f"{
    "inner"  # a comment inside a replacement field
}"):
    return text
