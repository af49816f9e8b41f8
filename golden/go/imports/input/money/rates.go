package money

const KeepRate = 3
