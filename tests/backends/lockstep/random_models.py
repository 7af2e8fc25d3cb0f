"""Random models, answered by two engines and by the backend native: what differs.

``python -m tests.backends.lockstep.random_models NUMBER [SEED]`` compares the libraries of the
lowest and of the highest level that the processor has, and prints what differs.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from unittest.mock import patch

import numpy as np

import nonet
from nonet import AllDifferent, Grid, Model, Puzzle
from nonet.backends import get_backend
from nonet.backends.lockstep import implied_sums
from nonet.backends.lockstep.engine import CompiledEngine, load, supported_levels
from nonet.backends.lockstep.kernel import Kernel
from nonet.backends.lockstep.work_chunks import count_rows
from nonet.backends.lowering import lower
from nonet.errors import ModelError, Unsupported
from nonet.model import Linear
from nonet.model.json import model_from_json
from tests.fuzz import models

LIMIT = 40
"""Solutions that are counted."""


def random_model(draw: random.Random) -> Model:
    """A grid with clues, perhaps with cages, or a few variables with any constraints."""
    kind = draw.randrange(4)
    if kind == 0:
        model = model_from_json(models.make(draw)["model"])
        return Model(model.domains, model.constraints)
    size = draw.choice((4, 4, 6, 9, 9, 16, 25) if kind == 1 else (4, 4, 6, 9))
    grid = Puzzle(Grid.square(size)).model()
    names = grid.variables
    step = draw.randint(1, size)
    domains = dict(grid.domains)
    for name in draw.sample(names, len(names) * draw.randint(4, 9) // 10):
        row, column = (int(part) - 1 for part in name[1:].split("C"))
        height = {4: 2, 6: 2, 9: 3, 16: 4, 25: 5}[size]
        value = (row % height * (size // height) + row // height + column) * step % size + 1
        domains[name] = [value] if draw.random() < 0.97 else [draw.randint(1, size)]
    more = []
    if kind > 1:
        for _ in range(draw.randint(1, 8)):
            cells = tuple(draw.sample(names, draw.randint(2, 4)))
            low, high = len(cells), len(cells) * size
            more.append(Linear.sum(cells, draw.choice(("==", "<=", ">=")), draw.randint(low, high)))
            if draw.random() < 0.6:
                more.append(AllDifferent(cells))
    return Model(domains, [*grid.constraints, *more])


def answers(model: Model, engine: CompiledEngine) -> tuple[str, int, list[int]]:
    """The kind of kernel, the count, and the first solution where it is the only one."""
    with patch.object(implied_sums, "compiled_engine", return_value=engine):
        kernel = Kernel(lower(model, get_backend("lockstep")).structure, engine)
    result = count_rows(kernel, np.zeros((1, len(kernel.names)), np.uint8), LIMIT)
    count = int(result.counts[0])
    row = result.solutions[0].tolist() if count == 1 else []
    return f"{kernel.kind} {kernel.lane_bits}", count, row


def differences(
    number: int, seed: int, engine: CompiledEngine, other_engine: CompiledEngine
) -> tuple[Counter[str], list[str]]:
    """How many models there were of each kind, and those that were answered differently."""
    draw, kinds, texts = random.Random(seed), Counter[str](), []
    while kinds.total() < number:
        try:
            model = random_model(draw)
            answer = answers(model, engine)
        except (ModelError, Unsupported):
            continue
        kinds[answer[0]] += 1
        other_answer = answers(model, other_engine)
        count = len(nonet.solve(model, "native", limit=LIMIT).solutions)
        if not (answer == other_answer and answer[1] == count):
            texts.append(f"{answer} {other_answer} native {count}: {model!r}")
    return kinds, texts


def main() -> None:
    """Compare, and print what differs."""
    number, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    levels = supported_levels()
    kinds, texts = differences(number, seed, load(levels[0]), load(levels[-1]))
    print(dict(kinds), len(texts), "differences")
    print(*texts[:3], sep="\n")


if __name__ == "__main__":
    main()
