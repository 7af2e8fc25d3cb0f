"""Helpers of the adapters of solvers: the availability of a solver, and the events of a tracer.

>>> module_availability("no_such_module", "no-such", "pip install no-such")
Availability(ok=False, version='', missing='pip install no-such')
>>> from nonet.backends.base import Request
>>> told = []
>>> list(traced_run(iter([{"x": 1}]), (), Request(tracer=told.append)))
[{'x': 1}]
>>> told
[SolutionFound(assignment={'x': 1}), Stopped(reason=None)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, wraps
from importlib.util import find_spec
from typing import Any

from nonet.backends.base import Answers, Availability, Request, Run, StopReason
from nonet.deadline import DeadlineExceeded
from nonet.model import Constraint, Model


def is_processor_of_level_1() -> bool:
    """Return whether the processor is below x86-64-v2, like processors without SSE4.

    A wheel compiled for x86-64-v2 does not test the processor first, and ends the process; NumPy's
    wheels are compiled for x86-64-v2 since 2.4.
    """
    try:
        from nonet.backends.lockstep.engine import processor_problem
    except ModuleNotFoundError:  # a package without lockstep, such as the browser's
        return False
    return bool(processor_problem())


@cache
def module_availability(
    module: str, distribution: str, install_hint: str, label: str = ""
) -> Availability:
    """Return whether a module is installed, without importing the module, and else the advice
    to install a distribution.

    The version is the version of ``distribution``, after ``label``.  The look-up is cached, for a
    look-up takes longer than a puzzle.
    """
    if find_spec(module) is None:
        return Availability(False, missing=install_hint)
    from importlib.metadata import PackageNotFoundError, version

    try:
        return Availability(True, f"{label} {version(distribution)}".strip())
    except PackageNotFoundError:  # there, but not installed as a distribution
        return Availability(True)


def reports_solutions(run: Callable[[Any, Model, Request], Run]) -> Callable[..., Run]:
    """Have the method ``run`` of a backend report posted constraints, solutions and the end to a
    tracer."""

    @wraps(run)
    def reported(backend: Any, model: Model, request: Request) -> Run:
        plain = run(backend, model, request)
        return plain if request.tracer is None else traced_run(plain, model.constraints, request)

    return reported


def traced_run(run: Run, posted: Iterable[Constraint], request: Request) -> Run:
    """Yield the solutions of a run; the tracer receives the posted constraints, each solution and
    the end.

    A closed run reports "solutions": the caller stopped the run.
    """
    from nonet.backends.events import Posted, SolutionFound, Stopped  # 4 ms for few runs

    tracer = request.tracer
    assert tracer is not None
    stopped: StopReason | None = "interrupt"
    try:
        for constraint in posted:
            tracer(Posted(constraint.display_annotation, constraint.scope))
        answers = Answers(run)
        for assignment in answers:
            tracer(SolutionFound(assignment))
            yield assignment
        stopped = answers.stopped
        return stopped
    except GeneratorExit:
        stopped = "solutions"
        raise
    except DeadlineExceeded:
        stopped = "time"
        raise
    finally:
        if hasattr(run, "close"):
            run.close()
        tracer(Stopped(stopped))
