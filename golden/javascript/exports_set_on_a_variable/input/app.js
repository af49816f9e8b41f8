var app = exports = module.exports = {};

/** Start it. */
app.init = function init(port) {
  hidden();
};

app.use = (path, fn) => {
  hidden();
};

exports.limit = exports.most = 10;
exports.read = exports.load = async (name) => {
  hidden();
};

function local() {}
