"""Aligned exclusion: every combination tried by hand, as Sudoku Explainer's rule says."""

from itertools import combinations, islice, product

import pytest

from nonet import Puzzle, explain, parse, read
from nonet.techniques import Position, find
from nonet.techniques.candidate_layout import bits
from nonet.techniques.families import aligned
from tests.cases import as_one_test

from .certificate import found_steps, is_proven, mask, positions, solution_mask

PAIR, TRIPLET = "aligned-pair-exclusion", "aligned-triplet-exclusion"


def excluded_by_definition(position, degree):
    """{base cells: what goes} by the rule as it is told, with sets and no masks."""
    layout = position.layout
    values = {cell: set(bits(mask)) for cell, mask in enumerate(position.values) if mask}
    sees = {
        cell: {other for other in bits(layout.sees[cell]) if other in values} for cell in values
    }
    excluders = {
        cell: {other for other in sees[cell] if 2 <= len(values[other]) <= degree}
        for cell in values
        if len(values[cell]) > 1 and all(len(values[other]) != 1 for other in sees[cell])
    }
    base_cells = [cell for cell in excluders if excluders[cell]]
    result = {}
    for base in combinations(base_cells, degree):
        common = set.intersection(*(excluders[cell] for cell in base))
        if len(common) < 2:
            continue
        if degree == 3 and not any(b in excluders[a] for a in base for b in base if a != b):
            continue
        allowed = [
            combination
            for combination in product(*(values[cell] for cell in base))
            if not any(
                combination[i] == combination[j] and base[j] in sees[base[i]]
                for i, j in combinations(range(degree), 2)
            )
            and not any(values[cell] <= set(combination) for cell in common)
        ]
        eliminated = {
            value * layout.cell_count + cell
            for n, cell in enumerate(base)
            for value in values[cell]
            if not any(combination[n] == value for combination in allowed)
        }
        if eliminated:
            result[base] = eliminated
    return result


def sampled_positions():
    for number in range(3):
        yield from islice(
            positions(read("puzzles/hard.txt")[number], (), number, removed_share=0.25), 6
        )


@pytest.mark.parametrize(("key", "degree"), [(PAIR, 2), (TRIPLET, 3)])
def test_what_goes_is_what_no_combination_allows(key, degree):
    seen = 0
    for position, solution in sampled_positions():
        if degree == 3 and position.open.bit_count() > 170:
            continue  # by hand this takes too long
        steps = found_steps(position, key)
        assert {s.detail.base: set(bits(s.eliminations)) for s in steps} == excluded_by_definition(
            position, degree
        )
        assert len({s.detail.base for s in steps}) == len(steps)
        seen += len(steps)
        for step in steps:
            assert not step.eliminations & solution
            if len(step.truths) < 9:
                assert is_proven(position, step)
    assert seen > 5


def test_the_words_name_base_and_excluders():
    position, step = next(
        (position, step)
        for position, _ in sampled_positions()
        for step in found_steps(position, PAIR)
    )
    first, second = (position.layout.cell_text(1 << cell) for cell in step.detail.base)
    assert step.text.notation.startswith(f"{first} {second}, excluders r")
    assert step.sentence.endswith(".")
    assert all(cell in step.sentence for cell, _ in step.removed)


@pytest.mark.parametrize("name", ["x", "jigsaw", "anti-knight"])
def test_variants_keep_their_solution(name):
    puzzle = read(f"puzzles/{name}.json")[0]
    for position, solution in islice(positions(puzzle, (), removed_share=0.5), 1, 2):
        for step in islice(found_steps(position, PAIR, TRIPLET), 200):
            assert not step.eliminations & solution


def test_a_cell_that_sees_a_naked_single_is_no_base():
    for position, _ in sampled_positions():
        singles = sum(1 << c for c, mask in enumerate(position.values) if mask.bit_count() == 1)
        for step in found_steps(position, PAIR):
            assert not any(position.layout.sees[cell] & singles for cell in step.detail.base)


