from fast import run

run("x")
