import native

native.Engine().start()
