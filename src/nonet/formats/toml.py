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
tables ``[[puzzle]]``.  Clues are also accepted under other names and in other common forms.  A
document becomes one of JSON (:mod:`nonet.formats.json`); an error says the line of its key.

>>> from nonet.formats import parse
>>> puzzle = parse('clues = "1... .... .... ...."\\nkiller = "5 R1C2 R1C3"')
>>> puzzle.clues["R1C1"], puzzle.rules[-1].sum
(1, 5)
'''

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, groupby, islice
from math import isqrt
from typing import Any

from nonet.errors import FormatError, NonetError, PuzzleError, did_you_mean
from nonet.formats.base import Entry, Format, Lines, Reader, whole_text
from nonet.formats.json import KEYS, read_object, to_json
from nonet.formats.pasted import has_lists, is_blank
from nonet.formats.statements import parse_box, rules_beyond_classic
from nonet.puzzle import Alphabet, Puzzle, PuzzleRule, rule_from_json, rule_to_json, rule_types
from nonet.puzzle.grid import MAX_VALUES
from nonet.puzzle.rules import type_of_rule
from nonet.puzzle.short_form import rule_from_short, rule_to_short, to_short_form

MAX_DOCUMENT_LENGTH = 1 << 20
"""Characters of a document, which is read as a whole."""

DEFAULT_SIZE = 9
"""The size of a puzzle that has rules, but neither clues nor a size."""

_KEY = re.compile(r"""^\s*(?:\[\[\s*puzzle\s*\]\]|"?([A-Za-z][\w-]*)"?\s*=(?!=))""")
# A beginning of no other format: a text, a list of texts, a table or `true` under a key.
_TOML = re.compile(r"""\s*(?:"?[A-Za-z][\w-]*"?\s*=\s*(?:["'{]|\[\s*["'{]|true\b)|\[rules\])""")
_ASSIGNED = re.compile(r"^[\w.\"-]+[ \t]*=", re.MULTILINE)
_AT = re.compile(r"line (\d+), column (\d+)")
CLUE_KEYS = ("clues", "rows", "grid", "givens", "given", "puzzle", "cells")
"""Keys under which clues are looked for; the first is ours."""

KEY_ALIASES = {"title": "name", "constraints": "rules"}

# The name of a cell, or of a grid or a place: no row of clues.
_NAME = re.compile(r"\s*(?:[rR]\d|[A-Za-z]\d+\b|[\w-]{2,}$)")
# Keys whose values are tables, which come last.
_SECTIONS = ("candidates", "entries", "notes", "unread", "grid")


class TomlFormat(Format):
    """Our own form for people."""

    name = "toml"
    suffixes = (".toml",)
    sentence = (
        "TOML with the clues as rows and rules in short form, such as killer = "
        '["15 R1C1 R1C2"]: holds any puzzle, for people to write.'
    )

    def claims(self, sample: str) -> bool:
        """Whether the first line gives a value to a key of ours, or to another as only TOML does."""
        first = _first(sample)
        match = _KEY.match(first)
        key = match[1] if match is not None else ""
        if key is None or key == "clues":
            return True
        is_toml = _TOML.match(first) and not first.rstrip().endswith(";")
        if not (is_toml or (key and _is_known_key(key))):
            return False
        return len(_ASSIGNED.findall(sample)) > 1 or not has_lists(sample)

    def admits(self, sample: str) -> bool:
        return bool(re.match(r"\s*\[|[^=]*=", _first(sample)))

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        import tomllib

        _, text = whole_text(lines, MAX_DOCUMENT_LENGTH, "a TOML document")
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
        several = document.get("puzzle")
        if not isinstance(several, list) or not all(isinstance(entry, dict) for entry in several):
            several, document = [document], {}
        for key in document:
            if key != "puzzle":
                fault = f"{key} stands beside the puzzles: each has its own, below its [[puzzle]]"
                yield FormatError(fault, line=_line_of(text, 0, key))
                return
        for number, entry in enumerate(several, 1 if document else 0):
            yield reader.attempt(None, _read, reader, entry, number, text)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        puzzles = iter(puzzles)
        first = list(islice(puzzles, 2))
        header, within = ("[[puzzle]]\n", "puzzle.") if len(first) > 1 else ("", "")
        for number, puzzle in enumerate(chain(first, puzzles)):
            yield ("\n" if number else "") + header + toml_lines(puzzle, alphabet, within)


def _first(sample: str) -> str:
    lines = (text for text in sample.splitlines() if text.strip())
    return next((text for text in lines if not text.lstrip().startswith("#")), "")


def _is_known_key(key: str) -> bool:
    with suppress(PuzzleError):
        return key in KEYS or bool(type_of_rule(key))
    return False


def _syntax_error(message: str, text: str) -> FormatError:
    place = _AT.search(message)
    message = f"not TOML: {re.sub(r' *[(]at [^)]*[)]$', '', message)}"
    line = int(place[1]) if place else text.count("\n") + 1
    return FormatError(message, line=line, column=int(place[2]) if place else None)


def _line_of(text: str, number: int, key: str) -> int:
    """The line of a key in the table of a puzzle, by its number, else of the table's head."""
    heads = [0, *(match.end() for match in re.finditer(r"^\s*\[\[\s*puzzle\s*\]\]", text, re.M))]
    start = heads[number] if number < len(heads) else 0
    pattern = rf"^[ \t]*(?:[\"']?{re.escape(key)}[\"']?[ \t]*=|\[(?:puzzle\.)?{re.escape(key)}\])"
    match = re.compile(pattern, re.M).search(text, start)
    return text.count("\n", 0, match.start() if match else start) + 1


def _read(reader: Reader, table: Mapping[str, Any], number: int, text: str) -> Puzzle:
    table, named = with_canonical_keys(table)
    at_fault = "clues" if "clues" in table else next(iter(table), "")
    document: dict[str, Any] = {}
    rules: list[dict[str, Any]] = []
    keys = {key: key for key in table}  # by the names in messages
    try:
        for key, value in table.items():
            at_fault = named if key == "clues" else key
            if key == "box":
                document[key] = _box(value)
            elif key != "rules" and key in KEYS:
                document[key] = value
            elif key == "rules" and isinstance(value, dict) and "rule" not in value:
                for at_fault, entries in value.items():  # a table [rules] of them by name
                    rules += (added := _rules(at_fault, entries))
                    keys |= {rule["rule"]: at_fault for rule in added}
            else:
                rules += (added := _rules(key, value))
                keys |= {rule["rule"]: key for rule in added}
        at_fault = named
        if rules and document.keys().isdisjoint(("clues", "size", "grid")):
            document["size"] = DEFAULT_SIZE
        if isinstance(document.get("clues", ""), str):
            document["clues"] = _clues(document, document.get("clues", ""))
        return read_object({**document, "rules": rules}, reader)
    except (NonetError, TypeError, ValueError, AttributeError, LookupError) as error:
        message = error.message if isinstance(error, FormatError) else str(error)
        if not isinstance(error, NonetError):
            message = f"not a puzzle: {message}"
        if at_fault == named:
            names = (name for name in keys if re.search(rf"\b{re.escape(name)}\b", message))
            at_fault = keys.get(next(names, named), named)
        raise FormatError(message, line=_line_of(text, number, at_fault)) from error


def _rules(key: str, value: Any) -> list[dict[str, Any]]:
    """Return the rules of the key ``rules``, or of a key that is the name of a rule, as JSON."""
    # a rule may begin with the key, as in "parity line"; another form is an error with advice
    informal = key != "rules" and to_short_form(f"{key} R1C1") != f"{key} R1C1"
    if key != "rules" and not _is_known_key(key) and not informal:
        rule_names = [name for kind in rule_types().values() for name in (kind.name, *kind.aliases)]
        advice = did_you_mean(key, [*KEYS, *rule_names])
        if key in CLUE_KEYS:
            advice = ': clues are rows of characters, such as clues = ["1...", "...."]'
        raise FormatError(f"unknown key {key!r}: neither a key of ours nor a rule{advice}")
    entries = value if isinstance(value, list) else [value]
    return [rule_to_json(_rule("" if key == "rules" else key, entry)) for entry in entries]


def _rule(key: str, entry: Any) -> PuzzleRule:
    if entry is True and key:
        return rule_from_short(key)
    if isinstance(entry, list) and all(isinstance(cell, str) for cell in entry):
        entry = " ".join(entry)
    if isinstance(entry, str):
        return rule_from_short(f"{key} {entry}")
    if isinstance(entry, dict):
        return rule_from_json({"rule": key, **entry} if key else entry)
    what = "true, a text or a table" if key else "a text or a table"
    raise PuzzleError(f"a rule is {what}, not {entry!r}")


def _box(value: Any) -> list[int] | None:
    if isinstance(value, list):
        return value
    box = parse_box(value if isinstance(value, str) else repr(value))
    if box == "default":
        raise FormatError("for the usual box leave it out")
    return None if box == "none" else list(box)


def _clues(document: Mapping[str, Any], text: str) -> str | list[str]:
    if "grid" in document:
        return [row.rstrip() for row in text.strip("\n").split("\n")]
    cells = "".join(text.split())
    size = isqrt(len(cells))
    if not cells and "clues" not in document:
        size = document.get("size", 0)
        if not isinstance(size, int) or not 1 <= size <= MAX_VALUES:
            raise FormatError('expected "clues" or a "size" of 1 to 64')
        return "." * size * size
    if size * size != len(cells) or not 1 <= size <= MAX_VALUES:
        fault = f"{len(cells)} cells do not make a square: expected n rows of n characters"
        if is_blank(text):
            fault = f'a grid without clues is said by its size alone: grid = "{text.strip()}"'
        raise FormatError(fault)
    return cells


def with_canonical_keys(table: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The table with its keys as ours, and the key under which the clues stand."""
    canonical: dict[str, Any] = {}
    named = "clues"
    for key, value in table.items():
        rows = _clue_lines(value) if key in CLUE_KEYS and named not in canonical else None
        if rows is not None and (key == "clues" or "clues" not in table):
            canonical["clues"], named = rows, key
        elif key in KEY_ALIASES and KEY_ALIASES[key] not in table:
            canonical[KEY_ALIASES[key]] = value
        elif key == "author" and isinstance(value, str):
            notes = table.get("notes")
            canonical["notes"] = {"author": value} | (notes if isinstance(notes, dict) else {})
        elif key == "regions" and isinstance(value, list) and (layout := _clue_lines(value)):
            canonical["jigsaw"] = "".join(layout.split())
        elif key != "notes" or "notes" not in canonical:
            canonical[key] = value
    return canonical, named


def _clue_lines(value: Any) -> str | None:
    """The lines of clues that a value says: a text, or a list of texts or of lists of numbers."""
    if isinstance(value, str):  # rows may begin as a name does, such as 12 rows of letters
        return None if _NAME.match(value) and not re.search(r"[.\n]|\d{3}", value) else value
    rows = [_clue_line(row) for row in value] if isinstance(value, list) and value else [None]
    return None if None in rows else "\n".join(filter(None, rows))


def _clue_line(row: Any) -> str | None:
    if isinstance(row, str):
        return row if not re.match(r"\s*[rR]\d+[cC]\d", row) else None
    if isinstance(row, list) and all(type(n) is int and 0 <= n <= 9 for n in row):
        return "".join(str(n) if n else "." for n in row)
    return None


def toml_lines(puzzle: Puzzle, alphabet: Alphabet | None, within: str) -> str:
    """Return a puzzle as lines; ``within`` is the prefix of the names of its sections."""
    document = to_json(puzzle, alphabet)
    extra = rules_beyond_classic(puzzle)
    rules = puzzle.rules if extra is None else extra
    if "box" in document:
        document["box"] = "x".join(map(str, document["box"])) if document["box"] else "none"
    texts = ("name", "comment", "alphabet", "box", "grid")
    stated = {key: document[key] for key in texts if isinstance(document.get(key), str)}
    lines = [f"{key} = {_text(text)}" for key, text in stated.items()]
    clues = document["clues"]
    if isinstance(clues, str):
        size = document["size"]
        clues = [clues[i : i + size] for i in range(0, size * size, size)]
    if isinstance(clues, list):
        lines += ['clues = """', *clues, '"""']
    if "classic" in document:
        lines.append("classic = false")
    lines += _rule_lines(rules)
    for key in ("clues", *_SECTIONS):
        if isinstance(document.get(key), dict):
            lines += ["", f"[{within}{key}]"]
            lines += [f"{_name(name)} = {_value(value)}" for name, value in document[key].items()]
    return "\n".join(lines) + "\n"


def _rule_lines(rules: Iterable[PuzzleRule]) -> Iterator[str]:
    """Rules by name; all in one list where one sort would come in two places."""
    groups = [(name, list(group)) for name, group in groupby(rules, lambda rule: rule.name)]
    names = [name for name, _ in groups]
    if len(set(names)) < len(names) or not set(KEYS).isdisjoint(names):
        groups = [("", [rule for _, group in groups for rule in group])]
    for name, group in groups:
        entries = [_entry(rule, name) for rule in group]
        if name and len(entries) == 1:
            yield f"{name} = {entries[0]}"
        else:
            yield from (f"{name or 'rules'} = [", *(f"  {entry}," for entry in entries), "]")


def _entry(rule: PuzzleRule, name: str) -> str:
    """Return a rule in a form that is read back: in short form if possible, else as a table."""
    text = rule_to_short(rule)
    with suppress(PuzzleError):
        if rule_from_short(text) == rule:
            arguments = text.removeprefix(name).strip() if name else text
            return _text(arguments) if arguments else "true"
    entry = rule_to_json(rule)
    return _value({key: value for key, value in entry.items() if key != "rule" or not name})


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(part) for part in value if part is not None)}]"
    if isinstance(value, Mapping):
        stated = {key: part for key, part in value.items() if part is not None}
        return f"{{{', '.join(f'{_name(key)} = {_value(part)}' for key, part in stated.items())}}}"
    return str(value)


def _name(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _text(text: str) -> str:
    """Return a text in TOML; raise ``FormatError`` for a character that TOML lacks."""
    lone = next((c for c in text if 0xD800 <= ord(c) < 0xE000), None)
    if lone is not None:
        raise FormatError(f"toml cannot hold the character U+{ord(lone):04X}")
    # JSON's escapes are TOML's too; control characters and ends of lines it leaves are escaped alike
    escaped = json.dumps(text, ensure_ascii=False)
    return re.sub("[\x7f-\xa0\u2028\u2029]", lambda c: f"\\u{ord(c[0]):04X}", escaped)
