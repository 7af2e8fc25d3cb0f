"""Bad input: one clear line with source, line and column; what is good is still read."""

import csv
import gzip
import io

import pytest

from nonet.errors import ClueError, FormatError, PuzzleError
from nonet.formats import Sudoku, iter_puzzles, parse, read
from nonet.puzzle import Puzzle
from tests.cases import as_one_test

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = "\n".join(CLASSIC[start : start + 9] for start in range(0, 81, 9))
SHORT = "expected 81 characters (or n² for another size), found 80"


def message_of(error):
    """The words of an error, which are one line."""
    message = str(error)
    assert "\n" not in message
    assert len(message) < 400
    return message


def fault(text, **options):
    with pytest.raises(FormatError) as caught:
        parse(text, **options)
    return message_of(caught.value)


@pytest.fixture
def file(tmp_path):
    """A function that writes a file and returns its path."""

    def make(content, name="puzzles.txt"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return make


def file_fault(path, **options):
    """What reading a file raises, which is also the only entry that iterating yields."""
    with pytest.raises(FormatError) as caught:
        read(path, **options)
    (entry,) = iter_puzzles(path, **options)
    assert isinstance(entry, FormatError)
    assert str(entry) == str(caught.value)
    assert " ".join(str(path).split())[:60] in str(entry)
    return message_of(entry)


@as_one_test(
    [
        (CLASSIC[:-1], f"line 1: {SHORT}"),
        (CLASSIC + ".", SHORT.replace("80", "82")),
        (f"1 2\n{CLASSIC}", f"line 1: {SHORT.replace('80', '2')}"),
        ("5" + "." * 15, "line 1, column 1: clue '5' at R1C1 is out of range: values are 1 to 4"),
        (CLASSIC[:4] + "ß" + CLASSIC[5:], "line 1, column 5: unknown character 'ß': expected 1 to"),
        ("  " + CLASSIC[:4] + "A" + CLASSIC[5:], "line 1, column 7: unknown character 'A'"),
        ("Z" + "." * 255, "clue 'Z' at R1C1 is out of range: values are 1 to 9 and A to G"),
        ("5" + CLASSIC[:1] + CLASSIC[2:], "line 1: R1C1 and R1C2 are both 5 in row 1"),
        ("", "no puzzle: the text is empty"),
        (" \n\n\t\n", "no puzzle: the text is empty"),
        ("# only words\n", "no puzzle: there are only comments or blanks"),
        (f"{CLASSIC}\n{CLASSIC}", "expected one puzzle, found 2"),
        ("what is this", "no puzzle: no line has cells, only words: 'what is this'"),
        ("\0\1\2", "a binary file, not text: it holds a NUL byte"),
        (f"foo,bar\n{CLASSIC},1", "line 1: expected a header with a column puzzle or quizzes"),
        (f"puzzle,solution\n{CLASSIC}", "line 2: expected 2 columns, as the header has, found 1"),
        (
            f'puzzle,note\n{CLASSIC},"open',
            "line 2, column 83: a quote is opened here and not closed",
        ),
        (f"Grid 01\n{ROWS[:-10]}", "line 2: expected 9 rows, found 8"),
        ("Grid 01\nGrid 02", "line 1: no rows after 'Grid 01'"),
        (f"#A me\n{ROWS[:-10]}", "line 2: expected 9 rows, found 8"),
        (f"[Puzzle]\n{ROWS}\n[State]\n123\n", "line 12: expected 3 rows, found 1"),
        ("[Puzzle]\n", "no rows of a puzzle in puzzle"),
        ("# box: 5x5\n" + CLASSIC, "line 2: boxes of 5x5 do not tile 9 by 9 cells"),
        ("# alphabet: runes\n" + CLASSIC, "line 1: alphabet: there is no alphabet 'runes'"),
        ("# rules: [klingon]\n" + CLASSIC, "line 1: rules: "),
        ('# rules: ["klingon"]\n' + CLASSIC, "line 1: rules: there is no rule 'klingon'"),
        ("G" * 10 + "0" + "." * 245, ". and 0 stand for blanks: state the alphabet"),
        ("." * 65 * 65, "found 4225"),
        ("-----\n=====", "line"),
    ]
)
def test_bad_text_is_an_error_that_says_where_and_what(text, message):
    assert message in fault(text)


@as_one_test(
    [
        ("{", "line 1, column 2: not JSON"),
        ('{"size": 9,\n "clues": oops}', "line 2, column 11: not JSON: Expecting value"),
        ("[" * 100_000 + "{", "line 1"),
        ('{"size": %s}' % ("9" * 5000), "not JSON: Exceeds the limit"),
        ("{}", 'expected "size", "grid", or "clues" as a text or a list of rows'),
        ('{"nonet": "model"}', 'expected "nonet": "puzzle", found \'model\''),
        ('{"version": 2, "size": 4}', "puzzle version 2: this nonet reads 1"),
        ('{"size": 4, "clue": ""}', "unknown key 'clue'; a puzzle may have nonet, version"),
        ('{"size": 4, "clues": "1"}', "expected 16 characters of clues for size 4, found 1"),
        ('{"size": 4, "clues": "5..............."}', "clue '5' at R1C1 is out of range"),
        ('{"size": 4, "clues": "11.............."}', "R1C1 and R1C2 are both 1 in row 1"),
        ('{"size": 4, "clues": {"R9C9": 1}}', "'R9C9' is not a cell of this grid"),
        ('{"size": 4, "clues": {"R1C1": 9}}', "clue 9 at R1C1 is out of range"),
        ('{"size": 4, "clues": {"R1C1": "1"}}', "R1C1 is a whole number, not '1'"),
        ('{"size": 4, "clues": 7}', "clues are a text, a list of rows, or an object"),
        ('{"size": "4"}', "size is a whole number, not '4'"),
        ('{"size": 65}', "a side of 1 to 64, not 65"),
        ('{"size": 4, "box": "2x2"}', "a box is [height, width] or null"),
        ('{"size": 4, "candidates": {"R1C1": [9]}}', "candidates 9 at R1C1 are out of range"),
        ('{"size": 4, "candidates": {"R1C1": 1}}', "a sequence, not 1"),
        ('{"size": 4, "rules": "x"}', "rules are a list"),
        ('{"size": 4, "rules": ["y"]}', "there is no rule 'y'"),
        ('{"size": 4, "rules": [{"rule": "jigsaw", "layout": 7}]}', ""),
        ('{"size": 4, "rules": [{"rule": "extra-region", "cells": 7}]}', ""),
        ('{"grid": "samuray"}', "there is no grid 'samuray': it is one of samurai, twodoku"),
        ('{"grid": "twodoku", "clues": [".........5"]}', "'5' at R1C10, where there is no cell"),
        ('{"grid": {"blocks": 7, "values": []}}', ""),
        ('{"grid": {"blocks": [{}], "values": [1]}}', ""),
        ('{"name": 7, "size": 4}', "name is a text, not 7"),
        ('[{"size": 4}, {"size": 0}]', "entry 2: "),
        ("[1]", "line 1"),
    ]
)
def test_bad_json_is_an_error_that_says_where_and_what(text, message):
    assert message in fault(text, format="json")


def test_a_clash_is_also_a_clue_error_and_may_be_allowed():
    text = "11.............."
    with pytest.raises(FormatError) as caught:
        parse(text)
    assert isinstance(caught.value.__cause__, ClueError)
    assert parse(text, allow_clashes=True).clashes()
    assert parse('{"size": 4, "clues": "11.............."}', allow_clashes=True).clashes()


def test_a_bad_line_in_the_middle_is_reported_and_the_rest_is_read(file):
    path = file(f"# head\n{CLASSIC}\n{CLASSIC[:-1]}\n\n55{CLASSIC[2:]}\n{CLASSIC} last\n")
    entries = list(iter_puzzles(path))
    assert [isinstance(entry, Puzzle) for entry in entries] == [True, False, False, True]
    assert message_of(entries[1]) == f"{path}, line 3: {SHORT}"
    clash = "R1C1 and R1C2 are both 5 in row 1; ask nonet conflict or nonet repair"
    assert message_of(entries[2]) == f"{path}, line 5: {clash}"
    assert entries[3].comment == "last"
    with pytest.raises(FormatError, match="line 3"):
        read(path)
    errors = []
    assert len(read(path, on_error=errors.append)) == 2
    assert [error.line for error in errors] == [3, 5]


SHORT_ROWS = ROWS.replace("8...6...3", "8...6...")


@pytest.mark.parametrize(
    ("name", "good", "bad", "line"),
    [
        ("grid", f"{ROWS}\n\n", f"{SHORT_ROWS}\n\n", 14),
        ("euler", f"Grid 01\n{ROWS}\n", f"Grid 01\n{SHORT_ROWS}\n", 15),
        ("sdk", f"#Ame\n{ROWS}\n\n", f"#Ame\n{SHORT_ROWS}\n\n", 16),
        ("pm", "12 34 1 2\n1 2 3 4\n1 2 3 4\n1 2 3 4\n\n", "12 34 1 2\n1 2\n\n", 6),
        ("json", '{"size": 4}\n', '{"size": 4\n', 2),
        ("csv", f'{CLASSIC},"two\nlines"\n', f'{CLASSIC},"\n', 4),
    ],
)
def test_in_every_format_one_bad_entry_spoils_no_other(file, name, good, bad, line):
    head = "puzzle,note\n" if name == "csv" else ""
    path = file(head + good + bad + good + good)
    entries = list(iter_puzzles(path, format=name, allow_clashes=True))
    assert [isinstance(entry, Puzzle) for entry in entries] == [True, False, True, True]
    assert entries[1].line == line


def test_an_empty_file_is_an_error(file):
    assert file_fault(file("")).endswith("no puzzle: the text is empty")
    assert file_fault(file("\n \n")).endswith("no puzzle: the text is empty")
    assert file_fault(file(b"\xef\xbb\xbf")).endswith("no puzzle: the text is empty")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0", "line 1: a binary file, not UTF-8 text: byte 0x89"),
        (b"abc\0def" * 100, "a binary file, not text: it holds a NUL byte"),
        (f"{CLASSIC}\nM\xfcller".encode("latin-1"), "line 2: text, but not UTF-8: byte 0xfc"),
        (CLASSIC.encode("utf-16"), "UTF-16 text: save it as UTF-8"),
        (gzip.compress(CLASSIC.encode(), mtime=0)[:-12], "a damaged gzip file"),
        (b"\x1f\x8bnonsense", "a damaged gzip file"),
    ],
)
def test_a_binary_file_is_one_clear_line(file, content, message):
    assert message in file_fault(file(content))


