"""Patterns of one value: skyscraper, kite, turbot fish, empty rectangle and their duals."""

from itertools import combinations, permutations

import pytest

from nonet import parse, read
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits
from nonet.techniques.catalogue import technique
from tests.cases import as_one_test
from tests.techniques.certificate import found_steps, is_proven, mask, positions

KEYS = (
    "skyscraper",
    "2-string-kite",
    "turbot-fish",
    "empty-rectangle",
    "dual-2-string-kite",
    "dual-empty-rectangle",
)

# What HoDoKu 2.2 finds: positions and eliminations as its library lines.
FACTS = """\
:0400:1:..52.3...+32...+1....1....93+2..6...78.....8+7.6....1+694.....51+4...5...+3.64..437.+6...:424 525 434 241 542 445 549:153 191::
:0400:7:...2..7.6..3.4...5.2...7.34.4.3.....6......71.....5.9.98+15...6.4...3.8..7.2..1...::762::
:0401:1:..52.3...+32...+1....1....93+2..6...78.....8+7.6....1+694.....51+4...5.....64..437.+6...::189::
:0401:2:3..+5..+189.1+87..+3+52...+8+31+7+6+4...+1+86+9+3+58+3.2..47....34+7+8+2.59+4+6+7+3+2+18+1.34.8.9+7.+8.+91..+43::212::
:0403:6:..52.3...+32...+1....1.+6.+893+2.+36+4.+578..+5.+38+7.6....1+694.....51+4...5+9+1+8+3+264+7.437+9+6...:119 819 525 529 829 241 877 979 897:619::
:0403:6:5.2...+4+86+9...841+2.+8.....+3..3.+82+4....+24....8..+6..+89.+21+4+48.....3+1+1..6.+8..27+2......+8::623 632 633::
:0402:2:8.2.1..+4..5...976..7.4...2..9.....+81.......9.14.8..6+755......17......8+34.....39+5.::291::
:0402:2:.+1.7..4...6....2......1.+3...8+14...6....+1.9..3.......1....2+3+185.1.3......9.+8...+1+3.::252::
:0402:2:8.2.1.....5...976..7.4...2..9......1.......9.14.8..6.55......17......8.4.....39..::291::
:0402:7:.7..+81...8.+13......6..251..+18.+5..79...4+87...13.+7+19....7...5..+1..1...8..2....+1.56.::728::
:0404:2:+8...46.91+4.+6...8..2.......6.3...81..5+4....6+82.+8...49+37+3.47.....768..1........3...:713 733 544 545 278 578 293 298 498 598 798:284 732::
:0404:5:.672......2...........7.9+25...75.8.9....4+8.7.+78.31..+5..+9.+1.+754+33..8....2..1..3...:811 915 821 323 823 624 625 925 626 463 686 986 891 694 994:591 951::
:0405:1:..52.3...+32...+1....1....93+2..6...78.....8+7.6....1+694.....51+4...5...+3.64..437.+6...:424 434 445:153 189::
:0405:5:+7.+65.3.......6.7+5.5.8....1636..2.......4.1.......3...567....2.8..4.7.......2..5..::552 586::
""".splitlines()  # noqa: E501


@as_one_test(FACTS)
def test_what_hodoku_removes_is_found_under_its_name(line):
    code, removed = line.split(":")[1], line.split(":")[5]
    position = Position.of(parse(line))
    steps = found_steps(position, technique(code).key)
    assert mask(position.layout, removed) in {step.eliminations for step in steps}


@as_one_test(FACTS)
def test_every_step_is_proven_by_its_truths(line):
    position = Position.of(parse(line))
    for step in found_steps(position, technique(line.split(":")[1]).key)[:4]:
        assert is_proven(position, step), step


def chain_cells(step):
    """The value of a chain of single cells, its cells in order, and the cells that lose it."""
    count = step.layout.cell_count
    candidates = [node.bit_length() - 1 for node in step.detail.nodes]
    value = candidates[0] // count
    return value, tuple(c % count for c in candidates), step.eliminations >> value * count


def strong_links(position, value):
    """By the book: the pairs of cells that are all places of a value in a complete house."""
    for house in position.layout.complete_houses:
        cells = [cell for cell in house.cell_numbers if position.values[cell] >> value & 1]
        if len(cells) == 2:
            yield house, cells


