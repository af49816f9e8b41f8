"""The page for people: what it holds, that sources cannot change it, and how it is used."""

from __future__ import annotations

import re
import time
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from tests.browser import Browser, browser, missing
from tests.running import run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SHOP = '''"""Rates of a shop."""

from dataclasses import dataclass

LIMIT = 3


@dataclass(frozen=True)
class Rate:
    """A rate in basis points."""

    bps: int = 1_900

    def of(self, cents: int) -> int:
        """Return the share of an amount.

        Raises:
            ValueError: cents is negative.
        """
        if cents < 0:
            raise ValueError(cents)
        return cents * self.bps


def find(name: str) -> Rate:
    """Find a rate by its name."""
    if not name:
        raise KeyError(name)
    return Rate()
'''
BILL = "import shop\nimport till\nB = shop.find\n"
HOSTILE = (
    "<script>window.owned = 1</script>",
    "</script><script>window.owned = 1</script>",
    "</code></pre><img src=x onerror='window.owned = 1'>",
    '"><svg onload=window.owned=1>',
    "' onmouseover='window.owned=1",
    "</title><script>window.owned = 1</script>",
    "</style><script>window.owned = 1</script>",
    "--><script>window.owned = 1</script><!--",
    "]]><script>window.owned = 1</script>",
    "<![CDATA[<script>window.owned = 1</script>]]>",
    "&lt;script&gt;window.owned = 1&lt;/script&gt;",
    "&#60;script&#62;window.owned = 1",
    "{{ 7 * 7 }}{% raw %}",
    "${window.owned = 1}`",
    "<a href='javascript:window.owned=1'>a</a>",
    "<base href='https://example.org/'>",
    "<meta http-equiv='refresh' content='0;url=https://example.org/'>",
    "<details open ontoggle=window.owned=1>",
    "<iframe srcdoc='<script>top.owned = 1</script>'></iframe>",
    "\u202e\u2066 admin \u2069\u200b\x1b[31m",
)
NAMES = (  # of files that import each other
    'x"><img src=x onerror=owned=1>',
    "<script>window.owned = 1<",
    "]]><svg onload=window.owned=1>",
    "javascript:window.owned=1",
    "{{ 7 * 7 }}&lt;&#60;",
    "\u202ename\u2066",
)
TAGS = {
    "a",
    "body",
    "button",
    "code",
    "desc",
    "details",
    "div",
    "footer",
    "form",
    "g",
    "h1",
    "h2",
    "head",
    "header",
    "html",
    "input",
    "kbd",
    "label",
    "li",
    "main",
    "meta",
    "nav",
    "option",
    "output",
    "p",
    "path",
    "pre",
    "rect",
    "script",
    "section",
    "select",
    "span",
    "style",
    "summary",
    "svg",
    "text",
    "title",
    "ul",
}


