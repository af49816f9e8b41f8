export const { a, b: { c }, ...d } = load(), e = 1;
