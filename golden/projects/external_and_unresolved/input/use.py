import os.path

import numpy as np
import requests.adapters
from attrs import define
from helpers import known
from helpers import unknown_name
from helpers.missing import x

from . import sibling_that_is_not_there

known(np.zeros(3), requests, define, os, unknown_name)
