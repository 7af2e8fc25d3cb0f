"""Chains: conclusions from two ends of which at least one is true.

A chain alternates strong and weak inferences over the implication graph (``engines/inference_graph.py``).
If its start is off, its end is on; so one of start and end is on, and every candidate that both
exclude is eliminated. The names are HoDoKu's (B. Hobiger):

- X-chain: one value; XY-chain: cells with two values;
- AIC: both ends see the same places of their value, two or more (type 1), or each
  end's cell has the other's value (type 2);
- discontinuous nice loop: the two ends meet in one candidate, which goes, or are
  the same, which stays;
- continuous nice loop: the ends exclude each other, so that every weak inference of the loop is
  exact: one of its two nodes is on, and every candidate that both exclude is eliminated;
- grouped: one node or more is a group.

Chains are searched shortest first, and only for candidates that the closure of the graph
refutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge
from itertools import pairwise

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines import phrases
from nonet.techniques.engines.alternating_chains import (
    LOOP_SEARCHES,
    AlternatingChain,
    x_chains,
    xy_chains,
)
from nonet.techniques.engines.hodoku_loops import best_loop
from nonet.techniques.engines.inference_graph import NodeKinds
from nonet.techniques.engines.phrases import (
    chain_notation,
    inference_text,
    loop_notation,
    off_text,
    on_text,
    value_and_cells,
    values_in_notation,
)
from nonet.techniques.position import Position
from nonet.techniques.step import Chain, Step, StepText, step_sort_key


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """X-chains, XY-chains, then loops and AICs, then grouped; each shortest first."""
    if "x-chain" in requested:
        for chain in x_chains(position):
            yield step_of(position, "x-chain", chain)
    if "xy-chain" in requested:
        for chain in xy_chains(position):
            yield step_of(position, "xy-chain", chain)
    yield from _loops(position, requested, "", "candidates")
    yield from _loops(position, requested, "grouped-", "groups")


def find_all(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """As ``find``, then grouped loops and AICs through almost locked sets.

    Such loops and AICs have the same names in HoDoKu, whose paths leave them out too.
    """
    yield from find(position, requested)
    yield from _loops(position, requested, "grouped-", "sets")


def find_as_hodoku(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield the steps among which HoDoKu chooses; of loops and AICs only HoDoKu's choice."""
    for prefix, nodes in _NODES_BY_PREFIX.items():
        if prefix + "aic" in requested:
            best = best_loop(position, nodes)
            if best is not None:
                yield step_of(position, prefix + best[0], best[1])
            requested -= {prefix + key for key in LOOP_SEARCHES}
    yield from find(position, requested)


_NODES_BY_PREFIX: dict[str, NodeKinds] = {"": "candidates", "grouped-": "groups"}


def _loops(
    position: Position, requested: frozenset[str], prefix: str, nodes: NodeKinds
) -> Iterator[Step]:
    searches = [
        _with_key(prefix + key, search(position, nodes))
        for key, search in LOOP_SEARCHES.items()
        if prefix + key in requested
    ]
    for key, chain in merge(*searches, key=lambda pair: len(pair[1].nodes)):
        yield step_of(position, key, chain)


def _with_key(
    key: str, search: Iterator[AlternatingChain]
) -> Iterator[tuple[str, AlternatingChain]]:
    for chain in search:
        yield key, chain


def hodoku_sort_key(step: Step) -> tuple[int, int, int]:
    """Return HoDoKu's sort key: the chain with most eliminations first.

    Equal counts are ordered by a sum that grows with place and number, then by length.
    """
    return (*step_sort_key(step), sum(len(chain.nodes) for chain in step.chains))


# -- steps and words -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChainDetail(AlternatingChain):
    """A chain and the truths behind its strong inferences, ``None`` for an almost locked set."""

    reasons: tuple[int | None, ...] = ()

    def describe(self, step: Step) -> StepText:
        """A chain in words."""
        layout, nodes = step.layout, self.nodes
        value, cells = value_and_cells(layout, nodes[0])
        if step.key == "x-chain":
            look = f"Look at the places of {layout.symbol(value)}"
        elif step.key == "xy-chain":
            look = f"Look at the cells with two values, from {phrases.cell_list(layout, cells)} on"
        else:
            look = f"What if {off_text(layout, nodes[0])}?"
        return StepText(
            f"{values_in_notation(layout, step.eliminations)} {_notation(step, self)}",
            look,
            f"{inference_text(layout, nodes, self.reasons, self.sets)}{_conclusion(step, self)}.",
        )


