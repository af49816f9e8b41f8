"""Says what the names of a file stand for, across files and through light inference."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from skeleton.model import Mentions, Place
from skeleton.resolve.infer import Inference
from skeleton.resolve.modules import STYLES
from skeleton.resolve.names import Names

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["STYLES", "Mentions", "Place", "Project"]


class Project(Names):
    """The modules of a project, read when they are needed; one instance serves one run."""

    @cached_property
    def inference(self) -> Inference:
        """What expressions stand for."""
        return Inference(self)

    def mentions(self, path: str) -> Mentions:
        """Return the definitions that a file mentions, wherever they are."""
        self.uses(path)
        return self.inference.mentions(path)

    def reached(self, path: str, scope: str, chains: Sequence[str]) -> Mentions:
        """Return what some chains of one scope of a file mention."""
        self.uses(path)
        return self.inference.reached(path, scope, chains)
