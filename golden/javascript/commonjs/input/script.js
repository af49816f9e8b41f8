// neither imports nor exports: its names are global
function start(button) {
  button.onclick = () => stop()
}
var stop = function () {}
