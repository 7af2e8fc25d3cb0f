"""A single constraint: the values that the rule of a variant leaves in its cells.

For a cage, a thermometer, a dot and the like: every value that no choice of values still open
in its other cells supports, given also which of its cells must differ.  The result is
generalised arc consistency of the constraint together with the AllDifferents among its cells
(``engines/constraint_filter.py``).  People use the rule's name: cage combinations, thermometer
bounds, Kropki pairs; ``KINDS_BY_KEY`` assigns constraints to names.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.puzzle.rules import make_rule
>>> cage = make_rule("killer", cells="R1C1 R1C2", sum=3)
>>> position = Position.of(Puzzle(Grid.square(4)).with_rules(cage))
>>> print(next(find(position, frozenset({"cage-combinations"}))).sentence)
Killer cage 3 at R1C1 can only hold 1+2: R1C1 and R1C2 cannot be 3 or 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from nonet.techniques.candidate_layout import Layout, bits, mask_of
from nonet.techniques.engines.constraint_filter import (
    ConstraintFilter,
    ValueMasks,
    constraint_filters,
)
from nonet.techniques.engines.supposition import possible_values
from nonet.techniques.families.constraint_explanations import FilteringDetail
from nonet.techniques.position import Position
from nonet.techniques.step import Step

QUICK = True

KINDS_BY_KEY = {
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
"""For each technique its kinds of constraints (``Annotation.kind``); all other kinds belong to
``constraint``.
"""

_KEY_BY_KIND = {kind: key for key, kinds in KINDS_BY_KEY.items() for kind in kinds.split()}


def key_of(constraint_filter: ConstraintFilter) -> str:
    """The technique by which a constraint's filtering is known."""
    return _KEY_BY_KIND.get(constraint_filter.constraint.rule.kind.replace(" ", "-"), "constraint")


@lru_cache(maxsize=64)
def _filters_with_keys(layout: Layout) -> tuple[tuple[str, ConstraintFilter], ...]:
    return tuple((key_of(first), first) for first in constraint_filters(layout))


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield the constraints with eliminations, constraints of few cells first."""
    possible = position.cached(possible_values)
    for key, first in _filters_with_keys(position.layout):
        if key in requested:
            step = step_of(position, key, first, possible)
            if step is not None:
                yield step


def step_of(
    position: Position, key: str, constraint_filter: ConstraintFilter, open_values: list[int]
) -> Step | None:
    """Return the eliminations of filtering by one constraint; ``None`` if there are none."""
    position.deadline.check()
    layout = position.layout
    masks = tuple(open_values[cell] for cell in constraint_filter.cells)
    reduced = constraint_filter.reduced(masks)
    if reduced == masks:
        return None
    eliminated = filtered_out(layout, constraint_filter, masks, reduced) & position.open
    if not eliminated:
        return None
    cells = mask_of(constraint_filter.cells)
    return Step(
        key,
        layout,
        eliminations=eliminated,
        pattern=position.open_candidates_in(cells) & ~eliminated,
        sets=((cells, layout.all_values),),
        reasons=reasons(constraint_filter, masks),
        detail=FilteringDetail(constraint_filter, masks, reduced),
    )


def reasons(constraint_filter: ConstraintFilter, masks: ValueMasks) -> tuple[str, ...]:
    """The constraint, and the houses by which its cells differ where that makes a difference."""
    houses = constraint_filter.needed_houses(masks)
    return (
        constraint_filter.constraint.description,
        *(house.constraint.description for house in houses),
    )


def filtered_out(
    layout: Layout,
    constraint_filter: ConstraintFilter,
    masks: ValueMasks,
    remaining: ValueMasks | None,
) -> int:
    """Return the candidates that a filter removes; all if the constraint cannot hold."""
    eliminated = 0
    for index, (cell, mask) in enumerate(zip(constraint_filter.cells, masks, strict=True)):
        for value in bits(mask & ~(remaining[index] if remaining else 0)):
            eliminated |= 1 << value * layout.cell_count + cell
    return eliminated
