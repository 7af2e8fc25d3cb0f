"""The format of a text is told by the text, and only where texts look alike by the suffix."""

import gc
import io

import pytest

from nonet.errors import FormatError
from nonet.formats import (
    detect,
    find_format,
    format_names,
    formats,
    iter_puzzles,
    parse,
    read,
    write,
)
from nonet.formats.base import Format
from nonet.puzzle import Puzzle
from tests.cases import as_one_test

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [CLASSIC[start : start + 9] for start in range(0, 81, 9)]
LINES = "\n".join(ROWS)
HEX = "\n".join(["123456789ABCDEFG", *["." * 16] * 15])
FRAMED = """\
 *-----------*
 |53.|.7.|...|
 |6..|195|...|
 |.98|...|.6.|
 |---+---+---|
 |8..|.6.|..3|
 |4..|8.3|..1|
 |7..|.2.|..6|
 |---+---+---|
 |.6.|...|28.|
 |...|419|..5|
 |...|.8.|.79|
 *-----------*
"""
MARKED = write(parse(CLASSIC), "pm")
STATE = FRAMED.replace("|.98|...|.6.|", "|198|...|.6.|")


@as_one_test(
    [
        (CLASSIC, "line"),
        (CLASSIC[:-1], "line"),
        (f"# from a book\n{CLASSIC} # hard\n{CLASSIC}", "line"),
        ("\n".join([CLASSIC, CLASSIC[:-3], CLASSIC, "what is this", CLASSIC]), "line"),
        ("\n".join(["1...............", "..............2.", "....4..........."]), "line"),
        ("\n".join(["1..............."] * 16), "line"),
        (LINES, "grid"),
        (f"\n\n{LINES}\n\n{LINES}\n", "grid"),
        ("\n".join(ROWS[:8]), "grid"),
        (HEX, "grid"),
        ("\n".join(["." * 9] * 9), "grid"),
        ("\n".join(["." * 16] * 16), "grid"),
        (FRAMED, "grid"),
        (f"Grid 01\n{LINES}\nGrid 02\n{LINES}", "euler"),
        (f"# p096\nGrid 01\n{LINES}", "euler"),
        (f"#Asomeone\n#DFirst\n{LINES}", "sdk"),
        (f"[Puzzle]\n{LINES}\n[State]\n{LINES}", "sdk"),
        (f"{FRAMED}\n\n{STATE}", "grid"),
        (f"{FRAMED}\n\n{STATE}\n\n{MARKED}", "ss"),
        (f"puzzle,solution\n{CLASSIC},{CLASSIC}", "csv"),
        (f"quizzes,solutions\n{CLASSIC},{CLASSIC}", "csv"),
        (f'"id","puzzle"\n1,{CLASSIC}', "csv"),
        (f"puzzle\tlevel\n{CLASSIC}\t3", "csv"),
        (f"foo,bar\n{CLASSIC},x", "csv"),
        ("{}", "json"),
        ('[\n {"size": 4}]', "json"),
        ('\n {"size": 4,\n "clues": {}}', "json"),
        (MARKED, "pm"),
    ]
)
def test_a_text_tells_its_format(text, name):
    assert detect(text).name == name


@pytest.mark.parametrize("name", ["line", "grid", "euler", "csv", "json", "pm"])
def test_what_a_format_writes_is_detected_as_that_format(name):
    assert detect(write([parse(CLASSIC)] * 3, name)).name == name


@pytest.mark.parametrize(
    ("text", "path", "fault"),
    [
        ("<html>\n</html>", "a.xml", "it is XML with the root <html>"),
        ('<?xml version="1.0"?>\n<!-- <b> -->\n<opml/>', None, "it is XML with the root <opml>"),
        ("\ufeff<!DOCTYPE svg>\n<svg:g>", "a.txt", "it is XML with the root <svg:g>"),
        ("hello", "a.xml", "it is not XML"),
        ("<?" + "<?a?>" * 400, "a.xml", "it is not XML"),
    ],
)
def test_other_xml_is_refused_by_its_root(text, path, fault):
    with pytest.raises(FormatError, match=f"^{fault}: nonet reads XCSP3 .* and OpenSudoku"):
        detect(text, path)


def test_a_puzzle_in_a_file_called_xml_is_read():
    assert detect(CLASSIC, "a.xml").name == "line"


NOT_PLAIN = ("csv", "kenken", "sdx")
"""Formats that cannot hold, or not without being named, what is in a classic puzzle alone."""


@as_one_test([name for name in format_names(writing=True) if name not in NOT_PLAIN])
def test_what_any_format_writes_is_understood_without_naming_it(name):
    assert parse(write(parse(CLASSIC), name)).clues == parse(CLASSIC).clues


