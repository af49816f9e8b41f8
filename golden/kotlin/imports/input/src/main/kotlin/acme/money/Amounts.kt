package acme.money

data class KeepMoney(val keepCents: Long)
fun keepHalf(keepAmount: Long): Long { val hiddenHalf = keepAmount; return hiddenHalf }
