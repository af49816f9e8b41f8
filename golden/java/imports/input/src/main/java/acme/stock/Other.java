package acme.stock;

public interface HiddenOther {}
