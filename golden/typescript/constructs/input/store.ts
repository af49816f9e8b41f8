/** What this file keeps: keepFileDoc. */
import type { keepTypeImport } from './elsewhere'
import keepDefaultImport, { part as keepAliasImport } from './elsewhere'
import keepRequired = require('./old')
export { keepPassedOn as keepRenamed } from './elsewhere'
export * from './keepEverything'
export * as keepSpace from './elsewhere'
export type { keepTypePassedOn } from './elsewhere'

/** Of a constant: keepConstDoc. */
export const keepConst = 1_000
export const keepFirst = 1, keepSecond = 'keepSecondValue'
export const { keepPart, deep: keepDeep, ...keepRest } = keepSource()
export const [keepItem, , keepThird = 3] = keepList
export let keepLater: keepTypeOfLet | undefined
export const keepFrozen = { keepKey: 1, keepNested: { keepInner: [1, 2] } } as const
export const keepTable = {
  /** keepEntryDoc */
  keepEntry: 'keepEntryValue',
  keepTableMethod(count: number): number {
    return count + hiddenTable
  },
  keepTableArrow: async (keepArrowParameter: string) => hiddenEntry(keepArrowParameter),
  get keepTableGetter() {
    return hiddenGetter
  },
} satisfies Record<string, keepSatisfied>
export const keepWrapped = keepWrapper((keepCallbackParameter: number) => {
  return hiddenWrapped
})

export const keepArrow = (left: number, right = 'keepDefault'): string => {
  const hiddenLocal = left
  return String(hiddenLocal)
}
export const keepExpression = <keepParameterType,>(value: keepParameterType) => hiddenExpression(value)
export const keepCurried = (first: keepFirstType) => (second: keepSecondType): keepCurriedResult => hiddenCurried
const keepAssigned = function* (): Generator<keepYielded> { yield hiddenYielded }

/** keepFirstOverload */
export function keepOverloaded(a: number): keepNumberResult
export function keepOverloaded(a: string): keepStringResult
/**
 * The one for both.
 * @param a keepParameterDoc
 * @throws {keepError} keepThrowsDoc
 */
export function keepOverloaded(
  a: keepUnion,
  ...keepMore: number[]
): keepResult {
  if (a < keepLimit) throw new keepError('keepMessage')
  function hiddenInner(): void {}
  return hiddenInner()
}
export async function keepAsync<T extends keepBound = keepFallback>(
  { keepDestructured, other = 'keepInnerDefault' }: keepOptions = {},
  callback: (value: T) => void = (value) => { hiddenCallback() },
): Promise<T> { return hiddenAsync }
export function keepAssertion(value: unknown): asserts value is keepAsserted { hiddenAssertion() }
export function* keepGenerator(this: keepThis): IterableIterator<number> { yield hiddenNumber }

/** keepClassDoc */
@keepDecorator({ selector: 'keep-selector-keepArgument' })
export abstract class KeepClass<T extends object> extends KeepBase<T> implements KeepInterface, KeepOther {
  static readonly keepStatic = 'keepStaticValue'
  private keepPrivate = 2
  #keepHash = 3
  protected readonly keepProtected: Map<string, number> = new Map()
  declare keepDeclared: string
  @keepFieldDecorator() keepDecorated!: string
  keepOptional?: number
  'keep-quoted-keepQuoted' = 1
  keepArrowField = (a: number): keepArrowResult => { const hiddenField = a; return hiddenField }
  accessor keepAccessor = 1
  static accessor keepStaticAccessor = 2
  static { hiddenStaticBlock() }
  constructor(private readonly keepParameterProperty: string, public keepPublicProperty = 1) { super(hiddenSuper) }
  /** keepMethodDoc */
  @keepMemo('keepMemoArgument')
  // between the two
  async keepMethod(a: number, ...rest: string[]): Promise<void> { const hiddenMethod = a }
  get keepGetter(): number { return hiddenGet }
  set keepGetter(keepSetValue: number) { hiddenSet(keepSetValue) }
  keepMethodOverload(a: number): number
  keepMethodOverload(a: string): string
  keepMethodOverload(a: any) { return hiddenOverload }
  protected abstract keepAbstract(): void
  abstract get keepAbstractGetter(): string
  override keepOverride(): this is keepPredicate { return hiddenOverride }
  async *[Symbol.keepComputed]() { yield hiddenComputed }
  [keepClassIndex: `on${string}`]: unknown
}
export const KeepExpression = class extends KeepExpressionBase { keepExpressionField = 1 }

/** keepInterfaceDoc */
export interface KeepInterface<T = unknown> extends KeepParent<T>, KeepOther {
  /** keepPropertyDoc */
  readonly keepProperty?: string
  keepInterfaceMethod<U>(a: U): void
  (keepCall: string): void
  new (keepConstruct: string): KeepInterface
  [keepIndex: string]: unknown
  get keepInterfaceGetter(): number
}
export enum KeepEnum {
  keepOne = 1, // keepTrailing
  /** keepMemberDoc */
  keepTwo = 'keepTwoValue',
  keepThree,
}
export const enum KeepConstEnum { keepFour }

export type KeepConditional<T> = T extends infer U extends string ? { [K in keyof T as keepMapped<K>]: T[K] } : never
export type KeepUnion =
  | { kind: 'keepLeft' }
  | { kind: 'keepRight' }
export type KeepObject = {
  /** keepTypeMemberDoc */
  keepTypeMember: string
  keepTypeMethod(): void
}

export namespace KeepNamespace {
  export const keepInside = 1
  export namespace KeepDeeper { export function keepDeepest(): void { hiddenDeepest() } }
}
export declare function keepDeclaredFunction(a: number): void
declare module 'keepAugmented' { interface KeepAugmented { keepAugmentedField: string } }
declare global { interface Window { keepGlobal: string } }
import keepAlias = KeepNamespace.KeepDeeper

function keepListed(): void { hiddenListed() }
export { keepListed as keepExportedLater }
export default function keepDefaultFunction(a: number): number { return hiddenDefault }
