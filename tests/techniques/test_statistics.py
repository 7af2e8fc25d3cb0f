"""Statistics of a set of puzzles, pearls and diamonds."""

import pytest

from nonet.techniques import POLICIES, Policy, explain, ladder, rate, statistics
from nonet.techniques.statistics import LadderBuilder, StatisticsBuilder

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


def test_a_ladder_counts_each_puzzle_at_the_rung_that_solves_it_and_all_above():
    lines = [EASY, HARD, ".......21.3..4..", "1..............4"]
    rungs = ladder(lines)
    tutorial = POLICIES["tutorial"].entries
    expected = [
        sum(explain(line, Policy("p", "p", tutorial[: number + 1])).solved for line in lines)
        for number in range(len(tutorial))
    ]
    assert [rung.solved for rung in rungs] == expected and len(set(expected)) > 1
    assert [rung.technique for rung in rungs] == [entry.title for entry in tutorial]
    climb = LadderBuilder()
    for number, line in enumerate(lines, 1):
        climb.add(line)
        assert (climb.puzzles, climb.stopped) == (number, 0)
    assert climb.rungs == rungs
    with pytest.raises(TypeError, match="a ladder is of several puzzles, not of str"):
        ladder(EASY)
    with pytest.raises(TypeError, match="not of int"):
        ladder(3)


def test_statistics_of_paths_that_were_stopped_or_used_brute_force(monkeypatch):
    tally = StatisticsBuilder("explainer", 1e-6)
    tally.add(HARD)
    assert (tally.result.puzzles, tally.result.solved, tally.result.stopped) == (1, 0, 1)
    forced = StatisticsBuilder(POLICIES["human"].restricted_to("singles", "brute-force"))
    forced.add(HARD)
    result = forced.result
    assert (result.solved, result.logical, result.stopped) == (1, 0, 0)
    assert [row.key for row in result.rows][-1] == "brute-force"
    assert result.rows[-1].hardest == 1 and result.rows[-1].title == "Brute Force"
    document = result.to_json()
    assert document["techniques"][-1] == {
        "technique": "brute-force",
        "title": "Brute Force",
        "puzzles": 1,
        "steps": result.rows[-1].steps,
        "hardest": 1,
    }


def test_rows_are_in_the_order_of_the_policy():
    for name in ("human", "hodoku"):
        order = [key for entry in POLICIES[name].entries for key in entry.keys]
        rows = [row.key for row in statistics([HARD, EASY], name).rows]
        assert rows == sorted(rows, key=order.index) and len(rows) > 3
