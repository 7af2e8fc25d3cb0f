"""Counting by states: published figures, brute force, limits and Ctrl-C; only where nobody names a
backend."""

from __future__ import annotations

from itertools import product

import pytest

import nonet
from nonet.deadline import Interrupted
from nonet.model import AllDifferent, Linear, Model
from nonet.solving import array_counting
from nonet.solving.array_counting import count_by_states

BLANK_6 = nonet.Sudoku("." * 36)
LATIN_6 = 28_200_960  # Jarvis and Russell


def no_look() -> None:
    pass


def test_a_blank_6x6_is_counted_to_the_published_number_and_not_one_by_one(monkeypatch) -> None:
    monkeypatch.setattr(array_counting, "ARRAY_COUNTING_FROM", 100)
    monkeypatch.setattr(array_counting, "STATES_FROM", 1_000)
    counted = nonet.count_solutions(BLANK_6)
    assert (counted.number, counted.exhausted, counted.stopped_by) == (LATIN_6, True, None)
    assert counted.backend == "auto"
    few = nonet.count_solutions(BLANK_6, limit=2_000_000)
    assert (few.number, few.exhausted, few.stopped_by) == (2_000_000, False, "solutions")


def test_a_blank_6x6_is_counted_without_arrays_too(monkeypatch) -> None:
    monkeypatch.setattr(array_counting, "ARRAY_COUNTING_FROM", 100)
    monkeypatch.setattr(array_counting, "lowered_for_arrays", lambda *given: None)
    assert nonet.count_solutions(BLANK_6).number == LATIN_6


def test_a_named_backend_counts_by_itself(monkeypatch) -> None:
    monkeypatch.setattr(array_counting, "count_by_states", None)  # not asked
    monkeypatch.setattr(array_counting, "STATES_FROM", 1)
    assert nonet.count_solutions(nonet.Sudoku("." * 16), "lockstep").number == 288
    assert nonet.count_solutions(nonet.Sudoku("." * 16), "native").number == 288


def test_states_count_what_brute_force_counts(monkeypatch) -> None:
    domains = {"a": [0, 1, 5], "b": [1, 2], "c": [0, 1, 2, 5], "d": [2, 5], "e": [-7, 1, 90]}
    for scopes in ("ab bc cd de", "abc cde", "ae bd", "abcd e", ""):
        model = Model(domains, [AllDifferent(tuple(scope)) for scope in scopes.split()])
        every = (dict(zip(domains, row, strict=True)) for row in product(*domains.values()))
        assert count_by_states(model, no_look) == sum(map(model.accepts, every))
    monkeypatch.setattr(array_counting, "ARRAY_COUNTING_FROM", 10)
    monkeypatch.setattr(array_counting, "STATES_FROM", 20)
    assert nonet.count_solutions(nonet.Sudoku("." * 16)).number == 288
    assert nonet.count_solutions(nonet.Sudoku("1..." + "." * 12)).number == 72


def test_other_models_and_too_many_states_are_left_to_others() -> None:
    class Stranger(AllDifferent):
        def holds(self, assignment):
            return True

    domains = {name: range(4) for name in "abc"}
    for other in (Linear(("a", "b"), (1, 1), "<=", 3), Stranger(("a", "b"))):
        assert count_by_states(Model(domains, [other]), no_look) is None
    assert count_by_states(nonet.Sudoku("." * 81).model(), no_look) is None


def test_limits_and_ctrl_c_end_a_count_by_states(monkeypatch) -> None:
    monkeypatch.setattr(array_counting, "ARRAY_COUNTING_FROM", 100)
    monkeypatch.setattr(array_counting, "STATES_FROM", 1_000)
    for has_arrays in (True, False):
        if not has_arrays:
            monkeypatch.setattr(array_counting, "lowered_for_arrays", lambda *given: None)

        def late(model, check):
            while True:
                check()

        monkeypatch.setattr(array_counting, "count_by_states", late)
        counted = nonet.count_solutions(BLANK_6, time_limit=0.3)
        assert not counted.exhausted and counted.stopped_by == "time" and counted.number >= 100

        def interrupted(model, check):
            raise KeyboardInterrupt

        monkeypatch.setattr(array_counting, "count_by_states", interrupted)
        with pytest.raises(Interrupted):
            nonet.count_solutions(BLANK_6)
