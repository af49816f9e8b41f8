import { Board, BoardError, shapes } from "./index.js";

/** Plan a board. */
export function plan(length: number): Board {
  throw new Error("to write");
}
