"""BUG-lites and MUGs: every choice of cells and own values tried, on grids of few open cells."""

import random
from itertools import combinations, islice, product

import pytest

from nonet import Grid, Puzzle, parse, read
from nonet.techniques import Position, hints, technique
from nonet.techniques.candidate_layout import bits, layout_of
from nonet.techniques.families import small_graves

from .certificate import found_steps, positions

TYPES = {
    kind.name: tuple(f"{kind.name}-type-{number}" for number in (1, 2, 3, 4))
    for kind in small_graves.KINDS
}
EVERY = tuple(key for keys in TYPES.values() for key in keys)
LAYOUT = layout_of(Puzzle(Grid.square(6)).model())


def few_open(seed):
    """A position with candidates in few cells of a 6x6, at random."""
    chance = random.Random(seed)
    values = chance.sample(range(6), chance.choice((3, 4)))
    open_ = 0
    for row, column in product(chance.sample(range(6), 3), chance.sample(range(6), 4)):
        for value in chance.sample(values, chance.choice((2, 2, 3))):
            open_ |= 1 << value * 36 + 6 * row + column
    position = Position.of(Puzzle(Grid.square(6)))
    return position.without(position.open & ~open_)


def patterns_by_definition(position, kind, most):
    """Patterns of up to so many cells: each cell and its own values."""
    layout = position.layout
    held = {cell: frozenset(bits(values)) for cell, values in enumerate(position.values) if values}
    result = set()
    for size in range(4, most + 1):
        for cells in combinations(held, size):
            inside = [[c for c in cells if h.cells >> c & 1] for h in layout.houses]
            inside = [cells_in_house for cells_in_house in inside if cells_in_house]
            if any(len(cells_in_house) == 1 for cells_in_house in inside):
                continue
            choices = [
                [
                    frozenset(own)
                    for n in range(2, kind.max_values_per_cell + 1)
                    for own in combinations(held[cell], n)
                ]
                for cell in cells
            ]
            for owns in product(*choices):
                values_of = dict(zip(cells, owns, strict=True))
                if (
                    sum(values_of[cell] != held[cell] for cell in cells) in (1, 2)
                    and max(map(len, owns)) == kind.max_values_per_cell
                    and (kind.max_values_per_cell > 2 or len(set(owns)) > 1)
                    and all(
                        len(frozenset().union(*map(values_of.get, h))) == len(h) for h in inside
                    )
                    and values_used(layout, values_of) == values_of
                    and is_joined(values_of, inside)
                ):
                    result.add(frozenset(values_of.items()))
    return result


def values_used(layout, values_of):
    """The own values that are in a way to fill the cells."""
    cells, seen = list(values_of), {cell: set() for cell in values_of}
    for way in product(*values_of.values()):
        at = dict(zip(cells, way, strict=True))
        if all(at[a] != at[b] or not layout.sees[a] >> b & 1 for a, b in combinations(cells, 2)):
            for cell, value in at.items():
                seen[cell].add(value)
    return seen


def is_joined(values_of, inside):
    """Whether the cells hang together, by values that cells of a house share."""
    group = {min(values_of)}
    while True:
        more = {
            other
            for cells_in_house in inside
            for cell in group & set(cells_in_house)
            for other in cells_in_house
            if values_of[cell] & values_of[other]
        }
        if more <= group:
            return group == set(values_of)
        group |= more


@pytest.mark.parametrize("kind", small_graves.KINDS, ids=lambda kind: kind.name)
def test_the_graves_of_up_to_seven_cells_are_those_there_are(kind):
    seen = 0
    for seed in range(70):
        position = few_open(seed)
        patterns = {
            frozenset(
                (c, frozenset(v for v in range(6) if own >> v * 36 + c & 1)) for c in bits(cells)
            )
            for cells, own in small_graves.deadly_patterns_of(position, kind)
            if cells.bit_count() < 8
        }
        if patterns or seed % 7 == 0:  # by hand this takes a hundred times as long
            assert patterns == patterns_by_definition(position, kind, 7)
        seen += len(patterns)
    assert seen > 3


def test_a_published_bug_lite():
    """surbier, "how to code BUG-Lite", Sudoku Programmers' forum, 2011: eight cells, r1c8 is 8."""
    puzzle = parse(
        "000000007003080400408007000010006020069005010020100039000000142000092070006000005"
    )
    way = ("pointing", "claiming", "naked-pair", "hidden-pair", "x-wing", "swordfish")
    way = (*way, "skyscraper", "xy-chain")
    steps = [
        step for position, _ in positions(puzzle, way) for step in found_steps(position, *EVERY)
    ]
    step = next(step for step in steps if step.key == "bug-lite-type-1")
    assert step.removed == (("R1C8", 6), ("R1C8", 9))
    cells = ("R1C2", "R1C5", "R1C8", "R3C2", "R3C4", "R3C8", "R7C4", "R7C5")
    assert step.deadly_cells == sum(1 << step.layout.cell_number[cell] for cell in cells)
    assert "5 or 6 in R1C5, R3C4, R7C4 and R7C5" in step.sentence
    assert step.sentence.endswith("So R1C8 is 8: 6 and 9 can be removed from R1C8.")


def test_graves_assume_one_solution():
    for key in EVERY:
        assert technique(key).assumes_unique
    several = parse(
        "000000007003080400408007000010006020069005010020100039000000142000092070006000000"
    )
    assert hints(several, only=EVERY) == []


@pytest.mark.parametrize("thin", [0.4, 0.6])
def test_no_grave_takes_away_what_the_solution_has(thin):
    for number, puzzle in enumerate(read("puzzles/hard.txt")[:2]):
        for position, solution in positions(puzzle, ("pointing", "naked-pair"), number, thin):
            for step in found_steps(position, *EVERY):
                assert not step.eliminations & solution, step
                assert step.sentence.endswith(".") and "  " not in step.sentence


@pytest.mark.parametrize("name", ["x", "jigsaw", "anti-knight", "windoku", "even-odd"])
def test_variants_keep_their_solution(name):
    way = positions(read(f"puzzles/{name}.json")[0], ("pointing",), 1, 0.5)
    for position, solution in islice(way, 1, 8, 6):
        for step in found_steps(position, *EVERY):
            assert not step.eliminations & solution, step
