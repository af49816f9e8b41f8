'use strict';

/**
 * Boxes, and what is put in them.
 * @module box
 */

/** @constructor */
function Box(size) {
  this.size = size;
}

Object.defineProperty(Box.prototype, 'full', {
  get() {
    return this.size > 3;
  },
});

Object.assign(Box.prototype, {
  put(item) {
    return this;
  },
});

function open(box) {
  if (!box) throw new TypeError('box');
  return {
    get size() {
      return box.size;
    },
    async take(item) {
      return item;
    },
    box,
  };
}

function shut(box) {}

Object.assign(exports, { Box, open });
exports.close = exports.shut = shut;
exports['is-box'] = (box) => box instanceof Box;
Object.defineProperty(exports, 'lid', { enumerable: true, get: () => require('./lid') });
