#!/usr/bin/env node
/**
 * @file keepFileDoc
 */
'use strict';

import keepDefaultImport, { keepNamed as keepRenamed } from './keepOther.mjs';
import * as keepNamespaceImport from './keepNamespace.mjs';
import './keepSideEffect.mjs';
import keepData from './keepData.json' with { type: 'json' };

export { keepReexported as keepReexportAlias } from './keepOther.mjs';
export * from './keepStar.mjs';
export * as keepStarAs from './keepStarAs.mjs';
export { default as keepDefaultReexport } from './keepDefault.mjs';

/** keepConstantDoc */
export const KEEP_CONSTANT = 7_411, KEEP_SECOND = 'keepSecondValue';
export let keepLet;
var keepVar = 8117n;
export const { keepDestructured, nested: { keepDeep = 3 } = {}, ...keepRestObject } = keepNamespaceImport;
export const [keepFromArray, , keepThird = 5119] = [1, 2];
const KEEP_FROZEN = Object.freeze({ keepKey: 2203, keepMethodOfObject(argument) { return hiddenMethod(argument); } });
export const KEEP_REGEX = /keep_pattern/u;
export const keepTemplate = `keepTemplateText`;
export const KEEP_SYMBOL = Symbol('keepSymbolText');

/**
 * keepFunctionDoc
 *
 * @param {number} amount keepParamDoc
 * @returns {string} keepReturnsDoc
 * @throws {RangeError} keepThrowsDoc
 * @deprecated keepDeprecatedDoc
 */
export function keepFunction(amount, keepDefault = KEEP_CONSTANT, { keepPattern, other: keepRenamedPattern = 6229 } = {}, [keepElement] = [], ...keepRest) {
  if (amount < 0) {
    throw new RangeError('keepThrowMessage');
  }
  if (amount === 17) return null;
  function hiddenInner(hiddenParameter) { return hiddenParameter; }
  class HiddenLocal { hiddenField = 1; }
  // hiddenComment
  const hiddenLocal = () => hiddenInner(amount);
  return hiddenLocal();
}

export async function keepAsync() { await hiddenAwait(); }
export function* keepGenerator(keepSeed) { yield hiddenYield; }
export async function* keepAsyncGenerator() { yield hiddenAsyncYield; }
export const keepArrow = (keepArrowParameter) => { return hiddenArrow; };
export const keepAsyncArrow = async ({ keepArrowPattern }) => hiddenAsyncArrow;
export const keepExpression = function keepInnerName(keepExpressionParameter) { return hiddenExpression; };
export const keepCurried = (keepOuter) => (keepInner) => hiddenCurried;
const keepMemo = memoize((keepWrappedParameter) => hiddenWrapped);

/** keepClassDoc */
export class KeepClass extends keepMixin(KeepBase) {
  /** keepFieldDoc */
  keepField = 33;
  static keepStaticField = 'keepStaticText';
  #keepPrivateField = 1;
  static #keepPrivateStatic;
  ['keepComputedField'] = 2;
  keepArrowField = (keepArrowFieldParameter) => { hiddenArrowField(); };
  static { hiddenStaticBlock(); }
  accessor keepAccessor = 9;

  /** keepConstructorDoc */
  constructor(keepConstructorParameter, { keepOption = true } = {}) {
    super();
    if (!keepConstructorParameter) throw new TypeError('keepConstructorMessage');
    this.keepInstanceProperty = hiddenConstructor;
  }

  keepMethod(argument) { return hiddenMethodBody; }
  async keepAsyncMethod() { hiddenAsyncMethod(); }
  *keepGeneratorMethod() { yield hiddenGeneratorMethod; }
  static async *keepStaticAsyncGenerator() {}
  get keepGetter() { return hiddenGetter; }
  set keepSetter(keepSetterValue) {
    if (keepSetterValue > KEEP_CONSTANT) throw new RangeError(`keepSetterMessage`);
  }
  #keepPrivateMethod() { hiddenPrivateMethod(); }
  [Symbol.iterator]() { return hiddenIterator; }
  'keep quoted'() {}
  static keepStaticMethod() {}
}

export class KeepError extends Error {
  name = 'keepErrorName';
}

export const KeepClassExpression = class KeepInnerClass extends KeepClass { keepExpressionField = 4; };

KeepClass.keepAssignedStatic = 11;
KeepClass.prototype.keepPrototypeMethod = function (keepPrototypeParameter) { return hiddenPrototype; };

@keepDecorator('keepDecoratorArgument')
export class KeepDecorated {
  @keepMemberDecorator keepDecoratedMethod() {}
}

export default function keepDefaultFunction(keepDefaultParameter) { return hiddenDefault; }

function keepExportedLater() {}
const keepLocal = 3;
export { keepExportedLater, keepLocal as keepLocalAlias, keepLocal as 'keep-string-name' };

/**
 * @typedef {Object} KeepTypedef
 * @property {number} keepTypedefProperty keepTypedefDoc
 */

/** @type {(keepTypeParameter: string) => void} */
export let keepTyped;

if (keepLocal) {
  hiddenCall(hiddenUnder);
}
(function hiddenImmediately() { hiddenInside(); })();
await hiddenTopLevelAwait();
