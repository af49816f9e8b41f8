"""Documentation texts: words, sections, entries; every kept text is a slice of what was written."""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path

import pytest

from skeleton.contracts.doc_marks import unmarked
from skeleton.contracts.docstrings import read_doc
from skeleton.contracts.shown import shown_text
from skeleton.model import Docstring, Span


def read(text: str, style: str = "docstring") -> Docstring:
    lines = text.count("\n") + 1
    found = read_doc(Docstring(text, Span(10, 9 + lines, 0, len(text))), style)
    assert found is not None
    return found


def entries(text: str, style: str = "docstring") -> list[tuple[str, str, str, str]]:
    return [(e.section, e.name, e.type, e.text) for e in read(text, style).entries]


def google(body: str) -> str:
    return f'"""Do.\n\n    {body}\n    """'


def test_google_sections_survive_colons_brackets_and_optional() -> None:
    doc = read(
        '''"""Settle one batch: all or nothing.

        Args:
            rows (list[dict[str, int]]): Rows: code, cents. Zero is allowed.
            tier (Literal["a", "b"], optional): Defaults to "a".
                And more.
            *args: unused.

        Returns:
            dict[str, int]: Sums: never sorted.

        Raises:
            ValueError: If any is below zero: untouched.
            KeyError, errors.Missing: When unknown.
            :exc:`OSError`: When gone.

        Note:
            Safe to call twice.
        """'''
    )

    assert [(e.section, e.name, e.type, e.default, e.text) for e in doc.entries] == [
        ("parameters", "rows", "list[dict[str, int]]", "", "Rows: code, cents. Zero is allowed."),
        ("parameters", "tier", 'Literal["a", "b"], optional', '"a"', 'Defaults to "a".\nAnd more.'),
        ("parameters", "args", "", "", "unused."),
        ("returns", "", "dict[str, int]", "", "Sums: never sorted."),
        ("raises", "ValueError", "", "", "If any is below zero: untouched."),
        ("raises", "KeyError", "", "", "When unknown."),
        ("raises", "errors.Missing", "", "", "When unknown."),
        ("raises", "OSError", "", "", "When gone."),
    ]
    assert doc.prose == "Settle one batch: all or nothing.\n\nNote:\n    Safe to call twice."
    assert [e.line for e in doc.entries[:2]] == [13, 14]


def test_a_docstring_may_open_with_a_section() -> None:
    assert entries('"""Args:\n        to: Who gets it: one address only.\n    """') == [
        ("parameters", "to", "", "Who gets it: one address only.")
    ]


def test_a_word_with_a_colon_in_prose_is_no_section() -> None:
    text = '"""Do.\n\n    Returns: the thing.\n    Note: it is late.\n\n    Returns:\n    """'

    assert entries(text) == []
    assert read(text).prose == read(text).body


def test_numpy_sections_keep_types_and_text() -> None:
    doc = read(
        '''"""Smooth.

    Parameters
    ----------
    x, y : array_like, shape (n,)
        Must be finite.
    mode : {"edge", "wrap"}, default: "edge"
    **kwargs
        Passed on.

    Returns
    -------
    out : ndarray
        Same length.

    Raises
    ------
    ValueError
        If even.

    See Also
    --------
    other : thing

    Notes
    -----
    Kept.
    """'''
    )

    assert [(e.section, e.name, e.type, e.default, e.text) for e in doc.entries] == [
        ("parameters", "x", "array_like, shape (n,)", "", "Must be finite."),
        ("parameters", "y", "array_like, shape (n,)", "", "Must be finite."),
        ("parameters", "mode", '{"edge", "wrap"}, default: "edge"', '"edge"', ""),
        ("parameters", "kwargs", "", "", "Passed on."),
        ("returns", "out", "ndarray", "", "Same length."),
        ("raises", "ValueError", "", "", "If even."),
    ]
    assert doc.prose == ("Smooth.\n\nSee Also\n--------\nother : thing\n\nNotes\n-----\nKept.")


