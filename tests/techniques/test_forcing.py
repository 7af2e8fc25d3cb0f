"""Forcing chains and nets: found as HoDoKu does, sound, and each proof holds."""

# ruff: noqa: E501  (library lines are long)

import pytest

from nonet import explain, parse, solve
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits
from nonet.techniques.catalogue import technique
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.probe import Closure, probe
from nonet.techniques.families import forcing, singles

KEYS = (
    "forcing-chain-contradiction",
    "forcing-chain-verity",
    "forcing-net-contradiction",
    "forcing-net-verity",
)
HARD = [
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5....",
]
# as HoDoKu 2.2 finds it
FACTS = [
    ":1301:6:..3..+5.9.8..+921..6+95........6.25.74.+4...73+9.55.....2..2....7.8+9...49.1...9.5....+4:711 412 712 819 427 728 433 733 337 338 339 782 688 698:695::",
    ":1301:9:.........8.354....64.....8...6..13.5.3..7.12.2........4...9...8..5..7.3......2..6::948::",
    ":1302:5:.........8.354....64.....8...6..13.5.3..7.12.2........4...9...8..5..7.3......2..6:::551:",
    ":1302::.7....4+2......2...2.6.+4..98..3.+2.5......8.+9...419....2...23..6......7+3.9.3.4.5+2..:179 779 188 888:624::",
    ":1303:1:..3.421..92.+6.+3+8.4...7..3....4..5+68+3.3..61...6..3...........269.....65.+885+6......:958 162 163 968 175 284 185 285 195:131::",
    ":1303:2:+12+4.3.........4+316+6.3.1....7+465+8+1+9+2+3+3..+49...8...3..4..+4.1..3.9..6.....342+3.8+4.5..:::279:",
    ":1304::1..+3.58+9..+859....+64+9.+8+162+5.+87+4+6+5+9...+65+123+8+74+9..9+4+7+168+5..21........5..96+1.1.7.....::783::",
    ":1304::...62..3.+287..+3....+3+6....2.6..35.....7+3...1.+2...2+1.+3......+317.83.....+2..+7.....4.+3::868::",
]  # fmt: skip


def steps_of(position, *keys):
    return list(forcing.find(position, frozenset(keys)))


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("line", FACTS, ids=[line[1:5] for line in FACTS])
def test_what_hodoku_concludes_is_found_under_its_name(line):
    position = Position.of(parse(line))
    fields = line.split(":")
    layout = position.layout

    def candidates(text):
        return [layout.candidate(f"R{r}C{c}", int(d)) for d, r, c in text.split()]

    removed = sum(1 << c for c in candidates(fields[5]))
    placed = tuple(candidates(fields[6]))
    conclusions = {
        (s.eliminations, s.placements) for s in steps_of(position, technique(fields[1]).key)
    }
    assert (removed, placed) in conclusions


@pytest.mark.parametrize(
    ("line", "name"), [(FACTS[0], "chain"), (FACTS[3], "chain"), (FACTS[5], "net")]
)
def test_the_step_made_for_hodoku_is_the_first_of_its_tables_that_is_proven(line, name):
    position = Position.of(parse(line))
    keys = [f"forcing-{name}-{kind}" for kind in ("contradiction", "verity")]
    proven = {(step.placements, step.eliminations) for step in steps_of(position, *keys)}
    ranked = [
        ((node >> 1,), 0) if node & 1 else ((), 1 << (node >> 1))
        for node, _, _ in forcing.hodoku_conclusions(position, nets=name == "net")
    ]
    (step,) = forcing.find_as_hodoku(position, frozenset({f"forcing-{name}-verity"}))
    first = next(conclusion for conclusion in ranked if conclusion in proven)
    assert (step.placements, step.eliminations) == first
    placed = [bool(placements) for placements, _ in ranked]
    assert placed == sorted(placed, reverse=True) and len(set(ranked)) == len(ranked) > 1
    cells = [placements[0] % 81 for placements, _ in ranked if placements]
    assert cells == sorted(cells)


def walk(line):
    """Positions of a path of singles and the first forcing step."""
    position = Position.of(parse(line))
    while not position.solved:
        step = next(singles.find(position, frozenset({"hidden-single", "naked-single"})), None)
        if step is None:
            yield position
            step = next(forcing.find(position, frozenset(KEYS)), None)
            assert step is not None
        position = position.after(step)


@pytest.mark.slow
@pytest.mark.parametrize("line", HARD)
def test_hard_puzzles_are_solved_and_no_step_removes_a_digit_of_the_solution(line):
    solution = solve(parse(line)).solutions[0]
    for number, position in enumerate(walk(line)):
        if number % 32:
            continue
        true = sum(1 << position.layout.candidate(c, v) for c, v in solution.items())
        for step in steps_of(position, *KEYS):
            assert not step.eliminations & true, step.notation
            assert all(true >> c & 1 for c in step.placements), step.notation
            assert (step.eliminations.bit_count(), len(step.placements)) in ((1, 0), (0, 1))


def test_each_conclusion_is_listed_once_under_each_name():
    position = next(walk(HARD[0]))
    for key in KEYS:
        conclusions = [(s.eliminations, s.placements) for s in steps_of(position, key)]
        assert conclusions and len(conclusions) == len(set(conclusions))


def test_chains_have_one_parent_and_come_with_the_fewest_inferences_first():
    position = next(walk(HARD[1]))
    for key in KEYS[:2]:
        steps = steps_of(position, key)
        sizes = [step.detail.complexity for step in steps]
        assert sizes == sorted(sizes)
        for step in steps:
            for branch in step.detail.branches:
                assert [i.parents for i in branch] == [(), *((n,) for n in range(len(branch) - 1))]
            assert step.detail.complexity == sum(map(len, step.detail.branches))


