"""Finds the tests that reach what a target uses, and the assertions in them that state a rule.

A byte search comes first: only test files that hold a wanted name are read. Reaches are told by
names and inference; whether a test passes is not known here.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from skeleton.model import Claim, Mentions, Module, Place, Scope, TestLink, Uses, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

_WORD = re.compile(rb"[A-Za-z_$][\w$]*")
_TEST_CLASS = re.compile(r"Test|.*(?:Tests?|TestCase)$")
_TEST_OF_GO = re.compile(r"(?:Test|Example|Fuzz|Benchmark)(?![a-z])")
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_FILES = 12  # test files that are read: the nearest of those that hold a wanted name
_LINKS = 1  # tests kept for one symbol
_SHOWS = 2  # assertions kept for one symbol
_ROWS = 100  # characters of a table of arguments


class Names(Protocol):
    """What is asked of a resolver."""

    def module(self, path: str) -> Module | None:
        """Return the module of a file."""

    def uses(self, path: str) -> Uses:
        """Return the names that a file uses."""

    def reached(self, path: str, scope: str, chains: Sequence[str]) -> Mentions:
        """Return what some chains of one scope mention."""


class KnownTests(NamedTuple):
    """The tests to show, and how many there are."""

    links: tuple[TestLink, ...]
    total: int


def find_tests(
    project: Names,
    wanted: Sequence[Place],
    targets: Sequence[str],
    test_files: Iterable[str],
    read_bytes: Callable[[str], bytes],
    says: Callable[[Sequence[Place], str], bool] = lambda places, claim: False,
) -> KnownTests:
    """Find the tests of some definitions.

    Args:
        project: The resolver.
        wanted: The definitions, the most important first.
        targets: Files near which tests are looked for first.
        test_files: Every test file of the project.
        read_bytes: Returns the content of a file.
        says: Whether the contract of some definitions says what a test claims of them: such a
            claim is not shown.

    Returns:
        Links in order of importance: all tests of the targets' own definitions, and for each other
        definition a few that claim something about it; `total` counts those left out too.
    """
    places = {place: number for number, place in enumerate(wanted) if place.name}
    files = _holding(places, targets, test_files, read_bytes)
    found = [link for path in files for link in _links(project, path, places, says)]
    rank = {_reach(place): number for place, number in places.items()}
    found.sort(key=lambda link: min(rank[reach] for reach in link.reaches))
    kept: Counter[str] = Counter()
    shown: Counter[str] = Counter()
    links: list[TestLink] = []
    for link in found:
        own = any(reach.partition("::")[0] in targets for reach in link.reaches)
        if not own and all(kept[reach] >= _LINKS for reach in link.reaches):
            continue
        link = _with_fewer_shows(link, shown)
        if own or link.shows:
            kept.update(link.reaches)
            links.append(link)
    return KnownTests(tuple(links), len(found))


def reached_by(
    project: Names, path: str, test: str, wanted: dict[Place, int]
) -> frozenset[Place] | None:
    """Return which definitions a test reaches, `None` where there is no such test.

    Args:
        project: The resolver.
        path: The file of the test.
        test: `Owner::test_name` without parameters, or its title; empty: every test of the file.
        wanted: The definitions.
    """
    name = test.partition("[")[0].replace("::", ".")
    words = _words_for(project, path, wanted)
    reached: set[Place] = set()
    there = False
    for one, scopes in _tests_in(project, path):
        if not test or name in (one.name, one.owner) or test == one.test:
            there = True
            for scope in scopes:
                reached |= _reached(project, path, scope.name, scope.chains, words)
    return frozenset(reached & wanted.keys()) if there else None


def count_tests(project: Names, path: str) -> int:
    """Return how many tests a file holds as it is written: one with parameters counts once."""
    return sum(1 for _ in _tests_in(project, path))


def _holding(
    places: Iterable[Place],
    targets: Sequence[str],
    test_files: Iterable[str],
    read_bytes: Callable[[str], bytes],
) -> list[str]:
    """Return the test files that hold a wanted name and its module's, the likeliest first."""
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
    """Return the words by which an import may name a file: its own, and its folders'."""
    parts = path.split("/")
    stem = parts[-1].partition(".")[0]
    around = [part for part in parts[-4:-1] if part not in ("src", "lib")]
    return {part.encode() for part in ([] if stem in ("__init__", "index") else [stem]) + around}


def _shared(path: str, target: str) -> int:
    """Count the words two paths share: `tests/billing/test_rates.py` is near `billing/rates.py`."""
    return len(
        set(re.findall(r"[a-z0-9]+", path.lower())) & set(re.findall(r"[a-z0-9]+", target.lower()))
    )


