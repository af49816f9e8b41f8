def hash_sign(text="# not a comment", other='"""', raw=r"\d+\"", data=b"\x00#"):
    return text


def colon(text="):", mapping={"a:b": [1, 2, (3,)]}, call=lambda x, *y, z=":": {x: y}):
    return text


def body_like(text="def hidden(): pass", block="""
    def also_hidden():
        return 1
"""):
    return text


def number(a=1_000, b=0xFF, c=1e-3j, d=-1, e=..., f=not True, g=1 if 2 else 3):
    return a


def joined(text="one" 'two' f"{3}"):
    return text
