"""The drawing of a puzzle: what each cell shows, its regions, and the shapes that lie on the canvas."""

from dataclasses import replace

import nonet
from nonet.puzzle import make_rule
from nonet.puzzle.drawn_marks import MARKS_NOTE, DrawnMark, marks_note
from nonet.puzzle.examples import example_puzzle
from nonet.render.drawing import Line, Mark, Outline
from tests.cases import shipped_rules

PUZZLE = nonet.Sudoku("1..............4")
SOLUTION = nonet.solve(PUZZLE).solution


def test_a_cell_shows_its_clue_its_value_its_candidates_or_nothing():
    """The first of these that there is."""
    values, candidates = {"R1C1": 1, "R1C2": 2}, {"R1C2": [3], "R1C3": [2, 4], "R1C4": []}
    marks = PUZZLE.drawing(values, candidates).marks
    assert marks[0, 0] == Mark("1", clue=True)
    assert marks[0, 1] == Mark("2")
    assert marks[0, 2] == Mark(candidates=("", "2", "", "4"))
    assert marks[0, 3] == Mark(candidates=("", "", "", ""))
    assert marks[1, 0] == Mark()
    assert len(marks) == 16


def test_clues_that_clash_are_marked():
    puzzle = nonet.parse("11..............", allow_clashes=True)
    marks = puzzle.drawing().marks
    assert [place for place, mark in marks.items() if mark.wrong] == [(0, 0), (0, 1)]


def test_values_are_written_in_the_alphabet_of_the_puzzle():
    marks = nonet.Sudoku("." * 255 + "G").drawing().marks
    assert marks[15, 15] == Mark("G", clue=True)
    assert nonet.Sudoku("." * 36).drawing({"R1C1": 6}).marks[0, 0] == Mark("6")


def test_regions_are_the_boxes_or_the_layout_of_a_jigsaw():
    regions = PUZZLE.drawing().regions
    assert {place: regions[place] for place in ((0, 0), (0, 2), (2, 0), (3, 3))} == {
        (0, 0): 0, (0, 2): 1, (2, 0): 2, (3, 3): 3,
    }  # fmt: skip
    assert PUZZLE.drawing().box == (2, 2)
    layout = "AABBAABBCCCDCDDD"
    jigsaw = nonet.Sudoku("." * 16, rules=[f"jigsaw {layout}"])
    numbers = {"A": 0, "B": 1, "C": 2, "D": 3}
    assert [jigsaw.drawing().regions[divmod(place, 4)] for place in range(16)] == [
        numbers[letter] for letter in layout
    ]


def test_regions_that_are_to_be_found_are_those_of_the_solution():
    rule = shipped_rules()["unknown-regions"]
    puzzle = example_puzzle(rule, rule.examples[0])
    assert len(set(puzzle.drawing().regions.values())) <= 1
    regions = puzzle.drawing(nonet.solve(puzzle).solution).regions
    assert len(set(regions.values())) > 1 and len(regions) == len(puzzle.grid.cells)


def test_drawn_marks_lie_under_the_shapes_of_rules():
    note = marks_note([DrawnMark("line", ("R1C1", "R1C2"), "red")])
    puzzle = replace(PUZZLE.with_rules("thermometer R2C1 R2C2"), notes={MARKS_NOTE: note})
    drawn, *others = puzzle.drawing().decorations
    assert drawn == Line(((0, 0), (0, 1)), "line (drawn)", "red")
    assert others and all(drawn not in others for _ in others)
    assert puzzle.drawing(SOLUTION).decorations == puzzle.drawing().decorations


def test_a_variable_beside_the_grid_is_in_no_picture():
    rule = make_rule("killer", cells=("R1C2", "~total"), sum=4)
    (outline,) = nonet.Puzzle(PUZZLE.grid, rules=(rule,)).drawing().decorations
    assert outline == Outline(((0, 1),), "4")
