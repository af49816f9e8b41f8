from with_all import *
from without_all import *

shown()
visible()
_listed()
