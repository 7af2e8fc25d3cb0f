"""The examples of rules as puzzles: each has the solution it says, and needs its rule for that."""

import pytest

import nonet
from nonet.puzzle import make_rule, rule_to_json
from nonet.puzzle.examples import (
    example_grid,
    example_parameters,
    example_puzzle,
    example_rule,
    example_solution,
)
from tests.cases import shipped_rules

EXAMPLES = [(rule, each) for rule in shipped_rules().values() for each in rule.examples]


@pytest.mark.parametrize(
    ("rule", "example"), EXAMPLES, ids=lambda given: getattr(given, "name", None)
)
def test_the_parts_of_an_example_belong_together(rule, example):
    grid, puzzle = example_grid(example), example_puzzle(rule, example)
    own = example_rule(rule, example)
    assert type(own) is rule and own in puzzle.rules
    arguments = {name: value for name, value in rule_to_json(own).items() if name != "rule"}
    assert make_rule(rule.name, **example_parameters(rule, example)) == own
    assert make_rule(rule.name, **arguments) == own
    solution = example_solution(example)
    assert puzzle.grid == grid and solution.keys() == set(grid.cells)
    assert all(solution[cell] == value for cell, value in puzzle.clues.items())
    assert puzzle.line() == example.puzzle and puzzle.line(solution) == example.solution
    names = {each.name for each in puzzle.rules}
    assert names.isdisjoint(example.omitted_rules)
    without = example_puzzle(rule, example, applied=False)
    assert own not in without.rules and without.clues == puzzle.clues
    assert {each.name for each in without.rules} | {rule.name} >= names - set(rule.replaces.split())


def test_without_its_rule_an_example_has_other_solutions():
    rule = shipped_rules()["windoku"]
    (example, *_) = rule.examples
    assert nonet.verify(example_puzzle(rule, example)).uniqueness.value == "unique"
    bare = example_puzzle(rule, example, applied=False)
    assert nonet.verify(bare).uniqueness.value == "multiple"
