"""What can be spared: judged by dropping it and asking another backend."""

from itertools import combinations
from random import Random

import pytest

import nonet
from nonet.errors import LimitError, PuzzleError
from nonet.puzzle.rules.killer import Killer
from tests.setting.puzzles import mixed_puzzle

PUZZLE = nonet.parse("1.3.34....2..1..")


def is_unique(puzzle):
    return nonet.verify(puzzle, "native").uniqueness.value == "unique"


def without_cells(puzzle, cells):
    return puzzle.with_clues({c: v for c, v in puzzle.clues.items() if c not in cells})


def test_where_there_is_no_clue_marks_are_asked_about_and_rows_are_taken_for_granted():
    cages = [Killer((cell,), value) for cell, value in PUZZLE.clues.items()]
    puzzle = nonet.Sudoku("." * 16, rules=cages)
    assert is_unique(puzzle)
    small = nonet.setting.minimal(puzzle, seed=1).puzzles[0]
    assert len(small.rules) < len(puzzle.rules) and is_unique(small)
    rows = [rule for rule in puzzle.rules if not isinstance(rule, Killer)]
    assert [rule for rule in small.rules if not isinstance(rule, Killer)] == rows
    assert not nonet.setting.redundant(small).redundant
    assert {part.family for part in nonet.setting.redundant(puzzle).redundant} == {"killer"}
    with pytest.raises(PuzzleError, match="there are no marks here"):
        nonet.setting.redundant(PUZZLE, of="marks")


def test_redundant_clues_are_those_without_which_the_solution_stays_the_only_one():
    answer = nonet.setting.redundant(PUZZLE)
    assert {p.scope[0] for p in answer.redundant} == {
        cell for cell in PUZZLE.clues if is_unique(without_cells(PUZZLE, [cell]))
    }
    assert not answer.undecided


def test_all_minimal_sub_puzzles_are_those_that_trying_all_subsets_finds():
    solution = nonet.solve(PUZZLE, "native").solution
    cells = [*PUZZLE.clues, "R1C2", "R3C1", "R4C4"]
    full = PUZZLE.with_clues({cell: solution[cell] for cell in cells})
    assert is_unique(full)
    expected = []
    for size in range(len(full.clues) + 1):
        for cells in combinations(full.clues, size):
            if not any(set(each) <= set(cells) for each in expected) and is_unique(
                full.with_clues({cell: full.clues[cell] for cell in cells})
            ):
                expected.append(cells)
    answer = nonet.setting.minimal(full, number=1000)
    assert answer.complete
    assert sorted(sorted(p.clues) for p in answer.puzzles) == sorted(map(sorted, expected))
    fewest = nonet.setting.minimal(full, smallest=True)
    assert fewest.is_smallest and len(fewest.sets[0]) == min(map(len, expected))


def test_a_seed_gives_the_same_minimal_puzzle_and_each_clue_is_needed():
    puzzle = nonet.Sudoku("." * 16).with_clues(dict(nonet.solve(PUZZLE, "native").solution))
    first, second = nonet.setting.minimal(puzzle, seed=5), nonet.setting.minimal(puzzle, seed=5)
    assert first.puzzles == second.puzzles
    (small,) = first.puzzles
    assert is_unique(small)
    assert not any(is_unique(without_cells(small, [cell])) for cell in small.clues)


def test_rules_are_spared_too():
    solution = nonet.solve(PUZZLE, "native").solution
    first = solution["R1C1"] + solution["R1C2"]
    left, right = ("R1C1", "R1C2"), ("R1C3", "R1C4")
    puzzle = PUZZLE.with_rules(Killer(left, sum=first), Killer(right, sum=10 - first))
    labels = {part.label for part in nonet.setting.redundant(puzzle, rules=True).redundant}
    assert any("cage" in label for label in labels)
    small = nonet.setting.minimal(puzzle, rules=True, smallest=True, seed=1)
    assert small.is_smallest
    assert is_unique(small.puzzles[0])
    model = nonet.Model(
        puzzle.model().structure.domains,
        [c for part in small.sets[0] for c in part.constraints],
    ).narrow({p.scope[0]: p.domain for p in small.sets[0] if p.kind == "clue"})
    assert nonet.verify(model, "native").uniqueness.value == "unique"


