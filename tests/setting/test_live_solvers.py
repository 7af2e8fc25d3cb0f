"""The bench: switches for rules and clues, answers to questions, and what is kept for the next."""

import gc
import weakref
from itertools import product
from random import Random

import pytest

import nonet
from nonet.backends.base import Pool
from nonet.backends.registry import usable_backend
from nonet.deadline import Deadline, DeadlineExceeded
from nonet.model import AllDifferent, Domain, Linear, Model
from nonet.setting import live_solvers
from nonet.setting.live_solvers import (
    PROPAGATOR,
    SOLVER,
    AssumptionSolver,
    SubmodelSolver,
    assumption_solver_for,
    list_solutions,
)
from nonet.setting.puzzle_parts import clue_part
from nonet.testing.brute import brute_force

SUM = Linear.sum(("x", "y", "z"), "==", 6)
DIFFERENT = AllDifferent(("x", "y", "z"))
DIFFERENT_A_B = Linear(("a", "b"), (1, -1), "!=", 0)
MODEL = Model(dict.fromkeys("xyz", range(5)), [SUM, DIFFERENT])


def solver_of(model=MODEL, name=SOLVER, **options):
    return AssumptionSolver(model.structure, Deadline(None), name, **options)


def possible_values(solver, assumptions):
    """All values that can hold under the assumptions, by asking for each."""
    return {
        values
        for values in product(range(5), repeat=3)
        if solver.solve(
            [*assumptions, *(solver.literals[n][v] for n, v in zip("xyz", values, strict=True))]
        )
    }


@pytest.mark.parametrize("name", [SOLVER, PROPAGATOR])
def test_each_switch_makes_its_rule_hold_and_no_other(name):
    solver = solver_of(name=name)
    assert [part.constraints for part in solver.parts] == [(SUM,), (DIFFERENT,)]
    for chosen in product((False, True), repeat=2):
        switches = [x for x, on in zip(solver.rules, chosen, strict=True) if on]
        rules = [part.constraints[0] for part, on in zip(solver.parts, chosen, strict=True) if on]
        assert possible_values(solver, switches) == brute_force(Model(MODEL.domains, rules))
    for part, switch in zip(solver.parts, solver.rules, strict=True):
        assert solver.literal(part) == switch
    fixed = solver_of(name=name, fixed_rules=True)
    assert fixed.rules == [] and possible_values(fixed, []) == brute_force(MODEL)


def test_a_clue_has_a_literal_that_is_made_once():
    solver = solver_of()
    assert solver.literal(clue_part("x", Domain.single(3))) == solver.literals["x"][3]
    some = clue_part("x", Domain.of([1, 4]))
    switch = solver.literal(some)
    assert solver.literal(some) == switch
    assert {x for x, _, _ in possible_values(solver, [switch])} == {1, 4}
    empty = solver.domain_literal("y", Domain.of([]))
    assert not solver.solve([empty])


def test_questions_are_answered_with_values_literals_and_cores():
    solver = solver_of()
    assumed = [*solver.rules, solver.literals["x"][4], solver.literals["y"][0]]
    assert solver.solve(assumed)
    assert solver.values() == {"x": 4, "y": 0, "z": 2}
    literals = {solver.literals[name][value] for name, value in solver.values().items()}
    assert solver.true_value_literals() == literals <= solver.true_literals()
    assert set(assumed) <= solver.true_literals()
    for literal, (name, value) in enumerate(solver.assignments, 1):
        assert solver.literals[name][value] == literal
    wrong = [*assumed, solver.literals["z"][3]]
    assert not solver.solve(wrong)
    core = solver.core(wrong)
    assert set(core) <= set(wrong) and not solver.solve(core)
    late = AssumptionSolver(MODEL.structure, Deadline(60), SOLVER)
    late.deadline = Deadline.at(0.0)
    with pytest.raises(DeadlineExceeded):
        late.solve([])


def test_further_rules_hold_under_their_switch_alone():
    solver = solver_of()
    more = Linear.sum(("x", "y"), "<=", 2)
    switch = solver.define_switch([more])
    every = brute_force(Model(MODEL.domains, [SUM, DIFFERENT, more]))
    assert possible_values(solver, [*solver.rules, switch]) == every
    assert possible_values(solver, solver.rules) == brute_force(MODEL)


@pytest.mark.parametrize("name", [SOLVER, PROPAGATOR])
def test_solutions_come_until_no_literal_is_unseen(name):
    solver = solver_of(name=name)
    solutions = brute_force(MODEL)
    possible = {solver.literals[n][v] for row in solutions for n, v in zip("xyz", row, strict=True)}
    unseen = set(range(1, len(solver.assignments) + 1))
    seen, number = set(), 0
    for true in solver.further_solutions(solver.rules, unseen):
        assert true - seen, "each solution shows something new"
        seen |= true
        number += 1
    assert seen == possible and number <= len(possible)
    assert list(solver.further_solutions(solver.rules, set())) == []
    assert list(solver.further_solutions(solver.rules, unseen - possible)) == []
    literal = next(iter(possible))
    (only,) = solver.further_solutions(solver.rules, {literal})
    assert literal in only


def test_a_solution_is_excluded_within_the_block_alone():
    solver = solver_of()
    clues = [solver.literals["x"][4], solver.literals["y"][0]]
    with solver.excluding([("x", 4), ("y", 0), ("z", 2)]) as different:
        assert not solver.solve([*solver.rules, *clues, different])
        assert solver.solve([*solver.rules, different])
        assert tuple(solver.values().values()) in brute_force(MODEL) - {(4, 0, 2)}
    assert solver.solve([*solver.rules, *clues])
    assert not solver.solve([different])


