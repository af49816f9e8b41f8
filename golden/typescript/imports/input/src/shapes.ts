export class Circle {
  area(): number {
    return 3;
  }
}
export class NotAsked {}
