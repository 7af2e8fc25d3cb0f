"""Chains: conclusions from two ends of which at least one is true, and a table of their names.

A chain alternates strong and weak inferences in the inference graph
(``engines/inference_graph.py``). If its start is off, its end is on; so one of start and end is on,
and every candidate that both exclude is eliminated.  HoDoKu's names (B. Hobiger):

- X-chain: one value; XY-chain: cells with two values;
- AIC: both ends see the same places of their value, two or more (type 1), or each
  end's cell has the other's value (type 2);
- discontinuous nice loop: the two ends meet in one candidate, which goes, or are
  the same, which stays;
- continuous nice loop: the ends exclude each other, so that every weak inference of the loop is
  exact: one of its two nodes is on, and every candidate that both exclude is eliminated;
- grouped: one node or more is a group.

Chains are searched shortest first, and only for candidates that the closure of the graph
refutes.  Chains that people know by their shape are rows of ``CHAIN_NAMES``: a new name is a row.
Sources: HoDoKu 2.2 for the one-digit patterns and the W-wing; StrmCkr, "hybrid wings", "local
wing", Players' forum, 2013; SudokuStudio (Sunnie) for the purple cow.

>>> chain_name("walk", "rkr", (3, 3, 3, 3)), chain_name("walk", "cbrbc", (3, 5, 5, 5, 5, 3))
('skyscraper', 'w-wing')
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import merge
from itertools import pairwise
from typing import Literal, NamedTuple

from nonet.techniques.candidate_layout import Layout, bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.alternating_chains import (
    LOOP_SEARCHES,
    AlternatingChain,
    best_loop,
    walks,
    x_chains,
    xy_chains,
)
from nonet.techniques.engines.inference_graph import Graph, NodeKinds
from nonet.techniques.engines.phrases import off_text, on_text, value_and_cells
from nonet.techniques.families.templates import reducible_values
from nonet.techniques.position import Position
from nonet.techniques.step import Chain, Step, StepText, step_sort_key


@dataclass(frozen=True)
class ChainName:
    """A row of the table: what a chain of some shape is called.

    ``search`` names the search whose chains may have the name: ``"walk"`` (all chains of a few
    strong links), or a loop search.
    ``shape`` is a regular expression over the inferences, strong and weak in turn, a letter each:
    ``r``, ``k``, ``b``, ``o`` for a row, a column, a box and another house, ``c`` for a cell, ``s``
    for an almost locked set; ``H`` stands for any house.  ``digits`` is the number of digits (0
    for any), ``ends`` whether the two ends have the same digit, two digits, or are one node;
    ``most_links`` how many strong links are walked.
    """

    key: str
    search: str
    shape: str
    digits: int = 0
    ends: Literal["", "same", "two", "one node"] = ""
    most_links: int = 3

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The shape as a compiled expression."""
        return re.compile(self.shape.replace("H", "[rkbo]"))


CHAIN_NAMES = (
    ChainName("skyscraper", "walk", "r.r|k.k", 1, "same", 2),
    ChainName("2-string-kite", "walk", "r.k|k.r", 1, "same", 2),
    ChainName("turbot-fish", "walk", "H.H", 1, "same", 2),
    ChainName("x-chain", "walk", "H(.H){2,}", 1, "same", 5),
    ChainName("w-wing", "walk", "c.H.c", 2, "same"),
    ChainName("m-wing", "walk", "c.H.H|H.H.c", 2, "same"),
    ChainName("s-wing", "walk", "H.c.H", 2, "two"),
    ChainName("l-wing", "walk", "H.H.H", 2, "two"),
    ChainName("h-wing", "walk", "H.H.H|c.H.H|H.H.c|c.c.H|H.c.c", 3, "two"),
    ChainName("purple-cow", "walk", "(?!c.c.c)(c|H).(c|H).(c|H)"),
    ChainName("fishy-cycle", "continuous-nice-loop", "H(.H)+", 1),
    ChainName("xy-cycle", "continuous-nice-loop", "c(.c)+"),
    ChainName("self-constraint", "discontinuous-nice-loop", ".*", 0, "one node"),
    ChainName("xy-x-chain", "aic", ".*", 0, "two"),
)
"""The table of names; a chain has the name of the first row that fits."""

_NODES_BY_PREFIX: dict[str, NodeKinds] = {"": "candidates", "grouped-": "groups"}


