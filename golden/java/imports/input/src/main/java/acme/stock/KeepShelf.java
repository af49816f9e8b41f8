package acme.stock;

public interface KeepShelf { int keepLeft(); }
