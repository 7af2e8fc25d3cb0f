"""Searches of the graph, against every walk and every single taken one after another."""

from itertools import islice, pairwise, product

import pytest

from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits, mask_of
from nonet.techniques.engines.inference_graph import (
    Graph,
    after_singles,
    groups_of,
    search_order_of,
    transitive_closure,
)
from nonet.techniques.search_deadline import NO_DEADLINE

from .thinned import thinned

SEEDS = range(3)


def singles_by_hand(position, start):
    """What is open and on after all singles from a candidate that is on; None if they fail."""
    layout, open_, on, todo = position.layout, position.open, 1 << start, [start]
    truths = [layout.sets[n] & open_ for n in layout.truths if layout.sets[n] & open_]
    while todo:
        open_ &= ~layout.peers[todo.pop()]
        if on & ~open_ or any(not truth & open_ for truth in truths):
            return None
        for truth in truths:
            open_left = truth & open_
            if open_left.bit_count() == 1 and not open_left & on:
                on |= open_left
                todo.append(open_left.bit_length() - 1)
    return open_, on


@pytest.mark.parametrize("seed", SEEDS)
def test_singles_from_a_candidate_are_those_one_after_another(seed):
    position, failed = thinned(6, seed, 0.45), 0
    graph = Graph.of(position)
    assert graph.has_no_singles
    for candidate in bits(position.open):
        remaining, placed = graph.propagation(candidate)
        expected = singles_by_hand(position, candidate)
        if expected is None:
            failed += 1
            assert remaining == -1
        else:
            assert (remaining, placed) == expected
        assert graph.propagation(candidate) == (remaining, placed)
    assert 0 < failed < position.open.bit_count()


def test_what_was_asked_before_changes_no_answer():
    position = thinned(6, 0, 0.45)
    candidates = [*bits(position.open)]
    fresh = {c: Graph(position.layout, position.open).propagation(c) for c in candidates}
    graph = Graph.of(position)
    for candidate in (*candidates[::-2], *candidates):
        assert graph.propagation(candidate) == fresh[candidate]
    later = position.without(mask_of(candidates[::7]))
    for candidate in bits(later.open):
        anew = Graph(later.layout, later.open).propagation(candidate)
        assert Graph.of(later).propagation(candidate) == anew


def test_a_candidate_that_places_one_known_to_fail_fails():
    position = thinned(6, 0, 0.45)
    plain = Graph(position.layout, position.open)
    failing = 0
    for known in [*bits(position.open)][::9]:
        graph = Graph(position.layout, position.open)
        graph.propagation.failed = 1 << known
        for candidate in bits(position.open):
            remaining, placed = plain.propagation(candidate)
            fails = remaining < 0 or placed >> known & 1
            assert (graph.propagation(candidate)[0] < 0) == fails
            failing += fails and remaining >= 0
    assert failing


@pytest.mark.parametrize("seed", SEEDS)
def test_after_all_singles_none_is_left_or_a_truth_is_empty(seed):
    position = thinned(6, seed, 0.5)
    layout, ends = position.layout, set()
    for candidate in bits(position.open):
        after = position.place(candidate)
        open_, placed, sound = after_singles(after, after.open, after.placed)
        by_hand = after
        while sound:
            sets = [layout.sets[n] for n in layout.truths]
            lone = next((open_left for s in sets if not s & by_hand.placed
                         and (open_left := s & by_hand.open).bit_count() == 1), 0)  # fmt: skip
            if not lone:
                assert (open_, placed) == (by_hand.open, by_hand.placed)
                break
            by_hand = by_hand.place(lone.bit_length() - 1)
        alive = open_ | placed
        assert sound == all(alive & layout.sets[n] for n in layout.truths)
        ends.add(sound)
    assert ends == {True, False}


