package acme.shop;

class HiddenUnused {}
