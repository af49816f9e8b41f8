int keep_before() { return 1; }

class Broken : {

int keep_after(int a) { return a; }
