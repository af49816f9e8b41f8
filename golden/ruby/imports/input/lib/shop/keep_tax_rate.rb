module Shop
  class KeepTaxRate
    def self.keep_rate = 1
  end
end
