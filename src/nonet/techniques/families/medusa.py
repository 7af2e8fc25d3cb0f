"""3D Medusa: candidates of all values in two colours, joined by strong links.

In a cell of two values, and in a house where a value has two places, exactly one of the two
candidates is true. Candidates joined by such links have two colours: all of one colour are
true, or all of the other.

- *Wrap*: one colour would put two values in a cell, a value twice in a house, or leave a cell
  without a value; so all candidates of that colour go.
- *Trap*: a candidate excluded by candidates of both colours is eliminated.

With one value the technique is simple colouring (``coloring.py``). Source: sudopedia, "3D
Medusa".

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2}))
>>> list(find(position, frozenset({"3d-medusa-wrap"})))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonet.techniques.candidate_layout import bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

WRAP, TRAP = "3d-medusa-wrap", "3d-medusa-trap"

MIN_CANDIDATES = 4
"""The fewest candidates of a cluster that is looked at."""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Wraps, then traps, of each cluster of two values or more."""
    graph = Graph.of(position)
    clusters = [
        pair
        for pair in _clusters(graph)
        if (pair[0] | pair[1]).bit_count() >= MIN_CANDIDATES
        and sum(1 for _ in position.layout.by_value(pair[0] | pair[1])) > 1
    ]
    for key in (WRAP, TRAP):
        for pair in clusters if key in requested else ():
            position.deadline.check()
            if key == TRAP:
                eliminated = (
                    _seen_by_color(graph, pair[0])
                    & _seen_by_color(graph, pair[1])
                    & ~(pair[0] | pair[1])
                )
                if eliminated:
                    yield _step(position, TRAP, pair, eliminated, "", 0)
                continue
            for colour in pair:
                why, where = _contradiction(position, graph, colour)
                if why:
                    yield _step(position, WRAP, pair, colour, why, where)


def _clusters(graph: Graph) -> Iterator[tuple[int, int]]:
    """The two colours of every set of candidates joined by strong links, as masks."""
    remaining = graph.linked_nodes
    while remaining:
        start = remaining & -remaining
        colours = [start, 0]
        todo, turn = start, 0
        while todo:
            todo = graph.on_if_any_off(todo) & ~colours[1 - turn]
            turn = 1 - turn
            colours[turn] |= todo
        remaining &= ~(colours[0] | colours[1])
        if not colours[0] & colours[1]:
            yield colours[0], colours[1]


def _seen_by_color(graph: Graph, colour: int) -> int:
    return union_of(graph.weak[candidate] for candidate in bits(colour))


def _contradiction(position: Position, graph: Graph, colour: int) -> tuple[str, int]:
    """Why a colour cannot be true, in words, and the candidates where that shows."""
    layout = position.layout
    for candidate in bits(colour):
        clash = graph.weak[candidate] & colour
        if clash:
            other = (clash & -clash).bit_length() - 1
            cell, symbol = layout.cell_and_symbol(candidate)
            cell_name, second = layout.cell_and_symbol(other)
            both = 1 << candidate | 1 << other
            if cell == cell_name:
                return f"{cell} would be both {symbol} and {second}", both
            return f"both {cell} and {cell_name}, which see each other, would be {symbol}", both
    seen = _seen_by_color(graph, colour)
    for number in bits(position.unsolved):
        open_candidates = position.open & layout.cell_candidates(number)
        if open_candidates and not open_candidates & ~seen:
            return f"{layout.cells[number]} would have no value left", open_candidates
    return "", 0


def _step(
    position: Position, key: str, pair: tuple[int, int], eliminated: int, why: str, where: int
) -> Step:
    layout = position.layout
    return Step(
        key,
        layout,
        eliminations=eliminated,
        pattern=pair[0] | pair[1],
        colors=pair,
        clash=where if where.bit_count() == 1 else 0,
        truths=tuple(_two_color_truths(position, pair)),
        detail=MedusaDetail(pair, why),
    )


def _two_color_truths(position: Position, pair: tuple[int, int]) -> Iterator[int]:
    """The sets that hold one candidate of each colour and no more."""
    layout, both = position.layout, pair[0] | pair[1]
    for number in layout.truths:
        open_candidates = position.open & layout.sets[number]
        if (
            open_candidates.bit_count() == 2
            and open_candidates & pair[0]
            and open_candidates & pair[1]
            and not open_candidates & ~both
        ):
            yield number


class MedusaDetail(NamedTuple):
    """The colours, and the contradiction of one colour (empty for a trap)."""

    colors: tuple[int, int]
    contradiction_text: str

    def describe(self, step: Step) -> StepText:
        """A 3D Medusa in words."""
        layout = step.layout
        first, second = (layout.candidate_text(colour) for colour in self.colors)
        removal = phrases.removal_text(layout, step.eliminations)
        start = f"Either all of {first} are true, or all of {second}."
        if self.contradiction_text:
            wrong = "first" if step.eliminations == self.colors[0] else "second"
            plain = (
                f"{start} If all of the {wrong} were, {self.contradiction_text}: "
                f"so none of these is: {removal}."
            )
        else:
            plain = f"{start} What is excluded by one of each is false either way: {removal}."
        return StepText(f"({first}) / ({second})", "Colour what is joined by strong links", plain)
