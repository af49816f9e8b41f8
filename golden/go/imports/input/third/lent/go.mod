module example.test/lent
