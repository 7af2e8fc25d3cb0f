"""Chains: X-chains, XY-chains, nice loops and AICs, with groups and almost locked sets."""

import re
from functools import cache
from itertools import islice, pairwise, product

import pytest

from nonet import make_rule, parse, read
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits
from nonet.techniques.catalogue import technique
from nonet.techniques.engines.alternating_chains import walks
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.families import chains
from tests.cases import as_one_test
from tests.techniques.certificate import found_steps, is_proven, mask, positions

PLAIN = ("continuous-nice-loop", "discontinuous-nice-loop", "aic")
GROUPED = tuple(f"grouped-{key}" for key in PLAIN)
KEYS = ("x-chain", "xy-chain", *PLAIN, *GROUPED)

# What HoDoKu 2.2 finds: positions and eliminations as its library lines; -2 and -3 are
# grouped chains through almost locked sets.
FACTS = """\
:0701:2:8.2.1.....5...976..7.4...2..9......1.......9.14.8..6.55......17......8.4.....39..::244 254::3
:0701:6:5.2...+4+86+9.+7.841+2+5+8.+4...+3.+93+9+82+4+1...+24+1...8+9+3+6+7+5+89+3+21+4+48+6....3+1+1+5+96+3+8+7+427+2+3+4+1...+8::632::3
:0702:1:..52.3...+32...+1....1....93+2..6...78.....8+7.6....1+694.....51+4...5...+3.64..437.+6...:424 525 434 241 542 445 549:119::7
:0702:1:+915+3+84+27+62+6+4+9+17..5+7+38+52+6+1+4+914+9+7+38+56+23+5+6+2+4+9+8+17+87+21+6+5+493+6..+45...+85..8+9...4+48+36+7+295+1::176 183::9
:0706:2567:3..+4+8....+475+9+6182+3+18.+2.+34..7..8.+9+1+46+694+1...+3+8+8.1634...+5+1.79+2.+8+4+9.+7+5+48...+2+4+8+31+6+795:617 688:242 555 613 738::9
:0706:589:+4+358+219.....+4+6+3.2..6.7+5+9+43.9.7..6....+5.+9..14.8.......3...61+4.....4+2.7...62..9...4:122 727 729 544 845 355 259 859 163 267 567 568 668 777 778 779 182 189:588 598 888 898 988::11
:0707:6:+36.+8.2+1+5+7..+57+6.28+3+8+27+531+9+64+2+7..+5+84.+1+481...5.+2.+5321.+87+6+6+3+8+1+257+4+95+92..6+31+8..+498.+6+2+5:956:644::9
:0707:5:+4+358+219+7+6...+4+6+3+82..6.7+5+9+43.9+17+3+46...+3+5+6+9+8+214+78+4+2+1+7+5+6+93...61+4.+8.+1.4+2+37+5.+962.+59+8.+14:777:549::10
:0708:39:+36.+8.2+1+5+7..+57+6.28+3+8+27+531+9+64+2+7..+5+84.+1+481...5.+2.+5321.+87+6+6+3+8+1+257+4+95+92..6+31+8..+498.+6+2+5:956:348 958::9
:0708:3:1......36.6....9..78.5..1+2+42..8.+457..4.+17.+2..9..+2+53+46....685..2...+3.7+64.6..9+4....:916 521 523 351 189 199 399:372 373::17
:0709:19:+8.25+6+4..9+7..+8+2+9+5+4.+549+7..268.8....6..27...813...3...+8....73+8+24..+42+81.....+3..+647+98+2:944 145 545 945 146 548 748 161 162 964 565 965 568 768 672 579 589 789:143 962::7
:0709:67:...+46.73....1.+3..6..357....285.3......1...8.+3+3...4+1572....924..9....4....32.1....::696 796::5
:0710:29:+61+9+784+3...7...+3+6915..6+1+9+7..3...+6.2.7..58+3+7+1+6.7+6..4..3.+1+463.+8.+7....+47.8.6..+7.9+64.+3:221 223 832 433 833 238 239 548 263:251 951::9
:0710:6:.......85+7+5+821+3+6.996..8.1..5..8...16.........89...6..7+6+19+37+8+4523...54...48+5......::698::18
:0711:56:.6...2+1.+7...7..28...7.31..4.....+84.+1.81...5...+5321..7....+1+257..5.2..6.1....98....::525 634::11
:0711:8:64+32+8+15+9+7...+6+3.81.+1+8....+3+6.2.+1...+6733...+26+9.+1+8...1+3+2...18...4+3....3..+1.6.+3+6+1..+7..::888 896::7
:0709-2:79:3+4.16+2+7..+25...+34.+1+6+7.+4.+52.+37+8+6+25+1+93+4+5+12.+34+6..+4+9+3...+51+2+9+34...8..+16+75.+8+3.+9+8+2+53..+1..::775 795 924::5
:0709-2:1456789:+12..5.6.8...7.+84.+1...1.3....6..4....3......5.....+3..1.7.+23.5.........2......8....:413 913 918 925 935 255 655 675 685:172 489 499 597 689 699 747 797 847 947 972 978 997::9
:0710-3:5:3+4.16+2+7..+25...+34+6+1+6+7+1+4.+52.+37+8+6+25+1+93+4+5+12+9+34+6+8+7+4+9+3...+51+2+9+34.+1.8+2.+16+75+2+8+3+4+9+8+2+53.+9+1+7.::519::7
:0710-3:69:1......36.6....9..78.5..1+2+42..8.+457..4.+17.+2..9..+2+53+46....685..2...+3.7+64.6..9+4....:916 521 523 351 189 889 199 399:635 935::11
:0711-3:27:+36...2+1.+7..+57+6.28+3..7.31..4.....+84.+1.81...5.+2.+5321.+87..+3.+1+257+4.5.2..6.1+8...98..+2+5:421 922 931 938 641 941 942 745 751 951 455 456 956 973 482 491 691 792 496:242 741::7
:0711-3:37:.+3+9...2+4+8.+2+57..+369.68...1+5+72+9+7.58+6..+6+8+4...+5..3+514..7...+13.294+7+6.7+2...+91+39+4+63..+8+25:114 435 436 954 155 955 156 256 358:355 756::8
""".splitlines()  # noqa: E501

