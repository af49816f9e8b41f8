"""Decides who may use a name, by the rule that a language names in `visibility`.

A rule sees one definition and the modifier written at it; it knows neither files nor languages.
`public` is for everybody, `protected` for subclasses, `package` for the same package, crate or
assembly, `internal` for the same file, `private` for less.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from skeleton.extract.outline import Draft
    from skeleton.model import Visibility

# What a modifier says, whichever language writes it.
_WORDS: dict[str, Visibility] = {
    "public": "public",
    "pub": "public",
    "open": "public",
    "protected": "protected",
    "internal": "package",
    "package": "package",
    "file": "private",
    "fileprivate": "private",
    "private": "private",
    "static": "private",
    "private_class_method": "private",
    "private_constant": "private",
    "public_class_method": "public",
    "module_function": "public",
}
_TYPES = frozenset({"class", "enum", "interface", "struct", "type_alias"})
_INCLUDED_ONCE = re.compile(
    rb"^#\s*(?:pragma\s+once|ifndef\s+(\w+)\s+#\s*define\s+\1\b)", re.MULTILINE
)
_HIDDEN = re.compile(r"\bdoc\(hidden\)")
# Documentation that takes a name out of the interface: in its first sentence, or by a tag.
_INWARD = re.compile(
    r"\A[^.]{0,120}\b(?:not (?:a )?part of the (?:public |stable )?(?:interface|API)"
    r"|(?:for )?internal use only)\b"
    r"|^[\s/*#!]*(?:@internal|@hide|@api private|:nodoc:|\\internal)\b",
    re.IGNORECASE | re.MULTILINE,
)


def settle_visibility(drafts: Iterable[Draft], rule: str, data: bytes) -> None:
    """Set the visibility of definitions of a file and, below them, of their members."""
    decide = VISIBILITY[rule]
    header = rule == "linkage" and _INCLUDED_ONCE.search(data) is not None
    extensions: list[Draft] = []
    types: dict[str, Draft] = {}
    waiting = list(drafts)
    while waiting:
        draft = waiting.pop()
        draft.visibility = decide(draft, None if header else _written(draft))
        said = draft.docstring.text if draft.docstring else ""
        if any(_HIDDEN.search(decorator) for decorator in draft.decorators) or _INWARD.search(said):
            draft.visibility = "internal" if draft.visibility != "private" else "private"
        if "extends" in draft.settings:
            extensions.append(draft)
        elif draft.kind in _TYPES:
            types[draft.name] = draft
        waiting += draft.members
    for draft in extensions:
        _settle_extension(draft, types.get(draft.name))


def _settle_extension(draft: Draft, extended: Draft | None) -> None:
    """A block that adds members to a type is as visible as the type, if a member of it is."""
    draft.visibility = extended.visibility if extended else "public"
    if "open" not in draft.settings and all(
        member.visibility == "private" for member in draft.members
    ):
        draft.visibility = "private"


def _written(draft: Draft) -> Visibility | None:
    """Return what the modifiers of a definition, or its section, say; `None` for nothing."""
    if draft.settings.get("visibility"):
        return _WORDS[draft.settings["visibility"] or ""]
    texts = [
        (node.text or b"").decode("utf-8", "replace")
        for node in draft.captures.get("visibility", [])
    ]
    words = [word for text in texts or [draft.section] for word in re.findall(r"\w+", text)]
    if texts and texts[0].startswith("private["):  # for the package that is named
        return "package"
    if words[:1] == ["pub"] and len(words) > 1:
        return "private" if words[1:] == ["self"] else "package"
    said = [_WORDS[word] for word in words if word in _WORDS]
    if {"protected", "package"} <= set(said):
        return "protected"
    return said[0] if said else None


def _by_underscore(draft: Draft, written: Visibility | None) -> Visibility:
    return "private" if draft.name.startswith("_") else "public"


def _by_capital(draft: Draft, written: Visibility | None) -> Visibility:
    """Public is what begins with a capital letter; of several names one is enough."""
    if written or draft.kind in ("module", "namespace"):
        return written or "public"
    if draft.receiver and not draft.receiver[:1].isupper():
        return "private"
    return "public" if any(name[:1].isupper() for name in draft.name.split(", ")) else "private"


def _closed(draft: Draft, written: Visibility | None) -> Visibility:
    """Private, unless a modifier or the owner opens it."""
    return written or ("public" if _open_owner(draft) else "private")


def _package(draft: Draft, written: Visibility | None) -> Visibility:
    """For its package, unless a modifier or the owner says otherwise; makers of an enum are not."""
    if draft.kind == "constructor" and draft.owner is not None and draft.owner.kind == "enum":
        return "private"
    return _module(draft, written)


def _module(draft: Draft, written: Visibility | None) -> Visibility:
    """For its package or module, unless a modifier or the owner says otherwise."""
    if not written and draft.owner is not None and "extends" in draft.owner.settings:
        written = _written(draft.owner)
    return written or ("public" if _open_owner(draft) else "package")


def _assembly(draft: Draft, written: Visibility | None) -> Visibility:
    """Types are for their assembly, members private, unless a modifier or owner opens them."""
    if written:
        return written
    if draft.owner is None or draft.owner.kind in ("namespace", "module"):
        return "public" if draft.kind in ("namespace", "module") else "package"
    if "partial" in draft.nature and draft.body is None:
        return "package"  # another part of the class gives it a body
    return "public" if _open_owner(draft) else "private"


def _by_linkage(draft: Draft, written: Visibility | None) -> Visibility:
    """Names of a file are for all unless `static`; a class begins with a private section."""
    if draft.owner is None or draft.owner.kind == "namespace":
        return written or ("private" if draft.kind == "namespace" and not draft.name else "public")
    if draft.receiver:
        return "public"
    if draft.section:
        return _WORDS.get(draft.section.rstrip(": \n"), "public")
    return "private" if draft.owner.kind == "class" else "public"


def _by_section(draft: Draft, written: Visibility | None) -> Visibility:
    """Public, but for methods of the instance in a closed section, and for what a call names."""
    if "visibility" in draft.captures or (
        draft.kind in ("method", "function", "property") and "static" not in draft.nature
    ):
        return written or "public"
    return "public"


def _open(draft: Draft, written: Visibility | None) -> Visibility:
    return written or "public"


def _by_export(draft: Draft, written: Visibility | None) -> Visibility:
    """Public is what a module exports, and members unless something says otherwise."""
    said = _TAG.search(draft.docstring.text) if draft.docstring is not None else None
    if draft.name.startswith("#"):
        return "private"
    if written or said:
        return written or _TAGGED[said.group(1) if said else ""]
    owner = draft.owner
    if owner is not None and owner.kind not in ("module", "namespace"):
        return "public"
    while owner is not None:
        if "open" in owner.settings:
            return "public"
        owner = owner.owner
    return "public" if draft.exported else "internal"


_TAG = re.compile(r"@(internal|private|protected)\b")
_TAGGED: dict[str, Visibility] = {
    "internal": "internal",
    "private": "private",
    "protected": "protected",
}


def _open_owner(draft: Draft) -> bool:
    """Whether what stands in the owner is as visible as the owner itself."""
    owner = draft.owner
    return draft.kind in ("module", "enum_member") or (
        owner is not None and (owner.kind == "interface" or "open" in owner.settings)
    )


VISIBILITY: dict[str, Callable[[Draft, Visibility | None], Visibility]] = {
    "underscore": _by_underscore,
    "capital": _by_capital,
    "closed": _closed,
    "package": _package,
    "module": _module,
    "assembly": _assembly,
    "linkage": _by_linkage,
    "sections": _by_section,
    "open": _open,
    "export": _by_export,
}
