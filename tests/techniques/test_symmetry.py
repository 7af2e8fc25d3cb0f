"""What is found does not hang on the names of digits, nor on how the grid is held.

A search that is complete finds the same on a puzzle whose digits are exchanged, whose rows are and
that is reflected.
"""

from itertools import islice
from pathlib import Path

import nonet
from nonet import explain, parse, read
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits
from nonet.techniques.catalogue import TECHNIQUES
from nonet.techniques.catalogue import technique as technique_of
from nonet.techniques.solution_oracle import position_of

ROWS = (3, 5, 4, 0, 1, 2, 8, 7, 6)
CELLS = [9 * column + ROWS[row] for row in range(9) for column in range(9)]
"""Where each cell goes: rows are exchanged within bands and with their bands, then reflected."""
VALUES = (4, 7, 0, 2, 8, 5, 1, 3, 6)

LIMITED = {
    "als-chain": "a chain for each end and elimination",
    "strong-links-6": "as many tries as a limit allows",
    "multi-sector-locked-sets": "a set of cells for each set of rows",
    "dynamic-forcing-chain-plus": "the first net",
    "forcing-net-verity": "the first net",
    "bug-forcing-chain": "the first chain",
    "smallest-explanation": "one of those with the fewest constraints",
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
SLOW_EXAMPLES = {"mutant-jellyfish", "finned-mutant-leviathan"}
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
        and technique.key not in LIMITED
        and not {"mutant", "franken"} & set(technique.key.split("-"))
    }
    found_keys = set()
    for puzzle in read("puzzles/hard.txt")[1:2]:
        for position in islice(explain(puzzle, "hodoku").positions, 6, None, 25):
            found_keys |= alike(position, keys)
    assert len(found_keys) > 60, found_keys


def library():
    """The line of each technique that has an example."""
    path = Path(nonet.__file__).parent / "learn" / "examples.hodoku"
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(":"):
            yield technique_of(line.split(":")[1]), line


def test_the_example_of_each_technique_is_found_wherever_it_is():
    tried = set()
    for technique, line in library():
        if technique.key not in LIMITED and technique.key not in SLOW_EXAMPLES:
            assert alike(position_of(parse(line)), {technique.key}) == {technique.key}
            tried.add(technique.key)
    assert len(tried) > 160
