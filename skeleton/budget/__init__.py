"""Turns picks into the map that is shown, and spends a budget on them.

Without a limit every pick is shown in the detail asked for. With one, `spend` decides what is
shown in which detail. Decides nothing about how a symbol looks: the length of a text is asked of
a writer that is handed in.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skeleton.budget.plan import Plan
from skeleton.budget.spend import Purse, Writer
from skeleton.errors import BadOption
from skeleton.model import Usage
from skeleton.tokens import of_length

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from skeleton.model import Detail, InterfaceMap, Module, Pick

__all__ = ["Writer", "fit", "parse_budget"]

_BUDGET = re.compile(r"(\d[\d_]*)([ck]?)", re.ASCII)
_UNITS = {"": ("tokens", 1), "c": ("characters", 1), "k": ("bytes", 1024)}


def parse_budget(text: str) -> tuple[int, str]:
    """Return a limit and its unit: `2500` tokens, `9500c` characters, `32k` times 1,024 bytes.

    Raises:
        BadOption: The text is none of these, or zero.
    """
    found = _BUDGET.fullmatch(text.strip())
    if not found or not int(found[1]):
        raise BadOption("--budget", text, "2500 (tokens), 9500c (characters) or 32k (kilobytes)")
    unit, factor = _UNITS[found[2]]
    return int(found[1]) * factor, unit


def fit(
    frame: InterfaceMap,
    picks: Iterable[Pick],
    modules: Mapping[str, Module],
    *,
    writer: Writer,
    files: Iterable[str] = (),
    detail: Detail = "contract",
    target_detail: Detail = "names",
    limit: int = 0,
    unit: str = "tokens",
    told: Collection[tuple[str, int]] = (),
) -> InterfaceMap:
    """Return the map of the picked symbols.

    Args:
        frame: The map without its files: targets, tests, packages outside, diagnostics, files read.
        picks: What is wanted, and why; a symbol picked twice counts for its first pick.
        modules: Every file that the map speaks of, by path; each of their symbols is shown or
            counted as left out.
        writer: Tells how long a text becomes.
        files: Paths of modules that are shown even if nothing in them is picked, with what they
            re-export.
        detail: The most that is shown of a symbol.
        target_detail: The most that is shown of a symbol of the target itself.
        limit: Of the whole text; 0 for none.
        unit: "tokens" (estimated), "characters" or "bytes" (exact).
        told: Symbols by path and ordinal that the reader has already: counted, not shown.

    Returns:
        `frame` with files, omissions and usage. Shown and omitted symbols make up the total.

    Raises:
        BadOption: Not even the lines that account for a map without symbols stay within the limit.
    """
    characters = sum(module.char_count for module in modules.values())
    usage = Usage(0, of_length(characters), limit=limit, unit=unit if limit else "")
    plan = Plan(
        replace(frame, usage=usage), picks, modules, tuple(files), detail, target_detail, told
    )
    if limit:
        Purse(plan, writer, limit, unit).spend()
    else:
        plan.show_all()
    return plan.map()
