"""Generate puzzles of a kind and a level, judge them by the reference model, and print a table.

    python -m benchmarks.setting.levels --out levels.jsonl [--number 20] [--first-seed 5000]
        [--kinds killer,xv] [--levels Easy,Hard] [--budget 600]
    python -m benchmarks.setting.levels --out levels.jsonl --table

Each puzzle is a line of JSON in the file, written when the puzzle is judged: a further run goes on
behind the last line.  The first puzzle of every kind and level comes before the second of any.
A puzzle is right if the reference model, which is plain OR-Tools and knows nothing of nonet's rules,
finds its solution and no other, and two solutions without the rules of any one of its kinds, and if
``nonet.rate`` gives the level asked for.  Times are CPU times of the generation.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

import nonet
from benchmarks.setting.reference_model import place_of, solutions
from benchmarks.timing import cpu_seconds
from nonet.puzzle.rules.combined_rules import named_cells
from nonet.setting import Generated

KINDS = (
    *("killer", "thermometer", "arrow", "dots", "whispers", "renban", "sandwich", "little-killer"),
    *("xv", "quadruple", "jigsaw", "x", "skyscraper", "windoku", "anti-knight"),
    *("killer,arrow", "thermometer,dots", "renban,x"),
)
LEVELS = ("Easy", "Medium", "Hard")
NAMES = {"dots": ("white-dot", "black-dot"), "x": ("diagonals",)}
"""Kinds whose rules have other names."""
TIME_LIMIT = 300
"""Seconds of wall time for one puzzle; on a busy machine the CPU time is much less."""
MOST_SECONDS = 30
"""Seconds of CPU time that a puzzle may take."""


def judged(kind: str, level: str, seed: int) -> dict[str, Any]:
    """Return a puzzle of a kind and a level as data, with the verdicts on it."""
    puzzles: list[Generated] = []
    generation = nonet.generate(
        1, kind=kind, level=level, symmetry="half-turn", seed=seed, time_limit=TIME_LIMIT
    )
    seconds = cpu_seconds(lambda: puzzles.extend(generation))
    row: dict[str, Any] = {"kind": kind, "level": level, "seed": seed, "seconds": round(seconds, 2)}
    if not puzzles:
        nearest = generation.nearest
        return {**row, "made": False, "nearest": str(nearest.level) if nearest else ""}
    (generated,) = puzzles
    puzzle = generated.puzzle
    rating = nonet.rate(puzzle, time_limit=60)
    marks = Counter(rule.name for rule in puzzle.rules if rule.name not in ("rows", "columns"))
    return {
        **row,
        "made": True,
        "told": str(generated.level),
        "rated": rating.level,
        "effort": rating.effort,
        "score": rating.score,
        "explainer": rating.rating,
        "digits": len(puzzle.clues),
        "marks": dict(marks),
        "unique": solutions(puzzle) == [generated.solution],
        "symmetric": is_symmetric(puzzle),
        "needed": all(len(solutions(each)) > 1 for each in without_each_kind(puzzle, kind)),
        "puzzle": nonet.write([puzzle], "json").strip(),
    }


def without_each_kind(puzzle: nonet.Puzzle, kind: str) -> Iterator[nonet.Puzzle]:
    """Yield the puzzle without the rules of each of its kinds."""
    for each in kind.split(","):
        names = NAMES.get(each, (each,))
        others = tuple(rule for rule in puzzle.rules if rule.name not in names)
        assert len(others) < len(puzzle.rules), f"no rule of {each}"
        yield replace(puzzle, rules=others)


def is_symmetric(puzzle: nonet.Puzzle) -> bool:
    """Return whether a half turn leaves the places of the marks, or else of the clues, as they are.

    A dot of either colour may be the image of a dot; a sandwich stands beside its row on the left
    and above its column.
    """
    places = Counter[Any]()
    for rule in puzzle.rules:
        cells = [place_of(cell) for cell in named_cells(rule)]
        if rule.name == "sandwich":
            cells = [(row or 5, column or 5) for row, column in cells]
        if cells:
            places["dots" if rule.name in NAMES["dots"] else rule.name, frozenset(cells)] += 1
    places = places or Counter(("clue", frozenset({place_of(cell)})) for cell in puzzle.clues)
    turned = [
        (name, frozenset((10 - row, 10 - column) for row, column in cells))
        for name, cells in places.elements()
    ]
    return Counter(turned) == places


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of a table: right puzzles, times, digits and marks of each kind and level."""
    yield "| kind | level | right | made | median s | most s | digits | marks |"
    yield "|---|---|---|---|---|---|---|---|"
    groups = defaultdict(list)
    for row in rows:
        groups[row["kind"], row["level"]].append(row)
    for kind, level in sorted(groups, key=lambda key: (KINDS.index(key[0]), LEVELS.index(key[1]))):
        group = groups[kind, level]
        puzzles = [row for row in group if row["made"]]
        right = sum(is_right(row) for row in puzzles)
        seconds = [row["seconds"] for row in group]
        digits = [row["digits"] for row in puzzles]
        yield (
            f"| {kind} | {level} | {right} | {len(puzzles)} of {len(group)} | {median(seconds):.1f} | "
            f"{max(seconds):.1f} | {_range(digits)} | {_marks(puzzles)} |"
        )
    slow = sum(row["seconds"] > MOST_SECONDS for row in rows)
    yield ""
    yield (
        f"{sum(row['made'] and is_right(row) for row in rows)} of {len(rows)} right; median "
        f"{median(row['seconds'] for row in rows):.1f} s of CPU; {slow} took more than "
        f"{MOST_SECONDS} s"
    )


