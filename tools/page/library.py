"""The page's library of puzzles, made by nonet: ``python -m tools.page.library --puzzles 10``.

A kind is one file of ``static/library/``, which has its puzzles by level; ``daily.json`` has those
that the puzzles of the days are made of.  Each puzzle has one solution, is as hard as its entry
says, needs the rule of its kind, and has a solution grid of its own.  Each is
saved when it is drawn, and a further run goes on behind the last.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

from nonet import web
from nonet.formats import parse
from nonet.web.library import document_of, index_text

LIBRARY_FILE = Path(web.__file__).parent / "static" / "library.json"
"""The index: a shelf for each kind, with the file of its puzzles."""


def library() -> list[dict[str, Any]]:
    """Return the entries of the page's own library, those of the days last."""
    index = json.loads(LIBRARY_FILE.read_text(encoding="utf-8"))
    files = [*(shelf["puzzles"] for shelf in index["shelves"]), index["daily"]]
    entries: list[dict[str, Any]] = []
    for file in files:
        text = (LIBRARY_FILE.parent / file).read_text(encoding="utf-8")
        entries += json.loads(text)["puzzles"]
    return entries


def puzzle_of(entry: dict[str, Any]) -> Any:
    """Return the puzzle of an entry."""
    return parse(json.dumps({"nonet": "puzzle", "version": 1, **entry["puzzle"]}))


def library_text(entries: Iterable[dict[str, Any]]) -> str:
    """The text of a file of puzzles: an entry a line."""
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in entries)
    return f'{{"nonet":"library","version":2,"puzzles":[\n{lines}\n]}}\n'


LEVELS = ("Easy", "Medium", "Hard", "Unfair", "Extreme")
"""The levels, the easiest first; variants have the first four."""

KINDS = {
    "killer": "killer", "thermometer": "thermometer", "arrow": "arrow", "dots": "dots",
    "whispers": "whispers", "renban": "renban", "sandwich": "sandwich",
    "little-killer": "little-killer", "xv": "xv", "skyscraper": "skyscraper",
    "diagonals": "x", "anti-knight": "anti-knight", "windoku": "windoku",
    "jigsaw": "jigsaw", "killer-arrow": "killer,arrow", "quadruple": "quadruple",
}  # fmt: skip
"""Kinds of variants as the page names them, and as ``nonet generate --kind`` does."""

SLOWEST = "quadruple"
"""The kind that takes longest: its puzzles are drawn last."""

SMALL = (4, 6)
"""Sizes of the puzzles for newcomers."""

SECONDS = 400
"""Seconds for a puzzle; a further run tries other seeds where none came."""

FOLDER = LIBRARY_FILE.parent / "library"


def demands(per_level: int) -> Iterator[tuple[str, str, str, int]]:
    """Yield file, kind, level and number of each puzzle of the library."""
    kinds = [kind for kind in KINDS if kind != SLOWEST]
    for kind in kinds:  # a Sunday has a variant
        yield "daily", kind, "Medium", 1
    for number in range(1, per_level + 1):
        for level in LEVELS:
            for file in ("classic", "daily"):
                yield file, "classic", level, number
        for size in SMALL:
            yield f"{size}x{size}", f"{size}x{size}", "Easy", number
    for number in range(1, per_level + 1):
        for kind in (*kinds, SLOWEST):
            yield kind, kind, "Unfair", number
    for level in LEVELS[:3]:
        for number in range(1, per_level + 1):
            for kind in (*kinds, SLOWEST):
                yield kind, kind, level, number


def puzzle_for(file: str, kind: str, level: str, number: int, attempt: int) -> Any:
    """Return a puzzle with one solution of a kind and level, or ``None`` if none came in time."""
    import nonet

    seed = crc32(f"{file} {kind} {level} {number} {attempt}".encode())
    demand: dict[str, Any] = {"kind": KINDS[kind]} if kind in KINDS else {}
    if "x" in kind and kind not in KINDS:
        demand = {"like": nonet.Sudoku("." * int(kind[0]) ** 2)}
    with nonet.generate(1, level=level, seed=seed, time_limit=SECONDS, **demand) as drawn:
        return next((each.puzzle for each in drawn), None)


