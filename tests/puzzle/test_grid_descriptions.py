"""Grids by name and description, pictures of them, and texts of clues on them."""

import json

import pytest

import nonet
from nonet.cli import main
from nonet.errors import FormatError, PuzzleError
from nonet.formats.base import Reader
from nonet.formats.json import clues_of, read_canvases, to_json
from nonet.puzzle import MULTIGRIDS, Block, Grid, Puzzle, description_of, grid_of, make_rule
from tests.cases import as_one_test

NINE = Grid.square(9)
KAKURO = ["##..#", "#....", "....#", "#..##"]


@as_one_test(MULTIGRIDS)
def test_a_named_grid_is_its_squares_at_its_corners(name):
    grid = grid_of(name)
    assert [(block.top, block.left) for block in grid.blocks] == list(MULTIGRIDS[name])
    assert {(b.height, b.width, b.box) for b in grid.blocks} == {(9, 9, (3, 3))}
    assert description_of(grid) == name
    assert grid_of(name.upper().replace("-", " ")) == grid


@as_one_test(
    [
        ("butterfly", (12, 12), 144),
        ("samurai", (21, 21), 5 * 81 - 4 * 9),
        ("sohei", (21, 21), 4 * 81 - 4 * 9),
        ("windmill", (21, 21), 5 * 81 - 4 * 18),
        ("gattai-8", (21, 33), 8 * 81 - 8 * 9),
        ("shogun", (21, 45), 11 * 81 - 12 * 9),
        ("sumo", (33, 33), 13 * 81 - 16 * 9),
        ("clueless", (27, 27), 9 * 81),
    ]
)
def test_named_grids_have_the_sizes_that_are_published(name, canvas, cells):
    grid = grid_of(name)
    assert (grid.height, grid.width) == canvas
    assert len(grid.cells) == cells


@as_one_test(
    [
        ("9", NINE),
        ("9x9 at R1C1", NINE),
        ("6", Grid.square(6)),
        ("7", Grid((Block(0, 0, 7, 7, None),), tuple(range(1, 8)))),
        ("4x6", Grid((Block(0, 0, 4, 6, (2, 3)),), tuple(range(1, 7)))),
        ("6x4", Grid((Block(0, 0, 6, 4, (3, 2)),), tuple(range(1, 7)))),
        ("4 values 0-3", Grid((Block(0, 0, 4, 4, (2, 2)),), (0, 1, 2, 3))),
        ("4 values 1-7 box none", Grid((Block(0, 0, 4, 4, None),), tuple(range(1, 8)))),
        ("8 box 4x2", Grid((Block(0, 0, 8, 8, (4, 2)),), tuple(range(1, 9)))),
        (
            "4 at R1C1 C3",
            Grid((Block(0, 0, 4, 4, (2, 2)), Block(2, 2, 4, 4, (2, 2))), (1, 2, 3, 4)),
        ),
        ("VALUES" and "4 BOX none VALUES 1-4", Grid((Block(0, 0, 4, 4, None),), (1, 2, 3, 4))),
    ]
)
def test_a_description_says_what_is_not_usual(text, grid):
    assert grid_of(text) == grid
    assert grid_of(description_of(grid)) == grid


@as_one_test(
    [
        ("", "a grid is one of samurai"),
        ("samuray", "there is no grid 'samuray'.*did you mean samurai"),
        ("0", "a side of 1 to 64, not 0"),
        ("65", "a side of 1 to 64, not 65"),
        ("9 values", "'values' is followed by a range as 1-9"),
        ("9 values 1", "a range as 1-9, not '1'"),
        ("9 values 9-1", "1 to 64 values, not those of 9-1"),
        ("9 values 0-64", "1 to 64 values"),
        ("9 values 0-8 values 1-9", "says 'values' twice"),
        ("9 box 3", "a shape as 3x3, or none, not '3'"),
        ("9 box 2x4", "boxes of 2x4 do not tile"),
        ("9 at", "'at' is followed by the top left cells"),
        ("9 at X", "at its top left cell, as R1C1, not at 'X'"),
        ("9 at R0C1", "at its top left cell, as R1C1, not at 'R0C1'"),
        ("9 at R999C1", "goes beyond"),
        ("9 knights", "come values, box or at, not 'knights'"),
        ("4 at " + "R1C1 " * 101, "at most 100 blocks"),
    ]
)
def test_a_description_that_makes_no_sense_is_one_clear_line(text, message):
    with pytest.raises(PuzzleError, match=message) as caught:
        grid_of(text)
    assert "\n" not in str(caught.value)


