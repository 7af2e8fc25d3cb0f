"""Reading automata: the filter that takes an automaton, and the data of the filter.

>>> from nonet.model import Automaton
>>> runs = Automaton(0, {1}, [(0, 1, 1), (1, 2, 0)])
>>> encode_automaton(runs, 1, (0b11,) * 3, False).graph.arcs             # 1 2 1
[(0, 0, 1, 1), (1, 1, 2, 2), (2, 2, 3, 1)]
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from nonet.backends.lockstep import cached_encodings, sandwich_fillings
from nonet.backends.lockstep.bit_masks import bit_indices
from nonet.backends.lockstep.layouts import layered_graphs, sandwiches
from nonet.model import Automaton

MAX_CACHED_LARGE = 8
"""Large automata that are kept: a graph of the most arcs takes some megabytes."""

NO_GRAPH = layered_graphs.LayeredGraph(0, [])


class AutomatonEncoding(NamedTuple):
    """The encoding of an automaton: only the first possible field is set.

    The fields are sets of values, the fillings of a sandwich, the values (a mask) whose
    joint number is the same in both halves of the cells, and a layered graph.
    """

    sets: tuple[int, ...] | None
    fillings: tuple[sandwiches.Filling, ...] | None
    equal_count_values: int | None
    graph: layered_graphs.LayeredGraph


def encode_automaton(
    automaton: Automaton, base: int, where: tuple[int, ...], differ: bool
) -> AutomatonEncoding:
    """Return the encoding of an automaton over cells with the masks ``where``; ``differ``: the
    cells have different values."""
    few = len(automaton.transitions) <= cached_encodings.MAX_CACHED_SIZE
    return (_encode_cached if few else _encode_cached_large)(automaton, base, where, differ)


def _encode(
    automaton: Automaton, base: int, where: tuple[int, ...], differ: bool
) -> AutomatonEncoding:
    if len(set(where)) == 1:
        alike = automaton, base, where[0], len(where)
        sets = cached_encodings.automaton_sets(*alike) if differ else None
        fillings = sandwich_fillings.automaton_fillings(*alike) if differ and sets is None else None
        as_many = None if differ else equal_count_values(*alike)
        encoding = AutomatonEncoding(sets, fillings, as_many, NO_GRAPH)
        if any(each is not None for each in encoding[:-1]):
            return encoding
    return AutomatonEncoding(
        None, None, None, cached_encodings.automaton_graph(automaton, base, where, differ)
    )


_encode_cached, _encode_cached_large = (
    lru_cache(maxsize=512)(_encode),
    lru_cache(maxsize=MAX_CACHED_LARGE)(_encode),
)


def equal_count_values(automaton: Automaton, base: int, values: int, count: int) -> int | None:
    """The values of which an automaton reads as many in the first half as in the second.

    ``None`` if the automaton has another meaning: each state must be reached by one excess of the
    first half, and may lack only the moves after which the remaining cells cannot restore the
    balance.

    >>> up = [(0, 1, 1), (0, 2, 2), (1, 1, 3), (1, 2, 4), (2, 1, 4), (2, 2, 5)]
    >>> down = [(3, 1, 6), (4, 1, 7), (4, 2, 6), (5, 2, 7), (6, 1, 8), (7, 2, 8)]
    >>> bin(equal_count_values(Automaton(0, {8}, up + down), 1, 0b11, 4))
    '0b1'
    >>> equal_count_values(Automaton(0, {8}, up + down[1:]), 1, 0b11, 4) is None
    True
    """
    step, half = automaton.step.get, count // 2
    first: dict[int | None, int] = {}
    for value in bit_indices(values):
        target = step((automaton.start, value + base))
        first[target] = first.get(target, 0) | 1 << value
    if 2 * half != count or len(first) != 2 or None in first:
        return None
    counted = min(first.values(), key=int.bit_count)
    layer = {automaton.start: 0}
    for place in range(count):
        change, more = (1, half - 1 - place) if place < half else (-1, 0)
        fewer = min(half, count - 1 - place)
        after: dict[int, int] = {}
        for state, excess in layer.items():
            for value in bit_indices(values):
                target = step((state, value + base))
                then = excess + (change if counted >> value & 1 else 0)
                if (target is not None) != (-more <= then <= fewer):
                    return None
                if target is not None and after.setdefault(target, then) != then:
                    return None
        layer = after
    return counted if automaton.accepting.issuperset(layer) else None