class Tags(HTMLParser):
    """The tags of a page, with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def page(folder: Path, *words: str, **files: str) -> str:
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    printed = run(["map", "--format", "html", *words], folder)
    assert printed.code == 0, printed.err
    return printed.out


def hostile(folder: Path) -> str:
    """A page of sources that try to break out of it: in text, values, names of files."""
    for number, text in enumerate(HOSTILE):
        source = (
            f'"""{text}"""\nV = {text!r}\n\n\n@mark({text!r})\ndef f(a={text!r}) -> {text!r}:\n'
            f'    """{text}"""\n    if a == {text!r}:\n        raise ValueError({text!r})\n'
        )
        (folder / f"m{number}.py").write_text(source)
    for number, name in enumerate(NAMES):
        path = folder / f"{name}.js"
        path.write_text(f"import {{ a }} from './{NAMES[number - 1]}.js'\nexport const a = 1\n")
    return page(folder)


def test_a_page_is_the_same_each_time_and_names_no_place(tmp_path: Path) -> None:
    text = page(tmp_path, shop=SHOP)

    assert page(tmp_path) == text
    assert str(tmp_path) not in text


def test_a_page_needs_no_network(tmp_path: Path) -> None:
    found = Tags(page(tmp_path, shop=SHOP)).found

    links = [value for _, said in found for key, value in said.items() if key in ("href", "src")]
    assert [link for link in links if re.match(r"\w+:|//", link or "")] == []
    assert {tag for tag, _ in found} & {"link", "img", "iframe", "base", "object"} == set()


def test_every_anchor_exists_once_and_every_link_inside_leads_to_one(tmp_path: Path) -> None:
    from urllib.parse import unquote

    found = Tags(page(tmp_path, shop=SHOP + SHOP)).found
    anchors = [said["id"] for _, said in found if "id" in said]
    inside = [said["href"] or "" for _, said in found if (said.get("href") or "").startswith("#")]

    assert len(anchors) == len(set(anchors))
    assert {unquote(link[1:]) for link in inside} <= set(anchors)


def test_a_type_in_a_head_leads_to_its_definition(tmp_path: Path) -> None:
    assert '-&gt; <a href="#shop.py%3A%3ARate">Rate</a>' in page(tmp_path, shop=SHOP)


def test_a_symbol_leads_to_its_line_in_its_file(tmp_path: Path) -> None:
    assert 'href="shop.py#L9" aria-label="line 9 of the file">:9</a>' in page(tmp_path, shop=SHOP)


def test_links_to_lines_count_from_where_the_page_lies(tmp_path: Path) -> None:
    page(tmp_path, shop=SHOP)
    (tmp_path / "docs" / "api").mkdir(parents=True)

    assert run(["map", "--format", "html", "-o", "docs/api/map.html"], tmp_path).code == 0
    assert 'href="../../shop.py#L9"' in (tmp_path / "docs" / "api" / "map.html").read_text()


@pytest.mark.parametrize("command", ["map", "graph"])
def test_links_to_lines_lead_where_they_are_asked_to(command: str, tmp_path: Path) -> None:
    (tmp_path / "a b.py").write_text(SHOP)
    url = "https://example.org/blob/main/{path}#L{line}"

    printed = run([command, "--format", "html", "--source-url", url], tmp_path)

    assert 'href="https://example.org/blob/main/a%20b.py#L1"' in printed.out
    assert 'href="a' not in printed.out


def test_an_address_without_a_path_is_refused(tmp_path: Path) -> None:
    printed = run(["map", "--format", "html", "--source-url", "https://example.org"], tmp_path)

    assert (printed.code, printed.out) == (2, "")
    assert "{path}" in printed.err


def test_a_page_draws_who_needs_whom_and_says_it_in_words(tmp_path: Path) -> None:
    text = page(tmp_path, shop=SHOP, till="import shop\nimport bill\nA = 1\n", bill=BILL)
    found = Tags(text).found
    nodes = [said for tag, said in found if "data-node" in said]

    assert [(node["href"], node["aria-label"]) for node in nodes] == [
        ("#bill.py", "bill.py: needs 2, needed by 1, in a cycle"),
        ("#shop.py", "shop.py: needs 0, needed by 2"),
        ("#till.py", "till.py: needs 2, needed by 1, in a cycle"),
    ]
    assert [
        said["data-from"] for _, said in found if "need cycle" in (said.get("class") or "")
    ] == [
        "0",
        "2",
    ]
    words = text.split("The drawing in words")[1].split("</details>")[0]
    assert "needs <code>shop.py, till.py</code>" in words


def test_files_that_need_nobody_are_not_drawn(tmp_path: Path) -> None:
    assert "<svg" not in page(tmp_path, shop=SHOP, other=SHOP)


def test_a_drawing_with_too_many_files_shows_folders(tmp_path: Path) -> None:
    for number in range(70):
        folder = tmp_path / "app" / f"part{number % 5}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"m{number}.py").write_text(f"import app.part{(number + 1) % 5}.m{number - 1}\n")
    text = run(["graph", "app", "--format", "html"], tmp_path).out
    nodes = [said["aria-label"] or "" for tag, said in Tags(text).found if "data-node" in said]

    assert [node.split(":")[0] for node in nodes] == [f"app/part{one}/" for one in range(5)]
    assert "70 files" in text
    assert "drawn by folders, 5 boxes" in text


def test_hostile_sources_make_no_tags_and_no_attributes(tmp_path: Path) -> None:
    text = hostile(tmp_path)
    found = Tags(text).found

    assert {tag for tag, _ in found} <= TAGS
    assert [tag for tag, _ in found].count("script") == 1
    assert [key for _, said in found for key in said if key.startswith("on")] == []
    assert re.findall("[\u202e\u2066\u2069\x1b]", text) == []


def test_the_policy_of_a_page_allows_its_own_script_alone(tmp_path: Path) -> None:
    import base64
    import hashlib

    text = page(tmp_path, shop=SHOP)
    for tag in ("script", "style"):
        inner = text.split(f"<{tag}>")[1].split(f"</{tag}>")[0]
        digest = base64.b64encode(hashlib.sha256(inner.encode()).digest()).decode()

        assert f"{tag}-src 'sha256-{digest}'" in text
    assert "default-src 'none'" in text


def test_a_budget_counts_what_is_shown_and_no_marks(tmp_path: Path) -> None:
    text = page(tmp_path, "--budget", "120", shop=SHOP)

    assert "over budget" in text


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if lacking := missing():
        pytest.skip(lacking)
    with browser(tmp_path_factory.mktemp("browser")) as one:
        yield one


def shown(window: Browser) -> list[str]:
    return window.run(
        "return [...document.querySelectorAll('.symbol')].filter(n => n.checkVisibility())"
        ".map(n => n.id)"
    )


def settle(window: Browser, count: str) -> None:
    """Wait until the page says how many symbols match."""
    for _ in range(50):
        if window.run("return document.getElementById('count').textContent") == count:
            return
        time.sleep(0.05)
    pytest.fail(window.run("return document.getElementById('count').textContent"))


@pytest.mark.slow
def test_a_reader_searches_filters_and_folds(window: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(page(tmp_path, shop=SHOP), "utf-8")
    window.open(path)
    settle(window, "5 of 5 symbols")

    window.type("#search", "share amount")
    settle(window, "1 of 5 symbols")
    assert shown(window) == ["shop.py::Rate", "shop.py::Rate.of"]
    window.press("Escape")
    settle(window, "5 of 5 symbols")

    window.type("#kind", "constant")
    settle(window, "1 of 5 symbols")
    window.press("Escape")
    window.type("#contract", "raises")
    settle(window, "2 of 5 symbols")
    window.type("#status", "agreed")
    settle(window, "1 of 5 symbols")
    window.type("#search", "nothing like this")
    settle(window, "0 of 5 symbols")
    assert "Nothing matches" in window.run("return document.querySelector('main').innerText")
    window.click("#clear")
    settle(window, "5 of 5 symbols")

    window.click("#fold")
    assert "shop.py::Rate.of" not in shown(window)
    window.click("#unfold")
    assert "shop.py::Rate.of" in shown(window)
    assert window.logged() == []


@pytest.mark.slow
def test_a_page_is_used_by_keys_alone(window: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(page(tmp_path, shop=SHOP), "utf-8")
    window.open(path)
    focus = "return document.activeElement.closest('.symbol')?.id ?? document.activeElement.id"

    window.press("j")
    assert window.run(focus) == "shop.py::LIMIT"
    window.press("j")
    assert window.run(focus) == "shop.py::Rate"
    window.press("Enter")
    assert "shop.py::Rate.of" not in shown(window)
    window.press("j")
    assert window.run(focus) == "shop.py::find"
    window.press("k")
    window.press("e")
    assert "shop.py::Rate.of" in shown(window)
    window.press("/")
    assert window.run(focus) == "search"
    assert window.run("return document.getElementById('search').value") == ""


@pytest.mark.slow
def test_a_link_unfolds_what_it_leads_to(window: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(page(tmp_path, shop=SHOP), "utf-8")
    window.open(path)
    window.click("#fold")
    window.run("location.hash = '#shop.py%3A%3ARate.of'")
    time.sleep(0.2)

    assert "shop.py::Rate.of" in shown(window)
    window.click("[id='shop.py::find'] .head a")
    time.sleep(0.2)
    assert window.run("return decodeURIComponent(location.hash)") == "#shop.py::Rate"


@pytest.mark.slow
def test_a_reader_follows_the_drawing(window: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(page(tmp_path, shop=SHOP, bill=BILL, till="import bill\nA = 1\n"), "utf-8")
    window.open(path)
    clear = (
        "return [...document.querySelectorAll('.need')]"
        ".filter(n => getComputedStyle(n).opacity === '1').map(n => n.dataset.from + n.dataset.to)"
    )
    assert window.run(clear) == ["01", "02", "20"]

    window.run("document.querySelector('[data-node=\"1\"]').focus()")
    assert window.run(clear) == ["01"]
    window.press("Enter")
    time.sleep(0.2)

    assert window.run("return location.hash") == "#shop.py"
    box = "return document.getElementById('shop.py').getBoundingClientRect().top"
    header = "return document.querySelector('header').getBoundingClientRect().bottom"
    assert window.run(box) >= window.run(header)
    assert window.logged() == []


@pytest.mark.slow
def test_a_graph_has_a_page_of_its_own(window: Browser, tmp_path: Path) -> None:
    page(tmp_path, shop=SHOP, bill=BILL, till="import bill\nA = 1\n")
    path = tmp_path / "graph.html"
    path.write_text(run(["graph", "--format", "html"], tmp_path).out, "utf-8")
    window.open(path)

    assert window.run("return document.querySelectorAll('.node').length") == 3
    before = window.run("return getComputedStyle(document.querySelector('text')).fill")
    window.click("#theme")
    assert window.run("return getComputedStyle(document.querySelector('text')).fill") != before
    assert window.logged() == []


@pytest.mark.slow
def test_a_page_can_be_light_and_dark(window: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(page(tmp_path, shop=SHOP), "utf-8")
    window.open(path)
    colour = "return getComputedStyle(document.body).backgroundColor"
    before = window.run(colour)

    window.click("#theme")

    assert window.run(colour) != before
    window.click("#theme")
    assert window.run(colour) == before


@pytest.mark.slow
def test_hostile_sources_are_text_in_a_browser(window: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(hostile(tmp_path), "utf-8")
    window.open(path)
    time.sleep(0.5)

    assert window.run("return window.owned === undefined")
    assert window.run("return document.querySelectorAll('script, style').length") == 2
    assert window.run("return document.querySelectorAll('img, iframe, base').length") == 0
    assert window.run("return document.querySelectorAll('svg').length") == 1
    drawn = window.run("return [...document.querySelectorAll('svg text')].map(n => n.textContent)")
    assert {f"{name}.js" for name in NAMES[:-1]} <= set(drawn)
    told = window.run("return document.querySelector('main').textContent")
    for text in HOSTILE[:-1]:
        assert text in told
    assert "\\u202e" in told
    assert window.logged() == []


@pytest.mark.slow
def test_two_thousand_symbols_are_searched_at_once(window: Browser, tmp_path: Path) -> None:
    for number in range(50):
        functions = "".join(
            f'def f{number}_{one}(a: int) -> int:\n    """Do {one}."""\n    if a < {one}:\n'
            f"        raise ValueError(a)\n    return a\n\n\n"
            for one in range(40)
        )
        (tmp_path / f"m{number}.py").write_text(functions)
    path = tmp_path / "page.html"
    path.write_text(page(tmp_path), "utf-8")
    window.open(path)
    settle(window, "2000 of 2000 symbols")

    spent = window.run(
        "const from = performance.now(); const s = document.getElementById('search');"
        "s.value = 'f7_3'; document.getElementById('filters').requestSubmit();"
        "document.body.offsetHeight; return performance.now() - from"
    )

    settle(window, "11 of 2000 symbols")
    assert spent < 500, f"{spent} ms"

    window.press("Escape")
    settle(window, "2000 of 2000 symbols")
    window.click("#fold")
    start = time.perf_counter()
    for _ in range(5):
        window.press("j")
    assert time.perf_counter() - start < 5
    at = window.run("return document.activeElement.closest('.symbol').id")
    assert at == "m0.py::f0_4"
