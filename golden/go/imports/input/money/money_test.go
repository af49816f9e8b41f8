package money

func HiddenTestHelper() {}
