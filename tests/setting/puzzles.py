"""Puzzles and judges that tests of several modules of the room use."""

from itertools import product

import nonet
from nonet.solving import Status

BLANK = nonet.Sudoku("." * 16)
SIX = nonet.Sudoku("." * 36)
RUNS = nonet.Puzzle(nonet.Grid.from_picture(["##..#", "#....", "....#", "#..##"], range(1, 10)))


def is_unique(puzzle, solution, backend="native"):
    verdict = nonet.verify(puzzle, backend)
    return verdict.uniqueness.value == "unique" and verdict.witnesses[0].line == solution


def needs_each_clue(puzzle):
    return not any(
        nonet.verify(
            puzzle.with_clues({c: v for c, v in puzzle.clues.items() if c != cell})
        ).uniqueness.value
        == "unique"
        for cell in puzzle.clues
    )


def holds(puzzle) -> bool:
    """Whether there is a solution: by the native engine, which shares nothing with the bench."""
    return nonet.solve(puzzle, "native").status is Status.SAT


def check_links(links, known, domains):
    """Whether each step follows from what is known and its rule, by trying every value."""
    known = set(known)
    for link in links:
        facts = {(fact.name, fact.value, fact.holds) for fact in link.because}
        concluded = {(fact.name, fact.value, fact.holds) for fact in link.concluded}
        assert facts <= known
        if link.supposing:
            supposed = (link.supposed.name, link.supposed.value, link.supposed.holds)
            check_links(link.supposing, known | {supposed}, domains)
            assert not link.supposing[-1].concluded
            facts.add((link.supposed.name, link.supposed.value, False))
        scope = {name for name, _, _ in facts | concluded}
        scope |= {name for each in link.constraints for name in each.scope}
        names = sorted(scope)
        for values in product(*(domains[name] for name in names)):
            assignment = dict(zip(names, values, strict=True))
            if all((assignment[n] == value) == holds for n, value, holds in facts) and all(
                each.holds(assignment) for each in link.constraints
            ):
                assert concluded
                assert all((assignment[n] == value) == holds for n, value, holds in concluded)
        known |= concluded


def mixed_puzzle():
    (generated,) = nonet.generate(1, like=nonet.Sudoku("." * 36), kind="thermometer,killer", seed=4)
    return generated.puzzle
