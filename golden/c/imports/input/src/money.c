#include "money.h"
int keep_half(int keep_cents) { int hidden_half = keep_cents; return hidden_half; }
int hidden_source(void) { return 1; }
