export function before(a: number): number {
  return a;
}

export function broken(a: number: string {
  return a +;

export interface After {
  name: string;
}

export class Last {
  run(): void {}
}
