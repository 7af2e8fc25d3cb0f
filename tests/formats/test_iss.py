"""Constraint strings: what each type means, judged by brute force on small grids."""

import itertools
from dataclasses import replace

import pytest

from nonet import count_solutions
from nonet.errors import FormatError, FormatWarning
from nonet.formats import detect, parse, write
from nonet.formats.iss.context import decode_automaton
from tests.cases import as_one_test

FOUR = ".Shape~4x4"


def grids():
    """All 288 grids of four rows."""
    pairs = itertools.product(itertools.permutations((1, 2, 3, 4)), repeat=2)
    halves = [(a, b) for a, b in pairs if {*a[:2], *b[:2]} == {*a[2:], *b[2:]} == {1, 2, 3, 4}]
    for grid in (top + bottom for top, bottom in itertools.product(halves, repeat=2)):
        if all(len(set(column)) == 4 for column in zip(*grid, strict=True)):
            yield grid


GRIDS = list(grids())


def adjacent(grid, test):
    """Whether all pairs of neighbours pass."""
    pairs = [((r, c), (r, c + 1)) for r in range(4) for c in range(3)]
    pairs += [((c, r), (c + 1, r)) for r in range(4) for c in range(3)]
    return all(test(grid[a][b], grid[c][d]) for (a, b), (c, d) in pairs)


def differ_a_knights_move_apart(grid):
    """Whether cells a knight's move apart differ."""
    cells = itertools.product(range(4), repeat=2)
    pairs = ((a, b) for a, b in itertools.combinations(cells, 2) if distances(a, b) == {1, 2})
    return all(grid[a[0]][a[1]] != grid[b[0]][b[1]] for a, b in pairs)


def distances(a, b):
    """How far two places are apart, down and across."""
    return {abs(a[0] - b[0]), abs(a[1] - b[1])}


# fmt: off
MEANINGS = [
    (".~R1C1_1_2", lambda g: g[0][0] in (1, 2)),
    (".~R1C1_1_2.~R1C1_2_3", lambda g: g[0][0] == 2),
    (".Cage~5~R1C1~R1C2", lambda g: g[0][0] + g[0][1] == 5),
    (".Cage~~R1C1~R2C3", lambda g: g[0][0] != g[1][2]),
    (".Cage~7~R1C1~R1C2~R1C1", lambda g: 2 * g[0][0] + g[0][1] == 7),
    (".Sum~8~R1C1~R2C3~R3C2", lambda g: g[0][0] + g[1][2] + g[2][1] == 8),
    (".Sum~0_=_1_-2~R1C1~R4C4", lambda g: g[0][0] == 2 * g[3][3]),
    (".Thermo~R1C1~R1C2~R2C3", lambda g: g[0][0] < g[0][1] < g[1][2]),
    (".Whisper~2~R1C1~R1C2~R2C3", lambda g: min(abs(g[0][0] - g[0][1]), abs(g[0][1] - g[1][2])) > 1),
    (".Whisper~2~R1C1~R4C4", lambda g: abs(g[0][0] - g[3][3]) > 1),
    (".Palindrome~R1C1~R1C2~R2C3", lambda g: g[0][0] == g[1][2]),
    (".Arrow~R1C1~R2C2~R3C1", lambda g: g[0][0] == g[1][1] + g[2][0]),
    (".Arrow~R1C1~R4C4~R3C1", lambda g: g[0][0] == g[3][3] + g[2][0]),
    (".WhiteDot~R1C1~R1C2", lambda g: abs(g[0][0] - g[0][1]) == 1),
    (".BlackDot~R1C1~R1C2", lambda g: g[0][0] in (2 * g[0][1], g[0][1] / 2)),
    (".GreaterThan~R1C2~R1C1", lambda g: g[0][1] > g[0][0]),
    (".V~R1C1~R1C2", lambda g: g[0][0] + g[0][1] == 5),
    (".AllDifferent~R1C1~R2C3~R3C2", lambda g: len({g[0][0], g[1][2], g[2][1]}) == 3),
    (".AntiConsecutive.NoBoxes", None),
    (".Diagonal~1", lambda g: len({g[r][3 - r] for r in range(4)}) == 4),
    (".Diagonal~-1", lambda g: len({g[r][r] for r in range(4)}) == 4),
    (".AntiKnight", differ_a_knights_move_apart),
    (".StrictKropki", lambda g: adjacent(g, lambda a, b: abs(a - b) != 1 and a not in (2 * b, b / 2))),
    (".Quad~R1C2~1~2", lambda g: {1, 2} <= {g[0][1], g[0][2], g[1][1], g[1][2]}),
    (".SameValues~2~R1C1~R1C2~R3C3~R4C4", lambda g: {g[0][0], g[0][1]} == {g[2][2], g[3][3]}),
    (".EqualSum~R1C1~R1C2~-~R4C4", lambda g: g[0][0] + g[0][1] == g[3][3]),
    (".ContainExact~1_1~R1C1~R2C3~R3C2", lambda g: [g[0][0], g[1][2], g[2][1]].count(1) == 2),
    (".ContainAtLeast~1~R1C1~R2C3", lambda g: 1 in (g[0][0], g[1][2])),
    (".LookAndSay~12~R1C1~R2C3", lambda g: [g[0][0], g[1][2]].count(2) == 1),
    (".LittleKiller~7~R2C1", lambda g: g[1][0] + g[2][1] + g[3][2] == 7),
    (".LittleKiller~4~R1C2", lambda g: g[0][1] + g[1][0] == 4),
    (".LittleKiller~4~R2C4", lambda g: g[1][3] + g[0][2] == 4),
    (".LittleKiller~4~R4C3", lambda g: g[3][2] + g[2][3] == 4),
    (".Sandwich~5~R1", lambda g: abs(g[0].index(1) - g[0].index(4)) == 3),
    (".Skyscraper~C1~1~", lambda g: g[0][0] == 4),
    (".Skyscraper~C1~~1", lambda g: g[3][0] == 4),
    (".XSum~R1~3~", lambda g: sum(g[0][: g[0][0]]) == 3),
    (".NumberedRoom~R1~2~", lambda g: g[0][g[0][0] - 1] == 2),
    (".Indexing~C~R1C2", lambda g: g[0][g[0][1] - 1] == 2),
    (".CountDistinct~R1C1~R1C2~R2C3", lambda g: g[0][0] == len({g[0][1], g[1][2]})),
    (".ValueIndexing~R1C1~R1C2~R2C3~R2C4", lambda g: g[0][0] == dict(enumerate(g[1][2:], 1)).get(g[0][1])),
    (".Or.~R1C1_1.And.~R1C1_2.~R4C4_3.End.End", lambda g: g[0][0] == 1 or (g[0][0], g[3][3]) == (2, 3)),
    (".Or.~R1C1_1~R4C4_1.~R1C1_2.End", lambda g: g[0][0] == 2 or (g[0][0], g[3][3]) == (1, 1)),
    (".And.~R1C1_1.End", lambda g: g[0][0] == 1),
    (".Regex~MSsuKg~R1C1~R1C2", lambda g: g[0][0] == 1),  # 1+.*
    (".Regex~1%2B.*~R1C1~R1C2".replace(".*", "%2E*"), lambda g: g[0][0] == 1),
]
# fmt: on


