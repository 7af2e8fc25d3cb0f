"""Rules of puzzles with random numbers, nested in each other, against their second meaning.

All 288 grids of a 4x4 with its rows, columns and boxes are known; a backend must find exactly the
grids for which ``tests.fuzz.rule_meanings`` says that the rules hold, and a rule that is refused
because it can never hold must hold of none.

>>> from random import Random
>>> sorted(make(Random(5)))
['backend', 'rules']
"""

from __future__ import annotations

import re
from functools import cache
from random import Random

from nonet.backends import available_backends
from nonet.errors import ImpossibleRule, PuzzleError
from nonet.puzzle import Grid, Puzzle
from nonet.puzzle.short_form import rule_from_short
from nonet.solving import iter_solutions
from tests.fuzz.campaign_type import Campaign, Case, Tally
from tests.fuzz.rule_meaning_cases import CASES
from tests.fuzz.rule_meanings import MEANINGS
from tests.fuzz.solution_sets import solution_set_error

MAX_SECONDS = 60.0
"""Seconds after which a backend is thought to have no answer to so small a puzzle."""

GRID = Grid.square(4)

LEAVES = tuple(
    text for text in CASES if not text.startswith(("full-rank", "negated", "any-of", "repeated"))
)
"""Rules that may stand inside another rule and whose numbers may be changed."""


def make(random: Random) -> Case:
    """Return one or two rules, nested at most two deep, and a backend."""
    rules = [_rule(random, 2) for _ in range(random.choice((1, 1, 2)))]
    return {"rules": rules, "backend": random.choice(("native", "native", "sat", "cpsat"))}


def _rule(random: Random, depth: int) -> str:
    if depth and random.random() < 0.6:
        if random.random() < 0.5:
            return f"negated ({_rule(random, depth - 1)})"
        name = random.choice(("any-of", "all-of"))
        return f"{name} ({_rule(random, depth - 1)}) ({_rule(random, depth - 1)})"
    text = random.choice(LEAVES)
    if random.random() < 0.5:
        return text
    # a number that stands alone, or before the sign of a calculation
    return re.sub(r"(?<![\w=,])\d+(?=[\s+*/-]|$)", lambda _: str(random.randint(0, 9)), text)


@cache
def full_grids() -> tuple[dict[str, int], ...]:
    """The 288 grids of a 4x4."""
    return tuple(dict(each) for each in iter_solutions(Puzzle(GRID), "native"))


def judge(case: Case, tally: Tally) -> str | None:
    """A backend finds the grids for which the second meaning of all rules holds."""
    backend = case["backend"]
    try:
        rules = [rule_from_short(text) for text in case["rules"]]
    except PuzzleError:
        tally["refused"] += 1
        return None
    puzzle = Puzzle(GRID).with_rules(*rules)
    try:
        puzzle.model()
    except ImpossibleRule as error:
        tally["impossible"] += 1
        met = any(
            MEANINGS[rule.name](rule, GRID, values)
            for values in full_grids()
            for rule in rules
            if f"rule {rule.name}:" in str(error) and len(rules) == 1
        )
        return f"refused, but some grid meets it: {error}" if met else None
    except PuzzleError:
        tally["refused"] += 1
        return None
    right = {
        puzzle.line(values)
        for values in full_grids()
        if all(MEANINGS[rule.name](rule, GRID, values) for rule in rules)
    }
    tally["puzzles"] += 1
    if backend not in {installed.name for installed in available_backends()}:
        backend = "native"
    tally[f"checks by {backend}"] += 1
    return solution_set_error(
        puzzle, backend, right, tally, values_of=puzzle.line, time_limit=MAX_SECONDS
    )


def simpler_cases(case: Case) -> list[Case]:
    """Return the case without a rule, or with an inner rule in place of the outer rule."""
    rules = case["rules"]
    cases = [{**case, "rules": rules[:i] + rules[i + 1 :]} for i in range(len(rules))]
    for i, text in enumerate(rules):
        inside = text.partition("(")[2].rpartition(")")[0]
        if inside:
            cases.append({**case, "rules": [*rules[:i], inside, *rules[i + 1 :]]})
    return cases


CAMPAIGN = Campaign("rules", make, judge, simpler_cases, weight=30)
