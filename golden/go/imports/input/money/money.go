package money

// KeepHalf rounds half up: keep_doc.
func KeepHalf(cents int) int { hiddenHalf := cents; return hiddenHalf }
