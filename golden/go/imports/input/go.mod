module example.test/shop

go 1.22

replace example.test/lent => ./third/lent
