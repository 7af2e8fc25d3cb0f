"""TOML: what people write is read, what is written is read back, and a fault has its place."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from nonet.errors import FormatError
from nonet.formats import find_format, parse, read
from nonet.formats.base import Reader
from nonet.formats.json import to_json
from nonet.formats.registry import detect
from nonet.puzzle import Block, Grid, Puzzle, rule_types
from nonet.puzzle.examples import example_puzzle
from nonet.puzzle.short_form import rule_from_short
from nonet.testing.strategies import puzzles
from tests.cases import as_one_test

KILLER = """\
# made by hand
name = "A small killer"
clues = \"\"\"
.... ....
....  ...1
\"\"\"
anti-king = true
killer = [
  "5 R1C1 R1C2",       # a range would do
  "8 R2C3-R2C4 R3C4",
]
sandwich = {clue = "R0C1", sum = 3}
[notes]
from = "nowhere"
"""


def toml_of(*some_puzzles):
    return "".join(find_format("toml").write(some_puzzles, None))


def test_what_a_person_writes_is_read():
    puzzle = parse(KILLER)
    assert puzzle.name == "A small killer"
    assert puzzle.clues == {"R4C4": 1}
    assert puzzle.notes == {"from": "nowhere"}
    added = [
        "anti-king",
        "killer 5 R1C1 R1C2",
        "killer 8 R2C3 R2C4 R3C4",
        "sandwich 3 R0C1",
    ]
    assert puzzle.rules[3:] == tuple(map(rule_from_short, added))


def test_a_text_is_recognised_as_toml_by_its_first_key():
    for text in (KILLER, 'killer = "3 R1C1 R1C2"\nsize = 4\n', "[[puzzle]]\nsize = 4\n"):
        assert detect(text).name == "toml"
    for text in ("n = 4", "53..7", '{"size": 4}', "Grid 01"):
        assert detect(text).name != "toml"


@as_one_test(sorted(rule_types()))
def test_every_example_goes_through_toml_and_json_and_back(name):
    for example in rule_types()[name].examples:
        puzzle = example_puzzle(rule_types()[name], example)
        back = parse(toml_of(puzzle), format="toml")
        assert back == puzzle
        assert to_json(back) == to_json(puzzle)


@given(puzzles())
def test_any_puzzle_comes_back(puzzle):
    assert parse(toml_of(puzzle), format="toml", allow_clashes=True) == puzzle


def test_any_grid_any_text_and_several_puzzles_come_back():
    oblong = Puzzle(Grid((Block(0, 0, 2, 3, None),), (0, 1, 2)), {"R1C2": 0}, rules=())
    named = Puzzle(
        Grid.overlapping(((0, 0), (6, 6))),
        {"R1C1": 1},
        name='quo"te\\ \x07\u2028',
        comment="two\nlines",
        notes={"a b": "c"},
        entries={"R1C2": 2},
        candidates={"R1C3": [3, 4]},
    )
    mixed = Puzzle(Grid.square(6, (3, 2))).with_rules(
        rule_from_short("killer 5 R1C1 R1C2"),
        rule_from_short("even R1C1"),
        rule_from_short("killer 6 R2C1 R2C2"),
    )
    for puzzle in (oblong, named, mixed):
        assert parse(toml_of(puzzle), format="toml") == puzzle
    import io

    assert read(io.StringIO(toml_of(oblong, named, mixed)), format="toml") == [oblong, named, mixed]


@given(st.text(max_size=20))
def test_any_name_comes_back(name):
    puzzle = Puzzle(Grid.square(4), name=name)
    if any(0xD800 <= ord(character) < 0xE000 for character in name):
        with pytest.raises(FormatError, match="toml cannot hold the character U"):
            toml_of(puzzle)
    else:
        assert parse(toml_of(puzzle), format="toml").name == name


ROWS = 'clues = """\n1...\n....\n....\n...1\n"""\n'


@pytest.mark.parametrize(
    "text",
    [
        'killer = ["15 R1C1 R1C2 R2C1", "7 R1C3-R1C4"]',
        '[rules]\nkiller = ["15 R1C1 R1C2 R2C1", "7 R1C3-R1C4"]',
        '# mine\nsize = 9\n[rules]\nkiller = ["15 R1C1 R1C2 R2C1", "7 R1C3-R1C4"]',
    ],
)
def test_rules_alone_are_a_blank_nine_by_nine_whatever_comes_first(text, tmp_path):
    given = parse(text)
    assert (given.grid.size, len(given.clues)) == (9, 0)
    assert [rule.sum for rule in given.rules[-2:]] == [15, 7]
    file = tmp_path / "k.toml"
    file.write_text(text)
    assert read(file) == [given]


@pytest.mark.parametrize("text", ['kitle = "K"\n[rules]\nx = true', "titel = 3\nx = true"])
def test_a_wrong_key_in_front_is_reported_as_such(text, tmp_path):
    file = tmp_path / "k.toml"
    file.write_text(text)
    with pytest.raises(FormatError, match=r"line 1.*unknown key '[kt]it"):
        read(file)


@as_one_test(
    [
        ("size = ?\n", 1, "not TOML: Invalid value"),
        ('clues = """\n1..7\n....\n....\n....\n"""', 1, "clue '7' at R1C4 is out of range"),
        ('clues = "1......"', 1, "7 cells do not make a square"),
        ('name = "K"', 1, 'expected "clues" or a "size" of 1 to 64'),
        ('titel = "K"\nsize = 9', 1, "unknown key 'titel': neither a key of ours nor a rule"),
        (ROWS + 'kller = "3 R1C1"', 7, "neither a key of ours nor a rule; did you mean killer"),
        (ROWS + 'killer = ["3 R1C2 R1C3", "3 R2C2 what"]', 7, "what is 'what'?"),
        (ROWS + "killer = 5", 7, "a rule is true, a text or a table, not 5"),
        (ROWS + "killer = true", 7, "rule killer lacks cells"),
        (ROWS + "killer = {cells = 5}", 7, "cells are given by their names, not by 5"),
        (ROWS + 'rules = [\n  "x",\n  "y 3",\n]', 7, "there is no rule 'y'"),
        (ROWS + 'killer = "9 R1C2 R1C3"', 7, "cannot sum to 9"),
        (ROWS + 'killer = "5 R9C9"', 7, "'R9C9' is not a cell of this grid"),
        (ROWS + 'box = "2"', 7, "expected a box like 2x3"),
        (ROWS + "name = 3", 7, "name is a text, not 3"),
        (ROWS + "alphabet = 'none'", 7, "there is no alphabet 'none'"),
        ("size = 4\n[[puzzle]]\nsize = 4", 1, "size stands beside the puzzles"),
        ("rules = " + "[" * 5000, None, "TOML"),
        ('clues = """\n11..\n....\n....\n....\n"""', 1, "R1C1 and R1C2 are both 1 in row 1"),
    ]
)
def test_a_fault_is_reported_with_its_line(text, line, message):
    with pytest.raises(FormatError) as caught:
        nonet.solve(parse(text, format="toml"))
    assert message in str(caught.value)
    assert caught.value.line == line


def test_a_document_that_is_too_long_is_refused():
    with pytest.raises(FormatError, match="more than 1 MiB"):
        parse(ROWS + "# " + "x" * (1 << 20), format="toml")


def test_errors_of_the_second_of_several_puzzles_have_their_own_line():
    text = f"[[puzzle]]\n{ROWS}\n[[puzzle]]\n{ROWS}killer = 'R1C1 R1C2 5 oh'\n"
    first, second = find_format("toml").read(iter(enumerate(text.split("\n"), 1)), Reader())
    assert isinstance(first, Puzzle)
    assert second.line == 16


def test_rules_may_stand_in_a_table_of_their_own_as_people_write_them():
    text = 'clues = """\n....\n....\n....\n....\n"""\n[rules]\n'
    puzzle = parse(text + 'killer_cages = ["3 R1C1 R1C2"]\nthermometers = ["R3C1 R4C1"]\n')
    assert puzzle == parse(text + 'killer = "3 R1C1 R1C2"\nthermo = "R3C1 R4C1"\n')
    with pytest.raises(FormatError, match=r"line 9: rule thermometer: 'R1C9' is no"):
        parse(text + 'killer = "3 R1C1 R1C2"\nthermo = ["R3C1 R4C1", "R1C9 R1C8"]\n')
    with pytest.raises(FormatError, match=r"line 8: unknown key 'killr'.*did you mean"):
        parse(text + 'killr = "3 R1C1 R1C2"\n')


def test_rules_stand_under_the_names_that_people_give_them():
    common_names = ROWS + '"parity line" = "R1C1-R1C3"\nV = ["R1C1 R1C2"]\nsandwich = ["row 2 3"]\n'
    rule_names = ROWS + 'modular = "2 R1C1-R1C3"\nxv = ["V R1C1 R1C2"]\nsandwich = ["3 R2C0"]\n'
    assert nonet.parse(common_names) == nonet.parse(rule_names)
    with pytest.raises(FormatError, match="no rule 'split peas': the two ways") as error:
        nonet.parse(ROWS + '"split peas" = "R1C1-R1C3"\n')
    assert error.value.line == ROWS.count("\n") + 1


@pytest.mark.parametrize(
    "text",
    [
        'rows = ["1...", "....", "....", "...4"]',
        'grid = """\n1...\n....\n....\n...4\n"""',
        'givens = "1..............4"',
        'puzzle = "1... .... .... ...4"',
        "cells = [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 4]]",
        "clues = [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 4]]",
    ],
)
def test_clues_are_found_under_the_names_that_people_give_them(text):
    assert parse(text, format="toml") == parse("1..............4")


def test_other_names_of_keys_and_forms_of_rules():
    puzzle = parse(
        'title = "Mine"\nauthor = "Me"\nrows = ["1...", "....", "....", "...4"]\n'
        'constraints = ["anti-knight"]\nthermometers = [["R1C1", "R1C2"]]\n'
        'regions = ["1122", "1122", "3344", "3344"]\n'
    )
    assert (puzzle.name, puzzle.notes) == ("Mine", {"author": "Me"})
    assert [rule.name for rule in puzzle.rules[2:]] == ["anti-knight", "thermometer", "jigsaw"]


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        (
            'rows = [\n  "1...",\n  "..?1",\n  "..!.",\n  "...4",\n]',
            "clue '!' at R3C3 is out of range",
            1,
        ),
        ('rows = ["1...", "..."]', "7 cells do not make a square", 1),
        (
            'size = 4\ngivens = ["R1C1=1"]',
            'clues are rows of characters, such as clues = ["1',
            2,
        ),
    ],
)
def test_invalid_clues_are_reported_with_their_line(text, message, line):
    with pytest.raises(FormatError, match=re.escape(message)) as caught:
        parse(text, format="toml")
    assert caught.value.line == line
