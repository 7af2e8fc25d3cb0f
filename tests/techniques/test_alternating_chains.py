"""Chains and loops read from the graph: all there are, shortest first, within their limits."""

from itertools import islice, pairwise

import pytest

from nonet.techniques.candidate_layout import bits, mask_of
from nonet.techniques.engines import alternating_chains
from nonet.techniques.engines.alternating_chains import (
    LOOP_SEARCHES,
    aics,
    best_loop,
    continuous_loops,
    discontinuous_loops,
    walks,
    x_chains,
    xy_chains,
)
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.search_deadline import NO_DEADLINE, SearchDeadline

from .thinned import thinned

SEEDS = range(3)
NODES = ("candidates", "groups")


def two_each(seed, size=6):
    """A position with many strong inferences."""
    return thinned(size, seed, 0.6)


# -- one value ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_x_chains_are_shortest_first_and_each_removes_what_its_ends_see(seed):
    position = two_each(seed, 9)
    actual = [*x_chains(position, range(9))]
    assert actual == [*x_chains(position.with_deadline(NO_DEADLINE), range(9))]
    assert [len(c.nodes) for c in actual] == sorted(len(c.nodes) for c in actual)
    for chain in actual:
        start, end = chain.nodes[0].bit_length() - 1, chain.nodes[-1].bit_length() - 1
        alike = position.layout.all_cells << start // 81 * 81
        both = position.layout.peers[start] & position.layout.peers[end] & position.open
        assert chain.eliminations == both & alike and start < end
    assert len({chain.eliminations for chain in actual}) == len(actual) > 5


@pytest.mark.parametrize("most", range(2, 13))
def test_an_x_chain_has_at_most_as_many_inferences_as_allowed(monkeypatch, most):
    unlimited = [*x_chains(two_each(1, 9), range(9))]
    monkeypatch.setattr(alternating_chains, "MAX_INFERENCES", most)
    actual = [*x_chains(two_each(1, 9), range(9))]
    # of these chains the number of inferences is odd: one less than the nodes
    assert actual == [chain for chain in unlimited if len(chain.nodes) <= most]
    assert len(unlimited) > len(actual) or most >= 8


