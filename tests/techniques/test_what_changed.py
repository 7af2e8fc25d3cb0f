"""A search that found nothing looks next at what changed alone, and finds what it would anyway."""

import gc

import pytest

import nonet
from nonet import explain
from nonet.puzzle.examples import example_puzzle
from nonet.techniques import Position
from nonet.techniques.entry_search import search_steps
from nonet.techniques.families.subsets import _naked_subsets
from nonet.techniques.gc_tuning import RELAXED_THRESHOLDS, relaxed_gc
from nonet.techniques.search_deadline import NO_DEADLINE
from nonet.techniques.starting_position import position_of

HARD = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
LOOKED_FOR = (
    ("locked-pair",),
    ("naked-pair",),
    ("naked-triple",),
    ("naked-quadruple",),
    ("hidden-pair",),
    ("hidden-quadruple",),
    ("als-xz",),
    ("als-xy-wing",),
)
"""Searches that remember that they found nothing."""


def sample_puzzles() -> list[object]:
    kinds = nonet.rule_types()
    variants = ("windoku", "jigsaw", "killer", "diagonals")
    return [HARD, *(example_puzzle(kinds[name], kinds[name].examples[0]) for name in variants)]


@pytest.mark.parametrize("puzzle", sample_puzzles(), ids=str)
def test_what_is_remembered_changes_nothing_that_is_found(puzzle):
    steps = explain(puzzle, "hodoku").steps
    position, remembered = position_of(puzzle), 0
    for number, step in enumerate(steps[:40]):
        for keys in LOOKED_FOR:
            steps_here = list(search_steps(position, keys))
            # what was forgotten stays so for a while: every third position will do
            assert number % 3 or steps_here == list(
                search_steps(position.with_deadline(NO_DEADLINE), keys)
            )
            remembered += position.eliminated_since((_naked_subsets, 2)) == 0
        position = position.after(step)
    assert remembered


def test_what_is_gone_since_a_search_found_nothing():
    start = Position.of(nonet.Puzzle(nonet.Grid.square(4)))
    assert start.eliminated_since("search") == -1
    start.mark_exhausted("search")
    assert start.eliminated_since("search") == 0
    assert start.eliminated_since("another") == -1
    later = start.without(0b101)
    assert later.eliminated_since("search") == 0b101
    later.mark_exhausted("search")
    assert later.without(0b1000).eliminated_since("search") == 0b1000
    assert start.eliminated_since("search") == -1  # more is open here than where nothing was found


def test_a_path_keeps_no_more_than_its_steps():
    path = explain(HARD, only="basic")
    assert not path.end._path_memo
    assert not path.end._memo
    assert path.start.eliminated_since((_naked_subsets, 2)) == -1


def test_cycles_are_looked_for_rarely_while_a_question_is_answered_and_as_before_after_it():
    before = gc.get_threshold()
    with relaxed_gc():
        assert gc.get_threshold() == RELAXED_THRESHOLDS
        with relaxed_gc():
            assert gc.get_threshold() == RELAXED_THRESHOLDS
        assert gc.get_threshold() == RELAXED_THRESHOLDS
    assert gc.get_threshold() == before
    with pytest.raises(nonet.NonetError):
        explain("nonsense")
    assert gc.get_threshold() == before


def test_who_has_cycles_looked_for_never_is_left_alone():
    before = gc.get_threshold()
    gc.set_threshold(0)
    try:
        with relaxed_gc():
            assert gc.get_threshold()[0] == 0
    finally:
        gc.set_threshold(*before)
