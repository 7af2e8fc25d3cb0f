"""Connected: the variables with a value of one kind hang together in a graph.

>>> chain = Connected(("a", "b", "c"), (("a", "b"), ("b", "c")), ((1,),))
>>> chain.holds({"a": 1, "b": 1, "c": 2}), chain.holds({"a": 1, "b": 2, "c": 1})
(True, False)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nonet.errors import ModelError
from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import Assignment, Constraint, Decomposition, FreshName
from nonet.model.constraints.linear import Linear
from nonet.model.constraints.table import Table
from nonet.model.domain import Domain
from nonet.model.integers import checked_integer, checked_integers, checked_tuple


@dataclass(frozen=True)
class Connected(Constraint):
    """For each kind, the variables with a value of this kind form one connected part of a graph.

    ``edges`` are the pairs of variables that are neighbours.  A kind is a set of values, and no
    value is in two kinds; a value in no kind is free.  A kind may be absent.  With ``reach``, at
    most so many steps lead from the first variable of a kind, in the order of the scope, to every
    other variable of the kind: where a kind has at most n variables, n - 1 is no restriction and
    makes the encoding shorter.
    """

    edges: tuple[tuple[str, str], ...]
    kinds: tuple[tuple[int, ...], ...]
    reach: int | None = None

    def __post_init__(self) -> None:
        edges = tuple(
            (self._variable_name(a), self._variable_name(b))
            for a, b in (checked_tuple(edge, self, "an edge") for edge in self.edges)
        )
        kinds = tuple(
            tuple(sorted(set(checked_integers(kind, self, "value")))) for kind in self.kinds
        )
        object.__setattr__(self, "edges", edges)
        object.__setattr__(self, "kinds", kinds)
        super().__post_init__()
        if self.reach is not None:
            object.__setattr__(self, "reach", checked_integer(self.reach, self, "reach"))
            if self.reach < 0:
                raise ModelError(f"{self.description}: reach is 0 or more, not {self.reach}")
        known = set(self.scope)
        for name in (name for edge in edges for name in edge if name not in known):
            raise ModelError(f"{self.description}: {name} is in an edge and not in the scope")
        values = [value for kind in kinds for value in kind]
        if len(set(values)) < len(values):
            raise ModelError(f"{self.description}: a value is of two kinds")
        if len(known) < len(self.scope):
            raise ModelError(f"{self.description}: a variable is listed twice")

    def holds(self, assignment: Assignment) -> bool:
        near = self._neighbours
        for kind in self.kinds:
            part = [name for name in self.scope if assignment[name] in kind]
            steps = dict.fromkeys(part[:1], 0)
            waiting = part[:1]
            for name in waiting:
                for other in near[name]:
                    if assignment[other] in kind and other not in steps:
                        steps[other] = steps[name] + 1
                        waiting.append(other)
            if len(steps) < len(part):
                return False
            if self.reach is not None and max(steps.values(), default=0) > self.reach:
                return False
        return True

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition:
        """The steps of each variable from the first of its kind, along neighbours of the kind.

        The numbers are lengths of shortest paths, so the scope determines all: the first has none,
        neighbours of one kind differ by at most 1, and every other variable has a neighbour with
        one step less.
        """
        return _Decomposer(self, domains, fresh).decomposition()

    @property
    def _neighbours(self) -> dict[str, list[str]]:
        neighbours: dict[str, list[str]] = {name: [] for name in self.scope}
        for a, b in self.edges:
            neighbours[a].append(b)
            neighbours[b].append(a)
        return neighbours


class _Decomposer:
    """The parts of a decomposition under construction."""

    def __init__(self, of: Connected, domains: Mapping[str, Domain], fresh: FreshName) -> None:
        self.of, self.domains, self.fresh = of, domains, fresh
        self.kind = {value: number for number, kind in enumerate(of.kinds) for value in kind}
        self.new: dict[str, Domain] = {}
        self.parts: list[Constraint] = []

    def decomposition(self) -> Decomposition:
        """All parts."""
        of = self.of
        farthest = len(of.scope) - 1
        longest = farthest if of.reach is None else min(of.reach, farthest)
        steps = {name: self.new_variable("steps", longest) for name in of.scope}
        self.post_firsts(steps)
        nearer: dict[str, list[Constraint]] = {name: [] for name in of.scope}
        # Every variable but the first of its kind has a neighbour of its kind one step nearer to the
        # first: that is connectedness, and the number of steps is the distance, so solutions stay single.
        for a, b in self.of.edges:
            if a != b:
                towards = self.post_edge(a, b, steps)
                nearer[a].append(self.equals(towards, 3))
                nearer[b].append(self.equals(towards, 1))
        for name in of.scope:
            groups = [self.equals(steps[name], 0), *nearer[name]]
            self.post(AnyOf(tuple((each,) for each in groups), rule=of.rule))
        return Decomposition(tuple(self.parts), self.new)

    def post_firsts(self, steps: Mapping[str, str]) -> None:
        """No steps where a variable is the first of its kind in the scope or of none."""
        first = {name: self.new_variable("first", 1) for name in self.of.scope}
        for name in self.of.scope:
            rows = {(count, int(count == 0)) for count in self.new[steps[name]]}
            self.post(Table((steps[name], first[name]), frozenset(rows), rule=self.of.rule))
            free = [value for value in self.domains[name] if value not in self.kind]
            if free:
                rows = {
                    (v, int(v not in self.kind or b)) for v in self.domains[name] for b in (0, 1)
                }
                rows |= {(v, 0) for v in self.domains[name] if v in self.kind}
                self.post(Table((name, first[name]), frozenset(rows), rule=self.of.rule))
        # "met" runs through the scope and becomes 1 at the first variable of the kind, which is "first"
        for number in range(len(self.of.kinds)):
            before = ""
            for name in self.of.scope:
                of_kind = {value: self.kind.get(value) == number for value in self.domains[name]}
                if not any(of_kind.values()):
                    continue
                after = self.new_variable("met", 1)
                if not before:
                    rows = {(value, int(literal)) for value, literal in of_kind.items()}
                    self.post(Table((name, after), frozenset(rows), rule=self.of.rule))
                    rows = {
                        (v, b) for v, literal in of_kind.items() for b in (0, 1) if b or not literal
                    }
                    self.post(Table((name, first[name]), frozenset(rows), rule=self.of.rule))
                else:
                    triples = {
                        (met, value, int(met or literal))
                        for met in (0, 1)
                        for value, literal in of_kind.items()
                    }
                    names = (before, name, after)
                    self.post(Table(names, frozenset(triples), rule=self.of.rule))
                    triples = {
                        (met, value, is_first)
                        for met in (0, 1)
                        for value, literal in of_kind.items()
                        for is_first in (0, 1)
                        if not literal or is_first == 1 - met
                    }
                    names = (before, name, first[name])
                    self.post(Table(names, frozenset(triples), rule=self.of.rule))
                before = after

    def post_edge(self, a: str, b: str, steps: Mapping[str, str]) -> str:
        """How the steps change from ``a`` to ``b``: 1 up, 2 not, 3 down; 0 of different kinds."""
        towards = self.new_variable("towards", 3)
        same = [
            (v, w)
            for v in self.domains[a]
            for w in self.domains[b]
            if v in self.kind and self.kind[v] == self.kind.get(w)
        ]
        together = set(same)
        other = [(v, w) for v in self.domains[a] for w in self.domains[b] if (v, w) not in together]
        alike = self.new_variable("alike", 1)
        cases = ((1, same), (0, other))
        groups: list[tuple[Constraint, ...]] = [
            (self.equals(alike, truth), Table((a, b), frozenset(rows), rule=self.of.rule))
            for truth, rows in cases
            if rows or not (same or other)  # a domain may be empty: then neither can hold
        ]
        if not groups:  # a variable has no value: no pair is alike, and none is not
            groups = [(Table((a,), frozenset(), rule=self.of.rule),)]
        self.post(AnyOf(tuple(groups), rule=self.of.rule))
        rows = {(0, 0), (1, 1), (1, 2), (1, 3)}
        self.post(Table((alike, towards), frozenset(rows), rule=self.of.rule))
        changes = ((1, -1), (2, 0), (3, 1))
        ways: list[tuple[Constraint, ...]] = [(self.equals(towards, 0),)]
        for way, change in changes:
            pair = (steps[a], steps[b])
            step = Linear(pair, (1, -1), "==", change, rule=self.of.rule)
            ways.append((self.equals(towards, way), step))
        self.post(AnyOf(tuple(ways), rule=self.of.rule))
        return towards

    def new_variable(self, part: str, highest: int) -> str:
        """A new variable of the values from 0 on."""
        name = self.fresh(part)
        self.new[name] = Domain.range(0, highest)
        return name

    def equals(self, name: str, value: int) -> Constraint:
        """A variable has a value."""
        return Linear((name,), (1,), "==", value, rule=self.of.rule)

    def post(self, part: Constraint) -> None:
        """Take a part."""
        self.parts.append(part)
