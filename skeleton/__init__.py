"""Interfaces and contracts of code that somebody else wrote, without its bodies.

The names below are the public surface; each is loaded when it is first used, so that importing the
package costs nothing. `skeleton.model` and the JSON of a map are public too; everything else is
private, whatever its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from skeleton.errors import SkeletonError
    from skeleton.mapping import MapOptions
    from skeleton.pipeline import build_map, render_map

__version__ = "0.1.0"
__all__ = ["MapOptions", "SkeletonError", "__version__", "build_map", "render_map"]

_HOMES = {
    "MapOptions": "skeleton.mapping",
    "SkeletonError": "skeleton.errors",
    "build_map": "skeleton.pipeline",
    "render_map": "skeleton.pipeline",
}


def __getattr__(name: str) -> Any:
    """Load a public name from the module that holds it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