def test_sphinx_and_epytext_fields() -> None:
    assert entries(
        '''"""Fetch.

    :param str key: as is; never
        stripped
    :param default: when missing
    :type default: int
    :returns: the entry
    :rtype: bytes | None
    :raises KeyError: when missing
    @raise OSError: when closed
    """'''
    ) == [
        ("parameters", "key", "str", "as is; never\nstripped"),
        ("parameters", "default", "", "when missing"),
        ("parameters", "default", "int", ""),
        ("returns", "", "", "the entry"),
        ("returns", "", "bytes | None", ""),
        ("raises", "KeyError", "", "when missing"),
        ("raises", "OSError", "", "when closed"),
    ]


def test_sources_of_entries_are_lines_of_the_text() -> None:
    doc = read('"""Do.\n\n    Args:\n        x (int): One,\n            two.\n    """')

    assert doc.entries[0].source == "    x (int): One,\n        two."
    assert all(line in doc.text for line in doc.entries[0].source.split("\n"))


def test_doctests_are_examples_with_their_output() -> None:
    doc = read('"""Do.\n\n    >>> f(\n    ...     1)\n    2\n    >>> g()\n\n    End.\n    """')

    assert doc.examples == (">>> f(\n...     1)\n2", ">>> g()")
    assert doc.prose == "Do.\n\nEnd."


@pytest.mark.parametrize(
    "text",
    [
        '"""',
        "'''",
        '"',
        "x",
        '"""\n"""',
        'r"""a\\\n    b"""',
        '"""' + "(" * 9000 + ":" * 9000 + '"""',
        '"""Args:"""',
    ],
)
@pytest.mark.parametrize(
    "style", ["docstring", "jsdoc", "rustdoc", "xmldoc", "swiftdoc", "godoc", "yard"]
)
def test_no_text_is_too_odd(text: str, style: str) -> None:
    read(text, style)


def test_words_are_those_of_cleandoc_in_the_standard_library() -> None:
    folder = Path(inspect.__file__).parent
    for name in ("textwrap", "functools", "argparse", "_pydecimal"):
        source = (folder / f"{name}.py").read_text("utf-8")
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, (ast.FunctionDef, ast.ClassDef)) or not node.body:
                continue
            first = node.body[0]
            if not isinstance(first, ast.Expr) or not isinstance(first.value, ast.Constant):
                continue
            written = ast.get_source_segment(source, first.value) or ""
            if isinstance(first.value.value, str) and "\\" not in written and "#" not in written:
                cleaned = inspect.cleandoc(first.value.value).strip("\n ")
                expected = [line.rstrip() for line in cleaned.split("\n")] if cleaned else []
                assert unmarked(written, "docstring").lines == expected


def test_every_docstring_of_the_standard_library_keeps_all_its_words() -> None:
    folder = Path(sys.modules["os"].__file__ or "").parent
    for path in sorted(folder.glob("*.py"))[::16]:
        source = path.read_text("utf-8", "replace")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node):
                doc = read(f'"""{ast.get_docstring(node, clean=False)}"""')
                body = doc.body.split("\n")
                for entry in doc.entries:
                    at = entry.line - doc.line
                    assert body[at : at + entry.source.count("\n") + 1] == entry.source.split("\n")


JSDOC = """/**
 * Convert an amount.
 *
 * @param {number} cents - minor units
 * @param {Side} [side=Side.Buy] the side
 * @param quote the quote,
 *   still fresh
 * @returns {number} rounded
 * @throws {RangeError} if not safe
 * @throws RateError when the rate is zero
 * @deprecated use other
 * @internal
 */"""


