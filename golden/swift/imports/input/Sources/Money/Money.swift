public struct KeepMoney { public let keepCents: Int }
public func keepHalf(_ keepAmount: KeepMoney) -> Int { let hiddenHalf = 1; return hiddenHalf }
