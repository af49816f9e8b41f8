"""Reads the bodies of callables by the table `[flow]` of a language; `body` is the way in."""
