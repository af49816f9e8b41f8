// keepCommonComment
const keepRequired = require('./keepRequired.cjs');
const { keepFromRequire } = require('keep-package');

function KeepOldClass(keepOldParameter) {
  if (!(this instanceof KeepOldClass)) return new KeepOldClass(keepOldParameter);
  this.hiddenState = keepOldParameter;
}

/** keepPrototypeDoc */
KeepOldClass.prototype.keepOldMethod = function keepOldMethodName(argument) { return hiddenOld; };
KeepOldClass.keepOldStatic = 7;

exports.keepExported = function (keepExportedParameter) { hiddenExported(); };
module.exports.keepModuleExported = (keepModuleParameter) => hiddenModuleExported;
exports.KEEP_EXPORTED_VALUE = 9917;
module.exports = Object.assign(KeepOldClass, { keepAssigned: 1 });
