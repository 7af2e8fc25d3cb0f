"""The forty problems: squares of all sizes, variants, and models of ``examples/classics``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import nonet
from benchmarks.auto.questions import OWN, images, killers, unsatisfiable
from benchmarks.variants.questions import mixed
from nonet.solving.model_files import read_model

SQUARES = ("4x4", "6x6", "euler96", "hard", "12x12", "16x16", "25x25", "25x25-290")
RELATIVES = ("jigsaw", "x", "windoku", "samurai")
VARIANTS = ("whispers 1", "modular 2", "thermometer 1", "renban 1", "between 1", "zipper 1",
            "arrow 1", "sandwich 1", "x-sum 1")  # fmt: skip
MODELS = ("queens n=40", "langford n=15", "magic_sequence n=40", "all_interval n=13", "bibd", "costas n=10",
          "car_sequencing", "cryptarithm", "quasigroup n=8", "steiner n=9", "golomb marks=7",
          "graph_colouring", "job_shop", "knapsack", "peaceable_queens n=6", "warehouses")  # fmt: skip
"""Models of ``examples/classics`` with their parameters; the last six have an objective."""


@dataclass(frozen=True)
class Problem:
    """A model to solve; the kind is square, relative, variant, model or objective."""

    name: str
    kind: str
    model: nonet.Model


@cache
def problems() -> tuple[Problem, ...]:
    """All problems, the same in every run."""
    result = [Problem(name, "square", next(images(f"{name}.txt"))) for name in SQUARES]
    result.append(Problem("hard, no solution", "square", next(unsatisfiable("hard.txt"))))
    result.append(Problem("16x16 minimal", "square", next(images("minimal16.txt"))))
    result += [Problem(name, "relative", next(images(f"{name}.json"))) for name in RELATIVES]
    result.append(Problem("killer", "variant", next(killers(9, (3, 3), 1.0, 0))))
    named = {each.name: each.problem for each in mixed()}
    for name in VARIANTS:
        puzzle = named[name]
        model = puzzle.model() if isinstance(puzzle, nonet.Puzzle) else puzzle
        result.append(Problem(name.split()[0], "variant", model))
    for text in MODELS:
        name, *data = text.split()
        model = read_model(OWN.parent / "examples" / "classics" / f"{name}.py", data).model
        kind = "model" if model.objective is None else "objective"
        result.append(Problem(text, kind, model))
    return tuple(result)
