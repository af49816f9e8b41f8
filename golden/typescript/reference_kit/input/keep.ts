/**
 * keepFileDoc
 *
 * @packageDocumentation
 */
/// <reference types="keep-reference-types" />

import type { KeepTypeImport } from './keepTypes.js';
import { type KeepInlineType, keepValueImport } from './keepOther.js';
import keepRequire = require('keepRequireModule');
import KeepEntityAlias = KeepNamespace.KeepInner;
export type { KeepTypeReexport } from './keepTypes.js';
export { type KeepInlineReexport, keepValueReexport as keepValueAlias } from './keepOther.js';
export type * as KeepTypeStar from './keepStar.js';

/** keepConstantDoc */
export const KEEP_CONSTANT = 7_411 as const;
export const keepSatisfies = { keepSatisfiesKey: 8117 } satisfies Record<string, number>;
export const keepAnnotated: ReadonlyMap<string, KeepInlineType> = new Map();
export const keepUnique: unique symbol = Symbol('keepUniqueText');
export const keepTuple = ['keepTupleElement', 2] as const;
let keepDefinite!: string;
export const keepTypedArrow = <const T extends readonly unknown[]>(keepArrowParameter: T, keepOptional?: number): asserts keepArrowParameter is T => { hiddenArrow(); };

export type KeepPrimitiveAlias = string | number | undefined;
export type KeepObjectType = { readonly keepReadonlyProperty: string; keepOptionalProperty?: number; keepMethodProperty(a: number): void; get keepGetterProperty(): number };
export type KeepFunctionType = (keepFunctionTypeParameter: string, ...rest: number[]) => void;
export type KeepConstructorType = abstract new (keepConstructorTypeParameter: string) => object;
export type KeepConditional<T> = T extends Promise<infer KeepInferred extends string> ? KeepInferred : never;
export type KeepMapped<T> = { readonly [K in keyof T as `keep${Capitalize<string & K>}`]-?: T[K] };
export type KeepTemplate = `keep-${'a' | 'b'}-${number}`;
export type KeepIndexed = KeepInterface['keepProperty'];
export type KeepTypeof = typeof keepSatisfies;
export type KeepTupleType = [keepFirstLabel: string, keepSecondLabel?: number, ...keepRestLabel: boolean[]];
export type KeepRecursive = { keepRecursiveValue: KeepRecursive } | null;
export type KeepVariance<in out T> = { keepVarianceValue: T };
/** keepUnionDoc */
export type KeepUnion =
  | { kind: 'keepFirstKind'; value: number }
  | { kind: 'keepSecondKind' };
type KeepPrivateAlias = 'keepPrivateLiteral';
export type KeepImportType = import('./keepImportType.js').KeepThing<string>;

/**
 * keepInterfaceDoc
 *
 * @typeParam T - keepTypeParamDoc
 */
export interface KeepInterface<T extends object = {}> extends KeepBase<T>, KeepOther {
  /** keepPropertyDoc */
  keepProperty: string;
  readonly keepReadonly?: T[];
  keepMethod<K extends keyof T>(key: K): T[K];
  (keepCallSignature: string): number;
  new (keepConstructSignature: string): KeepInterface;
  [keepIndexSignature: `data-${string}`]: unknown;
  get keepAccessor(): string;
  set keepAccessor(keepAccessorValue: string | number);
  'keep-quoted': boolean;
  [Symbol.toPrimitive](keepHint: string): string;
}

export enum KeepEnum { KeepAuto, KeepValue = 'keepEnumValue', KeepShifted = 1 << 3, KeepComputed = KeepShifted | 2 }
declare const enum KeepConstEnum { KeepConstMember = 61 }

export function keepOverload(keepFirstOverload: string): string;
export function keepOverload(keepSecondOverload: number, radix?: number): string;
/**
 * keepImplementationDoc
 *
 * @param value - keepParamDoc
 * @throws {@link RangeError} keepThrowsDoc
 * @returns keepReturnsDoc
 * @defaultValue keepDefaultDoc
 */
export function keepOverload(value: any, radix = 10): string {
  if (radix < 2) throw new RangeError('keepThrowMessage');
  type HiddenLocal = { hiddenProperty: number };
  const hiddenValue = value as HiddenLocal;
  // hiddenComment
  return hiddenCall(hiddenValue);
}