def test_bytes_that_are_no_text_far_down_a_file_spoil_their_line_alone(file):
    good = f"{CLASSIC}\n".encode()
    path = file(good * 1000 + b"\xff" + good[1:] + good)
    entries = list(iter_puzzles(path))
    assert len(entries) == 1002
    assert [entry.line for entry in entries if isinstance(entry, FormatError)] == [1001]
    assert "column 1: unknown character '�' (bytes that are not UTF-8 text)" in message_of(
        entries[1000]
    )


def test_a_directory_a_missing_file_and_a_name_that_is_none_are_errors(tmp_path):
    assert file_fault(tmp_path).endswith("a directory, not a file")
    assert file_fault(tmp_path / "none.txt").endswith("there is no such file")
    for text in (CLASSIC, "1...\n..2.\n", "Grid 01\n" + "080200901\n" * 300):
        assert "nonet.parse reads the text of a puzzle" in file_fault(text)
    assert "cannot be read" in str(next(iter_puzzles("x" * 10_000)))
    with pytest.raises(FormatError, match="no NUL"):
        read("a\0b")


def test_a_file_that_cannot_be_read_is_an_error(file, monkeypatch):
    path = file(CLASSIC)

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "open", refuse)
    assert file_fault(path).endswith("cannot be read: Permission denied")


