"""Answers that the libraries of all processors must give alike.

``python -m tests.backends.lockstep.library_answers write CASES [SHARE [LINES ...]]`` writes cases
from a fixed seed: classics, also of files of lines, variants, models of any constraints, killers
and large grids, so that every entry of the engine is called; SHARE is how many, 1 for some 300.
``python library_answers.py answer CASES`` answers them by the library that nonet chooses, or
``NONET_LOCKSTEP`` names, a line a case.  That needs no more than nonet and NumPy, so it runs on
imitated processors too (``other_processors.sh``).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

Case = dict[str, Any]
"""A question (``array``, ``puzzle``, ``model`` or ``count``), its puzzle or model, and its limit."""


def answer(case: Case) -> object:
    """Return what does not depend on how many lanes an engine has.

    Which of several solutions comes first does: so a solution is looked at where it is the only
    one, and all are where there are fewer than the limit.
    """
    import nonet
    from nonet.formats import parse
    from nonet.model.json import model_from_json

    problem, limit = case["problem"], case["limit"]
    if case["ask"] == "array":
        like = parse(case["like"], format="json")
        many = nonet.solve_many(
            problem, limit=limit, like=like, backend="lockstep", **case["killers"]
        )
        answers = zip(many.counts.tolist(), many.solutions.tolist(), strict=True)
        return [(count, row if count == 1 else []) for count, row in answers]
    is_model = case["ask"] == "model"
    question = model_from_json(problem) if is_model else parse(problem, allow_clashes=True)
    if case["ask"] == "count":
        return nonet.count_solutions(question, "lockstep", limit=limit).number
    solutions = nonet.solve(question, "lockstep", limit=limit).solutions
    rows = sorted(sorted((str(name), value) for name, value in each.items()) for each in solutions)
    return len(rows), rows if len(rows) < limit else []


def print_answers(cases: Iterable[Case]) -> None:
    """Print the library, a line for each case, and the entries that were called."""

    from nonet.backends.lockstep.engine import CompiledEngine, compiled_engine, supported_levels
    from nonet.errors import Unsupported

    entry, called = CompiledEngine.entry, set[str]()

    def noted_entry(self: CompiledEngine, name: str) -> Any:
        called.add(name)
        return entry(self, name)

    CompiledEngine.entry = noted_entry  # type: ignore[method-assign]
    print("#", compiled_engine().name, "of", *supported_levels(), flush=True)
    for number, case in enumerate(cases):
        try:
            text = json.dumps(answer(case))
        except Unsupported as error:
            text = str(error)
        print(number, case["name"], f"{crc32(text.encode()):08x}", flush=True)
    print("entries", *sorted(called), flush=True)


def written_cases(share: float, files: list[Path]) -> Iterator[Case]:
    """Cases from a fixed seed."""
    from nonet import Grid, Puzzle
    from nonet.errors import ModelError
    from nonet.formats import read, write
    from nonet.model.json import model_to_json
    from tests.backends.lockstep.guarded_memory import large_puzzle, pair_arrays, with_pair
    from tests.backends.lockstep.random_models import random_model
    from tests.batch.test_engines_mixed_puzzles import killers
    from tests.fuzz.puzzles import GEOMETRIES, altered_puzzle
    from tests.fuzz.variants import random_variant

    draw = Random(27)

    def case(name: str, ask: str, problem: Any, limit: int, **more: Any) -> Case:
        return {"name": name, "ask": ask, "problem": problem, "limit": limit, **more}

    def array(name: str, like: Puzzle, rows: Any, limit: int = 3, **killers: Any) -> Case:
        text = write(Puzzle(like.grid, {}, like.rules), "json")
        return case(name, "array", rows, limit, like=text, killers=killers)

    classic = Puzzle(Grid.square(9))
    files = [Path("puzzles/hard.txt"), Path("puzzles/many-solutions.txt"), *files]
    for file in files:
        lines = [line.split()[0] for line in file.read_text().splitlines() if line.strip()]
        lines = draw.sample(lines, min(len(lines), round(200 * share)))
        rows = [[int(mark) if mark.isdigit() else 0 for mark in line] for line in lines]
        yield array(file.name, classic, rows, 2)
        fewer = [[value if draw.random() < 0.93 else 0 for value in row] for row in rows]
        yield array(f"{file.name} with fewer clues", classic, fewer, 500)
        other = [
            [value if draw.random() < 0.99 else draw.randint(1, 9) for value in row] for row in rows
        ]
        yield array(f"{file.name} with other values", classic, other)
        for line in lines[: round(10 * share)]:
            yield case(file.name, "puzzle", line, 2)
    for size, rules in GEOMETRIES:
        puzzles = [altered_puzzle(draw, size, rules) for _ in range(round(40 * share))]
        rows = [[each.clues.get(cell, 0) for cell in each.grid.cells] for each in puzzles]
        yield array(f"{size} {rules}", puzzles[0], rows)
    for file in sorted(Path("puzzles").glob("*.json")):
        for puzzle in read(file):
            yield case(file.name, "puzzle", write(puzzle, "json"), 3)
    for _ in range(round(150 * share)):
        variant = random_variant(draw)
        puzzle = Puzzle(variant.grid, {}, variant.rules)
        solution = quick_solution(puzzle)
        if solution is not None:  # some of it, and sometimes a value that may be wrong
            clues = {cell: solution[cell] for cell in puzzle.grid.cells if draw.random() < 0.5}
            if draw.random() < 0.2:
                clues[draw.choice(puzzle.grid.cells)] = draw.choice(puzzle.grid.values)
            ask = draw.choice(("puzzle", "puzzle", "count"))
            yield case("variant", ask, write(puzzle.with_clues(clues), "json"), 40)
    for _ in range(round(300 * share)):
        try:
            model = random_model(draw)
        except ModelError:
            continue
        if quick_solution(model) is not None or draw.random() < 0.1:
            yield case("model", "model", model_to_json(model), 40)
    for size in (4, 6, 9):
        killer_puzzles = killers(draw, round(60 * share), size)
        cages = {"cages": killer_puzzles.cages.tolist(), "sums": killer_puzzles.sums.tolist()}
        yield array(
            f"killers {size}", killer_puzzles.geometry.blank, killer_puzzles.rows.tolist(), **cages
        )
    for height in (5, 6):
        puzzle, row, full = large_puzzle(draw, height)
        size, blank = height * height, Puzzle(puzzle.grid)
        yield array(f"{size}", blank, [row, large_puzzle(draw, height)[1]])
        yield case(f"cage {size}", "puzzle", write(with_pair(puzzle, full), "json"), 3)
        yield array(f"killers {size}", blank, [row], **pair_arrays(full))


def quick_solution(problem: Any) -> Any:
    """Return a solution that the engine finds at once; ``None`` if there is none."""
    import nonet

    try:
        return nonet.solve(problem, "lockstep", time_limit=0.1).solution
    except nonet.NonetError:
        return None


def main() -> None:
    """Write cases, or answer them."""
    path, arguments = Path(sys.argv[2]), sys.argv[3:]
    if sys.argv[1] == "answer":
        print_answers(json.loads(path.read_text("utf-8")))
    else:
        share = float(arguments[0]) if arguments else 1.0
        cases = list(written_cases(share, [Path(name) for name in arguments[1:]]))
        path.write_text(json.dumps(cases), "utf-8")
        print(len(cases), "cases")


if __name__ == "__main__":
    main()
