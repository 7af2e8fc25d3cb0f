"""Reading and its options: sources, names, comments, alphabets, boxes and rules."""

import gzip
import io
import json
import re
import sys
import tracemalloc
from itertools import islice
from pathlib import Path

import pytest

import nonet.formats
from nonet.errors import FormatError, PuzzleError
from nonet.formats import Sudoku, iter_puzzles, parse, read, write, write_to
from nonet.puzzle import ALPHABETS, grid_of, make_rule
from tests.cases import as_one_test

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = "\n".join(CLASSIC[start : start + 9] for start in range(0, 81, 9))
DATA = Path(__file__).parents[3] / "shared" / "data"


@pytest.mark.parametrize(
    "content",
    [
        f"{CLASSIC}\n{CLASSIC}\n".encode(),
        f"{CLASSIC}\n{CLASSIC}".encode(),
        f"\ufeff{CLASSIC}\r\n{CLASSIC}\r\n".encode(),
        f"{CLASSIC}\r{CLASSIC}\r".encode(),
        gzip.compress(f"{CLASSIC}\n{CLASSIC}\n".encode()),
    ],
    ids=["plain", "no end", "windows", "old mac", "gzip"],
)
def test_files_streams_and_standard_input_are_read_alike(tmp_path, monkeypatch, content):
    path = tmp_path / "puzzles.txt"
    path.write_bytes(content)
    expected = [parse(CLASSIC)] * 2
    assert read(path) == read(str(path)) == expected
    with path.open("rb") as stream:
        assert read(stream) == expected
    with path.open("rb", buffering=0) as stream:
        assert read(stream) == expected
    assert read(io.BytesIO(content)) == expected
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert read("-") == expected


def test_a_text_stream_without_bytes_is_read_too(monkeypatch):
    assert read(io.StringIO(CLASSIC)) == [parse(CLASSIC)]
    monkeypatch.setattr(sys, "stdin", io.StringIO(CLASSIC))
    assert read("-") == [parse(CLASSIC)]


def test_the_suffix_before_gz_counts(tmp_path):
    path = tmp_path / "puzzle.sdk.gz"
    path.write_bytes(gzip.compress(f"{ROWS}\n".encode()))
    assert read(path) == [parse(CLASSIC)]


