"""Who needs whom, where cycles are, and that names cannot break the picture."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from skeleton.graph import graph_of, write_graph
from skeleton.model import Need
from tests.running import run

if TYPE_CHECKING:
    from pathlib import Path


def cycles_of(*pairs: str) -> tuple[tuple[str, ...], ...]:
    return graph_of((), (Need(*pair.split()) for pair in pairs)).cycles


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / "shop" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write(
        tmp_path,
        money="LIMIT = 3\n",
        rates="from shop.money import LIMIT\nimport shop.tax\n\n\ndef rate(): return LIMIT\n",
        tax="from typing import TYPE_CHECKING\nfrom shop.rates import rate\nif TYPE_CHECKING:\n"
        "    from shop.bill import Bill\n\n\ndef tax(bill: 'Bill'): return rate()\n",
        bill="from shop.tax import tax\n\n\nclass Bill:\n    def total(self): return tax(self)\n",
        alone="A = 1\n",
    )


def test_cycles_are_groups_of_nodes_that_reach_each_other() -> None:
    assert cycles_of("a b", "b c") == ()
    assert cycles_of("a b", "b a", "b c") == (("a", "b"),)
    assert cycles_of("a b", "b c", "c a", "d e", "e d", "c d") == (("a", "b", "c"), ("d", "e"))
    assert cycles_of("a a") == (("a",),)


def test_a_need_for_types_alone_closes_no_cycle() -> None:
    graph = graph_of((), [Need("a", "b"), Need("b", "a", type_only=True)])

    assert graph.cycles == ()
    assert not any(one.in_cycle for one in graph.needs)


def test_a_long_chain_is_no_matter_of_recursion() -> None:
    chain = [Need(f"{number:05}", f"{number + 1:05}") for number in range(20_000)]

    (cycle,) = graph_of((), [*chain, Need("20000", "00000")]).cycles

    assert len(cycle) == 20_001


def test_the_order_in_which_needs_are_found_does_not_matter() -> None:
    needs = [Need(f"{a}", f"{a * 7 % 50}", (str(b),)) for a in range(50) for b in range(2)]
    graph = graph_of((), needs)
    random.Random(1).shuffle(needs)

    assert graph_of((), needs) == graph


def test_files_need_what_they_import(shop: Path) -> None:
    said = json.loads(run(["graph", "--json"], shop).out)

    assert said["schema_version"] == "skeleton.graph/1"
    assert "shop/alone.py" in said["nodes"]
    assert [
        (one["source"], one["target"], one.get("type_only", False), one.get("in_cycle", False))
        for one in said["needs"]
    ] == [
        ("shop/bill.py", "shop/tax.py", False, False),
        ("shop/rates.py", "shop/money.py", False, False),
        ("shop/rates.py", "shop/tax.py", False, True),
        ("shop/tax.py", "shop/bill.py", True, False),
        ("shop/tax.py", "shop/rates.py", False, True),
    ]
    assert said["cycles"] == [["shop/rates.py", "shop/tax.py"]]


def test_a_target_shows_what_it_leads_to_and_nothing_else(shop: Path) -> None:
    said = json.loads(run(["graph", "--deps-of", "shop/rates.py", "--json"], shop).out)

    assert "shop/money.py" in said["nodes"]
    assert "shop/alone.py" not in said["nodes"]


def test_symbols_need_what_they_mention(shop: Path) -> None:
    said = json.loads(run(["graph", "shop/bill.py", "--symbols", "--json"], shop).out)

    assert ("shop/bill.py::Bill.total", "shop/tax.py::tax") in [
        (one["source"], one["target"]) for one in said["needs"]
    ]


def test_mermaid_marks_cycles_and_dashes_types(shop: Path) -> None:
    lines = run(["graph"], shop).out.splitlines()

    assert lines[0] == "flowchart LR"
    assert '  n0["shop/alone.py"]' in lines
    assert "  n4 -.-> n1" in lines
    assert "  class n3,n4 cycle" in lines
    assert "  linkStyle 2,4 stroke:#c62828" in lines


def test_dot_marks_cycles_and_dashes_types(shop: Path) -> None:
    lines = run(["graph", "--format", "dot"], shop).out.splitlines()

    assert '  "shop/rates.py" -> "shop/tax.py" [color="#c62828"];' in lines
    assert '  "shop/tax.py" -> "shop/bill.py" [style=dashed];' in lines


def test_names_cannot_break_out_of_a_label() -> None:
    graph = graph_of(['a"];<script>`#\\\n'], ())

    assert (
        write_graph(graph, "mermaid")
        .splitlines()[1]
        .startswith('  n0["a#quot;];#lt;script#gt;#96;#35;\\')
    )
    assert '  "a\\"];<script>`#\\\\\\n";' in write_graph(graph, "dot")


def test_a_graph_can_be_written_to_a_file(shop: Path) -> None:
    printed = run(["graph", "-o", "graph.mmd"], shop)

    assert (printed.code, printed.out) == (0, "")
    assert (shop / "graph.mmd").read_text().startswith("flowchart LR\n")


@pytest.mark.parametrize("words", [["graph", "nowhere"], ["graph", "--deps-of", "shop/none.py"]])
def test_what_does_not_exist_is_refused(words: list[str], shop: Path) -> None:
    assert run(words, shop).code == 2


def test_a_project_without_imports_has_a_picture_too(tmp_path: Path) -> None:
    assert run(["graph"], write(tmp_path, a="A = 1\n")).out == 'flowchart LR\n  n0["shop/a.py"]\n'
