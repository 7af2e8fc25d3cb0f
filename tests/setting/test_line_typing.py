"""Types of drawn lines, judged by trying every grid and every way to give the types."""

import json
from functools import cache
from itertools import pairwise, permutations, product

import pytest

import nonet
from nonet.cli import main
from nonet.errors import PuzzleError
from nonet.puzzle.drawn_marks import MARKS_NOTE, DrawnMark, drawn_marks, marks_note

CELLS = [f"R{row}C{column}" for row in range(1, 5) for column in range(1, 5)]
LINES = [("R1C1", "R2C2", "R3C3"), ("R3C1", "R4C2"), ("R1C4", "R2C4", "R2C3")]
MEANINGS = {
    "thermometer": lambda values: all(a < b for a, b in pairwise(values)),
    "palindrome": lambda values: values == values[::-1],
    "arrow": lambda values: values[0] == sum(values[1:]),
    "renban": lambda values: sorted(values) == list(range(min(values), min(values) + len(values))),
}


@cache
def all_grids():
    """Every 4x4, by trying all rows."""
    orders = list(permutations(range(1, 5)))
    bands = [
        (*upper, *lower)
        for upper, lower in product(orders, repeat=2)
        if not set(upper[:2]) & set(lower[:2])
    ]
    grids = []
    for upper, lower in product(bands, repeat=2):
        flat = (*upper, *lower)
        if all(len(set(flat[column::4])) == 4 for column in range(4)):
            grids.append(dict(zip(CELLS, flat, strict=True)))
    assert len(grids) == 288
    return grids


def options(line, kinds):
    """The kinds of a line with the cells in the order that they are read."""
    for kind in kinds:
        yield kind, line
        if kind in ("thermometer", "arrow"):
            yield kind, line[::-1]


def ways_by_trial(clues, kinds):
    """The ways to give each line a type that leave one of all grids."""
    grids = [
        values
        for values in all_grids()
        if all(clue in (".", str(values[cell])) for clue, cell in zip(clues, CELLS, strict=True))
    ]
    return {
        way
        for way in product(*(options(line, kinds) for line in LINES))
        if sum(
            all(MEANINGS[kind]([values[cell] for cell in line]) for kind, line in way)
            for values in grids
        )
        == 1
    }


@pytest.mark.parametrize(
    ("clues", "kinds"),
    [
        ("..3.............", ("thermometer", "palindrome", "renban")),
        ("............3...", ("renban", "arrow")),
        ("1...............", ("thermometer", "arrow", "palindrome", "renban")),
    ],
)
def test_types_are_those_of_trying_every_grid(clues, kinds):
    answer = nonet.setting.line_types(nonet.Sudoku(clues), kinds, lines=LINES, number=10_000)
    typed = {
        tuple((rule.name, (*getattr(rule, "bulb", ()), *rule.cells)) for rule in typing.rules)
        for typing in answer.typings
    }
    assert answer.exhausted and typed == ways_by_trial(clues, kinds)
    assert all(
        nonet.verify(typing.puzzle, "cpsat").uniqueness.value == "unique"
        for typing in answer.typings[:3]
    )


def drawn(tmp_path):
    note = marks_note([DrawnMark("line", line) for line in LINES] + [DrawnMark("shade", ("R4C4",))])
    puzzle = nonet.Puzzle(nonet.Sudoku("." * 16).grid, notes={MARKS_NOTE: note})
    puzzle = puzzle.with_rules(*nonet.Sudoku("." * 16).rules)
    path = tmp_path / "drawn.json"
    clued = puzzle.with_clues({"R1C1": 1})
    path.write_text(nonet.write([clued], "json"))
    return path


def test_the_command_reads_drawn_lines_and_writes_puzzles_with_their_types(tmp_path, capsys):
    path = drawn(tmp_path)
    assert main(["marks", str(path), "--lines-as", "thermometer,renban", "--format", "json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    ways = ways_by_trial("1...............", ("thermometer", "renban"))
    assert len(answer["typings"]) == len(ways) > 0
    assert nonet.verify(nonet.parse(json.dumps(answer["typings"][0]))).uniqueness.value == "unique"
    (puzzle,) = nonet.read(path)
    for typing in nonet.setting.line_types(puzzle, "thermometer,renban").typings:
        assert [mark.kind for mark in drawn_marks(typing.puzzle.notes)] == ["shade"]
    assert main(["marks", str(path), "--lines-as", "palindrome"]) == 1
    assert "no ways" in capsys.readouterr().out
    assert main(["marks", "1" + "." * 15, "--lines-as", "renban"]) == 2
    assert "no lines are drawn" in capsys.readouterr().err


def test_lines_and_kinds_that_are_none_are_refused():
    blank = nonet.Sudoku("." * 16)
    for kinds, lines, message in (
        ("killer", LINES, "not a type of a line"),
        ("renbn", LINES, "did you mean renban"),
        ("renban", ["R1C1 R2C4"], "jumps from R1C1 to R2C4"),
        ("renban", [], "no lines are drawn"),
    ):
        with pytest.raises(PuzzleError, match=message):
            nonet.setting.line_types(blank, kinds, lines=lines)


def test_a_limit_of_time_says_that_there_may_be_more():
    blank = nonet.Sudoku("." * 16)
    few = nonet.setting.line_types(
        blank.with_clues({"R1C1": 1}), "thermometer,renban", lines=LINES, number=1
    )
    assert len(few.typings) == 1 and not few.exhausted and "may be more" in few.in_words()
    late = nonet.setting.line_types(blank, "renban", lines=LINES, time_limit=1e-9)
    assert late.stopped_by == "time" and not late.typings and not late.exhausted