def step_of(position: Position, key: str, found_chain: AlternatingChain) -> Step:
    """Return the step of a chain, under the name of one of the keys."""
    layout, nodes = position.layout, found_chain.nodes
    on = tuple(number % 2 == 1 for number in range(len(nodes)))
    pattern = 0
    for mask in nodes:
        pattern |= mask
    reasons = [_truth_of(position, first | second) for first, second in pairwise(nodes)][::2]
    truths = [number for number in reasons if number is not None]
    for cells in found_chain.sets:
        truths += bits(cells)
    for number, reason in enumerate(reasons):
        if reason is None:  # a set, or the one value that it leaves to a cell
            truths += [
                value_and_cells(layout, nodes[end])[1].bit_length() - 1
                for end in (2 * number, 2 * number + 1)
                if not found_chain.sets[end]
            ]
    pairs = [first | second for first, second in pairwise(nodes)][1::2]
    chain = Chain(nodes, on)
    if found_chain.target is not None:
        bit = 1 << found_chain.target
        pairs += [bit | nodes[0], bit | nodes[-1]]
        chain = Chain((bit, *nodes, bit), (True, *on, False))
    elif key in _CONTINUOUS_LOOP_KEYS:
        pairs.append(nodes[-1] | nodes[0])
        chain = Chain((*nodes, nodes[0]), (*on, False))
    links = [_set_containing(layout, pair) for pair in pairs]
    return Step(
        key,
        layout,
        eliminations=found_chain.eliminations,
        pattern=pattern,
        truths=tuple(dict.fromkeys(truths)),
        links=tuple(dict.fromkeys(number for number in links if number is not None)),
        chains=(chain,),
        sets=_almost_locked_sets(layout, found_chain),
        detail=ChainDetail(
            nodes, found_chain.eliminations, found_chain.target, found_chain.sets, tuple(reasons)
        ),
    )


def _truth_of(position: Position, candidates: int) -> int | None:
    """Return the truth whose open candidates are exactly ``candidates``, preferably a cell."""
    layout = position.layout
    for number in layout.sets_of[candidates.bit_length() - 1]:
        remaining = position.open & layout.sets[number]
        if layout.is_truth(number) and not remaining & ~candidates and not candidates & ~remaining:
            return number
    return None


def _set_containing(layout: Layout, candidates: int) -> int | None:
    """The first set that holds all of ``candidates``."""
    numbers = layout.sets_of[candidates.bit_length() - 1]
    return next((n for n in numbers if not candidates & ~layout.sets[n]), None)


def _almost_locked_sets(layout: Layout, chain: AlternatingChain) -> tuple[tuple[int, int], ...]:
    values: dict[int, int] = {}
    for cells, node in zip(chain.sets, chain.nodes, strict=False):
        if cells:
            values[cells] = values.get(cells, 0) | 1 << value_and_cells(layout, node)[0]
    return tuple(values.items())


_CONTINUOUS_LOOP_KEYS = frozenset(
    prefix + key
    for prefix in ("", "grouped-")
    for key in ("continuous-nice-loop", "fishy-cycle", "xy-cycle")
)
"""The keys of closed loops."""


def _notation(step: Step, detail: AlternatingChain) -> str:
    layout = step.layout
    nodes, sets, target = detail.nodes, detail.sets, detail.target
    if step.key in _CONTINUOUS_LOOP_KEYS:
        return loop_notation(layout, nodes, sets)
    if target is not None:
        mask = 1 << target
        cell = value_and_cells(layout, mask)[1]
        if value_and_cells(layout, nodes[0])[1] == cell:
            nodes, sets = nodes[::-1], sets[::-1]
        tail = [] if value_and_cells(layout, nodes[-1])[1] == cell else [mask]
        all_nodes = [mask, *nodes, *tail]
        return chain_notation(layout, all_nodes, False, (0, *sets, 0) if sets else ())
    text = chain_notation(layout, nodes, True, sets)
    if _shows_end_values(step.key):
        first, last = (
            layout.symbol(value_and_cells(layout, node)[0]) for node in (nodes[0], nodes[-1])
        )
        return f"{first}- {text} -{last}"
    return text


def _shows_end_values(key: str) -> bool:
    """Whether a chain is written with the values of its ends, which then may be two."""
    plain = key.removeprefix("grouped-")
    return plain not in ("x-chain", "discontinuous-nice-loop", "self-constraint")


def _conclusion(step: Step, chain: AlternatingChain) -> str:
    layout = step.layout
    first, last = chain.nodes[0], chain.nodes[-1]
    removal = phrases.removal_text(layout, step.eliminations)
    if step.key in _CONTINUOUS_LOOP_KEYS:
        return (
            f", so {off_text(layout, first)}, and the circle is closed. It can be read in both"
            f" directions: of each two in it that exclude each other exactly one is true."
            f" What both exclude goes: {removal}"
        )
    if first == last:
        return f". That is a contradiction, so {on_text(layout, first)} after all: {removal}"
    either = f". So {on_text(layout, first)}, or {on_text(layout, last)}"
    if chain.target is not None:
        return f"{either}; either way {off_text(layout, 1 << chain.target)}"
    return f"{either}; either way {removal}"
