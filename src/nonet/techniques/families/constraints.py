"""One constraint at a time: what the rule of a variant leaves in its cells.

For a cage, a thermometer, a dot and the like: every value that no choice of values still
open in its other cells supports, given also which of its cells must differ.  That is
generalised arc consistency of the constraint together with the AllDifferents among its
cells (``engines/filters.py``).  People know it by the rule's name: cage combinations,
thermometer bounds, Kropki pairs; ``NAMES`` says which constraint goes by which.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.puzzle.rules import make_rule
>>> cage = make_rule("killer", cells="R1C1 R1C2", sum=3)
>>> position = Position.of(Puzzle(Grid.square(4)).with_rules(cage))
>>> print(next(find(position, frozenset({"cage-combinations"}))).sentence)
Killer cage 3 at R1C1 can only hold 1+2: neither 3 nor 4 can be in R1C1 or R1C2.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from nonet.techniques.engines.filtering import Filter, Masks
from nonet.techniques.engines.filters import filters
from nonet.techniques.engines.supposing import alive
from nonet.techniques.families.constraint_words import Left
from nonet.techniques.layout import Layout, bits, only
from nonet.techniques.position import Position
from nonet.techniques.step import Step

QUICK = True
"""A hint shows every instance."""

NAMES = {
    "clone-pairs": "clone palindrome same-values",
    "kropki-pairs": "white-dot black-dot",
    "xv-pairs": "xv pair-sum",
    "unmarked-pairs": (
        "negative-difference negative-ratio strict-kropki strict-xv nonconsecutive anti-taxicab"
    ),
    "comparisons": "greater-than minimum maximum",
    "thermometer-bounds": "thermometer slow-thermometer",
    "between-bounds": "between lockout",
    "arrow-sums": "arrow double-arrow zipper",
    "whispers-parity": "whispers dutch-whispers",
    "renban-ranges": "renban straights",
    "cage-combinations": (
        "killer cage sum run calculation digital-root rellik lunchbox equal-sums look-and-say "
        "contains equality-cage margin-sum magic-square"
    ),
    "little-killer-bounds": "little-killer",
    "sandwich-combinations": "sandwich",
    "x-sum-combinations": "x-sum",
    "line-sums": "region-sum-line sum-line",
    "skyscraper-bounds": "skyscraper hidden-skyscraper",
    "entropic-cycle": "entropic modular",
}
"""For each technique the kinds of constraints (``Annotation.kind``) that it is about; all others
go by ``constraint``."""

_KEYS = {kind: key for key, kinds in NAMES.items() for kind in kinds.split()}


def key_of(one: Filter) -> str:
    """The technique by which a constraint's filtering is known."""
    return _KEYS.get(one.constraint.rule.kind.replace(" ", "-"), "constraint")


@lru_cache(maxsize=64)
def _keyed(layout: Layout) -> tuple[tuple[str, Filter], ...]:
    return tuple((key_of(one), one) for one in filters(layout))


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """The constraints that remove something, those of few cells first."""
    left = position.once(alive)
    for key, one in _keyed(position.layout):
        if key in wanted:
            step = step_of(position, key, one, left)
            if step is not None:
                yield step


def step_of(position: Position, key: str, one: Filter, left: list[int]) -> Step | None:
    """What filtering by one constraint removes, as a step; ``None`` if nothing."""
    layout = position.layout
    masks = tuple(left[cell] for cell in one.cells)
    kept = one.left(masks)
    if kept == masks:
        return None
    position.clock.check()
    gone = removed(layout, one, masks, kept) & position.open
    if not gone:
        return None
    cells = only(one.cells)
    return Step(
        key,
        layout,
        eliminations=gone,
        pattern=position.open_in(cells) & ~gone,
        sets=((cells, layout.all_values),),
        reasons=reasons(one, masks),
        detail=Left(one, masks, kept),
    )


def reasons(one: Filter, masks: Masks) -> tuple[str, ...]:
    """The constraint, and the houses by which its cells differ where that makes a difference."""
    houses = one.needed(masks)
    return (one.constraint.described, *(house.constraint.described for house in houses))


def removed(layout: Layout, one: Filter, masks: Masks, kept: Masks | None) -> int:
    """The candidates that a filter takes away; all of its cells if it cannot hold."""
    gone = 0
    for index, (cell, mask) in enumerate(zip(one.cells, masks, strict=True)):
        for value in bits(mask & ~(kept[index] if kept else 0)):
            gone |= 1 << value * layout.count + cell
    return gone
