"""Positions of techniques: an example with its step, and drills of the common techniques.

Both are lines of HoDoKu's library: ``examples.hodoku``, made by ``docs/site/find_examples.py``, and
``drills.hodoku``, made by ``docs/site/find_drills.py``.  A drill shows a position in one of the many
symmetric forms of a classic, to make the same position look new.

>>> from nonet.techniques.catalogue import technique
>>> position = drill_position(technique("x-wing"), 7)
>>> drill_steps(position, technique("x-wing"))[0].technique.title
'X-Wing'
"""

from __future__ import annotations

import pkgutil
import tomllib
from dataclasses import replace
from functools import cache
from itertools import chain, islice
from random import Random
from typing import Any

from nonet.formats import parse
from nonet.model import Domain
from nonet.puzzle import Puzzle
from nonet.puzzle.grid import cell_name, place
from nonet.techniques.catalogue import IDEAS, Technique
from nonet.techniques.entry_search import search_steps
from nonet.techniques.position import Position
from nonet.techniques.solution_oracle import position_of
from nonet.techniques.step import Step

MAX_STEPS = 40
"""Steps at a position among which that of its library line is looked for."""


@cache
def _library(file: str) -> dict[str, list[str]]:
    """The lines of a library by HoDoKu's code, or by the technique's name."""
    lines: dict[str, list[str]] = {}
    for line in (pkgutil.get_data(__name__, file) or b"").decode().splitlines():
        if line.startswith(":"):
            lines.setdefault(line[1:].partition(":")[0], []).append(line)
    return lines


def example_puzzle(technique: Technique) -> Puzzle | None:
    """The position of a technique's example; ``None`` where the library has none."""
    lines = _library("examples.hodoku").get(technique.code or technique.key)
    return parse(lines[0]) if lines else None


def example_step(technique: Technique) -> tuple[Step, Position, Puzzle] | None:
    """The step of a technique's example, its position and its puzzle; ``None`` without an example.

    The step is the step of the library line, or the first step of the engine.
    Raises ``LookupError`` if the engine finds none.
    """
    puzzle = example_puzzle(technique)
    if puzzle is None:
        return None
    position = position_of(puzzle)
    noted = tuple(
        set(puzzle.notes.get(kind, "").split()) for kind in ("placements", "eliminations")
    )
    first = None
    for step in chain.from_iterable(
        islice(search_steps(position, (technique.key,), search_name=form), MAX_STEPS)
        for form in ("find", "find_all")
    ):
        first = first or step
        if (_digits(step.placed), _digits(step.removed)) == noted:
            return step, position, puzzle
    if first is None:
        raise LookupError(f"{technique.key} does not find its example")
    return first, position, puzzle


def _digits(pairs: tuple[tuple[str, int], ...]) -> set[str]:
    """Candidates as ``<digit><row><column>``."""
    return {f"{value}{cell[1]}{cell[3]}" for cell, value in pairs}


def has_drills(technique: Technique) -> bool:
    """Whether there is a position to drill a technique."""
    return (technique.code or technique.key) in _library("drills.hodoku")


def drill_position(technique: Technique, number: int) -> Puzzle:
    """A position of a technique, the same for the same number; drills are endless.

    Raises ``LookupError`` for a technique without drills.
    """
    lines = _library("drills.hodoku")[technique.code or technique.key]
    return shuffled(parse(lines[number % len(lines)]), Random(number))


def drill_steps(puzzle: Puzzle, technique: Technique) -> list[Step]:
    """All steps of a technique at a position, without repetition of the same moves."""
    instances = search_steps(position_of(puzzle), (technique.key,), search_name="find_all")
    steps: dict[tuple[object, object], Step] = {}
    for step in islice(instances, MAX_STEPS):
        steps.setdefault((step.placements, step.eliminations), step)
    return list(steps.values())


def shuffled(puzzle: Puzzle, random: Random) -> Puzzle:
    """A classic 9x9 in a symmetric form: digits renamed, rows and columns moved within and with
    their bands, perhaps transposed.

    >>> from nonet.setting import canonical
    >>> puzzle = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> canonical(shuffled(puzzle, Random(1))).line() == canonical(puzzle).line()
    True
    """
    rows, columns = _line_order(random), _line_order(random)
    digits = dict(zip(range(1, 10), random.sample(range(1, 10), 9), strict=True))
    transposed = random.random() < 0.5

    def moved(cell: str) -> str:
        row, column = place(cell)
        row, column = rows[row], columns[column]
        return cell_name(column, row) if transposed else cell_name(row, column)

    return replace(
        puzzle,
        clues={moved(cell): digits[value] for cell, value in puzzle.clues.items()},
        entries={moved(cell): digits[value] for cell, value in puzzle.entries.items()},
        candidates={
            moved(cell): Domain.of(digits[value] for value in domain)
            for cell, domain in puzzle.candidates.items()
        },
        notes={},
    )


def _line_order(random: Random) -> list[int]:
    """The new places of nine rows, which stay together in threes."""
    bands = random.sample(range(3), 3)
    return [3 * band + line for band in bands for line in random.sample(range(3), 3)]


# Techniques told to people who solve by hand: texts of ``techniques.toml``, or a sentence.
#
# The forty common techniques have a text each. Every other technique is told by a sentence that
# is made from its row of the catalogue.


@cache
def _technique_texts() -> dict[str, Any]:
    return tomllib.loads((pkgutil.get_data(__name__, "techniques.toml") or b"").decode())


def is_common(technique: Technique) -> bool:
    """Whether a technique is among the common ones, which have a text of their own."""
    return technique.key in _technique_texts()["texts"]


def family_title(technique: Technique) -> str:
    """The name of its family, as a heading: by default the module's name."""
    name = technique.module.replace("_", " ").capitalize()
    return str(_technique_texts()["families"].get(technique.module, name))


def technique_text(technique: Technique) -> str:
    """Return what a technique is, in Markdown: its idea, how to spot it, the constraint behind."""
    behind = f"**The constraint behind it:** {technique.consistency}."
    text = _technique_texts()["texts"].get(technique.key)
    if text:
        return f"{text['idea']}\n\n**How to spot it:** {text['spot']}\n\n{behind}"
    return f"{_make_sentence(technique)}\n\n{behind}"


def _make_sentence(technique: Technique) -> str:
    family = family_title(technique)
    if technique.consistency == IDEAS["SEARCH"]:
        return f"{technique.title} tries values until one leads to the solution."
    opening = f"{technique.title} is one of the techniques under “{family}”."
    if technique.assumes_unique:
        return f"{opening} It holds only if the puzzle has exactly one solution."
    if technique.consistency in (IDEAS["FILTER"], IDEAS["SUMS"]):
        return (
            f"{opening} It follows from the rules that a puzzle has beside rows, columns and boxes."
        )
    return f"{opening} It holds in every puzzle in which its pattern is found."
