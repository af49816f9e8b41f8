"""Reads `[tool.skeleton]` of pyproject.toml, or skeleton.toml where there is one.

Values only: what they mean is for the commands. An option of the command line wins over a value here.
"""

from __future__ import annotations

import difflib
import stat
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from skeleton.errors import BadConfig


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a project says about itself; every path is relative to the folder of the file."""

    roots: tuple[str, ...] = ()  # folders to map, and to look in for modules
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    visibility: str = ""
    budget: str = ""
    grammars: str = ""  # a folder of the project's own languages


def read_config(root: Path) -> Config:
    """Return the configuration of a project; an empty one where it says nothing.

    Raises:
        BadConfig: A file is not TOML, or holds a key or a value that is not known.
    """
    for name in ("skeleton.toml", "pyproject.toml"):
        path = root / name
        try:
            if not stat.S_ISREG(path.stat().st_mode):
                continue
            said = tomllib.loads(path.read_text("utf-8"))
        except OSError:
            continue
        except ValueError as error:
            if name == "pyproject.toml":
                continue  # its other tools will say so; a map does not need it
            raise BadConfig(name, str(error)) from error
        table = said if name == "skeleton.toml" else said.get("tool", {}).get("skeleton")
        if table is not None:
            return _typed(name, table)
    return Config()


def _typed(name: str, table: Any) -> Config:
    known = [field.name for field in msgspec.structs.fields(Config)]
    for key in table if isinstance(table, dict) else ():
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
            raise BadConfig(name, f"unknown key {key}; {hint}")
    try:
        return msgspec.convert(table, Config)
    except msgspec.ValidationError as error:
        raise BadConfig(name, str(error)) from error
