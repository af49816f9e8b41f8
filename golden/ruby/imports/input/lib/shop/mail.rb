module Shop
  class HiddenMail; end
end
