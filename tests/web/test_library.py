"""The page's library: every puzzle needs its rule, and is as hard as the page says."""

import asyncio
import json
from collections import Counter
from dataclasses import replace

import pytest

import nonet
from nonet.cli import main
from nonet.puzzle.rules import CLASSIC
from nonet.setting.book import Book
from nonet.setting.canonical import canonical_many
from nonet.techniques.path import level_of
from nonet.web.library import library_of_books
from tests.cases import as_one_test
from tools.page.library import KINDS, LEVELS, LIBRARY_FILE, library, puzzle_of

PUZZLES = library()


def test_books_are_a_library_with_a_name_for_each_puzzle(tmp_path):
    for seed in (1, 2):
        book = Book(tmp_path / f"{seed}.jsonl", nonet.Sudoku("." * 16), seed)
        assert book.fill(2, ("Easy",))
    written = json.loads(library_of_books([tmp_path / "1.jsonl", tmp_path / "2.jsonl"]))
    (shelf,) = written["shelves"]
    entries = shelf["puzzles"]
    assert [entry["id"] for entry in entries] == [f"4x4-easy-{n}" for n in (1, 2, 3, 4)]
    assert all(set(entry) == set(PUZZLES[0]) for entry in entries)
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
    assert "none.jsonl: it is not a book of puzzles" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", '{"level": "Easy"}', "53..7....\r"])
def test_a_file_without_a_whole_line_of_a_book_is_named(tmp_path, capsys, text):
    """It made a page without puzzles."""
    file = tmp_path / "none.jsonl"
    file.write_text(text)
    assert main(["web", "--no-browser", "--library", str(file)]) == 2
    assert "none.jsonl: there is no puzzle of a book in it" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_for_the_site_is_one_line(tmp_path, capsys, monkeypatch):
    from tools.page.__main__ import main as write_page

    (tmp_path / "file").touch()
    monkeypatch.setattr("sys.argv", ["page", str(tmp_path / "file" / "site")])
    assert write_page() == 2
    assert capsys.readouterr().err.startswith("nonet: [Errno")


def test_there_are_as_many_puzzles_of_each_kind_and_level():
    listed = json.loads(LIBRARY_FILE.read_text(encoding="utf-8"))["shelves"]
    for shelf in listed:
        names = names_on(shelf)
        assert shelf["levels"] == Counter(each["level"] for each in PUZZLES if each["id"] in names)
    variants = {shelf["variant"]: shelf["levels"] for shelf in listed if shelf["variant"] in KINDS}
    assert set(variants) == set(KINDS) and len(KINDS) == 16
    assert all(levels == dict.fromkeys(LEVELS[:4], 10) for levels in variants.values())


def names_on(shelf):
    file = LIBRARY_FILE.parent / shelf["puzzles"]
    return {each["id"] for each in json.loads(file.read_text(encoding="utf-8"))["puzzles"]}


@pytest.mark.slow
def test_no_two_puzzles_are_of_one_name_or_have_one_grid_of_digits():
    """Also not a grid that is another's with digits, rows or columns exchanged."""
    assert len({entry["id"] for entry in PUZZLES}) == len(PUZZLES)
    large = [entry for entry in PUZZLES if "x" not in entry["variant"]]
    puzzles = [puzzle_of(entry) for entry in large]
    grids = [str(sorted(nonet.solve(puzzle).solution.items())) for puzzle in puzzles]
    assert len(set(grids)) == len(grids)
    full = [
        nonet.Sudoku("." * 81).with_clues(nonet.solve(puzzle).solution) for puzzle in puzzles[::40]
    ]
    assert len(set(canonical_many(full))) == len(full)


@as_one_test(PUZZLES[::9])
def test_a_puzzle_has_one_solution_by_its_rule_alone(entry):
    puzzle = puzzle_of(entry)
    assert nonet.verify(puzzle).uniqueness.value == "unique"
    rules = {rule.name for rule in puzzle.rules if rule not in CLASSIC}
    without = {"dots": [rules]}.get(entry["variant"], [{name} for name in rules])
    for names in without:
        others = tuple(rule for rule in puzzle.rules if rule.name not in names)
        assert nonet.verify(replace(puzzle, rules=others)).uniqueness.value == "multiple"


@pytest.mark.slow
@as_one_test(PUZZLES[::150])
def test_a_puzzle_is_as_hard_as_its_entry_states(entry):
    difficulty = level_of(puzzle_of(entry), entry["level"])
    assert difficulty == (entry["level"], entry["score"], entry["scale"])
