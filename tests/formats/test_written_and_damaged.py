"""What each format writes, to the letter, and what it says of a text with one thing changed in it.

The texts are in files, so that a person reads what changes.  A text that still reads is told by the
parts of the puzzle that differ.
"""

# ruff: noqa: E501 - a text to read is a line

import base64
import gc
import io
import json
import re
import warnings
import zlib
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from nonet.errors import FormatError
from nonet.formats import Format, detect, format_names, formats, iter_puzzles, parse, write
from nonet.formats.links import pack
from nonet.formats.penpa import KEY_ABBREVIATIONS
from nonet.formats.statements import square_grid
from nonet.puzzle import Block, Grid, Puzzle, make_rule
from nonet.puzzle.examples import example_puzzle
from nonet.puzzle.short_form import rule_from_short
from tests.cases import shipped_rules
from tests.formats.pasted_forms import DESIGNED, HELD_OUT, addresses
from tests.formats.test_fpuzzles import MEANINGS
from tests.formats.test_iss import MEANINGS as STRINGS
from tests.formats.test_marks import SIMPLE, iss_text
from tests.formats.test_sudokupad import KINDS
from tests.pinned import check_pinned, outcome

LZString = pytest.importorskip("lzstring").LZString()
HERE = Path(__file__).parent
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NINE = parse(CLASSIC)
FOUR = parse("1..............4")
JIGSAW = make_rule("jigsaw", layout="AAAB" + "ACBB" + "CCDB" + "CDDD")
CALCULATIONS = (
    "calculation 3 + R1C1 R1C2",
    "calculation 6 * R2C1 R2C2 R2C3",
    "calculation 3 / R3C1 R3C2",
)
CAGES = ("killer 3 R1C1 R1C2", "killer 12 R2C1 R2C2 R3C1", "killer R4C4 R4C5")
PUZZLES = {
    "classic": NINE,
    "with texts": replace(
        NINE, name="A name", comment="one\ntwo: #3", notes={"author": "Me", "level": "x"}
    ),
    "with state": replace(
        NINE, entries={"R1C3": 4}, candidates={"R1C4": [2, 6], "R3C1": [1], "R9C1": [3]}
    ),
    "with entries": replace(NINE, entries={"R1C3": 4, "R9C7": 9}, name="A name"),
    "with candidates": replace(NINE, candidates={"R1C4": [2, 6], "R3C1": [1]}),
    "with old state": replace(
        FOUR, notes={"state": "12.............4", "candidates": "12 3\n4 12", "options": "x=1"}
    ),
    "wrong": Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 1}),
    "empty": Puzzle(Grid.square(4)),
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
        square_grid(3, "none", 1), {"R1C3": 3, "R3C3": 2}, (make_rule("rows"), make_rule("columns"))
    ).with_rules(*map(rule_from_short, CALCULATIONS)),
    "killer": Puzzle(Grid.square(9)).with_rules(*map(rule_from_short, CAGES[:2])),
    "killer jigsaw": Puzzle(Grid.square(9)).with_rules(
        make_rule("jigsaw", layout="".join(str(row) * 9 for row in range(9))),
        *map(rule_from_short, ("x", *CAGES)),
    ),
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
    check_pinned(HERE / "written.txt", shown_puzzles(), 3, "-- ")


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
    """A puzzle's parts as JSON; of a long note, such as the text itself, how long it is."""
    parts = json.loads(write(puzzle, "json"))
    for name, note in parts.get("notes", {}).items():
        if len(note) > 150 and name != "drawings":
            parts["notes"][name] = f"{len(note)} characters"
    return parts


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
    "sdk": ("with texts", "with entries", "with old state"),
    "sdm": ("classic",),
    "ss": ("classic", "with old state"),
    "csv": ("with texts", "variants"),
    "pm": ("with state", "four"),
    "dzn": ("four", "classic"),
    "toml": ("with texts", "variants", "jigsaw", "from zero", "with state"),
    "iss": ("variants", "jigsaw", "cages"),
    "killer": ("killer",),
    "killer-short": ("killer", "killer jigsaw"),
    "kenken": ("calculations",),
    "hodoku": ("with state",),
    "sdx": ("with state", "differences"),
    "sumocue": ("killer", "killer jigsaw"),
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
    check_pinned(HERE / "damaged_texts.txt", damaged_texts(), 16, "-- ")


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
    check_pinned(HERE / "damaged_marks.txt", damaged_marks(), 12, "-- ")


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


