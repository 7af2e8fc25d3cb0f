"""Connected: the variables with a value of one kind hang together in a graph.

>>> chain = Connected(("a", "b", "c"), (("a", "b"), ("b", "c")), ((1,),))
>>> chain.holds({"a": 1, "b": 1, "c": 2}), chain.holds({"a": 1, "b": 2, "c": 1})
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product

from nonet.errors import ModelError
from nonet.model.constraints.base import Assignment, Constraint, Decomposition, FreshName
from nonet.model.constraints.primitives import AnyOf, Linear, Table
from nonet.model.domain import Domain
from nonet.model.integers import checked_integer, checked_integers, checked_tuple


@dataclass(frozen=True)
class Connected(Constraint):
    """For each kind, the variables with a value of this kind form one connected part of a graph.

    ``edges`` are the pairs of variables that are neighbours.  A kind is a set of values, and no
    value is in two kinds; a value in no kind is free.  A kind may be absent.  With ``reach``, at
    most ``reach`` steps lead from the first variable of a kind, in the order of the scope, to every
    other variable of the kind: where a kind has at most n variables, n - 1 is not a restriction and
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
        self.__dict__.update(edges=edges, kinds=kinds)
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
        neighbours = self._neighbours
        for kind in self.kinds:
            part = [name for name in self.scope if assignment[name] in kind]
            steps = dict.fromkeys(part[:1], 0)
            waiting = part[:1]
            for name in waiting:
                for other in neighbours[name]:
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
            self.parts.append(AnyOf(tuple((each,) for each in groups), rule=of.rule))
        return Decomposition(tuple(self.parts), self.new)

    def post_firsts(self, steps: Mapping[str, str]) -> None:
        """No steps where a variable is the first of its kind in the scope or of none."""
        first = {name: self.new_variable("first", 1) for name in self.of.scope}
        kind = self.kind.get
        for name in self.of.scope:
            self.post_table((steps[name], first[name]), lambda count, b: b == (count == 0))
            if any(value not in self.kind for value in self.domains[name]):
                self.post_table((name, first[name]), lambda v, b: b == 1 or v in self.kind)
        # "met" runs through the scope and becomes 1 at the first variable of the kind, which is "first"
        for number in range(len(self.of.kinds)):
            before = ""
            for name in self.of.scope:
                if number not in map(kind, self.domains[name]):
                    continue
                after = self.new_variable("met", 1)
                if not before:
                    self.post_table((name, after), lambda v, m, k=number: m == (kind(v) == k))
                    self.post_table(
                        (name, first[name]), lambda v, b, k=number: b == 1 or kind(v) != k
                    )
                else:
                    self.post_table(
                        (before, name, after), lambda m, v, n, k=number: n == (m or kind(v) == k)
                    )
                    self.post_table(
                        (before, name, first[name]),
                        lambda m, v, b, k=number: kind(v) != k or b == 1 - m,
                    )
                before = after

    def post_edge(self, a: str, b: str, steps: Mapping[str, str]) -> str:
        """How the steps change from ``a`` to ``b``: 1 up, 2 not, 3 down; 0 of different kinds."""
        towards, alike = self.new_variable("towards", 3), self.new_variable("alike", 1)
        kind = self.kind.get
        self.post_table(
            (a, b, alike), lambda v, w, same: same == (v in self.kind and kind(v) == kind(w))
        )
        self.post_table((alike, towards), lambda same, way: same == (way > 0))
        changes = ((1, -1), (2, 0), (3, 1))
        ways: list[tuple[Constraint, ...]] = [(self.equals(towards, 0),)]
        for way, change in changes:
            pair = (steps[a], steps[b])
            step = Linear(pair, (1, -1), "==", change, rule=self.of.rule)
            ways.append((self.equals(towards, way), step))
        self.parts.append(AnyOf(tuple(ways), rule=self.of.rule))
        return towards

    def post_table(self, names: tuple[str, ...], test: Callable[..., bool]) -> None:
        """Post that the values of some variables pass a test."""
        domains = [self.new.get(name) or self.domains[name] for name in names]
        rows = frozenset(row for row in product(*domains) if test(*row))
        self.parts.append(Table(names, rows, rule=self.of.rule))

    def new_variable(self, part: str, highest: int) -> str:
        name = self.fresh(part)
        self.new[name] = Domain.range(0, highest)
        return name

    def equals(self, name: str, value: int) -> Constraint:
        return Linear((name,), (1,), "==", value, rule=self.of.rule)
