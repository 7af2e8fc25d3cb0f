"""Locked candidates: all places of a value in one house lie in another.

Wherever the base house has the value, the cover house has the value in the same cell, so the
value is eliminated from the rest of the cover.  A box base is *pointing*, any other house
*claiming*. The cover may be any house, complete or not; and where cells must differ for another
reason (an anti-knight move, say), every cell that all places of the base see is cleared in the
same way.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R2C1": 1, "R2C2": 2}))
>>> step = next(find(position, frozenset({"pointing"})))
>>> step.notation
'Locked Candidates (Pointing): 3 in b1 => r1c34<>3'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True


class Locked(NamedTuple):
    """All ``places`` of a value in house ``base`` see all of ``removed``, in house ``cover``.

    ``cover`` is -1 where no one house holds both.
    """

    base: int
    cover: int
    places: int
    removed: int


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Pointing first, then claiming, by value."""
    layout = position.layout
    for key in ("pointing", "claiming"):
        for value in range(layout.value_count) if key in requested else ():
            for locked in locked_candidates(position, key, value):
                yield locked_step(layout, key, value, locked)


def hodoku_sort_key(step: Step) -> tuple[int, int]:
    """HoDoKu's order: house by house, and by value in each."""
    base, value = step.layout.house_and_value(step.truths[0])
    return base, value


def locked_candidates(position: Position, key: str, value: int) -> tuple[Locked, ...]:
    """The locked candidates of one value that remove something; ``key`` is the technique."""
    places = position.places_of(value)
    if not places:
        return ()
    return position.path_cached(_search, key, places)


@lru_cache(maxsize=64)
def _base_houses(layout: Layout) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return the houses that point and the houses that claim, as (number, cells)."""
    return {
        "pointing": tuple((house.number, house.cells) for house in layout.houses_by_kind["box"]),
        "claiming": tuple((h.number, h.cells) for h in layout.complete_houses if h.kind != "box"),
    }


def _search(position: Position, key: str, places: int) -> tuple[Locked, ...]:
    layout, results = position.layout, []
    for base, cells in _base_houses(layout)[key]:
        inside = places & cells
        if not inside & (inside - 1):
            continue
        seen = places & layout.seen_by_all(inside)
        if seen:
            remaining = seen
            for cover in layout.houses_containing(inside):
                removed = seen & cover.cells
                if removed and cover.number != base:
                    remaining &= ~removed
                    results.append(Locked(base, cover.number, inside, removed))
            if remaining:
                results.append(Locked(base, -1, inside, remaining))
    return tuple(results)


def locked_step(layout: Layout, key: str, value: int, locked: Locked) -> Step:
    """The step of locked candidates."""
    shift = value * layout.cell_count
    return Step(
        key,
        layout,
        eliminations=locked.removed << shift,
        pattern=locked.places << shift,
        truths=(layout.house_set(locked.base, value),),
        links=tuple(layout.house_set(house, value) for house in _cover_houses(layout, locked)),
        detail=LockedCandidatesDetail(value, locked),
    )


def _cover_houses(layout: Layout, locked: Locked) -> Iterable[int]:
    """Return the cover, or the houses by which the places exclude what is eliminated."""
    if locked.cover >= 0:
        return (locked.cover,)
    return dict.fromkeys(
        layout.houses_containing(1 << place | 1 << cell)[0].number
        for cell in bits(locked.removed)
        for place in bits(locked.places)
    )


class LockedCandidatesDetail(NamedTuple):
    """The locked candidates of a value."""

    value: int
    locked_candidates: Locked

    def describe(self, step: Step) -> StepText:
        """Locked candidates in words."""
        layout, (value, locked) = step.layout, self
        digit, base = layout.symbol(value), layout.houses[locked.base]
        removal = phrases.removal_text(layout, step.eliminations)
        if locked.cover < 0:
            by = (layout.houses[layout.house_and_value(link)[0]].name for link in step.links)
            plain = (
                f"In {base.name}, the {digit} must be in "
                f"{phrases.cell_list(layout, locked.places, 'or')}."
                f" Each of them excludes {digit} from {phrases.cell_list(layout, locked.removed)}"
                f" (by {phrases.joined_words(by)}): {removal}."
            )
        else:
            cover = layout.houses[locked.cover].name
            plain = (
                f"In {base.name}, the {digit} must be in "
                f"{phrases.cell_list(layout, locked.places, 'or')},"
                f" which are all in {cover}. So {cover} has its {digit} there,"
                f" and no other cell of it can be {digit}: {removal}."
            )
        return StepText(
            f"{digit} in {base.short_name}", f"Look at the {digit}s of {base.name}", plain
        )
