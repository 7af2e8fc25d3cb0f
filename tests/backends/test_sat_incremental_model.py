"""The SAT backend: clauses mean what ``holds`` says, clues are assumptions, limits are kept."""

from __future__ import annotations

import sys
import threading
import time
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, settings

import nonet
from nonet import AllDifferent, Grid, Model, Puzzle, Status, Uniqueness
from nonet.backends import Request
from nonet.backends.adapter import module_availability
from nonet.backends.events import Posted, SolutionFound, Stopped
from nonet.backends.sat import Sat, incremental_model
from nonet.encoding.clauses.cnf import Cnf
from nonet.encoding.clauses.encoders import encode_weighted_sum
from nonet.errors import BackendOptionError, NotInstalled, Unsupported
from nonet.model import (
    Annotation,
    AnyOf,
    Automaton,
    Connected,
    Constraint,
    Count,
    Element,
    Linear,
    Regular,
    Table,
)
from nonet.testing.brute import brute_force
from nonet.testing.strategies import models

DATA = Path(__file__).parents[3] / "shared" / "data"
SPECIFICATIONS = ["sat", "sat:solver=glucose4", "sat:solver=cadical195", "sat:amo=sequential"]
SOLVERS = ["sat:solver=minisat22", "sat:solver=glucose4", "sat:solver=cadical195"]

DIFFERENT = frozenset((a, b) for a in range(11) for b in range(11) if a != b)

UNSOLVABLE = Model(
    {f"pigeon {i}": range(11) for i in range(12)},
    [Table((f"pigeon {i}", f"pigeon {j}"), DIFFERENT) for i, j in combinations(range(12), 2)],
)
"""Twelve pigeons in eleven holes, by a table for each pair: minutes for any solver of clauses."""


def solutions(model: Model, backend: str) -> set[tuple[int, ...]]:
    outcome = nonet.solve(model, backend, limit=None)
    assert outcome.exhausted
    rows = [tuple(solution.values()) for solution in outcome.solutions]
    assert len(rows) == len(set(rows))
    return set(rows)


def model_over(values: range, *constraints: Constraint) -> Model:
    scope = dict.fromkeys(v for constraint in constraints for v in constraint.scope)
    return Model(dict.fromkeys(scope, values), constraints)


LOW, HIGH = Linear.sum(("a", "b"), "<=", -2), Linear.sum(("a", "b"), ">=", 3)

MODELS = {
    "a full unit": model_over(range(4), AllDifferent(tuple("abcd"))),
    "a unit with values to spare": model_over(range(-2, 3), AllDifferent(tuple("abc"))),
    "more variables than values": model_over(range(2), AllDifferent(tuple("abc"))),
    "a unary table": model_over(range(-1, 4), Table(("a",), {(-1,), (3,), (9,)})),
    "a binary table": model_over(range(4), Table(("a", "b"), {(0, 1), (0, 2), (3, 3), (7, 0)})),
    "a ternary table of few tuples": model_over(
        range(4), Table(tuple("abc"), {(0, 1, 2), (3, 3, 3)})
    ),
    "a ternary table of many tuples": model_over(
        range(3),
        Table(tuple("abc"), {(x, y, z) for x in range(3) for y in range(3) for z in (0, y)}),
    ),
    "a table over one variable twice": model_over(
        range(3), Table(tuple("aba"), {(1, 2, 1), (1, 0, 2)})
    ),
    "an empty table": model_over(range(3), Table(tuple("abc"), frozenset())),
    "an equation": model_over(range(-2, 4), Linear(tuple("abcd"), (3, -2, 1, 1), "==", 4)),
    "an inequation": model_over(range(-2, 3), Linear(tuple("abc"), (1, -2, 1), "!=", 0)),
    "at most": model_over(range(-2, 3), Linear(tuple("abcd"), (1, 2, -1, 1), "<=", -1)),
    "at least": model_over(range(-2, 3), Linear(tuple("abcd"), (1, 2, -1, 1), ">=", 4)),
    "a sum that cannot be": model_over(range(3), Linear.sum(tuple("abc"), "==", 7)),
    "a sum that must be": model_over(range(2), Linear.sum(tuple("abc"), "<=", 3)),
    "a regular language": model_over(
        range(3),
        Regular(tuple("abcd"), Automaton(-1, {0}, {(-1, 0): 0, (0, 1): -1, (0, 2): 0})),
    ),
    "a word that reads a variable twice": model_over(
        range(3), Regular(tuple("aba"), Automaton(0, {2}, {(0, 1): 1, (1, 0): 1, (1, 1): 2}))
    ),
    "an automaton without words": model_over(range(2), Regular(tuple("ab"), Automaton(0, {5}, {}))),
    "a count": model_over(range(4), Count(tuple("abcd"), {1, 3}, "==", 2)),
    "a count of all values": model_over(range(2), Count(tuple("ab"), {0, 1, 7}, "<=", 1)),
    "a count that is counted": model_over(range(4), Count(tuple("abcc"), {0, 2}, ">=", "c")),
    "a count of no value": model_over(range(3), Count(tuple("ab"), frozenset(), "!=", "c")),
    "an element": model_over(range(-1, 4), Element(tuple("abc"), "i", "x", first=1)),
    "an element that is its own index": model_over(range(3), Element(tuple("aib"), "i", "a")),
    "one of two groups": model_over(range(-2, 3), AnyOf((LOW, HIGH))),
    "groups within groups": model_over(
        range(-2, 3),
        AnyOf(
            ((AnyOf((LOW, HIGH)), AllDifferent(tuple("ab"))), (Linear.sum(("a", "c"), "==", 0),))
        ),
    ),
    "a group that always holds": model_over(range(3), AnyOf(((AllDifferent(tuple("ab")),), ()))),
    "a unit in a group": model_over(
        range(3), AnyOf((AllDifferent(tuple("abc")), Table(("a",), {(0,)})))
    ),
}


