"""Singles that another step enables: locked candidates or a subset, and the resulting single.

A person who does not write candidates sees both at once: "the 3 of box 1 is in row 2, so row 2
needs no other, and box 2 has one place left".  The step is the placement.

- *X, Hidden Single (Box, Row, Column)*: one step X leaves a value one place in such a house.
- *X, Naked Single*: one step X leaves a cell one value.
- *Complex*: two steps or more are needed together, each of which stands by itself.

X is any of locked candidates and subsets, so each name says which pattern a person has to see.
The techniques are the direct forms of SudokuStudio (Sunnie), whose "crosshatching" is a hidden
single. Sudoku Explainer's four direct techniques, which ask for certain houses, are in
``direct.py``. A full house needs no other step and has no such form; claiming leaves no hidden
single in a box that was not a single in the line before.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> puzzle = Puzzle(Grid.square(4), {"R2C2": 4, "R3C1": 2, "R4C4": 1})
>>> step = next(find(Position.of(puzzle), frozenset({"claiming-hidden-single-column"})))
>>> step.notation
'Claiming, Hidden Single (Column): 2 in r2 => r2c4=2'
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, union_of
from nonet.techniques.extra_names import ENABLED_SINGLES, ENABLING_TECHNIQUES
from nonet.techniques.families import intersections, subset_forms, subsets
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True
"""A hint shows every instance."""

MAX_STEPS = 3
"""The most steps that a complex single rests on."""

SingleTruths = dict[int, str]
"""The truths that may contain a single, and the kind of the single."""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield singles by their enabling step, the simplest first; then singles that need several
    steps.
    """
    truths = _single_truths(position.layout)
    for maker in ENABLING_TECHNIQUES:
        requested_keys = [kind for kind in ENABLED_SINGLES if f"{maker}-{kind}" in requested]
        done: set[tuple[str, int]] = set()
        for step in _steps(position, maker) if requested_keys else ():
            for truth, kind in truths.items():
                single = (
                    _remaining_candidate(position, truth, step.eliminations)
                    if kind in requested_keys
                    else 0
                )
                if single and (kind, single) not in done:
                    done.add((kind, single))
                    yield _made_single_step(f"{maker}-{kind}", position, truth, single, (step,))
    requested_keys = [kind for kind in ENABLED_SINGLES if f"complex-{kind}" in requested]
    if requested_keys:
        yield from _complex_singles(position, requested_keys)


@lru_cache(maxsize=64)
def _single_truths(layout: Layout) -> SingleTruths:
    kinds = {
        "box": "hidden-single-box",
        "row": "hidden-single-row",
        "column": "hidden-single-column",
    }
    result = {}
    for house in sorted(layout.complete_houses, key=lambda house: house.kind != "box"):
        if house.kind in kinds:
            for value in range(layout.value_count):
                result[layout.house_set(house.number, value)] = kinds[house.kind]
    return {**result, **dict.fromkeys(range(layout.cell_count), "naked-single")}


def _steps(position: Position, maker: str) -> Iterator[Step]:
    for family in (intersections, subsets, subset_forms):
        yield from family.find(position, frozenset((maker,)))


def _remaining_candidate(position: Position, truth: int, eliminated: int) -> int:
    """Return the only candidate that a truth has left, if there were more before; else 0."""
    layout = position.layout
    open_candidates = position.open & layout.sets[truth]
    remaining = open_candidates & ~eliminated
    if (
        open_candidates == remaining
        or remaining.bit_count() != 1
        or open_candidates.bit_count() < 2
    ):
        return 0
    candidate = remaining.bit_length() - 1
    alone = any(
        position.open & layout.sets[number] == remaining
        for number in layout.sets_of[candidate]
        if layout.is_truth(number)
    )
    return 0 if alone else remaining


def _complex_singles(position: Position, requested: list[str]) -> Iterator[Step]:
    steps = [step for maker in ENABLING_TECHNIQUES for step in _steps(position, maker)]
    eliminated = union_of(step.eliminations for step in steps)
    done: set[tuple[str, int]] = set()
    for truth, kind in _single_truths(position.layout).items():
        open_candidates = position.open & position.layout.sets[truth]
        if (
            kind not in requested
            or (open_candidates & ~eliminated).bit_count() > 1
            or open_candidates.bit_count() < 3
        ):
            continue
        able: dict[int, Step] = {}
        for step in steps:
            if step.eliminations & open_candidates:
                able.setdefault(step.eliminations & open_candidates, step)
        if any(_remaining_candidate(position, truth, mask) for mask in able):
            continue
        position.deadline.check()
        result = (
            (single, parts)
            for size in range(2, MAX_STEPS + 1)
            for parts in combinations(able.items(), size)
            if (
                single := _remaining_candidate(position, truth, union_of(mask for mask, _ in parts))
            )
        )
        single, parts = next(result, (0, ()))
        if single and (kind, single) not in done:
            done.add((kind, single))
            chosen = tuple(step for _, step in parts)
            yield _made_single_step(f"complex-{kind}", position, truth, single, chosen)


def _made_single_step(
    key: str, position: Position, truth: int, single: int, steps: tuple[Step, ...]
) -> Step:
    pattern = single
    sets: dict[int, None] = {}
    links: dict[int, None] = {}
    for step in steps:
        pattern |= step.pattern
        sets.update(dict.fromkeys(step.truths))
        links.update(dict.fromkeys(step.links))
    return Step(
        key,
        position.layout,
        placements=(single.bit_length() - 1,),
        pattern=pattern,
        truths=tuple(dict.fromkeys((*sets, truth))),
        links=tuple(links),
        detail=MadeSingleDetail(truth, steps),
    )


class MadeSingleDetail(NamedTuple):
    """The truth of the single, and the steps that enable the single."""

    truth: int
    steps: tuple[Step, ...]

    def describe(self, step: Step) -> StepText:
        """Return the texts of the steps in order, then the single."""
        layout = step.layout
        name, value = layout.cell_and_symbol(step.placements[0])
        reasons = [enabling.text for enabling in self.steps]
        if self.truth < layout.cell_count:
            then = f"That leaves {name} only {value}."
        else:
            house = layout.houses[layout.house_and_value(self.truth)[0]].name
            then = f"That leaves {house} one place for {value}: {name} is {value}."
        return StepText(
            "; ".join(reason.notation for reason in reasons),
            reasons[0].look,
            " ".join((*(reason.plain for reason in reasons), then)),
        )
