"""A public function that is given something else says what it takes, by a TypeError."""

from operator import attrgetter

import pytest

import nonet
from nonet.errors import LimitError
from nonet.model.json import model_to_json
from nonet.solving.problem_input import (
    HEAD_LENGTH,
    checked_limits,
    is_model_file,
    model_and_puzzle,
    names_model,
)
from tests.cases import as_one_test


@as_one_test(
    [
        ("solve", 3, "expected a puzzle, a model or a text .* not int"),
        ("verify", None, "not NoneType"),
        ("model_to_json", 3, "a model is written as JSON, not int"),
        ("write", 3, "a puzzle or several are written, not int"),
        ("read", 3, "a file's name or an open file is read, not int"),
        ("parse", 3, "parse takes text, not int"),
        ("make_rule", 3, "a rule is named by a text, not by int"),
        ("techniques.ladder", 3, "a ladder is of several puzzles, not of int"),
        ("techniques.ladder", "1..............4", "a ladder is of several puzzles, not of str"),
    ]
)
def test_it_says_what_it_takes(name, argument, message):
    with pytest.raises(TypeError, match=message):
        attrgetter(name)(nonet)(argument)


def test_a_builder_and_a_puzzle_are_written_as_the_model_that_they_make():
    build = nonet.ModelBuilder()
    build.all_different(build.array("x", 3, range(3)))
    assert nonet.model_to_json(build) == nonet.model_to_json(build.model())
    puzzle = nonet.Sudoku("1..............4")
    assert nonet.model_from_json(nonet.model_to_json(puzzle)) == puzzle.model()


def test_the_rules_of_a_puzzle_are_rules():
    with pytest.raises(TypeError, match="a PuzzleRule, not str: make_rule makes one"):
        nonet.Puzzle(nonet.Grid.square(4), rules=["diagonals"])


SUDOKU = "1..............4"


class Asking:
    """An object of another system that is not read."""

    def solve(self):
        return None


@pytest.mark.parametrize(
    ("problem", "hint"),
    [
        (
            nonet.ModelBuilder().variable("x", range(3)),
            "give the builder that it is added to, build",
        ),
        (1234, "a number has lost its leading zeros: give the text (pandas: dtype=str)"),
        (
            [nonet.parse(SUDOKU)],
            "a puzzle has n rows of n values, and nonet.solve_many takes many puzzles",
        ),
        (None, "build.add(...) and its like return nothing: write nonet.solve(build)"),
        (
            Asking(),
            "of another system: models of CPMpy, CP-SAT and python-constraint are read, and files",
        ),
        (nonet.ModelBuilder().model, "call it, build.model()"),
        (object(), "not object"),
    ],
    ids=["variable", "number", "puzzles", "nothing", "solver", "method", "object"],
)
def test_what_is_no_problem_is_told_what_to_write(problem, hint):
    with pytest.raises(TypeError, match=r"expected a puzzle, a model or a text") as refused:
        nonet.solve(problem)
    assert hint in str(refused.value)


def test_a_name_is_that_of_a_model_by_its_suffix_or_its_first_characters(tmp_path):
    text = model_to_json(nonet.Model({"x": [1, 2]}))
    files = {
        "m.json": (text, True), "m.txt": (f"\ufeff\n {text}", True), "p.json": ('{"nonet": "puzzle"}', False),
        "late.json": ("{" + " " * HEAD_LENGTH + text[1:], False),
        "early.json": ("{" + " " * (HEAD_LENGTH - 20) + text[1:], True),
        "m.py": ("", True), "m.PY": ("", True), "m.cnf.gz": ("", True), "m.mzn": ("", True),
        "m.xml": ('<instance format="XCSP3" type="CSP">', True), "other.xml": ("<opensudoku>", False),
        "m.csv": ('<instance format="XCSP3" type="CSP">', False),
    }  # fmt: skip
    for name, (content, is_model) in files.items():
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        assert is_model_file(path) == is_model_file(str(path)) == is_model, name
        assert not is_model_file(tmp_path / f"no-{name}")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe{")
    assert not is_model_file(tmp_path / "bytes.json") and not is_model_file(tmp_path)
    assert (
        nonet.count_solutions(text).number == nonet.count_solutions(tmp_path / "m.json").number == 2
    )
    assert nonet.count_solutions(str(tmp_path / "m.txt")).number == 2
    for name, is_named in (
        ("a.fzn", True),
        ("A.OPB.GZ", True),
        ("a.fzn\n", False),
        ("a.gz", False),
    ):
        assert names_model(name) == is_named, name


def test_clues_that_clash_are_read_where_that_is_asked():
    clash = "11.............."
    with pytest.raises(nonet.NonetError, match="both 1"):
        model_and_puzzle(clash)
    for form in (clash, [[1, 1, 0, 0], *[[0] * 4] * 3]):
        model, puzzle = model_and_puzzle(form, allow_clashes=True)
        assert (
            puzzle.clues == {"R1C1": 1, "R1C2": 1} and model.structure == puzzle.model().structure
        )


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ((0, None, None), "a limit on solutions"), ((1.5, None, None), "a limit on solutions"),
        ((None, 0, None), "a time limit is a positive number of seconds, not 0"),
        ((None, True, None), "a time limit"), ((None, float("nan"), None), "a time limit"),
        ((None, None, -1), "a memory limit is a positive number of megabytes, not -1"),
    ],
)  # fmt: skip
def test_limits_are_positive(limits, message):
    with pytest.raises(LimitError, match=message):
        checked_limits(*limits)
    checked_limits(None, None, None)
    checked_limits(1, 1e-9, 0.5)
