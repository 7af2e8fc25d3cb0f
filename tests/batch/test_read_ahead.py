"""Many puzzles from the command line: answered together, and as if one by one."""

import json
from random import Random

import pytest

import nonet
from nonet.batch import read_ahead as ahead_module
from nonet.batch.read_ahead import solve_ahead
from nonet.cli import common, main
from nonet.errors import FormatError
from nonet.puzzle import Grid, Puzzle, make_rule


def some_puzzles() -> list[Puzzle]:
    """4x4 puzzles with no, one and many solutions; some with a diagonal rule; some with marks."""
    random, grid, puzzles = Random(5), Grid.square(4), []
    for number in range(400):
        cells = random.sample(grid.cells, 5)
        puzzle = Puzzle(grid, {cell: random.randint(1, 4) for cell in cells})
        if number % 3 == 0:
            puzzle = puzzle.with_rules(make_rule("x"))
        if number % 50 == 0:
            puzzle = Puzzle(grid, {}, candidates={"R1C1": nonet.Domain.of([2, 3])})
        puzzles.append(puzzle)
    return puzzles


@pytest.mark.parametrize("limit", [1, 2])
def test_outcomes_are_those_of_solving_one_by_one(limit):
    puzzles = some_puzzles()
    seen = list(solve_ahead(puzzles, limit))
    assert [item for item, _ in seen] == puzzles
    known = [(p, o) for p, o in seen if o is not None]
    assert len(known) > 350
    for puzzle, outcome in known:
        alone = nonet.solve(puzzle, limit=limit)
        assert len(outcome.solutions) == len(alone.solutions)
        assert (outcome.status, outcome.exhausted, outcome.stopped_by) == (
            alone.status,
            alone.exhausted,
            alone.stopped_by,
        )
        if limit == 2 and outcome.exhausted:
            assert outcome.solutions == alone.solutions
    assert all(outcome is None for puzzle, outcome in seen if puzzle.candidates)


def test_errors_keep_their_place_among_the_puzzles():
    items = some_puzzles()[:150]
    items.insert(70, FormatError("bad", line=7))
    assert [item for item, _ in solve_ahead(items, 1)] == items


def test_killers_of_different_cages_are_answered_together():
    """Each has rules of its own, and all are rows of one array."""
    solved = nonet.solve("1...............").solution
    grid, random = Grid.square(4), Random(3)
    puzzles = []
    for _ in range(60):
        first, second = random.sample([("R1C1", "R1C2"), ("R2C3", "R3C3"), ("R4C1", "R4C2")], 2)
        wrong = random.random() < 0.2
        rules = [
            make_rule("killer", cells=cells, sum=sum(map(solved.get, cells)) + wrong)
            for cells in (first, second)
        ]
        clues = {cell: solved[cell] for cell in random.sample(grid.cells, 5)}
        puzzles.append(Puzzle(grid, clues).with_rules(*rules))
    known = list(solve_ahead(puzzles, 2))
    assert {outcome.backend for _, outcome in known} == {"lockstep"}
    for puzzle, outcome in known:
        alone = nonet.solve(puzzle, "native", limit=2)
        assert len(outcome.solutions) == len(alone.solutions)


def test_cages_that_are_no_arrays_are_left_to_the_caller():
    """They overlap."""
    grid, puzzles = Grid.square(4), []
    for number in range(20):
        cages = [
            make_rule("killer", cells=("R1C1", cell), sum=4 + number % 3, overlap=True)
            for cell in ("R1C2", "R2C2")
        ]
        puzzles.append(Puzzle(grid, {}).with_rules(*cages))
    assert all(outcome is None for _, outcome in solve_ahead(puzzles, 2))


def test_rules_the_engine_does_not_take_are_left_to_the_caller(monkeypatch):
    monkeypatch.setattr(ahead_module, "_is_supported", lambda puzzle: False)
    assert all(outcome is None for _, outcome in solve_ahead(some_puzzles(), 1))


def test_the_command_answers_many_puzzles_as_it_answers_few(tmp_path, capsys, monkeypatch):
    file = tmp_path / "many.txt"
    lines = [p.line() for p in some_puzzles() if not p.candidates and not p.clashes()]
    file.write_text("".join(f"{line}\n" for line in lines[:100]) + "broken\n" + f"{lines[0]}\n")
    answers = []
    for patience in (1e9, 0.001):
        monkeypatch.setattr(common, "READ_AHEAD_AFTER_SECONDS", patience)
        code = main(["verify", str(file), "--format", "json"])
        captured = capsys.readouterr()
        assert code == 2
        assert "line 101" in captured.err
        answers.append([json.loads(line) for line in captured.out.splitlines()])
    one_by_one, together = answers
    assert {answer["backend"] for answer in one_by_one + together} == {"lockstep"}
    for alone, in_batch in zip(one_by_one, together, strict=True):
        assert alone["puzzle"] == in_batch["puzzle"]
        assert alone["verdict"] == in_batch["verdict"]
        if alone["verdict"] == "unique":
            assert alone["witnesses"] == in_batch["witnesses"]
