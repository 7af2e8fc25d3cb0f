"""The smaller formats that puzzles are shared in: published examples, and back again."""

import io
import json
import re

import pytest

from nonet.errors import FormatError, FormatWarning
from nonet.formats import detect, format_names, formats, parse, read, write
from nonet.formats.links import pack
from nonet.formats.sudokupad import _CODES, classic_line, expand_json
from nonet.puzzle import Grid, Puzzle, make_rule
from tests.cases import as_one_test

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

KILLER = Puzzle(Grid.square(9), {"R1C1": 3}).with_rules(
    make_rule("killer", cells=("R1C2", "R1C3", "R2C3"), sum=15),
    make_rule("killer", cells=("R9C8", "R9C9")),
)
WIKIPEDIA = """
3 A1 A2; 15 A3 A4 A5; 22 A6 B5 B6 C5; 4 A7 B7; 16 A8 B8; 15 A9 B9 C9 D9; 25 B1 B2 C1 C2; 17 B3 B4;
9 C3 C4 D4; 8 C6 D6 E6; 20 C7 C8 D7; 6 D1 E1; 14 D2 D3; 17 D5 E5 F5; 17 D8 E7 E8; 13 E2 E3 F2;
20 E4 F4 G4; 12 E9 F9; 27 F1 G1 H1 I1; 6 F3 G2 G3; 20 F6 G6 G7; 6 F7 F8; 10 G5 H4 H5 I4;
14 G8 G9 H8 H9; 8 H2 I2; 16 H3 I3; 15 H6 H7; 13 I5 I6 I7; 17 I8 I9"""
"""The cages of the killer on Wikipedia's page, with rows as letters."""
SOLUTION = "215647398368952174794381652586274931142593867973816425821739546659428713437165289"


def wikipedia():
    rules = []
    for cage in WIKIPEDIA.split(";"):
        total, *cells = cage.split()
        names = tuple(f"R{ord(cell[0]) - 64}C{cell[1]}" for cell in cells)
        rules.append(make_rule("killer", cells=names, sum=int(total)))
    return Puzzle(Grid.square(9)).with_rules(*rules)


def test_puzz_link():
    link = "https://puzz.link/p?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79"
    assert parse(link).line() == CLASSIC
    assert write(parse(link), "puzz-link").strip() == link
    large = Puzzle(Grid.square(25), {"R1C1": 17, "R25C25": 9})
    assert parse(write(large, "puzz-link")).clues == large.clues
    for bad, message in (
        ("https://puzz.link/p?nurikabe/9/9/g", "kind nurikabe: only sudoku is read"),
        ("https://puzz.link/p?sudoku/9/9/g", "expected 81 cells, found 1"),
        ("https://puzz.link/p?sudoku/9/9/!", "'!' at character 1 of the cells is not a clue"),
        ("https://puzz.link/p?sudoku/9/8/g", "a sudoku is a square"),
        ("https://puzz.link/db", "expected a link such as"),
    ):
        with pytest.raises(FormatError, match=message):
            parse(bad)


def test_opensudoku_of_both_versions():
    digits = CLASSIC.replace(".", "0")
    version_1 = (
        '<?xml version="1.0"?>\n<opensudoku><name>Set</name><author>Me</author>\n'
        f'<game data="{digits}" note="first &amp; last"/>\n<game data="{digits}"/></opensudoku>'
    )

    first, second = read(io.StringIO(version_1))
    assert (first.line(), first.name, first.notes["author"]) == (CLASSIC, "first & last", "Me")
    assert second.line() == CLASSIC
    game = f'<game state="1" data="{digits}"/>'
    version_2 = f'<opensudoku version="2"><folder name="a">{game}</folder></opensudoku>'
    assert parse(version_2).line() == CLASSIC
    assert detect(version_1).name == detect(version_2).name == "opensudoku"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><opensudoku>&b;</opensudoku>',
            "a document type: such files have none",
        ),
        ("<opensudoku><game data='12'/></opensudoku>", "a game has 81 digits, not 2"),
        ("<opensudoku><game", "not XML"),
        ("<opensudoku>" + "<a>" * 100_000, "elements lie deeper than 20 in others"),
        ("<opensudoku></opensudoku>", "no puzzle: there are only comments or blanks"),
    ],
)
def test_a_bad_xml_file_is_one_line(text, message):
    with pytest.raises(FormatError) as error:
        parse(text, format="opensudoku")
    assert message in str(error.value)


def test_sdx_holds_clues_entries_and_candidates():
    rows = ["5 u3 12 " + "123456789 " * 6] + ["123456789 " * 9] * 8
    text = "\n".join(rows)
    puzzle = parse(text)
    assert detect(text).name == "sdx"
    assert (dict(puzzle.clues), dict(puzzle.entries)) == ({"R1C1": 5}, {"R1C2": 3})
    assert list(puzzle.candidates["R1C3"]) == [1, 2]
    reread = parse(write(puzzle, "sdx"))
    assert (reread.clues, reread.entries) == (puzzle.clues, puzzle.entries)
    with pytest.raises(FormatError, match="line 1, column 3: expected a digit, u5 or candidates"):
        parse(text.replace("u3", "ux"), format="sdx")