def test_nets_proper_come_before_nets_that_are_chains():
    position = next(walk(HARD[1]))
    for key in KEYS[2:]:
        nets = [
            any(len(i.parents) > 1 for branch in step.detail.branches for i in branch)
            for step in steps_of(position, key)
        ]
        assert nets[0] and nets == sorted(nets, reverse=True)


def distances(graph, start, on):
    """Each node that chains reach, with the nodes of the shortest chain: breadth first, by hand."""
    reached, queue = {(start, on): 1}, [(start, on)]
    for node, state in queue:
        links = graph.weak[node] if state else graph.strong.get(node, 0)
        for other in bits(links):
            if (other, not state) not in reached:
                reached[other, not state] = reached[node, state] + 1
                queue.append((other, not state))
    return reached


@pytest.mark.parametrize("nodes", ["candidates", "groups"])
def test_closures_and_their_chains_are_the_shortest_by_hand(nodes):
    position = next(walk(HARD[1]))
    at = Graph.of(position, nodes)
    for start in list(bits(position.open))[::2]:
        for on in (True, False):
            closure, reached = Closure(at, start, on), distances(at, start, on)
            plain = {pair for pair in reached if at.candidate_nodes >> pair[0] & 1}
            assert plain == {
                *((c, True) for c in bits(closure.on)),
                *((c, False) for c in bits(closure.off)),
            }
            for candidate, state in sorted(plain)[::7]:
                branch = closure.branch(2 * candidate + state)
                assert closure.size(2 * candidate + state) == reached[candidate, state]
                assert len(branch) == reached[candidate, state]
                assert branch[-1].candidates == 1 << candidate and branch[-1].on == state


def test_a_group_makes_closures_reach_further():
    position = next(walk(HARD[1]))
    at, plain = Graph.of(position, "groups"), Graph.of(position)
    further = 0
    for start in bits(position.open):
        closure, fewer = Closure(at, start, True), Closure(plain, start, True)
        assert not fewer.on & ~closure.on and not fewer.off & ~closure.off
        further += closure.off != fewer.off
    assert further


def test_a_net_reaches_what_propagation_by_hand_reaches():
    position = next(walk(HARD[0]))
    layout = position.layout
    for start in list(bits(position.open))[::7]:
        net = probe(Graph.of(position), start, True)
        after = position.place(start)
        while not after.dead_end() and (
            s := next(singles.find(after, frozenset({"hidden-single", "naked-single"})), None)
        ):
            after = after.after(s)
        assert (net.clash is not None) == bool(after.dead_end()), layout.text(1 << start)
        if net.clash is None:
            assert net.on == after.placed & ~position.placed
            assert net.off == position.open & ~after.open & ~after.placed


def test_words_of_a_contradiction_and_of_a_verity():
    position = next(walk(HARD[1]))
    step = steps_of(position, "forcing-chain-contradiction")[0]
    assert step.notation.startswith("Forcing Chain Contradiction: r")
    assert step.text.look.startswith("Suppose that R") and step.sentence.endswith(".")
    cells = {cell for cell, _ in (*step.placed, *step.removed)}
    assert all(cell in step.sentence for cell in cells)
    verity = steps_of(position, "forcing-chain-verity")[0]
    assert verity.text.look.startswith(("Try every", "Look at"))
    assert len(verity.detail.branches) > 1


def rounds_by_hand(position, start, on):
    """What is on and off after HoDoKu's rounds of singles, cell by cell and house by house."""
    layout, remaining = position.layout, set(bits(position.open))
    truths = {n: {*bits(layout.sets[n])} for n in layout.truths}
    standing = {n for n, held in truths.items() if len(held & remaining) == 1}
    ons, off, ready = set(), set(), []

    def look(before):
        for number, held in truths.items():
            if number < layout.cell_count and len(held & remaining) == 1 < len(held & before):
                ready.extend(held & remaining)

    def place(candidate):
        before = set(remaining)
        ons.add(candidate)
        off.update({*bits(layout.peers[candidate])} & {*bits(position.open)})
        remaining.difference_update({*bits(layout.peers[candidate])}, {candidate})
        look(before)

    if on:
        place(start)
    else:
        before = set(remaining)
        remaining.discard(start)
        off.add(start)
        look(before)
        if ready:
            place(ready.pop())
    for _ in range(4):
        full = {candidate % layout.cell_count for candidate in ons}
        singles = [c for c in ready if c % layout.cell_count not in full]
        ready.clear()
        for number, held in truths.items():
            if (
                number >= layout.cell_count
                and number not in standing
                and len(held & remaining) == 1
            ):
                singles += held & remaining
        for candidate in dict.fromkeys(singles):
            place(candidate)
    return sum(1 << c for c in ons), sum(1 << c for c in off)


@pytest.mark.parametrize("line", HARD)
def test_rounds_of_singles_in_layers_are_those_by_hand(line):
    position = Position.of(parse(line))
    rounds = forcing.SinglesRounds(position)
    for candidate in list(bits(position.open))[::3]:
        for on in (True, False):
            assert rounds.consequences(candidate, on) == rounds_by_hand(position, candidate, on)


def test_a_net_tells_no_inference_twice():
    path = explain(
        "500030009006807300030501060020070030000902000700050001000409000080000070004060800"
    )
    nets = [step for step in path.steps if step.key == "forcing-net-contradiction"]
    assert nets
    for step in nets:
        lines = [line.split(". ", 1)[-1] for line in step.sentence.splitlines()]
        assert len(lines) == len(set(lines)), step.sentence
