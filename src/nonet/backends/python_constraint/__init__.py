"""The python-constraint backend: forward checking, by the library many learn with.

Distribution ``python-constraint2``, module ``constraint``.  The search and the constraints are the
library's own: its AllDifferent, its sums, and functions for all else.  The adapter makes a fresh
problem for each run, and adds a constraint that keeps the time limit (``constraints.py``).

>>> from nonet.backends.base import Request
>>> from nonet.model import AllDifferent, Model
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> list(PythonConstraint().run(model, Request()))
[{'x': 1, 'y': 2}, {'x': 2, 'y': 1}]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING, ClassVar, Literal

from nonet.backends.adapter import reports_solutions
from nonet.backends.base import Availability, Capabilities, Request, Run
from nonet.deadline import FEW_LISTED, DeadlineExceeded, checked, listed
from nonet.model import Model
from nonet.model.constraints import PRIMITIVES
from nonet.model.globals import Predicate

if TYPE_CHECKING:
    from nonet.backends.python_constraint.constraints import DeadlineConstraint


@dataclass(frozen=True)
class PythonConstraint:
    """Chronological backtracking with forward checking.

    ``solver="optimized"`` is the solver that a ``Problem`` of the library has by default; its order
    of variables is settled before the search.  Median milliseconds of CPU to prove a 9x9 puzzle: 7
    on Project Euler's fifty and 32 on eleven of the hardest; three of eight puzzles of top95 are
    not proven within two seconds, and by ``optimized`` only 6 of 8, 3 of 6 and none of these sets.
    """

    solver: Literal["backtracking", "optimized"] = "backtracking"

    name: ClassVar[str] = "python-constraint"
    capabilities: ClassVar[Capabilities] = Capabilities(
        posts=PRIMITIVES | {Predicate},
        checks_deadline=True,
        events=("Posted", "Branched", "SolutionFound", "Stopped"),
    )

    def available(self) -> Availability:
        """Whether python-constraint2 is installed, and not overwritten by another distribution."""
        return _cached_availability()

    @reports_solutions
    def run(self, model: Model, request: Request) -> Run:
        """Every solution, depth first; see ``Backend.run``.

        Statistics: ``assignments`` tried, and how many of these assignments were ``guesses`` (the
        variable had another value left).
        """
        from nonet.backends.python_constraint.constraints import DeadlineConstraint

        clock = DeadlineConstraint(request)
        try:
            yield from self._solutions(model, clock)
        except DeadlineExceeded:
            if not request.expired():
                raise
            return "time"
        finally:
            request.stats.update(assignments=clock.assignments, guesses=clock.guesses)
        return None

    def _solutions(self, model: Model, clock: DeadlineConstraint) -> Iterator[dict[str, int]]:
        """The library's own iterator over the solutions of a fresh problem."""
        if not model.variables:
            return iter([{}])  # the library takes a problem without variables for unsolvable

        import constraint

        from nonet.backends.python_constraint.constraints import library_constraint

        solvers = {
            "backtracking": constraint.BacktrackingSolver,
            "optimized": constraint.OptimizedBacktrackingSolver,
        }
        problem = constraint.Problem(solvers[self.solver]())
        for name, domain in checked(model.domains.items()):
            # the solver tries the last value of a domain first
            values = listed(domain, len(domain), f"the values of {name}")
            problem.addVariable(name, list(values)[::-1])
        problem.addConstraint(clock, list(model.variables))
        for declared in checked(model.constraints):
            scope = list(dict.fromkeys(declared.scope))
            wide = any(len(model.domains[name]) > FEW_LISTED for name in scope)
            problem.addConstraint(library_constraint(declared, clock, wide=wide), scope)
        return problem.getSolutionIter()  # type: ignore[no-any-return]


@cache
def _cached_availability() -> Availability:
    return fork_availability(_version("python-constraint2"), _version("python-constraint"))


def _version(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def fork_availability(maintained: str | None, abandoned: str | None) -> Availability:
    """Return the availability that the installed versions of the two distributions of the module
    imply.

    ``maintained`` is that of python-constraint2, ``abandoned`` that of
    python-constraint (last released in 2018); ``None`` where not installed.
    Both write the same files, and whichever came last has silently won.
    """
    install = "pip install python-constraint2"
    if maintained is None and abandoned is None:
        return Availability(False, missing=install)
    if abandoned is None:
        return Availability(True, f"python-constraint2 {maintained}")
    if maintained is None:
        return Availability(
            False,
            missing=f"python-constraint {abandoned} is, an older distribution of the same module "
            f"that lacks what nonet needs: pip uninstall python-constraint, then {install}",
        )
    return Availability(
        False,
        missing=f"python-constraint {abandoned} and python-constraint2 {maintained} are both "
        "there and overwrite each other's files: pip uninstall python-constraint "
        f"python-constraint2, then {install}",
    )
