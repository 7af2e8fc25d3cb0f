"""The solutions of one model, through buffers of any size, within an effort and a time."""

import numpy as np
import pytest

from nonet.backends import Request
from nonet.backends.lockstep import model_search
from nonet.backends.lockstep.kernel import kernel_for
from nonet.backends.lockstep.model_search import assignments, root_masks, solution_rows
from nonet.model import AllDifferent, Domain, Linear, Model

FREE = Model(dict.fromkeys("abcdef", range(2, 6)), [AllDifferent(("a", "b"))])
SOLUTIONS = 4**4 * 4 * 3


def drained(run):
    """The answers of a run, and its reason to stop."""
    answers = []
    while True:
        try:
            answers.append(next(run))
        except StopIteration as stop:
            return answers, stop.value


@pytest.mark.parametrize("size", [1, 7, 1024])
def test_every_solution_comes_once_through_a_buffer_of_any_size(size, monkeypatch):
    monkeypatch.setattr(model_search, "MAX_BUFFER", size)
    monkeypatch.setattr(model_search, "MAX_WIDE_BUFFER", size)
    singly, stopped = drained(assignments(FREE, Request()))
    assert stopped is None and len(singly) == SOLUTIONS
    assert len({tuple(each.values()) for each in singly}) == SOLUTIONS
    arrays, stopped = drained(solution_rows(FREE, Request()))
    lanes = kernel_for(FREE.structure).lanes
    assert max(map(len, arrays)) <= size + lanes and stopped is None
    rows = np.concatenate(arrays)
    assert {*map(tuple, rows.tolist())} == {tuple(each.values()) for each in singly}
    assert all(FREE.accepts(each) for each in singly[::97])


@pytest.mark.parametrize("solutions", [1, 2, 40])
def test_a_run_for_few_solutions_ends_when_it_has_them(solutions):
    solutions_met, stopped = drained(assignments(FREE, Request(solutions)))
    assert stopped is None and solutions <= len(solutions_met) < SOLUTIONS


def test_a_run_ends_at_its_deadline_after_the_solutions_so_far(monkeypatch):
    monkeypatch.setattr(model_search, "MAX_BUFFER", 1)
    times = iter(range(1000))
    monkeypatch.setattr("nonet.backends.base.time.monotonic", lambda: next(times))
    solutions_met, stopped = drained(assignments(FREE, Request(deadline=2)))
    assert stopped == "time" and 0 < len(solutions_met) < SOLUTIONS
    assert next(times) == 3, "asked after each buffer"


def test_an_effort_limits_guesses_and_work():
    names = [f"x{n}" for n in range(40)]
    sums = [Linear.sum(names[k : k + 12], "<=", 60) for k in range(28)]
    model = Model(dict.fromkeys(names, range(1, 10)), [AllDifferent(names[:3]), *sums])
    kernel, spent = kernel_for(model.structure), []
    for effort in (1, 100, 1000):
        request = Request(effort=effort, solutions=None)
        _, stopped = drained(assignments(model, request))
        assert stopped == "effort"
        assert (
            request.stats["sweeps"] <= effort * model_search.WORK_PER_GUESS // kernel.sweep_work + 1
        )
        assert request.stats["guesses"] <= effort + kernel.lanes
        spent.append(request.stats["sweeps"])
    assert spent == sorted(spent) and spent[0] < spent[-1]
    assert drained(assignments(FREE, Request(effort=10**9)))[1] is None


def test_a_root_has_the_masks_of_narrowed_domains():
    kernel = kernel_for(FREE.structure)
    assert list(root_masks(kernel, {})) == [0b1111] * 6
    narrowed = {"a": Domain.of([3, 5]), "f": Domain.of([2]), "c": Domain.of([])}
    assert list(root_masks(kernel, narrowed)) == [0b1010, 0b1111, 0, 0b1111, 0b1111, 0b0001]
    assert list(kernel.full) == [0b1111] * 6, "the kernel's own are as they were"
