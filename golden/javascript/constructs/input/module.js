#!/usr/bin/env node
/** @file keepFileDoc */
import keepDefaultImport, { part as keepAliasImport } from './elsewhere.js'
import * as keepSpaceImport from './elsewhere.js'
import './keepEffect.js'
export { keepPassedOn as keepRenamed } from './elsewhere.js'
export * from './keepEverything.js'

/**
 * keepDoc
 * @param {number} left keepParameterDoc
 * @throws {RangeError} keepThrowsDoc
 */
export async function keepFunction(left, { keepDestructured, b = 'keepInnerDefault' } = {}, ...keepRest) {
  if (left < keepLimit) throw new RangeError('keepMessage')
  const hiddenLocal = left
  function hiddenInner() {}
  return hiddenLocal
}
export function* keepGenerator() { yield hiddenYielded }
export const keepConst = 15_000, keepSecond = 'keepSecondValue'
export let keepLet
var keepVar = /keepRegex/
export const { keepPart, deep: keepDeep, ...keepOthers } = keepSource
export const [keepFirstItem, keepSecondItem = 2] = keepList
export const keepArrow = (a, b = () => { hiddenDefaultBody() }) => hiddenArrow
export const keepSingle = keepOnly => hiddenSingle
export const keepCurried = keepOuter => keepInner => hiddenCurried
export const keepAssigned = async function (keepAssignedParameter) { hiddenAssigned() }
export const keepObject = Object.freeze({
  keepKey: 'keepValue',
  /** keepMethodOfObjectDoc */
  keepObjectMethod(a) { hiddenObjectMethod() },
  keepObjectArrow: (a) => hiddenObjectArrow,
  keepObjectFunction: function (keepFunctionParameter) { hiddenObjectFunction() },
  async *keepObjectGenerator() { hiddenObjectGenerator() },
  get keepObjectGetter() { return hiddenObjectGetter },
  keepInnerObject: { keepInnerMethod() { hiddenInnerMethod() } },
  [keepComputedKey]: 1,
  ...keepSpread,
  keepShorthand,
})
export const keepWrapped = keepWrapper(function keepWrappedName(keepWrappedParameter) { return hiddenWrapped })

/** keepClassDoc */
export class KeepClass extends keepMixin(KeepBase) {
  static keepStatic = 1
  #keepHash = 2
  keepField
  keepArrowField = async (a) => { hiddenArrowField() }
  static { hiddenStaticBlock() }
  constructor(keepConstructorParameter) { super(hiddenSuper) }
  /** keepMethodDoc */
  keepMethod(a = 1) { hiddenMethod() }
  static async *keepStaticMethod() { hiddenStatic() }
  get keepGetter() { return hiddenGet }
  set keepGetter(keepSetValue) { hiddenSet() }
  #keepHashMethod() { hiddenHash() }
  async ['keep' + keepComputed]() { hiddenComputed() }
}
export const KeepExpression = class extends KeepParent { keepExpressionField = 1 }
KeepClass.keepAdded = function (keepAddedParameter) { hiddenAdded() }
KeepClass.prototype.keepPrototypeMethod = function () { hiddenPrototype() }
function keepListed() { hiddenListed() }
export { keepListed as keepExportedLater }
export default { name: 'keepDefaultName', keepDefaultMethod() { hiddenDefault() } }
export const keepMarkup = ({ keepProperty }) => <b>{hiddenMarkup}</b>
