"""The exactly-one model of CP-SAT is written when it is needed, and once."""

import pytest

pytest.importorskip("ortools")

import nonet
from nonet.backends import cpsat
from nonet.backends.base import Pool
from nonet.backends.cpsat import boolean_model
from nonet.solving import Status, Uniqueness, solve, verify

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FEW = EASY[:27] + 54 * "."


@pytest.fixture
def built_structures(monkeypatch):
    """The structures that were written as Booleans, in a pool of which nothing is kept yet."""
    structures = []
    booleans = boolean_model._BuiltModel
    monkeypatch.setattr(cpsat, "_POOL", Pool())
    monkeypatch.setattr(
        boolean_model,
        "_BuiltModel",
        lambda structure: structures.append(structure) or booleans(structure),
    )
    return structures


def test_an_easy_puzzle_that_the_integer_model_answers_needs_no_booleans(built_structures):
    assert solve(nonet.parse(EASY), "cpsat").status is Status.SAT
    assert verify(nonet.parse(EASY), "cpsat").uniqueness is Uniqueness.UNIQUE
    assert not built_structures


def test_puzzles_of_few_clues_share_one_boolean_model(built_structures):
    for _ in range(2):
        assert solve(nonet.parse(FEW), "cpsat").status is Status.SAT
        assert verify(nonet.parse(FEW), "cpsat").uniqueness is Uniqueness.MULTIPLE
    assert len(built_structures) == 1
