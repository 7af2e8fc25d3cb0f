"""What each format writes, to the letter, and what it says of a text with one thing changed in it.

The texts are in files, so that a person reads what changes.  A text that still reads is told by the
parts of the puzzle that differ.
"""

import base64
import json
import warnings
import zlib
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from nonet.formats import format_names, formats, parse, write
from nonet.formats.penpa import KEY_ABBREVIATIONS
from nonet.formats.statements import square_grid
from nonet.puzzle import Block, Grid, Puzzle, make_rule
from nonet.puzzle.examples import example_puzzle
from nonet.puzzle.short_form import rule_from_short
from tests.cases import shipped_rules
from tests.formats.test_fpuzzles import MEANINGS
from tests.formats.test_marks import SIMPLE, iss_text
from tests.pinned import check_pinned

LZString = pytest.importorskip("lzstring").LZString()
HERE = Path(__file__).parent
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NINE = parse(CLASSIC)
FOUR = parse("1..............4")
JIGSAW = make_rule("jigsaw", layout="AAAB" + "ACBB" + "CCDB" + "CDDD")
CAGES = ("killer 3 R1C1 R1C2", "killer 12 R2C1 R2C2 R3C1", "killer R4C4 R4C5")
PUZZLES = {
    "classic": NINE,
    "with texts": replace(
        NINE, name="A name", comment="one\ntwo: #3", notes={"author": "Me", "level": "x"}
    ),
    "with state": replace(
        NINE, entries={"R1C3": 4}, candidates={"R1C4": [2, 6], "R3C1": [1], "R9C1": [3]}
    ),
    "four": FOUR,
    "jigsaw": Puzzle(Grid.square(4), {"R1C1": 1}).with_rules(JIGSAW),
    "no boxes": Puzzle(square_grid(4, "none", 1), {"R4C4": 3}),
    "from zero": Puzzle(square_grid(4, "default", 0), {"R1C1": 0, "R2C2": 3}),
    "two by three": Puzzle(square_grid(6, (3, 2), 1), {"R6C1": 6}),
    "sixteen": Puzzle(Grid.square(16), {"R1C1": 16, "R1C2": 10, "R16C16": 1}),
    "cages": NINE.with_rules(*map(rule_from_short, CAGES)),
    "variants": FOUR.with_rules(
        *map(rule_from_short, ("x", "anti-knight", "thermometer R2C2 R2C3", "even R3C3 R3C4"))
    ),
    "shape": Puzzle(Grid((Block(0, 0, 2, 3, None),), (1, 5, 7)), {"R2C3": 7}),
    "calculations": Puzzle(
        square_grid(4, "none", 1), {}, tuple(map(make_rule, ("rows", "columns")))
    ).with_rules(*map(rule_from_short, ("calculation 3 + R1C1 R1C2", "calculation 6 * R2C1 R2C2"))),
    "differences": NINE.with_rules(rule_from_short("whispers R1C1 R1C2 R2C3"), make_rule("x")),
}


def unpacked(text):
    """The text in a link, as the page reads it."""
    if "penpa" in text:
        packed = text.rpartition("p=")[2]
        inner = zlib.decompress(base64.b64decode(packed), -15).decode()
        for short, long in KEY_ABBREVIATIONS:
            inner = inner.replace(short, long)
        return inner
    for mark in ("?load=", "fpuzzles", "/scl"):
        if text.startswith("http") and mark in text:
            return LZString.decompressFromBase64(text.strip().rpartition(mark)[2])
    return text


def written(puzzle, name):
    try:
        return unpacked(write(puzzle, name)).rstrip("\n")
    except Exception as error:
        return f"! {type(error).__name__}: {error}"


def shown_puzzles():
    own = [name for name, each in formats().items() if type(each).__module__.startswith("nonet.")]
    for title, puzzle in PUZZLES.items():
        for name in [name for name in format_names(writing=True) if name in own]:
            yield f"-- {title}, {name}"
            yield written(puzzle, name)


def test_what_each_format_writes():
    check_pinned(HERE / "written.txt", shown_puzzles())


def shown_marks():
    for rule, kind in sorted(shipped_rules().items()):
        puzzle = example_puzzle(kind, kind.examples[0])
        plain = Puzzle(puzzle.grid, {}, puzzle.rules)
        last = replace(
            plain,
            rules=tuple(r for r in plain.rules if r.name in (rule, "rows", "columns", "boxes")),
        )
        yield rule
        for name in ("f-puzzles-json", "iss", "toml", "penpa", "sudokupad"):
            text = written(last, name)
            if name == "f-puzzles-json" and text[0] == "{":
                text = ", ".join(
                    f"{k}: {json.dumps(v)}" for k, v in json.loads(text).items() if k != "grid"
                )
            elif name == "sudokupad" and text[0] == "{":
                document = json.loads(text)
                if "grid" in document:
                    continue  # as f-puzzles has it
                text = ", ".join(
                    f"{k}: {json.dumps(v)}" for k, v in document.items() if v and k != "cells"
                )
            elif name == "penpa" and text[0] != "!":
                text = " / ".join(
                    line for line in text.splitlines() if line[:2] in ("{z", '{"', "sq", "su")
                )
            elif name == "toml":
                text = " / ".join(text.rpartition('"""')[2].split("\n"))
            yield f"  {name}: {text}"


def test_how_each_format_writes_each_rule():
    check_pinned(HERE / "written_rules.txt", shown_marks())


# -- texts with one thing changed ----------------------------------------------------------------

JUNK = (None, True, 0, -1, 99, 1.5, "", "x", [], ["R1C1"], {}, [[]])


