"""The loop of the search that learns: restarts, forgetting, limits."""

from random import Random

import pytest

from nonet import AllDifferent, Model, iter_solutions, solve
from nonet.backends.events import Learned, Restarted
from nonet.backends.native import make_engine
from nonet.backends.native.filters import Levels
from nonet.backends.native.learning import LearningEngine
from nonet.backends.native.learning_search import _first_value, luby
from nonet.backends.native.search import descending
from nonet.testing.brute import brute_force
from tests.backends.native.dead_ends import model_with_dead_ends

LEARNS = "native:learning=1uip"
WEAK = f"{LEARNS},order=lexicographic,alldifferent=naked"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def test_restarts_and_forgetting_lose_no_solution_and_repeat_none(monkeypatch):
    monkeypatch.setattr("nonet.backends.native.learning_search.RESTART_UNIT", 1)
    monkeypatch.setattr("nonet.backends.native.learning_search.MAX_NOGOODS", 2)
    random, seen = Random(11), []
    for _ in range(15):
        model = model_with_dead_ends(random)
        run = iter_solutions(model, f"{LEARNS},order=random,seed=2", tracer=seen.append)
        solutions = [tuple(solution.values()) for solution in run]
        assert len(solutions) == len(set(solutions))
        assert set(solutions) == brute_force(model)
    assert any(isinstance(event, Restarted) for event in seen)


def test_lubys_sequence_is_its_definition():
    """After each 2**k the sequence so far comes again: Luby, Sinclair, Zuckerman, 1993."""
    sequence = [1]
    while len(sequence) < 200:
        sequence += [*sequence, 2 * max(sequence)]
    assert [luby(number) for number in range(1, 201)] == sequence[:200]


def test_the_search_restarts_after_as_many_failures_as_lubys_sequence_says(monkeypatch):
    monkeypatch.setattr("nonet.backends.native.learning_search.RESTART_UNIT", 8)
    events = []
    solve(HARD, WEAK, limit=2, tracer=events.append)
    kinds = [type(event) for event in events]
    counts, count = [], 0
    for kind in kinds:
        if kind is Restarted:
            counts.append(count)
            count = 0
        count += kind is Learned
    assert len(counts) >= 3
    # a nogood may fail at once: then some failures more come before the next guess
    expected = [8 * luby(number) for number in range(1, len(counts) + 1)]
    assert all(least <= count < least + 8 for count, least in zip(counts, expected, strict=True))
    assert [each.number for each in events if isinstance(each, Restarted)] == [
        *range(1, len(counts) + 1)
    ]


def test_half_of_the_nogoods_are_forgotten_where_there_are_too_many(monkeypatch):
    """Of those that depend on most guesses; those of two guesses, and reasons in use, stay."""
    monkeypatch.setattr("nonet.backends.native.learning_search.RESTART_UNIT", 10)
    monkeypatch.setattr("nonet.backends.native.learning_search.MAX_NOGOODS", 20)
    sizes = []
    forget = LearningEngine.forget_nogoods

    def forgetting(engine):
        before = list(engine.nogoods)
        used = {reason[0] for reason in engine.reasons if reason is not None}
        forget(engine)
        sizes.append(len(before))
        dropped = [each for each in before if each not in engine.nogoods]
        assert len(dropped) <= len(before) - len(before) // 2
        assert not used & {*dropped} and all(each.levels > 2 for each in dropped)
        levels_left = [
            each.levels for each in engine.nogoods if each.levels > 2 and each not in used
        ]
        assert not dropped or max(levels_left, default=0) <= min(each.levels for each in dropped)
        watched = [nogood for waiting in engine.watchers for nogood in waiting]
        assert sorted(map(id, watched)) == sorted(2 * [*map(id, engine.nogoods)])

    monkeypatch.setattr(LearningEngine, "forget_nogoods", forgetting)
    outcome = solve(HARD, WEAK, limit=2)
    assert len(outcome.solutions) == 1
    assert sizes and all(size > 20 for size in sizes)


def test_the_last_value_of_a_variable_is_tried_first():
    model = Model(dict.fromkeys("ab", range(4)), [])
    engine = make_engine(model.structure, Levels(), learns=True)
    engine.reset({})
    assert _first_value(engine, 0, descending) == 0b1000, "at first any"
    engine.last_values[0] = 0b0010
    assert _first_value(engine, 0, descending) == 0b0010
    engine.masks[0] = 0b0101
    assert _first_value(engine, 0, descending) == 0b0100


def test_a_model_without_guesses_ends_after_its_solution():
    model = Model({"a": [1], "b": [2]}, [AllDifferent(("a", "b"))])
    outcome = solve(model, LEARNS, limit=None)
    assert [*map(dict, outcome.solutions)] == [{"a": 1, "b": 2}]
    assert (outcome.stats["nodes"], outcome.stats["guesses"]) == (1, 0)


@pytest.mark.parametrize("order", ["auto", "lexicographic"])
def test_all_solutions_are_met_once_with_an_objective_or_without(order):
    model = Model(dict.fromkeys("abc", range(3)), [AllDifferent(("a", "b", "c"))])
    run = solve(model, f"{LEARNS},order={order}", limit=None)
    assert len({tuple(each.values()) for each in run.solutions}) == len(run.solutions) == 6
