"""Random puzzles, asked of the page's compiled engine under Node and of nonet: what differs.

``python -m tests.web.lanes NUMBER [SEED]`` prints what differs, and how many of each answer there
were.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise, product
from pathlib import Path
from typing import Any

from nonet.errors import PuzzleError
from nonet.protocol import ask
from nonet.puzzle import Grid, rule_from_json
from nonet.puzzle.grid import default_box

Question = dict[str, Any]
Place = tuple[int, int]

HERE = Path(__file__).parent
SIZES = (4, 4, 6, 6, 8, 9, 9)
PLAIN_RULES = (
    *("anti-king", "anti-knight", "diagonals", "positive-diagonal", "negative-diagonal"),
    *("nonconsecutive", "disjoint-groups", "windoku"),
)
LINES = (
    *("thermometer", "slow-thermometer", "whispers", "dutch-whispers", "palindrome", "renban"),
    *("killer", "killer", "killer", "extra-region", "even", "odd", "arrow", "little-killer"),
)
PAIRS = ("white-dot", "black-dot", "pair-sum", "greater-than", "xv")
BAD_RULES = (
    {"rule": "killer", "cells": ["R1C1", "R1C1"], "sum": 5},
    {"rule": "killer", "cells": ["R1C1"], "sum": 99},
    {"rule": "thermometer", "cells": ["R1C1", "R4C4"]},
    {"rule": "arrow", "bulb": ["R1C1"], "cells": ["R4C4"]},
    {"rule": "killer", "cells": ["R99C1"]},
    {"rule": "counting-circles", "cells": ["R1C1", "R1C4", "R4C2", "R5C5", "R7C7", "R8C3"]},
)
"""Rules that the page's engine leaves to Python."""


def declared(question: Question) -> dict[str, Any] | None:
    """What the page hands to its engine beside a puzzle: what Python's ``draw`` says of its rules."""
    *_, last = ask({"do": "draw", "puzzle": question["puzzle"], "declare": True})
    return last["done"]["declared"] if "done" in last else None


def answers(questions: Iterable[Question], node: str = "node") -> list[dict[str, Any]]:
    """What the page's engine makes of questions: ``done`` and ``events``, or ``declined``."""
    lines = "\n".join(
        json.dumps({"question": question, "declared": declared(question)}) for question in questions
    )
    process = subprocess.run(
        [node, str(HERE / "lanes.mjs")], input=lines, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in process.stdout.splitlines()]