def test_the_blocks_of_a_picture_are_its_runs():
    grid = Grid.from_picture(KAKURO, range(1, 10))
    assert grid.canvas_rows == tuple(KAKURO)
    assert grid.equals_its_picture
    assert not NINE.equals_its_picture
    assert ("R2C2", "R2C3", "R2C4", "R2C5") in [b.rows()[0] for b in grid.blocks]
    assert ("R2C2", "R3C2", "R4C2") in [b.columns()[0] for b in grid.blocks]
    units = {frozenset(c.scope) for c in Puzzle(grid).model().constraints}
    assert units == {frozenset(c for row in b.rows() for c in row) for b in grid.blocks} - {
        frozenset((cell,)) for cell in grid.cells
    }
    alone = Grid.from_picture([".#.", "##.", ".. "], (1, 2))
    assert Block(0, 0, 1, 1, None) in alone.blocks
    assert len(alone.cells) == 5


@as_one_test(
    [
        *map(grid_of, ("samurai", "4x6", "4 values 0-3", "2x3 values 2-4 box none", "12")),
        Grid.from_picture(KAKURO, range(1, 10)),
        Grid((Block(0, 0, 2, 2, None), Block(1, 1, 3, 3, None)), (1, 2, 3)),
        grid_of("4 values -2-1 box none"),
    ]
)
def test_a_puzzle_on_any_grid_survives_json(grid):
    clues = dict(zip(grid.cells[::5], grid.values, strict=False))
    puzzle = Puzzle(grid, clues)
    text = nonet.write(puzzle, format="json")
    assert nonet.parse(text) == puzzle
    if description_of(grid) is None and not grid.equals_its_picture:
        assert "blocks" in json.loads(text)["grid"]


@pytest.mark.parametrize("name", ["samurai", "2x3 values 0-2 box none"])
def test_an_answer_about_a_puzzle_on_a_grid_is_read_as_that_puzzle(name, capsys):
    grid = grid_of(name)
    blank = "\n".join(to_json(Puzzle(grid, {"R1C1": 1}))["clues"])
    assert main(["solve", "--grid", name, blank, "--format", "json"]) == 0
    assert nonet.parse(capsys.readouterr().out) == Puzzle(grid, {"R1C1": 1})


def test_rows_of_a_canvas_are_read_as_they_are_written():
    puzzle = Puzzle(grid_of("4 at R1C1 R3C3"), {"R1C1": 4, "R6C6": 1})
    rows = to_json(puzzle)["clues"]
    assert rows == ["4...", "....", "......", "......", "  ....", "  ...1"]
    assert clues_of(puzzle.grid, rows) == puzzle.clues


@pytest.mark.parametrize(
    ("grid", "text", "message"),
    [
        ("4 at R1C1 R3C3", "4...2", "expected 6 rows of the canvas, or 28 characters in a line"),
        ("4 at R1C1 R3C3", "....5\n" + "....\n" * 5, "R1C5, where there is no cell"),
        ("2x3", "...\n..4", "line 2.*clue '4' at R2C3 is out of range: values are 1 to 3"),
        ("2x3", "....\n...", "expected 2 rows of 3 characters"),
        ("2x3 values 0-2 box none", "00.\n...", "R1C1 and R1C2 are both 0 in row 1"),
    ],
)
def test_a_text_that_is_not_of_the_grid_is_refused_with_its_place(grid, text, message):
    lines = enumerate(text.split("\n"), 1)
    (entry,) = read_canvases(grid_of(grid), lines, Reader())
    assert isinstance(entry, FormatError)
    with pytest.raises(FormatError, match=message):
        raise entry


