"""What statements about grids and puzzles give, or what is said of a wrong one, in a file."""

# ruff: noqa: E501 - a statement is a line

from pathlib import Path

import nonet
from nonet.puzzle import (
    ALPHABETS,
    MULTIGRIDS,
    SAMURAI,
    Block,
    Grid,
    Puzzle,
    description_of,
    grid_of,
    letter_name,
    make_rule,
)
from nonet.puzzle.alphabets import default_alphabet
from nonet.puzzle.grid import cell_name, default_box, parse_cell_name, place
from nonet.puzzle.grid_descriptions import default_block_box
from nonet.puzzle.parameters import parse_cells
from nonet.puzzle.plain_line import plain_classic
from nonet.puzzle.rules.outside_rule import checked_outside_name
from tests.pinned import check_pinned

HERE = Path(__file__).parent
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NAMES = {
    "ALPHABETS": ALPHABETS, "MULTIGRIDS": MULTIGRIDS, "SAMURAI": SAMURAI, "Block": Block,
    "Grid": Grid, "Puzzle": Puzzle, "description_of": description_of, "grid_of": grid_of,
    "letter_name": letter_name, "make_rule": make_rule, "default_alphabet": default_alphabet,
    "cell_name": cell_name, "default_box": default_box, "parse_cell_name": parse_cell_name,
    "place": place, "default_block_box": default_block_box, "parse_cells": parse_cells,
    "plain_classic": plain_classic, "nonet": nonet, "CLASSIC": CLASSIC,
    "four": Grid.square(4), "six": Grid.square(6), "nine": Grid.square(9),
    "samurai": Grid.overlapping(SAMURAI), "two": Grid.overlapping([(0, 0), (2, 2)], size=4),
    "puzzle": Puzzle(Grid.square(4), {"R1C1": 1, "R4C4": 4}),
    "outside": lambda name: checked_outside_name(make_rule("sandwich", clue="R0C1", sum=5), name),
}  # fmt: skip

