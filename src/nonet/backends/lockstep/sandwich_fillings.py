"""Sandwiches: which constraints ``filters/sandwiches.py`` takes, and their fillings.

An automaton that reads two slices of bread, and a sum between, determines for different cells the
sets that may lie between.  While the automaton reads the filling, the sum so far determines its
state.  A lunchbox, whose bread is the least and the greatest of its values, has fillings for each
two values.

>>> from nonet.model import Automaton
>>> arcs = [(0, 1, 1), (0, 4, 1), (1, 2, 2), (2, 1, 3), (2, 4, 3)]
>>> automaton_fillings(Automaton(0, {3}, arcs), 1, 0b1111, 3)  # 1, 2, 4 and 4, 2, 1
((1, 8, 2, 4),)
"""

from __future__ import annotations

from functools import lru_cache

from nonet.backends.lockstep.bit_masks import bit_indices
from nonet.backends.lockstep.layouts.sandwiches import Filling
from nonet.model import Automaton

MAX_FILLINGS = 512
"""With more, a sandwich is told by its automaton, or as a choice."""

MAX_CELLS_BETWEEN = 14
"""Values that may lie between, of which all sets are looked at."""

_Label = int
"""The sum between so far; ``_BEFORE`` the first slice, or ``_AFTER`` the second."""
_BEFORE, _AFTER = -2, -1


def automaton_fillings(
    automaton: Automaton, base: int, values: int, count: int
) -> tuple[Filling, ...] | None:
    """The fillings that an automaton accepts in ``count`` cells of ``values``, which differ.

    ``None`` if the automaton has another meaning, or there are too many fillings.
    """
    if base < 0 or not 2 <= count <= values.bit_count() <= MAX_CELLS_BETWEEN + 2:
        return None
    of_target: dict[int, int] = {}
    for value in bit_indices(values):
        target = automaton.step.get((automaton.start, value + base))
        if target is not None:
            of_target[target] = of_target.get(target, 0) | 1 << value
    for bread in of_target.values():
        if bread.bit_count() == 2:
            totals = _sandwich_totals(automaton, base, values, bread, count)
            if totals is not None:
                low, high = (1 << place for place in bit_indices(bread))
                fillings = [
                    (low, high, between, values & ~bread & ~between)
                    for total in totals
                    for between in _sets_by_sum(values & ~bread, base).get(total, ())
                    if between.bit_count() <= count - 2
                ]
                return tuple(fillings) if 0 < len(fillings) <= MAX_FILLINGS else None
    return None


def _sandwich_totals(
    automaton: Automaton, base: int, values: int, bread: int, count: int
) -> frozenset[int] | None:
    """Return the sums that may lie between two slices of bread, if the automaton states nothing
    else; else ``None``."""
    step = automaton.step.get
    slices = [place + base for place in bit_indices(bread)]
    others = [place + base for place in bit_indices(values & ~bread)]
    layers: list[dict[int, _Label]] = [{automaton.start: _BEFORE}]
    missing: list[set[tuple[_Label, _Label]]] = []
    totals: set[int] = set()
    for _ in range(count):
        after: dict[int, _Label] = {}
        lacks: set[tuple[_Label, _Label]] = set()
        for state, label in layers[-1].items():
            for value in slices if label != _AFTER else ():
                target = step((state, value))
                label_sum = 0 if label == _BEFORE else _AFTER
                if target is None:
                    lacks.add((label, label_sum))
                elif after.setdefault(target, label_sum) != label_sum:
                    return None
                elif label >= 0:
                    totals.add(label)
            for value in others:
                target = step((state, value))
                label_sum = label + value if label >= 0 else label
                if target is None:
                    lacks.add((label, label_sum))
                elif after.setdefault(target, label_sum) != label_sum:
                    return None
        layers.append(after)
        missing.append(lacks)
    return frozenset(totals) if _is_exact(layers, missing, totals, others, automaton) else None


def _is_exact(
    layers: list[dict[int, _Label]],
    missing: list[set[tuple[_Label, _Label]]],
    totals: set[int],
    others: list[int],
    automaton: Automaton,
) -> bool:
    """Whether words of bread and such totals are accepted, each, and no other.

    A label from which no such word can be completed must not occur, and a label from which some
    word can must not be missing.
    """
    ends: set[_Label] = {_AFTER}
    for layer, lacks in zip(reversed(layers[1:]), reversed(missing), strict=True):
        if not set(layer.values()) <= ends:
            return False
        for label, target in lacks:
            if target in ends and not (target == _AFTER and label >= 0 and label not in totals):
                return False
        before = {_AFTER, *totals} if _AFTER in ends else set()
        for label in ends:
            if label >= 0:
                before.update(label - value for value in others if label >= value)
        if 0 in ends or _BEFORE in ends:
            before.add(_BEFORE)
        ends = before
    return _BEFORE in ends and automaton.accepting.issuperset(layers[-1])


def ends_fillings(base: int, values: int, count: int, total: int) -> tuple[Filling, ...] | None:
    """The fillings of ``count`` cells that differ, of which the least and the greatest are bread.

    ``None`` if there are too many.

    >>> ends_fillings(1, 0b1111, 3, 3)                     # 1, 3, 4 and 2, 3, 4 and backwards
    ((1, 8, 4, 2), (2, 8, 4, 0))
    """
    fillings: list[Filling] = []
    if values.bit_count() > MAX_CELLS_BETWEEN + 2:
        return None
    for low in bit_indices(values):
        for high in bit_indices(values >> low + 1 << low + 1):
            inside = values & (1 << high) - (2 << low)
            if inside.bit_count() < count - 2:
                continue
            for between in _sets_by_sum(inside, base).get(total, ()):
                if between.bit_count() <= count - 2:
                    fillings.append((1 << low, 1 << high, between, inside & ~between))
            if len(fillings) > MAX_FILLINGS:
                return None
    return tuple(fillings)


@lru_cache(maxsize=256)
def _sets_by_sum(values: int, base: int) -> dict[int, list[int]]:
    """All sets of some values, as masks, by their sum."""
    sets: list[tuple[int, int]] = [(0, 0)]
    for place in bit_indices(values):
        sets += [(mask | 1 << place, total + place + base) for mask, total in sets]
    by_sum: dict[int, list[int]] = {}
    for mask, total in sets:
        by_sum.setdefault(total, []).append(mask)
    return by_sum
