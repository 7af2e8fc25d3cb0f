"""Large wings: as Sukaku Explainer finds and scores them, by hand, proven."""

# ruff: noqa: E501  (library lines are long)

from itertools import combinations, islice

import pytest

from nonet import Grid, Puzzle, make_rule, parse, read
from nonet.techniques import Position, explain, find
from nonet.techniques.candidate_layout import bits
from nonet.techniques.families.als import LARGE_WINGS
from tests.cases import as_one_test

from .certificate import found_steps, is_proven, positions

WXYZ = "wxyz-wing-sukaku"

# Positions with the score and the conclusion of the step that Sukaku Explainer (default
# techniques) takes there; whether the cell of two values is linked by both.
FACTS = [
    (WXYZ, 5.5, "r5c8<>4", False, ".3+25.+4+6+8+7+8+64.3..2...+58+26...+32+8+149+7+566.+925.1.+8.+51..8.9+2+2.3..58.+9.+8+6....7.59+7.+8...4:131 138 175 384 186 189 398"),
    (WXYZ, 5.6, "r7c5<>9", False, "....+7..52.+27..18...9.....7...2.4+7.....3.28.6+77..1..+2..6..4.5+7+232.576..4..+7.......:541 142 451 551 197 997 199 899 999"),
    (WXYZ, 5.5, "r3c3<>2, r1c79<>4, r1c79<>7", True, ".....+3.5.9..2...13.3.59+16..7...12.....8.3..95+3...5......13..8..4+93+1+87+5+26....2...1:714 572 592 593"),
    ("vwxyz-wing", 6.4, "r9c7<>2", False, "2...+4.39...8.21+5.4...7+3...8.5..7..3.....6.7.9....+1.85...74+56+91.4..3+9.6+8..9.+18....:619 141 143 246 256 266 293 299 799"),
    ("uvwxyz-wing", 6.6, "r2c1<>7", False, "2...+4.39...8.21+5.4...7+3...8.5..7..3.....6.7+49....+1.85...74+56+91.4..3+9.6+8..9.+18.+4..:612 113 619 533 633 141 143 643 246 256 661 663 266 391 293 299 799"),
    ("uvwxyz-wing", 6.6, "r5c4<>5, r5c4<>9", True, "+1.+5.94....+2...159.9.3..+2..648...7...+2+3......7+51+728..4...17+23...3...6...2.52......:623 824 829 144 644 347 348 349 654 983 884 487 588 894 497"),
    ("tuvwxyz-wing", 7.5, "r7c2<>5", False, "97...52..2....1..9...2+9......2.73.5..3...+2.8..1.48+93+2......6...1..3....4+3.89...62:119 619 625 427 727 437 139 639 739 641 642 147 647 551 553 157 657 757 977 179 779 987"),
    ("tuvwxyz-wing", 7.5, "r5c9<>2, r2c8<>5, r5c9<>6, r5c9<>8", True, ".6..27..9.7.9+3.4......4687.6..+25+47.....719.....7+68+3..4.3547....+7.6.+95.4.8..36+2+51+7:111 113 129 131 531 132 142 843 349 853 357 261 971"),
]  # fmt: skip

# Puzzles of the published puzzle bank of Sudoku ratings (public domain), as rated by Sukaku
# Explainer; Sudoku Explainer, without these techniques, rates them higher.
BANK = {
    ".1...7.5.3......84..618..3.4..5........843........6..8.3..689..75......1.9.7...2.": 5.5,
    ".....617....19..48......3.25....296....4.8....329....42.4......85..74....735.....": 5.6,
    ".1..3..8.8..92...5..2..84....8....7.17.....93.9....6....52..7..4...97..6.2..4..3.": 6.3,
    "..8..2......76.4...3...5..23.6.2..7..2.6.7.4..7..1.8.66..2...3...9.53......8..9..": 6.4,
}


def position_at(line):
    return Position.of(parse(f":0000:x:{line}:::"))


@as_one_test(FACTS)
def test_the_first_step_is_that_of_sukaku_explainer(key, worth, conclusion, locked, line):
    step = found_steps(position_at(line), key)[0]
    assert (step.conclusion, step.difficulty, step.detail.doubly_linked) == (
        conclusion,
        worth,
        locked,
    )


@pytest.mark.parametrize("line", BANK)
def test_published_ratings_of_sukaku_explainer(line):
    assert explain(line, "sukaku").score == BANK[line]
    assert explain(line, "explainer").score > BANK[line]


