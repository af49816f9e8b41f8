"""Writes an interface map as text: by a template of this folder, or as JSON, the model itself.

Python assembles the lines of a file's block, a template arranges headings, blocks and the lines
around them; so source text reaches a template only as data. The only package that knows jinja2,
which JSON never loads.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from skeleton.errors import BadOption
from skeleton.render import words
from skeleton.render.dense import dense_lines
from skeleton.render.source import source_lines
from skeleton.render.visible import make_visible, tidy, visible_line
from skeleton.tokens import PROFILE, estimate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from skeleton.model import Change, FileMap, Graph, InterfaceMap, Language, TestLink

__all__ = ["SOURCE_URL", "Writer", "draw_graph", "formats", "render"]

SOURCE_URL = "{path}#L{line}"  # where pages lead to, from the root of the project
_TEMPLATES = files(__name__) / "templates"


class Section(Struct, frozen=True):
    """One headed part of the text: a file, or what has no path, such as the known tests."""

    title: str
    block: str
    path: str = ""
    language: str = ""
    reason: str = ""
    fence: str = "```"
    info: str = ""
    tag: str = "tests"  # in XML, of what has no path


def formats() -> tuple[str, ...]:
    """Return the names of the formats, sorted: one for each template, and `json`."""
    names = {
        item.name.removesuffix(".j2") for item in _TEMPLATES.iterdir() if item.name.endswith(".j2")
    }
    return tuple(sorted({*names, "json"}))


def render(
    interface: InterfaceMap,
    format: str = "markdown",
    *,
    languages: Mapping[str, Language],
    messages: bool = False,
    graph: Graph | None = None,
    source_url: str = SOURCE_URL,
) -> str:
    """Return a map as text that ends with one line feed and holds no hidden character.

    Args:
        interface: The map; its `usage.tokens` is counted here.
        format: One of `formats()`.
        languages: By name; those of the files must be among them.
        messages: Add to clauses the text that an exception carries.
        graph: Who needs whom among the files; a page has it drawn.
        source_url: Where a page leads to, with `{path}` and `{line}`.

    Raises:
        BadOption: There is no such format.
    """
    writer = Writer(format, languages=languages, messages=messages)
    if format == "html":
        return writer.write_page(interface, graph, source_url)
    return writer.write(interface)


def draw_graph(graph: Graph, source_url: str = SOURCE_URL) -> str:
    """Return a page with a graph drawn; its nodes lead to the sources."""
    from skeleton.render.drawing import draw
    from skeleton.render.links import Links

    links = Links(source_url)
    drawing = draw(graph, lambda name: links.to(name.partition("::")[0]))
    return _page(
        "parts/graph.j2", ("drawing.js",), {"graph": drawing, "version": graph.schema_version}
    )


class Writer:
    """Writes maps in one format; made once, as a budget has parts of a map written many times."""

    def __init__(
        self, format: str, *, languages: Mapping[str, Language], messages: bool = False
    ) -> None:
        known = formats()
        if format not in known:
            raise BadOption("--format", format, f"one of {', '.join(known)}")
        self.format, self.languages, self.messages = format, languages, messages
        self.template = None if format == "json" else _template(f"{format}.j2")

    def write(self, interface: InterfaceMap) -> str:
        """Return the whole map; the tokens it costs are counted and told in it."""
        sections = self._sections(interface) if self.template else []
        text = self._arrange(interface, sections)
        if interface.usage is None:
            return text
        # The figure is part of what it measures, but its digits hardly count.
        told = replace(interface.usage, tokens=estimate(text), estimate=PROFILE)
        return self._arrange(replace(interface, usage=told), sections)

    def write_file(self, file: FileMap) -> str:
        """Return one file's part of a map, as `write` places it, with its heading."""
        if self.template is None:
            from skeleton.render.records import file_json

            return file_json(file, self.messages)
        return _alone(self._section(file, words.title(file, (file.path,))))

    def write_tests(self, tests: tuple[TestLink, ...]) -> str:
        """Return the known tests as `write` places them, with their heading."""
        if self.template is None:
            from skeleton.render.records import rows_json

            return rows_json(tests)
        return _alone(_tests(tests))

    def write_changes(self, changes: tuple[Change, ...]) -> str:
        """Return what changed as `write` places it, with its heading."""
        if self.template is None:
            from skeleton.render.records import rows_json

            return rows_json(changes)
        return _alone(_changes(changes, ""))

    def _arrange(self, interface: InterfaceMap, sections: list[Section]) -> str:
        if self.template is None:
            from skeleton.render.records import as_json

            return as_json(interface, self.messages)
        text = self.template.render(
            version=interface.schema_version,
            legend=words.legend(interface),
            sections=sections,
            closing=[visible_line(line) for line in words.closing_lines(interface)],
        )
        return make_visible(tidy(text))

    def write_page(self, interface: InterfaceMap, graph: Graph | None, source_url: str) -> str:
        """Return a page that needs nothing else; it costs no tokens, as people read it."""
        from skeleton.render.links import Links
        from skeleton.render.page import page_of

        bare = replace(interface, usage=None)
        said = page_of(bare, self.languages, self.messages, Links(source_url), graph)
        closing = [visible_line(line) for line in words.closing_lines(bare)]
        return _page("html.j2", ("drawing.js", "page.js"), {**said, "closing": closing})

    def _sections(self, interface: InterfaceMap) -> list[Section]:
        """Return the files that have something to show, the known tests behind what is used."""
        shown = [file for file in interface.files if words.shows_anything(file)]
        sections = [self._section(file, words.title(file, interface.targets)) for file in shown]
        if interface.tests:
            near = sum(file.group in ("target", "used") for file in shown)
            sections.insert(near, _tests(interface.tests))
        if interface.changes:
            sections.insert(0, _changes(interface.changes, interface.since))
        return sections

    def _section(self, file: FileMap, title: str) -> Section:
        language = self.languages[file.language]
        if self.format == "text":
            lines = dense_lines(file, language, self.messages)
        else:
            lines = source_lines(file, language, self.messages)
        block = "\n".join(lines)
        return Section(
            visible_line(title),
            block,
            path=visible_line(file.path),
            language=file.language,
            reason=words.REASONS[file.reason],
            fence=_fence(block),
            info=language.fence or language.name,
        )


