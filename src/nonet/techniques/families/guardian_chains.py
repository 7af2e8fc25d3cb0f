"""Forcing chains from the guardians of a deadly pattern.

A deadly pattern, filled with its own values alone, would give a second solution. So in a puzzle
with one solution one of its *guardians* is true: a candidate that breaks the pattern. Whatever
follows from each guardian is true. Consequences are followed as a net: singles, locked
candidates, hidden and naked pairs, X-wings.

- *Unique rectangle*, *avoidable rectangle*, *unique loop*, *BUG*: the guardians are the other
  candidates of the pattern's cells.
- *External* rectangles: a side of two guarded cells is in a house. Were none of the pair's values
  elsewhere in this house, the two cells would hold the pair. So a place of the pair in the rest of
  the house is true, or a guardian of the other cells of the rectangle.  In an avoidable rectangle
  each open cell's deadly value has another place in a house of the cell.

An avoidable rectangle has a placed cell of either value, none of them a given, and a candidate of
the deadly value in its open cells. Named cases with one more wing, strong link, almost locked set
or subset have aliases in the catalogue: "UR + XY-Wing", "AR external type 2" (ronk, "UR gallery",
Players' forum, 2006; SudokuStudio).

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R4C4": 3}))
>>> step = next(find(position, frozenset({"unique-rectangle-forcing-chain"})))
>>> print(step.text.plain)  # doctest: +NORMALIZE_WHITESPACE
If the rectangle R2C1, R2C2, R3C1 and R3C2 held only 3 and 4, the puzzle would have a second
solution. So R3C2 is 1, R3C1 is 2 or R3C2 is 2. If R3C2 is 1, then R3C2 is not 4. If R3C1 is 2,
then R3C1 is not 3, so R3C2 is 3 (the last place in box 3), so R3C2 is not 4. If R3C2 is 2, then
R3C2 is not 4. In any case 4 cannot be in R3C2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from nonet.techniques.candidate_layout import bits, mask_of
from nonet.techniques.catalogue import LARGE
from nonet.techniques.engines import phrases
from nonet.techniques.engines.forcing_proof import (
    ForcingProof,
    branch_text,
    conclusion_text,
    proof_notation,
    proof_step,
)
from nonet.techniques.engines.net_patterns import Suppositions
from nonet.techniques.engines.probe import Conclusion, Net, common_conclusions
from nonet.techniques.families.uniqueness import (
    Rectangle,
    bug_extras,
    rectangle_cases,
    rectangles_without,
    unique_loops,
)
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

MAX_GUARDIANS = 6
"""The most guardians of a pattern: nobody follows more chains."""


class Guard(NamedTuple):
    """A deadly pattern: its name, cells, own candidates, and candidates of which one is true."""

    name: str
    cells: int
    own_candidates: int
    alternatives: int
    external: bool = False


def max_cells(_: str) -> int:
    """The cells of the largest puzzle that these chains are searched in."""
    return LARGE


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield the conclusions of each technique, those of the fewest inferences first."""
    if position.candidates_are_clues or not position.givens:
        return  # missing candidates may be clues, which a second solution would not have
    for key, guards in GUARDS_BY_KEY.items():
        if key in requested:
            yield from _steps(position, key, guards)


def _steps(
    position: Position, key: str, guards: Callable[[Position], Iterator[Guard]]
) -> Iterator[Step]:
    runs = position.cached(Suppositions, "patterns")
    best: dict[int, tuple[Conclusion, Guard]] = {}
    done: set[tuple[int, int]] = set()
    for guard in guards(position):
        if guard[1::2] in done or not 1 < guard.alternatives.bit_count() <= MAX_GUARDIANS:
            continue
        done.add(guard[1::2])
        position.deadline.check()
        for result in common_conclusions("guardians", -1, map(runs, bits(guard.alternatives))):
            if not all(
                isinstance(run, Net) and run.ancestors(node) >> run.start & 1
                for run, node in result.ends
            ):
                continue  # what singles give needs no guardian
            if result.node not in best or result.size < best[result.node][0].size:
                best[result.node] = result, guard
    for result, guard in sorted(best.values(), key=lambda pair: (pair[0].size, pair[0].node)):
        yield _step(position, key, guard, ForcingProof.of(result))


# -- patterns -----------------------------------------------------------------------


def _unique_rectangles(position: Position) -> Iterator[Guard]:
    for case in rectangle_cases(position):
        yield Guard("rectangle", case.pattern.cells, case.pattern.own, case.pattern.guardians)


def _external_unique_rectangles(position: Position) -> Iterator[Guard]:
    layout = position.layout
    for (_, corners), pattern, _ in rectangle_cases(position):
        for side in range(4):
            ends = 1 << corners[side] | 1 << corners[(side + 1) % 4]
            if ends & ~pattern.guarded:
                continue
            others = pattern.guardians & ~position.open_candidates_in(ends)
            for house in layout.houses_containing(ends):
                if house.complete:
                    outside = layout.candidates_in(house.cells & ~ends, pattern.values)
                    if not outside & position.placed:
                        alternatives = outside & position.open | others
                        yield Guard("rectangle", pattern.cells, pattern.own, alternatives, True)


