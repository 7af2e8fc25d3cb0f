"""How a puzzle is written as TOML: keys, then rules in their short form, then sections.

>>> import nonet
>>> puzzle = nonet.parse("1...............")
>>> print(toml_lines(puzzle, None, ""), end="")
clues = \"\"\"
1...
....
....
....
\"\"\"
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from nonet.errors import FormatError, PuzzleError
from nonet.formats.puzzle_json import KEYS, to_json
from nonet.formats.statements import rules_beyond_classic
from nonet.puzzle import Alphabet, Puzzle, PuzzleRule, rule_to_json

_SECTIONS = ("candidates", "entries", "notes", "unread", "grid")
"""Keys whose values are tables, which come last."""


def toml_lines(puzzle: Puzzle, alphabet: Alphabet | None, within: str) -> str:
    """Return a puzzle as lines; ``within`` is the prefix of the names of its sections."""
    document = to_json(puzzle, alphabet)
    extra = rules_beyond_classic(puzzle)
    rules = puzzle.rules if extra is None else extra
    lines = []
    for key in ("name", "comment", "alphabet"):
        if key in document:
            lines.append(f"{key} = {_text(document[key])}")
    if "box" in document:
        box = document["box"]
        lines.append(f'box = "{"x".join(map(str, box)) if box else "none"}"')
    if isinstance(document.get("grid"), str):
        lines.append(f'grid = "{document["grid"]}"')
    if isinstance(document["clues"], str):
        size = document["size"]
        rows = [document["clues"][i : i + size] for i in range(0, size * size, size)]
        lines += ['clues = """', *rows, '"""']
    elif isinstance(document["clues"], list):
        lines += ['clues = """', *document["clues"], '"""']
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
    apart = len({name for name, _ in groups}) == len(groups)
    if not apart or any(name in KEYS for name, _ in groups):
        entries = [_entry(rule, "") for _, group in groups for rule in group]
        yield from ("rules = [", *(f"  {entry}," for entry in entries), "]")
        return
    for name, group in groups:
        entries = [_entry(rule, name) for rule in group]
        if len(entries) == 1:
            yield f"{name} = {entries[0]}"
        else:
            yield from (f"{name} = [", *(f"  {entry}," for entry in entries), "]")


def _entry(rule: PuzzleRule, name: str) -> str:
    """Return a rule in a form that is read back: in short form if possible, else as a table."""
    from nonet.puzzle.short_form import rule_from_short, rule_to_short

    text = rule_to_short(rule)
    try:
        holds = rule_from_short(text) == rule
    except PuzzleError:
        holds = False
    if not holds:
        entry = rule_to_json(rule)
        return _value({key: value for key, value in entry.items() if key != "rule" or not name})
    arguments = text.removeprefix(name).strip() if name else text
    return _text(arguments) if arguments else "true"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
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
    pieces = []
    for character in text:
        code = ord(character)
        if 0xD800 <= code < 0xE000:
            raise FormatError(f"toml cannot hold the character U+{code:04X}")
        if character in '"\\':
            pieces.append("\\" + character)
        elif character.isprintable():
            pieces.append(character)
        else:
            pieces.append(f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}")
    return f'"{"".join(pieces)}"'
