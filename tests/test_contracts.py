"""Clauses: where they come from, how they are written, and what is never claimed."""

from __future__ import annotations

import textwrap

import pytest
from msgspec.structs import replace

from skeleton.contracts import Linker, read_docs, same_module_find
from skeleton.contracts.truth import are_opposite, truth_of
from skeleton.errors import GrammarError
from skeleton.extract import read_module
from skeleton.languages import load_languages
from skeleton.model import Module, SourceText, Symbol, walk

LANGUAGES = load_languages()
PYTHON = LANGUAGES["python"]
MARKS = {"agreed": "=", "enforced": "!", "stated": '"', "conflict": "~", "tested": "t"}


def read(source: str) -> Module:
    data = textwrap.dedent(source).encode()
    return read_docs(read_module(SourceText("m.py", data, ""), PYTHON), PYTHON)


def link(source: str, name: str = "f") -> Symbol:
    module = read(source)
    linker = Linker(same_module_find(module), languages=LANGUAGES)
    found = [symbol for symbol in walk(module.symbols) if symbol.qualified_name == name]
    return linker.link(found[-1], module)


def clauses(source: str, name: str = "f") -> list[str]:
    found = link(source, name).contract
    return [f"{MARKS[c.status]} {c.text}" + (f" [{c.via}]" if c.via else "") for c in found]


def shown(source: str, name: str = "f") -> str:
    return link(source, name).shown_doc


# -- wording


def test_guards_are_joined_from_the_outside_in() -> None:
    assert clauses(
        """
        def f(a, b, c):
            if a:
                if b or c:
                    raise E
        """
    ) == ["! raises E if a and (b or c)"]


def test_loops_read_like_a_comprehension() -> None:
    assert clauses(
        """
        def f(rows):
            for row in rows:
                for cell in row:
                    if not cell:
                        raise E
        """
    ) == ["! raises E if not cell for row in rows for cell in row"]


def test_of_long_paths_the_innermost_guards_are_kept() -> None:
    (found,) = clauses(
        """
        def f(a, b, c, d, e):
            if a:
                if b:
                    if c:
                        if d:
                            if e:
                                raise E
        """
    )

    assert found == "! raises E if .. and b and c and d and e"


def test_handlers_and_otherwise_are_said() -> None:
    assert clauses(
        """
        def f(x, strict):
            try:
                return int(x)
            except (TypeError, ValueError) as error:
                if not strict:
                    return None
                raise E(str(error)) from error
        """
    ) == [
        "! raises E if strict on TypeError, ValueError",
        "! returns None if not strict on TypeError, ValueError",
    ]


def test_what_is_raised_again_is_marked() -> None:
    assert clauses(
        """
        def f(x, default=None):
            try:
                return g(x)
            except KeyError:
                if default is None:
                    raise
                return default
        """
    ) == [
        "! raises KeyError if default is None (re-raised)",
        "! returns default if not (default is None) on KeyError",
    ]


def test_locals_assigned_once_are_explained() -> None:
    assert clauses(
        """
        def f(label, width):
            gap = width - len(label)
            if gap < 1:
                raise ValueError
        """
    ) == ["! raises ValueError if gap < 1 (gap = width - len(label))"]


def test_a_local_made_of_other_locals_is_not_explained() -> None:
    assert clauses(
        """
        def f(label):
            size, rest = label
            gap = size - 1
            if gap < 1:
                raise ValueError
        """
    ) == ["! raises ValueError if gap < 1"]


# -- what is caught


def test_what_a_handler_of_the_same_body_catches_is_gone() -> None:
    assert clauses(
        """
        class Base(ValueError): ...
        class Child(Base): ...
        def f(x):
            try:
                if x: raise Child
                if not x: raise LookupError
            except ValueError:
                pass
        """
    ) == ["! raises LookupError if not x"]


def test_an_unknown_class_is_caught_only_by_name_or_by_everything() -> None:
    source = """
        def f(x):
            try:
                if x: raise other.Error
            except {}:
                pass
    """
    assert clauses(source.format("ValueError")) == ["! raises other.Error if x"]
    assert clauses(source.format("Exception")) == []
    assert clauses(source.format("other.Error")) == []


# -- helpers


def test_a_private_helper_speaks_in_the_words_of_its_caller() -> None:
    assert clauses(
        """
        def _require(value, low=0):
            if value < low:
                raise ValueError
        def f(amount):
            _require(amount + 1)
        """
    ) == ["! raises ValueError if (amount + 1) < 0 [_require]"]


def test_only_names_are_replaced() -> None:
    assert clauses(
        """
        b = g = None
        def _check(a):
            if a.a == "a" and g(a=a) and b.a:
                raise E
        def f(x):
            _check(x)
        """
    ) == ['! raises E if x.a == "a" and g(a=x) and b.a [_check]']


def test_the_conditions_of_the_call_come_first() -> None:
    assert clauses(
        """
        def _check(a):
            if a < 0:
                raise E
        def f(x, strict):
            if strict:
                _check(x)
        """
    ) == ["! raises E if strict and x < 0 [_check]"]


def test_a_default_that_settles_a_test_drops_the_clause() -> None:
    assert (
        clauses(
            """
        def _check(a, limit=None):
            if limit is not None and a > limit:
                raise E
        def f(x):
            _check(x)
        """
        )
        == []
    )


def test_an_argument_that_settles_a_part_drops_the_part() -> None:
    assert clauses(
        """
        def _check(a, strict):
            if strict and a < 0:
                raise E
        def f(x):
            _check(x, True)
        """
    ) == ["! raises E if x < 0 [_check]"]


def test_a_parameter_that_the_helper_changes_is_told_with_what_it_became() -> None:
    source = """
        def _check(a):
            {}
            if a < 0:
                raise E
        def f(x):
            _check(x)
        """
    assert clauses(source.format("a = int(a)")) == ["! raises E if a < 0 (a = int(x)) [_check]"]
    assert clauses(source.format("a = int(a); a = g(a)")) == ["! raises E if .. [_check]"]
    assert clauses(source.format("a = a if a else 1")) == [
        "! raises E if a < 0 (a = x if x else 1) [_check]"
    ]


