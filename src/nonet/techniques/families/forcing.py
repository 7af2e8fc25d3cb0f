"""Forcing chains and nets: suppose, follow the consequences, and learn from the outcome.

A *contradiction*: an assumption leads to a candidate both true and false, or to an empty cell
or house, so the assumption is wrong. A *verity*: a candidate on and off, or all candidates of a
cell or of a value in a house, lead to the same conclusion. In a chain each inference follows
from the inference before, groups included; in a net an inference may have several premises.
Names and conclusions are HoDoKu's (B. Hobiger): one candidate placed or removed by a step. Of
several proofs the proof with the fewest inferences is taken; of nets that end in a contradiction
by singles alone, the smallest of a few.

HoDoKu's own step is the first in rank among the conclusions of its tables; its proof is read from
the same records (``engines/probe.py``).

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> step = next(find(position, frozenset({"forcing-chain-contradiction"})))
>>> step.eliminations.bit_count() + len(step.placements)
1
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain, islice
from operator import attrgetter

from nonet.techniques.candidate_layout import bits, mask_of, union_of
from nonet.techniques.engines.forcing_proof import ForcingProof, is_chain, proof_step
from nonet.techniques.engines.inference_graph import Graph, transitive_closure
from nonet.techniques.engines.probe import (
    Conclusion,
    Suppositions,
    common_conclusions,
    contradiction_at_clash,
    probe,
    refutable,
    smallest_contradiction,
)
from nonet.techniques.position import Position
from nonet.techniques.step import Step

MAX_COMPARED = 6
"""Refuted candidates whose nets are compared for the smallest: most of a path's time is here."""

LEVEL_BY_NAME = {"chain": "grouped chains", "net": "locked candidates"}


def max_cells(_: str) -> int:
    """The cells of the largest puzzle that forcing chains are searched in: 22 by 22."""
    return 484


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield chains before nets, steps with the fewest inferences first.

    A net's conclusion that its shortest proof shows to be a chain's comes last.
    """
    for name in LEVEL_BY_NAME:
        kinds = {key.rsplit("-", 1)[1] for key in requested if f"-{name}-" in key}
        if kinds:
            yield from _steps(position, name, kinds)


def find_as_hodoku(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield HoDoKu's step: the first in rank among the conclusions of its tables."""
    for name in LEVEL_BY_NAME:
        if f"forcing-{name}-verity" not in requested:
            continue
        runs = _suppositions(position, name)
        for node, kind, source in hodoku_conclusions(position, nets=name == "net"):
            if kind == "contradiction":
                proofs = _contradictions(runs, 1 << source)
            else:
                proofs = _verities_of(runs, kind, source)
            same = (result for result in proofs if result.node == node)
            best = min(same, key=attrgetter("size"), default=None)
            if best is not None:
                yield _step(position, name, ForcingProof.of(best))
                break


def hodoku_sort_key(step: Step) -> tuple[int, int, float]:
    """Return HoDoKu's sort key: placements before eliminations, then the first cell."""
    size = step.difficulty
    if step.placements:
        return 0, step.placements[0] % step.layout.cell_count, size
    return 1, _hodoku_rank(step.eliminations.bit_length() - 1, step.layout.cell_count), size


def _hodoku_rank(candidate: int, cell_count: int) -> int:
    value, cell = divmod(candidate, cell_count)
    return cell * 10 + value


def _suppositions(position: Position, name: str) -> Suppositions:
    return position.cached(Suppositions, LEVEL_BY_NAME[name])


def _steps(position: Position, name: str, kinds: set[str]) -> Iterator[Step]:
    reported: set[tuple[bool, int]] = set()
    if name == "net" and "contradiction" in kinds:
        for result in _refutations_by_singles(position):
            proof = ForcingProof.of(result)
            if not all(map(is_chain, proof.branches)):
                reported.add((True, result.node))
                yield _step(position, name, proof)
    runs = _suppositions(position, name)
    among, sources = (_all_sources if name == "net" else _chain_sources)(runs.graph)
    best: dict[tuple[bool, int], Conclusion] = {}
    if "contradiction" in kinds:
        best = {(True, result.node): result for result in _contradictions(runs, among)}
    verities = (_verities_of(runs, *source) for source in sources if "verity" in kinds)
    for result in chain.from_iterable(verities):
        same = (False, result.node)
        if same not in best or result.size < best[same].size:
            best[same] = result
    plain = []
    for same, result in sorted(best.items(), key=lambda pair: pair[1].size):
        if same not in reported:
            proof = ForcingProof.of(result)
            if name == "net" and all(map(is_chain, proof.branches)):
                plain.append(proof)
            else:
                yield _step(position, name, proof)
    yield from (_step(position, name, proof) for proof in plain)


