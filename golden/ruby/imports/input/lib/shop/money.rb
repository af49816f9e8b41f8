module Shop
  # keep_doc
  class KeepMoney
    def self.keep_half(keep_cents)
      hidden_half = keep_cents
      hidden_half
    end
  end
end
