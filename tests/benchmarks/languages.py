"""What is read of real repositories, against independent readers of their language.

    python -m tests.benchmarks.languages go FOLDER...

Checked: no crash; every block of the map parses with no more errors than its source; a second run
prints the same bytes. Compared: the names that others may use, with those that another reader
finds: go/parser for Go, the parser of javac for Java, Scalameta's for Scala (npm:
scalameta-parsers, in the working directory), words before names for Swift, which ctags cannot read,
universal-ctags for the others. A reader that is not
installed is said to be missing. Exits with 1 on a fault; differences of names are printed, to be
explained. Known ones:

- Go: a constant of a group that counts is as visible as the group, which is shown as one statement.
- Rust, Kotlin: ctags takes names out of bodies and of types (`const A: &'static str` is `str`), and
  does not know unions, value classes, companions without a name and names with blanks.
- C, C++: ctags lists guards of headers, macros defined in bodies, members of types without a name
  (shown here within what holds them), and calls of macros that look like functions; it does not
  know the names of tests behind such macros. It writes operators with a blank, specializations
  without their arguments.
- C#: ctags calls explicit implementations and indexers by their interface, generic types by their
  parameter, aliases of `using` types, and loses what follows text it cannot read.
- PHP: ctags does not know properties that have a type, nor enums.
- Ruby: ctags lists what blocks of tests define and setters of accessors by themselves; it drops the
  marks of `alias a? b?`.
- JavaScript: ctags lists every constant of a CommonJS file, what it requires too, and names inside
  functions; members of `module.exports` and of objects it calls by other owners.
- Swift: values of enums and members of protocols are public without a word.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from skeleton.extract.parsers import parse
from skeleton.languages import load_languages
from tests.running import blocks, entries, read_map, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tree_sitter import Node

    from skeleton.model import FileMap, Language

    Names = set[tuple[str, str]]
    Reader = Callable[[Path, list[str]], Names | None]

READERS = Path(__file__).parent / "readers"
EVERYTHING = ["--visibility", "all", "--detail", "full"]
# What universal-ctags finds that nobody outside a body can name.
CTAGS_SKIPPED = frozenset({"package", "packageName", "local", "parameter", "implementation"})
BODIES = frozenset({"function", "method"})
CTAGS_ASKED = ["--kinds-C=+px", "--kinds-C++=+px", "--kinds-PHP=-an"]
# What a declaration of Swift begins with that others may name.
SWIFT_WORDS = r"(?:nonisolated|static|class|final|override|mutating|indirect|required|convenience)"
SWIFT = re.compile(
    rf"^[ \t]*(?:@\w+(?:\([^)\n]*\))?[ \t]+)*(?:{SWIFT_WORDS}[ \t]+)*(?:public|open)[ \t]+"
    rf"(?:{SWIFT_WORDS}[ \t]+(?=\S)|(?:private|internal|fileprivate)\(set\)[ \t]+)*"
    r"(?:(?:func|var|let|class|struct|enum|protocol|actor|typealias|macro)[ \t]+`?(\w+)`?"
    r"|(init|subscript)\b)",
    re.MULTILINE,
)
# What it does not look for: what a macro takes, blocks that add members, constructors, constants
# of an enumeration of Kotlin.
CTAGS_BLIND = frozenset({"constructor", "enum_member"})


def by_program(*command: str) -> Reader:
    """Make a reader of a program that prints `path TAB Owner.name` for the paths it is given."""

    def read(folder: Path, paths: list[str]) -> Names | None:
        if shutil.which(command[0]) is None:
            return None
        given = "\n".join(str(folder / path) for path in paths) + "\n"
        done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
        if done.returncode:
            print(done.stderr[-500:], file=sys.stderr)
            return None
        rows = (line.split("\t") for line in done.stdout.splitlines())
        return {(Path(path).relative_to(folder).as_posix(), name) for path, name in rows}

    return read


def by_ctags(folder: Path, paths: list[str]) -> Names | None:
    """Read names with universal-ctags: last names alone, as its scopes differ by language."""
    if shutil.which("ctags") is None:
        return None
    command = ["ctags", "--output-format=json", "--fields=+K", *CTAGS_ASKED, "-L", "-", "-f", "-"]
    given = "\n".join(paths) + "\n"
    done = subprocess.run(
        command, input=given, capture_output=True, text=True, check=False, cwd=folder
    )
    tags = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {
        (tag["path"], tag["name"].strip("`"))
        for tag in tags
        if tag.get("kind") not in CTAGS_SKIPPED
        and tag.get("scopeKind") not in BODIES
        and not tag["name"].startswith(("<", "__anon"))
    }


def by_words(folder: Path, paths: list[str]) -> Names | None:
    """Read the names that are said to be public in Swift, by the words before them."""
    found: Names = set()
    for path in paths:
        text = (folder / path).read_text("utf-8", "replace")
        text = re.sub(r'"""[\s\S]*?"""|/\*[\s\S]*?\*/|//[^\n]*', "", text)
        found |= {(path, match[1] or match[2]) for match in SWIFT.finditer(text)}
    return found


OTHERS: dict[str, Reader] = {
    "go": by_program("go", "run", str(READERS / "names.go")),
    "java": by_program("java", str(READERS / "Names.java")),
    "scala": by_program("node", str(READERS / "names.js")),
    "swift": by_words,
}
# What others may use, in the words of the model; where a reader does not say, everything.
OPEN = {
    "go": frozenset({"public"}),
    "java": frozenset({"public", "protected"}),
    "scala": frozenset({"public", "protected"}),
    "swift": frozenset({"public"}),
}


def own_names(file: FileMap, language: str) -> Names:
    """Return the names of a file of the map that others may use, with their owners.

    A method of Go is called by its type, which may lie elsewhere; a package in braces of Scala
    owns nothing.
    """
    allowed = OPEN.get(language)
    found: Names = set()
    waiting = [(entry, "", entry.symbol.qualified_name) for entry in file.entries]
    while waiting:
        entry, owner, name = waiting.pop()
        symbol = entry.symbol
        if allowed is not None and symbol.visibility not in allowed:
            continue
        full = f"{owner}.{name}" if owner else name
        if symbol.kind != "macro":
            inner = owner if symbol.kind == "namespace" else full
            waiting.extend((one, inner, one.symbol.name) for one in entry.members)
        if language in OTHERS and language != "swift":  # of Swift last names alone
            if symbol.kind != "namespace":
                found.add((file.path, full))
            continue
        for field in re.findall(r"\b(?:val|var) (\w+)", symbol.head) if symbol.signature else ():
            found.add((file.path, field))  # a property of the constructor
        blind = language == "kotlin" and symbol.kind in CTAGS_BLIND
        if not blind and "impl" not in symbol.nature:
            found.add((file.path, symbol.name.strip("`").removeprefix("r#")))
    return found


def errors(root: Node) -> int:
    """Return how many places a tree could not read."""
    count, waiting = 0, [root]
    while waiting:
        node = waiting.pop()
        count += node.is_error or node.is_missing
        if node.has_error:
            waiting.extend(node.children)
    return count


def broken_blocks(language: Language, folder: Path, detail: list[str], printed: str) -> list[str]:
    """Return the blocks that read worse than their source."""
    worse = []
    for block in blocks(printed):
        path = folder / block.path
        if not path.is_file() or path.suffix not in language.extensions:
            continue
        before = errors(parse(path.read_bytes(), language))
        after = errors(parse(block.text.encode(), language))
        if after > before:
            worse.append(f"{block.path}: {after} errors, {before} in the source {detail}")
    return worse


def check(language: Language, folder: Path, most: int) -> int:
    """Check one repository; return how many faults it shows."""
    options = [".", "--lang", language.name]
    faults: list[str] = []
    for detail in (EVERYTHING, []):
        printed = run(["map", *options, *detail], folder)
        if printed.code not in (0, 3):
            faults.append(f"exit code {printed.code}: {printed.err[-300:]}")
        if run(["map", *options, *detail], folder) != printed:
            faults.append("a second run differs")
        faults += broken_blocks(language, folder, detail, printed.out)
    answer = read_map([*options, *EVERYTHING], folder)
    files = [file for file in answer.files if file.language == language.name]
    paths = [file.path for file in files]
    print(f"{folder.name}: {len(files)} files, {sum(len(list(entries(f))) for f in files)} symbols")
    for fault in faults:
        print(f"  FAULT {fault}")
    theirs = OTHERS.get(language.name, by_ctags)(folder, paths)
    if theirs is None:
        print("  the independent reader is missing")
        return len(faults)
    read = {path for path, _ in theirs}
    ours = {pair for file in files for pair in own_names(file, language.name) if file.path in read}
    theirs = {pair for pair in theirs if pair[1]}
    said = f"  {len(ours & theirs)} names agree"
    print(f"{said}, {len(ours - theirs)} only here, {len(theirs - ours)} only there")
    for title, pairs in (("only here", ours - theirs), ("only there", theirs - ours)):
        shown = spread(pairs)[:most]
        for path, name in shown:
            print(f"    {title}: {path} {name}")
    return len(faults)


def spread(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Order pairs so that the first of every file come first."""
    seen: Counter[str] = Counter()
    placed = []
    for path, name in sorted(pairs):
        placed.append((seen[path], path, name))
        seen[path] += 1
    return [(path, name) for _, path, name in sorted(placed)]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("language", choices=sorted(load_languages()))
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=10, help="differences that are printed")
    options = parser.parse_args()
    language = load_languages()[options.language]
    faults = [check(language, folder.resolve(), options.most) for folder in options.folders]
    return 1 if any(faults) else 0


if __name__ == "__main__":
    sys.exit(main())
