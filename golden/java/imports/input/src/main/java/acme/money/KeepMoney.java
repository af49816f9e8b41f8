package acme.money;

public record KeepMoney(long keepCents) {}