@pytest.mark.parametrize("specification", SPECIFICATIONS)
@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_the_solutions_are_those_of_brute_force(model: Model, specification: str) -> None:
    assert solutions(model, specification) == brute_force(model)


@given(model=models())
@settings(max_examples=40, deadline=None)
def test_random_models_agree_with_brute_force(model: Model) -> None:
    expected = brute_force(model)
    for specification in ("sat", "sat:solver=cadical195"):
        assert solutions(model, specification) == expected, specification


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_the_backend_itself_gives_no_solution_twice(specification: str) -> None:
    backend = nonet.backends.get_backend(specification)
    model = model_over(
        range(3), AnyOf((LOW, Linear.sum(("a", "b"), ">=", 1))), AllDifferent(tuple("abc"))
    )
    raw = [tuple(run[v] for v in model.variables) for run in backend.run(model, Request())]
    assert sorted(raw) == sorted(brute_force(model))


def test_send_more_money_has_one_solution() -> None:
    weights = {"s": 1000, "e": 91, "n": -90, "d": 1, "m": -9000, "o": -900, "r": 10, "y": -1}
    model = Model(
        {letter: range(1 if letter in "sm" else 0, 10) for letter in weights},
        [AllDifferent(tuple(weights)), Linear(tuple(weights), tuple(weights.values()), "==", 0)],
    )
    verdict = nonet.verify(model, "sat")
    assert verdict.uniqueness is Uniqueness.UNIQUE
    assert verdict.witnesses[0].line == "s=9 e=5 n=6 d=7 m=1 o=0 r=8 y=2"


def test_there_are_eight_magic_squares_of_three() -> None:
    cells = tuple("abcdefghi")
    lines = ("abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg")
    sums = [Linear.sum(tuple(line), "==", 15) for line in lines]
    model = Model(dict.fromkeys(cells, range(1, 10)), [AllDifferent(cells), *sums])
    assert nonet.count_solutions(model, "sat").number == 8


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_an_empty_four_by_four_has_288_solutions(specification: str) -> None:
    assert nonet.count_solutions(Puzzle(Grid.square(4)), specification).number == 288


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_a_core_names_clues_that_clash_by_themselves(specification: str) -> None:
    clues = {"R1C1": 5, "R4C4": 1, "R5C9": 2, "R9C1": 5, "R7C7": 3}
    outcome = nonet.solve(Puzzle(Grid.square(9), clues), specification)
    assert outcome.status is Status.UNSAT
    assert outcome.core is not None and set(outcome.core) == {"R1C1", "R9C1"}


def test_a_core_may_hold_a_narrowed_domain() -> None:
    model = model_over(range(4), Linear(("a", "b"), (1, -1), "==", 0), AllDifferent(tuple("bc")))
    outcome = nonet.solve(model.narrow({"a": [0, 1], "b": [2, 3], "c": [0]}), "sat")
    assert outcome.status is Status.UNSAT
    assert outcome.core is not None and set(outcome.core) == {"a", "b"}


