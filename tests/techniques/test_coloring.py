"""Colouring: simple and multi colours."""

import pytest

from nonet import parse, read
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits
from nonet.techniques.catalogue import technique
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.families import coloring
from tests.cases import as_one_test
from tests.techniques.certificate import found_steps, is_proven, mask, positions


def components(position, value):
    """The components of a value, as masks of cells."""
    shift = value * position.layout.cell_count
    for part in coloring.components(Graph.of_value(position, value)):
        yield coloring.Component(part.first >> shift, part.second >> shift, part.truths)


KEYS = ("simple-colors-trap", "simple-colors-wrap", "multi-colors-1", "multi-colors-2")

# What HoDoKu 2.2 finds: positions and eliminations as its library lines.
FACTS = """\
:0500:8:..52.3...+32...+1....1....93+2..6...78.....8+7.6....1+694.....51+4...5...+3.64..437.+6...:424 525 434 241 542 445 549 979 989 999:882 883 889::
:0500:8:+4+19..5+3..+3+67+48.2+5.8+5+23.+74...9.+5...+43.8..+4+3.9.+5+34+976.+2.1+4+5.3...2.+7....5.4.+2.754...:618 619 635 641 847 651 678 683 188 888 693 897 898 699 999:876 886::
:0501:6:38....+9+2....4+3+9785..9.2.3...6..9....8..3.2..9+9...4..7...1+97.5..495+2+86+1+3+7..+8....92::613 621::
:0501:4:....+6...13...51..2...9+4..6.+25.39.+6+1.63.+12.......+57+6+324...+485+27...2+7+1+98...4.6+3+2+1..:413 713 816 423 723 733 836 843 853 953 793:417 428::
:0502:1:..52.3...+32...+1....1....93+2..6...78.....8+7.6....1+694.....51+4...5.....64..437.+6...:424 434 345 445 384:153 189 191::
:0502:6:5.2...+4+86+9.+7.841+2+5+8.+4...+3.+93+9+82+4+1...+24+1...8+9+3+6+7+5+89+3+21+4+48+6....3+1+1+5+96+3+8+7+427+2+3+4+1...+8::632::
:0503:1:..52.3...+32...+1....1....93+2..6...78.....8+7.6....1+694.....51+4...5.....64..437.+6...:424 434 345 445 384:153 189 191::
:0503:7:..6+9..+1.8+4+8+5+32+196+717+9+6+8.2..+69+8...3.2.472.+9+8.+6....68.+94.+6..4+2.8+9+9.+4+8.36.1+8...96+4..:416 318 538 144 545 262 562 164 571 774 588 392 393 598:748 764 777::
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


@pytest.mark.parametrize("text", read("puzzles/hard.txt")[:5], ids=range(5))
def test_a_component_has_two_colourings_and_holds_every_conjugate_of_its_cells(text):
    """In every colouring of the pairs that is possible at all, one colour holds throughout."""
    position = Position.of(text)
    for value in range(9):
        coloured = 0
        for part in components(position, value):
            assert not part.first & part.second
            assert not (part.first | part.second) & coloured
            coloured |= part.first | part.second
            for house in position.layout.complete_houses:
                pair = position.places_of(value) & house.cells
                if pair.bit_count() == 2 and pair & (part.first | part.second):
                    assert (pair & part.first).bit_count() == (pair & part.second).bit_count() == 1
        for house in position.layout.complete_houses:
            pair = position.places_of(value) & house.cells
            assert pair.bit_count() != 2 or not pair & ~coloured


@pytest.mark.parametrize("text", read("puzzles/hard.txt")[5:], ids=range(5))
def test_traps_and_wraps_are_those_seen_cell_by_cell(text):
    for position, _ in positions(text, ("simple-colors-trap",), removed_share=0.15):
        sees, traps, wraps = position.layout.sees, set(), set()
        for value in range(9):
            for part in components(position, value):
                trap = {
                    cell
                    for cell in bits(position.places_of(value))
                    if sees[cell] & part.first and sees[cell] & part.second
                }
                wrap = {
                    cell
                    for color in part.colors
                    for cell in bits(color)
                    if any(sees[other] & color for other in bits(color))
                }
                traps |= {(value, frozenset(trap))} if trap else set()
                wraps |= {(value, frozenset(wrap))} if wrap else set()
        for key, by_hand in (("simple-colors-trap", traps), ("simple-colors-wrap", wraps)):
            ours = {
                (
                    (step.pattern.bit_length() - 1) // 81,
                    frozenset(c % 81 for c in bits(step.eliminations)),
                )
                for step in found_steps(position, key)
            }
            assert ours == by_hand


@pytest.mark.slow(0.3)
@pytest.mark.parametrize(
    "name", ["hard.txt", "x.json", "jigsaw.json", "6x6.txt", "anti-king.json", "samurai.json"]
)
def test_no_step_removes_a_digit_of_the_solution(name):
    steps = 0
    for puzzle in read(f"puzzles/{name}")[: 1 if name == "samurai.json" else 2]:
        for position, solution in positions(puzzle, KEYS, removed_share=0.1):
            for step in found_steps(position, *KEYS):
                assert step.eliminations & position.open == step.eliminations != 0
                assert not step.eliminations & solution, step
                steps += 1
    assert steps


def test_words_name_both_groups():
    position = Position.of(parse(FACTS[0]))
    (step,) = [s for s in found_steps(position, "simple-colors-trap") if "r8c239<>8" in s.notation]
    assert step.notation == "Simple Colors Trap: 8 (r3c6,r8c4) / (r8c6) => r8c239<>8"
    assert "either all of R3C6 and R8C4 are 8 or R8C6 is 8" in step.sentence
    assert step.sentence.endswith("so 8 can be removed from R8C2, R8C3 and R8C9.")
