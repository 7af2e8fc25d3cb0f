"""The 45 rule: the cells that stick out of houses nearly filled by cages, or out of the cages.

Every value comes once in a house, so that a house of nine sums to 45 and two rows to 90. The
cages inside sum to less; the missing cells are the *innies*.  Where cages cover the houses and
stick out, the extra cells are the *outies*. Either is a sum of its own, filtered like a cage.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.puzzle.rules import make_rule
>>> cage = make_rule("killer", cells="R1C1 R1C2 R1C3", sum=8)
>>> position = Position.of(Puzzle(Grid.square(4)).with_rules(cage))
>>> print(next(find(position, frozenset({"innies"}))).sentence)
Row 1 sums to 10, and killer cage 8 at R1C1 to 8 of that, so R1C4 is 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from nonet.model import Annotation, Linear
from nonet.techniques.candidate_layout import House, Layout, bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.constraint_filter import ConstraintFilter, filter_of
from nonet.techniques.engines.supposition import possible_values
from nonet.techniques.families.constraint_explanations import FilteringDetail
from nonet.techniques.families.constraint_explanations import possible_combinations as sums_left
from nonet.techniques.families.constraints import step_of
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True

MAX_CELLS = 5
"""Cells that may stick out: sums of more say next to nothing."""
MAX_HOUSES = 5
"""Houses that are taken together."""


class ImpliedSum(NamedTuple):
    """An implied sum: the filter of ``cells`` (innies less outies), and its houses and cages."""

    key: str
    constraint_filter: ConstraintFilter
    houses: tuple[House, ...]
    cages: tuple[Linear, ...]
    innies: int
    outies: int


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield innies and outies with eliminations, sums of few cells first."""
    layout = position.layout
    possible = position.cached(possible_values)
    for unvisited in _implied_sums(layout):
        if unvisited.key not in requested:
            continue
        step = step_of(position, unvisited.key, unvisited.constraint_filter, possible)
        if step is not None and isinstance(step.detail, FilteringDetail):
            area = union_of(house.cells for house in unvisited.houses)
            needed = unvisited.constraint_filter.needed_houses(step.detail.before)
            lines, houses = ([h.constraint for h in each] for each in (unvisited.houses, needed))
            yield Step(
                unvisited.key,
                layout,
                eliminations=step.eliminations,
                pattern=step.pattern,
                sets=(
                    (area & ~unvisited.innies, layout.all_values),
                    (unvisited.innies | unvisited.outies, 0),
                ),
                reasons=tuple(c.description for c in (*lines, *unvisited.cages, *houses)),
                detail=InniesDetail(unvisited, step.detail),
            )


@lru_cache(maxsize=64)
def _implied_sums(layout: Layout) -> tuple[ImpliedSum, ...]:
    """All sums that follow for few cells, each group of cells once."""
    cages = _disjoint_cages(layout)
    if not cages:
        return ()
    sums: dict[tuple[int, int], ImpliedSum] = {}
    for houses in _house_groups(layout):
        area = union_of(house.cells for house in houses)
        touching = [pair for pair in cages if pair[0] & area]
        inside = [pair for pair in touching if not pair[0] & ~area]
        for chosen in (inside, touching) if len(inside) < len(touching) else (inside,):
            covered = union_of(cells for cells, _ in chosen)
            within, outside = area & ~covered, covered & ~area
            number = within.bit_count() + outside.bit_count()
            if not chosen or not 0 < number <= MAX_CELLS or (within, outside) in sums:
                continue
            sums[within, outside] = _implied_sum(layout, houses, chosen, within, outside)
    in_order = sorted(
        sums.values(), key=lambda each: (len(each.constraint_filter.cells), len(each.houses))
    )
    return tuple(in_order)


def _implied_sum(
    layout: Layout,
    houses: tuple[House, ...],
    chosen: list[tuple[int, Linear]],
    within: int,
    outside: int,
) -> ImpliedSum:
    cells = [*bits(within), *bits(outside)]
    signs = (1,) * within.bit_count() + (-1,) * outside.bit_count()
    total = len(houses) * sum(layout.values) - sum(cage.constant for _, cage in chosen)
    if not within:
        signs, total = (1,) * len(cells), -total
    names = tuple(layout.cells[cell] for cell in cells)
    derived = Linear(names, signs, "==", total, rule=Annotation("45", "the 45 rule", ""))
    key = "outies" if outside else "innies"
    return ImpliedSum(
        key, filter_of(layout, derived), houses, tuple(c for _, c in chosen), within, outside
    )


