"""The search that learns, for constraints that come and go: nogoods are kept from run to run.

A nogood follows from some of the constraints: its *rank* is how many of them, in their order, it
needs.  A run keeps the nogoods whose rank is within the constraints that it shares with the run
before.  Constraints over one variable are guessed before all else instead of posted, as SAT solvers do
with assumptions, so that no nogood depends on them.

>>> from nonet.backends.native import Native
>>> from nonet.model import Linear
>>> live = SessionSearch(Native(learning="1uip"))
>>> model = Model({"x": range(4), "y": range(4)}, [Linear(("x", "y"), (1, 1), "==", 5)])
>>> question = Model.from_structure(Structure.extended(model.structure, ()), {})
>>> sorted(solution["x"] for solution in live.run(question, Request()))
[2, 3]
>>> list(live.run(question.add(Linear(("x",), (1,), "<=", 1)), Request()))
[]
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import starmap, takewhile
from typing import TYPE_CHECKING

from nonet.backends.base import Request, Run
from nonet.backends.lowering import BackendLowering
from nonet.backends.native.engine_classes import make_engine
from nonet.backends.native.filters import Levels
from nonet.backends.native.learning import LearningEngine, Nogood
from nonet.backends.native.search import Observer
from nonet.model import Constraint, Domain, Model, Structure
from nonet.model.constraints.base import structurally_equal

if TYPE_CHECKING:
    from nonet.backends.native import Native


class SessionSearch:
    """The nogoods, weights and last values of one session."""

    def __init__(self, backend: Native) -> None:
        self._backend = backend
        self._levels = Levels(backend.alldifferent, backend.linear, backend.level)
        self._engine: LearningEngine | None = None
        self._constraints: tuple[Constraint, ...] = ()
        """The constraints of the last run, in their order, without what was guessed."""
        self._base_count = 0
        self._full: Structure | None = None
        """The structure of the engine; ``None`` while it is being changed."""
        self._narrowed: Mapping[str, Domain] = {}
        self._nogoods: list[Nogood] = []
        """What was learned, with the numbers of variables of the last engine."""
        self._values: Mapping[str, int] = {}

    def run(self, model: Model, request: Request) -> Run:
        """Yield the solutions of a model, which may share constraints with the models before."""
        structure = model.structure
        count = self._base_count if structure.base is None else len(structure.base.constraints)
        own = structure.constraints[count:]
        assumed = [each for each in own if len(each.scope) == 1]
        posted = (
            *structure.constraints[:count],
            *(each for each in own if len(each.scope) > 1),
        )
        engine = self._engine_of(structure, posted, count, model.narrowed)
        narrowed = dict(model.narrowed)
        for nogood in self._nogoods:
            if len(nogood.conditions) == 1:
                ((x, mask),) = nogood.conditions
                name = engine.names[x]
                others = engine.domain(x, engine.full_masks[x] & ~mask)
                narrowed[name] = narrowed.get(name, others) & others
        if not all(narrowed.values()):
            return None
        weights = engine.weights[:]
        engine.reset(narrowed)
        engine.weights[:] = weights
        self._adopt(engine)
        for name, value in self._values.items():
            if name in engine.number:
                x = engine.number[name]
                engine.last_values[x] = 1 << value - engine.bases[x]
        for each in assumed:
            x = engine.number[each.scope[0]]
            allowed = each.restrict(engine.domain(x, engine.full_masks[x]))
            engine.assumptions.append((x, allowed.mask_relative_to(engine.bases[x])))
        try:
            run = self._backend.search_with(engine, model, request, Observer())
            while True:
                try:
                    solution = next(run)
                except StopIteration as stop:
                    return stop.value  # type: ignore[no-any-return]
                self._values = solution
                yield solution
        finally:
            run.close()
            learned = (*engine.units, *engine.nogoods)
            self._nogoods = [each for each in learned if each.rank <= len(posted)]

    def _adopt(self, engine: LearningEngine) -> None:
        """Give the engine the nogoods of earlier runs."""
        masks = engine.masks
        for nogood in self._nogoods:
            if len(nogood.conditions) == 1:
                x = nogood.conditions[0][0]
                engine.root_ranks[x] = max(engine.root_ranks[x], nogood.rank)
                engine.units.append(nogood)
                continue
            nogood.conditions.sort(key=lambda each: not masks[each[0]] & ~each[1])
            x, mask = nogood.conditions[1]
            if masks[x] & ~mask:  # else a stronger nogood has made it useless
                engine.watch(nogood)

    def _engine_of(
        self,
        structure: Structure,
        posted: tuple[Constraint, ...],
        base_count: int,
        narrowed: Mapping[str, Domain],
    ) -> LearningEngine:
        """Return the engine of these constraints: the last one, if it has no others."""
        before, engine, self._full = self._full, self._engine, None
        pairs = zip(self._constraints, posted, strict=False)
        shared = sum(1 for _ in takewhile(bool, starmap(structurally_equal, pairs)))
        goes_on = (
            before is not None
            and list(before.domains.items())
            == list(structure.domains.items())[: len(before.domains)]
            and dict(narrowed) == dict(self._narrowed)
            and base_count >= self._base_count
        )
        if not goes_on:
            shared, self._nogoods = 0, []
            self._lowering = BackendLowering(structure, self._backend.capabilities, "native")
            self._lowered: dict[Constraint, tuple[list[Constraint], dict[str, Domain]]] = {}
        self._lowering.domains.update(structure.domains)
        self._nogoods = [each for each in self._nogoods if each.rank <= shared]
        is_same = (
            goes_on
            and before is not None
            and shared == len(self._constraints)
            and structure.variables == before.variables
            and structure.objective == before.objective
        )
        new = [self._lowered_of(each) for each in posted]
        if is_same and not any(own for _, own in new[shared:]):
            assert engine is not None
            first = shared
        else:
            first = base_count
            domains = dict(structure.domains)
            for _, own in new:
                domains.update(own)
            base = tuple(each for constraints, _ in new[:first] for each in constraints)
            made = make_engine(Structure(domains, base, structure.objective), self._levels, True)
            assert isinstance(made, LearningEngine)
            for filter_ in made.filters:
                filter_.rank = max(filter_.rank, base_count)
            if engine is not None:
                self._renumber(engine, made)
            engine = made
        for rank, (constraints, _) in enumerate(new[first:], first + 1):
            start = len(engine.filters)
            for each in constraints:
                engine.post(each)
            for filter_ in engine.filters[start:]:
                filter_.rank = rank
        self._full, self._constraints, self._narrowed = structure, posted, narrowed
        self._base_count, self._engine = base_count, engine
        return engine

    def _lowered_of(self, constraint: Constraint) -> tuple[list[Constraint], dict[str, Domain]]:
        """Return what is posted for a constraint, and the variables of its own."""
        known = self._lowered.get(constraint)
        if known is None:
            lowering = self._lowering
            before = len(lowering.domains)
            constraints = lowering.lowered(constraint)
            own = dict(list(lowering.domains.items())[before:])
            known = self._lowered[constraint] = constraints, own
        return known

    def _renumber(self, old: LearningEngine, new: LearningEngine) -> None:
        """Let the nogoods, and the weights of variables, be about the numbers of another engine."""
        renumbered = []
        for nogood in self._nogoods:
            if not all(old.names[x] in new.number for x in nogood.scope):
                continue  # a variable of a constraint that is gone
            conditions = []
            for x, mask in nogood.conditions:
                y = new.number[old.names[x]]
                shift = old.bases[x] - new.bases[y]
                conditions.append((y, mask << shift if shift >= 0 else mask >> -shift))
            again = Nogood(new, nogood.number, conditions)
            again.rank, again.levels = nogood.rank, nogood.levels
            renumbered.append(again)
        self._nogoods = renumbered
        for x, name in enumerate(old.names):
            if name in new.number:
                y = new.number[name]
                new.weights[y] = max(new.weights[y], old.weights[x])
