"""Grids of one to 64 rows are read in each format that can say so, and of no other size."""

import io
import json

import pytest

from nonet import Grid, Puzzle
from nonet.errors import FormatError
from nonet.formats import iter_puzzles, write
from nonet.puzzle.grid import MAX_VALUES

LZString = pytest.importorskip("lzstring").LZString


def blanks_of_puzz_link(count):
    """Runs of up to 20 blank cells: g is one, z is 20."""
    return "z" * (count // 20) + (chr(ord("f") + count % 20) if count % 20 else "")


def rows(size, cell, between="\n", inside=""):
    return between.join([inside.join([cell] * size)] * size)


def sudokumaker(puzzle):
    document = {"formatVersion": "1.5.0", "puzzle": puzzle}
    packed = LZString().compressToEncodedURIComponent(json.dumps(document))
    return f"https://sudokumaker.app/?puzzle={packed}"


TEXTS = {
    "csv": lambda n: f"puzzle\n{'.' * n * n}\n",
    "dzn": lambda n: f"n = {n};\nx = array2d(1..{n}, 1..{n}, [{','.join('_' * n * n)}]);\n",
    "f-puzzles-json": lambda n: json.dumps({"size": n, "grid": [[{}] * n] * n}),
    "json": lambda n: json.dumps({"size": n}),
    "line": lambda n: "." * n * n,
    "lists": lambda n: json.dumps([[None] * n] * n),
    "puzz-link": lambda n: f"https://puzz.link/p?sudoku/{n}/{n}/{blanks_of_puzz_link(n * n)}",
    "sdk": lambda n: rows(n, "."),
    "sudokumaker": lambda n: sudokumaker({"cells": [{}] * n * n, "size": n}),
    "sudokumaker of one row": lambda n: sudokumaker(
        {"cells": [{}] * n, "width": n, "height": 1, "type": "custom"}
    ),
    "toml": lambda n: f"size = {n}\n",
    "toml with clues": lambda n: f'clues = """\n{rows(n, ".")}\n"""\n',
}
LEAST = {"lists": 4, "sudokumaker": 2}
"""A list of fewer rows is not a puzzle that anybody pastes; a grid of one value is refused."""


@pytest.mark.parametrize("name", TEXTS)
def test_a_grid_of_one_to_64_rows_is_read_and_none_beyond(name):
    least = LEAST.get(name, 1)
    for size in (0, least - 1, least, 9, MAX_VALUES, MAX_VALUES + 1):
        if name in ("line", "sdk", "csv") and not size:
            continue  # a text without a cell has no puzzle
        entries = list(iter_puzzles(io.StringIO(TEXTS[name](size)), format=name.partition(" ")[0]))
        read = [entry.grid for entry in entries if isinstance(entry, Puzzle)]
        refused = [entry for entry in entries if isinstance(entry, FormatError)]
        if least <= size <= MAX_VALUES:
            assert (len(read), refused) == (1, [])
            assert read[0].values[-1] == (size if "row" not in name else 9)
            assert (read[0].height, read[0].width) == (size if "row" not in name else 1, size)
        else:
            assert not read and refused, size


WRITTEN = {
    "csv": range(1, 65), "dzn": range(1, 65), "f-puzzles": range(1, 65), "grid": range(1, 65),
    "f-puzzles-json": range(1, 65), "json": range(1, 65), "line": range(1, 65),
    "penpa": range(1, 65), "puzz-link": range(1, 65), "sdk": range(1, 65), "ss": range(1, 65),
    "sudokupad": range(1, 65), "toml": range(1, 65), "euler": range(1, 65), "pm": range(1, 65),
    "iss": range(2, 17), "iss-link": range(2, 17), "lists": range(4, 10), "sdm": range(1, 10),
    "hodoku": [9], "killer": [9], "killer-short": [9], "opensudoku": [9], "sdx": [9],
    "sumocue": [9],
}  # fmt: skip


@pytest.mark.parametrize("name", WRITTEN)
def test_a_grid_of_each_size_that_a_format_can_hold_is_written_and_read_again(name):
    for size in (1, 2, 3, 4, 8, 9, 10, 16, 17, MAX_VALUES):
        puzzle = Puzzle(Grid.square(size), {"R1C1": size})
        if size == MAX_VALUES and name == "pm":
            continue  # a second and more
        if size in WRITTEN[name]:
            (again,) = iter_puzzles(io.StringIO(write([puzzle], name)), format=name)
            assert (again.grid.size, dict(again.clues)) == (size, dict(puzzle.clues))
        else:
            with pytest.raises(FormatError):
                write([puzzle], name)


@pytest.mark.parametrize("name", ["line", "csv"])
@pytest.mark.parametrize("size", [62, 63, 64])
def test_a_line_so_long_that_a_hash_is_a_value_may_end_with_it(name, size):
    for clue in range(61, size + 1):
        puzzle = Puzzle(Grid.square(size), {"R1C1": clue, f"R{size}C{size}": clue})
        (again,) = iter_puzzles(io.StringIO(write([puzzle], name)), format=name)
        assert dict(again.clues) == dict(puzzle.clues)
    (named,) = iter_puzzles(io.StringIO(f"{'.' * size * size} # a comment\n"), format="line")
    assert (named.grid.size, named.comment) == (size, "a comment")
