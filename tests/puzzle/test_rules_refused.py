"""What a rule refuses: each limit of a rule is told in a line that names the rule and the place."""

import re
from dataclasses import replace

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
def test_a_class_of_a_module_that_is_no_rule_puzzle_unless_refused(text, message):
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


FOUND_BY_SEARCH = {"battlefield", "lunchbox", "parity-party", "rellik", "shaded-sum", "x-sum"}
"""Rules whose numbers are impossible in more ways than their limits say: a search finds that."""
GRID = nonet.Sudoku("." * 36).grid


def puzzle_unless_refused(grid, make):
    """Return the puzzle of a rule alone, without rows, columns and boxes; ``None`` if refused."""
    try:
        puzzle = nonet.Puzzle(grid, rules=(make(),))
        puzzle.model()
    except PuzzleError:
        return None
    return puzzle


def assert_limits_are_exact(name, puzzles):
    """A number that is taken beside one that is refused has a solution: the limit is no looser."""
    for before, puzzle, after in zip([None, *puzzles], puzzles, [*puzzles[1:], None], strict=False):
        if puzzle is not None and (before is None or after is None):
            assert nonet.solve(puzzle, "native").status.value == "sat", (name, puzzle.rules)


@pytest.mark.slow(0.5)
def test_a_number_is_refused_from_where_no_solution_can_have_it():
    for name, rule in shipped_rules().items():
        numbers = [each for each in rule.typed_parameters() if each.kind == "integer"]
        if not numbers or name in FOUND_BY_SEARCH or name == "unknown-regions":
            continue
        puzzle = example_puzzle(rule, rule.examples[0])
        own = next(each for each in puzzle.rules if type(each) is rule)
        for number in numbers:
            puzzles = [
                puzzle_unless_refused(
                    puzzle.grid, lambda n=n, at=number.name, own=own: replace(own, **{at: n})
                )
                for n in range(-3, 40)
            ]
            assert puzzles.count(None), f"{name} takes any {number.name}"
            if name not in ("sandwich", "pair-product"):  # some between are impossible, too
                assert_limits_are_exact(name, puzzles)


def test_cells_are_refused_from_where_no_values_fit():
    """Along a path through six rows of six cells."""
    path = [
        f"R{row}C{column if row % 2 else 7 - column}" for row in (1, 2) for column in range(1, 7)
    ]
    refused = set()
    for name, rule in shipped_rules().items():
        needed = [each for each in rule.typed_parameters() if each.required]
        if len(needed) == 1 and needed[0].kind == "cells":
            puzzles = [
                puzzle_unless_refused(
                    GRID, lambda n=n, r=rule, at=needed[0].name: r(**{at: path[:n]})
                )
                for n in range(1, 9)
            ]
            assert_limits_are_exact(name, puzzles)
            if puzzles[-1] is None:
                refused.add(name)
    assert {"killer", "nabner", "renban", "thermometer", "extra-region"} <= refused


def test_a_single_cell_with_a_value_is_enough_to_be_connected():
    """Two cells of a row have a 1 in half of all 288 grids."""
    puzzle = nonet.Sudoku(FOUR, rules=["connected 1 R1C1 R1C2"])
    assert nonet.count_solutions(puzzle, "native").number == 144


def apart(solution, *leaps):
    """Whether cells that are a leap apart, in any direction, have different values."""
    steps = {
        (a * i, b * j) for x in leaps for a, b in (x, x[::-1]) for i in (1, -1) for j in (1, -1)
    }
    places = [(row, column) for row in range(1, 5) for column in range(1, 5)]
    pairs = [((r, c), (r + down, c + right)) for r, c in places for down, right in steps]
    return all(solution[cell] != solution[other] for cell, other in pairs if other in places)


@pytest.mark.parametrize(
    ("rule", "holds"),
    [
        ("same-values R1C1 | R2C3", lambda s: s["R1C1"] == s["R2C3"]),
        ("same-values R1C1 | R2C3 | R4C4", lambda s: s["R1C1"] == s["R2C3"] == s["R4C4"]),
        ("same-values R1C1 R1C2 | R1C2 R2C3", lambda s: s["R1C1"] == s["R2C3"]),
        ("connected 1 2 R1C1 R1C2", lambda s: {s["R1C1"], s["R1C2"]} & {1, 2}),
        ("sum 0 R1C1 R2C3 1 -1", lambda s: s["R1C1"] == s["R2C3"]),
        ("sum 5 R1C1 R1C1 R2C3", lambda s: 2 * s["R1C1"] + s["R2C3"] == 5),
        ("killer 3 R1C1", lambda s: s["R1C1"] == 3),
        ("thermometer R1C1 R2C1", lambda s: s["R1C1"] < s["R2C1"]),
        ("equal-sums R1C1 | R2C3", lambda s: s["R1C1"] == s["R2C3"]),
        ("renban R1C1 R2C1", lambda s: abs(s["R1C1"] - s["R2C1"]) == 1),
        (
            "between R1C1 R1C2 R1C3",
            lambda s: sorted([s["R1C1"], s["R1C2"], s["R1C3"]])[1] == s["R1C2"],
        ),
        ("palindrome R1C1 R2C2", lambda s: s["R1C1"] == s["R2C2"]),
        ("leap 2 1", lambda s: apart(s, (2, 1))),
        ("leap 1 2 3 3", lambda s: apart(s, (1, 2), (3, 3))),
        ("leap 3 3 1 2", lambda s: apart(s, (1, 2), (3, 3))),
        ("leap 3 3 1 3 2 3", lambda s: apart(s, (3, 3), (1, 3), (2, 3))),
        ("anti-knight", lambda s: apart(s, (1, 2))),
        ("anti-king", lambda s: apart(s, (1, 1))),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)  # fmt: skip
def test_the_smallest_groups_mean_what_the_rule_says(rule, holds):
    """Of all 288 grids of four, those that the definition allows, and no others."""
    allowed = {solution.line for solution in ALL_OF_FOUR if holds(solution)}
    puzzle = nonet.Sudoku(FOUR, rules=[rule])
    assert {each.line for each in nonet.iter_solutions(puzzle, "native")} == allowed


ALL_OF_FOUR = list(nonet.iter_solutions(nonet.Sudoku(FOUR), "native"))
