"""Writes down what the statements of a body say, each with the path on which it is reached."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.extract.flow_names import WORD, Names
from skeleton.extract.flow_table import CONTROL
from skeleton.extract.flow_text import (
    UNREADABLE,
    arguments_of,
    callee_of,
    decoded,
    filled,
    keys_of,
    method_of,
    text_of,
    trailing_text,
)
from skeleton.model import Argument, Evidence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tree_sitter import Node

    from skeleton.extract.flow_marks import Marks
    from skeleton.extract.flow_table import Guard, Table
    from skeleton.model import EvidenceKind

MAX_ARGUMENTS = 12
MAX_PASSED = 60  # characters of the test of a way out that are repeated
MAX_EXITS = 3  # as many as are told apart: none, one, several
ANY = "any exception"  # what a handler without a type takes
OTHERWISE = "otherwise"  # stands for the failure of tests that are too many to repeat
LOOSER = re.compile(r"\b(?:and|or|if|lambda)\b|&&|\|\||\?|:=")
OPERAND = re.compile(r"[\w.$]+(?:\([^()]*\))?\Z")
ARGUMENTS = re.compile(r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\Z")  # of the last call
DEFERRED = re.compile(r"(?:\(\)\s*->|\|[^|]*\|)\s*")  # a function that makes an error
MAKES = re.compile(
    r"(?:new\s+)?(?P<name>[A-Z][\w.]*)(?:\((?P<given>[\"'].*)?.*\)|::new)\Z", re.DOTALL
)
NAMED_ERROR = re.compile(
    r"(?:\w+\.)?(?:[Ee]rr[A-Z]\w*|\w+Error|EOF)\Z"
)  # as Go names what it wraps
OWN = re.compile(r"([$\w]+)(?:\.|->|::)\w+\Z")
ENCLOSED = re.compile(r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\Z")
WARNING = re.compile(r"[\w.]*Warning\b")
MADE = re.compile(
    r"(?:(?P<kind>[A-Z][\w:]*)\.new\b(?:\((?P<given>[\"'][^\"']*[\"'])\)\Z|.*)|(?P<text>[\"'].*))\Z",
    re.DOTALL,
)
COMPOSITE = re.compile(r"(&?)([\w.:]+)\s*\{")
OWN_ATTRIBUTE = re.compile(r"self\.[A-Za-z_]\w*\Z")
ATTRIBUTE = re.compile(rb"\.([A-Za-z_]\w*)(?![\w(])")
DIVISION = re.compile(rb"//?=?|%=?")
DIVIDES = frozenset({"/", "//", "%", "/=", "//=", "%="})
CLAIM = re.compile(r"not \(\{(\d)\}\)\Z")  # a check that fails where an argument does not hold
NONZERO = re.compile(r"0*[1-9][\d_]*\Z")


def failure_of(test: str) -> str:
    """Return what holds past a way out: `x` past `not x`, else `not (TEST)`."""
    rest = test.removeprefix("not ")
    bare = test.removeprefix("!")
    inner = rest if rest != test else bare
    if inner != test and ENCLOSED.match(inner):
        return inner if "," in inner else inner[1:-1]
    if rest != test and not LOOSER.search(rest):
        return rest
    return bare if bare != test and OPERAND.match(bare) else f"not ({test})"


class Record:
    """The evidence of one body, and the path to the statement at hand."""

    def __init__(
        self,
        table: Table,
        body: Node,
        marks: Marks,
        parameters: tuple[str, ...],
        inside: str,
        known: Mapping[str, str],
    ) -> None:
        self._table, self._body, self._marks, self._inside = table, body, marks, inside
        self.names = Names(table, parameters, known)
        self.evidence: list[Evidence] = []
        self.operations: set[str] = set()
        self.yields = False
        self.raises = 0  # exceptions seen so far
        # the path
        self.conditions: tuple[str, ...] = ()
        self.caught: tuple[str, ...] = ()
        self.handler = ""  # the exceptions of the handler around
        self.alias = ""  # the name that the handler gives to the exception
        self.depth = 0  # branches, loops and handlers around
        self.exits: tuple[
            str, ...
        ] = ()  # ways out before, in this block: a test, empty if not plain
        # of those before, here and around, the ones that raise nothing, each with the number of
        # conditions around it
        self.passed: tuple[tuple[int, str], ...] = ()
        # calls that are seen from the statement they stand in
        self.alone = 0  # id of the call that is a statement by itself
        self.thrown = 0  # id of the call that makes the exception of a `throw`
        self._call_end = 0  # of the outermost call at hand
        # takes a statement in an expression, and the conditions that the expression puts before it
        self.enter: Callable[[Node, tuple[str, ...]], None] = lambda node, conditions: None

    def add_exit(self, test: str) -> None:
        """Note that what follows in this block is reached only past a way out."""
        self.exits = (*self.exits[: MAX_EXITS - 1], test)

    def pass_by(self, test: str) -> None:
        """Note that what follows in this block is reached only past a way out without exception."""
        self.passed = (*self.passed, (len(self.conditions), test))

    def path(self) -> tuple[tuple[str, ...], bool]:
        """Return the conditions here, and whether they leave ways out before unsaid."""
        exits = self.exits
        if len(exits) == 1 and exits[0]:
            return (*self.conditions, failure_of(exits[0])), False
        return self.conditions, bool(exits)

    def path_past(self) -> tuple[tuple[str, ...], bool]:
        """Return the path to what may raise: past one plain way out it says its failure.

        Ways out that raise are left out: the first test that holds decides.
        """
        conditions, otherwise = self.path()
        if not self.passed or otherwise:
            return conditions, otherwise
        place, test = self.passed[0]
        if len(self.passed) == 1 and 0 < len(test) <= MAX_PASSED:
            failed = failure_of(test)
            if failed in conditions or f"not ({test})" in conditions:
                return conditions, False
            return (*conditions[:place], failed, *conditions[place:]), False
        return conditions, True

    def add(
        self,
        kind: EvidenceKind,
        subject: str,
        node: Node,
        *,
        conditions: tuple[str, ...] | None = None,
        message: str = "",
        arguments: tuple[Argument, ...] = (),
        otherwise: bool | None = None,
        word: str = "",
        handler: str = "",
    ) -> None:
        """Write one fact down."""
        self.evidence.append(
            Evidence(
                kind,
                subject,
                node.start_point[0] + 1,
                conditions=self.conditions if conditions is None else conditions,
                message=message,
                arguments=arguments,
                handler=handler or self.handler,
                caught=self.caught,
                otherwise=bool(self.exits) if otherwise is None else otherwise,
                word=word,
                inside=self._inside,
            )
        )

    # -- exceptions

    def raised(
        self,
        node: Node,
        subject: str,
        message: str = "",
        *,
        again: bool = False,
        word: str = "",
        handler: str = "",
    ) -> None:
        """Write down an exception; one that passes on whatever came says nothing."""
        if again and (not subject or subject == ANY or subject in self._table.broad):
            return
        self.raises += 1
        conditions, otherwise = self.path_past()
        failed = [c for c in conditions if c.removesuffix(" != nil") in self.names.sources]
        source = self.names.sources[failed[-1].removesuffix(" != nil")] if failed else ""
        if len(source) > MAX_PASSED:
            source = ARGUMENTS.sub("(..)", source)
        conditions = tuple(c for c in conditions if c not in failed)
        self.add(
            "raises",
            subject,
            node,
            conditions=conditions,
            message=message,
            otherwise=otherwise,
            word=word or self._table.words.get("throw", ""),
            arguments=(Argument("again"),) if again else (),
            handler=source or handler or self.handler,
        )

    def raised_value(self, node: Node, value: Node) -> None:
        """Write down what a `throw` names: a class, a call, or what a handler caught."""
        callee, listed = "", None
        if self._table.roles.get(value.type) == "call":
            callee, listed = callee_of(value, self._table)
        subject = callee or text_of(value, self._table)
        made = COMPOSITE.match(subject)  # C++: `throw E{"text"}`
        if made:
            listed, subject = value.child_by_field_name("value"), made[2]
        root = WORD.match(subject)
        if self.alias and root and root.group() == self.alias:
            self.raised(node, self.handler, again=True)
        else:
            arguments = arguments_of(listed, self._table)
            self.raised(node, subject, self.names.message(arguments))

    def error_returned(self, value: Node, node: Node) -> bool:
        """Take an error that is a result, where errors are values: the last, and not `nil`."""
        table, sources = self._table, self.names.sources
        if not table.error_result or not self._gives_errors():
            return False
        several = value.type in table.lists and value.named_child_count > 1
        last = value.named_children[-1] if value.type in table.lists else value
        text = text_of(last, table)
        root = WORD.match(text)
        if text == "nil" or (root and root.group() in {*self.names.parameters, self._receiver()}):
            return False  # nothing, or what the caller gave
        callee, arguments = "", []
        if table.roles.get(last.type) == "call":
            callee, listed = callee_of(last, table)
            arguments = arguments_of(listed, table)
            made = several or callee in table.error_makes or "err" in callee.lower()
            failed = (a.text for a in arguments if f"{a.text} != nil" in self.conditions)
            if not made and not any((*failed, *(text in c for c in self.conditions))):
                return False  # passed on as it comes, `nil` included
        given = (a.text for a in arguments if a.text in sources and self._is_error(a.text))
        passed = next(given, text)
        source = sources.get(passed, "")
        message = self.names.message(arguments)
        kept = self.conditions
        keeps = not callee.endswith("Errorf") or "%w" in message
        if source and (passed == text or (callee in table.error_wraps and keeps)):
            self.conditions = tuple(c for c in kept if c != f"{passed} != nil")
            self.raised(node, source, message, word="error wraps")
        elif callee in table.error_wraps and (not message or "%w" in message):
            wrapped = [a.text for a in arguments if NAMED_ERROR.match(a.text)]
            word = "error wraps" if wrapped else ""
            self.raised(node, ", ".join(wrapped), message, word=word)
        elif callee in table.error_makes:
            self.raised(node, "", message)
        else:
            literal = COMPOSITE.match(text)
            said = literal.expand(r"\1\2").replace("&", "*") if literal else text
            self.raised(node, said)
        self.conditions = kept
        return True

    def _is_error(self, name: str) -> bool:
        """Whether a name holds an error: it was compared with `nil`, or is called so."""
        return f"{name} != nil" in self.conditions or "err" in name.lower()

    def _gives_errors(self) -> bool:
        """Whether the last result of the function is an error."""
        return self._result().rstrip(") ").endswith(self._table.error_result)

    def _result(self) -> str:
        """Return the type of the result, as written; empty where none is."""
        holder = self._body.parent
        fields = ("result", "return_type") if holder is not None else ()
        named = (holder.child_by_field_name(field) for field in fields if holder is not None)
        return next((decoded(node) for node in named if node is not None), "")

    # -- results

    def returned(self, value: Node, node: Node) -> None:
        """Write a result down, with its keys if it is a mapping whose keys are known."""
        text = text_of(value, self._table)
        keys = keys_of(value, self._table)
        if keys is None:
            keys = self.names.mappings.get(text)
        if self._is_opaque(value):
            text, keys = UNREADABLE, None
        conditions, otherwise = self.path() if self.depth else (self.conditions, False)
        if self.depth and not conditions and not self.handler:
            conditions = (OTHERWISE,)
        self.add(
            "returns",
            text,
            node,
            conditions=conditions,
            otherwise=otherwise,
            arguments=tuple(Argument(key) for key in keys or ()),
        )

    def _is_opaque(self, value: Node) -> bool:
        """Whether a result holds what says nothing to a caller: markup, private names, casts."""
        waiting = [value] if self._table.opaque else []
        while waiting:
            node = waiting.pop()
            if node.type in self._table.opaque:
                return True
            waiting += node.named_children
        return False

    # -- names

    def assigned(self, target: Node, node: Node | None = None) -> None:
        """Take the target of an assignment, or, without its statement, of a loop or a pattern."""
        table, names = self._table, self.names
        if target.type in table.names:
            name = decoded(target)
            names.assign(name, times=1 if node is not None else 2)
            if name in names.parameters and not self._replaces_absent(name):
                names.rebound.add(name)
            if name in names.outer and node is not None:
                self.add("effect", f"writes {name}", node)
        elif target.type in table.stores:
            if node is not None:
                self.written(target, node)
        else:
            for child in target.named_children:
                self.assigned(child, node)

    def _replaces_absent(self, name: str) -> bool:
        """Whether a parameter gets a new value only because none was given."""
        return bool(self.conditions) and self.conditions[-1] in {
            form.replace("{name}", name) for form in self._table.absent
        }

    def augmented(self, target: Node, node: Node) -> None:
        """Take the target of `+=` and its kin."""
        if target.type in self._table.names:
            name = decoded(target)
            self.names.assign(name, times=2)
            self.names.rebound.add(name)
            if name in self.names.outer:
                self.add("effect", f"writes {name}", node)
        else:
            self.written(target, node)

    def written(self, target: Node, node: Node) -> None:
        """Take a write through a subscript or an attribute."""
        table = self._table
        base = target
        while base.type in table.stores and base.named_children:
            base = base.named_children[0]
        if target.type in table.stores and base.type in table.names:
            self._changed(decoded(base), node)
            self._set(target, node)

    def _set(self, target: Node, node: Node) -> None:
        """Take `self.rate = value` as a call: the attribute may be a property or a descriptor."""
        value = node.child_by_field_name("right")
        said = decoded(target)
        if value is not None and OWN_ATTRIBUTE.match(said) and node.start_byte == target.start_byte:
            given = Argument(text_of(value, self._table))
            self.add("calls", f"{said} =", node, arguments=(given,))

    def _changed(self, name: str, node: Node) -> None:
        """Take a change in place: of a parameter, of something of the file, or of a local."""
        names = self.names
        if name in names.parameters:
            if name not in names.rebound:
                self.add("mutates", name, node)
        elif name not in self._table.receivers:
            names.unstable.add(name)
            if not names.is_assigned(name):
                self.add("effect", f"writes {name}", node)

    # -- calls

    def take(self, end: int) -> None:
        """Take the calls before a byte, under the conditions that hold now."""
        if not self._marks.has_more(end):
            return
        for role, node in self._marks.until(end):
            if role in CONTROL:
                self.enter(node, (*self._marks.conditions(node), *self._by_need(node)))
            elif role == "call":
                if node.id != self.thrown:
                    self._called(node)
            elif role == "yield":
                self.yields = True
            elif role == "deferred":
                self.operations.add("unknown_call")
            elif role == "binding":
                for target in self._table.targets(node):
                    self.assigned(target)

    def _called(self, node: Node) -> None:
        """Take one call: a check, a warning, an effect, a change, or something to follow."""
        table, names = self._table, self.names
        outermost = node.start_byte >= self._call_end
        self._call_end = max(self._call_end, node.end_byte)
        callee, listed = callee_of(node, table)
        owner, method = method_of(node, listed) if table.methods else ("", "")
        check = table.methods.get(method)
        if check and check.word and listed is not None and check.result in self._result():
            self._under(node, lambda: self._fails(node, check, owner, listed))
            return
        if not callee:
            self._touched(node, names.full(table.method_of_new(node)), "")
            known = table.method_of(node) in table.harmless_methods
            self.operations.add("method_call" if known else "unknown_call")
            return
        if callee in table.guards and table.guards[callee].result in self._result():
            self._under(node, lambda: self._checked(node, callee, listed))
            return
        if callee in table.warn:
            self._under(node, lambda: self._warned(node, callee, listed))
            return
        root, _, rest = callee.partition(".")
        method = rest.rpartition(".")[2]
        if callee in table.dividers:
            given = arguments_of(listed, table)
            self.operations |= self._divided(given[-1].text if given else "", node)
        elif callee in table.conversions:
            self.operations.add(f"conversion {callee}")
        self._touched(node, names.full(callee), callee)
        if callee in table.harmless or table.logging(callee):
            return
        if outermost:
            names.give_away(listed)
        changes = method in table.takers or (method in table.mutators and node.id == self.alone)
        if changes and "." not in rest:
            self._changed(root, node)
        if method in table.harmless_methods:
            self.operations.add("method_call")
        elif names.is_local(root) and (changes or not rest or "." in rest):
            self.operations.add("attribute_call" if rest else "unknown_call")
        else:
            path, otherwise = self.path_past() if self.passed else (self.conditions, None)
            conditions = (*path, *self._marks.conditions(node))
            arguments = tuple(arguments_of(listed, table)[:MAX_ARGUMENTS])
            self.add(
                "calls",
                callee,
                node,
                conditions=conditions,
                arguments=arguments,
                otherwise=otherwise,
                word="own" if self._is_own(callee) else "",
            )

    def _is_own(self, callee: str) -> bool:
        """Whether a callee may be a member of what the function itself belongs to."""
        said = OWN.match(callee)
        if said is None:
            return self._table.bare_members and callee.isidentifier()
        return said.group(1) in {*self._table.receivers, self._receiver(), "this"}

    def _receiver(self) -> str:
        """Return the name that a method of Go gives to what it belongs to: `(a *T)`."""
        holder = self._body.parent
        receiver = holder.child_by_field_name("receiver") if holder is not None else None
        named = WORD.search(decoded(receiver)) if receiver is not None else None
        return named.group() if named else ""

    def _touched(self, node: Node, full: str, callee: str) -> None:
        """Take what a call touches outside the program; told by what the caller knows it by."""
        effect = self._table.effect_of(full)
        if effect:
            own = callee.partition(".")[0] in self.names.parameters
            self.add("effect", callee if own else full, node, message=effect)

    def _under(self, node: Node, act: Callable[[], None]) -> None:
        """Do something under the conditions of the expression around a call as well."""
        kept = self.conditions
        self.conditions = (*kept, *self._marks.conditions(node))
        act()
        self.conditions = kept

    def _checked(self, node: Node, callee: str, listed: Node | None) -> None:
        """Take a call that is a check: `requireNonNull(x)`, `assert!(x)`, `panic("..")`."""
        word, subject, condition, at, _ = self._table.guards[callee]
        texts = [a.text for a in arguments_of(listed, self._table)]
        if any(f"{{{place}}}" in subject + condition for place in range(len(texts), 4)):
            return
        thrown = filled(subject, texts)
        if thrown[:1].isdigit():  # Ruby: a method of the class itself, `fail(405, "text")`
            return
        before, exits = self.conditions, self.exits
        if word.startswith("asserts") and condition:
            told = texts[at] if 0 <= at < len(texts) else ""
            self.add("asserts", texts[0], node, message=told, otherwise=False, word=word)
            return
        if condition:
            claimed = CLAIM.match(condition)
            failed = failure_of(texts[int(claimed[1])]) if claimed else filled(condition, texts)
            self.conditions, self.exits = (*before, failed), ()
        message = texts[at] if 0 <= at < len(texts) else trailing_text(node, self._table)
        made = MADE.match(thrown)
        if made:  # Ruby: `raise E.new("text")`, `raise "text"`
            plain = self._table.words.get("plain", "")
            thrown, message = made["kind"] or plain, made["given"] or made["text"] or message
        self.raised(node, thrown, message, word=word)
        self.conditions, self.exits = before, exits
        if not condition:
            self.add_exit("")

    def _fails(self, node: Node, check: Guard, owner: str, listed: Node) -> None:
        """Take a method that fails with what it is called on: `found.orElseThrow(E::new)`."""
        given = [a.text for a in arguments_of(listed, self._table)]
        if check.subject and not given and "{0}" in check.subject:
            given = [check.subject.partition("|")[2]]
        owner = owner if len(owner) <= MAX_PASSED else UNREADABLE
        form = check.subject.partition("|")[0]
        made = DEFERRED.sub("", filled(form, given))
        said = MAKES.match(made)
        subject = said.group("name") if said else made
        message = given[check.message] if 0 <= check.message < len(given) else ""
        condition = check.condition.replace("{self}", owner)
        before, exits = self.conditions, self.exits
        handler = condition.removeprefix("on ") if condition.startswith("on ") else ""
        if not handler:
            self.conditions = (*before, condition)
        self.exits = ()
        self.raised(
            node,
            subject,
            message or (said.group("given") or "" if said else ""),
            word=check.word,
            handler=handler,
        )
        self.conditions, self.exits = before, exits

    def _by_need(self, node: Node) -> tuple[str, ...]:
        """Return when an argument is asked for: `found.getOrElse(throw E())`."""
        listed = node.parent
        call = listed.parent if listed is not None else None
        if listed is None or call is None or listed.type not in self._table.arguments:
            return ()
        owner, method = method_of(call, listed)
        check = self._table.methods.get(method)
        return (check.condition.replace("{self}", owner),) if check else ()

    def _warned(self, node: Node, callee: str, listed: Node | None) -> None:
        arguments = arguments_of(listed, self._table)
        category = next((a.text for a in arguments if a.keyword == "category"), "")
        positional = [a for a in arguments if not a.keyword]
        if not category and len(positional) > 1:
            category = positional[1].text
        made = WARNING.match(positional[0].text) if positional else None
        if made:
            category = made.group()
        subject = category or self._table.warn[callee]
        self.add("warns", subject, node, message=self.names.message(arguments))

    # -- the whole body

    def finish(self) -> list[Evidence]:
        """Return the evidence that still holds now that every name of the body is known."""
        self.operations |= self._rest_of_operations() | self.names.rebindings()
        if self._table.bare_members:
            self.operations.add("bare_members")
        self._watch()
        return [e for e in self.evidence if self._holds(e)]

    def _holds(self, e: Evidence) -> bool:
        names = self.names
        if e.kind == "returns" and e.arguments and e.subject in names.mappings:
            return e.subject not in names.unstable and names.is_assigned_once(e.subject)
        if e.kind == "effect" and e.subject.startswith("writes "):
            name = e.subject.removeprefix("writes ")
            return name in names.outer or not names.is_assigned(name)
        if e.kind in ("calls", "effect"):
            root = WORD.match(e.subject)
            if root and names.is_local(root.group()):
                self.operations.add("attribute_call" if "." in e.subject else "unknown_call")
                return names.is_followed(root.group())
        return True

    def _watch(self) -> None:
        """Find the names that are effects without being called: `os.environ`."""
        raw = self._body.text or b""
        for name, word in self._table.watched.items():
            wanted = name.encode()
            place = raw.find(wanted)
            while place >= 0:
                start = self._body.start_byte + place
                node = self._body.descendant_for_byte_range(start, start + len(wanted))
                if node is not None and node.type in self._table.stores and node.text == wanted:
                    self.add("effect", name, node, conditions=(), message=word)
                    break
                place = raw.find(wanted, place + 1)

    def _rest_of_operations(self) -> set[str]:
        """Return words for what else may raise: rather too many, as strings are searched too."""
        raw = self._body.text or b""
        found = {f".{name.decode()}" for name in set(ATTRIBUTE.findall(raw))}
        if b"[" in raw:
            found.add("subscript")
        for place in DIVISION.finditer(raw):
            found |= self._division(*place.span())
        if b"**" in raw or b"pow(" in raw:
            found.add("power")
        if b"await " in raw:
            found.add("await")
        return found

    def _division(self, start: int, end: int) -> set[str]:
        """Return words for an operator that divides; none if the mark stands in a text."""
        body = self._body
        node = body.descendant_for_byte_range(body.start_byte + start, body.start_byte + end)
        if node is None or node.type not in DIVIDES or node.parent is None:
            return set()
        divisor = node.parent.child_by_field_name("right")
        return self._divided(text_of(divisor, self._table) if divisor is not None else "", node)

    def _divided(self, divisor: str, node: Node) -> set[str]:
        """Return words for a division; by whom, and where, unless it is a number above zero."""
        if NONZERO.match(divisor):
            return {"division"}
        name = divisor if WORD.fullmatch(divisor) else UNREADABLE
        return {"division", f"divides by {name} at {node.start_point[0] + 1}"}
