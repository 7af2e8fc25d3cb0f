"""A constraint together with a house that contains some of its cells.

*Locked in a constraint*: if a constraint can only hold with some value in its cells inside a
house, then that value is eliminated from the rest of the house; as a killer player says, this
cage needs a 9.  *Constraint and house*: if a house has no place for a value outside the cells
of a constraint, the constraint must place the value there; candidates without support in any
such choice are eliminated.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.puzzle.rules import make_rule
>>> cage = make_rule("killer", cells="R1C1 R1C2", sum=6)
>>> position = Position.of(Puzzle(Grid.square(4)).with_rules(cage))
>>> step = next(find(position, frozenset({"locked-in-constraint"})))
>>> print(step.sentence)
Killer cage 6 at R1C1 needs a 2 in R1C1 or R1C2, which lie in row 1: 2 can be removed from R1C3 and R1C4.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import eq
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, Layout, bits, mask_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.constraint_filter import ConstraintFilter, constraint_filters
from nonet.techniques.engines.supposition import possible_values
from nonet.techniques.families.constraints import filtered_out, reasons
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield the eliminations of constraints and houses together."""
    possible = position.cached(possible_values)
    for first, house, shared in _overlaps(position.layout):
        position.deadline.check()
        if "locked-in-constraint" in requested:
            yield from _locked_in_constraint(position, possible, first, house, shared)
        if "constraint-and-house" in requested and house.complete:
            yield from _constraint_and_house(position, possible, first, house, shared)


def _overlaps(layout: Layout) -> tuple[tuple[ConstraintFilter, House, int], ...]:
    """Constraints and the houses that hold some of their cells, with these cells."""
    results = []
    for first in constraint_filters(layout):
        cells = mask_of(first.cells)
        for house in layout.houses:
            shared = cells & house.cells
            if shared & (shared - 1) and house.cells & ~shared:
                results.append((first, house, shared))
    return tuple(results)


def _locked_in_constraint(
    position: Position, possible: list[int], first: ConstraintFilter, house: House, shared: int
) -> Iterator[Step]:
    """Values that the constraint needs within the house."""
    layout = position.layout
    masks = tuple(possible[cell] for cell in first.cells)
    unvisited = house.cells & ~shared
    within = [bool(shared >> cell & 1) for cell in first.cells]
    for value in bits(first.required_values(masks, within)):
        eliminated = (position.places_of(value) & unvisited) << value * layout.cell_count
        if not eliminated:
            continue
        without = ~(1 << value)
        fewer = tuple(m & without if i else m for m, i in zip(masks, within, strict=True))
        if first.reduced(fewer) is None:
            places = layout.candidates_in(shared, 1 << value) & (position.open | position.placed)
            yield Step(
                "locked-in-constraint",
                layout,
                eliminations=eliminated,
                pattern=places,
                links=(layout.house_set(house.number, value),),
                sets=((mask_of(first.cells), layout.all_values),),
                reasons=reasons(first, fewer),
                detail=LockedInConstraintDetail(first, house, value, places),
            )


def _constraint_and_house(
    position: Position, possible: list[int], first: ConstraintFilter, house: House, shared: int
) -> Iterator[Step]:
    """Values that the house has no other place for than in the constraint."""
    layout = position.layout
    masks = tuple(possible[cell] for cell in first.cells)
    if first.is_entailed(masks):
        return
    for value in range(layout.value_count):
        bit = 1 << value
        places = position.places_of(value) & house.cells
        if not places or places & ~shared or not places & (places - 1):
            continue
        retained = [0] * len(masks)
        for place in bits(places):
            taken = tuple(
                bit if cell == place else mask & ~bit if house.cells >> cell & 1 else mask
                for cell, mask in zip(first.cells, masks, strict=True)
            )
            now = first.reduced(taken)
            if now is not None:
                retained = [a | b for a, b in zip(retained, now, strict=True)]
                if all(map(eq, retained, masks)):
                    break  # no place takes anything away
        eliminated = filtered_out(layout, first, masks, tuple(retained)) & position.open
        if eliminated:
            yield Step(
                "constraint-and-house",
                layout,
                eliminations=eliminated,
                pattern=places << value * layout.cell_count & ~eliminated,
                truths=(layout.house_set(house.number, value),),
                sets=((mask_of(first.cells), layout.all_values),),
                reasons=(
                    first.constraint.description,
                    *(h.constraint.description for h in first.houses),
                ),
                detail=ConstraintAndHouseDetail(first, house, value, places),
            )


class LockedInConstraintDetail(NamedTuple):
    """The constraint, the house, the value that the one needs in the other, and its places."""

    constraint_filter: ConstraintFilter
    house: House
    value: int
    places: int

    def describe(self, step: Step) -> StepText:
        """``needs a 9``."""
        layout, described = step.layout, self.constraint_filter.constraint.description
        digit = layout.symbol(self.value)
        places = layout.cells_of(self.places)
        lie = "which lie" if places & (places - 1) else "which lies"
        return StepText(
            f"{digit} of {described} in {self.house.short_name}",
            f"Look for what {described} needs in {self.house.name}",
            f"{described[:1].upper()}{described[1:]} needs {phrases.with_article(digit)} in "
            f"{phrases.cell_list(layout, places, 'or')}, {lie} in {self.house.name}: "
            f"{phrases.removal_text(layout, step.eliminations)}.",
        )


class ConstraintAndHouseDetail(LockedInConstraintDetail):
    """The constraint, the house, the value that the house has only there, and its places."""

    def describe(self, step: Step) -> StepText:
        """``must hold the 9 of row 1``."""
        layout, described = step.layout, self.constraint_filter.constraint.description
        digit = layout.symbol(self.value)
        return StepText(
            f"{digit}{self.house.short_name} in {described}",
            f"Look at {described} and the {digit}s of {self.house.name}",
            f"{self.house.name[:1].upper()}{self.house.name[1:]} has its {digit} in "
            f"{phrases.cell_list(layout, self.places, 'or')}. In each case it follows from "
            f"{described}: {phrases.excluded_text(layout, step.eliminations)}.",
        )
