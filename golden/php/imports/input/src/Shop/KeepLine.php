<?php
namespace Acme\Shop;

class KeepLine { public int $keepQuantity; }
