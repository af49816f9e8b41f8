export function mixColours(a: string, b: string): string {
  return a + b;
}
