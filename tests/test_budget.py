"""From picks to a map, with and without a limit."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from skeleton.budget import fit, parse_budget
from skeleton.errors import BadOption
from skeleton.model import (
    Change,
    Clause,
    Detail,
    Diagnostic,
    Entry,
    InterfaceMap,
    Module,
    Pick,
    walk,
)
from skeleton.model import TestLink as Link
from skeleton.tokens import estimate
from tests.maps import FRAME, LANGUAGES, Writer, picks, read, whole

SIZES = {"tokens": estimate, "characters": len, "bytes": lambda text: len(text.encode())}


def bank() -> Module:
    """A file with much to say: twelve documented functions with rules, and a class."""
    text = '"""Accounts."""\n'
    for n in range(12):
        text += (
            f"def move_{n}(amount: int, *, to: str = 'x') -> int:\n"
            f'    """Move to account {n}.\n\n    Zero is fine, and so is a lot.\n    """\n'
        )
    text += 'class Ledger:\n    """Rows."""\n    limit = 3\n'
    text += "".join(f"    def row_{n}(self, a): return a\n" for n in range(5))
    module = read(text + "def _hidden(): return 1\n", "bank.py")
    clause = Clause("raises", "raises ValueError if amount < 0", "agreed", "guard", 9)
    return replace(
        module,
        symbols=tuple(
            replace(symbol, contract=(clause,)) if symbol.name.startswith("move") else symbol
            for symbol in module.symbols
        ),
    )


def public(module: Module, group: str = "used", reason: str = "imported") -> list[Pick]:
    hidden = {s.ordinal for s in walk(module.symbols) if s.name.startswith("_")}
    return [one for one in picks(module, reason=reason, group=group) if one.ordinal not in hidden]


def spend(
    limit: int, unit: str = "tokens", *, format: str = "markdown", frame: InterfaceMap = FRAME
) -> tuple[InterfaceMap, str]:
    """Return the map of the bank under a limit, and its text."""
    module, writer = bank(), Writer(format, languages=LANGUAGES)
    interface = fit(
        frame,
        public(module),
        {module.path: module},
        writer=writer,
        files=[module.path],
        limit=limit,
        unit=unit,
    )
    return interface, writer.write(interface)


def shown(entries: tuple[Entry, ...]) -> dict[str, Detail]:
    found: dict[str, Detail] = {}
    for entry in entries:
        found[entry.symbol.name] = entry.detail
        found |= shown(entry.members)
    return found


@pytest.mark.parametrize(
    ("text", "limit"),
    [("2500", (2500, "tokens")), ("9_500c", (9500, "characters")), ("32k", (32768, "bytes"))],
)
def test_a_budget_has_a_unit(text: str, limit: tuple[int, str]) -> None:
    assert parse_budget(text) == limit


@pytest.mark.parametrize("text", ["", "0", "k", "-5", "2.5k", "10m", "many", "\u0661\u0660"])
def test_what_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="9500c"):
        parse_budget(text)


def test_without_a_limit_every_pick_is_shown() -> None:
    interface = whole(bank())

    assert interface.symbols_shown == interface.symbols_total == 20
    assert not interface.omissions


def test_what_is_not_picked_is_counted() -> None:
    module = bank()
    some = [one for one in public(module) if one.ordinal < 2]

    interface = fit(FRAME, some, {"bank.py": module}, writer=Writer("text", languages=LANGUAGES))

    assert [(one.why, one.total - one.shown) for one in interface.omissions] == [
        ("not needed", 17),
        ("not public", 1),
    ]
    assert interface.files[0].omission is not None
    assert interface.files[0].omission.total - interface.files[0].omission.shown == 18


def test_a_member_comes_with_the_head_of_its_owner() -> None:
    module = bank()
    row = next(s for s in walk(module.symbols) if s.name == "row_3")
    pick = Pick("bank.py", row.ordinal, "mentioned", 0, "used", "row_3")

    interface = fit(FRAME, [pick], {"bank.py": module}, writer=Writer("text", languages=LANGUAGES))

    owner = interface.files[0].entries[0]
    assert (owner.symbol.name, owner.reason) == ("Ledger", "holds_shown")
    assert (owner.members[0].symbol.name, owner.members[0].because) == ("row_3", "row_3")
    assert owner.omission is not None
    assert (owner.omission.shown, owner.omission.total) == (1, 6)


@pytest.mark.parametrize(
    "text",
    [
        "type Lent = {\n  days: number;\n  by: string;\n};\n",
        "export const codec: Codec = {\n  read: (x) => {},\n  write: (x) => {},\n};\n",
    ],
)
def test_braces_without_their_members_say_how_many_there_are(text: str) -> None:
    module = read(text, "a.ts")
    pick = Pick("a.ts", module.symbols[0].ordinal, "mentioned", 0, "used")

    interface = fit(FRAME, [pick], {"a.ts": module}, writer=Writer("text", languages=LANGUAGES))

    owner = interface.files[0].entries[0]
    assert owner.omission is not None
    assert (owner.omission.shown, owner.omission.total) == (0, 2)


def test_a_file_of_two_groups_has_two_sections() -> None:
    module = bank()
    near = public(module)[:2]
    far = [replace(one, rank=one.rank + 9) for one in public(module, "rest", "public")]

    interface = fit(
        replace(FRAME, targets=("t.py",)),
        [*far, *near],
        {"bank.py": module},
        writer=Writer("text", languages=LANGUAGES),
    )

    assert [(one.group, one.continued) for one in interface.files] == [
        ("used", False),
        ("rest", True),
    ]
    assert interface.symbols_shown == 19
    assert [one.shown_doc for one in interface.files] == ["Accounts.", ""]


@pytest.mark.parametrize("format", ["markdown", "text", "xml", "json"])
@pytest.mark.parametrize(
    ("limit", "unit"),
    [(n, "tokens") for n in (250, 400, 700, 1000)]
    + [(n, "characters") for n in (900, 2000)]
    + [(n, "bytes") for n in (1024, 3072)],
)
def test_a_limit_holds_for_the_whole_text(limit: int, unit: str, format: str) -> None:
    if format == "json":
        limit *= 10
    interface, text = spend(limit, unit, format=format)

    assert SIZES[unit](text) <= limit
    assert interface.symbols_shown > 0
    assert interface.usage is not None
    assert (interface.usage.limit, interface.usage.unit) == (limit, unit)


@pytest.mark.parametrize("limit", [200, 300, 400, 600, 900, 1500])
def test_shown_and_omitted_make_up_the_total(limit: int) -> None:
    interface, _ = spend(limit)

    lost = sum(one.total - one.shown for one in interface.omissions if one.what == "symbols")
    assert interface.symbols_shown + lost == interface.symbols_total == 20


def test_all_heads_come_before_clauses_and_clauses_before_prose() -> None:
    details = [spend(limit)[0] for limit in (250, 500, 900, 1500)]
    steps = [
        (
            interface.symbols_shown,
            sum(bool(e.symbol.contract) for e in interface.files[0].entries),
            sum(
                e.detail == "contract" and bool(e.symbol.contract)
                for e in interface.files[0].entries
            ),
        )
        for interface in details
    ]

    for heads, clauses, prose in steps:
        assert heads == 19 or not clauses
        assert clauses == 12 or prose <= 1  # one that fits where no clause does
    assert steps[-1] == (19, 12, 12)


RATES = (
    '"""Rates of the bank, and what they are for."""\n'
    "class Table:\n"
    '    """A table, in the order of days."""\n'
    "def find(day: int) -> int:\n"
    '    """Find.\n\n    Sunday is last.\n\n'
    '    Args:\n        day: From 1 to 7, as calendars of the church have it."""\n'
)
LOT = 'def sell_{n}(count: int) -> int:\n    """Sell.\n\n    Lot {n} is sold last."""\n'


