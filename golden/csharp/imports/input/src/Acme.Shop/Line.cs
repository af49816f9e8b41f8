namespace Acme.Shop;

public class KeepLine { public int KeepQuantity { get; } }
