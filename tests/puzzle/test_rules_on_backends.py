"""Rules of lines, dots, edges and the whole grid have the same solutions on every backend.

What each of them means is told value by value in ``test_rules_by_definition.py``; here all
grids of a puzzle are written out by rows, columns and boxes alone, and every backend must give
exactly those in which the rule's constraints hold.
"""

import random

import pytest

from nonet.puzzle import Grid, Puzzle, rule_types
from nonet.puzzle.examples import example_grid, example_puzzle, example_solution
from nonet.puzzle.short_form import rule_from_short
from tests.cases import as_one_test
from tests.fuzz.rule_meanings import MEANINGS
from tests.puzzle.test_rules_catalogue import BACKENDS, all_fours, completions, solutions

QUICK = [b for b in BACKENDS if b != "python-constraint"]
"""The same, of python-constraint the option that ends on grids of six with half their cells."""

FOUR = Grid.square(4)
ON_FOUR = [
    "thermometer R1C1 R1C2 R2C2",
    "slow-thermometer R1C1 R2C2 R3C2 R4C3",
    "whispers difference=2 R1C1 R1C2 R2C3",
    "dutch-whispers difference=3 R2C2 R3C2",
    "palindrome R1C1 R2C2 R3C3 R4C4",
    "renban R1C1 R2C2 R3C3",
    "between R1C1 R2C2 R3C3",
    "lockout difference=1 R1C1 R2C2 R2C3",
    "zipper R1C1 R2C2 R3C3",
    "modular modulus=2 R1C1-R1C3",
    "nabner R1C1 R2C2",
    'regex-line R1C1-R1C4 pattern="[12]+[34]+"',
    "double-arrow R1C1 R2C2 R3C3 R3C4",
    "arrow R1C1 | R1C2 R2C2",
    "arrow R1C1 R1C2 | R2C2 R2C1 R3C1 R3C2 R4C3 R4C4 R3C3",
    "white-dot R1C1 R1C2",
    "white-dot 3 R2C1 R2C2",
    "black-dot R1C1 R1C2",
    "black-dot 4 R2C2 R2C3",
    "xv V R1C1 R1C2",
    "pair-sum 4 R3C3 R3C4",
    "greater-than R1C1 R2C1",
    "quadruple 1 1 R2C2",
    "quadruple 2 3 4 R2C2",
    "clone R1C1 R1C2 | R3C2 R3C3",
    "same-values R1C1 R1C2 | R3C3 R4C4",
    "strict-xv",
    "negative-ratio 3",
    "negative-difference 3",
    "nonconsecutive diagonal",
    "leap 2 3",
    "leap 2 2",
    "positive-diagonal",
    "negative-diagonal",
    "calculation 6 * R1C1 R1C2 R2C2",
    "calculation 1 - R1C1 R1C2",
    "calculation 2 / R3C1 R4C1",
    "calculation 7 + R1C1 R2C2 R3C3",
]
OTHERS = [
    (name, number)
    for name, rule in sorted(rule_types().items())
    for number, example in enumerate(rule.examples)
    if name not in MEANINGS
    and example.grid is None
    and len(example.puzzle) <= 36
    and "boxes" not in (*example.omitted_rules, *rule.replaces.split())
]


@pytest.mark.slow(0.8)
@as_one_test(ON_FOUR)
def test_a_rule_leaves_the_grids_of_four_in_which_it_holds_to_every_backend(text):
    puzzle = Puzzle(FOUR).with_rules(rule_from_short(text))
    constraints = puzzle.model().constraints
    satisfying = [grid for grid in all_fours() if all(c.holds(grid) for c in constraints)]
    assert 0 < len(satisfying) < len(all_fours())
    expected = {puzzle.line(grid) for grid in satisfying}
    for backend in BACKENDS:
        assert solutions(puzzle, backend) == expected, backend


@as_one_test(OTHERS)
def test_an_example_with_half_its_cells_open_has_one_set_of_solutions(name, number):
    kind = rule_types()[name]
    example = kind.examples[number]
    grid, solution = example_grid(example), example_solution(example)
    clue_cells = random.Random(name).sample(grid.cells, len(grid.cells) // 2)
    clues = {cell: solution[cell] for cell in clue_cells}
    puzzle = example_puzzle(kind, example).with_clues(clues)
    constraints = puzzle.model().constraints
    expected = {
        puzzle.line(each)
        for each in completions(grid, clues)
        if all(c.holds(each) for c in constraints)
    }
    assert puzzle.line(solution) in expected
    for backend in QUICK:
        assert solutions(puzzle, backend) == expected, backend
