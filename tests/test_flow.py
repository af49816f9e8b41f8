"""What bodies say, in Python and by the tables of other languages."""

from __future__ import annotations

import textwrap

import pytest

from skeleton.extract import read_module
from skeleton.languages import load_languages
from skeleton.model import Evidence, SourceText, Symbol, walk

PYTHON = load_languages()["python"]


def read(source: str) -> Symbol:
    data = textwrap.dedent(source).encode()
    module = read_module(SourceText("m.py", data, ""), PYTHON)
    return module.symbols[-1]


def evidence(source: str, kind: str = "raises") -> list[Evidence]:
    return [e for symbol in walk((read(source),)) for e in symbol.evidence if e.kind == kind]


def paths(source: str, kind: str = "raises") -> list[tuple[str, tuple[str, ...]]]:
    return [(e.subject, e.conditions) for e in evidence(source, kind)]


def test_a_guard_gives_its_test_and_its_message() -> None:
    (found,) = evidence(
        """
        def f(x):
            if x < 0:
                raise ValueError("x is negative")
        """
    )

    assert (found.subject, found.conditions, found.message, found.line) == (
        "ValueError",
        ("x < 0",),
        '"x is negative"',
        4,
    )


def test_else_of_one_test_is_its_failure() -> None:
    assert paths(
        """
        def f(x):
            if x > 0:
                y = 1
            else:
                raise E
        """
    ) == [("E", ("not (x > 0)",))]


def test_a_branch_names_earlier_tests_only_if_control_goes_on_behind_them() -> None:
    assert paths(
        """
        def f(x):
            if x == 1:
                return 1
            elif x == 2:
                raise A
            elif x == 3:
                y = 1
            elif x == 4:
                raise B
        """
    ) == [("A", ("x == 2",)), ("B", ("not (x == 3)", "x == 4"))]


def test_else_of_a_chain_that_leaves_is_otherwise() -> None:
    (found,) = evidence(
        """
        def f(x):
            if x == 1:
                return 1
            elif x == 2:
                return 2
            else:
                raise E
        """
    )

    assert (found.conditions, found.otherwise) == ((), True)


def test_a_guard_inside_the_else_of_a_chain_that_goes_on_is_marked() -> None:
    assert paths(
        """
        def f(x):
            if a:
                y = 1
            elif b:
                y = 2
            elif c:
                y = 3
            else:
                if x:
                    raise E
        """
    ) == [("E", ("otherwise", "x"))]


def test_a_raise_behind_one_early_exit_says_its_failure() -> None:
    assert paths(
        """
        def f(x):
            if isinstance(x, str):
                return x
            raise TypeError
        """
    ) == [("TypeError", ("not (isinstance(x, str))",))]


def test_a_raise_behind_several_exits_is_otherwise() -> None:
    (found,) = evidence(
        """
        def f(x):
            for tier in TIERS:
                if tier == x:
                    return tier
            raise UnknownTier(x)
        """
    )

    assert (found.conditions, found.otherwise) == ((), True)


def test_a_later_guard_says_the_one_way_out_before_it_that_raises_nothing() -> None:
    assert paths(
        """
        def f(x):
            if x == 1:
                raise A
            if x is None:
                return None
            if x < 0:
                raise B
        """
    ) == [("A", ("x == 1",)), ("B", ("not (x is None)", "x < 0"))]
    assert paths(
        """
        def f(x):
            if not x:
                return None
            if x < 0:
                raise B
        """
    ) == [("B", ("x", "x < 0"))]


def test_of_several_ways_out_before_a_guard_only_otherwise_is_said() -> None:
    (raised,) = evidence(
        """
        def f(x):
            for y in x:
                if y:
                    return y
            if x is None:
                return None
            if x < 0:
                raise E
        """
    )

    assert raised.conditions == ("x < 0",)
    assert raised.otherwise


def test_loops_and_cases_stand_as_they_are_written() -> None:
    assert paths(
        """
        def f(xs, y):
            for x in xs:
                if x is None:
                    continue
                if x < 0:
                    raise A
            while y > 3:
                raise B
            match y:
                case 1 | 2 if xs:
                    raise C
                case _:
                    raise D
        """
    ) == [
        ("A", ("for x in xs", "not (x is None)", "x < 0")),
        ("B", ("while y > 3",)),
        ("C", ("y matches 1 | 2", "xs")),
        ("D", ()),
    ]


def test_an_endless_loop_is_no_condition_and_ends_the_block() -> None:
    assert paths(
        """
        def f(x):
            while True:
                if x:
                    raise E
            raise Unreachable
        """
    ) == [("E", ("x",))]


