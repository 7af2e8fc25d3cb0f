"""What a rule refuses: each limit of a rule is told in a line that names the rule and the place."""

import re

import pytest

import nonet
from nonet.errors import PuzzleError
from nonet.puzzle import make_rule, rule_to_json
from nonet.puzzle.examples import example_puzzle
from nonet.puzzle.rules import find_rule_type, rule_from_text
from nonet.puzzle.rules.combined_rules import moved_rule, named_cells
from nonet.puzzle.short_form import MAX_NESTING, rule_from_short, rule_to_short
from tests.cases import as_one_test, shipped_rules

NINE, FOUR = "." * 81, "." * 16


@as_one_test([
    ("samurai", "doubler R1C1", "rule doubler: it takes one square grid"),
    ("samurai", "full-rank R0C1 3", "rows and columns are compared on one square alone"),
    ("samurai", "unknown-regions", "it divides one grid, and there are several"),
    ("samurai", "yin-yang", "several"),
    ("samurai", "indexed-rows", "several"),
    (NINE, "eliminate R1C9 R", "the arrow in R1C9 points out of the grid"),
    (NINE, "search-nine R1C9 R", "no cell lies ahead of R1C9"),
    (NINE, "little-killer 5 R1C1 DR", "R1C1"),
    (NINE, "sandwich 5 R1C1", "R1C1"),
    (NINE, "x-sum 5 R0C0", "R0C0"),
    (NINE, "contains R1C1 R1C2 1 2 3", "contains"),
    (NINE, "look-and-say 1 2 1 2 R1C1 R1C2 R1C3", "a value is said twice"),
    (NINE, "killer 46 R1C1 R1C2", "R1C1"),
    (NINE, "calculation 9999 R1C1 R1C2", "no values in R1C1 R1C2 come to 9999"),
    (FOUR, "sum-line 10 R1C1 R1C2", "cannot sum to 10"),
    (FOUR, "binairo", "a grid of two values, not 4"),
    (FOUR, "magic-square", "a square of n rows and n * n values"),
    (FOUR, "box-indexer R1C1", None),
    (FOUR, "no-such R1C1", "there is no rule 'no-such'"),
    (FOUR, "negated (unknown-regions)", "has variables of its own and cannot stand inside"),
    (FOUR, "negated (jigsaw AABBAABBCCDDCCDD)", "stands in for boxes and cannot stand inside"),
])  # fmt: skip
def test_a_rule_that_cannot_stand_says_why(grid, rule, message):
    if message is None:
        nonet.Sudoku(grid, rules=[rule]).model()
        return
    with pytest.raises(nonet.NonetError) as raised:
        nonet.Sudoku(grid, rules=[rule]).model()
    assert message in str(raised.value)
    assert rule.partition(" ")[0] in str(raised.value)
    assert "\n" not in str(raised.value)


def test_rules_stand_in_rules_up_to_a_depth():
    def nested(depth):
        return "negated (" * depth + "killer 3 R1C1 R1C2" + ")" * depth

    rule_from_short(nested(MAX_NESTING))
    with pytest.raises(PuzzleError, match=f"rules stand in others more than {MAX_NESTING} deep"):
        rule_from_short(nested(MAX_NESTING + 1))


@pytest.mark.parametrize("name", [None, 3, ["killer"]])
def test_a_rule_is_named_by_a_text(name):
    with pytest.raises(TypeError, match="a rule is named by a text, not by "):
        find_rule_type(name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no_such_module:Rule", "nor is there a module no_such_module"),
        ("json:NoSuch", "no rule 'json:NoSuch'"),
        ("json:JSONDecoder", "no rule 'json:JSONDecoder'"),
        ("no-such", "there is no rule 'no-such'"),
    ],
)
def test_a_class_of_a_module_that_is_no_rule_is_refused(text, message):
    with pytest.raises(PuzzleError, match=re.escape(message)):
        rule_from_text(text, imports=True)
    with pytest.raises(PuzzleError):
        rule_from_text(text)


@pytest.mark.parametrize(
    ("name", "rule"),
    [(n, r) for n, r in shipped_rules().items() if r.examples],
    ids=lambda g: str(g)[:20],
)
def test_a_rule_that_is_moved_has_its_cells_elsewhere_and_else_the_same(name, rule):
    """And moved back it is itself; its short form and its JSON are read back."""
    own = next(each for each in example_puzzle(rule, rule.examples[0]).rules if type(each) is rule)
    moved = moved_rule(own, 2, 3)
    assert moved_rule(moved, -2, -3) == own
    places = [(row + 2, column + 3) for row, column in map(_place, named_cells(own))]
    assert [_place(cell) for cell in named_cells(moved)] == places
    others = [
        parameter.name
        for parameter in rule.typed_parameters()
        if parameter.kind not in ("cell", "outside", "cells", "groups", "rule", "rules")
    ]
    assert all(getattr(moved, other) == getattr(own, other) for other in others)
    assert rule_from_short(rule_to_short(own)) == own
    data = rule_to_json(own)
    assert make_rule(data.pop("rule"), **data) == own


def _place(cell):
    return cell if isinstance(cell, tuple) else tuple(map(int, re.findall(r"-?\d+", cell)))
