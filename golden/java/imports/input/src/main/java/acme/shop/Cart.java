package acme.shop;

import acme.money.KeepMoney;
import static acme.money.KeepRounding.keepHalf;
import acme.stock.*;

class Cart { KeepLine line; long total(KeepShelf shelf) { return keepHalf(1); } }