MAKER_BOXES = {"type": 1, "regions": [0, 0, 1, 1] * 2 + [2, 2, 3, 3] * 2}
MAKER = (
    {"type": 0},
    {"type": 10},
    {"type": 11},
    {"type": 13},
    {"type": 15},
    {"type": 16, "groups": [20, 10]},
    {"type": 100, "cells": [0, 5]},
    {"type": 200, "clues": [{"value": 1, "edge": 1}]},
    {"type": 201, "clues": [{"value": 3, "edge": 4}], "negative": True},
    {"type": 202, "clues": [{"value": 5, "edge": 13}], "negative": [5, 10]},
    {"type": 300, "slow": True, "thermometers": [[1, 2, 3]]},
    {"type": 301, "cages": [{"cells": [4, 5], "value": 7}, {"cells": [8, 9], "value": 0}]},
    {"type": 302, "groups": [[0, 1], [10, 11]]},
    {"type": 303, "clues": [{"corner": 6, "digits": [1, 2]}]},
    {"type": 304, "cages": [{"cells": [0, 1], "value": "12"}]},
    {"type": 401, "lines": [[0, 1]], "minDifference": 2},
    {"type": 405, "lines": [[0, 5, 10]]},
    {"type": 406, "lines": [[0, 1]], "groups": [6, 24]},
    {"type": 408, "bulbsWithArrows": [{"bulbCells": [0], "arrows": [[0, 1, 2]]}]},
    {"type": 500, "clues": [{"value": 5, "outerCell": 1, "diagonal": -1}]},
    {"type": 500, "clues": [{"value": 5, "outerCell": 31, "diagonal": 1}]},
    {"type": 501, "clues": [{"value": 0, "outerCell": 6}]},
    {"type": 601, "cells": [0]},
    {"type": 1000, "definition": {"name": "no roping"}, "input": {}},
    {"type": 2000, "name": "river", "lines": [[{"x": 0.5, "y": 0.5}, {"x": 1.5, "y": 0.5}]]},
    {"type": 2001, "cages": [{"cells": [1, 2], "value": "a"}]},
    {"type": 2002, "params": [{"type": "text", "text": "k"}], "symbols": [[2.5, 0.5]]},
    {"type": 2003},
    {"type": 4000, "cells": [3]},
    {"type": 777, "name": "unknown"},
)


def maker_link(**puzzle):
    cells = [{"given": True, "value": 3}, {"value": 2}, {"colors": 2}, *({} for _ in range(13))]
    document = {"formatVersion": "1.5.0", "puzzle": {"cells": cells, "size": 4, **puzzle}}
    return pack(json.dumps(document))


def damaged_maker():
    blank = Puzzle(Grid.square(4))
    for number, constraint in enumerate(MAKER):
        text = maker_link(constraints=[MAKER_BOXES, constraint])
        yield f"-- {json.dumps(constraint)}: {answered(text, 'sudokumaker', blank)}"
        for change, wrong in list(damaged_documents(constraint))[number % 2 :: 2]:
            text = maker_link(constraints=[MAKER_BOXES, wrong])
            yield f"  {change}: {answered(text, 'sudokumaker', blank)}"
    free = {"type": "custom", "width": 3, "height": 2, "minDigit": 0, "maxDigit": 4, "size": None}
    cells = [{"value": 1}, *({} for _ in range(5))]
    for change, wrong in [("-- custom", free), *damaged_documents(free)]:
        text = maker_link(**{"cells": cells, "constraints": [{"type": 0}], **wrong})
        yield f"  {change}: {answered(text, 'sudokumaker', blank)}"


def test_what_is_said_of_a_damaged_link_of_sudokumaker():
    check_pinned(HERE / "damaged_maker.txt", damaged_maker())


def pad_text(ruleset, drawings):
    return f"{{ce:[[,,,],[,,,],[,,,],[,,,]],metadata:{{rules:'{ruleset}.'}},{drawings}}}"


CHEVRONS = ("[0.4,0.9],[0.5,1.1],[0.6,0.9]", "[0.4,1.1],[0.5,0.9],[0.6,1.1]", "[0.9,0.4],[1.1,0.5],[0.9,0.6]",
    "[1.1,0.4],[0.9,0.5],[1.1,0.6]", "[0.4,0.9],[0.5,1.6],[0.6,0.9]", "[0.4,0.4],[0.5,0.6],[0.6,0.4]")  # fmt: skip