def chain_name(search: str, shape: str, values: Sequence[int], one_node: bool = False) -> str:
    """Return a chain's name by its search, its inferences and its nodes' values; empty if none."""
    digits, ends = len(set(values)), "same" if values[0] == values[-1] else "two"
    for row in CHAIN_NAMES:
        if (
            row.search == search
            and row.digits in (0, digits)
            and (not row.ends or row.ends == ends or (one_node and row.ends == "one node"))
            and row.pattern.fullmatch(shape)
        ):
            return row.key
    return ""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """X-chains, XY-chains, then loops and AICs, then grouped, then named; each shortest first."""
    if "x-chain" in requested:
        for chain in x_chains(position, reducible_values(position)):
            yield step_of(position, "x-chain", chain)
    for chain in xy_chains(position) if "xy-chain" in requested else ():
        yield step_of(position, "xy-chain", chain)
    for prefix in _NODES_BY_PREFIX:
        yield from _loops(position, requested, prefix, _NODES_BY_PREFIX[prefix])
    done: set[tuple[str, int]] = set()
    for key, named in _named_chains(position, requested):
        if key in requested and (key, named.eliminations) not in done:
            done.add((key, named.eliminations))
            yield step_of(position, key, named)


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


def hodoku_sort_key(step: Step) -> tuple[int, int, int]:
    """Return HoDoKu's sort key: the chain with most eliminations first.

    Equal counts are ordered by a sum that grows with place and number, then by length.
    """
    return (*step_sort_key(step), sum(len(chain.nodes) for chain in step.chains))


def _loops(
    position: Position, requested: frozenset[str], prefix: str, nodes: NodeKinds
) -> Iterator[Step]:
    def with_key(key: str) -> Iterator[tuple[str, AlternatingChain]]:
        for chain in LOOP_SEARCHES[key](position, nodes):
            yield prefix + key, chain

    searches = [with_key(key) for key in LOOP_SEARCHES if prefix + key in requested]
    for key, chain in merge(*searches, key=lambda pair: len(pair[1].nodes)):
        yield step_of(position, key, chain)


def _named_chains(
    position: Position, requested: frozenset[str]
) -> Iterator[tuple[str, AlternatingChain]]:
    """The chains of each search of the table that has a requested name, with their names."""
    for prefix, nodes in _NODES_BY_PREFIX.items():
        rows = [row for row in CHAIN_NAMES if prefix + row.key in requested - {"x-chain"}]
        for one_digit in (True, False):
            walked = [
                row for row in rows if row.search == "walk" and (row.digits == 1) == one_digit
            ]
            if walked:
                most = max(row.most_links for row in walked)
                yield from _walked_chains(position, nodes, most, one_digit)
        for search in dict.fromkeys(row.search for row in rows if row.search != "walk"):
            for chain in LOOP_SEARCHES[search](position, nodes):
                yield prefix + _name_of(position, search, chain), chain


def _walked_chains(
    position: Position, nodes: NodeKinds, most: int, one_digit: bool
) -> Iterator[tuple[str, AlternatingChain]]:
    graph = Graph.of(position, nodes)
    prefix = "grouped-" if nodes == "groups" else ""
    for value in range(position.layout.value_count) if one_digit else (None,):
        chains = walks(graph, most, value)
        for chain in sorted(chains, key=lambda chain: len(chain.nodes)) if one_digit else chains:
            if (max(mask.bit_count() for mask in chain.nodes) > 1) == bool(prefix):
                yield prefix + _name_of(position, "walk", chain), chain


def _name_of(position: Position, search: str, chain: AlternatingChain) -> str:
    values = [value_and_cells(position.layout, node)[0] for node in chain.nodes]
    return chain_name(search, _shape_of(position, chain), values, chain.nodes[0] == chain.nodes[-1])


def _shape_of(position: Position, chain: AlternatingChain) -> str:
    layout, nodes, shape = position.layout, chain.nodes, ""
    for number, (first, second) in enumerate(pairwise(nodes)):
        truth = (_truth_of(position, first | second), _set_containing(layout, first | second))
        which = truth[number % 2]
        if which is None:
            shape += "s"
        elif which < layout.cell_count:
            shape += "c"
        else:
            kind = layout.houses[layout.house_and_value(which)[0]].kind
            shape += "k" if kind == "column" else kind[0]
    return shape


# -- steps and words -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChainDetail(AlternatingChain):
    """A chain and the truths behind its strong inferences, ``None`` for an almost locked set."""

    reasons: tuple[int | None, ...] = ()

    def describe(self, step: Step) -> StepText:
        """A chain in words."""
        layout, nodes = step.layout, self.nodes
        truths = [-1 if reason is None else reason for reason in self.reasons]
        if len({value_and_cells(layout, node)[0] for node in nodes}) == 1:
            value = layout.symbol(value_and_cells(layout, nodes[0])[0])
            houses = {layout.houses[layout.house_and_value(truth)[0]].name for truth in truths}
            look = f"Look at the {value}s of {phrases.joined_words(sorted(houses))}"
        elif max(truths[0], truths[-1]) < layout.cell_count:
            ends = layout.cells_of(nodes[0] | nodes[-1])
            look = f"Look at {phrases.cell_list(layout, ends)} and at what links them"
        else:
            look = f"What if {off_text(layout, nodes[0])}?"
        return StepText(
            f"{phrases.values_in_notation(layout, self.eliminations)} {_notation(step, self)}",
            look,
            phrases.inference_text(layout, nodes, self.reasons, self.sets)
            + f"{_conclusion(step, self)}.",
        )


