"""Texts and files of every format with an error inside: puzzles, or errors in one line.

Each puzzle that was read can be solved, drawn, and written again.
"""

from __future__ import annotations

import gzip
import io
import warnings
from functools import cache
from random import Random

from nonet.errors import FormatError, FormatWarning, NonetError
from nonet.formats import format_names, iter_puzzles, parse, write
from nonet.puzzle import Puzzle
from tests.fuzz.campaign_type import Campaign, Case, Tally
from tests.fuzz.puzzles import GEOMETRIES, altered_puzzle
from tests.fuzz.text_damage import damage_text, shortened_texts

MAX_ENTRIES_READ = 20
"""Entries of one text that are looked at more closely."""

MAX_CELLS = 1000
"""Cells of a puzzle that is drawn."""


# small geometries more often: most faults need no large grid
_CHOICES = (
    *[geometry for geometry in GEOMETRIES if geometry[0] <= 6] * 6,
    *dict.fromkeys(GEOMETRIES),
)


@cache
def _sound_puzzle(number: int) -> Puzzle:
    size, rules = _CHOICES[number]
    return altered_puzzle(Random(number), size, rules)


def sound_text(random: Random) -> bytes:
    """Return one of all sound texts: each puzzle as drawn, and alone and twice in each format that
    can hold it, and the texts of other programs.

    To write them all takes 3 s, so a text is written when it is drawn.
    """
    names = format_names(writing=True)
    forms = 1 + 2 * len(names)
    while True:
        place = random.randrange(len(SHARED_PUZZLES) + forms * len(_CHOICES))
        if place < len(SHARED_PUZZLES):
            return SHARED_PUZZLES[place].encode()
        number, form = divmod(place - len(SHARED_PUZZLES), forms)
        puzzle = _sound_puzzle(number)
        if form == 0:
            return str(puzzle).encode()
        times, name = divmod(form - 1, len(names))
        try:
            return write([puzzle, puzzle] if times else puzzle, names[name]).encode()
        except FormatError:
            continue


SHARED_PUZZLES = (
    '{"size":4,"title":"t","grid":[[{"value":1,"given":true},{"region":1},{},{}],[{},{},{},{}],'
    '[{"givenPencilMarks":[1,2]},{},{},{}],[{},{},{},{"value":"4"}]],"diagonal+":true,'
    '"negative":["xv"],"killercage":[{"cells":["R1C1","R1C2"],"value":"5/7"}],"arrow":[{"lines":'
    '[["R1C1","R2C2"]],"cells":["R1C1"]}],"thermometer":[{"lines":[["R4C1","R4C2"]]}],'
    '"whispers":[{"lines":[["R1C3","R1C4"]],"value":"2"}],"xv":[{"cells":["R1C1","R2C1"],'
    '"value":"V"}],"quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[1]}],'
    '"littlekillersum":[{"cell":"R0C1","direction":"DR","value":"7"}],"fogofwar":["R1C1"]}',
    "{ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:2}]],re:[[[0,0],[0,1],[1,0],[1,1]]],"
    "ca:[{ce:[[0,1],[0,2]],v:5,unique:t},{v:'title: It\\'s'}],global:['antiknight'],"
    "metadata:{solution:'1234'},l:[{c:#F,wp:[[0,0],[1,1]]}]}",
    "{ce:[[,,,],[,,,],[,,,],[,,,]],metadata:{rules:'Lines are thermometers.'},"
    "l:[{c:#F,wp:[[0.5,0.5],[0.5,2.5],[1.5,2.5]]}],u:[{ct:[0.5,0.5],w:0.8,h:0.8,r:t}]}",
    '{"cells":[[{"value":1},{}],[{},{}]],"metadata":{"nonet":{"nonet":"puzzle","version":1,'
    '"size":2,"box":null,"clues":"1...","rules":["x","zipper R1C1 R1C2 R2C2"]}},"lines":[]}',
    '{"cells":[[{"value":1},{}],[{},{}]],"regions":[[[0,0],[0,1]]],"cages":[{"cells":[[0,0]]}]}',
    ".Shape~4x4~0-3.Var~A~~2.Cage~5~R1C1~R1C2.Thermo~R1C1~R1C2~R2C3.Or.~R1C1_1.And.~R1C1_2"
    ".LittleKiller~4~R1C2.End.End.Replicate~hA.GreaterThan~R1C1~R1C2.End.Pair~CE~_x~R1C1~R1C2"
    ".Regex~MSsuKg~R1C1~R1C2.XSum~R1~3~.Sum~0_=_1_-2~R1C1~VA1.Jigsaw~1111222233334444.NoBoxes",
    "A<v<" + 19 * "0v^>" + "0",
    "3x3::k:" + 40 * "769:" + 41 * "1:",
    "SumoCueV1D=15J0+0J1" + 79 * "=0J2",
    "https://puzz.link/p?sudoku/4/4/1i2h3g-10k",
    '<?xml version="1.0"?>\n<opensudoku version="2"><name>x</name><folder name="a">\n<game data="'
    + 81 * "0"
    + '" note="n"/></folder></opensudoku>',
    "\n".join(["5 u3 12 " + 6 * "123456789 "] + 8 * [9 * "123456789 "]),
    "aab\ncbb\nccd\na 3+\nb 6*\nc 2-\nd 1\n",
    # coloured cells, words, a bulb alone, drawings; packed; SudokuMaker's
    (
        '{"size":4,"grid":[[{"c":"#F00"},{"cArray":["blue"]},{},{}],[{},{},{},{}],[{},{},{},{}],[{}'
        ',{},{},{}]],"ruleset":"Anti-knight rules apply. Be shy.","arrow":[{"cells":["R1C1"],"lines'
        '":[]}],"line":[{"lines":[["R1C1","R2C2"]]}],"text":[{"cells":["R4C4"],"value":"x"}]}'
    ),
    (
        "N4IgzglgXgpiBcAWANCA5gJwgEwQbT1AGMEQBiAMQAYqQBfZYgQQwwEMBPfEAIwBsArnAC6DYGLrDkhCYwlSZcpeIX"
        "jl8qSAwC+MMDAAupJgDsDEALQBrExDQALAwAJtusE7YAHT3w4A6JwAhGCcwe38QVDZWAHsAd3xiGD4+MG4AJQBGAGF"
        "MkE0+CBM9fFECorh4QhBC4rSqvBAs3MimgCZstvyy1AMYAA8jKqSU+sb0xGzEfNQANzZBSpB++lEgA=="
    ),
    (
        "https://sudokumaker.app/?puzzle=N4IgDgrgXlA2CmIBcoDG9awM7INqgHMBLAN3gDtkAXAJwngBoQSBDWe5AZ"
        "gF8Hhf+fAcKGjB4kRLHcAukyxEoiJABYmqAPbkstFkXJUcSfCCoBPMMoAMA0xeWcrVplQAW8GgFsNn+FQ9GuLgAjAw"
        "ATDIytuaWXFahIKgsBPCBaBjYeGoArHLMbBxIAOyy0fbIYVZhpdxAA"
    ),
    "n = 2;\nx = array2d(1..n, 1..n, [\n_,1,0,2\n]);\n",
    "https://sudokupad.app/classic" + "0123456789ABCDEFGH",
    "https://swaroopg92.github.io/penpa-edit/#m=edit&p=TY1BDoIwEEX3PcWsZ9FSNFGXyIaFJBoPYIoUIWktKRCDp3eAjZvJ/Pdf/vgq",
)
"""Texts of other programs, with as many features as a small grid takes."""


