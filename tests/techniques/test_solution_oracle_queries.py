"""What is asked of solvers about solutions, once and within the time, and what follows."""

from dataclasses import replace

import pytest

import nonet
from nonet import Uniqueness
from nonet.errors import PositionError, UnsoundStep
from nonet.puzzle import Grid, Puzzle
from nonet.techniques import Position, Step, solution_oracle
from nonet.techniques.candidate_layout import bits
from nonet.techniques.search_deadline import SearchDeadline
from nonet.techniques.solution_oracle import (
    QUERY_SECONDS,
    SolutionOracle,
    candidates_lost,
    narrowed_model,
    oracle_for,
    position_json,
    position_of,
    puzzle_with_marks,
)

ONE, SEVERAL, NONE = ".......21.3..4..", "2.4......3......", "......34...23..."


def oracle(line, assume_unique=None, position=None):
    puzzle = nonet.parse(line)
    start = position or Position.of(puzzle)
    return SolutionOracle(puzzle.model(), start, puzzle, assume_unique)


def solutions(line):
    layout = Position.of(nonet.parse(line)).layout
    for solution in nonet.iter_solutions(line):
        yield layout.domain_candidates({cell: [value] for cell, value in solution.items()})


@pytest.fixture
def verified(monkeypatch):
    calls = []
    real = solution_oracle.verify

    def verify(model, **options):
        calls.append(options)
        return real(model, **options)

    monkeypatch.setattr(solution_oracle, "verify", verify)
    return calls


@pytest.mark.parametrize(
    ("line", "uniqueness"),
    [(ONE, Uniqueness.UNIQUE), (SEVERAL, Uniqueness.MULTIPLE), (NONE, Uniqueness.NONE)],
)
def test_uniqueness_is_asked_once_and_when_it_is_needed(verified, line, uniqueness):
    known = oracle(line)
    assert known.uniqueness is None and not known.unsatisfiable and not verified
    for _ in range(2):
        assert known.check_uniqueness() is uniqueness is known.uniqueness
    assert known.uniqueness_allowed == (uniqueness is Uniqueness.UNIQUE)
    assert known.unsatisfiable == (uniqueness is Uniqueness.NONE)
    assert verified == [{"time_limit": QUERY_SECONDS}]
    assert known.no_steps_left(known.start) == (uniqueness is Uniqueness.NONE)


@pytest.mark.parametrize("assumed", [True, False])
def test_what_the_user_says_is_not_asked(verified, assumed):
    assert oracle(SEVERAL, assumed).uniqueness_allowed is assumed and not verified


def test_a_query_has_what_is_left_of_the_time(verified):
    known = oracle(ONE)
    known.start.deadline = SearchDeadline(2)
    known.check_uniqueness()
    assert 0 < verified[0]["time_limit"] <= 2
    assert known.start.deadline.current_search == "other solutions"


def test_solutions_found_are_known_on_the_path():
    known = oracle(SEVERAL)
    known.check_uniqueness()
    recorded = known.start.in_a_solution
    assert recorded and not recorded & ~sum_of(solutions(SEVERAL))
    single = oracle(ONE)
    single.check_uniqueness()
    assert [single.start.in_a_solution] == [*solutions(ONE)]


def sum_of(masks):
    union = 0
    for mask in masks:
        union |= mask
    return union


def test_no_step_is_left_exactly_where_every_open_candidate_is_in_a_solution():
    in_some = sum_of(solutions(SEVERAL))
    start = Position.of(nonet.parse(SEVERAL))
    assert start.open & ~in_some  # a step remains at the start
    known = oracle(SEVERAL)
    known.check_uniqueness()
    assert not known.no_steps_left(start)
    assert not known.no_steps_left(start)  # what is in none is remembered
    remaining = start.without(start.open & ~in_some)
    assert known.no_steps_left(remaining)
    assert known.note == (
        "the puzzle has several solutions: uniqueness techniques are off, "
        "and every candidate left is in one of them"
    )
    fresh = oracle(SEVERAL)
    fresh.check_uniqueness()
    assert fresh.no_steps_left(remaining)


