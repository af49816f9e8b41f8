TARGET = "the wrong file"
