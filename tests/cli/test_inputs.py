"""How inputs are read: each reading option, errors at the head of a file, counts for the progress."""

import argparse
import io
import sys
from dataclasses import replace

import pytest

import nonet
from nonet.cli import inputs, main
from nonet.cli.activity import ACTIVITY
from nonet.cli.parser import CommandParser
from nonet.errors import FormatError
from nonet.puzzle import rule_from_text

TWO = "1.3.3........1.."
BAD = "12x"


@pytest.fixture
def count(capsys):
    """Return the number of solutions that the command counts with some options, or its error."""

    def run(*arguments):
        code = main(["count", *map(str, arguments), "--json"])
        out, err = capsys.readouterr()
        return nonet_json(out) if code in (0, 1) else err

    return run


def nonet_json(text):
    import json

    return json.loads(text)["solutions"]


def solutions(puzzle, **options):
    return nonet.count_solutions(nonet.Sudoku(puzzle, **options), "native").number


def test_the_options_of_reading_reach_the_puzzle(count):
    assert count(TWO) == solutions(TWO) == 6
    assert count(TWO, "--rules", "x") == solutions(TWO, rules=["x"]) != 6
    both = ["x", "anti-king"]
    assert count(TWO, "--rules", "x,anti-king") == solutions(TWO, rules=both)
    cage = "killer 3 R1C2 R2C2"
    assert count(TWO, "--rule", cage) == solutions(TWO, rules=[cage]) != 6
    rules = ["x", cage]
    assert count(TWO, "--rules", "x", "--rule", cage) == solutions(TWO, rules=rules)
    assert count(TWO, "--rule", cage, "--rule", "x") == solutions(TWO, rules=rules)
    regions = "AABBAABBCCCDCDDD"
    jigsaw = rule_from_text(f"jigsaw:{regions}")
    assert count(TWO, "--regions", regions) == solutions(TWO, rules=[jigsaw]) != 6
    six = "1" + "." * 35
    assert count(six, "--box", "3x2", "--limit", 50) == 50
    assert "box" in count(six, "--box", "4x4")
    for text in ("3", "x", "3x", "axb"):
        assert f"expected HEIGHTxWIDTH, such as 2x3, not '{text}'" in count(six, "--box", text)


def test_the_format_and_the_alphabet_are_those_of_the_options(count, capsys, tmp_path):
    text = "A" + "." * 255
    for alphabet, value in (("letters", 1), ("digits", 10)):
        main(["convert", text, "--to", "json", "--alphabet", alphabet])
        puzzle = nonet.parse(capsys.readouterr().out)
        assert puzzle.clues["R1C1"] == value
    file = tmp_path / "puzzle"
    file.write_text("1...\n....\n....\n...4\n")
    assert count(file, "--from", "grid") == count(file)
    assert "is none of" in count(file, "--from", "gird")
    assert main(["solve", str(file), "--from", "json"]) == 2


def test_a_grid_of_its_own_shape_is_read_row_by_row(count, tmp_path, capsys):
    grid = "2x3 values 1-6"
    assert count("1.....", "--grid", grid, "--rules", "") == count("1.....", "--grid", grid)
    file = tmp_path / "rows.txt"
    file.write_text("1..\n...\n")
    assert count(file, "--grid", grid) == count("1.....", "--grid", grid)
    for option in (("--from", "grid"), ("--box", "2x3")):
        assert "leave --from and --box out" in count(file, "--grid", grid, *option)
    file.write_text("1..\n..9\n")
    assert str(file) in count(file, "--grid", grid), "an error names its file"


def test_texts_that_are_not_understood_are_warned_of_or_refused(capsys, tmp_path):
    puzzle = replace(nonet.Sudoku(TWO), comment="Every palindrome of digits is forbidden.")
    file = tmp_path / "said.json"
    file.write_text(nonet.write([puzzle], "f-puzzles-json"))
    assert main(["solve", str(file), "--format", "line"]) in (0, 3)
    strict = main(["solve", str(file), "--format", "line", "--strict"])
    errors = capsys.readouterr().err
    assert (strict == 2) is ("not understood" in errors)


def test_rules_that_the_command_takes_by_name_are_checked_before_any_puzzle(count):
    assert "there is no rule 'no-such'" in count(TWO, "--rules", "no-such")
    assert "killer" in count(TWO, "--rule", "killer x")
    assert count(TWO, "--rules", " , x ,") == count(TWO, "--rules", "x")


@pytest.mark.parametrize(
    ("entries", "first", "errors"),
    [
        ([], None, []),
        (["good"], "good", []),
        (["bad", "good", "bad"], "bad", ["bad 0", "bad 2"]),
        (["bad"], None, ["bad 0"]),
        (["bad", "bad"], None, ["no puzzle: none of its 2 entries is one; here bad 0"]),
        (["bad", "bad", "bad"], None, ["bad 0", "bad 1", "bad 2"]),
    ],
)
def test_a_file_without_a_puzzle_is_one_error_as_long_as_its_errors_are_held(
    monkeypatch, entries, first, errors
):
    """Up to ``MAX_HELD_ERRORS`` are held; with one more, each is given."""
    monkeypatch.setattr(inputs, "MAX_HELD_ERRORS", 2)
    puzzle = nonet.Sudoku(TWO)
    stream = (
        puzzle if name == "good" else FormatError(f"bad {place}")
        for place, name in enumerate(entries)
    )
    merged = list(inputs._merge_errors(stream))
    assert [each.message for each in merged if isinstance(each, FormatError)] == errors
    assert merged.count(puzzle) == entries.count("good")


