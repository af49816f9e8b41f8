def greet(name):
    print "Hello, %s" % name

def leave(name, code=0):
    return code
