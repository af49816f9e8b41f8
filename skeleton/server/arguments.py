"""What the tools may be asked: one record a tool, its JSON Schema, and how arguments become one.

Unknown arguments are refused; what is plain although the schema says otherwise is understood: one
word for a list, a list for words with commas, a number as text, null for what is left out.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from skeleton.errors import SkeletonError

MOST_TOKENS = 50_000


def _said(text: str) -> Meta:
    return Meta(description=text)


Budget = Annotated[int, Meta(ge=100, le=MOST_TOKENS, description="most tokens of the answer")]


class Arguments(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The arguments of a tool."""


class StatusArguments(Arguments, frozen=True):
    """The arguments of `status`: none."""


class MapArguments(Arguments, frozen=True):
    """The words of `skeleton map`."""

    paths: Annotated[list[str], _said("files and folders; default: all")] = []
    deps_of: Annotated[str, _said("file whose author asks")] = ""
    used_by: Annotated[str, _said("PATH or PATH::NAME whose users are wanted")] = ""
    depth: Annotated[
        int, Meta(ge=1, le=9, description="hops of imports; of used_by: users of users")
    ] = 1
    name: Annotated[str, _said("glob: rate, Table.*")] = ""
    kind: Annotated[str, _said("class, function, method, constant, field, ...")] = ""
    lang: str = ""
    visibility: Annotated[
        Literal["public", "all", ""], _said("default: as configured, else public")
    ] = ""
    contract: Annotated[
        str,
        _said(
            "any, none, raises, raises:NAME, returns, requires, deprecated, boundary, ...;"
            " with changed_since: changed"
        ),
    ] = ""
    tested_by: Annotated[str, _said("PATH or PATH::TEST: what it reaches")] = ""
    changed_since: Annotated[
        str,
        _said(
            "git revision: what changed, was added or removed, with the old text;"
            " internal files and tests with visibility=all"
        ),
    ] = ""
    detail: Literal["names", "signatures", "contract", "full"] = "contract"
    format: Literal["markdown", "text", "json", "xml"] = "markdown"
    budget: Budget = 2500
    cursor: Annotated[str, _said("of the last answer; repeat the other arguments")] = ""
    known: Annotated[
        list[str], _said("not to repeat: PATH, PATH::NAME, each with @CONTENT_HASH or not")
    ] = []


class ShowArguments(Arguments, frozen=True):
    """The words of `skeleton show`."""

    ids: Annotated[
        list[str],
        Meta(
            min_length=1,
            max_length=20,
            description="PATH::Qual.name, dotted name, name, PATH, or id of a failed test",
        ),
    ]
    part: Annotated[
        Literal["body", "interface", "callers", "tests", "trace", ""],
        _said("default: body; interface of a path; trace of a failure"),
    ] = ""
    context: Annotated[int, Meta(ge=0, le=200, description="lines around a body")] = 0
    format: Literal["markdown", "text", "json", "xml"] = "markdown"
    budget: Budget = 2500


class VerifyArguments(Arguments, frozen=True):
    """The words of `skeleton verify`."""

    tests: Annotated[list[str], _said("files, folders, ids; default: all")] = []
    affected: Annotated[str, _said("revision: only tests that reach what changed since")] = ""
    base: Annotated[str, _said("revision that interfaces are compared with")] = "HEAD"
    timeout_s: Annotated[
        int, Meta(ge=1, le=86_400, description="default: as configured, else 600")
    ] = 0


A = TypeVar("A", bound=Arguments)


class BadArguments(SkeletonError):
    """A call of a tool that is not as its schema says."""

    code = "bad_arguments"

    def __init__(self, tool: str, problem: str) -> None:
        super().__init__(tool, problem)
        self.tool, self.problem = tool, problem

    def __str__(self) -> str:
        return f"{self.tool}: {self.problem}"


def read_arguments(tool: str, kind: type[A], given: dict[str, Any] | None) -> A:
    """Return the arguments of a call.

    Raises:
        BadArguments: One is unknown, missing, or of another type than the schema says.
    """
    known = get_type_hints(kind)
    plain: dict[str, Any] = {}
    for name, value in (given or {}).items():
        if name not in known:
            problem = f"unknown argument {name[:80]!r}; known: {', '.join(known) or 'none'}"
            raise BadArguments(tool, problem)
        if value is not None:
            plain[name] = _plain(known[name], value)
    try:
        return msgspec.convert(plain, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadArguments(
            tool, str(error).replace(" - at `$.", ": `").replace("`$`", "")
        ) from error


def words(text: str) -> tuple[str, ...]:
    """Return the words of an argument that may hold several, with commas."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def schema_of(kind: type[Arguments]) -> dict[str, Any]:
    """Return the JSON Schema of some arguments, without titles and empty defaults."""
    _, parts = msgspec.json.schema_components([kind])
    schema = {key: value for key, value in parts[kind.__name__].items() if key != "description"}
    properties = {name: _bare(one) for name, one in schema["properties"].items()}
    schema |= {"properties": properties}
    if not schema.get("required"):
        schema.pop("required", None)
    schema.pop("title", None)
    return schema


def _bare(schema: dict[str, Any]) -> dict[str, Any]:
    bare = {key: value for key, value in schema.items() if key != "title"}
    if bare.get("default") in ("", [], 0) and bare.get("minimum") != 0:
        del bare["default"]
    if "enum" in bare:
        order = [value for value in _ORDER if value in bare["enum"]]
        bare = {"type": "string", **bare, "enum": order}
    return bare


def _plain(hint: Any, value: Any) -> Any:
    """Return a value in the form of its argument where that is another way to write the same."""
    origin = get_origin(hint) or hint
    if origin is list and isinstance(value, str):
        return [value]
    if origin is str and isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ",".join(value)
    return value


_ORDER = (
    *get_args(get_type_hints(MapArguments)["visibility"])[:-1],
    *get_args(get_type_hints(MapArguments)["detail"]),
    *get_args(get_type_hints(MapArguments)["format"]),
    *get_args(get_type_hints(ShowArguments)["part"])[:-1],
)
