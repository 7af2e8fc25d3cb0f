"""The Boolean model of CP-SAT: written once a structure, and each solution is told once."""

from itertools import combinations

import pytest

pytest.importorskip("ortools")

import nonet
from nonet.backends import cpsat
from nonet.backends.base import Pool, Request
from nonet.model import AllDifferent, AnyOf, Linear, Model
from nonet.solving import Status, Uniqueness, solve, verify
from nonet.testing.brute import brute_force

FEW = "53..7....6..195....98....6." + 54 * "."


def test_puzzles_of_one_structure_share_one_model(monkeypatch):
    built = []
    build_model = cpsat._build_model
    monkeypatch.setattr(cpsat, "_POOL", Pool())
    monkeypatch.setattr(
        cpsat, "_build_model", lambda *given: built.append(given) or build_model(*given)
    )
    for _ in range(2):
        assert solve(nonet.parse(FEW), "cpsat").status is Status.SAT
        assert verify(nonet.parse(FEW), "cpsat").uniqueness is Uniqueness.MULTIPLE
    assert len(built) == 1


def test_a_solution_in_which_several_alternatives_hold_is_told_once():
    """A literal that may be true or false there would multiply it, here by up to 2 ** 12."""
    names = "abcd"
    near = [
        AnyOf(((Linear(pair, (1, -1), "<=", 2),), (Linear(pair, (-1, 1), "<=", 2),)))
        for pair in combinations(names, 2)
    ]
    model = Model(dict.fromkeys(names, range(4)), [AllDifferent(tuple(names)), *near])
    run = cpsat.CpSat(model="boolean").run(model, Request(solutions=None))
    assert len(list(run)) == len(brute_force(model)) == 24
