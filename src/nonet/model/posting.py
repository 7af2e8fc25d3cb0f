"""What a builder adds by name: the primitives and the globals, over variables or expressions.

Over variables alone a primitive is added as it is; over expressions, the constraint of
``globals/`` that says the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from nonet.errors import ModelError
from nonet.model.constraints import (
    AllDifferent,
    Automaton,
    Constraint,
    Count,
    Element,
    Regular,
    Table,
)
from nonet.model.constraints.linear import COMPARE, Comparison
from nonet.model.expressions.arithmetic import Arithmetic, Variable, expression
from nonet.model.expressions.functions import Term, count_of
from nonet.model.globals import (
    AllEqual,
    Among,
    BinPacking,
    Cardinality,
    Circuit,
    Cumulative,
    Distinct,
    ElementOf,
    Increasing,
    Inverse,
    Lexicographic,
    NoOverlap,
    Precedence,
    RegularOf,
    TableOf,
)
from nonet.model.integers import is_integer, shown

Given = Term | str
"""An expression, or the name of a variable."""


class Posting(ABC):
    """The methods of a builder that add one constraint each; every one takes ``label``.

    Where a list of expressions is taken, names of variables will do, and so will a matrix.
    """

    @abstractmethod
    def _add(self, constraint: Constraint, label: str) -> None: ...

    def all_different(
        self, of: Iterable[Given], label: str = "", *, except_value: int | None = None
    ) -> None:
        """Pairwise different; ``except_value`` may occur again."""
        found = _each(of)
        if except_value is None and _plain(found):
            self._add(AllDifferent(found), label)
        else:
            self._add(Distinct(found, except_value), label)

    def all_equal(self, of: Iterable[Given], label: str = "") -> None:
        """All of one value."""
        self._add(AllEqual(_each(of)), label)

    def increasing(self, of: Iterable[Given], label: str = "", *, strictly: bool = False) -> None:
        """Each at least the one before; ``strictly``, more."""
        self._add(Increasing(_each(of), int(strictly)), label)

    def cardinality(
        self,
        of: Iterable[Given],
        numbers: Mapping[int, Given],
        label: str = "",
        *,
        closed: bool = False,
    ) -> None:
        """Each value of ``numbers`` occurs as often as it says; ``closed``, and no other does."""
        if not isinstance(numbers, Mapping):
            raise ModelError(f"cardinality: how often each value occurs, {{1: 2}}, not {numbers!r}")
        values, often = tuple(numbers), tuple(numbers.values())
        self._add(Cardinality(_each(of), values, often, closed), label)

    def lexicographic(
        self, one: Iterable[Given], other: Iterable[Given], label: str = "", *,
        strictly: bool = False,
    ) -> None:  # fmt: skip
        """``one`` is not after ``other`` in the order of dictionaries; ``strictly``, before it."""
        self._add(Lexicographic(_each(one), _each(other), strictly), label)

    def inverse(self, forth: Iterable[Given], back: Iterable[Given], label: str = "") -> None:
        """``forth[i] == j`` exactly where ``back[j] == i``, counted from 0."""
        self._add(Inverse(_each(forth), _each(back)), label)

    def circuit(self, successor: Iterable[Given], label: str = "") -> None:
        """``successor[i]`` is the node after ``i`` on one tour of all nodes, counted from 0."""
        self._add(Circuit(_each(successor)), label)

    def no_overlap(
        self, start: Iterable[Given], duration: Iterable[Given], label: str = ""
    ) -> None:
        """Of any two tasks, one has ended when the other starts."""
        self._add(NoOverlap(_each(start), _each(duration)), label)

    def cumulative(
        self,
        start: Iterable[Given],
        duration: Iterable[Given],
        demand: Iterable[Given],
        capacity: Given,
        label: str = "",
    ) -> None:
        """At every time, the tasks under way need ``capacity`` together, or less."""
        tasks = _each(start), _each(duration), _each(demand)
        self._add(Cumulative(*tasks, capacity), label)

    def bin_packing(
        self,
        bin: Iterable[Given],
        size: Iterable[int],
        load: Iterable[Given],
        label: str = "",
        *,
        at_most: bool = False,
    ) -> None:
        """Item ``i`` of ``size[i]`` is in ``bin[i]``; bin ``b`` holds ``load[b]``, or at most."""
        self._add(BinPacking(_each(bin), tuple(size), _each(load), at_most), label)

    def table(self, of: Iterable[Given], tuples: Iterable[Sequence[int]], label: str = "") -> None:
        """One of the tuples."""
        found: Any = _each(of)
        rows: Any = tuples
        self._add(Table(found, rows) if _plain(found) else TableOf(found, rows), label)

    def regular(self, of: Iterable[Given], automaton: Automaton, label: str = "") -> None:
        """A word of the automaton."""
        found: Any = _each(of)
        kind = Regular if _plain(found) else RegularOf
        self._add(kind(found, automaton), label)

    def element(
        self,
        array: Iterable[Given],
        index: Given,
        value: Given,
        first: int = 0,
        label: str = "",
    ) -> None:
        """``array[index - first] == value``; where the index is outside, that does not hold."""
        entries: Any = _each(array)
        kind: Any = Element if _plain((*entries, index, value)) else ElementOf
        self._add(kind(entries, index, value, first), label)

    def count(
        self,
        of: Iterable[Given],
        values: Iterable[int] | Arithmetic | int,
        op: Comparison,
        number: Given,
        label: str = "",
    ) -> None:
        """How many take one of the values, compared with a number."""
        found: Any = _each(of)
        whole: Any = (values,) if is_integer(values) else values
        simple = is_integer(number) or _plain((number,)) or isinstance(number, float)
        if _plain(found) and simple and not isinstance(values, Arithmetic):
            self._add(Count(found, whole, op, number), label)  # type: ignore[arg-type]
            return
        compared = expression(Variable(number) if isinstance(number, str) else number)
        terms = [Variable(each) if isinstance(each, str) else each for each in found]
        if not isinstance(op, str) or op not in COMPARE:
            raise ModelError(f"count: {shown(op)} is none of {', '.join(COMPARE)}")
        compare: Any = COMPARE[op]
        self._add(compare(count_of(terms, values), compared), label)

    def among(
        self, of: Iterable[Given], values: Iterable[int], least: int, most: int, label: str = ""
    ) -> None:
        """From ``least`` to ``most`` take one of the values."""
        self._add(Among(_each(of), values, least, most), label)

    def precedence(self, of: Iterable[Given], order: Iterable[int], label: str = "") -> None:
        """Each value of ``order`` occurs only after the one before it in ``order`` has."""
        self._add(Precedence(_each(of), tuple(order)), label)


def _each(things: Any) -> Any:
    """The things of a sequence, of a matrix row by row; a text is no sequence of names."""
    if isinstance(things, str) or not hasattr(things, "__iter__"):
        return things
    return tuple(getattr(things, "flat", things))


def _plain(things: Any) -> bool:
    """Whether each is a variable or a name (or something that a primitive refuses by name)."""
    if isinstance(things, str) or not isinstance(things, tuple):
        return True
    return not any(
        is_integer(each) or isinstance(each, Constraint)
        or (isinstance(each, Arithmetic) and not isinstance(each, Variable))
        for each in things
    )  # fmt: skip
