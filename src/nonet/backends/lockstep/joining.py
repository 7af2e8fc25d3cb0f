"""Triangles: three cells, each two of which are related, told together.

Relations of two cells are each filtered alone, and around a triangle that misses much.  Where
three cells differ by at least 4 from each other, each value of 1 to 9 but 5 has a partner for
either side; together they are a low, a middle and a high one:

>>> whisper = tuple([sum(1 << y for y in range(9) if abs(x - y) >= 4) for x in range(9)])
>>> graph = graph_of((whisper, whisper, whisper))
>>> sorted({bin(values) for layer, _, _, values in graph.arcs if layer == 0})
['0b1', '0b10000', '0b100000000']

So a triangle becomes a layered graph, unless two of its sides say all that the third does: of
``a < b``, ``b < c`` and ``a < c`` the last is told by the others, and nothing is gained.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from nonet.backends.lockstep.filters.layers import Layers
from nonet.backends.lockstep.tables import places

MOST_TRIANGLES = 100
"""Triangles of a model that are told; where there are more, none is."""

Masks = tuple[int, ...]
"""What one cell may be by each value of another."""

Triangle = tuple[int, int, int]


def triangles(pairs: Iterable[tuple[int, int]]) -> list[Triangle]:
    """The cells of which each two are a pair, in ascending order; none where there are too many.

    >>> triangles([(1, 0), (1, 2), (2, 0), (2, 3), (3, 3)])
    [(0, 1, 2)]
    """
    above: dict[int, int] = {}
    for a, b in pairs:
        if a > b:
            a, b = b, a
        if a != b:
            above[a] = above.get(a, 0) | 1 << b
    found: list[Triangle] = []
    for a, mask in above.items():
        if not mask & mask - 1:
            continue
        for b in places(mask):
            both = mask & above.get(b, 0)
            if both:
                found += ((a, b, c) for c in places(both))
        if len(found) > MOST_TRIANGLES:
            return []
    return found


@lru_cache(maxsize=256)
def graph_of(sides: tuple[Masks, Masks, Masks]) -> Layers | None:
    """The graph of three cells, by what the first two, the last two and the outer two may be.

    ``None`` where two sides say all that the third does.
    """
    near, far, outer = sides
    if (
        _is_within(_composed(near, far), outer)
        or _is_within(_composed(outer, _turned(far)), near)
        or _is_within(_composed(_turned(near), outer), far)
    ):
        return None
    return Layers.of_tuples(
        [
            (x, y, z)
            for x, ys in enumerate(near)
            for y in places(ys)
            for z in places(far[y] & outer[x])
        ]
    )


def side(a: int, b: int, relations: Sequence[tuple[int, int, Masks, Masks]], size: int) -> Masks:
    """What ``b`` may be by each value of ``a``, by all that is said of both."""
    found = [(1 << size) - 1] * size
    for first, second, forth, back in relations:
        if (first, second) == (a, b):
            found = [x & y for x, y in zip(found, forth, strict=True)]
        elif (first, second) == (b, a):
            found = [x & y for x, y in zip(found, back, strict=True)]
    return tuple(found)


def pairs_along(graph: Layers, size: int) -> Iterator[Masks]:
    """Of a graph whose cells all lie on a path to its end: each cell's values by the one before."""
    layer, into = 0, dict[int, int]()
    reached = dict[int, int]()
    forth = [0] * size
    for number, source, target, values in graph.arcs:
        if number != layer:
            if layer:
                yield tuple(forth)
            layer, into, reached, forth = number, reached, {}, [0] * size
        reached[target] = reached.get(target, 0) | values
        if layer:
            for value in places(into[source]):
                forth[value] |= values
    yield tuple(forth)


def _composed(first: Masks, second: Masks) -> Masks:
    """What the third cell may be by the first, if the second alone lies between."""
    found = []
    for mask in first:
        reached = 0
        for value in places(mask):
            reached |= second[value]
        found.append(reached)
    return tuple(found)


def _turned(masks: Masks) -> Masks:
    return tuple(
        [sum(1 << x for x, mask in enumerate(masks) if mask >> y & 1) for y in range(len(masks))]
    )


def _is_within(less: Masks, more: Masks) -> bool:
    return not any(x & ~y for x, y in zip(less, more, strict=True))
