"""Base and cover sets of one value: the search behind every fish.

Choose n *base* houses; each has the value once.  Choose n *cover* houses, other than the bases;
each has the value at most once.  If the places of the bases all lie in covers, the covers are
used up: the value goes from the covers' other places, and from places in two covers.  Base
places outside the covers, or in two bases (endo-fins), are *fins*: then only places that see
all fins are eliminated (Ultimate Fish Guide, Sudoku Players' Forum, 2006).

The search goes from the candidate to remove.  Every fin must see the candidate, so base places
that do not see the candidate must be covered, and a cover must contain the candidate: strong
conditions that prune bases before covers are tried.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.candidate_layout import layout_of
>>> layout = layout_of(Puzzle(Grid.square(4)).model())
>>> rows, columns = layout.houses_by_kind["row"], layout.houses_by_kind["column"]
>>> places = 0b1111_1010_1111_1010  # rows 1 and 3 have columns 2 and 4 only
>>> result = next(find_fish(layout, places, places, 2, False, rows, columns, 1000))
>>> layout.cell_text(result.removed)
'r24c24'
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, Layout, bits, union_of
from nonet.techniques.search_deadline import NO_DEADLINE, SearchDeadline

MAX_FINS = 5
"""HoDoKu's limit on fins."""

MAX_ENDO_FINS = 2
"""HoDoKu's limit on endo-fins."""


class Fish(NamedTuple):
    """A fish: houses by number, the other fields masks of cells.

    ``body`` are the bases' places but the ``fins``; ``endo_fins`` the fins in two bases.
    """

    bases: tuple[int, ...]
    covers: tuple[int, ...]
    body: int
    fins: int
    endo_fins: int
    removed: int


class FishSearch(NamedTuple):
    """The constants of a search: see ``find_fish``."""

    layout: Layout
    size: int
    covers: tuple[tuple[int, int], ...]
    cover_mates: dict[int, int]
    deadline: SearchDeadline

    @classmethod
    def of(
        cls,
        layout: Layout,
        places: int,
        size: int,
        covers: tuple[House, ...],
        deadline: SearchDeadline,
    ) -> FishSearch:
        """Return the constants of a search among the ``places`` of a value."""
        cover_places = tuple((h.number, cells) for h in covers if (cells := places & h.cells))
        mates = {
            cell: union_of(cells for _, cells in cover_places if cells >> cell & 1)
            for cell in bits(places)
        }
        return cls(layout, size, cover_places, mates, deadline)


def find_fish(
    layout: Layout,
    places: int,
    targets: int,
    size: int,
    finned: bool,
    bases: tuple[House, ...],
    covers: tuple[House, ...],
    max_nodes: int,
    deadline: SearchDeadline = NO_DEADLINE,
) -> Iterator[Fish]:
    """The fish of ``size`` that remove any of ``targets`` from the ``places`` of a value.

    ``bases`` and ``covers`` are the houses to choose from; a house in both lists serves in one
    role at a time.  ``targets`` must be all places that a fish could remove. The search stops
    after ``max_nodes`` choices of bases.
    """
    search = FishSearch.of(layout, places, size, covers, deadline)
    base_places = [(h.number, cells) for h in bases if (cells := places & h.cells)]
    if len(base_places) < size or len(search.covers) < size:
        return
    budget = [max_nodes]
    earlier = 0
    for target in bits(targets):
        sees = layout.sees[target] if finned else 0
        pool = [
            (number, cells, cells & ~sees)
            for number, cells in base_places
            if _can_be_covered(search.cover_mates, size, cells & ~sees | 1 << target)
        ]
        pool.sort(key=lambda base: base[2].bit_count())
        for chosen in choose_bases(search, sees, pool, 1 << target, size, budget):
            for fish in _choose_covers(search, target, *chosen):
                if not fish.removed & earlier:
                    yield fish
        earlier |= 1 << target


