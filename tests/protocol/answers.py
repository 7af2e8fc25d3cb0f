"""What a page is answered: each question stands in a line, with its events in the lines below.

Long texts and lists are cut, with a checksum of the whole.  ``PIN=1 pytest
tests/protocol/test_answers.py`` writes ``answers.txt`` anew.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

from nonet.learn.lessons import lessons
from nonet.protocol import ask

FILE = Path(__file__).with_name("answers.txt")
UNIQUE: dict[str, Any] = {"size": 4, "clues": "..3..4....2..1.."}
SEVERAL: dict[str, Any] = {"size": 4, "clues": "1.3.3........1.."}
NONE: dict[str, Any] = {"size": 4, "clues": "12.....4........"}
KILLER: dict[str, Any] = {
    "size": 4,
    "clues": "1..4....2.......",
    "rules": [
        {"rule": "killer", "cells": ["R1C1", "R1C2", "R2C1"], "sum": 6},
        {"rule": "killer", "cells": ["R1C3", "R2C3"], "sum": 4},
        {"rule": "killer", "cells": ["R3C1", "R4C1", "R4C2"], "sum": 9},
    ],
}
NINE: dict[str, Any] = {
    "size": 9,
    "clues": "2...8.3...6..7..84.3.5..2.9...1.54.8.........4.27.6...3.1..7.4.72..4..6...4.1...3",
}
PUZZLES = (UNIQUE, SEVERAL, NONE, KILLER)
LONGEST, MOST = 240, 8
"""Characters of a text and entries of a list or an object, from which on they are cut."""


def questions() -> Iterator[dict[str, Any]]:
    """The questions, of each command and with each of its choices."""
    for puzzle in PUZZLES:
        for do in ("check", "solve", "verify", "candidates", "conflict", "redundant", "rate"):
            yield {"do": do, "puzzle": puzzle}
        for do in ("hint", "path", "repair", "minimise", "draw", "export"):
            yield {"do": do, "puzzle": puzzle}
        yield {"do": "check", "puzzle": puzzle, "quick": True, "reveal": True}
        yield {"do": "solve", "puzzle": puzzle, "limit": 0, "backend": "native"}
        yield {"do": "candidates", "puzzle": puzzle, "cap": 3, "entries": True}
        yield {"do": "draw", "puzzle": puzzle, "cell": 20, "declare": True}
        yield {"do": "trace", "puzzle": puzzle, "most": 30}
        yield {"do": "race", "puzzle": puzzle, "backends": ["native"]}
        yield {"do": "whynot", "puzzle": puzzle, "cell": "R1C2", "value": 1}
        yield {"do": "whynot", "puzzle": puzzle, "cell": "R1C1", "value": 1}
        yield {"do": "model", "puzzle": puzzle}
        for form in ("line", "json", "csv", "sdk", "f-puzzles"):
            yield {"do": "write", "puzzle": puzzle, "format": form}
    for level in ("backtracking", "forward-checking", "arc-consistency", "bounds", "gac", "1uip"):
        yield {"do": "trace", "puzzle": SEVERAL, "level": level, "order": "mrv", "limit": 2}
    moves = [{"move": "guess", "cell": "R1C2", "value": 2}, {"move": "back"}]
    yield {"do": "drive", "puzzle": SEVERAL}
    for number in (1, 2):
        yield {"do": "drive", "puzzle": SEVERAL, "moves": moves[:number], "which": True}
    for form in ("svg", "print"):
        yield {"do": "export", "puzzle": KILLER, "to": form, "cell": 30}
    for language in ("cpsat", "minizinc", "dimacs"):
        yield {"do": "model", "puzzle": KILLER, "language": language}
    for policy in ("human", "hodoku", "explainer", "tutorial", "sukaku"):
        yield {"do": "hint", "puzzle": NINE, "policy": policy, "only": ["pointing", "naked-pair"]}
        yield {"do": "path", "puzzle": UNIQUE, "policy": policy}
    yield {"do": "rate", "puzzle": NINE, "scales": ["hodoku", "explainer"]}
    yield {"do": "minimise", "puzzle": KILLER, "marks": True}
    wrong = {**UNIQUE, "entries": {"R1C1": 2}}
    yield {"do": "check", "puzzle": wrong}
    yield {"do": "check", "puzzle": wrong, "reveal": True}
    yield {"do": "hint", "puzzle": wrong}
    yield {"do": "check", "puzzle": {**UNIQUE, "entries": {"R1C1": 1, "R1C2": 2}}}
    for text in ("..3..4....2..1..", "12\n34", "no puzzle", "https://f-puzzles.com/?load=N4Ig"):
        yield {"do": "read", "text": text}
    yield {"do": "read", "text": "..3..4....2..1..", "format": "line"}
    for technique in ("x-wing", "pointing", "hidden-single", "als-xz", "cage-combinations"):
        yield {"do": "lesson", "technique": technique}
        yield {"do": "drill", "technique": technique, "number": 5}
    yield {"do": "course"}
    for lesson in lessons():
        yield {"do": "study", "name": lesson.name}
        yield {"do": "notebook", "name": lesson.name}
    for name in ("a-variable", "arc-consistency", "regin", "order-encoding"):
        yield {"do": "figure", "name": name}
    for part in ("kept", "anew", "ours"):
        yield {"do": "exercise", "name": "solver-2", "part": part, "solution": True}
    yield {"do": "exercise", "name": "count-right"}
    yield {"do": "solv", "puzzle": UNIQUE}
    yield {"do": "solve"}
    yield {"do": "solve", "puzzle": UNIQUE, "limit": -1}
    yield {"do": "solve", "puzzle": UNIQUE, "limt": 1}
    yield {"do": "solve", "puzzle": [], "limit": 1}
    yield {"do": "whynot", "puzzle": UNIQUE, "cell": "R9C9", "value": 1}
    yield {"do": "draw", "puzzle": UNIQUE, "cell": 7}
    yield {"do": "draw", "puzzle": UNIQUE, "cell": 201}
    yield {"do": "export", "puzzle": UNIQUE, "to": "png"}


def shortened(value: Any) -> Any:
    """A value with long texts and lists cut, and without times."""
    if isinstance(value, dict):
        timeless = {k: v for k, v in value.items() if k not in ("ms", "seconds")}
        entries = {key: shortened(each) for key, each in timeless.items()}
        if len(entries) <= 2 * MOST:
            return entries
        return {**dict(list(entries.items())[:MOST]), "...": checksum(timeless)}
    if isinstance(value, list | tuple) and len(value) > MOST:
        return [*map(shortened, value[:MOST]), checksum(list(map(shortened, value)))]
    if isinstance(value, list | tuple):
        return list(map(shortened, value))
    if isinstance(value, str) and len(value) > LONGEST:
        return f"{value[: LONGEST // 2]}... {len(value)} {checksum(value)}"
    return value


def checksum(value: Any) -> str:
    """A checksum of a value that is cut."""
    return f"{crc32(json.dumps(value, ensure_ascii=False, default=str).encode()):08x}"


def answer(question: dict[str, Any]) -> str:
    """A question and its events, a line each."""
    lines = [json.dumps(shortened(question), ensure_ascii=False)]
    lines += [f"  {json.dumps(shortened(event), ensure_ascii=False)}" for event in ask(question)]
    return "\n".join(lines)


def answers() -> list[str]:
    """All questions with their events."""
    return [answer(question) for question in questions()]
