export const MAX = 250;
export class RateError extends Error {}

/**
 * Convert an amount.
 *
 * @throws {RateError} if the rate is not positive
 */
export async function convert(cents: number, rate: number, spread = 0): Promise<number> {
  if (!Number.isSafeInteger(cents)) {
    throw new RangeError(`cents: ${cents}`);
  }
  if (!(rate > 0)) throw new RateError("rate");
  if (spread > MAX) {
    throw new RateError("spread");
  }
  if (cents === 0) return 0;
  return Math.round(cents * rate);
}

export class Book {
  constructor(readonly limit: number) {
    invariant(limit > 0, "limit");
  }
  open = (name: string): void => {
    if (!name) throw new TypeError("no name");
  };
}
