"""Rules: each says what its sentence says, on any grid it fits, and refuses the others."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

import pytest

import nonet
from nonet.errors import PuzzleError
from nonet.model import AllDifferent, Constraint, Linear, Table
from nonet.puzzle import (
    CLASSIC,
    SAMURAI,
    Block,
    Grid,
    Puzzle,
    make_rule,
    rule_from_json,
    rule_from_text,
    rule_to_json,
    rule_types,
)
from nonet.puzzle.examples import example_grid, example_puzzle, example_rule, example_solution
from nonet.puzzle.grid import place
from nonet.puzzle.rules import type_of_rule
from nonet.puzzle.rules.base import PuzzleRule
from nonet.puzzle.short_form import rule_from_short, rule_to_short
from nonet.render.drawing import Line, Shade, Shape, Text, decoration_cells
from tests.cases import as_one_test

NINE = Grid.square(9)
AROUND = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
ONE_OF_EACH = [
    make_rule("rows"),
    make_rule("columns"),
    make_rule("boxes"),
    make_rule("jigsaw", layout="ABCDEFGHI" * 9),
    make_rule("diagonals"),
    make_rule("windoku"),
    make_rule("extra-region", cells=["R1C1", "R5C5"]),
    make_rule("disjoint-groups"),
    make_rule("anti-knight"),
    make_rule("anti-king"),
    make_rule("even", cells=["R1C1", "R2C2"]),
    make_rule("odd", cells=["R1C1"]),
]
EXAMPLES = [(name, i) for name, rule in rule_types().items() for i in range(len(rule.examples))]
ON_ITS_GRID = [
    *((rule, NINE) for rule in ONE_OF_EACH),
    *(
        (example_rule(rule, example), example_grid(example))
        for rule in rule_types().values()
        for example in rule.examples
    ),
]
"""A rule of each sort on a 9x9, and the rule of every example on the example's grid."""


def solutions(puzzle):
    """All solutions by plain backtracking, clues first, judged by ``holds`` alone.

    What has to differ is looked at as it goes, so that this ends.
    """
    model = puzzle.model()
    order = sorted(model.variables, key=lambda name: len(model.domains[name]))
    place_of = {name: i for i, name in enumerate(order)}
    done_at = {name: [] for name in order}
    before = {name: set() for name in order}
    for constraint in model.constraints:
        last = max(constraint.scope, key=place_of.get)
        done_at[last].append(constraint)
        if isinstance(constraint, AllDifferent):
            for name in constraint.scope:
                before[name].update(o for o in constraint.scope if place_of[o] < place_of[name])

    def extend(assignment, unassigned):
        if not unassigned:
            yield dict(assignment)
            return
        name, *others = unassigned
        taken = {assignment[other] for other in before[name]}
        for value in model.domains[name]:
            assignment[name] = value
            if value not in taken and all(part.holds(assignment) for part in done_at[name]):
                yield from extend(assignment, others)
        assignment.pop(name, None)

    return extend({}, order)


def scopes(rule, grid):
    return {c.description: c.scope for c in rule.constraints(grid)}


def test_every_rule_of_the_folder_is_found_once_and_says_all_about_itself():
    # a rule that another test made may not be gone yet
    own_rules = {
        n: rule for n, rule in rule_types().items() if rule.__module__.startswith("nonet.")
    }
    assert set(own_rules) >= {rule.name for rule in ONE_OF_EACH}
    names = [n for rule in own_rules.values() for n in (rule.name, *rule.aliases)]
    assert len(names) == len(set(names))
    for name, rule in own_rules.items():
        assert name == name.lower()
        assert rule.sentence.endswith(".")
        assert set(rule.parameters) == set(rule.fields())
        assert rule.examples, f"{name} has no example"
        for alias in rule.aliases:
            assert type_of_rule(alias) is rule


@pytest.mark.slow
@as_one_test(EXAMPLES)
def test_an_example_has_its_one_solution_with_the_rule_and_not_without(name, number):
    rule = rule_types()[name]
    example = rule.examples[number]
    puzzle, solution = example_puzzle(rule, example), example_solution(example)
    assert puzzle.clashes() == []
    assert first_two(puzzle) == [solution]
    assert first_two(example_puzzle(rule, example, applied=False)) != [solution]


