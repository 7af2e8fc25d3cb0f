"""A path keeps its steps and no more, and the garbage collector is as before after a question."""

import gc

import pytest

import nonet
from nonet import explain
from nonet.techniques.search_deadline import RELAXED_THRESHOLDS, relaxed_gc

HARD = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."


def test_a_path_keeps_no_more_than_its_steps():
    path = explain(HARD, only="basic")
    assert not path.end._path_memo
    assert not path.end._memo


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
