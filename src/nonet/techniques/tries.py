"""Trying techniques at a position: those of an entry of a policy, family by family.

>>> from nonet.techniques.start import position_of
>>> position = position_of(".......21.3..4..")
>>> [str(step) for step in found(position, ["hidden-single"])][0]
'Hidden Single: r4c3=2'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from math import inf
from typing import Any

from nonet.techniques.arrivals import SINGLES, Arrivals
from nonet.techniques.catalogue import technique
from nonet.techniques.families import Family
from nonet.techniques.families.singles import step_of
from nonet.techniques.policies import Entry
from nonet.techniques.position import Position
from nonet.techniques.step import Step

Find = Callable[[Position, frozenset[str]], Iterator[Step]]


def found(position: Position, keys: Iterable[str], *, form: str = "find") -> Iterator[Step]:
    """The steps of some techniques, family by family.

    ``form`` names another search that a family may have: ``find_all`` for rarer forms as
    well, ``find_as_hodoku`` for those among which HoDoKu chooses.
    """
    for family, wanted in by_family(tuple(keys), position.layout.count):
        yield from getattr(family, form, family.find)(position, wanted)


@lru_cache(maxsize=1024)
def by_family(keys: tuple[str, ...], cells: int) -> tuple[tuple[Family, frozenset[str]], ...]:
    """Techniques by family, without those that a puzzle of so many cells is too large for."""
    families: dict[Family, list[str]] = {}
    for key in keys:
        entry = technique(key)
        if entry.most >= cells:
            families.setdefault(entry.family, []).append(key)
    return tuple((family, frozenset(wanted)) for family, wanted in families.items())


class Try:
    """An entry of a policy with its finders, imported when first tried.

    ``asks``: before it is searched it is asked whether any step can be left; ``unique`` and
    ``title`` are the entry's.
    """

    __slots__ = ("_arrivals", "_finders", "_order", "_single", "asks", "entry", "title", "unique")

    def __init__(self, entry: Entry, arrivals: Arrivals | None = None, asks: bool = False) -> None:
        self.entry, self.asks, self.unique = entry, asks, entry.unique
        self.title = entry.title
        self._arrivals = arrivals
        self._single = arrivals is not None and entry.key in SINGLES
        self._order: Callable[[Step], Any] | None = None
        self._finders: list[tuple[Find, frozenset[str], bool]] | None = None

    def first(self, position: Position) -> Step | None:
        """The first step, or the cheapest where the score depends on the step."""
        if self._finders is None:
            self._finders = list(self._found(position.layout.count))
        if self._single and self._arrivals is not None:
            candidate = self._arrivals.first(self.entry.key)
            return step_of(position, self.entry.key, candidate) if candidate >= 0 else None
        if self._order is not None:
            return self._ranked_first(position, self._order, self._finders)
        for finder, wanted, choose in self._finders:
            steps = finder(position, wanted)
            step = min(steps, key=self.entry.worth, default=None) if choose else next(steps, None)
            if step is not None and not (choose and self.entry.worth(step) == inf):
                return step
        return None

    @staticmethod
    def _ranked_first(
        position: Position,
        order: Callable[[Step], Any],
        finders: list[tuple[Find, frozenset[str], bool]],
    ) -> Step | None:
        """The step that HoDoKu takes, of those that it knows."""
        best: tuple[Any, Step] | None = None
        for finder, wanted, _ in finders:
            for step in finder(position, wanted):
                rank = order(step)
                if rank is not None and (best is None or rank < best[0]):
                    best = rank, step
        return best[1] if best else None

    def _found(self, cells: int) -> Iterator[tuple[Find, frozenset[str], bool]]:
        """For each family of the entry: its search, the techniques, whether to choose."""
        if self._arrivals is not None and not self._single:
            self._order = getattr(technique(self.entry.key).family, "as_hodoku", None)
        form = "find" if self._order is None else "find_as_hodoku"
        for family, wanted in by_family(self.entry.keys, cells):
            sorted_already = getattr(family, "EASIEST_FIRST", False)
            finder = getattr(family, form, family.find)
            yield finder, wanted, self.entry.scored and not sorted_already
