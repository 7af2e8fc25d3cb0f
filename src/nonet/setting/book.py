"""Books: a number of puzzles of each level, no two equal up to a symmetry, each saved when drawn.

>>> import nonet, tempfile
>>> from pathlib import Path
>>> with tempfile.TemporaryDirectory() as folder:
...     book = Book(Path(folder) / "small.jsonl", nonet.Sudoku("." * 16), seed=1)
...     done = book.fill(2, ("Easy",))
>>> done, [page.title for page in book.pages]
(True, ['Easy 1', 'Easy 2'])

A file has a line of JSON for each puzzle, in the order of drawing.  A book that is opened again
goes on behind its last puzzle of each level: stopped or not, in any number of processes, a seed
makes the same book.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nonet.deadline import Deadline
from nonet.errors import FormatError
from nonet.formats import parse, write
from nonet.puzzle import Puzzle
from nonet.render.pictures import pdf_sheet
from nonet.render.svg import drawing_svg
from nonet.setting.canonical import canonical
from nonet.setting.generating import generate
from nonet.setting.practice import NO_LIMIT
from nonet.solving import solve
from nonet.techniques.levels import Level
from nonet.techniques.policies import LEVELS


@dataclass(frozen=True)
class Page:
    """A puzzle of a book: its level, its number within the level, the line of its solution, and the
    tag behind which :func:`nonet.generate` continues."""

    puzzle: Puzzle
    difficulty: Level
    number: int
    solution: str
    tag: str

    @property
    def title(self) -> str:
        """The level and the number."""
        return f"{self.level} {self.number}"

    @property
    def level(self) -> str:
        """The word of the level."""
        return self.difficulty.word

    def to_json(self) -> dict[str, Any]:
        """The page as data."""
        return {
            "title": self.title,
            "difficulty": self.difficulty.to_json(),
            "number": self.number,
            "puzzle": json.loads(write([self.puzzle], "json")),
            "solution": self.solution,
            "tag": self.tag,
        }


def book_pages(path: Path) -> list[Page]:
    """Return the pages of a book of any seed, grid and rules, in the order of drawing.

    Raises ``FormatError`` for a file that is not a book.
    """
    return [page for page, _ in _saved_pages(path)]


def _saved_pages(path: Path) -> Iterator[tuple[Page, int]]:
    for line in path.read_bytes().splitlines(keepends=True):
        if not line.endswith(b"\n"):
            break  # the run was ended while it was written
        try:
            saved = json.loads(line)
            puzzle = parse(json.dumps(saved["puzzle"]))
            level = Level(*(saved["difficulty"][name] for name in ("level", "score", "scale")))
            LEVELS.index(level.word)
            page = Page(puzzle, level, *(saved[name] for name in ("number", "solution", "tag")))
        except (ValueError, KeyError, TypeError, AttributeError, FormatError):
            raise FormatError("it is not a book of puzzles", source=str(path)) from None
        yield page, len(line)


def pages_in_order(pages: Iterable[Page]) -> list[Page]:
    """The pages by level, and by number."""
    return sorted(pages, key=lambda page: (LEVELS.index(page.level), page.number))


class Book:
    """The puzzles in a file, which grows; all puzzles share ``like`` and ``seed``."""

    def __init__(self, path: Path, like: Puzzle, seed: int, jobs: int = 1) -> None:
        """Read the puzzles in the file; raise ``FormatError`` for a file that is not a book, or a book
        of another seed, grid or rules."""
        self.path, self.like, self.seed, self.jobs = path, like, seed, jobs
        self.pages: list[Page] = []
        self._forms: set[Puzzle] = set()
        total = 0
        for page, size in _saved_pages(path) if path.exists() else ():
            if not page.tag.startswith(f"{self._seed_of(page.level)}/"):
                raise FormatError(f"it is a book of another seed than {seed}", source=str(path))
            if page.puzzle.grid != like.grid or page.puzzle.rules != like.rules:
                raise FormatError("it is a book of another grid or rules", source=str(path))
            self._add(page)
            total += size
        if path.exists() and total < path.stat().st_size:
            with path.open("r+b") as file:
                file.truncate(total)

    def _seed_of(self, level: str) -> int:
        """The seed of a level: one seed would give each level the same solutions."""
        return self.seed * len(LEVELS) + LEVELS.index(level)

    def _add(self, page: Page) -> None:
        self.pages.append(page)
        self._forms.add(canonical(page.puzzle))

    def fill(
        self,
        per_level: int,
        levels: Iterable[str] = LEVELS,
        *,
        time_limit: float | None = None,
    ) -> bool:
        """Add puzzles up to ``per_level`` of each level; return whether the time sufficed."""
        levels = tuple(levels)
        for _ in self.added(per_level, levels, time_limit=time_limit):
            pass
        return self.has(per_level, levels)

    def has(self, per_level: int, levels: Iterable[str]) -> bool:
        """Whether there are at least ``per_level`` puzzles of each level."""
        numbers = Counter(page.level for page in self.pages)
        return all(numbers[level] >= per_level for level in levels)

    def added(
        self, per_level: int, levels: Iterable[str] = LEVELS, *, time_limit: float | None = None
    ) -> Iterator[Page]:
        """Add puzzles until each level has ``per_level``, and yield each page when written."""
        deadline = Deadline(time_limit)
        for level in levels:
            pages_of_level = [page for page in self.pages if page.level == level]
            number = len(pages_of_level)
            remaining = deadline.remaining()
            if number >= per_level or (remaining is not None and remaining <= 0):
                continue
            with generate(
                NO_LIMIT,
                like=self.like,
                level=level,
                seed=self._seed_of(level),
                after=pages_of_level[-1].tag if pages_of_level else "",
                jobs=self.jobs,
                time_limit=remaining,
            ) as puzzles:
                for generated in puzzles:
                    if canonical(generated.puzzle) in self._forms:
                        continue
                    number += 1
                    assert generated.level is not None  # clues were added to reach it
                    page = Page(
                        *(generated.puzzle, generated.level, number),
                        *(generated.solution, generated.tag),
                    )
                    with self.path.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(page.to_json()) + "\n")
                    self._add(page)
                    yield page
                    if number >= per_level:
                        break

    def pdf(self, per_page: int = 6) -> bytes:
        """Return the book as a PDF: the puzzles by level, and the answers behind the puzzles.

        Raises ``NotInstalled`` without the extra ``pictures``.
        """
        pictures = []
        for page in pages_in_order(self.pages):
            drawing = page.puzzle.drawing()
            pictures.append(
                (
                    f"{page.title} ({page.difficulty.scale} {page.difficulty.number:g})",
                    drawing_svg(drawing),
                )
            )
        for page in pages_in_order(self.pages):
            drawing = page.puzzle.drawing(solve(page.puzzle).solution)
            pictures.append((f"Answer to {page.title}", drawing_svg(drawing)))
        return pdf_sheet(pictures, per_page)
