package lent

var KeepLent = 1
