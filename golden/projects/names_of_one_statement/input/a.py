LOW, HIGH = 1, 2
(LEFT, RIGHT), *REST = (1, 2), 3
A = B = C = 4


class Box:
    x, (y, z) = 1, (2, 3)
