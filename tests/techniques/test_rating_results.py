"""Ratings: which scales, what a limit leaves of them, and errors in place of puzzles."""

from math import inf

import pytest

import nonet
from nonet import Uniqueness, rate
from nonet.errors import FormatError, NonetError, TechniqueError
from nonet.techniques import rate_many, rating
from nonet.techniques.levels import NO_LEVEL, Level
from nonet.techniques.rating import ALL_SCALES, Rating

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = ".......21.3..4.."
TWO = "1..............4"
KILLER = (
    '{"nonet":"puzzle","version":1,"size":4,"rules":[{"rule":"killer","cells":["R1C1","R1C2"],'
    '"sum":3},{"rule":"killer","cells":["R2C3","R3C3"],"sum":5}],'
    '"clues":{"R1C3":3,"R2C1":3,"R3C2":3,"R4C1":4}}'
)


@pytest.mark.parametrize(
    "scales", [*((name,) for name in ALL_SCALES), ALL_SCALES, ("hodoku", "hodoku")]
)
def test_a_rating_has_the_numbers_of_the_scales_asked_for_and_no_others(scales):
    result = rate(SMALL, *scales)
    numbers = {
        "explainer": result.rating,
        "sukaku": result.sukaku,
        "hodoku": result.score,
        "effort": result.effort,
    }
    assert {name for name, number in numbers.items() if number is not None} == set(scales)
    assert result.scales == tuple(dict.fromkeys(scales)) and result.solved and not result.note
    assert [name for name, *_ in result.by_scale()] == [n for n in ALL_SCALES if n in scales]
    assert ("sukaku" in result.to_json()) == ("sukaku" in scales)
    assert (result.pearl is None) == (not {"explainer", "sukaku"} & set(scales))
    levelled = "HoDoKu" if "hodoku" in scales else "effort" if "effort" in scales else ""
    assert result.scale == levelled and bool(result.level) == bool(levelled)
    alone = rate(SMALL, scales[0])
    assert alone.to_json().keys() >= {"rating", "score", "effort", "pearl", "diamond"}


def test_the_steps_and_the_hardest_are_those_of_the_paths():
    both = rate(EASY)
    assert both.steps == len(nonet.explain(EASY, "hodoku").steps)
    assert both.hardest == nonet.explain(EASY, "explainer").hardest
    assert rate(EASY, "explainer").steps == len(nonet.explain(EASY, "explainer").steps)
    assert rate(EASY, "effort").steps == len(nonet.explain(EASY, "human").steps)
    assert rate(EASY, "hodoku").hardest == nonet.explain(EASY, "hodoku").hardest


def test_a_variant_is_rated_by_effort_unless_scales_are_named():
    puzzle = nonet.parse(KILLER)
    assert rate(puzzle).scales == ("effort",) and rate(puzzle).rating is None
    assert rate(puzzle, "explainer").scales == ("explainer",)


def test_several_solutions_have_no_rating():
    result = rate(TWO, "hodoku")
    assert result.difficulty == NO_LEVEL and not result.solved and not result.stopped
    assert (result.rating, result.score, result.steps, result.hardest) == (None, None, 0, "")
    assert result.note == "the puzzle has several solutions: there is nothing to rate"
    assert result.uniqueness is Uniqueness.MULTIPLE and result.scales == ("hodoku",)


def test_an_unknown_scale_names_all():
    for ask in (lambda: rate(SMALL, "explainr"), lambda: next(rate_many([SMALL], "explainr"))):
        with pytest.raises(TechniqueError, match="unknown scale 'explainr': there are explainer"):
            ask()


def test_each_scale_has_an_equal_share_of_the_time_left(monkeypatch):
    shares = []
    real = rating.SearchDeadline.share

    def share(self, part):
        shares.append(part)
        return real(self, part)

    monkeypatch.setattr(rating.SearchDeadline, "share", share)
    order = []
    real_walk = rating.walk_path
    monkeypatch.setattr(
        rating,
        "walk_path",
        lambda start, policy, known: order.append(policy.name) or real_walk(start, policy, known),
    )
    rate(SMALL, "sukaku", "explainer", "hodoku", "effort", time_limit=1000)
    assert shares == [1 / 4, 1 / 3, 1 / 2, 1]
    # long searches come last
    assert order == ["hodoku", "human", "explainer", "sukaku"]


def test_scales_that_were_stopped_are_named_in_order_with_what_they_have(monkeypatch):
    real_walk = rating.walk_path

    def walk(start, policy, known):
        path = real_walk(start, policy, known)
        if policy.name == "human":
            return path
        return rating.Path(path.model, path.puzzle, policy, path.start, path.start, path.steps[:3],
                           path.scores[:3], "late", stopped_by="time")  # fmt: skip

    monkeypatch.setattr(rating, "walk_path", walk)
    result = rate(SMALL, *ALL_SCALES, time_limit=1000)
    assert [*result.stopped] == ["explainer", "hodoku", "sukaku"]
    assert (
        result.note
        == "stopped by the time limit of 1,000 seconds: explainer, hodoku, sukaku undecided"
    )
    assert result.rating is result.sukaku is result.score is None and result.effort is not None
    hodoku = nonet.explain(SMALL, "hodoku")
    assert result.stopped["hodoku"] == round(sum(hodoku.scores[:3]), 1)
    assert result.difficulty == Level("", inf, "HoDoKu") and result.solved
    assert result.to_json()["stopped"] == dict(result.stopped)


def test_errors_among_puzzles_are_given_back_and_each_has_its_own():
    error = FormatError("unreadable")
    clash = nonet.parse(SMALL).with_clues({"R1C1": 1, "R1C2": 1})
    pairs = [*rate_many([nonet.parse(SMALL), error, clash], "explainer")]
    assert pairs[0][1] == rate(SMALL, "explainer")
    assert pairs[1] == (error, error)
    assert isinstance(pairs[2][1], NonetError) and "R1C1 and R1C2" in str(pairs[2][1])


def test_a_rating_is_shown_with_the_numbers_it_has():
    nothing = Rating(None, False, None, None, None, NO_LEVEL, "", 0)
    assert repr(nothing) == "<Rating unknown>" and nothing.to_json()["puzzle"] == ""
    full = rate(EASY)
    assert repr(full) == (
        "<Rating Sudoku Explainer 1.2, EP 1.2, ED 1.2, Easy, HoDoKu 204, hardest Hidden Single (Box)>"
    )
    assert "<table>" in full._repr_html_() and "204" in full._repr_html_()
    assert repr(rate(TWO)).endswith("there is nothing to rate>")
