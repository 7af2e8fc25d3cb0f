"""Constraints on an entry at a place, and on tours, in which each node has a successor.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y, z = map(Variable, "xyz")
>>> ElementOf([7, 8, x], y, 8).holds({"x": 3, "y": 1})
True
>>> Inverse([x, y], [y, x]).holds({"x": 1, "y": 0})
False
>>> Circuit([x, y, z]).holds({"x": 2, "y": 0, "z": 1})
True
>>> SubCircuit([x, y, z]).holds({"x": 2, "y": 1, "z": 0})
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nonet.errors import ModelError, quantity
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.constraints.primitives import AllDifferent, AnyOf, Element, Linear
from nonet.model.domain import Domain
from nonet.model.expressions.affine import Affine, plus, times
from nonet.model.expressions.composed import Composed, global_constraint, list_text, values_of
from nonet.model.expressions.encoding import Encoder, false_constraint
from nonet.model.expressions.logic import Compare
from nonet.model.expressions.operations import Least, Truth
from nonet.model.integers import short_repr


@global_constraint
class ElementOf(Composed):
    """``array[index - first] == value``; where the index is outside, that does not hold.

    ``array[x]`` of an ``Array`` and ``element(array, x)`` are the expression for this entry, which
    always has a value: an index that can be outside is refused there.
    """

    array: tuple[Affine, ...]
    index: Affine
    is_value: Affine
    first: int = 0

    def _check_fields(self) -> None:
        if not self.array:
            raise ModelError(f"{self.description}: the array has no entry")

    def holds(self, assignment: Assignment) -> bool:
        place = self.index.value(assignment) - self.first
        return 0 <= place < len(self.array) and self.array[place].value(
            assignment
        ) == self.is_value.value(assignment)

    @property
    def formula(self) -> str:
        shift = f" - {self.first}" if self.first else ""
        return f"{list_text(self.array)}[{self.index}{shift}] == {self.is_value}"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        array = tuple(map(encoder.variable_for, self.array))
        index, value = encoder.variable_for(self.index), encoder.variable_for(self.is_value)
        return (Element(array, index, value, self.first),)


@global_constraint
class Inverse(Composed):
    """``forth[i] == j`` exactly where ``back[j] == i``, counted from 0."""

    method = "inverse"
    parallel = ("forth", "back")
    forth: tuple[Affine, ...]
    back: tuple[Affine, ...]

    def holds(self, assignment: Assignment) -> bool:
        forth, back = values_of(self.forth, assignment), values_of(self.back, assignment)
        places = range(len(forth))
        return all(j in places and back[j] == i for i, j in enumerate(forth)) and all(
            i in places and forth[i] == j for j, i in enumerate(back)
        )

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        forth = tuple(map(encoder.variable_for, self.forth))
        back = tuple(map(encoder.variable_for, self.back))
        places = [encoder.variable_for(Affine((), i)) for i in range(len(forth))]
        for first, second in ((forth, back), (back, forth)):
            if len(set(first)) == len(first):
                yield AllDifferent(first)  # follows from the others, and is seen sooner
            for index, place in zip(first, places, strict=True):
                yield Element(second, index, place)


@global_constraint
class Circuit(Composed):
    """``successor[i]`` is the node after ``i``; from 0 all nodes are visited once, back to 0."""

    method = "circuit"
    successor: tuple[Affine, ...]

    def holds(self, assignment: Assignment) -> bool:
        after = values_of(self.successor, assignment)
        node, seen = 0, 0
        while seen < len(after):
            node, seen = after[node], seen + 1
            if node == 0 or not 0 <= node < len(after):
                break
        return seen == len(after) and node == 0

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        super().check_domains(domains)
        for node, after in enumerate(self.successor):
            successors = after.possible_values(domains)
            if not (successors.base >= 0 and successors.highest < len(self.successor)):
                outside = successors.base if successors.base < 0 else successors.highest
                raise ModelError(
                    f"circuit: {after}, the node after {node}, can be {short_repr(outside)}, "
                    "and the "
                    f"nodes are 0 to {len(self.successor) - 1}: declare it over these, or shift it"
                )

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        """The nodes in the order visited, from 0: each is the successor of the one before."""
        after = tuple(map(encoder.variable_for, self.successor))
        nodes = Domain.range(0, len(after) - 1)
        if len(after) == 1:
            return [Linear(after, (1,), "==", 0)]
        visited = []
        current: str | None = None
        for _ in range(1, len(after)):
            if current is None:
                current = after[0]
            else:
                next_node = encoder.new_variable("visited", nodes)
                encoder.define(Element(after, current, next_node))
                current = next_node
            visited.append(current)
        tests: list[Constraint] = [Linear((name,), (1,), ">=", 1) for name in visited]
        tests.append(AllDifferent(tuple(visited)))
        if len(set(after)) == len(after):
            tests.append(AllDifferent(after))
            tests += [Linear((name,), (1,), "!=", i) for i, name in enumerate(after)]
        else:
            tests.append(false_constraint(encoder.domains))
        return tests


@global_constraint
class SubCircuit(Circuit):
    """``successor[i]`` is the node after ``i`` on a tour, or ``i`` if not on the tour.

    No node need be on the tour.
    """

    method = "subcircuit"

    def holds(self, assignment: Assignment) -> bool:
        return _is_one_tour(values_of(self.successor, assignment))

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        """Return that a walk from the first node on the tour comes back only after all nodes.

        As all successors differ, the walk comes back; but not before all nodes of the tour are
        visited.
        """
        after = tuple(map(encoder.variable_for, self.successor))
        last = len(after) - 1
        if len(set(after)) < len(after):
            return [false_constraint(encoder.domains)]
        alone = [Truth(Compare(Affine(((name, 1),)), "==", i)) for i, name in enumerate(after)]
        if not last:
            return [Linear(after, (1,), "==", 0)]
        first = encoder.variable_for_atom(
            Least(
                tuple(Affine(((t, last - i),) if i < last else (), i) for i, t in enumerate(alone))
            )
        )
        left_out = Affine(tuple((truth, 1) for truth in alone))
        tests: list[Constraint] = [AllDifferent(after)]
        node = first
        for steps in range(1, last + 1):
            following = encoder.new_variable("visited", Domain.range(0, last))
            encoder.define(Element(after, node, following))
            node = following
            enough = Compare(left_out, ">=", last + 1 - steps)
            tests.append(AnyOf(((Linear((node, first), (1, -1), "!=", 0),), (enough,))))
        return tests


def _is_one_tour(after: list[int]) -> bool:
    """Whether the nodes that are not their own successor are on one tour."""
    if sorted(after) != list(range(len(after))):
        return False
    visited = [node for node, following in enumerate(after) if following != node]
    node, steps = visited[0] if visited else 0, 0
    while visited and (node != visited[0] or not steps):
        node, steps = after[node], steps + 1
    return steps == len(visited)


@global_constraint
class ArcCircuit(Composed):
    """The arcs from ``tail[k]`` to ``head[k]`` whose ``chosen[k]`` is not 0 form one tour.

    A node with a chosen arc to itself is left out; all other nodes, which any arc names, are on the
    tour.  Nodes are any integers.
    """

    parallel = ("tail", "head", "chosen")
    tail: tuple[int, ...]
    head: tuple[int, ...]
    chosen: tuple[Affine, ...]

    @property
    def arcs(self) -> list[tuple[int, int, Affine]]:
        """The arcs (from, to, chosen) of nodes numbered from 0."""
        number = {node: i for i, node in enumerate(sorted({*self.tail, *self.head}))}
        tails, heads = (map(number.__getitem__, side) for side in (self.tail, self.head))
        return list(zip(tails, heads, self.chosen, strict=True))

    @property
    def is_simple(self) -> bool:
        """Whether there are two nodes or more, an arc from each, and no arc twice."""
        arcs = list(zip(self.tail, self.head, strict=True))
        nodes = {*self.tail}
        return nodes >= {*self.head} and len(nodes) > 1 and len({*arcs}) == len(arcs)

    def holds(self, assignment: Assignment) -> bool:
        chosen = [(tail, head) for tail, head, each in self.arcs if each.value(assignment)]
        after = [head for _, head in sorted(chosen)]
        nodes = list(range(len({*self.tail, *self.head})))
        return sorted(tail for tail, _ in chosen) == nodes and _is_one_tour(after)

    @property
    def formula(self) -> str:
        return f"circuit of {quantity(len(self.tail), 'arc')}"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        """Yield that one arc leaves each node, and that the nodes they lead to form a tour."""
        last = len({*self.tail, *self.head}) - 1
        chosen, after = [Affine(())] * (last + 1), [Affine(())] * (last + 1)
        for tail, head, each in self.arcs:
            low, high = each.bounds(encoder.domains)
            if low < 0 or high > 1:
                each = Affine(((Truth(Compare(each, "!=", 0)), 1),))
            chosen[tail] = plus(chosen[tail], each)
            after[tail] = plus(after[tail], times(each, head))
        for number in chosen:
            yield from encoder.linear_constraints(number, "==", 1)
        # at most the last, so that a node has a successor where several of its arcs are chosen too
        inside = (Affine(((Least((node, Affine((), last))), 1),)) for node in after)
        yield SubCircuit(tuple(inside))
