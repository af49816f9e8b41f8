val (a, b) = load()
