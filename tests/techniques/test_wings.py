"""Wings and remote pairs."""

from itertools import combinations, islice, pairwise, permutations

import pytest

from nonet import Puzzle, parse, read
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits, union_of
from nonet.techniques.catalogue import technique
from tests.cases import as_one_test
from tests.techniques.certificate import (
    found_steps,
    is_proven,
    mask,
    positions,
    solution_mask,
)

KEYS = ("remote-pair", "xy-wing", "xyz-wing", "wxyz-wing", "w-wing")

# What HoDoKu 2.2 finds: positions and eliminations as its library lines.
FACTS = """\
:0703:19:+8+7+5+346+291+4.+6.+7+28+5+32.+3..+5+4+76.3+7..81+4+55+4...+76+82.+8.+5.49+37+3+247+6+9+5+1+8768+4+51+3+2+9.+5...3+7+6+4::134 934::7
:0703:39:5+6+8+41+2+7+3+9+27+1+3+9+6+48+5+4..+5+8+7+6+12+1.+7+84.3+2+6+8..6+2.5+7+1+62.+1+7.+8+9+4+7+142+68+9+5+33+8+2+9+5+416+7+9+5+67+3+1+2+4+8::352 952::7
:0800:289:..52.3...+32...+1....1....93+2..6...78.....8+7.6....1+694.....51+4...5...+3.64..437.+6...:424 525 434 445:882 883 889::
:0800:146:8.+37....+6...+3....45..9..+32....+863..+19+61+4.5.3.+3+851..+4+6..+5+9+6.72.3+738+2..6+4+5+6.25+3..79:112 212 115 116 122 125 225 226 826 127 827 128 733 835 136 436 442 747 175 475 196:623 636::
:0801:238:8.2.1..+4+9.5+1..976..7.4..+12..9.....+81.......9+214+38+9+26+755+3....+217......8+34.....39+5+6::321::
:0801:157:..6+9..+1.8+4+8+5+32+196+717+9+6+8.2..+69+8...3.2.472.+9+8.+6....68.+94.+6..4+2.8+9+9.+4+8.36.1+8...96+4..:416 318 538 144 545 262 562 164 571 774 588 392 393 598:544::
:0803:15:..2.4.+138..6...5+7+9..+3...4+62.2.8+3.......92....3+8+5.+7.+2911387+6.+9.5....5..+1...4.1.7..:126 826 136 836 441 446 646 152 456 656 657 458 459 687:516 536::
:0803:14:+275+9.6+1+34+8..+47+3+59+24.+9+5.1+8+6+75..+7.8..6...+6.9..5..32+4+5.+8+1+6+5+2+89+7+41+3..+71+6+42+5+8+148+3+5+2+67+9::123 142 152::
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


def candidates(position):
    return {cell: set(bits(values)) for cell, values in enumerate(position.values) if values}


def by_size(position, size):
    return [cell for cell, values in candidates(position).items() if len(values) == size]


@pytest.mark.parametrize("text", read("puzzles/hard.txt")[:5], ids=range(5))
def test_xy_and_xyz_wings_are_those_of_all_triples_of_cells(text):
    for position, _ in positions(text, ("xy-wing", "xyz-wing"), removed_share=0.15):
        values, sees = candidates(position), position.layout.sees
        by_hand = {"xy-wing": set(), "xyz-wing": set()}
        for key, size in (("xy-wing", 2), ("xyz-wing", 3)):
            for pivot in by_size(position, size):
                for first, second in combinations(by_size(position, 2), 2):
                    near = sees[pivot] >> first & 1 and sees[pivot] >> second & 1
                    union = values[pivot] | values[first] | values[second]
                    shared = values[first] & values[second]
                    if not near or len(union) != 3 or len(shared) != 1:
                        continue
                    if len({frozenset(values[cell]) for cell in (pivot, first, second)}) < 3:
                        continue
                    (z,) = shared
                    holders = [cell for cell in (pivot, first, second) if z in values[cell]]
                    eliminated = {
                        cell
                        for cell in bits(position.places_of(z))
                        if all(sees[cell] >> holder & 1 for holder in holders)
                    }
                    if eliminated:
                        by_hand[key].add(
                            (frozenset((pivot, first, second)), z, frozenset(eliminated))
                        )
        for key, expected in by_hand.items():
            wings = {
                (
                    frozenset((step.detail[0].pivot, *step.detail[0].pincers)),
                    step.detail[0].value,
                    frozenset(c % 81 for c in bits(step.eliminations)),
                )
                for step in found_steps(position, key)
            }
            assert wings == expected


@pytest.mark.parametrize("text", read("puzzles/hard.txt")[5:], ids=range(5))
def test_w_wings_rest_on_two_equal_cells_and_a_strong_link(text):
    for position, _ in positions(text, ("w-wing",), removed_share=0.15):
        values, sees, by_hand = candidates(position), position.layout.sees, set()
        for first, second in combinations(by_size(position, 2), 2):
            if values[first] != values[second]:
                continue
            for z, x in permutations(values[first]):
                cells_seen_by_both = position.places_of(z) & sees[first] & sees[second]
                for house in position.layout.complete_houses:
                    ends = [cell for cell in house.cell_numbers if x in values.get(cell, ())]
                    if len(ends) != 2 or first in ends or second in ends or not cells_seen_by_both:
                        continue
                    seen_ends = [cell for cell in ends if sees[first] >> cell & 1]
                    if len(seen_ends) == 1:  # two: locked candidates
                        (other_end,) = set(ends) - set(seen_ends)
                        if sees[second] >> other_end & 1:
                            by_hand.add((frozenset((first, second)), z, frozenset(ends)))
        nodes = [step.detail.nodes for step in found_steps(position, "w-wing")]
        numbers = [[node.bit_length() - 1 for node in six] for six in nodes]
        wings = {
            (frozenset((a % 81, f % 81)), a // 81, frozenset((c % 81, d % 81)))
            for a, _, c, d, _, f in numbers
        }
        assert wings == by_hand


def test_wxyz_wings_are_no_smaller_wing_and_proven():
    steps = 0
    for text in read("puzzles/hard.txt"):
        for position, _ in positions(text, ("xy-wing",), removed_share=0.2):
            for step in found_steps(position, "wxyz-wing"):
                cells = union_of(cells for cells, _ in step.sets)
                held = [position.values[cell] for cell in bits(cells)]
                assert len(held) == 4 and is_proven(position, step)
                for size in (2, 3):
                    for some in combinations(held, size):
                        assert len({v for values in some for v in bits(values)}) > size
                steps += 1
    assert steps > 5


def test_wxyz_wings_are_those_of_all_fours_of_cells():
    """Four cells, four values, of which all but one can be in one of the cells only."""
    total, texts = 0, read("puzzles/hard.txt")
    thinned = [pair for n in (0, 1, 4) for pair in islice(positions(texts[n], (), 1, 0.35), 1, 2)]
    for position, _ in thinned:
        values, sees, by_hand = candidates(position), position.layout.sees, set()
        able = [cell for cell, own in values.items() if 1 < len(own) < 5]
        for cells in combinations(able, 4):
            if len(set().union(*(values[cell] for cell in cells))) != 4:
                continue
            if any(
                len(set().union(*(values[cell] for cell in some))) <= size
                for size in (2, 3)
                for some in combinations(cells, size)
            ) or any(set(cells) <= set(house.cell_numbers) for house in position.layout.houses):
                continue  # a subset or a smaller wing
            places = {v: [c for c in cells if v in values[c]] for c in cells for v in values[c]}
            twice = [
                v
                for v, where in places.items()
                if any(not sees[a] >> b & 1 for a, b in combinations(where, 2))
            ]
            eliminated = {
                (cell, v)
                for v in (twice or places if len(twice) < 2 else ())
                for cell, own in values.items()
                if v in own and all(sees[cell] >> other & 1 for other in places[v])
            }
            if eliminated:
                by_hand.add((cells, frozenset(eliminated)))
        wings = {}
        for step in found_steps(position, "wxyz-wing"):
            cells = tuple(bits(union_of(cells for cells, _ in step.sets)))
            removed = frozenset((c % 81, c // 81) for c in bits(step.eliminations))
            wings[cells, removed] = step
        assert by_hand <= wings.keys()
        for _, step in (wing for wing in wings.items() if wing[0] not in by_hand):
            assert step.detail.doubly_linked and is_proven(position, step)
        total += len(wings)
    assert total > 3


# WXYZ-wings of sudokuwiki.org (A. Stuart), as J. Seibel's tests of a solver have them.
WXYZ_WINGS = """\
:wxyz-wing:x:....2473.54.37.26.237.....47...3.84...3481....84.6...33......59.7..93..2..62..3..:614 934 936 657 768 968 177 184 187 796:942 183::
:wxyz-wing:x:....2473.54.37.26.237.....47...3.84...3481....84.6...33......59.7..93..2..62..3..:614 934 936 942 657 768 968 177 187 796:183::
:wxyz-wing:x:.6..2473554.37.26.237.5...47...3.8466.3481..7984.6...33......59.75.93..2.962.537.:113 934 936 138 242 173 174 177 184 187 191:123 175 495::
:wxyz-wing:x:842..3719..31.4...5.1....34.38.1.475.2.3.71681.7...2933.6...9.1...931...2198..3.7:921 225 525 625 634 635 636 455 772 278 488:665 566 575 595::
:wxyz-wing:x:842..3719..31.4...5.1....34.38.1.475.2.3.71681.7...2933.6...9.1...931...2198..3.7:921 225 525 625 634 635 636 455 566 772 574 575 278 488 595:665::
:wxyz-wing:x:......8.9..8..5....6.1..7.2.....3..4.7..4..8.14.2..6..3.4..6.1..2.5..4..6........:313 122 333 241 844 845 548 568 875 885 886 895 896 598:327 328 329::
:wxyz-wing:x:96...137...2.9786..5764.....2..5.7..7..1.65.25...7.43..7..6.95..35.1.6.76.97.5.4.:129 131 236 341 441 443 849 862 873 881 899:844 846 852 863::
:wxyz-wing:x:96...137...2.9786..5764.....2..5.7..7..1.65.25...7.43..7..6.95..35.1.6.76.97.5.4.:129 131 236 341 441 443 844 846 849 862 863 873 881 899:948 949 852::
""".splitlines()  # noqa: E501


@as_one_test(WXYZ_WINGS)
def test_published_wxyz_wings_are_found_whole(line):
    puzzle = parse(line)
    position = Position.of(puzzle)
    solution = solution_mask(Puzzle(puzzle.grid, puzzle.clues), position.layout)
    steps = found_steps(position, "wxyz-wing")
    eliminated = union_of(step.eliminations for step in steps)
    assert not eliminated & solution
    assert not mask(position.layout, line.split(":")[5]) & ~eliminated


def test_a_remote_pair_has_four_cells_at_least_and_two_values():
    position = Position.of(parse(next(line for line in FACTS if line.startswith(":0703"))))
    for step in found_steps(position, "remote-pair"):
        path, pair = step.detail
        assert len(path) >= 4 and len(path) % 2 == 0 and pair.bit_count() == 2
        assert {position.values[cell] for cell in path} == {pair}
        assert all(position.layout.sees[a] >> b & 1 for a, b in pairwise(path))


@pytest.mark.parametrize(
    "name", ["hard.txt", "x.json", "windoku.json", "6x6.txt", "anti-knight.json", "samurai.json"]
)
def test_no_step_removes_a_digit_of_the_solution(name):
    steps = 0
    for puzzle in read(f"puzzles/{name}")[:3]:
        for position, solution in positions(puzzle, KEYS, removed_share=0.2):
            for step in found_steps(position, *KEYS):
                assert step.eliminations & position.open == step.eliminations != 0
                assert not step.eliminations & solution, step
                steps += 1
    assert steps


def test_words_follow_the_argument():
    lines = {line[1:5]: line for line in reversed(FACTS)}
    steps = {
        code: found_steps(Position.of(parse(line)), technique(code).key)[0].text
        for code, line in lines.items()
    }
    assert steps["0800"].notation == "2/9/8 in r8c46,r9c5"
    assert steps["0800"].plain.startswith("R9C5 is 2 or 9: if it is 9, R8C4 must be 8;")
    assert steps["0803"].notation.startswith("5 5- r4c6 -1- r4c")
    assert steps["0703"].notation == "1/9 r3c2 -9- r2c2 -1- r2c4 -9- r5c4"
    assert all(text.plain.endswith(".") for text in steps.values())