def test_reading_streams_in_constant_memory():
    class Endless(io.BytesIO):
        def read(self, size):
            return f"{CLASSIC}\n".encode() * (size // 82)

    entries = iter_puzzles(Endless())
    assert len(list(islice(entries, 1000))) == 1000
    tracemalloc.start()
    for _ in islice(entries, 3000):
        pass
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2_000_000


def test_comments_and_names_are_kept():
    text = f"# from a book\n# name: First\n{CLASSIC} # easy\n{CLASSIC},hard\n{CLASSIC}\tfast, too"
    first, second, third = read(io.StringIO(text))
    assert (first.name, first.comment) == ("First", "from a book\neasy")
    assert (second.name, second.comment) == ("", "hard")
    assert third.comment == "fast, too"


def test_euler_titles_are_names():
    text = f"Grid 01\n{ROWS}\nGrid 02: the second\n# a comment\n{ROWS}\n"
    first, second = read(io.StringIO(text))
    assert first.name == "Grid 01"
    assert (second.name, second.comment) == ("the second", "a comment")
    assert write([first, second], "euler").startswith("Grid 01\n53007")


def test_sdk_sections_are_read_and_the_state_is_a_note():
    state = CLASSIC.replace(".", "4", 1)
    rows = "\n".join(state[start : start + 9] for start in range(0, 81, 9))
    puzzle = parse(f"[Puzzle]\n{ROWS}\n[State]\n{rows}\n[Options]\nx=1\n")
    assert puzzle.line() == CLASSIC
    assert puzzle.notes["state"] == state
    assert puzzle.notes["options"] == "x=1"


def test_sdk_files_may_hold_several_puzzles():
    text = f"#AOne\n{ROWS}\n\n#ATwo\n{ROWS}\n#AThree\n{ROWS}\n"
    puzzles = read(io.StringIO(text))
    assert [puzzle.notes["author"] for puzzle in puzzles] == ["One", "Two", "Three"]


def test_csv_keeps_the_solution_and_other_columns():
    solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    zeros = CLASSIC.replace(".", "0")
    for header in ("quizzes,solutions", "puzzle,solution", "Puzzle,Solution", "puzzle;solution"):
        delimiter = ";" if ";" in header else ","
        puzzle = parse(f"{header}\n{zeros}{delimiter}{solved}\n")
        assert puzzle.line() == CLASSIC
        assert dict(puzzle.notes) == {"solution": solved}
        assert write(puzzle, "csv") == f"puzzle,solution\n{CLASSIC},{solved}\n"


def test_candidate_grids_follow_hodoku():
    text = """
    .---------.-------.
    | 1   234 | 34  2 |
    | 34  234 | 1  34 |
    :---------+-------:
    | 24* 13  | 2#  1 |
    | 2   13  | 34  4 |
    '---------'-------'
    """
    puzzle = parse(text)
    assert puzzle.clues == {"R1C1": 1, "R2C3": 1}
    assert set(puzzle.candidates["R1C4"]) == {2}  # a peer may still be 2: no clue
    assert set(puzzle.candidates["R3C1"]) == {2, 4}


def test_alphabets_say_which_letter_is_ten():
    line = "A" + "." * 254 + "G"
    assert parse(line).clues == {"R1C1": 10, "R16C16": 16}
    assert parse(line, alphabet="letters").clues == {"R1C1": 1, "R16C16": 7}
    assert parse(f"# alphabet: letters\n{line}").clues == {"R1C1": 1, "R16C16": 7}
    assert parse(f"# alphabet: letters\n{line}", alphabet="digits").clues["R1C1"] == 10
    assert parse(line.lower()).clues == {"R1C1": 10, "R16C16": 16}
    zero = parse("0" + "." * 254 + "F", alphabet="zero")
    assert zero.clues == {"R1C1": 0, "R16C16": 15}
    assert zero.grid.values == tuple(range(16))


def test_with_many_values_x_is_one_of_them():
    assert parse("x" + "." * (35 * 35 - 1)).clues == {"R1C1": 33}
    assert parse("X" + "." * (36 * 36 - 1)).clues == {"R1C1": 33}
    assert parse("x1" + "." * 623).clues == {"R1C2": 1}
    with pytest.raises(FormatError, match=r"only letters \(x\) and blanks"):
        parse("x" + "." * 624)
    assert ALPHABETS["digits"].symbol(33) == "X"


def test_boxes_have_the_usual_shape_unless_given():
    text = "1" + "." * 35
    assert parse(text).grid.blocks[0].box == (2, 3)
    assert parse(text, box=(3, 2)).grid.blocks[0].box == (3, 2)
    assert parse(f"# box: 3x2\n{text}").grid.blocks[0].box == (3, 2)
    assert parse(f"# box: none\n{text}").grid.blocks[0].box is None
    assert parse(f"# box: 3x2\n{text}", box=(2, 3)).grid.blocks[0].box == (2, 3)
    assert parse('{"size": 6, "box": [3, 2]}').grid.blocks[0].box == (3, 2)


@pytest.mark.parametrize("rule", ["x", "diagonals", {"rule": "diagonals"}, make_rule("x")])
def test_rules_are_added_by_name_text_entry_or_object(rule):
    expected = [*parse(CLASSIC).rules, make_rule("diagonals")]
    assert list(parse(CLASSIC, rules=[rule], allow_clashes=True).rules) == expected
    assert list(parse(CLASSIC, rules=rule, allow_clashes=True).rules) == expected
    line = '{"size": 4, "clues": "1..............4"}'
    assert list(parse(line, rules=[rule]).rules) == expected


def test_sudoku_takes_regions():
    puzzle = Sudoku("1..............4", regions="aaabcabbccdbcddd")
    assert [rule.name for rule in puzzle.rules] == ["rows", "columns", "jigsaw"]


def test_write_to_streams(tmp_path):
    path = tmp_path / "out.txt"
    with path.open("w") as stream:
        write_to(stream, (parse(CLASSIC) for _ in range(3)))
    assert read(path) == [parse(CLASSIC)] * 3


def test_the_public_names_are_those_listed():
    assert sorted(nonet.formats.__all__) == list(nonet.formats.__all__)
    for name in nonet.formats.__all__:
        assert hasattr(nonet.formats, name)


@pytest.mark.skipif(not DATA.is_dir(), reason="the shared puzzle sets are not here")
@pytest.mark.parametrize(
    ("file", "count"),
    [
        ("euler96_50.txt", 50),
        ("top95.txt", 95),
        ("hardest11.txt", 11),
        ("forum_hardest_375.txt", 375),
        ("magictour_1465.txt", 1465),
        ("se_bank_stratified.tsv", 1077),
    ],
)
def test_the_shared_sets_are_read_whole(file, count):
    puzzles = read(DATA / file)
    assert len(puzzles) == count
    assert all(17 <= len(puzzle.clues) < 60 for puzzle in puzzles)
    if file.endswith(".tsv"):
        assert {"SE_sukaku", "bucket_size"} == set(puzzles[0].notes)


@pytest.mark.parametrize(
    ("text", "grid"),
    [
        ("9x9", "9"),
        ("Samurai", "samurai"),
        ("6x8 values 0-9", "6x8 values 0-9"),
        ("6×6 box 3x2", "6 box 3x2"),
        ("4x4 at R1C1 R3C3 # two", "4 at R1C1 R3C3"),
    ],
)
def test_a_grid_by_name_or_description_is_a_blank_puzzle(text, grid):
    puzzle = nonet.parse(text, rules="anti-knight")
    assert puzzle.grid == grid_of(grid) and not puzzle.clues
    assert puzzle.rules[-1].name == "anti-knight"
    assert puzzle.comment == text.partition("# ")[2]
    with pytest.raises(FormatError, match="a side of 1 to 64, not 99"):
        nonet.parse("9x99")


@pytest.mark.parametrize("named", ["7 {}", "0 {}", "0000183b305c {}  1.2", "No.3\t{} easy # hard"])
def test_a_name_or_number_may_stand_before_a_puzzle(named):
    """Sudoku Exchange, for one, writes an identifier, the puzzle and its rating."""
    text = f"{named.format(CLASSIC)}\n" * 2
    puzzles = read(io.StringIO(text))
    assert [puzzle.clues for puzzle in puzzles] == [parse(CLASSIC).clues] * 2
    assert puzzles[0].comment == " ".join(named.format("").replace(" # ", " # ").split())


def test_a_bad_character_after_a_name_has_its_own_column():
    line = f"No.3 {'.' * 30}!{'.' * 50}"
    with pytest.raises(FormatError, match="column 36"):
        list(read(io.StringIO(line), format="line"))


@pytest.mark.parametrize("title", ["Rätsel", "Grid", "clues", "Головоломка"])
def test_the_column_of_puzzles_may_be_named_in_other_words(title):
    assert read(io.StringIO(f"id;{title}\n1;{CLASSIC}\n"))[0].clues == parse(CLASSIC).clues


def test_clues_in_json_may_be_rows_of_texts_or_numbers():
    rows = [[int(c) if c != "." else 0 for c in row] for row in ROWS.split("\n")]
    for clues in (ROWS.split("\n"), rows, [[v or None for v in row] for row in rows]):
        assert parse(json.dumps({"clues": clues})).clues == parse(CLASSIC).clues
        assert parse(json.dumps({"size": 9, "clues": clues})).clues == parse(CLASSIC).clues


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        ([[0, 0], [0, 0, 0]], "expected 2 cells in row 2, as in a grid of 2 by 2, found 3"),
        ([[0, 0, 0, 9]] * 4, 'a text or a list of rows: "53'),
        ([[0, 0, 0, True]] * 4, "a list of rows"),
        ([[0, 0, 0, 0.5]] * 4, "a list of rows"),
        ([{}] * 4, "a list of rows"),
        ([], "a list of rows"),
    ],
)
def test_invalid_rows_of_clues_are_reported(clues, message):
    with pytest.raises(FormatError, match=re.escape(message)):
        parse(json.dumps({"clues": clues}))


