export function before(a) {
  return a;
}

export function broken(a b) {
  return a +;

export class After {
  run() {}
}

export const last = (a) => a;