def make(random: Random) -> Case:
    """A damaged text, perhaps compressed, perhaps damaged after that too."""
    data = damage_text(random, sound_text(random))
    if random.random() < 0.1:
        data = gzip.compress(data[: 1 << 20], 1)
        if random.random() < 0.5:
            data = damage_text(random, data)
    named = random.choice(format_names()) if random.random() < 0.2 else None
    return {"bytes": data.decode("latin-1"), "format": named}


def judge(case: Case, tally: Tally) -> str | None:
    """Reading ends in puzzles or in errors of ours, each of one line."""
    data = case["bytes"].encode("latin-1")
    tally["texts"] += 1
    try:
        for number, entry in enumerate(
            iter_puzzles(io.BytesIO(data), format=case["format"], on_warning=check_warning)
        ):
            if isinstance(entry, FormatError):
                tally["errors"] += 1
                if len(str(entry).splitlines()) != 1 or not str(entry).isprintable():
                    return f"an error that is not one printable line: {entry}"
            elif number < MAX_ENTRIES_READ:
                tally["puzzles read"] += 1
                _use_puzzle(entry)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FormatWarning)
            parse(data.decode("utf-8", "replace"), format=case["format"])
    except NonetError as error:
        if len(str(error).splitlines()) != 1 or not str(error).isprintable():
            return f"an error that is not one printable line: {error}"
    return None


def check_warning(warning: FormatWarning) -> None:
    """Accept a warning if the warning is one printable line; else raise ``AssertionError``."""
    if len(str(warning).splitlines()) != 1 or not str(warning).isprintable():
        raise AssertionError(f"a warning that is not one printable line: {warning}")


def _use_puzzle(puzzle: Puzzle) -> None:
    if len(puzzle.grid.cells) > MAX_CELLS:
        return
    puzzle.model()
    puzzle._repr_svg_()
    str(puzzle)
    again = parse(write(puzzle, "json"), format="json", allow_clashes=True)
    assert again == puzzle, "the puzzle is another one after JSON"


def simpler_cases(case: Case) -> list[Case]:
    """Parts of the text."""
    data = case["bytes"].encode("latin-1")
    return [{**case, "bytes": part.decode("latin-1")} for part in shortened_texts(data)]


CAMPAIGN = Campaign("texts", make, judge, simpler_cases, weight=100, seconds=1.0, megabytes=200)
