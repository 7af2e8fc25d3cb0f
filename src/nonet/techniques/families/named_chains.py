"""Named chains: alternating inference chains that people know by their shape.

Of three strong links, S W S W S, with digits X, Y, Z and cells a, b, ...; ``=`` is strong,
``-`` weak:

- M-wing: (X=Y)a - Yb=(Y-X)c=Xd;
- S-wing (split): Xa=Xb - (X=Y)c - Yd=Ye;
- L-wing (local): Xa=Xb - Xc=(X-Y)d=Ye;
- H-wing (hybrid), three digits: Xa=(X-Y)b=(Y-Z)c=Zd, or (X=Y)a - Yb=(Y-Z)c=Zd, or
  (X=Y)a - (Y=Z)b - Zc=Zd;
- grouped W-wing: (X=Y)a - Yb=Yc - (Y=X)d with Y in a group of cells at b or c;
- multi-branch W-wing: the Y of a house is at three places or more, and each place is seen by a
  cell XY;
- purple cow: any other chain of three strong links through several digits.

Of two, through one digit, each link of a house with a group: grouped skyscraper (two parallel
lines), grouped two-string kite (row and column), grouped turbot fish (a box).

Longer: grouped X-chain (one digit); XY-X-chain (the ends are two digits in cells that see each
other, and each loses the other's); self constraint (a candidate that is true if assumed false);
node collision (an X-chain whose ends share a cell, one or both a group); *fishy cycle*, a
closed loop through one digit, and *XY-cycle*, a loop through cells of two values, whose weak
links all become exact.

Sources: StrmCkr, "hybrid wings", "local wing", Players' forum, 2013; SudokuStudio (Sunnie) for
purple cow and node collision. The graph is the graph of all chains
(``engines/inference_graph.py``).

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R4C4": 3}))
>>> print(next(find(position, frozenset({"purple-cow"}))))
Purple Cow: 3 3- r1c3 =3= r1c2 -3- r2c2 -4- r2c1 -3 => r1c2<>3
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.alternating_chains import LOOP_SEARCHES, AlternatingChain
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.families.chains import step_of
from nonet.techniques.position import Position
from nonet.techniques.step import Chain, Step, StepText

SHAPES = ("w-wing", "m-wing", "s-wing", "l-wing", "h-wing", "purple-cow")
PATTERNS = ("skyscraper", "2-string-kite", "turbot-fish")
MAX_LINKS_BY_CYCLE = {"fishy-cycle": 5, "xy-cycle": 8}
"""The most strong links of a closed loop."""

MAX_LINKS = 5
"""The most strong links of a grouped X-chain."""

MAX_CHAINS = 60_000
"""Chains that are walked at one position for one digit or one shape's search."""


