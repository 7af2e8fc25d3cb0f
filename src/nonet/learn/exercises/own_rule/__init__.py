"""Checks of own-rule: the meaning by brute force, a puzzle, words, and a name that is no cell."""

from itertools import pairwise

from nonet.errors import PuzzleError
from nonet.learn.checks import LearnerModule, expect, learner_value, shortened_repr
from nonet.model import Constraint
from nonet.puzzle import Grid, Puzzle, PuzzleRule
from nonet.solving import count, iter_solutions, verify

GRID = Grid.square(4)
LINES = (("R1C1", "R1C2"), ("R4C1", "R3C1", "R3C2"), ("R1C1", "R2C2", "R3C3", "R4C4"))
THERMOMETERS = (("R4C1", "R3C1", "R3C2"), ("R1C1", "R2C2", "R2C3", "R1C4"))


def learner_rule(work: LearnerModule, cells: tuple[str, ...]) -> PuzzleRule:
    """The learner's rule over some cells."""
    seen = learner_value(work, "MyThermometer")(cells)
    expect(isinstance(seen, PuzzleRule), "MyThermometer should be a nonet.PuzzleRule")
    assert isinstance(seen, PuzzleRule)
    return seen


def learner_constraints(work: LearnerModule, cells: tuple[str, ...]) -> list[Constraint]:
    """Its constraints on a grid of 4 by 4."""
    seen = learner_rule(work, cells).constraints(GRID)
    expect(seen is not None, "constraints(grid) yields nothing")
    constraints = list(seen)
    strange = [c for c in constraints if not isinstance(c, Constraint)]
    expect(
        not strange,
        f"constraints(grid) should yield constraints, not {shortened_repr(strange[:1])}",
    )
    return constraints


def check_steps(work: LearnerModule) -> None:
    "A line of three cells rises: 1, 2, 4 but not 1, 4, 2 nor 1, 1, 2"
    line = LINES[1]
    constraints = learner_constraints(work, line)
    for values, right in (((1, 2, 4), True), ((1, 4, 2), False), ((1, 1, 2), False)):
        assignment = dict(zip(line, values, strict=True))
        seen = all(c.holds(assignment) for c in constraints)
        expect(seen is right, f"{values} along the line is {'refused' if right else 'accepted'}")


def check_counts(work: LearnerModule) -> None:
    "With it there are as many Sudokus of 4 by 4 as brute force finds"
    solutions = list(iter_solutions(Puzzle(GRID)))
    for line in LINES:
        right = sum(all(s[a] < s[b] for a, b in pairwise(line)) for s in solutions)
        seen = count(Puzzle(GRID).with_rules(learner_rule(work, line))).number
        expect(seen == right, f"along {', '.join(line)}: {seen} Sudokus, not {right}")


def check_names(work: LearnerModule) -> None:
    "Cells may be called A2, and a name that is no cell is an error that says so"
    scopes = {cell for c in learner_constraints(work, ("A1", "a2", "r1c3")) for cell in c.scope}
    expect(scopes == {"R1C1", "R1C2", "R1C3"}, f"A1, a2, r1c3 became {shortened_repr(scopes)}")
    try:
        learner_constraints(work, ("R1C1", "R1C9"))
    except PuzzleError:
        return
    expect(False, "R1C9 is not a cell of a 4 by 4 grid, and no PuzzleError is raised")


def check_words(work: LearnerModule) -> None:
    "Every constraint has words: a label and a sentence that names its cells"
    for constraint in learner_constraints(work, LINES[1]):
        text = constraint.rule
        expect(bool(text.label), f"the constraint over {constraint.scope} has no label")
        expect(
            all(cell in text.sentence for cell in constraint.scope),
            f"the sentence {text.sentence!r} does not name {' and '.join(constraint.scope)}",
        )


def check_puzzle(work: LearnerModule) -> str:
    "Two thermometers and no clue at all make a puzzle with one solution"
    puzzle = Puzzle(GRID).with_rules(*(learner_rule(work, line) for line in THERMOMETERS))
    verdict = verify(puzzle)
    expect(verdict.uniqueness.value == "unique", f"it is {verdict.uniqueness.value}")
    return verdict.witnesses[0].line