def test_the_closure_of_any_relation_is_all_that_can_be_reached():
    for seed in range(40):
        drawn = thinned(4, seed, 0.5).open
        relation = {
            n: drawn >> 7 * n + seed & 0b1111111 | 1 << n for n in range(7) if n != seed % 8
        }
        looks = []
        closed = transitive_closure(relation, lambda looks=looks: looks.append(1))
        assert [*closed] == [*relation] and len(looks) == len(relation)
        for node, reached in closed.items():
            expected, todo = {node}, [node]
            while todo:
                news = set(bits(relation.get(todo.pop(), 0))) - expected
                expected |= news
                todo += news
            assert set(bits(reached)) == expected


def layers_by_hand(graph, off, on, revisit):
    """The nodes off and on after each strong inference, each once unless ``revisit``."""
    layers, all_off, all_on = [(off, on)], off, on
    while on and len(layers) < 9:
        off = mask_of(n for node in bits(on) for n in bits(graph.weak[node]))
        off &= ~0 if revisit else ~all_off
        on = mask_of(n for node in bits(off) for n in bits(graph.strong.get(node, 0)))
        on &= ~0 if revisit else ~all_on
        all_off, all_on = all_off | off, all_on | on
        layers.append((off, on))
    return layers


@pytest.mark.parametrize("seed", [0, 2])
@pytest.mark.parametrize("nodes", ["candidates", "groups", "sets"])
def test_layers_are_the_nodes_by_distance(seed, nodes):
    position = thinned(4 if nodes == "sets" else 6, seed, 0.5)
    graph = Graph.of(position, nodes)
    for start in [*graph.strong][::5]:
        for revisit in (False, True):
            layers = graph.layers_from_off(start, revisit=revisit)
            assert graph.layers_from_off(start, revisit=revisit) is layers
            expected = layers_by_hand(graph, 1 << start, graph.strong[start], revisit)
            for level in (1, 0, *range(len(expected))):
                if level < len(expected):
                    assert layers.on_in_layer(level) == expected[level][1]
            assert layers.layers[: len(expected)] == expected[: len(layers.layers)]
        if start < graph.first_group:
            layers = graph.layers_from_off(start)
            assert layers.on_in_any_layer() == mask_of(
                n for _, on in layers.layers for n in bits(on)
            )
            home = position.layout.cell_candidates(start % position.layout.cell_count)
            off = graph.weak[start] & ~home
            on = mask_of(n for node in bits(off) for n in bits(graph.strong.get(node, 0)))
            leaving = graph.layers_from_on(start)
            assert leaving.layers[0] == (off, on) and graph.layers_from_on(start) is leaving


def paths_by_hand(graph, layers, end, level):
    """All ways back from a node through the layers that enter no cell twice."""
    for offs in product(*(bits(layers.layers[n][0]) for n in range(level + 1))):
        for ons in product(*(bits(layers.layers[n][1]) for n in range(level))):
            nodes = [n for pair in zip(offs, (*ons, end), strict=True) for n in pair]
            links = [
                (graph.strong.get(a, 0) if number % 2 == 0 else graph.weak[a]) >> b & 1
                for number, (a, b) in enumerate(pairwise(nodes))
            ]
            cells = [graph.cell_masks[node] for node in nodes]
            closed = cells[-1] == layers.home_cell
            last = len(nodes) - 1
            twice = any(
                cells[a] == cells[b] and not (closed and last > 1 and (a, b) == (0, last)) and
                (b > a + 1 or (closed and (cells[a] == layers.home_cell or b == last)))
                for a in range(last + 1) for b in range(a + 1, last + 1)
            )  # fmt: skip
            home = any(cell == layers.home_cell for cell in cells[2 : last if closed else None])
            if all(links) and not twice and not home:
                yield tuple(nodes)


