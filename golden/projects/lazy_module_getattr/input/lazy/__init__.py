"""Loads its parts when they are first used."""

import importlib

_MODULES = {
    "Engine": "lazy.engine",
    "build": "lazy.tools.build",
}

__all__ = ["Engine", "build"]


def __getattr__(name):
    if name in _MODULES:
        return getattr(importlib.import_module(_MODULES[name]), name)
    raise AttributeError(name)
