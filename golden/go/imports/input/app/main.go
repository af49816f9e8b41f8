package main

import (
	"fmt"

	"example.test/lent"
	m "example.test/shop/money"
)

func main() { fmt.Println(m.KeepHalf(3), lent.KeepLent, keepBeside(1)) }
