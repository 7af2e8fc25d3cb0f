"""What setters' tools give for a seed: the same seed and demands give the same puzzles.

Where the search is meant to change, ``PIN=1 pytest tests/setting/test_drawn.py`` writes
``drawn.txt`` anew.
"""

import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import nonet
from nonet import setting
from nonet.setting.mark_generators import MARK_GENERATORS

FILE = Path(__file__).with_name("drawn.txt")
FOUR, SIX, NINE = (nonet.Sudoku("." * cells) for cells in (16, 36, 81))
EASY = "2...8.3...6..7..84.3.5..2.9...1.54.8.........4.27.6...3.1..7.4.72..4..6...4.1...3"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
DEMANDS: tuple[dict[str, Any], ...] = (
    {"like": FOUR},
    {"like": SIX},
    {"like": SIX, "minimal": True},
    {"like": SIX, "clues": 12},
    {"like": SIX, "clues": (9, 10), "symmetry": "half-turn"},
    {"like": SIX, "rules": "jigsaw"},
    {"like": SIX, "rules": ["x"]},
    *({"like": FOUR, "symmetry": name} for name in ("quarter-turn", "mirror", "diagonal", "full")),
    {"like": FOUR, "pattern": "1..1.11..11.1..1"},
    {"like": SIX, "only": "singles", "minimal": True},
    {"like": NINE},
    {"like": NINE, "clues": 26},
    {"like": NINE, "technique": "pointing"},
    {"like": NINE, "kind": "whispers"},
    *({"like": SIX, "kind": kind} for kind in ("killer", "arrow", "dots", "calculation")),
    {"like": NINE, "symmetry": "half-turn"},
    {"like": NINE, "rating": ("hodoku", 0, 600)},
    {"like": NINE, "level": "Easy"},
    {"like": NINE, "unbiased": True},
    {"like": FOUR, "kind": ("killer", "thermometer"), "marks": {"killer": 2, "thermometer": 1}},
    {"like": FOUR, "kind": "killer", "sizes": (2, 3), "clues": 2},
    {"like": FOUR, "kind": "thermometer", "symmetry": "half-turn"},
)
OF_LARGER_GRIDS = ("whispers", "dutch-whispers", "run-sum")
QUESTIONS: dict[str, Callable[[], object]] = {
    "sample 6x6": lambda: [each.line for each in setting.sample(SIX, 3, seed=4).solutions],
    "sample 9x9": lambda: [each.line for each in setting.sample(NINE, 2, seed=4).solutions],
    "estimate": lambda: setting.estimate(SIX, seed=2),
    "canonical": lambda: [setting.canonical(nonet.parse(each)).line() for each in (EASY, HARD)],
    "minimal": lambda: setting.minimal(nonet.parse(EASY), seed=3).puzzles,
    "practice": lambda: [
        nonet.write(each.puzzle, "hodoku").strip()
        for each in islice(setting.practice("pointing", seed=5), 2)
    ],
}


def generated(**demands: Any) -> Iterator[str]:
    """The puzzles of some demands, with all that is told about them."""
    for each in nonet.generate(2, seed=1, **demands):
        yield f"  {each.tag} {each.rating} {nonet.write(each.puzzle, 'json').strip()}"


def sections() -> Iterator[str]:
    """Each demand or question with its answer."""
    for demands in DEMANDS:
        size = len(demands["like"].grid.values)
        asked_for = {name: value for name, value in demands.items() if name != "like"}
        yield "\n".join((f"{size} {json.dumps(asked_for)}", *generated(**demands)))
    for kind in MARK_GENERATORS:
        if kind not in OF_LARGER_GRIDS:
            yield "\n".join((f"4 {kind}", *generated(like=FOUR, kind=kind)))
    for name, ask in QUESTIONS.items():
        yield f"{name}\n  {ask()}"
