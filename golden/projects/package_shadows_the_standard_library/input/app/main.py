import json
import types as t
from logging import getLogger

from app import email

getLogger("x")
email.send(json.dumps({}), t.Kind())
