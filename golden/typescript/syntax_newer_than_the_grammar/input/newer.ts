export { default as rates } from "./rates.json" with { type: "json" };
export type * as Shapes from "./shapes";
export type * from "./shapes";
export { del as delete, no as null };

export interface Visitor<in T, out R = void, in out Q extends object = {}> {
  (node: T): R;
  in?: Q;
}

export type Renamed<A> = { readonly [P in keyof A as P extends "kind" ? never : P]: A[P] };
export type Elsewhere = import("./shapes").Box<string>;

export class View {
  static accessor count = 0;
  public accessor rows: number[] = [];
}

export const escaped = `a \` and ${1}`;

function del(): void {}
const no = null;
