"""The loop of the search that learns: guess, propagate, analyse, jump back, restart.

``learning.py`` analyses failures.

``SessionSearch`` keeps nogoods from run to run, while constraints come and go.  A nogood follows from
some constraints, and its *rank* is the place of the last of these.  A run keeps the nogoods whose rank
is within the constraints shared with the run before.  The last constraints, if over one variable each,
are guessed first instead of posted, as SAT solvers do with assumptions, so that no nogood depends on
these.

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
from nonet.backends.native.engine import VariableOrder
from nonet.backends.native.engine_classes import make_engine
from nonet.backends.native.filters import Levels
from nonet.backends.native.learning import Conflict, LearningEngine, Nogood
from nonet.backends.native.search import (
    Counters,
    ValueOrder,
    guess,
    propagate_root,
    yield_solution,
)
from nonet.model import Constraint, Domain, Model, Structure
from nonet.model.constraints.base import structurally_equal

if TYPE_CHECKING:
    from nonet.backends.native import Native


RESTART_UNIT = 100
"""Failures before the first restart; later restarts follow Luby's sequence, times this number."""

MAX_NOGOODS = 4_000
"""Nogoods kept before the less useful half is forgotten; the limit grows by a tenth each time."""


def luby(number: int) -> int:
    """The terms of Luby's sequence, from 1: 1 1 2 1 1 2 4 1 1 2 ...

    >>> [luby(number) for number in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    size = number.bit_length()
    return 1 << size - 1 if number + 1 == 1 << size else luby(number + 1 - (1 << size - 1))


def search_and_learn(
    engine: LearningEngine,
    select_variable: VariableOrder,
    order_values: ValueOrder,
    request: Request,
    counters: Counters,
) -> Run:
    """Yield every solution once; return the reason why the search stopped, as a backend's ``run`` does.

    With an objective, yield only solutions that improve on all before.
    """
    better = engine.objective_filter
    most_nogoods = float(MAX_NOGOODS)
    failures_left = RESTART_UNIT
    consistent = propagate_root(engine, request, counters)
    while True:
        if request.expired():
            return "time"
        if request.effort is not None and engine.work >= request.effort:
            return "effort"
        if not consistent:
            counters.failures += 1
            failures_left -= 1
            assert engine.failure is not None
            conflict = engine.analyse(engine.failure)
            if conflict is None:
                return None
            engine.add_weight(conflict.involved)
            engine.report_conflict(conflict)
            consistent = _apply(engine, conflict)
            counters.nodes += 1
            continue
        if engine.assumptions and (assumed := engine.open_assumption()) is not None:
            x, mask = assumed
            if not engine.masks[x] & mask:
                return None  # only assumptions have been guessed
            counters.nodes += 1
            engine.assign(x, engine.masks[x] & mask)
            consistent = engine.propagate()
            continue
        variable = select_variable(engine)
        if variable is None:
            is_best = yield from yield_solution(engine, request, counters)
            if is_best or not engine.level_marks:
                return None
            # the guesses together lead to this solution alone
            guesses: dict[int, int] = {}  # of a variable that was guessed twice, the later
            for mark in reversed(engine.level_marks):
                x = engine.trail[mark][0]
                guesses.setdefault(x, engine.domain_before(x, mark + 1))
            depth = len(engine.level_marks)
            excluded = Conflict([*guesses.items()], depth - 1, 0, set())
            consistent = _apply(engine, excluded)
            counters.nodes += 1
            if better is not None:
                engine.wake(better)
                consistent = consistent and engine.propagate()
            continue
        if failures_left <= 0 and engine.level_marks:
            counters.restarts += 1
            failures_left = RESTART_UNIT * luby(counters.restarts + 1)
            engine.jump_to(0)
            engine.report("Backtracked", 1)
            engine.report("Restarted", counters.restarts)
            if len(engine.nogoods) > most_nogoods:
                engine.forget_nogoods()
                most_nogoods *= 1.1
            if not engine.propagate():
                return None
            continue
        bit = _first_value(engine, variable, order_values)
        depth = len(engine.level_marks) + 1
        counters.depth = max(counters.depth, depth)
        consistent = guess(engine, variable, bit, depth, request, counters)


def _apply(engine: LearningEngine, conflict: Conflict) -> bool:
    """Jump back, add the nogood, and propagate: ``False`` if a constraint cannot hold."""
    engine.jump_to(conflict.depth)
    engine.report("Backtracked", conflict.depth + 1)
    nogood = engine.add_nogood(conflict)
    x, mask = nogood.conditions[0]
    engine.set(x, engine.masks[x] & ~mask, nogood, nogood.scope)
    return engine.propagate()


def _first_value(engine: LearningEngine, x: int, order_values: ValueOrder) -> int:
    """Return the last value of a variable if its domain still has the value (phase saving)."""
    last = engine.last_values[x] & engine.masks[x]
    return last if last and not last & (last - 1) else next(order_values(engine, x))


class SessionSearch:
    """The nogoods, weights and last values of one session."""

    def __init__(self, backend: Native) -> None:
        self._backend = backend
        self._levels = Levels(backend.alldifferent, backend.linear, backend.level)
        self._engine: LearningEngine | None = None
        self._constraints: tuple[Constraint, ...] = ()
        """The constraints of the last run, in their order, without guessed constraints."""
        self._base_count = 0
        self._full: Structure | None = None
        """The structure of the engine; ``None`` while it is being changed."""
        self._narrowed: Mapping[str, Domain] = {}
        self._nogoods: list[Nogood] = []
        """The nogoods that hold still, with the numbers of variables of the last engine."""
        self._values: Mapping[str, int] = {}

    def run(self, model: Model, request: Request) -> Run:
        """Yield the solutions of a model, which may share constraints with the models before."""
        structure = model.structure
        count = self._base_count if structure.base is None else len(structure.base.constraints)
        last = len(structure.constraints)
        while last > count and len(structure.constraints[last - 1].scope) == 1:
            last -= 1
        posted, assumed = structure.constraints[:last], structure.constraints[last:]
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
            run = self._backend.search_with(engine, model, request)
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
        """Return the engine of these constraints: the last engine, if no constraint is gone."""
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
            built = make_engine(Structure(domains, base, structure.objective), self._levels, True)
            assert isinstance(built, LearningEngine)
            for filter_ in built.filters:
                filter_.rank = max(filter_.rank, base_count)
            if engine is not None:
                self._renumber(engine, built)
            engine = built
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
        """Return the posted form of a constraint, and the variables of this form alone."""
        cached = self._lowered.get(constraint)
        if cached is None:
            lowering = self._lowering
            before = len(lowering.domains)
            constraints = lowering.lowered(constraint)
            own = dict(list(lowering.domains.items())[before:])
            cached = self._lowered[constraint] = constraints, own
        return cached

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
