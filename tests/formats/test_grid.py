"""Grids over several lines: frames of every style, blanks of every kind."""

import io
from itertools import product

import pytest

from nonet.errors import FormatError
from nonet.formats import iter_puzzles, parse, read
from nonet.formats.base import BLANKS
from nonet.puzzle import Puzzle, make_rule
from nonet.render.terminal import drawing_text
from tests.cases import as_one_test

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EMPTY = "." * 81
BLANK_ROW = "..." * 3 + CLASSIC[9:]


def rows(text, size=9):
    return [text[start : start + size] for start in range(0, len(text), size)]


def bands(text, row, rule, before=None, after=None):
    """The rows of a 9x9 drawn by ``row``, with ``rule`` between bands."""
    lines = [row(each) for each in rows(text)]
    parts = [*lines[:3], rule, *lines[3:6], rule, *lines[6:]]
    return "\n".join([*([before] if before else []), *parts, *([after] if after else [])])


def box_layout(bar, space=""):
    """A way to draw a row: three boxes with bars between."""
    return lambda row: bar.join(space.join(row[i : i + 3]) for i in (0, 3, 6))


def framed_layout(bar, space=" "):
    return lambda row: f"{bar}{space}{box_layout(f'{space}{bar}{space}', space)(row)}{space}{bar}"


STYLES = {
    "plain": lambda text: "\n".join(rows(text)),
    "blanks between": lambda text: "\n".join(" ".join(row) for row in rows(text)),
    "blanks between boxes": lambda text: "\n".join(box_layout(" ")(row) for row in rows(text)),
    "bars": lambda text: "\n".join(box_layout("|")(row) for row in rows(text)),
    "bars and dashes": lambda text: bands(text, box_layout("|"), "---+---+---"),
    "bars and a line of dashes": lambda text: bands(text, box_layout("|"), "-----------"),
    "spaced, Norvig": lambda text: bands(text, box_layout(" |", " "), "------+------+------"),
    "dashes apart": lambda text: bands(text, box_layout(" | ", " "), "- - - + - - - + - - -"),
    "equals": lambda text: bands(text, box_layout("|"), "==========="),
    "plus": lambda text: bands(text, framed_layout("|"), *["+-------+-------+-------+"] * 3),
    "stars": lambda text: bands(
        text, framed_layout("|", ""), "|---+---+---|", " *-----------*", " *-----------*"
    ),
    "hodoku": lambda text: bands(
        text,
        framed_layout("|"),
        ":-------+-------+-------:",
        ".-------.-------.-------.",
        "'-------'",
    ),
    "blank lines between bands": lambda text: bands(text, box_layout(" "), ""),
    "rows apart": lambda text: "\n\n".join(rows(text)),
    "box drawing": lambda text: bands(
        text,
        framed_layout("│"),
        "├───────┼───────┼───────┤",
        "┌───────┬───────┐",
        "└───────┴───────┘",
    ),
    "double lines": lambda text: bands(
        text, framed_layout("║"), "╠═══════╬═══════╬═══════╣", "╔═══════╗"
    ),
    "every cell": lambda text: "\n".join(
        f"| {' | '.join(row)} |\n+{'---+' * 9}" for row in rows(text)
    ),
    "list of lists": lambda text: "\n".join(f"[{', '.join(row)}]," for row in rows(text)),
    "tabs": lambda text: "\n".join("\t".join(row) for row in rows(text)),
    "windows ends": lambda text: "\r\n".join(rows(text)),
    "indented": lambda text: "\n".join(f"    {row}" for row in rows(text)),
}


@as_one_test([*product(STYLES, (CLASSIC, FULL, BLANK_ROW, EMPTY))])
def test_a_frame_of_any_style_is_no_cell(style, text):
    assert parse(STYLES[style](text)).line() == text


@as_one_test(BLANKS)
def test_any_usual_character_is_a_blank(blank):
    for text in (CLASSIC, BLANK_ROW):
        assert parse(text.replace(".", blank)).line() == text
        assert parse("\n".join(rows(text.replace(".", blank)))).line() == text


@as_one_test([*product(sorted({*STYLES} - {"list of lists"}), (CLASSIC, BLANK_ROW))])
def test_dashes_are_blanks_where_they_do_not_frame(style, text):
    assert parse(STYLES[style](text.replace(".", "-"))).line() == text


