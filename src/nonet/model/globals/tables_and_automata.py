"""Constraints that a table, an automaton or a Python function gives.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y = Variable("x"), Variable("y")
>>> TableOf([x + y, x - y], [(5, 1), (7, 3)]).holds({"x": 3, "y": 2})
True
>>> shifts = Automaton(0, {0, 1}, {(0, 0): 0, (0, 1): 1, (1, 0): 0})  # never 1 twice in a row
>>> RegularOf([x + 1, y], shifts).holds({"x": 0, "y": 1})
False
>>> CostRegular([x, y], shifts, [(0, 1, 5), (1, 0, 2)], 7).holds({"x": 1, "y": 0})
True
>>> is_square = Predicate([x + y], lambda value: round(value**0.5) ** 2 == value)
>>> is_square.holds({"x": 7, "y": 2}), is_square.holds({"x": 7, "y": 3})
(True, False)
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any

from nonet.deadline import check_size, listed
from nonet.errors import ModelError, quantity
from nonet.model.constraints.base import (
    TABLE_LIMIT,
    Assignment,
    Constraint,
    Decomposition,
    FreshName,
)
from nonet.model.constraints.primitives import Table
from nonet.model.constraints.regular import Automaton, Regular, check_automaton
from nonet.model.domain import Domain
from nonet.model.expressions.affine import Affine, minus
from nonet.model.expressions.arithmetic import as_affine
from nonet.model.expressions.composed import Composed, global_constraint, list_text, values_of
from nonet.model.expressions.encoding import NEGATIONS, Encoder, false_constraint
from nonet.model.integers import checked_integers, checked_tuple, short_repr
from nonet.model.symbols import Symbols


@global_constraint
class TableOf(Composed):
    """The values of the expressions, in order, form a tuple of ``tuples``."""

    method = "table"
    of: tuple[Affine, ...]
    tuples: frozenset[tuple[int, ...]]

    def _check_fields(self) -> None:
        names = tuple(map(str, range(len(self.of))))
        if names:
            tuples = Table(names, self.tuples, rule=self.rule).tuples
        else:
            tuples = frozenset(map(tuple, checked_tuple(self.tuples, self, "tuples")))
        object.__setattr__(self, "tuples", tuples)

    def holds(self, assignment: Assignment) -> bool:
        return tuple(values_of(self.of, assignment)) in self.tuples

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        return (Table(tuple(map(encoder.variable_for, self.of)), self.tuples),)


@global_constraint
class RegularOf(Composed):
    """The values of the expressions, in order, take ``automaton`` to an accepting state."""

    method = "regular"
    of: tuple[Affine, ...]
    automaton: Automaton

    _check_fields = check_automaton

    def holds(self, assignment: Assignment) -> bool:
        return self.automaton.accepts(values_of(self.of, assignment))

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        return (Regular(tuple(map(encoder.variable_for, self.of)), self.automaton),)


@global_constraint
class CostRegular(Composed):
    """``automaton`` accepts the values of ``of``, and its transitions cost ``total`` together.

    ``costs`` are triples (state, value, cost); a transition without a triple costs 0.

    Source: Demassey, Pesant and Rousseau, "A cost-regular based hybrid column generation approach",
    Constraints 11, 2006.
    """

    method = "cost_regular"
    of: tuple[Affine, ...]
    automaton: Automaton
    costs: tuple[tuple[int, int, int], ...]
    total: Affine

    def _check_fields(self) -> None:
        check_automaton(self)
        triples = []
        for triple in checked_tuple(self.costs, self, "costs"):
            numbers = checked_integers(triple, self, "cost")
            if len(numbers) != 3:
                raise ModelError(
                    f"{self.description}: a cost is (state, value, cost), not {short_repr(triple)}"
                )
            triples.append((numbers[0], numbers[1], numbers[2]))
        if len({triple[:2] for triple in triples}) < len(triples):
            raise ModelError(f"{self.description}: a state and a value have two costs")
        object.__setattr__(self, "costs", tuple(sorted(triples)))

    def holds(self, assignment: Assignment) -> bool:
        state, total = self.automaton.start, 0
        costs = {(before, value): cost for before, value, cost in self.costs}
        for value in values_of(self.of, assignment):
            if (state, value) not in self.automaton.step:
                return False
            total += costs.get((state, value), 0)
            state = self.automaton.step[state, value]
        return state in self.automaton.accepting and total == self.total.value(assignment)

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        """Yield definitions of the state and the cost after each value, and the total.

        State 0 is that of a word refused, which goes on to itself and costs nothing.
        """
        step, total = self.automaton.step, Affine(())
        if not self.of:
            yield from encoder.linear_constraints(self.total, "==", 0)
            if self.automaton.start not in self.automaton.accepting:
                yield false_constraint(encoder.domains)
            return
        costs = {(state, value): cost for state, value, cost in self.costs}
        number = {self.automaton.start: 1}
        names = {1: self.automaton.start}
        reached, before = {1}, ""
        alphabet = {value for _, value in step}
        for expression in self.of:
            read = encoder.symbol_variable(expression, alphabet)
            values = encoder.domains[read]
            what = f"the rows of {self.description}"
            check_size(len(reached) * len(values), what)
            rows = set[tuple[int, ...]]()
            for state in reached:
                for value in listed(values, len(values), what):
                    arc = names.get(state, 0), value
                    # all words have a row, so that the definition holds for refused ones as well: a
                    # negation needs it
                    if not state or arc not in step:
                        rows.add((state, value, 0, 0))
                        continue
                    after = number.setdefault(step[arc], len(number) + 1)
                    names[after] = step[arc]
                    rows.add((state, value, after, costs.get(arc, 0)))
            reached = {row[2] for row in rows}
            following = encoder.new_variable("state", Domain.of(reached))
            cost = encoder.new_variable("cost", Domain.of({row[3] for row in rows}))
            scope = (before, read, following, cost) if before else (read, following, cost)
            encoder.define(Table(scope, frozenset(row[4 - len(scope) :] for row in rows)))
            total = Affine((*total.terms, (cost, 1)))
            before = following
        accepting = {number[state] for state in self.automaton.accepting if state in number}
        yield Table((before,), frozenset((state,) for state in accepting & reached))
        yield from encoder.linear_constraints(minus(total, self.total), "==", 0)


@dataclass(frozen=True)
class Predicate(Constraint):
    """``function`` of the values of the expressions ``of``, in order, is true (not if ``negated``).

    The function must answer alike for equal values.  It is given integers, and where values have
    names, these.  Up to 200,000 combinations of values are written out as a table; beyond, native and
    python-constraint call the function as they search, and other backends decline it.

    Raises ``ModelError`` for what takes another number of values, and, when it is called, for an
    exception inside it, or ``None`` as its result.
    """

    scope: tuple[str, ...] = field(init=False)
    of: tuple[Affine, ...]
    function: Callable[..., Any]
    negated: bool = False
    names: tuple[Symbols | None, ...] = field(default=(), repr=False)
    """The names of the values of each expression, where there are some."""

    def __post_init__(self) -> None:
        if not callable(self.function) or inspect.isroutine(self.of):
            raise ModelError(
                f"a predicate is a function, not {short_repr(self.function)}: write "
                "build.predicate(rule, [x, y])"
            )
        operands = checked_tuple(self.of, self, "expressions")
        for operand in operands:
            self.set_owner(getattr(operand, "owner", None))
        names = tuple(getattr(operand, "symbols", None) for operand in operands)
        converted = tuple(map(as_affine, operands))
        scope = tuple(dict.fromkeys(name for part in converted for name in part.scope))
        self.__dict__.update(of=converted, scope=scope, names=self.names or names)
        try:
            inspect.signature(self.function).bind(*operands)
        except TypeError as error:
            raise ModelError(
                f"{self._name} of {quantity(len(operands), 'value')}: {error}"
            ) from None
        except ValueError:  # functions of C may hide what they take
            pass

    @property
    def _name(self) -> str:
        name = getattr(self.function, "__name__", type(self.function).__name__)
        return "the function" if name == "<lambda>" else str(name)

    def holds(self, assignment: Assignment) -> bool:
        values: list[Any] = [part.value(assignment) for part in self.of]
        for place, symbols in enumerate(self.names):
            if symbols is not None:
                values[place] = symbols.declared_value(values[place])
        call = f"{self._name}({', '.join(map(repr, values))})"
        try:
            result = self.function(*values)
        except Exception as error:
            trace = error.__traceback__
            while trace is not None and trace.tb_next is not None:
                trace = trace.tb_next
            line = (
                f" (line {trace.tb_lineno} of {trace.tb_frame.f_code.co_filename})" if trace else ""
            )
            raise ModelError(
                f"{call} raised {type(error).__name__}: {error}{line}: a predicate has an answer for "
                "all values of its variables"
            ) from error
        if result is None:
            raise ModelError(f"{call} returned None: a predicate returns True or False")
        return bool(result) != self.negated

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        for part in self.of:
            part.check_domains(domains)

    @property
    def formula(self) -> str:
        text = f"{self._name.removeprefix('the ')}({list_text(self.of)[1:-1]})"
        return f"~{text}" if self.negated else text

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition | None:
        if prod(len(domains[name]) for name in self.scope) > TABLE_LIMIT:
            return None
        return Decomposition((Table.of_test(self.scope, domains, self.holds, rule=self.rule),))


NEGATIONS[Predicate] = lambda each, domains: replace(each, negated=not each.negated)
