"""Subsets: naked, hidden and locked, judged by trying every set of cells."""

# ruff: noqa: E501  (library lines are long)

from itertools import combinations

import pytest

from nonet import Grid, Puzzle, make_rule, parse, read
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits
from nonet.techniques.families.subsets import find

# Positions and what HoDoKu 2.2 finds at them.
FACTS = [
    ("locked-triple", ":0111-1:134:...12.5.9...8.6.......5.2.7..9..213.34.....951.........3..........6..8..7.53.....::122 123 138 323 325 418 421 423 425 438::"),
    ("naked-pair", ":0200:79:+5+63+8+2+49.+1+8+7+15.6+2+4..4+21..+8..6+9+4+7+5+831+2+2+18+64+3+5..+7+3+52+1+9+4..+3+5+6+98+17+24+42.+3+6.+1..1+8.+4.+2+6..::998 999::"),
    ("naked-triple", ":0201:368:+851.+6.+2+9+3+6+29.8+3+4+75+3+47+5+928+16+5...1.+3+299+342+576+812...3.+5+4+74+658+7+19+327+9..4.1+5+8+1...+2.76+4::383::"),
    ("hidden-pair", ":0210:27:.+2....8.16..2.+8...+8..7.5...+3..6.+1.2+8.1.+8..3...8.....+1.2.+8....7.+14..8....5...3..+8.:313 318 722 723 175 683 693:496 686 696 986 996::"),
    ("hidden-triple", ":0211:289:4+2.+3+78...+7..+9+4+1.32+3+9+15+6+2+7+4+863+2+8+5+9+41+7+1..+7246.+3+9+4.+6+1+3...+87+413....5+1+3+2+9.8.4+2+6+9+4+8.+3.+1:613:558 567 568::"),
    ("hidden-quadruple", ":0212:2389:3..+5..+189.1.7....2...+8.1......+1.6..+58..2..47....34....59.+6....8..34.8.9....+91...3::168 667 668::"),
]  # fmt: skip
NAMES = ["pair", "triple", "quadruple"]


def found_steps(position, key):
    return list(find(position, frozenset({key})))


@pytest.mark.parametrize(("key", "line"), FACTS, ids=[fact[0] for fact in FACTS])
def test_what_hodoku_removes_is_found_under_its_name(key, line):
    position = Position.of(parse(line))
    fields = line.split(":")
    removed = sum(
        1 << position.layout.candidate(f"R{r}C{c}", int(d)) for d, r, c in fields[5].split()
    )
    assert removed and removed in {step.eliminations for step in found_steps(position, key)}


def subsets_by_definition(position, size):
    """Naked and hidden subsets of a 9x9, cell by cell, with what each removes."""
    layout, values = position.layout, position.values
    naked, hidden = {}, {}
    for house in layout.complete_houses:
        open_cells = [cell for cell in house.cell_numbers if values[cell]]
        for cells in combinations(open_cells, size):
            union = 0
            for cell in cells:
                union |= values[cell]
            other_cells = [cell for cell in open_cells if cell not in cells]
            if union.bit_count() == size:
                eliminated = {(c, v) for c in other_cells for v in bits(values[c] & union)}
                naked.setdefault(cells, {})[house.short_name] = eliminated
            elsewhere = 0
            for cell in other_cells:
                elsewhere |= values[cell]
            digits = union & ~elsewhere
            if digits.bit_count() == size:
                hidden[cells, digits] = {(c, v) for c in cells for v in bits(values[c] & ~digits)}
    return naked, hidden


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("size", [2, 3, 4])
def test_exactly_the_subsets_that_remove_something_are_found(number, size):
    position = Position.of(read("puzzles/hard.txt")[number])
    layout = position.layout
    naked, hidden = subsets_by_definition(position, size)

    def removed(step):
        return frozenset(divmod(c, 81)[::-1] for c in bits(step.eliminations))

    steps = found_steps(position, f"naked-{NAMES[size - 2]}")
    steps += found_steps(position, f"locked-{NAMES[size - 2]}") if size < 4 else []
    expected = set()
    for cells, houses in naked.items():
        eliminated = frozenset(pair for house in houses.values() for pair in house)
        if eliminated:
            expected.add((cells, eliminated))
    assert {(tuple(bits(step.detail[0])), removed(step)) for step in steps} == expected
    assert len(steps) == len(expected)
    for step in steps:
        houses = naked[tuple(bits(step.detail[0]))]
        box = {pair for name, eliminated in houses.items() if name[0] == "b" for pair in eliminated}
        line = {
            pair for name, eliminated in houses.items() if name[0] != "b" for pair in eliminated
        }
        within = [h for h in layout.houses_containing(step.detail[0]) if h.kind == "box"]
        outside = {(c, v) for c, v in line if not any(h.cells >> c & 1 for h in within)}
        assert step.key.startswith("locked") == bool(size < 4 and box and outside)
    steps = found_steps(position, f"hidden-{NAMES[size - 2]}")
    expected = {
        (cells, digits, frozenset(eliminated))
        for (cells, digits), eliminated in hidden.items()
        if eliminated
    }
    assert {
        (tuple(bits(step.detail[0])), step.detail[1], removed(step)) for step in steps
    } == expected
    assert len(steps) == len(expected)


def test_a_naked_pair_on_a_diagonal_clears_it():
    position = Position.of(Puzzle(Grid.square(4)).with_rules(make_rule("x")))
    layout = position.layout
    removed = sum(
        1 << layout.candidate(cell, value) for cell in ("R1C1", "R4C4") for value in (3, 4)
    )
    steps = found_steps(position.without(removed), "naked-pair")
    [step] = [step for step in steps if "diagonal" in step.text.look]
    assert step.conclusion == "r2c2,r3c3<>1, r2c2,r3c3<>2"


def test_the_words_say_why():
    position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2}))
    step = next(step for step in found_steps(position, "naked-pair") if step.truths == (4, 5))
    assert step.notation == "Naked Pair: 3,4 in r2c12 => r2c34<>3, r2c34<>4"
    assert step.sentence == (
        "R2C1 and R2C2 can only be 3 or 4. These are two values for two cells of row 2 and box 1,"
        " so the cells use them up, in whatever order, and no other cell there can have them:"
        " 3 and 4 can be removed from R2C3 and R2C4."
    )
    hidden = next(iter(found_steps(position, "hidden-pair")))
    assert hidden.sentence.startswith("In box 2 the values 1 and 2 can only be in R2C3 and R2C4.")