def test_rules_in_json_may_be_written_as_on_the_command_line():
    document = {"clues": "." * 16, "rules": ["killer 3 R1C1 R1C2", "x"]}
    assert [rule.name for rule in parse(json.dumps(document)).rules[3:]] == ["killer", "diagonals"]
    with pytest.raises(FormatError, match=re.escape('"rules": ["killer ..."]')):
        parse(json.dumps({"clues": "." * 16, "killer": "3 R1C1 R1C2"}))
    with pytest.raises(FormatError, match=r"not a cell of this grid"):
        parse(json.dumps({"clues": "." * 16, "rules": ["killer 3 R1C1 R1C9"]}))


def test_regions_is_a_word_for_a_jigsaw_in_every_form():
    layout = "AAABBBAAABBBCCCDDDCCCDDDEEEFFFEEEFFF"
    rows = "\n".join(layout[start : start + 6] for start in range(0, 36, 6))
    blank = "......\n" * 6
    toml = f'clues = """\n{blank}"""\nregions = """\n{rows}\n"""\n'
    expected = Sudoku("." * 36, regions=layout)
    assert parse(toml) == expected
    assert Sudoku("." * 36, rules=[f"regions {layout}"]) == expected


def test_rows_may_come_from_an_array_or_a_table_with_missing_values():
    import numpy as np

    rows = [[int(c) if c != "." else 0 for c in row] for row in ROWS.split("\n")]
    expected = parse(CLASSIC)
    array = np.array(rows)
    missing = np.where(array == 0, np.nan, array)
    for given in (rows, array, array.astype(float), array.astype(np.uint8), missing,
                  ROWS.split("\n"), [[v or None for v in row] for row in rows]):  # fmt: skip
        assert Sudoku(given).clues == expected.clues
    assert Sudoku([["1", "", "", ""], *[[""] * 4] * 3]).clues == {"R1C1": 1}


