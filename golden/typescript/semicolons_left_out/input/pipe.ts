export const repeat: {
  /** Of a length that comes later. */
  <A>(value: A): (length: number) => Array<A>
  <A>(value: A, length: number): Array<A>
} = make(2)

export interface Reader {
  next(): Array<string>
  <A>(read: (line: string) => A): A
  (line: number): string
}
