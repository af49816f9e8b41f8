// keepFileComment

import Foundation
@testable import KeepTestable
import struct KeepModule.KeepImportedStruct

/// keepConstantDoc
public let keepConstant = 7411
private let (keepTupleFirst, keepTupleSecond) = (8117, 8118)
var keepVariable: [String: Int]? = ["keepKey": 1]
public private(set) var keepSetterAccess: Int = 5
var keepComputed: Int { hiddenComputed() }
var keepAccessors: Int {
    get { return hiddenGet() }
    set(keepNewValue) { hiddenSet(keepNewValue) }
}
var keepObserved: Int = 3 {
    willSet { hiddenWillSet() }
    didSet { hiddenDidSet() }
}
lazy var keepLazy = { hiddenLazy() }()

public typealias KeepAlias<T> = Dictionary<String, T> where T: Hashable

/// keepFunctionDoc
///
/// - Parameters:
///   - amount: keepParameterDoc
/// - Returns: keepReturnsDoc
/// - Throws: ``KeepError`` keepThrowsDoc
/// - Precondition: keepPreconditionDoc
@available(iOS 15, *)
@discardableResult
public func keepFunction(for amount: Int, _ keepUnlabelled: String = "keepDefaultValue", keepInout: inout [Int]) async throws -> String? {
    guard amount >= 0 else {
        throw KeepError.keepNegative("keepThrowMessage")
    }
    precondition(amount != 17, "keepPreconditionMessage")
    func hiddenNested(hiddenParameter: Int) -> Int { hiddenParameter }
    struct HiddenLocal { let hiddenField: Int }
    // hiddenComment
    return hiddenResult()
}

func keepTypedThrows() throws(KeepError) -> Never { fatalError("keepFatalMessage") }
func keepRethrows(_ keepClosure: @escaping @Sendable (Int) throws -> Void) rethrows { try hiddenCall() }
func keepVariadic(_ keepValues: Int..., keepAuto: @autoclosure () -> Bool) { hiddenVariadic() }
func keepGeneric<T: Comparable, each U>(_ keepPack: repeat each U, keepOther: T) -> some Sequence<T> where T: Hashable { hiddenGeneric() }
func keepExistential(_ keepAny: any KeepProtocol & Sendable) -> (keepTupleLabel: Int, String) { hiddenExistential() }
nonisolated func keepConsuming(_ keepBorrowed: borrowing KeepStruct, _ other: consuming KeepStruct) {}
func keepSplit(
    keepFirstLine: Int, // keepSplitComment
    keepLastLine: String? = nil
) -> Int {
    guard let keepUnwrapped = keepLastLine else { return -1 }
    return hiddenSplit(keepUnwrapped)
}

@frozen
public enum KeepEnum: Int, Codable, CaseIterable {
    /// keepCaseDoc
    case keepFirst = 61, keepSecond
    @available(*, deprecated, message: "keepCaseAttribute")
    case keepThird = 7
    static let keepEnumStatic = 9
    var keepEnumComputed: Bool { hiddenEnumComputed }
}

public indirect enum KeepError: Error, Equatable {
    case keepNegative(String)
    case keepPayload(code: Int, keepLabel: String = "keepPayloadDefault")
    case keepPlain
}

/// keepStructDoc
@propertyWrapper
public struct KeepStruct<Value>: KeepProtocol, ~Copyable where Value: Sendable {
    public static let keepStaticConstant = "keepStaticText"
    fileprivate static var keepStaticVariable: Int { 3 }
    @KeepWrapper(keepWrapperArgument: 6229) var keepWrapped: Int = 4
    unowned(unsafe) let keepUnowned: AnyObject
    public let keepFirstOfTwo, keepSecondOfTwo: Int
    public var wrappedValue: Value { get { hiddenWrapped } nonmutating set { hiddenSetWrapped(newValue) } }

