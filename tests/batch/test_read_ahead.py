"""Many puzzles from the command line: answered together, and as if one by one."""

import json
from itertools import pairwise
from random import Random

import pytest

import nonet
from nonet.batch import arrays
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
            puzzle = Puzzle(grid, {}, candidates={"R1C1": nonet.model.Domain.of([2, 3])})
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


def test_few_puzzles_of_a_geometry_are_left_to_the_caller():
    """Each killer has cages of its own, so none is one of many."""
    cells = ("R1C1", "R1C2", "R1C3", "R1C4", "R2C1", "R2C2", "R2C3", "R2C4", "R3C1", "R3C2")
    puzzles = [
        Puzzle(Grid.square(4), {}).with_rules(make_rule("killer", cells=pair, sum=5))
        for pair in pairwise(cells)
    ]
    assert len(puzzles) > ahead_module.MAX_UNBATCHED
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


@pytest.mark.parametrize("number", [0, 1, 19, 20, 21, 40, 47, 48, 49])
def test_chunks_and_their_tails_are_answered_together_where_there_are_enough(number, monkeypatch):
    """In chunks of 20, of each geometry more than 8 are group_sizes of the engine, and others left."""
    monkeypatch.setattr(ahead_module, "CHUNK_SIZE", 20)
    group_sizes: list[int] = []
    solved = arrays.solve_many
    monkeypatch.setattr(
        arrays, "solve_many", lambda p, limit: group_sizes.append(len(p)) or solved(p, limit=limit)
    )
    stream = iter([Puzzle(Grid.square(4), {"R1C1": 1 + n % 4}) for n in range(number)])
    taken = list(solve_ahead(stream, 1))
    sizes = [min(20, number - low) for low in range(0, number, 20)]
    assert group_sizes == [size for size in sizes if size > 8]
    known = [outcome is not None for _, outcome in taken]
    assert known == [size > 8 for size in sizes for _ in range(size)]
    for puzzle, outcome in taken:
        if outcome is not None:
            assert outcome.solution["R1C1"] == puzzle.clues["R1C1"]
            assert (outcome.stopped_by, outcome.exhausted) == ("solutions", False)


def test_a_chunk_is_read_when_it_is_asked_for_and_no_sooner(monkeypatch):
    monkeypatch.setattr(ahead_module, "CHUNK_SIZE", 3)
    read: list[int] = []
    items = (read.append(n) or n for n in range(7))
    taken = solve_ahead(items, 1)
    for number in range(7):
        assert next(taken) == (number, None)
        assert len(read) == min(7, 3 * (number // 3) + 3)