def _page(template: str, scripts: Sequence[str], said: Mapping[str, Any]) -> str:
    """Return a page with its style and its script inside, the only ones that it allows."""
    style = (_TEMPLATES / "page.css").read_text("utf-8")
    script = "".join((_TEMPLATES / name).read_text("utf-8") for name in scripts)
    text = _template(template).render(
        said,
        style=style,
        style_hash=_digest(style),
        script=script,
        script_hash=_digest(script),
    )
    return make_visible(tidy(text))


def _alone(section: Section) -> str:
    """Return a section in the length it has in a map, give or take a few characters."""
    return f"\n## {section.title}\n\n```{section.info}\n{section.block}\n```\n"


def _tests(tests: tuple[TestLink, ...]) -> Section:
    block = "\n".join(words.test_lines(tests))
    return Section("Known tests", block, fence=_fence(block))


def _changes(changes: tuple[Change, ...], since: str) -> Section:
    block = "\n".join(words.change_lines(changes))
    title = visible_line(f"Changed since {since}")
    return Section(title, block, fence=_fence(block), tag="changes")


def _digest(text: str) -> str:
    """Return what a content security policy calls the hash of a style or a script."""
    return b64encode(sha256(text.encode()).digest()).decode()


def _fence(block: str) -> str:
    """Return a fence longer than any run of backticks in a block."""
    if "```" not in block:
        return "```"
    return "`" * (max(len(run) for run in re.findall("`{3,}", block)) + 1)


def _template(name: str) -> Any:
    """Return a template; typed loosely, as jinja2 is loaded here and nowhere else."""
    from jinja2 import Environment, FunctionLoader

    def load(name: str) -> str:
        return (_TEMPLATES / name).read_text("utf-8")

    environment = Environment(
        loader=FunctionLoader(load),
        autoescape=name not in ("markdown.j2", "text.j2"),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["cdata"] = lambda text: text.replace("]]>", "]]]]><![CDATA[>")
    return environment.get_template(name)
