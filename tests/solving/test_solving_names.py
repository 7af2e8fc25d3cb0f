"""The front of the room: its names, and what it says where CPMpy is missing."""

from __future__ import annotations

import sys

import pytest

import nonet
from nonet import solving
from nonet.errors import NotInstalled


def test_the_names_of_the_front_are_those_of_the_verbs_and_their_answers():
    assert solving.__all__ == sorted(solving.__all__)
    for name in solving.__all__:
        assert getattr(solving, name) is not None, name
    shared = set(nonet.__all__) & set(solving.__all__)
    assert {"solve", "verify", "count_solutions", "candidates", "Status", "Outcome"} <= shared
    assert all(getattr(nonet, name) is getattr(solving, name) for name in shared)


def test_without_cpmpy_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "cpmpy", None)
    with pytest.raises(NotInstalled, match=r'pip install "nonet\[cpmpy\]"'):
        solving.register_with_cpmpy()