def _refutations_by_singles(position: Position) -> Iterator[Conclusion]:
    """Nets that end at once in a contradiction by singles: the cheap part of the search.

    Of the ``MAX_COMPARED`` candidates that fewest singles refute the smallest net comes first.
    """
    at = Graph.of(position)
    starts = sorted(refutable(at, at.open), key=lambda c: at.propagation(c)[1].bit_count())
    nets = (net for net in (probe(at, start, True) for start in starts))
    compared = [contradiction_at_clash(net) for net in islice(nets, MAX_COMPARED) if net.clash]
    others = (contradiction_at_clash(net) for net in nets if net.clash)
    return chain(sorted(compared, key=attrgetter("size")), others)


def _step(position: Position, name: str, proof: ForcingProof) -> Step:
    kind = "contradiction" if proof.kind == "contradiction" else "verity"
    return proof_step(f"forcing-{name}-{kind}", position.layout, proof)


def _contradictions(runs: Suppositions, among: int) -> Iterator[Conclusion]:
    """Assumptions of some candidates, on or off, that end in a contradiction."""
    graph = runs.graph
    truths: dict[int, list[tuple[int, int]]] = {}
    for number, count in enumerate(graph.truth_counts):
        if count:
            mask = graph.search_order.sets[number] & graph.open
            truths.setdefault((mask & -mask).bit_length() - 1, []).append((number, mask))
    firsts = mask_of(truths)
    for start in bits(graph.open & among):
        for on in (True, False) if graph.linked_nodes >> start & 1 else (True,):
            result = smallest_contradiction(runs(start, on), truths, firsts)
            if result is not None:
                yield result


def _chain_sources(graph: Graph) -> tuple[int, list[tuple[str, int]]]:
    """Return the candidates that, on or off, may lead chains to a contradiction, and the kinds and
    numbers of the sources that have common ends."""
    # Every inference can be reversed: a start turns a candidate off if, and only if, that candidate
    # on leads to the start's contrary.  So a truth can be left empty by the common ends of its
    # candidates.
    nodes, contradictory = graph.candidate_nodes, 0
    sources: list[tuple[str, int]] = []
    ends = {candidate: graph.implied(candidate) for candidate in bits(graph.open)}
    for candidate, (on, off) in ends.items():
        on_if_off, off_if_off = graph.implied(candidate, on=False)
        if (on & off | on_if_off & off_if_off) & nodes:
            contradictory |= 1 << candidate
        if (on & on_if_off | off & off_if_off) & nodes:
            sources.append(("double", candidate))
    for number, count in enumerate(graph.truth_counts):
        on = off = nodes if count else 0
        for candidate in bits(graph.search_order.sets[number] & graph.open):
            on_there, off_there = ends[candidate]
            on, off = on & on_there, off & off_there
            if not on | off:
                break
        if on | off:
            contradictory |= on | off
            sources.append((_truth_kind(graph, number), number))
    return contradictory, sources


def _truth_kind(graph: Graph, number: int) -> str:
    return "cell" if number < graph.layout.cell_count else "house"


def _all_sources(graph: Graph) -> tuple[int, list[tuple[str, int]]]:
    """Return all open candidates, and all candidates and truths as sources of verities."""
    doubles = [("double", start) for start in bits(graph.open & graph.linked_nodes)]
    numbers = [number for number, count in enumerate(graph.truth_counts) if count]
    return graph.open, [*doubles, *((_truth_kind(graph, number), number) for number in numbers)]


def _verities_of(runs: Suppositions, kind: str, source: int) -> Iterator[Conclusion]:
    """Yield the common conclusions of a candidate on and off, or of a truth's candidates."""
    graph = runs.graph
    if kind == "double":
        return common_conclusions(kind, source, (runs(source, on) for on in (True, False)))
    starts = bits(graph.search_order.sets[source] & graph.open)
    return common_conclusions(kind, source, map(runs, starts))