def first_two(puzzle):
    """Up to two solutions: by plain backtracking where that is quick, else by the engine."""
    if len(puzzle.model().variables) <= 16:
        return list(islice(solutions(puzzle), 2))
    run = nonet.iter_solutions(puzzle, backend="native", limit=2)
    return [{cell: solution[cell] for cell in puzzle.grid.cells} for solution in run]


@as_one_test(ON_ITS_GRID)
def test_every_constraint_of_a_rule_carries_words_that_name_it(rule, grid):
    constraints = list(rule.constraints(grid))
    assert constraints
    for constraint in constraints:
        assert constraint.rule.kind
        assert constraint.rule.label
        assert constraint.rule.sentence
    labels = [c.rule.label for c in constraints]
    assert len(labels) == len(set(labels))


@as_one_test(ON_ITS_GRID)
def test_a_rule_survives_json_and_stays_hashable(rule, grid):
    text = json.dumps(rule_to_json(rule))
    assert rule_from_json(json.loads(text)) == rule
    assert hash(rule_from_json(json.loads(text))) == hash(rule)


@as_one_test(ON_ITS_GRID)
def test_decorations_lie_on_cells_of_the_grid(rule, grid):
    on_grid = set(map(place, grid.cells))
    beside = {(row + down, column + right) for row, column in on_grid for down, right in AROUND}
    for decoration in rule.decorations(grid):
        assert set(decoration_cells(decoration)) <= (
            beside if isinstance(decoration, Text) else on_grid
        )


@as_one_test(ONE_OF_EACH)
def test_every_rule_works_on_a_samurai(rule):
    grid = Grid.overlapping(SAMURAI)
    if rule.name == "jigsaw":
        box_of = {cell: u.description for u in Puzzle(grid).units for cell in u.scope}
        letters = {
            label: chr(ord("!") + i) for i, label in enumerate(dict.fromkeys(box_of.values()))
        }
        rule = make_rule("jigsaw", layout="".join(letters[box_of[c]] for c in grid.cells))
    constraints = list(rule.constraints(grid))
    assert all(set(c.scope) <= grid.cell_set for c in constraints)
    assert Puzzle(grid).with_rules(rule).model().constraints


@as_one_test(
    [
        ("x", make_rule("diagonals")),
        ("Sudoku X", make_rule("diagonals")),
        ("anti_knight", make_rule("anti-knight")),
        ("even:R1C1 R2C2", make_rule("even", cells=("R1C1", "R2C2"))),
        ("odd:cells=R1C1,R2C2", make_rule("odd", cells=("R1C1", "R2C2"))),
        ("jigsaw: AABB AABB CCDD CCDD", make_rule("jigsaw", layout="AABBAABBCCDDCCDD")),
        ("irregular:layout=AABBAABBCCDDCCDD", make_rule("jigsaw", layout="AABBAABBCCDDCCDD")),
    ]
)
def test_a_rule_is_read_as_written_on_the_command_line(text, rule):
    assert rule_from_text(text) == rule


@as_one_test(
    [
        (lambda: make_rule("nonsense"), "no rule 'nonsense'; nonet rules lists those there are"),
        (lambda: make_rule("x", size=3), "rule diagonals takes parameters none, not size"),
        (lambda: make_rule("even"), "rule even takes parameters cells, not none"),
        (lambda: make_rule("even", cells=()), "rule even needs at least one cell"),
        (lambda: make_rule("even", cells=5), "cells are given by their names, not by 5"),
        (lambda: make_rule("odd", cells=[[1, 2]]), "cells are given by their names"),
        (lambda: make_rule("jigsaw", layout=["AB"]), "a jigsaw's layout is a text"),
        (lambda: rule_from_text("x:3"), "rule diagonals takes parameters none, not '3'"),
        (lambda: rule_from_json({"cells": []}), 'a rule is a name or an object with "rule"'),
    ]
)
def test_a_rule_that_makes_no_sense_is_refused_with_the_reason(build, message):
    with pytest.raises(PuzzleError, match=message):
        build()


FOUR = Grid.square(4)
OBLONG = Grid((Block(0, 0, 4, 6, (2, 2)),), tuple(range(1, 7)))


