"""Suppositions, against their definition: what follows, by what, and how many inferences it takes."""

from itertools import combinations, pairwise

import pytest

from nonet.puzzle import Grid, Puzzle
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits, mask_of
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.probe import (
    LEVELS,
    Closure,
    Net,
    Pattern,
    PatternFinder,
    Suppositions,
    common_conclusions,
    contradiction_at_clash,
    probe,
    refutable,
    smallest_contradiction,
)

from .thinned import thinned

SEEDS = range(2)


def starts(position):
    return [(candidate, on) for candidate in [*bits(position.open)][::5] for on in (True, False)]


def consequences(position, candidate, on, use_cells=True, singles=False):
    """All nodes on and off by singles from a node, in no order; ``singles``: those there are too."""
    layout, open_ = position.layout, position.open
    count = layout.cell_count
    truths = [
        layout.sets[n] & open_
        for n in layout.truths
        if (use_cells or n >= count) and (layout.sets[n] & open_).bit_count() > (not singles)
    ]
    ons, offs = (1 << candidate, 0) if on else (0, 1 << candidate)
    while True:
        before = ons, offs
        for c in bits(ons):
            value = c // count
            alike = layout.all_cells << value * count
            offs |= layout.peers[c] & open_ & (-1 if use_cells else alike)
        for truth in truths:
            for last in bits(truth):
                if not truth & ~offs & ~(1 << last):
                    ons |= 1 << last
        if (ons, offs) == before:
            return ons, offs


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("use_cells", [True, False])
@pytest.mark.parametrize("stop", [True, False])
def test_a_net_has_all_that_singles_give_or_a_contradiction(seed, use_cells, stop):
    position = thinned(6, seed, 0.6)
    graph = Graph.of(position)
    clashes = 0
    for candidate, on in starts(position):
        net = probe(graph, candidate, on, use_cells=use_cells, stop_at_clash=stop)
        ons, offs = consequences(position, candidate, on, use_cells, singles=not stop)
        wrong = bool(ons & offs)
        clashes += wrong
        if stop:
            assert (net.clash is not None) == wrong
        else:
            assert net.clash is None and bool(net.on & net.off) == wrong
        if not wrong:
            assert (net.on, net.off) == (ons, offs)
        else:
            assert not net.on & ~ons and not net.off & ~offs
    assert clashes


