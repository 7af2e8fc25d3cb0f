"""The page's library: every puzzle has one solution, and is as hard as the page says."""

import json
from collections import Counter

import pytest

import nonet
from nonet.web.building.library import LEVELS, PER_VARIANT, library

PUZZLES = library()["puzzles"]


def puzzle_of(entry):
    return nonet.parse(json.dumps({"nonet": "puzzle", "version": 1, **entry["puzzle"]}))


def test_there_is_something_to_play_of_every_kind_and_level():
    classics = Counter(entry["level"] for entry in PUZZLES if entry["variant"] == "classic")
    assert set(classics) == set(LEVELS)
    assert min(classics.values()) >= 10
    variants = Counter(entry["variant"] for entry in PUZZLES if entry["variant"] != "classic")
    assert len(variants) >= 12
    assert max(variants.values()) <= PER_VARIANT


def test_no_two_puzzles_are_the_same_or_of_one_name():
    assert len({entry["id"] for entry in PUZZLES}) == len(PUZZLES)
    assert len({json.dumps(entry["puzzle"], sort_keys=True) for entry in PUZZLES}) == len(PUZZLES)


@pytest.mark.parametrize("entry", PUZZLES, ids=lambda entry: entry["id"])
def test_a_puzzle_has_one_solution(entry):
    assert nonet.verify(puzzle_of(entry)).uniqueness.value == "unique"


@pytest.mark.parametrize("entry", PUZZLES[::12], ids=lambda entry: entry["id"])
def test_a_puzzle_is_as_hard_as_is_said(entry):
    rating = nonet.rate(puzzle_of(entry), "explainer", "hodoku")
    assert (rating.level, rating.rating) == (entry["level"], entry["rating"])
