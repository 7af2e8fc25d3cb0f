"""Why a constraint leaves values out, for random candidates of its cells: the words of each kind.

That the words are true is judged in ``test_constraint_reasons.py``.
"""

from pathlib import Path
from random import Random

from nonet.puzzle import Grid, Puzzle
from nonet.puzzle.examples import example_puzzle
from nonet.puzzle.short_form import rule_from_short
from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.constraint_filter import constraint_filters
from nonet.techniques.engines.constraint_reasons import ConstraintReasons
from nonet.techniques.position import Position
from tests.cases import shipped_rules
from tests.pinned import check_pinned

RULES = (
    "sandwich 9 R0C1", "sandwich 0 R0C2", "sandwich 14 R1C0", "x-sum 12 R0C1", "x-sum 7 R1C7",
    "skyscraper 3 R0C1", "skyscraper 1 R0C2", "skyscraper 5 R1C0",
    "whispers R1C1 R1C2 R2C3 R3C3 R4C3 difference=3", "dutch-whispers R1C1 R1C2 R2C3 R3C3",
    "killer 9 R1C1 R1C2 R2C1", "killer 15 R1C1 R1C2 R1C3 R2C1 R2C2", "arrow bulb=R1C1 R1C2 R1C3 R2C3",
    "little-killer 20 R0C1 DR", "equal-sums R1C1 R1C2 | R3C1 R3C2 R3C3", "renban R1C1 R1C2 R1C3",
    "thermometer R1C1 R2C1 R3C1 R4C1", "between R1C1 R1C2 R2C3", "quadruple 1 4 R1C1 R1C2 R2C1 R2C2",
)  # fmt: skip
"""Of a 6x6."""
OF_EXAMPLES = ("full-rank", "counting-circles", "binairo", "even-sum", "minimum", "battlefield")
TRIES, MOST = 32, 12


def puzzles():
    """The puzzles by name: of most rules one alone, of some their example."""
    for rule in RULES:
        yield rule, Puzzle(Grid.square(6)).with_rules(rule_from_short(rule))
    for name, kind in shipped_rules().items():
        if name in OF_EXAMPLES:
            example = example_puzzle(kind, kind.examples[0])
            yield name, Puzzle(example.grid, {}, example.rules)


def reasons():
    """The first reasons of each puzzle's constraints that random candidates need."""
    for name, puzzle in puzzles():
        position, chance = Position.of(puzzle), Random(name)
        layout = position.layout
        lines = dict[str, None]()
        filters = [
            each
            for each in constraint_filters(layout)
            if len(each.cells) > 1 and all(position.values[cell] for cell in each.cells)
        ]
        for number in range(TRIES):
            chosen = filters[number % len(filters)]
            by_cell = {}
            for cell in chosen.cells:  # a cell may be named twice
                values = list(bits(position.values[cell]))
                size = min(len(values), chance.choice((1, 2, 2, 3, 5)))
                by_cell[cell] = sum(1 << value for value in chance.sample(values, size))
            masks = tuple(by_cell[cell] for cell in chosen.cells)
            after = chosen.reduced(masks)
            given = ConstraintReasons(chosen, masks)
            if after is None:
                lines[f"fails{given.failure()}"] = None
                continue
            for place, values, reason in given.exclusions(after):
                lines[f"{layout.cells[chosen.cells[place]]} -{values:b}: {reason}"] = None
        yield f"# {name}"
        yield from list(lines)[:MOST]


def test_reasons_are_told_as_written():
    check_pinned(Path(__file__).with_name("reasons_shown.txt"), reasons())
