"""Remembers whole answers, with everything that a run asked the file system on its way to them.

A later run with the same options asks the same questions again, which is cheap, and takes the
answer as it is if every reply is the same. Nothing is guessed from times or sizes of files.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from skeleton.account import Account
from skeleton.cache import code_hash, readers_of

if TYPE_CHECKING:
    from skeleton.workplace import Workplace

KIND = "answer"
MOST_BYTES = 8_000_000  # of one answer; a longer one is made again


class Printed(Struct, frozen=True):
    """What a command prints, and how it ends."""

    text: str
    warnings: tuple[str, ...] = ()  # for standard error
    exit_code: int = 0
    account: Account | None = None
    stats: tuple[str, ...] = ()  # what it cost, in lines


class _Kept(Struct, frozen=True, array_like=True):
    replies: tuple[tuple[str, str, str], ...]  # question, subject, reply
    printed: Printed


def recall(place: Workplace, options: Struct) -> Printed | None:
    """Return the answer of an earlier run, `None` where there is none or something has changed."""
    if place.cache is None:
        return None
    packed = place.cache.get_blob(KIND, _key(place, options))
    if packed is None:
        return None
    try:
        kept = msgspec.msgpack.decode(packed, type=_Kept)
    except msgspec.MsgspecError:
        return None
    same = all(place.ask(question, subject) == reply for question, subject, reply in kept.replies)
    return kept.printed if same else None


def remember(place: Workplace, options: Struct, printed: Printed) -> None:
    """Keep an answer, and the replies it rests on."""
    if place.cache is None or len(printed.text) > MOST_BYTES:
        return
    replies = tuple((*asked, reply) for asked, reply in sorted(place.asked.items()))
    packed = msgspec.msgpack.encode(_Kept(replies, printed))
    place.cache.put_blob(KIND, _key(place, options), packed)


def _key(place: Workplace, options: Struct) -> str:
    digests = sorted(language.digest for language in place.languages.values())
    said = (
        str(place.root),
        json.dumps(msgspec.to_builtins(options)),  # the name of a file may be no Unicode
        repr(place.paths),
        repr(place.config),
        *digests,
        *(readers_of(place.languages[name]) for name in sorted(place.languages)),
        code_hash(),
    )
    return hashlib.sha256("\0".join(said).encode("utf-8", "backslashreplace")).hexdigest()