def places(document, at=()):
    """Each place of a document, the deepest last."""
    if at:
        yield at
    keys = document.keys() if isinstance(document, dict) else range(len(document))
    for key in keys:
        if isinstance(document[key], dict | list):
            yield from places(document[key], (*at, key))
        else:
            yield (*at, key)


def changed(document, at, junk):
    """A copy with another value at a place, or, for ``junk`` as it is, without it."""
    result = deepcopy(document)
    inner = result
    for key in at[:-1]:
        inner = inner[key]
    if junk is JUNK:
        del inner[at[-1]]
    else:
        inner[at[-1]] = junk
    return result


def damaged_documents(document, skip=()):
    """A document without each of its parts, and with two other values there, in turn."""
    number = 0
    for at in places(document):
        if at[0] in skip:
            continue
        yield (
            f"{at[-1] if len(at) == 1 else '.'.join(map(str, at))} gone",
            changed(document, at, JUNK),
        )
        for _ in range(2):
            number += 5
            junk = JUNK[number % len(JUNK)]
            name = ".".join(map(str, at))
            yield f"{name} = {json.dumps(junk)}", changed(document, at, junk)


def parts_of(puzzle):
    return json.loads(write(puzzle, "json"))


def differing(puzzle, original):
    """What is another in a puzzle, in words."""
    new_parts, parts = parts_of(puzzle), parts_of(original)
    keys = [key for key in {**parts, **new_parts} if new_parts.get(key) != parts.get(key)]
    return "; ".join(f"{key} {json.dumps(new_parts.get(key))}" for key in keys) or "the same"


def answered(text, name, original):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            answer = differing(parse(text, format=name), original)
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
    return "  ".join([answer, *(f"! {each.message}" for each in caught)])


def damaged_lines(text, most=30):
    """A text with a line or a word of it gone, twice or another; in turn, and of many only some."""
    lines = text.split("\n")
    cases = []
    for number, line in enumerate(lines):
        before, after = lines[:number], lines[number + 1 :]
        cases.append((f"line {number + 1} gone", [*before, *after]))
        cases.append((f"line {number + 1} twice", [*before, line, line, *after]))
        tokens = line.replace(",", " ").replace("~", " ").replace("=", " ").split()
        for word in dict.fromkeys(tokens):
            for other in ("", "x", "77", f"{word[:-1]}", f"{word}{word[-1]}"):
                changed_line = line.replace(word, other, 1)
                cases.append(
                    (f"line {number + 1}: {changed_line}", [*before, changed_line, *after])
                )
    step = max(1, len(cases) // most)
    return [(name[:160], "\n".join(some)) for name, some in cases[::step]]


LINE_FORMATS = {
    "line": ("with texts", "variants", "sixteen"),
    "grid": ("with texts", "two by three"),
    "euler": ("four", "with texts"),
    "sdk": ("with texts", "with state"),
    "sdm": ("classic",),
    "ss": ("classic",),
    "csv": ("with texts", "variants"),
    "pm": ("with state", "four"),
    "dzn": ("four", "classic"),
    "toml": ("with texts", "variants", "jigsaw", "from zero", "with state"),
    "iss": ("variants", "jigsaw", "cages"),
    "killer": ("cages",),
    "killer-short": ("cages",),
    "kenken": ("calculations",),
    "hodoku": ("with state",),
    "sdx": ("with state", "differences"),
    "sumocue": ("cages", "classic"),
    "opensudoku": ("classic", "with texts"),
    "puzz-link": ("four", "sixteen"),
    "lists": ("four",),
}


def damaged_texts():
    for name, titles in LINE_FORMATS.items():
        for title in titles:
            text = written(PUZZLES[title], name)
            if text[0] == "!":
                yield f"-- {name}, {title}: {text}"
                continue
            original = parse(text, format=name)
            yield f"-- {name}, {title}: {answered(text, name, PUZZLES[title])}"
            for change, wrong in damaged_lines(text):
                yield f"  {change}: {answered(wrong, name, original)}"


def test_what_is_said_of_a_damaged_text():
    check_pinned(HERE / "damaged_texts.txt", damaged_texts())


def damaged_marks():
    blank = Puzzle(Grid.square(4))
    for keys, *_ in MEANINGS:
        document = {"size": 4, "grid": [[{}] * 4] * 4, **keys}
        original = parse(json.dumps(document))
        yield f"-- f-puzzles {json.dumps(keys)}: {differing(original, blank)}"
        for change, wrong in damaged_documents(document, skip=("grid", "size")):
            yield f"  {change}: {answered(json.dumps(wrong), 'f-puzzles-json', original)}"
    for mark in SIMPLE:
        if mark.iss:
            text, blank = iss_text(mark), Puzzle(Grid.square(9))
            yield f"-- {text}: {answered(text, 'iss', blank)}"
            for change, wrong in damaged_lines(text, most=16):
                yield f"  {change}: {answered(wrong, 'iss', blank)}"


def test_what_is_said_of_a_damaged_mark():
    check_pinned(HERE / "damaged_marks.txt", damaged_marks())


DOCUMENTS = {
    ("json", "with texts"): (),
    ("json", "with state"): (),
    ("json", "shape"): (),
    ("json", "jigsaw"): (),
    ("f-puzzles-json", "four"): (),
    ("sudokupad", "shape"): (),
}


def damaged_objects():
    for (name, title), skip in DOCUMENTS.items():
        document = json.loads(written(PUZZLES[title], name))
        reader = None if name == "sudokupad" else name
        original = parse(json.dumps(document), format=reader)
        yield f"-- {name}, {title}: {answered(json.dumps(document), reader, original)}"
        for change, wrong in damaged_documents(document, skip):
            yield f"  {change}: {answered(json.dumps(wrong), reader, original)}"


def test_what_is_said_of_a_damaged_object():
    check_pinned(HERE / "damaged_objects.txt", damaged_objects())
