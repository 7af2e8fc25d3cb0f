"""JSON: our own form, which holds any puzzle.

A square puzzle is ``{"nonet": "puzzle", "version": 1, "size": 9, "clues": "53..7..."}`` with, where
needed, ``box`` ([height, width] or null for none), ``alphabet``, ``rules`` (beside the classic
rules; with ``"classic": false`` all rules), ``candidates`` ({"R1C1": [1, 2]}), ``entries`` (values
filled in that are no clues, {"R1C1": 1}), ``name``, ``comment`` and ``notes``.  In place of
``size``, ``grid`` names or describes one (``"samurai"``, ``"6x8 values 0-9"``:
:mod:`nonet.puzzle.grid_descriptions`), or is an object with ``values`` and ``blocks``, or with
``values`` and the ``rows`` of a picture.  ``clues`` are then a list of the canvas's rows (a blank
where there is no cell), or an object from cells to values.

A text is an object a line, a list of objects, or a sequence of objects.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from nonet.errors import FormatError, NonetError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.pasted import has_lists
from nonet.formats.puzzle_json import read_object, to_json
from nonet.formats.reader import Reader
from nonet.puzzle import Alphabet, Puzzle

MAX_DOCUMENT_LENGTH = 1 << 26
"""The most characters of a document of several lines, which is held in memory: 64 MiB."""
_NOT_BLANK = re.compile(r"\S")

_FOREIGN = re.compile(r'(?<!\\)"(?:grid|cells)"\s*:\s*\[\s*\[\s*[{\]]')
"""A key of f-puzzles or SudokuPad with objects row by row, which no object of ours has."""
_OWN_KEY = re.compile(r'(?<!\\)"(?:(?:nonet|clues|size)"\s*:|puzzle"\s*:\s*")')


def is_foreign(sample: str) -> bool:
    """Whether the JSON that begins so is an f-puzzles or a SudokuPad object."""
    return bool(_FOREIGN.search(sample))


class JsonFormat(Format):
    """Our own objects, for any puzzle."""

    name = "json"
    proven = "all puzzles"
    suffixes = (".json", ".jsonl", ".ndjson")
    sentence = (
        "JSON objects, one a line or in a list: holds any puzzle, "
        "with its grid, rules, candidates and notes."
    )

    def claims(self, sample: str) -> bool:
        """Whether an object, or a list of objects, comes first, and no other program's."""
        start = sample.lstrip()
        ours = start.startswith("{") or (start[:1] == "[" and start[1:].lstrip()[:1] in "{]")
        if not ours or is_foreign(start):
            return False
        return bool(_OWN_KEY.search(start)) or not has_lists(sample)

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        for number, text in lines:
            if not text.strip():
                continue
            if _is_object(text):
                yield reader.attempt(puzzle_of_line, reader, number, text)
                yield from _from_lines(reader, lines)
            else:
                yield from _from_document(reader, number, _document(number, text, lines))

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        for puzzle in puzzles:
            yield json.dumps(to_json(puzzle, alphabet), ensure_ascii=False) + "\n"


def _is_object(text: str) -> bool:
    """Whether a line is an object by itself."""
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _is_end_of_generation(text: str) -> bool:
    """Whether a line is what ``nonet generate`` ends with where a limit stopped it."""
    return text.startswith('{"found": ') and '"wanted": ' in text and '"stopped_by": ' in text


def _from_lines(reader: Reader, lines: Lines) -> Iterator[Entry]:
    for number, text in lines:
        if text.strip() and not _is_end_of_generation(text):
            yield reader.attempt(puzzle_of_line, reader, number, text)


def puzzle_of_line(reader: Reader, number: int, text: str) -> Puzzle:
    """Return the puzzle of an object in a line, or in part of a line.

    Raise ``FormatError`` for any other text.
    """
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(f"not JSON: {error.msg}", line=number, column=error.colno) from None
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not JSON: {error}", line=number) from None
    return _from_object(reader, number, document)


def _document(number: int, text: str, lines: Lines) -> str:
    """Return the text from a line on.

    Raise ``FormatError`` if the text is longer than ``MAX_DOCUMENT_LENGTH``.
    """
    texts, length = [text], len(text)
    for _, text in lines:
        texts.append(text)
        length += len(text) + 1
        if length > MAX_DOCUMENT_LENGTH:
            fault = f"a JSON document of more than {MAX_DOCUMENT_LENGTH >> 20} MiB: "
            raise FormatError(f"{fault}write a puzzle a line, which may be any number", line=number)
    return "\n".join(texts)


def _from_document(reader: Reader, first: int, text: str) -> Iterator[Entry]:
    """The puzzles of values that follow one another, each an object or a list of objects."""
    decoder, position = json.JSONDecoder(), 0
    line, counted = first, 0
    while match := _NOT_BLANK.search(text, position):
        position = match.start()
        line += text.count("\n", counted, position)
        counted = position
        try:
            document, position = decoder.raw_decode(text, position)
        except json.JSONDecodeError as error:
            yield FormatError(
                f"not JSON: {error.msg}", line=first + error.lineno - 1, column=error.colno
            )
            return
        except (ValueError, RecursionError) as error:
            yield FormatError(f"not JSON: {error}", line=line)
            return
        if not isinstance(document, list):
            yield reader.attempt(_from_object, reader, line, document)
            continue
        for number, entry in enumerate(document, 1):
            yield reader.attempt(_from_object, reader, line, entry, f"entry {number}: ")


def _from_object(reader: Reader, line: int, document: object, where: str = "") -> Puzzle:
    """Return the puzzle of an object; errors name the line at which the object begins."""
    try:
        return read_object(document, reader)
    except FormatError as error:
        if error.is_of_options:
            raise
        raise FormatError(
            f"{where}{error.message}", line=line, column=error.column
        ) from error.__cause__
    except NonetError as error:
        raise FormatError(f"{where}{error}", line=line) from error
    except (TypeError, ValueError, AttributeError, LookupError, RecursionError) as error:
        raise FormatError(f"{where}not a puzzle: {error}", line=line) from error
