"""FlatZinc, the text that the MiniZinc compiler writes for a solver, read into a model.

>>> text = '''var 1..3: x :: output_var;
... var 1..3: y :: output_var;
... constraint int_lt(x, y);
... solve maximize x;'''
>>> flat = read_flatzinc(text.splitlines(), "pair.fzn")
>>> flat.model.constraints[0].description
'line 3 of pair.fzn'
>>> print(flat.show({"x": 2, "y": 3}))
x = 2;
y = 3;

Variables keep their names, constraints say their line, and a parameter is its value.  An
integer without bounds has the bounds that the constraints imply, or else ``UNBOUNDED``, as in
MiniZinc's own solvers: such a model is about these values alone.

>>> Output("ok", ("b",), None, True).text({"b": 1})
'ok = true;'
>>> Output("m", ("x", 7), ((1, 1), (0, 1)), False).text({"x": 5})
'm = array2d(1..1,0..1,[5,7]);'
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from math import isqrt
from typing import Any

from nonet.deadline import checked
from nonet.errors import FormatError, ModelError, did_you_mean, quantity
from nonet.importing.flatzinc.constraints import (
    CONSTRAINTS,
    KIND_NAMES,
    KIND_TESTS,
    WITH_DOMAINS,
    kinds_of,
)
from nonet.importing.flatzinc.syntax import (
    Call,
    Identifier,
    Quoted,
    Statement,
    statement_label,
    statements,
)
from nonet.importing.relations import (
    Relation,
    Term,
    culprit_error,
    half_reified,
    post,
    reified,
    settled,
)
from nonet.model import Annotation, Constraint, Domain, Element, Linear, Model, Objective, Table
from nonet.model.auxiliary_variables import INTRODUCED
from nonet.model.domain import union
from nonet.model.expressions.affine import Affine, Atom, Operation
from nonet.model.expressions.logic import AllOf, Compare
from nonet.model.expressions.operations import Absolute, Greatest, Least, Product
from nonet.model.globals import ElementOf
from nonet.model.integers import short_repr, truncated
from nonet.model.structure import SearchPhase


@dataclass(frozen=True)
class Output:
    """A variable, or an array with its index ranges, that a solution shows."""

    name: str
    terms: tuple[str | int, ...]
    ranges: tuple[tuple[int, int], ...] | None
    is_boolean: bool

    def entry_names(self) -> Iterator[tuple[str | int, str]]:
        """Yield each entry of an array, a variable or a number, with its name, as ``q[1,2]``."""
        if self.ranges is not None:
            places = product(*(range(low, high + 1) for low, high in self.ranges))
            for term, place in zip(self.terms, places, strict=False):
                yield term, f"{self.name}[{','.join(map(str, place))}]"

    def text(self, solution: Mapping[str, int]) -> str:
        values = [solution[term] if isinstance(term, str) else term for term in self.terms]
        texts = [("false", "true")[value] for value in values] if self.is_boolean else values
        if self.ranges is None:
            return f"{self.name} = {texts[0]};"
        ranges = ",".join(f"{low}..{high}" for low, high in self.ranges)
        listed = ",".join(map(str, texts))
        return f"{self.name} = array{len(self.ranges)}d({ranges},[{listed}]);"


def distinguishing_variables(
    outputs: Collection[Output],
    variables: Collection[str],
    constraints: Iterable[Statement],
    aliases: Mapping[str, Term],
) -> tuple[str, ...] | None:
    """Return the variables in which solutions differ, ``None`` for all.

    These are the variables of the outputs; where there is no output, those that the compiler did not
    introduce.  All variables will do where each of the others is defined by a constraint, as its
    ``defines_var`` says.  A half-reified constraint defines nothing.
    """
    shown = {str(term): None for each in outputs for term in each.terms if term in variables}
    if not outputs:
        shown = {x: None for x in variables if not x.startswith(INTRODUCED)}
    defined = {
        str(aliases.get(name, name))
        for each in constraints
        if not each.name.endswith("_imp")
        for note in each.notes
        if isinstance(note, Call) and note.name == "defines_var"
        for name in note.arguments
        if isinstance(name, str)
    }
    is_free = any(name not in shown and name not in defined for name in variables)
    return tuple(shown) if is_free else None


def search_phases(
    notes: Iterable[Any], variables: Callable[[Any], tuple[str, ...]]
) -> tuple[SearchPhase, ...]:
    """Return the phases of search annotations; ``variables`` gives the names in an array.

    A phase is one ``int_search`` or ``bool_search``; ``seq_search`` is several in a row.  Other
    annotations are advice for other solvers, and passed over.

    >>> note = Call("int_search", (("x", "y"), "first_fail", "indomain_max", "complete"))
    >>> search_phases([note], lambda names: tuple(names))
    (SearchPhase(variables=('x', 'y'), variable_order='first_fail', value_order='indomain_max'),)
    """
    phases: list[SearchPhase] = []
    for note in notes:
        if not isinstance(note, Call):
            continue
        if note.name == "seq_search" and note.arguments:
            phases += search_phases(note.arguments[0], variables)
        elif note.name in ("int_search", "bool_search") and len(note.arguments) >= 3:
            names = variables(note.arguments[0])
            if names:
                phases.append(SearchPhase(names, str(note.arguments[1]), str(note.arguments[2])))
    return tuple(phases)


BOOLEAN = Domain.range(0, 1)
UNBOUNDED = Domain.range(-(2**31) + 1, 2**31 - 1)
"""Values of an integer variable that nothing bounds."""


@dataclass(frozen=True)
class FlatZinc:
    """A model, which has the search annotations too, and the outputs of its solutions."""

    model: Model
    outputs: tuple[Output, ...]
    unbounded: tuple[str, ...] = ()
    """Variables with the values of ``UNBOUNDED``, since nothing bounds their values."""

    def show(self, solution: Mapping[str, int]) -> str:
        """Return a solution in FlatZinc's own form, without the separator."""
        return "\n".join(output.text(solution) for output in self.outputs)