POINTERS = ("[-0.3,0.7],[-0.1,0.9]", "[-0.3,1.3],[-0.1,1.1]", "[4.3,0.7],[4.1,0.9]", "[4.3,3.3],[4.1,3.1]", "[1.7,-0.3],[1.9,-0.1]",
    "[-0.3,0.7],[-0.1,0.75]", "[0.3,0.7],[0.1,0.9]")  # fmt: skip
ALSO_DRAWN = [
    *(
        (
            "Inequality signs point to the smaller digit",
            f"l:[{{c:#000,th:2,wp:[{way}]}}]",
            "",
            "not",
        )
        for way in CHEVRONS
    ),
    *(
        (
            "Clues outside the grid show the sum of the digits along the indicated diagonal",
            f"o:[{{ct:[{way[1:].split('],')[0]}],te:'6'}}],a:[{{c:#000,th:2,wp:[{way}]}}]",
            "",
            "not",
        )
        for way in POINTERS
    ),
]


def drawn_kinds():
    for number, (ruleset, drawings, _, other) in enumerate([*KINDS, *ALSO_DRAWN]):
        for sentences in (ruleset, ruleset.replace(" ", f" {other} ", 1)):
            link = f"https://sudokupad.app/scl{pack(pad_text(sentences, drawings))}"
            yield f"-- {sentences}: {drawings}: {drawn_answer(link)}"
        pieces = list(re.finditer(r"[a-z0-9]+:[^,{}\[\]]+|-?[0-9.]+", drawings))
        for piece in pieces[number % 2 :: 2]:
            for word in ("", "9"):
                changed_drawing = drawings[: piece.start()] + word + drawings[piece.end() :]
                text = pad_text(ruleset, changed_drawing)
                yield f"  {piece[0]} -> {word or 'gone'}: {drawn_answer(f'sudokupad.app/scl{pack(text)}')}"


def drawn_answer(link):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            answer = differing(parse(link, accept=True), Puzzle(Grid.square(4)))
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
    return "  ".join([answer, *(f"! {each.message}" for each in caught)])


def test_what_is_read_of_drawings_and_words():
    check_pinned(HERE / "drawings_read.txt", drawn_kinds())


def strings_read():
    blank = Puzzle(Grid.square(4))
    for number, (text, _) in enumerate(STRINGS):
        yield f"-- {text}: {answered('.Shape~4x4' + text, 'iss', blank)}"
        for change, wrong in damaged_lines(text, most=8)[number % 2 :]:
            yield f"  {change}: {answered('.Shape~4x4' + wrong, 'iss', blank)}"


def test_what_is_read_of_constraint_strings():
    check_pinned(HERE / "strings_read.txt", strings_read())


