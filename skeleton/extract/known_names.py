"""Says what names stand for by the imports of a file and the types of parameters, as full names.

Only where imports are dotted names; what a function touches is looked up by full names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skeleton.extract.outline import Outline
    from skeleton.model import Import, Parameter

DOTTED = re.compile(r"[A-Za-z_][\w.]*\Z")


def names_of_file(outline: Outline) -> dict[str, str]:
    """Return full names by the names of a file; empty for what the project itself defines."""
    if outline.language.imports != "dotted":
        return {}
    own = {name: "" for draft in outline.drafts for name in draft.name.split(", ")}
    return own | {_bound(one): _full(one) for one in outline.imports}


def names_of_parameters(parameters: tuple[Parameter, ...], known: dict[str, str]) -> dict[str, str]:
    """Return the full name of the type of each parameter; empty where it is no plain name."""
    if not known:
        return {}
    found: dict[str, str] = {}
    for one in parameters:
        kind = (one.annotation or "").strip("\"'")
        root, dot, rest = kind.partition(".")
        said = known.get(root, root) if DOTTED.match(kind) else ""
        found[one.name] = f"{said}{dot}{rest}" if said else ""
    return found


def _bound(one: Import) -> str:
    return one.alias or one.name or one.module.partition(".")[0]


def _full(one: Import) -> str:
    if one.level:
        return ""
    if one.name:
        return f"{one.module}.{one.name}"
    return one.module if one.alias else one.module.partition(".")[0]
