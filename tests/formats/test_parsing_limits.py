"""Limits: no text, however it is made, takes more than its length to read."""

import gzip
import io
import pickle

import pytest

import nonet
from nonet.cli import main
from nonet.errors import FormatError, PuzzleError
from nonet.formats import format_names, iter_puzzles, json, parsing
from nonet.formats.parsing import MAX_LINE_LENGTH, _split
from nonet.puzzle.grid import MAX_LINES, Block, Grid


def test_a_line_is_put_together_once_however_many_pieces_it_comes_in():
    """The work is counted: characters that are copied, not seconds."""
    copied = 0

    class Text(str):
        __slots__ = ()

        def split(self, end):
            nonlocal copied
            copied += len(self)
            return [Text(part) for part in str.split(self, end)]

    pieces = [Text("." * 1000) for _ in range(300)] + [Text("\nab\n"), Text("c")]
    remaining = iter(pieces)
    lines = list(_split(next(remaining), lambda size: next(remaining, ""), "\n"))
    assert lines == ["." * 300_000, "ab", "c"]
    assert copied == sum(map(len, pieces))


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        (["a\nb"], ["a", "b"]),
        (["a\n"], ["a"]),
        (["a", "b\n", "\n", "c"], ["ab", "", "c"]),
        ([""], []),
        (["\n\n"], ["", ""]),
    ],
)
def test_lines_of_pieces(pieces, lines):
    remaining = iter(pieces)
    assert list(_split(next(remaining), lambda size: next(remaining, ""), "\n")) == lines


@pytest.mark.parametrize("packed", [False, True])
def test_a_line_without_end_is_an_error_however_it_is_packed(packed):
    """A gzip of dots is small, and what it holds is not."""
    data = b"# a puzzle\n" + b"." * (MAX_LINE_LENGTH + parsing.HEAD_SIZE)
    (error,) = iter_puzzles(io.BytesIO(gzip.compress(data) if packed else data))
    assert isinstance(error, FormatError)
    assert str(error) == "line 2: a line of more than 16 MiB, which no puzzle has"


def test_no_more_of_a_line_without_end_is_read_than_the_limit():
    read = 0

    class Dots(io.RawIOBase):
        def readable(self):
            return True

        def readinto(self, buffer):
            nonlocal read
            buffer[:] = b"." * len(buffer)
            read += len(buffer)
            return len(buffer)

    (error,) = iter_puzzles(io.BufferedReader(Dots()))
    assert isinstance(error, FormatError)
    assert read < MAX_LINE_LENGTH + (1 << 20)


def test_a_document_without_end_is_an_error(monkeypatch):
    monkeypatch.setattr(json, "MAX_DOCUMENT_LENGTH", 1000)
    (error,) = iter_puzzles(io.StringIO("[\n" + '{"size": 4},\n' * 1000))
    assert str(error) == (
        "line 1: a JSON document of more than 0 MiB: write a puzzle a line, which may be any number"
    )


def test_objects_one_after_another_keep_their_lines():
    text = '[{"size": 4, "clues": "1..............4"}]\n\n{"size": 4,\n "clues": "x"}\n'
    puzzle, error = iter_puzzles(io.StringIO(text))
    assert puzzle.clues == {"R1C1": 1, "R4C4": 4}
    assert error.line == 3


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("name", format_names())
@pytest.mark.parametrize("character", [".", "1", "|", "-", "{", " ", "#"])
def test_a_long_line_is_one_answer_in_every_format(name, character):
    """With 200,000 characters, a reader of quadratic work would never come back."""
    entries = list(iter_puzzles(io.StringIO(character * 200_000 + "\n"), format=name))
    assert len(entries) <= 1
    assert all(isinstance(entry, FormatError | nonet.Puzzle) for entry in entries)


@pytest.mark.parametrize(("top", "left"), [(10**12, 0), (0, 10**12), (MAX_LINES - 3, 0)])
def test_a_grid_beyond_any_canvas_is_refused(tmp_path, capsys, top, left):
    with pytest.raises(PuzzleError, match="1000 rows and columns at most"):
        Grid((Block(top, left, 4, 4, None),), (1, 2, 3, 4))
    path = tmp_path / "far.json"
    path.write_text(
        f'{{"grid": {{"blocks": [{{"top": {top}, "left": {left}, "height": 4, "width": 4}}], '
        '"values": [1, 2, 3, 4]}}\n'
    )
    assert main(["show", str(path)]) == 2
    assert "1000 rows and columns at most" in capsys.readouterr().err


def test_a_grid_at_the_edge_of_the_canvas_is_taken():
    grid = Grid((Block(MAX_LINES - 4, 0, 4, 4, (2, 2)),), (1, 2, 3, 4))
    assert grid.height == MAX_LINES
    assert pickle.loads(pickle.dumps(grid)) == grid


def test_a_quote_that_nothing_closes_spoils_its_line_alone():
    text = 'puzzle,note\n1..............4,"a\n1..............3,b\n1..............2,"c\n'
    entries = list(iter_puzzles(io.StringIO(text)))
    assert [isinstance(entry, nonet.Puzzle) for entry in entries] == [False, True, False]
    assert str(entries[0]) == "line 2, column 18: a quote is opened here and not closed"
    assert entries[2].line == 4


@pytest.mark.slow(0.7)
def test_without_numpy_more_than_a_thousand_puzzles_are_answered(tmp_path):
    """As after ``pip install --no-deps``: the compiled engine is not there, nor what it needs."""
    import subprocess
    import sys

    path = tmp_path / "in.txt"
    path.write_text("1..............4\n" * 1001)
    program = (
        "import sys; sys.modules.update(dict.fromkeys(['numpy', 'pyarrow', 'ortools']));"
        "from nonet.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    process = subprocess.run(
        [sys.executable, "-c", program, "verify", str(path), "--backend", "native"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Traceback" not in process.stderr
    assert "1,001 puzzles" in process.stderr
