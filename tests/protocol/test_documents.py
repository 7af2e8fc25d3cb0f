"""What may be in a document, and how much."""

from __future__ import annotations

import json

import pytest

from nonet.protocol import ask, ask_text
from nonet.protocol.documents import MAX_CELLS, MAX_DEPTH, MAX_QUESTION_LENGTH
from tests.protocol.questions import error_of


def last_event(text: str | bytes) -> dict:
    *_, event = ask_text(text)
    return event


def test_depth_and_length_are_limits_that_say_themselves():
    inside = "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1)
    assert "marks" in last_event(f'{{"do": "about", "marks": {inside}}}')["error"]
    assert "deep" in last_event(f'{{"do": "about", "marks": [{inside}]}}')["error"]
    text = json.dumps({"do": "read", "text": '[[[["[[' * 50 + "[" * 1000})
    assert last_event(text)["kind"] == "FormatError"  # brackets within a text are no depth
    assert "KiB" in last_event(" " * (MAX_QUESTION_LENGTH + 1))["error"]


@pytest.mark.parametrize(
    "document",
    [
        {"size": 64, "clues": {}},
        {"grid": "1000x1000 values 1-9 box none", "clues": {}},
        {"grid": {"values": [1], "blocks": [{"top": 0, "left": 0, "height": 999, "width": 999}]}},
        {"size": 10**12, "clues": {}},
        {"size": 9, "clues": {}, "rules": ["diagonals"] * 5000},
        {"size": 9, "clues": {"R1C1": 10**30}},
        {"size": 9, "clues": {"R1C1": "1"}},
        {"size": 9, "clues": {"__proto__": 1}},
        {"size": 9, "clues": {}, "marks": [1]},
        {"size": 9, "clues": {}, "marks": {"R1C1": "12"}},
        {"size": 9, "clues": {}, "marks": {"R77C1": [1]}},
        {"size": 9, "clues": {}, "entries": {"R1C1": None}},
        {"size": 9, "clues": {}, "rules": [{"rule": "os:system", "cells": "ls"}]},
        {"size": 9, "clues": {}, "rules": [{"rule": "killer", "cells": ["R1C1"], "sum": 1e300}]},
        {"size": 9, "clues": {}, "rules": [[["x"]]]},
        {"size": 9, "clues": {}, "notes": {"a": {"b": 1}}, "name": 3},
    ],
)
@pytest.mark.parametrize("do", ["draw", "check", "hint", "verify"])
def test_a_document_that_is_no_puzzle_is_an_error_of_ours(document, do):
    event = error_of(do, puzzle=document)
    assert event["kind"] in ("QuestionError", "FormatError", "PuzzleError", "ClueError"), event
    assert len(event["error"]) < 300


def test_a_puzzle_may_have_so_many_cells_and_no_more():
    side = int(MAX_CELLS**0.5)
    *_, event = ask({"do": "draw", "puzzle": {"size": side, "box": None, "clues": {}}})
    assert "done" in event
    larger = {"size": side + 1, "box": None, "clues": {}}
    assert "at most" in error_of("draw", puzzle=larger)["error"]
