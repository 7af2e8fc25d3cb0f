"""nonet generate: what it prints is read again, and what it cannot make is said."""

import csv
import io
import json

import pytest

import nonet
from nonet.cli import main


def is_unique(puzzle, solution):
    verdict = nonet.verify(puzzle, "native")
    return verdict.uniqueness.value == "unique" and verdict.witnesses[0].line == solution


def test_a_missed_target_is_reported_in_words_and_as_data(capsys):
    command = [
        "generate",
        "--size",
        "6",
        "--rating",
        "se:11-12",
        "--seed",
        "1",
        "--time-limit",
        "0.3",
    ]
    assert main([*command, "--json"]) == 3
    out, err = capsys.readouterr()
    answer = json.loads(out.splitlines()[-1])
    assert (answer["found"], answer["wanted"], answer["stopped_by"]) == (0, 1, "time")
    assert answer["drawn"] >= 0 and (answer["nearest"] is None or answer["nearest"]["rating"] < 11)
    assert f"0 of 1 puzzle, stopped by the time limit after {answer['drawn']} solutions" in err
    assert main(command) == 3
    assert capsys.readouterr().out == ""


def test_what_a_limit_has_stopped_is_read_as_the_puzzles_that_were_made(tmp_path, capsys):
    output = tmp_path / "output.jsonl"
    assert main(["generate", "--count", "1000000", "--json", "--time-limit", "0.5"]) == 3
    output.write_text(capsys.readouterr().out, encoding="utf-8")
    *lines, end = output.read_text(encoding="utf-8").splitlines()
    assert json.loads(end)["stopped_by"] == "time"
    assert main(["convert", str(output), "--to", "line"]) == (0 if lines else 2)
    out = capsys.readouterr().out.replace(".", "0").split()
    assert out == [json.loads(line)["puzzle"].replace(".", "0") for line in lines]


def test_the_command(capsys):
    assert main(["generate", "--size", "6", "--count", "3", "--seed", "4", "--format", "csv"]) == 0
    table = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["tag"] for row in table] == ["4/0/0", "4/0/1", "4/0/2"]
    assert all(is_unique(nonet.parse(row["puzzle"]), row["solution"]) for row in table)
    assert main(["generate", "--size", "4", "--kind", "killer", "--seed", "4", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert is_unique(nonet.parse(json.dumps(document)), document["solution"])
    assert main(["generate", "--minimal", "--clues", "60"]) == 2
    assert main(["generate", "--clues", "many"]) == 2
    assert main(["generate", "--rating", "se"]) == 2


@pytest.mark.parametrize("form", ["line", "csv", "json"])
@pytest.mark.parametrize(
    "options",
    [
        ["--size", "4", "--kind", "killer"],
        ["--size", "4", "--rules", "x"],
        ["--size", "4"],
        ["--like", "6x4 values 0-5"],
        ["--like", "6x6 box 3x2"],
        ["--like", "4x4 at R1C1 R3C3"],
    ],
)
def test_what_is_generated_can_be_read_again(form, options, capsys):
    assert main(["generate", "--seed", "4", "--format", form, *options]) == 0
    (puzzle,) = nonet.read(io.StringIO(capsys.readouterr().out))
    assert nonet.verify(puzzle, "native").uniqueness.value == "unique"


def test_rules_that_leave_one_solution_make_one_puzzle(tmp_path, capsys):
    cells = nonet.Grid.square(4).cells
    rules = [f"killer {v} {c}" for c, v in zip(cells, "1234341221434321", strict=True)]
    generation = nonet.generate(3, like=nonet.Sudoku("4x4", rules=rules), seed=1)
    (only,) = list(generation)
    assert generation.exhausted and not generation.stopped and not only.puzzle.clues
    path = tmp_path / "like.json"
    path.write_text(nonet.write([only.puzzle], "json"))
    assert main(["generate", "--like", str(path), "--count", "2"]) == 3
    assert "1 of 2 puzzles: there seem to be no more" in capsys.readouterr().err
