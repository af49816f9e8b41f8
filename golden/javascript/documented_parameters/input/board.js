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
