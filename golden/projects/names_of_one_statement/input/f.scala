val (a, _) = load()
val _ = load()
