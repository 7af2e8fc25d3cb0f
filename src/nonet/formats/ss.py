"""SS: Simple Sudoku's file: the puzzle, perhaps its state, perhaps its candidates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.grid_text import NumberedLine, is_grid, read_single_grid, sections
from nonet.formats.pm import is_candidate_grid
from nonet.formats.reader import Reader, Row
from nonet.formats.sdk import state_line
from nonet.formats.square_text import text_of_square
from nonet.formats.statements import Header
from nonet.puzzle import Alphabet, Puzzle


class SsFormat(Format):
    """One puzzle a file: its givens, then the state of play, then the candidates.

    State and candidates are notes of the puzzle: ``state``, a line, and ``candidates``, the text
    unchanged.
    """

    name = "ss"
    suffixes = (".ss",)
    sentence = (
        "A puzzle a file, boxes parted by | and lines of dashes; "
        "a second grid is the state of play, a third its candidates."
    )

    def claims(self, sample: str) -> bool:
        """Whether a framed grid is followed by another with its clues, and by candidates.

        With fewer grids the text may be several puzzles: then the suffix decides.
        """
        framed = [part.lines for part in sections(iter(_numbered(sample))) if part.lines]
        return (
            len(framed) == 3
            and _is_framed(framed[0])
            and is_grid(framed[0])
            and is_candidate_grid(framed[2])
            and _has_clues(framed[0], framed[1])
        )

    def admits(self, sample: str) -> bool:
        """Whether the first part is a framed grid."""
        framed = [part.lines for part in sections(iter(_numbered(sample))) if part.lines]
        return bool(framed) and len(framed) < 4 and _is_framed(framed[0]) and is_grid(framed[0])

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        parts: list[list[NumberedLine]] = []
        for section in sections(lines):
            yield from reader.notes(section.comments)
            if section.lines:
                parts.append(section.lines)
        if parts:
            yield reader.attempt(_puzzle, reader, parts)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        for number, puzzle in enumerate(puzzles):
            if number:
                raise FormatError("ss holds one puzzle a file")
            text = text_of_square(puzzle, self.name, alphabet)
            lines = [*Header().comments(puzzle, text.alphabet), *text.framed()]
            state = puzzle.notes.get("state", "")
            size = len(text.rows)
            if len(state) == size * size:
                rows = [state[start : start + size] for start in range(0, len(state), size)]
                lines += ["", *type(text)(rows, text.alphabet, text.box).framed()]
                if "candidates" in puzzle.notes:
                    lines += ["", puzzle.notes["candidates"]]
            yield "".join(f"{line}\n" for line in lines)


def _puzzle(reader: Reader, parts: list[list[NumberedLine]]) -> Puzzle:
    givens, *others = parts
    rows = read_single_grid(givens)
    notes: dict[str, str] = {}
    for lines in others:
        if "state" not in notes and not is_candidate_grid(lines):
            state = read_single_grid(lines)
            _check_givens(reader, rows, state)
            notes["state"] = state_line(state, reader)
        elif "candidates" not in notes:
            notes["candidates"] = "\n".join(text for _, text in lines)
        else:
            raise FormatError("expected at most a state and its candidates", line=lines[0][0])
    return reader.square(rows, notes)


def _check_givens(reader: Reader, givens: list[Row], state: list[Row]) -> None:
    """Raise ``FormatError`` unless the state has the givens."""
    clues, now = reader.values(givens), reader.values(state)
    if len(clues) != len(now) or any(
        clue is not None and clue != value for clue, value in zip(clues, now, strict=True)
    ):
        raise FormatError(
            "the second grid of an ss file is a state of the first: it lacks its clues",
            line=state[0].line,
        )


def _numbered(sample: str) -> list[NumberedLine]:
    return list(enumerate(sample.split("\n"), 1))


def _is_framed(lines: list[NumberedLine]) -> bool:
    return any("|" in text for _, text in lines) and any("---" in text for _, text in lines)


def _has_clues(givens: list[NumberedLine], state: list[NumberedLine]) -> bool:
    """Whether two texts are grids, the second with all clues of the first."""
    reader = Reader(allow_clashes=True)
    try:
        _check_givens(reader, read_single_grid(givens), read_single_grid(state))
    except FormatError:
        return False
    return True