def test_try_says_what_is_caught_and_where_a_handler_raises() -> None:
    found = evidence(
        """
        def f(x):
            try:
                raise A
            except (B, C) as error:
                raise D(x) from error
            else:
                raise E
            finally:
                raise F
        """
    )

    assert sorted((e.subject, e.caught, e.handler) for e in found) == [
        ("A", ("B", "C"), ""),
        ("D", (), "B, C"),
        ("E", (), ""),
        ("F", (), ""),
    ]


def test_a_handler_that_raises_again_catches_nothing() -> None:
    found = evidence(
        """
        def f(x):
            try:
                raise A
            except A as error:
                if x:
                    raise
                raise error
        """
    )

    assert [(e.subject, e.caught, [a.text for a in e.arguments]) for e in found] == [
        ("A", (), []),
        ("A", (), ["again"]),
        ("A", (), ["again"]),
    ]


def test_passing_on_whatever_came_says_nothing() -> None:
    for handler in ("except:", "except BaseException:"):
        assert not paths(f"def f(x):\n    try:\n        g(x)\n    {handler}\n        raise\n")
    assert not paths(
        """
        def f(x):
            try:
                g(x)
            except BaseException as error:
                raise error
        """
    )


def test_finally_that_returns_swallows_everything() -> None:
    (found,) = evidence(
        """
        def f(x):
            try:
                raise A
            finally:
                return 1
        """
    )

    assert found.caught == ("BaseException",)


def test_with_is_transparent_and_suppress_catches() -> None:
    found = evidence(
        """
        def f(x):
            with contextlib.suppress(B, C):
                raise B
            with open(x) as file:
                raise A
        """
    )

    assert [(e.subject, e.caught) for e in found] == [("B", ("B", "C")), ("A", ())]


def test_nested_definitions_and_lambdas_are_not_entered() -> None:
    symbol = read(
        """
        def f(x):
            def g():
                raise A
            class B:
                def h(self):
                    raise C
            return sorted(x, key=lambda one: check(one))
        """
    )

    assert [e.kind for e in symbol.evidence] == ["returns"]


def test_a_function_that_is_returned_is_read_apart() -> None:
    found = evidence(
        """
        def decorate(function):
            def wrapper(*args):
                if not args:
                    raise E
                return function(*args)
            return wrapper
        """
    )

    assert [(e.subject, e.conditions, e.inside) for e in found] == [
        ("E", ("not args",), "wrapper(*args)")
    ]


def test_a_condition_on_several_lines_is_one_slice_without_comments() -> None:
    assert paths(
        """
        def f(x, y):
            if (
                x > 0  # not "zero"
                and y == "a # b"
            ):
                raise E
        """
    ) == [("E", ('x > 0 and y == "a # b"',))]


def test_a_message_in_a_variable_is_found() -> None:
    (found,) = evidence(
        """
        def f(x):
            if x:
                msg = f"bad {x}"
                raise E(msg)
        """
    )

    assert found.message == 'f"bad {x}"'


def test_locals_assigned_once_outside_branches_and_loops_are_kept() -> None:
    symbol = read(
        """
        def f(x, xs):
            gap = len(x)
            twice = 1
            twice = 2
            found = []
            for one in xs:
                last = one
                found.append(one)
            first, second = x
            if gap < 1 or twice or found or last or first:
                raise E
        """
    )

    assert symbol.bindings == (("gap", "len(x)"),)


def test_asserts_and_warnings() -> None:
    assert paths("def f(x):\n    assert x > 0, 'm'\n", "asserts") == [("x > 0", ())]
    assert paths(
        """
        def f(x):
            warnings.warn("a")
            if x:
                warnings.warn("b", DeprecationWarning, stacklevel=2)
            warnings.warn("c", category=FutureWarning)
        """,
        "warns",
    ) == [("UserWarning", ()), ("DeprecationWarning", ("x",)), ("FutureWarning", ())]


def test_writes_to_parameters_are_seen_until_the_name_is_bound_anew() -> None:
    assert [
        e.subject
        for e in evidence(
            """
            def f(self, a, b, c, d, e=None, g=None):
                a.append(1)
                b[0] = 1
                del c[0]
                d.x += 1
                e = list(e)
                e.append(1)
                if g is None:
                    g = {}
                g["k"] = 1
                self.y = 1
                local = []
                local.append(1)
            """,
            "mutates",
        )
    ] == ["a", "b", "c", "d", "g"]


