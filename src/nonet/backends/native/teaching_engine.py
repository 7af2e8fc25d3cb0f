"""Named levels of consistency, for learning and comparing: from none to singleton.

Each name defines exactly the condition that the domains satisfy before search guesses again.  A
variable is *fixed* when one value is left.  The *pairwise view* of a model reads every AllDifferent
as a "different" for each pair of its variables and every other constraint as declared.

====================  ==========================================================
``generate-and-test``  nothing is removed; constraints are checked only when every
                       variable of the model is fixed
``backtracking``       nothing is removed; a constraint (pairwise view) is checked
                       when all its variables are fixed
``forward-checking``   in each constraint (pairwise view) with one variable that
                       is not assigned, that variable keeps the values for which
                       the constraint holds
``unit-propagation``   in each constraint (pairwise view) with one variable that
                       is not fixed, that variable keeps the values for which the
                       constraint holds; so does a fixed one
``arc-consistency``    each value of each variable has a support in each
                       constraint of the pairwise view: values of its other
                       variables, in their domains, with which it holds
``bounds``             the smallest and the largest value of each variable have a
                       support in each constraint as declared, the others taking
                       any integer between their smallest and largest: bounds(Z)
``gac``                each value has a support in each constraint as declared:
                       generalised arc consistency
``singleton-arc``      ``arc-consistency``, and no value leads to a failure at
                       that level when its variable is fixed to it
``singleton``          the same over ``gac``
====================  ==========================================================

At forward checking a variable is *assigned* when search has guessed the variable, or when its
domain had one value to begin with.  A variable that filters leave one value is not assigned: its
neighbours are filtered when search assigns the variable, which is the next guess in any order but
``lexicographic``.  At all other levels to be fixed is enough, so that ``unit-propagation`` is
forward checking carried on to its end.

Every level is the one fixed point of its definition, whatever the order of work.  Two exceptions,
both of ``bounds``, ``gac`` and ``singleton``: an equation too large to write out its sums
(``MAX_WORK`` of ``filters/linear.py``), and an ``AnyOf`` (or a constraint that lists a variable
twice) with more than ``MAX_COMBINATIONS`` combinations, are filtered by the fast engine's filters,
which is sound but may be weaker.

Definitions: Bessiere, "Constraint propagation", Handbook of Constraint
Programming, 2006; Choi, Harvey, Lee, Stuckey, "Finite domain bounds consistency
revisited", 2006; Debruyne, Bessiere, "Some practicable filtering techniques",
IJCAI 1997 (singleton).

>>> from nonet.model import AllDifferent, Model
>>> unit = AllDifferent(("a", "b", "c"))
>>> model = Model({"a": [1, 2], "b": [1, 2], "c": [1, 2, 3]}, [unit])
>>> for level in ("arc-consistency", "gac"):
...     engine = TeachingEngine(model.structure, Levels(level=level))
...     print(level, engine.propagate(), engine.domains()["c"])
arc-consistency True Domain({1, 2, 3})
gac True Domain({3})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from nonet.backends.native.engine import Engine, VariableOrder
from nonet.backends.native.filter import Failure, Filter
from nonet.backends.native.filters import LevelName, Levels
from nonet.backends.native.search import lexicographic
from nonet.backends.native.teaching_filters import LEVEL_FACTORIES, single_bits
from nonet.deadline import check, checked
from nonet.model import Annotation, Constraint, Domain, Structure

BASE_LEVELS: dict[LevelName, LevelName] = {"singleton": "gac", "singleton-arc": "arc-consistency"}
"""The level that a singleton level tries each value at."""


class TeachingEngine(Engine):
    """The engine with the filters of a named level, counting ``checks``.

    A check asks a constraint about one value or one combination of values.
    Filters that look at a whole constraint at once make none; their work shows
    in ``filterings``.
    """

    counts_checks = True

    def __init__(self, structure: Structure, levels: Levels) -> None:
        self.level = levels.level
        self.is_probing = False
        """Whether the engine runs a trial (singleton consistency) whose changes are undone."""
        self._probe_failure: Failure | None = None
        self._constraints = structure.constraints
        super().__init__(structure, LEVEL_FACTORIES[BASE_LEVELS.get(levels.level, levels.level)])

    def domains(self) -> dict[str, Domain]:
        """Return the present domain of every variable."""
        return {name: self.domain(x) for name, x in self.number.items()}

    def propagate(self) -> bool:
        """To the fixed point of the level; ``False`` if a constraint cannot hold."""
        if self.level == "generate-and-test":
            return self._check_all()
        if self.level == "forward-checking":
            return self._check_forward()
        if not super().propagate():
            return False
        return self._enforce_singleton_consistency() if self.level in BASE_LEVELS else True

    # -- forward checking ----------------------------------------------------------------

    def reset(self, narrowed: Mapping[str, Domain]) -> None:
        """Restore the full domains, except the domains in ``narrowed``; variables with one value
        are assigned."""
        super().reset(narrowed)
        if self.level == "forward-checking":
            self.assigned = dict.fromkeys(self.newly_fixed, 0)

    def assign(self, x: int, bit: int) -> None:
        """Guess that ``x`` has the value of ``bit``."""
        super().assign(x, bit)
        if self.level == "forward-checking":
            self.assigned[x] = len(self.trail)

    def undo(self, mark: int) -> None:
        """Take back every change since ``mark``."""
        super().undo(mark)
        while self.assigned and next(reversed(self.assigned.values())) > mark:
            self.assigned.popitem()

    def order_variables(self, order: VariableOrder) -> VariableOrder:
        """Return an order that, at forward checking, assigns variables with one value left before
        other variables."""
        if self.level != "forward-checking":
            return order

        def select(engine: Engine) -> int | None:
            waiting = (x for x in range(len(self.names)) if x not in self.assigned)
            if order is not lexicographic:
                waiting = (x for x in waiting if not self.masks[x] & (self.masks[x] - 1))
            return next(waiting, None)

        return lambda engine: order(engine) if (x := select(engine)) is None else x

    def is_settled(self, x: int) -> bool:
        """Whether a variable has one value and, at forward checking, is assigned."""
        return x in self.assigned if self.level == "forward-checking" else super().is_settled(x)

    def _check_forward(self) -> bool:
        """Let the variables just assigned filter their neighbours, once."""
        assigned = [x for x in self.newly_fixed if x in self.assigned]
        try:
            for x in assigned:
                check()
                for each in self.on_fixed[x]:
                    self.filterings += 1
                    self.work += 1
                    each.fixed(self, x)
            for queue in self.queues:  # of single variables, and of the objective
                while queue:
                    each = queue.popleft()
                    each.awake = False
                    self.filterings += 1
                    self.work += 1
                    each.filter(self)
        except Failure as failure:
            self.record_failure(failure)
            return False
        finally:
            self._clear_pending()
            self.processed_changes = len(self.trail)
        return True

    # -- driven by hand --------------------------------------------------------------------

    def propagate_constraint(self, constraint: Constraint) -> bool:
        """Filter one constraint alone, for learners who choose themselves which is next."""
        return self.propagate_filters([f for f in self.filters if f.constraint is constraint])

    def record_failure(self, failure: Failure) -> None:
        """Record a failure; a failure of a trial is kept for its explanation."""
        if self.is_probing:
            self._probe_failure = failure
        else:
            super().record_failure(failure)

    def _check_all(self) -> bool:
        """Check all constraints once every variable is fixed."""
        self.newly_fixed.clear()
        self.processed_changes = len(self.trail)
        if any(mask & (mask - 1) for mask in self.masks):
            return True
        assignment = self.assignment()
        for constraint in checked(self._constraints):
            self.checks += 1
            if not constraint.holds(assignment):
                scope = [self.number[name] for name in constraint.scope]
                self.record_failure(Failure(Filter(constraint, scope), scope))
                return False
        return True

    def _enforce_singleton_consistency(self) -> bool:
        """Try every value of every open variable until none leads to a failure."""
        settled = 0  # variables in a row whose values all passed
        x, last = 0, len(self.names)
        while settled < last:
            settled += 1
            bits = self.masks[x] if self.masks[x] & (self.masks[x] - 1) else 0
            for bit in single_bits(bits):
                refutation = self._probe(x, bit) if self.masks[x] & bit else None
                if refutation is None:
                    continue
                settled = 0
                try:
                    self.set(x, self.masks[x] & ~bit, refutation, ())
                except Failure as failure:
                    self.record_failure(failure)
                    return False
                if not super().propagate():
                    return False
            x = (x + 1) % last
        return True

    def _probe(self, x: int, bit: int) -> Filter | None:
        """Fix ``x`` for a moment: the filter to blame if that fails, else ``None``."""
        if not self.masks[x] & (self.masks[x] - 1):
            return None
        mark, self.is_probing, self._probe_failure = self.mark(), True, None
        self.assign(x, bit)
        holds = super().propagate()
        self.undo(mark)
        self.is_probing = False
        if holds:
            return None
        assert self._probe_failure is not None
        broken = self._probe_failure.source.constraint
        value = self.value(x, bit)
        annotation = Annotation(
            "trial",
            f"the trial {self.names[x]} = {value}",
            f"With {self.names[x]} = {value}, {broken.description} cannot hold.",
        )
        return Filter(replace(broken, rule=annotation), (x,))
