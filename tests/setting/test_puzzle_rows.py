"""Random solutions and clues taken away, by the kernel and by a live solver."""

import nonet
from nonet.setting.puzzle_rows import PuzzleRows
from tests.setting.puzzles import SIX, is_unique, needs_each_clue


def test_other_rules_by_the_kernel_and_by_sat():
    for rule in ("x", "nonconsecutive"):
        like = nonet.Sudoku("." * 36, rules=[rule])
        for generated in nonet.generate(2, like=like, seed=5):
            assert is_unique(generated.puzzle, generated.solution)
            assert [each.name for each in generated.puzzle.rules] == [r.name for r in like.rules]


def test_clues_of_variants_beyond_the_kernel_are_each_needed(monkeypatch):
    monkeypatch.setattr("nonet.setting.puzzle_rows.LARGE_VARIANT", 100)
    like = nonet.Sudoku("." * 144, rules=["x"])
    (generated,) = nonet.generate(1, like=like, minimal=True, seed=1)
    assert is_unique(generated.puzzle, generated.solution, "cpsat")
    assert nonet.setting.redundant(generated.puzzle, time_limit=None).redundant == ()


def test_clues_of_variants_beyond_the_kernel_are_as_many_as_asked_for(monkeypatch):
    for limit in ("SMALL", "LARGE_VARIANT"):
        monkeypatch.setattr(f"nonet.setting.puzzle_rows.{limit}", 30)
    like = nonet.Sudoku("." * 36, rules=["x"])
    (generated,) = nonet.generate(1, like=like, clues=(17, 18), seed=1, time_limit=20)
    assert is_unique(generated.puzzle, generated.solution, "cpsat")
    assert 17 <= len(generated.puzzle.clues) <= 18


def test_a_grid_that_is_too_hard_for_the_engine_alone_is_made_by_the_live_solver(monkeypatch):
    from nonet.setting import puzzle_rows

    monkeypatch.setattr(puzzle_rows, "MAX_GUESSES", 1)  # so that nearly every row is the solver's
    like = nonet.Sudoku("." * 81, rules=["x"])
    for generated in nonet.generate(3, like=like, seed=8):
        assert nonet.verify(generated.puzzle, "native").uniqueness.value == "unique"
        assert generated.solution == nonet.solve(generated.puzzle, "native").solution.line


def test_rules_that_leave_more_to_find_than_cells_are_unique_in_that_too():
    like = nonet.parse('{"size": 4, "classic": false, "rules": ["unknown-regions"]}')
    for generated in nonet.generate(3, like=like, seed=1):
        assert nonet.verify(generated.puzzle, "native").uniqueness.value == "unique"


def test_without_the_compiled_engine_the_same_is_done_by_sat():
    rows = PuzzleRows(SIX)
    rows.kernel = None
    rng = rows.random_generator(1, 0)
    solved = rows.random_solutions(3, rng)
    reduced = rows.remove_clues(solved, rng, rows.symmetry_groups("none"))
    for row, solution in zip(reduced, solved, strict=True):
        puzzle = rows.puzzle(row)
        assert is_unique(puzzle, "".join(map(str, solution))) and needs_each_clue(puzzle)
    assert rows.are_minimal(reduced, solved).all()


def test_a_batch_is_the_same_whatever_was_made_before():
    cage = nonet.make_rule("killer", cells=("R1C1", "R1C2"), sum=5)
    like = nonet.Sudoku("." * 36, rules=["diagonals", cage])
    alone, used = PuzzleRows(like), PuzzleRows(like)
    rng = used.random_generator(1, 0)
    assert used.kernel is None
    used.remove_clues(used.random_solutions(5, rng), rng, used.symmetry_groups("none"))
    batches = [rows.random_solutions(20, rows.random_generator(1, 1)) for rows in (alone, used)]
    assert (batches[0] == batches[1]).all()


def test_a_seed_gives_the_same_puzzles_though_solvers_have_learnt_since():
    cage = nonet.make_rule("killer", cells=("R1C1", "R1C2"), sum=5)
    like = nonet.Sudoku("." * 36, rules=["diagonals", cage])
    lines = [
        [generated.puzzle.line() for generated in nonet.generate(3, like=like, seed=1)]
        for _ in range(4)
    ]
    assert lines == [lines[0]] * 4
    puzzle = nonet.Sudoku("1234341221434321")
    minimized = [
        [each.line() for each in nonet.setting.minimal(puzzle, seed=5).puzzles] for _ in range(4)
    ]
    assert minimized == [minimized[0]] * 4