NAMES = [f"{line.split(':')[1]}/{number}" for number, line in enumerate(FACTS)]


@cache
def position_and_steps(line):
    """The position of a library line, what goes, and the steps of its technique."""
    code, removed = line.split(":")[1], line.split(":")[5]
    position = Position.of(parse(line))
    keys = frozenset({technique(code[:4]).key})
    steps = chains.find_all(position, keys) if "-" in code else chains.find(position, keys)
    return position, mask(position.layout, removed), list(steps)


@pytest.mark.parametrize("line", FACTS, ids=NAMES)
def test_what_hodoku_removes_is_found_under_its_name(line):
    _, removed, steps = position_and_steps(line)
    assert removed in {step.eliminations for step in steps}


@as_one_test(FACTS)
def test_a_step_is_proven_by_its_truths_alone(line):
    position, removed, steps = position_and_steps(line)
    step = next(step for step in steps if step.eliminations == removed)
    assert is_proven(position, step), step


@as_one_test(FACTS)
def test_every_inference_of_a_chain_holds_by_the_rules(line):
    position, _, steps = position_and_steps(line)
    for step in steps[:40]:
        for chain in step.chains:
            inside = [cells for cells, _ in step.sets]
            for number, (node, next_node) in enumerate(pairwise(chain.nodes)):
                if chain.on[number]:
                    assert all(
                        excludes(position, a, b) for a in bits(node) for b in bits(next_node)
                    )
                else:
                    assert one_is_true(position, node, next_node) or locked(
                        position, node, next_node, inside
                    )