@pytest.mark.parametrize(
    ("imports", "body", "touched"),
    [
        ("from time import time as now", "now()", ["time.time"]),
        ("import datetime as dt", "dt.datetime.now()", ["datetime.datetime.now"]),
        ("from os import environ", "environ.get('A')", ["os.environ.get"]),
        ("from pathlib import Path", "Path('a').mkdir()", ["pathlib.Path.mkdir"]),
        ("import pathlib", "q = pathlib.Path('a')\n    q.touch()", ["pathlib.Path.touch"]),
        ("from pathlib import Path", "p.unlink()", ["p.unlink"]),
        ("from .clock import time", "time()", []),
        ("from codecs import open", "open('a')", ["codecs.open"]),
        ("def open(a): ...", "open('a')", []),
        ("import random", "random = p\n    random.random()", []),
        ("import subprocess", "raise subprocess.CalledProcessError(1, 'a')", []),
    ],
)
def test_effects_are_known_by_full_names(imports: str, body: str, touched: list[str]) -> None:
    source = f"{imports}\ndef f(p: 'Path'):\n    {body}\n"

    assert [e.subject for e in evidence(source, "effect")] == touched


@pytest.mark.parametrize("listed", ["A, B", "(A, B)", "(A, B) as error"])
def test_a_handler_of_several_exceptions_takes_each(listed: str) -> None:
    found = evidence(
        f"""
        def f(x):
            try:
                raise B
            except {listed}:
                return 1
        """
    )

    assert [e.caught for e in found] == [("A", "B")]


def test_effects_name_what_is_touched() -> None:
    assert [
        e.subject
        for e in evidence(
            """
            def f(x):
                global COUNT
                COUNT += 1
                _CACHE[x] = 1
                open(x)
                time.sleep(1)
                os.environ["A"]
                return "os.environ"
            """,
            "effect",
        )
    ] == ["writes COUNT", "writes _CACHE", "open", "time.sleep", "os.environ"]


def test_returned_literals_have_keys() -> None:
    found = evidence(
        """
        def f(x):
            row: Row = {"a": x, 'b': 2}
            return row
        """,
        "returns",
    )

    assert [[a.text for a in e.arguments] for e in found] == [['"a"', "'b'"]]


@pytest.mark.parametrize(
    "after",
    ["row['c'] = 1", "row.update(x)", "fill(row)", "del row['a']", "row |= x", "x.fill(row)"],
)
def test_a_mapping_that_is_changed_has_no_certain_keys(after: str) -> None:
    found = evidence(f"def f(x):\n    row = {{'a': x}}\n    {after}\n    return row\n", "returns")

    assert found == []


def test_a_spread_or_computed_key_gives_no_keys() -> None:
    for literal in ("{**x, 'a': 1}", "{k: 1}", "{}"):
        assert not evidence(f"def f(x, k):\n    return {literal}\n", "returns")[0].arguments


def test_calls_carry_arguments_and_the_conditions_of_their_expression() -> None:
    found = evidence(
        """
        def f(x, y):
            if x:
                check(y, limit=3)
            return x and first(y) or (second(x) if y else third(*x))
        """,
        "calls",
    )

    assert [
        (e.subject, e.conditions, [(a.keyword, a.text) for a in e.arguments]) for e in found
    ] == [
        ("check", ("x",), [("", "y"), ("limit", "3")]),
        ("first", ("x",), [("", "y")]),
        ("second", ("not (x and first(y))", "y"), [("", "x")]),
        ("third", ("not (x and first(y))", "not (y)"), [("", "*x")]),
    ]


def test_a_call_in_an_elif_test_knows_the_test_before() -> None:
    found = evidence(
        "def f(x):\n    if a(x):\n        y = 1\n    elif b(x):\n        y = 2\n", "calls"
    )

    assert [(e.subject, e.conditions) for e in found] == [("a", ()), ("b", ("not (a(x))",))]


def test_generators_say_so() -> None:
    assert "generator" in read("def f(x):\n    y = yield x\n").nature
    assert "generator" not in read("def f(x):\n    return lambda: (yield x)\n").nature


def test_a_chain_of_1500_branches_is_read_in_order_and_in_time() -> None:
    lines = ["def f(x):", "    if x == 0:", "        raise E0"]
    for i in range(1, 1500):
        lines += [f"    elif x == {i}:", f"        raise E{i}"]
    found = evidence("\n".join(lines))

    assert len(found) == 1500
    assert found[-1].conditions == ("x == 1499",)


def test_deep_nesting_does_not_overflow() -> None:
    depth = 55
    lines = ["def f(x):"] + [f"{' ' * (i + 1)}if x:" for i in range(depth)]
    lines.append(f"{' ' * (depth + 1)}raise E")

    assert len(evidence("\n".join(lines))) == 1


def test_long_call_chains_do_not_overflow() -> None:
    beside = "def f(x):\n    return x" + ".a(1)" * 1500 + "\n"
    within = "def f(x):\n    return " + "a(" * 900 + ")" * 900 + "\n"

    assert [e.subject for e in evidence(beside, "returns")] == [".."]
    assert len(evidence(within, "calls")) == 900