def test_a_puzzle_of_dashes_alone_is_empty():
    assert parse("-" * 81).line() == EMPTY
    assert parse("\n".join(["-" * 9] * 9)).line() == EMPTY


def test_dashes_that_may_be_either_are_an_error():
    text = bands(("." * 9 + CLASSIC[9:]).replace(".", "-"), str, "---------")
    with pytest.raises(FormatError, match="expected 9 rows"):
        parse(text)


def test_blanks_may_be_left_empty_where_bars_say_where_cells_are():
    empty = BLANK_ROW.replace(".", " ")
    all_bars = "\n".join(f"|{'|'.join(f' {c} ' for c in row)}|" for row in rows(empty))
    assert parse(all_bars).line() == BLANK_ROW
    boxes = "\n".join(framed_layout("┃")(row) for row in rows(empty))
    assert parse(boxes).line() == BLANK_ROW
    tight = "\n".join(framed_layout("|", "")(row) for row in rows(empty))
    assert parse(tight).line() == BLANK_ROW


@pytest.mark.parametrize("cut", [False, True], ids=["whole rows", "ends cut off"])
def test_a_space_is_a_blank_where_clues_stand_in_their_columns(cut):
    text = "\n".join(row.rstrip() if cut else row for row in rows(CLASSIC.replace(".", " ")))
    assert parse(text).line() == CLASSIC


@pytest.mark.parametrize(
    ("row", "instead"),
    [
        pytest.param(" 98    6 ", " 98.   6 ", id="another blank"),
        pytest.param("8   6   3", "8   6   3 1", id="a row too long"),
        pytest.param("7   2   6", "7   x   6", id="a letter"),
    ],
)
def test_a_space_is_no_blank_where_that_is_not_certain(row, instead):
    text = "\n".join(rows(CLASSIC.replace(".", " ")))
    assert text.count(row) == 1
    with pytest.raises(FormatError):
        parse(text.replace(row, instead))


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize(
    "text", [CLASSIC, EMPTY, "1..............4", 36 * ".", "G".ljust(256, ".")]
)
def test_our_own_drawing_is_read_back(text, ascii):
    puzzle = parse(text)
    assert parse(drawing_text(puzzle.drawing(), ascii=ascii)) == puzzle
    assert parse(str(puzzle)) == puzzle


def test_our_own_drawing_of_a_jigsaw_is_read_back():
    layout = "aaabaabbccbdccddccdd"[:0] + ""
    layout = "aaabacbbaccbddddcddb"[:0] or "aaabcabbccdbcddd"
    puzzle = parse("1..............4").with_rules(make_rule("jigsaw", layout=layout))
    assert parse(str(puzzle)).clues == puzzle.clues


