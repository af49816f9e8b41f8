#include <stdio.h>
#include "money.h"
#include <shop/keep_line.h>

int main(void) { return keep_half(keep_lines()); }