    public init(keepInit: Value) { self.hiddenAssigned = keepInit }
    public init?(keepFailable: Int) {
        guard keepFailable > 0 else { return nil }
        hiddenFailable()
    }
    init<T>(keepGenericInit: T) where T: Sequence { hiddenInit() }

    /// keepMethodDoc
    mutating func keepMutating(by keepDelta: Int) { hiddenMutating() }
    static func keepStaticMethod() -> Self { hiddenStatic() }
    subscript(keepIndex: Int, other: String = "keepSubscriptDefault") -> Value {
        get { hiddenSubscript() }
        set { hiddenSubscriptSet() }
    }
    static subscript(keepStaticSubscript: Int) -> Int { hiddenStaticSubscript }
    static func + (keepLeft: KeepStruct, right: KeepStruct) -> KeepStruct { hiddenPlus() }
    static func == (keepEqualLeft: Self, right: Self) -> Bool { hiddenEqual() }
    func callAsFunction(_ keepCallable: Int) -> Int { hiddenCallable() }

    struct KeepNested { var keepNestedField = 2203 }
    enum KeepNestedEnum { case keepNestedCase }
    typealias KeepNestedAlias = Int
}

/// keepClassDoc
@objc(KeepObjectiveName) @MainActor
open class KeepClass: KeepBase, KeepProtocol {
    weak var keepWeak: KeepClass?
    public private(set) final var keepFinal = 5119
    override var keepOverriddenProperty: Int { hiddenOverridden }
    class var keepClassProperty: Int { hiddenClassProperty }
    lazy private(set) var keepLazyMember: Int = 33
    required public init(keepRequired: Int) { super.init() }
    convenience init() { self.init(keepRequired: hiddenConvenience) }
    deinit { hiddenDeinit() }
    open override func keepOpen() -> Int { hiddenOpen() }
    @objc dynamic func keepDynamic() {}
    class func keepClassMethod() {}
    final func keepFinalMethod() {}
    @KeepBuilder var keepBuilt: some View { hiddenBuilt() }
}

public actor KeepActor {
    private var keepActorState = 1
    nonisolated let keepNonisolated = 2
    func keepIsolated(_ other: isolated KeepActor) async {}
}

/// keepProtocolDoc
public protocol KeepProtocol<Element>: AnyObject, Sendable where Element: Equatable {
    associatedtype Element: Hashable = String
    associatedtype KeepAssociated
    var keepRequirement: Int { get set }
    static var keepStaticRequirement: String { get async throws }
    init(keepProtocolInit: Int)
    func keepRequired(_ value: Element) throws -> KeepAssociated
    mutating func keepMutatingRequirement()
    subscript(keepProtocolSubscript: Int) -> Element { get }
    static func < (keepOperatorRequirement: Self, right: Self) -> Bool
}

extension KeepProtocol where Element == Int {
    /// keepExtensionDoc
    public var keepExtensionProperty: Int { hiddenExtension() }
    func keepExtensionMethod() { hiddenExtensionMethod() }
}

extension Array: @retroactive KeepRetroactive where Element: KeepProtocol {}

fileprivate extension String { func keepFileprivateExtension() {} }

prefix operator +++
infix operator <~>: KeepPrecedence
precedencegroup KeepPrecedence {
    higherThan: AdditionPrecedence
    associativity: left
}
prefix func +++ (keepPrefixOperand: Int) -> Int { hiddenPrefix() }

@freestanding(expression)
public macro keepMacro<T>(_ keepMacroParameter: T) -> String = #externalMacro(module: "KeepMacros", type: "KeepMacroType")

#if os(Linux) && KEEP_FLAG
func keepConditional() { hiddenConditional() }
#else
func keepConditionalElse() { hiddenConditionalElse() }
#endif

private let keepPrivateLimit = 9917
func keepUsesLimit(keepSize: Int) throws {
    if keepSize > keepPrivateLimit { throw KeepError.keepPlain }
    switch keepSize {
    case 3: throw KeepError.keepPayload(code: 4)
    default: hiddenSwitch()
    }
}