TABLES = {
    "dzn": [
        "x = [|1,_|_,0|];",
        "n = 4; x = array2d(1..n, 1..n, [1,_,_,_,_,_,_,_,_,_,_,_,_,_,_,4]);",
        "n = 2; s = {1,2,1}; y = 0x2; b = true; f = 1.5; t = \"a\\\"b\\n\"; x = [1,<>,_,2];",
        "k = m; m = 2; x = [|1,0|0,m|]; % a comment\n",
        "x = array1d(1..4, [1,0,0,0]);",
        "x = [1,2",
        "x = [|1,2|3|];",
        "x = [1,2]; x = [3];",
        "x = [1:2];",
        "x = -1..2;",
        "x = foo(1);",
        "x = [[[[[[[[[[[1]]]]]]]]]]];",
        "x = 1..99999999; y = [1];",
        "x = {[1]};",
        "n = 3; x = [1,0,0,0];",
        "x = [1,0,0]; ",
        "x = [1,0,0,-1];",
        "x ? 1",
        "5 = x;",
    ],
    "csv": [
        "puzzle\n1..............4",
        "id,puzzle,solution\na,1..............4,1234341221434321\nb,x,",
        "puzzle,box,rules,name\n1..............4,2x2,x;anti-knight,A\n1..............4,none,,B",
        "puzzle;level\n1..............4;5",
        "puzzle\tlevel\n1..............4\t",
        'puzzle,"a ""b"""\n"1...\n....\n....\n...4",c',
        "Puzzle,Solution\n1..............4,4231341221434321",
        "puzzle,puzzle\n1,2",
        "level\n5",
        "puzzle,level\n1..............4",
        "puzzle\n1..............4,5,6",
        "puzzle,alphabet\nA..............D,letters",
        "puzzle,rules\n1..............4,nonsense",
        "puzzle,rules\n1..............4,\"[{\"\"rule\"\":5}]\"",
        "puzzle,box\n1..............4,3x3",
        "puzzle,solution\n1..............4,5",
        "quizzes,solutions\n1..............4,1234341221434321",
    ],
    "json": [
        '{"size": 4, "clues": {"R1C1": 1, "B2": 3}}',
        '{"size": 4, "clues": {"R9C1": 1}}',
        '{"size": 4, "clues": ["1...", "....", "....", "...4"]}',
        '{"size": 4, "clues": [[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,null]]}',
        '{"size": 4, "clues": [[1,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,4]]}',
        '{"size": 6, "box": [3, 2], "clues": "' + "." * 36 + '"}',
        '{"size": 6, "box": "3x2"}',
        '{"size": 6, "box": [4, 2]}',
        '{"size": 4, "box": null, "rules": ["x"]}',
        '{"size": 4, "rules": ["x"], "classic": false}',
        '{"size": 4, "rules": [{"rule": "killer"}]}',
        '{"size": 4, "rules": "x"}',
        '{"size": 4, "alphabet": "letters", "clues": "A..............D"}',
        '{"grid": "samurai"}',
        '{"grid": "nonsense"}',
        '{"grid": {"blocks": [{"top": 0, "left": 0, "height": 2, "width": 2}], "values": [1, 2]}}',
        '{"grid": {"blocks": [{"top": 0, "left": 0, "height": 2}], "values": [1, 2]}}',
        '{"grid": {"blocks": [], "values": [1, 2]}}',
        '{"size": 4, "candidates": {"R1C1": [1, 2]}, "entries": {"R2C2": 3}, "notes": {"a": "b"}}',
        '{"size": 4, "entries": {"R2C2": 9}}',
        '{"size": 4, "unread": [["lines", "forbid"]]}',
        '{"size": 4, "unread": [{"name": "lines", "may": "forbid"}]}',
        '[{"size": 4}, {"size": 0}]',
        "[5]",
        "{} trailing",
        '{"size": 4, "size": 5}',
    ],
    "kenken": [
        "aab\ncbb\nccd\na 3+\nb 6*\nc 2-\nd 1",
        "aab\ncbb\ncc1\nA: 3 +\nb 6x\nc 2 \u00f7",
        "aab\ncbb\nccd\na 3+\nb 6*\nc 2\nd 1",
        "aab\ncbb\nccd\na 3+\nb 6*\nd 1",
        "aab\ncbb\nccd\na 3+\nb 6*\nc 2-\nd 1\ne 5+",
        "aab\ncbb\nccd\na 3+\nb 6*\nc ?\nd 1",
        "aab\ncb\nccd\na 3+",
        "aab\ncbb",
        "abcdefghij\na 3+",
        "a!\naa\na 3+",
        "a\na 1",
        "12\n21\na 3+",
        "aa\naa\na 0*",
        "ab\nab\na 3+\nb 3+\n\nab\nba\na 2/\nb 3+",
    ],
    "puzz-link": [
        "https://puzz.link/p?sudoku/4/4/1n4g",
        "https://puzz.link/p?sudoku/9/9/5k3o",
        "https://puzz.link/p?sudoku/16/16/-10z-ff",
        "https://puzz.link/p?sudoku/4/4/1",
        "https://puzz.link/p?sudoku/4/4/1n4zz",
        "https://puzz.link/p?sudoku/4/5/1",
        "https://puzz.link/p?sudoku/4/4/1!",
        "https://puzz.link/p?nurikabe/4/4/1",
        "https://puzz.link/p",
    ],
    "address": [
        "(https://a.example/1..............4)",
        "[https://a.example/1..............4]",
        "see https://a.example/1..............4).",
        "see https://a.example/x(1)/1..............4) now",
        "see https://a.example/1..............4], or not",
        "see (https://a.example/1..............4/(a)), or not",
        "see https://a.example/1..............4!",
        "https://www.A.example:80/1..............4?x=1",
        "a.example/1..............4",
        "see a.example/1..............4",
        "https://a.example/play?p=1..............4",
        "https://a.example/1000000000000004/4000000000000001",
        "https://a.example/play",
        "https://a.example/12345",
    ],
    "lists": [
        "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,4]]",
        "[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,4]",
        "board = {{1,0},{0,2}};",
        "[[1,0],[0]]",
        "[[1,0],[0,5]]",
        "[[1,0],[0,-1]]",
        "[[1,None],['.', '2']]",
        "[[1,0],[0,2]",
        "[]",
    ],
    "sumocue": ["SumoCueV1", "SumoCueV1=0" * 3, "SumoCueV1" + "=0" * 81, "SumoCueV1D" + "=5" + "+0" + "=0" * 79,
        "SumoCueV1=5+1" + "=0" * 79, "SumoCueV1=5J0" + "=0J1" * 80],
    "killer": ["3x3::k:" + "0;" * 81, "3x3:d:k:1281;1281;" + "0;" * 79, "3x3::k:1;2", "3x3::k:x", "2x3::k:" + "0;" * 36,
        "3x3::k:99999;99999;" + "0;" * 79, "3x3::k:1281;" + "0;" * 80],
    "killer-short": ["3<" + "." * 79, "3<<" + "0" * 78, "A<" + "0" * 79, ">3" + "0" * 79, "<" + "0" * 80, "3" * 81, "><" + "0" * 79],
    "hodoku": [
        f":0000:x:{CLASSIC}:::",
        f":0000:x:+{CLASSIC}:211 411:::",
        f":0000:x:{CLASSIC}:999:::",
        ":0000:x:12:::",
        f":0708:9:{CLASSIC}:212:r1c3<>2:",
        CLASSIC,
    ],
    "iss": [
        ".Shape~4x4.Arrow~R1C1",
        ".Shape~4x4.PillArrow~2~R1C1~R1C2~R1C3",
        ".Shape~4x4.PillArrow~5~R1C1~R1C2~R1C3",
        ".Shape~4x4.LittleKiller~5~R2C2",
        ".Shape~4x4.LittleKiller~5",
        ".Shape~4x4.SameValues~2~R1C1~R1C2~R1C3",
        ".Shape~4x4.Sum~5_1_2~R1C1",
        ".Shape~4x4.Var~X~2.Sum~5~X1~X2~R1C1",
        ".Shape~4x4.Var~x~2",
        ".Shape~4x4.Var~X~99999",
        ".Shape~4x4~0-4.Doppelganger",
        ".Shape~4x4~1-5.Doppelganger",
        ".Shape~99x99",
        ".Shape~0x4",
        ".Shape~4x6.RegionSize~3",
        ".Shape~4x4.RegionSize~x",
        ".Shape~4x4.Jigsaw~AAABABBBCCCDCDDD",
        ".Shape~4x4.Jigsaw~AAAAABBBCCCDCDDD",
        ".Shape~4x4.~R1C1_1.~R1C1_2",
        ".Shape~4x4.Replicate~R1C1~R2C2.Thermo~R1C1~R1C2.End",
        ".Shape~4x4.Replicate~R1C1~R4C4.Thermo~R1C1~R1C2.End",
        ".Shape~4x4.Pair~~name~R1C1~R1C2",
        ".Shape~4x4.NFA~!!~name~R1C1",
        ".Shape~4x4.NFA~A~name~R1C1",
        ".Shape~4x4.Or.~R1C1_1",
        ".Shape~4x4.End",
        ".Shape~4x4" + ".Or" * 40,
        ".Shape~4x4.CountDistinct~R1C1",
        ".Shape~4x4.ContainExact~~R1C1",
        ".Shape~4x4.Skyscraper~Z1~2~",
        ".Shape~4x4.Sandwich~5~R9",
        "4" * 16,
        "1..............4",
        "." * 81 + "x",
    ],
    "penpa": [
        "https://swaroopg92.github.io/penpa-edit/#m=edit",
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=!!!!",
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + base64.b64encode(zlib.compress(b"a\nb")[2:-4]).decode(),
    ],
    "ss": [".1|..\n..|..\n--+--\n..|..\n..|.2", "12|34", "",
        "1.|..\n..|..\n--+--\n..|..\n..|.2\n\n12|..\n..|..\n--+--\n..|..\n..|.2",
        "1.|..\n..|..\n--+--\n..|..\n..|.2\n\n21|..\n..|..\n--+--\n..|..\n..|.2",
        "1.|..\n..|..\n--+--\n..|..\n..|.2\n\n12|..\n..|..\n--+--\n..|..\n..|.2\n\n1 2|3 4\n\n5"],
    "pm": ["12 12|3 4\n3 4|12 12\n---+---\n12 3|4 12\n4 12|12 3", "1 2|3 4\n3 4|1 2\n---+---\n2 1|4 3\n4 3|2 1", "12 12", "1 x|3 4\n3 4|1 2\n2 1|4 3\n4 3|2 1"],
    "sdk": ["[Puzzle]\n1...\n....\n....\n...4\n[State]\n12..\n....\n....\n...4", "#Ame\n#Bbad\n1...\n....\n....\n...4", "[Puzzle]\n1...\n[Nonsense]\nx", "[State]\n1...", "[Puzzle]\n1...\n....\n....\n...5"],
    "euler": ["Grid 01\n1000\n0000\n0000\n0004\nGrid 02\n", "Grid 01\n1000\n000", "1000\n0000\n0000\n0004", "Grid\n1000\n0000\n0000\n0005"],
    "grid": ["1 . | . .\n. . | . .\n----+----\n. . | . .\n. . | . 4", "1...\n....\n....", "1...\n....\n....\n...5", "1...\n....\n....\n...11", "1,,,\n,,,\n,,,\n,,,4", "A...\n....\n....\n...D", "# alphabet: letters\nA...\n....\n....\n...D", "# box: none\n1...\n....\n....\n...1", "# box: 2x3\n1...\n....\n....\n...1", "# size: 9\n1...", "# rules: x\n1...\n....\n....\n...2", "# rules: nonsense\n1...\n....\n....\n...2", "*---*\n|1.|\n|.2|\n*---*", "1 2 3 4 5 6 7 8 9 10\n" * 10],
    "line": ["1..............4 # a comment", "1..............4,5", "1..............4\t5", "x..............4", "1...|....|....|...4", "1... .... .... ...4", "0000000000000000", "123456789", "1..............\u0664", "# box: none\n1..............1", "# name: A\n# values: 0-3\n0..............3", "1..............4 1..............4"],
    "sdx": ["1 2 3 4 5 6 7 8 9\n" * 9, "u1 23 3 4 5 6 7 8 9\n" * 9, "1 2\n", "10 2 3 4 5 6 7 8 9\n" * 9],
    "opensudoku": ["<opensudoku><game data=\"" + CLASSIC.replace(".", "0") + "\"/></opensudoku>", "<opensudoku><name>A</name><game data=\"12\"/></opensudoku>", "<opensudoku/>", "<other/>", "<opensudoku><game/></opensudoku>"],
    "toml": [
        'clues = "1..............4"',
        'clues = ["1...", "....", "....", "...4"]',
        "size = 4\n[clues]\nR1C1 = 1\nB2 = 3",
        "size = 4\n[clues]\nR9C1 = 1",
        'size = 6\nbox = "3x2"',
        "size = 6\nbox = [3, 2]",
        'size = 4\nbox = "none"\nx = true',
        'size = 4\nkiller = ["3 R1C1 R1C2", "R2C1 R2C2"]',
        'size = 4\nrules = ["x", "killer 3 R1C1 R1C2"]',
        'size = 4\nkiller = {cells = "R1C1 R1C2", sum = 3}',
        'size = 4\n[[killer]]\ncells = ["R1C1", "R1C2"]\nsum = 3',
        "size = 4\nkiller = 5",
        "size = 4\nx = false",
        "size = 4\nwhispers = []",
        'size = 4\nclassic = false\nrows = true',
        'grid = "samurai"',
        'grid = "4 box none"',
        'grid = "nonsense"',
        'name = 5\nsize = 4',
        'size = 4\nname = "A"\ncomment = "B"\nvalues = "0-3"',
        'size = 4\nvalues = [1, 2, 5, 7]',
        "size = 4\n[candidates]\nR1C1 = [1, 2]\n[entries]\nR2C2 = 3\n[notes]\na = \"b\"",
        'clues = "1...\\n....\\n....\\n..."',
        "",
    ],
}  # fmt: skip