@pytest.mark.parametrize("beside", [-1, 0, 1])
def test_puzzles_are_counted_for_the_progress_up_to_a_size(monkeypatch, tmp_path, beside):
    file, other = tmp_path / "two.txt", tmp_path / "one.txt"
    file.write_text(f"{TWO}\n{BAD}\n{TWO}\n")
    other.write_text(f"{TWO}\n")
    size = file.stat().st_size + other.stat().st_size
    monkeypatch.setattr(inputs, "MAX_COUNTED_BYTES", size + beside)
    (tmp_path / "model.fzn").write_text("solve satisfy;")
    given = [str(file), TWO, str(other), str(tmp_path / "model.fzn")]
    assert inputs._count_puzzles(given, {}) == (None if beside < 0 else 5)


def test_what_would_be_consumed_or_is_no_file_is_not_counted(tmp_path):
    (tmp_path / "one.txt").write_text(TWO)
    assert inputs._count_puzzles(["-"], {}) is None
    assert inputs._count_puzzles([str(tmp_path / "one.txt"), "-"], {}) is None
    assert inputs._count_puzzles([str(tmp_path)], {}) is None
    assert inputs._count_puzzles(["no-such.txt"], {}) is None
    assert inputs._count_puzzles([TWO, TWO], {}) == 2


def test_the_whole_is_known_to_the_progress_while_the_command_runs(tmp_path, capsys):
    file = tmp_path / "two.txt"
    file.write_text(f"{TWO}\n{TWO}\n")
    assert main(["solve", str(file), "--format", "line"]) == 0
    assert (ACTIVITY.puzzles, ACTIVITY.total()) == (2, 2)


def test_a_puzzle_is_named_by_its_name_or_its_clues_up_to_81_of_them():
    nine, sixteen = nonet.Sudoku("1" + "." * 80), nonet.Sudoku("1" + "." * 255)
    assert inputs.title(nine) == nine.line()
    assert inputs.title(sixteen) == f"1{'.' * 59}... (256 cells)"
    assert inputs.title(replace(sixteen, name="Big \x1b[1m")).startswith("Big ")
    assert "\x1b" not in inputs.title(replace(nine, name="Big \x1b[1m"))
    assert inputs.title(inputs.NamedModel("model.json", nine.model())) == "model.json"


def test_files_of_data_belong_to_the_minizinc_model_before_them():
    given = ["a.mzn", "a.dzn", "B.JSON", "c.json", "d.txt", "e.dzn", "F.MZN", "g.txt", "h.dzn"]
    pairs = list(inputs._with_data_files(given, ["n=1"]))
    assert pairs == [
        ("a.mzn", ["n=1", "a.dzn", "B.JSON", "c.json"]), ("d.txt", ["n=1"]), ("e.dzn", ["n=1"]),
        ("F.MZN", ["n=1"]), ("g.txt", ["n=1"]), ("h.dzn", ["n=1"]),
    ]  # fmt: skip
    assert list(inputs._with_data_files(["a.mzn", "a.dzn", "d.txt"], None)) == [
        ("a.mzn", None), ("d.txt", None),
    ]  # fmt: skip


def test_data_without_a_model_is_refused(count):
    assert "--data is for a Python file that makes a model" in count(TWO, "--data", "n=1")


class Piped(io.StringIO):
    """Standard input of bytes that can be looked at, or of text that can be sought."""

    def __init__(self, text, peeks):
        super().__init__(text)
        if peeks:
            self.buffer = io.BufferedReader(io.BytesIO(text.encode()))


@pytest.mark.parametrize("peeks", [True, False])
def test_a_model_or_a_puzzle_comes_from_a_pipe_whole(count, monkeypatch, peeks):
    build = nonet.ModelBuilder()
    build.variable("x", range(5))
    for text, number in ((nonet.model_to_json(build.model()), 5), (f"{TWO}\n", 6)):
        monkeypatch.setattr(sys, "stdin", Piped(text, peeks))
        assert count("-") == number


def test_a_template_is_a_file_or_the_name_of_a_blank_grid(tmp_path):
    assert inputs.template_puzzles("6x6") == [nonet.Sudoku("." * 36)]
    file = tmp_path / "like.txt"
    file.write_text(f"{TWO}\n{TWO}\n")
    assert inputs.template_puzzles(str(file)) == [nonet.Sudoku(TWO)] * 2
    file.write_text(f"{TWO}\n{BAD}\n")
    with pytest.raises(FormatError):
        inputs.template_puzzles(str(file))


def test_all_reading_options_are_those_of_every_command_that_reads():
    parser = CommandParser()
    inputs.add_inputs(parser, models=True)
    options = {each.dest for each in parser._actions if each.option_strings}
    assert options >= {"from_format", "rules", "rule", "regions", "box", "alphabet", "grid"}
    parsed = parser.parse_args([TWO])
    assert isinstance(parsed, argparse.Namespace)
    assert list(inputs.read_inputs(parsed)) == [nonet.Sudoku(TWO)]
    assert list(inputs.read_puzzles(parsed)) == [nonet.Sudoku(TWO)]
    with pytest.raises(FormatError, match="which puzzle"):
        list(inputs.read_inputs(parser.parse_args([])))
