package main

func keepBeside(keepArgument int) int { return keepArgument }
