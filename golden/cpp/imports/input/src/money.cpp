#include "shop/money.hpp"
int hidden_source() { return 1; }
