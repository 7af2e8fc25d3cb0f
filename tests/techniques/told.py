"""The example of each technique, what it is told and how it is drawn; and steps by each rule."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import nonet
from nonet import Puzzle, parse
from nonet.puzzle.examples import example_puzzle, example_solution
from nonet.techniques import TECHNIQUES, Position, Step, technique
from nonet.techniques.candidate_layout import bits
from nonet.techniques.drawing import draw_step
from nonet.techniques.solution_oracle import position_of
from tests.cases import shipped_rules

FILE = Path(__file__).with_name("told_examples.txt")
LIBRARY = Path(nonet.__file__).parent / "learn" / "examples.hodoku"
STEPS_OF_FAMILY = {
    "constraints": 4,
    "constraint_houses": 2,
    "innies": 2,
    "set_equivalence": 1,
    "explanation": 1,
    "constraint_forcing": 1,
}
"""The families of variants, and how many steps of each are told for a rule."""
SET_EQUIVALENCES = ("killer", "jigsaw", "windoku")
"""Rules whose set equivalences are told: those of other rules are alike."""
EXPLAINED = (
    "killer", "arrow", "thermometer", "sandwich", "skyscraper", "renban", "anti-knight",
    "windoku", "quadruple", "doubler", "little-killer",
)  # fmt: skip
"""Rules with which smallest explanations are told, which take most of the time."""
TOLD_OF = {"set_equivalence": SET_EQUIVALENCES, "explanation": EXPLAINED}
REMOVED_SHARES = (0.35, 0.75)
"""Shares of wrong candidates that are taken away first: a rule alone has little to say.  After the
second, where little is open, constraints alone are asked."""


def told(step: Step) -> list[str]:
    """All texts of a step, a line each."""
    lines = [str(step), step.hint_degrees[1], *step.sentence.splitlines(), step.constraints]
    return [line for line in lines if line]


def drawn(step: Step, position: Position, puzzle: Puzzle) -> list[str]:
    """The marks of a step's picture: candidates by their role, areas, and arrows."""
    drawing = draw_step(step, position, puzzle)

    def candidate(place: tuple[int, int], index: int) -> str:
        return f"{index + 1}r{place[0] + 1}c{place[1] + 1}"

    by_role: dict[str, list[str]] = {}
    for mark in drawing.highlights:
        by_role.setdefault(mark.role, []).append(candidate(mark.cell, mark.index))
    lines = [f"{role}: {' '.join(marks)}" for role, marks in by_role.items()]
    for area in drawing.areas:
        cells = " ".join(f"r{row + 1}c{column + 1}" for row, column in area.cells)
        lines.append(f"{area.kind} {area.group}: {cells}")
    arrows = [
        f"{candidate(*a.start)}{'=' if a.strong else '-'}{candidate(*a.end)}"
        for a in drawing.arrows
    ]
    return [*lines, *([" ".join(arrows)] if arrows else [])]


@cache
def examples() -> list[tuple[str, Puzzle, Position, Step]]:
    """The first step of each technique in the position of its page."""
    result = []
    for line in LIBRARY.read_text(encoding="utf-8").splitlines():
        if line.startswith(":"):
            entry, puzzle = technique(line.split(":")[1]), parse(line)
            position = position_of(puzzle)
            step = next(entry.family.find(position, frozenset({entry.key})))
            result.append((entry.key, puzzle, position, step))
    return result


@cache
def steps_of_rules() -> list[tuple[str, Position, Step, int]]:
    """Steps by the constraints of each rule, in its example, with the solution's candidates."""
    result = []
    keys: dict[str, frozenset[str]] = {
        family: frozenset(each.key for each in TECHNIQUES if each.module == family)
        for family in STEPS_OF_FAMILY
    }
    for name, rule in sorted(shipped_rules().items()):
        example = rule.examples[0]
        start, random = position_of(example_puzzle(rule, example)), Random(name)
        layout = start.layout
        solution = sum(1 << layout.candidate(*each) for each in example_solution(example).items())
        for share in REMOVED_SHARES:
            wrong = [
                candidate
                for candidate in bits(start.open & ~solution)
                if layout.in_grid(1 << candidate) and random.random() < share
            ]
            position = start.without(sum(1 << candidate for candidate in wrong))
            for family, number in STEPS_OF_FAMILY.items():
                if share != REMOVED_SHARES[0] and family != "constraints":
                    continue
                if name in TOLD_OF.get(family, (name,)):
                    steps = technique(next(iter(keys[family]))).family.find(position, keys[family])
                    result += [(name, position, step, solution) for step in islice(steps, number)]
    return result


def sections() -> Iterator[str]:
    """Lines with the texts and the picture of each technique's example."""
    for key, puzzle, position, step in examples():
        yield from (f"# {key}", *told(step), *drawn(step, position, puzzle))
