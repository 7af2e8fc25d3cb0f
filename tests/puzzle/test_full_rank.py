"""Ranks of rows and columns, counted in every solved grid of 4x4."""

from collections import Counter
from itertools import combinations

import pytest

from nonet import count_solutions, iter_solutions
from nonet.puzzle import Puzzle, grid_of, make_rule
from tests.cases import as_one_test

FOUR = grid_of("4")
SOLUTIONS = [dict(solution) for solution in iter_solutions(Puzzle(FOUR))]


def lines_of(values, size=4):
    places = range(1, size + 1)
    rows = [[values[f"R{r}C{c}"] for c in places] for r in places]
    forward = [*rows, *map(list, zip(*rows, strict=True))]
    return [*forward, *(line[::-1] for line in forward)]


@pytest.mark.parametrize("ties", ["any", "only-unclued", "none"])
@pytest.mark.parametrize(
    ("clue", "rank", "number"), [("R0C1", 3, 4), ("R2C0", 7, 1), ("R5C3", 16, 14), ("R1C5", 9, 8)]
)
def test_a_rank_counts_the_lines_that_are_less(ties, clue, rank, number):
    """``number`` is the place of the line that the clue looks along."""
    expected = 0
    for values in SOLUTIONS:
        lines = lines_of(values)
        line = lines[number]
        held = 1 + sum(other < line for other in lines) == rank
        if ties != "any":
            held = held and lines.count(line) == 1
        if ties == "none":
            held = held and all(lines.count(line) == 1 for line in lines)
        expected += held
    assert expected
    rule = make_rule("full-rank", clue=clue, rank=rank, ties=ties)
    assert count_solutions(Puzzle(FOUR).with_rules(rule)).number == expected


@pytest.mark.parametrize("size", [3, 5])
def test_lines_that_cannot_be_equal_get_no_inequality(size):
    """In a grid of an odd size only a row and a column that mirror each other can be equal."""
    grid = grid_of(str(size))
    rule = make_rule("full-rank", clue="R1C0", rank=2, ties="none")
    puzzle = Puzzle(grid).with_rules(rule)
    no_tie_constraints = [
        each for each in puzzle.model().constraints if "no tie" in each.description
    ]
    assert len(no_tie_constraints) == 4 * size
    if size == 3:
        lines = [lines_of(solution, size) for solution in iter_solutions(Puzzle(grid), "native")]
        no_ties = [len(set(map(tuple, each))) == 4 * size for each in lines]
        first = [1 + sum(other < each[0] for other in each) == 2 for each in lines]
        assert count_solutions(puzzle, "native").number == sum(map(min, no_ties, first))


def ranks_of(lines, places):
    """The rank of each line at ``places``."""
    return tuple(1 + sum(other < lines[number] for other in lines) for number in places)


PLACES = {"R1C0": 0, "R0C1": 4, "R0C3": 6, "R2C5": 9, "R5C3": 14}
"""Which of the lines each clue looks along."""


@as_one_test(list(combinations(PLACES, 2)))
def test_ranks_beside_each_other_say_no_more_than_each_alone(clues):
    """Every pair of ranks that some solved grid has, and pairs that none has."""
    places = [PLACES[clue] for clue in clues]
    frequency = Counter(ranks_of(lines_of(values), places) for values in SOLUTIONS)
    near = {(first_rank, first_rank + step) for first_rank in range(1, 16, 5) for step in (0, 1)}
    for ranks in [*list(frequency)[:6], *near]:
        rules = [
            make_rule("full-rank", clue=clue, rank=rank, ties="any")
            for clue, rank in zip(clues, ranks, strict=True)
        ]
        assert count_solutions(Puzzle(FOUR).with_rules(*rules)).number == frequency[ranks], ranks


def test_what_two_ranks_say_together_is_a_part_of_its_own_that_both_say():
    rules = [make_rule("full-rank", clue=c, rank=r) for c, r in (("R1C0", 5), ("R5C3", 7))]
    puzzle = Puzzle(FOUR).with_rules(*rules)
    constraints = [set(rule.constraints_among(FOUR, puzzle.rules)) for rule in rules]
    both = constraints[0] & constraints[1]
    assert {each.description for each in both} == {"full ranks 5 at R1C0 and 7 at R5C3"}
    alone = [set(r.constraints_among(FOUR, Puzzle(FOUR).with_rules(r).rules)) for r in rules]
    assert [of_rule - both for of_rule in constraints] == alone


def test_without_rows_and_columns_the_rank_tells_no_first_value():
    rule = make_rule("full-rank", clue="R1C0", rank=5)
    assert [each.scope for each in rule.constraints(FOUR) if len(each.scope) == 1] == []
    first = [c.scope for c in rule.constraints_among(FOUR, Puzzle(FOUR).rules) if len(c.scope) == 1]
    assert ("R1C1",) in first
