class KeepBefore { public int A() { return 1; } }

class Broken { public int B( { }

class KeepAfter { public int KeepInside() { return 1; } }
