extern int a, *b, c[3];