def near_and_far(limit: int, *, lots: int = 6) -> tuple[InterfaceMap, str]:
    """Return a map of a target that uses one file, and a part of another with a rest."""
    shop_text = "".join(LOT.format(n=n) for n in range(lots))
    rates, shop = (
        replace(
            module,
            symbols=tuple(
                replace(s, shown_doc=s.docstring.body if s.docstring else "")
                for s in module.symbols
            ),
        )
        for module in (read(RATES, "rates.py"), read(shop_text, "shop.py"))
    )
    some = [*public(rates), *public(shop)[:1], *public(shop, "rest", "public")[1:]]
    writer = Writer("text", languages=LANGUAGES)
    interface = fit(
        replace(FRAME, targets=("t.py",)),
        some,
        {"rates.py": rates, "shop.py": shop},
        writer=writer,
        limit=limit,
        unit="characters",
    )
    return interface, writer.write(interface)


def test_an_interface_that_fits_as_a_whole_comes_before_words() -> None:
    interface, text = near_and_far(560)

    assert interface.symbols_shown == interface.symbols_total == 8
    assert [file.path for file in interface.files] == ["rates.py", "shop.py"]
    assert "Lot 5 is sold last." not in text


def test_words_of_what_is_used_and_the_rest_share_what_is_left() -> None:
    interface, text = near_and_far(1_200, lots=60)

    assert 10 < interface.symbols_shown < 40
    assert "Sunday is last" in text
    assert "in the order of days" in text
    assert "Lot 5" not in text


