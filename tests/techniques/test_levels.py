"""Effort and levels, computed by hand from the documented formulas, at each limit and beside it."""

from math import inf, sqrt

import pytest

import nonet
from nonet.puzzle import Grid, Puzzle, make_rule
from nonet.techniques import POLICIES, Position, Step, find
from nonet.techniques import levels as levels_module
from nonet.techniques.levels import (
    LIMITS,
    NO_LEVEL,
    Level,
    level_of_steps,
    limits_of,
    step_effort,
    step_efforts,
    technique_effort,
    weighted_total,
)
from nonet.techniques.policies import EXPLAINER, HODOKU, HUMAN, TUTORIAL
from nonet.techniques.search_deadline import NO_DEADLINE, SearchDeadline

LINE = ".......21.3..4.."
KILLER_LIMITS = (15, 25, 75, 200)


def rule_puzzle(*rules):
    return Puzzle(Grid.square(4)).with_rules(*rules)


CAGE = make_rule("killer", cells=["R1C1", "R1C2"], sum=3)
ARROW = make_rule("arrow", bulb=["R4C4"], cells=["R3C4"])


@pytest.fixture
def position():
    return Position.of(nonet.parse(LINE))


@pytest.mark.parametrize(
    ("key", "effort"),
    [
        ("full-house", 0.3),
        ("hidden-single", 1),
        ("naked-single", 1.5),
        ("skyscraper-bounds", 2),
        ("cage-combinations", 2),
        ("pointing", 3),
        ("innies", 4),
        ("outies", 5),
        ("naked-triple", 6),
        ("set-equivalence", 8),
        ("x-wing", 14),
        ("x-chain", 26),
        ("aic", 28),
        ("finned-mutant-fish-of-no-order", 0),
    ],
)
def test_a_technique_has_the_effort_of_the_table_or_a_tenth_of_its_score(position, key, effort):
    step = Step(key, position.layout)
    assert technique_effort(step, HUMAN.entry_for(key)) == effort


@pytest.mark.parametrize(("difficulty", "effort"), [(400, 6), (410, 9), (450, 21), (400.5, 6.15)])
def test_a_supposition_costs_six_and_each_link_three(position, difficulty, effort):
    step = Step("constraint-forcing", position.layout, difficulty=difficulty)
    assert technique_effort(step, HUMAN.entry_for(step.key)) == pytest.approx(effort)


@pytest.mark.parametrize("places", [0, 1, 2, 15, 16, 17, 40])
@pytest.mark.parametrize("sets", [(), ((0b1011, 0),), ((0b1, 0), (0b11111, 0), (0b11, 0))])
def test_effort_grows_with_the_cells_of_the_largest_set_and_shrinks_with_the_places(
    position, monkeypatch, places, sets
):
    drawn = []

    def search(_, keys):
        assert keys == ("hidden-single",)
        for number in range(places):
            drawn.append(number)
            yield Step("hidden-single", position.layout, placements=(number,))

    monkeypatch.setattr(levels_module, "search_steps", search)
    step = Step("hidden-single", position.layout, placements=(0,), sets=sets)
    cells = max([0, *(mask.bit_count() for mask, _ in sets)])
    counted = min(max(places, 1), 16)
    assert step_effort(position, step) == pytest.approx((1 + cells / 18) / sqrt(counted))
    assert len(drawn) == min(places, 16)  # sixteen at the most are asked for


def test_the_same_step_found_twice_is_one_place(position, monkeypatch):
    step = Step("hidden-single", position.layout, placements=(0,))
    monkeypatch.setattr(levels_module, "search_steps", lambda *_: [step, step, step])
    assert step_effort(position, step) == 1


def test_places_of_a_technique_that_takes_long_are_not_counted(position, monkeypatch):
    monkeypatch.setattr(levels_module, "search_steps", lambda *_: pytest.fail("searched"))
    assert not HUMAN.entry_for("aic").quick
    assert step_effort(position, Step("aic", position.layout)) == 28