def test_a_condition_speaks_of_a_parameter_as_the_caller_gave_it_or_says_so() -> None:
    source = """
        def f(x, y=None, mode="a"):
            {}
            if not x:
                raise E
        """

    def told(before: str) -> str:
        lines = before.replace("\n", "\n            ")
        (said,) = (one for one in clauses(source.format(lines)) if one.startswith("! raises E"))
        return said.removeprefix("! raises E ").removeprefix("otherwise, ").removeprefix("if ")

    assert told("x = x or []") == "not x (x = x or [])"
    assert told("x, y = divmod(x, y)") == "not x (x, y = divmod(x, y))"
    assert told("x += 1") == "not x (x += 1)"
    assert told("x = g(x)") == "not x (x = ..)"  # nobody knows g
    assert told("if mode == 'a':\n    x = list(x)") == "not x (x = list(x) if mode == 'a')"
    assert told("if mode == 'a':\n    x = 1\nelse:\n    x = 2") == "not x (x = ..)"
    assert told("if mode == 'a':\n    x = 1\nelse:\n    raise F") == "not x (x = 1)"
    assert told("for part in y:\n    x = part") == "not x (x = ..)"
    assert told("try:\n    x = int(x)\nexcept ValueError:\n    return 1") == "not x (x = int(x))"
    assert told("if x is None:\n    x = []") == "not x (x = [] if x is None)"
    assert told("if y:\n    x = 1\n    return x") == "not (y) and not x"
    assert told("if x is None:\n    return 1\nx = str(x)") == ".. and not x (x = str(x))"
    assert told("n = len(x)\nx = n") == "not x (x = ..)"


def test_a_helper_called_in_both_arms_of_a_condition_is_told_once() -> None:
    source = """
        def _check(a, b=None):
            if a < 0:
                raise E
        def f(x, y):
            return _check(x) if y is None else _check(x, {})
        """
    assert clauses(source.format("y")) == ["! raises E if x < 0 [_check]"]
    assert clauses(source.replace("(x, {})", "(y)"))[1:] == [
        "! raises E if not (y is None) and y < 0 [_check]"
    ]


@pytest.mark.parametrize(
    ("one", "other", "excluded"),
    [
        ("not (n < 2)", "n <= 0", True),
        ("n > 2", "n < 2", True),
        ("n >= 2", "n <= 2", False),
        ("n > 2", "n <= 2", True),
        ("n == 3", "n < 3", True),
        ("not (n == 3)", "n < 3", False),
        ("n > 2", "m < 2", False),
        ("a is None", "a is not None", True),
    ],
)
def test_two_bounds_of_one_name_may_exclude_each_other(
    one: str, other: str, excluded: bool
) -> None:
    assert are_opposite(one, other) is excluded
    assert are_opposite(other, one) is excluded


@pytest.mark.parametrize(
    ("condition", "truth"),
    [
        ("len((a, b)) != 2", False),
        ("len((a, *b)) != 2", None),
        ("(None is None) == (-x.inf is None)", False),
        ("float is None", False),
        ("x.inf is None", None),
        ("isinstance((a, b), tuple)", True),
        ("isinstance([a], tuple)", False),
    ],
)
def test_what_literals_settle_is_known(condition: str, truth: bool | None) -> None:
    assert truth_of(condition) is truth


def test_a_parameter_named_like_a_builtin_says_what_it_became() -> None:
    assert clauses("def f(input):\n    input = list(input)\n    if input == 3: raise E\n") == [
        "! raises E if input == 3 (input = list(input))"
    ]
    assert clauses("def f(x):\n    match = len(x)\n    if not match: raise E\n") == [
        "! raises E if not match (match = len(x))"
    ]


def test_what_a_call_is_guarded_by_still_holds_in_it() -> None:
    helper = "def _check(a):\n    if not a: raise E\n"
    bound = helper + "def f(x):\n    x = list(x)\n    if x: _check(x)\n"
    assert clauses(bound) == []
    assert clauses(helper + "def f(x):\n    if x:\n        x = x[1:]\n        _check(x)\n") == [
        "! raises E if .. and not x (x = x[1:]) [_check]"
    ]


@pytest.mark.parametrize("body", ["", "...", "pass"])
def test_a_body_that_does_nothing_says_nothing_of_what_is_documented(body: str) -> None:
    source = f"""
        class Broken(Exception): ...
        def f(x):
            '''Do.

            Raises:
                Broken: If x is broken, as in `x[0].y`.
            '''
            {body}
    """
    (said,) = clauses(source)
    assert said.startswith('" raises Broken')


def test_a_local_of_a_helper_that_is_too_long_to_tell_leaves_no_condition() -> None:
    source = """
        def _solve(a, kind):
            form = {{"general": 0,{} "upper": 1, "lower": 2, "positive": 3}}.get(kind, "none")
            if form == "none":
                raise E
        def f(x, kind):
            _solve(x, kind)
    """
    assert clauses(source.format("")) == [
        '! raises E if form == "none" (form = {"general": 0, "upper": 1, "lower": 2, "positive": 3}'
        '.get(kind, "none")) [_solve]'
    ]
    assert clauses(source.format(' "symmetric": 4, "hermitian": 5,')) == [
        "! raises E if .. [_solve]"
    ]


def test_names_of_the_file_that_raises_are_known_two_calls_up() -> None:
    deep = SourceText("deep.py", b"import os\ndef _deep(a):\n    if a in os.sep: raise E\n", "")
    top = b"from deep import _deep\ndef _check(a):\n    _deep(a)\n"
    top += b"def f(x):\n    _check(x)\n"
    modules = [read_module(one, PYTHON) for one in (deep, SourceText("top.py", top, ""))]
    known = {symbol.name: (module, symbol) for module in modules for symbol in module.symbols}
    linker = Linker(lambda path, name: known.get(name), languages=LANGUAGES)

    (clause,) = linker.link(modules[1].symbols[-1], modules[1]).contract

    assert clause.text == "raises E if x in os.sep"


def test_a_local_made_of_a_parameter_that_was_bound_anew_says_so() -> None:
    assert clauses(
        """
        def f(x):
            x = list(x)
            n = len(x)
            if n > 3:
                raise E
        """
    ) == ["! raises E if n > 3 (x = list(x)) (n = len(x))"]


def test_what_is_asked_before_a_parameter_is_bound_anew_is_asked_of_the_caller() -> None:
    assert clauses(
        """
        def f(x):
            if x < 0:
                raise E
            x = x or 1
            if x > 9:
                raise F
        """
    ) == ["! raises E if x < 0", "! raises F if x > 9 (x = x or 1)"]


