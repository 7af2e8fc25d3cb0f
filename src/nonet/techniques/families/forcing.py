"""Forcing chains and nets: assume, follow the consequences, and learn from the outcome.

A *contradiction*: an assumption leads to a candidate both true and false, or to an empty cell
or house, so the assumption is wrong. A *verity*: a candidate on and off, or all candidates of a
cell or of a value in a house, lead to the same conclusion. In a chain each inference follows
from the inference before, groups included; in a net an inference may have several premises.
Names and conclusions are HoDoKu's (B. Hobiger): one candidate placed or removed by a step. Of
several proofs the proof with the fewest inferences is taken.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> step = next(find(position, frozenset({"forcing-chain-contradiction"})))
>>> step.eliminations.bit_count() + len(step.placements)
1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits, mask_of, union_of
from nonet.techniques.engines.forcing_proof import (
    Closure,
    Closures,
    ForcingProof,
    branch_of,
    candidates_of,
    chains_of,
    clash_of,
    is_chain,
    truths_and_links_used,
)
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.net_patterns import PatternFinder
from nonet.techniques.engines.probe import Net, probe, refutable
from nonet.techniques.position import Position
from nonet.techniques.step import Step

# Many assumptions followed at once: the singles after each, one bit per assumption.
#
# A net is followed for its reasons; whether there is any conclusion can be known sooner. Here
# each open candidate has two masks: the assumptions under which the candidate is on, and the
# assumptions under which the candidate is not off. A visit of a truth then does for all
# assumptions together the work of one step in each probe (unit propagation, with as many cases in
# an integer as there are assumptions). The result is the result of all probes without reasons:
# for texts, probes are made.
#
# Consequences remain valid when candidates are eliminated. So at the next position of a path the
# search continues from its last state, and common consequences are searched where anything is
# new. (Where an intersection stands, which needs no assumption, the result contains more than the
# probes; a path takes the intersection first.)


class ParallelAssumptions:
    """The consequences, by singles and locked candidates, of each candidate on, and each off.

    Of candidates off only candidates with strong inferences are followed.  Assumptions are
    numbered: a candidate on has its own number, off ``width`` more.  ``on[candidate]`` are the
    assumptions (a mask) under which the candidate is on, ``may[candidate]`` the assumptions
    under which the candidate is not off; ``dead`` the assumptions that end in a contradiction,
    which are not followed further. ``before`` is the result of an earlier position of the path.
    """

    def __init__(self, at: Graph, before: ParallelAssumptions | None = None) -> None:
        self.at = at
        self.width = at.first_group
        full = self.full = at.open | at.linked_nodes << self.width
        self._looks = {c: at.search_order.truths[c] for c in bits(at.open)}
        held: dict[int, list[int]] = {}
        for c, numbers in self._looks.items():
            for number in numbers:
                held.setdefault(number, []).append(c)
        self._held = held
        self._rests: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self._shared: tuple[int, set[int]] | None = None
        self._before = before if before is not None and self._can_continue(before) else None
        if self._before is None:
            self.dead = 0
            self.on = {c: 1 << c for c in self._looks}
            self.may = {  # exclusion is symmetric
                c: full & ~(at.weak[c] | 1 << c + self.width) for c in self._looks
            }
        else:
            self._inherit(self._before)
        self._add_crossings()
        self._propagate()

    @classmethod
    def at_position(cls, position: Position, graph: Graph) -> ParallelAssumptions:
        """Return the consequences at a position of a path, continued from the last result."""
        known = position.path_cached(_previous_result)
        result = ParallelAssumptions(graph, known.pop() if known else None)
        known.append(result)
        return result

    def _can_continue(self, before: ParallelAssumptions) -> bool:
        """Whether less is open than before, and no single stands, here or there."""
        at, was = self.at, before.at
        less = not at.open & ~was.open and not was.linked_nodes & at.open & ~at.linked_nodes
        return less and at.has_no_singles and was.has_no_singles

    def _inherit(self, before: ParallelAssumptions) -> None:
        """Take over the earlier consequences; for newly linked candidates the assumption "off"
        is new.
        """
        full, width = self.full, self.width
        new = full & ~before.full
        before._before = None
        self.dead = before.dead & full
        self.on = {c: before.on[c] & full for c in self._looks}
        self.may = {c: before.may[c] & full | new & ~(1 << c + width) for c in self._looks}

    @property
    def refuted(self) -> int:
        """The candidates that end in a contradiction on, or off."""
        return (self.dead | self.dead >> self.width) & self.at.open

    def common_consequences(self) -> tuple[int, set[int]]:
        """From where something is so in any case: candidates, on or off, and truths."""
        if self._shared is None:
            self._shared = self._find_common_consequences()
            self._before = None
        return self._shared

    def _find_common_consequences(self) -> tuple[int, set[int]]:
        open_, sets, width = self.at.open, self.at.search_order.sets, self.width
        before, doubles, truths = self._before, 0, set[int]()
        unshared = before is not None and before._shared == (0, truths) and not self.dead
        changed: list[int] = []  # truths that have lost candidates since nothing was shared
        first: dict[int, list[int]] = {}
        for number, held in self._held.items():
            first.setdefault(held[0], []).append(number)
            if before is not None and len(held) < len(before._held[number]):
                changed.append(number)
        firsts = mask_of(first)
        for c in self.on:
            known = before.assumptions_implying(c) if before is not None and unshared else ()
            for state, under in enumerate(self.assumptions_implying(c)):
                if known and not under & ~known[state]:
                    for number in changed:
                        if not sets[number] & open_ & ~under:
                            truths.add(number)
                    continue
                doubles |= under & under >> width
                for start in bits(under & firsts):
                    for number in first[start]:
                        if not sets[number] & open_ & ~under:
                            truths.add(number)
        return doubles & self.at.linked_nodes, truths

    def assumptions_implying(self, candidate: int) -> tuple[int, int]:
        """Return the assumptions under which a candidate is on, and the assumptions under which
        the candidate is off.
        """
        return self.on[candidate] | self.dead, self.full & ~self.may[candidate] | self.dead

    def _add_crossings(self) -> None:
        """Apply locked candidates where two houses cross: the places in one house go off if the
        rest of the other is off.
        """
        layout, open_, count = self.at.layout, self.at.open, self.at.layout.cell_count
        last = len(self.at.truth_counts)
        for shift in range(0, self.width, count):
            for remaining, eliminated in _locked_candidate_rules(
                layout, open_ >> shift & layout.all_cells
            ):
                rests = tuple(c + shift for c in remaining)
                self._rests[last] = rests, tuple(c + shift for c in eliminated)
                for c in rests:
                    self._looks[c] += (last,)
                last += 1

    def _propagate(self) -> None:
        """Follow all assumptions, and the singles that stand, until nothing more does."""
        on, may, held, rests, looks = self.on, self.may, self._held, self._rests, self._looks
        clock, full, dead = self.at.deadline, self.full, self.dead
        weak, peers = self.at.weak, dict[int, tuple[int, ...]]()
        # A bit of a mask is an assumption.  ``on[c]``: assumptions under which c is true; ``may[c]``:
        # under which c is open; ``dead``: those that have come to a contradiction.
        ons = [(mine[0], full) for mine in held.values() if len(mine) == 1]
        on.update(ons)
        touched = {*held, *rests}
        while ons or touched:
            clock.check()
            offs = set[int]()
            for c, mask in ons:
                near = peers.get(c)
                if near is None:
                    near = peers[c] = tuple(bits(weak[c]))
                for peer in near:
                    less = mask & may[peer]
                    if less:
                        may[peer] ^= less
                        dead |= less & on[peer]
                        offs.add(peer)
            touched.update(*map(looks.__getitem__, offs))
            ons, offs = [], set()
            for number in touched:
                live = full & ~dead
                mine = held.get(number)
                # a crossing of two houses: where none of the one part is open, the other part goes
                if mine is None:
                    remaining, eliminated = rests[number]
                    for c in remaining:
                        live &= ~may[c]
                    for c in eliminated if live else ():
                        less = live & may[c]
                        if less:
                            may[c] ^= less
                            dead |= less & on[c]
                            offs.add(c)
                    continue
                # A set of which one candidate is true: ``once`` and ``twice`` count its open
                # candidates for all assumptions together.  None open is a contradiction; one open
                # is a single.
                once = twice = 0
                for c in mine:
                    mask = may[c]
                    twice |= once & mask
                    once |= mask
                dead |= full & ~once
                single = once & live & ~twice
                if single:
                    for c in mine:
                        more = single & may[c] & ~on[c]
                        if more:
                            on[c] |= more
                            ons.append((c, more))
            touched = set[int]().union(*map(looks.__getitem__, offs))
        self.dead = dead


def _previous_result(_: Position) -> list[ParallelAssumptions]:
    """Return a list with the result of the last position of a path, or an empty list."""
    return []


@lru_cache(maxsize=1 << 12)
def _locked_candidate_rules(
    layout: Layout, places: int
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return where two houses cross the other places of a value in the first house, and the
    places in the second that go off once all of the former are off.
    """
    results = []
    for first, second, both in layout.crossings:
        remaining = layout.houses[first].cells & ~both & places
        eliminated = layout.houses[second].cells & ~both & places
        if remaining and eliminated and both & places:
            results.append((tuple(bits(remaining)), tuple(bits(eliminated))))
    return results