@as_one_test(
    [
        (make_rule("even", cells=["R9C9"]), FOUR, "rule even: 'R9C9' is not a cell of this grid"),
        (make_rule("odd", cells=["R1C1", "A1"]), FOUR, "rule odd: R1C1 is listed twice"),
        (make_rule("extra-region", cells=["E1"]), FOUR, "rule extra-region: 'E1' is not a cell"),
        (
            make_rule("extra-region", cells=FOUR.cells[:5]),
            FOUR,
            "extra region at R1C1 has 5 cells but there are only 4",
        ),
        (make_rule("jigsaw", layout="AABB" * 3), FOUR, "expected 16, found 12"),
        (make_rule("jigsaw", layout="AAAAABBBCCCCDDDD"), FOUR, "region A has 5 cells"),
        (make_rule("diagonals"), OBLONG, "not 4 rows and 6 columns"),
        (make_rule("windoku"), Grid.square(5), "this grid has no boxes"),
        (make_rule("windoku"), Grid.square(1), "no window of 1x1 fits"),
        (make_rule("disjoint-groups"), Grid.square(5), "this grid has none"),
    ]
)
def test_a_rule_that_does_not_fit_the_grid_is_refused_with_the_reason(rule, grid, message):
    with pytest.raises(PuzzleError, match=message):
        Puzzle(grid).with_rules(rule).model()


def test_jigsaw_regions_are_the_cells_of_a_letter_connected_or_not():
    rule = make_rule("jigsaw", layout="ABAB CDCD BABA DCDC")
    assert scopes(rule, FOUR)["region A"] == ("R1C1", "R1C3", "R3C2", "R3C4")
    drawing = Puzzle(FOUR).with_rules(rule).drawing()
    assert drawing.has_wall((0, 0), (0, 1))
    assert drawing.regions[0, 0] == drawing.regions[2, 1]


def test_diagonals_are_main_and_anti():
    rule = make_rule("diagonals")
    assert scopes(rule, FOUR) == {
        "main diagonal": ("R1C1", "R2C2", "R3C3", "R4C4"),
        "anti-diagonal": ("R1C4", "R2C3", "R3C2", "R4C1"),
    }
    assert [type(d) for d in rule.decorations(FOUR)] == [Line, Line]
    assert "anti-diagonal of grid 5" in scopes(rule, Grid.overlapping(SAMURAI))


@pytest.mark.parametrize(
    ("size", "corners"),
    [
        (4, ["R2C2"]),
        (6, ["R2C2", "R5C2"]),
        (9, ["R2C2", "R2C6", "R6C2", "R6C6"]),
        (16, [f"R{r}C{c}" for r in (2, 7, 12) for c in (2, 7, 12)]),
    ],
)
def test_windows_have_the_shape_of_a_box_one_in_and_one_apart(size, corners):
    rule, grid = make_rule("windoku"), Grid.square(size)
    windows = scopes(rule, grid)
    assert [cells[0] for cells in windows.values()] == corners
    assert list(windows) == [f"window {i}" for i in range(1, len(corners) + 1)]
    assert all(len(cells) == size for cells in windows.values())
    assert all(isinstance(d, Shade) for d in rule.decorations(grid))


def test_disjoint_groups_hold_the_same_place_of_each_box():
    groups = scopes(make_rule("disjoint-groups"), FOUR)
    assert groups["disjoint group 1"] == ("R1C1", "R1C3", "R3C1", "R3C3")
    assert len(groups) == 4


@pytest.mark.parametrize(
    ("name", "neighbours"),
    [
        ("anti-knight", {"R3C4", "R3C6", "R4C3", "R4C7", "R6C3", "R6C7", "R7C4", "R7C6"}),
        ("anti-king", {"R4C4", "R4C5", "R4C6", "R5C4", "R5C6", "R6C4", "R6C5", "R6C6"}),
    ],
)
def test_chess_rules_part_a_cell_from_every_cell_one_move_away(name, neighbours):
    pairs = [c.scope for c in make_rule(name).constraints(NINE)]
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)
    assert {cell for pair in pairs if "R5C5" in pair for cell in pair} == {"R5C5", *neighbours}


def test_a_chess_move_counts_from_one_square_of_a_samurai_into_another():
    samurai = Puzzle(Grid.overlapping(SAMURAI)).with_rules(make_rule("anti-knight"))
    assert "R7C11" in samurai.peers["R6C9"]