def test_a_helper_called_with_a_parameter_bound_anew_says_so() -> None:
    source = """
        def _check(a):
            if a < 0:
                raise E
        def f(x):
            x = int(x)
            _check(x)
        """
    assert clauses(source) == ["! raises E if x < 0 (x = int(x)) [_check]"]


def test_a_name_of_a_helper_that_means_something_else_at_its_call_leaves_no_condition() -> None:
    assert clauses(
        """
        def _check(a):
            n = len(a)
            if n > 3:
                raise E
        def f(x, n):
            if n:
                _check(x)
        """
    ) == ["! raises E if .. [_check]"]


def test_same_helper_for_two_parameters_folds() -> None:
    assert clauses(
        """
        def _check(a):
            if not isinstance(a, int) or a is True:
                raise TypeError
        def f(x, y):
            _check(x)
            _check(y)
        """
    ) == ["! raises TypeError if not isinstance(x, int) or x is True, same for y [_check]"]


def test_a_call_under_a_handler_lets_nothing_out_that_it_catches() -> None:
    assert clauses(
        """
        def _check(a):
            if a < 0:
                raise ValueError
            if a > 9:
                raise OSError
        def f(x):
            try:
                _check(x)
            except ValueError:
                return None
        """
    ) == ["! raises OSError if x > 9 [_check]", "! returns None on ValueError"]


def test_helpers_are_followed_three_deep_and_cycles_end() -> None:
    source = """
        def _a(x):
            _b(x)
            _a(x)
        def _b(x): _c(x)
        def _c(x): _d(x)
        def _d(x):
            if x: raise E
        def f(x): _a(x)
        def g(x): _b(x)
    """
    assert clauses(source, "f") == []
    assert clauses(source, "g") == ["! raises E if x [_b]"]


def test_methods_are_found_in_the_class_and_its_bases() -> None:
    assert clauses(
        """
        class Base:
            def _check(self, n):
                if n > self.limit:
                    raise E
            def put(self, n):
                if n is None:
                    raise F
        class Child(Base):
            def f(self, count):
                self._check(count)
                super().put(count)
        """,
        "Child.f",
    ) == ["! raises E if count > self.limit [_check]", "! raises F if count is None [put]"]


def test_public_functions_speak_only_of_what_a_caller_gives() -> None:
    assert clauses(
        """
        def check(n):
            if n > LIMIT:
                raise E
            if not ready():
                raise F
        LIMIT = 3
        def f(count):
            check(count)
            total = g(count)
            check(total)
        """
    ) == ["! raises E if count > LIMIT [check]"]


def test_public_functions_that_are_called_for_each_item_speak_of_the_items() -> None:
    assert clauses(
        """
        def check(n):
            if n > LIMIT:
                raise E
        LIMIT = 3
        def f(counts):
            return sum(check(one) for one in counts)
        """
    ) == ["! raises E if one > LIMIT for one in counts [check]"]


def test_a_generator_that_is_only_made_raises_nothing() -> None:
    assert (
        clauses(
            """
        def _items(x):
            if x: raise E
            yield x
        def f(x):
            return _items(x)
        """
        )
        == []
    )


def test_the_project_s_own_decorators_raise_around_a_function() -> None:
    assert clauses(
        """
        import functools
        def limited(most):
            def decorate(function):
                @functools.wraps(function)
                def wrapper(self, *args):
                    if self.count > most:
                        raise E
                    if args:
                        raise F
                    return function(self, *args)
                return wrapper
            return decorate
        class C:
            @limited(3)
            def f(self, x):
                pass
        """,
        "C.f",
    ) == ["! raises E if self.count > 3 [limited]", "! raises F if args [limited]"]


def test_what_a_helper_raises_on_a_path_is_not_told_if_it_raises_it_on_every_path() -> None:
    assert clauses(
        """
        def _check(n):
            if n < 0:
                raise ValueError
        def f(n, known):
            if known:
                _check(n)
            _check(n)
        """,
        "f",
    ) == ["! raises ValueError if n < 0 [_check]"]


FUNCTIONS = """
def positive(instance, attribute, value):
    if value <= 0:
        raise E
def whole(value):
    if value is None:
        raise F
    return int(value)
def most(top, *, least=0):
    def check(instance, attribute, value):
        if value > top or value < least:
            raise E
    return check
def around(v, handler):
    if v == "x":
        raise E
    return handler(v)
Even = Annotated[int, AfterValidator(whole)]
"""


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ("a: int = field(validator=(ge(0), positive))", ["! raises E if a <= 0 [positive]"]),
        ("a: int = field(validator=and_(positive, lt(3)))", ["! raises E if a <= 0 [positive]"]),
        (
            "a: int = field(validator=optional(positive))",
            ["! raises E if a is not None and a <= 0 [positive]"],
        ),
        (
            "a: list = field(validator=deep_iterable(member_validator=positive))",
            ["! raises E if item <= 0 for item in a [positive]"],
        ),
        ("a: int = field(validator=most(9))", ["! raises E if a > 9 or a < 0 [most]"]),
        ("a: int = field(converter=pipe(whole, abs))", ["! raises F if a is None [whole]"]),
        ("a: int = field(converter=optional(whole))", []),
        ("a: int = field(validator=or_(positive, in_([1])))", []),
        ("a: int = field(validator=not_(positive))", []),
        ("a: Annotated[str, WrapValidator(around)]", ['! raises E if a == "x" [around]']),
        ("a: Even", ["! raises F if a is None [whole]"]),
    ],
)
def test_functions_named_in_a_field_are_rules_of_the_class(field: str, told: list[str]) -> None:
    assert clauses(f"{FUNCTIONS}class C:\n    {field}\n", "C") == told


def test_assertions_of_a_validator_are_rules_of_the_class() -> None:
    assert clauses(
        """
        class C(BaseModel):
            a: int
            b: list[int]
            @field_validator("a")
            def check_a(cls, v):
                assert v > 0, "positive"
                return v
            @validator("b", each_item=True)
            def check_b(cls, v):
                assert v > 0
                return v
            def __post_init__(self):
                assert self.a not in self.b
        """,
        "C",
    ) == ["! asserts a > 0", "! asserts v > 0 for v in b", "! asserts a not in b"]


