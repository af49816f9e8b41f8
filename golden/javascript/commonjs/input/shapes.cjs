"use strict";
const fs = require("fs");
const { join, resolve: absolute } = require("node:path");

/** Area of a box. */
function area(w, h = w) {
  return w * h;
}

function Box(w) {
  this.w = w;
}
Box.prototype.grow = function (by) {
  this.w += by;
};
Box.from = (list) => list.map((w) => new Box(w));

class Ring extends Box {
  get open() {
    return this.w > 0;
  }
}

function notExported() {}

module.exports = {
  area,
  Box,
  Round: Ring,
  VERSION: "1.0",
  inline(x, y) {
    return x + y;
  },
};
module.exports.extra = function extra(a, b) {
  return a || b;
};
exports.last = (z) => z;
exports.LIMIT = 9;
exports.parse = require("./parse").parse;