@as_one_test([m[0] for m in MEANINGS])
def test_what_is_read_is_written_as_it_was_and_means_the_same_made_anew(text):
    puzzle = parse(FOUR + text)
    assert write(puzzle, "iss").strip() == FOUR + text
    try:
        anew = write(replace(puzzle, notes={}), "iss")
    except FormatError as error:
        assert "json" in str(error)
        return
    reread = parse(anew, strict=True)
    assert (
        count_solutions(reread, backend="native").number
        == count_solutions(puzzle, backend="native").number
    )


def encoded_automaton(arcs, starts, accepting, symbols, width):
    """A packed automaton as the page writes it."""
    import base64

    bits = f"01{width - 1:04b}{symbols - 1:04b}{starts:0{width}b}{accepting:0{width}b}"
    bits += "0" * starts
    for arc in arcs:
        bits += "".join("1" if s in arc else "0" for s in range(symbols, 0, -1))
        bits += "".join(f"{arc[s]:0{width}b}" for s in sorted(arc))
    bits += "0" * (-len(bits) % 8)
    data = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def test_an_automaton_is_read_with_its_segments():
    # rises within a segment, and a pause (symbol 5) starts again: states 0 start, 1..4 last value
    arcs = [{v: v for v in (1, 2, 3, 4)}]
    arcs += [{**{w: w for w in range(v + 1, 5)}, 5: 5} for v in (1, 2, 3, 4)]
    arcs += [{v: v for v in (1, 2, 3, 4)}]
    text = encoded_automaton(arcs, 1, 4, 5, 3)
    machine = decode_automaton(text, (1, 2, 3, 4), [2])
    assert (0, 1, 1) in machine.transitions
    assert len(machine.accepting) == 4
    one_segment = parse(f"{FOUR}.NFA~{text}~_up~R1C1~R1C2", strict=True)
    assert count_solutions(one_segment, backend="native").number == sum(
        g[0][0] < g[0][1] for g in GRIDS
    )
    two_segments = parse(f"{FOUR}.NFA~{text}~_up~R1C1~R1C2~-~R2C3~R2C4", strict=True)
    assert count_solutions(two_segments, backend="native").number == sum(
        g[0][0] < g[0][1] and g[1][2] < g[1][3] for g in GRIDS
    )
    # a pause before the first cell, by an empty segment: only what reads a pause there accepts
    first = encoded_automaton([{5: 1}, dict.fromkeys((1, 2, 5), 1)], 1, 1, 5, 1)
    pause_first = parse(f"{FOUR}.NFA~{first}~_low~-~R1C1~R1C2", strict=True)
    assert count_solutions(pause_first, backend="native").number == sum(
        {g[0][0], g[0][1]} == {1, 2} for g in GRIDS
    )
    pause_last = parse(f"{FOUR}.NFA~{first}~_low~R1C1~R1C2~-", strict=True)
    assert count_solutions(pause_last, backend="native").number == 0
    with pytest.raises(FormatError, match="cut short"):
        decode_automaton(text[:1], (1, 2, 3, 4), [2])


