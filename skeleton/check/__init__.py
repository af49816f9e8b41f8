"""Finds where documentation and code contradict each other for certain, and what accepts it.

Conflicts are those that `contracts` claims; nothing is said of what is not documented.
"""

from __future__ import annotations

from skeleton.check.finding import KINDS, find_conflicts
from skeleton.check.writing import FORMATS, write

__all__ = ["FORMATS", "KINDS", "find_conflicts", "write"]