def test_the_core_of_a_structure_without_solutions_is_empty() -> None:
    model = model_over(range(2), AllDifferent(tuple("abc"))).narrow({"a": [0]})
    assert nonet.solve(model, "sat").core == ()


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_a_run_closed_early_leaves_nothing_behind(specification: str) -> None:
    puzzle = Puzzle(Grid.square(4), {"R1C1": 2})
    for taken in range(5):
        run = nonet.iter_solutions(puzzle, specification)
        for _ in range(taken):
            next(run)
        run.close()
        assert nonet.count_solutions(puzzle, specification).number == 72


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_two_runs_of_one_structure_do_not_see_each_other(specification: str) -> None:
    grid = Grid.square(4)
    first = nonet.iter_solutions(Puzzle(grid, {"R1C1": 1}), specification)
    second = nonet.iter_solutions(Puzzle(grid, {"R1C1": 2}), specification)
    pairs = list(zip(first, second, strict=True))
    assert len(pairs) == 72
    assert all((a["R1C1"], b["R1C1"]) == (1, 2) for a, b in pairs)


def test_a_worn_solver_is_replaced_and_answers_stay_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incremental_model, "MAX_BLOCKED_SOLUTIONS", 10)
    for value in (1, 2, 3, 4):
        assert nonet.count_solutions(Puzzle(Grid.square(4), {"R2C3": value}), "sat").number == 72


@pytest.mark.parametrize("specification", SOLVERS)
def test_a_time_limit_is_kept_and_is_not_exhaustion(specification: str) -> None:
    nonet.solve(UNSOLVABLE, specification, time_limit=0.1)  # encoded by now
    started = time.monotonic()
    outcome = nonet.solve(UNSOLVABLE, specification, time_limit=0.3)
    assert 0.3 <= time.monotonic() - started < 10
    assert (outcome.status, outcome.exhausted, outcome.stopped_by) == (
        Status.UNKNOWN,
        False,
        "time",
    )


def test_a_time_limit_stops_the_encoding_too() -> None:
    started = time.monotonic()
    outcome = nonet.solve(Puzzle(Grid.square(36)), "sat", time_limit=0.1)
    assert time.monotonic() - started < 10
    assert outcome.stopped_by == "time"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent the POSIX way")
@pytest.mark.parametrize("specification", SOLVERS)
def test_control_c_stops_the_solver_at_once(specification: str, ctrl_c) -> None:
    for _ in range(2):  # the handler survives the first
        with (
            ctrl_c(0.2, signals=True) as pressed,
            pytest.raises(nonet.solving.Interrupted) as stopped,
        ):
            nonet.solve(UNSOLVABLE, specification, time_limit=60)
        assert time.monotonic() - pressed[-1] < 10  # of 60
        assert stopped.value.outcome.stopped_by == "interrupt"
    assert nonet.verify(Model({"x": [1]}), specification).uniqueness is Uniqueness.UNIQUE


