"""Statistics of a set of puzzles, pearls and diamonds."""

import pytest

from nonet.techniques import explain, rate, statistics

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_statistics_count_what_the_paths_have():
    paths = [explain(line) for line in (EASY, HARD)]
    counts = statistics([EASY, HARD])
    assert (counts.puzzles, counts.solved, counts.logical) == (2, 2, 2)
    for row in counts.rows:
        used = [sum(step.key == row.key for step in path.steps) for path in paths]
        assert row.steps == sum(used)
        assert row.puzzles == sum(map(bool, used))
        assert row.hardest == sum(path.hardest == row.title for path in paths)
    assert sum(row.hardest for row in counts.rows) == 2
    assert {row.key for row in counts.rows} == {s.key for path in paths for s in path.steps}


def test_statistics_are_of_several_puzzles():
    with pytest.raises(TypeError, match="of several puzzles"):
        statistics(EASY)


# Sudoku Explainer says ER/EP/ED: the hardest step, up to the first value, and the first alone.
@pytest.mark.parametrize(
    "line", [EASY, HARD, "8..........36......7..9.2...5...7......." + "." * 41]
)
def test_pearl_and_diamond_by_their_definition(line):
    path = explain(line, "explainer", time_limit=20)
    scores = path.scores
    number = next((n for n, step in enumerate(path.steps) if step.placements), len(scores) - 1)
    assert path.pearl == (round(max(scores[: number + 1]), 1) if scores else 0)
    assert path.diamond == (round(scores[0], 1) if scores else 0)
    assert path.diamond <= path.pearl <= path.score


def test_a_rating_tells_pearl_and_diamond():
    rating = rate(EASY)
    assert (rating.rating, rating.pearl, rating.diamond) == (1.2, 1.2, 1.2)
    assert rating.to_json()["pearl"] == 1.2
    assert rate(EASY, "hodoku").pearl is None