def test_a_rule_that_is_a_pair_is_reported():
    with pytest.raises(PuzzleError, match="a rule is a name or an object"):
        Sudoku("9x9", rules=[("killer", 15)])


@as_one_test(
    [
        (9, "a text or rows of integers, not 9"),
        (None, "a text or rows of integers, not None"),
        (CLASSIC.encode(), "a text or rows of integers"),
        ([5, 3, 0, 0], "no n rows of n values"),
        ([[1, 0, 0, 0], [0, 0, -1, 0]], "row 2 has -1: expected integers, 0 for a blank"),
        ([[0.5, 0, 0, 0]], "row 1 has 0.5"),
        ([[1j, 0, 0, 0]], "row 1 has 1j"),
    ]
)
def test_a_row_that_is_not_of_integers_is_reported(given, message):
    with pytest.raises(FormatError, match=re.escape(message)):
        Sudoku(given)


SPREADSHEET = (
    "5,3,,,7,,,,|6,,,1,9,5,,,|,9,8,,,,,6,|8,,,,6,,,,3|4,,,8,,3,,,1|7,,,,2,,,,6|,6,,,,,2,8,|"
    ",,,4,1,9,,,5|,,,,8,,,7,9"
)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_cells_of_a_spreadsheet_are_a_puzzle(delimiter, tmp_path):
    text = SPREADSHEET.replace(",", delimiter).replace("|", "\n")
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert parse(text).line() == line  # pasted
    (tmp_path / "sheet.csv").write_text(f"{text}\n{text}\n")
    assert [puzzle.line() for puzzle in read(tmp_path / "sheet.csv")] == [line, line]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("1,,,\n,,,\n,,2,", "expected 4 rows of 4 cells, found 3"),
        ("1,,,\n,,\n,,2,\n,,,", "line 2: expected 4 cells in the row, found 3"),
        ("1,,,\n,,,\n,,5,\n,,,", "R3C3"),
    ],
)
def test_a_spreadsheet_that_is_no_square_is_refused(rows, message, tmp_path):
    (tmp_path / "sheet.csv").write_text(rows)
    with pytest.raises(FormatError, match=message):
        read(tmp_path / "sheet.csv")