@pytest.mark.parametrize("seed", range(3))
def test_paths_are_all_the_shortest_that_enter_no_cell_twice(seed):
    position = thinned(4, seed, 0.45)
    graph, seen = Graph.of(position), 0
    for start in [*bits(position.open)][::5]:
        for layers in (graph.layers_from_off(start), graph.layers_from_on(start)):
            for level in (0, 1, 2):
                if layers.on_in_layer(level) and layers.layers[level][0].bit_count() < 9:
                    for end in bits(layers.on_in_layer(level)):
                        if end == start and level == 0:
                            continue
                        actual = [*layers.paths(end, level, 1 << 30)]
                        assert sorted(actual) == sorted(paths_by_hand(graph, layers, end, level))
                        seen += len(actual)
    assert seen > 20


def test_the_budget_of_a_search_for_paths_is_a_number_of_nodes():
    graph = Graph.of(thinned(9, 2, 0.75))
    starts = ((start, level) for start in graph.strong for level in (1, 2, 3))
    for start, level in starts:
        layers = graph.layers_from_off(start)
        for end in islice(bits(layers.on_in_layer(level)), 2):
            all_paths = [*layers.paths(end, level, 1 << 30)]
            sizes = [len([*layers.paths(end, level, budget)]) for budget in range(60)]
            assert sizes[0] == 0 and sizes == sorted(sizes)
            for size, budget in zip(sizes, range(60), strict=True):
                assert [*layers.paths(end, level, budget)] == all_paths[:size] and size <= budget
            if len(all_paths) > 3 and sizes[-1] > 2:
                assert max(b - a for a, b in pairwise(sizes)) == 1
                assert len([*layers.paths(end, level)]) == len([*layers.paths(end, level, 400)])
                return
    pytest.fail("no end has several paths")


@pytest.mark.parametrize("seed", SEEDS)
def test_groups_are_places_where_houses_cross_with_a_strong_inference(seed):
    position = thinned(6, seed, 0.6)
    layout = position.layout
    for value in range(layout.value_count):
        places = position.places_of(value)
        crossed = {
            places & a.cells & b.cells
            for a in layout.houses for b in layout.houses
            if a is not b and (a.cells & b.cells).bit_count() > 1
        }  # fmt: skip
        masks = {cells for cells in crossed if cells.bit_count() > 1}
        links = set()
        for cells in masks:
            for house in layout.complete_houses:
                beyond = places & house.cells & ~cells
                if (
                    not cells & ~house.cells
                    and beyond
                    and (beyond.bit_count() == 1 or beyond in masks)
                ):
                    links.add((cells, beyond, house.number))
        groups = groups_of(position, places)
        assert set(groups.cells) == {cells for cells, _, _ in links}
        both_ways = set(groups.links) | {(b, a, h) for a, b, h in groups.links if b in groups.cells}
        assert both_ways == links and len(set(groups.links)) == len(groups.links)
        singles_first = [other.bit_count() > 1 for _, other, _ in groups.links]
        assert singles_first == sorted(singles_first)
        for cells, (seen, others) in zip(groups.cells, groups.weak, strict=True):
            assert seen == places & mask_of(
                c for c in range(36) if all(layout.sees[c] >> own & 1 for own in bits(cells))
            )
            assert [*bits(others)] == [n for n, g in enumerate(groups.cells) if not g & ~seen]


def test_a_search_order_splits_the_peers_by_the_first_set_that_is_shared():
    layout = thinned(6, 0).layout
    order = search_order_of(layout)
    kinds = {"box": 0, "row": 1, "column": 2}
    for candidate in range(0, 216, 11):
        value, cell = divmod(candidate, 36)
        houses = sorted(
            (h for h in layout.complete_houses if h.cells >> cell & 1),
            key=lambda h: (kinds[h.kind], h.number),
        )
        numbers = (cell, *(layout.house_set(h.number, value) for h in houses))
        assert order.truths[candidate] == numbers
        parts, open_left = [], layout.peers[candidate]
        for number in numbers:
            parts.append(layout.sets[number] & open_left)
            open_left &= ~layout.sets[number]
        assert order.peer_parts[candidate] == tuple(parts) and not open_left
        assert order.same_value_peers[candidate] == layout.sees[cell] << value * 36
    assert [*order.truth_rank.values()] == [*range(len(layout.truths))]
    assert sorted(order.truth_order) == sorted(layout.truths)
    values = [layout.house_and_value(n)[1] for n in order.truth_order[36:]]
    assert values == sorted(values) and order.truth_order[:36] == tuple(range(36))


