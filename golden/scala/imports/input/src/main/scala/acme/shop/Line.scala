package acme.shop

class KeepLine { def keepQuantity: Int = 1 }
