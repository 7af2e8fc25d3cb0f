"""Hints come in time: an explanation, or a value of the solution, where the search is long."""

import pytest

import nonet
from nonet.techniques import hints as hints_of

GOLDEN_NUGGET = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."


@pytest.fixture
def hints_module():
    import importlib

    return importlib.import_module("nonet.techniques.hints")


def first(puzzle, **options):
    return hints_of(nonet.parse(puzzle), **options)[0]


@pytest.mark.parametrize("explanation, key", [(1e9, "smallest-explanation"), (0, "brute-force")])
def test_a_search_that_takes_too_long_ends_with_a_true_step(
    hints_module, monkeypatch, explanation, key
):
    monkeypatch.setattr(hints_module, "PATIENCE", 0)
    monkeypatch.setattr(hints_module, "LEAST_PATIENCE", 0)
    monkeypatch.setattr(hints_module, "EXPLANATION_PATIENCE", explanation)
    step = first(GOLDEN_NUGGET)
    (solution,) = nonet.solve(nonet.parse(GOLDEN_NUGGET)).solutions
    assert step.key == key and (step.removed or step.placed)
    assert all(solution[cell] != value for cell, value in step.removed)
    assert all(solution[cell] == value for cell, value in step.placed)


def test_an_order_without_explanations_is_searched_to_its_end(hints_module, monkeypatch):
    monkeypatch.setattr(hints_module, "PATIENCE", 0)
    monkeypatch.setattr(hints_module, "LEAST_PATIENCE", 0)
    assert first(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        only="singles",
    ).key in ("hidden-single", "naked-single", "full-house")


def test_enough_patience_changes_nothing(hints_module, monkeypatch):
    monkeypatch.setattr(hints_module, "PATIENCE", 1e9)
    named = first(GOLDEN_NUGGET)
    assert named.key not in hints_module.FALLBACK_KEYS


def test_steps_on_the_way_share_the_seconds_of_a_hint(hints_module, monkeypatch):
    clock = iter([0.0, 0.5, 0.6, 2.0, 2.0]).__next__
    monkeypatch.setattr(hints_module, "process_time", clock)
    patience = hints_module._Patience()
    assert patience.for_search() == pytest.approx(hints_module.LEAST_PATIENCE)  # until 0.9
    assert patience.for_explanation() == pytest.approx(
        hints_module.EXPLANATION_PATIENCE
    )  # from 0.6
    assert patience.for_search() == hints_module.LEAST_FOR_STEP  # at 2.0
    assert patience.for_explanation() < 0
