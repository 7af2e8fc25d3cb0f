"""What a format writes it reads back: any size, box, name, comment and rules it can hold."""

from dataclasses import replace
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonet.errors import FormatError
from nonet.formats import format_names, parse, read, write
from nonet.formats.statements import square_grid
from nonet.puzzle import ALPHABETS, MULTIGRIDS, Block, Grid, Puzzle, make_rule
from nonet.puzzle.grid import default_box
from nonet.solving import solve
from tests.cases import as_one_test

SQUARE_FORMATS = ("line", "grid", "euler", "sdk", "csv", "json")
WORDS = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs"), exclude_characters="\xa0"),
    max_size=30,
).map(lambda text: " ".join(text.split()))
RULES = [(), (make_rule("diagonals"),), (make_rule("anti-knight"), make_rule("anti-king"))]


def solution_rows(size, box):
    """A filled grid in which rows, columns and boxes of that shape are right."""
    height, width = box or (1, size)
    return [
        [(width * (row % height) + row // height + column) % size + 1 for column in range(size)]
        for row in range(size)
    ]


@st.composite
def squares(draw, sizes=(1, 2, 4, 6, 7, 9, 10, 12, 16, 25), texts=True, rules=RULES[:1]):
    """A square puzzle of some clues of a filled grid, with its values swapped about."""
    size = draw(st.sampled_from(sizes))
    boxes = [(h, size // h) for h in range(2, size) if size % h == 0]
    box = draw(st.sampled_from(["default", "none", *boxes]))
    grid = square_grid(size, box, 1)
    shape = default_box(size) if box == "default" else None if box == "none" else box
    names = draw(st.permutations(range(1, size + 1)))
    is_clue = draw(st.lists(st.booleans(), min_size=size * size, max_size=size * size))
    values = [names[value - 1] for row in solution_rows(size, shape) for value in row]
    clues = {c: v for c, v, keep in zip(grid.cells, values, is_clue, strict=True) if keep}
    puzzle = Puzzle(grid, clues)
    if size == 9:
        added = draw(st.sampled_from(rules))
        puzzle = puzzle.with_rules(*added)
    if texts:
        puzzle = replace(puzzle, name=draw(WORDS), comment=draw(WORDS))
    return puzzle


def read_back(text, name, **options):
    return parse(text, format=name, **options)


@pytest.mark.parametrize("name", SQUARE_FORMATS)
@given(puzzle=squares())
@settings(max_examples=20, deadline=None)
def test_squares_of_any_size_come_back_as_they_were(name, puzzle):
    reread = read_back(write(puzzle, name), name, allow_clashes=True)
    if name == "euler" and not puzzle.name:
        puzzle = replace(puzzle, name="Grid 01")
    assert reread == puzzle


@pytest.mark.parametrize("name", SQUARE_FORMATS)
@given(puzzle=squares(sizes=(9,), rules=RULES))
@settings(max_examples=20, deadline=None)
def test_rules_are_stated_and_come_back(name, puzzle):
    reread = read_back(write(puzzle, name), name, allow_clashes=True)
    assert reread.rules == puzzle.rules
    assert reread.clues == puzzle.clues


@pytest.mark.parametrize("name", SQUARE_FORMATS)
@given(puzzles=st.lists(squares(sizes=(4, 6, 9, 12, 16), rules=RULES), min_size=2, max_size=4))
@settings(max_examples=10, deadline=None)
def test_many_puzzles_in_one_text_keep_their_order_boxes_and_rules(name, puzzles):
    text = write(puzzles, name)
    reread = read(StringIO(text), format=name, allow_clashes=True)
    assert [(p.grid, p.clues, p.rules, p.comment) for p in reread] == [
        (p.grid, p.clues, p.rules, p.comment) for p in puzzles
    ]


@given(puzzle=squares(sizes=(2, 4, 9, 16), texts=False))
def test_sdm_holds_plain_squares_of_nine_values_and_refuses_what_it_cannot_state(puzzle):
    plain = puzzle.grid == Grid.square(puzzle.grid.size) and puzzle.grid.size <= 9
    if plain:
        assert read_back(write(puzzle, "sdm"), "sdm") == puzzle
    else:
        with pytest.raises(FormatError, match=r"sdm cannot state (box|alphabet)"):
            write(puzzle, "sdm")


@given(puzzle=squares(sizes=(4, 6, 9, 16), rules=RULES), state=st.booleans())
def test_ss_keeps_the_state_of_play(puzzle, state):
    if state:
        puzzle = replace(puzzle, notes={"state": puzzle.line(), "candidates": "12 3\n4 12"})
    assert read_back(write(puzzle, "ss"), "ss", allow_clashes=True) == puzzle


@given(puzzle=squares(sizes=(2, 4, 6, 9, 12), rules=RULES), data=st.data())
def test_candidate_grids_keep_clues_and_the_candidates_that_clues_leave(puzzle, data):
    if puzzle.clashes():
        return
    possible = {
        cell: set(puzzle.grid.values) - {puzzle.clues.get(peer) for peer in puzzle.peers[cell]}
        for cell in puzzle.grid.cells
        if cell not in puzzle.clues
    }
    if not all(possible.values()):
        with pytest.raises(FormatError, match="has no candidate left"):
            write(puzzle, "pm")
        return
    dropped = {
        cell: data.draw(st.sampled_from(sorted(values)))
        for cell, values in list(possible.items())[:3]
        if len(values) > 2
    }
    candidates = {cell: possible[cell] - {value} for cell, value in dropped.items()}
    puzzle = replace(puzzle, candidates=candidates)
    reread = read_back(write(puzzle, "pm"), "pm", allow_clashes=True)
    for cell in puzzle.grid.cells:
        expected = (
            {puzzle.clues[cell]}
            if cell in puzzle.clues
            else set(candidates.get(cell, possible[cell]))
        )
        clue = {reread.clues[cell]} if cell in reread.clues else None
        assert (clue or set(reread.candidates.get(cell, puzzle.grid.values))) == expected
    assert reread.clues.items() >= puzzle.clues.items()
    assert (reread.name, reread.comment, reread.rules) == (
        puzzle.name,
        puzzle.comment,
        puzzle.rules,
    )


def test_a_candidate_grid_of_a_puzzle_without_a_solution_is_written():
    lines = "...4.6...", ".5.....2.", "7891....6", ".3....89.", "5.789..3.", "..1.....7", "." * 9
    puzzle = parse("".join((*lines, "67...2345", "..2......")))
    puzzle = replace(puzzle, candidates={"R1C1": {2, 3}})  # singles alone come to a clash
    assert (
        read_back(write(puzzle, "pm"), "pm", allow_clashes=True).clues.items()
        >= puzzle.clues.items()
    )


def test_a_candidate_grid_has_the_solution_of_its_puzzle():
    text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    puzzle = parse(text)
    reread = parse(write(puzzle, "pm"))
    assert reread.clues == puzzle.clues
    assert len(reread.candidates) == 51
    before, after = solve(puzzle), solve(reread)
    assert puzzle.line(dict(before.solution)) == reread.line(dict(after.solution))


@given(puzzle=squares(sizes=(1, 4, 9), rules=RULES), data=st.data())
def test_json_keeps_candidates_and_notes(puzzle, data):
    some = st.sets(st.sampled_from(puzzle.grid.values))
    candidates = data.draw(st.dictionaries(st.sampled_from(puzzle.grid.cells), some, max_size=5))
    notes = data.draw(st.dictionaries(WORDS, WORDS, max_size=3))
    puzzle = replace(puzzle, candidates=candidates, notes=notes)
    assert read_back(write(puzzle, "json"), "json", allow_clashes=True) == puzzle


@as_one_test(sorted(MULTIGRIDS))
def test_json_holds_overlapping_grids_by_name_as_rows_of_their_canvas(name):
    grid = Grid.overlapping(MULTIGRIDS[name])
    puzzle = Puzzle(grid, {grid.cells[0]: 5, grid.cells[-1]: 7})
    text = write(puzzle, "json")
    assert f'"grid": "{name}"' in text
    assert parse(text) == puzzle


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(Grid((Block(0, 0, 2, 3, None),), (1, 5, 7)), {"R2C3": 7}),
        Puzzle(Grid.overlapping([(0, 0), (2, 2)], size=4), {"R6C6": 4}),
        Puzzle(Grid.square(4), {"R1C1": 1}, rules=(make_rule("rows"), make_rule("diagonals"))),
        Puzzle(Grid.square(9)).with_rules(
            make_rule("jigsaw", layout="".join(str(r) * 9 for r in range(9)))
        ),
    ],
)
def test_json_holds_any_grid_and_any_rules(puzzle):
    assert parse(write(puzzle, "json")) == puzzle


ANY_GRID = ("json", "toml", "sudokupad")  # SudokuPad draws a grid, and carries it whole as metadata


@as_one_test([name for name in format_names() if name not in ANY_GRID])
def test_a_format_refuses_a_grid_it_cannot_hold_and_names_json(name):
    samurai = Puzzle(Grid.overlapping(MULTIGRIDS["samurai"]))
    with pytest.raises(FormatError, match="json"):
        write(samurai, name)
    with pytest.raises(FormatError, match="json"):
        write(Puzzle(Grid((Block(0, 0, 2, 2, None),), (1, 3))), name)
    with pytest.raises(FormatError, match="json"):
        write(Puzzle(Grid.square(4), rules=(make_rule("rows"),)), name)


@as_one_test(["line", "grid", "euler", "sdk", "sdm", "ss", "csv"])
def test_a_format_without_candidates_refuses_them(name):
    with pytest.raises(FormatError, match="cannot hold candidates; pm and json can"):
        write(Puzzle(Grid.square(4), candidates={"R1C1": [1, 2]}), name)


@pytest.mark.parametrize("alphabet", ["digits", "letters"])
@pytest.mark.parametrize("name", SQUARE_FORMATS)
def test_the_alphabet_of_more_than_nine_values_is_stated(name, alphabet):
    grid = Grid.square(16)
    puzzle = Puzzle(grid, dict(zip(grid.cells, range(1, 17), strict=False)))
    text = write(puzzle, name, alphabet=alphabet)
    assert alphabet in text
    assert parse(text).clues == puzzle.clues


@pytest.mark.parametrize("name", SQUARE_FORMATS)
def test_values_may_begin_at_zero(name):
    grid = Grid((Block(0, 0, 16, 16, (4, 4)),), tuple(range(16)))
    puzzle = Puzzle(grid, dict(zip(grid.cells, range(16), strict=False)))
    reread = parse(write(puzzle, name))
    assert (reread.grid, reread.clues) == (puzzle.grid, puzzle.clues)


@as_one_test([*((name, 8) for name in SQUARE_FORMATS), ("pm", 5)])
def test_sixty_four_values_use_every_symbol_even_the_comment_sign(name, box):
    size = box * box
    rows = solution_rows(size, (box, box))
    grid = Grid.square(size)
    symbols = ((value - 3) % size + 1 for row in rows for value in row)  # of 64, the first is "#"
    values = dict(zip(grid.cells, symbols, strict=True))
    puzzle = Puzzle(grid, values, comment="with a comment")
    reread = parse(write(puzzle, name), format=name)
    assert (reread.clues, reread.comment) == (puzzle.clues, puzzle.comment)


def test_an_alphabet_without_the_values_is_refused():
    with pytest.raises(FormatError, match="alphabet zero does not have the values 1 to 4"):
        write(Puzzle(Grid.square(4)), "line", alphabet="zero")
    with pytest.raises(FormatError, match="there is no alphabet 'runes'"):
        write(Puzzle(Grid.square(4)), "line", alphabet="runes")
    assert len(ALPHABETS["letters"].characters) == 52
    with pytest.raises(FormatError, match="values 1 to 64"):
        write(Puzzle(Grid.square(64)), "line", alphabet="letters")


def test_ss_holds_one_puzzle_a_file():
    with pytest.raises(FormatError, match="ss holds one puzzle a file"):
        write([Puzzle(Grid.square(4))] * 2, "ss")


def test_a_comment_that_looks_like_a_statement_stays_a_comment():
    puzzle = Puzzle(Grid.square(6), {"R1C1": 1}, comment="box: 3x2\nname: nobody", name="box: 2x3")
    for name in SQUARE_FORMATS:
        reread = parse(write(puzzle, name))
        assert (reread.grid, reread.comment, reread.name) == (
            puzzle.grid,
            puzzle.comment,
            puzzle.name,
        ), name


def test_headers_of_sdk_come_back():
    text = "#Ahodoku\n#DEasy one\n#Cfirst\n#Csecond\n#Lhard\n#Uhttp://a.b\n1...\n....\n..2.\n....\n"
    puzzle = parse(text)
    assert (puzzle.name, puzzle.comment) == ("Easy one", "first\nsecond")
    assert dict(puzzle.notes) == {"author": "hodoku", "level": "hard", "url": "http://a.b"}
    assert parse(write(puzzle, "sdk")) == puzzle


def test_columns_of_csv_come_back():
    text = 'id,puzzle,solution,level\n7,1..............4,1234341221434321,"easy, very"\n'
    puzzle = parse(text)
    assert dict(puzzle.notes) == {
        "id": "7",
        "solution": "1234341221434321",
        "level": "easy, very",
    }
    assert write(puzzle, "csv").startswith("puzzle,solution,id,level\n")
    assert parse(write(puzzle, "csv")) == puzzle