def test_a_grid_is_given_on_the_command_line(capsys, tmp_path):
    file = tmp_path / "two.txt"
    file.write_text("# first\n12\n..\n\n....\n")
    assert main(["solve", "--grid", "2 box none", str(file), "--format", "json"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [a["puzzle"] for a in answers] == ["12..", "...."]
    assert [a["solutions"] for a in answers] == [["1221"], answers[1]["solutions"]]
    assert main(["solve", "--grid", "2", "missing.txt"]) == 2
    assert "no such file" in capsys.readouterr().err
    assert main(["verify", "--grid", "2x3 values 0-2 box none", "0...20"]) == 0
    assert main(["verify", "--grid", "6 values 0-1", "--rule", "binairo", "." * 36]) == 1
    assert main(["solve", "--grid", "nonsense", "...."]) == 2
    assert "there is no grid 'nonsense'" in capsys.readouterr().err
    assert main(["solve", "--grid", "2", "--box", "1x2", "...."]) == 2
    assert "leave --from and --box out" in capsys.readouterr().err


def test_a_grid_may_have_more_values_than_a_row_has_cells_and_begin_at_any_number():
    puzzle = Puzzle(grid_of("2x3 values 0-3 box none"))
    # rows of 3 of 4 values: 24 each; columns differ: for every first row 11 second ones
    assert nonet.count_solutions(puzzle, limit=1000).number == 24 * 11


@pytest.mark.parametrize(
    ("grid", "rules", "number"),
    [
        ("4 box none", [], 576),  # Latin squares, OEIS A002860
        ("4 values 0-1", ["binairo"], 72),  # OEIS A253316
        ("3 values 1-9 box none", ["magic-square"], 8),
        ("6 values 0-1", ["queens"], 4),  # OEIS A000170
        ("8 values 0-1", ["queens"], 92),
        ("4", [], 288),  # Sudoku of 4x4, OEIS A107739
    ],
)
def test_relatives_have_as_many_solutions_as_published(grid, rules, number):
    puzzle = Puzzle(grid_of(grid)).with_rules(*map(make_rule, rules))
    assert nonet.count_solutions(puzzle, "sat", limit=10_000).number == number


@as_one_test(
    [
        ("9", make_rule("binairo"), "a grid of two values, not 9"),
        ("5 values 0-1", make_rule("binairo"), "an even number of rows and columns"),
        ("9", make_rule("magic-square"), "n rows and n \\* n values"),
        ("4 values 1-4 box none", make_rule("queens"), "a grid of the values 0 and 1"),
        ("4x5 values 0-1", make_rule("queens"), "a square board"),
        ("4", make_rule("calculation", cells="R1C1", operation="+", result=3), "a cage of one"),
        (
            "4",
            make_rule("calculation", cells="R1C1 R1C2", operation="/", result=5),
            "no values in R1C1 R1C2 come to 5",
        ),
        (
            "4 values 0-3",
            make_rule("calculation", cells="R1C1 R1C2", operation="*", result=2),
            "a product is of values from 1 on",
        ),
        ("4", make_rule("run-sum", clue="R1C1", direction="across", sum=3), "R1C1 is a cell"),
        (
            "4",
            make_rule("run-sum", clue="R9C9", direction="down", sum=3),
            "no cell is next to R9C9",
        ),
        (
            "4",
            make_rule("run-sum", clue="R1C0", direction="across", sum=11),
            "no 4 different values add up to 11 at R1C0",
        ),
        ("9", make_rule("tenth-grid", lines=(1, 2, 3)), "3 lines, and there are 9 values"),
        ("4", make_rule("tenth-grid", lines=(1, 2, 3, 5)), "'R1C5' is not a cell"),
        (
            "9x9 values 1-5 box none",
            make_rule("straights"),
            "more cells than there are consecutive",
        ),
    ]
)
def test_a_relative_that_does_not_fit_its_grid_is_refused_with_the_reason(grid, rule, message):
    with pytest.raises(PuzzleError, match=message):
        list(rule.constraints(grid_of(grid)))


@pytest.mark.parametrize(
    ("operation", "result", "meaning"),
    [
        ("+", 6, lambda a, b, c: a + b + c == 6),
        ("*", 12, lambda a, b, c: a * b * c == 12),
        ("-", 1, lambda a, b, c: 2 * max(a, b, c) - a - b - c == 1),
        ("/", 2, lambda a, b, c: max(a, b, c) ** 2 == 2 * a * b * c),
        ("\u00f7", 1, lambda a, b, c: max(a, b, c) ** 2 == a * b * c),
    ],
)
def test_a_calculation_is_the_one_that_its_cage_says(operation, result, meaning):
    cells = ("R1C1", "R2C1", "R2C2")
    rule = make_rule("calculation", cells=cells, operation=operation, result=result)
    (constraint,) = rule.constraints(grid_of("5"))
    for a in range(1, 6):
        for b in range(1, 6):
            for c in range(1, 6):
                case = dict(zip(cells, (a, b, c), strict=True))
                assert constraint.holds(case) == meaning(a, b, c)
