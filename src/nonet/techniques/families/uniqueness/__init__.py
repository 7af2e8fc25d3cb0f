"""Uniqueness: rectangles, loops and graves, in puzzles that have one solution.

``deadly.py`` knows the deadly patterns; the types follow from the virtual
truth that one guardian is true.  All assume that the puzzle has exactly one
solution, so a path tries them only where that is known.

Rectangles with a missing candidate also assume that candidates went by logic, not by
declaration; they are left out where there are no givens, or where candidates are
declared (``position.declared``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import inf
from operator import itemgetter
from typing import NamedTuple

from nonet.techniques.engines import phrases
from nonet.techniques.families.uniqueness.deadly import Deadly
from nonet.techniques.families.uniqueness.graves import bugs
from nonet.techniques.families.uniqueness.loops import unique_loops
from nonet.techniques.families.uniqueness.rectangles import avoidable, unique
from nonet.techniques.layout import Layout, bits, only
from nonet.techniques.position import Position
from nonet.techniques.step import Step, Words

QUICK = True
"""A hint shows every instance."""

Search = Callable[[Position, frozenset[str]], Iterator[tuple[str, Deadly, int]]]

_SEARCHES: tuple[tuple[tuple[str, ...], Search], ...] = (
    (("unique-rectangle", "hidden"), unique),
    (("avoidable",), avoidable),
    (("unique-loop",), unique_loops),
    (("bug",), bugs),
)


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """The steps of the wanted types: rectangles first, then loops, then graves; type 1 first."""
    for search, wish in _ordered(wanted):
        for key, deadly, gone in search(position, wish):
            yield _step(key, position, deadly, gone)


@lru_cache(maxsize=256)
def _ordered(wanted: frozenset[str]) -> tuple[tuple[Search, frozenset[str]], ...]:
    """Each search with one technique after the other."""
    return tuple(
        (search, frozenset((wish,)))
        for prefixes, search in _SEARCHES
        for wish in sorted((key for key in wanted if key.startswith(prefixes)), key=itemgetter(-1))
    )


def _step(key: str, position: Position, deadly: Deadly, gone: int) -> Step:
    layout = position.layout
    inside = layout.spread(deadly.cells, deadly.pair or layout.all_values)
    pattern = inside & (position.open | position.placed) & ~deadly.guardians
    placed = layout.cells_of(position.placed & inside)
    truths = [*bits(deadly.cells & ~deadly.guarded & ~placed)]
    links: list[int] = []
    for house in layout.houses if deadly.pair else ():
        if (house.cells & deadly.cells).bit_count() == 2:
            links += layout.house_sets(house.number, deadly.pair)
    sets: tuple[tuple[int, int], ...] = ()
    if deadly.subset:
        truths += bits(deadly.others)
        homes = [
            layout.house_set(house, value)
            for house in deadly.houses
            for value in bits(deadly.values)
        ]
        links += homes
        sets = ((deadly.others, deadly.values),)
        pattern |= position.open_in(deadly.others)
    if deadly.locked >= 0:
        truths += [layout.house_set(house, deadly.locked) for house in deadly.houses]
    return Step(
        key,
        layout,
        eliminations=gone,
        pattern=pattern,
        fins=deadly.guardians,
        truths=tuple(dict.fromkeys(truths)),
        links=tuple(number for number in dict.fromkeys(links) if number not in truths),
        sets=sets,
        framed=deadly.cells if deadly.pair else 0,
        detail=Told(deadly),
        difficulty=_score(key, deadly),
    )


def _score(key: str, deadly: Deadly) -> float:
    """Sudoku Explainer's score of a unique rectangle, a unique loop or a BUG.

    Rectangles 4.5, loops of up to 6, 8 and more cells 4.6, 4.7 and 5.0; with a
    naked or hidden set (type 3) of 2 to 4 cells 0.0 to 0.2 more.  BUG type 1 5.6,
    types 2 and 4 5.7, type 3 5.8 to 6.1.  Infinite for a rectangle of which a
    candidate is gone, and for what it does not see: it knows none.
    """
    if deadly.missing or deadly.wider:
        return inf
    size, cells = deadly.subset, deadly.length
    if key.startswith("bug"):
        if key == "bug-3":
            return 5.8 + 0.1 * max(0, size - 2)
        return 5.6 if key == "bug+1" else 5.7
    base = 4.5 if cells <= 4 else 4.6 if cells <= 6 else 4.7 if cells <= 8 else 5.0
    return base + (0.1 * max(0, size - 1) if key.endswith("-3") else 0.0)


# -- words ---------------------------------------------------------------------


class Told(NamedTuple):
    """The deadly pattern, which is told."""

    deadly: Deadly

    def words(self, step: Step) -> Words:
        """A step of uniqueness in words."""
        layout, deadly = step.layout, self.deadly
        if step.key.startswith("bug"):
            return _grave(step, deadly)
        low, high = (layout.symbol(value) for value in bits(deadly.pair))
        notation = f"{low}/{high} in {layout.cell_text(deadly.cells)}"
        what = "rectangle" if deadly.length == 4 else f"loop of {deadly.length} cells"
        look = f"Look at {low} and {high} in {phrases.cells(layout, deadly.cells)}"
        start = (
            f"If the {what} {phrases.cells(layout, deadly.cells)} held only {low} and {high}, the "
            "two could be swapped in it and the puzzle would have a second solution."
        )
        return Words(notation, look, f"{start} {_therefore(step, deadly)}")


def _therefore(step: Step, deadly: Deadly) -> str:
    """What follows from the guardians, by type."""
    layout, key = step.layout, step.key
    shown = phrases.gone(layout, step.eliminations)
    guarded = phrases.cells(layout, deadly.guarded, "or")
    low, high = (layout.symbol(value) for value in bits(deadly.pair))
    extras = phrases.values(
        layout, only(value for value, _ in layout.by_value(deadly.guardians)), "or"
    )
    if key.endswith("rectangle-1") or key == "unique-loop-1":
        if key.startswith("avoidable"):
            return f"Only {guarded} can still prevent that, so {shown}."
        return f"Only {guarded} can still be something else, so it is neither, and {shown}."
    if key.endswith(("-2", "-5")):
        return f"So {guarded} must be {extras}; no cell that sees them all can be, so {shown}."
    if key.endswith("-3"):
        whole = phrases.values(layout, deadly.values)
        return (
            f"So {guarded} is {extras}. With {phrases.cells(layout, deadly.others)} that "
            f"cell uses up {whole} in {_houses(layout, deadly)}, so {shown}."
        )
    lock = layout.symbol(deadly.locked)
    rest = high if lock == low else low
    if key.endswith("-4"):
        return (
            f"In {_houses(layout, deadly)} the {lock} must be in one of {guarded}; if the other "
            f"were {rest}, that would happen, so {shown}."
        )
    if key.endswith("-6"):
        return (
            f"In its rows and columns the {lock} has no other place, so if one of {guarded} were "
            f"{lock}, the other would be too, and the rest {rest}: so {shown}."
        )
    far = phrases.cells(layout, deadly.others)
    return (
        f"In {_houses(layout, deadly)} the {lock} has no place outside it: were {far} {rest}, "
        f"the cells beside it would be {lock} and the fourth {rest}: so {shown}."
    )


def _grave(step: Step, deadly: Deadly) -> Words:
    layout, key = step.layout, step.key
    shown = phrases.gone(layout, step.eliminations)
    guards = phrases.listed(
        (
            f"{layout.symbol(value)} in {phrases.cells(layout, cells, 'or')}"
            for value, cells in layout.by_value(deadly.guardians)
        ),
        "or",
    )
    start = (
        f"Without {guards} every open cell would have two candidates and every value two places in "
        f"each row, column and box, and the puzzle would have two solutions or none."
    )
    if key == "bug+1":
        then = f"So {phrases.cells(layout, deadly.guarded)} is one of its extra values: {shown}."
        if deadly.guardians.bit_count() == 1:
            then = f"So {guards} is right: {shown}."
    elif key == "bug-2":
        then = f"So one of these is right, and what sees all of them cannot be: {shown}."
    elif key == "bug-3":
        then = (
            f"So one of these is right, and with {phrases.cells(layout, deadly.others)} that cell "
            f"uses up {phrases.values(layout, deadly.values)} in {_houses(layout, deadly)}: "
            f"{shown}."
        )
    else:
        then = (
            f"So one of {phrases.cells(layout, deadly.guarded)} has its extra value, and the other "
            f"then the {layout.symbol(deadly.locked)} of {_houses(layout, deadly)}: {shown}."
        )
    return Words("", "Look at the few cells with more than two candidates", f"{start} {then}")


def _houses(layout: Layout, deadly: Deadly) -> str:
    return phrases.listed(dict.fromkeys(layout.houses[house].name for house in deadly.houses))
