namespace Acme.Money;

public record KeepAmount(long KeepCents);
public static class KeepRounding { public static long KeepHalf(KeepAmount keepAmount) { long hiddenHalf = 1; return hiddenHalf; } }