WINDOKUS = """\
......7..........4.4.9.865.6.............4..58..6..3...........3.72..........1..7 windoku
.2.......367............9.8.....6....3.....96.4....7.15.........1..............37 windoku
6..4..............9......2...5.4........7....21....7..1..8...................6... x,windoku
""".splitlines()


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("case", WINDOKUS)
def test_groups_that_two_houses_leave_are_inferred_once(case):
    """A box and a window may share six cells of one value: each half is the other's rest twice."""
    line, rules = case.split()
    puzzle = parse(line).with_rules(*map(make_rule, rules.split(",")))
    twice = 0
    for position, _ in islice(positions(puzzle, ("pointing", "claiming")), 0, None, 3):
        graph = Graph.of(position, "groups")
        for node, strong in graph.strong.items():
            for other in bits(strong):
                first, second = graph.candidates(node), graph.candidates(other)
                assert one_is_true(position, first, second), "one of the two must be on"
                twice += sum(position.open & position.layout.sets[number] == first | second
                             for number in position.layout.truths) > 1  # fmt: skip
        for node, weak in graph.weak.items():
            for other in bits(weak):
                pairs = product(bits(graph.candidates(node)), bits(graph.candidates(other)))
                assert all(excludes(position, a, b) for a, b in pairs)
    assert twice, "the case is met"


def excludes(position, first, second):
    """Whether two candidates are of one cell, or of one value in one house."""
    layout = position.layout
    (cell, value), (other, same) = divmod_(layout, first), divmod_(layout, second)
    together = any(h.cells >> cell & 1 and h.cells >> other & 1 for h in layout.houses)
    return first != second and (cell == other or (value == same and together))


def divmod_(layout, candidate):
    value, cell = divmod(candidate, layout.cell_count)
    return cell, value


def one_is_true(position, first, second):
    """Whether two nodes are all that is left of a cell or of a value in a house."""
    layout = position.layout
    for number in layout.truths:
        candidates = position.open & layout.sets[number]
        if candidates and not candidates & ~(first | second):
            return True
    return False


def locked(position, first, second, sets):
    """Whether an almost locked set without the one node's candidates has the other's."""
    layout = position.layout
    for cells in sets:
        values = {cell: set(bits(position.values[cell])) for cell in bits(cells)}
        if len(set().union(*values.values())) != len(values) + 1:
            continue
        for lost, gained in ((first, second), (second, first)):
            if lost & ~layout.candidates_in(cells, layout.all_values):
                continue
            value = divmod_(layout, lost.bit_length() - 1)[1]
            remaining = set().union(*values.values()) - {value}
            if gained & ~layout.candidates_in(cells, layout.all_values) == 0:
                if divmod_(layout, gained.bit_length() - 1)[1] in remaining:
                    return True
                continue
            place, last = divmod_(layout, gained.bit_length() - 1)
            hit = {
                v
                for v in remaining
                if all(layout.sees[place] >> cell & 1 for cell in values if v in values[cell])
            }
            if set(bits(position.values[place])) - hit == {last}:
                return True
    return False


@as_one_test(FACTS)
def test_what_goes_is_excluded_by_two_nodes_of_which_one_is_true(line):
    position, _, steps = position_and_steps(line)
    for step in steps[:40]:
        nodes = step.detail.nodes
        pairs = [(nodes[0], nodes[-1])]
        if step.key in ("continuous-nice-loop", "grouped-continuous-nice-loop"):
            pairs += list(pairwise(nodes))[1::2]
        if step.sets and "-continuous" in step.key:
            continue  # what is locked in the sets goes as well
        for target in bits(step.eliminations):
            assert any(
                all(excludes(position, target, c) for c in bits(first | second) if c != target)
                or (first == second and excludes(position, target, first.bit_length() - 1))
                for first, second in pairs
            ), (step, target)


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("text", read("puzzles/hard.txt")[:6], ids=range(6))
def test_no_candidate_of_the_solution_goes(text):
    for position, solution in positions(
        text, ("pointing", "naked-pair", "x-chain"), removed_share=0.15
    ):
        for step in found_steps(position, *KEYS):
            assert not step.eliminations & solution, step
            assert step.eliminations
            assert not step.eliminations & ~position.open


