public let a = 1, b = 2
public var (c, d) = (1, 2)
