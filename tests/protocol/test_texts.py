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
