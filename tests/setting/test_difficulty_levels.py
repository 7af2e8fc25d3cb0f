"""Puzzles of a level, each of whose rules is needed."""

from itertools import product

import pytest

import nonet
from nonet.setting.difficulty import needs_its_rules
from nonet.setting.mark_generators import mark_kinds
from nonet.techniques.levels import Level
from nonet.techniques.path import level_of
from nonet.techniques.policies import LEVELS

KINDS = ("killer", "thermometer", "dots", "xv", "x", "windoku", "anti-knight", "jigsaw")


def without_rule(puzzle, kind):
    names = {"white-dot", "black-dot"} if kind == "dots" else {{"x": "diagonals"}.get(kind, kind)}
    base = [rule for rule in puzzle.rules if rule.name not in names]
    assert len(base) < len(puzzle.rules)
    return nonet.Puzzle(puzzle.grid, puzzle.clues, tuple(base))


@pytest.mark.slow(0.2)
@pytest.mark.parametrize(
    ("kind", "level"),
    [*product(KINDS, ["Easy"]), *product(["killer", "thermometer", "x", "jigsaw"], ["Medium"])],
)
def test_a_puzzle_of_a_kind_has_the_level_and_one_solution_by_its_rule_alone(kind, level):
    (generated,) = nonet.generate(1, kind=kind, level=level, seed=3)
    puzzle, rating = generated.puzzle, nonet.rate(generated.puzzle)
    assert rating.level == generated.level.word == level
    assert generated.level.number == (rating.score if rating.effort is None else rating.effort)
    assert nonet.verify(puzzle, "cpsat").uniqueness.value == "unique"
    assert nonet.verify(without_rule(puzzle, kind), "cpsat").uniqueness.value == "multiple"


@pytest.mark.slow
def test_little_killers_of_a_level_have_as_many_diagonals_as_setters_give():
    (generated,) = nonet.generate(1, kind="little-killer", level="Easy", seed=3)
    assert 8 <= sum(rule.name == "little-killer" for rule in generated.puzzle.rules) <= 12


def test_a_symmetry_and_a_number_of_clues_are_kept_for_a_level():
    (generated,) = nonet.generate(
        1, kind="x", level="Easy", symmetry="half-turn", clues=(20, 40), seed=1
    )
    clues = generated.puzzle.clues
    places = {(int(cell[1]), int(cell[3])) for cell in clues}
    assert places == {(10 - row, 10 - column) for row, column in places}
    assert 20 <= len(clues) <= 40


@pytest.mark.slow(0.3)
@pytest.mark.parametrize(
    ("kind", "seed"), [("killer", 1), ("windoku", 1), ("windoku", 3), ("x", 3)]
)
def test_the_level_up_to_a_level_is_that_of_the_rating_or_a_harder_one(kind, seed):
    (generated,) = nonet.generate(1, kind=kind, seed=seed)  # mostly Hard, Extreme, Medium, Hard
    level = nonet.rate(generated.puzzle).level
    for most in LEVELS:
        reached = level_of(generated.puzzle, most).word
        if LEVELS.index(level) <= LEVELS.index(most):
            assert reached == level
        else:
            assert LEVELS.index(most) < LEVELS.index(reached) <= LEVELS.index(level)


def test_a_classic_needs_no_other_rule_and_a_needless_diagonal_is_noticed():
    puzzle = nonet.parse("1.3.34....2..1..")
    assert needs_its_rules(puzzle)
    assert not needs_its_rules(puzzle.with_rules("x"))
    assert "killer" in mark_kinds() and "x" not in mark_kinds()


def test_where_no_puzzle_of_a_level_comes_the_nearest_is_told():
    generation = nonet.generate(
        1, kind="killer", level="Extreme", marks=(36, 40), sizes=(2, 3), seed=1, time_limit=2
    )
    assert list(generation) == [] and generation.stopped
    assert (
        generation.nearest.level.word in LEVELS[:3] and generation.nearest.level.scale == "effort"
    )


def test_where_a_part_makes_a_puzzle_too_easy_another_of_the_level_is_taken(monkeypatch):
    """Levels are said of stand-ins: none needs a walk."""
    from nonet.deadline import Deadline
    from nonet.setting import difficulty

    def level_of(puzzle, most, seconds):
        return Level({"a": "Unfair", "b": "Medium", "c": "Easy"}.get(puzzle, "Hard"), 1, "effort")

    monkeypatch.setattr(difficulty, "level_of", level_of)
    changed_puzzles = []

    def alternatives(puzzle):
        changed_puzzles.append(puzzle)
        yield from ("a", "c", "d", "e")

    def eased(*further):
        return difficulty.ease_to_level(["a", "a", "b", "c"], "Hard", Deadline(None), *further)

    assert eased()[0] == "b"
    assert eased(alternatives)[0] == "d"
    assert changed_puzzles == ["a"], "the last puzzle that is too hard"
    assert eased(lambda puzzle: "aac")[0] == "b", "none of them is of the level"
