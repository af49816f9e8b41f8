<?php
namespace Acme\Money;

final class KeepMoney { public function keepCents(): int { return $this->hiddenCents; } }
