"""The table of marks: each key of a link format is read as its rule, and written again."""

import json
import re

import pytest

from nonet.formats import parse, write
from nonet.formats.links import pack
from nonet.formats.marks import MARKS, MarkRow
from nonet.puzzle import rule_types

TYPES = rule_types()
CELLS = {
    "line": "R2C2 R2C3 R2C4",
    "cells": "R2C2 R2C3 R3C2 R3C3",
    "each": "R2C2",
    "pair": "R2C2 R2C3",
}
SIMPLE = [mark for mark in MARKS if mark.place in (*CELLS, "grid", "clue") and mark.rule != "clone"]


def number_of(mark: MarkRow) -> int:
    return 3 if mark.number else 0


def fpuzzles_text(mark: MarkRow) -> str:
    """The object with one mark, as the table of the module's docstring says it."""
    cells = CELLS.get(mark.place, "").split()
    entry = {
        "line": {"lines": [cells]},
        "each": {"cell": cells[0] if cells else ""},
        "clue": {"cell": "R0C2"},
        "grid": True,
    }.get(mark.place, {"cells": cells})
    if mark.number:
        entry["value"] = "V" if mark.number == "letter" else str(number_of(mark))
    grid = [[{} for _ in range(9)] for _ in range(9)]
    return json.dumps({"size": 9, "grid": grid, mark.fpuzzles: entry if entry is True else [entry]})


def iss_text(mark: MarkRow) -> str:
    names = CELLS.get(mark.place, "").split()
    arguments = [str(number_of(mark))] * (bool(mark.number) and mark.place != "pair") + names
    arguments = ["R2", "3", ""] if mark.place == "clue" else arguments
    return "~".join([f".{mark.iss}", *arguments]) + ".~R9C9_1_2"


def maker_text(mark: MarkRow) -> str:
    cells = [10, 11, 12]
    boxes = [row // 3 * 3 + column // 3 for row in range(9) for column in range(9)]
    constraint = {
        "line": {"lines": [cells], "minDifference": 3, "groups": [20, 10]},
        "pair": {"clues": [{"value": 3, "edge": 20}]},
        "clue": {"clues": [{"value": 3, "outerCell": 22, "diagonal": None}]},
        "grid": {},
    }.get(mark.place, {"cells": cells})
    constraints = [{"type": 1, "regions": boxes}, {"type": mark.maker, **constraint}]
    document = {"cells": [{}] * 81, "constraints": constraints}
    packed = pack(json.dumps({"formatVersion": "1", "puzzle": document}))
    return f"https://sudokumaker.app/?puzzle={packed}"


OWN_FORM = {
    "fpuzzles": {"arrow", "killer", "digital-root", "negative-ratio", "strict-xv"},
    "iss": {
        *("arrow", "killer", "look-and-say", "count-distinct", "equal-sums", "same-values"),
        *("diagonals", "xv", "pair-sum", "disjoint-groups", "full-rank"),
    },
    "maker": {
        *("arrow", "killer", "look-and-say", "slow-thermometer", "thermometer", "xv"),
        *("entropic", "group-line", "global-entropy", "global-groups", "global-modulo", "modular"),
    },
}
"""Marks with a function of their own, which tests of their formats show."""
TEXTS = {"fpuzzles": fpuzzles_text, "iss": iss_text, "maker": maker_text}
CASES = [
    (column, mark)
    for column, own in OWN_FORM.items()
    for mark in SIMPLE
    if getattr(mark, column) not in ("", None)
    and not {mark.rule} & {*own, "dutch-whispers", "little-killer"}
]


@pytest.mark.parametrize("column", TEXTS)
def test_a_key_is_read_as_the_rule_of_its_row(column):
    marks = [mark for each, mark in CASES if each == column]
    assert len(marks) > 20
    for mark in marks:
        puzzle = parse(TEXTS[column](mark), format="iss" if column == "iss" else None, strict=True)
        assert mark.rule in {rule.name for rule in puzzle.rules}, mark


@pytest.mark.parametrize(("column", "name"), [("fpuzzles", "f-puzzles-json"), ("iss", "iss")])
def test_a_rule_is_written_with_the_key_of_its_row(column, name):
    for mark in (mark for each, mark in CASES if each == column):
        puzzle = parse(TEXTS[column](mark), format="iss" if column == "iss" else None)
        text = write(puzzle.with_clues({"R8C8": 1}), name)
        assert re.search(rf"[.\"]{re.escape(getattr(mark, column))}[~\".\n]", text), (mark, text)
        assert parse(text, format=name).rules == puzzle.rules


def test_each_row_names_a_rule_and_its_field():
    for mark in MARKS:
        assert mark.number in ("", *TYPES[mark.rule].fields()), mark
    assert len({mark.rule for mark in MARKS}) == len(MARKS)
