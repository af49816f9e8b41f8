#include <vector>
#include "shop/money.hpp"

int main() { return shop::keep_half(1); }
