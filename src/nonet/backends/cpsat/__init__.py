"""The CP-SAT backend: Google OR-Tools' constraint solver, by lazy clause generation.

* ``boolean_model.py``: a Boolean for each variable and value, and the clauses of the SAT backend;
* ``compiled_model.py``: a built model and its puzzles; integer variables and CP-SAT's own constraints,
  for any model, and the order of search that a model asks for;
* ``constraints.py``: each constraint as it was declared, and literals that say whether one holds;
* ``global_constraints.py``: global constraints that CP-SAT has itself;
* ``integer_encoding.py``: variables, literals, sums and operations in CP-SAT's proto;
* ``../ortools_parameters.py``: CP-SAT's own parameters, by name, which CPMpy's OR-Tools takes too;
* ``search.py``: running the solver, its objective, keeping the time, handing over solutions.

OR-Tools takes 0.4 s to import, so this package imports OR-Tools only for the first run.

>>> from nonet.model import AllDifferent, Model
>>> from nonet.backends.base import Request
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> [solution["y"] for solution in CpSat().run(model.narrow({"x": [1]}), Request())]
[2]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from nonet.backends.adapter import is_processor_of_level_1, module_availability, traced_run
from nonet.backends.base import Availability, Capabilities, Parameters, Pool, Request, Run
from nonet.backends.isolated_run import is_child, run_in_child
from nonet.backends.lowering import empty_run, largest_number, lower_for
from nonet.backends.solver_faults import confirmed_run, has_aborted, has_variable_demands
from nonet.encoding.clauses.cnf import TooLarge
from nonet.errors import BackendOptionError, Unsupported
from nonet.model import EnclosedSum, LeadingSum, Model, Structure
from nonet.model import globals as kinds
from nonet.model.constraints import PRIMITIVES
from nonet.model.structure import units

if TYPE_CHECKING:
    from nonet.backends.cpsat.compiled_model import CompiledModel

ModelKind = Literal["boolean", "integer", "textbook"]
"""How a model may be put to CP-SAT."""

MIN_CROSSED_SHARE = 0.5
"""Share of the variables that are in two units or more, from which a model is a grid."""

_TOURS = {kinds.ArcCircuit, kinds.Circuit, kinds.Distinct, kinds.Inverse, kinds.SubCircuit}
_GLOBALS = _TOURS | {kinds.Cumulative, kinds.NoOverlap, kinds.NoOverlap2D, kinds.Reservoir}

_BOOLEAN_CAPABILITIES = Capabilities(posts=PRIMITIVES | {EnclosedSum, LeadingSum})
"""The capabilities of the model of Booleans."""

_POOL: Pool[CompiledModel] = Pool()


@dataclass(frozen=True)
class CpSat:
    r"""OR-Tools CP-SAT.

    ``model`` is how a model is put to the solver:

    * ``boolean``: a Boolean for each variable and value, and clauses, as the SAT backend writes
      them: AllDifferent value by value, cages by their combinations, other sums and automata by
      states.  Built once a structure, and not presolved.  Models with an objective, with global
      constraints, or of too many clauses, are put as integers.
    * ``integer``: integer variables and CP-SAT's own constraints, with CP-SAT's default
      settings.  Built once a structure, the clues as domains.
    * ``textbook``: the same, built anew for each run, as a first program with CP-SAT does.
      For teaching and for comparison.
    * ``auto``: ``boolean`` for models whose AllDifferents are tight and cross: half of the
      variables, or more, are each in two AllDifferents of as many variables as values, a row and a
      column, say.  Else ``integer``.

    Measured, ms of CPU to prove a puzzle unique, median over a set, all of nonet included:

    ==================  =========  ========  =====  ==========  ==========  =====
    \                   easy 9x9   minimal   16x16  25x25 hard  killer 9x9  mixed
    ==================  =========  ========  =====  ==========  ==========  =====
    ``boolean``         3.8        3.8       25     237         25          67
    ``integer``         4.1        6.1       61     572         34          122
    ==================  =========  ========  =====  ==========  ==========  =====

    The sets are those of ``benchmarks/auto`` and, the last two, of ``benchmarks/variants``.

    A model with an objective is an ``integer`` model.

    ``workers`` are CP-SAT's threads when one solution is requested; 0 stands for CP-SAT's own
    choice, a thread for each core, but a single thread in a ``boolean`` model.  More solutions are
    always searched by a single thread, as CP-SAT with several threads reports some solutions twice.

    ``parameters`` are CP-SAT's own, by CP-SAT's names (``nonet.solve(..., options={"random_seed": 7})``).
    Parameters that guard against known faults of CP-SAT stay as they are; ``num_workers`` counts
    where one solution is requested.  A run that a parameter ends early is undecided ("effort").

    Raises ``BackendOptionError`` for a negative number of workers.
    """

    model: Literal["auto", ModelKind] = "auto"
    workers: int = 0
    parameters: Parameters = ()

    name: ClassVar[str] = "cpsat"
    capabilities: ClassVar[Capabilities] = Capabilities(
        most_values=1 << 60,
        posts=PRIMITIVES,
        takes_everything=True,
        takes_hints=True,
        optimises=True,
        checks_deadline=True,
        logs=True,
        events=("Posted", "SolutionFound", "Stopped"),
    )

    def __post_init__(self) -> None:
        if self.workers < 0:
            raise BackendOptionError(f"backend cpsat: workers is 0 or more, not {self.workers}")

    def check_parameters(self, parameters: Mapping[str, Any]) -> None:
        """Raise ``BackendOptionError`` for a name or a value that CP-SAT does not take."""
        from nonet.backends.ortools_parameters import check_parameters

        check_parameters(self.name, parameters)

    def available(self) -> Availability:
        """Whether OR-Tools is installed; the search for the package does not import the package."""
        missing = "OR-Tools is missing: pip install ortools"
        if is_processor_of_level_1():
            missing = "OR-Tools imports NumPy and pandas, which need a processor with x86-64-v2"
            return Availability(False, missing=missing)
        return module_availability("ortools", "ortools", missing)

    def run(self, model: Model, request: Request) -> Run:
        """Yield solutions, each different from all earlier solutions in some variable of the model.

        A model of a kind that has ended CP-SAT's process is asked in a child process.  Raises
        ``Unsupported`` before solving for numbers that do not fit CP-SAT's 64 bits, and
        ``BackendError`` if CP-SAT rejects the model, or ends the child.
        """
        if has_aborted(model.structure) and not is_child():
            return (yield from run_in_child(model, self, request))
        from nonet.backends.cpsat.search import leave_no_dumps, search

        if is_child():
            leave_no_dumps()
        kind = _auto_kind(model.structure) if self.model == "auto" else self.model
        lowered = model
        if kind == "boolean" and _can_be_boolean(model.structure):
            lowered = lower_for(model, _BOOLEAN_CAPABILITIES, self.name)
            if lowered.has_empty_domain:
                return (yield from empty_run(lowered, request))
        key = lowered.structure, kind, self.parameters
        pool = Pool() if kind == "textbook" else _POOL
        with pool.borrow(key, lambda: _build_model(*key)) as compiled:
            chosen = dict(self.parameters)
            workers = chosen.get("num_workers", chosen.get("num_search_workers", self.workers))
            # several workers do not heed the guard of such models
            workers = 1 if has_variable_demands(model.structure) else workers
            events = search(compiled, lowered.narrowed, request, workers)
            if compiled.needs_confirmation:
                events = confirmed_run(events, lowered, request)
            if request.tracer is not None:
                events = traced_run(events, lowered.constraints, request)
            return (yield from events)


@lru_cache(maxsize=64)
def _auto_kind(structure: Structure) -> ModelKind:
    """The kind of model that ``auto`` takes: see :class:`CpSat` for the measurements."""
    return "boolean" if _can_be_boolean(structure) and _is_grid(structure) else "integer"


def _can_be_boolean(structure: Structure) -> bool:
    """Whether a structure has no objective, and no global constraint that CP-SAT has itself."""
    return structure.objective is None and _GLOBALS.isdisjoint(map(type, structure.constraints))


def _is_grid(structure: Structure) -> bool:
    """Whether most variables are in two units or more, as the cells of a grid are.

    A unit is an AllDifferent that uses every value.  Others do not count: the events of a timetable
    share many AllDifferents of a few events each, and are searched faster as integers.

    Measured: such models are searched faster as Booleans of values (``benchmarks/variants``), and
    other models mostly slower, up to a hundred times (``benchmarks/general``).
    """
    if len(structure.constraints) < 2:
        return False
    scopes = [unit.scope for unit, _ in units(structure)]
    crossed = sum(number > 1 for number in Counter(chain.from_iterable(scopes)).values())
    named = sum(not name.startswith("~") for name in structure.domains)
    return crossed >= max(1, MIN_CROSSED_SHARE * named)


def _build_model(
    structure: Structure, kind: ModelKind, parameters: Parameters = ()
) -> CompiledModel:
    from nonet.backends.cpsat.integer_encoding import MAX_MAGNITUDE

    if (reach := largest_number(structure)) > MAX_MAGNITUDE:
        raise Unsupported(
            f"backend cpsat: numbers and sums of up to {reach} in magnitude do not fit CP-SAT's 64 "
            "bits: use another backend, such as native"
        )
    if kind == "boolean" and _can_be_boolean(structure):
        from nonet.backends.cpsat.boolean_model import boolean_model

        with suppress(TooLarge, Unsupported):
            return boolean_model(structure, parameters)
    from nonet.backends.cpsat.compiled_model import integer_model

    return integer_model(structure, parameters)
