"""Collects what a file mentions while its chains are followed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from skeleton.model import Mention, Mentions, Place

if TYPE_CHECKING:
    from skeleton.resolve.names import Names


@dataclass
class Found:
    """What was mentioned so far: each place with the first chain that led there."""

    names: Names  # says what stands behind an alias
    named: dict[Place, str] = field(default_factory=dict)
    implied: dict[Place, str] = field(default_factory=dict)
    called: dict[Place, str] = field(default_factory=dict)
    modules: set[str] = field(default_factory=set)
    missed: Counter[str] = field(default_factory=Counter)
    counts: Counter[Place] = field(default_factory=Counter)

    def finished(self) -> Mentions:
        """Return it in order of place."""
        places = sorted({*self.named, *self.implied, *self.called})
        chains = self.called | self.implied | self.named
        return Mentions(
            found=tuple(
                Mention(
                    place,
                    chains[place],
                    max(self.counts[place], 1),
                    implied=place not in self.named and place not in self.called,
                    called=place in self.called,
                )
                for place in places
            ),
            modules=tuple(sorted(self.modules)),
            missed=tuple(sorted(self.missed.items())),
        )

    def note(self, place: Place, chain: str) -> None:
        """Note what a chain names, and the definition behind it where it is an alias."""
        if not place.path:
            return
        if not place.name:
            self.modules.add(place.path)
            return
        for one in dict.fromkeys((place, self.names.follow(place))):
            self.named.setdefault(one, chain)
            self.counts[one] += 1
