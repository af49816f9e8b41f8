class Line:
    count: int = 1
