"""Marked regions of a document: found by their marks, replaced and nothing else."""

from __future__ import annotations

import pytest

from skeleton.regions import BadRegion, find_regions, replace_regions

ONE = b"# Title\n\nText.\n\n<!-- skeleton:begin src/pay -->\nold\n<!-- skeleton:end -->\n\nRest"


def replaced(data: bytes, *texts: str) -> bytes:
    return replace_regions(data, find_regions(data, "a.md"), texts)


def problem(data: bytes) -> str:
    with pytest.raises(BadRegion) as refused:
        find_regions(data, "a.md")
    return str(refused.value)


def test_a_region_has_the_words_of_its_mark_and_the_level_of_the_heading_above() -> None:
    (region,) = find_regions(b"## Part\n\n" + ONE.partition(b"\n")[2], "a.md")

    assert (region.words, region.level) == (("src/pay",), 2)


def test_all_outside_a_region_stays_byte_for_byte() -> None:
    before, _, rest = ONE.partition(b"old\n")

    assert replaced(ONE, "new\n") == before + b"new\n" + rest


def test_odd_bytes_outside_a_region_stay() -> None:
    data = b"\xef\xbb\xbf\xff\x00 \r\n" + ONE + b"\x0b\x0c \r"

    assert replaced(data, "old\n").replace(b"old\r\n", b"old\n") == data


def test_several_regions_keep_their_order() -> None:
    data = ONE + b"\n" + ONE

    assert replaced(data, "1\n", "2\n") == ONE.replace(b"old", b"1") + b"\n" + ONE.replace(
        b"old", b"2"
    )


def test_a_new_text_has_the_line_ends_of_the_document() -> None:
    data = ONE.replace(b"\n", b"\r\n")

    assert replaced(data, "a\nb\n") == data.replace(b"old\r\n", b"a\r\nb\r\n")


@pytest.mark.parametrize("fence", ["```", "~~~", "`````"])
def test_marks_inside_fenced_code_are_text(fence: str) -> None:
    data = f"{fence}md\n<!-- skeleton:begin src -->\n```md\n# No\n{fence}\n".encode() + ONE

    (region,) = find_regions(data.replace(b"\n```md", b"\n"), "a.md")

    assert (region.words, region.level) == (("src/pay",), 1)


def test_a_fence_that_stands_in_a_region_hides_an_end() -> None:
    data = ONE.replace(b"old", b"```\n<!-- skeleton:end -->\n```")

    assert replaced(data, "new\n") == ONE.replace(b"old", b"new")


def test_code_in_a_line_opens_no_fence() -> None:
    assert len(find_regions(b"```not a fence``` here\n" + ONE, "a.md")) == 1


def test_words_may_be_quoted() -> None:
    (region,) = find_regions(ONE.replace(b"src/pay", b'"my src" detail=names'), "a.md")

    assert region.words == ("my src", "detail=names")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"<!-- skeleton:begin a -->\n", "a.md:1: skeleton:begin without skeleton:end"),
        (b"\n<!-- skeleton:end -->\n", "a.md:2: skeleton:end without skeleton:begin"),
        (
            b"<!-- skeleton:begin a -->\n<!-- skeleton:begin b -->\n<!-- skeleton:end -->\n",
            "a.md:2: a region inside that of line 1",
        ),
        (b"<!-- skeleton:begin 'a -->\n<!-- skeleton:end -->\n", "a.md:1: the words"),
    ],
)
def test_marks_that_do_not_go_together_are_refused(data: bytes, said: str) -> None:
    assert problem(data).startswith(said)
