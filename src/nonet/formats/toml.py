'''TOML: our own form for people, with comments and rules in their short form.

The keys are the keys of JSON, and the name of any rule::

    name = "A small killer"          # all but the clues may be left out
    clues = """
    ....
    ....
    ....
    ...1
    """
    killer = ["5 R1C1 R1C2", "8 R2C3-R2C4 R3C4"]
    anti-king = true

The lines of ``clues`` are rows.  A rule is ``true`` where no parameter is necessary, else a text, a
table of its parameters, or a list of these forms; ``rules`` is a list of rules with their names,
for rules whose order matters, or a table of rules by name.  Without ``clues`` the grid is blank: of
the ``size`` that is given, else of nine.  ``box`` is ``"2x3"`` or ``"none"``.  Several puzzles are
tables ``[[puzzle]]``.  Clues are also accepted under other names and in other common forms
(``toml_aliases.py``).

>>> from nonet.formats import parse
>>> puzzle = parse('clues = "1... .... .... ...."\\nkiller = "5 R1C2 R1C3"')
>>> puzzle.clues["R1C1"], puzzle.rules[-1].sum
(1, 5)
'''

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from math import isqrt
from typing import Any

from nonet.errors import FormatError, NonetError, PuzzleError, did_you_mean
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.cell_symbols import invalid_cell_error, symbol_values
from nonet.formats.pasted import has_lists, is_blank
from nonet.formats.puzzle_json import KEYS, read_object
from nonet.formats.reader import Reader
from nonet.formats.statements import parse_alphabet, parse_box
from nonet.formats.toml_aliases import CLUE_KEYS, with_canonical_keys
from nonet.formats.toml_writing import toml_lines
from nonet.puzzle import (
    Alphabet,
    Puzzle,
    PuzzleRule,
    rule_from_json,
    rule_to_json,
    rule_types,
)
from nonet.puzzle.grid import MAX_VALUES, cell_name
from nonet.puzzle.rules import type_of_rule

MAX_DOCUMENT_LENGTH = 1 << 20
"""Characters of a document, which is read as a whole."""

DEFAULT_SIZE = 9
"""The size of a puzzle that has rules, but neither clues nor a size."""

