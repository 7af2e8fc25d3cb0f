"""Check the premises of steps: ``python -m benchmarks.premises --steps 5000 --seed 1``.

A step names the constraints that together imply it.  A SAT solver gets these constraints alone,
with the candidates of the position, and must refute every candidate that the step removes and every
other value of a cell that the step fills.  The puzzles are the variants of
``benchmarks.soundness``, each with its own seed.  Singles are not checked, and neither are techniques
that assume a unique solution, because they follow from no constraint.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import nonet
from benchmarks.soundness import KINDS, draw_puzzle
from nonet.errors import PuzzleError
from nonet.model import Constraint, Model
from nonet.techniques import Position, Step, explain

SINGLES = ("full-house", "naked-single", "hidden-single")
STEPS_OF_A_PUZZLE = 12
"""Largest number of checked steps of a path, drawn at random."""


def named_constraints(step: Step) -> list[Constraint]:
    """Return the constraints that a step names; raise ``LookupError`` for an unknown name."""
    layout = step.layout
    by_name: dict[str, list[Constraint]] = {}
    for constraint in layout.structure.constraints:
        by_name.setdefault(constraint.description, []).append(constraint)
    for house in layout.houses:
        by_name.setdefault(f"AllDifferent({house.name})", []).append(house.constraint)
    names = step.constraints.split(" ∩ ") if step.constraints else []
    named: dict[Constraint, None] = {}
    for name in (*names, *step.reasons):
        if not name.startswith("cell "):  # a cell's values are in the candidates
            named.update(dict.fromkeys(by_name[name]))
    return list(named)


def unproven(position: Position, step: Step) -> list[tuple[str, int]]:
    """Return the conclusions of a step that its named constraints and the candidates allow to
    be wrong, as (cell, value).
    """
    named = named_constraints(step)
    domains = {name: list(values) for name, values in step.layout.structure.domains.items()}
    domains |= {cell: list(values) for cell, values in position.candidates.items()}
    domains |= {cell: [value] for cell, value in position.assignment.items()}

    def possible(cell: str, values: list[int]) -> bool:
        if not values:
            return False
        return bool(nonet.solve(Model({**domains, cell: values}, named), "sat", limit=1).solutions)

    faults = [pair for pair in step.removed if possible(pair[0], [pair[1]])]
    for cell, value in step.placed:
        if possible(cell, [other for other in domains[cell] if other != value]):
            faults.append((cell, value))
    return faults


def steps_of_variants(
    seed: int, time_limit: float | None = 10
) -> Iterator[tuple[str, Position, Step]]:
    """Yield steps of random variants without end, each with its kind and position."""
    random = Random(seed)
    kinds = list(KINDS)
    while True:
        random.shuffle(kinds)
        for kind in kinds:
            try:
                problem, _ = draw_puzzle(kind, seed)
            except PuzzleError:
                continue
            path = explain(problem, time_limit=time_limit)
            if not (path.start.layout.other_constraints or path.start.layout.special_houses):
                continue
            steps = [
                (kind, position, step)
                for position, step in zip(path.positions, path.steps, strict=False)
                if step.key not in (*SINGLES, "brute-force") and not step.technique.assumes_unique
            ]
            yield from random.sample(steps, min(STEPS_OF_A_PUZZLE, len(steps)))
        seed += 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Check steps; return 1 if the constraints that a step names do not imply the step."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.premises", description=__doc__)
    parser.add_argument("--steps", type=int, default=500, help="steps in all (default 500)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default 1)")
    given = parser.parse_args(arguments)
    checked: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    for kind, position, step in steps_of_variants(given.seed):
        checked[step.key] += 1
        if wrong := unproven(position, step):
            faults[step.key] += 1
            named = {"kind": kind, "step": str(step), "constraints": step.constraints}
            print(json.dumps({**named, "unproven": wrong}), flush=True)
        if checked.total() >= given.steps:
            break
    for key, count in checked.most_common():
        print(f"{key:36}{count:7}{faults[key]:6}")
    print(f"{checked.total()} steps of {len(checked)} techniques, {faults.total()} unproven")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
