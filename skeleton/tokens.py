"""Estimates how many tokens a text costs, without a vocabulary and without a network.

Counts features of the text and weighs them. The weights were fitted on 1,180 texts of up to 6,000
characters (maps, sources and documentation of 8 Python packages, TypeScript of one) for the
vocabulary `o200k_base`, then raised by 3 %, as a budget is better undershot. On 1,269 texts of 10
other packages: mean error 4 %, 95 of 100 within 12 %, lowest -16 %, total +2 %; against
`cl100k_base` 4 %, 13 %, -15 %, +2 %. Prose in other scripts is overestimated. Other vocabularies
differ: the same source costs 25 to 60 % more in those of Claude.
"""

from __future__ import annotations

import re
from math import ceil

PROFILE = "o200k"  # the vocabulary that the weights were fitted on
SOURCE_RATIO = 4.2  # characters a token of whole source files, measured on the same packages
SAMPLED_FROM = 400_000  # characters from which a text is counted in part
SAMPLE = 4_000  # characters of a counted part: one in eight

_PIECE = re.compile(
    r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d{1,3}|\n[ \t]*|[ \t]+|[^\x00-\x7f]+|[^\w\s]+|_+"
)
_WORD = 1.08  # a piece of a name, as camel case and underscores part it
_LONG_WORD = 0.07  # each letter beyond the eighth
_DIGITS = 1.49  # up to three
_LINE = 0.77  # a line break with the indent behind it
_BLANKS = 0.41  # two and more inside a line; a single one belongs to the word behind it
_FOREIGN = 0.38  # each byte beyond ASCII
_MARK = 0.94  # a punctuation mark on its own
_MARKS = 0.3  # each of several in a row
_UNDERSCORES = 0.49


def estimate(text: str) -> int:
    """Return about how many tokens a text costs.

    A text of more than `SAMPLED_FROM` characters is counted in evenly spaced parts.
    """
    if len(text) <= SAMPLED_FROM:
        return ceil(weigh(text))
    parts = [text[start : start + SAMPLE] for start in range(0, len(text), 8 * SAMPLE)]
    return ceil(sum(map(weigh, parts)) * len(text) / sum(map(len, parts)))


def weigh(text: str) -> float:
    """Return the estimate of a whole text, unrounded: texts that start at a line break add up."""
    weight = 0.0
    for piece in _PIECE.findall(text):
        first = piece[0]
        if not first.isascii():
            weight += _FOREIGN * len(piece.encode("utf-8", "replace"))
        elif first.isalpha():
            weight += _WORD if len(piece) <= 8 else _WORD + _LONG_WORD * (len(piece) - 8)
        elif first == "\n":
            weight += _LINE
        elif first in " \t":
            weight += _BLANKS if len(piece) > 1 else 0.0
        elif first.isdigit():
            weight += _DIGITS
        elif first == "_":
            weight += _UNDERSCORES
        else:
            weight += _MARK if len(piece) == 1 else _MARKS * len(piece)
    return weight


def of_length(characters: int) -> int:
    """Return about how many tokens source code of a length costs, when the text is not at hand."""
    return ceil(characters / SOURCE_RATIO)