def _can_be_covered(mates: dict[int, int], size: int, need: int) -> bool:
    """Whether ``need`` has no more than ``size`` cells of which no two share a cover."""
    while need:
        if not size:
            return False
        size -= 1
        need &= ~mates[(need & -need).bit_length() - 1]
    return True


def choose_bases(
    search: FishSearch,
    sees: int,
    pool: list[tuple[int, int, int]],
    need: int,
    covers: int,
    budget: list[int],
    bases: tuple[int, ...] = (),
    union: int = 0,
    endo: int = 0,
) -> Iterator[tuple[tuple[int, ...], int, int, int]]:
    """Yield choices of bases: houses, places, places in two bases, and places to be covered.

    ``pool`` are houses by number, their places and those to be covered; ``need`` what is to be
    covered beside; ``sees`` are the places that may be in two bases.  What is to be covered may fit
    in so many ``covers``.
    """
    search.deadline.check()
    missing = search.size - len(bases)
    for number in range(len(pool) - missing + 1):
        budget[0] -= 1
        if budget[0] < 0:
            return
        base, cells, wants = pool[number]
        twice = union & cells
        if twice and (twice & ~sees or (endo | twice).bit_count() > MAX_ENDO_FINS):
            continue
        needs = need | wants
        if not _can_be_covered(search.cover_mates, covers, needs):
            continue
        chosen = (*bases, base)
        if missing > 1:
            yield from choose_bases(
                search, sees, pool[number + 1 :], needs, covers, budget,
                chosen, union | cells, endo | twice,
            )  # fmt: skip
        else:
            yield chosen, union | cells, endo | twice, needs


def _choose_covers(
    search: FishSearch, target: int, bases: tuple[int, ...], union: int, endo: int, need: int
) -> Iterator[Fish]:
    search.deadline.check()
    layout = search.layout
    allowed = [
        (number, cells) for number, cells in search.covers if cells & union and number not in bases
    ]
    if union >> target & 1:  # a place of the bases goes only if two covers hold it
        choices = _double_cover_choices(allowed, search.size, need, 1 << target)
    else:
        choices = _cover_choices(allowed, search.size, need)
    for covers in choices:
        covered = twice = 0
        for _, cells in covers:
            twice |= covered & cells
            covered |= cells
        fins = union & ~covered | endo
        if fins.bit_count() > MAX_FINS:
            continue
        removed = (covered & ~union | twice) & ~fins
        for fin in bits(fins):
            removed &= layout.sees[fin]
        if removed >> target & 1:
            numbers = tuple(sorted(number for number, _ in covers))
            yield Fish(tuple(sorted(bases)), numbers, union & ~fins, fins, endo, removed)


_CoverChoices = tuple[tuple[int, int], ...]


def _cover_choices(
    allowed: list[tuple[int, int]], count: int, need: int
) -> Iterator[_CoverChoices]:
    """Yield every choice of ``count`` covers of ``allowed`` that together hold ``need``."""
    if not need:
        yield from combinations(allowed, count)
        return
    if not count:
        return
    place = need & -need
    unvisited = allowed
    for entry in allowed:
        if entry[1] & place:
            unvisited = [other for other in unvisited if other is not entry]
            for others in _cover_choices(unvisited, count - 1, need & ~entry[1]):
                yield (entry, *others)


def _double_cover_choices(
    allowed: list[tuple[int, int]], count: int, need: int, cell: int
) -> Iterator[_CoverChoices]:
    """Yield the choices in which two covers contain ``cell``."""
    holding = [entry for entry in allowed if entry[1] & cell]
    unvisited = [entry for entry in allowed if not entry[1] & cell]
    for second in range(1, len(holding)):
        for first in range(second):
            pair = (holding[first], holding[second])
            after = need & ~(pair[0][1] | pair[1][1])
            later = unvisited + holding[second + 1 :]
            for others in _cover_choices(later, count - 2, after):
                yield (*pair, *others)