@pytest.mark.parametrize(
    ("decorator", "function", "told"),
    [
        (
            """
            def checked(function):
                def wrapper(n, *args, **more):
                    if n < 1:
                        raise E
                    return function(n, *args, **more)
                return wrapper
            """,
            "@checked\ndef f(size, b): ...",
            ["! raises E if size < 1 [checked]"],
        ),
        (
            """
            def checked(function):
                def wrapper(*args, key=None):
                    if key is None:
                        raise E
                    return function(*args, key=key)
                return wrapper
            """,
            "@checked\ndef f(size, *, key=None): ...",
            ["! raises E if key is None [checked]"],
        ),
        (
            """
            class checked:
                def __init__(self, most, least=0):
                    self.most, self.least = most, least
                def __call__(self, function):
                    def wrapper(n):
                        if not self.least <= n < self.most:
                            raise E
                        return function(n)
                    return wrapper
            """,
            "@checked(5)\ndef f(size): ...",
            ["! raises E if not 0 <= size < 5 [checked]"],
        ),
        (
            """
            def positive(value):
                if value < 1:
                    raise E
            def checked(function):
                def wrapper(n):
                    positive(n)
                    return function(n)
                return wrapper
            """,
            "@checked\ndef f(size): ...",
            ["! raises E if size < 1 [checked]"],
        ),
        (
            """
            def checked(function):
                def wrapper(*args):
                    try:
                        return function(*args)
                    except KeyError as error:
                        raise E from error
                return wrapper
            """,
            "@checked\ndef f(a):\n    if not a:\n        raise KeyError\n    raise ValueError",
            ["! raises E on KeyError [checked]", "! raises ValueError if a"],
        ),
        (
            """
            def checked(*names):
                def decorate(function):
                    if function in SEEN:
                        raise TypeError
                    def wrapper(n):
                        if n < 1:
                            raise E
                        return function(n)
                    return wrapper
                return decorate
            """,
            "SEEN = ()\n@checked('a')\ndef f(size): ...",  # not when it is decorated
            ["! raises E if size < 1 [checked]"],
        ),
        (
            """
            def checked(function=None, *, least=1):
                def decorate(function):
                    def wrapper(n):
                        if n < least:
                            raise E
                        return function(n)
                    return wrapper
                return decorate if function is None else decorate(function)
            """,
            "@checked\ndef f(size): ...",
            ["! raises E if size < 1 [checked]"],
        ),
        (
            """
            def checked(*kinds):
                def check(g):
                    if g.kind in kinds:
                        raise E
                    return g
                return argmap(check, 1)
            """,
            "@checked('a')\ndef f(size, b): ...",  # called with what argmap says
            ["! raises E if .. [checked]"],
        ),
    ],
)
def test_a_decorator_s_parameters_are_those_of_the_function(
    decorator: str, function: str, told: list[str]
) -> None:
    assert clauses(textwrap.dedent(decorator) + function) == told


# -- construction


def test_rules_of_construction_stand_under_the_class() -> None:
    source = """
        from dataclasses import dataclass
        @dataclass
        class Window:
            days: int = 90
            grace: int = 0
            def __post_init__(self):
                if not 1 <= self.days <= MOST:
                    raise ValueError("days")
                if self.grace >= self.days:
                    raise ValueError
    """
    assert clauses(source, "Window") == [
        "! raises ValueError if not 1 <= days <= MOST",
        "! raises ValueError if grace >= days",
    ]
    assert clauses(source, "Window.__post_init__") == []


def test_validators_speak_of_the_field() -> None:
    assert clauses(
        """
        @attrs.define
        class Stock:
            left: int = attrs.field(default=0)
            @left.validator
            def _not_negative(self, attribute, value):
                if value < 0:
                    raise ValueError
        """,
        "Stock",
    ) == ["! raises ValueError if left < 0"]
    assert clauses(
        """
        class Model(BaseModel):
            unit: int
            @field_validator("unit")
            @classmethod
            def check(cls, v):
                if v == 13:
                    raise ValueError
                return v
        """,
        "Model",
    ) == ["! raises ValueError if unit == 13"]


def test_a_validator_function_named_in_a_field_is_followed() -> None:
    assert clauses(
        """
        def positive(instance, attribute, value):
            if value <= 0:
                raise ValueError
        @attrs.define
        class Stock:
            left: int = attrs.field(validator=positive)
        """,
        "Stock",
    ) == ["! raises ValueError if left <= 0 [positive]"]


# -- other clauses


def test_early_returns_are_said_if_a_caller_can_understand_them() -> None:
    assert clauses(
        """
        def f(x, xs):
            if not x:
                return None
            if x == 1:
                return []
            rest, last = xs
            if rest:
                return 0
            if x == 2:
                return compute(x, rest)
            return x
        """
    ) == ["! returns None if not x", "! returns [] if x == 1"]


@pytest.mark.parametrize(
    "expression",
    [
        "min(x, LIMIT)",
        "sorted(x)",
        "round(x, 2)",
        "x // 2",
        "dict.fromkeys(x)",
        "x if x > 0 else -x",
    ],
)
def test_telling_final_returns_are_said(expression: str) -> None:
    assert clauses(f"def f(x):\n    return {expression}\n") == [f"! returns {expression}"]


def test_a_table_of_returns_is_counted() -> None:
    branches = "".join(f"    if x == {i}:\n        return 'name_{i}'\n" for i in range(20))
    found = clauses(f"def f(x):\n{branches}    return ''\n")

    assert len(found) == 6
    assert found[-1] == "! returns other values in 16 more branches"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            "if x < 0:\n        return 1\n    elif not x: return 2\n    else: return 3",
            ["! returns 1 if x < 0", "! returns 2 if not x", "! returns 3 otherwise"],
        ),
        (
            "match x:\n        case 0: return 1\n        case n if n < 9: return 2\n    return 3",
            [
                "! returns 1 if x matches 0",
                "! returns 2 if n < 9 (n = x)",
                "! returns 3 otherwise",
            ],
        ),
        (
            "match x:\n        case [first, *_] if first: return 1\n        case str(): return 2",
            ["! returns 2 if x matches str()"],  # what a pattern names is the body's own
        ),
        (
            "if x:\n        return 1\n    if x > 1:\n        return made(x)\n    return 3",
            ["! returns 1 if x"],
        ),
        ("if x:\n        return 1\n    return 3", ["! returns 1 if x"]),
    ],
)
def test_the_last_of_several_plain_results_is_said_if_all_are(body: str, told: list[str]) -> None:
    assert clauses(f"def f(x):\n    {body}\n") == told


