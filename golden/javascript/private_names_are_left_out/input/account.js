const limit = 3;
function check(value) {}

export class Account {
  #rows = [];
  owner = "";
  #grow() {}
  /** @private */
  reset() {}
  close() {}
}

function listed() {}
export { listed };
export default function () {
  return limit;
}
