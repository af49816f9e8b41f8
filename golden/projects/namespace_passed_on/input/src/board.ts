export type State = "new" | "cut";

export type Code = "E_NEW" | "E_CUT";

export class BoardError extends Error {
  readonly code: Code = "E_NEW";
}

export class Board {
  get state(): State {
    return "new";
  }
}