def latin(size):
    """All Latin squares."""
    from itertools import permutations, product

    rows = list(permutations(range(1, size + 1)))
    squares = product(rows, repeat=size)
    return [g for g in squares if all(len(set(c)) == size for c in zip(*g, strict=True))]


def scl_link(text):
    return f"https://sudokupad.app/scl{pack(text)}"


BOXES = "[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]]"
PAD = (
    "{cs:50,ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:2}]],"
    f"re:[{BOXES},[[2,2],[2,3],[3,2],[3,3]]],"
    "ca:[{ce:[[0,1],[0,2]],v:5,unique:t},{v:'title: It\\'s'},{v:'author: Me'}],"
    "global:['antiknight'],metadata:{solution:'1234'},l:[{c:#F,wp:[[0,0],[1,1]]}]}"
)


def test_a_sudokupad_object():
    with pytest.warns(FormatWarning, match=r"left out: white tip 'DR' \(drawn\)"):
        puzzle = parse(scl_link(PAD))
    assert puzzle.clues == {"R1C1": 1, "R4C4": 2}
    assert puzzle.rules[3:] == (
        make_rule("killer", cells=("R1C2", "R1C3"), sum=5),
        make_rule("anti-knight"),
    )
    assert (puzzle.name, puzzle.notes["author"], puzzle.notes["solution"]) == ("It's", "Me", "1234")
    plain = json.dumps(expand_json(PAD))
    assert detect(plain).name == "sudokupad"
    with pytest.warns(FormatWarning):
        assert parse(plain, format="sudokupad").rules == puzzle.rules
    with pytest.raises(FormatError, match=r"not understood: white tip 'DR' \(drawn\)"):
        parse(plain, strict=True)


def test_regions_that_are_no_boxes_are_a_jigsaw():
    rows = ",".join(f"[{','.join(f'[{r},{c}]' for c in range(4))}]" for r in range(4))
    text = PAD.replace(f"re:[{BOXES},[[2,2],[2,3],[3,2],[3,3]]]", f"re:[{rows}]")
    text = text.replace(",l:[{c:#F,wp:[[0,0],[1,1]]}]", "")
    assert make_rule("jigsaw", layout="1111222233334444") in parse(scl_link(text)).rules


@as_one_test(
    [
        (
            "https://sudokupad.app/8bNmDd4J9G",
            "is a short link to sudokupad.app: only its server knows",
        ),
        (
            scl_link("{ce:[[,],[,]],ca:[{ce:[[0,9]],v:3}]}"),
            "cage 1: row 1, column 10 is off the grid",
        ),
        (scl_link("{ce:[[,],[]]}"), "cells are n rows of n cells"),
        (scl_link("{ce:5}"), "cells is a list"),
        (scl_link("{ce:[[,],[,]],re:[[[0,0]],[[0,0]]]}"), "R1C1 lies in two regions"),
        (scl_link("{ce:[["), "the object is not JSON"),
        (scl_link(PAD)[:80], "cut short"),
    ]
)
def test_a_bad_sudokupad_text_is_one_line(text, message):
    with pytest.raises(FormatError) as error:
        parse(text)
    assert message in str(error.value)
    assert str(error.value).startswith("line 1")


def classic_code(cells: str) -> str:
    """The code of cells, 0 for a blank: each character a digit and up to five blanks."""
    parts = []
    for match in re.finditer(r"([0-9])(0{0,5})", cells):
        parts.append(_CODES[int(match[1]) + 10 * len(match[2])])
    return f"classic{''.join(parts)}"


def test_the_codes_of_classic_grids():
    digits = CLASSIC.replace(".", "0")
    assert classic_line(classic_code(digits)) == digits
    assert parse(f"https://sudokupad.app/{classic_code(digits)}").line() == CLASSIC
    # the older code: digits as they are, and a letter for a run of blanks
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    older = re.sub("0+", lambda run: letters[len(run[0])], digits)
    assert parse(f"classic{older}", format="sudokupad").line() == CLASSIC
    with pytest.raises(FormatError, match="which do not make a square"):
        classic_line("classicFFF")


def test_no_text_that_one_format_writes_is_claimed_by_another():
    """Told by what is certain: one format at most claims a text."""
    texts = [
        write(wikipedia(), "killer"),
        write(KILLER, "penpa"),
        PAD,
        write(KILLER, "f-puzzles-json"),
        write(KILLER, "json"),
    ]
    for name in format_names(writing=True):
        try:
            texts.append(write(parse(CLASSIC), name))
        except FormatError:
            assert name == "kenken"
    for text in texts:
        claiming = [name for name, each in formats().items() if each.claims(text)]
        assert len(claiming) <= 1, (text[:60], claiming)
