"""HoDoKu's score is HoDoKu's: what its version 2.2 (build 116) says of puzzles, run by its command.

Level and score of the puzzles of puzzles/euler96.txt, in their order, of one that was published
with its score, and of harder ones, each of which asks for an order of its own.
"""

from pathlib import Path

import pytest

import nonet
from nonet import explain, rate
from nonet.techniques.entry_search import SinglesQueue
from nonet.techniques.solution_oracle import position_of
from tests.cases import as_one_test

ROOT = Path(__file__).parents[2]

SAYS = [
    "Easy:176",
    "Easy:320",
    "Easy:180",
    "Easy:188",
    "Easy:352",
    "Easy:222",
    "Easy:212",
    "Easy:352",
    "Easy:346",
    "Easy:266",
    "Easy:246",
    "Easy:270",
    "Easy:300",
    "Easy:334",
    "Easy:354",
    "Easy:374",
    "Easy:258",
    "Easy:448",
    "Easy:342",
    "Easy:482",
    "Medium:364",
    "Medium:518",
    "Medium:562",
    "Medium:450",
    "Medium:420",
    "Medium:744",
    "Medium:414",
    "Medium:484",
    "Medium:434",
    "Medium:424",
    "Medium:464",
    "Medium:444",
    "Medium:588",
    "Medium:698",
    "Medium:722",
    "Hard:1128",
    "Hard:910",
    "Hard:658",
    "Hard:1138",
    "Hard:1072",
    "Hard:552",
    "Medium:586",
    "Hard:1086",
    "Hard:1140",
    "Hard:790",
    "Hard:630",
    "Hard:1300",
    "Extreme:1864",
    "Extreme:4970",
    "Extreme:2124",
    "Extreme:1894",
    "Extreme:1958",
    "Hard:1108",
    "Hard:548",
    "Hard:422",
    "Extreme:2612",
    "Extreme:2332",
    "Medium:612",
    "Medium:622",
    "Medium:792",
]
"""Level and score by HoDoKu."""

HARDER = {
    # chains of almost locked sets, forward in the list of sets
    "6..3.2....5.....1..........7.26............543.........8.15........4.2........7..": 4696,
    # the remote pair that removes most
    "....3..9....2....1.5.9..............1.2.8.4.6.8.5...2..75......4.1..6..3.....4.6.": 1186,
    # fish by their base sets, not by their fins
    "..247..58..............1.4.....2...9528.9.4....9...1.........3.3....75..685..2...": 1228,
    # of loops that remove as much those from a candidate on before those from one off
    ".26.39......6....19.....7.......4..9.5....2....85.....3..2..9..4....762.........4": 5356,
    # one chain between two ends, which has groups
    ".5.3.7.4.1.........3.......5.8.3.61....8..5.9.6..1........4...6...6927....2...9..": 7088,
    # nets of four rounds of singles
    "6.2.5.........3.4..........43...8....1....2........7..5..27...........81...6.....": 6468,
    # the value of the cell in the middle, where there is no step
    "...3..5...5..1..3...7..4..12.....4...6..9......1..6..28..7..2...9..8..5...5..9..7": 17050,
}
"""Puzzles of the sets top95 and magictour and their scores by HoDoKu."""


@pytest.mark.slow
@as_one_test(range(1, 61))
def test_level_and_score_are_those_of_hodoku(number):
    puzzle = nonet.read(ROOT / "puzzles" / "euler96.txt")[number - 1]
    level, score = SAYS[number - 1].split(":")
    path = explain(puzzle, "hodoku")
    assert path.difficulty.word == level
    assert path.score == int(score)


@pytest.mark.parametrize(("line", "score"), HARDER.items())
def test_the_score_of_hard_puzzles_is_that_of_hodoku(line, score):
    path = explain(line, "hodoku")
    assert path.solved and path.score == score


def test_a_published_score_is_met():
    line = "2...8.3...6..7..84.3.5..2.9...1.54.8.........4.27.6...3.1..7.4.72..4..6...4.1...3"
    rating = rate(line, "hodoku")
    assert (rating.level, rating.score) == ("Easy", 274)


def test_singles_are_taken_in_the_order_in_which_they_arise():
    """A last cell before others that came to have one value, and those before places of values."""
    puzzle = nonet.Puzzle(nonet.Grid.square(4), {"R1C1": 1, "R1C2": 2, "R1C3": 3, "R2C1": 3})
    arrivals = SinglesQueue(position_of(puzzle))
    layout = position_of(puzzle).layout
    assert layout.cell_and_value(arrivals.next_single("full-house")) == ("R1C4", 4)
    assert layout.cell_and_value(arrivals.next_single("naked-single")) == ("R1C4", 4)
    assert layout.cell_and_value(arrivals.next_single("naked-single")) == ("R2C2", 4)
    assert arrivals.next_single("naked-single") == -1


@pytest.mark.parametrize("name", ["windoku.json", "jigsaw.json", "6x6.txt"])
def test_the_order_is_known_for_every_grid(name):
    puzzle = nonet.read(ROOT / "puzzles" / name)[0]
    path = explain(puzzle, "hodoku", time_limit=100)
    assert path.solved and path.end.assignment == dict(nonet.solve(puzzle).solution)


TURNED = {6: (222, 262, 222, 222), 48: (1864, 1474, 1954, 1604)}
"""Numbers of puzzles, and the scores by HoDoKu 2.3.0 beta of each and of its turns by a quarter."""


@as_one_test([(number, turns) for number in TURNED for turns in range(4)])
def test_a_turned_puzzle_has_the_score_that_hodoku_gives_it_turned(number, turns):
    line = nonet.read(ROOT / "puzzles" / "euler96.txt")[number - 1].line()
    for _ in range(turns):
        line = "".join(line[(8 - column) * 9 + row] for row in range(9) for column in range(9))
    assert explain(nonet.parse(line), "hodoku").score == TURNED[number][turns]