STATEMENTS = """
cell_name(0, 0), cell_name(8, 11)
place("R1C1"), place("R10C12"), place("R0C4")
[parse_cell_name(text) for text in ("R1C1", "r2c3", "A1", "b3", "J10", "R0C1", "R1", "1A", "", "R1C1 ", "AA1", "Z26")]
[letter_name(cell) for cell in ("R1C1", "R9C9", "R26C1", "R27C1")]
[default_box(size) for size in range(1, 18)]
[default_block_box(*size) for size in ((4, 4), (6, 8), (8, 6), (5, 5), (2, 6), (1, 4), (12, 4))]
four.cells[:5], four.height, four.width, four.size, four.values
nine.blocks
[len(Grid.square(size).blocks[0].boxes()) for size in range(1, 17)]
four.blocks[0].rows()[1], four.blocks[0].columns()[2], four.blocks[0].boxes()[3]
six.blocks[0].boxes()[1]
Grid.square(6, (3, 2)).blocks[0].boxes()[1]
list(four.blocks[0].neighbours())[:4], len(list(four.blocks[0].neighbours()))
four.cell("R1C1"), four.cell("b2"), four.cell(" R4C4 ")
four.cell("R5C1")
four.cell("")
four.cell(5)
four.cell_at(0, 3), four.cell_at(4, 0), four.cell_at(-1, 0)
list(four.cells_at_offsets("R1C1", [(0, 1), (1, 1), (-1, 0), (5, 5)]))
four.cells_in_direction("R0C2", (1, 0)), four.cells_in_direction("R0C0", (1, 1)), four.cells_in_direction("R2C5", (0, -1))
four.cells_in_direction("R2C2", (0, 1))
samurai.cells[9], len(samurai.cells), samurai.height, samurai.width, samurai.is_single, four.is_single
two.canvas_rows, four.canvas_rows, two.equals_its_picture, four.equals_its_picture
Grid.from_picture(["##..", "#...", "...#"], range(1, 5)).cells
Grid.from_picture(["....", "....", "....", "...."], range(1, 5)) == four
Grid.from_picture(["####"], range(1, 5))
Grid.from_picture(["..", "..."], range(1, 3))
Grid.from_picture([".x"], range(1, 3))
Grid.square(0)
Grid.square(65)
Grid.square(4, (2, 3))
Grid.square(4, (1, 4)).blocks
Grid((), (1, 2))
Grid((Block(0, 0, 2, 2, None),), ())
Grid((Block(0, 0, 2, 2, None),), (1, 1))
Grid((Block(0, 0, 2, 2, None),), (2, 1))
Grid((Block(-1, 0, 2, 2, None),), (1, 2))
Grid((Block(0, 0, 0, 2, None),), (1, 2))
Grid((Block(0, 0, 3, 2, None),), (1, 2))
Grid((Block(0, 0, 2, 2, None), Block(0, 0, 2, 2, None)), (1, 2))
Grid((Block(0, 0, 2, 2, (2, 2)),), (1, 2, 3)).blocks
Grid((Block(0, 0, 2, 2, (1, 2)),), (1, 2)) == Grid((Block(0, 0, 2, 2, None),), (1, 2))
hash(Grid.square(4)) == hash(four), Grid.square(4) == four, four == 4
[description_of(grid_of(name)) for name in MULTIGRIDS]
[description_of(grid) for grid in (four, six, nine, two, samurai, Grid.square(6, (3, 2)), Grid.square(5))]
[description_of(grid_of(text)) for text in ("9", "6x8", "6x8 values 0-9 box none", "9 values 0-8", "8 box 4x2", "4 at R2C2", "4 at R1C1 R3C3", "9x9")]
description_of(Grid((Block(0, 0, 2, 2, None),), (1, 3)))
grid_of("")
grid_of("samurei")
grid_of("9 values")
grid_of("9 values 5-1")
grid_of("9 values a-b")
grid_of("9 values 1-5")
grid_of("9 box")
grid_of("9 box 3x4")
grid_of("9 box 3")
grid_of("9 at")
grid_of("9 at R0C1")
grid_of("9 at R1C1 R1C1")
grid_of("9 nonsense")
grid_of("9 box none box 3x3")
grid_of("0")
grid_of("65")
grid_of("4x70")
grid_of("Gattai 3") == grid_of("gattai-3")
[alphabet.characters[:12] for alphabet in ALPHABETS.values()]
[default_alphabet(range(low, high)).symbol(high - 1) for low, high in ((1, 10), (0, 10), (1, 17), (0, 16), (1, 36), (1, 65))]
[default_alphabet(range(1, 10)).symbol(v) for v in (1, 9)]
default_alphabet(range(1, 10)).symbol(10)
default_alphabet([1, 100]).characters[:5]
default_alphabet([-1, 2]).symbol(-1)
ALPHABETS["letters"].value_of_symbol["A"], ALPHABETS["digits"].up_to(4).characters
parse_cells("R1C1"), parse_cells("R1C1-R1C3"), parse_cells("R3C1-R1C1"), parse_cells("R1C1-R3C3"), parse_cells("R1C3-R3C1")
parse_cells("R1C1-R2C2"), parse_cells("R1C1-R2C3"), parse_cells("R2C3-R1C1"), parse_cells("A1-A3"), parse_cells("R1C1-")
parse_cells("R1C1R1C2r2c2"), parse_cells("nonsense"), parse_cells("-R1C1"), parse_cells("~total")
len(parse_cells("R1C1-R64C64"))
parse_cells("R1C1-R65C64")
parse_cells("R1C1-R999C1")[-1]
plain_classic(CLASSIC).line() == CLASSIC, plain_classic(CLASSIC[:-1]), plain_classic("5" + CLASSIC[1:-1] + "5")
plain_classic(CLASSIC.replace(".", "0")), plain_classic("55" + CLASSIC[2:]), plain_classic("." * 81)
[outside(name) for name in ("R0C1", "r1c0", "R5C1", "R1C99")]
outside("R1C1")
outside("x")
outside(5)
puzzle, str(puzzle)
puzzle.line(), puzzle.line(blank="0"), puzzle.line({"R1C2": 3}), puzzle.line({}, "-")
puzzle.with_clues({"R2C2": 3})
puzzle.with_rules("x", "killer 5 R1C1 R1C2")
puzzle.with_rules("jigsaw AABBAABBCCDDCCDD")
puzzle.with_rules(make_rule("x"), make_rule("x")).rules
puzzle.with_rules("nonsense")
puzzle.with_rules("binairo")
Puzzle(four, rules=())
Puzzle(four, rules=(make_rule("rows"),), name="A name", entries={"R1C1": 1})
Puzzle(nine, name="x")
Puzzle(Grid.square(16), {"R1C1": 16})
Puzzle(two, {"R1C1": 1})
Puzzle(four, {"R9C1": 1})
Puzzle(four, {"R1C1": 5})
Puzzle(four, {"R1C1": "1"})
Puzzle(four, {"R1C1": 1, "A1": 1}).clues
Puzzle(four, {"R1C1": 1, "A1": 2})
Puzzle(four, {"R1C1": 1}, entries={"R1C1": 2})
Puzzle(four, {"R1C1": 1}, entries={"R1C1": 1, "R1C2": 2}).entries
Puzzle(four, entries={"R1C1": 9})
Puzzle(four, candidates={"A1": [1, 2], "R1C1": [2, 3]}).candidates
Puzzle(four, candidates={"R1C1": [5]})
Puzzle(four, candidates={"R9C9": [1]})
Puzzle(four, rules=("x",))
puzzle["R1C1"]
puzzle.nonsense
puzzle.size
puzzle.units[0].description, len(puzzle.units), puzzle.peers["R1C1"], [u.description for u in puzzle.units_of("R1C1")]
len(Puzzle(samurai).units), len(Puzzle(samurai).peers["R7C7"]), len(Puzzle(samurai).units_of("R7C7"))
len(puzzle.with_rules("anti-knight").peers["R1C1"]), len(puzzle.with_rules("x").units)
[str(clash) for clash in Puzzle(four, {"R1C1": 1, "R1C2": 1, "R2C1": 1}).clashes()]
Puzzle(four, {"R1C1": 1, "R1C2": 1, "R2C1": 1}).checked()
Puzzle(four, {"R1C1": 1, "R1C2": 1}).checked()
Puzzle(nine, {cell: 1 for cell in nine.cells}).checked()
puzzle.checked() is puzzle, puzzle.clashes()
{cell: list(domain) for cell, domain in list(puzzle.open_candidates().items())[:3]}
Puzzle(four, {"R1C1": 1}, candidates={"R1C2": [1, 2]}).open_candidates()["R1C2"]
dict(puzzle.model().domains)["R1C1"], len(puzzle.model().constraints)
dict(Puzzle(four, {"R1C1": 1}, candidates={"R1C1": [2], "R1C2": [1, 2]}).model().domains)["R1C1"]
[c.description for c in puzzle.with_rules("killer 5 R1C1 R1C2", "extra-region R1C1 R1C2 R1C3 R1C4").model().constraints][12:]
[c.description for c in Puzzle(four, rules=(make_rule("rows"), make_rule("rows"))).model().constraints]
[c.description for c in puzzle.with_rules("extra-region R1C1 R1C2").model().constraints][12:]
Puzzle(four, rules=(make_rule("killer", cells=("R1C1", "~total"), sum=4),)).model().variables[-2:]
puzzle.reading, puzzle.as_read() is puzzle, hash(puzzle) == hash(puzzle.with_clues(puzzle.clues))
puzzle == puzzle.with_clues(puzzle.clues), puzzle == puzzle.with_clues({}), puzzle == 5
puzzle.drawing().regions, puzzle.drawing().box, puzzle.drawing({"R1C2": 2}).marks[0, 1], puzzle.drawing(None, {"R1C2": [2, 3]}).marks[0, 1]
Puzzle(four, {"R1C1": 1, "R1C2": 1}).drawing().marks[0, 0]
[type(d).__name__ for d in puzzle.with_rules("killer 5 R1C1 R1C2", "thermometer R2C1 R2C2").drawing().decorations]
puzzle._repr_svg_()[:60]
nonet.Sudoku("4x4"), nonet.Sudoku(4)
nonet.Sudoku("1..............4", rules=["x"]), nonet.Sudoku([[1, 0], [0, 2]])
nonet.Sudoku("1..............5")
nonet.Sudoku("nonsense")
[rule.name for rule in nonet.puzzle.CLASSIC], sorted(nonet.puzzle.__all__)
make_rule("killer", cells=["R1C1"], summ=5)
make_rule("kiler")
make_rule("Killer Cage", cells="A1 A2").cells
""".strip().splitlines()


def statements():
    for statement in STATEMENTS:
        try:
            answer = eval(statement, dict(NAMES))
            text = " | ".join(map(repr, answer)) if isinstance(answer, tuple) else repr(answer)
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
        yield f"{statement}: {text}"


def test_what_statements_about_grids_and_puzzles_give():
    check_pinned(HERE / "puzzles_shown.txt", statements())