@pytest.mark.parametrize(
    "expression",
    ["{k: x[k] for k in sorted(x)}", "x", "compute(x)", "self.y", "f'<{x!r}>'", "'a < b'"],
)
def test_other_final_returns_are_not(expression: str) -> None:
    assert clauses(f"def f(x):\n    return {expression}\n") == []


def test_keys_of_a_returned_mapping_are_said() -> None:
    assert clauses(
        """
        def f(x):
            row: Row = {"id": x, "kind": 1}
            return row
        """
    ) == ['! returns keys {"id", "kind"}']


def test_asserts_speak_of_parameters() -> None:
    assert clauses(
        """
        def f(x):
            y = g(x)
            assert x > 0
            assert y is not None
        """
    ) == ["! asserts x > 0"]


def test_setting_a_descriptor_raises_by_what_it_was_made_with() -> None:
    assert clauses(
        """
        class Bounded:
            def __init__(self, low, high=9):
                self.low, self.high = low, high
            def __set__(self, instance, value):
                if not self.low <= value <= self.high:
                    raise E
        class C:
            level = Bounded(0)
            gain = Bounded(low=-1, high=1)
            def __init__(self, level, gain):
                self.level = level
                self.gain = gain
        """,
        "C.__init__",
    ) == [
        "! raises E if not 0 <= level <= 9 [level]",
        "! raises E if not -1 <= gain <= 1 [gain]",
    ]


def test_making_an_instance_raises_by_what_it_is_made_with() -> None:
    assert clauses(
        """
        @dataclass
        class Window:
            days: int
            grace: int = 0
            def __post_init__(self):
                if self.grace >= self.days:
                    raise E
        def f(n, g):
            return Window(n, grace=g)
        """
    ) == ["! raises E if g >= n [Window]"]


@pytest.mark.parametrize(
    ("body", "never"),
    [
        ("if n < 1:\n        raise E\n    return divmod(10, n)", True),
        ("if not n:\n        return 0\n    return 10 // n", True),
        ("if n == 0 or n > 9:\n        raise E\n    return 10 % n", True),
        ("return n / 2 + n // SCALE", True),
        ("return min(n, 3)", True),
        ("return '%s / 3'", True),
        ("return 10 / n", False),
        ("if n < 0:\n        raise E\n    return 10 / n", False),
        ("x = 10 / n\n    if n < 1:\n        raise E\n    return x", False),
        ("if n < 1:\n        raise E\n    n -= 1\n    return 10 / n", False),
        ("for m in [n]:\n        if n < 1:\n            raise E\n    return 10 / n", False),
        ("if n < 1:\n        raise E\n    return 10 / (n - 1)", False),
        ("return n ** -1", False),
        ("return n / ZERO", False),
        ("m = n\n    return 10 / m", False),
    ],
)
def test_a_division_by_what_cannot_be_zero_proves_something(body: str, never: bool) -> None:
    found = clauses(
        f'''
SCALE = 100
ZERO = 0
class E(Exception): ...
def f(n):
    """Divide.

    Raises:
        ZeroDivisionError: For zero.
    """
    {body}
'''
    )

    assert any("ZeroDivisionError" in one and "never raised" in one for one in found) is never


def test_a_context_manager_says_which_exceptions_end_there() -> None:
    source = """
        class C:
            def __exit__(self, kind, error, trace):
                return kind is KeyError
            def __aexit__(self, *error):
                return False
        """

    assert clauses(source, "C.__exit__") == ["! returns kind is KeyError"]
    assert clauses(source, "C.__aexit__") == []


def test_a_base_s_constructor_is_part_of_the_constructor() -> None:
    assert clauses(
        """
        def check_name(name):
            if not name:
                raise E
        class A:
            def __init__(self, name, step=1):
                if step < 1:
                    raise F
                check_name(name)
        class B(A):
            def __init__(self, name):
                super().__init__(name)
        """,
        "B.__init__",
    ) == ["! raises E if not name [__init__]"]


def test_what_a_public_function_translates_is_told_of_its_caller() -> None:
    assert clauses(
        """
        def find(table, key, *, missing_ok=False):
            try:
                return table[key]
            except KeyError:
                if missing_ok:
                    return None
                raise Missing(key) from None
        def f(table, key):
            return find(table, key)
        """
    ) == ["! raises Missing on KeyError [find]"]


def test_writes_and_effects_fold() -> None:
    assert clauses(
        """
        _CACHE = {}
        def f(a, b):
            a.append(1)
            b["k"] = 2
            _CACHE[a] = 1
            os.x = 2
            print(a)
        """
    ) == ["! mutates a, b", "! effects writes _CACHE, print"]


def test_contract_libraries_are_read() -> None:
    assert clauses(
        """
        @icontract.require(lambda x: x > 3, "big")
        @icontract.ensure(lambda result, OLD: result > OLD.x)
        @deal.pre(lambda x: x < 9)
        def f(x):
            return x
        """
    ) == ["! requires x > 3", "! requires x < 9", "! ensures result > OLD.x"]


def test_guards_of_a_generator_wait_for_the_first_step() -> None:
    assert clauses(
        """
        def f(x):
            if x: raise E
            yield x
        """
    ) == ["! raises E if x", "! guards fire at the first next()"]


def test_not_implemented_is_no_contract() -> None:
    assert clauses("def f(x):\n    raise NotImplementedError\n") == []


def test_overloads_have_no_contract() -> None:
    source = """
        @overload
        def f(x: int) -> int: ...
        def f(x):
            if x: raise E
    """
    module = read(source)
    linker = Linker(same_module_find(module), languages=LANGUAGES)

    assert [len(linker.link(symbol, module).contract) for symbol in module.symbols] == [0, 1]


def test_a_table_of_contracts_knows_its_words() -> None:
    module = read("def f(x):\n    g(self=x)\n    _g(x)\ndef _g(x):\n    if x: raise E\n")
    wrong = {"python": replace(PYTHON, contracts={"recievers": ["self"]})}

    with pytest.raises(GrammarError, match="unknown key recievers"):
        Linker(same_module_find(module), languages=wrong).link(module.symbols[0], module)


# -- documentation


