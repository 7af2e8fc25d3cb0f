"""Strong links on one value: as Sukaku Explainer finds and scores them, by hand, proven."""

# ruff: noqa: E501  (library lines are long)

import json
from itertools import combinations, islice, permutations, product

import pytest

from nonet import Grid, Puzzle, make_rule, parse, read, solve
from nonet.errors import TechniqueError
from nonet.techniques import Position, explain, rate
from nonet.techniques.candidate_layout import bits
from nonet.techniques.families.strong_links import SIZE_BY_KEY
from tests.cases import as_one_test

from .certificate import found_steps, is_proven, positions

# Positions with the score and the conclusion of the step that Sukaku Explainer (default
# techniques) takes there, and what it calls it.
FACTS = [
    ("strong-links-2", 4.0, "r1c1,r7c2<>7", "Skyscraper", "....2..3+1+9.17+38.+4+66..+4158.9..735.+91...+9...6...1..9..........3...4..6+3+1.5.9..+724+68:513 851 852 854 456 258 758 261 861 263 863 567 268 768 269 769 572"),
    ("strong-links-2", 4.1, "r6c7<>9", "2-String Kite", ".7.9...1.6.......3..5....4.3.21......57..21......8..25+5..3.7..99....4..2+7...6+9..+1:222 824 125 232 734 834 135 447 455 658 858 467"),
    ("strong-links-2", 4.3, "r1c9<>2", "Grouped 2 Strong links", "5..78..6.+34..6.8.7+8+6+7......2..3.9..+66......2.47+3...9.8+95....1..+1..5...3.7+3..4.6..:852 853 154 156 556 756 457 459 273 873 775 283 883 785"),
    ("strong-links-3", 5.4, "r2c9,r6c8<>5", "3 Skyscrapers", ".8..+3...11+3.........5+1.43..7..2...3...3+4.52...4.+36+7..8..9..3...3...418......7.5.+3:772 788 789"),
    ("strong-links-3", 5.5, "r2c9<>6", "3 Strong links", "1.8+4+7+2...+4.2.+89....+9.+1..248+27.5+41.+8.3+4.+76+8..2..1+2+9+34.....+91+46+2..+24...+89+1+9+1.82...4:531 533 562 572"),
    ("strong-links-3", 5.7, "r23c7<>3", "Grouped X-Loop", "+12.456..9+4.6......7.9......+2.+7+51+4+69.+6+4+1938..2.+95..2..4.6.2..8..5+72....3..1.......:727 728 828 729 838 767 768 778 894 895 797 798"),
    ("strong-links-4", 6.1, "r3c2<>1", "Grouped 4 Strong links", ".6..27..9.7.9+3.4......4687.6..+25+47.....719.....7+68+3..4.3547....+7.6.+95.4.8..36+2+51+7:111 113 142 843 349 853 971"),
    ("strong-links-4", 6.1, "r3c6,r4c2<>5", "Grouped X-Loop", ".861.+72...+7438.+6.1.......7......3.4...24713..+43.8..+1...9.+7+1....7...549+1..+41+9+3876.:231 531 236 537 539 541 543 549 551 266 568 571 873 578 579 289"),
]  # fmt: skip

# Puzzles of the published puzzle bank of Sudoku ratings (public domain), as rated by Sukaku
# Explainer; Sudoku Explainer, without these techniques, rates them higher.
BANK = {
    "...293....7.4.8.9.....7.....56...92..........1.9.4.7.5..4...6....8.2.1...257.634.": 4.2,
    "7.......3..24.91..6..3.1..43.......9.1..2..4...6...7...59...48....256.......4....": 4.3,
    "4....5..8..34..2...8..9..7.8...1..3...19524...4..7...1.6..4..1...4..18..5..8....3": 5.4,
    "9.45.1..3.2.....5....34...97...8.3.5..24.57..8.9.3...42...13....9.....3.5..2.49.8": 5.7,
}


def position_at(line):
    return Position.of(parse(f":0000:x:{line}:::"))


@as_one_test(FACTS)
def test_the_first_step_is_that_of_sukaku_explainer(key, worth, conclusion, name, line):
    step = found_steps(position_at(line), key)[0]
    assert (step.conclusion, step.difficulty) == (conclusion, worth)
    row, _ = step.detail
    assert row.is_ring == ("Loop" in name)
    assert any(first & first - 1 or last & last - 1 for first, last in row.ends) == (
        "Grouped" in name
    )


@pytest.mark.parametrize("line", BANK)
def test_published_ratings_of_sukaku_explainer(line):
    assert explain(line, "sukaku").score == BANK[line]
    assert explain(line, "explainer").score > BANK[line]


def rows_by_definition(position, size):
    """(value, houses, cells that lose it) for rows of conjugate pairs, no groups, no rings."""
    layout, result = position.layout, set()
    for value in range(layout.value_count):
        pairs = [
            (house, tuple(cells))
            for house in layout.complete_houses
            if len(cells := [c for c in house.cell_numbers if position.places_of(value) >> c & 1])
            == 2
            and not (house.kind == "box" and any(h.kind != "box" for h in holding(layout, cells)))
        ]
        for chosen in combinations(pairs, size):
            if len({cell for _, cells in chosen for cell in cells}) < 2 * size:
                continue
            for row in permutations(chosen):
                for turns in product((1, -1), repeat=size):
                    ends = [cells[::turn] for (_, cells), turn in zip(row, turns, strict=True)]
                    joints = [(ends[n][1], ends[n + 1][0]) for n in range(size - 1)]
                    if not all(holding(layout, joint) for joint in joints):
                        continue
                    outer = (ends[0][0], ends[-1][1])
                    if holding(layout, outer):
                        continue
                    eliminated = {
                        cell
                        for cell in range(layout.cell_count)
                        if position.places_of(value) >> cell & 1
                        and all(layout.sees[end] >> cell & 1 for end in outer)
                        and not any(cell in house.cell_numbers for house, _ in chosen)
                        and not any(
                            cell in first_shared(layout, joint).cell_numbers for joint in joints
                        )
                    }
                    if eliminated:
                        houses = frozenset(house.number for house, _ in row)
                        result.add((value, houses, frozenset(eliminated)))
    return result