# -- HoDoKu's tables ----------------------------------------------------------------
#
# HoDoKu 2.2 (B. Hobiger) fills a table for each candidate on and off: for chains with its
# consequences, for nets with the results of four rounds of singles too. Then each table takes in
# the tables of all its entries. Common entries of several tables, and tables that contradict
# themselves, give the conclusions. So HoDoKu's nets are weaker than all singles and stronger than
# chains.
#
# A table is a mask: a node off has the number of its candidate, a node on ``width`` more.

MAX_ROUNDS = 4
"""How often singles are looked for after an assumption."""


def hodoku_conclusions(position: Position, *, nets: bool) -> Iterator[tuple[int, str, int]]:
    """Yield the conclusions (node, kind and source) of a position's tables in HoDoKu's order:
    placements before eliminations, by cell; of several reasons the first."""
    tables = ImplicationTables(position, nets)
    reasons = list(tables.conclusions())
    count, plain, width = position.layout.cell_count, tables.graph.candidate_nodes, tables.width
    nodes = union_of(shared for _, _, shared in reasons)
    placed = sorted(bits(nodes >> width & plain), key=lambda candidate: candidate % count)
    removed = sorted(bits(nodes & plain), key=lambda candidate: _hodoku_rank(candidate, count))
    for on, result in ((1, placed), (0, removed)):
        for candidate in result:
            node = candidate + on * width
            kind, source, _ = next(reason for reason in reasons if reason[2] >> node & 1)
            yield 2 * candidate + on, kind, candidate if kind == "contradiction" else source


class ImplicationTables:
    """The ``tables`` of a position, each with all entries taken in."""

    def __init__(self, position: Position, nets: bool) -> None:
        self.position, self.layout, self._nets = position, position.layout, nets
        graph = self.graph = Graph.of(position, "groups")
        self.width = width = graph.first_group
        self.candidates = list(bits(position.open))
        self.tables: dict[int, int] = {}
        rounds = SinglesRounds(position) if nets else None
        for candidate in self.candidates:
            position.deadline.check()
            # chains return to their start only where the start has strong inferences
            linked = graph.linked_nodes >> candidate & 1
            for on in (True, False):
                node = candidate + on * width
                if on or linked:
                    ons, offs = graph.implied(candidate, on)
                    table = (ons & graph.candidate_nodes) << width | offs & graph.candidate_nodes
                    table &= -1 if linked else ~(1 << node)
                    if rounds is not None:
                        ons, offs = rounds.consequences(candidate, on)
                        table |= ons << width | offs
                else:
                    table = 1 << node if nets else 0
                self.tables[node] = table
        if nets:
            small_first = sorted(self.tables.items(), key=lambda item: item[1].bit_count())
            self.tables = transitive_closure(dict(small_first), position.deadline.check)

    def conclusions(self) -> Iterator[tuple[str, int, int]]:
        """Yield conclusions in HoDoKu's order: kind, source and concluded nodes (a table).

        All contradictions form a single conclusion: the source of each is the contrary of the
        concluded node.
        """
        layout, tables, width = self.layout, self.tables, self.width
        count, graph, open_ = layout.cell_count, self.graph, self.position.open
        failing = self.contradictory_tables
        yield "contradiction", -1, failing >> width | (failing & graph.candidate_nodes) << width
        for start in sorted(self.candidates, key=count.__rmod__):  # cell by cell
            home = layout.cell_candidates(start % count)
            shared = tables[start] & tables[start + width] & ~(home | home << width)
            if shared:
                yield "double", start, shared
        for number in graph.search_order.truth_order:
            if graph.truth_counts[number]:
                shared = -1
                for candidate in bits(layout.sets[number] & open_):
                    shared &= tables[candidate + width]
                if shared:
                    yield "cell" if number < count else "house", number, shared

    @cached_property
    def contradictory_tables(self) -> int:
        """Return the tables that contradict themselves, by the tests of HoDoKu.

        Two candidates of one truth on need no look: each has the other off.
        """
        width, plain, tables = self.width, self.graph.candidate_nodes, self.tables
        truths = self._open_truths()
        firsts = union_of(truths)
        result = 0 if self._nets else self._nodes_emptying(chain.from_iterable(truths.values()))
        # what leads to a failing one fails: so small ones are looked at first
        for node in sorted(tables, key=lambda node: tables[node].bit_count()):
            table = tables[node]
            offs = table & plain
            contrary = node - width if node >= width else node + width
            if (
                offs & table >> width
                or table >> contrary & 1
                or table & result
                or (
                    self._nets
                    and any(
                        not open_truth & ~offs
                        for first in bits(offs & firsts)
                        for open_truth in truths[1 << first]
                    )
                )
            ):
                result |= 1 << node
        return result

    def _nodes_emptying(self, truths: Iterable[int]) -> int:
        """Return the nodes from which chains leave one of some truths (masks) without a candidate.

        Chains can be reversed: what turns a candidate off is the contrary of what it leads to.
        """
        width, plain, result = self.width, self.graph.candidate_nodes, 0
        for open_truth in truths:
            shared = -1
            for candidate in bits(open_truth):
                shared &= self.tables[candidate + width]
                if not shared:
                    break
            result |= shared >> width | (shared & plain) << width
        return result

    def _open_truths(self) -> dict[int, list[int]]:
        """Return the open candidates of truths by the first candidate, as a mask; of a house only
        where none was eliminated.

        Of two candidates, each is on where the other is off: so a table with both off contradicts
        itself.
        """
        layout, position, result = self.layout, self.position, dict[int, list[int]]()
        possible = layout.candidates_in(
            layout.all_cells & ~layout.cells_of(position.placed), layout.all_values
        ) & ~union_of(layout.peers[candidate] for candidate in bits(position.placed))
        for number, count in enumerate(self.graph.truth_counts):
            mask = layout.sets[number]
            open_truth = mask & position.open
            counts_here = number < layout.cell_count or open_truth == mask & possible
            if counts_here and (count > 2 or count == 1):
                result.setdefault(open_truth & -open_truth, []).append(open_truth)
        return result


