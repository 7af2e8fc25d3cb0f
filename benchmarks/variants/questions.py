"""Questions: the examples of every rule, killers, mixed variants, what other programs collect.

The inputs of the Interactive Sudoku Solver are never part of this project: ``peer.mjs`` writes
them, with the counts of their own solver, from a copy of its repository.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

import nonet
from benchmarks.auto.questions import killers
from benchmarks.variants.mixed import puzzles
from nonet.errors import FormatError
from nonet.puzzle import rule_types
from nonet.puzzle.examples import example_puzzle
from nonet.puzzle.rules.killer import Killer

KILLERS = 12
"""How many generated killers are asked."""


@dataclass(frozen=True)
class Variant:
    """A question: is there exactly one solution?

    ``thing`` is the puzzle or model, ``peer`` the number of solutions, to two, that another
    solver counts, -1 where it does not know, and ``peer_ms`` the CPU milliseconds it took.
    """

    group: str
    name: str
    thing: nonet.Puzzle | nonet.Model
    peer: int = -1
    peer_ms: float = 0.0


def examples() -> Iterator[Variant]:
    """The examples of every rule."""
    for rule in rule_types().values():
        for number, example in enumerate(rule.examples):
            name = rule.name if not number else f"{rule.name} {number + 1}"
            yield Variant("examples", name, example_puzzle(rule, example), 1)


def generated(number: int = KILLERS) -> Iterator[Variant]:
    """Killers of cages all over, without a clue: some have more than one solution."""
    for size, box in ((6, (2, 3)), (9, (3, 3))):
        models = islice(killers(size, box, 1.0, 0), number)
        for n, model in enumerate(models, 1):
            yield Variant(f"killer {size}x{size}", f"killer {size}x{size} {n}", model)


def mixed() -> Iterator[Variant]:
    """The puzzles of ``mixed.txt``: lines, clues beside the grid, this or that."""
    for name, puzzle in puzzles():
        yield Variant("mixed", name, puzzle, 1)


@dataclass(frozen=True)
class Refused:
    """An input that is not read, or not whole, and why."""

    name: str
    because: str


def collected(path: Path) -> Iterator[Variant | Refused]:
    """The inputs that ``peer.mjs`` wrote; those whose solver did not end are not asked."""
    for entry in json.loads(path.read_text()):
        name = entry["name"]
        if "error" in entry:
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                puzzle = nonet.parse(entry["input"], format="iss")
        except (FormatError, UserWarning) as error:
            yield Refused(name, str(error).partition("\n")[0])
            continue
        count = min(entry["count"], 2) if entry["ended"] else -1
        caged = {c for rule in puzzle.rules if isinstance(rule, Killer) for c in rule.cells}
        group = "killers" if 2 * len(caged) >= len(puzzle.grid.cells) else "mixed"
        yield Variant(f"{group} of others", name, puzzle, count, entry["cpu"])


SETS = {
    "examples": examples,
    "killers": partial(generated, KILLERS),
    "mixed": mixed,
}
"""The sets that need nothing else."""
