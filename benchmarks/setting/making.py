"""Rows on new puzzles: how many a second, how hard, how even, and that each has one solution."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import mean, median, stdev

import nonet
from benchmarks.setting import outside
from benchmarks.setting.common import BLANK, Row, ms, timed
from nonet.setting.puzzle_rows import PuzzleRows

TECHNIQUES = [
    "naked-single",
    "hidden-single",
    "pointing",
    "claiming",
    "locked-pair",
    "naked-pair",
    "naked-triple",
    "naked-quadruple",
    "hidden-pair",
    "hidden-triple",
    "x-wing",
    "swordfish",
    "finned-x-wing",
    "finned-swordfish",
    "sashimi-x-wing",
    "sashimi-swordfish",
    "skyscraper",
    "2-string-kite",
    "turbot-fish",
    "empty-rectangle",
    "simple-colors-trap",
    "simple-colors-wrap",
    "multi-colors-1",
    "multi-colors-2",
    "remote-pair",
    "xy-wing",
    "xyz-wing",
    "w-wing",
    "x-chain",
    "xy-chain",
    "continuous-nice-loop",
    "discontinuous-nice-loop",
    "aic",
    "grouped-discontinuous-nice-loop",
    "grouped-aic",
    "als-xz",
    "als-xy-wing",
    "unique-rectangle-1",
    "unique-rectangle-4",
    "hidden-rectangle",
]
"""Forty that paths of random minimal classics use."""

TRIED = [
    "palindrome",
    "renban",
    "whispers",
    "between",
    "little-killer",
    "x-sum",
    "quadruple",
    "clone",
    "pair-sum",
    "nabner",
]
"""Kinds whose marks are drawn by trial."""

PUZZLES = Path(__file__).parents[2] / "puzzles"

DRAWN = (
    "thermometer",
    "arrow",
    "whispers",
    "renban",
    "dots",
    "sandwich",
    "x-sum",
    "little-killer",
    "killer,thermometer,arrow",
)
"""Kinds whose puzzles an outside model is asked about."""

PATIENCE = 300
"""Seconds of the clock for one technique, of which few are CPU time on a busy machine."""


def generators(folder: Path, number: int) -> Iterator[Row]:
    """Minimal puzzles a second of one core, and puzzles of a difficulty."""
    jigsaw = nonet.read(PUZZLES / "jigsaw.json")[0].with_clues({})
    kinds = (
        ("minimal classics", BLANK, "none", 4096, "10,000"),
        ("half-turn, minimal by orbits", BLANK, "half-turn", 4096, "10,000"),
        ("X", nonet.Sudoku("." * 81, rules=["x"]), "none", 512, "2,000"),
        ("jigsaw", jigsaw, "none", 512, "2,000"),
        ("windoku", nonet.Sudoku("." * 81, rules=["windoku"]), "none", 512, "2,000"),
    )
    for name, like, symmetry, many, must in kinds:
        rows = PuzzleRows(like)
        groups = rows.symmetry_groups(symmetry)
        rows.remove_clues(
            rows.random_solutions(8, rows.random_generator(0, 0)),
            rows.random_generator(0, 1),
            groups,
        )

        def work(
            rows: PuzzleRows = rows, groups: list[list[int]] = groups, many: int = many
        ) -> None:
            rng = rows.random_generator(1, 0)
            rows.remove_clues(rows.random_solutions(many, rng), rng, groups)

        yield name, f"{must} a second", f"{many / timed(work):.0f} a second"
    rows = PuzzleRows(BLANK)
    groups, strictly = rows.symmetry_groups("half-turn"), [0]

    def minimal() -> None:
        rng = rows.random_generator(2, 0)
        solved = rows.random_solutions(4096, rng)
        strictly[0] = rows.are_minimal(rows.remove_clues(solved, rng, groups), solved).sum()

    took = timed(minimal)
    yield "half-turn, strictly minimal", "300 a second", f"{strictly[0] / took:.0f} a second"
    times = []
    for seed in range(number):
        wanted = nonet.generate(1, rating=("se", 7.0, 7.5), seed=seed, time_limit=60)
        times.append(timed(lambda wanted=wanted: next(wanted)))
    yield "a classic of SE 7.0 to 7.5", "2 s", ms(times)
    times = []
    for seed in range(number):
        begun = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        asked = ["generate", "--rating", "se:7.0-7.5", "--seed", str(seed), "--time-limit", "60"]
        subprocess.run([sys.executable, "-m", "nonet", *asked], check=True, capture_output=True)
        times.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - begun)
    yield "the same by the command, with its start", "2 s", ms(times)


def unbiased(folder: Path, number: int) -> Iterator[Row]:
    """Puzzles drawn evenly: their clues beside the published figures, and their solutions."""
    puzzles: list[nonet.Generated] = []
    drawn = nonet.generate(50 * number, unbiased=True, seed=1)
    took = timed(lambda: puzzles.extend(drawn))
    clues = [len(each.puzzle.clues) for each in puzzles]
    spread = stdev(clues)
    error = spread / len(clues) ** 0.5
    figures = (
        f"{mean(clues):.3f} (error {error:.3f}), {spread:.3f}; {len(clues) / took:.0f} a second"
    )
    figures += f"; {len({each.solution for each in puzzles})} solutions"
    yield (
        f"clues of {len(clues)} drawn evenly",
        "26.577, deviation 1.116, no solution twice",
        figures,
    )


def techniques(folder: Path, number: int) -> Iterator[Row]:
    """CPU time until a puzzle needs a technique, for each of ``TECHNIQUES``."""
    took: dict[str, float] = {}
    missed = []
    for name in TECHNIQUES:
        wanted = nonet.generate(1, technique=name, seed=1, time_limit=PATIENCE)
        found: list[nonet.Generated] = []
        took[name] = timed(lambda wanted=wanted, found=found: found.extend(wanted))
        if not found:
            missed.append(name)
    slow = [f"{name} {took[name]:.0f} s" for name in took if took[name] > 30 or name in missed]
    told = f"{sum(t <= 30 for t in took.values()) - len(missed)} of {len(took)}, median "
    told += f"{median(took.values()):.1f} s, at most {max(took.values()):.0f} s"
    yield "a puzzle that needs a technique", "30 s each", told + (f"; {slow}" if slow else "")


def by_trial(folder: Path, number: int) -> Iterator[Row]:
    """CPU time for a classic with marks of each of ``TRIED``; tests hold that each is unique."""
    streams = [nonet.generate(1, kind=kind, seed=1) for kind in TRIED]
    yield (
        "a classic told by marks found by trial",
        "",
        ms([timed(partial(next, x)) for x in streams]),
    )


def by_marks(folder: Path, number: int) -> Iterator[Row]:
    """Puzzles told by marks: CPU time, digits, and one solution by an outside model."""
    killers: list[nonet.Generated] = []
    took = timed(lambda: killers.extend(nonet.generate(50 * number, kind="killer", seed=31)))
    cages = [[len(rule.cells) for rule in made.puzzle.rules[3:]] for made in killers]
    assert all(2 <= size <= 5 for sizes in cages for size in sizes), "sizes of cages"
    assert all(sum(sizes) >= 27 for sizes in cages), "cells covered"
    figures = f"{len(killers) / took:.0f} a second; {_outside_verdicts(killers)}"
    yield f"{len(killers)} killers, cages of 2 to 5 cells, no digit", "all unique", figures
    for kind in (*DRAWN, "jigsaw"):
        puzzles: list[nonet.Generated] = []
        demands = {"rules": kind} if kind == "jigsaw" else {"kind": kind}
        demands["seed"] = 31
        took = timed(
            lambda demands=demands, puzzles=puzzles: puzzles.extend(
                nonet.generate(5 * number // 2, time_limit=PATIENCE, **demands)
            )
        )
        figures = f"{took / len(puzzles):.2f} s each; {_outside_verdicts(puzzles)}"
        yield f"{len(puzzles)} of {kind}", "all unique", figures


def _outside_verdicts(puzzles: list[nonet.Generated]) -> str:
    """Return the number of puzzles that the outside model calls unique, and the range of digits."""
    right = sum(outside.solutions(each.puzzle) == [each.solution] for each in puzzles)
    digits = [len(each.puzzle.clues) for each in puzzles]
    few = f"digits {min(digits)} to {max(digits)}"
    return f"{right} of {len(puzzles)} unique by the outside model, {few}"


def unique(folder: Path, number: int) -> Iterator[Row]:
    """Generated puzzles with one solution, by a backend that had no part in making them."""
    kinds = [{}, {"symmetry": "half-turn"}, {"rules": "x"}, {"kind": "killer"}, {"kind": "arrow"}]
    right = asked = 0
    for demands in kinds:
        for made in nonet.generate(number, seed=6, **demands):
            asked += 1
            right += nonet.verify(made.puzzle, "cpsat").uniqueness.value == "unique"
    yield "generated puzzles unique by cpsat", "every one", f"{right} of {asked}"
