"""Uniqueness: rectangles, loops and graves, in puzzles that have one solution.

``deadly_pattern.py`` knows the deadly patterns; the types follow from the virtual truth that one
guardian is true.  All assume that the puzzle has exactly one solution, so a path tries these
techniques only where uniqueness is known.

Rectangles with a missing candidate also assume that candidates were eliminated by logic, not by
declaration; such rectangles are left out where there are no givens, or where candidates are
declared (``position.candidates_are_clues``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from operator import itemgetter
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits, mask_of
from nonet.techniques.engines import phrases
from nonet.techniques.families.uniqueness.bug import bug_patterns
from nonet.techniques.families.uniqueness.deadly_pattern import DeadlyPattern
from nonet.techniques.families.uniqueness.loops import unique_loops
from nonet.techniques.families.uniqueness.rectangles import avoidable_rectangles, unique_rectangles
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True
"""A hint shows every instance."""

PatternSearch = Callable[[Position, frozenset[str]], Iterator[tuple[str, DeadlyPattern, int]]]

_SEARCH_BY_PREFIXES: tuple[tuple[tuple[str, ...], PatternSearch], ...] = (
    (("unique-rectangle", "hidden"), unique_rectangles),
    (("avoidable",), avoidable_rectangles),
    (("unique-loop",), unique_loops),
    (("bug",), bug_patterns),
)


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The steps of the wanted types: rectangles first, then loops, then graves; type 1 first."""
    for search, wish in _requested_searches(requested):
        for key, deadly, eliminated in search(position, wish):
            yield _step(key, position, deadly, eliminated)


def _requested_searches(
    requested: frozenset[str],
) -> tuple[tuple[PatternSearch, frozenset[str]], ...]:
    """Each search with one technique after the other."""
    return tuple(
        (search, frozenset((wish,)))
        for prefixes, search in _SEARCH_BY_PREFIXES
        for wish in sorted(
            (key for key in requested if key.startswith(prefixes)), key=itemgetter(-1)
        )
    )


def _step(key: str, position: Position, deadly: DeadlyPattern, eliminated: int) -> Step:
    layout = position.layout
    inside = layout.candidates_in(deadly.cells, deadly.pair or layout.all_values)
    pattern = inside & (position.open | position.placed) & ~deadly.guardians
    placed = layout.cells_of(position.placed & inside)
    truths = [*bits(deadly.cells & ~deadly.guarded & ~placed)]
    links: list[int] = []
    for house in layout.houses if deadly.pair else ():
        if (house.cells & deadly.cells).bit_count() == 2:
            links += layout.house_sets(house.number, deadly.pair)
    sets: tuple[tuple[int, int], ...] = ()
    if deadly.subset_size:
        truths += bits(deadly.subset_cells)
        homes = [
            layout.house_set(house, value)
            for house in deadly.houses
            for value in bits(deadly.subset_values)
        ]
        links += homes
        sets = ((deadly.subset_cells, deadly.subset_values),)
        pattern |= position.open_candidates_in(deadly.subset_cells)
    if deadly.locked_value >= 0:
        truths += [layout.house_set(house, deadly.locked_value) for house in deadly.houses]
    return Step(
        key,
        layout,
        eliminations=eliminated,
        pattern=pattern,
        fins=deadly.guardians,
        truths=tuple(dict.fromkeys(truths)),
        links=tuple(number for number in dict.fromkeys(links) if number not in truths),
        sets=sets,
        deadly_cells=deadly.cells if deadly.pair else 0,
        detail=UniquenessDetail(deadly),
        difficulty=_score(key, deadly),
    )


def _score(key: str, deadly: DeadlyPattern) -> float:
    """Sudoku Explainer's score of a unique rectangle, a unique loop or a BUG.

    Rectangles 4.5, loops of up to 6, 8 and more cells 4.6, 4.7 and 5.0; with a naked or hidden
    set (type 3) of 2 to 4 cells 0.0 to 0.2 more.  BUG type 1 5.6, types 2 and 4 5.7, type 3 5.8
    to 6.1.  Infinite for a rectangle with an eliminated candidate, and for patterns that Sudoku
    Explainer does not see.
    """
    if deadly.has_missing_value or deadly.unseen_by_explainer:
        return inf
    size, cells = deadly.subset_size, deadly.length
    if key.startswith("bug"):
        if key == "bug-3":
            return 5.8 + 0.1 * max(0, size - 2)
        return 5.6 if key == "bug+1" else 5.7
    base = 4.5 if cells <= 4 else 4.6 if cells <= 6 else 4.7 if cells <= 8 else 5.0
    return base + (0.1 * max(0, size - 1) if key.endswith("-3") else 0.0)


# -- words ---------------------------------------------------------------------


