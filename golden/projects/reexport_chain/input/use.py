from kit import Motor, make, nested

make(3).start()
Motor()
nested.inner()
