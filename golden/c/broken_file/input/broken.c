int keep_before(void) { return 1; }

int broken(int a {

int keep_after(int a) { return a; }
