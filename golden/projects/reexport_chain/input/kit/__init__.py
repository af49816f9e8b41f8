from .api import *
from .api import Engine as Motor
from . import sub as nested
