"""What may be in a document, and how much."""

from __future__ import annotations

import json

import pytest

from nonet.errors import QuestionError
from nonet.protocol import ask, ask_text, documents
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


def test_a_puzzle_has_no_more_cells_than_the_limit():
    side = int(MAX_CELLS**0.5)
    *_, event = ask({"do": "draw", "puzzle": {"size": side, "box": None, "clues": {}}})
    assert "done" in event
    larger = {"size": side + 1, "box": None, "clues": {}}
    assert "at most" in error_of("draw", puzzle=larger)["error"]


def refusal(document: object, **limits: int) -> str:
    """The error with which a document is refused; empty if it is taken."""
    *_, event = ask({"do": "draw", "puzzle": document})
    return event.get("error", "")


def test_each_limit_is_taken_and_one_more_refused(monkeypatch):
    size = len('{"do": "schema"}')
    monkeypatch.setattr(documents, "MAX_QUESTION_LENGTH", size)
    assert "done" in last_event('{"do": "schema"}') and "done" in last_event(b'{"do": "schema"}')
    assert last_event('{"do": "schema"} ')["error"] == "a question has at most 0 KiB, not 0"
    monkeypatch.undo()
    monkeypatch.setattr(documents, "MAX_RULES", 2)
    small = {"size": 4, "clues": {}}
    assert not refusal({**small, "rules": ["diagonals", "anti-knight"]})
    three = {**small, "rules": ["diagonals", "anti-knight", "anti-king"]}
    assert refusal(three) == "a puzzle has at most 2 rules here, not 3"
    monkeypatch.setattr(documents, "MAX_CELLS", 16)
    assert not refusal(small)
    five = {"size": 5, "box": None, "clues": {}}
    assert refusal(five) == "a puzzle has at most 16 cells here, not 25"


def blocks(*places: tuple[int, int]) -> dict[str, object]:
    sides = {"height": 4, "width": 4}
    return {
        "values": [1, 2, 3, 4],
        "blocks": [{"top": top, "left": left, **sides} for top, left in places],
    }


def test_blocks_may_share_cells_up_to_twice_the_most(monkeypatch):
    """Whether a grid has too many cells is told before its cells are made, by its blocks."""
    monkeypatch.setattr(documents, "MAX_CELLS", 32)
    places = [(1, 1), (1, 3), (3, 1), (3, 3), (1, 5)]
    documents.check_geometry(blocks(*places[:4]))
    with pytest.raises(QuestionError, match="a puzzle has at most 32 cells here, not 80"):
        documents.check_geometry(blocks(*places))
    documents.check_geometry("8x8 values 1-8 box none")
    with pytest.raises(QuestionError, match="a puzzle has at most 32 cells here, not 81"):
        documents.check_geometry("9x9 values 1-9 box none")
    assert "at most 32 cells" in refusal({"grid": blocks(*places), "clues": {}})


def test_marks_narrow_a_cell_and_are_not_seen_under_a_clue_or_an_entry():
    document = {
        "size": 4,
        "clues": {"R1C1": 1},
        "entries": {"R1C2": 2},
        "candidates": {"R2C1": [2, 3]},
        "marks": {"R1C1": [4], "R1C2": [4], "r1c3": [3, 9], "R2C1": [3, 4]},
    }
    marked = documents.puzzle_with_marks(document)
    assert {name: list(values) for name, values in marked.candidates.items()} == {
        "R2C1": [3], "R1C3": [3],
    }  # fmt: skip
    assert documents.grid_values(marked) == {"R1C1": 1, "R1C2": 2}
    declared = documents.declared_puzzle(document)
    assert (dict(declared.entries), list(declared.candidates["R2C1"])) == ({}, [2, 3])


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ([1], "marks are an object from cells to values, not '[1]'"),
        ("x" * 30, f"marks are an object from cells to values, not '{20 * 'x'}'"),
        ({"R1C1": 1}, "marks of R1C1 are a list of whole numbers"),
        ({"R1C1": [True]}, "marks of R1C1 are a list of whole numbers"),
        ({30 * "y": [1.0]}, f"marks of {20 * 'y'} are a list of whole numbers"),
    ],
)
def test_marks_that_are_none_are_told(marks, message):
    assert refusal({"size": 4, "clues": {}, "marks": marks}) == message


def test_a_fault_in_a_document_is_no_fault_of_ours(monkeypatch):
    for error in (TypeError, ValueError, AttributeError, LookupError, RecursionError):

        def fail(*given, error=error):
            raise error("x")

        monkeypatch.setattr(documents, "read_object", fail)
        *_, event = ask({"do": "draw", "puzzle": {"size": 4, "clues": {}}})
        assert event == {"error": "not a puzzle: x", "kind": "FormatError"}