class _AvoidableRectangle(NamedTuple):
    """A rectangle, its own candidates, and those of its open cells."""

    rectangle: Rectangle
    own_candidates: int
    open_candidates: int


def _avoidable_cases(position: Position) -> list[_AvoidableRectangle]:
    layout, results = position.layout, []
    placed = position.placed & ~position.givens
    value_of = {c % layout.cell_count: c // layout.cell_count for c in bits(placed)}
    given = layout.cells_of(position.givens)
    for rectangle in position.path_cached(rectangles_without, given):
        sides = [
            {value_of[c] for c in rectangle.corners[side::2] if c in value_of} for side in (0, 1)
        ]
        if any(len(side) != 1 for side in sides) or sides[0] == sides[1]:
            continue
        values = [side.pop() for side in sides]
        own = mask_of(
            values[number % 2] * layout.cell_count + cell
            for number, cell in enumerate(rectangle.corners)
        )
        if not own & ~(position.open | position.placed) and own & position.open:
            results.append(_AvoidableRectangle(rectangle, own, own & position.open))
    return results


def _avoidable_rectangles(position: Position) -> Iterator[Guard]:
    layout = position.layout
    for case in position.cached(_avoidable_cases):
        cells = layout.cells_of(case.open_candidates)
        inside = position.open_candidates_in(cells) & ~case.own_candidates
        yield Guard("rectangle", case.rectangle.mask, case.own_candidates, inside)


def _external_avoidable_rectangles(position: Position) -> Iterator[Guard]:
    layout = position.layout
    for case in position.cached(_avoidable_cases):
        choices = []
        for candidate in bits(case.open_candidates):
            value, cell = divmod(candidate, layout.cell_count)
            sets = [
                layout.sets[layout.house_set(house, value)] & position.open & ~(1 << candidate)
                for house in layout.houses_of[cell]
                if layout.houses[house].complete
            ]
            inside = position.open & layout.cell_candidates(cell) & ~(1 << candidate)
            choices.append([*sets, inside])
        for chosen in product(*choices):
            alternatives = 0
            for mask in chosen:
                alternatives |= mask
            cells, own = case.rectangle.mask, case.own_candidates
            if any(mask is not sets[-1] for mask, sets in zip(chosen, choices, strict=True)):
                yield Guard("rectangle", cells, own, alternatives, True)


def _unique_loops(position: Position) -> Iterator[Guard]:
    for pattern in unique_loops(position):
        yield Guard("loop", pattern.cells, pattern.own, pattern.guardians)


def _graves(position: Position) -> Iterator[Guard]:
    layout = position.layout
    extras = 0
    for cell, values in position.cached(bug_extras).items():
        extras |= layout.candidates_in(1 << cell, values)
    if extras:
        yield Guard("grave", position.unsolved, position.open & ~extras, extras)


GUARDS_BY_KEY = {
    "unique-rectangle-forcing-chain": _unique_rectangles,
    "external-unique-rectangle": _external_unique_rectangles,
    "avoidable-rectangle-forcing-chain": _avoidable_rectangles,
    "external-avoidable-rectangle": _external_avoidable_rectangles,
    "unique-loop-forcing-chain": _unique_loops,
    "bug-forcing-chain": _graves,
}


# -- steps --------------------------------------------------------------------------


def _step(position: Position, key: str, guard: Guard, proof: ForcingProof) -> Step:
    step = proof_step(key, position.layout, proof)
    return replace(
        step,
        pattern=step.pattern | guard.own_candidates & position.open,
        fins=guard.alternatives,
        deadly_cells=guard.cells,
        detail=GuardianChainsDetail(guard, proof),
    )


class GuardianChainsDetail(NamedTuple):
    """The deadly pattern and the chains from its guardians."""

    guard: Guard
    proof: ForcingProof

    def describe(self, step: Step) -> StepText:
        """Return the texts: the pattern, the guardians, a chain from each, the conclusion."""
        layout, guard = step.layout, self.guard
        true = phrases.joined_words(map(layout.fact, bits(step.fins)), "or")
        lines = [branch_text(layout, branch) for branch in self.proof.branches]
        lines = [line[0].upper() + line[1:] for line in lines]
        conclusion = conclusion_text(layout, step.placements, step.eliminations)
        if guard.name == "grave":
            cells, notation = "the open cells", "BUG"
            deadly = "each cell held one of two values, and each value had two places in each house"
        else:
            values = mask_of(c // layout.cell_count for c in bits(guard.own_candidates))
            cells = phrases.cell_list(layout, guard.cells)
            deadly = f"the {guard.name} {cells} held only {phrases.value_list(layout, values)}"
            notation = f"{layout.value_text(values, '/')} in {layout.cell_text(guard.cells)}"
        return StepText(
            f"{notation}: {proof_notation(layout, self.proof)}",
            f"Look at {cells} and at what would follow from each guardian",
            f"If {deadly}, the puzzle would have a second solution. So {true}. "
            f"{'. '.join(lines)}. In any case {conclusion}.",
        )
