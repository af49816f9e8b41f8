export class Full extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

export class Lost extends Full {}

/** A check with the name of a well-known one, and an exception of its own. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new RangeError(message);
}
