"""Names of other pages: each leads to its technique, its family, or the nearest technique."""

from itertools import combinations, islice, permutations

import pytest

import nonet
from nonet.errors import NonetError
from nonet.techniques import TECHNIQUES, catalogue, find
from nonet.techniques.candidate_layout import bits
from nonet.techniques.catalogue import technique
from nonet.techniques.policies import technique_keys
from tests.cases import as_one_test
from tests.techniques.certificate import positions

SUDOKUWIKI = """
Naked Candidates, Hidden Candidates, Naked Pairs, Naked Triples, Naked Quads, Hidden Pairs
Hidden Triples, Hidden Quads, Hidden Singles, Naked Singles, Last Remaining Cell
Intersection Removal, Pointing Pairs, Pointing Triples, Box/Line Reduction, X-Wing
Chute Remote Pairs, Simple Colouring, Singles Chains, Y-Wing, Rectangle Elimination, Swordfish
XYZ-Wing, BUG, X-Cycles, XY-Chain, XY-Chains, 3D Medusa, Jellyfish, Avoidable Rectangles
Unique Rectangles, Fireworks, Twinned XY-Chains, SK Loops, Extended Unique Rectangles
Hidden Unique Rectangles, WXYZ-Wing, Aligned Pair Exclusion, APE, Exocet, Double Exocet
Grouped X-Cycles, Finned X-Wing, Finned Swordfish, Franken Swordfish, Alternating Inference Chains
AIC, AIC with Groups, Sue-de-Coq, Digit Forcing Chains, Nishio Forcing Chains, Cell Forcing Chains
Unit Forcing Chains, Almost Locked Sets, Death Blossom, Pattern Overlay Method, POM
Quad Forcing Chains, Bowman's Bingo, Empty Rectangles, Guardians, Remote Pairs, Gurth's Theorem
Multi-Colouring, Multivalue X-Wing, Nice Loops, Tridagon, Set Equivalence Theory, SET
Phistomefel Ring, Law of Leftovers, Cage Combinations, Killer Combinations, Innies and Outies
Cage/Unit Overlap, Cage Splitting, Cage Comparison
"""
"""The strategies of sudokuwiki.org (A. Stuart)."""

CHUTES = (
    "8...4.3..47.3........29..76.....3..8..3.2.1..9..5.....59..32........4.61..6.1...2",
    ".7.1..3.9.1.64..........61.7...9.13.1...3...2.32.8...7.69..........69.4.4.1..5.9.",
    ".56...38....146............6.......2.7..9..4..23...81..9.6.5.2....4.7....87.3.46.",
)
"""Puzzles with chute remote pairs."""


@as_one_test(SUDOKUWIKI.replace("\n", ",").strip(", ").split(","))
def test_every_strategy_of_sudokuwiki_is_known(name):
    try:
        assert technique_keys([name])
    except NonetError as error:
        assert "not searched by itself; the nearest is" in str(error)


def rows(table):
    """The names of a table with their keys."""
    lines = (line.split(": ") for line in table.strip().splitlines())
    return {name: tuple(keys.split()) for keys, names in lines for name in names.split(", ")}


FAMILIES, RELATED = rows(catalogue.FAMILIES), rows(catalogue.RELATED)
ALIASES = [(name, entry.key) for entry in TECHNIQUES for name in (entry.title, *entry.aliases)]


@as_one_test(ALIASES)
def test_a_name_of_another_page_is_its_technique(name, key):
    assert technique(name).key == technique(name.upper()).key == key
    assert technique(name.replace(" ", "-")).key == key


@as_one_test(FAMILIES)
def test_a_name_of_a_family_lists_its_members(name):
    with pytest.raises(NonetError, match="is a family") as error:
        technique(name)
    for member in FAMILIES[name]:
        assert member in str(error.value) and technique(member).key == member
    assert technique_keys([name.title()]) == FAMILIES[name]


@as_one_test([*RELATED, "senior exocet", "naked pair full house", "siamese finned swordfish"])
def test_a_technique_that_is_not_searched_names_the_nearest(name):
    if name in FAMILIES:
        name += " of another kind"
    with pytest.raises(NonetError, match="not searched by itself") as error:
        technique(name.title())
    for near in RELATED.get(name, ()):
        assert near in str(error.value) and technique(near).key == near


def chute_remote_pairs(position):
    """The candidates that chute remote pairs remove, by their definition on sudokuwiki.org.

    Two cells of the same two values in two boxes of a chute, in different lines: a value that is
    not in the third line of the third box is in one of both cells at most, so that one of both
    is the other value.
    """
    layout, result = position.layout, 0
    boxes, rows, columns = (layout.houses_by_kind[kind] for kind in ("box", "row", "column"))
    for lines in (rows, columns):
        for first_box, second_box, third in permutations(boxes, 3):
            chute = [line for line in lines if line.cells & first_box.cells]
            if not all(line.cells & box.cells for line in chute for box in (second_box, third)):
                continue
            for first_line, second_line in combinations(chute, 2):
                (third_line,) = (line for line in chute if line not in (first_line, second_line))
                for first in bits(first_box.cells & first_line.cells):
                    for second in bits(second_box.cells & second_line.cells):
                        pair = position.values[first]
                        if pair.bit_count() != 2 or pair != position.values[second]:
                            continue
                        seen = layout.sees[first] & layout.sees[second]
                        for value, other in combinations(bits(pair), 2):
                            for absent, removed in ((value, other), (other, value)):
                                present = position.open | position.placed
                                cells = layout.candidates_in(
                                    third_line.cells & third.cells, 1 << absent
                                )
                                if not present & cells:
                                    result |= layout.candidates_in(seen, 1 << removed)
    return result & position.open


def test_chute_remote_pairs_are_grouped_w_wings():
    seen = 0
    for seed, line in enumerate(CHUTES):
        for position, _ in islice(
            positions(nonet.parse(line), ("pointing", "claiming", "naked-pair")), 12
        ):
            expected = chute_remote_pairs(position)
            steps = find(position, "grouped-w-wing", "w-wing", "remote-pair", "naked-pair")
            eliminated = 0
            for step in steps:
                eliminated |= step.eliminations
            assert not expected & ~eliminated, (seed, position)
            seen += expected != 0
    assert seen > 3
