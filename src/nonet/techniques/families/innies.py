"""The 45 rule: what sticks out of houses that cages nearly fill, or out of the cages.

Every value comes once in a house, so that a house of nine sums to 45 and two rows to 90.
The cages that lie inside sum to less; what is missing are the *innies*, the cells that
they leave.  Where cages cover the houses and stick out, the *outies* are what they have
too much.  Either is a sum of its own, filtered like a cage.

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
from nonet.techniques.engines import phrases
from nonet.techniques.engines.filtering import Filter
from nonet.techniques.engines.filters import filter_of
from nonet.techniques.engines.supposing import alive
from nonet.techniques.families.constraint_words import Left, excluded
from nonet.techniques.families.constraint_words import combinations as sums_left
from nonet.techniques.families.constraints import step_of
from nonet.techniques.houses import House
from nonet.techniques.layout import Layout, bits, merged
from nonet.techniques.position import Position
from nonet.techniques.step import Step, Words

QUICK = True
"""A hint shows every instance."""

MOST_CELLS = 5
"""Cells that may stick out: sums of more say next to nothing."""
MOST_HOUSES = 5
"""Houses that are taken together."""


class Rest(NamedTuple):
    """A sum that follows: the filter of ``cells`` (innies less outies), and where it comes from."""

    key: str
    one: Filter
    houses: tuple[House, ...]
    cages: tuple[Linear, ...]
    within: int
    outside: int


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """Innies and outies that remove something, those of few cells first."""
    layout = position.layout
    left = position.once(alive)
    for rest in _rests(layout):
        if rest.key not in wanted:
            continue
        step = step_of(position, rest.key, rest.one, left)
        if step is not None and isinstance(step.detail, Left):
            area = merged(house.cells for house in rest.houses)
            yield Step(
                rest.key,
                layout,
                eliminations=step.eliminations,
                pattern=step.pattern,
                sets=((area & ~rest.within, layout.all_values), (rest.within | rest.outside, 0)),
                reasons=(
                    *(house.constraint.described for house in rest.houses),
                    *(cage.described for cage in rest.cages),
                    *(h.constraint.described for h in rest.one.needed(step.detail.before)),
                ),
                detail=Told(rest, step.detail),
            )


@lru_cache(maxsize=64)
def _rests(layout: Layout) -> tuple[Rest, ...]:
    """All sums that follow for few cells, each group of cells once."""
    cages = _cages(layout)
    if not cages:
        return ()
    found: dict[tuple[int, int], Rest] = {}
    for houses in _regions(layout):
        area = merged(house.cells for house in houses)
        touching = [pair for pair in cages if pair[0] & area]
        inside = [pair for pair in touching if not pair[0] & ~area]
        for chosen in (inside, touching) if len(inside) < len(touching) else (inside,):
            covered = merged(cells for cells, _ in chosen)
            within, outside = area & ~covered, covered & ~area
            number = within.bit_count() + outside.bit_count()
            if not chosen or not 0 < number <= MOST_CELLS or (within, outside) in found:
                continue
            found[within, outside] = _rest(layout, houses, chosen, within, outside)
    return tuple(sorted(found.values(), key=lambda rest: (len(rest.one.cells), len(rest.houses))))


def _rest(
    layout: Layout,
    houses: tuple[House, ...],
    chosen: list[tuple[int, Linear]],
    within: int,
    outside: int,
) -> Rest:
    cells = [*bits(within), *bits(outside)]
    signs = (1,) * within.bit_count() + (-1,) * outside.bit_count()
    total = len(houses) * sum(layout.values) - sum(cage.constant for _, cage in chosen)
    if not within:
        signs, total = (1,) * len(cells), -total
    names = tuple(layout.cells[cell] for cell in cells)
    derived = Linear(names, signs, "==", total, rule=Annotation("45", "the 45 rule", ""))
    key = "outies" if outside else "innies"
    return Rest(
        key, filter_of(layout, derived), houses, tuple(c for _, c in chosen), within, outside
    )


def _cages(layout: Layout) -> list[tuple[int, Linear]]:
    """The plain sums of given value, none of which share a cell: those of few cells first."""
    found: list[tuple[int, Linear]] = []
    taken = 0
    plain = [
        c
        for c in layout.others
        if isinstance(c, Linear) and c.op == "==" and set(c.coefficients) == {1}
    ]
    for constraint in sorted(plain, key=lambda c: len(c.scope)):
        cells = sum(1 << layout.number[name] for name in constraint.scope)
        if not cells & taken:
            taken |= cells
            found.append((cells, constraint))
    return found


def _regions(layout: Layout) -> Iterator[tuple[House, ...]]:
    """Houses that share no cell: neighbouring rows, neighbouring columns, boxes one or two."""
    for kind in ("row", "column"):
        lines = layout.kinds[kind]
        for number in range(1, MOST_HOUSES + 1):
            for first in range(len(lines) - number + 1):
                yield from _apart(lines[first : first + number])
    boxes = (*layout.kinds["box"], *layout.kinds["other"])
    for number in (1, 2):
        for chosen in combinations(boxes, number):
            yield from _apart(chosen)


def _apart(houses: tuple[House, ...]) -> Iterator[tuple[House, ...]]:
    masks = [house.cells for house in houses]
    if sum(map(int.bit_count, masks)) == merged(masks).bit_count():
        yield houses


class Told(NamedTuple):
    """The sum that follows, and what it leaves."""

    rest: Rest
    left: Left

    def words(self, step: Step) -> Words:
        """What the houses come to, what the cages, and what that leaves for the rest."""
        rest, layout = self.rest, step.layout
        names = phrases.listed(house.name for house in rest.houses)
        total = len(rest.houses) * sum(layout.values)
        covered = sum(cage.constant for cage in rest.cages)
        cages = phrases.listed(cage.described for cage in rest.cages)
        sums = "sum" if len(rest.houses) > 1 else "sums"
        start = f"{names[:1].upper()}{names[1:]} {sums} to {total}, and {cages} to {covered}"
        if not rest.outside:
            start += " of that"
        return Words(
            f"{_side(layout, rest.within, rest.outside)}={self._constant}",
            f"Look at the sums of {names}, and of the cages there",
            f"{start}, so {self._so(step)}.",
        )

    @property
    def _constant(self) -> int:
        constraint = self.left.one.constraint
        assert isinstance(constraint, Linear)
        return constraint.constant

    def _so(self, step: Step) -> str:
        """What that says of the cells that stick out."""
        rest, layout, constant = self.rest, step.layout, self._constant
        if len(rest.one.cells) == 1:
            return f"{layout.told[rest.one.cells[0]]} is {constant}"
        within = " + ".join(layout.told[cell] for cell in bits(rest.within))
        outside = " + ".join(layout.told[cell] for cell in bits(rest.outside))
        gone = excluded(layout, step.eliminations)
        if within and outside:
            less = (
                f"{within} less {outside}"
                if rest.outside.bit_count() == 1
                else (f"{within} less ({outside})")
            )
            return f"{less} is {constant}: {gone}"
        sets = sums_left(self.left) if self.left.after else None
        only = f", which can only be {phrases.listed(sets, 'or')}" if sets else ""
        return f"{within or outside} = {constant}{only}: {gone}"


def _side(layout: Layout, within: int, outside: int) -> str:
    """Innies less outies in notation."""
    parts = [layout.cell_text(within)] if within else []
    if outside:
        parts.append(f"-({layout.cell_text(outside)})" if within else layout.cell_text(outside))
    return "".join(parts)