def test_remarks_say_what_is_off():
    known = oracle(SEVERAL)
    assert known.note == ""
    known.check_uniqueness()
    assert known.note == "the puzzle has several solutions: uniqueness techniques are off"
    allowed = oracle(SEVERAL, True)
    allowed.check_uniqueness()
    assert allowed.note == "the puzzle has several solutions"
    none = oracle(NONE)
    none.check_uniqueness()
    assert none.note == "the puzzle has no solution"
    unique = oracle(ONE)
    unique.check_uniqueness()
    assert unique.note == ""
    undecided = oracle(ONE)
    undecided.uniqueness = Uniqueness.UNDECIDED
    assert undecided.note == "" and not undecided.uniqueness_allowed
    assert undecided.note == (
        "whether there is one solution was not decided in 5 seconds: uniqueness techniques are off"
    )


def test_marks_that_no_solution_agrees_with_leave_no_step():
    puzzle = nonet.parse(SEVERAL)
    start = Position.of(puzzle)
    all_of_them = sum_of(solutions(SEVERAL))
    # no candidate of a solution is left in one cell, whose other candidates stay open
    cell = next(
        c for c in range(16)
        if (own := start.open & start.layout.cell_candidates(c)) & ~all_of_them
    )  # fmt: skip
    own = start.layout.cell_candidates(cell)
    wrong = start.without(own & all_of_them)
    known = oracle(SEVERAL, position=wrong)
    known.check_uniqueness()
    assert known.no_steps_left(wrong) and not known.unsatisfiable
    assert known.note == "the puzzle has several solutions, and none of them agrees with the marks"


def test_a_step_loses_what_it_removes_and_the_alternatives_to_what_it_places():
    layout = Position.of(Puzzle(Grid.square(4))).layout
    step = Step("x", layout, placements=(layout.candidate("R1C1", 2),), eliminations=1 << 63)
    others = layout.domain_candidates({"R1C1": [1, 3, 4], "R4C4": [4]})
    assert candidates_lost(step) == others


@pytest.mark.parametrize(
    ("key", "assumed", "is_error"),
    [
        ("naked-pair", None, True),
        ("naked-pair", True, True),
        ("unique-rectangle-1", None, True),
        ("unique-rectangle-1", True, False),
        ("unique-rectangle-1", False, False),
    ],
)
def test_a_step_against_a_known_solution_is_an_error_unless_one_solution_was_assumed(
    key, assumed, is_error
):
    known = oracle(ONE, assumed)
    layout, solution = known.start.layout, nonet.solve(ONE).solution
    bit = 1 << layout.candidate("R1C1", solution["R1C1"])
    step = Step(key, layout, eliminations=bit)
    known.check_soundness(known.start, [step])  # no solution is known yet
    known.check_uniqueness()
    if not is_error:
        return known.check_soundness(known.start, [step])
    before = Step(
        "x", layout, eliminations=known.start.open & ~next(solutions(ONE)) & -known.start.open
    )
    with pytest.raises(UnsoundStep) as caught:
        known.check_soundness(known.start, [before, step])
    assert caught.value.technique == key
    after = known.start.after(before)
    assert caught.value.position == position_json(after, known.puzzle, known.model)
    return None


def test_a_position_is_written_as_a_puzzle_with_marks_or_as_a_model():
    puzzle = nonet.parse(ONE)
    position = Position.of(puzzle)
    layout = position.layout
    candidate = next(bits(position.open & next(solutions(ONE))))
    position = position.place(candidate)
    again = nonet.parse(position_json(position, puzzle, puzzle.model()))
    assert dict(again.entries) == dict([layout.cell_and_value(candidate)])
    assert Position.of(again) == Position.of(puzzle_with_marks(position, puzzle))
    assert Position.of(again).open == position.open
    narrowed = narrowed_model(puzzle.model(), position)
    for cell, values in position.candidates.items():
        assert tuple(narrowed.domains[cell]) == values
    assert all(narrowed.domains[c].is_single for c in position.assignment)
    assert '"model"' in position_json(position, None, puzzle.model())


def test_marks_against_the_only_solution_are_named():
    puzzle = nonet.parse(ONE)
    solution = nonet.solve(ONE).solution
    wrong_value = solution["R1C1"] % 4 + 1
    entered = replace(puzzle, entries={"R1C1": wrong_value})
    with pytest.raises(PositionError, match=f"R1C1 is filled in as {wrong_value}") as caught:
        position_of(entered)
    assert [*caught.value.cells] == ["R1C1"]
    right = replace(puzzle, entries={"R1C1": solution["R1C1"]})
    assert position_of(right).assignment["R1C1"] == solution["R1C1"]
    assert not position_of(right).candidates_are_clues
    assert oracle_for(ONE, SearchDeadline()).start == position_of(ONE)
