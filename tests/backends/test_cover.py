"""The backend ``cover``: its limits of time and effort, and models without anything to cover."""

import pytest

from nonet.backends import Request
from nonet.backends.cover import Cover
from nonet.model import AllDifferent, Count, Model
from nonet.testing.brute import brute_force

SQUARE = Model(
    {f"{r}{c}": range(3) for r in "abc" for c in "xyz"},
    [AllDifferent(tuple(f"{r}{c}" for c in "xyz")) for r in "abc"]
    + [AllDifferent(tuple(f"{r}{c}" for r in "abc")) for c in "xyz"],
)


def run(model, request):
    steps, rows = Cover().run(model, request), []
    while True:
        try:
            rows.append(tuple(next(steps).values()))
        except StopIteration as stop:
            return rows, stop.value


def test_all_solutions_are_found_and_guesses_are_counted():
    request = Request()
    rows, end = run(SQUARE, request)
    assert (len(rows), set(rows), end) == (12, brute_force(SQUARE), None)
    assert request.stats["guesses"] >= 12 * 9 / 3


def test_a_run_ends_with_its_effort_and_not_before():
    unlimited = Request()
    run(SQUARE, unlimited)
    total = unlimited.stats["guesses"]
    for effort in (1, 5, total - 1, total, total + 1):
        request = Request(effort=effort)
        rows, end = run(SQUARE, request)
        assert end == ("effort" if effort <= total else None)
        assert request.stats["guesses"] == min(effort, total)
        assert set(rows) <= brute_force(SQUARE)


def test_time_is_looked_at_after_each_choice():
    request = Request(deadline=float("-inf"))
    assert run(SQUARE, request) == ([], "time")
    assert request.stats["guesses"] == 1


def test_a_model_without_variables_has_one_solution():
    assert run(Model({}), Request()) == ([()], None)


@pytest.mark.parametrize("number", [0, 1])
def test_a_bit_that_no_option_says_is_0(number):
    bits = Model(dict.fromkeys("abc", (0, 1)), [Count(tuple("abc"), {1}, "==", number)])
    assert set(run(bits, Request())[0]) == brute_force(bits)
