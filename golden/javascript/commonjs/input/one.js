const helper = require('./helper')

class One {
  run() {}
}

module.exports = One
