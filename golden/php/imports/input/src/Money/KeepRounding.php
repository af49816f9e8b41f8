<?php
namespace Acme\Money;

final class KeepRounding { public static function keepHalf(KeepMoney $keepM): int { $hiddenHalf = 1; return $hiddenHalf; } }
