"""What is found does not hang on the names of digits, nor on how the grid is held.

A search that is complete finds the same on a puzzle whose digits are exchanged, whose rows are and
that is reflected.
"""

from itertools import islice

import pytest

from nonet import explain, parse, read
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits
from nonet.techniques.catalogue import TECHNIQUES
from tests.techniques import test_als, test_fish, test_subsets, test_uniqueness

ROWS = (3, 5, 4, 0, 1, 2, 8, 7, 6)
CELLS = [9 * column + ROWS[row] for row in range(9) for column in range(9)]
"""Where each cell goes: rows are exchanged within bands and with their bands, then reflected."""
VALUES = (4, 7, 0, 2, 8, 5, 1, 3, 6)

FIRST_ONLY = {
    "als-chain": "a chain for each end and elimination",
    "forcing-chain": "the first chain of each length",
    "cell-forcing-chain": "the first chain of each length",
    "region-forcing-chain": "the first chain of each length",
    "dynamic-contradiction-forcing-chain": "the first net",
    "dynamic-cell-forcing-chain": "the first net",
    "dynamic-region-forcing-chain": "the first net",
    "unique-rectangle-forcing-chain": "the first chain",
    "brute-force": "the first cell",
}
"""Searches that find some of many arguments, by the order in which they look."""
SLOW = {
    "smallest-explanation", "dynamic-forcing-chain", "dynamic-forcing-chain-plus", "kraken-fish-2",
    "forcing-net-verity", "forcing-net-contradiction", "multi-sector-locked-sets",
    "nested-forcing-chain", "chromatic-pattern-type-1",
}  # fmt: skip


def image(candidates):
    return sum(1 << VALUES[each // 81] * 81 + CELLS[each % 81] for each in bits(candidates))


def elsewhere(position):
    open_, values = image(position.open), [0] * 81
    for candidate in bits(open_):
        values[candidate % 81] |= 1 << candidate // 81
    givens = image(position.givens)
    return Position(position.layout, open_, image(position.placed), givens, values)


def conclusions(position, technique):
    """All that the steps of a technique remove and place."""
    removed = placed = 0
    for step in technique.family.find(position, frozenset({technique.key})):
        removed |= step.eliminations
        placed |= sum(
            1 << candidate for candidate in set(step.placements) if not placed >> candidate & 1
        )
    return removed, placed


def alike(position, keys):
    """The techniques with steps at a position, each of which finds the same at the image."""
    moved = elsewhere(position)
    found_keys = set()
    for technique in TECHNIQUES:
        if technique.key in keys:
            result = conclusions(position, technique)
            assert conclusions(moved, technique) == tuple(map(image, result)), technique.key
            if any(result):
                found_keys.add(technique.key)
    return found_keys


def test_digits_rows_and_sides_exchanged_change_no_finding():
    keys = {
        technique.key
        for technique in TECHNIQUES
        if technique.key not in SLOW
        and technique.key not in FIRST_ONLY
        and not {"mutant", "franken"} & set(technique.key.split("-"))
    }
    found_keys = set()
    for puzzle in read("puzzles/hard.txt")[:2]:
        for position in islice(explain(puzzle, "hodoku").positions, 6, None, 25):
            found_keys |= alike(position, keys)
    assert len(found_keys) > 75, found_keys


LINES = {
    "fish": [line for key, line in test_fish.FACTS if "-" not in key or "finned-" in key],
    "als": [line for key, line in test_als.FACTS if key == "als-xz"],
    "subsets": [line for _, line in test_subsets.FACTS],
    "uniqueness": test_uniqueness.FACTS[::2],
}
"""Positions of HoDoKu's library."""


@pytest.mark.parametrize("module", LINES)
def test_examples_of_a_family_are_found_wherever_they_are(module):
    keys = {technique.key for technique in TECHNIQUES if technique.module == module}
    keys = {key for key in keys if "mutant" not in key and "franken" not in key} - FIRST_ONLY.keys()
    found_keys = set()
    for line in LINES[module][::2]:
        found_keys |= alike(
            Position.of(parse(line)), keys - SLOW - {"als-xy-wing", "death-blossom"}
        )
    assert len(found_keys) > {"fish": 7, "als": 0, "subsets": 5, "uniqueness": 6}[module], (
        found_keys
    )