@as_one_test(
    [
        ("1..............4", 4, 2),
        ("1..............4AABBAABBCCDDCCDD", 4, 2),
        ("AABBAABBCCDDCCDD", 4, 0),
        (". . 1 .\n. . . .\n. 3 . .\n. . . 4", 4, 3),
        ("1........" + 80 * "123456789", 9, 1),
        ("=1..............4", 4, 2),
        ("A" + 255 * ".", 16, 1),
    ]
)
def test_texts_without_constraints(text, size, clues):
    puzzle = parse(text, format="iss")
    assert (puzzle.grid.size, len(puzzle.clues)) == (size, clues)
    assert ("jigsaw" in {rule.name for rule in puzzle.rules}) == ("AABB" in text)


@as_one_test(
    [
        (".Cage~x~R1C1~R1C2", "Cage: a sum is a number, not 'x'"),
        (".Cage~3~R1C1~Q9", "Cage: 'Q9' is not a cell of this grid"),
        (".Or.~R1C1_1", "Or is not closed: .End is missing"),
        (".~R1C1_1.End", ".End closes nothing"),
        (".~R1C1_17", "clue 17 at R1C1 is out of range"),
        (".~R1C1_1.~R1C1_2", "R1C1 is given values that exclude each other"),
        (".Shape~99x99.~R1C1_1", "a shape has 1 to 16 rows"),
        (".Shape~9x9~5.~R1C1_1", "too few values for 9 cells in a line: 5"),
        (".Jigsaw~12", "Jigsaw: expected 81 characters, found 2"),
        (".LittleKiller~3~R5C5", "R5C5 is not the first cell of a diagonal"),
        (".XSum~Q~3~", "'Q' is not a row or column"),
        (".Diagonal~7", "the first argument is 1 or -1"),
        (".Var~x~~9.~R1C1_1", "a name is of letters A to Z"),
        (".Var~X~~9999.~R1C1_1", "more than 1000 cells"),
        (".Replicate~" + "_" * 400 + ".~R1C1_1.End", "Replicate m"),
        (".Or" * 60 + ".~R1C1_1" + ".End" * 60, "deeper than 50 levels"),
        ("https://sigh.github.io/Interactive-Sudoku-Solver/?x=", r"without ?q="),
    ]
)
def test_a_bad_string_is_one_line_that_says_what(text, message):
    with pytest.raises(FormatError) as error:
        parse(text, format="iss")
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert str(error.value).startswith("line 1")


def test_a_type_that_is_not_known_is_named():
    with pytest.warns(FormatWarning, match="Fog"):
        puzzle = parse(".Fog~VS~1.Cage~3~R1C1~R1C2")
    assert puzzle.rules[-1].name == "killer"
    with pytest.warns(FormatWarning, match="Fog in a composite"):
        puzzle = parse(".Or.Fog~VS~1.~R1C1_1.End.~R1C1_2_3")
    assert len(puzzle.rules) == 3  # half a choice would be another puzzle
    with pytest.raises(FormatError, match="not understood: Fog"):
        parse(".Fog~VS~1.~R1C1_2", strict=True)


def test_addresses_hold_the_same_and_comments_are_left_out():
    text = ".Cage~3~R1C1~R1C2.~R5C5_7"
    link = write(parse(text), "iss-link").strip()
    assert link.startswith("https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Cage~3")
    assert parse(link).rules == parse(f"# a comment\n{text}\n").rules
    assert detect(link).name == detect(text).name == detect(f"# x\n{text}").name == "iss"