def tables_read():
    blank = Puzzle(Grid.square(4))
    for name, texts in TABLES.items():
        for text in texts:
            yield f"{name} {text!r}: {answered(text, name, blank)}"


def test_what_is_read_of_texts():
    check_pinned(HERE / "texts_read.txt", tables_read())


CELLS = (
    ["R1C1"],
    ["R1C1", "R1C2"],
    ["R1C1", "R1C2", "R2C1", "R2C2"],
    ["R0C1"],
    ["R5C0"],
    ["R1C1", "R9C9"],
    [],
)
DRAWINGS = [
    *({"line": [{"lines": [cells], "outlineC": "#FF0000", "width": 0.3}]} for cells in CELLS),
    *(
        {key: [{"cells": cells, "baseC": "#67F067", "width": width, "height": 0.5, "value": text}]}
        for key in ("rectangle", "circle", "text")
        for cells in CELLS
        for width, text in ((0.4, ""), (1.3, "7"))
    ),
    {"circle": [{"cells": ["R1C1"], "baseC": "#FFFFFF", "outlineC": "#0000FF", "width": 0.8}]},
    {"circle": [{"cells": ["R1C1"], "baseC": "#FFFFFF", "outlineC": "#000000", "width": 0.9}]},
    {"rectangle": [{"cells": ["R1C1"], "baseC": "#CFCFCF", "width": 0.95, "height": "x"}]},
    {"cage": [{"cells": ["R1C1", "R1C2"], "value": "a", "outlineC": "#FF0000"}]},
    {"text": [{"cells": ["R1C1"], "value": "a", "fontC": "#FF0000", "size": 0.7}]},
    {"line": 5},
    {"line": [5]},
    {"circle": {"cells": ["R1C1"]}},
]  # fmt: skip
RULESETS = ("", "Grey lines are palindromes.", "Digits joined by a white dot are consecutive.",
    "Green squares are even.")  # fmt: skip