def test_a_stream_that_fails_is_an_error_after_what_was_read():
    class Failing(io.StringIO):
        def read(self, size=-1):
            if self.tell() >= 82 * 800:
                raise OSError(5, "Input/output error")
            return super().read(size)

    entries = list(iter_puzzles(Failing(f"{CLASSIC}\n" * 2000)))
    assert isinstance(entries[0], Puzzle)
    assert message_of(entries[-1]) == "cannot be read: Input/output error"


def test_options_that_make_no_sense_are_refused_before_reading():
    with pytest.raises(PuzzleError, match="there is no rule 'klingon'"):
        iter_puzzles("nowhere", rules=["klingon"])
    with pytest.raises(FormatError, match="there is no alphabet 'runes'; there are digits"):
        parse(CLASSIC, alphabet="runes")
    assert "boxes of 2x2 do not tile" in fault(CLASSIC, box=(2, 2))
    assert "too few for 64 values" in fault("." * 4096, alphabet="letters")
    with pytest.raises(FormatError, match="one letter a cell: expected 16, found 4"):
        Sudoku("1" + "." * 15, regions="aabb")
    with pytest.raises(TypeError, match="read takes a file"):
        parse(io.StringIO(CLASSIC))


def test_a_path_as_long_as_a_puzzle_is_no_puzzle():
    assert file_fault("none/".ljust(81, "n")).endswith("there is no such file")