def test_documented_and_enforced_is_agreed_and_folds_the_entry() -> None:
    source = '''
        def f(x):
            """Do.

            Raises:
                ValueError: If x is negative.
                KeyError: If x is unknown: the rest stays untouched.
            """
            if x < 0:
                raise ValueError
            if x not in TABLE:
                raise KeyError
    '''
    assert clauses(source) == [
        "= raises ValueError if x < 0",
        "= raises KeyError if x not in TABLE",
    ]
    assert shown(source) == (
        "Do.\n\nRaises:\n    KeyError: If x is unknown: the rest stays untouched."
    )


def test_a_base_of_the_raised_class_is_another_name_and_stays_documented() -> None:
    assert clauses(
        '''
        class Child(ValueError): ...
        def f(x):
            """Do.

            :raises ValueError: if x
            """
            if x:
                raise Child
        '''
    ) == ["! raises Child if x"]


def test_documented_and_not_found_is_stated_as_written() -> None:
    assert clauses(
        '''
        def f(key):
            """Fetch.

            :raises KeyError: when missing
            """
            return store[key]
        '''
    ) == ['" :raises KeyError: when missing']


def test_a_closed_body_makes_a_conflict_of_an_exception_that_nothing_raises() -> None:
    assert clauses(
        '''
        class Broken(Exception): ...
        def _row(x): return str(x)
        def f(x):
            """Do.

            Raises:
                Broken: If x is broken.
            """
            log.debug("%s", x)
            return _row(x)
        '''
    ) == ["~ conflict: doc raises Broken: If x is broken, never raised"]


@pytest.mark.parametrize(
    "body",
    [
        "return other(x)",  # not read
        "return x.method()",  # may be anything
        "return x()()",
        "raise Child",  # a kind of it
        "raise unknown.Error",  # may be a kind of it
        "yield x",  # may be thrown into
        "return [check(y) for y in x]",
        "raise NotImplementedError",
        "raise Unfinished",  # a kind of it
        "return self.value",  # a property that raises
    ],
)
def test_an_open_body_makes_no_conflict(body: str) -> None:
    found = clauses(
        f'''
        class Broken(Exception): ...
        class Child(Broken): ...
        class Unfinished(NotImplementedError): ...
        class C:
            @property
            def value(self):
                return other()
            def f(self, x):
                """Do.

                Raises:
                    Broken: If x is broken.
                """
                {body}
        ''',
        "C.f",
    )

    assert not [one for one in found if one.startswith("~")]


@pytest.mark.parametrize(
    "body", ["x[0]", "1 / x", "x % 2", "int(x)", "x.y()", "next(x)", "open(x)"]
)
def test_builtin_exceptions_may_come_from_expressions(body: str) -> None:
    found = clauses(
        f'def f(x):\n    """Do.\n\n    :raises ValueError: if x\n    """\n    return {body}\n'
    )

    assert not [one for one in found if one.startswith("~")]


def test_a_documented_parameter_that_the_signature_lacks_is_a_conflict() -> None:
    source = '''
        def f(x, y{extra}):
            """Do.

            Args:
                x: First.
                z: Other.
            """
    '''
    conflict = ["~ conflict: doc parameter z is not in the signature"]
    assert clauses(source.format(extra="")) == conflict
    assert "z" not in shown(source.format(extra=""))
    assert clauses(source.format(extra=", *args")) == []
    assert clauses(source.format(extra=", **kwargs")) == []
    assert clauses("@unknown" + textwrap.dedent(source.format(extra=""))) == []


def test_documentation_of_a_class_may_speak_of_its_members() -> None:
    source = '''
        class At:
            """At.

            Args:
                x: First.
                copy: Of `set`.
                {name}: Other.
            """
            def __init__(self, x): ...
            def set(self, value, copy=None): ...
    '''
    assert clauses(source.format(name="value"), "At") == []
    assert clauses(source.format(name="gone"), "At") == [
        "~ conflict: doc parameter gone is not in the signature"
    ]


def test_what_an_entry_lists_behind_a_colon_is_no_parameter() -> None:
    assert (
        clauses(
            '''
        def f(x, state):
            """Do.

            Args:
                x: First.
                state: A record of:
                lp: The problem.
            """
        '''
        )
        == []
    )


@pytest.mark.parametrize(
    ("documented", "signature", "conflict"),
    [
        ("Defaults to 72.", "60", True),
        ("Defaults to 60.", "60", False),
        ("Defaults to 72.", "WIDTH", True),
        ("Defaults to 60.", "WIDTH", False),
        ("Defaults to 1_000.", "1000", False),
        ("Defaults to 10 MB.", "10485760", False),
        ("Defaults to 5 if x is set.", "6", False),
        ("Defaults to half.", "'whole'", False),
        ("Defaults to 'half'.", "'whole'", True),
        ("Defaults to None.", "5", False),
        ("Defaults to 5.", "None", False),
        ("Defaults to 5.", "MISSING", False),
        ("Defaults to True.", "False", True),
        ("Use [x], but the default is 5.", "6", False),
        ("The width, defaults to 5.", "6", True),
        ("For short lines, defaults to 5.", "6", False),
        ("Defaults to 1/3.", "3", False),
        ("Defaults to 'lowpass'.", "'low'", False),
        ("Defaults to ''.", "''", False),
        ("Defaults to 'no data'.", "'no_data'", False),
        ("Defaults to '\\\\n'.", "'\\n'", False),
        ("Defaults to 'l2'.", "'deprecated'", False),
    ],
)
def test_defaults_conflict_only_if_both_are_plain(
    documented: str, signature: str, conflict: bool
) -> None:
    found = clauses(
        f'''
        WIDTH: Final = 60
        def f(x={signature}):
            """Do.

            Args:
                x: {documented}
            """
        '''
    )

    assert bool(found) == conflict


def test_entries_that_repeat_the_signature_are_dropped_and_rules_stay() -> None:
    assert (
        shown(
            '''
        def f(name: str, limit: int = 3, rows=None) -> int:
            """Do.

            Args:
                name: The name.
                limit (int): The limit. Default: 3
                rows: Must not be empty.

            Returns:
                int: The int.

            Note:
                Safe to call twice.
            """
        '''
        )
        == "Do.\n\nArgs:\n    rows: Must not be empty.\n\nNote:\n    Safe to call twice."
    )