class NodeChain(NamedTuple):
    """Nodes by number, from off to on, and the strong links' truths."""

    nodes: tuple[int, ...]
    truths: tuple[int, ...]


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield chains with two strong links, then three, then more; each conclusion of a name once."""
    done: set[tuple[str, int]] = set()
    for step in _all_steps(position, requested):
        if (step.key, step.eliminations) not in done:
            done.add((step.key, step.eliminations))
            yield step


def _all_steps(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    if any(key.removeprefix("grouped-") in PATTERNS for key in requested):
        yield from _single_digit_steps(position, requested, 2)
    for prefix in ("", "grouped-"):
        shapes = frozenset(prefix + shape for shape in SHAPES) & requested
        if shapes:
            yield from _three_link_steps(position, shapes, prefix)
    if "multi-branch-w-wing" in requested:
        yield from _branched_w_wings(position)
    if requested & {"grouped-x-chain", "node-collision"}:
        yield from _single_digit_steps(position, requested, MAX_LINKS)
    for key, most in MAX_LINKS_BY_CYCLE.items():
        for prefix in ("", "grouped-"):
            if prefix + key in requested:
                yield from _cycle_steps(position, prefix + key, most)
    yield from _loop_steps(position, requested)


# -- walks through the graph -----------------------------------------------------------


def _node_chains(graph: Graph, start: int, most: int, alive: int) -> Iterator[NodeChain]:
    """All chains from a node off, of up to ``most`` strong links; no node twice."""
    todo: list[tuple[tuple[int, ...], tuple[int, ...], int]] = [((start,), (), 1 << start)]
    tries = 0
    while todo:
        nodes, truths, used = todo.pop()
        for other, truth in graph.links.get(nodes[-1], ()):
            if used >> other & 1 or not alive >> other & 1:
                continue
            tries += 1
            if tries > MAX_CHAINS:
                return
            walk = NodeChain((*nodes, other), (*truths, truth))
            yield walk
            if len(walk.truths) < most:
                graph.deadline.check()
                seen = used | 1 << other
                todo += [
                    ((*walk.nodes, off), walk.truths, seen | 1 << off)
                    for off in bits(graph.weak[other] & graph.linked_nodes & alive & ~seen)
                ]


def _has_group(graph: Graph, nodes: tuple[int, ...]) -> bool:
    return any(node >= graph.first_group for node in nodes)


def _step(
    position: Position, key: str, graph: Graph, nodes: tuple[int, ...], eliminated: int
) -> Step:
    return step_of(position, key, AlternatingChain(graph.candidate_masks(nodes), eliminated))


def _common_exclusions(graph: Graph, first: int, second: int) -> int:
    return graph.weak[first] & graph.weak[second] & graph.candidate_nodes


# -- three strong links ----------------------------------------------------------------


def _three_link_steps(position: Position, requested: frozenset[str], prefix: str) -> Iterator[Step]:
    graph = Graph.of(position, "groups" if prefix else "candidates")
    every = -1
    for start in list(graph.links):
        for walk in _node_chains(graph, start, 3, every):
            nodes = walk.nodes
            if (
                len(nodes) != 6
                or nodes[0] > nodes[-1]
                or (_has_group(graph, nodes) != bool(prefix))
            ):
                continue
            eliminated = _common_exclusions(graph, nodes[0], nodes[-1])
            key = prefix + _shape_name(graph, walk) if eliminated else ""
            if key in requested and _visits_cells_once(graph, nodes):
                yield _step(position, key, graph, nodes, eliminated)


def _visits_cells_once(graph: Graph, nodes: tuple[int, ...]) -> bool:
    """Return whether a chain visits no cell twice, except that its ends may share a cell."""
    cells = [graph.cells(node) for node in nodes]
    return not any(
        first & second
        for (m, first), (n, second) in combinations(enumerate(cells), 2)
        if 1 < n - m < len(nodes) - 1
    )


def _shape_name(graph: Graph, walk: NodeChain) -> str:
    """The name of a chain of three strong links; empty for an X- or XY-chain."""
    count = graph.layout.cell_count
    in_cell = tuple(truth < count for truth in walk.truths)
    highest = (graph.candidates(node).bit_length() - 1 for node in walk.nodes)
    values = tuple(candidate // graph.layout.cell_count for candidate in highest)
    digits = len(set(values))
    x, last = values[0], values[-1]
    if digits == 1 or all(in_cell):
        return ""
    if digits == 2:
        if in_cell == (True, False, True) and x == last:
            return "w-wing"
        if in_cell in ((True, False, False), (False, False, True)) and x == last:
            return "m-wing"
        if in_cell == (False, True, False) and x != last:
            return "s-wing"
        if in_cell == (False, False, False) and x != last:
            return "l-wing"
    shapes = ((False,) * 3, (True, False, False), (False, False, True), (True, True, False))
    if digits == 3 and x != last and in_cell in (*shapes, (False, True, True)):
        return "h-wing"
    return "purple-cow"


# -- one digit -------------------------------------------------------------------------


def _single_digit_steps(position: Position, requested: frozenset[str], most: int) -> Iterator[Step]:
    graph = Graph.of(position, "groups")
    for value in range(position.layout.value_count):
        alive = _nodes_of_value(graph, value)
        results = [
            (walk, eliminated)
            for start in bits(alive & graph.linked_nodes)
            for walk in _node_chains(graph, start, most, alive)
            if walk.nodes[0] < walk.nodes[-1]
            and len(walk.truths) >= 2
            and min(walk.truths) >= position.layout.cell_count
            and _has_group(graph, walk.nodes)
            and (eliminated := _common_exclusions(graph, walk.nodes[0], walk.nodes[-1]))
        ]
        for walk, eliminated in sorted(results, key=lambda pair: len(pair[0].nodes)):
            ends = [graph.candidates(node) for node in (walk.nodes[0], walk.nodes[-1])]
            key = "grouped-x-chain"
            if ends[0] & ends[1]:
                key = "node-collision"
            elif len(walk.truths) == 2:
                key = _pattern_name(position, walk)
            if key in requested:
                yield _step(position, key, graph, walk.nodes, eliminated)


def _nodes_of_value(graph: Graph, value: int) -> int:
    layout = graph.layout
    plain = layout.all_cells << value * layout.cell_count & graph.open
    groups = sum(
        1 << graph.first_group + n
        for n, mask in enumerate(graph.groups)
        if not mask & ~(layout.all_cells << value * layout.cell_count)
    )
    return plain | groups


def _pattern_name(position: Position, walk: NodeChain) -> str:
    layout = position.layout
    houses = [layout.houses[layout.house_and_value(truth)[0]] for truth in walk.truths]
    kinds = {house.kind for house in houses}
    if kinds == {"row", "column"}:
        return "grouped-2-string-kite"
    lines = len(kinds) == 1 and kinds <= {"row", "column"}
    return "grouped-skyscraper" if lines else "grouped-turbot-fish"


# -- loops and what chains come to ---------------------------------------------------


def _cycle_steps(position: Position, key: str, most: int) -> Iterator[Step]:
    """Closed loops, shortest first."""
    count = position.layout.cell_count
    fishy, grouped = key.endswith("fishy-cycle"), key.startswith("grouped-")
    grouped_graph = Graph.of(position, "groups")
    graph = grouped_graph if fishy else Graph.of_bivalue_cells(position)
    values = range(position.layout.value_count) if fishy else (-1,)
    for value in values:
        alive = _nodes_of_value(graph, value) if fishy else -1
        results = []
        for start in bits(alive & graph.linked_nodes) if fishy else sorted(graph.links):
            for walk in _node_chains(graph, start, most, alive):
                nodes = walk.nodes
                if len(nodes) < 4 or min(nodes) != start or not graph.weak[nodes[-1]] >> start & 1:
                    continue
                if fishy and (min(walk.truths) < count or _has_group(graph, nodes) != grouped):
                    continue
                eliminated = union_of(
                    _common_exclusions(grouped_graph, first, second)
                    for first, second in zip(nodes[1::2], (*nodes[2::2], start), strict=True)
                )
                if eliminated:
                    results.append((nodes, eliminated))
        for nodes, eliminated in sorted(results, key=lambda pair: len(pair[0])):
            yield _step(position, key, graph, nodes, eliminated)


def _loop_steps(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    layout = position.layout
    for prefix in ("", "grouped-"):
        nodes = "groups" if prefix else "candidates"
        if prefix + "self-constraint" in requested:
            for result in LOOP_SEARCHES["discontinuous-nice-loop"](position, nodes):  # type: ignore[arg-type]
                grouped = any(mask & (mask - 1) for mask in result.nodes)
                if result.nodes[0] == result.nodes[-1] and grouped == bool(prefix):
                    yield step_of(position, prefix + "self-constraint", result)
        key = prefix + "xy-x-chain"
        for result in LOOP_SEARCHES["aic"](position, nodes) if key in requested else ():  # type: ignore[arg-type]
            values = {next(layout.by_value(result.nodes[end]))[0] for end in (0, -1)}
            grouped = any(mask & (mask - 1) for mask in result.nodes)
            if len(values) == 2 < result.eliminations.bit_count() + 1 and grouped == bool(prefix):
                yield step_of(position, key, result)


# -- multi-branch W-wings --------------------------------------------------------------


def _branched_w_wings(position: Position) -> Iterator[Step]:
    layout, sees = position.layout, position.layout.sees
    for pair, cells in position.bivalue_cells().items():
        if cells.bit_count() < 3:
            continue
        for link in bits(pair):
            other = (pair & ~(1 << link)).bit_length() - 1
            for house in layout.complete_houses:
                places = position.places_of(link) & house.cells
                ends = [cells & sees[place] & ~house.cells for place in bits(places)]
                if len(ends) < 3 or not all(ends):
                    continue
                yield from _choose_branch_cells(position, house.number, places, ends, (link, other))


def _choose_branch_cells(
    position: Position, house: int, places: int, ends: list[int], pair: tuple[int, int]
) -> Iterator[Step]:
    """Yield for each target a cell per place that sees both; one step for equal eliminations."""
    layout, sees = position.layout, position.layout.sees
    link, other = pair
    by_cells: dict[tuple[int, ...], int] = {}
    for target in bits(position.places_of(other)):
        able = [mask & sees[target] for mask in ends]
        if all(able) and not position.layout.houses[house].cells >> target & 1:
            cells = tuple((mask & -mask).bit_length() - 1 for mask in able)
            if len(set(cells)) > 2:
                by_cells[cells] = by_cells.get(cells, 0) | 1 << target
    shift, to = link * layout.cell_count, other * layout.cell_count
    for cells, targets in by_cells.items():
        chains = tuple(
            Chain(
                tuple(1 << n for n in (shift + place, shift + cell, to + cell)),
                (True, False, True),
            )
            for place, cell in zip(bits(places), cells, strict=True)
        )
        ends_mask = sum(1 << cell for cell in set(cells))
        yield Step(
            "multi-branch-w-wing",
            layout,
            eliminations=targets << to,
            pattern=places << shift | layout.candidates_in(ends_mask, 1 << link | 1 << other),
            truths=(layout.house_set(house, link), *bits(ends_mask)),
            chains=chains,
            detail=BranchedWWingDetail(house, places, cells, pair),
        )


class BranchedWWingDetail(NamedTuple):
    """The house, its places of the linking digit, the cell that sees each, and both digits."""

    house: int
    places: int
    cells: tuple[int, ...]
    values: tuple[int, int]

    def describe(self, step: Step) -> StepText:
        """A W-wing of several branches."""
        layout = step.layout
        x, z = (layout.symbol(value) for value in self.values)
        ends = sum(1 << cell for cell in set(self.cells))
        name = layout.houses[self.house].name
        each = phrases.joined_words(
            f"{layout.cells[cell]} {layout.cells[place]}"
            for place, cell in zip(bits(self.places), self.cells, strict=True)
        )
        return StepText(
            f"{z}/{x} in {layout.cell_text(ends)} connected by {x} in "
            f"{layout.cell_text(self.places)}",
            f"Look at the cells {x}/{z} around {name}",
            f"{phrases.cell_list(layout, ends)} are all {x} or {z}. Wherever the {x} of {name} "
            "is, it "
            f"is seen by one of them ({each}), which is {z} then. So one of them is {z}, and "
            f"{phrases.removal_text(layout, step.eliminations)}.",
        )
