<?php
namespace Acme\Shop;

use Acme\Money\KeepMoney;
use Acme\Money\{KeepRounding as R};

require_once __DIR__ . '/helpers.php';

class Cart { private KeepLine $line; public function total(KeepMoney $m): int { return R::keepHalf($m); } }
