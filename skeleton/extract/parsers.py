"""Loads parsers and compiles queries; the only importer of tree-sitter and of the grammars.

A grammar comes from the official wheel of its language, else from `tree-sitter-language-pack`
(below 1.0, which carries its grammars inside), else from the library inside
`tree-sitter-languages`. Nothing is ever downloaded, and a parser is used only
after it has read a known line.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from skeleton.errors import GrammarError, MissingGrammar
from skeleton.extract.flow.table import ROLES, table_of
from skeleton.extract.layout import joined_lines
from skeleton.extract.vocabulary import KINDS, SETTINGS, VOCABULARY

if TYPE_CHECKING:
    from collections.abc import Mapping

    import tree_sitter

    from skeleton.model import Language

    Matches = list[tuple[int, dict[str, list[tree_sitter.Node]]]]


@cache
def _provided(grammar: str, name: str) -> tuple[tree_sitter.Language, str]:
    """Return a grammar and the distribution that it comes from."""
    if grammar.count(":") != 2:
        raise GrammarError(name, f"grammar = {grammar!r}", "wanted: distribution:module:function")
    distribution, module, function = grammar.split(":")
    for provider in (_official_wheel, _language_pack, _old_languages):
        found = provider(distribution, module, function, name)
        if found is not None:
            return found
    raise MissingGrammar(name, "no grammar installed", f"pip install {distribution}")


def parser_for(language: Language) -> tree_sitter.Parser:
    """Return a parser that has read the sample line of its language without an error.

    Raises:
        GrammarError: The grammar is not installed (it says what to install), or fails its sample.
    """
    return _checked(language.grammar, language.name, language.sample)


def parse(data: bytes, language: Language) -> tree_sitter.Node:
    """Return the root of a tree; where it has errors, what cannot be read is blanked.

    Blanks are as long as the words, so positions are those of `data`.
    """
    parser = parser_for(language)
    for pattern in language.misread:
        data = re.sub(pattern.encode(), _blanked, data, flags=re.MULTILINE)
    root = parser.parse(data).root_node
    if root.has_error and language.blocks == "indentation":
        joined, by_lines = joined_lines(data), _parser_of_lines(language, data)
        again = by_lines.parse(joined).root_node
        if _broken(again) <= _broken(root):
            parser, root, data = by_lines, again, joined
    if not root.has_error or not language.patches:
        return root
    whole = data
    for pattern in language.patches:
        whole = re.sub(pattern.encode(), _blanked, whole, flags=re.MULTILINE)
    together = parser.parse(whole).root_node if whole != data else root
    if not together.has_error:
        return together
    best, patched = _broken(root), data
    for pattern in language.patches:  # each is kept unless it makes things much worse by itself
        tried = re.sub(pattern.encode(), _blanked, patched, flags=re.MULTILINE)
        if tried == patched:
            continue
        again = parser.parse(tried).root_node
        broken = _broken(again) if again.has_error else 0
        if broken <= best * 1.05 + 50:
            patched = tried
        if broken <= best:
            root, best = again, broken
        if not again.has_error:
            break
    return together if _broken(together) < best else root


def _parser_of_lines(language: Language, data: bytes) -> tree_sitter.Parser:
    """Return a parser that counts the lines of `data`, whatever text of that length it is given."""
    import tree_sitter

    lines = re.findall(rb"[^\n]*\n|[^\n]+\Z", data)
    ends = list(accumulate(len(line) for line in lines))
    ranges = [
        tree_sitter.Range(
            tree_sitter.Point(row, 0), tree_sitter.Point(row, len(line)), end - len(line), end
        )
        for row, (line, end) in enumerate(zip(lines, ends, strict=True))
    ]
    grammar = _provided(language.grammar, language.name)[0]
    return tree_sitter.Parser(grammar, included_ranges=ranges)


def _blanked(match: re.Match[bytes]) -> bytes:
    """Blank the groups of a match, lines kept.

    A group named `stop...` begins with a semicolon then, one named `word...` is a name, one named
    `mark...` a name behind an `@`, one named `call...` a pair of brackets.
    """
    text, offset = bytearray(match.group()), match.start()
    kinds = {group: name[:4] for name, group in match.re.groupindex.items()}
    for group in range(1, (match.re.groups or 0) + 1):
        start, end = (place - offset for place in match.span(group))
        if start < 0:
            continue
        kind, whole = kinds.get(group), match.group(group)
        text[start:end] = bytes(10 if byte == 10 else 32 for byte in whole)
        if kind in ("word", "mark"):
            word = whole.partition(b"\n")[0]
            text[start : start + len(word)] = b"@"[: kind == "mark"].ljust(len(word), b"_")
        elif kind == "stop" and whole:
            text[start] = ord(";")
        elif kind == "call":
            text[start + len(whole) - len(whole.lstrip())] = ord("(")
            text[end - 1] = ord(")")
    return bytes(text)


def _broken(root: tree_sitter.Node) -> int:
    """Return how many bytes a tree could not read; a missing token counts as one."""
    count, waiting = 0, [root]
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            count += max(node.end_byte - node.start_byte, 1)
        elif node.has_error:
            waiting.extend(node.children)
    return count


@cache
def _checked(grammar: str, name: str, sample: str) -> tree_sitter.Parser:
    import tree_sitter

    parser = tree_sitter.Parser(_provided(grammar, name)[0])
    tree = parser.parse(sample.encode())
    if tree.root_node.has_error or not tree.root_node.child_count:
        problem = "the installed grammar cannot read its sample line"
        raise GrammarError(name, problem, "mend `sample` in language.toml, or reinstall it")
    return parser


def provider_of(language: Language) -> str:
    """Return the distribution and version that the parser of a language comes from."""
    from importlib.metadata import version

    distribution = _provided(language.grammar, language.name)[1]
    return f"{distribution} {version(distribution)}"


def unknown_types(language: Language) -> tuple[str, ...]:
    """Return the node types that the tables of a language name and its grammar lacks, sorted.

    Tables that serve several grammars, or several releases of one, may have some.
    """
    grammar = _provided(language.grammar, language.name)[0]
    named = {kind.partition(":")[0] for role in ROLES for kind in language.flow.get(role, ())}
    named |= {*language.uses.get("nodes", {}), *language.inner_bodies}
    return tuple(
        sorted(
            kind
            for kind in named
            if not any(grammar.id_for_node_kind(kind, is_named) for is_named in (True, False))
        )
    )


class Inside(NamedTuple):
    """What stands anywhere in a tree, found in one walk; nodes are in source order."""

    imports: Matches
    marks: list[tree_sitter.Node]  # what the reader of bodies looks for
    holders: list[tree_sitter.Node]  # of the bodies that no value shows


class Query:
    """A compiled `interface.scm`, split by what its patterns read."""

    def __init__(self, language: Language) -> None:
        grammar = _provided(language.grammar, language.name)[0]
        structure, imports = _split(language.query)
        self._structure = _compile(grammar, language.name, structure)
        self._definitions: dict[int, str | None] = {}  # by pattern: the last one seen
        marks = table_of(language).marks if language.flow else ()
        sought = (("_mark", marks), ("_holder", language.inner_bodies))
        types = [_any_of(grammar, language.name, kinds, word) for word, kinds in sought if kinds]
        self._inside = _compile(grammar, language.name, "\n".join([imports, *types]))
        self.settings = _settings(self._structure, language.name)
        self.import_settings = _settings(self._inside, language.name)

    def definition(self, pattern: int, captures: Mapping[str, object]) -> str | None:
        """Return the capture of a match that says which kind of definition it is."""
        word = self._definitions.get(pattern)
        if word not in captures:
            word = next((one for one in captures if one.startswith("definition.")), None)
            self._definitions[pattern] = word
        return word

    def structure(self, container: tree_sitter.Node) -> Matches:
        """Return definitions and conditional blocks among the children of a node, in order."""
        import tree_sitter

        cursor = tree_sitter.QueryCursor(self._structure)
        cursor.set_max_start_depth(1)
        return cursor.matches(container)

    def inside(self, root: tree_sitter.Node) -> Inside:
        """Return imports, marks and holders below a node, at any depth."""
        import tree_sitter

        found = Inside([], [], [])
        for match in tree_sitter.QueryCursor(self._inside).matches(root):
            captures = match[1]
            if "_mark" in captures:
                found.marks.extend(captures["_mark"])
            elif "_holder" in captures:
                found.holders.extend(captures["_holder"])
            else:
                found.imports.append(match)
        found.marks.sort(key=_place)
        found.holders.sort(key=_place)
        return found


def _split(query: str) -> tuple[str, str]:
    """Return a query without its patterns for imports, and with those alone; lines stay in place.

    What a pattern costs to compile it costs in every query that holds it, used or not.
    """
    starts: list[int] = []
    imports: set[int] = set()  # places among the starts
    depth = 0
    for token in _TOKEN_OF_QUERY.finditer(query):
        text = token.group()
        if depth == 0 and text[0] in '(["' and not query.startswith("(#", token.start()):
            starts.append(token.start())
        depth += (text[0] in "([") - (text[0] in ")]")
        if text.startswith("@import"):
            imports.add(len(starts) - 1)
    texts = [query[start:end] for start, end in pairwise([0, *starts[1:], len(query)])]
    blanks = [re.sub(r"\S", " ", text) for text in texts]
    places = range(len(texts))
    return (
        "".join(blanks[place] if place in imports else texts[place] for place in places),
        "".join(texts[place] if place in imports else blanks[place] for place in places),
    )


_TOKEN_OF_QUERY = re.compile(r'"(?:\\.|[^"\\])*"|;[^\n]*|[()\[\]]|@[\w.-]+')


def _settings(query: tree_sitter.Query, name: str) -> tuple[dict[str, str | None], ...]:
    """Return what each pattern says with `#set!`, and refuse words that nothing reads."""
    said = tuple(query.pattern_settings(place) for place in range(query.pattern_count))
    unknown = sorted({word for one in said for word in one} - SETTINGS)
    if unknown:
        problem = f"interface.scm: unknown setting {', '.join(unknown)}"
        raise GrammarError(name, problem, f"known: {', '.join(sorted(SETTINGS))}")
    return said


def _compile(grammar: tree_sitter.Language, name: str, patterns: str) -> tree_sitter.Query:
    """Compile a query and refuse captures that are not of the vocabulary."""
    import tree_sitter

    try:
        query = tree_sitter.Query(grammar, patterns)
    except (tree_sitter.QueryError, ValueError) as error:
        raise GrammarError(name, f"interface.scm: {error}") from error
    _COMPILED.append(query)
    words = [query.capture_name(i) for i in range(query.capture_count)]
    unknown = sorted(
        word
        for word in words
        if word not in VOCABULARY
        and not word.startswith("_")
        and word.removeprefix("definition.") not in KINDS
    )
    if unknown:
        kinds = [f"definition.{kind}" for kind in KINDS]
        known = ", ".join(sorted([*VOCABULARY, *kinds]))
        raise GrammarError(
            name, f"interface.scm: unknown capture {', '.join(unknown)}", f"known: {known}"
        )
    return query


# Every query, refused ones too: tree-sitter 0.26.1 frees memory twice when it gives one up that has
# a condition and a setting in the same pattern.
_COMPILED: list[tree_sitter.Query] = []


def query_for(language: Language) -> Query:
    """Return the compiled query of a language.

    Raises:
        GrammarError: The query names an unknown node or an unknown capture.
    """
    key = (language.name, language.digest, bool(language.flow))
    if key not in _QUERIES:
        _QUERIES[key] = Query(language)
    return _QUERIES[key]


_QUERIES: dict[tuple[str, str, bool], Query] = {}


def _official_wheel(
    distribution: str, module: str, function: str, name: str
) -> tuple[tree_sitter.Language, str] | None:
    import tree_sitter

    try:
        loaded = import_module(module)
        pointer = getattr(loaded, function)()
    except (ImportError, AttributeError):
        return None
    return tree_sitter.Language(pointer), distribution


def _language_pack(
    distribution: str, module: str, function: str, name: str
) -> tuple[tree_sitter.Language, str] | None:
    from importlib.metadata import version  # slow to load, and seldom needed

    distribution = "tree-sitter-language-pack"
    try:
        if int(version(distribution).split(".", 1)[0]) >= 1:
            return None  # from 1.0 on it fetches its grammars when they are first used
        pack = import_module("tree_sitter_language_pack")
        return pack.get_language(name), distribution
    except (ImportError, LookupError):
        return None


def _old_languages(
    distribution: str, module: str, function: str, name: str
) -> tuple[tree_sitter.Language, str] | None:
    """Open the library of `tree-sitter-languages`: its own loader fails with a new tree-sitter."""
    import ctypes

    import tree_sitter

    try:
        folder = import_module("importlib.resources").files("tree_sitter_languages")
        library = ctypes.CDLL(str(folder / "languages.so"))
        symbol = getattr(library, f"tree_sitter_{name}")
    except (ModuleNotFoundError, OSError, AttributeError):
        return None
    symbol.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype = ctypes.py_object
    capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    pointer = capsule(symbol(), b"tree_sitter.Language", None)
    return tree_sitter.Language(pointer), "tree-sitter-languages"


def find_nodes(
    node: tree_sitter.Node, language: Language, types: tuple[str, ...]
) -> list[tree_sitter.Node]:
    """Return every node of the given types inside a node, in source order.

    Raises:
        GrammarError: The grammar has no such type.
    """
    if not types:
        return []
    import tree_sitter

    key = (language.grammar, types)
    if key not in _TYPE_QUERIES:
        grammar = _provided(language.grammar, language.name)[0]
        pattern = _any_of(grammar, language.name, types, "node")
        _TYPE_QUERIES[key] = tree_sitter.Query(grammar, pattern)
    found = tree_sitter.QueryCursor(_TYPE_QUERIES[key]).captures(node).get("node", [])
    return sorted(found, key=_place)


def _place(node: tree_sitter.Node) -> tuple[int, int]:
    return node.start_byte, -node.end_byte


_TYPE_QUERIES: dict[tuple[str, tuple[str, ...]], tree_sitter.Query] = {}


def _any_of(grammar: tree_sitter.Language, name: str, types: tuple[str, ...], word: str) -> str:
    """Return a pattern for nodes of some types, which a table of the language names."""
    if unknown := [kind for kind in types if not grammar.id_for_node_kind(kind, True)]:
        raise GrammarError(name, f"language.toml: unknown node type {', '.join(unknown)}")
    return f"[{' '.join(f'({kind})' for kind in types)}] @{word}"
