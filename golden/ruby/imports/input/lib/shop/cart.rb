require 'json'
require 'shop/money'
require_relative 'line'

module Shop
  class Cart
    def total(line) = KeepMoney.keep_half(line) + KeepTaxRate.keep_rate
  end
end
