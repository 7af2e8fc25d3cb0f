"""Texts that a page reads, writes and prints."""

from __future__ import annotations

import json

import pytest

import nonet
from tests.protocol.questions import BOTH, CLASSIC, answer_to, error_of


@BOTH
def test_what_is_written_is_read_as_the_same_puzzle(puzzle):
    text = answer_to("write", puzzle=puzzle, format="json")["text"]
    answer = answer_to("read", text=text)
    assert answer["format"] == "json"
    assert nonet.parse(json.dumps(answer["puzzle"])) == nonet.parse(json.dumps(puzzle))


def test_a_puzzle_of_any_format_is_read_and_what_is_left_out_is_reported():
    assert answer_to("read", text=CLASSIC["clues"])["format"] == "line"
    answer = answer_to("read", text=f"{CLASSIC['clues']}\n{CLASSIC['clues']}")
    assert answer["notes"] == ["there are more puzzles in it: this is the first"]
    assert "/etc/passwd" not in json.dumps(error_of("read", text="/etc/passwd")).replace(
        "'/etc/passwd'", ""
    )


@pytest.mark.parametrize("text", ["no puzzle at all", "Hello, world", "Dear Ann,\nlook at this!"])
def test_words_are_no_table_and_no_row_but_words(text):
    assert "no line has cells, only words" in error_of("read", text=text)["error"]


def test_of_a_message_with_a_puzzle_the_puzzle_is_read():
    answer = answer_to("read", text=f"Number 7, hard: {CLASSIC['clues']} by Ann")
    assert answer["puzzle"]["clues"] == CLASSIC["clues"]
    link = answer_to("write", puzzle=CLASSIC, format="f-puzzles")["text"].strip()
    answer = answer_to("read", text=f"Try this one, Ann: {link}. It is hard!")
    assert (answer["format"], answer["puzzle"]["clues"]) == ("f-puzzles", CLASSIC["clues"])
    for text in ("https://example.org/a,b", "See https://example.org/a, it is hard"):
        assert "nonet cannot read addresses of example.org" in error_of("read", text=text)["error"]


@BOTH
def test_a_puzzle_is_exported_as_a_picture_and_to_print(puzzle):
    answer = answer_to("export", puzzle={**puzzle, "name": "<b>../x"})
    assert answer["svg"].startswith("<svg") and "<b>" not in answer["svg"]
    assert answer["name"] == "-b----x.svg"
    page = answer_to("export", puzzle={**puzzle, "name": "<b>"}, to="print")["html"]
    assert "<b>" not in page and "<svg" in page


@pytest.mark.filterwarnings("ignore::nonet.errors.FormatWarning")
def test_a_format_without_entries_and_marks_leaves_them_out_and_says_so():
    played = {**CLASSIC, "entries": {"R1C3": 4}, "marks": {"R1C4": [2, 6]}}
    answer = answer_to("write", puzzle=played, format="line")
    assert answer["text"] == f"{CLASSIC['clues']}\n"
    assert answer["notes"] == ["line holds no entries and marks: left out"]
    assert answer_to("write", puzzle=CLASSIC, format="line")["notes"] == []
    as_json = answer_to("write", puzzle=played, format="json")
    assert json.loads(as_json["text"])["entries"] == {"R1C3": 4} and as_json["notes"] == []
    in_part = {**played, "unread": {"a drawing": "forbid"}}
    text = answer_to("write", puzzle=in_part, format="line")["text"]
    assert [part.name for part in nonet.parse(text).unread] == ["a drawing"]


@pytest.mark.parametrize(("length", "name"), [(0, "puzzle"), (60, 60 * "x"), (61, 60 * "x")])
def test_a_file_is_named_after_the_puzzle(length, name):
    answer = answer_to("export", puzzle={**CLASSIC, "name": length * "x"}, to="print")
    assert answer["name"] == f"{name}.html"
    title = length * "x" or "30 values in 81 cells"
    assert f"<h1>{title}</h1>" in answer["html"]


def test_a_page_to_print_has_comment_and_rules_in_words():
    puzzle = {**CLASSIC, "comment": "By Ann\n\n<i>", "rules": ["diagonals"], "entries": {"R1C3": 4}}
    page = answer_to("export", puzzle=puzzle, to="print")["html"]
    assert "<p>By Ann</p><p>&lt;i&gt;</p>" in page
    assert nonet.puzzle.rule_types()["diagonals"].sentence in page
    assert "31 values in 81 cells" in page
