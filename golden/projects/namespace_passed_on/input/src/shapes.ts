const LEAST = 2;

export function side({ length, gap = LEAST }: { length: number; gap?: number }): number {
  return length - gap;
}

export type Point = [x: number, y: number];