def test_words_of_what_is_called_come_first_and_entries_of_parameters_last() -> None:
    maps = [near_and_far(limit) for limit in range(500, 900, 4)]
    texts = [text for interface, text in maps if interface.symbols_shown == 8]
    words = ("Sunday is last", "Lot 5", "in the order of days", "Rates of", "From 1 to 7")

    first = [min(place for place, text in enumerate(texts) if one in text) for one in words]
    assert first == sorted(first)
    assert len(set(first)) == len(words)


@pytest.mark.parametrize("part", [5, 6, 7, 8, 9])
def test_a_limit_is_used_up(part: int) -> None:
    classes = "".join(
        f'class Row{n}:\n    """Row {n}."""\n'
        + "".join(f"    def cell_{m}(self, a: int) -> int: ...\n" for m in range(8))
        for n in range(9)
    )
    module, writer = read(classes, "rows.py"), Writer("text", languages=LANGUAGES)
    modules = {"rows.py": module}
    whole_text = writer.write(fit(FRAME, picks(module), modules, writer=writer))
    limit = len(whole_text) * part // 10

    interface = fit(FRAME, picks(module), modules, writer=writer, limit=limit, unit="characters")

    assert 0.95 * limit < len(writer.write(interface)) <= limit


def test_less_than_was_asked_for_is_announced() -> None:
    interface, _ = spend(500)

    assert {one.what for one in interface.omissions if one.why == "over budget"} >= {
        "documentation texts"
    }


def test_nothing_is_cut_inside() -> None:
    _, text = spend(600)

    for line in text.split("\n"):
        if line.startswith("def "):
            assert line.endswith((": ...", '."""'))


def test_requested_files_grow_evenly() -> None:
    modules = [
        read("".join(f"def f{n}(a, b): return 1\n" for n in range(20)), f"{x}.py") for x in "ab"
    ]

    interface = fit(
        FRAME,
        picks(*modules),
        {module.path: module for module in modules},
        writer=Writer("text", languages=LANGUAGES),
        limit=180,
        unit="tokens",
    )

    assert {detail for file in interface.files for detail in shown(file.entries).values()} == {
        "names"
    }


def test_a_limit_below_the_account_is_refused() -> None:
    with pytest.raises(BadOption, match="too small"):
        spend(20)


def test_many_diagnostics_leave_room_for_symbols() -> None:
    said = tuple(Diagnostic(f"f{n}.py", "error", "parse", "cannot be read") for n in range(300))

    interface, text = spend(600, frame=replace(FRAME, diagnostics=said))

    assert interface.symbols_shown > 0
    assert estimate(text) <= 600
    assert "diagnostics left out" in text.replace(",", "")


def test_tests_are_shown_after_what_is_used() -> None:
    tests = tuple(Link(f"tests/t.py::test_{n}", "tests/t.py", n) for n in range(40))
    frame = replace(FRAME, tests=tests)

    assert not spend(400, frame=frame)[0].tests
    assert spend(1600, frame=frame)[0].tests == tests


def test_the_same_picks_give_the_same_map_in_any_order() -> None:
    module, writer = bank(), Writer("text", languages=LANGUAGES)
    some = public(module)

    maps = [
        fit(FRAME, order, {"bank.py": module}, writer=writer, limit=400, unit="tokens")
        for order in (some, some[::-1])
    ]

    assert writer.write(maps[0]) == writer.write(maps[1])


def changed(*ids: str) -> InterfaceMap:
    """A map of what changed: a line for each id."""
    changes = tuple(
        Change("removed" if one.startswith("gone") else "clause_added", one, "yes", "it is so")
        for one in ids
    )
    return replace(FRAME, since="v1", changes=changes)


def test_a_change_is_shown_with_its_symbol_and_counted_with_it() -> None:
    ids = [f"bank.py::move_{n}" for n in range(12)]
    for limit in (160, 300, 600, 5_000):
        interface, text = spend(limit, frame=changed(*ids))
        shown = {f"bank.py::{one.symbol.name}" for one in interface.files[0].entries}
        told = [change.id for change in interface.changes]
        assert told == [one for one in ids if one in shown]
        left = [one for one in interface.omissions if one.what == "changes"]
        assert sum(one.total - one.shown for one in left) == 12 - len(told)
        assert all(f"breaking: {one} " in text for one in told)
    assert len(told) == 12


def test_what_was_removed_comes_before_what_is_there() -> None:
    ids = ["bank.py::move_1", "gone.py::one", "gone.py::other"]
    told = [
        [change.id for change in spend(limit, frame=changed(*ids))[0].changes]
        for limit in range(90, 300, 10)
    ]

    assert told[0] == []
    assert told[-1] == ids
    assert all(set(ids[1:]) <= set(one) for one in told if ids[0] in one)