def read_flatzinc(lines: Iterable[str], source: str) -> FlatZinc:
    """Read the model of a FlatZinc text; raises ``FormatError`` with file and line."""
    reader = _Reader(source)
    for statement in checked(statements(lines, source)):
        reader.take(statement)
    return reader.finish()


MOST_ROUNDS = 20
"""Passes over all constraints."""

FAR = 1 << 62
"""The bound of an operation that nothing bounds."""


def narrow_unbounded(
    domains: dict[str, Domain], unbounded: Sequence[str], constraints: Iterable[Constraint]
) -> list[str]:
    """Narrow the unbounded variables in ``domains``; return the names of variables that stay unbounded.

    The MiniZinc compiler leaves an integer without bounds where none is known.  Bounds propagation
    over sums, products and extremes bounds most of these integers, and only removes values that no
    solution has.
    """
    wide, parts = frozenset(unbounded), [*constraints]
    for part in parts if wide else ():  # it grows by the parts of conjunctions
        parts += part.parts if isinstance(part, AllOf) else ()
    concerned = [part for part in parts if not wide.isdisjoint(part.scope)]
    for _ in range(MOST_ROUNDS):
        before = [domains[name] for name in unbounded]
        for constraint in checked(concerned):
            _narrow_by(constraint, domains, wide)
        if before == [domains[name] for name in unbounded]:
            break
    ends = UNBOUNDED.base, UNBOUNDED.highest
    return [n for n in unbounded if domains[n].base == ends[0] or domains[n].highest == ends[1]]


