"""Where the boxes and lines of a drawing go, and what is drawn together."""

from __future__ import annotations

import itertools
import random
import time

import pytest

from skeleton.graph import graph_of
from skeleton.model import Need
from skeleton.render.drawing import draw
from skeleton.render.folders import MOST, groups_of
from skeleton.render.layers import HEIGHT, Box, Layout, lay_out


def laid(*edges: str, alone: tuple[str, ...] = ()) -> Layout:
    pairs = [tuple(edge.split()) for edge in edges]
    names = sorted({*alone, *(name for pair in pairs for name in pair)})
    return lay_out(dict.fromkeys(names, 60), [(*pair, 1) for pair in pairs])


def scattered(seed: int, nodes: int, edges: int) -> list[tuple[str, str]]:
    chance = random.Random(seed)
    names = [f"n{number:02}" for number in range(nodes)]
    return sorted({tuple(chance.sample(names, 2)) for _ in range(edges)})


def apart(one: Box, other: Box) -> bool:
    across = one.x + one.width <= other.x or other.x + other.width <= one.x
    return across or one.y + HEIGHT <= other.y or other.y + HEIGHT <= one.y


def test_who_needs_something_stands_left_of_it() -> None:
    boxes = laid("a b", "b c", "a c", "d c").boxes

    assert boxes["a"].x < boxes["b"].x < boxes["c"].x
    assert boxes["d"].x == boxes["b"].x  # near what it needs


def test_only_what_closes_a_cycle_runs_to_the_left() -> None:
    assert laid("a b", "b c", "a c").turned == frozenset()
    assert len(laid("a b", "b c", "c a").turned) == 1


def test_what_matters_less_is_turned() -> None:
    layout = lay_out({"a": 60, "b": 60}, [("a", "b", 1), ("b", "a", 4)])

    assert layout.turned == {("a", "b")}


def test_nodes_without_lines_stand_below() -> None:
    boxes = laid("a b", alone=("c", "d")).boxes

    assert boxes["c"].y == boxes["d"].y > boxes["a"].y
    assert apart(boxes["c"], boxes["d"])


@pytest.mark.parametrize("seed", range(8))
def test_boxes_do_not_touch_and_lie_inside(seed: int) -> None:
    edges = scattered(seed, 30, 20 + 10 * seed)
    layout = laid(*map(" ".join, edges), alone=("z1", "z2"))
    boxes = list(layout.boxes.values())

    assert all(
        apart(one, other) for number, one in enumerate(boxes) for other in boxes[number + 1 :]
    )
    assert all(box.x >= 0 and box.x + box.width <= layout.width for box in boxes)
    assert all(box.y >= 0 and box.y + HEIGHT <= layout.height for box in boxes)


@pytest.mark.parametrize("seed", range(8))
def test_lines_join_their_boxes_and_pass_beside_all_others(seed: int) -> None:
    layout = laid(*map(" ".join, scattered(seed, 30, 20 + 10 * seed)))

    for edge, hops in layout.lines.items():
        first, last = reversed(edge) if edge in layout.turned else edge
        left, right = layout.boxes[first], layout.boxes[last]
        assert (hops[0].y, hops[-1].next_y) == (left.middle, right.middle)
        assert hops[-1].next_x == right.x
        for before, after in itertools.pairwise(hops):
            assert before.next_y == after.y
            passed = [box for box in layout.boxes.values() if box.x == before.next_x]
            assert all(not box.y <= after.y <= box.y + HEIGHT for box in passed)


def test_a_tree_is_drawn_without_crossings() -> None:
    layout = laid("a b", "a c", "b d", "c e", "b f", "c g")
    order = sorted("dfeg", key=lambda name: layout.boxes[name].y)

    assert {frozenset(order[:2]), frozenset(order[2:])} == {frozenset("df"), frozenset("eg")}


def test_the_same_graph_has_the_same_layout() -> None:
    edges = [Need(*pair) for pair in scattered(3, 40, 120)]
    before = draw(graph_of((), edges), str)
    random.Random(1).shuffle(edges)

    assert draw(graph_of((), edges), str) == before


def test_sixty_boxes_with_many_lines_are_laid_out_at_once() -> None:
    graph = graph_of((), [Need(*pair) for pair in scattered(5, MOST, 700)])
    start = time.process_time()

    drawing = draw(graph, str)

    assert len(drawing.nodes) == MOST
    assert time.process_time() - start < 5


def test_few_nodes_are_drawn_one_by_one() -> None:
    assert [group.name for group in groups_of(["b/y.py", "a.py"])] == ["a.py", "b/y.py"]


def test_many_nodes_are_drawn_by_the_folders_that_hold_them() -> None:
    nodes = [f"src/{folder}/m{one}.py" for folder in "abc" for one in range(40)]
    nodes += ["src/main.py", "src/a/inner/x.py", "src/a/inner/y.py", "setup.py"]
    groups = groups_of(nodes)

    assert [(group.name, len(group.members)) for group in groups] == [
        ("setup.py", 1),
        ("src/a/*", 40),
        ("src/a/inner/", 2),
        ("src/b/", 40),
        ("src/c/", 40),
        ("src/main.py", 1),
    ]


@pytest.mark.parametrize("separator", ["/", "::"])
def test_every_node_is_in_one_group(separator: str) -> None:
    chance = random.Random(7)
    names = {separator.join(chance.choices("abcd", k=chance.randint(1, 6))) for _ in range(900)}
    groups = groups_of(sorted(names))

    assert sorted(name for group in groups for name in group.members) == sorted(names)
    assert len({group.name for group in groups}) == len(groups) <= MOST


def test_a_cycle_inside_a_folder_marks_it_and_no_line_between_folders() -> None:
    needs = [Need(f"a/m{one}.py", f"a/m{(one + 1) % 40}.py") for one in range(40)]
    needs += [
        Need("a/m1.py", "b/m1.py"),
        *(Need(f"b/m{n}.py", f"b/m{n + 1}.py") for n in range(40)),
    ]
    drawing = draw(graph_of((), needs), str)

    assert [(node.name, node.in_cycle) for node in drawing.nodes] == [("a/", True), ("b/", False)]
    assert [line.in_cycle for line in drawing.lines] == [False]
