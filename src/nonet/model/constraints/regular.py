"""Regular: the values, read in order, are a word of a finite automaton.  Sandwiches.

>>> runs = Automaton(0, {1}, {(0, 1): 1, (1, 2): 0})     # 1, then 2 1 2 1 ...
>>> Regular(("a", "b", "c"), runs).holds({"a": 1, "b": 2, "c": 1})
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nonet.errors import ModelError
from nonet.model.constraints.base import Assignment, Constraint, Decomposition, Fresh
from nonet.model.constraints.table import Table
from nonet.model.domain import Domain


@dataclass(frozen=True)
class Automaton:
    """A deterministic finite automaton: states and symbols are integers.

    ``transitions`` maps (state, value) to the next state; a missing entry
    rejects.  Held as a sorted tuple of (state, value, next).
    """

    start: int
    accepting: frozenset[int]
    transitions: tuple[tuple[int, int, int], ...]

    def __init__(
        self,
        start: int,
        accepting: Iterable[int],
        transitions: Mapping[tuple[int, int], int] | Iterable[tuple[int, int, int]],
    ) -> None:
        if isinstance(transitions, Mapping):
            transitions = ((s, value, t) for (s, value), t in transitions.items())
        arcs = tuple(sorted({(s, value, t) for s, value, t in transitions}))
        step = {(s, value): t for s, value, t in arcs}
        if len(step) < len(arcs):
            raise ModelError("an automaton has at most one next state for a state and a value")
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "accepting", frozenset(accepting))
        object.__setattr__(self, "transitions", arcs)
        object.__setattr__(self, "_step", step)

    @property
    def step(self) -> Mapping[tuple[int, int], int]:
        """The next state by (state, value)."""
        return self._step  # type: ignore[attr-defined,no-any-return]


@dataclass(frozen=True)
class Regular(Constraint):
    """The values of ``scope``, in order, take ``automaton`` from start to an accepting state.

    Source: Pesant, "A regular language membership constraint", CP 2004.
    """

    automaton: Automaton

    def holds(self, assignment: Assignment) -> bool:
        state: int | None = self.automaton.start
        for variable in self.scope:
            state = self.automaton.step.get((state, assignment[variable]))  # type: ignore[arg-type]
            if state is None:
                return False
        return state in self.automaton.accepting

    def decompose(self, domains: Mapping[str, Domain], fresh: Fresh) -> Decomposition:
        """A variable for the state after each value, and a table for each step."""
        states: dict[str, Domain] = {}
        tables: list[Constraint] = []
        reached = {self.automaton.start}
        before: str | None = None
        for position, variable in enumerate(self.scope):
            last = position == len(self.scope) - 1
            arcs = {
                (s, value, t)
                for s, value, t in self.automaton.transitions
                if s in reached
                and value in domains[variable]
                and (not last or t in self.automaton.accepting)
            }
            reached = {t for _, _, t in arcs}
            scope = () if before is None else (before,)
            if last:
                rows = {(s, value)[2 - len(scope) - 1 :] for s, value, _ in arcs}
                tables.append(Table((*scope, variable), frozenset(rows), rule=self.rule))
                break
            after = fresh("state")
            states[after] = Domain.of(reached or {self.automaton.start})
            rows_ = {(s, value, t)[1 - len(scope) :] for s, value, t in arcs}
            tables.append(Table((*scope, variable, after), frozenset(rows_), rule=self.rule))
            before = after
        return Decomposition(tuple(tables), states)
