from pay import check

check(1, 2)
