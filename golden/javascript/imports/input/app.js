const money = require('./money')
const { mix } = require('./colours')
const Motor = require('./motor')

module.exports = function app() {
  return mix(money.format(3), new Motor().start())
}