def drawings_of_fpuzzles():
    blank = Puzzle(Grid.square(4))
    for number, keys in enumerate(DRAWINGS):
        document = {"size": 4, "grid": [[{}] * 4] * 4, "ruleset": RULESETS[number % 4], **keys}
        answer = answered(json.dumps(document), "f-puzzles-json", blank)
        yield f"{document['ruleset']} {json.dumps(keys)}: {answer}"


def test_what_is_read_of_drawings_of_f_puzzles():
    check_pinned(HERE / "drawings_fpuzzles.txt", drawings_of_fpuzzles())


def damaged_forms(text):
    """A pasted text, and five with one thing another."""
    lines = text.split("\n")
    middle = len(text) // 2
    yield "whole", text
    yield "without its last character", text[:-1]
    yield "without a character in the middle", text[:middle] + text[middle + 1 :]
    yield "with a letter in the middle", f"{text[:middle]}z{text[middle:]}"
    if len(lines) > 1:
        yield "without its first line", "\n".join(lines[1:])
        yield "without its last line", "\n".join(lines[:-1])
        yield "twice", f"{text}\n\n{text}"


def form_answer(text):
    """The format of a text, its puzzles, and what is said of it."""
    name = outcome(lambda: detect(text).name)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            puzzles = [*iter_puzzles(io.StringIO(text))]
            answer = "; ".join(map(puzzle_in_short, puzzles))
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
    return "  ".join([f"{name}: {answer}", *(f"! {each.message}" for each in caught)])


