"""Text and files as puzzles, and back; a format, or a family of formats, a file of this folder.

>>> puzzle = parse("1... .... ..2. ....")
>>> puzzle.clues["R1C1"], len(puzzle.clues)
(1, 2)
>>> write(puzzle, "euler").splitlines()[:2]
['Grid 01', '1000']
"""

from nonet.formats.base import Entry, Format, Reader
from nonet.formats.parsing import Source, Sudoku, iter_puzzles, parse, read
from nonet.formats.registry import detect, find_format, format_names, formats, looks_like_path
from nonet.formats.writing import write, write_to

__all__ = [
    "Entry",
    "Format",
    "Reader",
    "Source",
    "Sudoku",
    "detect",
    "find_format",
    "format_names",
    "formats",
    "iter_puzzles",
    "looks_like_path",
    "parse",
    "read",
    "write",
    "write_to",
]
