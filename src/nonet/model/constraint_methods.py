"""The methods of a builder that add primitives and globals, over variables or expressions.

Over variables alone a primitive is added unchanged; over expressions, the constraint of
``globals/`` with the same meaning.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from itertools import chain
from typing import Any, overload

from nonet.errors import ModelError
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Automaton,
    Constraint,
    Count,
    Element,
    Regular,
    Table,
)
from nonet.model.constraints.linear import COMPARE, Comparison
from nonet.model.domain import Domain
from nonet.model.expressions.arithmetic import (
    Arithmetic,
    Expression,
    Variable,
    as_affine,
    as_expression,
)
from nonet.model.expressions.array import Matrix
from nonet.model.expressions.functions import TermInput, count_of
from nonet.model.globals import (
    AllEqual,
    Among,
    BinPacking,
    Cardinality,
    Circuit,
    CostRegular,
    Cumulative,
    Distinct,
    ElementOf,
    Increasing,
    Inverse,
    Lexicographic,
    LexicographicChain,
    NoOverlap,
    NoOverlap2D,
    NValue,
    Precedence,
    Predicate,
    RegularOf,
    Reservoir,
    SubCircuit,
    TableOf,
)
from nonet.model.integers import checked_tuple, is_integer, short_repr
from nonet.model.intervals import Interval, are_intervals, presence
from nonet.model.operators import operators
from nonet.model.symbols import Symbols, value_number
from nonet.model.usage import with_explained_methods

VariablesInput = TermInput | str
"""An expression, or the name of a variable."""

SeveralInput = Iterable[VariablesInput] | Matrix[Any]
"""Several of them: a sequence, or a matrix, which is taken row by row."""


def flattened(things: Any) -> Any:
    """Return the things of a sequence, of a matrix row by row; a text is no sequence of names.

    Raises ``ModelError`` for a dictionary, whose keys are rarely meant.
    """
    if isinstance(things, str) or not hasattr(things, "__iter__"):
        return things
    if isinstance(things, dict):
        raise ModelError(f"{short_repr(things)} is a dictionary: write list(d.values())")
    if getattr(things, "gi_frame", things) is None:
        raise ModelError("a generator gives its own only once, and this one has given all: a list")
    return tuple(getattr(things, "flat", things))


MAX_PATTERN_VALUES = 100_000
"""Most values, of all variables together, that a regular expression may speak of."""


@with_explained_methods
class ConstraintMethods(ABC):
    """The methods of a builder that add one constraint each; every one takes ``label``.

    Where a list of expressions is taken, names of variables will do, and so will a matrix.
    """

    _domains: dict[str, Domain]
    _symbols: dict[str, Symbols]

    @abstractmethod
    def _add(self, constraint: Constraint, label: str) -> None: ...

    def _automaton(self, operands: Any, automaton: Automaton | str) -> Automaton:
        if not isinstance(automaton, str):
            return automaton
        values = self._possible_values(operands)
        return Automaton.from_pattern(automaton, values, self._variable_symbols(operands))

    def _possible_values(self, of: Any) -> set[int]:
        operands = [as_affine(Variable(each) if isinstance(each, str) else each) for each in of]
        declared = [each for each in operands if self._domains.keys() >= {*each.scope}]
        domains = [each.possible_values(self._domains) for each in declared]
        if sum(map(len, domains)) > MAX_PATTERN_VALUES:
            raise ModelError(
                f"regular: more than {MAX_PATTERN_VALUES} values of variables: give an Automaton, "
                "which has transitions for those that matter"
            )
        return {value for domain in domains for value in domain}

    def _variable_symbols(self, of: Any) -> list[Symbols | None]:
        return [
            self._symbols.get(each) if isinstance(each, str) else getattr(each, "symbols", None)
            for each in (of if isinstance(of, tuple) else (of,))
        ]

    def _numbers(self, values: Any, of: Any, context: str) -> Any:
        symbols = self._variable_symbols(of)
        if not any(symbols):
            return values
        if isinstance(values, str | Enum) or not isinstance(values, Iterable):
            return value_number(values, symbols, context)
        return tuple(value_number(value, symbols, context) for value in values)

    def all_different(
        self, of: SeveralInput, label: str = "", *, except_value: int | None = None
    ) -> None:
        """Pairwise different; ``except_value`` may occur again."""
        operands = flattened(of)
        except_value = self._numbers(except_value, operands, "all_different")
        if except_value is None and _are_plain_variables(operands):
            self._add(AllDifferent(operands), label)
        else:
            self._add(Distinct(operands, except_value), label)

    def all_equal(self, of: SeveralInput, label: str = "") -> None:
        """All of one value."""
        self._add(AllEqual(flattened(of)), label)

    def increasing(self, of: SeveralInput, label: str = "", *, strictly: bool = False) -> None:
        """Each at least the one before; ``strictly``, more."""
        self._add(Increasing(flattened(of), int(strictly)), label)

    def decreasing(self, of: SeveralInput, label: str = "", *, strictly: bool = False) -> None:
        """Each at most the one before; ``strictly``, less."""
        operands = flattened(of)
        if isinstance(operands, tuple):
            operands = operands[::-1]
        self._add(Increasing(operands, int(strictly)), label)

    def cardinality(
        self,
        of: SeveralInput,
        numbers: Mapping[int, VariablesInput],
        label: str = "",
        *,
        closed: bool = False,
    ) -> None:
        """Each value of ``numbers`` occurs as often as stated; ``closed``, and no other value."""
        if not isinstance(numbers, Mapping):
            raise ModelError(f"cardinality: how often each value occurs, {{1: 2}}, not {numbers!r}")
        operands = flattened(of)
        values = self._numbers(tuple(numbers), operands, "cardinality")
        self._add(Cardinality(operands, values, tuple(numbers.values()), closed), label)

    def lexicographic(
        self, one: SeveralInput, other: SeveralInput, label: str = "", *,
        strictly: bool = False,
    ) -> None:  # fmt: skip
        """``one`` is not after ``other`` in dictionary order; ``strictly``, before ``other``."""
        self._add(Lexicographic(flattened(one), flattened(other), strictly), label)

    def lexicographic_chain(
        self, rows: Iterable[SeveralInput], label: str = "", *, strictly: bool = False
    ) -> None:
        """Each of the rows is not after the next in the order of dictionaries; ``strictly``, before.

        The rows of a matrix, or its columns, ``matrix.T``.
        """
        lists = [flattened(row) for row in rows]
        self._add(LexicographicChain(lists, strictly), label)

    def inverse(self, forth: SeveralInput, back: SeveralInput, label: str = "") -> None:
        """``forth[i] == j`` exactly where ``back[j] == i``, counted from 0."""
        self._add(Inverse(flattened(forth), flattened(back)), label)

    def circuit(self, successor: SeveralInput, label: str = "") -> None:
        """``successor[i]`` is the node after ``i`` on one tour of all nodes, counted from 0."""
        self._add(Circuit(flattened(successor)), label)

    def subcircuit(self, successor: SeveralInput, label: str = "") -> None:
        """One tour of the nodes that are not their own ``successor``, counted from 0."""
        self._add(SubCircuit(flattened(successor)), label)

    def nvalue(self, of: SeveralInput, number: VariablesInput, label: str = "") -> None:
        """There are ``number`` different values."""
        self._add(NValue(flattened(of), number), label)

    def table(
        self, of: SeveralInput, tuples: Iterable[Sequence[Any]] | Callable[..., Any],
        label: str = "", *, negative: bool = False,
    ) -> None:  # fmt: skip
        """Demand that ``of`` equals one of ``tuples``, or none if ``negative``; ``None`` is any value.

        A function in place of tuples is a :meth:`predicate`.
        """
        operands: Any = flattened(of)
        rows: Any = tuples
        if callable(rows):
            self._add(Predicate(self._named_variables(operands), rows, negative), label)
            return
        if hasattr(rows, "itertuples"):  # a pandas table: its rows, not its columns' names
            rows = list(rows.itertuples(index=False, name=None))
        symbols = self._variable_symbols(operands)
        if any(symbols):
            rows = [_numbered_row(row, symbols) for row in checked_tuple(rows, "table", "tuples")]
        kind: Any = Table if _are_plain_variables(operands) else TableOf
        if isinstance(rows, Iterable) and not hasattr(rows, "dtype"):
            rows = tuple(rows)
            if None in chain.from_iterable(row for row in rows if isinstance(row, list | tuple)):
                kind = _table_with_wildcards
        constraint = kind(operands, rows)
        self._add(operators().negation(constraint) if negative else constraint, label)

    def predicate(self, function: Callable[..., Any], of: SeveralInput, label: str = "") -> None:
        """A Python function of the values of ``of``, one argument each, is true.

        A small product of values is written out as a table, for every backend.  Beyond 200,000
        combinations native checks the function where all but one variable are assigned,
        python-constraint takes it as it is, and other backends are ``Unsupported``.

        >>> from nonet.model import ModelBuilder
        >>> build = ModelBuilder()
        >>> x, y = build.variables("xy", range(1, 30))
        >>> build.predicate(lambda a, b: str(a) == str(b)[::-1], [x, y])
        >>> build.add(x - y == 9)
        >>> import nonet
        >>> print(nonet.solve(build).solution)
        x=21 y=12
        """
        self._add(Predicate(self._named_variables(flattened(of)), function), label)

    def _named_variables(self, operands: Any) -> Any:
        """Return the operands, names of variables as variables with the names of their values."""
        if not isinstance(operands, tuple):
            return operands
        return tuple(
            Variable(each, None, self._symbols.get(each)) if isinstance(each, str) else each
            for each in operands
        )

    def regular(self, of: SeveralInput, automaton: Automaton | str, label: str = "") -> None:
        """A word of the automaton, or of a regular expression such as ``"1* 2 [3-5]+"``.

        In the expression ``.`` is any value of the variables, and ``[^2]`` any other than 2.
        """
        operands: Any = flattened(of)
        automaton = self._automaton(operands, automaton)
        kind = Regular if _are_plain_variables(operands) else RegularOf
        self._add(kind(operands, automaton), label)

    def cost_regular(
        self,
        of: SeveralInput,
        automaton: Automaton | str,
        cost: Mapping[Any, int],
        total: VariablesInput,
        label: str = "",
    ) -> None:
        """A word of the automaton, or of a regular expression, that costs ``total``.

        ``cost`` gives the cost of a value, ``{1: 5}``, or of a value read in a state, ``{(state,
        1): 5}``.
        """
        operands: Any = flattened(of)
        accepted = self._automaton(operands, automaton)
        if not isinstance(cost, Mapping):
            raise ModelError(f"cost_regular: what each value costs, {{1: 5}}, not {cost!r}")
        by_value, costs = {}, {}
        for key, price in cost.items():
            if isinstance(key, tuple) and len(key) == 2:
                costs[key[0], self._numbers(key[1], operands, "cost_regular")] = price
            else:
                by_value[self._numbers(key, operands, "cost_regular")] = price
        for state, value, _ in getattr(accepted, "transitions", ()):
            if value in by_value:
                costs.setdefault((state, value), by_value[value])
        triples = [(*arc, price) for arc, price in costs.items()]
        self._add(CostRegular(operands, accepted, triples, total), label)

    def element(
        self,
        array: SeveralInput,
        index: VariablesInput,
        value: VariablesInput,
        first: int = 0,
        label: str = "",
    ) -> None:
        """``array[index - first] == value``; where the index is outside, that does not hold."""
        entries: Any = flattened(array)
        if isinstance(value, Enum) or (isinstance(value, str) and value not in self._domains):
            value = self._numbers(value, entries, "element")
        kind: Any = Element if _are_plain_variables((*entries, index, value)) else ElementOf
        self._add(kind(entries, index, value, first), label)

    def count(
        self,
        of: SeveralInput,
        values: Iterable[int] | Arithmetic | int,
        op: Comparison,
        number: VariablesInput,
        label: str = "",
    ) -> None:
        """Compare the number of operands that take one of the values with a number."""
        operands: Any = flattened(of)
        is_compared = isinstance(values, Arithmetic | Constraint)
        if not is_compared:
            values = self._numbers(values, operands, "count")
        several: Any = (values,) if is_integer(values) else values
        simple = is_integer(number) or _are_plain_variables((number,)) or isinstance(number, float)
        if _are_plain_variables(operands) and simple and not is_compared:
            self._add(Count(operands, several, op, number), label)  # type: ignore[arg-type]
            return
        compared = as_expression(Variable(number) if isinstance(number, str) else number)
        terms = [Variable(each) if isinstance(each, str) else each for each in operands]
        if not isinstance(op, str) or op not in COMPARE:
            raise ModelError(f"count: {short_repr(op)} is none of {', '.join(COMPARE)}")
        compare: Any = COMPARE[op]
        self._add(compare(count_of(terms, values), compared), label)

    def among(
        self,
        of: SeveralInput,
        values: Iterable[int],
        least: int,
        most: int,
        label: str = "",
    ) -> None:
        """From ``least`` to ``most`` operands take one of the values."""
        operands = flattened(of)
        if is_integer(least) and is_integer(most) and least > most:
            raise ModelError(f"among: at least {least} and at most {most} is never true")
        self._add(Among(operands, self._numbers(values, operands, "among"), least, most), label)

    def precedence(self, of: SeveralInput, order: Iterable[int], label: str = "") -> None:
        """Each value of ``order`` occurs only after the value before in ``order``."""
        operands = flattened(of)
        self._add(Precedence(operands, self._numbers(tuple(order), operands, "precedence")), label)

    # -- tasks ---------------------------------------------------------------------

    def interval(
        self,
        start: VariablesInput,
        size: VariablesInput,
        end: VariablesInput | None = None,
        *,
        present: VariablesInput = 1,
        label: str = "",
    ) -> Interval:
        """Return a task that starts at ``start`` and takes ``size``, as for ``no_overlap``.

        Where ``end`` is given, ``start + size == end`` is added.  ``present`` is an expression or a
        constraint: an optional task takes part where the expression is not 0, or the constraint
        holds, and only then its end is ``start + size``.
        """
        begins, lasts, takes_part = (
            as_expression(Variable(each) if isinstance(each, str) else each)
            for each in (start, size, present)
        )
        length = as_affine(lasts)
        if self._domains.keys() >= {*length.scope}:
            least = length.possible_values(self._domains).base
            if least < 0:
                raise ModelError(f"interval: the size {length} can be {least}: none is negative")
        if end is None:
            return Interval(begins, lasts, begins + lasts, takes_part)
        ends = as_expression(Variable(end) if isinstance(end, str) else end)
        task = Interval(begins, lasts, ends, takes_part)
        adds_up = begins + lasts == ends
        self._add((takes_part != 0).implies(adds_up) if task.is_optional else adds_up, label)
        return task

    @overload
    def no_overlap(
        self, start: SeveralInput, duration: SeveralInput, label: str = "",
        *, present: SeveralInput = (),
    ) -> None: ...  # fmt: skip
    @overload
    def no_overlap(self, start: Iterable[Interval], *, label: str = "") -> None: ...
    def no_overlap(
        self, start: Any, duration: Any = None, label: str = "", *, present: Any = ()
    ) -> None:
        """For any two tasks, one task has ended when the other starts.

        Tasks are starts and durations, or intervals. ``present`` are expressions or constraints,
        one a task: where its own is 0, or does not hold, an optional task takes no part.
        """
        tasks = flattened(start)
        if are_intervals(tasks):
            _check_absent("no_overlap", duration=duration, present=present or None)
            self._add(NoOverlap(*_starts_and_sizes(tasks), presence(tasks)), label)
            return
        _check_given("no_overlap", duration=duration)
        self._add(NoOverlap(tasks, flattened(duration), flattened(present)), label)

    @overload
    def no_overlap_2d(
        self,
        x: SeveralInput,
        y: SeveralInput,
        width: SeveralInput,
        height: SeveralInput,
        label: str = "",
        *,
        present: SeveralInput = (),
    ) -> None: ...
    @overload
    def no_overlap_2d(
        self, x: Iterable[Interval], y: Iterable[Interval], *, label: str = ""
    ) -> None: ...
    def no_overlap_2d(
        self, x: Any, y: Any, width: Any = None, height: Any = None, label: str = "", *,
        present: Any = (),
    ) -> None:  # fmt: skip
        """Rectangles at ``x[i]``, ``y[i]`` of ``width[i]`` by ``height[i]`` do not overlap.

        ``x`` and ``y`` may be intervals, of the width and the height.  ``present`` are expressions
        or constraints, one a rectangle: an absent rectangle overlaps none.
        """
        across, along = flattened(x), flattened(y)
        if are_intervals(across) and are_intervals(along):
            _check_absent("no_overlap_2d", width=width, height=height, present=present or None)
            if len(across) != len(along):
                raise ModelError(
                    f"no_overlap_2d: {len(across)} intervals on x and {len(along)} on y: give as "
                    "many of each"
                )
            (columns, widths), (lines, heights) = map(_starts_and_sizes, (across, along))
            self._add(NoOverlap2D(columns, lines, widths, heights, presence(across, along)), label)
            return
        _check_given("no_overlap_2d", width=width, height=height)
        parts = map(flattened, (across, along, width, height, present))
        self._add(NoOverlap2D(*parts), label)

    @overload
    def cumulative(
        self,
        start: SeveralInput,
        duration: SeveralInput,
        demand: SeveralInput,
        capacity: VariablesInput,
        label: str = "",
        *,
        present: SeveralInput = (),
    ) -> None: ...
    @overload
    def cumulative(
        self,
        start: Iterable[Interval],
        demand: SeveralInput,
        capacity: VariablesInput,
        *,
        label: str = "",
    ) -> None: ...
    def cumulative(  # type: ignore[misc]
        self, start: Any, duration: Any = None, demand: Any = None, capacity: Any = None,
        label: str = "", *, present: Any = (),
    ) -> None:  # fmt: skip
        """At every time, the tasks under way need ``capacity`` together, or less.

        Tasks are starts and durations, or intervals: ``cumulative(tasks, demand, capacity)``.
        ``present`` are expressions or constraints, one a task: where its own is 0, or does not
        hold, an optional task takes no part.
        """
        tasks = flattened(start)
        if are_intervals(tasks):
            given = [each for each in (duration, demand, capacity) if each is not None]
            if len(given) != 2:
                raise TypeError("cumulative() of intervals takes their demands and a capacity")
            _check_absent("cumulative", present=present or None)
            parts = (*_starts_and_sizes(tasks), flattened(given[0]))
            self._add(Cumulative(*parts, given[1], presence(tasks)), label)
            return
        _check_given("cumulative", duration=duration, demand=demand, capacity=capacity)
        lists = tasks, flattened(duration), flattened(demand)
        self._add(Cumulative(*lists, capacity, flattened(present)), label)

    def reservoir(
        self,
        time: SeveralInput,
        change: SeveralInput,
        least: int,
        most: int,
        label: str = "",
        *,
        present: SeveralInput = (),
    ) -> None:
        """A store's level, 0 at the start, is from ``least`` to ``most`` at every time.

        At ``time[i]`` the level changes by ``change[i]``. ``present`` are expressions or
        constraints, one an event: where its own is 0, or does not hold, an event does not happen.
        """
        events = flattened(time), flattened(change)
        self._add(Reservoir(*events, least, most, flattened(present)), label)

    def bin_packing(
        self,
        bin: SeveralInput,
        size: Iterable[int],
        load: SeveralInput,
        label: str = "",
        *,
        at_most: bool = False,
    ) -> None:
        """Item ``i`` of ``size[i]`` is in ``bin[i]``; bin ``b`` holds ``load[b]``, or at most."""
        self._add(BinPacking(flattened(bin), tuple(size), flattened(load), at_most), label)


def _numbered_row(row: Any, symbols: list[Symbols | None]) -> Any:
    if isinstance(row, str) or not isinstance(row, Iterable):
        return row
    values = tuple(row)
    if len(values) != len(symbols):
        return values
    pairs = zip(values, symbols, strict=True)
    return tuple(value_number(value, [names], "table") for value, names in pairs)


def _table_with_wildcards(operands: tuple[Any, ...], rows: tuple[Any, ...]) -> AnyOf:
    """Return the constraint that some tuple matches; ``None`` in a tuple matches any value."""
    terms = [as_expression(Variable(each) if isinstance(each, str) else each) for each in operands]
    terms = [Expression(term.terms, term.constant, term.owner) for term in terms]  # no names
    groups: list[tuple[Constraint, ...]] = []
    plain = [row for row in rows if None not in row]
    if plain:
        groups.append((TableOf(operands, plain),))
    for row in rows:
        if len(row) != len(terms):
            raise ModelError(f"table: {short_repr(row)} has {len(row)} values, not {len(terms)}")
        if all(value is None for value in row):
            raise ModelError(f"table: {short_repr(row)} is any tuple: leave it out, or the table")
        if None in row:
            pairs = zip(terms, row, strict=True)
            groups.append(tuple(term == value for term, value in pairs if value is not None))
    return AnyOf(tuple(groups))


def _are_plain_variables(things: Any) -> bool:
    """Whether each is a variable or a name (or something that a primitive refuses by name)."""
    if isinstance(things, str) or not isinstance(things, tuple):
        return True
    return bool(things) and not any(
        is_integer(each) or isinstance(each, Constraint)
        or (isinstance(each, Arithmetic) and not isinstance(each, Variable))
        for each in things
    )  # fmt: skip


def _starts_and_sizes(
    tasks: Iterable[Interval],
) -> tuple[tuple[Arithmetic, ...], tuple[Arithmetic, ...]]:
    tasks = tuple(tasks)
    return tuple(task.start for task in tasks), tuple(task.size for task in tasks)


def _check_given(method: str, **arguments: Any) -> None:
    """Raise ``TypeError``, as Python does, for an argument that is missing."""
    missing = [repr(name) for name, value in arguments.items() if value is None]
    if missing:
        plural = "s" if len(missing) > 1 else ""
        names = ", ".join(missing)
        raise TypeError(f"{method}() missing {len(missing)} required argument{plural}: {names}")


def _check_absent(method: str, **arguments: Any) -> None:
    for name, value in arguments.items():
        if value is not None:
            raise TypeError(f"{method}() of intervals takes no {name!r}: each interval has its own")