def test_random_solutions_are_solutions_and_of_many_seeds_different():
    blank = nonet.Sudoku("." * 16)
    solver = AssumptionSolver(blank.model().structure, Deadline(None), PROPAGATOR)
    drawn = set()
    for seed in range(30):
        values = solver.random_solution(solver.rules, blank.grid.cells, Random(seed))
        assert blank.model().accepts(values)
        drawn.add(tuple(values.values()))
    assert len(drawn) > 15
    clash = [solver.literals["R1C1"][1], solver.literals["R1C2"][1]]
    assert solver.random_solution([*solver.rules, *clash], blank.grid.cells, Random(1)) is None


def test_the_memory_of_a_solver_is_freed_with_the_last_reference():
    """Clauses are many megabytes, of which Python's search for circles knows nothing."""
    gc.disable()
    try:
        solver = solver_of()
        assert solver.solve([solver.define_switch([SUM])])
        freed = weakref.ref(solver)
        del solver
        assert freed() is None
    finally:
        gc.enable()


def test_a_solver_is_kept_for_its_structure_and_made_anew_when_it_is_full(monkeypatch):
    monkeypatch.setattr(live_solvers, "_POOL", Pool())

    def borrowed(**options):
        with assumption_solver_for(MODEL.structure, Deadline(None), **options) as solver:
            return solver

    first = borrowed()
    assert borrowed() is first is not borrowed(fixed_rules=True)
    assert borrowed(solver_name=PROPAGATOR) is not first
    both = [assumption_solver_for(MODEL.structure, Deadline(None)) for _ in range(2)]
    with both[0] as lent, both[1] as other:
        assert lent is not other
    monkeypatch.setattr(live_solvers, "MAX_ADDED_CLAUSES", 3)
    reused = borrowed()
    for number in range(4):
        assert reused.needs_replacement is False, number
        reused.add_clause([1, -1])
    assert reused.needs_replacement
    assert borrowed() is not reused
    deadline = Deadline(7.0)
    with assumption_solver_for(MODEL.structure, deadline) as solver:
        assert solver.deadline is deadline


def test_parts_asked_of_cpsat_are_those_that_clauses_answer():
    clued = MODEL.narrow({"x": [4], "y": [3, 4]})
    submodels = SubmodelSolver(clued, Deadline(None))
    hard, soft = submodels.hard_and_soft(clued, rules=False)
    assert hard == submodels.rules == [1, 2] and [*soft] == [3, 4]
    assert submodels.hard_and_soft(clued, rules=True)[0] == []
    assert [*submodels.hard_and_soft(clued, rules=True)[1]] == [3, 4, 1, 2], "clues first"
    assert not submodels.solve([1, 3, 4]) and submodels.solve([1, 3]) and submodels.solve([1, 4])
    assert sum(submodels.values().values()) == 6 and {1, 4} <= submodels.true_literals()
    assert submodels.true_literals() - {1, 2, 3, 4} == set()
    assert not submodels.solve([1, 3, 4, 2])
    assert set(submodels.core([1, 3, 4, 2])) == {1, 3, 4}
    empty = MODEL.narrow({"x": []})
    assert not SubmodelSolver(empty, Deadline(None)).solve([3])


needs_engine = pytest.mark.skipif(
    usable_backend("lockstep") is None, reason="the compiled engine is not installed"
)


@needs_engine
@pytest.mark.parametrize("most", [1, 2, 5, 6, 7, 100])
def test_a_list_is_complete_where_it_holds_fewer_than_it_may(most):
    few = Model(dict.fromkeys("abc", range(3)), [AllDifferent(tuple("abc"))])
    listed = list_solutions(few, Deadline(None), most, 1_000_000)
    assert len(listed) == min(most, 6) and listed.complete == (most > 6)
    rows = {tuple(listed.values(row)[name] for name in "abc") for row in range(len(listed))}
    assert rows <= brute_force(few) and len(rows) == len(listed)
    none = Model(
        {"a": range(2), "b": range(2)}, [AllDifferent(("a", "b")), Linear.sum(("a", "b"), "==", 3)]
    )
    listed = list_solutions(none, Deadline(None), most, 1_000_000)
    assert len(listed) == 0 and listed.complete


@needs_engine
def test_a_list_that_takes_too_many_guesses_is_not_complete():
    blank = nonet.Sudoku("." * 81).model()
    assert not list_solutions(blank, Deadline(None), 10**6, 1).complete


@pytest.mark.parametrize(
    ("values", "listed"),
    [([254, 255], True), ([255, 256], False), ([0, 1], True), ([-1, 0], False)],
)
def test_values_that_no_byte_holds_are_not_listed(values, listed):
    model = Model({"a": values, "b": values}, [DIFFERENT_A_B])
    listing = list_solutions(model, Deadline(None), 10, 1_000)
    if not listed:
        assert listing is None
    elif usable_backend("lockstep") is not None:
        rows = {tuple(listing.values(row)[name] for name in "ab") for row in range(len(listing))}
        assert rows == {tuple(values), tuple(values[::-1])}


@needs_engine
def test_a_list_that_comes_too_late_is_none_at_all():
    with pytest.raises(DeadlineExceeded):
        list_solutions(Model({"a": [1, 2], "b": [1, 2]}, [DIFFERENT_A_B]), Deadline.at(0.0), 9, 99)
    empty = Model({"a": [1, 2], "b": [1, 2]}, [DIFFERENT_A_B]).narrow({"b": []})
    listed = list_solutions(empty, Deadline(None), 9, 99)
    assert listed is None or len(listed) == 0
