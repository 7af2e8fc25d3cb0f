"""Whips: an assumption is followed from truth to truth until one has nothing left.

See ``search.py``; the source is D. Berthier, "Constraint Resolution
Theories" (2011) and "Pattern-Based Constraint Satisfaction and Logic Puzzles" (2012).
Whips of length 1 are locked candidates and the like.  Notation is Berthier's, with
the field's names of truths: ``4b1{r1c2 r2c3}`` is entered at r1c2 and left at r2c3.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> step = next(find(position, frozenset({"whip"})))
>>> step.detail.links[-1].right
-1
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nonet.techniques.engines.graph import Graph
from nonet.techniques.engines.phrases import listed
from nonet.techniques.engines.probe import refutable
from nonet.techniques.families.whips.search import Entries, Link, Search, by_length
from nonet.techniques.layout import Layout
from nonet.techniques.position import Position
from nonet.techniques.step import Chain, Step, Words

LONGEST = 36
BUDGET = 4000
"""How long a whip may be, and how many partial whips of one target are tried."""


@dataclass(frozen=True, slots=True)
class Whip:
    """What a step remembers of its whip: the target and the links; ``length`` rates it."""

    target: int
    links: tuple[Link, ...]

    @property
    def length(self) -> int:
        """The number of truths."""
        return len(self.links)

    def words(self, step: Step) -> Words:
        """A whip in words: each truth as it is entered and left."""
        layout, whip = step.layout, self
        cell, value = layout.written(whip.target)
        body = " - ".join(
            f"{layout.set_name(link.truth)}{{{_short(layout, link.left, link.truth)} "
            f"{_short(layout, link.right, link.truth)}}}"
            for link in whip.links
        )
        parts = []
        for link in whip.links[:-1]:
            name, symbol = layout.written(link.right)
            if link.truth < layout.count:
                parts.append(f"in {name} only {symbol} is left")
            else:
                parts.append(f"in {_house(layout, link.truth)} the {symbol} must be in {name}")
        last = whip.links[-1].truth
        parts.append(
            f"{layout.told[last]} has no value left"
            if last < layout.count
            else f"{layout.symbol((last - layout.count) % layout.size)} has no place in"
            f" {_house(layout, last)}"
        )
        return Words(
            f"[{whip.length}] {body}",
            f"Suppose that {cell} is {value}, and look at "
            + (
                f"cell {layout.told[whip.links[0].truth]}"
                if whip.links[0].truth < layout.count
                else _house(layout, whip.links[0].truth)
            ),
            f"Suppose that {cell} is {value}. Then {listed(parts, 'and then')}."
            f" That cannot be, so {cell} is not {value}.",
        )


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """A shortest whip of every target, the shortest first."""
    at = Graph.of(position)
    if "whip" in wanted:
        entries = Entries(at)
        searches = [Search(entries, target) for target in refutable(at, at.open)]
        for found in by_length(searches, LONGEST, BUDGET):
            for search, partial, last in found:
                whip = Whip(search.target, search.links(partial, last))
                yield _step(position.layout, whip)


def _house(layout: Layout, truth: int) -> str:
    return layout.houses[(truth - layout.count) // layout.size].name


def _short(layout: Layout, candidate: int, truth: int) -> str:
    if candidate < 0:
        return "."
    value, cell = divmod(candidate, layout.count)
    return layout.symbol(value) if truth < layout.count else layout.cell_text(1 << cell)


def _step(layout: Layout, whip: Whip) -> Step:
    nodes, on = [1 << whip.target], [True]
    for link in whip.links:
        nodes.append(1 << link.left)
        on.append(False)
        if link.right >= 0:
            nodes.append(1 << link.right)
            on.append(True)
    pattern = 0
    for node in nodes[1:]:
        pattern |= node
    links = []
    for before, after in zip(nodes[0::2], nodes[1::2], strict=True):
        shared = next(
            (
                n
                for n in layout.sets_of[before.bit_length() - 1]
                if not (before | after) & ~layout.sets[n]
            ),
            None,
        )
        if shared is not None:
            links.append(shared)
    return Step(
        "whip",
        layout,
        eliminations=1 << whip.target,
        pattern=pattern,
        truths=tuple(link.truth for link in whip.links),
        links=tuple(dict.fromkeys(links)),
        chains=(Chain(tuple(nodes), tuple(on)),),
        detail=whip,
    )
