"""Puzzles: clues narrow, clashes are named, models share their structure."""

import pickle
from random import Random

import pytest

from nonet.errors import ClueError, PuzzleError
from nonet.model import AllDifferent, Domain, Linear
from nonet.puzzle import CLASSIC, Grid, Puzzle, make_rule
from nonet.puzzle.puzzle import contained_scopes
from nonet.puzzle.rules import Boxes, Columns, PuzzleRule, Rows

NINE = Grid.square(9)


def test_clues_narrow_domains_and_add_no_constraint():
    empty, clued = Puzzle(NINE), Puzzle(NINE, {"R1C1": 5})
    assert clued.model().structure is empty.model().structure
    assert len(clued.model().constraints) == 27
    assert clued.model().domains["R1C1"] == Domain.single(5)
    assert clued.model().domains["R1C2"] == Domain.range(1, 9)


def test_variables_are_the_cells_in_reading_order():
    assert Puzzle(NINE).model().variables == NINE.cells


def test_candidate_clues_narrow_too_and_meet_the_clue_of_their_cell():
    puzzle = Puzzle(NINE, {"R1C1": 5}, candidates={"R1C1": [4, 6], "A2": [1, 2]})
    assert puzzle.model().domains["R1C2"] == Domain.of([1, 2])
    assert not puzzle.model().domains["R1C1"]


def test_candidates_of_one_cell_under_two_names_are_intersected():
    puzzle = Puzzle(NINE, candidates={"R1C1": [1, 2], "A1": [2, 3]})
    assert puzzle.candidates == {"R1C1": Domain.of([2])}


def test_clues_may_use_either_form_of_a_name():
    assert Puzzle(NINE, {"b3": 7}).clues == {"R2C3": 7}


@pytest.mark.parametrize("value", [0, 10, -1, "5", None, 2.5])
def test_a_clue_out_of_range_names_value_cell_and_range(value):
    with pytest.raises(ClueError, match=r"at R3C4 is out of range: values are 1 to 9") as error:
        Puzzle(NINE, {"R3C4": value})
    assert repr(value) in str(error.value)


def test_candidates_out_of_range_are_refused():
    with pytest.raises(ClueError, match=r"candidates 9, 10 at R1C1 are out of range"):
        Puzzle(NINE, candidates={"R1C1": [9, 10]})


def test_a_clue_on_no_cell_is_refused():
    with pytest.raises(PuzzleError, match="'R10C1' is not a cell of this grid"):
        Puzzle(NINE, {"R10C1": 1})


def test_two_values_for_one_cell_under_two_names_are_refused():
    with pytest.raises(ClueError, match="R1C1 is given as 4 and as 5"):
        Puzzle(NINE, {"R1C1": 4, "A1": 5})


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        ({"R2C1": 5, "R2C9": 5}, "R2C1 and R2C9 are both 5 in row 2"),
        ({"R9C4": 1, "R1C4": 1}, "R1C4 and R9C4 are both 1 in column 4"),
        ({"R4C4": 3, "R5C6": 3}, "R4C4 and R5C6 are both 3 in box 5"),
    ],
)
def test_a_clash_names_both_cells_the_value_and_the_unit(clues, message):
    puzzle = Puzzle(NINE, clues)
    assert [str(clash) for clash in puzzle.clashes()] == [message]
    with pytest.raises(ClueError, match=message):
        puzzle.checked()


def test_every_pair_of_equal_clues_is_a_clash_and_each_is_listed_once():
    puzzle = Puzzle(NINE, {"R1C1": 7, "R1C2": 7, "R1C3": 7})
    pairs = [(clash.first, clash.second) for clash in puzzle.clashes()]
    assert pairs == [("R1C1", "R1C2"), ("R1C1", "R1C3"), ("R1C2", "R1C3")]
    with pytest.raises(ClueError, match=r"in row 1 \(and 2 more clashes\)"):
        puzzle.checked()


def test_clashes_are_seen_under_a_variants_rules_in_its_words():
    cornered = Puzzle(NINE, {"R1C1": 2, "R9C9": 2})
    assert cornered.clashes() == []
    assert [str(clash) for clash in cornered.with_rules(make_rule("x")).clashes()] == [
        "R1C1 and R9C9 are both 2 in main diagonal"
    ]
    knight = Puzzle(NINE, {"R3C3": 2, "R4C5": 2}).with_rules(make_rule("anti-knight"))
    assert [str(clash) for clash in knight.clashes()] == [
        "R3C3 and R4C5 are both 2 in knight's move R3C3-R4C5"
    ]


def test_a_puzzle_without_clash_is_its_own_checked_self():
    puzzle = Puzzle(NINE, {"R1C1": 1, "R1C2": 2})
    assert puzzle.checked() is puzzle


