"""nonet's own JSON: every form of a document, its schema, and grids as rows of text."""

import io
import json

import pytest

import nonet
from nonet.errors import FormatError
from nonet.formats import iter_puzzles, parse, read, write
from nonet.formats import json as json_format
from nonet.formats.base import Reader
from nonet.formats.json import (
    KEYS,
    arrange_on_canvas,
    clues_of,
    puzzle_schema,
    read_canvases,
    read_object,
    to_json,
)
from nonet.puzzle import ALPHABETS
from nonet.puzzle.grid_descriptions import grid_of

SMALL = {"size": 4, "clues": "1..............4"}
DOCUMENTS = [
    SMALL,
    {**SMALL, "box": None},
    {**SMALL, "box": [1, 4], "alphabet": "letters", "clues": "A..............D"},
    {**SMALL, "rules": ["diagonals"], "classic": True},
    {**SMALL, "rules": [{"rule": "killer", "cells": ["R1C2", "R1C3"], "sum": 5}], "classic": False},
    {**SMALL, "candidates": {"R1C2": [2, 3]}, "entries": {"R1C3": 3}, "name": "a", "comment": "b"},
    {**SMALL, "notes": {"source": "c"}, "unread": {"lines (drawn)": "forbid"}},
    {"grid": "2x3 values 0-2", "clues": ["0.2", "..."]},
    {"grid": {"values": [1, 2], "rows": ["..", ".."]}, "clues": {"R1C1": 2}},
    {
        "grid": {
            "values": [1, 2, 3, 4],
            "blocks": [{"top": 0, "left": 0, "height": 4, "width": 4, "box": [2, 2]}],
        },
        "clues": {"R1C1": 2},
    },
]


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_a_document_is_written_again_and_fits_the_schema(document):
    document = {"nonet": "puzzle", "version": 1, **document}
    puzzle = read_object(document, Reader())
    written = to_json(puzzle)
    assert read_object(written, Reader()) == puzzle
    assert set(written) <= set(KEYS) == set(puzzle_schema()["properties"])
    for key in ("name", "comment", "candidates", "entries", "notes", "unread"):
        assert written.get(key) == document.get(key)
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(puzzle_schema())
    assert validator.is_valid(document) and validator.is_valid(written)


def test_the_schema_refuses_what_the_reader_refuses():
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(puzzle_schema())
    head = {"nonet": "puzzle", "version": 1}
    for wrong in (
        {**SMALL, "other": 1},
        {**SMALL, "box": [2]},
        {**SMALL, "unread": {"a": "nothing"}},
        {**SMALL, "alphabet": "runes"},
        {"size": 0, "clues": ""},
        {"grid": {"values": [1], "rows": []}, "clues": []},
    ):
        assert not validator.is_valid({**head, **wrong})
        with pytest.raises((nonet.errors.NonetError, ValueError, KeyError)):
            read_object({**head, **wrong}, Reader())


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("{a}\n{b}\n", [1, 2]),
        ("\n{a}\n\n{b}", [2, 4]),
        ("[{a},\n{b}]", [1, 1]),
        ("{a} {b}", [1, 1]),
        ("[{a}]\n{b} {c}", [1, 2, 2]),
        ('{a}\n{"found": 2, "wanted": 3, "stopped_by": "time"}\n', [1]),
    ],
)
def test_a_text_is_objects_in_lines_in_lists_or_after_one_another(text, lines):
    good = json.dumps(SMALL)
    for letter in "abc":
        text = text.replace(f"{{{letter}}}", good)
    entries = list(iter_puzzles(io.StringIO(text), format="json"))
    assert [entry.line() for entry in entries] == [SMALL["clues"]] * len(lines)
    wrong = text.replace(good, '{"size": 99}')
    entries = list(iter_puzzles(io.StringIO(wrong), format="json"))
    assert [entry.line for entry in entries] == lines


def test_an_error_in_a_document_of_several_lines_has_its_line_and_column():
    with pytest.raises(FormatError, match="line 3, column 1: not JSON: Expecting"):
        read(io.StringIO('{"size": 4,\n"clues":\nx}'), format="json")
    with pytest.raises(FormatError, match="line 1: entry 2: "):
        read(io.StringIO(f'[{json.dumps(SMALL)},\n{{"size": 99}}]'), format="json")


def test_a_document_longer_than_the_limit_is_refused(monkeypatch):
    text = f"[\n{json.dumps(SMALL)}]"
    monkeypatch.setattr(json_format, "MAX_DOCUMENT_LENGTH", len(text) + 1)
    assert len(read(io.StringIO(text), format="json")) == 1
    monkeypatch.setattr(json_format, "MAX_DOCUMENT_LENGTH", len(text))
    with pytest.raises(FormatError, match=r"a JSON document of more than .* write a puzzle a line"):
        read(io.StringIO(text), format="json")


def test_clues_are_characters_of_the_alphabet_at_cells():
    grid = grid_of("2x3 values 0-2")
    assert clues_of(grid, ["0.2", ".1"]) == {"R1C1": 0, "R1C3": 2, "R2C2": 1}
    assert clues_of(grid, ["0.2  ", ""]) == {"R1C1": 0, "R1C3": 2}
    for rows, message in (
        (["0.2", "...", "..."], "line 7: expected 2 rows of 3 characters"),
        (["0.2."], "line 7: expected 2 rows of 3 characters"),
        (["...", "..3"], "line 8, column 3: clue '3' at R2C3 is out of range: values are 0 to 2"),
    ):
        with pytest.raises(FormatError, match=message):
            clues_of(grid, rows, line=7)
    holes = grid_of("samurai")
    row = "." * 9 + "1" + "." * 2
    with pytest.raises(FormatError, match="column 10: '1' at R1C10, where there is no cell"):
        clues_of(holes, [row])
    assert clues_of(holes, ["1........ # .......2"]) == {"R1C1": 1, "R1C20": 2}


def test_canvases_follow_one_another_as_rows_or_in_a_line():
    grid = grid_of("2x3 values 0-2")
    lines = enumerate(
        ["# name: first", "", "0.2", "...", "0.2...", "# a comment", "...", "1..", "..."], 1
    )
    entries = list(read_canvases(grid, lines, Reader()))
    assert [(each.name, each.clues) for each in entries[:3]] == [
        ("first", {"R1C1": 0, "R1C3": 2}),
        ("", {"R1C1": 0, "R1C3": 2}),
        ("", {"R2C1": 1}),
    ]
    assert str(entries[3]) == (
        "line 9: expected 2 rows of the canvas, or 6 characters in a line, found 1 row"
    )
    assert arrange_on_canvas(grid, "012120") == ["012", "120"]


def test_letters_are_written_where_they_are_asked_for():
    puzzle = parse("1..............4")
    assert to_json(puzzle, ALPHABETS["letters"])["clues"] == "A..............D"
    assert json.loads(write([puzzle], "json"))["clues"] == puzzle.line()