class SinglesRounds:
    """Rounds of singles at a position: a place is looked for in all cells and houses at once."""

    def __init__(self, position: Position) -> None:
        self.layout, self._graph = position.layout, Graph.of(position)
        self._results: dict[tuple[int, bool], tuple[int, int]] = {}

    def consequences(self, start: int, on: bool) -> tuple[int, int]:
        """Return the candidates on and the candidates off after ``MAX_ROUNDS`` rounds.

        A candidate off in a cell of two values puts the other value on.
        """
        if not on:
            home = self.layout.cell_candidates(start % self.layout.cell_count)
            others = self._graph.open & home & ~(1 << start)
            if others and not others & (others - 1):
                start, on = others.bit_length() - 1, True
        result = self._results.get((start, on))
        if result is None:
            result = self._results[start, on] = self._place_by_rounds(start, on)
        return result

    def _place_by_rounds(self, start: int, on: bool) -> tuple[int, int]:
        graph, sets, count = self._graph, self.layout.sets, self.layout.cell_count
        peers, truths = self.layout.peers, graph.search_order.truths
        counts, remaining = graph.truth_counts.copy(), graph.open
        ons = off = full = 0
        singles: Iterable[int] = (start,)
        for turn in range(MAX_ROUNDS + 1):
            cells: list[int] = []  # the last values of cells, as each value is placed
            last: set[int] = set()  # truths with one candidate at some time of the round
            for candidate in singles:
                eliminated = 1 << candidate
                if on or turn:
                    ons |= eliminated
                    full |= 1 << candidate % count
                    eliminated |= peers[candidate]
                    off |= peers[candidate]
                else:
                    off = eliminated
                if turn == MAX_ROUNDS:
                    continue
                eliminated &= remaining
                remaining ^= eliminated
                singles_now = []
                while eliminated:
                    low = eliminated & -eliminated
                    eliminated ^= low
                    for number in truths[low.bit_length() - 1]:
                        count_now = counts[number] = counts[number] - 1
                        if count_now == 1:
                            singles_now.append(number)
                for number in sorted(singles_now):
                    if number >= count:
                        last.add(number)
                    elif counts[number] == 1:
                        cells.append((remaining & sets[number]).bit_length() - 1)
            houses = (
                (remaining & sets[number]).bit_length() - 1
                for number in sorted(last)
                if counts[number] == 1
            )
            cells = [candidate for candidate in cells if not full >> candidate % count & 1]
            singles = dict.fromkeys((*cells, *houses))
            if not singles:
                break
        return ons, off & graph.open
