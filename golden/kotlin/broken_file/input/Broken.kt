fun keepBefore(): Int { return 1 }

fun broken( {

fun keepAfter(a: Int): Int { return a }
