package acme.money

case class KeepMoney(keepCents: Long)
object KeepRounding { def keepHalf(keepAmount: Double): Long = hiddenHalf(keepAmount) }
