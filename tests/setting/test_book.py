"""Books: without duplicates, rated again, the same whether they were stopped or not."""

import json

import pytest

import nonet
from nonet.cli import main
from nonet.errors import FormatError
from nonet.setting.book import Book

BLANK = nonet.Sudoku("." * 16)


def test_a_book_that_was_stopped_goes_on_to_the_same_book(tmp_path):
    at_once, resumed = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    assert Book(at_once, BLANK, 3).fill(4, ("Easy",))
    assert Book(resumed, BLANK, 3).fill(2, ("Easy",))
    with resumed.open("a") as file:
        file.write('{"title": "Easy 3", "lev')  # the run ended while it wrote
    assert Book(resumed, BLANK, 3).fill(4, ("Easy",))
    assert resumed.read_text() == at_once.read_text()
    pages = Book(at_once, BLANK, 3).pages
    assert len({nonet.setting.canonical(page.puzzle) for page in pages}) == 4
    for page in pages:
        assert nonet.verify(page.puzzle).uniqueness.value == "unique"
        assert nonet.solve(page.puzzle).solution.line == page.solution
        assert nonet.rate(page.puzzle, "hodoku").level == page.level


def test_a_file_of_something_else_is_no_book(tmp_path):
    file = tmp_path / "other.jsonl"
    file.write_text("[1]\n")
    with pytest.raises(FormatError, match="not a book"):
        Book(file, BLANK, 1)
    book = tmp_path / "book.jsonl"
    Book(book, BLANK, 1).fill(1, ("Easy",))
    with pytest.raises(FormatError, match="another seed"):
        Book(book, BLANK, 2)
    with pytest.raises(FormatError, match="another grid"):
        Book(book, nonet.Sudoku("." * 36), 1)


def test_the_command_makes_a_book_and_a_pdf(tmp_path, capsys):
    pytest.importorskip("typst")
    file = tmp_path / "book.jsonl"
    command = ["generate", "--book", str(file), "--size", "4", "--level", "easy", "--seed", "1"]
    assert main([*command, "--count", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("Easy 2 ")
    assert [json.loads(line)["title"] for line in file.read_text().splitlines()] == [
        "Easy 1",
        "Easy 2",
    ]
    assert file.with_suffix(".pdf").read_bytes().startswith(b"%PDF")
    assert main([*command, "--kind", "killer"]) == 2
