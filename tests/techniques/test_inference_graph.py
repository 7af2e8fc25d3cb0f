"""What the graph of inferences says of all candidates at once, against one search each."""

from random import Random

import pytest

import nonet
from nonet.puzzle import make_rule
from nonet.techniques import Position, explain
from nonet.techniques.candidate_layout import bits
from nonet.techniques.catalogue import TECHNIQUES
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.probe import Closure, NestedFinder, probe
from nonet.techniques.families import chains, coloring, fish, patterns
from nonet.techniques.families.forcing import ImplicationTables
from nonet.techniques.families.templates import reducible_values
from nonet.techniques.search_deadline import NO_DEADLINE

LINES = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
)
HARD = "1....67.....18..3...9.7......4.....3.9.....2.7..6..5....2..1...8...6.1.....8.5.4."
"""Of the forum's hardest: no net refutes a candidate at its start."""
WINDOKU = "......7..........4.4.9.865.6.............4..58..6..3...........3.72..........1..7"


def hard_positions():
    """Positions of some paths where chains have something to do, a windoku's among them."""
    puzzles = [nonet.parse(line) for line in LINES]
    puzzles.append(nonet.parse(WINDOKU).with_rules(make_rule("windoku")))
    for puzzle in puzzles:
        path = explain(puzzle, "hodoku")
        hard = [
            position
            for position, step in zip(path.positions, path.steps, strict=False)
            if step.technique.module not in ("singles", "intersections", "subsets")
        ]
        yield from hard[:: max(1, len(hard) // 4)]


def sparse(seed):
    """A position with few candidates left, drawn at random: it need not have a solution."""
    start, random = Position.of(nonet.parse("." * 81)), Random(seed)
    return start.without(sum(1 << c for c in bits(start.open) if random.random() < 0.7))


@pytest.fixture(scope="module")
def sampled_positions():
    sampled_positions = list(hard_positions())
    assert len(sampled_positions) >= 8
    return sampled_positions


def test_refuted_and_proven_are_those_whose_search_ends_in_their_contrary(sampled_positions):
    refuted = is_proven = 0
    for position in (*sampled_positions, *map(sparse, range(4))):
        graphs = [Graph.of(position), Graph.of_bivalue_cells(position)]
        graphs += [Graph.of_value(position, value) for value in range(position.layout.value_count)]
        for graph in graphs:
            wrong = {c for c in bits(graph.open) if Closure(graph, c, True).off >> c & 1}
            right = {c for c in bits(graph.open) if Closure(graph, c, False).on >> c & 1}
            assert set(bits(graph.refuted)) == wrong
            assert set(bits(graph.proven)) == right
            refuted += len(wrong)
            is_proven += len(right)
    assert refuted and is_proven


@pytest.mark.parametrize(
    "family",
    [patterns, coloring, chains, fish],
    ids=("patterns", "colours", "X-chains", "fish"),
)
def test_of_values_whose_places_are_all_in_templates_no_pattern_removes_anything(
    sampled_positions, monkeypatch, family
):
    keys = frozenset(
        entry.key
        for entry in TECHNIQUES
        if entry.family is family and not {"franken", "mutant"} & set(entry.key.split("-"))
    )
    checked_keys = keys - {"xy-chain"} if family is not chains else frozenset({"x-chain"})
    results, values = [], 0
    for everywhere in (False, True):
        if everywhere:
            monkeypatch.setattr(
                family,
                "reducible_values",
                lambda at: tuple(range(at.layout.value_count)),
            )
        steps = []
        for position in sampled_positions:
            values += position.layout.value_count - len(reducible_values(position))
            steps.append(
                [
                    str(step)
                    for step in family.find(position.with_deadline(NO_DEADLINE), checked_keys)
                ]
            )
        results.append(steps)
    assert results[0] == results[1] and any(results[0]) and values


@pytest.mark.parametrize(("nets", "stride"), [(False, 1), (True, 3)])
def test_tables_that_fail_are_the_same_looked_at_one_by_one(sampled_positions, nets, stride):
    seen = 0
    for position in sampled_positions[::stride]:
        tables = ImplicationTables(position, nets=nets)
        failing, width = tables.contradictory_tables, tables.width
        truths = [position.layout.sets[number] & position.open for number in board_truths(tables)]
        for node, table in tables.tables.items():
            offs, ons = table & tables.graph.candidate_nodes, table >> width
            contrary = node - width if node >= width else node + width
            empty = any(not truth & ~offs for truth in truths)
            assert failing >> node & 1 == bool(offs & ons or table >> contrary & 1 or empty)
        seen += failing.bit_count()
    assert seen


def board_truths(tables):
    """Cells, and the values in houses of which no place was struck out."""
    layout, open_ = tables.layout, tables.position.open
    possible = 0
    for candidate in range(layout.cell_count * layout.value_count):
        free = not tables.position.placed & layout.peers[candidate]
        empty = not tables.position.placed & layout.cell_candidates(candidate % layout.cell_count)
        possible |= (free and empty) << candidate
    for number in layout.truths:
        held = layout.sets[number]
        if held & open_ and (number < layout.cell_count or held & open_ == held & possible):
            yield number


def test_a_path_keeps_nothing_of_positions_it_has_left(monkeypatch):
    met, after = [], Position.after
    monkeypatch.setattr(Position, "after", lambda self, step: met.append(self) or after(self, step))
    nonet.explain(LINES[0])
    assert len(met) > 20
    assert not any(position._memo for position in met)


def test_an_inner_proof_built_when_explained_equals_the_proof_built_at_once():
    position = Position.of(nonet.parse(HARD))
    at, late = Graph.of(position), NestedFinder(position)
    early = NestedFinder(position)
    early._uncertain = position.open  # all inner proofs are made at once
    nets_deferred = 0
    for start in [*bits(at.open)][::16]:
        late_net, early_net = (probe(at, start, True, finder=more) for more in (late, early))
        assert (late_net.clash, late_net.on, late_net.off) == (
            early_net.clash,
            early_net.on,
            early_net.off,
        )
        if late_net.clash is not None:
            assert late_net.clash_size == early_net.clash_size
            nets_deferred += len(early_net.parents) > len(
                [node for node in late_net.parents if node not in late_net.deferred]
            )
            nodes = [node for node in late_net.parents if node not in late_net.deferred]
            assert all(late_net.parents[node] == early_net.parents[node] for node in nodes)
            assert all(late_net.cause.get(node) == early_net.cause.get(node) for node in nodes)
    assert nets_deferred
