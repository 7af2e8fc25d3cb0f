"""Tables: which column is the puzzle, what the others are, quotes over lines, rows of cells."""

import io
from dataclasses import replace

import pytest

import nonet
from nonet.errors import FormatError
from nonet.formats import csv as csv_format
from nonet.formats import iter_puzzles, parse, read, write

SMALL = "1..............4"


def entries(text, **options):
    return list(iter_puzzles(io.StringIO(text), format="csv", **options))


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_other_columns_are_the_name_the_comment_statements_and_notes(delimiter):
    header = ["id", "name", "comment", "Quizzes", "solution", "source", "rules", "box"]
    record = ["7", "mine", "hard", SMALL, "", "a book", "x", "1x4"]
    text = "\n".join(map(delimiter.join, (header, record)))
    (puzzle,) = entries(text)
    assert (puzzle.line(), puzzle.name, puzzle.comment) == (SMALL, "mine", "hard")
    assert puzzle.notes["source"] == "a book" and puzzle.notes["id"] == "7"
    assert "diagonals" in {rule.name for rule in puzzle.rules}
    assert puzzle.grid.blocks[0].box == (1, 4)
    assert "solution" not in puzzle.notes or not puzzle.notes["solution"]


def test_a_cell_may_hold_an_object_in_json():
    cell = '"{""size"": 4, ""clues"": ""1..............4"", ""name"": ""a""}"'
    named, unnamed = entries(f"puzzle,name,source\n{cell},b,c\n{cell},,c\n")
    assert (named.name, unnamed.name) == ("b", "a")
    assert named.line() == SMALL and named.notes["source"] == "c"
    (error,) = entries('puzzle\n"{""size"": 99}"\n')
    assert isinstance(error, FormatError) and error.line == 2


def test_rows_of_cells_without_a_header_are_grids_and_empty_fields_are_blanks():
    text = "1,,,\n,,2,\n,3,,\n,,,4\n"
    puzzles = entries(text + text)
    assert [each.clues for each in puzzles] == [{"R1C1": 1, "R2C3": 2, "R3C2": 3, "R4C4": 4}] * 2
    good, error = entries(text + "1,,,\n,,2,\n")
    assert good.clues == puzzles[0].clues
    assert str(error) == "line 5: expected 4 rows of 4 cells, found 2"
    good, error = entries(text + "1,,,\n,,2\n")
    assert str(error) == "line 6: expected 4 cells in the row, found 3"
    assert isinstance(entries("a,b,c,d\n" + text)[0], FormatError)  # a header without a puzzle


@pytest.mark.parametrize(("rows", "is_grid"), [(4, True), (3, False)])
def test_the_least_grid_of_rows_is_of_four(rows, is_grid):
    text = "\n".join([",".join("1" + "." * (rows - 1))] * 1 + [",".join("." * rows)] * (rows - 1))
    puzzles = entries(text)
    assert isinstance(puzzles[0], nonet.Puzzle) is is_grid


def test_a_quote_goes_over_lines_and_one_that_is_not_closed_is_an_error_of_its_line():
    text = f'comment,puzzle\n"one\ntwo",{SMALL}\n"open,{SMALL}\nlast,{SMALL}\n'
    first, error, last = entries(text)
    assert (first.comment, last.comment) == ("one\ntwo", "last")
    assert str(error) == "line 4, column 1: a quote is opened here and not closed"


def test_limits_of_a_record_and_of_lines_in_quotes(monkeypatch):
    text = f'puzzle,comment\n{SMALL},"a\nb\nc"\n'
    for limit, is_read in ((3, True), (2, False)):
        monkeypatch.setattr(csv_format, "_MAX_QUOTED_LINES", limit)
        assert isinstance(entries(text)[0], nonet.Puzzle) is is_read
    monkeypatch.undo()
    line = f"{SMALL},{'x' * 100}"
    for limit, is_read in ((len(line) + 1, True), (len(line), False)):
        monkeypatch.setattr(csv_format, "MAX_RECORD_LENGTH", limit)
        (entry,) = entries(f"puzzle,comment\n{line}")
        assert isinstance(entry, nonet.Puzzle) is is_read


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@a", "plain"])
def test_formulas_are_guarded_where_that_is_asked_for_and_read_without_their_guard(text):
    guarding, plain = csv_format.CsvFormat(guards_formulas=True), csv_format.CsvFormat()
    puzzle = replace(parse(SMALL), name=text)
    written = write([puzzle], guarding)
    is_formula = text[0] in "=+-@"
    assert written.splitlines()[1] == f"{SMALL},{chr(39) * is_formula}{text}"
    assert write([puzzle], plain).splitlines()[1] == f"{SMALL},{text}"
    names = {each: read(io.StringIO(written), format=each)[0].name for each in (guarding, plain)}
    assert names == {guarding: text, plain: "'" * is_formula + text}
    with pytest.raises(FormatError, match="csv cannot hold the name"):
        write([replace(puzzle, name="'=1")], guarding)
