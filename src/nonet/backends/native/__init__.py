"""The native backend: our own propagation and search, in plain Python.

This backend is the reference that cross-checks the others, and is made to be read, from ``engine.py``
on: ``docs/native-engine.md`` leads through its files.

>>> from nonet.model import AllDifferent, Model
>>> from nonet.backends.base import Request
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> list(Native().run(model, Request()))
[{'x': 1, 'y': 2}, {'x': 2, 'y': 1}]
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from nonet.backends.base import (
    Availability,
    Capabilities,
    Pool,
    Request,
    Run,
    StopReason,
)
from nonet.backends.native import annotated_search
from nonet.backends.native.engine import (
    NO_LIMIT,
    EffortSpent,
    Engine,
)
from nonet.backends.native.filter import Failure, Filter
from nonet.backends.native.filters import (
    FAST_LEVELS,
    FILTER_FACTORIES,
    AllDifferentLevel,
    LevelName,
    Levels,
    LinearLevel,
    engine_inputs,
    filter_factory,
)
from nonet.backends.native.learning import LearningEngine
from nonet.backends.native.learning_search import search_and_learn
from nonet.backends.native.search import (
    Counters,
    ValueOrderName,
    VariableOrderName,
    best_first,
    halved,
    record_statistics,
    search,
    search_orders,
)
from nonet.backends.native.teaching_engine import TeachingEngine
from nonet.errors import BackendOptionError
from nonet.model import Model, Structure
from nonet.model.constraints.operation_result import OperationResult
from nonet.model.globals import Cumulative, Precedence

if TYPE_CHECKING:
    from nonet.backends.events import Tracer

LearningName = Literal["none", "1uip"]

_FILTERING = Capabilities(
    posts=frozenset(FILTER_FACTORIES),
    inside=frozenset(FILTER_FACTORIES) - {Cumulative, Precedence},
    checks_deadline=True,
    keeps_unary=True,
    optimises=True,
    takes_hints=True,
    most_values=1 << 28,
    events=(
        "Posted",
        "Filtered",
        "Branched",
        "WipedOut",
        "Backtracked",
        "SolutionFound",
        "Stopped",
        "Learned",
        "Restarted",
    ),
)
_TESTING = replace(_FILTERING, takes_everything=True)
_TEACHING = replace(
    _FILTERING,
    posts=_FILTERING.posts - {OperationResult},
    inside=_FILTERING.posts - {OperationResult, Cumulative, Precedence},
)
"""The capabilities of named levels, which have no filter of OperationResult."""


@dataclass(frozen=True)
class Native:
    """Propagation and search in pure Python.

    ``order`` and ``values`` name the orders of search.  ``order=auto`` is ``mrv-wdeg``, and
    ``domwdeg`` for a search that learns; ``values=auto`` is ascending, but with an objective its
    best values come first, and domains of more than 256 values are halved.  A model's own search
    annotations come first, unless an order is named here.  ``alldifferent``
    and ``linear`` the levels of consistency, ``seed`` makes random orders repeatable.  ``level``
    names one level of consistency for the whole model instead, from ``generate-and-test`` to
    ``singleton``: see ``teaching_engine.py``, and ``filters/houses.py`` for ``gac-with-houses``.
    ``learning=1uip`` keeps a nogood of every dead end and jumps back to its cause: see
    ``learning.py``.  This option goes with the filters of ``level=auto`` and
    ``level=gac-with-houses``, which can explain themselves.
    """

    order: Literal["auto", VariableOrderName] = "auto"
    values: ValueOrderName = "auto"
    alldifferent: AllDifferentLevel = "hidden"
    linear: LinearLevel = "combinations"
    seed: int = 0
    level: LevelName = "auto"
    learning: LearningName = "none"
    _engines: Pool[Engine] = field(default_factory=Pool, init=False, repr=False, compare=False)

    name: ClassVar[str] = "native"

    @property
    def capabilities(self) -> Capabilities:
        """Generate and test asks any constraint; the other levels have filters for primitives."""
        if self.level in FAST_LEVELS:
            return _FILTERING if self.level == "auto" else _TEACHING
        return _TESTING if self.level == "generate-and-test" else _TEACHING

    def __post_init__(self) -> None:
        if self.learning != "none" and self.level not in FAST_LEVELS:
            raise BackendOptionError(
                f"learning={self.learning} goes with level=auto or gac-with-houses: the filters of "
                f"level={self.level} do not say why a value goes"
            )

    def available(self) -> Availability:
        """Always available: the backend needs nothing but Python."""
        return Availability(True, "built in")

    def run(self, model: Model, request: Request) -> Run:
        """Every solution, depth first; see ``Backend.run``."""
        levels = Levels(self.alldifferent, self.linear, self.level)
        structure, learns = model.structure, self.learning != "none"
        if request.tracer is None:
            with self._engines.borrow(
                structure, lambda: make_engine(structure, levels, learns)
            ) as engine:
                engine.reset(model.narrowed)
                return (yield from self.search_with(engine, model, request))
        engine = make_engine(structure, levels, learns, request.tracer)
        engine.reset(model.narrowed)
        reason: StopReason | None = "solutions"  # what it is if the caller closes the run
        try:
            reason = yield from self.search_with(engine, model, request)
            return reason
        finally:
            engine.report("Stopped", reason)

    def search_with(self, engine: Engine, model: Model, request: Request) -> Run:
        """Yield the solutions of an engine that was reset for the model."""
        learns = self.learning != "none"
        usual: VariableOrderName = "domwdeg" if learns else "mrv-wdeg"
        order = usual if self.order == "auto" else self.order
        pick, values = search_orders(order, self.values, self.seed)
        may_split = request.tracer is None and not learns and self.level in FAST_LEVELS
        if self.values == "auto":
            if engine.objective_filter is not None:
                values = best_first(engine.objective_filter)
            values = halved(values) if may_split else values
        if model.search and self.order == "auto":
            pick = annotated_search.phases_first(model.search, engine, pick)
        if model.search and self.values == "auto":
            values = annotated_search.phase_values(
                model.search, engine, values, self.seed, may_split=may_split
            )
        if request.hint:
            values = annotated_search.hinted_first(engine, request.hint, values)
        pick = engine.order_variables(pick)
        counters = Counters()
        if request.effort is not None:
            engine.work_limit = request.effort
        try:
            if learns:
                assert isinstance(engine, LearningEngine)
                return (yield from search_and_learn(engine, pick, values, request, counters))
            return (yield from search(engine, pick, values, request, counters))
        except EffortSpent:
            return "effort"
        finally:
            engine.work_limit = NO_LIMIT
            record_statistics(request, counters, engine)


def make_engine(
    structure: Structure, levels: Levels, learns: bool = False, tracer: Tracer | None = None
) -> Engine:
    """Return the fast engine, the learning engine, or the teaching engine of a named level; with a
    tracer, one that reports."""
    kind: type[Engine] = LearningEngine if learns else Engine
    inputs: tuple[Any, ...]
    if levels.level in FAST_LEVELS:
        inputs = engine_inputs(structure, levels)
    else:
        kind, inputs = TeachingEngine, (structure, levels)
    if tracer is not None:
        from nonet.backends.native.traced import TracedEngine  # 4 ms, most of them of events

        kind, inputs = type(f"Traced{kind.__name__}", (TracedEngine, kind), {}), (*inputs, tracer)
    return kind(*inputs)


__all__ = [
    "Engine",
    "Failure",
    "Filter",
    "LearningName",
    "LevelName",
    "Levels",
    "Native",
    "VariableOrderName",
    "filter_factory",
    "make_engine",
]
