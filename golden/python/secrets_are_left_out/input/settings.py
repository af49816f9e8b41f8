"""Settings of a shop."""

import os

DB_PASSWORD = "hunter2"
API_KEY: str = "not-a-real-one"
SIGNING = {"key": "in a collection"}
SESSION_KEY = "_user_id"
CACHE_KEY = "4f9a8b7c6d5e4f3a2b1c"
SECRET_LENGTH = 32
TOKEN_HEADER = "X-Token"
PASSWORD_HASH = "5f4dcc3b5aa765d61d8327deb882cf99"
TOKEN_FROM_ENVIRONMENT = os.environ["TOKEN"]
EMPTY_SECRET = ""


class Client:
    """A client."""

    token = b"abc"
    keys = ("id", "name")