def solution_of(puzzle: Any) -> tuple[int, ...]:
    """Return the values of the solution, in the order of cells."""
    import nonet

    solution = nonet.solve(puzzle).solution
    assert solution is not None  # a generated puzzle has one
    return tuple(solution[cell] for cell in puzzle.grid.cells)


def entry_of(puzzle: Any, file: str, kind: str, level: str, number: int) -> dict[str, Any]:
    """Return the entry of a puzzle, with the number of its level on the level's scale."""
    from nonet.techniques.path import level_of

    rated = level_of(puzzle, level)
    name = f"{kind}-{level.lower()}-{number}"
    return {
        "id": f"daily-{name}" if file == "daily" else name,
        "variant": kind,
        "level": rated.word,
        "score": rated.number,
        "scale": rated.scale,
        "puzzle": document_of(puzzle),
    }


def read_files() -> dict[str, dict[str, dict[str, Any]]]:
    """Return the entries of each file by their names."""
    return {
        file.stem: {each["id"]: each for each in json.loads(file.read_text())["puzzles"]}
        for file in FOLDER.glob("*.json")
    }


def kinds_in_order() -> list[str]:
    """Return the names of the shelves."""
    return ["classic", *(f"{size}x{size}" for size in SMALL), *KINDS]


def in_order(entries: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return entries by kind, level and number."""
    kinds = kinds_in_order()
    return sorted(
        entries,
        key=lambda each: (
            kinds.index(each["variant"]),
            LEVELS.index(each["level"]),
            int(each["id"].rpartition("-")[2]),
        ),
    )


def write_file(file: str, entries: dict[str, dict[str, Any]]) -> None:
    """Write the entries of a file."""
    text = library_text(in_order(entries.values()))
    (FOLDER / f"{file}.json").write_text(text, encoding="utf-8")


def make_library(per_level: int) -> None:
    """Add the puzzles that the files do not have yet."""
    files = read_files()
    FOLDER.mkdir(exist_ok=True)
    grids = {
        solution_of(puzzle_of(each)) for entries in files.values() for each in entries.values()
    }
    for file, kind, level, number in demands(per_level):
        entries = files.setdefault(file, {})
        name = f"{kind}-{level.lower()}-{number}"
        if name in entries or f"daily-{name}" in entries:
            continue
        for attempt in range(3):
            puzzle = puzzle_for(file, kind, level, number, attempt)
            if puzzle is None:
                continue
            grid = solution_of(puzzle)
            if grid in grids and len(grid) == 81:
                continue
            entry = entry_of(puzzle, file, kind, level, number)
            if entry["level"] != level:
                continue
            grids.add(grid)
            entries |= read_files().get(file, {})  # another process may have added some
            entries[entry["id"]] = entry
            write_file(file, entries)
            print(entry["id"], entry["score"], len(puzzle.clues), file=sys.stderr, flush=True)
            break
        else:
            print(name, "none", file=sys.stderr, flush=True)


def main() -> None:
    """Add puzzles, and write the index."""
    parser = argparse.ArgumentParser(prog="tools.page.library", description=__doc__)
    parser.add_argument("--puzzles", type=int, default=10, help="of each kind and level")
    make_library(parser.parse_args().puzzles)
    shelves = {
        file: in_order(entries.values())
        for file, entries in read_files().items()
        if file != "daily"
    }
    ordered = {kind: shelves[kind] for kind in kinds_in_order() if kind in shelves}
    LIBRARY_FILE.write_text(index_text(ordered, FOLDER.name), encoding="utf-8")


if __name__ == "__main__":
    main()
