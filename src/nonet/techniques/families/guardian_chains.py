"""Forcing chains from the guardians of a deadly pattern.

A deadly pattern, filled with its own values alone, would give a second solution. So in a puzzle
with one solution one of its *guardians* is true: a candidate that breaks the pattern. Whatever
follows from each guardian is true. Consequences are followed as a net: singles, locked
candidates, hidden and naked pairs, X-wings.

The patterns are unique rectangles, unique loops and the bivalue universal grave; the guardians are
the other candidates of their cells. Named cases with one more wing, strong link, almost locked set
or subset have aliases in the catalogue: "UR + XY-Wing" (ronk, "UR gallery", Players' forum, 2006).

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

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from nonet.techniques.candidate_layout import bits, union_of
from nonet.techniques.catalogue import LARGE
from nonet.techniques.engines import phrases
from nonet.techniques.engines.forcing_proof import (
    ForcingProof,
    branch_text,
    conclusion_text,
    proof_notation,
    proof_step,
)
from nonet.techniques.engines.guarded_patterns import GuardedPattern, guarded_pattern
from nonet.techniques.engines.probe import Conclusion, Net, Suppositions, common_conclusions
from nonet.techniques.families.uniqueness import bug_extras, rectangle_cases, unique_loops
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

MAX_GUARDIANS = 6
"""Maximum number of guardians of a pattern: a reader follows a chain from each."""


def max_cells(_: str) -> int:
    """The cells of the largest puzzle that these chains are searched in."""
    return LARGE


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield the conclusions of each technique, those of the fewest inferences first."""
    if position.candidates_are_clues or not position.givens:
        return  # missing candidates may be clues, which a second solution would not have
    for key, patterns in PATTERNS_BY_KEY.items():
        if key in requested:
            yield from _steps(position, key, patterns(position))


def _steps(position: Position, key: str, patterns: Iterable[GuardedPattern]) -> Iterator[Step]:
    runs = position.cached(Suppositions, "patterns")
    best: dict[int, tuple[Conclusion, GuardedPattern]] = {}
    for guard in patterns:
        if not 1 < guard.guardians.bit_count() <= MAX_GUARDIANS:
            continue
        position.deadline.check()
        for result in common_conclusions("guardians", -1, map(runs, bits(guard.guardians))):
            if not all(
                isinstance(run, Net) and run.ancestors(node) >> run.start & 1
                for run, node in result.ends
            ):
                continue  # what singles give needs no guardian
            if result.node not in best or result.size < best[result.node][0].size:
                best[result.node] = result, guard
    for result, guard in sorted(best.values(), key=lambda pair: (pair[0].size, pair[0].node)):
        yield _step(position, key, guard, ForcingProof.of(result))


def _graves(position: Position) -> Iterator[GuardedPattern]:
    extras = union_of(
        position.layout.candidates_in(1 << cell, values)
        for cell, values in position.cached(bug_extras).items()
    )
    if extras:
        yield guarded_pattern(position, "bug", position.unsolved, 0, position.open & ~extras)


PATTERNS_BY_KEY: dict[str, Callable[[Position], Iterable[GuardedPattern]]] = {
    "unique-rectangle-forcing-chain": lambda p: [case.pattern for case in rectangle_cases(p)],
    "unique-loop-forcing-chain": unique_loops,
    "bug-forcing-chain": _graves,
}


# -- steps --------------------------------------------------------------------------


def _step(position: Position, key: str, guard: GuardedPattern, proof: ForcingProof) -> Step:
    step = proof_step(key, position.layout, proof)
    return replace(
        step,
        pattern=step.pattern | guard.own & position.open,
        fins=guard.guardians,
        deadly_cells=guard.cells,
        detail=GuardianChainsDetail(guard, proof),
    )


class GuardianChainsDetail(NamedTuple):
    """The deadly pattern and the chains from its guardians."""

    guard: GuardedPattern
    proof: ForcingProof

    def describe(self, step: Step) -> StepText:
        """Return the texts: the pattern, the guardians, a chain from each, the conclusion."""
        layout, guard = step.layout, self.guard
        true = phrases.joined_words(map(layout.fact, bits(step.fins)), "or")
        lines = [branch_text(layout, branch) for branch in self.proof.branches]
        lines = [line[0].upper() + line[1:] for line in lines]
        conclusion = conclusion_text(layout, step.placements, step.eliminations)
        if guard.name == "bug":
            cells, notation = "the open cells", "BUG"
            deadly = "each cell held one of two values, and each value had two places in each house"
        else:
            what = "rectangle" if guard.length == 4 else "loop"
            cells = phrases.cell_list(layout, guard.cells)
            deadly = f"the {what} {cells} held only {phrases.value_list(layout, guard.values)}"
            notation = f"{layout.value_text(guard.values, '/')} in {layout.cell_text(guard.cells)}"
        return StepText(
            f"{notation}: {proof_notation(layout, self.proof)}",
            f"Look at {cells} and at what would follow from each guardian",
            f"If {deadly}, the puzzle would have a second solution. So {true}. "
            f"{'. '.join(lines)}. In any case {conclusion}.",
        )
