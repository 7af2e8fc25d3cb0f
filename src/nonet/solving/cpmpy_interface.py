"""The class ``CPM_nonet``, nonet behind CPMpy's interface for solvers.

The module imports CPMpy, whose class is the base: ``register_with_cpmpy`` imports the module.

>>> import nonet
>>> nonet.solving.register_with_cpmpy()
>>> x, y = cpmpy.intvar(0, 9, name="x"), cpmpy.intvar(0, 9, name="y")
>>> cpmpy.Model(x * y == 21, x < y).solve(solver="nonet"), x.value(), y.value()
(True, 3, 7)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import cpmpy
from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import Expression
from cpmpy.expressions.utils import flatlist
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl
from cpmpy.solvers.solver_interface import ExitStatus, SolverInterface, SolverStatus
from cpmpy.transformations.get_variables import get_variables

import nonet
from nonet.backends import available_backends, backend_names, get_backend
from nonet.importing.cpmpy import from_cpmpy, read_model
from nonet.model import Linear, Model
from nonet.solving.outcome import Optimum, Solution, Status
from nonet.solving.queries import shrunk, solve
from nonet.solving.solution_iterator import iter_solutions


class CPM_nonet(SolverInterface):  # type: ignore[misc]
    """nonet behind CPMpy's interface; ``native_model`` is the model as nonet reads it.

    Constraints may be added and the objective replaced between calls; the model is then read anew.
    """

    @staticmethod
    def supported() -> bool:
        """Whether this solver can be used: always."""
        return True

    @classmethod
    def version(cls) -> str:
        """Return nonet's version."""
        return nonet.__version__

    @staticmethod
    def solvernames(installed: bool = True) -> list[str]:
        """Return the names of nonet's backends."""
        return [backend.name for backend in available_backends()] if installed else backend_names()

    @classmethod
    def solverversion(cls, subsolver: str) -> str | None:
        """Return the version of a backend, if known."""
        return get_backend(subsolver).available().version

    def __init__(self, cpm_model: Any = None, subsolver: str | None = None) -> None:
        self._cpm_model = cpmpy.Model()
        self._cached_model: Model | None = None
        self._backend = subsolver
        self._hint: dict[str, int] = {}
        self._assumptions: dict[str, list[Any]] = {}
        self._core: tuple[str, ...] | None = None
        super().__init__(name="nonet", cpm_model=cpm_model)

    @property
    def native_model(self) -> Model:
        """The model as nonet reads it."""
        if self._cached_model is None:
            self._cached_model = from_cpmpy(self._cpm_model)
        return self._cached_model

    def add(self, cpm_expr: Any) -> Any:
        """Add a constraint, or constraints in lists."""
        get_variables(cpm_expr, collect=self.user_vars)
        self._cpm_model.add(cpm_expr)
        self._cached_model = None
        return self

    __add__ = add

    def solver_var(self, cpm_var: Any) -> Any:
        """Return the name of a variable in the model, with ``~`` of a negation, or a constant."""
        if isinstance(cpm_var, NegBoolView):
            return f"~{cpm_var._bv.name}"
        return getattr(cpm_var, "name", cpm_var)

    def objective(self, expr: Any, minimize: bool) -> None:
        """Replace the objective; raise ``NotSupportedError`` for an objective with fractions."""
        if not isinstance(expr, Expression):
            raise NotSupportedError(f"an objective of {type(expr).__name__}: nonet has integers")
        get_variables(expr, collect=self.user_vars)
        self._cpm_model.objective(expr, minimize)
        self._cached_model = None

    def has_objective(self) -> bool:
        """Whether there is an objective."""
        return bool(self._cpm_model.has_objective())

    def solution_hint(self, cpm_vars: Iterable[Any], vals: Iterable[Any]) -> None:
        """Begin the next searches at these values."""
        self._hint = {}
        for variable, value in zip(flatlist(cpm_vars), flatlist(vals), strict=True):
            if isinstance(variable, NegBoolView):
                self._hint[variable._bv.name] = 1 - int(value)
            else:
                self._hint[variable.name] = int(value)

    def solve(
        self,
        time_limit: float | None = None,
        assumptions: Iterable[Any] | None = None,
        display: Any = None,
        **options: Any,
    ) -> bool:
        """Look for a solution, with an objective for the best; return whether one was found.

        ``assumptions`` are Boolean variables or their negations that hold in this call; without a
        solution ``get_core`` returns those that clash.  ``display`` is printed or called at each
        improvement.  ``options`` are those of ``nonet.solve``.
        """
        model, self._assumptions = self._assuming(() if assumptions is None else assumptions)
        if display is not None:
            options["improved"] = lambda each: self._show(each.solution, display)
        outcome = solve(
            model,
            self._backend,
            time_limit=time_limit,
            hint={k: v for k, v in self._hint.items() if k in model.domains} or None,
            **options,
        )
        self._core = outcome.core
        exit_status = {
            Status.OPTIMAL: ExitStatus.OPTIMAL,
            Status.SAT: ExitStatus.FEASIBLE,
            Status.UNSAT: ExitStatus.UNSATISFIABLE,
            Status.UNKNOWN: ExitStatus.UNKNOWN,
        }[outcome.status]
        self._end(exit_status, outcome.seconds, outcome.solution_or_none, outcome.optimum_or_none)
        return bool(outcome.solutions)

    def solveAll(
        self,
        display: Any = None,
        time_limit: float | None = None,
        solution_limit: int | None = None,
        call_from_model: bool = False,
        **options: Any,
    ) -> int:
        """Find all solutions, with an objective all best ones; return their number."""
        last, number = None, 0
        limit = max(0, solution_limit or 0) or None  # as in CPMpy's own solvers
        with iter_solutions(
            self.native_model, self._backend, limit=limit, time_limit=time_limit, **options
        ) as run:
            for last in run:
                number += 1
                if display is not None:
                    self._show(last, display)
        if run.exhausted:
            status = ExitStatus.OPTIMAL if number else ExitStatus.UNSATISFIABLE
        else:
            status = ExitStatus.FEASIBLE if number else ExitStatus.UNKNOWN
        self._end(status, run.seconds, last, run.optimum_or_none)
        return number

    def get_core(self) -> list[Any]:
        """Return assumptions of the last call that clash with the model, each of them needed."""
        if self.cpm_status.exitstatus != ExitStatus.UNSATISFIABLE:
            raise NotSupportedError("there is a core after a solve without a solution only")
        for parts in self._assumptions.values():
            if len({isinstance(each, NegBoolView) for each in parts}) > 1:
                return parts

        def still(names: list[str]) -> list[str] | None:
            assumptions = [each for name in names for each in self._assumptions[name]]
            outcome = solve(self._assuming(assumptions)[0], self._backend)
            if outcome.status is not Status.UNSAT:
                return None
            return names if outcome.core is None else list(outcome.core)

        core = shrunk(list(self._assumptions if self._core is None else self._core), still, 1)
        return [each for name in core for each in self._assumptions[name]]

    def _assuming(self, assumptions: Iterable[Any]) -> tuple[Model, dict[str, list[Any]]]:
        """Return the model in which the assumptions hold, and these by their variables.

        Raises ``NotSupportedError`` for an assumption that is no Boolean variable or its negation.
        """
        model = self.native_model
        named: dict[str, list[Any]] = {}
        unmentioned = {}
        for assumption in flatlist(assumptions):
            if not isinstance(assumption, _BoolVarImpl):
                raise NotSupportedError(
                    f"an assumption is a Boolean variable or its negation, not {assumption}: "
                    "tie an expression to a variable, as in b.implies(x > 3)"
                )
            variable = getattr(assumption, "_bv", assumption)
            self.user_vars.add(variable)
            named.setdefault(variable.name, []).append(assumption)
            if variable.name not in model.domains:
                unmentioned[variable.name] = variable
        if unmentioned:
            model = read_model(self._cpm_model, unmentioned.values())
        values = {}
        for name, parts in named.items():
            signs = {int(not isinstance(each, NegBoolView)) for each in parts}
            values[name] = signs
            if len(signs) > 1:
                model = model.add(Linear((name,), (0,), "==", 1))
        return model.narrow(values), named

    def _show(self, solution: Solution, display: Callable[[], Any] | Any) -> None:
        self._assign(solution)
        self.print_display(display)

    def _assign(self, solution: Solution | None) -> None:
        """Give the variables their values; what no constraint mentions gets its least."""
        for variable in self.user_vars:
            if solution is None:
                variable.clear()
                continue
            value = solution.get(variable.name, variable.get_bounds()[0])
            variable._value = bool(value) if variable.is_bool() else value

    def _end(
        self, status: Any, seconds: float, solution: Solution | None, optimum: Optimum | None
    ) -> None:
        self.cpm_status = SolverStatus(self.name)
        self.cpm_status.exitstatus = status
        self.cpm_status.solve_time = seconds
        self._assign(solution)
        self.objective_value_ = optimum.value if solution and optimum is not None else None
