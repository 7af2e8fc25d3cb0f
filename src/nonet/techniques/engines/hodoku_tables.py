"""HoDoKu 2.2's (B. Hobiger) tables of consequences, and the rounds of singles that fill those of nets.

*Rounds*: a place is looked for in all cells and houses at once. For that purpose open candidates lie in
*layers*: the candidates of a truth are in the same column, each in a layer of its own. A pass
over the layers gives the columns with a single candidate.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits, union_of
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.position import Position

MAX_ROUNDS = 4
"""How often singles are looked for after an assumption."""


class SinglesRounds:
    """Rounds of singles at a position."""

    def __init__(self, position: Position) -> None:
        self.layout, self.open = position.layout, position.open
        layers = self.layers = _layers_of(position.layout)
        self.lying = union_of(layers.held[candidate] for candidate in bits(position.open))
        self.single, self.several = layers.count_columns(self.lying)
        self._placed: dict[int, tuple[int, int]] = {}

    def consequences(self, start: int, on: bool) -> tuple[int, int]:
        """Return the candidates on and the candidates off after the given number of rounds.

        A candidate off in a cell of two values puts the other value on.
        """
        if not on:
            remaining = self.open ^ 1 << start
            first = remaining & self.layout.cell_candidates(start % self.layout.cell_count)
            if not first or first & (first - 1):
                return self._place_by_round([], remaining, self.lying ^ self.layers.held[start])
            start = first.bit_length() - 1
        cached = self._placed.get(start)
        if cached is None:
            cached = self._placed[start] = self._place_by_round([start], self.open, self.lying)
        return cached

    def _place_by_round(self, singles: list[int], remaining: int, lying: int) -> tuple[int, int]:
        """Return the candidates on and off when some singles are placed first: all of a round
        at once.

        The result equals placing one by one, except where a cell loses several last values in
        one round.
        """
        layers, sets = self.layers, self.layout.sets
        peers, around, numbers = self.layout.peers, layers.around, layers.numbers
        first, ons, off, full = (singles, remaining, lying), 0, self.open & ~remaining, 0
        single, several = self.single, self.several
        for turn in range(MAX_ROUNDS + 1):
            for candidate in singles:
                ons |= 1 << candidate
                off |= peers[candidate]
                lying &= ~around[candidate]
                full |= layers.cell[candidate]
            if turn == MAX_ROUNDS:
                break
            remaining &= ~(off | ons)
            result, more = layers.count_columns(lying)
            if several & ~(result | more | full) & layers.cells:
                return self._place_one_by_one(*first)
            new, singles = result & ~single & ~full, []
            single, several = result, more
            while new:
                low = new & -new
                new ^= low
                singles.append((remaining & sets[numbers[low.bit_length() - 1]]).bit_length() - 1)
            if not singles:
                break
        return ons, off & self.open

    def _place_one_by_one(self, singles: list[int], remaining: int, lying: int) -> tuple[int, int]:
        """Return the same where the order matters: a cell that gets down to one value is stored
        with this value.
        """
        layers, sets = self.layers, self.layout.sets
        ons, off, full, before = 0, self.open & ~remaining, 0, self.single
        for turn in range(MAX_ROUNDS + 1):
            ready: list[int] = []
            for candidate in singles:
                ons |= 1 << candidate
                off |= self.layout.peers[candidate]
                full |= layers.cell[candidate]
                if turn < MAX_ROUNDS:
                    remaining &= ~(off | ons)
                    lying &= ~layers.around[candidate]
                    result = layers.count_columns(lying)[0] & layers.cells
                    ready += [
                        (remaining & sets[cell]).bit_length() - 1 for cell in bits(result & ~before)
                    ]
                    before = before & ~layers.cells | result
            result = layers.count_columns(lying)[0]
            ready = [candidate for candidate in ready if not full & layers.cell[candidate]]
            ready += [
                (remaining & sets[layers.numbers[column]]).bit_length() - 1
                for column in bits(result & ~before & ~layers.cells)
            ]
            before, singles = result, list(dict.fromkeys(ready))
            if not singles:
                break
        return ons, off & self.open


class _TruthLayers:
    """The layout of truths in layers: for each candidate ``held``, itself, ``around``, itself
    and all its peers, and ``cell``, the column of its cell; ``numbers`` are the truths of the
    columns, ``cells`` the columns of all cells.
    """

    def __init__(self, layout: Layout) -> None:
        self.numbers = layout.truths
        columns, depth = len(self.numbers), 1
        self.held = [0] * (layout.cell_count * layout.value_count)
        for column, number in enumerate(self.numbers):
            for layer, candidate in enumerate(bits(layout.sets[number])):
                self.held[candidate] |= 1 << layer * columns + column
                depth = max(depth, layer + 1)
        self.cells = layout.all_cells
        self.cell = [
            1 << cell for _ in range(layout.value_count) for cell in range(layout.cell_count)
        ]
        self.around = [
            union_of(self.held[other] for other in bits(peers | 1 << candidate))
            for candidate, peers in enumerate(layout.peers)
        ]
        self._folds = []  # layers are folded, half upon half: the shifts, and the masks that remain
        while depth > 1:
            depth = (depth + 1) // 2
            self._folds.append((columns * depth, (1 << columns * depth) - 1))

    def count_columns(self, mask: int) -> tuple[int, int]:
        """Return the columns with exactly one bit in all layers together, and the columns with
        more.
        """
        once, twice = mask, 0
        for shift, low in self._folds:
            high = once >> shift
            once &= low
            twice = (twice | twice >> shift) & low | once & high
            once |= high
        return once & ~twice, twice


_layers_of = lru_cache(maxsize=16)(_TruthLayers)


# Consequences of each candidate on and each off, as far as HoDoKu 2.2 (B. Hobiger) looks.
#
# HoDoKu fills a table for each candidate on and off: for chains with its direct inferences, for
# nets with the results of four rounds of singles. Then each table takes in the tables of all its
# entries. Common entries of several tables, and tables that contradict themselves, give the
# conclusions. So HoDoKu's nets are weaker than all singles and stronger than chains.
#
# A table is a mask: a node off has the number of its candidate, a node on ``width`` more.


class Conclusion(NamedTuple):
    """A node (``2 * candidate + on``) that holds, and why: ``kind`` and ``source`` as in
    ``families/forcing.py``."""

    node: int
    kind: str
    source: int


def conclusions(position: Position, *, nets: bool) -> Iterator[Conclusion]:
    """Yield the conclusions of a position's tables in HoDoKu's order of preference: placements
    before eliminations, by cell.  Of several reasons the first in HoDoKu's order is given.
    """
    tables = _ImplicationTables(position, nets)
    reasons = list(tables.conclusions())
    count, plain = position.layout.cell_count, tables.graph.candidate_nodes
    nodes = union_of(shared for _, _, shared in reasons)
    ons, offs = nodes >> tables.width & plain, nodes & plain

    def turn(candidate: int) -> int:
        value, cell = divmod(candidate, count)
        return cell * 10 + value

    placed = sorted(bits(ons), key=lambda candidate: candidate % count)
    for on, result in ((1, placed), (0, sorted(bits(offs), key=turn))):
        for candidate in result:
            node = candidate + on * tables.width
            reason = next(first for first in reasons if first[2] >> node & 1)
            source = candidate if reason[0] == "contradiction" else reason[1]
            yield Conclusion(2 * candidate + on, reason[0], source)


class _ImplicationTables:
    """The tables of a position, each with all entries taken in, and its ``candidates``."""

    def __init__(self, position: Position, nets: bool) -> None:
        self.position, self.nets = position, nets
        self.layout = position.layout
        self.graph = Graph.of(position, "groups")
        self.candidates = list(Graph.of(position).weak)
        self.width = width = self.graph.first_group
        self.tables = self._chain_implications()
        if nets:
            rounds = SinglesRounds(position)
            for candidate in self.candidates:
                position.deadline.check()
                linked = (
                    self.graph.linked_nodes >> candidate & 1
                )  # else its being off gives nothing
                for on in (True, False) if linked else (True,):
                    ons, offs = rounds.consequences(candidate, on)
                    self.tables[candidate + on * width] |= ons << width | offs
                if not linked:
                    self.tables[candidate] |= 1 << candidate
            self.tables = _transitive_closure(self.tables)

    def _chain_implications(self) -> dict[int, int]:
        """Return the consequences of each candidate on and off by chains.

        Chains return to their start only where the start has strong inferences.
        """
        result: dict[int, int] = {}
        graph, width, plain = self.graph, self.width, self.graph.candidate_nodes
        linked = graph.linked_nodes
        for candidate in self.candidates:
            ons, offs = graph.implied(candidate)
            on = result[candidate + width] = (ons & plain) << width | offs & plain
            if linked >> candidate & 1:
                ons, offs = graph.implied(candidate, False)
                result[candidate] = (ons & plain) << width | offs & plain
            else:
                result[candidate + width] = on & ~(1 << candidate + width)
                result[candidate] = 0
        return result

    def conclusions(self) -> Iterator[tuple[str, int, int]]:
        """Yield conclusions in HoDoKu's order: kind, source and concluded nodes (a table).

        All contradictions form a single conclusion: the source of each is the contrary of the
        concluded node.
        """
        layout, open_, tables, width = self.layout, self.position.open, self.tables, self.width
        count, plain = layout.cell_count, self.graph.candidate_nodes
        failing = self.contradictory_tables
        yield "contradiction", -1, failing >> width | (failing & plain) << width
        for start in sorted(self.candidates, key=count.__rmod__):  # cell by cell
            shared = tables[start] & tables[start + width]
            if shared:
                home = layout.cell_candidates(start % count)
                shared &= ~(home | home << width)
                if shared:
                    yield "double", start, shared
        board, counts = self.graph.search_order, self.graph.truth_counts
        for number in board.truth_order:
            if not counts[number]:
                continue
            shared, remaining = -1, board.sets[number] & open_
            while remaining and shared:
                low = remaining & -remaining
                remaining ^= low
                shared &= tables[low.bit_length() - 1 + width]
            if shared > 0:
                yield "cell" if number < count else "house", number, shared

    @property
    def contradictory_tables(self) -> int:
        """Return the tables that contradict themselves, by the tests of HoDoKu.

        Two candidates of one truth on need no look: each has the other off.
        """
        if not self.nets:
            return self._contradictory_chains
        width, plain, tables, result = self.width, self.graph.candidate_nodes, self.tables, 0
        # what leads to a failing one fails: so small ones are looked at first
        for node in sorted(tables, key=lambda node: tables[node].bit_count()):
            table = tables[node]
            offs = table & plain
            contrary = node - width if node >= width else node + width
            if (
                offs & table >> width
                or table >> contrary & 1
                or table & result
                or self._empties_truth(offs)
            ):
                result |= 1 << node
        return result

    @property
    def _contradictory_chains(self) -> int:
        """Return tables with contradictory chains: chains are reversible, so a table with a
        candidate on and off contains the contrary of its start, unless no chain returns there.
        """
        graph, width = self.graph, self.width
        result = (
            self.truth_emptying_nodes | graph.proven | (graph.refuted & graph.linked_nodes) << width
        )
        for candidate in bits(graph.refuted & ~graph.linked_nodes):
            table = self.tables[candidate + width]
            if table & graph.candidate_nodes & table >> width:
                result |= 1 << candidate + width
        return result

    def _empties_truth(self, offs: int) -> bool:
        """Whether candidates that are off leave a truth empty."""
        alive, firsts = self.position.open & ~offs, self.truths_by_first
        unvisited = offs & self._first_candidates
        while unvisited:
            low = unvisited & -unvisited
            unvisited ^= low
            for open_truth in firsts[low]:
                if not open_truth & alive:
                    return True
        return False

    @cached_property
    def truth_emptying_nodes(self) -> int:
        """Return the nodes from which chains leave a truth empty: the reversed consequences of
        the candidates that are off.
        """
        width, plain, result = self.width, self.graph.candidate_nodes, 0
        of = {}
        for candidate in self.candidates:
            mask = self.tables[candidate + width]
            of[1 << candidate] = mask >> width | (mask & plain) << width
        for open_truth in self.open_truths:
            nodes, unvisited = -1, open_truth
            while unvisited and nodes:
                low = unvisited & -unvisited
                unvisited ^= low
                nodes &= of[low]
            result |= nodes
        return result

    @cached_property
    def open_truths(self) -> list[int]:
        """Return the open candidates of each truth, the smallest first; of a house only where
        none was eliminated.  Of two candidates, each is on where the other is off: so a table
        with both off contradicts itself.
        """
        layout, open_, sets = self.layout, self.position.open, self.graph.search_order.sets
        allowed = self.position.cached(_not_excluded_by_placed)
        lefts = (
            open_truth
            for number, many in enumerate(self.graph.truth_counts)
            if many and many != 2
            for open_truth in (sets[number] & open_,)
            if number < layout.cell_count or open_truth == sets[number] & allowed
        )
        return sorted(lefts, key=int.bit_count)

    @cached_property
    def truths_by_first(self) -> dict[int, list[int]]:
        """Return the open candidates of the truths, by the first candidate of each, as a mask."""
        result: dict[int, list[int]] = {}
        for open_truth in self.open_truths:
            result.setdefault(open_truth & -open_truth, []).append(open_truth)
        return result

    @cached_property
    def _first_candidates(self) -> int:
        return union_of(self.truths_by_first)


def _not_excluded_by_placed(position: Position) -> int:
    """The candidates that no placed value excludes."""
    layout = position.layout
    empty = layout.all_cells & ~layout.cells_of(position.placed)
    remaining = layout.candidates_in(empty, layout.all_values)
    for candidate in bits(position.placed):
        remaining &= ~layout.peers[candidate]
    return remaining


def _transitive_closure(direct: dict[int, int]) -> dict[int, int]:
    """Return the transitive closure: each node with all its consequences; small nodes first,
    for reuse.
    """
    closed: dict[int, int] = {}
    done = 0
    for node in sorted(direct, key=lambda node: direct[node].bit_count()):
        seen = remaining = direct[node]
        while remaining:
            ready = remaining & done
            if ready:
                other = ready.bit_length() - 1
                more = closed[other]
                remaining &= ~(more | 1 << other)
                seen |= more
            else:
                other = remaining.bit_length() - 1
                remaining = (remaining ^ 1 << other) | direct[other] & ~seen
                seen |= direct[other]
        closed[node] = seen
        done |= 1 << node
    return closed
