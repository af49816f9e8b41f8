class Motor {
  start() {
    return 'on'
  }
}
module.exports = Motor
