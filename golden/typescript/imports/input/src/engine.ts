export type Fuel = 'gas' | 'sun';
export default class Motor {
  constructor(readonly fuel: Fuel) {}
  start(): string {
    return this.fuel;
  }
}
