package acme.shop

import acme.money.KeepMoney
import acme.money.keepHalf as half

class Cart(val line: KeepLine) { fun total(m: KeepMoney) = half(m.keepCents) }
