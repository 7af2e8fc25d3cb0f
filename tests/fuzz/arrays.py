"""Whole arrays of puzzles with clues changed, by the compiled engine and by the SAT solver."""

from __future__ import annotations

from random import Random

from nonet.backends.lockstep import Lockstep
from nonet.formats import parse
from nonet.solving import verify
from tests.fuzz.campaign_type import Campaign, Case, Tally
from tests.fuzz.puzzles import GEOMETRIES, MAX_SECONDS, altered_puzzle

ROWS = 24
"""Puzzles of one array."""

SIZES = (4, 6, 9)


def make(random: Random) -> Case:
    """Lines of puzzles of one geometry."""
    size, rules = random.choice([g for g in GEOMETRIES if g[0] in SIZES])
    lines = [altered_puzzle(random, size, rules).line() for _ in range(random.randint(1, ROWS))]
    return {"lines": lines, "rules": rules.split()}


def judge(case: Case, tally: Tally) -> str | None:
    """Fail if counts up to two, or unique solutions, differ from the SAT solver's."""
    if not Lockstep().available().ok:
        tally["skipped: the compiled engine is missing"] += 1
        return None
    from nonet.batch import verify_many

    puzzles = [parse(line, rules=case["rules"], allow_clashes=True) for line in case["lines"]]
    rows = [[p.clues.get(cell, 0) for cell in p.grid.cells] for p in puzzles]
    many = verify_many(rows, rules=case["rules"], backend="lockstep")
    for row, puzzle in enumerate(puzzles):
        tally["rows"] += 1
        verdict = verify(puzzle, "sat", time_limit=MAX_SECONDS)
        if verdict.stopped_by:
            tally["undecided"] += 1
            continue
        right = len(verdict.witnesses)
        if many.counts[row] != right:
            return f"row {row}: lockstep counts {many.counts[row]}, sat {right}"
        if right == 1:
            solution = list(verdict.witnesses[0].values())
            if many.solutions[row].tolist() != solution:
                return f"row {row}: lockstep and sat give different solutions"
    return None


def simpler_cases(case: Case) -> list[Case]:
    """Each row alone."""
    lines = case["lines"]
    return [{**case, "lines": [line]} for line in lines] if len(lines) > 1 else []


CAMPAIGN = Campaign("arrays", make, judge, simpler_cases, weight=1)
