"""Comparing: automata that say how two lines compare, for ``filters/comparisons.py``.

A full rank compares its line with all lines that may begin with the same value; on each side of the
grid exactly one line begins with this value.  So lines with one answer cell are one record, with
the unit that contains their first cells: while no other cell of the unit can have the value, one of
the lines begins with the value.

>>> from nonet.model import Automaton
>>> arcs = [(0, 1, 1), (0, 2, 2), (0, 3, 2), (1, 1, 3), (1, 2, 4), (1, 3, 5)]
>>> arcs += [(2, v, 9) for v in (1, 2, 3)] + [(9, v, 6) for v in (1, 2, 3)]
>>> arcs += [(3, 2, 7), (3, 3, 7), (4, 1, 8), (4, 3, 7), (5, 1, 8), (5, 2, 8)]
>>> arcs += [(7, 1, 10), (8, 0, 10), (6, 0, 10), (6, 1, 10)]
>>> recognise(Automaton(0, {10}, arcs), 0, 0b1110, 4)     # of one place
Comparison(initial_values=2, answers=(1, 2), ties_are_no=False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from nonet.backends.lockstep.bit_masks import bit_indices
from nonet.backends.lockstep.layouts.comparisons import ComparedLine, ComparisonCell, pack
from nonet.backends.lockstep.numbered_cells import MAX_VALUES
from nonet.model import Automaton


class Comparison(NamedTuple):
    """The comparison of two lines: the first line's initial values, the answers no and yes (masks),
    and whether ties mean no.

    See ``filters/comparisons.py``.
    """

    initial_values: int
    answers: tuple[int, int]
    ties_are_no: bool


def compared_line(
    automaton: Automaton,
    base: int,
    cells: Sequence[int],
    where: Sequence[int],
    differ: Callable[[Sequence[int]], int],
) -> tuple[ComparisonCell, ComparedLine] | None:
    """Return a compared line and its answer cell, if the automaton compares lines and the cells of
    both lines ``differ``; else ``None``."""
    recognised = recognise(automaton, base, reduce(or_, where[:-1]), len(where))
    if recognised is None or where[-1] & ~sum(recognised.answers):
        return None
    first, second = tuple(cells[1:-1:2]), tuple(cells[2:-1:2])
    if not (differ((cells[0], *first)) and differ(second)):
        return None
    answer = ComparisonCell(cells[-1], recognised.initial_values, recognised.answers)
    return answer, ComparedLine(cells[0], first, second, recognised.ties_are_no)


def comparison_records(
    compared: Mapping[ComparisonCell, Sequence[ComparedLine]],
    units: Sequence[Sequence[int]],
    full: Sequence[int],
) -> Iterator[int]:
    """Yield the records of lines, by answer cell; ``full`` are the masks of all cells."""
    masks = [reduce(or_, map(full.__getitem__, unit)) for unit in units]
    complete = [
        (set(unit), mask)
        for unit, mask in zip(units, masks, strict=True)
        if mask.bit_count() == len(unit)
    ]
    for answer, lines in compared.items():
        first = {line.first for line in lines}
        pairs = (
            unit - first
            for unit, mask in complete
            if first <= unit and mask & answer.initial_values
        )
        beside = next(pairs, None)
        yield from pack(answer, lines, None if beside is None else sorted(beside))


@lru_cache(maxsize=256)
def recognise(automaton: Automaton, base: int, values: int, count: int) -> Comparison | None:
    """Return the comparison of two lines that an automaton over ``count`` cells states; ``None`` if
    the automaton has another meaning.

    The automaton reads the first value of one line, then values of both in turn, then 0 or 1: 1
    says that the line with this first value is less than the other, which matters if the line
    begins with some value.
    """
    if count < 4 or count % 2 or not -MAX_VALUES < base <= 0:  # no cell could be 0 or 1
        return None
    of_target: dict[int | None, int] = {}
    for value in bit_indices(values):
        target = automaton.step.get((automaton.start, value + base))
        of_target[target] = of_target.get(target, 0) | 1 << value
    begins = [mask for mask in of_target.values() if mask.bit_count() == 1]
    if len(of_target) == 2 and None not in of_target and len(begins) == 1:
        for ties in (False, True):
            where = (*[values] * (count - 1), 0b11 << -base)
            if _is_comparison(automaton, base, where, begins[0].bit_length() - 1, ties):
                return Comparison(begins[0], (1 << -base, 0b10 << -base), ties)
    return None


_OTHER, _LESS, _GREATER, _EQUAL = range(-4, 0)
"""The knowledge of two lines: not compared, or compared so far; a number from 0 on is a value of
the first line."""


def _is_comparison(
    automaton: Automaton, base: int, where: tuple[int, ...], begins: int, ties: bool
) -> bool:
    """Whether each state stands for a knowledge of two lines, and has exactly the transitions of
    this knowledge."""
    step = automaton.step.get
    layer = {automaton.start: _EQUAL}
    for place, values in enumerate(where):
        remaining = len(where) - 1 - place
        after: dict[int, int] = {}
        for state, known in layer.items():
            for value in bit_indices(values):
                if place == 0:
                    then: int | None = _EQUAL if value == begins else _OTHER
                elif remaining:
                    then = _next_state(known, value)
                    if remaining == 1 and then == _EQUAL and not ties:
                        then = None
                else:
                    agrees = known == _OTHER or (known == _LESS) == value + base
                    then = _OTHER if agrees else None
                target = step((state, value + base))
                if (target is None) != (then is None):
                    return False
                if (
                    target is not None
                    and then is not None
                    and after.setdefault(target, then) != then
                ):
                    return False
        layer = after
    return automaton.accepting.issuperset(layer)


def _next_state(known: int, value: int) -> int:
    """Return the knowledge of two lines after a further value."""
    if known == _EQUAL:
        return value
    if known < 0:
        return known
    return _EQUAL if known == value else _LESS if known < value else _GREATER
