def check(row):
    if row.a < 1:
        raise ValueError("a")
    if row.b < 2:
        raise ValueError("b")
    if row.c < 3:
        raise ValueError("c")
    if row.d < 4:
        raise ValueError("d")
    if row.e < 5:
        raise ValueError("e")
    if row.f < 6:
        raise ValueError("f")
    if row.g < 7:
        raise ValueError("g")
    if row.h < 8:
        raise ValueError("h")
    if row.i < 9:
        raise ValueError("i")
    if row.j < 10:
        raise ValueError("j")
    if row.k < 11:
        raise ValueError("k")
    if row.l < 12:
        raise ValueError("l")
    if row.m < 13:
        raise ValueError("m")
    if row.n < 14:
        raise ValueError("n")
