"""nonet model: a puzzle or a model in another solver's language."""

import json
from pathlib import Path

import pytest

import nonet
from nonet.cli import main

FILE = str(Path(__file__).parents[2] / "puzzles" / "4x4.txt")


def test_a_puzzle_is_printed_as_the_library_writes_it(capsys):
    assert main(["model", ".....4.3....1.4.", "--as", "cpsat"]) == 0
    assert capsys.readouterr().out == nonet.export(".....4.3....1.4.", "cpsat")


def test_an_alias_a_file_of_several_and_an_output(tmp_path, capsys):
    target = tmp_path / "second.mzn"
    arguments = [FILE, "--pick", "2", "--as", "mzn", "-o", str(target)]
    assert main(["model", *arguments]) == 0
    second = list(nonet.formats.iter_puzzles(FILE))[1]
    assert target.read_text() == nonet.export(second, "minizinc")
    assert capsys.readouterr().out == ""


def test_the_json_of_a_model_is_taken_too(tmp_path, capsys):
    model = nonet.Model({"x": [1, 2], "y": [1, 2]}, [nonet.AllDifferent(("x", "y"))])
    file = tmp_path / "model.json"
    file.write_text(nonet.model_to_json(model))
    assert main(["model", str(file), "--as", "smtlib"]) == 0
    assert "(distinct x y)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([".....4.3....1.4."], "say --as LANGUAGE"),
        (["--as", "cpsat"], "which puzzle?"),
        ([".....4.3....1.4.", "--as", "prolog"], "no language 'prolog'"),
        ([FILE, "--as", "cpsat"], "--pick N"),
        ([FILE, "--as", "cpsat", "--pick", "99"], "no puzzle 99: 10 were read"),
    ],
)
def test_what_is_not_clear_is_one_line_and_exit_code_2(arguments, expected, capsys):
    assert main(["model", *arguments]) == 2
    error = capsys.readouterr().err
    assert expected in error
    assert error.count("\n") == 1


def test_the_list_says_what_runs_each_language(capsys):
    assert main(["model", "--list", "--format", "json"]) == 0
    entries = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"cpsat", "minizinc", "xcsp3"} <= {entry["language"] for entry in entries}
    assert all(entry["start"] and entry["install"] for entry in entries)