def test_what_was_tried_in_vain_earlier_on_a_path_hides_nothing_later():
    line = "48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5...."
    path = explain(line, "explainer")
    keys = frozenset({PAIR, TRIPLET})
    seen = 0
    for position in path.positions:  # share what is known along the path
        fresh = Position(
            position.layout, position.open, position.placed, position.givens, position.values
        )
        steps = list(aligned.find(fresh, keys))
        assert list(aligned.find(position, keys)) == steps
        seen += len(steps)
    assert seen


# Aligned pair exclusions of sudokuwiki.org (A. Stuart), which almost locked sets exclude.
BY_SETS = """\
:aligned-pair-exclusion:x:.971.3.4..3..4.7.....67...3273914586986..71.4154.68..77...91.....9736.5.36.....7.:523 129 533 277 477 877 278 889:873 887::
:aligned-pair-exclusion:x:.971.3.4..3..4.7.....67...3273914586986..71.4154.68..77...91.....9736.5.36.....7.:811 819 523 129 533 873 277 477 877 278 889:887::
:aligned-pair-exclusion:x:....23...62.598..4...7.652.598.62.4.2.1.758.6.768...52.62..7...8..6342.9...2.....:411 911 913 117 717 118 718 818 119 331 132 432 333 139 175 879 592 593 195 198 399 899:723 178::
:aligned-pair-exclusion:x:......37.7.6..3...3..172..99672385..5314967288245179366..3.5.........4.3.83......:412 415 219 419 128 978 982 983 588 495 299:916 429::
:aligned-pair-exclusion:x:.24.536....5.4...29..6.2..57..5.1.3....3675..35...4..12...35..95...1...3..32..85.:714 814 727 728 832 737 738 838 172 173 683 883 792:821 822 826 986 996::
:aligned-pair-exclusion:x:9.....1.6..259....3.8.4..9..8.....7.57.2.4.69.9..7..4.8.9.5.6.3....389..135......:818 421 422 327 144 146 164 166 281 684 784 189 789 794 796:727 729 734 736 641 443 661::
:aligned-pair-exclusion:x:9.....1.6..259....3.8.4..9.48.....7.57.2.4.6929..7..4.8.9.5.6.3....389..135......:818 422 327 636 144 146 164 166 683 684 784 189 789 794 796:727 729 734 736::
:aligned-pair-exclusion:x:9.....1.6..259....3.8.4..9.48.....7.57.2.4.6929..7..4.8.9.5.6.3....389..135......:818 422 327 734 144 146 164 166 683 684 784 189 789 794 796:727 729 736::
:aligned-pair-exclusion:x:.72.8.64..967..8....86....1...3...84681........4.58.6.21.8394.684.2...13.63..1..8:425 435 746 547 747 456 757 758 367 767:255::
:aligned-pair-exclusion:x:....23...62.598..4...7.652.598.62.4.2.1.758.6.768...52.62..7...8..6342.9...2.....:411 911 913 117 717 118 718 818 119 331 432 139 175 879 592 593 195 198 899:132 333::
:aligned-pair-exclusion:x:45.9.......68..9...8..2..3....5.....64.....755.1.78...375.8.149..2...6.7.647.1.23:525 229 841 145 586:121 122 139 449 469::
:aligned-pair-exclusion:x:.72.8.64..967..8....86....1...3...84681........4.58.6.21.8394.684.2...13.63..1..8:746 547 747 757 758 367 767:425 435 456::
:aligned-pair-exclusion:x:185.2637..6........97..81...1..52.9.....6.....3.179.4..416..95...........5629.7..:424 426 429 649 849 258 858 259 559 859 484 884:281 451 453 851 853::
""".splitlines()  # noqa: E501


@as_one_test(BY_SETS)
def test_pairs_that_almost_locked_sets_exclude_are_found_and_proven(line):
    puzzle = parse(line)
    position = Position.of(puzzle)
    solution = solution_mask(Puzzle(puzzle.grid, puzzle.clues), position.layout)
    eliminated = 0
    for step in find(position, PAIR):
        assert not step.eliminations & solution, step
        assert len(step.truths) > 8 or is_proven(position, step), step
        eliminated |= step.eliminations
    assert not mask(position.layout, line.split(":")[5]) & ~eliminated
