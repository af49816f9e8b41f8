"""What every format keeps: order, account, escapes; and what JSON and XML are."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace

import skeleton.render
from skeleton.errors import BadOption
from skeleton.model import Clause, Diagnostic, InterfaceMap, Omission, Usage
from skeleton.model import TestLink as Link
from skeleton.render import formats, render
from skeleton.render.records import schema
from tests.maps import LANGUAGES, Writer, blocks, read, show, whole

ODD = (
    "def odd(a: 'x<y' = \"]]>&amp;\", *, b: str = '\x01\x1b\ufffe') -> 'list[int] & None':\n"
    '    """if a < b && c > d: </file> <![CDATA[ x ]]> \x07\x85\u202e\u2066\ufeff {{ 7 * 7 }}\n'
    '\n    {% if a %}&lt;{# b #}\U000e0041  \n\n    ```\n    """\n'
)
ALL = ("html", "json", "markdown", "text", "xml")


def write(interface: InterfaceMap, format: str = "text") -> str:
    return render(interface, format, languages=LANGUAGES)


def test_formats_are_the_templates_and_json() -> None:
    assert formats() == ALL


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadOption, match="html, json, markdown, text, xml"):
        render(whole(), "pdf", languages=LANGUAGES)


@pytest.mark.parametrize("format", ALL)
def test_hidden_characters_are_escaped_and_ends_are_clean(format: str) -> None:
    shown = show(ODD, format)

    assert not set(shown) & set("\x00\x01\x07\x1b\x85\u202e\u2066\ufeff\ufffe\U000e0041\r\f")
    assert shown.endswith("\n")
    assert not shown.endswith("\n\n")
    assert not any(line != line.rstrip() for line in shown.split("\n"))


@pytest.mark.parametrize("format", ["markdown", "text", "xml"])
def test_text_of_the_source_is_not_rendered_twice(format: str) -> None:
    shown = show(ODD, format)

    assert "{{ 7 * 7 }}" in shown
    assert "{% if a %}&lt;{# b #}" in shown
    assert "a < b && c > d" in shown


def test_xml_is_well_formed_and_gives_the_source_back() -> None:
    tree = ElementTree.fromstring(show(ODD, "xml"))

    document = tree.find("document")

    assert document is not None
    assert document.get("path") == "sample.py"
    assert blocks(show(ODD))[0].strip() == (document.text or "").strip()


def test_json_follows_the_schema_in_the_package() -> None:
    shipped = Path(skeleton.render.__file__).with_name("map.schema.json").read_text("utf-8")
    document = json.loads(show(ODD, "json"))

    assert shipped == schema(), "write the result of skeleton.render.records.schema() there"
    Draft202012Validator(json.loads(shipped)).validate(document)


def test_json_gives_the_map_back() -> None:
    interface = replace(whole(read(ODD), detail="full"), usage=None)

    back = msgspec.json.decode(write(interface, "json"), type=InterfaceMap)

    assert [entry.symbol.head for entry in back.files[0].entries] == [
        entry.symbol.head for entry in interface.files[0].entries
    ]


def test_json_shows_no_raw_findings_and_no_more_than_the_detail() -> None:
    sample = 'def f(a):\n    """Say."""\n    if a: raise E\n'

    assert "evidence" not in show(sample, "json")
    assert "Say." in show(sample, "json")
    assert "Say." not in show(sample, "json", detail="signatures")


def test_json_keeps_the_name_of_a_file_that_is_no_unicode() -> None:
    module = read("x = 1\n", "n\udcefl.py")

    document = json.loads(write(whole(module), "json"))

    assert document["files"][0]["path"] == "n\udcefl.py"
    assert "## n\\udcefl.py" in write(whole(module))


def test_json_needs_no_templates() -> None:
    code = (
        "import sys; from skeleton.model import InterfaceMap; from skeleton.render import render;"
        "render(InterfaceMap('1', ()), 'json', languages={}); print('jinja2' in sys.modules)"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "False\n"


def test_the_account_tells_what_was_read_shown_and_left_out() -> None:
    interface = InterfaceMap(
        "1",
        (),
        external=("attr", "numpy"),
        unresolved=("gone.x",),
        omissions=(
            Omission("symbols", 3, 10, "a.py 7", "skeleton map FILE", "over budget"),
            Omission("known tests", 0, 2, "", "skeleton map FILE", "over budget"),
        ),
        diagnostics=(Diagnostic("b.py", "error", "parse", "no\n such", 3),),
        files_read=2,
        symbols_shown=3,
        symbols_total=10,
        usage=Usage(0, 10_000, limit=500, unit="tokens"),
    )

    assert write(interface).split("\n")[:-2] == [
        "Packages outside the project: attr, numpy",
        "Imports not found: gone.x",
        "error: b.py:3: no such",
        "7 symbols (a.py 7), 2 known tests left out, over budget: skeleton map FILE",
    ]
    assert "3 of 10 symbols of 2 files shown; ~" in write(interface)
    assert " of ~10,000 (" in write(interface)


def test_tests_stand_between_what_is_used_and_the_rest() -> None:
    interface = whole(read("a = 1\n", "a.py"), read("b = 1\n", "b.py"))
    used, rest = interface.files
    tests = (
        Link("tests/t.py::test_a", "tests/t.py", 1, shows=("assert f(0) == 0",)),
        Link("tests/t.py::test_b", "tests/t.py", 5),
        Link("tests/t.py::test_c", "tests/t.py", 9),
    )
    used = replace(used, group="used", reason="imported")
    interface = replace(interface, targets=("t.py",), files=(used, rest), tests=tests)

    headings = [line for line in write(interface).split("\n") if line.startswith("## ")]

    assert headings == ["## a.py (used)", "## Known tests", "## b.py (requested)"]
    assert "tests/t.py::test_a f(0) == 0\n  ::test_b ::test_c\n" in write(interface)


def test_a_file_without_definitions_is_named() -> None:
    assert "Nothing to show in: empty.py\n" in write(whole(read("", "empty.py")))


def test_many_files_without_anything_to_show_are_counted() -> None:
    names = [f"empty_{one:02}.py" for one in range(30)]
    text = write(whole(*(read("", name) for name in names)))

    assert "empty_09.py and 20 more, which --format json names\n" in text
    assert "empty_10.py" not in text


def test_messages_are_added_to_clauses_on_demand() -> None:
    module = read("def f(a): return a\n")
    clause = Clause("raises", "raises E if a", "enforced", "guard", 1, message='"not\n so"')
    module = replace(module, symbols=(replace(module.symbols[0], contract=(clause,)),))

    shown = Writer("text", languages=LANGUAGES, messages=True).write(whole(module))

    assert '  ! raises E if a: "not so" :1\n' in shown
    assert "not so" not in write(whole(module))
