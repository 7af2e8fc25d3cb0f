"""Colouring: candidates joined by strong links, in two colours, of which one is all true.

In a house where a value has two places, and in a cell of two values, exactly one of the two
candidates is true.  Along such links colours alternate, so one colour of a component of the
inference graph holds throughout.  Simple and multi colours stay within one value, 3D Medusa takes
all values and cells:

- trap: a candidate that both colours of a component exclude is false;
- wrap: a colour that would put two values in a cell or a value twice in a house, or leave a cell
  without a value, is false;
- multi colours 2: a colour that excludes candidates of both colours of another component is false;
- multi colours 1: where two colours of different components exclude each other, one of the opposite
  colours is true, and a candidate that both opposites exclude is false.

Definitions follow HoDoKu 2.2 (all that two components give is one step) and, for 3D Medusa,
sudopedia.  The components of a value depend on its places alone and are cached for the path.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.families.templates import reducible_values
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

MIN_CANDIDATES = 4
"""The fewest candidates of a component of several values that is looked at."""

QUICK = True


class Component(NamedTuple):
    """A component's two colours, as masks of candidates, and the truths that join them."""

    first: int
    second: int
    truths: tuple[int, ...]

    @property
    def colors(self) -> tuple[int, int]:
        """Both colours."""
        return self.first, self.second