def puzzle_in_short(puzzle):
    if isinstance(puzzle, Exception):
        return f"{type(puzzle).__name__}: {puzzle}"
    line = puzzle.line()
    line = "the classic" if line == CLASSIC else line if len(line) < 82 else f"{len(line)} cells"
    texts = [text for text in (puzzle.name, puzzle.comment) if text]
    notes = [f"{key}: {len(note)}" for key, note in puzzle.notes.items()]
    candidates = [f"{len(puzzle.candidates)} candidates"] * bool(puzzle.candidates)
    return ", ".join([line, *texts, *notes, *candidates])


def forms_read():
    forms = [*DESIGNED, *HELD_OUT, *(form for group in addresses() for form in group)]
    for number, (title, text, _) in enumerate(forms):
        for change, damaged_text in list(damaged_forms(text))[number % 2 :: 2]:
            yield f"{title}, {change}: {form_answer(damaged_text)}"


def test_what_is_read_of_pasted_forms():
    check_pinned(HERE / "forms_read.txt", forms_read())


FRAMED = "1.|..\n..|..\n---+---\n..|..\n..|.2"
CANDIDATES = "1 234|34 34\n34 34|1 2\n---+---\n2 1|34 34\n34 34|2 1"
LOOKED_AT = [
    *("1", ".", "12", "1...", "....", "12..", "1234", "0000", "1....", "123......", ".........", "1.......2"),
    *("1...\n....\n....\n...2", "1...\n2...\n....\n....", "....\n....\n....\n....", "12\n21", "1...\n1...", "1..............4\n" * 3),
    *("123456789", "1" * 16, "1..2..3..4..5..6", "a" * 81, "A" * 81, "1" * 82, "1 2 3 4", "1,2,3,4", "1;2;3;4"),
    FRAMED,
    f"{FRAMED}\n\n{FRAMED}",
    f"{FRAMED}\n\n{FRAMED.replace('1.', '12')}\n\n{CANDIDATES}",
    f"{FRAMED}\n\n{FRAMED.replace('1.', '21')}\n\n{CANDIDATES}",
    f"{FRAMED}\n\n{CANDIDATES}",
    CANDIDATES,
    f"{FRAMED}\n\n{FRAMED}\n\n{FRAMED}\n\n{FRAMED}",
    *("Grid 01\n1...", "[Puzzle]\n1...", "#Ame\n1...", "puzzle,x\n1...", "{", "[", "x = 1;", "x = [1,2];", "3x3::k:", "SumoCueV1"),
    *(":0000:x:1", "aab\ncbb\nccd\na 3+", "<a/>", "<opensudoku>", ".Thermo~R1C1~R1C2", "clues = 1", "[clues]", "size = 4\n", "# a\n# b", "hello"),
    *("https://a.example/", "https://puzz.link/p?sudoku/4/4/1", "f-puzzles.com/?load=N4Ig", "localhost:8000/1..............4"),
]  # fmt: skip
PATHS = (None, "a.txt", "a.sdk", "a.ss", "a.csv", "a.json", "a.toml", "a.xml", "a.zzz")