def _links(
    project: Names,
    path: str,
    wanted: dict[Place, int],
    says: Callable[[Sequence[Place], str], bool],
) -> Iterator[TestLink]:
    words = _words_for(project, path, wanted)
    for test, scopes in _tests_in(project, path):
        reaches: set[Place] = set()
        shows: dict[str, None] = {}
        for scope in scopes:
            reaches |= _reached(project, path, scope.name, scope.chains, words) & wanted.keys()
        if not reaches:
            continue
        table = _table_of(project.module(path), test)
        for scope in scopes:
            for claim in scope.claims:
                given = set(test.parameters).intersection(claim.chains)
                if not claim.text or (given and not (table and given <= table.names)):
                    continue
                about = reaches & _reached(project, path, scope.name, _asked(claim), words)
                if given and table and about:
                    shows[f"{claim.text} {table.text}"] = None
                elif about and not says(sorted(about), claim.text):
                    shows[claim.text] = None
        yield TestLink(
            id=f"{path} > {test.test}" if test.test else "::".join((path, *test.name.split("."))),
            path=path,
            line=test.line,
            reaches=tuple(_reach(place) for place in sorted(reaches, key=wanted.__getitem__)),
            shows=tuple(shows),
        )


class _Table(NamedTuple):
    """What a test is called with: `for x, y in [(1, 2), (3, 4)]`."""

    names: frozenset[str]
    text: str


def _table_of(module: Module | None, test: Scope) -> _Table | None:
    """Return the one table of a test that pytest calls for each of its rows."""
    if module is None or not test.parameters:
        return None
    found = next((one for one in walk(module.symbols) if one.qualified_name == test.name), None)
    tables = [one for one in found.decorators if "parametrize" in one] if found else []
    if len(tables) != 1:
        return None
    source = tables[0].removeprefix("@").strip()
    try:
        call = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if not isinstance(call, ast.Call) or len(call.args) < 2:
        return None
    named, rows = call.args[:2]
    if isinstance(named, ast.Constant) and isinstance(named.value, str):
        names = [name.strip() for name in named.value.split(",")]
    elif isinstance(named, (ast.List, ast.Tuple)):
        names = [str(one.value) for one in named.elts if isinstance(one, ast.Constant)]
    else:
        return None
    if not isinstance(rows, (ast.List, ast.Tuple)) or not rows.elts:
        return None
    texts = [" ".join((ast.get_source_segment(source, row) or "").split()) for row in rows.elts]
    kept = [text for place, text in enumerate(texts) if len(", ".join(texts[: place + 1])) <= _ROWS]
    if not kept:
        return None
    more = f", .. {len(texts) - len(kept)} more" if len(kept) < len(texts) else ""
    return _Table(frozenset(names), f"for {', '.join(names)} in [{', '.join(kept)}{more}]")


def _words_for(project: Names, path: str, wanted: Iterable[Place]) -> frozenset[str]:
    """Return the words one of which is in every chain that reaches something wanted."""
    leaves = {place.name.rpartition(".")[2] for place in wanted}
    module = project.module(path)
    renamed = {one.alias for one in module.imports if one.name in leaves} if module else set()
    return frozenset(leaves | renamed)


def _reached(
    project: Names, path: str, scope: str, chains: Iterable[str], words: frozenset[str]
) -> set[Place]:
    likely = [chain for chain in chains if not words.isdisjoint(_NAME.findall(chain))]
    if not likely:
        return set()
    return {mention.place for mention in project.reached(path, scope, likely).found}


def _asked(claim: Claim) -> Iterable[str]:
    """Return what a claim is about: its calls rather than what they are given or compared with."""
    return [chain for chain in claim.chains if "(" in chain] or claim.chains


def _tests_in(project: Names, path: str) -> Iterator[tuple[Scope, list[Scope]]]:
    """Yield each test of a file with the scopes inside it, itself first."""
    module = project.module(path)
    cases = {
        one.qualified_name
        for one in walk(module.symbols if module else ())
        if any(base.endswith("TestCase") for base in one.bases)
    }
    is_go = module is not None and module.language == "go"
    held: list[Scope] = []
    for scope in project.uses(path).scopes:
        if held and scope.name.startswith(held[0].name + "."):
            held.append(scope)
            continue
        if held:
            yield held[0], held
        is_test = _is_test_of_go(scope) if is_go else _is_test(scope, cases)
        held = [scope] if is_test else []
    if held:
        yield held[0], held


def _is_test_of_go(scope: Scope) -> bool:
    return not scope.owner and bool(_TEST_OF_GO.match(scope.name))


def _is_test(scope: Scope, cases: Collection[str]) -> bool:
    if scope.test:
        return True
    owner, _, name = scope.name.rpartition(".")
    return (
        name.startswith("test")
        and owner == scope.owner
        and (not owner or owner in cases or bool(_TEST_CLASS.match(owner)))
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
