"""Trying techniques at a position: the techniques of a policy's entry, family by family.

>>> from nonet.techniques.starting_position import position_of
>>> position = position_of(".......21.3..4..")
>>> [str(step) for step in search_steps(position, ["hidden-single"])][0]
'Hidden Single: r4c3=2'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from math import inf
from typing import Any

from nonet.techniques.catalogue import technique
from nonet.techniques.families import Family
from nonet.techniques.families.singles import step_of
from nonet.techniques.policies import Entry
from nonet.techniques.position import Position
from nonet.techniques.singles_queue import SINGLES, SinglesQueue
from nonet.techniques.step import Step

Finder = Callable[[Position, frozenset[str]], Iterator[Step]]


def search_steps(
    position: Position, keys: Iterable[str], *, search_name: str = "find"
) -> Iterator[Step]:
    """The steps of some techniques, family by family.

    ``search_name`` names the search of a family to use: ``find_all`` includes rarer forms,
    ``find_as_hodoku`` has the steps among which HoDoKu chooses.
    """
    for family, requested in by_family(tuple(keys), position.layout.cell_count):
        yield from getattr(family, search_name, family.find)(position, requested)


@lru_cache(maxsize=1024)
def by_family(keys: tuple[str, ...], cells: int) -> tuple[tuple[Family, frozenset[str]], ...]:
    """Return techniques by family, except techniques limited to fewer than ``cells`` cells."""
    families: dict[Family, list[str]] = {}
    for key in keys:
        entry = technique(key)
        if entry.max_cells >= cells:
            families.setdefault(entry.family, []).append(key)
    return tuple((family, frozenset(requested)) for family, requested in families.items())


class EntrySearch:
    """An entry of a policy with its finders, imported when first tried.

    With ``verify_first`` the solution oracle is asked before the search whether any step can
    remain; ``assumes_unique`` and ``title`` are taken from the entry.
    """

    __slots__ = (
        "_finders",
        "_hodoku_key",
        "_is_queued_single",
        "_singles_queue",
        "assumes_unique",
        "entry",
        "title",
        "verify_first",
    )

    def __init__(
        self, entry: Entry, singles_queue: SinglesQueue | None = None, verify_first: bool = False
    ) -> None:
        self.entry, self.verify_first, self.assumes_unique = (
            entry,
            verify_first,
            entry.assumes_unique,
        )
        self.title = entry.title
        self._singles_queue = singles_queue
        self._is_queued_single = singles_queue is not None and entry.key in SINGLES
        self._hodoku_key: Callable[[Step], Any] | None = None
        self._finders: list[tuple[Finder, frozenset[str], bool]] | None = None

    def first_step(self, position: Position) -> Step | None:
        """The first step, or the cheapest where the score depends on the step."""
        if self.entry.variants_only and not position.layout.other_constraints:
            return None
        if self._finders is None:
            self._finders = list(self._load_finders(position.layout.cell_count))
        if self._is_queued_single and self._singles_queue is not None:
            candidate = self._singles_queue.next_single(self.entry.key)
            return step_of(position, self.entry.key, candidate) if candidate >= 0 else None
        if self._hodoku_key is not None:
            return self._hodoku_choice(position, self._hodoku_key, self._finders)
        for finder, requested, choose in self._finders:
            steps = finder(position, requested)
            step = (
                min(steps, key=self.entry.step_score, default=None) if choose else next(steps, None)
            )
            if step is not None and not (choose and self.entry.step_score(step) == inf):
                return step
        return None

    @staticmethod
    def _hodoku_choice(
        position: Position,
        order: Callable[[Step], Any],
        finders: list[tuple[Finder, frozenset[str], bool]],
    ) -> Step | None:
        """Return the step that HoDoKu would choose among the steps of its own techniques."""
        best: tuple[Any, Step] | None = None
        for finder, requested, _ in finders:
            for step in finder(position, requested):
                rank = order(step)
                if rank is not None and (best is None or rank < best[0]):
                    best = rank, step
        return best[1] if best else None

    def _load_finders(self, cells: int) -> Iterator[tuple[Finder, frozenset[str], bool]]:
        """For each family of the entry: its search, the techniques, whether to choose."""
        if self._singles_queue is not None and not self._is_queued_single:
            self._hodoku_key = getattr(technique(self.entry.key).family, "hodoku_sort_key", None)
        form = "find" if self._hodoku_key is None else "find_as_hodoku"
        if self.entry.soon:
            form = "find_soon"
        for family, requested in by_family(self.entry.keys, cells):
            sorted_already = getattr(family, "EASIEST_FIRST", False)
            finder = getattr(family, form, family.find)
            yield finder, requested, self.entry.scored_by_step and not sorted_already
