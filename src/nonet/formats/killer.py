"""Killer strings: ``3x3::k:`` and a number a cell, 256 times the sum and a number of the cage.

PS, "Puzzle string", is the exchange format of JSudoku and SudoCue; ``3x3:d:k:`` has the two long
diagonals as well.  Source: sudocue.net's forum, topic 519.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.killer_cages import cages_of, first_content_line, index_of, puzzle_of_cages
from nonet.formats.reader import Reader
from nonet.puzzle import Alphabet, Puzzle

_HEAD = re.compile(r"(\d{1,2})x(\d{1,2}):([a-z]*):k:")
_CELLS = 81
_BASE = 256


class KillerFormat(Format):
    """A killer a line."""

    name = "killer"
    suffixes = (".ps",)
    sentence = (
        "Killers, 3x3::k: and 81 numbers with colons, each 256 times the sum and the cage's number."
    )

    def claims(self, sample: str) -> bool:
        """Whether the first line begins with a size and ``k``."""
        return bool(_HEAD.match(first_content_line(sample)))

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        return reader.one_per_line(lines, parse_killer)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        for puzzle in puzzles:
            numbers = [0] * _CELLS
            cages = cages_of(puzzle, self.name, "diagonals")
            for key, cage in enumerate(cages, 1):
                if cage.sum is None:
                    fault = f"killer cannot hold the cage at {cage.cells[0]}: it has no sum"
                    raise FormatError(f"{fault}; killer-short, sumocue and json can")
                for cell in cage.cells:
                    numbers[index_of(cell)] = (cage.sum or 0) * _BASE + key
            unused = iter(range(len(cages) + 1, _BASE))
            numbers = [value or next(unused) for value in numbers]
            mark = "d" if any(rule.name == "diagonals" for rule in puzzle.rules) else ""
            yield f"3x3:{mark}:k:{''.join(f'{value}:' for value in numbers)}\n"


def parse_killer(text: str, reader: Reader, line: int = 1) -> Puzzle:
    """Return the puzzle of a killer string; raise ``FormatError`` if the string is no killer."""
    text = text.strip()
    match = _HEAD.match(text)
    if match is None:
        raise FormatError("expected 3x3::k: and a number a cell", line=line)
    if (match[1], match[2]) != ("3", "3") or set(match[3]) - {"d"}:
        raise FormatError(f"{match[0]} is not read: only 3x3::k: and 3x3:d:k: are", line=line)
    parts = text[match.end() :].rstrip(":").split(":")
    if len(parts) != _CELLS:
        raise FormatError(f"expected {_CELLS} numbers with colons, found {len(parts)}", line=line)
    groups: dict[int, list[int]] = {}
    sums: dict[int, int] = {}
    for index, part in enumerate(parts):
        if not part.isascii() or not part.isdigit() or len(part) > 6:
            raise FormatError(f"cell {index + 1}: expected a number, not {part[:20]!r}", line=line)
        total, key = divmod(int(part), _BASE)
        if not total:
            continue  # a number without a sum is that of a cell in no cage
        groups.setdefault(key, []).append(index)
        if sums.setdefault(key, total) != total:
            raise FormatError(f"cage {key} has the sums {sums[key]} and {total}", line=line)
    return puzzle_of_cages(reader, groups, sums, line=line, diagonals="d" in match[3])