@as_one_test(
    [
        ("a.ss", f"{FRAMED}\n\n{STATE}", "ss"),
        ("a.sdm", CLASSIC, "sdm"),
        ("a.sdk", LINES, "sdk"),
        ("a.ss", FRAMED, "ss"),
        ("a.txt", FRAMED, "grid"),
        ("a.txt", CLASSIC, "line"),
        ("a.csv", f"nothing,of,ours\n{CLASSIC},1,2", "csv"),
    ]
)
def test_the_suffix_decides_where_the_text_allows_it(file, text, name):
    assert detect(text, file).name == name


def test_an_unknown_format_is_an_error_that_lists_those_there_are():
    names = "there is no format 'xls'; there are .*csv, .*euler"
    with pytest.raises(FormatError, match=names):
        find_format("xls")
    with pytest.raises(FormatError, match="there is no format"):
        parse(CLASSIC, format="xls")
    with pytest.raises(FormatError, match="there is no format"):
        iter_puzzles("nowhere.txt", format="xls")
    with pytest.raises(FormatError, match="there is no format"):
        write(Puzzle(parse(CLASSIC).grid), "xls")


def test_every_format_says_what_it_is():
    for name, each in formats().items():
        assert name == each.name == name.lower()
        assert each.sentence.endswith(".")
        assert all(suffix.startswith(".") for suffix in each.suffixes)
        assert type(find_format(name)) is type(each)


def test_the_format_can_be_given_against_the_look_of_the_text():
    with pytest.raises(FormatError, match="expected 81 characters"):
        parse("\n".join(["53..7"] * 5), format="line")
    assert parse(LINES, format="sdk").line() == CLASSIC


@pytest.mark.slow
def test_a_format_is_one_class_and_nothing_else_is_edited(tmp_path):
    class Backwards(Format):
        name = "backwards"
        suffixes = (".rev",)
        sentence = "A puzzle a line, from the last cell to the first."

        def admits(self, sample):
            return True

        def read(self, lines, reader):
            for number, text in lines:
                yield reader.attempt(number, reader.line, text[::-1])

        def write(self, puzzles, alphabet):
            for puzzle in puzzles:
                yield f"{puzzle.line()[::-1]}\n"

    assert "backwards" in format_names()
    file = tmp_path / "puzzles.rev"
    file.write_text(write(parse(CLASSIC), "backwards"))
    assert read(file) == [parse(CLASSIC)]
    assert parse(CLASSIC[::-1], format=Backwards()) == parse(CLASSIC)
    assert read(file, format=Backwards()) == list(iter_puzzles(file, format=Backwards()))
    assert write(parse(CLASSIC), Backwards()) == f"{CLASSIC[::-1]}\n"
    del Backwards
    gc.collect()
    assert "backwards" not in format_names()


def test_what_is_neither_name_nor_format_is_reported():
    with pytest.raises(TypeError, match="a format is a name or an object of a Format class, not 7"):
        parse(CLASSIC, format=7)


@pytest.mark.parametrize("side", [4, 9])
@pytest.mark.parametrize("grids", [1, 2])
def test_rows_of_low_values_are_one_grid_and_not_a_puzzle_each(side, grids):
    """A row of four cells with 1 and 2 alone may be a puzzle of 2x2, which nobody writes."""
    rows = ["." * (side - 1) + "2", *["." * side] * (side - 2), "1" + "." * (side - 1)]
    text = "\n\n".join(["\n".join(rows)] * grids)
    puzzles = list(iter_puzzles(io.StringIO(text)))
    assert [len(puzzle.grid.cells) for puzzle in puzzles] == [side * side] * grids
    assert puzzles[0].line() == "".join(rows)


def test_a_slip_in_such_a_grid_is_reported_and_not_four_puzzles():
    with pytest.raises(FormatError, match="R4C2 and R4C3 are both 1"):
        parse("...2\n...1\n..1.\n.11.")


@pytest.mark.parametrize(
    ("sample", "path", "name"),
    [
        ("https://f-puzzles.com/?load=N4Ig", None, "f-puzzles"),
        ("https://sudokupad.app/fpuzzlesN4Ig", None, "f-puzzles"),
        ("https://beta.sudokupad.app/sclN4Ig", None, "sudokupad"),
        ("https://puzz.link/p?sudoku/9/9/g", None, "puzz-link"),
        ("puzzle,source\n1..............4,a book", "puzzles.csv", "csv"),
    ],
)
def test_a_known_host_or_suffix_asks_no_other_format(sample, path, name, monkeypatch):
    def refuse():
        raise AssertionError("all formats are asked")

    monkeypatch.setattr("nonet.formats.registry.formats", refuse)
    assert detect(sample, path).name == name
