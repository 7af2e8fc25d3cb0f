"""The scale of variants: what the steps of a path come to, and that it orders puzzles."""

import random

import pytest

import nonet
from nonet.formats.json import to_json
from nonet.puzzle import Grid, Puzzle
from nonet.puzzle.rules import make_rule
from nonet.puzzle.short_form import rule_from_short
from nonet.techniques.levels import LIMITS, level_of_steps, weighted_total
from nonet.techniques.path import level_of
from nonet.techniques.policies import HUMAN
from tests.protocol.questions import answer_to


def test_easy_steps_however_many_come_to_less_than_a_few_hard_ones():
    assert weighted_total([1.0] * 100) < weighted_total([20.0] * 3)


def test_of_two_paths_with_the_same_hard_steps_the_longer_is_the_harder():
    steps = [30.0, 12.0, *[1.0] * 40]
    assert (
        weighted_total(steps)
        < weighted_total([*steps, *[1.0] * 10])
        < weighted_total([*steps, 30.0])
    )


def test_the_order_of_the_steps_does_not_count():
    steps = [random.Random(1).uniform(0.1, 40) for _ in range(50)]
    assert weighted_total(steps) == weighted_total(sorted(steps))


def test_a_path_without_steps_has_no_effort():
    assert weighted_total([]) == 0.0


def test_a_level_reaches_to_its_limit():
    levels = [level_of_steps(HUMAN, [limit + more]).word for limit in LIMITS for more in (0, 0.1)]
    assert levels == ["Easy", "Medium", "Medium", "Hard", "Hard", "Unfair", "Unfair", "Extreme"]


# 5x5, no boxes: a clue by its cell, then signs from the larger to the smaller value
TRIVIAL = {"R1C4": 4, "R2C2": 4, "R2C4": 1, "R3C3": 2}
HARD_SIGNS = (
    "R1C3>R1C4 R2C1>R3C1 R2C3>R3C3 R2C5>R3C5 R3C1>R4C1 R3C3>R4C3 R3C4>R3C3 R4C4>R5C4 R5C1>R5C2 "
    "R5C5>R4C5"
)


def latin(size: int) -> Puzzle:
    return Puzzle(Grid.square(size), rules=tuple(map(make_rule, ("rows", "columns"))))


def test_a_futoshiki_that_needs_chains_is_harder_than_one_of_singles():
    signs = [f"greater-than {sign.replace('>', ' ')}" for sign in HARD_SIGNS.split()]
    hard = latin(5).with_rules(*map(rule_from_short, signs)).with_clues({"R1C1": 2})
    easy = latin(4).with_rules(rule_from_short("greater-than R1C1 R1C2")).with_clues(TRIVIAL)
    rated = [nonet.rate(puzzle) for puzzle in (easy, hard)]
    assert rated[0].level == "Easy" and 5 * rated[0].effort < rated[1].effort
    assert all(rating.scales == ("effort",) for rating in rated)


KILLER = (
    '{"nonet":"puzzle","version":1,"size":4,"rules":[{"rule":"killer","cells":["R1C1","R1C2"],'
    '"sum":3},{"rule":"killer","cells":["R2C3","R3C3"],"sum":5}],'
    '"clues":{"R1C3":3,"R2C1":3,"R3C2":3,"R4C1":4}}'
)


@pytest.mark.parametrize("puzzle", [".......21.3..4..", KILLER], ids=["classic", "killer"])
def test_rating_path_protocol_and_level_tell_one_difficulty(puzzle):
    rating = nonet.rate(puzzle)
    answer = answer_to("path", puzzle=to_json(nonet.parse(puzzle)))
    assert rating.level == "Easy" and rating.scale in ("HoDoKu", "effort")
    assert rating.difficulty == nonet.explain(puzzle).difficulty == level_of(nonet.parse(puzzle))
    assert answer["difficulty"] == rating.difficulty.to_json() == rating.to_json()["difficulty"]
    assert (
        str(rating.difficulty) in repr(rating)
        and rating.scale.lower() in rating._repr_html_().lower()
    )


def test_a_level_of_a_kind_has_the_limits_of_its_kind():
    puzzle = nonet.parse(KILLER)
    arrow = make_rule("arrow", bulb=["R4C4"], cells=["R3C4"])
    both, alone = puzzle.with_rules(arrow), latin(4).with_rules(arrow)
    levels = [level_of_steps(HUMAN, [16], puzzle=each).word for each in (puzzle, both, alone)]
    assert levels == ["Medium", "Easy", "Easy"]


def test_a_level_is_told_with_its_number_and_scale_or_not_at_all():
    unsolved = nonet.explain("1..............4").difficulty
    assert str(unsolved) == "not solved by logic" and unsolved.to_json()["score"] is None
    explainer = nonet.explain(".......21.3..4..", "explainer").difficulty
    assert str(explainer) == "Sudoku Explainer 1.2"