def test_through_almost_locked_sets_no_candidate_of_the_solution_goes():
    text = read("puzzles/hard.txt")[2]
    for position, solution in islice(positions(text, ("pointing",), removed_share=0.3), 1, 2):
        for step in chains.find_all(position, frozenset(GROUPED)):
            assert not step.eliminations & solution, step


def alternate(position, start, strong, weak, length):
    """The nodes that are on at the ends of all simple chains of a length, by trying them all."""
    ends = set()

    def follow(node, on, used, steps_left):
        if on:
            ends.add(node)
        if steps_left:
            for after in (weak if on else strong)[node]:
                if after not in used:
                    follow(after, not on, used | {after}, steps_left - 1)

    follow(start, False, {start}, length)
    return ends


@pytest.mark.parametrize("text", read("puzzles/hard.txt")[:3], ids=range(3))
def test_x_chains_are_those_of_all_simple_chains_of_one_value(text):
    for position, _ in list(positions(text, ("pointing",), removed_share=0.1))[:4]:
        layout = position.layout
        by_hand = set()
        for value in range(layout.value_count):
            cells = list(bits(position.places_of(value)))
            weak = {c: [d for d in cells if layout.sees[c] >> d & 1] for c in cells}
            strong = {c: [] for c in cells}
            for house in layout.complete_houses:
                pair = [c for c in cells if house.cells >> c & 1]
                if len(pair) == 2:
                    strong[pair[0]].append(pair[1])
                    strong[pair[1]].append(pair[0])
            for start in cells:
                for end in alternate(position, start, strong, weak, 5):
                    if end in strong[start]:
                        continue
                    cells_seen_by_both = (
                        layout.sees[start] & layout.sees[end] & position.places_of(value)
                    )
                    if cells_seen_by_both:
                        by_hand.add(cells_seen_by_both << value * layout.cell_count)
        chains_ = {step.eliminations for step in found_steps(position, "x-chain")}
        assert by_hand <= chains_


def test_the_shortest_come_first():
    for line in FACTS[:6]:
        _, _, steps = position_and_steps(line)
        lengths = [len(step.detail.nodes) for step in steps]
        assert lengths == sorted(lengths)


def test_grouped_chains_have_a_group_and_others_have_none():
    for text in read("puzzles/hard.txt")[:2]:
        for position, _ in list(positions(text, ("pointing",)))[:3]:
            for step in found_steps(position, *KEYS):
                groups = [node for node in step.detail.nodes if node.bit_count() > 1]
                assert bool(groups) == step.key.startswith("grouped"), step


def test_an_aic_removes_two_candidates_or_more_and_a_loop_back_to_a_candidate_one():
    for text in read("puzzles/hard.txt")[:3]:
        for position, _ in list(positions(text, ("pointing",)))[:3]:
            for step in found_steps(position, *PLAIN):
                if step.key == "aic":
                    assert step.eliminations.bit_count() > 1
                if step.detail.target is not None:
                    assert step.key == "discontinuous-nice-loop"
                    assert step.eliminations == 1 << step.detail.target


def test_a_solved_position_and_one_without_strong_inferences_have_no_chains():
    easy = Position.of(
        parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    )
    assert not Graph.of(Position.of(parse("." * 81))).strong
    assert not found_steps(Position.of(parse("." * 81)), *KEYS)
    assert not found_steps(easy, "xy-chain") or all(
        s.eliminations for s in found_steps(easy, "xy-chain")
    )


