exports.format = (cents) => String(cents)
exports.notAsked = 1
