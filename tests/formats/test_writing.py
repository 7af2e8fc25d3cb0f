"""A writer hands over nothing that reads as another puzzle: it is equal, or refused by name."""

from dataclasses import replace

import pytest

from nonet.errors import FormatError
from nonet.formats import Format, parse, write
from nonet.formats.statements import square_grid
from nonet.formats.writing import find_loss
from nonet.puzzle import Puzzle, make_rule
from nonet.puzzle.examples import example_puzzle
from nonet.solving import count_solutions
from tests.cases import as_one_test, shipped_rules
from tests.fuzz import writers

BESIDE_CLASSIC_UNITS = """
binairo calculation columns doubler halver magic-square negator queens rows run-sum shaded-count shaded-sum
straights tenth-grid unknown-regions yin-yang
"""
"""Rules whose examples have other units: a line of text has rows, columns and boxes."""
WRITTEN = {
    "f-puzzles": """
anti-king anti-knight arrow between black-dot box-indexer boxes clone column-indexer diagonals digital-root
disjoint-groups double-arrow entropic even extra-region jigsaw killer little-killer lockout maximum minimum
modular nabner negative-diagonal negative-difference negative-ratio nonconsecutive odd pair-sum palindrome
positive-diagonal quadruple region-sum-line renban row-indexer sandwich skyscraper slow-thermometer strict-xv
thermometer whispers white-dot x-sum xv zipper
""",
    "iss": """
all-of anti-king anti-knight anti-taxicab any-of arrow between black-dot boxes clone column-indexer connected
contains count-distinct count-regions counting-circles diagonals different-regions disjoint-groups
double-arrow dutch-flatmates dutch-whispers entropic equal-sums equality-cage even extra-region
given-candidates
global-entropy global-modulo greater-than hidden-skyscraper jigsaw killer little-killer lockout look-and-say
lunchbox modular negative-diagonal nonconsecutive numbered-room odd pair-sum palindrome positive-diagonal
quadruple region-count region-run region-sum-line relation rellik renban row-indexer same-region same-values
sandwich skyscraper strict-kropki strict-xv sum sum-line thermometer whispers white-dot windoku x-sum xv
zipper
""",
    "penpa": """
arrow boxes dutch-whispers entropic jigsaw killer modular nabner palindrome region-sum-line renban thermometer
whispers zipper
""",
    "sdx": "dutch-whispers lockout nonconsecutive whispers",
    "kenken": "calculation",
}
"""The rules that each format has a word for: to refuse one of them is a fault, not a limit."""

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_whispers_of_another_difference_keep_it_in_a_constraint_string():
    puzzle = Puzzle(square_grid(4, "default", 1)).with_rules(
        make_rule("dutch-whispers", cells=("R1C1", "R1C2"), difference=2)
    )
    text = write(puzzle, "iss")
    assert "Whisper~2~R1C1~R1C2" in text
    assert count_solutions(parse(text)).number == count_solutions(puzzle).number > 0


@pytest.mark.parametrize("name", ["hodoku", "sdx", "penpa", "f-puzzles-json", "dzn"])
def test_values_from_zero_are_refused_where_a_format_has_values_from_one(name):
    puzzle = Puzzle(square_grid(9, "default", 0), {"R1C1": 8})
    with pytest.raises(FormatError, match=r"values|alphabet"):
        write(puzzle, name)


def test_candidates_from_zero_are_recognised_as_candidates():
    puzzle = Puzzle(square_grid(9, "default", 0), {"R1C1": 8}, candidates={"R2C2": [0, 3]})
    reread = parse(write(puzzle, "pm"))
    assert find_loss(puzzle, reread) is None


@pytest.mark.parametrize("name", ["f-puzzles-json", "f-puzzles"])
def test_a_digital_root_with_repeats_is_refused_by_f_puzzles(name):
    rule = make_rule("digital-root", cells=("R1C1", "R3C4"), root=3, repeats=True)
    puzzle = Puzzle(square_grid(4, "default", 1)).with_rules(rule)
    with pytest.raises(FormatError, match="digital-root"):
        write(puzzle, name)
    assert parse(write(puzzle, "sudokupad")).rules == puzzle.rules


@as_one_test(["penpa", "sudokupad", "opensudoku", "csv", "toml", "line", "sdk"])
def test_a_name_of_two_lines_is_a_name_still(name):
    puzzle = replace(parse(CLASSIC), name="first, or\nsecond")
    assert parse(write(puzzle, name)).name.split() == ["first,", "or", "second"]


@pytest.mark.parametrize("text", ["a,b;c", "x; y", "killer 3 R1C1", "\u2028", 'say "no"'])
def test_odd_notes_and_names_come_back_from_toml(text):
    puzzle = replace(parse(CLASSIC), name=text, comment=text, notes={text: text})
    assert parse(write(puzzle, "toml"), format="toml") == puzzle


def test_entries_do_not_strike_out_candidates_for_they_may_be_wrong():
    puzzle = replace(parse(CLASSIC), entries={"R1C4": 2}, candidates={"R1C3": [1, 2]})
    for name in ("hodoku", "sdx"):
        reread = parse(write(puzzle, name), format=name)
        assert list(reread.open_candidates()["R1C3"]) == [1, 2]
        assert find_loss(puzzle, reread) is None


def test_a_format_of_ones_own_that_loses_a_clue_is_found_out():
    class Forgetful(Format):
        name = "forgetful"
        sentence = "A line whose last clue is lost."

        def read(self, lines, reader):
            for _, text in lines:
                yield reader.attempt(None, reader.line, text)

        def write(self, puzzles, alphabet):
            for puzzle in puzzles:
                clues = list(puzzle.clues.items())[:-1]
                yield replace(puzzle, clues=dict(clues)).line()

    with pytest.raises(FormatError, match="forgetful cannot hold clues"):
        write(parse(CLASSIC), Forgetful())


def test_a_loss_is_named_by_the_rule_that_is_lost():
    puzzle = parse("1..............4", rules=["whispers R1C2 R1C3 difference=2", "x"])
    less = parse("1..............4", rules=["x"])
    assert find_loss(puzzle, less) == "rule whispers (R1C2 R1C3)"
    assert find_loss(less, puzzle) is not None


@pytest.mark.slow(0.9)
def test_random_variants_come_back_from_every_writer_or_are_refused(monkeypatch):
    """The campaign's own judge: solutions, clues and entries; 20 of the many it has run."""
    from collections import Counter
    from random import Random

    monkeypatch.setattr(writers, "MAX_SECONDS", 60)  # a slow machine compares as much
    tally = Counter()
    number = 0
    while number < 20 or not tally["solutions compared"]:  # which rules there are decides
        case = writers.make(Random(f"tests:{number}"))
        assert writers.judge(case, tally) is None, case
        number += 1
    assert tally["written or refused"] >= number * 25


@pytest.mark.slow
@as_one_test([*WRITTEN, "json", "toml", "sudokupad", "line", "sdk", "csv"])
def test_a_rule_that_a_format_has_a_word_for_is_written_and_read_again(name):
    rules = shipped_rules()
    due = set(WRITTEN.get(name, "").split()) or set(rules)
    if name in ("line", "sdk", "csv"):
        due -= set(BESIDE_CLASSIC_UNITS.split())
    for rule in sorted(due):
        kind = rules[rule]
        puzzle = example_puzzle(kind, kind.examples[0])
        again = parse(write(puzzle, name), format=name)
        assert find_loss(puzzle, again) is None, rule
        assert (again.grid.cells, again.grid.values) == (puzzle.grid.cells, puzzle.grid.values), (
            rule
        )
