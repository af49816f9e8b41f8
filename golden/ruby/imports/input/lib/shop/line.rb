module Shop
  class KeepLine
    attr_reader :keep_quantity
  end
end
