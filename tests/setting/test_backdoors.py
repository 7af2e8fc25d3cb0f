"""Backdoors: no smaller set of cells leaves singles alone."""

import nonet


def test_a_backdoor_leaves_singles_and_no_smaller_set_does():
    puzzle = nonet.parse(
        ".1.7......4..3.8....3..5..42.8...6.......9.3..69...1..5...93..6...67..81....8..9."
    )
    answer = nonet.setting.backdoors(puzzle, time_limit=None)
    assert answer.size == 1
    solution = nonet.solve(puzzle, "native").solution
    policy = ["naked-single", "hidden-single"]
    for cell in puzzle.grid.cells:
        if cell in puzzle.clues:
            continue
        more = puzzle.with_clues({**puzzle.clues, cell: solution[cell]})
        assert nonet.explain(more, only=policy).solved == ((cell,) in answer.sets)
