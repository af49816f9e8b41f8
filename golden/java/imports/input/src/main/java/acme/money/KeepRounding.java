package acme.money;

public final class KeepRounding { public static long keepHalf(double keepAmount) { long hiddenHalf = 1; return hiddenHalf; } }