# Rounds of singles after an assumption: the contents of HoDoKu 2.2's (B. Hobiger) net tables.
# Hobiger) fills its nets with.
#
# A place is looked for in all cells and houses at once. For that purpose open candidates lie in
# *layers*: the candidates of a truth are in the same column, each in a layer of its own. A pass
# over the layers gives the columns with a single candidate.

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
        self._folds = _fold_plan(columns, depth)

    def count_columns(self, mask: int) -> tuple[int, int]:
        """Return the columns with exactly one bit in all layers together, and the columns with
        more.
        """
        return _count_columns(mask, self._folds)


@lru_cache(maxsize=16)
def _layers_of(layout: Layout) -> _TruthLayers:
    return _TruthLayers(layout)


def _fold_plan(columns: int, depth: int) -> list[tuple[int, int]]:
    """Return how layers are folded, half upon half: the shifts, and the remaining masks."""
    folds = []
    while depth > 1:
        depth = (depth + 1) // 2
        folds.append((columns * depth, (1 << columns * depth) - 1))
    return folds


def _count_columns(mask: int, folds: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the columns with exactly one bit in all layers together, and the columns with more.

    >>> [bin(columns) for columns in _count_columns(0b1010_1000_0001, _fold_plan(4, 3))]
    ['0b11', '0b1000']
    """
    once, twice = mask, 0
    for shift, low in folds:
        high = once >> shift
        once &= low
        twice = (twice | twice >> shift) & low | once & high
        once |= high
    return once & ~twice, twice


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


def max_cells(_: str) -> int:
    """The cells of the largest puzzle that forcing chains are searched in: 22 by 22."""
    return 484


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield chains before nets, steps with the fewest inferences first.

    A net's conclusion that its shortest proof shows to be a chain's comes last.
    """
    for name in ("chain", "net"):
        keys = {key for key in requested if key.startswith(f"forcing-{name}-")}
        if keys:
            yield from _steps(position, name, keys)


def find_as_hodoku(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield HoDoKu's step: the first in rank among the conclusions of its tables."""
    for name in ("chain", "net"):
        if f"forcing-{name}-verity" not in requested:
            continue
        runs = _consequences(position, name)
        for first in conclusions(position, nets=name == "net"):
            if first.kind == "contradiction":
                proofs = _contradictions(runs.at, runs, 1 << first.source)
            else:
                proofs = _common_conclusions(
                    first.kind, first.source, _assumptions(runs.at, first.kind, first.source), runs
                )
            same = (result for result in proofs if result.conclusion == first.node)
            best = min(same, key=attrgetter("size"), default=None)
            if best is not None:
                yield _step(position.layout, name, best, best.proof(runs))
                break


def hodoku_sort_key(step: Step) -> tuple[int, int, float]:
    """Return HoDoKu's sort key: placements before eliminations, then the first cell."""
    size = step.difficulty
    if step.placements:
        return 0, step.placements[0] % step.layout.cell_count, size
    value, cell = divmod(step.eliminations.bit_length() - 1, step.layout.cell_count)
    return 1, cell * 10 + value, size


def _steps(position: Position, name: str, keys: set[str]) -> Iterator[Step]:
    layout = position.layout
    reported: set[tuple[bool, int]] = set()
    if name == "net" and "forcing-net-contradiction" in keys:
        for result, proof in _refutations_by_singles(position):
            reported.add((True, result.conclusion))
            yield _step(layout, name, result, proof)
    runs = _consequences(position, name)
    best: dict[tuple[bool, int], _Conclusion] = {}
    at_once = (
        ParallelAssumptions.at_position(position, runs.at) if name == "net" else Closures(runs.at)
    )
    for search in (_refutations, _verities):
        if f"forcing-{name}-{'verity' if search is _verities else 'contradiction'}" in keys:
            for result in search(runs.at, runs, at_once):
                same = (search is _refutations, result.conclusion)
                if same not in best or result.size < best[same].size:
                    best[same] = result
    plain = []
    for same, result in sorted(best.items(), key=lambda pair: pair[1].size):
        if same in reported:
            continue
        proof = result.proof(runs)
        if name == "net" and all(map(is_chain, proof.branches)):
            plain.append((result, proof))
        else:
            yield _step(layout, name, result, proof)
    for result, proof in plain:
        yield _step(layout, name, result, proof)


def _refutations_by_singles(position: Position) -> Iterator[tuple[_Conclusion, ForcingProof]]:
    """Nets that end at once in a contradiction by singles, the smallest first: the cheap part of
    the search."""
    at = Graph.of(position)
    nets = (probe(at, start, True) for start in refutable(at, at.open))
    for net in sorted((net for net in nets if net.clash), key=attrgetter("clash_size")):
        branches = clash_of(net)
        if not all(map(is_chain, branches)):
            start, size = net.start // 2, net.clash_size
            proof = ForcingProof("contradiction", start, size, branches)
            yield _Conclusion("contradiction", start, 2 * start, size, ()), proof


def _consequences(position: Position, name: str) -> _ConsequenceCache:
    """The closures (of chains) or probes (of nets) of a position, kept for its other searches."""
    return position.cached(_chain_consequences if name == "chain" else _net_consequences)


def _chain_consequences(position: Position) -> _ConsequenceCache:
    return _ConsequenceCache(Graph.of(position, "groups"))


def _net_consequences(position: Position) -> _ConsequenceCache:
    return _ConsequenceCache(Graph.of(position), PatternFinder(position, 1))


def _step(layout: Layout, name: str, conclusion: _Conclusion, proof: ForcingProof) -> Step:
    kind = "contradiction" if conclusion.kind == "contradiction" else "verity"
    candidate, on = divmod(conclusion.conclusion, 2)
    truths, links = truths_and_links_used(layout, proof.branches)
    if conclusion.emptied_truth >= 0:
        truths = tuple(dict.fromkeys((*truths, conclusion.emptied_truth)))
    elif conclusion.kind not in ("contradiction", "double"):
        truths = tuple(dict.fromkeys((conclusion.source, *truths)))
    return Step(
        f"forcing-{name}-{kind}",
        layout,
        placements=(candidate,) if on else (),
        eliminations=0 if on else 1 << candidate,
        pattern=candidates_of(proof.branches),
        truths=truths,
        links=links,
        chains=chains_of(proof.branches),
        assumptions=proof.assumptions,
        clash=proof.clash,
        detail=proof,
        difficulty=proof.complexity,
    )


# -- what is found ----------------------------------------------------------------


class _ConsequenceCache:
    """The closure or probe of each candidate on and off, made once."""

    def __init__(self, at: Graph, more: PatternFinder | None = None) -> None:
        self.at, self._more = at, more
        self._runs: dict[tuple[int, bool], Closure | Net] = {}

    def __call__(self, candidate: int, on: bool) -> Closure | Net:
        run = self._runs.get((candidate, on))
        if run is None:
            at = self.at
            if self._more is None:
                run = Closure(at, candidate, on)
            else:
                run = probe(at, candidate, on, stop_at_clash=False, finder=self._more)
            self._runs[candidate, on] = run
        return run


@dataclass(frozen=True, slots=True)
class _Conclusion:
    """A conclusion (a node, ``2 * candidate + on``) and its premises.

    ``ends`` are pairs of an assumption and a candidate reached, both as nodes.
    """

    kind: str
    source: int
    conclusion: int
    size: int
    ends: tuple[tuple[int, int], ...]
    emptied_truth: int = -1

    def proof(self, runs: Callable[[int, bool], Closure | Net]) -> ForcingProof:
        branches = []
        for start, node in self.ends:
            run = runs(start // 2, bool(start & 1))
            branches.append(run.branch(node) if isinstance(run, Closure) else branch_of(run, node))
        return ForcingProof(self.kind, self.source, self.size, tuple(branches), self.emptied_truth)


def _refutations(
    at: Graph, runs: _ConsequenceCache, at_once: ParallelAssumptions | Closures
) -> Iterator[_Conclusion]:
    """Assumptions that end in a contradiction."""
    return _contradictions(at, runs, at_once.refuted)


def _contradictions(at: Graph, runs: _ConsequenceCache, among: int) -> Iterator[_Conclusion]:
    """Assumptions of some candidates that force a candidate on and off, or leave a truth empty."""
    open_ = at.open
    wholes = _open_truths_by_first(at)
    firsts = mask_of(wholes)
    for start in bits(open_ & among):
        for on in (True, False):
            if not on and not at.linked_nodes >> start & 1:
                continue
            run = runs(start, on)
            node = 2 * start + on
            best: tuple[int, list[tuple[int, int]], int] | None = None
            for c in bits(run.on & run.off):
                if c == start:
                    size = run.size(2 * c + (not on))
                    ends = [(node, 2 * c + (not on))]
                else:
                    size = run.size(2 * c + 1) + run.size(2 * c)
                    ends = [(node, 2 * c + 1), (node, 2 * c)]
                if best is None or size < best[0]:
                    best = (size, ends, -1)
            remaining = open_ & ~run.off | run.on
            empty = (
                truth
                for first in bits(run.off & firsts)
                for truth in wholes[first]
                if not truth[1] & remaining
            )
            for number, mask in sorted(empty):
                size = sum(run.size(2 * c) for c in bits(mask))
                if best is None or size < best[0]:
                    best = (size, [(node, 2 * c) for c in bits(mask)], number)
            if best is not None:
                size, ends, dead = best
                yield _Conclusion(
                    "contradiction", start, 2 * start + (not on), size, tuple(ends), dead
                )


def _open_truths_by_first(at: Graph) -> dict[int, list[tuple[int, int]]]:
    """Return the truths with their open candidates, by the first candidate."""
    result: dict[int, list[tuple[int, int]]] = {}
    for number, count in enumerate(at.truth_counts):
        if count:
            mask = at.search_order.sets[number] & at.open
            result.setdefault((mask & -mask).bit_length() - 1, []).append((number, mask))
    return result


def _verities(
    at: Graph, runs: _ConsequenceCache, at_once: ParallelAssumptions | Closures
) -> Iterator[_Conclusion]:
    """Yield conclusions that hold whichever candidate of a truth, or whichever state of a
    candidate, is assumed.
    """
    cells = at.search_order.layout.cell_count
    doubles, truths = at_once.common_consequences()
    for start in bits(at.open & at.linked_nodes & doubles):
        yield from _common_conclusions("double", start, _assumptions(at, "double", start), runs)
    for number, count in enumerate(at.truth_counts):
        if count and number in truths:
            kind = "cell" if number < cells else "house"
            yield from _common_conclusions(kind, number, _assumptions(at, kind, number), runs)


def _assumptions(at: Graph, kind: str, source: int) -> list[int]:
    """Return nodes of which one holds: a candidate on and off, or all open candidates of a
    truth.
    """
    if kind == "double":
        return [2 * source + 1, 2 * source]
    return [2 * c + 1 for c in bits(at.search_order.sets[source] & at.open)]


def _common_conclusions(
    kind: str, source: int, starts: list[int], runs: _ConsequenceCache
) -> Iterator[_Conclusion]:
    on = off = -1
    branches = []
    for start in starts:
        run = runs(start // 2, bool(start & 1))
        on &= run.on
        off &= run.off
        if not on and not off:
            return
        branches.append(run)
    for mask, state in ((on, True), (off, False)):
        for c in bits(mask):
            node = 2 * c + state
            size = sum(run.size(node) for run in branches)
            yield _Conclusion(kind, source, node, size, tuple((start, node) for start in starts))
