"""All steps of a position and what each achieves, against the steps and singles that ``find`` shows."""

import pytest

import nonet
from nonet import Uniqueness
from nonet.errors import PuzzleError, TechniqueError
from nonet.techniques import Position, Step, StepEffect, all_steps, find, step_effects
from nonet.techniques.step_effects import AllSteps, touched_candidates

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = ".......21.3..4.."


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


@pytest.mark.parametrize(("most", "cut"), [(4, True), (5, False), (6, False)])
def test_a_row_is_cut_where_it_has_more_steps_than_are_listed(monkeypatch, most, cut):
    actual = find(SMALL, "hidden-single")
    assert len(actual) == 5
    monkeypatch.setattr(step_effects, "MAX_STEPS_PER_ENTRY", most)
    listing = all_steps(SMALL, "hidden-single", sort="technique")
    assert [each.step for each in listing.steps] == actual[:most]
    note = f"of Hidden Single only the first {most} steps each were looked at"
    assert listing.note == (note if cut else "") and listing.complete


@pytest.mark.parametrize(
    ("values", "eliminated", "solves", "text"),
    [
        (0, 1, False, "1 candidate"),
        (0, 2, False, "2 candidates"),
        (1, 9, False, "1 value"),
        (2, 9, True, "2 values, solves"),
    ],
)
def test_an_effect_is_told_in_values_or_else_in_candidates(values, eliminated, solves, text):
    step = find(SMALL, "hidden-single")[0]
    effect = StepEffect(step, 14.0, values, eliminated, solves)
    assert (effect.summary, str(effect)) == (text, str(step))
    assert effect.to_json() == {
        **step.to_json(),
        "score": 14.0,
        "achieves": {"values": values, "gone": eliminated, "solves": solves},
    }


def effect(number, score, values, eliminated, solves=False, lost=1):
    step = Step(str(number), Position.of(nonet.parse(SMALL)).layout, eliminations=(1 << lost) - 1)
    return StepEffect(step, score, values, eliminated, solves)


EFFECTS = [
    effect(0, 5, 1, 9), effect(1, 4, 2, 3, lost=2), effect(2, 3, 2, 4), effect(3, 9, 1, 9, True),
    effect(4, 4, 2, 4, lost=2), effect(5, 4, 2, 4, True),
]  # fmt: skip


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        # solves, values, candidates, the easiest
        ("progress", [5, 3, 2, 4, 1, 0]),
        ("score", [2, 5, 4, 1, 0, 3]),
        ("gone", [1, 4, 2, 5, 0, 3]),
        ("technique", [0, 1, 2, 3, 4, 5]),
    ],
)
def test_orders_have_their_ties_broken(order, expected):
    ordered = sorted(EFFECTS, key=step_effects.SORT_KEYS[order])
    assert [int(each.step.key) for each in ordered] == expected


def test_the_last_level_and_what_stands_in_for_techniques_are_searched_if_they_are_named():
    keys = {each.step.key for each in all_steps(SMALL).steps}
    assert keys and "brute-force" not in keys
    assert {each.step.key for each in all_steps(SMALL, "brute-force").steps} == {"brute-force"}


def test_a_value_alone_and_a_cell_alone_restrict_the_steps():
    everything = all_steps(SMALL, "singles").steps
    for arguments in ({"cell": "r4c3"}, {"value": 2}, {"cell": "R4C3", "value": 2}):
        expected = [
            each
            for each in everything
            if any(
                cell.lower() == arguments.get("cell", cell).lower()
                and value == arguments.get("value", value)
                for cell, value in (*each.step.placed, *each.step.removed)
            )
        ]
        assert [*all_steps(SMALL, "singles", **arguments).steps] == expected
    model = nonet.parse(SMALL).model()
    with pytest.raises(PuzzleError, match="no cell R9C9"):
        all_steps(model, cell="R9C9")
    assert all_steps(model, "singles", cell="R4C3").steps


def test_a_puzzle_without_a_solution_has_no_steps():
    listing = all_steps("......34...23...")
    assert (listing.steps, listing.uniqueness) == ((), Uniqueness.NONE)
    assert listing.complete and listing.note == "the puzzle has no solution"


def test_what_the_steps_claim_is_of_other_solutions_unless_there_are_none():
    some, none = (AllSteps(steps, True, "") for steps in ((EFFECTS[0],), ()))
    assert some.claims is not none.claims
    fields = some.undecided_fields(())
    assert (fields["complete"], fields["uniqueness"]) == (False, Uniqueness.UNDECIDED)
