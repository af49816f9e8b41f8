export const { a, b: { c }, ...d } = load(), e = 1;
export let [f, [g = 2], ...h] = load(), i;