@pytest.mark.parametrize("text", read("puzzles/hard.txt")[:6], ids=range(6))
def test_skyscrapers_and_kites_are_those_found_cell_by_cell(text):
    for position, _ in positions(text, ("turbot-fish",), removed_share=0.2):
        layout = position.layout
        places = layout.grid_positions
        sky, kites = set(), set()
        for value in range(9):
            links = list(strong_links(position, value))
            for (first_house, first), (second_house, second) in combinations(links, 2):
                for a, b in ((first, second), (first, second[::-1])):
                    for (end, joint), (far, mate) in ((a, b), (a[::-1], b[::-1])):
                        (r1, c1), (r2, c2) = places[joint], places[mate]
                        eliminated = [
                            cell
                            for cell in bits(position.places_of(value))
                            if layout.sees[end] >> cell & 1 and layout.sees[far] >> cell & 1
                        ]
                        tower = (
                            {first_house.kind, second_house.kind} == {"row"}
                            and c1 == c2
                            and eliminated
                        )
                        if tower and places[end][1] != places[far][1]:
                            sky.add((value, frozenset((end, far)), frozenset(eliminated)))
                        if [first_house.kind, second_house.kind] == [
                            "row",
                            "column",
                        ] and joint != mate:
                            box = (r1 // 3, c1 // 3) == (r2 // 3, c2 // 3)
                            cross = places[far][0] * 9 + places[end][1]
                            distinct = end not in (far, mate) and far != joint
                            if box and distinct and position.values[cross] >> value & 1:
                                kites.add((value, cross))
        skyscrapers = {
            (value, frozenset((cells[0], cells[3])), frozenset(bits(eliminated)))
            for step in found_steps(position, "skyscraper")
            for value, cells, eliminated in [chain_cells(step)]
            if layout.houses[layout.house_and_value(step.truths[0])[0]].kind == "row"
        }
        assert skyscrapers <= sky
        for missed in sky - skyscrapers:  # joined crosswise: a turbot fish
            value, _, eliminated = missed
            cells = sum(1 << cell + value * 81 for cell in eliminated)
            assert cells in {step.eliminations for step in found_steps(position, "turbot-fish")}
        kites_of_steps = {
            divmod(c, 81)
            for s in found_steps(position, "2-string-kite")
            for c in bits(s.eliminations)
        }
        assert kites_of_steps <= kites


@pytest.mark.parametrize("text", read("puzzles/hard.txt")[6:], ids=range(4))
def test_turbot_fish_are_all_chains_of_two_strong_links(text):
    position = Position.of(text)
    layout = position.layout
    by_hand = set()
    for value in range(9):
        lines = {frozenset(c) for h, c in strong_links(position, value) if h.kind != "box"}
        pairs = set(lines)
        for house, cells in strong_links(position, value):
            (r1, c1), (r2, c2) = (layout.grid_positions[cell] for cell in cells)
            if house.kind == "box" and r1 != r2 and c1 != c2:
                pairs.add(frozenset(cells))
        for first, second in permutations(pairs, 2):
            for joint in first:
                for mate in second:
                    (end,), (far,) = first - {joint}, second - {mate}
                    if len({end, joint, mate, far}) == 4 and layout.sees[joint] >> mate & 1:
                        eliminated = position.places_of(value) & layout.sees[end] & layout.sees[far]
                        if eliminated:
                            by_hand.add((value, frozenset((end, joint, mate, far)), eliminated))
    turbot_fish = {
        (value, frozenset(cells), eliminated)
        for step in found_steps(position, "turbot-fish")
        for value, cells, eliminated in [chain_cells(step)]
    }
    assert turbot_fish == by_hand


def test_a_turbot_fish_with_another_name_comes_after_those_without():
    for position, _ in positions(read("puzzles/hard.txt")[0], ("xy-wing",), removed_share=0.3):
        named = {chain_cells(step) for step in found_steps(position, "skyscraper", "2-string-kite")}
        late = [chain_cells(step) in named for step in found_steps(position, "turbot-fish")]
        assert late == sorted(late)


def test_an_empty_rectangle_of_two_places_is_found_only_where_its_value_has_no_other():
    seen = set()
    for text in read("puzzles/hard.txt"):
        for position, _ in positions(text, ("turbot-fish",), removed_share=0.2):
            sizes = {}
            for step in found_steps(position, "empty-rectangle"):
                nodes = step.detail.nodes
                value = (nodes[0].bit_length() - 1) // position.layout.cell_count
                places = nodes[2] | nodes[3]
                sizes.setdefault(value, set()).add(places.bit_count() == 2)
            assert all(len(kinds) == 1 for kinds in sizes.values())
            seen |= {kind for kinds in sizes.values() for kind in kinds}
    assert seen == {False, True}


@pytest.mark.slow(0.2)
@pytest.mark.parametrize(
    "name", ["hard.txt", "x.json", "jigsaw.json", "6x6.txt", "anti-knight.json", "samurai.json"]
)
def test_no_step_removes_a_digit_of_the_solution(name):
    steps = 0
    for puzzle in read(f"puzzles/{name}")[:2]:
        for position, solution in positions(puzzle, KEYS, removed_share=0.1):
            for step in found_steps(position, *KEYS):
                assert step.eliminations & position.open == step.eliminations != 0
                assert not step.eliminations & solution, step
                steps += 1
    assert steps


def test_a_diagonal_is_a_house_like_others_for_a_turbot_fish():
    names = set()
    for puzzle in read("puzzles/x.json"):
        for position, _ in positions(puzzle, ("simple-colors-trap",), removed_share=0.2):
            for step in found_steps(position, "turbot-fish"):
                names |= set(step.constraints.split(" ∩ "))
                assert is_proven(position, step)
    assert any("diagonal" in name for name in names)


def test_words_tell_where_to_look_and_why():
    position = Position.of(parse(FACTS[0]))
    step = next(
        s
        for s in found_steps(position, "skyscraper")
        if s.notation.startswith("Skyscraper: 1 r4c1 =1=")
    )
    assert step.notation == "Skyscraper: 1 r4c1 =1= r4c9 -1- r8c9 =1= r8c3 => r5c3,r9c1<>1"
    assert step.text.look == "Look at the 1s of row 4 and row 8"
    assert step.sentence.endswith(
        "So R4C1 is 1, or R8C3 is 1; either way 1 can be removed from R5C3 and R9C1."
    )
    assert step.constraints.endswith("AllDifferent(column 9)")