def test_runs_in_several_threads_agree() -> None:
    counts: list[int] = []

    def work(value: int) -> None:
        counts.append(nonet.count_solutions(Puzzle(Grid.square(4), {"R1C1": value}), "sat").number)

    threads = [threading.Thread(target=work, args=(1 + i % 4,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [72] * 8


def test_what_is_too_large_is_declined_by_name_before_solving() -> None:
    cage = Linear.sum(("x", "y"), "<=", 5, rule=Annotation("cage", "cage of x"))
    model = Model({"x": range(2000), "y": range(2000)}, [cage])
    with pytest.raises(Unsupported, match=r"sat cannot write cage of x .* such as cpsat or native"):
        nonet.solve(model, "sat")


def test_events_say_what_was_posted_found_and_why_it_stopped() -> None:
    events: list[object] = []
    model = model_over(range(2), AllDifferent(tuple("ab")))
    nonet.solve(model, "sat", limit=None, tracer=events.append)
    kinds = [type(event) for event in events]
    assert kinds == [Posted, SolutionFound, SolutionFound, Stopped]
    assert events[-1] == Stopped(None)
    assert {kind.__name__ for kind in kinds} == set(Sat().capabilities.events)


def test_statistics_are_those_of_this_run_alone() -> None:
    puzzle = Puzzle(Grid.square(9), {"R1C1": 1})
    first = nonet.solve(puzzle, "sat", limit=50).stats
    easy = nonet.solve(Model({"x": [1, 2]}), "sat").stats
    assert {"conflicts", "decisions", "propagations", "restarts", "variables", "clauses"} <= set(
        first
    )
    assert first["decisions"] > 0 and first["clauses"] > 10_000
    assert easy["variables"] == 2


def test_python_sat_missing_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonet.backends.adapter.find_spec", lambda name: None)
    module_availability.cache_clear()
    try:
        with pytest.raises(NotInstalled, match=r"backend sat .* pip install python-sat"):
            nonet.solve(Model({"x": [1]}), "sat")
    finally:
        monkeypatch.undo()
        module_availability.cache_clear()


def test_an_unknown_solver_lists_those_there_are() -> None:
    with pytest.raises(BackendOptionError, match=r"solver=auto\|minisat22\|glucose4\|cadical195"):
        nonet.backends.get_backend("sat:solver=zchaff")


@pytest.mark.slow
@pytest.mark.parametrize("specification", ["sat", "sat:solver=cadical195"])
@pytest.mark.parametrize(
    "name", ["euler96_50", "top95", "hardest11", "forum_hardest_375", "magictour_1465"]
)
def test_public_puzzles_have_one_solution(name: str, specification: str) -> None:
    path = DATA / f"{name}.txt"
    if not path.exists():
        pytest.skip(f"{path.name} is not here: it is shared, not shipped")
    grid = Grid.square(9)
    lines = [line[:81] for line in path.read_text().splitlines() if len(line.strip()) >= 81]
    for line in lines[:: 1 + len(lines) // 100]:  # a hundred of the long lists, from all of each
        clues = {c: int(x) for c, x in zip(grid.cells, line, strict=True) if x not in ".0"}
        verdict = nonet.verify(Puzzle(grid, clues), specification)
        assert verdict.uniqueness is Uniqueness.UNIQUE


@cache
def two_coloured() -> tuple[Model, int]:
    """A board of 4x4 of two colours, each connected, and in how many ways they are."""
    places = list(product(range(4), repeat=2))
    edges = [(a, b) for a, b in combinations(places, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    neighbours = {a: {b for edge in edges if a in edge for b in edge} for a in places}

    def joined(part: set[tuple[int, int]]) -> bool:
        reached = set(list(part)[:1])
        while further := {b for a in reached for b in neighbours[a] & part} - reached:
            reached |= further
        return reached == part

    boards = [
        {at for at, colour in zip(places, board, strict=True) if colour}
        for board in product((0, 1), repeat=16)
    ]
    expected = sum(joined(dark) and joined(set(places) - dark) for dark in boards)
    names = {at: f"cell {at}" for at in places}
    rule = Connected(
        tuple(names.values()), tuple((names[a], names[b]) for a, b in edges), ((0,), (1,))
    )
    model = Model(dict.fromkeys(names.values(), (0, 1)), [rule])
    return model, expected


@pytest.mark.parametrize("specification", ["sat", "sat:solver=minisat22"])
def test_both_colours_of_a_board_are_connected_in_as_many_ways_as_there_are(specification):
    """Connectedness is learnt from what breaks it: no clause too many, and none too few."""
    model, expected = two_coloured()
    assert nonet.count_solutions(model, backend=specification).number == expected > 500


@pytest.mark.parametrize(
    ("op", "constant", "clauses"),
    [(">=", -1, [(2, 3, -5)]), ("<=", 1, [(-2, -3, 5)]), (">=", -2, None)],
)
def test_a_bound_that_one_choice_alone_breaks_is_one_clause(op, constant, clauses):
    written: list[tuple[int, ...]] = []
    cnf = Cnf({}, lambda clause: written.append(tuple(clause)))
    cnf.top = 5
    terms = [(1, {0: -2, 1: 2}), (1, {0: -3, 1: 3}), (-2, {0: -5, 1: 5})]
    encode_weighted_sum(cnf, terms, op, constant)
    assert clauses is None or sorted(map(sorted, written)) == sorted(map(sorted, clauses))
    assert clauses is not None or not written


def test_what_is_learnt_is_written_out_for_others():
    """Clauses that are handed on must hold all that was declared: nobody learns the rest there."""
    chain = tuple(zip("abcd", "bcde", strict=True))
    connected = Connected(tuple("abcde"), chain, ((0,), (1, 2)))
    model = Model({name: range(3) for name in "abcde"}, [connected])
    clauses = [
        [int(word) for word in line.split()[:-1]]
        for line in nonet.export(model, "dimacs").splitlines()
        if line[0] in "-0123456789"
    ]
    from pysat import solvers

    with solvers.Solver(bootstrap_with=clauses) as solver:
        solutions = {tuple(n for n in each[:15] if n > 0) for each in solver.enum_models()}
    assert len(solutions) == len(brute_force(model)) < 3**5
