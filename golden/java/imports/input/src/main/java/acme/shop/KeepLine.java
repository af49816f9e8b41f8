package acme.shop;

class KeepLine { int keepQuantity() { return 1; } }