def holding(layout, cells):
    return [house for house in layout.houses if all(cell in house.cell_numbers for cell in cells)]


def first_shared(layout, cells):
    order = ("column", "row", "box")
    return min(holding(layout, cells), key=lambda house: order.index(house.kind))


def sampled_positions(thin):
    """Positions of hard puzzles, of each one that has lost some wrong candidates at random."""
    for seed, text in enumerate(read("puzzles/hard.txt")):
        yield from islice(positions(text, (), seed, thin), 1, 2)


@pytest.mark.parametrize("size", [2, 3])
def test_rows_of_pairs_are_all_that_a_search_by_hand_finds(size):
    total = 0
    for position, _ in sampled_positions(0.35):
        rows = set()
        for step in found_steps(position, f"strong-links-{size}"):
            row, value = step.detail
            if not row.is_ring and row.shape[0] == "0":
                rows.add((value, frozenset(row.houses), frozenset(bits(row.eliminations))))
        assert rows == rows_by_definition(position, size)
        total += len(rows)
    assert total > 20


def test_every_removal_is_proven_by_the_links_and_is_no_digit_of_the_solution():
    sizes, rings, groups = set(), 0, 0
    for position, solution in sampled_positions(0.25):
        for size in (2, 3, 4, 5):
            for step in found_steps(position, f"strong-links-{size}")[:15]:
                assert step.eliminations and not step.eliminations & solution, step.notation
                assert step.eliminations & position.open == step.eliminations
                assert len(set(step.truths)) == size
                assert is_proven(position, step), step.notation
                sizes.add(size)
                rings += step.detail[0].is_ring
                groups += step.detail[0].shape[0] != "0"
    assert sizes == {2, 3, 4, 5} and rings and groups


def test_lowest_score_first_then_most_removals():
    most = 0
    for position, _ in sampled_positions(0.25):
        for key in list(SIZE_BY_KEY)[:3]:
            steps = found_steps(position, key)
            order = [(step.difficulty, -step.detail[0].elimination_count) for step in steps]
            assert order == sorted(order)
            most = max(most, len({*order}))
    assert most > 3


def test_a_row_and_a_ring_in_words():
    step = found_steps(position_at(FACTS[1][-1]), "strong-links-2")[0]
    assert step.notation.startswith("Two Strong Links: 9 r")
    assert step.text.look.startswith("Look at the 9s of ")
    assert step.sentence.startswith("If R") and step.sentence.endswith(
        "9 can be removed from R6C7."
    )
    assert "R6C3 is 9; either way 9 can" in step.sentence
    ring = found_steps(position_at(FACTS[5][-1]), "strong-links-3")[0]
    assert "the circle is closed" in ring.sentence
    assert ring.sentence.endswith("3 can be removed from R2C7 and R3C7.")
    assert ring.chains[0].nodes[0] == ring.chains[0].nodes[-1]


def test_a_diagonal_may_be_a_strong_link():
    # the 1s of a sudoku with diagonals; only the falling diagonal joins R1C1 and R6C6
    grid = Grid.square(9)
    puzzle = Puzzle(grid, {}, (*Puzzle(grid).rules, make_rule("diagonals")))
    position = Position.of(puzzle)
    layout = position.layout
    (diagonal,) = [
        h
        for h in layout.houses_by_kind["other"]
        if {layout.cell_number[c] for c in ("R1C1", "R6C6")} <= {*h.cell_numbers}
    ]
    keep = {layout.cell_number["R1C1"], layout.cell_number["R6C6"]}
    removed = sum(1 << cell for cell in diagonal.cell_numbers if cell not in keep)
    column = layout.houses_by_kind["column"][8]
    ends = {layout.cell_number["R1C9"], layout.cell_number["R7C9"]}
    removed |= sum(1 << cell for cell in column.cell_numbers if cell not in ends)
    steps = found_steps(position.without(removed), "strong-links-2")
    (step,) = [
        s
        for s in steps
        if {*s.truths} == {layout.house_set(h.number, 0) for h in (diagonal, column)}
    ]
    assert step.conclusion == "r7c6<>1"
    assert step.difficulty == 4.3
    assert is_proven(position.without(removed), step)


def test_the_sukaku_scale_is_there_when_asked_for():
    line = next(iter(BANK))
    rating = rate(line, "sukaku")
    assert (rating.sukaku, rating.rating, rating.score) == (4.2, None, None)
    assert json.loads(json.dumps(rating.to_json()))["sukaku"] == 4.2
    without_sukaku = rate(line, "explainer")
    assert without_sukaku.sukaku is None and "sukaku" not in without_sukaku.to_json()
    with pytest.raises(TechniqueError, match="unknown scale 'suduko': there are explainer"):
        rate(line, "suduko")


def test_the_sukaku_path_solves_and_is_sound():
    for line in BANK:
        solution = solve(line).solutions[0]
        path = explain(line, "sukaku")
        assert path.solved
        assert all(solution[c] != v for step in path.steps for c, v in step.removed)