def test_doctests_become_examples() -> None:
    source = '''
        def f(x):
            """Do.

            >>> f(0)
            '-0.00'
            >>> import os
            >>> f(3)
            Traceback (most recent call last):
                ...
            ValueError: 3

            Examples:
                >>> f(1)
                2

            More.
            """
    '''
    assert clauses(source) == [
        "\" >>> f(0)  '-0.00'",
        '" >>> f(3)  ValueError: 3',
        '" >>> f(1)  2',
    ]
    assert shown(source) == "Do.\n\nMore."


def test_examples_that_are_not_told_are_counted() -> None:
    assert clauses(
        '''
        def f(x):
            """Do.

            >>> x = [1,
            ...      2]
            >>> f(x)
            1
            >>> f([])
            a
            b
            >>> f([1])
            2
            """
        '''
    ) == ['" >>> f([1])  2', '" +2 examples']


def test_a_stale_comment_never_matters() -> None:
    assert clauses("def f(x):\n    # raises KeyError if x\n    return x\n") == []


# -- methods of what is annotated, attributes that are set

LEDGER = """
    class Ledger:
        def __init__(self, book: "Book | None" = None):
            self.book = book
        def post(self, amount):
            if self._closed:
                raise ClosedError
            if amount < 0:
                raise ValueError
    class Book:
        ledger: Ledger
"""


def test_a_method_of_an_annotated_parameter_is_followed() -> None:
    source = (
        LEDGER
        + """
    def f(ledger: Ledger, cents):
        ledger.post(cents)
    """
    )

    assert clauses(source) == [
        "! raises ClosedError if ledger._closed [post]",
        "! raises ValueError if cents < 0 [post]",
    ]


def test_a_parameter_that_is_bound_again_is_not_followed() -> None:
    source = (
        LEDGER
        + """
    def f(ledger: Ledger, cents):
        ledger = other(ledger)
        ledger.post(cents)
    """
    )

    assert clauses(source) == []


def test_a_method_of_an_annotated_attribute_is_followed() -> None:
    source = (
        LEDGER
        + """
    class Till:
        def __init__(self, ledger: Ledger):
            self.first = ledger
        book: Book
        second: "Ledger | None" = None
        def f(self, cents):
            self.second.post(cents)
        def g(self, cents):
            self.first.post(cents)
        def h(self, cents):
            self.unknown.post(cents)
    """
    )

    found = [
        "! raises ClosedError if self.{}._closed [post]",
        "! raises ValueError if cents < 0 [post]",
    ]
    assert clauses(source, "Till.f") == [one.format("second") for one in found]
    assert clauses(source, "Till.g") == [one.format("first") for one in found]
    assert clauses(source, "Till.h") == []


def test_a_method_of_a_new_instance_is_followed_as_far_as_a_caller_understands() -> None:
    source = (
        LEDGER
        + """
    def f(cents):
        ledger = Ledger()
        ledger.post(cents)
    """
    )

    assert clauses(source) == ["! raises ValueError if cents < 0 [post]"]


def test_setting_a_property_is_followed() -> None:
    assert clauses(
        """
        class Rate:
            def __init__(self, bps):
                self.bps = bps
            @property
            def bps(self):
                return self._bps
            @bps.setter
            def bps(self, value):
                if value > 100:
                    raise ValueError
                self._bps = value
        """,
        "Rate.__init__",
    ) == ["! raises ValueError if bps > 100 [bps]"]


def test_setting_through_a_descriptor_is_followed() -> None:
    source = """
        class Positive:
            def __set__(self, instance, number):
                if number <= 0:
                    raise ValueError
                if self.name == "x":
                    raise KeyError
        class Line:
            quantity = Positive()
            def __init__(self, quantity):
                self.quantity = quantity
    """

    assert clauses(source, "Line.__init__") == [
        "! raises ValueError if quantity <= 0 [quantity]",
        "! raises KeyError if .. [quantity]",
    ]


def test_converters_and_annotated_validators_are_followed() -> None:
    assert clauses(
        """
        def whole(value):
            if value != int(value):
                raise ValueError
            return int(value)
        def even(value):
            if value % 2:
                raise ValueError
            return value
        @attrs.define
        class Stock:
            left: int = attrs.field(converter=whole)
            boxes: Annotated[int, AfterValidator(even)] = 0
        """,
        "Stock",
    ) == [
        "! raises ValueError if left != int(left) [whole]",
        "! raises ValueError if boxes % 2 [even]",
    ]


def test_validators_of_pydantic_1_and_2_speak_of_fields() -> None:
    assert clauses(
        """
        class Model(BaseModel):
            units: list[int]
            name: str
            @validator("units", each_item=True)
            def _units(cls, v):
                if v < 0:
                    raise ValueError
            @validator("*", pre=True)
            def _any(cls, v):
                if v == "":
                    raise TypeError
            @field_validator("name", mode="before")
            @classmethod
            def _name(cls, v):
                if not v:
                    raise ValueError
            @model_validator(mode="after")
            def _whole(self):
                if self.name == self.units:
                    raise KeyError
            @model_validator(mode="before")
            @classmethod
            def _raw(cls, data):
                if "x" in data:
                    raise IndexError
        """,
        "Model",
    ) == [
        "! raises ValueError if v < 0 for v in units",
        '! raises TypeError if v == "" for v in every field',
        "! raises ValueError if not name",
        "! raises KeyError if name == units",
        '! raises IndexError if "x" in data',
    ]


def test_what_is_said_of_a_parameter_before_it_changes_is_said_of_what_was_given() -> None:
    assert clauses(
        """
        def f(m):
            if m < 0:
                raise ValueError
            m = int(m)
        def g(m):
            m = abs(m)
            if m > 9:
                raise ValueError
        """
    ) == ["! raises ValueError if m < 0"]
    assert clauses("def f(m):\n    m = abs(m)\n    if m > 9:\n        raise ValueError\n") == [
        "! raises ValueError if m > 9 (m = abs(m))"
    ]


def test_a_helper_that_always_raises_is_reached_otherwise() -> None:
    assert (
        clauses(
            """
        def _refuse(x):
            raise TypeError(x)
        def f(x):
            if x == 1:
                return 1
            elif x == 2:
                return 2
            else:
                _refuse(x)
        """
        )[0]
        == "! raises TypeError otherwise [_refuse]"
    )


