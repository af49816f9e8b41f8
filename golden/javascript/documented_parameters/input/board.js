/**
 * Cut a board.
 *
 * @param {number} width
 * @param {Object} [options]
 * @param {number} [options.gap=3] space on both sides
 * @param {'left' | 'right'} options.side
 * @param {string} colour
 * @returns {number}
 */
export function cut(width, { gap = 2, side } = {}) {
  if (gap < 0) throw new RangeError("gap");
  return width - gap;
}

/** @param {string} title */
export function name(title, [first, second] = []) {}

/** @typedef {{ length: number, knots?: number }} Board */
/**
 * @callback Saw
 * @param {Board} board
 * @returns {Board[]}
 */
/**
 * Saw a board in two.
 * @param {Board} board
 * @param {Saw} saw
 */
export function halve(board, saw) {}
