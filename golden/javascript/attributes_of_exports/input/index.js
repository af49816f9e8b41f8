import rates from "./rates.json" with { type: "json" };
export { default as rates } from "./rates.json" with { type: "json" };
export * as names from './names.json' with {
  type: 'json',
};

export function add(a, b) {
  return rates[a] + b;
}