def test_a_branch_says_the_failure_of_an_earlier_one_that_returns_unless_both_cannot_hold() -> None:
    assert (
        clauses(
            """
        def f(stop):
            if stop == "english":
                return 1
            elif isinstance(stop, str):
                raise ValueError
        """
        )[0]
        == '! raises ValueError if not (stop == "english") and isinstance(stop, str)'
    )
    assert (
        clauses(
            """
        def f(mode, x):
            if mode == "a":
                return 1
            elif mode == "b":
                raise ValueError
        """
        )[0]
        == '! raises ValueError if mode == "b"'
    )


def test_what_only_says_that_a_subclass_must_do_it_is_no_contract() -> None:
    assert (
        clauses(
            """
        class AbstractError(NotImplementedError):
            pass
        class C:
            def _get(self):
                raise AbstractError
            def f(self, key):
                if key:
                    return self._get()
        """,
            "C.f",
        )
        == []
    )


def test_a_condition_that_the_arguments_of_a_call_settle_is_no_condition() -> None:
    assert clauses(
        """
        def _check(x, mode="a", least=1):
            if mode not in ("a", "b"):
                raise ValueError
            if least < 1:
                raise KeyError
            if x < least:
                raise IndexError
        def f(x):
            _check(x, mode="b")
        """
    ) == ["! raises IndexError if x < 1 [_check]"]


def test_calls_of_a_test_are_not_followed() -> None:
    module = read("def _check(x):\n    if x: raise E\ndef f(x):\n    _check(x)\n")
    (_, f) = module.symbols
    find = same_module_find(module)

    assert Linker(find).link(f, module).contract
    assert not Linker(find, lambda path: path == "m.py").link(f, module).contract


def test_bodies_of_test_files_are_not_read() -> None:
    source = SourceText("tests/test_m.py", b"def f(x):\n    if x: raise E\n", "")

    assert read_module(source, PYTHON).symbols[0].evidence == ()


def test_a_documented_member_of_an_enumeration_that_is_not_the_default_is_a_conflict() -> None:
    source = """
        from enum import Enum
        class Side(Enum):
            BUY = 1
            SELL = 2
            PURCHASE = 1
        def f(side=Side.{}):
            '''Do.

            Args:
                side: Defaults to Side.BUY.
            '''
    """
    assert clauses(source.format("SELL")) == [
        "~ conflict: doc default of side is Side.BUY, the signature has Side.SELL"
    ]
    assert clauses(source.format("PURCHASE")) == []
    assert clauses(source.format("BUY")) == []


def test_locals_of_a_helper_are_told_as_they_are_assigned() -> None:
    said = [f"n{number}" for number in range(6)]
    given = "".join(f"    {name} = x.get({name!r})\n" for name in said)
    guard = f"    if {' or '.join(said)}:\n        raise E\n"

    (clause,) = clauses(f"def _h(x):\n{given}{guard}def f(x):\n    _h(x)\n")

    assert "(n0 = x.get('n0')) (n1 = x.get('n1'))" in clause


def test_a_helper_that_asks_what_its_call_has_settled_raises_nothing() -> None:
    helper = """
        def _check(n, other):
            if n is None:
                raise E
            if other:
                raise F
        """
    assert clauses(
        helper
        + """
        def f(count, other):
            if count is not None:
                _check(count, 1)
            if not other:
                _check(1, other)
        """
    ) == ["! raises F if count is not None [_check]"]
    assert clauses(
        helper
        + """
        def f(count):
            if count is not None:
                count = g(count)
                _check(count, None)
        """
    ) == ["! raises E if .. and count is None (count = g(count)) [_check]"]


def test_an_attribute_that_is_set_before_a_call_may_be_what_was_asked_against() -> None:
    source = """
        class A:
            def _check(self):
                if self.x != 1:
                    raise E
            def same(self):
                if self.x == 1:
                    self._check()
            def other(self):
                if self.x == 1:
                    self.x = g()
                    self._check()
        """
    assert clauses(source, "A.same") == []
    assert clauses(source, "A.other")[0] == "! raises E if .. [_check]"


def test_a_class_with_a_method_does_not_lack_it() -> None:
    source = """
        def _check(model):
            if not hasattr(model, "fit"):
                raise E
        class Base:
            def fit(self): ...
        class A(Base):
            def f(self):
                _check(self)
        class B:
            def f(self):
                _check(self)
        class C:
            @perhaps
            def fit(self): ...
            def f(self):
                _check(self)
        """
    assert clauses(source, "A.f") == []
    assert clauses(source, "B.f") == ['! raises E if not hasattr(self, "fit") [_check]']
    assert clauses(source, "C.f") == ['! raises E if not hasattr(self, "fit") [_check]']


def test_arithmetic_and_kinds_of_literals_are_settled_by_a_call() -> None:
    assert (
        clauses(
            """
        def _points(order, kind=None):
            if order % 2 == 0 or order < 1 + 1:
                raise E
            if isinstance(kind, type):
                raise F
            if not is_integer(order):
                raise G
        def f(x):
            _points(5)
        """
        )
        == []
    )


def test_what_a_helper_makes_in_place_of_a_default_is_not_asked_of_its_caller() -> None:
    helper = """
        def _wrap(result, expand=None):
            if expand is None:
                expand = result.wide
            if not isinstance(expand, bool):
                raise E
        """
    without = """
        def f(x):
            _wrap(x)
        """
    assert clauses(helper + without) == []
    assert clauses(
        helper
        + """
        def f(x, wide):
            _wrap(x, wide)
        """
    ) == ["! raises E if not isinstance(wide, bool) (wide = x.wide if wide is None) [_wrap]"]


def test_a_warning_past_an_earlier_return_is_not_told_as_certain() -> None:
    assert (
        clauses(
            """
        def f(x):
            if g(x) == 0:
                return h(x)
            warnings.warn("some", RuntimeWarning)
        """
        )[-1]
        == "! warns RuntimeWarning otherwise"
    )


def test_alternatives_at_the_end_of_a_long_path_stay_together() -> None:
    assert clauses(
        """
        def f(a, b, c, d, e):
            if a:
                if b:
                    if c:
                        if d:
                            if e.one or e.other:
                                raise E
        """
    ) == ["! raises E if .. and b and c and d and (e.one or e.other)"]


def test_an_item_of_what_is_walked_is_in_it() -> None:
    assert (
        clauses(
            """
        def _reach(graph, node):
            if node not in graph:
                raise E
        def f(graph):
            for node in graph:
                _reach(graph, node)
        """
        )
        == []
    )
