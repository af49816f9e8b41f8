const limit = 3;
function check(value: number): void {}
interface Row {
  id: number;
}

export class Account {
  #rows: Row[] = [];
  private opened = 0;
  protected kept = 1;
  owner = "";
  /** @internal for tests */
  reset(): void {}
  private grow(): void {}
  close(): void {}
}

/** @internal not part of the interface */
export function dump(): string {
  return "";
}

function listed(): void {}
class Other {}
export { listed, Other as Renamed };
export { limit as default };
