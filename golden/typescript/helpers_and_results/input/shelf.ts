import { Full, invariant, Lost } from "./checks.js";

type Result<T> = { ok: true; value: T } | { ok: false; error: Full };
const err = (error: Full): Result<never> => ({ ok: false, error });
const MOST = 40;

export function isHeight(value: unknown): value is number {
  return typeof value === "number" && value <= MOST;
}

/**
 * Cut a board.
 *
 * @param width full width
 * @param options how
 * @param colour of the board
 */
export function cut(width: number, { gap = 2, side }: { gap?: number; side: "left" | "right" }): number {
  invariant(gap >= 0, "gap");
  return width - gap;
}

/**
 * Add widths.
 *
 * @throws {RangeError} when there is none
 */
export function sum(...widths: number[]): number {
  let total = 0;
  for (const width of widths) total += width;
  return total;
}

export class Shelf {
  #boards: number[] = [];

  get last(): number | undefined {
    return this.#boards.at(-1);
  }

  /** @throws {Lost} if the shelf is gone */
  add(board: number): this {
    if (this.last === 0) throw new Full("E_LAST");
    this.#boards.push(board);
    return this;
  }

  put(board: number): Result<number> {
    if (this.#boards.length >= MOST) return err(new Full("E_FULL"));
    return { ok: true, value: this.#boards.push(board) };
  }

  async take(at: number): Promise<number> {
    if (at < 0) return Promise.reject(new RangeError("at"));
    return this.#boards[at] ?? 0;
  }
}