def random_solution(draw: random.Random, size: int) -> dict[Place, int]:
    """The values of a full grid with usual boxes, shuffled."""
    height, width = default_box(size) or (1, size)
    values = draw.sample(range(1, size + 1), size)

    def lines(group: int) -> list[int]:
        groups = draw.sample(range(size // group), size // group)
        return [each * group + i for each in groups for i in draw.sample(range(group), group)]

    rows, columns = lines(height), lines(width)
    return {
        (r, c): values[(width * (row % height) + row // height + column) % size]
        for (r, row), (c, column) in product(enumerate(rows, 1), enumerate(columns, 1))
    }


def random_line(draw: random.Random, size: int, length: int) -> list[Place]:
    """Cells each of which touches the one before; fewer where the line runs into itself."""
    places = [(draw.randint(1, size), draw.randint(1, size))]
    while len(places) < length:
        row, column = places[-1]
        neighbours = {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
        neighbours = {place for place in neighbours if 1 <= min(place) <= max(place) <= size} - set(
            places
        )
        if not neighbours:
            break
        places.append(draw.choice(sorted(neighbours)))
    return places


def names(places: Iterable[Place]) -> list[str]:
    """The names of cells."""
    return [f"R{row}C{column}" for row, column in places]


def random_rule(draw: random.Random, size: int, solution: dict[Place, int]) -> Any:
    """A rule of some kind; one about cells mostly holds in the solution."""
    chance = draw.random()
    if chance < 0.1:
        return draw.choice(PLAIN_RULES)
    if chance < 0.11:
        return draw.choice(BAD_RULES)
    kind = draw.choice(LINES if chance < 0.8 else PAIRS)
    places = random_line(draw, size, 2 if kind in PAIRS else draw.randint(1, 5))
    values = [solution[place] for place in places]
    apart = [abs(value - next_value) for value, next_value in pairwise(values)]
    rule: dict[str, Any] = {"rule": kind, "cells": names(places)}
    if kind in ("killer", "pair-sum"):
        rule["sum"] = sum(values) + (draw.random() < 0.02)
    elif kind in ("whispers", "dutch-whispers", "white-dot"):
        rule["difference"] = min(apart, default=1)
    elif kind == "black-dot":
        rule["ratio"] = max(1, max(values) // min(values))
    elif kind == "xv":
        rule["letter"] = "X" if sum(values) > 7 else "V"
    elif kind == "arrow":
        bulb = 2 if len(places) > 3 and draw.random() < 0.3 else 1
        rule |= {"bulb": names(places[:bulb]), "cells": names(places[bulb:])}
    elif kind == "little-killer":
        down, at = draw.choice((1, -1)), draw.randint(1, size - 1)
        diagonal = [
            (row if down > 0 else size + 1 - row, at + row) for row in range(1, size + 1 - at)
        ]
        rule = {
            "rule": kind,
            "start": f"R{0 if down > 0 else size + 1}C{at}",
            "direction": "DR" if down > 0 else "UR",
            "sum": sum(solution[place] for place in diagonal),
        }
    return rule


def holds(rule: Any, size: int, values: dict[str, int]) -> bool:
    """Whether a rule holds of the values of a grid; of one that is an error, no."""
    grid = Grid.square(size)
    try:
        return all(each.holds(values) for each in rule_from_json(rule).constraints(grid))
    except (PuzzleError, TypeError):
        return False


def random_puzzle(draw: random.Random) -> dict[str, Any]:
    """The document of a puzzle: some clues of a solution, and rules most of which hold in it."""
    size = draw.choice(SIZES)
    solution = random_solution(draw, size)
    values = {f"R{row}C{column}": value for (row, column), value in solution.items()}
    rules = [random_rule(draw, size, solution) for _ in range(draw.choice((0, 4, 12, 30)))]
    rules = [rule for rule in rules if draw.random() < 0.01 or holds(rule, size, values)]
    caged: set[str] = set()
    declared = []
    for rule in rules:
        cells = set(rule["cells"]) if isinstance(rule, dict) and rule["rule"] == "killer" else set()
        if caged.isdisjoint(cells) or draw.random() < 0.02:
            declared.append(rule)
            caged |= cells
    share = draw.choice((0.15, 0.25, 0.35, 0.5))
    clues = {
        name: value if draw.random() > 0.01 else draw.randint(1, size)
        for name, value in values.items()
        if draw.random() < share
    }
    document: dict[str, Any] = {"size": size, "clues": clues, "rules": declared}
    if draw.random() < 0.1:
        cells = draw.sample(sorted(values), 3)
        document["candidates"] = {
            cell: draw.sample(range(1, size + 1), draw.randint(1, size - 1)) for cell in cells
        }
    return document


def random_question(draw: random.Random) -> Question:
    """A question about a random puzzle."""
    puzzle, kind = random_puzzle(draw), draw.randrange(10)
    if kind < 3:
        return {"do": "verify", "puzzle": puzzle}
    if kind < 5:
        return {"do": "solve", "limit": draw.choice((1, 2, 50, 300)), "puzzle": puzzle}
    if kind < 7:
        return {"do": "candidates", "cap": draw.choice((1, 1, 3)), "puzzle": puzzle}
    if kind < 9:
        return {"do": "hint", "puzzle": random_classic(draw)}
    cells = draw.sample([f"R{r}C{c}" for r, c in product(range(1, 5), repeat=2)], 6)
    puzzle |= {"entries": {cell: draw.randint(1, puzzle["size"]) for cell in cells}}
    if draw.random() < 0.5:
        puzzle["rules"] = []
    return {"do": "check", "quick": draw.random() < 0.5, "reveal": True, "puzzle": puzzle}


def random_classic(draw: random.Random) -> dict[str, Any]:
    """A classic with one solution, perhaps, and some entries that are mostly right."""
    size = draw.choice((4, 6, 9, 9, 9))
    solution = random_solution(draw, size)
    values = {f"R{row}C{column}": value for (row, column), value in solution.items()}
    shown = draw.sample(sorted(values), int(draw.uniform(0.35, 0.9) * len(values)))
    entered = {name: values[name] for name in shown[: draw.randrange(4)]}
    if draw.random() < 0.05:
        entered |= {name: draw.randint(1, size) for name in entered}
    clues = {name: values[name] for name in shown if name not in entered}
    return {"size": size, "clues": clues, "entries": entered}


def comparable(question: Question, answer: dict[str, Any]) -> dict[str, Any]:
    """What of a result is the same whoever answers: not the time, nor which two solutions are met,
    nor which of several smallest sets of clues that clash."""
    result = {k: v for k, v in answer.items() if k not in ("ms", "backend", "stats", "word_of")}
    if result.get("uniqueness") == "multiple":
        result |= {"witnesses": len(result["witnesses"]), "differing": bool(result["differing"])}
    if "clash" in result:
        message = result["clash"]["words"][0]
        result["clash"] = message if " clash in " in message else result["clash"]["smallest"]
    if question["do"] == "hint":
        drops = ("consistency", "notation", "degrees", "sentence", "constraints", "truths", "links")
        result = {k: v for k, v in result.items() if k not in drops}
    if question["do"] == "check":
        # Python also tells sums that follow from several constraints
        declared = (each for each in result["conflicts"] if " by " not in each["words"])
        result["conflicts"] = sorted(declared, key=lambda each: each["cells"])
    return result


def differences(questions: list[Question], node: str = "node") -> tuple[list[str], Counter[str]]:
    """Each difference as a text to reproduce it, and how many of each answer there were."""
    texts: list[str] = []
    tally: Counter[str] = Counter()
    for question, answer in zip(questions, answers(questions, node), strict=True):
        if "declined" in answer:
            tally["declined"] += 1
            if "fault" in answer:
                texts.append(f"{answer['fault']}: {json.dumps(question)}")
            continue
        *_, last = ask(question | {"seconds": 600})  # a busy machine is no difference
        expected = last.get("done")
        tally[
            f"{question['do']} {(expected or {}).get('uniqueness', (expected or {}).get('status', ''))}"
        ] += 1
        by_page = comparable(question, answer["done"])
        by_python = None if expected is None else comparable(question, expected)
        if by_page != by_python:
            texts.append(f"{by_page} is not {by_python or last}: {json.dumps(question)}")
    return texts, tally


def main() -> None:
    """Compare as many random puzzles as the command line says."""
    draw = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    remaining = int(sys.argv[1])
    total: Counter[str] = Counter()
    while remaining > 0:
        texts, tally = differences([random_question(draw) for _ in range(min(remaining, 500))])
        total += tally
        remaining -= 500
        for each in texts:
            print(each)
    print(dict(total))


if __name__ == "__main__":
    main()
