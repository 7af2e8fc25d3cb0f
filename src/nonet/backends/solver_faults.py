"""Known faults of solvers of other projects, each with its trigger and its guard.

One list for every way to a solver: the backends ``cpsat``, ``cpmpy`` and ``minizinc``, and exported
programs, ask :func:`cp_sat_guard` how CP-SAT is to be run on a model.  Nonet as a solver of CPMpy
(``register_with_cpmpy``) runs these backends.

A guard can go when no supported version has its fault any more:
``tests/backends/test_solver_faults.py`` asks the installed version.

>>> [fault.name for fault in FAULTS][:2]
['inclusion', 'wide numbers']
>>> cp_sat_guard(largest_magnitude=10**6, has_conditional_sums=False).parameters
mappingproxy({})
>>> dict(cp_sat_guard(largest_magnitude=10**9, has_conditional_sums=True).parameters)
{'presolve_inclusion_work_limit': 0}
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from nonet.backends.base import Backend, Request, Run, StopReason
from nonet.backends.lowering import largest_number
from nonet.backends.optimisation import run_backend
from nonet.backends.registry import NATIVE_BACKEND, usable_backend
from nonet.errors import Unsupported
from nonet.model import AnyOf, Constraint, Count, Linear, Model, Structure
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


class SolverFault(NamedTuple):
    """A fault of a solver, with its source, its trigger and its guard.

    ``versions`` are the versions that were seen to have the fault.
    """

    name: str
    solver: str
    versions: str
    source: str
    trigger: str
    guard: str


FAULTS: tuple[SolverFault, ...] = (
    SolverFault(
        "inclusion",
        "OR-Tools CP-SAT",
        "9.15",
        "or-tools issues 5274 and 5293",
        "sums that hold only under a literal, over the same variables as other sums or beside an "
        "at-most-one, with numbers from about 10^8: solutions are lost, and a wrong optimum is "
        "proven (22 of 3,748 random models of the kind)",
        f"presolve_inclusion_work_limit = 0 from {MAX_TRUSTED_MAGNITUDE:,}: 0 of 67,554 models wrong",
    ),
    SolverFault(
        "wide numbers",
        "OR-Tools CP-SAT",
        "9.15",
        "random models against brute force",
        "sums, tasks and reservoirs over numbers of ten digits and more: "
        '"infeasible" of models with solutions, with and without presolve',
        f"no presolve and no probing from {MAX_CONFIDENT_MAGNITUDE:,}, and a second solver confirms "
        "what CP-SAT claims, else the answer is unknown",
    ),
    SolverFault(
        "fixed tasks",
        "OR-Tools CP-SAT",
        "9.15",
        "random models against brute force",
        "a cumulative constraint of tasks with constant starts and durations, of which one needs the "
        "whole capacity and another has a variable demand: infeasible, by a wrong cut of the linear "
        "relaxation",
        "linearization_level = 0 and one worker where a demand is a variable",
    ),
    SolverFault(
        "broken hint",
        "OR-Tools CP-SAT",
        "9.15",
        "random models in child processes",
        "an objective, and several disjunctions in which a sum is enforced by the negation of "
        'statements about one variable: "Infeasible solution", and the process ends (SIGABRT)',
        "such sums have literals of their own, true exactly where they hold; a model of an "
        "objective and disjunctions of three groups or more is asked in a child process",
    ),
    SolverFault(
        "optional reservoir",
        "OR-Tools CP-SAT",
        "9.15",
        "random models in child processes",
        "a reservoir with an event whose literal is negated: levels outside are accepted, and the "
        "process ends",
        "the literals of events are variables; a model of a reservoir of optional events is asked "
        "in a child process",
    ),
    SolverFault(
        "element",
        "OR-Tools CP-SAT",
        "9.15",
        "random models against brute force",
        "an element constraint over variables of which one is a number apart from the value: wrong "
        "solutions, and the process ends",
        "an entry of an array of variables is said by literals of the index's values",
    ),
    SolverFault(
        "wide tables",
        "OR-Tools CP-SAT",
        "9.15",
        "random models against brute force",
        "table constraints with values from 2^32: rows are lost",
        "columns of values from 2^31 are given as distances from their least value",
    ),
)
"""All known faults that something here guards against."""


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


def cp_sat_guard(
    *, largest_magnitude: int, has_conditional_sums: bool, has_variable_demands: bool = False
) -> CpSatGuard:
    """Return the guard of CP-SAT for a model.

    ``largest_magnitude`` is the largest absolute value of a number and of a part of a sum;
    ``has_conditional_sums`` says whether some sum holds only where a literal does, and
    ``has_variable_demands`` whether a task's demand of a shared resource is a variable.
    """
    is_wide = largest_magnitude > MAX_CONFIDENT_MAGNITUDE
    parameters: dict[str, int] = {}
    if is_wide:
        parameters.update(cp_model_presolve=False, cp_model_probing_level=0)
    if is_wide or (largest_magnitude > MAX_TRUSTED_MAGNITUDE and has_conditional_sums):
        parameters["presolve_inclusion_work_limit"] = 0
    if has_variable_demands:
        # of several workers some have a level of their own, whatever is said here
        parameters.update(linearization_level=0, num_workers=1)
    return CpSatGuard(MappingProxyType(parameters), is_wide) if parameters else NO_GUARD


def guard_of(structure: Structure) -> CpSatGuard:
    """Return the guard of CP-SAT for a structure that another program posts."""
    return cp_sat_guard(
        largest_magnitude=largest_number(structure),
        has_conditional_sums=any(c.parts or c.is_composed for c in structure.constraints),
        has_variable_demands=has_variable_demands(structure),
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
    while True:
        try:
            solution = next(run)
        except StopIteration as stop:
            if stop.value is not None:
                return stop.value  # type: ignore[no-any-return]
            break
        seen.add(values_of(solution))
        if objective is not None:
            request.incumbent = objective.better_value(objective.value(solution), request.incumbent)
        yield solution
    request.core = None  # a part of the claim
    for name in SECOND_SOLVERS:
        if (second := usable_backend(name)) is None:
            continue
        stopped: StopReason | None = yield from _further_solutions(second, model, request, seen)
        if stopped not in ("effort", "unconfirmed"):
            return stopped
    return "unconfirmed"


def _further_solutions(
    second: Backend, model: Model, request: Request, seen: set[tuple[int, ...]]
) -> Run:
    """Yield the solutions of a second solver that were not ``seen``, or are better than the best."""
    own = Request(
        request.solutions,
        request.deadline,
        effort=CONFIRMING_EFFORT,
        incumbent=request.incumbent,
    )
    try:
        further = run_backend(model, second, own)
        while True:
            solution = next(further)
            if (key := model.structure.values_of(solution)) not in seen:
                seen.add(key)
                request.incumbent = own.incumbent
                yield solution
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]
    except Unsupported:
        return "unconfirmed"
