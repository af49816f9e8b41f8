"""Finds the tests that are known to reach what a target uses, and the assertions in them that state a rule.

A byte search comes first: only test files that hold a wanted name are read. Reaches are told by names and inference;
whether a test passes is not known here.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from skeleton.model import Mentions, Place, Scope, TestLink, Uses

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_WORD = re.compile(rb"[A-Za-z_$][\w$]*")
_TEST_CLASS = re.compile(r"Test|.*(?:Tests?|TestCase)$")
_FILES = 40  # test files that are read: the nearest of those that hold a wanted name
_LINKS = 3  # tests kept for one symbol
_SHOWS = 3  # assertions kept for one symbol


class Names(Protocol):
    """What is asked of a resolver."""

    def uses(self, path: str) -> Uses:
        """Return the names that a file uses."""

    def reached(self, path: str, scope: str, chains: Sequence[str]) -> Mentions:
        """Return what some chains of one scope mention."""


class KnownTests(NamedTuple):
    """The tests to show, and how many there are."""

    links: tuple[TestLink, ...]
    total: int


def known_tests(
    project: Names,
    wanted: Sequence[Place],
    targets: Sequence[str],
    test_files: Iterable[str],
    read_bytes: Callable[[str], bytes],
) -> KnownTests:
    """Find the tests of some definitions.

    Args:
        project: The resolver.
        wanted: The definitions, the most important first.
        targets: Files near which tests are looked for first; tests of their own definitions come first.
        test_files: Every test file of the project.
        read_bytes: Returns the content of a file.

    Returns:
        Links in order of importance: at most a few for one definition; `total` counts those left out too.
    """
    places = dict.fromkeys(place for place in wanted if place.name)
    files = _holding(places, targets, test_files, read_bytes)
    found = [link for path in files for link in _links(project, path, places)]
    rank = {_reach(place): number for number, place in enumerate(places)}
    found.sort(key=lambda link: min(rank[reach] for reach in link.reaches))
    kept: Counter[str] = Counter()
    shown: Counter[str] = Counter()
    links: list[TestLink] = []
    for link in found:
        own = any(reach.partition("::")[0] in targets for reach in link.reaches)
        if not own and all(kept[reach] >= _LINKS for reach in link.reaches):
            continue
        kept.update(link.reaches)
        links.append(_with_fewer_shows(link, shown))
    return KnownTests(tuple(links), len(found))


def _holding(
    places: Iterable[Place],
    targets: Sequence[str],
    test_files: Iterable[str],
    read_bytes: Callable[[str], bytes],
) -> list[str]:
    """Return the test files that hold the name of a wanted definition and of its module, the likeliest first."""
    names: dict[bytes, set[bytes]] = {}
    for place in places:
        stems = _stems(place.path)
        names.setdefault(place.name.partition(".")[0].encode(), set()).update(stems)
    found: list[tuple[int, int, str]] = []
    for path in dict.fromkeys(test_files):
        if path in targets:
            continue
        data = read_bytes(path)
        if not any(stem in data for stems in names.values() for stem in stems):
            continue
        words = set(_WORD.findall(data))
        hits = sum(name in words and not stems.isdisjoint(words) for name, stems in names.items())
        if hits:
            near = max((_shared(path, target) for target in targets), default=0)
            found.append((-near, -hits, path))
    return [path for *_, path in sorted(found)[:_FILES]]


def _stems(path: str) -> set[bytes]:
    """Return the words by which an import may name a file: its own, and those of the folders around it."""
    parts = path.split("/")
    stem = parts[-1].partition(".")[0]
    around = [part for part in parts[-4:-1] if part not in ("src", "lib")]
    return {part.encode() for part in ([] if stem in ("__init__", "index") else [stem]) + around}


def _shared(path: str, target: str) -> int:
    """Count the words two paths share: `tests/billing/test_rates.py` is near `billing/rates.py`."""
    return len(
        set(re.findall(r"[a-z0-9]+", path.lower())) & set(re.findall(r"[a-z0-9]+", target.lower()))
    )


def _links(project: Names, path: str, wanted: dict[Place, None]) -> Iterable[TestLink]:
    scopes = project.uses(path).scopes
    for scope in scopes:
        if not _is_test(scope):
            continue
        inner = [one for one in scopes if one.name.startswith(scope.name + ".")]
        reaches = {
            mention.place
            for one in (scope, *inner)
            for mention in project.reached(path, one.name, one.chains).found
            if mention.place in wanted
        }
        if not reaches:
            continue
        shows = [
            claim.text
            for one in (scope, *inner)
            for claim in one.claims
            if claim.text
            and any(
                mention.place in reaches
                for mention in project.reached(path, one.name, claim.chains).found
            )
        ]
        yield TestLink(
            id="::".join((path, *scope.name.split("."))),
            path=path,
            line=scope.line,
            reaches=tuple(_reach(place) for place in wanted if place in reaches),
            shows=tuple(dict.fromkeys(shows)),
        )


def _is_test(scope: Scope) -> bool:
    owner, _, name = scope.name.rpartition(".")
    return (
        name.startswith("test")
        and owner == scope.owner
        and (not owner or bool(_TEST_CLASS.match(owner)))
    )


def _reach(place: Place) -> str:
    return f"{place.path}::{place.name}"


def _with_fewer_shows(link: TestLink, shown: Counter[str]) -> TestLink:
    """Keep the assertions about definitions of which few were kept so far."""
    room = max(_SHOWS - min(shown[reach] for reach in link.reaches), 0)
    kept = link.shows[:room]
    for reach in link.reaches:
        shown[reach] += len(kept)
    return TestLink(link.id, link.path, link.line, link.reaches, kept)
