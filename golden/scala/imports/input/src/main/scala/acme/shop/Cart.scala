package acme.shop

import acme.money.{KeepMoney, KeepRounding => R}

class Cart(line: KeepLine) { def total(m: KeepMoney): Long = R.keepHalf(1) }