_KEY = re.compile(r"""^\s*(?:\[\[\s*puzzle\s*\]\]|"?([A-Za-z][\w-]*)"?\s*=(?!=))""")
_TOML = re.compile(r"""\s*(?:"?[A-Za-z][\w-]*"?\s*=\s*(?:["'{]|\[\s*["'{]|true\b)|\[rules\])""")
"""A beginning of no other format: a text, a list of texts, a table or ``true`` under a key."""
_ASSIGNED = re.compile(r"^[\w.\"-]+[ \t]*=", re.MULTILINE)
_AT = re.compile(r"line (\d+), column (\d+)")
_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)|(?P<quoted>"[^"\n]*"|'[^'\n]*')(?=[ \t]*=)
    |(?P<text>\"{3}[\s\S]*?\"{3}|'{3}[\s\S]*?'{3}|"(?:\\.|[^"\\\n])*"
    |'[^'\n]*')|(?P<header>^[ \t]*\[{1,2}[^\]\n]*\]{1,2})|(?P<open>[\[{])|(?P<close>[\]}])
    |(?P<key>[A-Za-z0-9_-]+)(?=[ \t]*=)""",
    re.VERBOSE | re.MULTILINE,
)


class TomlFormat(Format):
    """Our own form for people."""

    name = "toml"
    suffixes = (".toml",)
    sentence = (
        "TOML with the clues as rows and rules in short form, such as killer = "
        '["15 R1C1 R1C2"]: holds any puzzle, for people to write.'
    )

    def claims(self, sample: str) -> bool:
        """Whether the first line that is no comment gives a value to a key of ours, or to another
        in a way that is TOML's."""
        first = _first(sample)
        match = _KEY.match(first)
        key = match[1] if match is not None else ""
        if key is None or key == "clues":
            return True
        if not (key and _is_known_key(key)) and (
            not _TOML.match(first) or first.rstrip().endswith(";")
        ):
            return False
        return len(_ASSIGNED.findall(sample)) > 1 or not has_lists(sample)

    def admits(self, sample: str) -> bool:
        """Whether the first line that is no comment has a key, or is the head of a table."""
        return bool(re.match(r"\s*\[|[^=]*=", _first(sample)))

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        import tomllib

        texts, length = [], 0
        for number, text in lines:
            length += len(text) + 1
            if length > MAX_DOCUMENT_LENGTH:
                yield FormatError(
                    f"a TOML document of more than {MAX_DOCUMENT_LENGTH >> 20} MiB", line=number
                )
                return
            texts.append(text)
        text = "\n".join(texts)
        try:
            document = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            yield _syntax_error(str(error), text)
            return
        except RecursionError:
            yield FormatError("not TOML: lists or tables stand in others too deep")
            return
        except ValueError:  # Python refuses to convert so many digits
            yield FormatError("a number of thousands of digits: no puzzle has one")
            return
        places = _Locations(text)
        several = document.get("puzzle")
        if not isinstance(several, list) or not all(isinstance(entry, dict) for entry in several):
            several, document = [document], {}
        for key in document:
            if key != "puzzle":
                fault = f"{key} stands beside the puzzles: each has its own, below its [[puzzle]]"
                yield places.error_at(fault, (0, key))
                return
        for number, entry in enumerate(several, 1 if document else 0):
            yield reader.attempt(_read, reader, entry, number, places)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        waiting: Puzzle | None = None
        number = 0
        for puzzle in puzzles:
            if waiting is not None:
                yield "[[puzzle]]\n" + toml_lines(waiting, alphabet, "puzzle.") + "\n"
            waiting, number = puzzle, number + 1
        if waiting is not None:
            header, within = ("[[puzzle]]\n", "puzzle.") if number > 1 else ("", "")
            yield header + toml_lines(waiting, alphabet, within)


def _first(sample: str) -> str:
    """The first line that is no comment."""
    lines = (text for text in sample.splitlines() if text.strip())
    return next((text for text in lines if not text.lstrip().startswith("#")), "")


def _is_known_key(key: str) -> bool:
    if key in KEYS:
        return True
    try:
        return bool(type_of_rule(key))
    except PuzzleError:
        return False


def _syntax_error(message: str, text: str) -> FormatError:
    """Return the error of the library as a ``FormatError`` with line and column."""
    at = _AT.search(message)
    message = f"not TOML: {re.sub(r' *[(]at [^)]*[)]$', '', message)}"
    if at is None:
        return FormatError(message, line=text.count("\n") + 1)
    return FormatError(message, line=int(at[1]), column=int(at[2]))


# -- where things stand ------------------------------------------------------------------

_TableKey = tuple[int, str]
"""The number of a puzzle's table, 0 outside such tables, and a key of the table."""


class _Locations:
    """The places of the values of a document that is valid TOML, by a plain scan."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._values: dict[_TableKey, int] = {}
        self._texts: dict[_TableKey, list[int]] = {}
        table, depth, section = 0, 0, ""
        where: _TableKey = (0, "")
        for token in _TOKEN.finditer(text):
            if token["header"] and depth == 0:
                name = token["header"].strip().strip("[]").strip()
                table += name == "puzzle"
                section = name.removeprefix("puzzle").lstrip(".")
                where = (table, section)
                self._values.setdefault(where, token.start())
            elif (token["key"] or token["quoted"]) and depth == 0:
                key = token["key"] or token["quoted"][1:-1]
                where = (table, key if section in ("", "rules") else section)
                self._values.setdefault(where, token.start())
            elif token["text"]:
                opening = 3 if token["text"][:3] in ('"""', "'''") else 1
                start = token.start() + opening
                start += opening == 3 and text[start : start + 1] == "\n"
                self._texts.setdefault(where, []).append(start)
            else:
                depth += bool(token["open"]) - bool(token["close"])

    def location(self, where: _TableKey, index: int = 0, offset: int = 0) -> tuple[int, int]:
        """Line and column of a text of a key, of the key itself, or of the puzzle."""
        texts = self._texts.get(where, [])
        if 0 <= index < len(texts):
            position = texts[index] + offset
        else:
            position = self._values.get(where, self._values.get((where[0], ""), 0))
        line = sum(start <= position for start in self._starts)
        return line, position - self._starts[line - 1] + 1

    def location_in_text(self, where: _TableKey, text: str, offset: int) -> tuple[int, int]:
        """Line and column of a character of a text, or of the texts that are its lines."""
        row = text.count("\n", 0, offset) if len(self._texts.get(where, [])) > 1 else 0
        return self.location(where, row, offset - (text.rfind("\n", 0, offset) + 1 if row else 0))

    def error_at(
        self, message: str, where: _TableKey, index: int = 0, cause: Exception | None = None
    ) -> FormatError:
        """An error at a place."""
        line, column = self.location(where, index)
        error = FormatError(message, line=line, column=column)
        error.__cause__ = cause
        return error


# -- reading -----------------------------------------------------------------------------


def _read(reader: Reader, table: Mapping[str, Any], number: int, places: _Locations) -> Puzzle:
    document: dict[str, Any] = {}
    rules: list[_LocatedRule] = []
    table, named = with_canonical_keys(table)
    for key, value in table.items():
        where = (number, key)
        if key == "box":
            document[key] = _box(value, where, places)
        elif key != "rules" and key in KEYS:
            document[key] = value
        elif key == "rules" and isinstance(value, dict) and "rule" not in value:
            for name, given in value.items():  # a table [rules] of them by name
                rules += _rules(name, given, (number, name), places)
        else:
            rules += _rules(key, value, where, places)
    if rules and document.keys().isdisjoint(("clues", "size", "grid")):
        document["size"] = DEFAULT_SIZE
    clues = document.get("clues", "")
    if isinstance(clues, str):
        document["clues"] = _clues(document, clues, reader, (number, named), places)
    try:
        standing_in = [rule_to_json(rule) for rule, _, _ in rules if rule.replaces]
        bare = read_object({**document, "rules": standing_in}, reader)
        if not rules:
            return bare
        for rule, where, index in rules:
            if not rule.replaces:
                _check_rule_fits(bare, rule, where, index, places)
        document["rules"] = [rule_to_json(rule) for rule, _, _ in rules]
        return read_object(document, reader)
    except FormatError as error:
        if error.line is None:
            error.line, error.column = places.location((number, _faulty_key(error.message, table)))
        raise
    except NonetError as error:
        raise places.error_at(
            str(error), (number, _faulty_key(str(error), table)), cause=error
        ) from error
    except (TypeError, ValueError, AttributeError, LookupError) as error:
        raise places.error_at(f"not a puzzle: {error}", (number, named), cause=error) from error


def _check_rule_fits(
    bare: Puzzle, rule: PuzzleRule, where: _TableKey, index: int, places: _Locations
) -> None:
    """Raise the error of a rule that does not fit the grid, with its place."""
    try:
        bare.with_rules(rule).model()
    except NonetError as error:
        raise places.error_at(str(error), where, index, error) from error


def _faulty_key(message: str, table: Mapping[str, Any]) -> str:
    """The key that an error speaks of, or that of the clues."""
    return next((key for key in table if re.search(rf"\b{re.escape(key)}\b", message)), "clues")


_LocatedRule = tuple[PuzzleRule, _TableKey, int]
"""A rule, its key, and the index of its value under this key."""


def _rules(key: str, value: Any, where: _TableKey, places: _Locations) -> list[_LocatedRule]:
    """Return the rules of the key ``rules``, or of a key that is the name of a rule."""
    if key != "rules" and not _is_known_key(key) and not _is_informal(key, where, places):
        known = [name for kind in rule_types().values() for name in (kind.name, *kind.aliases)]
        near = did_you_mean(key, [*KEYS, *known])
        if key in CLUE_KEYS:
            near = ': clues are rows of characters, such as clues = ["1...", "...."]'
        raise places.error_at(
            f"unknown key {key!r}: neither a key of ours nor a rule{near}", where, -1
        )
    entries = value if isinstance(value, list) else [value]
    name = "" if key == "rules" else key
    return [(_rule(name, each, where, i, places), where, i) for i, each in enumerate(entries)]


def _is_informal(key: str, where: _TableKey, places: _Locations) -> bool:
    """Return whether a rule may begin with the key, as in ``"parity line"``.

    Raise ``FormatError`` with advice for another form.
    """
    from nonet.puzzle.informal_rules import to_short_form

    try:
        return to_short_form(f"{key} R1C1") != f"{key} R1C1"
    except PuzzleError as error:
        raise places.error_at(str(error), where, -1, error) from error


def _rule(key: str, entry: Any, where: _TableKey, index: int, places: _Locations) -> PuzzleRule:
    """One rule: its name in ``key``, or first in a text."""
    from nonet.puzzle.short_form import rule_from_short

    try:
        if entry is True and key:
            return rule_from_short(key)
        if isinstance(entry, str):
            return rule_from_short(f"{key} {entry}")
        if isinstance(entry, list) and all(isinstance(cell, str) for cell in entry):
            return rule_from_short(f"{key} {' '.join(entry)}")
        if isinstance(entry, dict):
            return rule_from_json({"rule": key, **entry} if key else entry)
        what = "true, a text or a table" if key else "a text or a table"
        raise PuzzleError(f"a rule is {what}, not {entry!r}")
    except PuzzleError as error:
        raise places.error_at(str(error), where, index, error) from error
    except (TypeError, ValueError, AttributeError, LookupError) as error:
        fault = f"rule {key or entry}: parameters that make no sense: {error}"
        raise places.error_at(fault, where, index, error) from error


def _box(value: Any, where: _TableKey, places: _Locations) -> list[int] | None:
    """Return a box in JSON form."""
    if isinstance(value, list):
        return value
    try:
        box = parse_box(value if isinstance(value, str) else repr(value))
    except FormatError as error:
        raise places.error_at(error.message, where, 0, error) from error
    if box == "default":
        raise places.error_at("for the usual box leave it out", where)
    return None if box == "none" else list(box)


def _clues(
    document: Mapping[str, Any], text: str, reader: Reader, where: _TableKey, places: _Locations
) -> str | list[str]:
    """Return the clues in JSON form: a line for a square, else rows."""
    if "grid" in document:
        return [row.rstrip() for row in text.strip("\n").split("\n")]
    spots = [(offset, char) for offset, char in enumerate(text) if not char.isspace()]
    size = isqrt(len(spots))
    if not spots and "clues" not in document:
        size = document.get("size", 0)
        if not isinstance(size, int) or not 1 <= size <= MAX_VALUES:
            raise places.error_at('expected "clues" or a "size" of 1 to 64', (where[0], "size"), -1)
        return "." * size * size
    if size * size != len(spots) or not 1 <= size <= MAX_VALUES:
        fault = f"{len(spots)} cells are no square: expected n rows of n characters"
        if is_blank(text):
            fault = f'a grid without clues is said by its size alone: grid = "{text.strip()}"'
        raise places.error_at(fault, where)
    named = document.get("alphabet", "digits")
    try:
        alphabet = reader.alphabet or parse_alphabet(named if isinstance(named, str) else "digits")
    except FormatError as error:
        raise places.error_at(error.message, (where[0], "alphabet"), 0, error) from error
    values = symbol_values(size, alphabet)
    for number, (offset, character) in enumerate(spots):
        if character not in values:
            line, column = places.location_in_text(where, text, offset)
            cell = cell_name(*divmod(number, size))
            raise invalid_cell_error(character, size, alphabet, cell=cell, line=line, column=column)
    return "".join(character for _, character in spots)
