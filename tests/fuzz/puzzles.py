"""Puzzles of many geometries with clues changed, asked of two backends: both say the same.

The clues come from one solved grid of the geometry, its values renamed at random.
"""

from __future__ import annotations

from functools import cache
from random import Random

from nonet.backends import available_backends
from nonet.errors import Unsupported
from nonet.formats import parse, write
from nonet.puzzle import Grid, Puzzle, make_rule
from nonet.solving import solve, verify
from tests.fuzz.campaign_type import Campaign, Case, Tally
from tests.fuzz.models import backend_specification

MAX_SECONDS = 20.0
"""Seconds each backend has; a question not answered by then compares nothing."""

GEOMETRIES: tuple[tuple[int, str], ...] = (
    (4, ""), (4, "diagonals"), (4, "anti-knight"), (6, ""), (6, "disjoint-groups"), (8, ""),
    (9, ""), (9, ""), (9, "diagonals"), (9, "windoku"), (9, "anti-knight"), (9, "anti-king"),
    (9, "disjoint-groups"), (9, "diagonals windoku"), (12, ""), (16, ""),
)  # fmt: skip
"""Size and rules besides rows, columns and boxes."""

FAST_BACKENDS = ("native", "sat", "cpsat")
"""Backends that answer puzzles of every size here."""


@cache
def solved_clues(size: int, rules: str) -> Puzzle:
    """A full grid of the geometry (as ``Puzzle.clues``)."""
    empty = Puzzle(Grid.square(size)).with_rules(*(make_rule(name) for name in rules.split()))
    backend = "sat" if "sat" in {b.name for b in available_backends()} else "native"
    solution = solve(empty, backend).solution
    assert solution is not None
    return empty.with_clues(dict(solution))


def altered_puzzle(random: Random, size: int, rules: str) -> Puzzle:
    """A puzzle: some of the solved grid's values, renamed, and perhaps a few that are wrong."""
    full = solved_clues(size, rules)
    names = list(full.grid.values)
    random.shuffle(names)
    rename = dict(zip(full.grid.values, names, strict=True))
    # from nearly empty to nearly full, mostly near where one solution ends
    share = random.choice((random.uniform(0.3, 0.5), random.uniform(0.35, 0.42), random.random()))
    if size > 9:
        share = max(share, 0.45)
    clues = {cell: rename[v] for cell, v in full.clues.items() if random.random() < share}
    for _ in range(random.choice((0, 0, 0, 1, 2))):
        clues[random.choice(full.grid.cells)] = random.choice(names)
    return Puzzle(full.grid, clues, full.rules)


def make(random: Random) -> Case:
    """A puzzle and two backends with options."""
    size, rules = random.choice(GEOMETRIES)
    puzzle = altered_puzzle(random, size, rules)
    slow = ("python-constraint",) if size <= 6 else ()
    first = backend_specification(
        random, FAST_BACKENDS[:1] if random.random() < 0.7 else (*FAST_BACKENDS, *slow)
    )
    if size > 6 or "level" in first:  # teaching engines are for small puzzles
        first = "native" if first.startswith("native") else first
    other = random.choice(FAST_BACKENDS[1:])
    return {"puzzle": write(puzzle, "json"), "backends": [first, other]}


def judge(case: Case, tally: Tally) -> str | None:
    """The verdicts agree, and unique solutions are the same; JSON keeps the puzzle."""
    puzzle = parse(case["puzzle"], format="json", allow_clashes=True)
    if parse(write(puzzle, "json"), format="json", allow_clashes=True) != puzzle:
        return "the puzzle is another one after JSON"
    tally["puzzles"] += 1
    verdicts = {}
    for backend in case["backends"]:
        try:
            verdict = verify(puzzle, backend, time_limit=MAX_SECONDS)
        except Unsupported:
            tally["declined"] += 1
            continue
        if verdict.stopped_by:
            tally["undecided"] += 1
            continue
        unique = verdict.witnesses[0].line if len(verdict.witnesses) == 1 else ""
        verdicts[backend] = (verdict.uniqueness.value, unique)
    if len(verdicts) > 1:
        tally["compared"] += 1
    return None if len(set(verdicts.values())) < 2 else f"they differ: {verdicts}"


def simpler_cases(case: Case) -> list[Case]:
    """With one clue less."""
    puzzle = parse(case["puzzle"], format="json", allow_clashes=True)
    return [
        {**case, "puzzle": write(Puzzle(puzzle.grid, fewer, puzzle.rules), "json")}
        for cell in puzzle.clues
        for fewer in ({c: v for c, v in puzzle.clues.items() if c != cell},)
    ]


CAMPAIGN = Campaign("puzzles", make, judge, simpler_cases, weight=4)