def _disjoint_cages(layout: Layout) -> list[tuple[int, Linear]]:
    """Return plain sums with a given total that share no cell, sums of few cells first."""
    cages: list[tuple[int, Linear]] = []
    taken = 0
    plain = [
        c
        for c in layout.other_constraints
        if isinstance(c, Linear) and c.op == "==" and set(c.coefficients) == {1}
    ]
    for constraint in sorted(plain, key=lambda c: len(c.scope)):
        cells = sum(1 << layout.cell_number[name] for name in constraint.scope)
        if not cells & taken:
            taken |= cells
            cages.append((cells, constraint))
    return cages


def _house_groups(layout: Layout) -> Iterator[tuple[House, ...]]:
    """Yield disjoint houses: neighbouring rows, neighbouring columns, one or two boxes."""
    for kind in ("row", "column"):
        lines = layout.houses_by_kind[kind]
        for number in range(1, MAX_HOUSES + 1):
            for first in range(len(lines) - number + 1):
                yield from _are_disjoint(lines[first : first + number])
    boxes = (*layout.houses_by_kind["box"], *layout.houses_by_kind["other"])
    for number in (1, 2):
        for chosen in combinations(boxes, number):
            yield from _are_disjoint(chosen)


def _are_disjoint(houses: tuple[House, ...]) -> Iterator[tuple[House, ...]]:
    masks = [house.cells for house in houses]
    if sum(map(int.bit_count, masks)) == union_of(masks).bit_count():
        yield houses


class InniesDetail(NamedTuple):
    """The implied sum, and its filtered domains."""

    implied_sum: ImpliedSum
    filtering: FilteringDetail

    def describe(self, step: Step) -> StepText:
        """Return the sums of the houses and the cages, and the difference for the rest."""
        remaining, layout = self.implied_sum, step.layout
        names = phrases.joined_words(house.name for house in remaining.houses)
        total = len(remaining.houses) * sum(layout.values)
        covered = sum(cage.constant for cage in remaining.cages)
        cages = phrases.joined_words(cage.description for cage in remaining.cages)
        sums = "sum" if len(remaining.houses) > 1 else "sums"
        start = f"{names[:1].upper()}{names[1:]} {sums} to {total}, and {cages} to {covered}"
        if not remaining.outies:
            start += " of that"
        return StepText(
            f"{_difference_text(layout, remaining.innies, remaining.outies)}={self._offset}",
            f"Look at the sums of {names}, and of the cages there",
            f"{start}, so {self._conclusion_text(step)}.",
        )

    @property
    def _offset(self) -> int:
        constraint = self.filtering.constraint_filter.constraint
        assert isinstance(constraint, Linear)
        return constraint.constant

    def _conclusion_text(self, step: Step) -> str:
        """Return the conclusion about the cells that stick out."""
        remaining, layout, constant = self.implied_sum, step.layout, self._offset
        if len(remaining.constraint_filter.cells) == 1:
            return f"{layout.display_names[remaining.constraint_filter.cells[0]]} is {constant}"
        within = " + ".join(layout.display_names[cell] for cell in bits(remaining.innies))
        outside = " + ".join(layout.display_names[cell] for cell in bits(remaining.outies))
        removal = phrases.excluded_text(layout, step.eliminations)
        if within and outside:
            less = (
                f"{within} less {outside}"
                if remaining.outies.bit_count() == 1
                else (f"{within} less ({outside})")
            )
            return f"{less} is {constant}. {self._reasons_text(step)}"
        sets = sums_left(self.filtering) if self.filtering.after else None
        if not sets:
            return f"{within or outside} = {constant}. {self._reasons_text(step)}"
        only = f", which can only be {phrases.joined_words(sets, 'or')}"
        return f"{within or outside} = {constant}{only}: {removal}"

    def _reasons_text(self, step: Step) -> str:
        """Why the sum excludes the values, without the last full stop."""
        if self.filtering.after is None:
            return f"That {self.filtering.failure_text()}"
        return " ".join(self.filtering.exclusion_sentences(step)).rstrip(".")


def _difference_text(layout: Layout, within: int, outside: int) -> str:
    """Innies less outies in notation."""
    parts = [layout.cell_text(within)] if within else []
    if outside:
        parts.append(f"-({layout.cell_text(outside)})" if within else layout.cell_text(outside))
    return "".join(parts)