def test_jsdoc_tags() -> None:
    doc = read(JSDOC, "jsdoc")

    assert [(e.section, e.name, e.type, e.default, e.text) for e in doc.entries] == [
        ("parameters", "cents", "number", "", "minor units"),
        ("parameters", "side", "Side", "Side.Buy", "the side"),
        ("parameters", "quote", "", "", "the quote,\nstill fresh"),
        ("returns", "", "number", "", "rounded"),
        ("raises", "RangeError", "RangeError", "", "if not safe"),
        ("raises", "RateError", "", "", "when the rate is zero"),
        ("deprecated", "", "", "", "use other"),
    ]
    assert doc.prose == "Convert an amount.\n\n@internal"


@pytest.mark.parametrize(
    ("style", "text", "expected"),
    [
        (
            "javadoc",
            "/** Do.\n * @throws IOException if gone\n */",
            ("raises", "IOException", "if gone"),
        ),
        (
            "kdoc",
            "/** Do.\n * @throws IllegalArgumentException if odd\n */",
            ("raises", "IllegalArgumentException", "if odd"),
        ),
        (
            "phpdoc",
            "/** Do.\n * @param int $part the part\n */",
            ("parameters", "part", "the part"),
        ),
        ("yard", "# Do.\n# @raise [KeyError] if missing\n", ("raises", "KeyError", "if missing")),
        ("yard", "# Do.\n# @param rows [Array] all\n", ("parameters", "rows", "all")),
        (
            "doxygen",
            "/// Do.\n/// \\throws std::range_error if far\n",
            ("raises", "std::range_error", "if far"),
        ),
        (
            "rustdoc",
            "/// Do.\n///\n/// # Panics\n///\n/// If zero.\n",
            ("raises", "panics", "If zero."),
        ),
        ("rustdoc", "/// Do.\n///\n/// # Errors\n/// If gone.\n", ("raises", "Err", "If gone.")),
        ("godoc", "// F does.\n//\n// Deprecated: use G.\n", ("deprecated", "", "use G.")),
        ("swiftdoc", "/// Do.\n/// - Throws: if gone\n", ("raises", "error", "if gone")),
        (
            "swiftdoc",
            "/// Do.\n/// - Parameter part: the part\n",
            ("parameters", "part", "the part"),
        ),
        (
            "xmldoc",
            '/// <summary>Do.</summary>\n/// <exception cref="T:System.IO.IOException">'
            'If <paramref name="x"/> is gone.</exception>\n',
            ("raises", "IOException", "If x is gone."),
        ),
    ],
)
def test_tags_of_other_languages(style: str, text: str, expected: tuple[str, str, str]) -> None:
    (found,) = read(text, style).entries

    assert (found.section, found.name, found.text) == expected


def test_marks_are_taken_off_and_lines_counted() -> None:
    assert unmarked("/**\n * A.\n *\n *   b\n */", "javadoc") == (["A.", "", "  b"], 1)
    assert unmarked("/// A.\n///\n///   b", "rustdoc") == (["A.", "", "  b"], 0)
    assert unmarked('"""\n    A.\n      b\n    """', "docstring") == (["A.", "  b"], 1)


CODE = "\n".join(f"    step_{number}()" for number in range(5))


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (f"Do.\n\nExample:\n\n```python\n{CODE}\n```", "Do."),
        (f"Do.\n\nUse it like this::\n\n{CODE}\n\nThen rest.", "Do.\n\nThen rest."),
        (f"Do.\n\n.. code-block:: python\n\n{CODE}\n", "Do."),
        (f"- `none`: Zero is given:\n\n  ```\n{CODE}\n  ```", "- `none`: Zero is given:"),
        ("Lines of this form::\n\n    key = value", "Lines of this form::\n\n    key = value"),
        ("```\nkey = value\n```\nis read.", "```\nkey = value\n```\nis read."),
        (f"```\n{CODE}", f"```\n{CODE}"),  # never closed
    ],
)
def test_longer_code_in_documentation_is_an_example_and_short_code_may_be_a_rule(
    body: str, shown: str
) -> None:
    doc = Docstring(f'"""{body}"""', Span(1, 1, 0, 0), body=body, line=1)

    assert shown_text(doc, ()) == shown