class JoinedChainsDetail(NamedTuple):
    """Two chains that are one step."""

    chains: tuple[ChainDetail, ChainDetail]

    def describe(self, step: Step) -> StepText:
        """Each chain in words, one after the other."""
        first, second = (chain.describe(step) for chain in self.chains)
        notation = f"{first.notation} and {second.notation}"
        return StepText(notation, first.look, f"{first.plain} {second.plain}")


def joined_step(first: Step, second: Step) -> Step:
    """Return one step of two chains."""
    assert isinstance(first.detail, ChainDetail) and isinstance(second.detail, ChainDetail)
    return replace(
        first,
        eliminations=first.eliminations | second.eliminations,
        pattern=first.pattern | second.pattern,
        truths=tuple(dict.fromkeys(first.truths + second.truths)),
        links=tuple(dict.fromkeys(first.links + second.links)),
        chains=first.chains + second.chains,
        detail=JoinedChainsDetail((first.detail, second.detail)),
    )


def step_of(position: Position, key: str, chain: AlternatingChain) -> Step:
    """Return the step of a chain, under the name of one of the keys."""
    layout, nodes = position.layout, chain.nodes
    on = tuple(number % 2 == 1 for number in range(len(nodes)))
    reasons = [_truth_of(position, first | second) for first, second in pairwise(nodes)][::2]
    truths = [number for number in reasons if number is not None]
    for cells in chain.sets:
        truths += bits(cells)
    for number, reason in enumerate(reasons):
        if reason is None:  # a set, or the one value that it leaves to a cell
            truths += [
                value_and_cells(layout, nodes[end])[1].bit_length() - 1
                for end in (2 * number, 2 * number + 1)
                if not chain.sets[end]
            ]
    pairs = [first | second for first, second in pairwise(nodes)][1::2]
    drawn = Chain(nodes, on)
    if chain.target is not None:
        bit = 1 << chain.target
        pairs += [bit | nodes[0], bit | nodes[-1]]
        drawn = Chain((bit, *nodes, bit), (True, *on, False))
    elif key.removeprefix("grouped-") in _CLOSED_LOOPS:
        pairs.append(nodes[-1] | nodes[0])
        drawn = Chain((*nodes, nodes[0]), (*on, False))
    links = [_set_containing(layout, pair) for pair in pairs]
    values: dict[int, int] = {}
    for cells, node in zip(chain.sets, nodes, strict=False):
        if cells:
            values[cells] = values.get(cells, 0) | 1 << value_and_cells(layout, node)[0]
    return Step(
        key,
        layout,
        eliminations=chain.eliminations,
        pattern=union_of(nodes),
        truths=tuple(dict.fromkeys(truths)),
        links=tuple(dict.fromkeys(number for number in links if number is not None)),
        chains=(drawn,),
        sets=tuple(values.items()),
        detail=ChainDetail(nodes, chain.eliminations, chain.target, chain.sets, tuple(reasons)),
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


_CLOSED_LOOPS = ("continuous-nice-loop", "fishy-cycle", "xy-cycle")
"""The keys of closed loops, without ``grouped``."""


def _is_closed(step: Step, detail: AlternatingChain) -> bool:
    """Whether the ends of a chain exclude each other, so that the chain is drawn closed."""
    drawn = step.chains[0].nodes
    return len(drawn) == len(detail.nodes) + 1 and drawn[0] == drawn[-1]


def _notation(step: Step, detail: AlternatingChain) -> str:
    layout = step.layout
    nodes, sets, target = detail.nodes, detail.sets, detail.target
    if _is_closed(step, detail):
        return phrases.loop_notation(layout, nodes, sets)
    if target is not None:
        mask = 1 << target
        cell = value_and_cells(layout, mask)[1]
        if value_and_cells(layout, nodes[0])[1] == cell:
            nodes, sets = nodes[::-1], sets[::-1]
        tail = [] if value_and_cells(layout, nodes[-1])[1] == cell else [mask]
        all_nodes = [mask, *nodes, *tail]
        return phrases.chain_notation(layout, all_nodes, False, (0, *sets, 0) if sets else ())
    text = phrases.chain_notation(layout, nodes, True, sets)
    first, last = (value_and_cells(layout, node) for node in (nodes[0], nodes[-1]))
    inner = {value_and_cells(layout, node)[0] for node in nodes}
    if first != last and (len(inner) > 1 or step.key.endswith("aic")):  # ends of two values
        return f"{layout.symbol(first[0])}- {text} -{layout.symbol(last[0])}"
    return text


def _conclusion(step: Step, chain: AlternatingChain) -> str:
    layout = step.layout
    first, last = chain.nodes[0], chain.nodes[-1]
    removal = phrases.removal_text(layout, chain.eliminations)
    if _is_closed(step, chain):
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
