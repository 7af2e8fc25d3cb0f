"""Guards against known faults of solvers of other projects.

One list for every way to a solver: the backends ``cpsat``, ``cpmpy`` and ``minizinc``, and exported
programs, ask :func:`guard_of` how CP-SAT is to be run on a model.  Nonet as a solver of CPMpy
(``register_with_cpmpy``) runs these backends.

``docs/choosing-a-solver.md`` has the table of the faults.  A guard can go when no supported version
has its fault any more: ``tests/backends/test_solver_faults.py`` asks the installed version.

>>> guard_of(Model({"x": range(10**6)}, []).structure).parameters
mappingproxy({})
>>> dict(guard_of(Model({"x": range(10**10)}, []).structure).parameters)["cp_model_presolve"]
False
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from nonet.backends.base import Answers, Backend, Request, Run
from nonet.backends.lowering import largest_number
from nonet.backends.optimisation import run_backend
from nonet.backends.registry import NATIVE_BACKEND, usable_backend
from nonet.errors import Unsupported
from nonet.model import AnyOf, Constraint, Count, Element, Linear, Model, Structure
from nonet.model.expressions.composed import Composed
from nonet.model.expressions.logic import Compare
from nonet.model.globals import Cumulative, Reservoir

MAX_TRUSTED_MAGNITUDE = 1 << 20
"""Largest magnitude of a value or a sum up to which all of CP-SAT's presolve is trusted."""

MAX_CONFIDENT_MAGNITUDE = 1 << 31
"""Largest magnitude up to which CP-SAT's "infeasible" and "optimal" stand without a second solver."""

SECOND_SOLVERS = (NATIVE_BACKEND, "sat")
"""The backends that confirm a claim of CP-SAT's, in turn: native declines domains with wide gaps."""

CONFIRMING_EFFORT = 300_000
"""Runs of native's filters to confirm an answer: some seconds."""


class CpSatGuard(NamedTuple):
    """How CP-SAT is to be run on a model.

    ``parameters`` are to be set on the solver; with ``needs_confirmation`` the answers "infeasible"
    and "optimal" do not stand alone.
    """

    parameters: Mapping[str, int]
    needs_confirmation: bool

    @property
    def comment_lines(self) -> list[str]:
        """The comment of a program with these parameters; empty without parameters."""
        if not self.parameters:
            return []
        lines = ["CP-SAT 9.15 loses solutions of such models without these settings."]
        if self.needs_confirmation:
            lines.append("Where it finds no (better) solution, ask another solver too.")
        return lines

    @property
    def parameter_text(self) -> str:
        """The parameters as a text protobuf, as the option ``--params`` of fzn-cp-sat takes."""
        pairs = ((name, str(value).lower()) for name, value in self.parameters.items())
        return " ".join(f"{name}: {value}" for name, value in pairs)


NO_GUARD = CpSatGuard(MappingProxyType({}), False)
"""The guard of a solver without known faults."""


def guard_of(structure: Structure) -> CpSatGuard:
    """Return the guard of CP-SAT for a structure."""
    magnitude = largest_number(structure)
    is_wide = magnitude > MAX_CONFIDENT_MAGNITUDE
    parameters: dict[str, int] = {}
    if is_wide:
        parameters.update(cp_model_presolve=False, cp_model_probing_level=0)
    if is_wide or (magnitude > MAX_TRUSTED_MAGNITUDE and _has_conditional_sums(structure)):
        parameters["presolve_inclusion_work_limit"] = 0
    if has_variable_demands(structure):
        # of several workers some have a level of their own, whatever is said here
        parameters.update(linearization_level=0, num_workers=1)
    return CpSatGuard(MappingProxyType(parameters), is_wide) if parameters else NO_GUARD


def _has_conditional_sums(structure: Structure) -> bool:
    """Whether some sum may hold only where a literal does."""
    return any(
        each.parts or each.is_composed or isinstance(each, Element)
        for each in structure.constraints
    )


def has_variable_demands(structure: Structure) -> bool:
    """Whether a task's demand of a shared resource is a variable."""
    tasks = (each for each in structure.constraints if isinstance(each, Cumulative))
    return any(demand.terms for each in tasks for demand in each.demand)


def has_aborted(structure: Structure) -> bool:
    """Whether models of this kind have ended the process of CP-SAT, in any encoding.

    Nonet's encodings of these models have not ended the process since; a child costs 20 ms.
    """
    constraints = structure.constraints
    if any(
        isinstance(each, Reservoir) and any(p.terms for p in each.present) for each in constraints
    ):
        return True
    # seen with a cumulative: once beyond 2**31, and once with starts of up to 20,000,000
    has_tasks = any(isinstance(each, Cumulative) for each in constraints)
    if largest_number(structure) > (
        MAX_TRUSTED_MAGNITUDE if has_tasks else MAX_CONFIDENT_MAGNITUDE
    ):
        return True
    if structure.objective is None:
        return False
    several = [each for each in constraints if isinstance(each, AnyOf) and len(each.groups) > 1]
    return any(len(each.groups) > 2 and _has_sum(each) for each in several) and any(
        len(each.groups) == 2 and _has_sum(each) for each in several
    )


def _has_sum(any_of: AnyOf) -> bool:
    """Whether a group compares a sum of two variables or more."""
    waiting: list[Constraint] = list(any_of.parts)
    for part in waiting:
        if isinstance(part, Linear | Compare | Count) and len(part.scope) > 1:
            return True
        if isinstance(part, Composed):
            waiting.extend(part.parts)
    return False


def confirmed_run(run: Run, model: Model, request: Request) -> Run:
    """Yield the solutions of a run; ask a second solver when the run claims to be complete.

    When the run comes to its end, native searches the model too, up to ``CONFIRMING_EFFORT``, or
    else sat, and further solutions are yielded.  Return "unconfirmed" where neither comes to an end.
    """
    values_of = model.structure.values_of
    seen = set()
    objective = model.objective
    answers = Answers(run)
    for solution in answers:
        seen.add(values_of(solution))
        if objective is not None:
            request.incumbent = objective.better_value(objective.value(solution), request.incumbent)
        yield solution
    if answers.stopped is not None:
        return answers.stopped
    request.core = None  # a part of the claim
    for name in SECOND_SOLVERS:
        if (second := usable_backend(name)) is None:
            continue
        stopped = yield from _further_solutions(second, model, request, seen)
        if stopped not in ("effort", "unconfirmed"):
            return stopped
    return "unconfirmed"


def _further_solutions(
    second: Backend, model: Model, request: Request, seen: set[tuple[int, ...]]
) -> Run:
    """Yield the solutions of a second solver that were not ``seen``, or are better than the best."""
    own = request.copy(effort=CONFIRMING_EFFORT, tracer=None, hint=None)
    try:
        further = Answers(run_backend(model, second, own))
        for solution in further:
            if (key := model.structure.values_of(solution)) not in seen:
                seen.add(key)
                request.incumbent = own.incumbent
                yield solution
    except Unsupported:
        return "unconfirmed"
    return further.stopped
