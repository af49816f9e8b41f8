"""Reads `[tool.skeleton]` of pyproject.toml, or skeleton.toml where there is one.

Values only: what they mean is for the commands. An option of the command line wins over a value
here. `config.schema.json` is made from the classes below.
"""

from __future__ import annotations

import difflib
import json
import stat
import tomllib
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import msgspec

from skeleton.errors import BadConfig
from skeleton.model import Detail, Language

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

FILES = ("skeleton.toml", "pyproject.toml")  # the first that speaks of skeleton is taken, alone


class DocumentEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One interface document that `skeleton docs` keeps true: either `out` or `inject`."""

    out: str = ""  # a Markdown file; a folder if it ends in a slash: one file for each source file
    inject: str = ""  # a file with marked regions, each of which names its paths
    paths: tuple[str, ...] = ()  # files and folders; none: the roots, else all
    detail: Detail = "contract"


class VerifyEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How `skeleton verify` runs the tests."""

    runner: Literal["auto", "pytest", "unittest", "junit", "jest", "vitest", "go", "cargo"] = "auto"
    command: tuple[str, ...] = ()  # what stands behind `--`
    report: str = ""
    python: str = ""
    timeout: Annotated[float, msgspec.Meta(ge=0)] = 600  # seconds; 0: never
    # packages that load modules of a project by their names: a test that names one may need any
    loaders: tuple[str, ...] = ("django",)


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a project says about itself; every path is relative to the folder of the file."""

    roots: tuple[str, ...] = ()  # folders to map, and to look in for modules
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()  # those that are read; none: all
    visibility: Literal["public", "all"] = "public"
    budget: str = ""  # of `map`; a number is read as its text
    grammars: str = ""  # a folder of the project's own languages
    docs: tuple[DocumentEntry, ...] = ()
    verify: VerifyEntry = VerifyEntry()


class Setting(NamedTuple):
    """One key, its value as TOML, and the file that says so."""

    key: str
    value: str
    origin: str  # empty: nobody says so, it is the default


_INNER: Mapping[str, type[msgspec.Struct]] = {"docs": DocumentEntry, "verify": VerifyEntry}


def read_config(root: Path) -> Config:
    """Return the configuration of a project; an empty one where it says nothing.

    Raises:
        BadConfig: A file is not TOML, or holds a key or a value that is not known.
    """
    name, table = _said(root)
    return _typed(name, table) if name else Config()


def read_settings(root: Path) -> tuple[Setting, ...]:
    """Return every key with its value and its origin, in a fixed order; as `read_config` reads."""
    name, table = _said(root)
    config = _typed(name, table) if name else Config()
    found = []
    for key in _keys(Config):
        value = msgspec.to_builtins(getattr(config, key))
        if isinstance(value, dict):
            inner = table.get(key, {})
            found += [
                Setting(f"{key}.{part}", toml(one), name if part in inner else "")
                for part, one in value.items()
            ]
        else:
            found.append(Setting(key, toml(value), name if key in table else ""))
    return tuple(found)


def chosen(languages: dict[str, Language], names: Iterable[str], where: str) -> dict[str, Language]:
    """Return the languages of some names; all of them where none is named.

    Raises:
        BadConfig: A name is that of no language; `where` says who named it.
    """
    wanted = set(names)
    for name in sorted(wanted - set(languages)):
        raise BadConfig(where, f"unknown language {name}; {_hint(name, languages)}")
    return {name: one for name, one in languages.items() if not wanted or name in wanted}


def schema() -> str:
    """Return the JSON Schema of a configuration; the package ships it as `config.schema.json`."""
    made = msgspec.json.schema(Config)
    made["$defs"]["Config"]["properties"]["budget"]["type"] = ["string", "integer"]
    return msgspec.json.format(msgspec.json.encode(made), indent=1).decode() + "\n"


def toml(value: Any) -> str:
    """Return a value of a configuration as TOML on one line."""
    if isinstance(value, dict):
        inner = ", ".join(f"{key} = {toml(one)}" for key, one in value.items())
        return f"{{{inner}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _said(root: Path) -> tuple[str, dict[str, Any]]:
    """Return what a project says, and the name of the file that says it; two empty things if none.

    Raises:
        BadConfig: It is not TOML, or no table.
    """
    for name in FILES:
        path = root / name
        try:
            if not stat.S_ISREG(path.stat().st_mode):
                continue
            said: Any = tomllib.loads(path.read_text("utf-8"))
        except OSError:
            continue
        except ValueError as error:
            if name == "pyproject.toml":
                continue  # its other tools will say so; a map does not need it
            raise BadConfig(name, str(error)) from error
        if name == "pyproject.toml":
            tools = said.get("tool", {})
            said = tools.get("skeleton") if isinstance(tools, dict) else None
        if said is None:
            continue
        if not isinstance(said, dict):
            raise BadConfig(name, "tool.skeleton is not a table")
        return name, said
    return "", {}


def _typed(name: str, table: dict[str, Any]) -> Config:
    _check_keys(name, table, Config, "")
    for key, kind in _INNER.items():
        inner = table.get(key, ())
        for part in inner if isinstance(inner, list) else (inner,):
            if isinstance(part, dict):
                _check_keys(name, part, kind, f" in {key}")
    if type(table.get("budget")) is int:
        table = table | {"budget": str(table["budget"])}
    try:
        config = msgspec.convert(table, Config)
    except msgspec.ValidationError as error:
        raise BadConfig(name, str(error).replace("`$.", "`")) from error
    for entry in config.docs:
        if bool(entry.out) == bool(entry.inject):
            raise BadConfig(name, 'an entry of docs has either out = "FILE" or inject = "FILE"')
        if entry.inject and entry.paths:
            said = f"docs: the regions of {entry.inject} name their paths themselves"
            raise BadConfig(name, f"{said}; leave out paths")
    return config


def _check_keys(
    name: str, table: Mapping[str, Any], kind: type[msgspec.Struct], place: str
) -> None:
    known = _keys(kind)
    for key in table:
        if key not in known:
            raise BadConfig(name, f"unknown key {key}{place}; {_hint(key, known)}")


def _hint(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), 1)
    return f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"


def _keys(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(field.name for field in msgspec.structs.fields(kind))
