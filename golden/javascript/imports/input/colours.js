function mix(a, b = '') {
  return a + b
}
function notAsked() {}
module.exports = { mix, notAsked }
