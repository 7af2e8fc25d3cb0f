"""Backends of others: what is wrong with one is said, with its name, and harms no other."""

import json
import sys
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint

import pytest

from nonet.backends import available_backends, backend_names, get_backend, registry
from nonet.backends.base import Availability
from nonet.cli import main
from nonet.errors import BackendError, NotInstalled, WrongAnswer
from nonet.model import Model
from nonet.solving import Status, crosscheck, iter_solutions, solve, verify

MODEL = Model({"x": [1, 2], "y": [1, 2]})


@dataclass(frozen=True)
class Faulty:
    """Native, but for one fault."""

    fault: str = "raises"
    name: str = "faulty"
    capabilities = get_backend("native").capabilities

    def available(self):
        if self.fault == "check":
            raise OSError("no disk")
        return Availability(True)

    def run(self, model, request):
        if self.fault == "raises":
            raise KeyError("x")
        run = get_backend("native").run(model, request)
        first = next(run)
        if self.fault == "lacks a variable":
            first.pop("y")
        yield first
        if self.fault == "raises later":
            raise RecursionError("too deep")
        while self.fault == "repeats":
            yield first
        if self.fault == "repeats a while":
            for _ in range(100):
                yield first
        return (yield from run)


@pytest.mark.parametrize("fault", ["raises", "lacks a variable"])
def test_what_a_backend_raises_arrives_with_its_name(fault):
    with pytest.raises(BackendError, match=r"backend faulty failed: KeyError: '[xy]'") as caught:
        solve(MODEL, Faulty(fault))
    assert isinstance(caught.value.__cause__, KeyError)


class Isolated(Faulty):
    """A faulty backend that runs in a child process where there is a time limit."""

    capabilities = replace(Faulty.capabilities, checks_deadline=False)


@pytest.mark.parametrize("limit", [None, 60])
def test_a_failure_is_reported_with_the_line_of_the_backend(limit):
    with pytest.raises(
        BackendError, match=r"KeyError: 'x' \(test_solution_iterator_faulty_backends.py, line \d+\)"
    ):
        solve(MODEL, Isolated("raises"), time_limit=limit)


def test_solutions_before_a_failure_are_given():
    run = iter_solutions(MODEL, Faulty("raises later"))
    assert next(run)
    with pytest.raises(BackendError, match="faulty failed: RecursionError: too deep"):
        next(run)
    assert not run.exhausted
    assert list(run) == []


def test_what_a_tracer_raises_is_not_blamed_on_the_backend():
    class Mine(Exception):
        pass

    def tracer(event):
        raise Mine

    with pytest.raises(Mine):
        solve(MODEL, "native", tracer=tracer)


def test_a_backend_that_repeats_itself_without_end_is_an_error():
    with pytest.raises(BackendError, match="backend faulty repeats itself"):
        solve(MODEL, Faulty("repeats"), limit=2)
    with pytest.raises(BackendError, match="backend faulty repeats itself"):
        verify(MODEL, Faulty("repeats"))


def test_a_backend_may_repeat_itself_a_while():
    outcome = solve(MODEL, Faulty("repeats a while"), limit=None)
    assert (len(outcome.solutions), outcome.exhausted) == (4, True)


def test_a_wrong_answer_is_still_a_wrong_answer():
    @dataclass(frozen=True)
    class Wrong(Faulty):
        def run(self, model, request):
            yield {"x": 3, "y": 1}

    with pytest.raises(WrongAnswer, match="backend faulty"):
        solve(MODEL, Wrong())


def test_a_failing_backend_is_reported_by_crosscheck_and_the_others_are_compared():
    agreement = crosscheck(MODEL, ["native", Faulty(), "native:order=lexicographic"])
    assert agreement.status is Status.SAT
    assert agreement.decided == ("native", "native:order=lexicographic")
    assert "KeyError" in agreement.failed["faulty"]


def test_a_check_that_fails_means_not_installed():
    with pytest.raises(NotInstalled, match="faulty is not installed: its check failed: OSError"):
        solve(MODEL, Faulty("check"))


# -- entry points -------------------------------------------------------------------


@pytest.fixture
def broken(monkeypatch):
    """Two entry points that are registered and cannot be used."""
    real = registry._registered_entry_points()
    bad = {
        name: EntryPoint(name, value, registry.ENTRY_POINT_GROUP)
        for name, value in {
            "gone": "no_such_module:Thing",
            "nothing": "collections:OrderedDict",
        }.items()
    }
    monkeypatch.setattr(registry, "_registered_entry_points", lambda: {**real, **bad})
    yield
    registry.find_backend.cache_clear()


def test_an_entry_point_that_does_not_load_takes_nothing_down(broken, capsys):
    assert {"gone", "nothing"} <= set(backend_names())
    names = [backend.name for backend in available_backends()]
    assert "native" in names and not {"gone", "nothing"} & set(names)
    assert main(["backends"]) == 0
    out = capsys.readouterr().out
    assert "native: available" in out
    assert "gone: broken\n  backend gone cannot be loaded: ModuleNotFoundError: No module" in out
    assert (
        "nothing: broken\n  backend nothing cannot be loaded: OrderedDict is not a backend" in out
    )
    assert main(["backends", "--format", "json"]) == 0
    lines = map(json.loads, capsys.readouterr().out.splitlines())
    assert {line["backend"]: line["available"] for line in lines}["gone"] is False
    assert (
        main(["crosscheck", ".......21.3..4..", "--backend", "native", "--backend", "cpsat"]) == 0
    )


def test_a_backend_that_does_not_load_is_reported_with_the_reason(broken, capsys):
    with pytest.raises(BackendError, match="gone cannot be loaded: ModuleNotFoundError"):
        solve(MODEL, "gone")
    assert main(["solve", ".......21.3..4..", "--backend", "gone"]) == 2
    assert "backend gone cannot be loaded" in capsys.readouterr().err


def test_a_backend_that_chooses_another_is_not_compared_with_it(monkeypatch):
    module = sys.modules["nonet.solving.agreement"]

    @dataclass(frozen=True)
    class Chooser(Faulty):
        capabilities = replace(get_backend("native").capabilities, delegates=True)

    monkeypatch.setattr(
        module, "available_backends", lambda: [get_backend("native"), Chooser("none")]
    )
    assert [backend.name for backend in module.comparable_backends()] == ["native"]


def test_backends_with_ever_new_options_are_not_kept_for_ever():
    first = registry.find_backend("native:seed=1000000")
    for seed in range(registry.MAX_CACHED_BACKENDS):
        registry.find_backend(f"native:seed={seed}")
    assert registry.find_backend("native:seed=1000000") is not first