class UniquenessDetail(NamedTuple):
    """The deadly pattern, which is told."""

    pattern: DeadlyPattern

    def describe(self, step: Step) -> StepText:
        """A step of uniqueness in words."""
        layout, deadly = step.layout, self.pattern
        if step.key.startswith("bug"):
            return _bug_text(step, deadly)
        low, high = (layout.symbol(value) for value in bits(deadly.pair))
        notation = f"{low}/{high} in {layout.cell_text(deadly.cells)}"
        what = "rectangle" if deadly.length == 4 else f"loop of {deadly.length} cells"
        look = f"Look at {low} and {high} in {phrases.cell_list(layout, deadly.cells)}"
        start = (
            f"If the {what} {phrases.cell_list(layout, deadly.cells)} held only {low} and "
            f"{high}, the "
            "two could be swapped in it and the puzzle would have a second solution."
        )
        return StepText(notation, look, f"{start} {_conclusion_text(step, deadly)}")


def _conclusion_text(step: Step, deadly: DeadlyPattern) -> str:
    """Return the conclusion from the guardians, by type."""
    layout, key = step.layout, step.key
    shown = phrases.removal_text(layout, step.eliminations)
    guarded = phrases.cell_list(layout, deadly.guarded, "or")
    low, high = (layout.symbol(value) for value in bits(deadly.pair))
    extras = phrases.value_list(
        layout, mask_of(value for value, _ in layout.by_value(deadly.guardians)), "or"
    )
    if key.endswith("rectangle-1") or key == "unique-loop-1":
        if key.startswith("avoidable"):
            return f"Only {guarded} can still prevent that, so {shown}."
        return f"Only {guarded} can still be something else, so it is neither, and {shown}."
    if key.endswith(("-2", "-5")):
        return f"So {guarded} must be {extras}; no cell that sees them all can be, so {shown}."
    if key.endswith("-3"):
        values_text = phrases.value_list(layout, deadly.subset_values)
        return (
            f"So {guarded} is {extras}. With {phrases.cell_list(layout, deadly.subset_cells)} that "
            f"cell uses up {values_text} in {_houses_text(layout, deadly)}, so {shown}."
        )
    lock = layout.symbol(deadly.locked_value)
    remaining = high if lock == low else low
    if key.endswith("-4"):
        return (
            f"In {_houses_text(layout, deadly)} the {lock} must be in one of {guarded}; if the "
            "other "
            f"were {remaining}, that would happen, so {shown}."
        )
    if key.endswith("-6"):
        return (
            f"In its rows and columns the {lock} has no other place, so if one of {guarded} were "
            f"{lock}, the other would be too, and the rest {remaining}: so {shown}."
        )
    far = phrases.cell_list(layout, deadly.subset_cells)
    return (
        f"In {_houses_text(layout, deadly)} the {lock} has no place outside it: were {far} {remaining}, "
        f"the cells beside it would be {lock} and the fourth {remaining}: so {shown}."
    )


def _bug_text(step: Step, deadly: DeadlyPattern) -> StepText:
    layout, key = step.layout, step.key
    shown = phrases.removal_text(layout, step.eliminations)
    guards = phrases.joined_words(
        (
            f"{layout.symbol(value)} in {phrases.cell_list(layout, cells, 'or')}"
            for value, cells in layout.by_value(deadly.guardians)
        ),
        "or",
    )
    start = (
        f"Without {guards} every open cell would have two candidates and every value two places in "
        f"each row, column and box, and the puzzle would have two solutions or none."
    )
    if key == "bug+1":
        then = (
            f"So {phrases.cell_list(layout, deadly.guarded)} is one of its extra values: {shown}."
        )
        if deadly.guardians.bit_count() == 1:
            then = f"So {guards} is right: {shown}."
    elif key == "bug-2":
        then = f"So one of these is right, and what sees all of them cannot be: {shown}."
    elif key == "bug-3":
        then = (
            "So one of these is right, and with "
            f"{phrases.cell_list(layout, deadly.subset_cells)} that cell "
            f"uses up {phrases.value_list(layout, deadly.subset_values)} in "
            f"{_houses_text(layout, deadly)}: "
            f"{shown}."
        )
    else:
        then = (
            f"So one of {phrases.cell_list(layout, deadly.guarded)} has its extra value, and "
            "the other "
            f"then the {layout.symbol(deadly.locked_value)} of {_houses_text(layout, deadly)}: "
            f"{shown}."
        )
    return StepText("", "Look at the few cells with more than two candidates", f"{start} {then}")


def _houses_text(layout: Layout, deadly: DeadlyPattern) -> str:
    return phrases.joined_words(dict.fromkeys(layout.houses[house].name for house in deadly.houses))
