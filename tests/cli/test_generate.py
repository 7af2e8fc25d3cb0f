"""nonet generate: what it prints is read again, and what it cannot make is said."""

import csv
import io
import json
from types import SimpleNamespace

import pytest

import nonet
from nonet.cli import main
from nonet.cli.commands import generate
from nonet.cli.commands.generate import parse_ranges
from nonet.errors import PuzzleError


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


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        (None, None),
        ("4", {"": (4, 4)}),
        ("4..6", {"": (4, 6)}),
        ("4-6", {"": (4, 6)}),
        ("arrow:2,killer:6..8", {"arrow": (2, 2), "killer": (6, 8)}),
        (" arrow :2", {"arrow": (2, 2)}),
        ("", PuzzleError), ("x", PuzzleError), ("4..", {"": (4, 4)}), ("arrow:x", PuzzleError),
        ("4,x", PuzzleError),
    ],
)  # fmt: skip
def test_a_range_of_marks_is_a_number_or_two_by_kind(text, ranges):
    if ranges is PuzzleError:
        with pytest.raises(PuzzleError, match="--marks is a number or a range"):
            parse_ranges(text, "--marks")
    else:
        assert parse_ranges(text, "--marks") == ranges


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--clues", "22-x"], "--clues is a number or a range such as 22-25, not '22-x'"),
        (["--steps", "few"], "--steps is a number or a range"),
        (["--rating", "se:hard"], "--rating is SCALE:LOW-HIGH, such as se:7.0-7.5, not 'se:hard'"),
        (["--kind", "killer", "--length", "1..2", "--no-singles"], "contradicts --length"),
        (["--like", "4x4", "--size", "4"], "--like already sets the size: leave out --size"),
        (["--book", "b.txt"], "a book is a file .jsonl, not 'b.txt'"),
        (["--book", "b.jsonl", "--minimal"], "a book takes --count, --level, --like"),
        (["--book", "b.jsonl", "--symmetry", "mirror"], "a book takes --count, --level, --like"),
        (["--book", "b.jsonl", "--clues", "20"], "a book takes --count, --level, --like"),
        (["--count", "0"], "0"),
        (["--seed", "x"], "expected a whole number, not"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else None,
)
def test_demands_that_contradict_are_refused_in_a_line(capsys, arguments, message):
    assert main(["generate", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and message in err and err.count("\n") == 1


def test_a_file_of_several_puzzles_is_like_none(tmp_path, capsys):
    file = tmp_path / "two.txt"
    file.write_text("1..............4\n1..............3\n")
    assert main(["generate", "--like", str(file)]) == 2
    assert "it holds 2 puzzles where one is meant" in capsys.readouterr().err


def test_a_range_of_clues_has_both_ends(capsys):
    for text, numbers in (("6", {6}), ("5-6", {5, 6})):
        arguments = ["--size", "4", "--count", "9", "--seed", "2", "--clues", text]
        assert main(["generate", *arguments]) == 0
        lines = capsys.readouterr().out.split()
        assert len(lines) == 9
        assert {16 - line.count(".") for line in lines} <= numbers


def test_on_a_terminal_marked_puzzles_are_drawn_with_a_link(capsys, monkeypatch):
    arguments = ["generate", "--size", "4", "--kind", "killer", "--seed", "4"]
    assert main(arguments) == 0
    document = capsys.readouterr().out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(arguments) == 0
    drawn = capsys.readouterr().out
    tag, *lines = drawn.splitlines()
    assert tag == "4/0/0" and "┏" in drawn and "f-puzzles.com" in drawn
    (link,) = (line for line in lines if "f-puzzles.com" in line)
    assert nonet.parse(link).rules == nonet.parse(document).rules
    assert main(["generate", "--size", "4", "--seed", "4"]) == 0
    assert len(capsys.readouterr().out) == 17, "a classic is a line, on a terminal too"


def test_what_no_puzzle_meets_names_the_nearest_by_its_difficulty_or_its_clues(capsys):
    """With a rating or a level that is asked for, else with the number of clues."""
    puzzle = nonet.Sudoku("1..............4")
    arguments = SimpleNamespace(kind="", format="line", count=1)
    for difficulty, phrase in (
        ({"rating": 7.25}, "7.25"),
        ({"level": "Hard"}, "Hard"),
        ({}, "2 clues"),
    ):
        values = {"rating": None, "level": None, **difficulty}
        nearest = SimpleNamespace(puzzle=puzzle, to_json=lambda: {"clues": 2}, **values)
        generation = SimpleNamespace(request=SimpleNamespace(like=puzzle), nearest=nearest)
        printer = generate._Printer(arguments, generation)
        printer.print_nearest()
        line = f"nonet: the nearest: 1..............4 ({phrase})\n"
        assert capsys.readouterr().err == line
        printer._count = 1
        printer.print_nearest()
        assert capsys.readouterr().err == "", "where some were made, nobody asks for the nearest"


@pytest.mark.parametrize(("complete", "typst"), [(False, True), (True, False), (True, True)])
def test_a_book_goes_on_until_it_is_complete_and_then_has_a_document(
    tmp_path, capsys, monkeypatch, complete, typst
):
    calls = []

    class Book:
        pages = (1, 2, 3)

        def __init__(self, path, like, seed, jobs):
            calls.append((path.name, like.line(), seed, jobs))

        def added(self, count, levels, time_limit):
            calls.append((count, levels, time_limit))
            puzzle = nonet.Sudoku("1..............4")
            yield SimpleNamespace(title="1", difficulty="Easy", puzzle=puzzle)

        def has(self, count, levels):
            return complete

        def pdf(self):
            return b"%PDF"

    monkeypatch.setattr(generate, "Book", Book)
    monkeypatch.setattr(generate.importlib.util, "find_spec", lambda name: typst or None)
    book = tmp_path / "summer.jsonl"
    command = ["generate", "--book", str(book), "--size", "4", "--count", "7", "--level", "hard"]
    assert main([*command, "--seed", "5", "--jobs", "2"]) == (0 if complete else 3)
    out, err = capsys.readouterr()
    assert calls == [("summer.jsonl", "." * 16, 5, 2), (7, ["Hard"], None)]
    assert out == "1  Easy  1..............4\n"
    assert (tmp_path / "summer.pdf").exists() is (complete and typst)
    if not complete:
        assert err == "nonet: 3 puzzles; the same command goes on with the book\n"
    elif not typst:
        assert 'no PDF: pip install "nonet[pictures]"' in err
    calls.clear()
    main(["generate", "--book", str(book)])
    assert calls[0] == ("summer.jsonl", "." * 81, 0, 1) and len(calls[1][1]) > 3
