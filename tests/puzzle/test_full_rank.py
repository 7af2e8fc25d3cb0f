"""Ranks of rows and columns, counted in every solved grid of 4x4."""

import pytest

from nonet import count, iter_solutions
from nonet.puzzle import Puzzle, grid_of, make_rule

FOUR = grid_of("4")
SOLVED = [dict(solution) for solution in iter_solutions(Puzzle(FOUR))]


def lines_of(values):
    rows = [[values[f"R{r}C{c}"] for c in range(1, 5)] for r in range(1, 5)]
    forward = [*rows, *map(list, zip(*rows, strict=True))]
    return [*forward, *(line[::-1] for line in forward)]


@pytest.mark.parametrize("ties", ["any", "only-unclued", "none"])
@pytest.mark.parametrize(
    ("clue", "rank", "number"), [("R0C1", 3, 4), ("R2C0", 7, 1), ("R5C3", 16, 14), ("R1C5", 9, 8)]
)
def test_a_rank_counts_the_lines_that_are_less(ties, clue, rank, number):
    """``number`` is the place of the line that the clue looks along."""
    wanted = 0
    for values in SOLVED:
        lines = lines_of(values)
        mine = lines[number]
        held = 1 + sum(other < mine for other in lines) == rank
        if ties != "any":
            held = held and lines.count(mine) == 1
        if ties == "none":
            held = held and all(lines.count(line) == 1 for line in lines)
        wanted += held
    assert wanted
    rule = make_rule("full-rank", clue=clue, rank=rank, ties=ties)
    assert count(Puzzle(FOUR).with_rules(rule)).number == wanted
    alone = [each.scope for each in rule.constraints(FOUR) if len(each.scope) == 1]
    both = [c.scope for c in rule.constraints_among(FOUR, Puzzle(FOUR).rules) if len(c.scope) == 1]
    assert (alone, len(both)) == ([], 1)
