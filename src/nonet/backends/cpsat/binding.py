"""CP-SAT through OR-Tools' C++ classes.

OR-Tools' module ``cp_model`` wraps the classes of ``cp_model_helper`` and imports pandas and NumPy:
0.47 s of CPU in a new process, without the wrapper 0.07.  Models here are written straight into the
proto, so nothing else of the wrapper is used.
"""

from __future__ import annotations

import faulthandler
import os
import threading
from collections.abc import Callable, Sequence
from typing import Any

from ortools.sat.python import cp_model_helper
from ortools.sat.python.cp_model_helper import (
    CpModelProto,
    CpSolverStatus,
    DecisionStrategyProto,
    SatParameters,
)

ReadValue = Callable[[int], int]
"""The value of CP-SAT's variable of an index, in a solution."""


class CpModel:
    """A model: its ``proto`` holds the variables and constraints."""

    __slots__ = ("proto",)

    def __init__(self) -> None:
        self.proto: Any = CpModelProto()

    def validate(self) -> str:
        """Return what CP-SAT objects to; "" for a model that CP-SAT takes."""
        return str(cp_model_helper.CpSatHelper.validate_model(self.proto))


class SolutionCallback(cp_model_helper.SolutionCallback):
    """Receives each solution as CP-SAT finds it, in a thread of CP-SAT's."""

    def on_solution(self, solution: Sequence[int]) -> None:
        """Called with the values of all variables, which are gone after the call."""
        raise NotImplementedError

    def OnSolutionCallback(self) -> None:
        """Called by CP-SAT."""
        self.on_solution(self.Response().solution)  # type: ignore[no-untyped-call]

    def stop_search(self) -> None:
        """Tell CP-SAT that no further solution is needed."""
        self.StopSearch()


class CpSolver:
    """A run of CP-SAT that another thread may stop."""

    def __init__(self, parameters: SatParameters) -> None:
        self.response: Any = None
        """CP-SAT's answer, with its counters; ``None`` before the end of the run."""
        self._parameters = parameters
        self._lock = threading.Lock()
        self._running: Any = None

    def solve(
        self,
        model: CpModel,
        on_solution: SolutionCallback,
        on_bound: Callable[[float], None] | None = None,
        log: Callable[[str], None] | None = None,
    ) -> CpSolverStatus:
        """Run CP-SAT to its end and return its status.

        ``on_solution``, ``on_bound``, the bound on the objective, and ``log``, with pieces of the
        log, are called in threads of CP-SAT's.
        """
        run: Any = cp_model_helper.SolveWrapper()
        run.set_parameters(self._parameters)
        run.add_solution_callback(on_solution)
        if on_bound is not None:
            run.add_best_bound_callback(on_bound)
        if log is not None:
            run.add_log_callback(log)
        with self._lock:
            self._running = run
        try:
            self.response = run.solve(model.proto)
        finally:
            with self._lock:
                self._running = None
        run.clear_solution_callback(on_solution)
        status: CpSolverStatus = self.response.status
        return status

    def stop_search(self) -> None:
        """Tell a run to end soon; does nothing before the run has begun."""
        with self._lock:
            if self._running is not None:
                self._running.stop_search()


def leave_no_dumps() -> None:
    """In a child process: let CP-SAT print and write nothing where its own check ends the process.

    Without this, CP-SAT writes ``wrong_response.pb.txt`` into the folder of temporary files.
    """
    from ortools.init.python import init

    flags = init.CppFlags()
    flags.cp_model_dump_prefix = f"{os.devnull}/"
    init.CppBridge.set_flags(flags)
    faulthandler.disable()
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 2)
    os.close(silent)


__all__ = [
    "CpModel",
    "CpSolver",
    "CpSolverStatus",
    "DecisionStrategyProto",
    "ReadValue",
    "SatParameters",
    "SolutionCallback",
    "leave_no_dumps",
]