def test_constraints_of_the_same_words_are_kept_unless_they_are_equal():
    class Unnamed(PuzzleRule):
        name = "unnamed"
        sentence = "Two cells sum to 5 to 9."

        def constraints(self, grid):
            cells = grid.cells[:2]
            return [Linear.sum(cells, op, n) for op, n in (("<=", 9), (">=", 5), ("<=", 9))]

    class Again(Unnamed):
        name = "again"

        def constraints_among(self, grid, rules):
            return [*self.constraints(grid), Linear.sum(grid.cells[:2], "!=", 7)]

    model = Puzzle(NINE, rules=(*CLASSIC, Unnamed(), Again())).model()
    assert [(c.op, c.constant) for c in model.constraints[27:]] == [("<=", 9), (">=", 5), ("!=", 7)]


def test_equal_units_are_kept_once_and_parts_of_a_unit_are_left_to_it():
    rules = (*CLASSIC, make_rule("extra-region", cells=NINE.cells[:9]), make_rule("anti-king"))
    scopes = [c.scope for c in Puzzle(NINE, rules=rules).model().constraints]
    pairs = [scope for scope in scopes if len(scope) == 2]
    assert len(scopes) - len(pairs) == 27
    assert len(pairs) == 2 * 64 - 9 * 8  # diagonal neighbours less those within a box


def test_a_rule_may_stand_alone():
    latin = Puzzle(Grid.square(4), rules=(Rows(), Columns()))
    assert len(latin.units) == 8


def test_rules_added_replace_what_they_stand_in_for():
    jigsaw = make_rule("jigsaw", layout="AABBAABBCCDDCCDD")
    puzzle = Puzzle(Grid.square(4)).with_rules(jigsaw)
    assert puzzle.rules == (Rows(), Columns(), jigsaw)
    other = make_rule("jigsaw", layout="AAAABBBBCCCCDDDD")
    assert puzzle.with_rules(other).rules == (Rows(), Columns(), other)
    assert puzzle.with_rules(Boxes()).with_rules(Boxes()).rules.count(Boxes()) == 1


def test_puzzles_are_values():
    puzzle = Puzzle(NINE, {"R1C1": 5}, candidates={"R1C2": [1, 2]}, name="one").with_rules(
        make_rule("even", cells=["R2C2"])
    )
    copy = pickle.loads(pickle.dumps(puzzle))
    assert copy == puzzle
    assert hash(copy) == hash(puzzle)
    assert puzzle.with_clues({}) != puzzle
    with pytest.raises(TypeError):
        puzzle.clues["R1C1"] = 6


def test_values_may_outnumber_the_cells_of_a_row():
    wide = Puzzle(Grid(Grid.square(4).blocks, tuple(range(1, 7))))
    assert wide.units == ()
    assert all(isinstance(c, AllDifferent) for c in wide.model().constraints)
    assert len(wide.peers["R1C1"]) == 7


def test_too_few_values_for_a_row_are_refused_by_name():
    narrow = Puzzle(Grid(Grid.square(4).blocks, (1, 2, 3)))
    with pytest.raises(PuzzleError, match="row 1 has 4 cells but there are only 3"):
        narrow.model()


def test_a_drawing_tells_clues_from_values_and_marks_clashes():
    puzzle = Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 1})
    drawing = puzzle.drawing({"R2C1": 3}, {"R4C4": [1, 4]})
    assert drawing.marks[0, 0].clue
    assert drawing.marks[0, 0].wrong
    assert not drawing.marks[1, 0].clue
    assert drawing.marks[1, 0].text == "3"
    assert drawing.marks[3, 3].candidates == ("1", "", "", "4")
    assert drawing.has_wall((0, 1), (0, 2))
    assert not drawing.has_wall((0, 0), (0, 1))


def test_scopes_within_others_are_those_that_are_part_of_a_larger_one():
    random = Random(45)
    for _ in range(500):
        sizes = [random.randint(1, 5) for _ in range(random.randint(1, 9))]
        scopes = {frozenset(random.sample("abcdefghi", size)) for size in sizes}
        part = {scope for scope in scopes if any(scope < other for other in scopes)}
        assert contained_scopes(scopes) == part, scopes


def test_puzzles_whose_rules_differ_in_one_place_have_structures_of_their_own():
    cages = [f"R{row}C{column} R{row}C{column + 1}" for row in range(1, 5) for column in (1, 3)]
    sums = [[5] * k + [6] + [5] * (7 - k) for k in range(8)]
    puzzles = [
        Puzzle(Grid.square(4)).with_rules(
            *[make_rule("killer", cells=cage, sum=s) for cage, s in zip(cages, each, strict=True)]
        )
        for each in (*sums, sums[0])
    ]
    structures = [puzzle.model().structure for puzzle in puzzles]
    assert len({id(each) for each in structures}) == len(set(structures)) == 8
    assert structures[0] is structures[8]


@pytest.mark.parametrize(
    ("equal", "more"), [(2, "1 more clash)"), (36, "at least 99 more clashes)")]
)
def test_clashes_beside_the_first_are_counted_up_to_a_bound(equal, more):
    """A damaged file of equal digits has hundreds of thousands of pairs, all of which took seconds."""
    grid = Grid.square(36)
    clues = {f"R1C{column}": 9 for column in range(1, equal + 1)} | {"R30C1": 9}
    with pytest.raises(ClueError) as refused:
        Puzzle(grid, clues).checked()
    assert str(refused.value) == f"R1C1 and R1C2 are both 9 in row 1 (and {more}"