# -- words ---------------------------------------------------------------------

WORDS = {
    "x-chain": r"X-Chain: \d r\dc\d( [=-]\d[=-] r\dc\d)+ => .*<>\d",
    "xy-chain": r"XY-Chain: \d \d- r\dc\d( -\d- r\dc\d)+ -\d => .*<>\d",
    "aic": r"AIC: [\d/]+ \d- r\dc\d( [=-]\d[=-] r\dc\d)+ -\d => .*<>\d",
    "continuous-nice-loop": (
        r"Continuous Nice Loop: [\d/]+ \d= (r\dc\d)( [=-]\d[=-] r\dc\d)+ [=-]\d[=-] \1 =\d => .*"
    ),
    "discontinuous-nice-loop": (
        r"Discontinuous Nice Loop: [\d/]+ (r\dc\d)( [=-]\d[=-] r\dc\d)+ [=-]\d[=-] \1 => .*"
    ),
}


@pytest.mark.parametrize("key", WORDS)
def test_notation_is_that_of_hodoku(key):
    (line,) = [line for line in FACTS if technique(line[1:5]).key == key][:1]
    _, _, steps = position_and_steps(line)
    for step in steps:
        assert re.fullmatch(WORDS[key], step.notation), step.notation


@as_one_test(FACTS)
def test_plain_english_tells_the_chain_and_ends_with_what_goes(line):
    _, _, steps = position_and_steps(line)
    for step in steps[:5]:
        assert step.sentence.startswith("If ")
        assert step.sentence.endswith(".")
        for cell, value in step.removed:
            assert cell in step.sentence
            assert str(value) in step.sentence
        assert not step.text.look.endswith(".")


# -- other layouts -------------------------------------------------------------


@pytest.mark.parametrize("nodes", ["candidates", "groups"])
def test_the_closure_of_the_graph_is_what_search_from_each_node_reaches(nodes):
    checked = 0
    for position, _ in list(positions(read("puzzles/hard.txt")[1], ("pointing",)))[:3]:
        graph = Graph.of(position, nodes)
        for start in graph.strong:
            off, on, todo = {start}, set(), [start]
            while todo:
                news = set(bits(graph.strong.get(todo.pop(), 0))) - on
                on |= news
                for node in news:
                    more = set(bits(graph.weak[node])) - off
                    off |= more
                    todo += more
            assert tuple(map(set, map(bits, graph.implied(start, on=False)))) == (on, off)
            checked += 1
    assert checked > 50


@pytest.mark.slow(0.1)
@pytest.mark.parametrize("name", ["x.json", "jigsaw.json", "windoku.json", "6x6.txt", "16x16.txt"])
def test_on_other_layouts_chains_are_sound(name):
    puzzle = read(f"puzzles/{name}")[0]
    checked = 0
    for position, solution in islice(positions(puzzle, ("pointing",), removed_share=0.5), 1, 2):
        for step in found_steps(position, *KEYS)[:60]:
            assert not step.eliminations & solution, step
            assert step.notation
            checked += 1
    assert checked


@pytest.mark.parametrize("value", [None, 3])
def test_walks_have_two_strong_links_to_the_most_and_all_of_them(value):
    """A longer limit only adds longer chains."""
    position = Position.of(parse(FACTS[0]))
    graph = Graph.of(position, "cells")
    by_limit = {
        most: {(walk.nodes, walk.eliminations) for walk in walks(graph, most, value)}
        for most in (1, 2, 3, 4)
    }
    assert not by_limit[1]
    for most in (2, 3, 4):
        assert {len(nodes) for nodes, _ in by_limit[most]} <= {*range(4, 2 * most + 1, 2)}
        shorter = {walk for walk in by_limit[most] if len(walk[0]) <= 2 * most - 2}
        assert shorter == by_limit[most - 1]
    if value is None:
        assert max(len(nodes) for nodes, _ in by_limit[4]) == 8