def test_parts_of_a_rule_that_stands_everywhere_are_counted_in_words():
    blank = nonet.parse("6x6", rules=["anti-king"])
    puzzle = blank.with_clues(dict(nonet.solve(blank).solution))
    answer = nonet.setting.redundant(puzzle, rules=True)
    pairs = len(puzzle.model().constraints) - 18
    assert len(answer.redundant) == 36 + 18 + pairs
    rules = f"row (all 6), column (all 6), box (all 6) and anti-king (all {pairs})"
    assert f"R6C6={puzzle.clues['R6C6']}, {rules} each follow" in answer.in_words()


def test_of_a_puzzle_that_has_not_one_solution_it_says_so():
    several, none = nonet.Sudoku("." * 16), nonet.parse("12.....4........")
    for verb in (nonet.setting.redundant, nonet.setting.minimal, nonet.setting.backdoors):
        assert verb(several).uniqueness.value == "multiple"
        assert verb(none).uniqueness.value == "none"
        assert verb(PUZZLE, time_limit=1e-9).uniqueness.value == "undecided"
    with pytest.raises(LimitError):
        nonet.setting.minimal(PUZZLE, number=0)
    with pytest.raises(LimitError):
        nonet.setting.backdoors(PUZZLE, most=-1)


def test_of_a_puzzle_without_clues_it_is_the_rules_that_are_asked_about():
    (generated,) = nonet.generate(1, like=nonet.Sudoku("." * 16), kind="killer", seed=2)
    assert not generated.puzzle.clues
    answer = nonet.setting.redundant(generated.puzzle)
    assert {part.kind for part in (*answer.redundant, *answer.needed)} == {"rule"}
    assert any("killer cage" in part.label for part in (*answer.redundant, *answer.needed))
    (minimal_set,) = nonet.setting.minimal(generated.puzzle, seed=1).sets
    assert minimal_set and all(part.kind == "rule" for part in minimal_set)


def removed_one_by_one(puzzle, solution, cells):
    """The clues left when each of the cells in turn loses its clue if others force it."""
    for cell in cells:
        fewer = without_cells(puzzle, [cell])
        if is_unique(fewer):
            puzzle = fewer
    return puzzle


def test_a_random_minimal_puzzle_is_what_removing_clues_one_by_one_in_that_order_leaves():
    solution = dict(nonet.solve(PUZZLE, "native").solution)
    full = nonet.Sudoku("." * 16).with_clues(solution)
    for seed in range(10):
        order = list(full.clues)
        Random(seed).shuffle(order)
        (small,) = nonet.setting.minimal(full, seed=seed).puzzles
        assert small.clues == removed_one_by_one(full, solution, reversed(order)).clues


def test_random_minimal_puzzles_have_their_clues_anywhere():
    # of one solution moved about at random, each row, column and box has as many by expectation
    line = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    rows = [0] * 9
    for seed in range(90):
        random = Random(seed)
        order = [3 * band + row for band in random.sample(range(3), 3)
                 for row in random.sample(range(3), 3)]  # fmt: skip
        moved = "".join(line[9 * row : 9 * row + 9] for row in order)
        (small,) = nonet.setting.minimal(nonet.Sudoku(moved), seed=seed).puzzles
        for cell in small.clues:
            rows[int(cell[1]) - 1] += 1
    mean = sum(rows) / 9
    chi_square = sum((number - mean) ** 2 / mean for number in rows)
    assert chi_square < 26.1  # 8 degrees of freedom, p = 0.001; before, the last row had none


def test_minimize_of_some_parts_leaves_all_others_alone():
    puzzle = mixed_puzzle()
    answer = nonet.setting.minimal(puzzle, of="thermometer,killer", seed=1)
    assert answer.sets
    kinds = {part.constraints[0].rule.kind for part in answer.sets[0]}
    assert kinds <= {"thermometer", "killer"}
    with pytest.raises(PuzzleError, match=r"no part 'arrow' here; there are .*thermometer"):
        nonet.setting.minimal(puzzle, of="arrow")