@pytest.mark.parametrize(
    ("name", "allowed", "shape"),
    [("even", {2, 4, 6, 8}, "square"), ("odd", {1, 3, 5, 7, 9}, "circle")],
)
def test_parity_is_a_table_of_one_cell_and_a_shape_behind_it(name, allowed, shape):
    rule = make_rule(name, cells=["B3"])
    (constraint,) = rule.constraints(NINE)
    assert isinstance(constraint, Table)
    assert constraint.scope == ("R2C3",)
    assert {value for (value,) in constraint.tuples} == allowed
    assert constraint.rule.sentence == f"R2C3 holds an {name} value"
    assert list(rule.decorations(NINE)) == [Shape((1, 2), shape)]


def test_the_classic_rules_are_rows_columns_and_boxes():
    assert [rule.name for rule in CLASSIC] == ["rows", "columns", "boxes"]
    assert list(scopes(CLASSIC[1], NINE))[2] == "column 3"


@pytest.mark.parametrize(
    ("outer", "exempt"),
    [
        ("xv R1C1 R1C2 letter=V", 1),
        ("repeated (xv R1C1 R1C2 letter=V) R1C1 R2C3", 2),
        ("not (xv R1C1 R1C2 letter=V)", 1),
        ("any-of (xv R1C1 R1C2 letter=V) (xv R2C1 R2C2 letter=V)", 2),
        ("any-of (repeated (xv R1C1 R1C2 letter=V) R1C1 R2C3) (all-of (xv R3C1 R3C2 letter=X))", 3),
    ],
)
def test_a_mark_inside_another_rule_is_a_mark(outer, exempt):
    puzzle = nonet.Sudoku("." * 36, rules=["strict-xv", outer])
    unmarked = [each for each in puzzle.model().constraints if each.rule.kind == "strict xv"]
    assert len(unmarked) == 60 - exempt


def test_all_of_one_rule_is_hashable_and_means_the_rule():
    cage = make_rule("killer", cells=("R1C1", "R1C2"), sum=3)
    both = [make_rule("all-of", rules=rules) for rules in ((cage,), [cage])]
    assert both[0] == both[1] and len({*both}) == 1
    puzzle = Puzzle(Grid.square(4), {"R4C4": 3})
    assert list(solutions(puzzle.with_rules(both[1]))) == list(solutions(puzzle.with_rules(cage)))


def test_a_diagonal_may_hold_as_many_different_values_as_it_has_cells_and_no_more():
    rule = make_rule("anti-diagonal", distinct=4)
    for constraint, cells in zip(rule.constraints(FOUR), DIAGONALS_OF_FOUR, strict=True):
        assert constraint.holds(dict(zip(cells, (1, 2, 3, 4), strict=True)))
        assert not constraint.holds(dict(zip(cells, (1, 2, 3, 3), strict=True)))
    with pytest.raises(PuzzleError, match="cannot hold 5 values"):
        list(make_rule("anti-diagonal", distinct=5).constraints(FOUR))


DIAGONALS_OF_FOUR = (
    ("R1C1", "R2C2", "R3C3", "R4C4"),
    ("R1C4", "R2C3", "R3C2", "R4C1"),
)


def test_a_rule_of_ones_own_may_have_a_parameter_called_name() -> None:
    @dataclass(frozen=True)
    class Label(PuzzleRule):
        """The cells of a label sum to 5."""

        cells: tuple[str, ...] = ()
        name: str = "own-label"

        sentence = "The cells of a label sum to 5."
        entry = "cells"
        parameters: ClassVar = {"cells": "the cells", "name": "what the label is called"}

        def constraints(self, grid: Grid) -> Iterator[Constraint]:
            yield Linear(tuple(self.cells), (1,) * len(self.cells), "==", 5)

    entry = {"rule": "own-label", "name": "Anna", "cells": ("R1C1", "R1C2")}
    rule = make_rule("own-label", name="Anna", cells=entry["cells"])
    assert isinstance(rule, Label)
    assert rule.name == "Anna"
    assert rule_to_json(rule) == entry
    assert rule_from_short(rule_to_short(rule)) == rule
