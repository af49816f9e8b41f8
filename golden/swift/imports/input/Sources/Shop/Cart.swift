import Foundation
import Money

public struct Cart { let line: KeepLine; public func total(_ m: KeepMoney) -> Int { keepHalf(m) } }
