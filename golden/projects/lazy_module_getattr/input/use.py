from lazy import Engine, build

build()
Engine().start()
