package p

func KeepBefore() int { return 1 }

func Broken( {

func KeepAfter(a int) string { return "" }
