export interface Box {
  width: number;
}
export interface Box {
  height: number;
}

export class Door {
  open(): boolean {
    return true;
  }
}
export interface Door {
  lock(code: string): void;
}
export namespace Door {
  export const MAX = 4;
  const hidden = 5;
}

export function build(): void;
export function build(x?: number): void {}
export namespace build {
  export let last: Date | undefined;
}
