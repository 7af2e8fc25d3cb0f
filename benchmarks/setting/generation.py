"""Rows about generated puzzles: speed, difficulty, uniform sampling and uniqueness."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import mean, median, stdev

import nonet
from benchmarks.setting.common import BLANK, Row, ms
from benchmarks.setting.reference_model import solutions
from benchmarks.timing import cpu_of_children, cpu_seconds
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
"""Forty techniques of paths of random minimal classics."""

MARK_KINDS = [
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
"""Kinds whose marks are drawn by trial and error."""

PUZZLES = Path(__file__).parents[2] / "puzzles"

CHECKED_KINDS = (
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
"""Kinds whose puzzles the reference model checks."""

TIME_LIMIT = 300
"""Seconds of wall time for one technique; on a busy machine the CPU time is much less."""


def generators(folder: Path, number: int) -> Iterator[Row]:
    """Yield minimal puzzles a second of CPU, and the time of puzzles of a difficulty."""
    jigsaw = nonet.read(PUZZLES / "jigsaw.json")[0].with_clues({})
    kinds = (
        ("minimal classics", BLANK, "none", 4096, "10,000"),
        ("half-turn, minimal by orbits", BLANK, "half-turn", 4096, "10,000"),
        ("X", nonet.Sudoku("." * 81, rules=["x"]), "none", 512, "2,000"),
        ("jigsaw", jigsaw, "none", 512, "2,000"),
        ("windoku", nonet.Sudoku("." * 81, rules=["windoku"]), "none", 512, "2,000"),
    )
    for name, like, symmetry, number_drawn, must in kinds:
        rows = PuzzleRows(like)
        groups = rows.symmetry_groups(symmetry)
        rows.remove_clues(
            rows.random_solutions(8, rows.random_generator(0, 0)),
            rows.random_generator(0, 1),
            groups,
        )

        def work(
            rows: PuzzleRows = rows,
            groups: list[list[int]] = groups,
            number_drawn: int = number_drawn,
        ) -> None:
            rng = rows.random_generator(1, 0)
            rows.remove_clues(rows.random_solutions(number_drawn, rng), rng, groups)

        yield name, f"{must} a second", f"{number_drawn / cpu_seconds(work):.0f} a second"
    rows = PuzzleRows(BLANK)
    groups, strictly = rows.symmetry_groups("half-turn"), [0]

    def minimal() -> None:
        rng = rows.random_generator(2, 0)
        solved = rows.random_solutions(4096, rng)
        strictly[0] = rows.are_minimal(rows.remove_clues(solved, rng, groups), solved).sum()

    took = cpu_seconds(minimal)
    yield "half-turn, strictly minimal", "300 a second", f"{strictly[0] / took:.0f} a second"
    times = []
    for seed in range(number):
        generator = nonet.generate(1, rating=("se", 7.0, 7.5), seed=seed, time_limit=60)
        times.append(cpu_seconds(lambda generator=generator: next(generator)))
    yield "a classic of SE 7.0 to 7.5", "2 s", ms(times)
    times = []
    for seed in range(number):
        start = cpu_of_children()
        options = f"generate --rating se:7.0-7.5 --seed {seed} --time-limit 60".split()
        subprocess.run([sys.executable, "-m", "nonet", *options], check=True, capture_output=True)
        times.append(cpu_of_children() - start)
    yield "the same by the command, start-up included", "2 s", ms(times)


def unbiased(folder: Path, number: int) -> Iterator[Row]:
    """Yield the numbers of clues of uniformly sampled minimal puzzles, and their solutions."""
    puzzles: list[nonet.setting.Generated] = []
    drawn = nonet.generate(50 * number, unbiased=True, seed=1)
    took = cpu_seconds(lambda: puzzles.extend(drawn))
    clues = [len(each.puzzle.clues) for each in puzzles]
    spread = stdev(clues)
    error = spread / len(clues) ** 0.5
    figures = (
        f"{mean(clues):.3f} (error {error:.3f}), {spread:.3f}; {len(clues) / took:.0f} a second"
    )
    figures += f"; {len({each.solution for each in puzzles})} solutions"
    yield (
        f"clues of {len(clues)} uniformly sampled minimal classics",
        "mean 26.577, deviation 1.116 (published); different solutions",
        figures,
    )


def techniques(folder: Path, number: int) -> Iterator[Row]:
    """Yield the CPU time to generate a puzzle that needs a technique, for ``TECHNIQUES``."""
    took: dict[str, float] = {}
    missed = []
    for name in TECHNIQUES:
        generator = nonet.generate(1, technique=name, seed=1, time_limit=TIME_LIMIT)
        generated: list[nonet.setting.Generated] = []
        took[name] = cpu_seconds(
            lambda generator=generator, generated=generated: generated.extend(generator)
        )
        if not generated:
            missed.append(name)
    slow = [f"{name} {took[name]:.0f} s" for name in took if took[name] > 30 or name in missed]
    figures = f"{sum(t <= 30 for t in took.values()) - len(missed)} of {len(took)}, median "
    figures += f"{median(took.values()):.1f} s, at most {max(took.values()):.0f} s"
    yield "a puzzle that needs a technique", "30 s each", figures + (f"; {slow}" if slow else "")


def by_trial(folder: Path, number: int) -> Iterator[Row]:
    """Yield the CPU time for a puzzle with marks of each of ``MARK_KINDS``."""
    streams = [nonet.generate(1, kind=kind, seed=1) for kind in MARK_KINDS]
    yield (
        "a puzzle with marks drawn by trial",
        "",
        ms([cpu_seconds(partial(next, x)) for x in streams]),
    )


def by_marks(folder: Path, number: int) -> Iterator[Row]:
    """Yield CPU time and digits of puzzles with marks, and uniqueness by the reference model."""
    killers: list[nonet.setting.Generated] = []
    took = cpu_seconds(lambda: killers.extend(nonet.generate(50 * number, kind="killer", seed=31)))
    cages = [[len(rule.cells) for rule in killer.puzzle.rules[3:]] for killer in killers]
    assert all(2 <= size <= 5 for sizes in cages for size in sizes), "sizes of cages"
    assert all(sum(sizes) >= 27 for sizes in cages), "cells covered"
    figures = f"{len(killers) / took:.0f} a second; {_reference_verdicts(killers)}"
    yield f"{len(killers)} killers, cages of 2 to 5 cells, no digit", "all unique", figures
    for kind in (*CHECKED_KINDS, "jigsaw"):
        puzzles: list[nonet.setting.Generated] = []
        demands = {"rules": kind} if kind == "jigsaw" else {"kind": kind}
        demands["seed"] = 31
        took = cpu_seconds(
            lambda demands=demands, puzzles=puzzles: puzzles.extend(
                nonet.generate(5 * number // 2, time_limit=TIME_LIMIT, **demands)
            )
        )
        figures = f"{took / len(puzzles):.2f} s each; {_reference_verdicts(puzzles)}"
        yield f"{len(puzzles)} of {kind}", "all unique", figures


def _reference_verdicts(puzzles: list[nonet.setting.Generated]) -> str:
    """Return the number of unique puzzles by the reference model, and the range of digits."""
    right = sum(solutions(each.puzzle) == [each.solution] for each in puzzles)
    digits = [len(each.puzzle.clues) for each in puzzles]
    few = f"digits {min(digits)} to {max(digits)}"
    return f"{right} of {len(puzzles)} unique by the reference model, {few}"


def unique(folder: Path, number: int) -> Iterator[Row]:
    """Yield the number of generated puzzles that cpsat, which does not generate, proves unique."""
    kinds = [{}, {"symmetry": "half-turn"}, {"rules": "x"}, {"kind": "killer"}, {"kind": "arrow"}]
    right = total = 0
    for demands in kinds:
        for generated in nonet.generate(number, seed=6, **demands):
            total += 1
            right += nonet.verify(generated.puzzle, "cpsat").uniqueness.value == "unique"
    yield "generated puzzles unique by cpsat", "all", f"{right} of {total}"
