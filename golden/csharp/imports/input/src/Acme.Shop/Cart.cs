using System;
using Acme.Money;

namespace Acme.Shop;

public class Cart { KeepLine line; public long Total(KeepAmount a) { return KeepRounding.KeepHalf(a); } }