export function keepThisParameter(this: KeepClass, keepAfterThis: string): void {}
export function keepPredicate(value: unknown): value is KeepUnion { return hiddenPredicate; }
export function keepAsserts(value: unknown, keepMessageParameter?: string): asserts value {
  if (!value) throw new TypeError(keepMessageParameter ?? 'keepAssertsMessage');
}
export async function keepAsync<T>({ keepPattern, ...keepRest }: { keepPattern: T; keepPatternOther?: number }): Promise<T | undefined> { return hiddenAsync; }
export function* keepGenerator(): Generator<number, void, unknown> { yield hiddenYield; }
export function keepGeneric<T, K extends keyof T = keyof T>(
  keepObject: T,
  keepKeys: readonly K[], // keepSplitComment
): Pick<T, K> {
  return hiddenGeneric;
}

/** keepClassDoc */
@keepClassDecorator({ selector: 'keepDecoratorArgument' })
export abstract class KeepClass<T = unknown> extends KeepBaseClass<T> implements KeepInterface<object>, KeepOther {
  static readonly keepStatic = 'keepStaticText';
  declare keepDeclared: string;
  protected keepProtected?: number = 5119;
  private readonly keepPrivate: Map<string, T> = new Map();
  #keepHash = 2203;
  override keepOverridden = true;
  keepDefiniteMember!: string;
  @keepPropertyDecorator() keepDecorated: string = 'keepDecoratedText';
  static #keepStaticHash: number;
  accessor keepAutoAccessor = 9;
  [keepIndexer: string]: unknown;

  constructor(private readonly keepParameterProperty: string, public keepPublicParameter = 6229, @keepInject() keepInjected?: T) {
    super();
    if (keepPublicParameter < 1) throw new Error('keepConstructorMessage');
  }

  /** keepMethodDoc */
  @keepMethodDecorator
  protected async keepMethod<K>(keepMethodParameter: K, options?: { keepInlineOption: boolean }): Promise<void> { hiddenMethod(); }
  keepMethodOverload(a: string): void;
  keepMethodOverload(a: number): void;
  keepMethodOverload(a: any): void { hiddenOverload(); }
  abstract keepAbstract(keepAbstractParameter: T): void;
  abstract get keepAbstractGetter(): number;
  get keepGetter(): number { return hiddenGetter; }
  set keepSetter(keepSetterValue: number) { hiddenSetter(); }
  static keepStaticMethod(this: void): KeepClass { return hiddenStatic; }
  override keepOverride(): this { return this; }
  keepOptionalMethod?(): void;
  static { hiddenStaticBlock(); }
  keepArrow = async (keepArrowFieldParameter: T): Promise<T> => hiddenArrowField;
}

export namespace KeepNamespace {
  export const keepInNamespace = 33;
  export namespace KeepInner { export type KeepDeep = string }
  function keepPrivateInNamespace() { hiddenNamespace(); }
}

export declare namespace KeepDeclaredNamespace { let keepDeclaredVariable: number; }

declare module 'keep-ambient-module' {
  export function keepAmbientFunction(keepAmbientParameter: string): void;
  const keepAmbientDefault: string;
  export default keepAmbientDefault;
}
declare module './keepAugmented.js' { interface KeepAugmented { keepAugmentedProperty: string } }
declare global { interface Window { keepGlobalProperty: number } var keepGlobalVariable: string; }
export declare function keepDeclareFunction(keepDeclareParameter: number): void;
export declare class KeepDeclareClass { keepDeclaredMethod(): void }
declare let keepDeclareLet: number;

export default abstract class KeepDefault { keepDefaultMember = 1; }
export as namespace KeepUmd;

const keepPrivateLimit = 9917;
export function keepUsesLimit(keepSize: number, keepUnion: KeepUnion): number {
  if (keepSize > keepPrivateLimit) {
    throw new KeepRangeError(`keepLimitMessage`);
  }
  switch (keepUnion.kind) {
    case 'keepFirstKind':
      return 1;
    default: {
      const hiddenNever: never = keepUnion as never;
      throw new TypeError("keepSwitchMessage");
    }
  }
}
