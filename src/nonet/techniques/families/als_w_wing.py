"""ALS-W-wings: two almost locked sets, joined by a strong link on a value that both have.

A value X has two places left in a house, or two groups of places.  The first end sees every X
of the first set, the second end every X of the second.  One of the sets therefore lacks X, and
has all its other values: a common value Z is in one of the sets, and candidates Z that see all
its places in both sets are false.  *Grouped*: an end of the link is several cells.  With sets
of a single cell each the pattern is a W-wing.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2}))
>>> list(find(position, frozenset({"als-w-wing"})))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from nonet.techniques.candidate_layout import bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.almost_locked import named_sets, set_list
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

PLAIN, GROUPED = "als-w-wing", "grouped-als-w-wing"

AlmostLockedSets = list[tuple[int, int]]


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Fewest cells first; each conclusion once."""
    done: set[tuple[str, int]] = set()
    for key in (PLAIN, GROUPED):
        if key not in requested:
            continue
        steps = sorted(_wings(position, key), key=lambda wing: wing[0].cell_count)
        for wing, eliminated in steps:
            if (key, eliminated) not in done:
                done.add((key, eliminated))
                yield _step(position, key, wing, eliminated)


def _wings(position: Position, key: str) -> Iterator[tuple[AlsWWingDetail, int]]:
    layout = position.layout
    graph = Graph.of(position, "groups" if key == GROUPED else "candidates")
    losing: dict[int, AlmostLockedSets] = {}
    sets = set_list(position)
    for node, links in graph.links.items():
        for other, truth in links:
            if node > other or truth < layout.cell_count:
                continue
            if (key == GROUPED) != (node >= graph.first_group or other >= graph.first_group):
                continue
            position.deadline.check()
            value = layout.house_and_value(truth)[1]
            ends = [graph.cells(node), graph.cells(other)]
            near = []
            for end, at in zip(ends, (node, other), strict=True):
                if at not in losing:
                    losing[at] = _sets_seeing(position, sets, value, end)
                near.append(losing[at])
            yield from _linked_wings(position, truth, value, (ends[0], ends[1]), (near[0], near[1]))


def _sets_seeing(
    position: Position, sets: AlmostLockedSets, value: int, end: int
) -> AlmostLockedSets:
    """Return the sets of which all places of a value see a node outside the set."""
    layout = position.layout
    sight = layout.seen_by_all(end)
    bit = 1 << value
    return [
        (cells, values)
        for cells, values in sets
        if values & bit and not cells & end and not cells & position.places_of(value) & ~sight
    ]


def _linked_wings(
    position: Position,
    truth: int,
    value: int,
    ends: tuple[int, int],
    near: tuple[AlmostLockedSets, AlmostLockedSets],
) -> Iterator[tuple[AlsWWingDetail, int]]:
    layout = position.layout
    for number, (first, second) in enumerate(product(*near)):
        if not number % 256:
            position.deadline.check()
        common = first[1] & second[1] & ~(1 << value)
        if first[0] & second[0] or not common or (first[0] | second[0]).bit_count() < 3:
            continue
        if (first[0] & ends[1]) or (second[0] & ends[0]):
            continue
        for z in bits(common):
            at = position.places_of(z)
            eliminated = at & layout.seen_by_all((first[0] | second[0]) & at)
            if eliminated:
                size = (first[0] | second[0]).bit_count()
                yield (
                    AlsWWingDetail(size, truth, value, z, ends, (first, second)),
                    eliminated << z * layout.cell_count,
                )


class AlsWWingDetail(NamedTuple):
    """The number of cells, the link's truth, both values, the link's ends and the sets."""

    cell_count: int
    truth: int
    linking_value: int
    value: int
    link_ends: tuple[int, int]
    sets: tuple[tuple[int, int], tuple[int, int]]

    def describe(self, step: Step) -> StepText:
        """An ALS-W-wing in words."""
        layout = step.layout
        x, z = layout.symbol(self.linking_value), layout.symbol(self.value)
        house = layout.houses[layout.house_and_value(self.truth)[0]].name
        ends = [phrases.cell_list(layout, end, "or") for end in self.link_ends]
        sets = [phrases.cell_list(layout, cells) for cells, _ in self.sets]
        joined = " and ".join(layout.cell_text(end) for end in self.link_ends)
        return StepText(
            f"{named_sets(layout, self.sets)}, connected by {x} in {joined}, Z={z}",
            f"Look at {sets[0]}, at {sets[1]} and at the {x}s of {house}",
            f"The {x} of {house} is at {ends[0]} or at {ends[1]}. In the first case there is no {x}"
            f" in {sets[0]}, in the second none in {sets[1]}. Either set has one value more than"
            f" cells, so without {x} it holds all others, {z} among them. So {z} is in one of the"
            f" sets, and {phrases.removal_text(layout, step.eliminations)}.",
        )


def _step(position: Position, key: str, wing: AlsWWingDetail, eliminated: int) -> Step:
    layout = position.layout
    cells = union_of(mask for mask, _ in wing.sets)
    pattern = position.open_candidates_in(cells)
    ends = (wing.link_ends[0] | wing.link_ends[1]) << wing.linking_value * layout.cell_count
    return Step(
        key,
        layout,
        eliminations=eliminated,
        pattern=pattern | ends,
        fins=pattern & layout.all_cells << wing.value * layout.cell_count,
        truths=(*bits(cells), wing.truth),
        sets=wing.sets,
        detail=wing,
    )
