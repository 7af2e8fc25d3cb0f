"""Each command's exit code for each kind of answer: 0 yes, 1 proven otherwise, 2 bad input, 3 undecided."""

import sys

import pytest

import nonet
from nonet.cli import main
from nonet.cli.parser import command_names

UNIQUE = "..3..4....2..1.."
TWO = "1.3.3........1.."
NONE = "12.....4........"
CLASH = "11.............."
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

CODES = """
solve                                       0 0 1 2 3
solve --all                                 0 0 1 2 3
verify                                      0 1 1 2 3
verify --second-opinion                     0 1 1 2 3
count                                       0 0 1 2 3
count --estimate                            0 0 1 2 -
candidates                                  0 0 1 2 3
crosscheck --backend native --backend sat   0 0 0 2 3
sample --seed 1                             0 0 1 2 3
conflict                                    1 1 0 0 3
repair                                      1 1 0 0 3
why-not R1C1 1                              1 1 0 2 3
redundant                                   0 1 1 2 3
minimize --seed 1                           0 1 1 2 3
backdoors                                   0 1 1 2 3
prove                                       0 1 1 2 3
bruteforce                                  0 0 1 2 3
hint                                        0 0 1 2 3
explain                                     0 1 1 2 3
steps                                       0 0 1 2 3
rate                                        0 1 1 2 3
trace --format text                         0 0 1 2 3
compare --levels gac --orders mrv           0 0 0 2 3
show                                        0 0 0 2 0
show --solve                                0 0 1 2 3
show --candidates                           0 0 0 2 0
show --true-candidates                      0 0 1 2 3
convert --to line                           0 0 0 2 -
canonical                                   0 0 0 2 -
model --as cpsat                            0 0 0 2 -
backends --why                              0 0 0 2 -
"""
"""The exit codes for a puzzle with one solution, two and none, for clashing clues, and out of time."""

OTHERS = "batch check completion generate learn marks minizinc-solver practice rules schema techniques web"
"""Commands that take no puzzle, or one of their own kind: each has a file of its own beside this one,
or stands below."""


@pytest.fixture
def run(capsys):
    """Run a command line of a puzzle; return its exit code and what it printed."""

    def answer(command, puzzle, *more):
        name, *options = command.split()
        as_option = name == "backends"
        arguments = [*options, puzzle, *more] if as_option else [puzzle, *options, *more]
        return main([name, *arguments]), capsys.readouterr()

    return answer


@pytest.mark.slow(3)
@pytest.mark.parametrize("row", CODES.strip().splitlines(), ids=lambda row: row[:36].strip())
def test_each_kind_of_answer_has_its_exit_code(run, row):
    command, codes = row[:44].strip(), row[44:].split()
    late = (HARD, "--time-limit", "0.000001")
    if command.split()[0] in ("solve", "verify", "count", "show"):
        late += ("--backend", "native")  # lockstep is faster than any limit
    questions = [(UNIQUE,), (TWO,), (NONE,), (CLASH,), late]
    for question, code in zip(questions, codes, strict=True):
        if code == "-":  # without a time limit, or exact within any
            continue
        answered, printed = run(command, *question)
        assert answered == int(code), (question, printed)
        assert printed.out or printed.err or code == "3", question
        assert "compare outcome.status" not in printed.err, "advice for programmers"
    assert run(command, "no puzzle, in no format")[0] == 2
    assert run(command, "no-such-file.txt")[0] == 2


def test_every_command_is_in_the_table_or_has_a_file_of_its_own():
    listed = {row.split()[0] for row in CODES.strip().splitlines()}
    assert listed | set(OTHERS.split()) == set(command_names())


@pytest.mark.parametrize(("extra", "code"), [((), 0), (("--time-limit", "0.000001"), 3)])
def test_marks_are_told_in_time_or_undecided(run, tmp_path, extra, code):
    file = tmp_path / "marked.json"
    marks = ["thermometer R1C1 R1C2 R1C3", "killer 5 R3C1 R3C2"]
    file.write_text(nonet.write(nonet.Sudoku("............3...", rules=marks), "json"))
    assert run("marks", str(file), *extra)[0] == code
    assert run("marks", UNIQUE)[0] == 2, "there are no marks"


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(
    ("given", "code"),
    [
        ((UNIQUE, TWO), 1),
        ((UNIQUE, NONE), 1),
        ((UNIQUE, CLASH), 2),
        ((TWO, CLASH), 2),
        ((UNIQUE, UNIQUE), 0),
    ],
)
def test_of_many_puzzles_the_gravest_answer_is_the_exit_code(run, given, code, first):
    """Bad input outweighs "no", and that outweighs "yes", in any order."""
    puzzles = given[first], given[1 - first]
    assert run("verify", *puzzles)[0] == code


def test_undecided_outweighs_no_and_bad_input_both(run):
    limit = ("--backend", "native", "--time-limit", "0.000001")
    assert run("verify", HARD, TWO, *limit)[0] == 3
    assert run("verify", HARD, CLASH, *limit)[0] == 2
    assert run("verify", CLASH, HARD, *limit)[0] == 2


def test_a_command_without_standard_output_has_nowhere_to_answer(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["solve", UNIQUE]) == 2
    assert "standard output is closed" in capsys.readouterr().err
