"""All steps of a position, statistics of a set, pearls and diamonds."""

import pytest

import nonet
from nonet.errors import PuzzleError, TechniqueError
from nonet.techniques import Position, all_steps, explain, find, rate, statistics
from nonet.techniques.step_effects import touched_candidates

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def after_singles_by_hand(position):
    """The position after every single that ``find`` shows, one by one."""
    while True:
        step = next(iter(find(position, "singles")), None)
        if step is None:
            return position
        position = position.after(step)


@pytest.fixture(scope="module")
def listed():
    return all_steps(HARD, "basic,chains,wings")


def test_what_a_step_achieves_is_what_singles_find_after_it(listed):
    start = Position.of(nonet.parse(HARD))
    for listed_step in listed.steps[::7]:
        after = after_singles_by_hand(start.after(listed_step.step))
        assert listed_step.values == after.placed.bit_count() - start.placed.bit_count()
        assert listed_step.eliminated == start.open.bit_count() - after.open.bit_count()
        assert listed_step.solves == after.solved


def test_all_steps_are_those_that_find_shows(listed):
    shown = set(find(HARD, "basic", "chains", "wings"))
    usual = {listed_step.step for listed_step in listed.steps}
    rarer = {step for step in shown - usual if step.sets}
    assert shown - rarer == usual  # chains through almost locked sets are a rarer form


def test_of_a_technique_with_very_many_steps_the_first_are_listed_and_it_says_so():
    listing = all_steps(EASY, "als-xy-wing")
    assert len(listing.steps) == 500
    assert "only the first 500" in listing.note


def test_steps_are_sorted_as_asked(listed):
    values = [(listed_step.values, listed_step.eliminated) for listed_step in listed.steps]
    assert values == sorted(values, reverse=True)
    easiest = [
        listed_step.score for listed_step in all_steps(HARD, "basic,chains", sort="score").steps
    ]
    assert easiest == sorted(easiest)
    most = [
        touched_candidates(listed_step.step).bit_count()
        for listed_step in all_steps(HARD, "chains", sort="gone").steps
    ]
    assert most == sorted(most, reverse=True)


def test_a_cell_and_a_value_filter_the_steps(listed):
    layout = Position.of(nonet.parse(HARD)).layout
    bit = touched_candidates(listed.steps[0].step) & -touched_candidates(listed.steps[0].step)
    cell, value = layout.cell_and_value(bit.bit_length() - 1)
    filtered = all_steps(HARD, "basic,chains,wings", cell=cell.lower(), value=value).steps
    assert {listed_step.step for listed_step in filtered} == {
        listed_step.step
        for listed_step in listed.steps
        if touched_candidates(listed_step.step) & bit
    }
    assert filtered


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"sort": "progres"}, TechniqueError, "did you mean progress"),
        ({"cell": "R10C1"}, PuzzleError, "not a cell"),
        ({"value": 12}, PuzzleError, "it has 1 to 9"),
        ({"only": "x-win"}, TechniqueError, "did you mean x-wing"),
    ],
)
def test_what_the_puzzle_does_not_have_is_an_error(arguments, error, message):
    with pytest.raises(error, match=message):
        all_steps(HARD, **arguments)


def test_extreme_steps_are_listed_if_they_are_named():
    keys = {listed_step.step.key for listed_step in all_steps(HARD).steps}
    assert not any("forcing" in key for key in keys)
    named = all_steps(HARD, "forcing-chain-contradiction").steps
    assert named


def test_a_time_that_is_over_leaves_what_was_found():
    listing = all_steps(HARD, "forcing", time_limit=0.001)
    assert not listing.complete
    assert "not all techniques were searched" in listing.note


def test_no_step_assumes_one_solution_where_there_are_several():
    puzzle = "." + EASY[1:60] + "." * 21
    listing = all_steps(puzzle, "uniqueness")
    assert not listing.steps
    assert "several solutions" in listing.note


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
