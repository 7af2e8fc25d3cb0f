"""Consequences of each candidate on and each off, as far as HoDoKu 2.2 (B. Hobiger) looks.

HoDoKu fills a table for each candidate on and off: for chains with its direct inferences, for
nets with the results of four rounds of singles.  Then each table takes in the tables of all its
entries.  Common entries of several tables, and tables that contradict themselves, give the
conclusions. So HoDoKu's nets are weaker than all singles and stronger than chains.

A table is a mask: a node off has the number of its candidate, a node on ``width`` more.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> result = next(iter(conclusions(position, nets=True)))
>>> result.kind, position.layout.cell_and_value(result.node // 2), bool(result.node & 1)
('contradiction', ('R1C2', 2), True)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from nonet.techniques.candidate_layout import bits, union_of
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.families.forcing.singles_rounds import SinglesRounds
from nonet.techniques.position import Position


class Conclusion(NamedTuple):
    """A node (``2 * candidate + on``) that holds, and why: ``kind`` and ``source`` as in
    ``families/forcing/``."""

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
