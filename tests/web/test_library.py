"""The page's library: every puzzle has one solution, and is as hard as the page says."""

import asyncio
import json
from collections import Counter

import pytest

import nonet
from nonet.cli import main
from nonet.setting.book import Book
from nonet.web.library import LIBRARY_FILE, library, library_of_books
from tests.cases import as_one_test
from tools.page.library import LEVELS, PER_VARIANT

PUZZLES = library()["puzzles"]


def test_books_are_a_library_with_a_name_for_each_puzzle(tmp_path):
    for seed in (1, 2):
        book = Book(tmp_path / f"{seed}.jsonl", nonet.Sudoku("." * 16), seed)
        assert book.fill(2, ("Easy",))
    written = json.loads(library_of_books([tmp_path / "1.jsonl", tmp_path / "2.jsonl"]))
    assert written.keys() == json.loads(LIBRARY_FILE.read_text(encoding="utf-8")).keys()
    entries = written["puzzles"]
    assert [entry["id"] for entry in entries] == [f"4x4-easy-{n}" for n in (1, 2, 3, 4)]
    assert all(entry.keys() == PUZZLES[0].keys() for entry in entries)
    assert puzzle_of(entries[3]) == book.pages[1].puzzle


def test_a_page_is_given_the_library_of_a_book():
    starlette = pytest.importorskip("starlette.routing")
    from nonet.web.admission import Admission
    from nonet.web.application import make_app

    routes = make_app(Admission(8000), library="{}").routes
    scope = {"type": "http", "method": "GET", "path": "/library.json"}
    first = next(each for each in routes if each.matches(scope)[0] is starlette.Match.FULL)
    assert asyncio.run(first.endpoint(None)).body == b"{}"


def test_a_file_that_is_no_book_is_named(tmp_path, capsys):
    file = tmp_path / "none.jsonl"
    file.write_text('{"level": "Easy"}\n')
    assert main(["web", "--no-browser", "--library", str(file)]) == 2
    assert "none.jsonl: it is no book of puzzles" in capsys.readouterr().err


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


@as_one_test(PUZZLES)
def test_a_puzzle_has_one_solution(entry):
    assert nonet.verify(puzzle_of(entry)).uniqueness.value == "unique"


@pytest.mark.parametrize("entry", PUZZLES[::12], ids=lambda entry: entry["id"])
def test_a_puzzle_is_as_hard_as_its_entry_states(entry):
    difficulty = nonet.rate(puzzle_of(entry)).difficulty
    assert difficulty == (entry["level"], entry["score"], entry["scale"])
