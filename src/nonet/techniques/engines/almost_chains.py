"""Chains of almost locked sets: four or more, each linked with the next by another value.

If a candidate excludes all places of its value in the first set, that set loses
the value, so it holds the next, so its neighbour loses that one, and so on: the
last set must hold every value but the one it lost.  If the candidate excludes
one of those too, it is false.

Before any chain is walked, a table says which candidates a set that has lost a
value can reach within so many sets.  It is one pass over all links for each set
in the chain's length, and most walks never begin.

As in HoDoKu 2.2, a chain's last link may be by two values; neither then counts as
one that both ends hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from nonet.techniques.engines.almost import Almost
from nonet.techniques.layout import bits

SHORTEST, LONGEST = 4, 7
"""How many sets a chain has."""


class Walk(NamedTuple):
    """A chain: the sets' numbers, the values of each link (masks), what it removes."""

    path: tuple[int, ...]
    commons: tuple[int, ...]
    gone: int


def walks(almost: Almost) -> Iterator[Walk]:
    """Chains, fewest sets first, one for each conclusion; last those whose neighbours overlap."""
    reach = _Reach(almost)
    done: set[int] = set()
    for overlap in (False, True):
        for length in range(SHORTEST, LONGEST + 1):
            for first, value, goal in reach.starts(length):
                for walk in _walk(almost, reach, first, value, goal, length, overlap):
                    if walk.gone not in done:
                        done.add(walk.gone)
                        yield walk


class _Reach:
    """Which candidates a set that lost a value excludes by a chain of up to n sets."""

    def __init__(self, almost: Almost) -> None:
        self.almost = almost
        self.own: list[dict[int, int]] = [
            {value: target & ~almost.slices[value] for value in places}
            for places, target in zip(almost.places, almost.target, strict=True)
        ]
        self.sets = [self.own]
        self.links: list[dict[int, int]] = []
        self.neighbours: list[tuple[int, int, list[int]]] | None = None

    def starts(self, length: int) -> Iterator[tuple[int, int, int]]:
        """A first set, the value it passes on, and what a chain of ``length`` sets may remove."""
        almost = self.almost
        for number, target in enumerate(almost.target):
            if target:
                for value, key in almost.places[number].items():
                    goal = self.own[number][value] & self.linked(length - 1, key)
                    if goal:
                        yield number, value, goal

    def linked(self, length: int, places: int) -> int:
        """What the sets linked to ``places`` reach together, by up to ``length`` sets."""
        while len(self.links) < length:
            self._grow()
        return self.links[length - 1][places]

    def lost(self, length: int, number: int, value: int) -> int:
        """What set ``number`` reaches once it has lost ``value``."""
        while len(self.sets) < length:
            self._grow()
        return self.sets[length - 1][number][value]

    def _grow(self) -> None:
        almost, last = self.almost, self.sets[-1]
        if len(self.sets) > 1 and last == self.sets[-2]:  # nothing more to reach
            self.links.append(self.links[-1])
            self.sets.append(last)
            return
        if self.neighbours is None:
            count = (almost.slices[0]).bit_length()
            self.neighbours = [
                (key, (key.bit_length() - 1) // count, list(bits(who)))
                for key, who in almost.linked.items()
            ]
        links: dict[int, int] = {}
        for key, value, numbers in self.neighbours:
            found = 0
            for number in numbers:
                found |= last[number][value]
            links[key] = found
        self.links.append(links)
        grown: list[dict[int, int]] = []
        for own, places in zip(self.own, almost.places, strict=True):
            once = twice = 0
            for key in places.values():
                found = links[key]
                twice |= once & found
                once |= found
            lone = once & ~twice
            grown.append(
                {value: own[value] | twice | (lone & ~links[key]) for value, key in places.items()}
            )
        self.sets.append(grown)


def _walk(
    almost: Almost, reach: _Reach, first: int, value: int, goal: int, length: int, overlap: bool
) -> Iterator[Walk]:
    """The chains of ``length`` sets from ``first`` by ``value`` that remove some of ``goal``."""
    free = -1 if overlap else ~almost.overlap[first]
    lasts = almost.hit_by(goal) & ~(1 << first)
    frontier: dict[tuple[int, int], tuple[tuple[int, ...], int]] = {}
    for number in bits(almost.linked[almost.places[first][value]] & free & ~(1 << first)):
        if reach.lost(length - 1, number, value) & goal:
            frontier[number, value] = (first, number), 1 << first | 1 << number
    for depth in range(2, length):
        grown: dict[tuple[int, int], tuple[tuple[int, ...], int]] = {}
        for (number, lost), (path, used) in frontier.items():
            free = ~used if overlap else ~(used | almost.overlap[number])
            for next_value, key in almost.places[number].items():
                if next_value == lost or not reach.linked(length - depth, key) & goal:
                    continue
                who = almost.linked[key] & free
                if depth == length - 1:
                    for last in bits(who & lasts):
                        yield from _end(almost, (*path, last), value, lost)
                    continue
                for after in bits(who):
                    if (after, next_value) not in grown and (
                        reach.lost(length - depth, after, next_value) & goal
                    ):
                        grown[after, next_value] = (*path, after), used | 1 << after
        frontier = grown


def _end(almost: Almost, path: tuple[int, ...], value: int, lost: int) -> Iterator[Walk]:
    first, last = path[0], path[-1]
    final = almost.commons(path[-2], last) & ~(1 << lost)
    gone = almost.target[first] & almost.target[last]
    gone &= ~(almost.slices[value] | almost.slices_of(final))
    if gone:
        yield Walk(path, _commons(almost, path, value, final), gone)


def _commons(almost: Almost, path: tuple[int, ...], value: int, final: int) -> tuple[int, ...]:
    """The values by which each set is linked with the next: never the one it lost."""
    found = [1 << value]
    for one, other in pairwise(path[1:-1]):
        free = almost.commons(one, other)
        if found[-1].bit_count() == 1:
            free &= ~found[-1]
        found.append(free)
    return (*found, final)