def test_more_than_nine_values_may_be_numbers():
    lines = [" ".join(str((r % 3 * 4 + r // 3 + c) % 12 + 1) for c in range(12)) for r in range(12)]
    lines[3] = lines[3].replace("10", ".").replace("12", "..")
    puzzle = parse("\n".join(lines))
    assert isinstance(puzzle, Puzzle)
    assert puzzle.grid.size == 12
    assert len(puzzle.clues) == 142
    assert puzzle.clues["R1C12"] == 12
    padded = ["  ".join(word.rjust(2) for word in line.split()) for line in lines]
    assert parse("\n".join(padded)) == puzzle


def test_grids_may_follow_one_another_with_or_without_blank_lines(tmp_path):
    file = tmp_path / "grids.txt"
    grid = STYLES["plain"](CLASSIC)
    for text in (f"{grid}\n{grid}\n{grid}\n", f"{grid}\n\n{grid}\n\n\n{grid}"):
        file.write_text(text)
        assert [puzzle.line() for puzzle in read(file)] == [CLASSIC] * 3
    framed = STYLES["plus"](CLASSIC)
    file.write_text(f"{framed}\n\n{framed}\n")
    assert len(read(file)) == 2
    apart = STYLES["blank lines between bands"](CLASSIC)
    file.write_text(f"{apart}\n\n{apart}\n")
    assert len(read(file)) == 2


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (rows(CLASSIC)[:8], "line 1: expected 9 rows, found 8"),
        ([*rows(CLASSIC)[:4], "4..8.3..", *rows(CLASSIC)[5:]], "line 5: expected 9 cells in the"),
        ([*rows(CLASSIC), "123456789"], "line 1: expected 9 rows, found 10"),
        ([*rows(CLASSIC)[:4], "4..8a3..1", *rows(CLASSIC)[5:]], "line 5, column 5: unknown char"),
        (["12|34", "--+--", "34|12", "21|43", "43|25"], "line 5, column 5: clue '5' at R4C4 is"),
        (
            ["12 | 34", "34 | 12", "21 | 43", "43 | 24"],
            r"line 1: R4C1 and R4C4 are both 4 in row 4",
        ),
    ],
)
def test_errors_in_a_grid_are_reported_with_their_place(lines, message):
    with pytest.raises(FormatError, match=message):
        parse("\n".join(lines), format="grid")


def test_a_candidate_grid_read_as_a_grid_of_values_is_an_error():
    with pytest.raises(FormatError):
        parse("12 34 1 2\n3 4 12 12\n1 2 3 4\n3 4 1 2", format="grid")


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("text", ["1..............4", ".....4.3....1.4.", CLASSIC])
def test_a_drawing_with_candidates_is_read_back(text, ascii, colour):
    puzzle = parse(text)
    open_cells = {cell: (1, 4) for cell in puzzle.grid.cells if cell not in puzzle.clues}
    drawn = drawing_text(puzzle.drawing(None, open_cells), ascii=ascii, colour=colour)
    puzzles = read(io.StringIO(f"Words before.\n\n{drawn}\n\n{drawn}\n"))
    for each in puzzles:
        shown = {cell: (*domain,) for cell, domain in each.candidates.items()}
        if colour:  # a clue is bold, and has no brackets
            assert shown == open_cells | {cell: (v,) for cell, v in puzzle.clues.items()}
        else:
            assert (shown, each.clues) == (open_cells, puzzle.clues)
    assert len(puzzles) == 2


@pytest.mark.parametrize("ascii", [False, True])
def test_drawings_have_the_heading_above_as_name_and_the_comments_between(ascii):
    first, second = parse("1..............4"), parse("..1..........4..")
    drawn = [drawing_text(each.drawing(), ascii=ascii) for each in (first, second)]
    text = "# name: ignored\nMine: 4x4 (easy)\n{}\nPuzzle: 4x4 (hard)\n{}\nThe end.".format(*drawn)
    assert [(each.name, each.line()) for each in read(io.StringIO(text))] == [
        ("Mine", first.line()),
        ("", second.line()),
    ]


def test_a_row_between_two_drawings_belongs_to_none_and_is_an_error():
    drawn = drawing_text(parse("1..............4").drawing())
    entries = list(iter_puzzles(io.StringIO(f"{drawn}\n\n1 . . 4\n. . . .\n\n{drawn}\n")))
    assert [isinstance(entry, FormatError) for entry in entries] == [False, True, False]
    assert str(entries[1]) == f"line {len(drawn.splitlines()) + 2}: a row that is in no drawing"


def test_a_damaged_drawing_with_candidates_is_an_error_with_its_place():
    puzzle = parse("1..............4")
    cells = {cell: (1, 2) for cell in puzzle.grid.cells if cell not in puzzle.clues}
    lines = drawing_text(puzzle.drawing(None, cells)).splitlines()
    for number, changed, message in (
        (1, f"{lines[1]}|", f"line 2: expected {len(lines[0])} characters, as in the frame, found"),
        (1, lines[2].replace(" ", "x"), "line 2: a row of the drawing has no cells"),
        (4, lines[4].replace("2", "7", 1), "line 6, column 3: clue '7' at R2C1 is out of range"),
    ):
        with pytest.raises(FormatError, match=message):
            parse("\n".join([*lines[:number], changed, *lines[number + 1 :]]))
    height = next(n for n, line in enumerate(lines[1:], 1) if " " not in line)
    with pytest.raises(FormatError, match="line 1: expected 4 rows of 4 cells, found 3"):
        parse("\n".join([*lines[: height + 1 - height], *lines[height + 1 :]]))