def components(graph: Graph) -> Iterator[Component]:
    """Yield the components of the strong links; the first candidate has the first colour."""
    remaining = graph.linked_nodes
    while remaining:
        start = remaining & -remaining
        colors, todo, turn = [start, 0], start, 0
        while todo:
            todo = graph.on_if_any_off(todo) & ~colors[1 - turn]
            turn = 1 - turn
            colors[turn] |= todo
        remaining &= ~(colors[0] | colors[1])
        if not colors[0] & colors[1]:
            nodes = bits(colors[0] | colors[1])
            truths = dict.fromkeys(truth for node in nodes for _, truth in graph.links[node])
            yield Component(colors[0], colors[1], tuple(truths))


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The steps of the wanted colourings: traps, wraps, then multi colours, then 3D Medusa."""
    for key in _SEARCH_BY_KEY:
        if key in requested:
            for value in reducible_values(position):
                yield from position.path_cached(
                    _steps_of_value, key, value, position.places_of(value)
                )
    for key in ("3d-medusa-wrap", "3d-medusa-trap"):
        if key in requested:
            graph = Graph.of(position)
            parts = [
                part
                for part in components(graph)
                if (part.first | part.second).bit_count() >= MIN_CANDIDATES
                and sum(1 for _ in position.layout.by_value(part.first | part.second)) > 1
            ]
            search = _traps if key.endswith("trap") else _wraps
            yield from search(key, graph, parts)


def _steps_of_value(position: Position, key: str, value: int, _: int) -> tuple[Step, ...]:
    graph = Graph.of_value(position, value)
    return tuple(_SEARCH_BY_KEY[key](key, graph, list(components(graph))))


def _seen_by_color(graph: Graph, color: int) -> int:
    return union_of(graph.weak[candidate] for candidate in bits(color))


def _traps(key: str, graph: Graph, parts: Sequence[Component]) -> Iterator[Step]:
    for part in parts:
        graph.deadline.check()
        eliminated = _seen_by_color(graph, part.first) & _seen_by_color(graph, part.second)
        if eliminated:
            yield _step(key, graph.layout, (part,), eliminated)


def _wraps(key: str, graph: Graph, parts: Sequence[Component]) -> Iterator[Step]:
    for part in parts:
        graph.deadline.check()
        reasons = {
            color: reason
            for color in part.colors
            if (reason := _contradiction(graph, color, key == "3d-medusa-wrap"))
        }
        if reasons:
            false = tuple(reasons)
            yield _step(key, graph.layout, (part,), sum(false), false, (), *reasons[false[0]])


def _contradiction(graph: Graph, color: int, cells_may_empty: bool) -> tuple[str, int] | None:
    """Why a colour cannot be true, and the candidates of a cell that it empties; None if it can."""
    layout = graph.layout
    for candidate in bits(color):
        clash = graph.weak[candidate] & color
        if clash:
            other = (clash & -clash).bit_length() - 1
            cell, symbol = layout.cell_and_symbol(candidate)
            cell_name, second = layout.cell_and_symbol(other)
            if cell == cell_name:
                return f"{cell} would be both {symbol} and {second}", 0
            return f"both {cell} and {cell_name}, which see each other, would be {symbol}", 0
    if cells_may_empty:
        alive = graph.open & ~_seen_by_color(graph, color)
        for number in bits(layout.cells_of(graph.open) & ~layout.cells_of(alive)):
            emptied = layout.sets[number] & graph.open
            return f"{layout.display_names[number]} would have no value left", emptied
    return None


def _multi_colors_2(key: str, graph: Graph, parts: Sequence[Component]) -> Iterator[Step]:
    for first, second in permutations(parts, 2):
        false = tuple(
            color
            for color in first.colors
            if (sight := _seen_by_color(graph, color)) & second.first and sight & second.second
        )
        if false:
            yield _step(key, graph.layout, (first, second), sum(false), false)


def _multi_colors_1(key: str, graph: Graph, parts: Sequence[Component]) -> Iterator[Step]:
    for first, second in combinations(parts, 2):
        eliminated, meet = 0, []
        sights = [[_seen_by_color(graph, c) for c in part.colors] for part in (first, second)]
        for side, facing in ((0, 0), (0, 1), (1, 0), (1, 1)):
            result = sights[0][1 - side] & sights[1][1 - facing]
            if result and sights[0][side] & second.colors[facing]:
                eliminated |= result
                meet.append((first.colors[side], second.colors[facing]))
        if eliminated:
            yield _step(key, graph.layout, (first, second), eliminated, meet=tuple(meet))


_SEARCH_BY_KEY = {
    "simple-colors-trap": _traps,
    "simple-colors-wrap": _wraps,
    "multi-colors-1": _multi_colors_1,
    "multi-colors-2": _multi_colors_2,
}


def _step(
    key: str,
    layout: Layout,
    parts: tuple[Component, ...],
    eliminated: int,
    false: tuple[int, ...] = (),
    meet: tuple[tuple[int, int], ...] = (),
    why: str = "",
    emptied: int = 0,
) -> Step:
    truths = dict.fromkeys(truth for part in parts for truth in part.truths)
    truths |= dict.fromkeys(bits(layout.cells_of(emptied)))
    links = dict.fromkeys(
        number
        for number, candidates in enumerate(layout.sets)
        if number not in truths
        and (
            any((candidates & (color | emptied)).bit_count() > 1 for color in false)
            or any(candidates & first and candidates & second for first, second in meet)
        )
    )
    return Step(
        key,
        layout,
        eliminations=eliminated,
        pattern=union_of(part.first | part.second for part in parts),
        fins=union_of(part.second for part in parts),
        colors=tuple(color for part in parts for color in part.colors),
        truths=tuple(truths),
        links=tuple(links),
        detail=ColoringDetail(parts, false, meet, why),
    )


class ColoringDetail(NamedTuple):
    """The components, the false colours, the pairs that see each other, and why one fails."""

    components: tuple[Component, ...]
    false_colors: tuple[int, ...]
    conflicting_pairs: tuple[tuple[int, int], ...]
    why: str

    def describe(self, step: Step) -> StepText:
        """A colouring in words."""
        layout = step.layout
        values = [value for value, _ in layout.by_value(step.pattern)]
        symbol = layout.symbol(values[0]) if len(values) == 1 else ""

        def short(color: int) -> str:
            cells = ",".join(layout.cell_text(1 << cell) for cell in bits(layout.cells_of(color)))
            return f"({cells if symbol else layout.candidate_text(color)})"

        def group(color: int) -> str:
            return phrases.cell_list(layout, layout.cells_of(color)) if symbol else short(color)

        def true(color: int) -> str:
            what = symbol or "true"
            if color.bit_count() == 1:
                return f"{group(color)} is {what}"
            return f"all of {group(color)} are {what}"

        pairs = [f"{short(part.first)} / {short(part.second)}" for part in self.components]
        either = [f"either {true(part.first)} or {true(part.second)}" for part in self.components]
        false = " and of ".join(map(group, self.false_colors))
        meet = " and ".join(
            f"the group of {group(first & -first)} excludes that of {group(second & -second)}"
            for first, second in self.conflicting_pairs
        )
        if self.why:
            argument = f"Were {false} right, {self.why}, so that group is the wrong one, and"
        elif false:
            argument = (
                f"The group {false} excludes candidates of both groups of the other kind, one of "
                "which is right, so it is the wrong one, and"
            )
        elif meet:
            argument = (
                f"Now {meet}, so they cannot both be right, and one of the groups opposite is; what "
                "sees both of those is wrong, so"
            )
        else:
            argument = "What one candidate of each group excludes is wrong either way, so"
        where = f"Where {symbol or 'a digit'} has two places left in a house"
        where += ", one of them holds it" if symbol else " or a cell two values, one is right"
        look = "Colour the candidates that strong links join"
        if symbol:
            look = (
                f"Look at the {symbol}s: colour those that are the last two of a row, column or box"
            )
        return StepText(
            f"{symbol} {', '.join(pairs)}".lstrip(),
            look,
            f"{where}; following such pairs, {', and '.join(either)}. {argument} "
            f"{phrases.removal_text(layout, step.eliminations)}.",
        )