def is_right(row: dict[str, Any]) -> bool:
    """Return whether a puzzle is unique, needs its rules, is symmetric and has the level asked for."""
    verdicts = row["unique"] and row["needed"] and row["symmetric"]
    return bool(verdicts and row["rated"] == row["level"])


def _range(numbers: list[int]) -> str:
    return f"{min(numbers)} to {max(numbers)}" if numbers else "-"


def _marks(puzzles: list[dict[str, Any]]) -> str:
    names = dict.fromkeys(name for row in puzzles for name in row["marks"])
    ranges = {name: _range([row["marks"].get(name, 0) for row in puzzles]) for name in names}
    return ", ".join(f"{name} {r}" for name, r in ranges.items() if r != "1 to 1") or "-"


def main() -> int:
    """Generate and judge puzzles until the number or the budget is reached; print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="file of the judged puzzles")
    parser.add_argument("--number", type=int, default=20, help="of each kind and level")
    parser.add_argument("--first-seed", type=int, default=5000)
    parser.add_argument("--kinds", default="", help="kinds, separated by ';' (mixed by ',')")
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--budget", type=float, help="seconds of wall time to go on for")
    parser.add_argument("--table", action="store_true", help="print the table alone")
    arguments = parser.parse_args()
    text = arguments.out.read_text() if arguments.out.exists() else ""
    rows = [json.loads(line) for line in text.splitlines()]
    kinds = arguments.kinds.split(";") if arguments.kinds else KINDS
    until = time.monotonic() + (arguments.budget or float("inf"))
    done = {(row["kind"], row["level"], row["seed"]) for row in rows}
    seeds = range(arguments.first_seed, arguments.first_seed + arguments.number)
    for seed, kind, level in product(seeds, kinds, arguments.levels.split(",")):
        if arguments.table or time.monotonic() > until:
            break
        if (kind, level, seed) in done:
            continue
        rows.append(judged(kind, level, seed))
        with arguments.out.open("a") as file:
            file.write(json.dumps(rows[-1]) + "\n")
        shown = {key: value for key, value in rows[-1].items() if key not in ("puzzle", "marks")}
        print(shown, file=sys.stderr, flush=True)
    print("\n".join(table(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
