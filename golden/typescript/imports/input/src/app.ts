import Motor, { type Fuel } from './engine.js';
import { mix as blend, Circle } from './index';
import * as money from './money';
import './effects';

export async function app(fuel: Fuel): Promise<string> {
  const late = await import('./late');
  return blend(new Motor(fuel).start(), money.format(new Circle().area())) + late.now();
}