def test_parts_of_a_graph_are_of_one_value_or_of_cells_of_two_values():
    position = thinned(6, 1, 0.6)
    layout = position.layout
    for value in range(layout.value_count):
        graph = Graph.of_value(position, value)
        assert Graph.of_value(position.limited(NO_DEADLINE), value) is graph
        assert graph.open == position.places_of(value) << value * 36
        assert all(truth >= 36 for links in graph.links.values() for _, truth in links)
        all_values = Graph.of(position)
        for node, links in graph.links.items():
            assert links == [pair for pair in all_values.links[node] if pair[1] >= 36]
    two = Graph.of_bivalue_cells(position)
    cells = [c for c, values in enumerate(position.values) if values.bit_count() == 2]
    assert two.open == position.open_candidates_in(mask_of(cells)) and cells
    assert sorted({truth for links in two.links.values() for _, truth in links}) == cells
    for node, weak in two.weak.items():
        own = layout.cell_candidates(node % 36)
        assert weak == layout.peers[node] & two.open & ~own and two.strong[
            node
        ] == two.open & own & ~(1 << node)


def test_joining_groups_leaves_the_graph_of_candidates_as_it_was():
    position = thinned(6, 2, 0.55)
    plain = Graph.of(position)
    weak, strong, links = (
        dict(plain.weak),
        dict(plain.strong),
        {k: [*v] for k, v in plain.links.items()},
    )
    grouped = Graph.of(position, "groups")
    assert grouped.groups and grouped.linked_nodes >> grouped.first_group
    fresh = Graph(position.layout, position.open)
    for graph in (plain, fresh):
        assert (graph.weak, graph.strong, graph.links) == (weak, strong, links)
    assert isinstance(position, Position) and not plain.groups


@pytest.mark.parametrize("seed", SEEDS)
def test_a_value_of_an_almost_locked_set_excludes_what_sees_its_places_and_forces_the_rest(seed):
    position = thinned(4, seed, 0.45)
    layout, graph = position.layout, Graph.of(position, "sets")
    count, first = layout.cell_count, graph.first_group
    groups = [n for n in range(first, first + len(graph.groups)) if n not in graph.sets]
    by_set, forced_links = {}, 0
    for node, cells in graph.sets.items():
        by_set.setdefault(cells, {})[next(layout.by_value(graph.candidates(node)))[0]] = node
    for cells, node_of in by_set.items():
        assert cells.bit_count() > 1 and len(node_of) == cells.bit_count() + 1
        seen = {}
        for value, node in node_of.items():
            shift = value * count
            places = cells & position.places_of(value)
            assert graph.candidates(node) == places << shift and graph.cells(node) == places
            seen[value] = position.open & mask_of(
                c + shift for c in range(count) if not places & ~layout.sees[c]
            )
            expected = seen[value] | mask_of(
                other
                for other in (*groups, *graph.sets)
                if not graph.candidates(other) & ~seen[value]
                and not graph.sets.get(other, graph.cells(other)) & cells
            )
            assert graph.weak[node] == expected
            assert all(graph.weak[other] >> node & 1 for other in bits(expected))
        for value, node in node_of.items():
            forced = 0
            for cell, values in enumerate(position.values):
                lost = mask_of(v for v in node_of if v != value and seen[v] >> v * count + cell & 1)
                open_left = values & ~lost
                if values.bit_count() > 2 and open_left.bit_count() == 1:
                    forced |= 1 << (open_left.bit_length() - 1) * count + cell
            forced_links += forced.bit_count()
            others = mask_of(other for other in node_of.values() if other != node)
            assert graph.strong[node] == others | forced
            assert all(graph.strong[other] >> node & 1 for other in bits(forced))
    assert by_set and forced_links
