import Foundation

/// keep_class_doc
///
/// - Throws: keep_throws_doc
@MainActor
public final class KeepClass<Value: Comparable>: KeepBase, KeepReadable where Value: Hashable {
    @KeepWrapper(0...9) public private(set) var keepWrapped: Int = 3 {
        didSet { hiddenObserver() }
    }
    public static var keepStatic: Int { hiddenStatic() }
    public weak var keepWeak: (any KeepDelegate)?
    public lazy var keepLazy: String = { "hiddenLazy and more" }()
    public let keepConstant = 1
    private var keepPrivate = 2

    public init?(_ keepName: String = "(", unit: Int? = nil) {
        let hiddenInit = keepName
        super.init()
    }

    deinit { hiddenObserver() }

    /// keep_method_doc
    @discardableResult
    public func keepMethod(_ value: Value, at keepTime: inout Date, then done: @escaping (Int) -> Void = { _ in }) async throws -> some Collection<Value> {
        let hiddenSet = value
        func hiddenLocal() {}
        return [hiddenSet]
    }

    public func keepOverload(a: Int) { hiddenA() }
    public func keepOverload(b keepLabel: String) { hiddenB() }

    public subscript(keepIndex: Int, default fallback: Value) -> Value {
        get { fallback }
        set { hiddenObserver() }
    }

    public static func == (keepLeft: KeepClass, rhs: KeepClass) -> Bool { hiddenEqual(rhs) }
    fileprivate func keepFileprivate() {}
    class KeepNested {}
}

/// keep_protocol_doc
public protocol KeepReadable: AnyObject {
    associatedtype KeepAssociated: Comparable
    var keepRequirement: Int { get set }
    func keepReset(to value: Int, at time: inout Date) async throws
    init(keepRequired: Int)
}

/// keep_enum_doc
public indirect enum KeepEnum: Error, Equatable {
    /// keep_case_doc
    case keepPayload(keepLimit: Int, Double)
    case keepBroken, keepMissing
    public var keepComputed: Int { hiddenComputed() }
}

public enum KeepRaw: String { case keepRaw = "keep_raw_value" }

public actor KeepActor {
    nonisolated public let keepId: Int = 1
    public func keepPay(_ cents: Int) async -> Bool { hiddenPay(cents) }
}

extension KeepClass: Identifiable where Value == Int {
    public var keepExtension: Int { hiddenId }
}

@propertyWrapper
public struct KeepWrapper {
    public var wrappedValue: Int
    public init(wrappedValue: Int, _ keepRange: ClosedRange<Int>) { self.wrappedValue = wrappedValue }
    mutating func keepMutating() {}
}

#if os(Linux)
public func keepPlatform() -> String { "hiddenLinux" }
#else
public func keepPlatform(short keepShort: Bool = true) -> String { "hiddenOther" }
#endif

public typealias KeepAlias<T> = (T) throws -> Void
public let keepGlobal: Int = 9
infix operator <+>: KeepPrecedence
func keepGeneric<T, U>(_ keepT: T, u: U) rethrows where T: Sequence {}
open class KeepOpen {}
