"""Tables: ``nonet batch`` of CSV beside pyarrow, which only reads the input and writes the answers.

    python -m benchmarks.tables --rows 500000 --rounds 7

makes a table ``puzzle,solution`` of relabelled puzzles (``--set``: Kaggle's by default,
where ``--data`` has them), and takes in turn, in one process that has started already:

- **batch**: ``nonet.batch.job.run`` on one thread, as ``nonet batch in.csv -o out.csv`` does it:
  read, answer, check a sample, compare with the given solutions, write parts with checksums, join;
- **answering**: the compiled engine alone, on the same rows as an array;
- **pyarrow**: ``read_csv`` of the input (texts as texts, one thread) and ``write_csv`` of the
  answers, which it holds already, with ``quoting_style="none"``: the same bytes as batch
  writes, but the header's quotes.  Nothing is answered, compared, checked or made safe.

Figures are CPU time of the process, all threads, medians over the rounds; a ratio is taken within
each round, and of these the median.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.figures import FORM, VERSION, machine
from benchmarks.report import table
from benchmarks.sets import DATA, SOURCES, load

TEXTS = ("puzzle", "solution", "verdict", "reason")
"""Columns that are texts, also where their characters look like a number."""


def make_table(path: Path, lines: list[str], rows: int, seed: int) -> None:
    """Write a table of puzzles, their digits relabelled, and their solutions."""
    import nonet

    solved = nonet.solve_many(lines, limit=2, threads=1)
    if (solved.counts != 1).any():
        raise SystemExit("benchmarks: each puzzle of the set is to have one solution")
    pairs = [
        f"{line},{''.join(map(str, row))}\n"
        for line, row in zip(lines, solved.solutions.tolist(), strict=True)
    ]
    dice, left = Random(seed), rows
    with path.open("w", encoding="ascii") as file:
        file.write("puzzle,solution\n")
        while left > 0:
            labels = str.maketrans("123456789", "".join(dice.sample("123456789", 9)))
            file.write("".join(pairs[:left]).translate(labels))
            left -= len(pairs)


def measure(source: Path, rounds: int) -> dict[str, Any]:
    """CPU seconds of each, round by round; raises ``SystemExit`` if the bytes differ."""
    import pyarrow as pa
    import pyarrow.csv as pc

    from nonet.batch import job
    from nonet.batch.engines import TABLE_BATCH_SIZE, choose_engine
    from nonet.batch.geometry import Geometry
    from nonet.batch.table_options import TableOptions
    from nonet.batch.text_columns import CellEncoding

    out, alone = source.with_name("out.csv"), source.with_name("alone.csv")

    def read(path: Path) -> Any:
        return pc.read_csv(
            path,
            read_options=pc.ReadOptions(use_threads=False),
            convert_options=pc.ConvertOptions(column_types=dict.fromkeys(TEXTS, pa.string())),
        )

    def batch() -> None:
        job.run(source, out, TableOptions(threads=1), restart=True)

    def pyarrow() -> None:
        read(source)
        with alone.open("wb") as file:
            pc.write_csv(answers, file, pc.WriteOptions(quoting_style="none"))

    def answering() -> None:
        engine.answers(rows, 2)

    geometry = Geometry.square(81)
    rows, reasons = CellEncoding(geometry).decode_column(read(source)["puzzle"])
    assert not reasons
    batch()
    answers = read(out)
    taken: dict[str, list[float]] = {"batch": [], "answering": [], "pyarrow": []}
    with choose_engine(geometry, threads=1, batch_size=TABLE_BATCH_SIZE) as engine:
        for number in range(rounds + 1):
            for work in (batch, answering, pyarrow):
                seconds = _cpu(work)
                if number:  # the first of each warms up
                    taken[work.__name__].append(seconds)
    with out.open("rb") as ours, alone.open("rb") as theirs:
        if ours.readline() != theirs.readline().replace(b'"', b"") or ours.read() != theirs.read():
            raise SystemExit("benchmarks: batch and pyarrow wrote different answers")
    return taken


def summary(taken: dict[str, list[float]]) -> dict[str, Any]:
    """Medians of seconds and of ratios, with the least and the largest ratio."""
    batch, answering, alone = (taken[name] for name in ("batch", "answering", "pyarrow"))
    whole = [b / p for b, p in zip(batch, alone, strict=True)]
    rest = [(b - a) / p for b, a, p in zip(batch, answering, alone, strict=True)]
    return {
        "cpu_s": {name: round(median(seconds), 4) for name, seconds in taken.items()},
        "batch to pyarrow": _ratio(whole),
        "batch less answering to pyarrow": _ratio(rest),
    }


def _ratio(found: list[float]) -> dict[str, float]:
    return {
        "median": round(median(found), 2),
        "least": round(min(found), 2),
        "most": round(max(found), 2),
    }


def _cpu(work: Callable[[], None]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables", description=__doc__)
    parser.add_argument("--rows", type=int, default=500_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--set", default=None, choices=sorted(SOURCES))
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write the figures here too")
    asked = parser.parse_args(arguments)
    name = asked.set or ("kaggle" if asked.data.is_dir() else "own_easy")
    lines = [puzzle.line() for puzzle in load(name, asked.data, None, asked.seed).puzzles]
    with TemporaryDirectory() as folder:
        source = Path(folder, "in.csv")
        make_table(source, lines, asked.rows, asked.seed)
        taken = measure(source, asked.rounds)
    found = summary(taken)
    rows = [[each, f"{seconds:.3f}"] for each, seconds in found["cpu_s"].items()]
    print(table([f"{asked.rows} rows of {name}", "CPU s"], rows))
    print()
    ratios = [
        [each, *(f"{number:.2f}" for number in ratio.values())]
        for each, ratio in found.items()
        if each != "cpu_s"
    ]
    print(table(["ratio", "median", "least", "most"], ratios))
    if asked.json is not None:
        head = {"form": FORM, "version": VERSION, "machine": machine()}
        told = {**head, "set": name, "rows": asked.rows, **found, "rounds": taken}
        asked.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
