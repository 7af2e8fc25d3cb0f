"""Whips: an assumption is followed from truth to truth until a truth is empty.

*G-whips* go through groups as well, *braids* enter a truth from any earlier candidate
(``search.py``, ``braids.py``); both are reported for a candidate only where no whip is as
short. The source is D. Berthier, "Constraint Resolution Theories" (2011) and "Pattern-Based
Constraint Satisfaction and Logic Puzzles" (2012). Whips of length 1 are locked candidates and
the like. Notation is Berthier's, with the field's names of truths: ``4b1{r1c2 r2c3}`` is
entered at r1c2 and left at r2c3.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> step = next(find(position, frozenset({"whip"})))
>>> step.detail.links[-1].right_candidate
-1
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nonet.techniques.candidate_layout import Layout, mask_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.phrases import joined_words
from nonet.techniques.families.whips.chain_kinds import ChainKind, make_search, targets_with_chain
from nonet.techniques.families.whips.search import (
    EffortCounter,
    TruthEntries,
    WhipLink,
    WhipSearch,
    searches_by_length,
)
from nonet.techniques.position import Position
from nonet.techniques.step import Chain, Step, StepText

MAX_LENGTH = 36
MAX_PARTIAL_WHIPS = 4000
"""How long a whip may be, and how many partial whips of one target are tried."""
MAX_TOTAL_PARTIAL_WHIPS = 20_000
"""How many partial whips of all targets a hint may take: a count, no clock, so that all machines
find alike."""


@dataclass(frozen=True, slots=True)
class Whip:
    """The data of a step's whip: the target and the links; ``length`` is its rating."""

    target: int
    links: tuple[WhipLink, ...]
    kind: ChainKind = "whip"

    @property
    def length(self) -> int:
        """The number of truths."""
        return len(self.links)

    def describe(self, step: Step) -> StepText:
        """Return the text of a whip: each truth with entry and exit."""
        layout, whip = step.layout, self
        cell, value = layout.cell_and_symbol(whip.target)
        body = " - ".join(
            f"{layout.set_name(link.truth)}"
            f"{{{_candidates_text(layout, 1 << link.left_candidate, link.truth)} "
            f"{_candidates_text(layout, link.right_mask, link.truth)}}}"
            for link in whip.links
        )
        parts = []
        for link in whip.links[:-1]:
            name, symbol = layout.cell_and_symbol(link.right_candidate)
            if link.group:
                name = phrases.cell_list(layout, layout.cells_of(link.group), "or")
            if link.truth < layout.cell_count:
                parts.append(f"in {name} only {symbol} is left")
            else:
                parts.append(f"in {_truth_name(layout, link.truth)} the {symbol} must be in {name}")
        last = whip.links[-1].truth
        parts.append(
            f"{layout.display_names[last]} has no value left"
            if last < layout.cell_count
            else f"{layout.symbol((last - layout.cell_count) % layout.value_count)} has no place in"
            f" {_truth_name(layout, last)}"
        )
        return StepText(
            f"[{whip.length}] {body}",
            f"Suppose that {cell} is {value}, and look at "
            + (
                f"cell {layout.display_names[whip.links[0].truth]}"
                if whip.links[0].truth < layout.cell_count
                else _truth_name(layout, whip.links[0].truth)
            ),
            f"Suppose that {cell} is {value}. Then {joined_words(parts, 'and then')}."
            f" That cannot be, so {cell} is not {value}.",
        )


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """A shortest whip of every target, the shortest first; then g-whips and braids.

    The search goes up to the length that ``MAX_TOTAL_PARTIAL_WHIPS`` allows; the deadline
    records where the search ends.
    """
    yield from _steps_within(position, requested, MAX_TOTAL_PARTIAL_WHIPS)


def find_all(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """As ``find``, however many partial whips that takes."""
    yield from _steps_within(position, requested, None)


def _steps_within(
    position: Position, requested: frozenset[str], most: int | None
) -> Iterator[Step]:
    entries = TruthEntries(Graph.of(position))
    kinds: tuple[ChainKind, ...] = ("whip", "g-whip", "braid")
    for kind in kinds:
        if kind in requested:
            effort = None if most is None else EffortCounter(most)
            if kind == "whip":
                yield from _shortest_whips(position.layout, entries, effort)
            else:
                yield from _shorter_chains(position.layout, entries, kind, effort)
            if effort is not None and effort.reached_length:
                position.deadline.note_skipped(
                    f"{kind}s were searched up to length {effort.reached_length}, longer ones "
                    "were not"
                )


def _shortest_whips(
    layout: Layout, entries: TruthEntries, effort: EffortCounter | None
) -> Iterator[Step]:
    for result in searches_by_length(
        _searches_by_target(entries, "whip"), MAX_LENGTH, MAX_PARTIAL_WHIPS, effort
    ):
        for search, partial, last in result:
            yield _step(layout, Whip(search.target, search.links(partial, last)))


def _searches_by_target(entries: TruthEntries, kind: ChainKind) -> list[WhipSearch]:
    targets = targets_with_chain(entries, kind, entries.graph.open)
    return [make_search(entries, kind, target) for target in targets]


def _shorter_chains(
    layout: Layout, entries: TruthEntries, kind: ChainKind, effort: EffortCounter | None
) -> Iterator[Step]:
    """A shortest chain of every target that has no whip as short, the shortest first."""
    whips = searches_by_length(
        _searches_by_target(entries, "whip"), MAX_LENGTH, MAX_PARTIAL_WHIPS, effort
    )
    chains = searches_by_length(
        _searches_by_target(entries, kind), MAX_LENGTH, MAX_PARTIAL_WHIPS, effort
    )
    done = 0
    for result in chains:
        done |= mask_of(search.target for search, *_ in next(whips, ()))
        if effort is not None and effort.reached_length:  # a whip may be as short
            return
        for search, partial, last in result:
            if not done >> search.target & 1:
                yield _step(layout, Whip(search.target, search.links(partial, last), kind))


def _truth_name(layout: Layout, truth: int) -> str:
    return layout.houses[(truth - layout.cell_count) // layout.value_count].name


def _candidates_text(layout: Layout, candidates: int, truth: int) -> str:
    if not candidates:
        return "."
    if truth < layout.cell_count:
        return layout.symbol((candidates.bit_length() - 1) // layout.cell_count)
    return layout.cell_text(layout.cells_of(candidates))


def _step(layout: Layout, whip: Whip) -> Step:
    chains: list[Chain] = []
    links: dict[int, None] = {}
    pattern = 0
    nodes, on = [1 << whip.target], [True]
    before = [1 << whip.target]
    for link in whip.links:
        left_mask, peers = 1 << link.left_candidate, layout.peers[link.left_candidate]
        source = next(node for node in reversed(before) if not node & ~peers)
        if source != nodes[-1]:  # a braid: it goes on from earlier
            chains.append(Chain(tuple(nodes), tuple(on)))
            nodes, on = [source], [True]
        nodes.append(left_mask)
        on.append(False)
        pattern |= left_mask | link.right_mask
        if link.right_mask:
            nodes.append(link.right_mask)
            on.append(True)
            before.append(link.right_mask)
        for number in layout.sets_of[link.left_candidate]:
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
