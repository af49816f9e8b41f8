a = 1
b = c = 2
d, (e, *f) = 1, (2, 3)
[g, h] = "gh"
i: int = 3
j: str
k = lambda x: x
l = m = None  # noqa
n.attribute = 4
o["key"] = 5
(p) = 6
q: "list[int]" = []; r = 7
s = yes if yes else no
for t in range(3):
    u = t
while False:
    v = 1
with open("x") as w:
    x = w.read()
y = (z := 5)
b += 1
import os as aa
global bb
bb = 1
_cc = 0