def _narrow_by(constraint: Constraint, domains: dict[str, Domain], wide: Collection[str]) -> None:
    def limit(name: str, low: int, high: int) -> None:
        if name in wide and (narrowed := domains[name].at_least(low).at_most(high)).size:
            domains[name] = narrowed

    def narrow(expression: Affine, low: int, high: int) -> None:
        """Narrow the variables of an expression that lies between two values."""
        bounds = [_ends_of(atom, domains) for atom, _ in expression.terms]
        pairs = zip(expression.terms, bounds, strict=True)
        ends = [sorted((factor * a, factor * b)) for (_, factor), (a, b) in pairs]
        least = expression.constant + sum(end[0] for end in ends)
        most = expression.constant + sum(end[1] for end in ends)
        for (atom, factor), (own_low, own_high) in zip(expression.terms, ends, strict=True):
            first, last = low - most + own_high, high - least + own_low
            if factor < 0:
                first, last = -last, -first
            first, last = -(-first // abs(factor)), last // abs(factor)
            if isinstance(atom, str):
                limit(atom, first, last)
            else:
                narrow_operands(atom, first, last)

    def narrow_operands(operation: Operation, low: int, high: int) -> None:
        largest = max(abs(low), abs(high))
        if isinstance(operation, Absolute):
            narrow(operation.of, -high, high)
        elif isinstance(operation, Least | Greatest):
            for part in operation.of:
                narrow(part, *((-FAR, high) if isinstance(operation, Greatest) else (low, FAR)))
        elif isinstance(operation, Product) and operation.left == operation.right:
            narrow(operation.left, -isqrt(max(0, high)), isqrt(max(0, high)))
        elif isinstance(operation, Product):
            left, right = operation.left, operation.right
            for part, other in ((left, right), (right, left)):
                least, most = other.bounds(domains)
                if not least <= 0 <= most or not low <= 0 <= high:
                    nearest = 1 if least <= 0 <= most else min(abs(least), abs(most))
                    narrow(part, -(largest // nearest), largest // nearest)

    for name, low, high in _listed_ends(constraint, domains):
        limit(name, low, high)
    if isinstance(constraint, Linear | Compare) and (op := constraint.op) != "!=":
        constant = constraint.constant
        if isinstance(constraint, Compare):
            expression = constraint.expression
        else:
            expression = Affine(tuple(zip(constraint.scope, constraint.coefficients, strict=True)))
        narrow(expression, -FAR if op == "<=" else constant, FAR if op == ">=" else constant)


def _ends_of(atom: Atom, domains: Mapping[str, Domain]) -> tuple[int, int]:
    try:
        values = domains[atom] if isinstance(atom, str) else atom.possible_values(domains)
    except ModelError:  # too far apart
        return -FAR, FAR
    return values.base, values.highest


def _listed_ends(
    constraint: Constraint, domains: Mapping[str, Domain]
) -> Iterator[tuple[str, int, int]]:
    """Yield bounds of the variables of a table, and of the value of an array's entry."""
    if isinstance(constraint, Table) and constraint.tuples:
        columns = zip(*constraint.tuples, strict=True)
        for name, column in zip(constraint.scope, columns, strict=True):
            yield name, min(column), max(column)
    elif isinstance(constraint, Element):
        entries = union(domains[name] for name in constraint.array)
        yield constraint.value, entries.base, entries.highest
    elif isinstance(constraint, ElementOf) and (value := constraint.is_value.variable_name):
        entries = union(entry.possible_values(domains) for entry in constraint.array)
        yield value, entries.base, entries.highest


@dataclass
class _Reader:
    source: str
    parameters: dict[str, Any] = field(default_factory=dict)
    domains: dict[str, Domain] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    arrays: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    aliases: dict[str, Term] = field(default_factory=dict)
    unbounded: list[str] = field(default_factory=list)
    outputs: list[Output] = field(default_factory=list)
    posted: list[Statement] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)
    goal: Statement | None = None

    def take(self, statement: Statement) -> None:
        """Take a declaration; keep a constraint for the end."""
        if statement.kind == "constraint":
            self.posted.append(statement)
        elif statement.kind == "variable":
            self._declare(statement)
        elif statement.kind == "parameter":
            self._check_new(statement)
            self.parameters[statement.name] = self._resolved(statement.value, statement.line)
        elif statement.kind == "solve":
            if self.goal is not None:
                raise self._error("a second solve: a model has one", statement.line)
            self.goal = statement

    # -- variables --------------------------------------------------------------------------

    def _check_new(self, statement: Statement) -> None:
        name = statement.name
        if name in self.parameters or name in self.lines:
            raise self._error(f"{short_repr(name)} is declared twice", statement.line)

    def _declare(self, statement: Statement) -> None:
        self._check_new(statement)
        name, line = statement.name, statement.line
        for wrong, word in ((statement.base == "float", "float"), (statement.is_set, "set")):
            if wrong:
                raise self._error(
                    f"{short_repr(name)} is a {word} variable: nonet solves over integers and Booleans",
                    line,
                )
        self.lines[name] = line
        is_boolean = statement.base == "bool"
        if statement.size is not None:
            terms = self._resolved(statement.value, line)
            if not isinstance(terms, tuple):
                raise self._error(f"the array {short_repr(name)} of variables has no entries", line)
            if statement.size not in (-1, len(terms)):
                raise self._error(
                    f"the array {short_repr(name)} has {quantity(len(terms), 'entry')}, not {statement.size}",
                    line,
                )
            self.arrays[name] = terms
            self._note_output(statement, terms, is_boolean)
            return
        domain = BOOLEAN if is_boolean else statement.domain
        if statement.value is not None:
            self._declare_alias(statement, domain)
        else:
            if domain is None:
                self.unbounded.append(name)
                domain = UNBOUNDED
            elif not domain.size:
                raise self._error(f"{short_repr(name)} has an empty domain", line)
            self.domains[name] = domain
        self._note_output(statement, (self.aliases.get(name, name),), is_boolean)

    def _declare_alias(self, statement: Statement, domain: Domain | None) -> None:
        """Let a variable that equals a value or another variable be an alias."""
        value = self._resolved(statement.value, statement.line)
        if not isinstance(value, int | str) or isinstance(value, Quoted):
            raise self._error(
                f"{short_repr(statement.name)} equals no integer and no variable", statement.line
            )
        self.aliases[statement.name] = value
        if domain is None:
            return
        if isinstance(value, str):
            common = self.domains[value] & domain
            if value in self.unbounded:
                self.unbounded.remove(value)
            if common.size:
                self.domains[value] = common
                return
        elif value in domain:
            return
        raise self._error(
            f"{short_repr(statement.name)} cannot equal {value}: it is in {domain}", statement.line
        )

    def _note_output(self, statement: Statement, terms: tuple[Any, ...], is_boolean: bool) -> None:
        for note in statement.notes:
            if note == "output_var":
                self.outputs.append(Output(statement.name, terms, None, is_boolean))
            elif isinstance(note, Call) and note.name == "output_array":
                ranges = tuple(_ends(index) for index in note.arguments[0])
                self.outputs.append(Output(statement.name, terms, ranges, is_boolean))

    # -- values -----------------------------------------------------------------------------

    def _resolved(self, value: Any, line: int) -> Any:
        """Return a value with names replaced by their values and terms."""
        if type(value) is Identifier:
            return self._named(value, line)
        if type(value) is tuple:
            return tuple(
                [self._named(each, line) if type(each) is Identifier else each for each in value]
            )
        return value

    def _named(self, name: str, line: int) -> Any:
        if name in self.domains:
            return str(name)
        for table in (self.parameters, self.aliases, self.arrays):
            if name in table:
                return table[name]
        known = [*self.parameters, *self.domains, *self.arrays]
        raise self._error(
            f"{short_repr(str(name))} is not declared{did_you_mean(name, known)}", line
        )

    # -- constraints ------------------------------------------------------------------------

    def finish(self) -> FlatZinc:
        if self.goal is None:
            raise FormatError("no solve statement: the text is not complete", source=self.source)
        self._merge_truths()
        self._name_entries()
        calls = [
            (each, [self._resolved(value, each.line) for value in each.value])
            for each in self.posted
        ]
        self._post_all(calls)
        still_unbounded = narrow_unbounded(self.domains, self.unbounded, self.constraints)
        if self.unbounded:  # the forms of some constraints depend on the domains
            self._post_all(calls)
        known = self.outputs, self.domains, self.posted, self.aliases
        projection = distinguishing_variables(*known)
        if not self.domains or projection == ():  # nothing is open, or nothing open is shown
            self.domains["~nothing"] = Domain.single(0)
            projection = None if projection is None else ("~nothing",)
        try:
            model = Model(self.domains, self.constraints, self._objective())
        except ModelError as error:
            raise culprit_error(error, self.constraints, self.domains, self.source) from None
        phases = search_phases(self.goal.notes, self._search_variables)
        model = model.with_search(phases).with_projection(projection)
        return FlatZinc(model, tuple(self.outputs), tuple(still_unbounded))

    def _merge_truths(self) -> None:
        """Let an integer that is a Boolean's number, by ``bool2int``, be that Boolean."""
        merged: dict[str, str] = {}
        others = []
        for each in self.posted:
            if each.name == "bool2int" and len(each.value) == 2:
                truth, number = (merged.get(name, name) for name in each.value)
                if truth in self.domains and number in self.domains and truth != number:
                    common = self.domains[truth] & self.domains[number]
                    if common.size:
                        merged[number] = str(truth)
                        self.domains[truth] = common
                        continue
            others.append(each)
        if not merged:
            return

        self.posted = others
        self.unbounded = [name for name in self.unbounded if name not in merged]
        self._substitute(merged)
        for name in merged:
            del self.domains[name]
            while merged[name] in merged:
                merged[name] = merged[merged[name]]
        self.aliases.update(merged)

    def _name_entries(self) -> None:
        """Call variables that the compiler introduced for the entries of an array ``q[1]``, ``q[2]``, ..."""
        names: dict[str, str] = {}
        for output in self.outputs:
            for term, name in output.entry_names():
                if isinstance(term, str) and term.startswith(INTRODUCED):
                    names.setdefault(term, name)
        if names:
            self._substitute(names)
            self.domains = {names.get(name, name): domain for name, domain in self.domains.items()}
            self.aliases.update(names)

    def _substitute(self, names: Mapping[str, str]) -> None:
        """Put other names into arrays, outputs and aliases."""

        def final(term: Any) -> Any:
            while term in names:
                term = names[term]
            return term

        self.unbounded = [final(name) for name in self.unbounded]
        self.aliases = {name: final(term) for name, term in self.aliases.items()}
        self.arrays = {name: tuple(map(final, terms)) for name, terms in self.arrays.items()}
        self.outputs = [
            replace(output, terms=tuple(map(final, output.terms))) for output in self.outputs
        ]

    def _post_all(self, calls: Iterable[tuple[Statement, list[Any]]]) -> None:
        self.constraints = []
        for statement, arguments in checked(calls):
            self._post(statement, arguments)

    def _post(self, statement: Statement, arguments: list[Any]) -> None:
        line, name = statement.line, statement.name
        try:
            relation = self._relation(name, arguments, line)
        except FormatError:
            raise
        except (ModelError, ValueError) as error:
            raise self._error(f"{name}: {error}", line) from None
        rule = Annotation(name, statement_label(statement, self.source))
        post(relation, self.constraints, self.domains, rule)

    def _relation(self, name: str, arguments: list[Any], line: int) -> Relation:
        known = CONSTRAINTS.get(name)
        if known is not None:
            if name.endswith("circuit"):
                self._keep_inside(arguments)
            return self._posted(known, self._checked(name, known[0], arguments, line))
        for suffix, form in ((("_reif"), reified), (("_imp"), half_reified)):
            base = CONSTRAINTS.get(name.removesuffix(suffix))
            if base is not None and name.endswith(suffix) and arguments:
                *operands, literal = arguments
                relation = self._posted(base, self._checked(name, base[0], operands, line))
                return form(relation, *self._checked(name, "term", [literal], line))
        kind = next((k for k in ("float", "set") if name.startswith((k, f"array_{k}"))), "")
        if kind or name in ("int2float",):
            raise self._error(
                f"the constraint {truncated(name, 40)} is over {kind or 'float'} variables: "
                "nonet solves over integers and Booleans", line,
            )  # fmt: skip
        raise self._error(
            f"unknown constraint {truncated(name, 40)}{did_you_mean(name, CONSTRAINTS)}", line
        )

    def _posted(self, known: tuple[str, Any], arguments: list[Any]) -> Relation:
        """Return the relation of a known constraint; among integers alone, its truth."""
        _, function = known
        if function in WITH_DOMAINS:
            function = partial(function, domains=self.domains)
        return settled(function(*arguments))

    def _checked(self, name: str, kinds: str, arguments: list[Any], line: int) -> list[Any]:
        expected = kinds_of(kinds)
        least = sum(not kind.endswith("?") for kind in expected)
        if not least <= len(arguments) <= len(expected):
            raise self._error(
                f"{name} takes {least if least == len(expected) else f'{least} to {len(expected)}'} "
                f"arguments, not {len(arguments)}", line,
            )  # fmt: skip
        for place, (kind, value) in enumerate(zip(expected, arguments, strict=False), 1):
            if not KIND_TESTS[kind.removesuffix("?")](value):
                raise self._error(
                    f"argument {place} of {name} is not {KIND_NAMES[kind.removesuffix('?')]}", line
                )
            if kind == "divisor":
                self._exclude_zero(name, value, line)
        return arguments

    def _exclude_zero(self, name: str, divisor: Term, line: int) -> None:
        """A division by 0 does not hold, so a divisor is not 0."""
        if isinstance(divisor, str):
            nonzero = self.domains[divisor] - Domain.single(0)
            if nonzero.size:
                self.domains[divisor] = nonzero
                return
        elif divisor != 0:
            return
        raise self._error(f"{name} divides by 0", line)

    def _keep_inside(self, arguments: list[Any]) -> None:
        """Let the successors of a tour be nodes."""
        terms, first = arguments[0], arguments[1] if len(arguments) > 1 else 1
        for term in terms if isinstance(terms, tuple) and isinstance(first, int) else ():
            if isinstance(term, str):
                domain = self.domains[term].at_least(first).at_most(first + len(terms) - 1)
                if domain.size:
                    self.domains[term] = domain

    # -- the rest ---------------------------------------------------------------------------

    def _objective(self) -> Objective | None:
        assert self.goal is not None
        if self.goal.value is None:
            return None
        term = self._resolved(self.goal.value, self.goal.line)
        if isinstance(term, int):  # the compiler has fixed it: every solution is optimal
            fixed = term
            term = self.goal.value if type(self.goal.value) is Identifier else "~objective"
            self.domains[str(term)] = Domain.single(fixed)
        if not isinstance(term, str):
            raise self._error(f"{self.goal.name} takes a variable", self.goal.line)
        return Objective(self.goal.name, (str(term),), (1,))  # type: ignore[arg-type]

    def _search_variables(self, value: Any) -> tuple[str, ...]:
        assert self.goal is not None
        try:
            terms = self._resolved(value, self.goal.line)
        except FormatError:
            return ()
        if not isinstance(terms, tuple):
            return ()
        return tuple(dict.fromkeys(t for t in terms if isinstance(t, str) and t in self.domains))

    def _error(self, message: str, line: int) -> FormatError:
        return FormatError(message, source=self.source, line=line)


def _ends(index: Any) -> tuple[int, int]:
    if isinstance(index, Domain):
        return (index.base, index.highest) if index.size else (1, 0)
    return 1, int(index)