def detected():
    for number, text in enumerate(LOOKED_AT):
        for path in (None, PATHS[1 + number % 8]):
            taken_for = outcome(lambda text=text, path=path: detect(text, path).name)
            yield f"{text!r}, {path}: {taken_for}"
        yield f"  {form_answer(text)}"


def test_which_format_a_text_is_taken_for():
    check_pinned(HERE / "formats_detected.txt", detected())


def test_a_text_that_two_formats_claim_is_of_neither():
    class First(Format):
        name = "first-of-two"
        sentence = "A text behind a mark."

        def claims(self, sample):
            return sample.startswith("!!")

    class Second(First):
        name = "second-of-two"

        def claims(self, sample):
            return sample.startswith("!!!")

    assert detect("!!").name == "first-of-two"
    with pytest.raises(
        FormatError, match="the text may be first-of-two or second-of-two: say which"
    ):
        detect("!!!")
    del First, Second
    gc.collect()


PENPA_HEAD = "sudoku,4,4,38,0,1,1,266,266,144,144,0,1,0,0,Title: T%2C1,Author: Me,%2D,OFF,false"
PENPA_QUESTION = {
    "number": {"18": ["1", 1, "1"], "19": ["x", 1, "1"], "29": ["12", 2, "5"], "45": ["3", 2, "1"]},
    "thermo": [[20, 28, 36]],
    "arrows": [[45, 44, 43]],
    "killercages": [[18, 26], []],
    "numberS": {str(4 * (64 + 18)): ["5", 1], str(4 * (64 + 30)): ["7", 1]},
    "symbol": {"30": [1, "star", 1], "26": [2, "circle_L", 1]},
    "line": {"34,35": 3, "35,36": 3, "42,43": 5},
    "lineE": {"80,90": 2},
    "surface": {"18": 1, "36": 5},
}


def penpa_link(head=PENPA_HEAD, spaces="[0,0,0,0]", question=PENPA_QUESTION, lines=6):
    text = [
        head,
        spaces,
        "{}",
        question if isinstance(question, str) else json.dumps(question),
        "{}",
        "[18,1]",
    ]
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflate.compress("\n".join(text[:lines]).encode()) + deflate.flush()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={base64.b64encode(data).decode()}"


def boards_read():
    blank = Puzzle(Grid.square(4))

    def read_board(**parts):
        return answered(penpa_link(**parts), "penpa", blank)

    yield f"-- whole: {read_board()}"
    for lines in (4, 5):
        yield f"{lines} lines: {read_board(lines=lines)}"
    for head in (
        "hex,4,4",
        "square,4,4",
        "kakuro,4,4",
        "sudoku,4",
        "sudoku,x,4",
        "sudoku,4,5",
        "sudoku,0,0",
        "sudoku,99,99",
        "",
    ):
        yield f"{head}: {read_board(head=head)}"
    for spaces in ("[1,0,0,0]", "[1,0,1,0]", "[0,1,0,1]", "[]", "x", "[4,0,4,0]"):
        yield f"space {spaces}: {read_board(spaces=spaces)}"
    for question in ("{}", "[]", "{", "5"):
        yield f"question {question}: {read_board(question=question)}"
    for change, wrong in damaged_documents(PENPA_QUESTION):
        yield f"  {change}: {read_board(question=wrong)}"


def test_what_is_read_of_boards_of_penpa():
    check_pinned(HERE / "boards_read.txt", boards_read())