@pytest.mark.parametrize("encoding", ["no-such", "utf-7", "idna", "cp037", "utf-16", "latin-1"])
def test_an_encoding_that_a_file_declares_does_not_matter_for_its_text_is_read_as_utf_8(encoding):
    text = f'<?xml version="1.0" encoding="{encoding}"?>\n<opensudoku><game data="{81 * "0"}"/></opensudoku>'
    assert len(parse(text).grid.cells) == 81


def test_a_number_of_thousands_of_digits_is_one_line_of_an_error():
    with pytest.raises(FormatError, match="a number of thousands of digits"):
        parse(f"size = {6000 * '9'}\nclues = '1'", format="toml")


def test_other_compression_than_gzip_is_refused_by_its_name():
    import bz2
    import io
    import lzma
    import zipfile

    from nonet.formats import read

    line = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("a.txt", line)
    for data, name in (
        (bz2.compress(line), "bzip2"),
        (lzma.compress(line), "xz"),
        (archive.getvalue(), "zip"),
        (b"\x28\xb5\x2f\xfd\x04\x00\x09", "zstd"),
    ):
        with pytest.raises(FormatError, match=f"{name} data: of compressed files only gzip"):
            read(io.BytesIO(data))
    sheet = io.BytesIO()
    with zipfile.ZipFile(sheet, "w") as file:
        file.writestr("[Content_Types].xml", "<Types/>")
    with pytest.raises(FormatError, match="save a spreadsheet as CSV"):
        read(io.BytesIO(sheet.getvalue()))


def test_a_text_that_a_spreadsheet_takes_for_a_formula_gets_a_quote_where_that_is_asked_for():
    from dataclasses import replace

    from nonet.formats import write
    from nonet.formats.csv import CsvFormat

    names = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "plain"]
    puzzles = [replace(parse("1..............4"), name=name) for name in names]
    guarded = write(puzzles, CsvFormat(guards_formulas=True))
    assert [line.rpartition(",")[2] for line in guarded.splitlines()[1:]] == [
        *(f"'{name}" for name in names[:4]),
        "plain",
    ]
    assert "\n1..............4,=cmd|" in write(puzzles, "csv")


def test_the_first_line_of_a_table_is_guarded_against_formulas_as_the_others_are():
    from dataclasses import replace

    from nonet.formats import write
    from nonet.formats.csv import CsvFormat

    notes = {"=1+1": "-2", "@who": "me", "-": "+2", "plain": "3"}
    table = CsvFormat(guards_formulas=True)
    text = write([replace(parse("1..............4"), notes=notes)], table)
    header, row = csv.reader(io.StringIO(text, newline=""))
    assert header == ["puzzle", "'=1+1", "'@who", "'-", "plain"]
    assert row[1:] == ["'-2", "me", "'+2", "3"]


@pytest.mark.parametrize("flags", [8, 16])
def test_a_gzip_header_whose_name_does_not_end_is_refused_at_once(flags):
    """Twenty-five megabytes of it took the library seconds."""
    damaged = b"\x1f\x8b\x08" + bytes([flags]) + b"\0" * 6 + b"9" * 100_000
    with pytest.raises(FormatError, match="the name in its header does not end"):
        read(io.BytesIO(damaged))
    named = io.BytesIO()
    with gzip.GzipFile("puzzle.txt", "wb", fileobj=named) as file:
        file.write(b"1..............4\n")
    assert read(io.BytesIO(named.getvalue()))[0].line() == "1..............4"
