"""Reverse BUGs: closed sets of one open cell tried by hand, a published one, soundness."""

from itertools import islice

import pytest

import nonet
from nonet import generate, hints, parse, read
from nonet.techniques import Position, technique
from nonet.techniques.solution_oracle import position_of

from .certificate import found_steps, positions

TYPES = tuple(f"reverse-bug-type-{number}" for number in (1, 2, 3, 4))

PUBLISHED = """
189 7 18 2 4 5 3 19 6
6 3 2 1 8 9 4 5 7
19 5 4 3 7 6 129 129 8
1238 1289 1378 5 6 12 129 78 4
124 1249 6 8 12 7 5 1239 39
5 128 178 9 3 4 6 78 12
7 128 138 6 5 12 1289 4 39
123 6 9 4 12 8 7 123 5
1248 1248 5 7 9 3 128 6 12
"""


def closed_by_hand(position):
    """What goes where one open cell would close a set: each candidate, added to what is given."""
    layout = position.layout
    houses = [{layout.cells[cell] for cell in house.cell_numbers} for house in layout.houses]
    placed = position.assignment
    given = {c: v for c, v in placed.items() if position.givens >> layout.candidate(c, v) & 1}
    result = set()
    for cell, values in position.candidates.items():
        for a in values:
            for b in layout.values:
                held = {c: v for c, v in given.items() if v in (a, b)} | {cell: a}
                if a != b and closes(houses, placed, held, {a, b}):
                    result.add((cell, a))
    return result


def closes(houses, placed, held, pair):
    """Whether cells, with what else is placed, are closed and not all there are."""
    while True:
        lacking = None
        for house in houses:
            has = {held[c] for c in house if c in held}
            if len(has) == 1:
                lacking = house, (pair - has).pop()
                break
        if lacking is None:
            return any(not any(c in held for c in house) for house in houses)
        house, value = lacking
        more = [c for c in house if placed.get(c) == value]
        if not more:
            return False
        held[more[0]] = value


def test_reverse_bugs_of_one_open_cell_are_those_there_are():
    seen = 0
    for generated in generate(26, like=parse("4x4"), seed=3):
        for position, solution in positions(generated.puzzle, (), 1, 0.2):
            steps = found_steps(position, *TYPES)
            removed = {pair for s in steps if s.key == TYPES[0] for pair in s.removed}
            by_hand = closed_by_hand(position)
            single = any(len(values) == 1 for values in position.candidates.values())
            assert by_hand <= removed if single else by_hand == removed
            assert not any(step.eliminations & solution for step in steps)
            seen += len(removed)
    assert seen > 5


def test_the_published_reverse_bug():
    """Sudopedia, "Reverse BUG": r12c34 with 1 and 2, so r1c3 is not 1."""
    cells = [f"R{r}C{c}" for r in range(1, 10) for c in range(1, 10)]
    values_of = dict(zip(cells, PUBLISHED.split(), strict=True))
    clues = {cell: int(values) for cell, values in values_of.items() if len(values) == 1}
    position = Position.of(nonet.Puzzle(nonet.Grid.square(9), clues))
    published = {(c, int(v)) for c, values in values_of.items() if len(values) > 1 for v in values}
    to_remove = [
        pair
        for c, values in position.candidates.items()
        for v in values
        if (pair := (c, v)) not in published
    ]
    layout = position.layout
    position = position.without(sum(1 << layout.candidate(*pair) for pair in to_remove))
    (step, *_) = [s for s in found_steps(position, TYPES[0]) if ("R1C3", 1) in s.removed]
    assert step.notation == "Reverse BUG Type 1: 1/2 in r12c34 => r1c3<>1"
    assert step.sentence == (
        "No 1 or 2 is given outside R1C3, R1C4, R2C3 and R2C4. If R1C3 was 1, each house with 1 or"
        " 2 in these cells would have both there, and each other house both elsewhere, where 1"
        " and 2 could be swapped, and the puzzle would have a second solution. So R1C3 is 8: 1 can"
        " be removed from R1C3."
    )


def test_reverse_bugs_assume_one_solution():
    assert all(technique(key).assumes_unique for key in TYPES)
    several = parse("1.2...1.........")
    assert found_steps(position_of(several), TYPES[0]) and hints(several, only=TYPES) == []


def test_where_candidates_are_clues_or_houses_small_there_is_none():
    knight = read("puzzles/anti-knight.json")[0]
    assert not any(found_steps(position, *TYPES) for position, _ in positions(knight, (), 1, 0.5))
    start = position_of(parse("1.2...1........."))
    assert found_steps(start, *TYPES)
    start.candidates_are_clues = True
    assert not found_steps(start, *TYPES)


@pytest.mark.parametrize("name", ["x", "jigsaw", "windoku", "samurai"])
def test_variants_keep_their_solution(name):
    way = positions(read(f"puzzles/{name}.json")[0], (), 1, 0.5)
    for position, solution in islice(way, 1, 4, 2):
        for step in found_steps(position, *TYPES):
            assert not step.eliminations & solution, step


@pytest.mark.parametrize("number", range(3))
def test_no_reverse_bug_takes_away_what_the_solution_has(number):
    puzzle = read("puzzles/hard.txt")[number]
    for position, solution in islice(positions(puzzle, (), number, 0.5), 4):
        for step in found_steps(position, *TYPES):
            assert not step.eliminations & solution, step