def test_a_search_asked_again_begins_again_wherever_another_has_come():
    position = two_each(0, 9)
    unlimited = [*x_chains(position.with_deadline(NO_DEADLINE), range(9))]
    first = x_chains(position, range(9))
    assert [*islice(first, 2)] == unlimited[:2]
    assert [*x_chains(position, range(9))] == unlimited
    assert [*first] == unlimited[2:]
    assert [*x_chains(position, [3, 4])] == [
        chain for chain in unlimited if chain.nodes[0].bit_length() - 1 in range(3 * 81, 5 * 81)
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_xy_chains_go_through_cells_of_two_values(seed):
    position = thinned(6, seed, 0.8)
    actual = [*xy_chains(position)]
    for chain in actual:
        cells = [node.bit_length() - 1 for node in chain.nodes]
        assert [c % 36 for c in cells[::2]] == [c % 36 for c in cells[1::2]]
        assert all(position.values[c % 36].bit_count() == 2 for c in cells)
        for off, on in pairwise(cells[1:-1]):
            assert off == on or position.layout.peers[off] >> on & 1
    assert actual
    assert not [*xy_chains(position.without(position.open))]


# -- walks ------------------------------------------------------------------------------


def walks_by_hand(graph, most, value):
    layout = graph.layout
    alive = [
        node
        for node in graph.strong
        if value is None
        or not graph.candidates(node) & ~(layout.all_cells << value * layout.cell_count)
    ]

    def extend(nodes):
        for end in bits(graph.strong[nodes[-1]]):
            if end in nodes or end not in alive:
                continue
            walk = (*nodes, end)
            yield walk
            if len(walk) < 2 * most:
                for off in bits(graph.weak[end]):
                    if off in alive and off not in walk:
                        yield from extend((*walk, off))

    for start in alive:
        for walk in extend((start,)):
            removed = graph.weak[start] & graph.weak[walk[-1]] & graph.candidate_nodes
            cells = [graph.cells(node) for node in walk]
            last = len(walk) - 1
            twice = any(
                cells[a] & cells[b]
                for a in range(last + 1)
                for b in range(a + 2, last + 1)
                if (a, b) != (0, last)
            )
            if len(walk) > 2 and start < walk[-1] and removed and (value is not None or not twice):
                yield graph.candidate_masks(walk), removed


@pytest.mark.parametrize("nodes", NODES)
@pytest.mark.parametrize("value", [None, 2])
@pytest.mark.parametrize("most", [2, 3])
def test_walks_are_all_chains_of_a_few_strong_links(nodes, value, most):
    graph = Graph.of(thinned(6, 1, 0.45), nodes)
    actual = [(walk.nodes, walk.eliminations) for walk in walks(graph, most, value)]
    assert sorted(actual) == sorted(walks_by_hand(graph, most, value)) and actual


def test_walks_from_a_node_end_after_a_number_of_strong_inferences(monkeypatch):
    class Counting(SearchDeadline):
        __slots__ = ("looks",)

        def check(self):
            self.looks += 1

    position = thinned(6, 1, 0.45)
    position.deadline = Counting()
    position.deadline.looks = 0
    graph = Graph.of(position)
    unlimited = {(walk.nodes, walk.eliminations) for walk in walks(graph, 4)}
    sizes = []
    for most in (0, 1, 2, 5, 50, 60_000):
        monkeypatch.setattr(alternating_chains, "MAX_WALKS", most)
        position.deadline.looks = 0
        actual = {(walk.nodes, walk.eliminations) for walk in walks(graph, 4)}
        assert actual <= unlimited
        assert most <= 5 or position.deadline.looks > len(graph.strong)
        if most < 2:  # the first node of a chain has a strong inference: one look at the most
            assert position.deadline.looks == most * len(graph.strong) and not actual
        sizes.append(len(actual))
    assert sizes == sorted(sizes) and sizes[-1] == len(unlimited) > sizes[3] > sizes[2] > 0


# -- loops and chains between two ends ---------------------------------------------------


@pytest.mark.parametrize("key", LOOP_SEARCHES)
@pytest.mark.parametrize("nodes", NODES)
def test_searches_yield_shortest_first_and_each_elimination_once(key, nodes):
    for seed in SEEDS:
        position = two_each(seed)
        graph = Graph.of(position, nodes)
        actual = [*LOOP_SEARCHES[key](position, nodes)]
        lengths = [len(chain.nodes) for chain in actual]
        assert lengths == sorted(lengths) and actual
        if key != "discontinuous-nice-loop":
            assert len({chain.eliminations for chain in actual}) == len(actual)
        for chain in actual:
            assert chain.eliminations and not chain.eliminations & ~position.open
            has_group = any(node.bit_count() > 1 for node in chain.nodes)
            assert has_group == (nodes == "groups") and not chain.sets
            numbers = [number_of(graph, mask) for mask in chain.nodes]
            for place, (a, b) in enumerate(pairwise(numbers)):
                links = graph.weak[a] if place % 2 else graph.strong[a]
                assert links >> b & 1


def number_of(graph, mask):
    if mask.bit_count() == 1:
        return mask.bit_length() - 1
    return graph.first_group + graph.groups.index(mask)


def ends_by_hand(graph):
    """Start, end and level of the shortest chain between any two candidates, with the chains."""
    for start in graph.strong:
        if start < graph.first_group:
            layers, level = graph.layers_from_off(start), 0
            while layers.on_in_layer(level):
                for end in bits(layers.on_in_layer(level) & graph.candidate_nodes):
                    yield start, end, level, layers
                level += 1


@pytest.mark.parametrize("seed", SEEDS)
def test_aics_are_all_pairs_of_ends_that_remove_two_candidates_or_more(seed):
    position = two_each(seed)
    graph, peers = Graph.of(position), position.layout.peers
    expected = set()
    for start, end, level, layers in ends_by_hand(graph):
        if level == 0 or start == end:
            continue
        removed = peers[start] & peers[end] & position.open
        if start // 36 != end // 36 and start % 36 == end % 36:
            removed = 0  # two values of a cell: a loop
        if removed.bit_count() > 1 and next(layers.paths(end, level), None):
            expected.add(removed)
    assert {chain.eliminations for chain in aics(position, "candidates")} == expected and expected


@pytest.mark.parametrize("seed", SEEDS)
def test_a_discontinuous_loop_goes_back_to_its_target_or_its_start(seed):
    position = two_each(seed)
    graph = Graph.of(position)
    placing, eliminating = {}, {}
    for chain in discontinuous_loops(position, "candidates"):
        first, last = (mask.bit_length() - 1 for mask in (chain.nodes[0], chain.nodes[-1]))
        if chain.target is None:
            assert first == last
            home = position.layout.cell_candidates(first % 36)
            assert chain.eliminations == home & position.open & ~(1 << first)
            placing[first] = len(chain.nodes)
        else:
            assert chain.eliminations == 1 << chain.target
            assert graph.weak[chain.target] >> first & graph.weak[chain.target] >> last & 1
            assert first % 36 != chain.target % 36 or last % 36 != chain.target % 36
            eliminating[chain.target] = len(chain.nodes)
    expected = {
        start: 2 * level + 2
        for start, end, level, layers in ends_by_hand(graph)
        if start == end and next(layers.paths(end, level), None)
        and position.values[start % 36].bit_count() > 1
    }  # fmt: skip
    assert placing == expected
    assert {*eliminating} <= {*bits(graph.refuted)} and eliminating
    assert not mask_of(placing) & ~graph.proven


@pytest.mark.parametrize("seed", SEEDS)
def test_a_continuous_loop_removes_what_both_nodes_of_a_weak_inference_exclude(seed):
    position = two_each(seed)
    graph, seen = Graph.of(position), 0
    for chain in continuous_loops(position, "candidates"):
        nodes = [mask.bit_length() - 1 for mask in chain.nodes]
        assert graph.weak[nodes[-1]] >> nodes[0] & 1 and len(nodes) >= 4
        own = mask_of(c for c in bits(position.open) if c % 36 in {n % 36 for n in nodes})
        expected = 0
        for a, b in ((nodes[n - 1], nodes[n]) for n in range(0, len(nodes), 2)):
            both = graph.weak[a] & graph.weak[b]
            expected |= both if a % 36 == b % 36 else both & ~own
        assert chain.eliminations == expected
        seen += 1
    assert seen


@pytest.mark.parametrize("nodes", NODES)
def test_of_equally_short_chains_no_more_are_looked_at_than_allowed(monkeypatch, nodes):
    """With a greater number no chain is lost, and a loop may be found where none was."""
    counts = {}
    for most in (0, 1, 24, 60):
        monkeypatch.setattr(alternating_chains, "MAX_CHAINS", most)
        monkeypatch.setattr(alternating_chains, "MAX_LOOPS", most)
        actual = [
            {chain.eliminations for chain in search(two_each(seed), nodes)}
            for seed in range(3)
            for search in (aics, continuous_loops)
        ]
        counts[most] = sum(map(len, actual))
    assert counts[0] == 0 < counts[1] <= counts[24] <= counts[60]
    assert counts[1] < counts[60]


@pytest.mark.parametrize("nodes", NODES)
def test_hodokus_choice_removes_what_chains_refute(nodes):
    kinds = set()
    for seed in range(4):
        position = two_each(seed)
        graph = Graph.of(position, nodes)
        result = best_loop(position, nodes)
        if result is None:
            continue
        kind, chain = result
        kinds.add(kind)
        assert chain.eliminations and not chain.eliminations & ~position.open
        assert not chain.eliminations & ~graph.refuted or kind == "continuous-nice-loop"
        assert kind in LOOP_SEARCHES
        numbers = [number_of(graph, mask) for mask in chain.nodes]
        if nodes == "groups":
            assert max(numbers) >= graph.first_group
        for place, (a, b) in enumerate(pairwise(numbers)):
            assert (graph.weak[a] if place % 2 else graph.strong[a]) >> b & 1
        if kind != "continuous-nice-loop":
            start, end = numbers[0], numbers[-1]
            both = graph.weak[start] & graph.weak[end] & position.open
            assert not chain.eliminations & ~both or start == end
    assert kinds
