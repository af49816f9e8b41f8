func keepBefore() -> Int { return 1 }

func broken( {

func keepAfter(a: Int) -> Int { return a }
