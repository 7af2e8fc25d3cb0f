"""Answers that a site keeps as files, so that a visitor who plays or reads fetches no Python.

They are the answers to ``about``, to the questions of the course and of techniques, and the pictures
of plain squares and of the library's puzzles, each with the declaration of its rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from nonet.protocol import ask

PLAIN_SIZES = (4, 6, 8, 9, 12, 16)
CELL = 48
"""The side of a cell in the page's pictures (``geometry.js``)."""


def write_answers(site: Path) -> None:
    """Write the kept answers of a site, and the list of their names, into ``answers/``."""
    folder = site / "answers"
    folder.mkdir()
    names = []
    for name, question in questions(site):
        answer = answer_in_browser(question)
        if answer is not None:
            text = json.dumps(answer, separators=(",", ":"))
            (folder / f"{name}.json").write_text(text, encoding="utf-8")
            names.append(name)
    (folder / "index.json").write_text(json.dumps(sorted(names)), encoding="utf-8")


def answer_in_browser(question: dict[str, Any]) -> dict[str, Any] | None:
    """Return what a browser's Python answers, or ``None`` where it has no answer."""
    with patch("nonet.protocol.about.in_browser", lambda: True):
        *_, last = ask(question)
    answer = last.get("done")
    return None if answer is None else {k: v for k, v in answer.items() if k != "ms"}


def questions(site: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the kept questions, each after its name."""
    about = answer_in_browser({"do": "about"})
    course = answer_in_browser({"do": "course"})
    assert about and course
    yield "about", {"do": "about"}
    yield "course", {"do": "course"}
    for lesson in course["lessons"]:
        yield f"study-{lesson['name']}", {"do": "study", "name": lesson["name"]}
        yield f"figure-{lesson['name']}-0", {"do": "figure", "name": lesson["name"], "choice": 0}
    for each in about["exercises"]:
        yield f"exercise-{each['name']}", {"do": "exercise", "name": each["name"]}
    for lesson in course["lessons"]:
        name = f"lesson-{lesson['name']}"
        yield f"exercise-{name}", {"do": "exercise", "name": name}
    for each in about["techniques"]:
        yield f"lesson-{each['key']}", {"do": "lesson", "technique": each["key"]}
    plain = [{"size": size} for size in PLAIN_SIZES]
    for puzzle in (*plain, *library_puzzles(site)):
        question = {"do": "draw", "puzzle": puzzle, "cell": CELL, "declare": True}
        yield f"draw-{structure_hash(puzzle)}", question


def library_puzzles(site: Path) -> Iterator[dict[str, Any]]:
    """Yield the puzzles of the site's library that have rules of their own, without clues."""
    index = json.loads((site / "library.json").read_text(encoding="utf-8"))
    shelves = [shelf["puzzles"] for shelf in index["shelves"]]
    shelves += [index["daily"]] if "daily" in index else []
    for shelf in shelves:
        if isinstance(shelf, str):
            shelf = json.loads((site / shelf).read_text(encoding="utf-8"))["puzzles"]
        for entry in shelf:
            if entry["puzzle"].get("rules"):
                yield {k: v for k, v in entry["puzzle"].items() if k != "clues"}


def structure_hash(puzzle: dict[str, Any]) -> str:
    """Return the name of a puzzle's structure, as ``kept.js`` makes it: FNV-1a of its JSON.

    >>> structure_hash({"size": 9})
    '9ffdnt'
    """
    keys = [puzzle.get("size"), puzzle.get("box"), puzzle.get("rules", [])]
    text = json.dumps([*keys, puzzle.get("classic", True)], separators=(",", ":"))
    number = 2166136261
    for character in text:
        number = (number ^ ord(character)) * 16777619 % 2**32
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits
