"""Puzzles of a level, each of whose rules is needed."""

from itertools import combinations_with_replacement, pairwise, product
from random import Random

import pytest

import nonet
from nonet.deadline import Deadline
from nonet.errors import PuzzleError, TechniqueError
from nonet.setting import difficulty
from nonet.setting.difficulty import needs_its_rules, puzzle_of_level
from nonet.setting.mark_generators import mark_kinds
from nonet.setting.redundancy import quick_puzzle
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


@pytest.mark.parametrize("level", LEVELS)
def test_of_a_series_that_gets_easier_the_first_no_harder_than_a_level_is_taken(level, monkeypatch):
    """Each series of stand-ins, up to six long, beside a search from its first on."""
    rated = []

    def level_of(puzzle, most, seconds):
        assert most == level and 0 < seconds <= difficulty.MAX_SECONDS
        rated.append(puzzle)
        return Level("" if puzzle[0] == len(LEVELS) else LEVELS[puzzle[0]], 1, "effort")

    monkeypatch.setattr(difficulty, "level_of", level_of)
    place = LEVELS.index(level)
    for length in range(1, 6):
        for places in combinations_with_replacement(range(len(LEVELS), -1, -1), length):
            series = list(zip(places, range(length), strict=True))  # the last is unsolved by logic
            expected = next((each for each in series if each[0] <= place), series[-1])
            rated.clear()
            chosen, its_level = difficulty.ease_to_level(series, level, Deadline(5.0))
            if places[0] <= place:
                assert chosen == series[0] and rated == [series[0]]
            else:
                assert chosen == expected
                assert len(rated) <= 2 + (length - 1).bit_length()
            assert its_level == level_of(chosen, level, 1)


def test_a_puzzle_is_rated_in_no_more_time_than_is_left(monkeypatch):
    given = []
    monkeypatch.setattr(
        difficulty,
        "level_of",
        lambda puzzle, most, seconds: given.append(seconds) or Level("Easy", 1, "effort"),
    )
    for seconds in (None, 1e-9, 2.0, 1e9):
        difficulty.ease_to_level(["a"], "Easy", Deadline(seconds))
    assert given[0] == given[3] == difficulty.MAX_SECONDS
    assert given[1] == 1e-3 and 1 < given[2] <= 2.0


def test_more_clues_come_group_by_group_up_to_a_number():
    solution = nonet.solve("1.3.34....2..1..").solution
    cells = ("R1C3", "R4C2", "R2C2", "R3C3")  # which a half turn keeps
    puzzle = nonet.Sudoku("." * 16).with_clues({cell: solution[cell] for cell in cells})
    for symmetry, most in product(("none", "half-turn"), (None, 8, 9, 10, 16)):
        series = difficulty.with_more_clues(puzzle, solution, Random(1), most, symmetry)
        assert series[0] == puzzle
        for fewer, more in pairwise(series):
            added = more.clues.keys() - fewer.clues.keys()
            assert fewer.clues.items() <= more.clues.items() <= dict(solution).items()
            assert len(added) == 1 or (symmetry == "half-turn" and len(added) <= 2)
        reached = len(series[-1].clues)
        assert reached == (most or 16) - (symmetry == "half-turn" and most == 9)


def test_a_puzzle_for_the_page_is_minimal_of_its_rules_and_none_where_there_is_no_time():
    like = nonet.Sudoku("1...............", rules=["x"])
    puzzle = quick_puzzle(like)
    assert puzzle.rules == like.rules
    assert nonet.verify(puzzle, "native").uniqueness.value == "unique"
    assert nonet.setting.redundant(puzzle).redundant == ()
    assert quick_puzzle(like, time_limit=1e-9) is None
    impossible = nonet.Sudoku("." * 16, rules=["killer 7 R1C1 R1C2", "killer 7 R1C3 R1C4"])
    with pytest.raises(PuzzleError, match="leave no solution"):
        quick_puzzle(impossible)


def test_a_puzzle_for_the_page_has_the_level_asked_for_or_the_nearest(monkeypatch):
    six = nonet.Sudoku("." * 36)
    puzzle, level = puzzle_of_level(six, "easy")
    assert level.word == nonet.rate(puzzle).level == "Easy"
    with pytest.raises(TechniqueError, match="there is no level 'simple'"):
        puzzle_of_level(six, "simple")
    assert puzzle_of_level(six, "Easy", time_limit=1e-9) is None
    texts = iter(["Extreme", "Unfair", "", "Medium", "Hard"])
    monkeypatch.setattr(difficulty, "quick_puzzle", lambda like, time_limit: puzzle)
    monkeypatch.setattr(
        difficulty,
        "ease_to_level",
        lambda series, level, clock: (series[0], Level(next(texts), 1, "effort")),
    )
    assert puzzle_of_level(six, "Hard")[1].word == "Hard" and not [*texts]
    texts = iter(["Easy", "", "Unfair", "Extreme"])
    puzzles = iter([puzzle] * 4)
    monkeypatch.setattr(difficulty, "quick_puzzle", lambda like, time_limit: next(puzzles, None))
    assert puzzle_of_level(six, "Hard")[1].word == "Unfair", "the nearest, where no more come"