def test_efforts_of_a_path_are_those_at_each_of_its_positions(position):
    position.deadline = SearchDeadline(1000)
    path = nonet.explain(LINE)
    after = position.with_deadline(NO_DEADLINE)
    expected = []
    for step in path.steps:
        expected.append(step_effort(after, step))
        after = after.after(step)
    assert [*step_efforts(position, path.steps)] == expected
    singles = find(LINE, "hidden-single")
    assert expected[0] == pytest.approx(1 / sqrt(min(16, len(singles))))


def test_a_walk_through_efforts_asks_no_deadline_and_keeps_no_position(position, monkeypatch):
    met = []

    def effort(before, _):
        met.append(before)
        before.cached(len_of)
        return 1.0

    def len_of(_):
        return 1

    monkeypatch.setattr(levels_module, "step_effort", effort)
    position.deadline = SearchDeadline(1e-9)
    steps = nonet.explain(LINE).steps
    assert [*step_efforts(position, steps)] == [1.0] * len(steps)
    assert all(before.deadline is NO_DEADLINE and not before._memo for before in met)
    assert met[0] == position and len(met) == len(steps)


def test_each_further_step_counts_four_fifths_and_never_less_than_a_twentieth():
    assert weighted_total([10]) == 10
    assert weighted_total([10, 20]) == 28
    assert weighted_total([30, 10, 20]) == 52.4
    # 0.8 ** 13 is more than a twentieth, 0.8 ** 14 less
    assert weighted_total([1000] * 14) == round(5000 * (1 - 0.8**14), 1) == 4780.1
    assert weighted_total([1000] * 16) == 4880.1


@pytest.mark.parametrize(
    ("puzzle", "limits"),
    [
        (None, LIMITS),
        (rule_puzzle(), LIMITS),
        (rule_puzzle(CAGE), KILLER_LIMITS),
        (rule_puzzle(ARROW), LIMITS),
        (rule_puzzle(CAGE, ARROW), LIMITS),
    ],
    ids=["none", "classic", "killer", "arrow", "killer and arrow"],
)
def test_limits_are_those_of_the_only_rule_that_is_not_classic(puzzle, limits):
    assert limits_of(puzzle) == limits
    expected_words = ["Easy", "Medium", "Hard", "Unfair", "Extreme"]
    for number, limit in enumerate(limits):
        for more, word in ((0, expected_words[number]), (0.1, expected_words[number + 1])):
            level = level_of_steps(HUMAN, [limit + more], puzzle=puzzle)
            assert level == (word, limit + more, "effort")


def test_limits_are_as_published():
    assert LIMITS == (20, 50, 150, 400)


@pytest.mark.parametrize(
    ("total", "word"),
    [(800, "Easy"), (801, "Medium"), (1000, "Medium"), (1001, "Hard"), (1600, "Hard"),
     (1601, "Unfair"), (1800, "Unfair"), (1801, "Extreme")],
)  # fmt: skip
def test_a_total_beyond_a_limit_of_hodoku_is_of_the_next_level(total, word):
    assert level_of_steps(HODOKU, [total - 100, 100], ["Easy"] * 2) == (word, total, "HoDoKu")


def test_a_path_is_at_least_as_hard_as_its_hardest_technique():
    assert level_of_steps(HODOKU, [4.0, 4.0], ["Easy", "Unfair"]) == ("Unfair", 8.0, "HoDoKu")


def test_a_scale_without_levels_has_a_number_alone():
    assert level_of_steps(EXPLAINER, [1.2, 7.25, 3]) == ("", 7.2, "Sudoku Explainer")
    assert level_of_steps(TUTORIAL, []) == ("", 0, "the Project Euler 96 tutorial")
    assert {policy.name for policy in POLICIES.values() if policy.limits} == {"human", "hodoku"}


@pytest.mark.parametrize(
    ("level", "text", "number"),
    [
        (Level("Hard", 61.5, "effort"), "Hard, effort 61.5", 61.5),
        (Level("", 7.2, "Sudoku Explainer"), "Sudoku Explainer 7.2", 7.2),
        (Level("", inf, "effort"), "not solved by logic", None),
        (NO_LEVEL, "not solved by logic", None),
    ],
)
def test_a_level_is_written_with_word_scale_and_number(level, text, number):
    assert str(level) == text
    assert level.to_json() == {"level": level.word, "score": number, "scale": level.scale}
