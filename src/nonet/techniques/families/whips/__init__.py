"""Whips: an assumption is followed from truth to truth until one has nothing left.

*G-whips* go through groups as well, *braids* enter a truth from anything before (``search.py``,
``braids.py``); they are told of a candidate only where no whip is as short.  The source is
D. Berthier, "Constraint Resolution Theories" (2011) and "Pattern-Based Constraint Satisfaction
and Logic Puzzles" (2012).
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

from nonet.techniques.engines import phrases
from nonet.techniques.engines.graph import Graph
from nonet.techniques.engines.phrases import listed
from nonet.techniques.families.whips.kinds import ChainKind, able, search_of
from nonet.techniques.families.whips.search import Effort, Entries, Link, Search, by_length
from nonet.techniques.layout import Layout, only
from nonet.techniques.position import Position
from nonet.techniques.step import Chain, Step, Words

LONGEST = 36
BUDGET = 4000
"""How long a whip may be, and how many partial whips of one target are tried."""
EFFORT = 20_000
"""How many partial whips of all targets a hint may take: a count, no clock, so that all machines
find alike."""


@dataclass(frozen=True, slots=True)
class Whip:
    """What a step remembers of its whip: the target and the links; ``length`` rates it."""

    target: int
    links: tuple[Link, ...]
    kind: ChainKind = "whip"

    @property
    def length(self) -> int:
        """The number of truths."""
        return len(self.links)

    def words(self, step: Step) -> Words:
        """A whip in words: each truth as it is entered and left."""
        layout, whip = step.layout, self
        cell, value = layout.written(whip.target)
        body = " - ".join(
            f"{layout.set_name(link.truth)}{{{_short(layout, 1 << link.left, link.truth)} "
            f"{_short(layout, link.rights, link.truth)}}}"
            for link in whip.links
        )
        parts = []
        for link in whip.links[:-1]:
            name, symbol = layout.written(link.right)
            if link.group:
                name = phrases.cells(layout, layout.cells_of(link.group), "or")
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
    """A shortest whip of every target, the shortest first; then g-whips and braids.

    They are searched up to the length that ``EFFORT`` allows; the clock notes where that ends.
    """
    yield from _found(position, wanted, EFFORT)


def find_all(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """As ``find``, however many partial whips that takes."""
    yield from _found(position, wanted, None)


def _found(position: Position, wanted: frozenset[str], most: int | None) -> Iterator[Step]:
    entries = Entries(Graph.of(position))
    kinds: tuple[ChainKind, ...] = ("whip", "g-whip", "braid")
    for kind in kinds:
        if kind in wanted:
            effort = None if most is None else Effort(most)
            if kind == "whip":
                yield from _whips(position.layout, entries, effort)
            else:
                yield from _shorter(position.layout, entries, kind, effort)
            if effort is not None and effort.reached:
                position.clock.note(
                    f"{kind}s were searched up to length {effort.reached}, longer ones were not"
                )


def _whips(layout: Layout, entries: Entries, effort: Effort | None) -> Iterator[Step]:
    for found in by_length(_searches(entries, "whip"), LONGEST, BUDGET, effort):
        for search, partial, last in found:
            yield _step(layout, Whip(search.target, search.links(partial, last)))


def _searches(entries: Entries, kind: ChainKind) -> list[Search]:
    targets = able(entries, kind, entries.at.open)
    return [search_of(entries, kind, target) for target in targets]


def _shorter(
    layout: Layout, entries: Entries, kind: ChainKind, effort: Effort | None
) -> Iterator[Step]:
    """A shortest chain of every target that has no whip as short, the shortest first."""
    whips = by_length(_searches(entries, "whip"), LONGEST, BUDGET, effort)
    chains = by_length(_searches(entries, kind), LONGEST, BUDGET, effort)
    done = 0
    for found in chains:
        done |= only(search.target for search, *_ in next(whips, ()))
        if effort is not None and effort.reached:  # a whip may be as short
            return
        for search, partial, last in found:
            if not done >> search.target & 1:
                yield _step(layout, Whip(search.target, search.links(partial, last), kind))


def _house(layout: Layout, truth: int) -> str:
    return layout.houses[(truth - layout.count) // layout.size].name


def _short(layout: Layout, candidates: int, truth: int) -> str:
    if not candidates:
        return "."
    if truth < layout.count:
        return layout.symbol((candidates.bit_length() - 1) // layout.count)
    return layout.cell_text(layout.cells_of(candidates))


def _step(layout: Layout, whip: Whip) -> Step:
    chains: list[Chain] = []
    links: dict[int, None] = {}
    pattern = 0
    nodes, on = [1 << whip.target], [True]
    before = [1 << whip.target]
    for link in whip.links:
        left, peers = 1 << link.left, layout.peers[link.left]
        source = next(node for node in reversed(before) if not node & ~peers)
        if source != nodes[-1]:  # a braid: it goes on from earlier
            chains.append(Chain(tuple(nodes), tuple(on)))
            nodes, on = [source], [True]
        nodes.append(left)
        on.append(False)
        pattern |= left | link.rights
        if link.rights:
            nodes.append(link.rights)
            on.append(True)
            before.append(link.rights)
        for number in layout.sets_of[link.left]:
            if not source & ~layout.sets[number]:
                links[number] = None
                break
    return Step(
        whip.kind,
        layout,
        eliminations=1 << whip.target,
        pattern=pattern,
        truths=tuple(link.truth for link in whip.links),
        links=tuple(links),
        chains=(*chains, Chain(tuple(nodes), tuple(on))),
        detail=whip,
    )