def wings_by_definition(position, size):
    """{(cells, cell of two values): what goes}: which values of other cells contradict both."""
    layout = position.layout
    values = {cell: frozenset(bits(mask)) for cell, mask in enumerate(position.values) if mask}
    seen_from = {cell: frozenset(bits(layout.sees[cell])) for cell in values}
    result = {}
    for house in layout.houses:
        for cells in combinations(
            [c for c in house.cell_numbers if len(values.get(c, ())) > 1], size
        ):
            union = frozenset().union(*(values[c] for c in cells))
            if len(union) != size + 1:
                continue
            places = {v: [c for c in cells if v in values[c]] for v in union}
            for cell in values:
                if cell in cells or len(values[cell]) != 2 or not values[cell] <= union:
                    continue
                linked = [v for v in values[cell] if seen_from[cell].issuperset(places[v])]
                sure = {}  # values that are in these cells for certain, and where
                if len(linked) == 2:
                    sure = {v: [*places[v], *([cell] if v in values[cell] else [])] for v in union}
                elif linked:
                    (z,) = values[cell] - {*linked}
                    sure = {z: [*places[z], cell]}
                eliminated = {
                    (c, v)
                    for v, where in sure.items()
                    for c in values
                    if v in values[c] and c not in where and seen_from[c].issuperset(where)
                }
                if eliminated:
                    result[frozenset(cells), cell] = eliminated
    return result


def sampled_positions(thin):
    """Positions of hard puzzles, of each one that has lost some wrong candidates at random."""
    for seed, text in enumerate(read("puzzles/hard.txt")):
        yield from islice(positions(text, (), seed, thin), 1, 2)


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_wings_are_all_that_a_search_by_hand_finds(size):
    (key,) = (key for key, (cells, _) in LARGE_WINGS.items() if cells == size)
    total = 0
    for position, _ in islice(sampled_positions(0.3), 5):
        steps = found_steps(position, key)
        wings = {
            (frozenset(bits(step.sets[0][0])), step.sets[1][0].bit_length() - 1): {
                (c % position.layout.cell_count, c // position.layout.cell_count)
                for c in bits(step.eliminations)
            }
            for step in steps
        }
        assert len(wings) == len(steps)
        assert wings == wings_by_definition(position, size)
        total += len(wings)
    assert total > 5


def test_every_removal_is_proven_and_is_no_digit_of_the_solution():
    kinds = set()
    for position, solution in sampled_positions(0.3):
        for key in LARGE_WINGS:
            for step in found_steps(position, key)[:10]:
                assert step.eliminations and not step.eliminations & solution, step.notation
                assert step.eliminations & position.open == step.eliminations
                assert is_proven(position, step), step.notation
                kinds.add((key, step.detail.doubly_linked))
    assert len(kinds) == 8


@pytest.mark.parametrize("line", [fact[-1] for fact in FACTS])
def test_every_wing_is_a_case_of_the_als_xz_rule(line):
    position = position_at(line)
    xz_steps = {step.sets and frozenset(step.sets): step for step in find(position, "als-xz")}
    for key in LARGE_WINGS:
        for step in found_steps(position, key):
            same = xz_steps[frozenset(step.sets)]
            assert not step.eliminations & ~same.eliminations


def test_lowest_score_first_then_most_removals():
    for fact in FACTS:
        for key in LARGE_WINGS:
            steps = found_steps(position_at(fact[-1]), key)
            order = [(step.difficulty, -step.eliminations.bit_count()) for step in steps]
            assert order == sorted(order)


def test_a_wing_linked_once_and_one_linked_twice_in_words():
    once = found_steps(position_at(FACTS[0][-1]), WXYZ)[0]
    assert (
        once.notation.startswith("WXYZ-Wing (Sukaku): A=") and ", Z=4 => r5c8<>4" in once.notation
    )
    assert once.text.look.startswith("Look at R")
    assert "one value more than cells" in once.sentence
    assert once.sentence.endswith("4 can be removed from R5C8.")
    twice = found_steps(position_at(FACTS[2][-1]), WXYZ)[0]
    assert "none fits in both groups" in twice.sentence
    assert twice.notation.count(",") > 2 and "Z=" not in twice.notation


def test_a_diagonal_may_hold_the_cells():
    # three cells of the falling diagonal with 1234, and R1C9, which sees R1C1 alone
    grid = Grid.square(9)
    puzzle = Puzzle(grid, {}, (*Puzzle(grid).rules, make_rule("diagonals")))
    position = Position.of(puzzle)
    layout = position.layout
    removed = 0
    for cell, allowed in (
        ("R1C1", (1, 2)),
        ("R5C5", (2, 3, 4)),
        ("R9C9", (2, 3, 4)),
        ("R1C9", (1, 2)),
    ):
        removed |= layout.candidates_in(1 << layout.cell_number[cell], layout.all_values)
        removed &= ~sum(1 << layout.candidate(cell, value) for value in allowed)
    position = position.without(removed)
    steps = found_steps(position, WXYZ)
    assert steps
    for step in steps:
        assert is_proven(position, step), step.notation
    assert any(step.sets[0][0].bit_count() == 3 for step in steps)
