"""Climbs from drawn puzzles to puzzles that need a technique."""

from random import Random

import pytest

import nonet
from nonet.setting.difficulty import TechniqueClimb, path_to_technique

SASHIMI_APPLIES = (
    "......32..7...6...9...7...53.....8...2.....6...5..8..15...6..7.7.1.3....8.....9.3"
)
STOPS_AFTER_SKYSCRAPER = (
    ".6.8..4.5...3.9..81...4.3.....5.4.3..97...5.252...7.....1.........6.8....5....6.1"
)


def climb(technique, line, **bounds):
    puzzle = nonet.parse(line)
    solution = nonet.solve(puzzle).solution
    return puzzle, TechniqueClimb((technique,), puzzle, solution, Random(1), **bounds).climb()


def needs(puzzle, technique):
    path = path_to_technique((technique,), puzzle)
    return path.logical and any(step.key == technique for step in path.steps)


@pytest.mark.parametrize(
    "technique, line",
    [("sashimi-swordfish", SASHIMI_APPLIES), ("skyscraper", STOPS_AFTER_SKYSCRAPER)],
)
def test_a_puzzle_near_a_technique_becomes_one_that_needs_it(technique, line):
    drawn, climbed = climb(technique, line)
    assert not needs(drawn, technique) and needs(climbed, technique)
    verdict = nonet.verify(climbed)
    assert verdict.uniqueness is nonet.Uniqueness.UNIQUE
    assert verdict.witnesses[0].line == nonet.solve(drawn).solution.line


def test_clues_of_the_theme_stay_and_others_go():
    drawn, climbed = climb("sashimi-swordfish", SASHIMI_APPLIES)
    replaced = frozenset(drawn.clues.keys() - climbed.clues.keys())
    assert replaced
    for random in range(3):
        climb_with_theme = TechniqueClimb(
            ("sashimi-swordfish",),
            drawn,
            nonet.solve(drawn).solution,
            Random(random),
            theme=replaced,
        )
        changed = climb_with_theme._changed(drawn)
        assert replaced <= changed.clues.keys() and changed.clues != drawn.clues
        assert nonet.verify(changed).uniqueness is nonet.Uniqueness.UNIQUE


def test_the_number_of_clues_is_kept_to():
    drawn, climbed = climb("skyscraper", STOPS_AFTER_SKYSCRAPER)
    assert len(drawn.clues) == 26 < len(climbed.clues)
    _, within = climb("skyscraper", STOPS_AFTER_SKYSCRAPER, clues=(26, 26))
    assert within is None or len(within.clues) == 26


def test_harder_steps_may_follow_if_allowed():
    drawn, climbed = climb("skyscraper", STOPS_AFTER_SKYSCRAPER, harder=True)
    assert climbed == drawn


def test_a_puzzle_where_the_technique_never_applies_is_given_up():
    assert climb("x-wing", STOPS_AFTER_SKYSCRAPER)[1] is None
    easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert climb("x-wing", easy)[1] is None