@pytest.mark.parametrize("seed", SEEDS)
def test_each_inference_of_a_net_rests_on_earlier_ones_that_give_it(seed):
    position = thinned(6, seed, 0.5)
    graph, layout = Graph.of(position), position.layout
    for candidate, on in starts(position):
        net = probe(graph, candidate, on)
        earlier = []
        for node, parents in net.parents.items():
            assert set(parents) <= set(earlier)
            c, is_on = divmod(node, 2)
            if node == 2 * candidate + on:
                assert parents == () and not earlier
            elif is_on:
                truth = layout.sets[net.cause[node]] & position.open
                assert {*parents} == {2 * other for other in bits(truth & ~(1 << c))}
            else:
                (parent,) = parents
                assert parent % 2 == 1 and layout.peers[parent // 2] >> c & 1
            earlier.append(node)
        assert mask_of(node // 2 for node in earlier if node % 2) == net.on
        assert mask_of(node // 2 for node in earlier if not node % 2) == net.off
        for node in earlier:
            above, todo = {node}, [node]
            while todo:
                new = set(net.parents[todo.pop()]) - above
                above |= new
                todo += new
            assert net.ancestors(node) == mask_of(above) and net.size(node) == len(above)
            branch = net.branch(node)
            assert len(branch) == len(above) and branch[-1].candidates == 1 << node // 2
            assert branch[-1].on == bool(node % 2)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_contradiction_counts_the_nodes_of_both_its_proofs(seed):
    position = thinned(6, seed, 0.6)
    graph, seen = Graph.of(position), 0
    for candidate, on in starts(position):
        net = probe(graph, candidate, on)
        if net.clash is None:
            continue
        c, second_on, parents, cause = net.clash
        first = 0
        for parent in parents:
            first |= net.ancestors(parent)
        second = net.ancestors(2 * c + (not second_on))
        assert net.clash_size == first.bit_count() + 1 + second.bit_count()
        assert net.clash_ancestors == first | second
        (*before, last), other = net.clash_branches()
        assert (last.candidates, last.on, last.cause) == (1 << c, second_on, cause)
        assert (len(before), len(other)) == (first.bit_count(), second.bit_count())
        assert (other[-1].candidates, other[-1].on) == (1 << c, not second_on)
        result = contradiction_at_clash(net)
        assert result == ("contradiction", candidate, 2 * candidate + (not on), net.clash_size,
                          ((net, -1),), -1)  # fmt: skip
        assert result.branches == net.clash_branches()
        seen += 1
    assert seen


# -- patterns --------------------------------------------------------------------


def patterns_by_hand(position, alive, kind):
    """The eliminations of one kind of pattern: candidate, premises, name, values, cells, houses."""
    layout, open_ = position.layout, position.open
    count = layout.cell_count
    places = [alive >> v * count & layout.all_cells for v in range(layout.value_count)]
    results = []

    def add(name, values, cells, houses, eliminated, premises):
        for candidate in bits(eliminated & alive):
            if premises & open_ & ~alive:
                why = tuple(2 * 0 + c for c in bits(premises & open_ & ~alive))
                results.append((candidate, why, Pattern(name, values, cells, houses)))

    houses = layout.houses
    for value, open_places in enumerate(places):
        if kind == "intersection":
            for base in houses:
                for cover in houses:
                    both = base.cells & cover.cells
                    inside = open_places & both
                    if base is not cover and both.bit_count() > 1 and inside.bit_count() > 1:
                        beyond = base.cells & ~both
                        if not open_places & beyond:
                            lost = cover.cells & ~both & open_places
                            add(kind, 1 << value, 0, (base.number, cover.number),
                                lost << value * count, beyond << value * count)  # fmt: skip
        if kind == "X-wing":
            for base_kind, cover_kind in (("column", "row"), ("row", "column")):
                lines = layout.houses_by_kind[base_kind]
                for first, second in combinations(lines, 2):
                    corners = open_places & (first.cells | second.cells)
                    covers = [h for h in layout.houses_by_kind[cover_kind] if h.cells & corners]
                    pairs = (open_places & line.cells for line in (first, second))
                    if len(covers) == 2 and all(pair.bit_count() == 2 for pair in pairs):
                        across = covers[0].cells | covers[1].cells
                        inside = first.cells | second.cells
                        numbers = tuple(h.number for h in (first, second, *covers))
                        add(kind, 1 << value, 0, numbers,
                            (open_places & across & ~inside) << value * count,
                            (inside & ~across) << value * count)  # fmt: skip
    for first, second in combinations(range(layout.value_count), 2):
        for house in houses:
            if kind == "hidden pair":
                pair = places[first] & house.cells
                if pair == places[second] & house.cells and pair.bit_count() == 2:
                    both = 1 << first | 1 << second
                    add(kind, both, pair, (house.number,),
                        layout.candidates_in(pair, layout.all_values & ~both),
                        layout.candidates_in(house.cells & ~pair, both))  # fmt: skip
    for single, two in combinations(range(count), 2):
        values = [
            mask_of(v for v in range(len(places)) if places[v] >> c & 1) for c in (single, two)
        ]
        if kind == "naked pair" and values[0] == values[1] and values[0].bit_count() == 2:
            pair = 1 << single | 1 << two
            for house in houses:
                if not pair & ~house.cells:
                    add(kind, values[0], pair, (house.number,),
                        layout.candidates_in(house.cells & ~pair, values[0]),
                        layout.candidates_in(pair, layout.all_values & ~values[0]))  # fmt: skip
    return results


KINDS = ("intersection", "hidden pair", "naked pair", "X-wing")


def with_less(position, seed):
    """Some of the candidates of a position, as a net leaves them."""
    return thinned(6, seed + 100, 0.7).open & position.open


@pytest.mark.parametrize("number", range(4))
def test_a_pattern_within_a_net_is_found_with_what_it_rests_on(number):
    kind, total = KINDS[number], 0
    for seed in range(12):
        position = thinned(6, seed, 0.15)
        alive, finder = with_less(position, seed), PatternFinder(position)
        finder.finders = finder.finders[number : number + 1]
        actual = [*finder(position.open, alive)]
        assert sorted(actual, key=repr) == sorted(patterns_by_hand(position, alive, kind), key=repr)
        assert [*finder(alive, alive)] == []  # it was there before: nothing has to be told
        total += len(actual)
    assert total


@pytest.mark.parametrize("kinds", [1, 2, 3, 4])
def test_of_the_kinds_asked_for_the_first_that_removes_anything_is_used(kinds):
    used = set()
    for seed in range(8):
        position = thinned(6, seed, 0.15)
        alive = with_less(position, seed)
        for weaker in range(1, kinds + 1):
            by_hand = (patterns_by_hand(position, alive, kind) for kind in KINDS[:kinds])
            expected = next(filter(None, by_hand), [])
            actual = [*PatternFinder(position, kinds)(position.open, alive)]
            assert sorted(actual, key=repr) == sorted(expected, key=repr)
            used |= {cause.name for _, _, cause in actual}
            while lost := mask_of(c for c, *_ in PatternFinder(position, weaker)(-1, alive)):
                alive &= ~lost  # what the weaker kinds remove is gone
    assert used >= {*KINDS[: min(kinds, 3)]}


def test_crossings_come_by_box_and_line_and_pairs_by_box_column_row():
    rank = [("box", "column"), ("box", "row"), ("column", "box"), ("row", "box")]
    met = set()
    for number in (0, 1):
        for seed in range(8):
            position = thinned(6, seed, 0.15)
            layout, finder = position.layout, PatternFinder(position)
            finder.finders = finder.finders[number : number + 1]
            causes = [cause for _, _, cause in finder(position.open, with_less(position, seed))]
            for value in range(layout.value_count) if number == 0 else ():
                houses = [cause.houses for cause in causes if cause.values == 1 << value]
                kinds = [tuple(layout.houses[n].kind for n in pair) for pair in houses]
                assert [(rank.index(k), h) for k, h in zip(kinds, houses, strict=True)] == sorted(
                    (rank.index(k), h) for k, h in zip(kinds, houses, strict=True)
                )
                met |= set(kinds)
            if number == 1:
                firsts = {}  # the first value of a pair and its houses
                for cause in causes:
                    low = cause.values & -cause.values
                    firsts.setdefault(low, []).append(layout.houses[cause.houses[0]].kind)
                met |= {kind for kinds in firsts.values() for kind in kinds}
                first = firsts.get(1, [])
                assert first == sorted(first, key=("box", "column", "row").index)
    assert met >= {*rank, "box", "column", "row"}


@pytest.mark.parametrize(
    ("pattern", "expected_words", "truths", "links"),
    [
        (Pattern("intersection", 0b1, 0, (8, 0)), "the 1 of box 1 is in row 1", ["1b1"], ["1r1"]),
        (
            Pattern("hidden pair", 0b101, 0b11, (8,)),
            "1 and 3 have no other place in box 1 than R1C1 and R1C2",
            ["1b1", "3b1"],
            ["r1c1", "r1c2"],
        ),
        (
            Pattern("naked pair", 0b101, 0b11, (0,)),
            "R1C1 and R1C2 hold 1 and 3 between them",
            ["r1c1", "r1c2"],
            ["1r1", "3r1"],
        ),
        (
            Pattern("X-wing", 0b10, 0, (0, 2, 4, 6)),
            "X-wing of 2 in row 1 and row 3",
            ["2r1", "2r3"],
            ["2c1", "2c3"],
        ),
    ],
)
def test_a_pattern_is_told_with_its_place_and_the_sets_it_rests_on(
    pattern, expected_words, truths, links
):
    layout = Position.of(Puzzle(Grid.square(4))).layout
    assert pattern.describe(layout) == expected_words
    named = [[layout.set_name(n) for n in numbers] for numbers in pattern.truths_and_links(layout)]
    assert named == [truths, links]


# -- chains, levels ---------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("nodes", ["candidates", "groups"])
def test_a_chain_is_a_shortest_way_through_the_graph(seed, nodes):
    position = thinned(6, seed, 0.6)
    graph = Graph.of(position, nodes)
    for candidate, on in starts(position):
        closure = Closure(graph, candidate, on)
        distance, front = {(candidate, on): 1}, [(candidate, on)]
        while front:
            after = []
            for node, is_on in front:
                links = graph.weak[node] if is_on else graph.strong.get(node, 0)
                for other in bits(links):
                    if (other, not is_on) not in distance:
                        distance[other, not is_on] = distance[node, is_on] + 1
                        after.append((other, not is_on))
            front = after
        plain = {key for key in distance if key[0] < graph.first_group}
        assert {(c, True) for c in bits(closure.on)} | {
            (c, False) for c in bits(closure.off)
        } == plain
        for c, is_on in plain:
            assert closure.size(2 * c + is_on) == distance[c, is_on]
            branch = closure.branch(2 * c + is_on)
            assert len(branch) == distance[c, is_on]
            assert (branch[0].candidates, branch[0].on) == (1 << candidate, on)
            assert (branch[-1].candidates, branch[-1].on) == (1 << c, is_on)
            assert [i.parents for i in branch] == [(), *((n,) for n in range(len(branch) - 1))]
            for before, inference in pairwise(branch):
                assert inference.on != before.on
                both = before.candidates | inference.candidates
                if inference.on:
                    truth = position.layout.sets[inference.cause] & position.open
                    assert truth == both
                else:
                    assert inference.cause is None
        with pytest.raises(KeyError, match="does not follow"):
            closure.size(2 * next(c for c in range(1 << 9) if not closure.on >> c & 1) + 1)


@pytest.mark.parametrize("level", LEVELS)
def test_a_record_is_made_once_and_is_that_of_a_fresh_question(level):
    position = thinned(6, 1, 0.5)
    for stop in (False, True):
        records = position.cached(Suppositions, level, stop)
        assert position.cached(Suppositions, level, stop) is records
        for candidate, on in starts(position)[::4]:
            record = records(candidate, on)
            assert records(candidate, on) is record
            assert isinstance(record, Closure if level.endswith("chains") else Net)
            fresh = Suppositions(Position.with_deadline(position, position.deadline), level, stop)
            anew = fresh(candidate, on)
            assert (record.on, record.off, record.clash) == (anew.on, anew.off, anew.clash)
        assert records(candidate) is records(candidate, True)
        assert (
            not stop
            or level.endswith("chains")
            or any(records(c, on).clash for c, on in starts(position))
        )


def test_a_stronger_level_has_all_that_a_weaker_one_has():
    order = [*LEVELS][2:]
    for seed in SEEDS:
        position = thinned(6, seed, 0.45)
        levels = [Suppositions(position, level) for level in order]
        for candidate, on in starts(position)[::2]:
            records = [level(candidate, on) for level in levels]
            if not any(record.on & record.off for record in records):
                for weaker, stronger in pairwise(records):
                    assert not weaker.on & ~stronger.on and not weaker.off & ~stronger.off


@pytest.mark.parametrize("seed", SEEDS)
def test_refutable_are_those_whose_singles_fail(seed):
    position = thinned(6, seed, 0.65)
    graph = Graph(position.layout, position.open)
    failing = {
        c
        for c in bits(position.open)
        if Graph(position.layout, position.open).propagation(c)[0] < 0
    }
    assert set(refutable(graph, position.open)) == failing and failing
    some = position.open & 0x5555555555555555
    assert [*refutable(graph, some)] == sorted(c for c in failing if some >> c & 1)


# -- readings ------------------------------------------------------------------------


def truths_by_first(position):
    layout, result = position.layout, {}
    for number in layout.truths:
        truth = layout.sets[number] & position.open
        if truth:
            first = (truth & -truth).bit_length() - 1
            result.setdefault(first, []).append((number, truth))
    return result, mask_of(result)


@pytest.mark.parametrize("level", ["chains", "singles"])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_smallest_contradiction_has_the_fewest_inferences(seed, level):
    position = thinned(6, seed, 0.6)
    by_first, firsts = truths_by_first(position)
    records, seen = Suppositions(position, level), 0
    for candidate, on in starts(position):
        run = records(candidate, on)
        sizes = []
        for c in bits(run.on & run.off):
            own = c == candidate
            nodes = [2 * c + (not on)] if own else [2 * c, 2 * c + 1]
            sizes.append(sum(run.size(node) for node in nodes))
        for truth in (truth for truths in by_first.values() for _, truth in truths):
            if not truth & (~run.off | run.on):
                sizes.append(sum(run.size(2 * c) for c in bits(truth)))
        result = smallest_contradiction(run, by_first, firsts)
        assert (result is not None) == bool(sizes)
        if result is None:
            continue
        seen += 1
        assert result.size == min(sizes) == sum(run.size(node) for _, node in result.ends)
        assert (result.kind, result.source, result.node) == (
            "contradiction", candidate, 2 * candidate + (not on),
        )  # fmt: skip
        if result.emptied_set >= 0:
            truth = position.layout.sets[result.emptied_set] & position.open
            assert [node for _, node in result.ends] == [2 * c for c in bits(truth)]
        assert len(result.branches) == len(result.ends)
    assert seen


@pytest.mark.parametrize("seed", SEEDS)
def test_common_conclusions_are_what_all_records_have_with_all_their_inferences(seed):
    position = thinned(6, seed, 0.6)
    records, seen = Suppositions(position, "chains"), 0
    for cell in range(0, 36, 5):
        own = position.open & position.layout.cell_candidates(cell)
        runs = [records(candidate) for candidate in bits(own)]
        expected = {}
        for c in range(position.layout.cell_count * position.layout.value_count):
            for state, masks in ((1, [r.on for r in runs]), (0, [r.off for r in runs])):
                if all(mask >> c & 1 for mask in masks):
                    expected[2 * c + state] = sum(run.size(2 * c + state) for run in runs)
        results = [*common_conclusions("cell", cell, runs)]
        assert {result.node: result.size for result in results} == expected
        for result in results:
            assert result.ends == tuple((run, result.node) for run in runs)
            assert (result.kind, result.source, result.emptied_set) == ("cell", cell, -1)
        seen += len(results)
    assert seen
