class Broken {
  int keepBefore() { return 1; }
  int broken(int {
  }
}

class KeepAfter {
  int keepInside() { return 2; }
}
