export function format(cents: number): string {
  return String(cents);
}
export function notAsked(): void {}
