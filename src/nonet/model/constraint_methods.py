"""The methods of a builder that add primitives and globals, over variables or expressions.

Over variables alone a primitive is added unchanged; over expressions, the constraint of
``globals/`` with the same meaning.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from itertools import chain
from typing import Any

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
from nonet.model.expressions.arithmetic import (
    Arithmetic,
    Expression,
    Variable,
    as_affine,
    as_expression,
)
from nonet.model.expressions.functions import count_of
from nonet.model.globals import (
    AllEqual,
    Among,
    Cardinality,
    Circuit,
    CostRegular,
    Distinct,
    ElementOf,
    Increasing,
    Inverse,
    Lexicographic,
    LexicographicChain,
    NValue,
    Precedence,
    RegularOf,
    SubCircuit,
    TableOf,
)
from nonet.model.integers import checked_tuple, is_integer, short_repr
from nonet.model.operand_inputs import SeveralInput, VariablesInput, flattened
from nonet.model.operators import operators
from nonet.model.scheduling_methods import SchedulingMethods
from nonet.model.symbols import Symbols, value_number
from nonet.model.usage import with_explained_methods

MAX_PATTERN_VALUES = 100_000
"""Most values, of all variables together, that a regular expression may speak of."""


@with_explained_methods
class ConstraintMethods(SchedulingMethods):
    """The methods of a builder that add one constraint each; every one takes ``label``.

    Where a list of expressions is taken, names of variables will do, and so will a matrix.
    """

    @abstractmethod
    def _symbols_of(self, name: str) -> Symbols | None:
        """Return the names of a variable's values, or ``None``."""

    @abstractmethod
    def _is_variable(self, name: str) -> bool:
        """Whether a variable has a name."""

    def _automaton(self, operands: Any, automaton: Automaton | str) -> Automaton:
        """Return an automaton, or the automaton of a regular expression over some operands."""
        if not isinstance(automaton, str):
            return automaton
        values = self._possible_values(operands)
        return Automaton.from_pattern(automaton, values, self._variable_symbols(operands))

    def _possible_values(self, of: Any) -> set[int]:
        """Return all values that some expressions or names of variables can take."""
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
        """Return the names of the values of each of some expressions or names of variables."""
        return [
            self._symbols_of(each) if isinstance(each, str) else getattr(each, "symbols", None)
            for each in (of if isinstance(of, tuple) else (of,))
        ]

    def _numbers(self, values: Any, of: Any, context: str) -> Any:
        """Return values, or a single value, with integers in place of names."""
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
        self, of: SeveralInput, tuples: Iterable[Sequence[Any]], label: str = "",
        *, negative: bool = False,
    ) -> None:  # fmt: skip
        """Demand that ``of`` equals one of ``tuples``, or none if ``negative``; ``None`` is any value."""
        operands: Any = flattened(of)
        rows: Any = tuples
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
        if isinstance(value, Enum) or (isinstance(value, str) and not self._is_variable(value)):
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
        if not isinstance(values, Arithmetic):
            values = self._numbers(values, operands, "count")
        several: Any = (values,) if is_integer(values) else values
        simple = is_integer(number) or _are_plain_variables((number,)) or isinstance(number, float)
        if _are_plain_variables(operands) and simple and not isinstance(values, Arithmetic):
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
            raise ModelError(f"among: at least {least} and at most {most} is never so")
        self._add(Among(operands, self._numbers(values, operands, "among"), least, most), label)

    def precedence(self, of: SeveralInput, order: Iterable[int], label: str = "") -> None:
        """Each value of ``order`` occurs only after the value before in ``order``."""
        operands = flattened(of)
        self._add(Precedence(operands, self._numbers(tuple(order), operands, "precedence")), label)


def _numbered_row(row: Any, symbols: list[Symbols | None]) -> Any:
    """Return a tuple of a table with the integers of named values, column by column."""
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
    return not any(
        is_integer(each) or isinstance(each, Constraint)
        or (isinstance(each, Arithmetic) and not isinstance(each, Variable))
        for each in things
    )  # fmt: skip
