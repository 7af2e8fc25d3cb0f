"""Sets of puzzles: the examples of every rule, killers, mixed variants, the inputs of ISS.

The inputs of ISS are not part of this project: ``iss.mjs`` writes them, with the counts of ISS's
solver, from a copy of its repository.
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
"""Number of generated killers of each size."""


@dataclass(frozen=True)
class Variant:
    """A puzzle or model to verify.

    ``expected`` is its number of solutions, up to two, by another solver; -1 if unknown.
    """

    group: str
    name: str
    problem: nonet.Puzzle | nonet.Model
    expected: int = -1


def examples() -> Iterator[Variant]:
    """Yield the examples of every rule."""
    for rule in rule_types().values():
        for number, example in enumerate(rule.examples):
            name = rule.name if not number else f"{rule.name} {number + 1}"
            yield Variant("examples", name, example_puzzle(rule, example), 1)


def generated(number: int = KILLERS) -> Iterator[Variant]:
    """Yield killers whose cages cover the grid, without clues: some have several solutions."""
    for size, box in ((6, (2, 3)), (9, (3, 3))):
        models = islice(killers(size, box, 1.0, 0), number)
        for n, model in enumerate(models, 1):
            yield Variant(f"killer {size}x{size}", f"killer {size}x{size} {n}", model)


def mixed() -> Iterator[Variant]:
    """Yield the puzzles of ``mixed.txt``: lines, outside clues and alternatives."""
    for name, puzzle in puzzles():
        yield Variant("mixed", name, puzzle, 1)


@dataclass(frozen=True)
class Refused:
    """An input that nonet cannot read completely, with the reason."""

    name: str
    reason: str


def read_inputs(path: Path) -> Iterator[Variant | Refused]:
    """Yield the inputs that ``iss.mjs`` wrote."""
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
        yield Variant(f"{group} of ISS", name, puzzle, count)


SETS = {
    "examples": examples,
    "killers": partial(generated, KILLERS),
    "mixed": mixed,
}
"""The sets without ``--inputs``."""
