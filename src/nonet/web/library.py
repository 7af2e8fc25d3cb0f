"""The library of puzzles of a page: made of books here, the page's own by ``tools/page/library.py``.

``score`` is the number of a puzzle's level on its ``scale``: HoDoKu's score, or of a variant its effort.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from nonet.errors import FormatError
from nonet.formats.json import to_json
from nonet.puzzle.rules import CLASSIC


def library_of_books(paths: Iterable[Path]) -> str:
    """Return a library, as text, of the puzzles of books that ``nonet generate --book`` has made.

    Raises ``FormatError`` for a file that is not a book, or has no puzzle.
    """
    from nonet.setting.book import book_pages, pages_in_order  # the setter's bench: 150 ms

    numbers: Counter[str] = Counter()
    entries = []
    for path in paths:
        if not (pages := pages_in_order(book_pages(path))):
            raise FormatError("there is no puzzle of a book in it", source=str(path))
        for page in pages:
            variant, level, difficulty = _variant_name(page.puzzle), page.level, page.difficulty
            name = level.lower() if variant == "classic" else f"{variant}-{level.lower()}"
            numbers[name] += 1
            entry = {"id": f"{name}-{numbers[name]}", "variant": variant, "level": level}
            rating = {"score": difficulty.number, "scale": difficulty.scale}
            entries.append({**entry, **rating, "puzzle": document_of(page.puzzle)})
    variants = dict.fromkeys(str(entry["variant"]) for entry in entries)
    shelves = {name: [each for each in entries if each["variant"] == name] for name in variants}
    return index_text(shelves)


def _variant_name(puzzle: Any) -> str:
    """The name of the first rule that is not classic, or the size, or ``classic``."""
    names = {rule.name for rule in CLASSIC}
    further = [rule.name for rule in puzzle.rules if rule.name not in names]
    size = puzzle.grid.size
    return further[0] if further else "classic" if size == 9 else f"{size}x{size}"


def document_of(puzzle: Any) -> dict[str, Any]:
    """The document of a puzzle, without what the whole library says."""
    document = to_json(puzzle)
    return {key: document[key] for key in document if key not in ("nonet", "version", "name")}


def index_text(shelves: Mapping[str, Sequence[dict[str, Any]]], folder: str = "") -> str:
    """The text of a library: a shelf for each kind, with the number of its puzzles by level.

    The puzzles are in files of ``folder``, beside a file of the puzzles of the days; without a
    folder they are in the library itself.
    """
    listed = [
        {
            "variant": name,
            "levels": Counter(each["level"] for each in entries),
            "puzzles": f"{folder}/{name}.json" if folder else list(entries),
        }
        for name, entries in shelves.items()
    ]
    index: dict[str, Any] = {"nonet": "library", "version": 2, "shelves": listed}
    if folder:
        index["daily"] = f"{folder}/daily.json"
    return json.dumps(index, separators=(",", ":")) + "\n"
