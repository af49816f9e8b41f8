TARGET = "all"
