package d

const A, B = 1, 2

var C, D = 1, 2

const (
	E, F = iota, iota + 1
	G, H
)
