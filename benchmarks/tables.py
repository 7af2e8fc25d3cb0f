"""Compare ``nonet batch`` of CSV with pyarrow, which only reads the input and writes the answers.

    python -m benchmarks.tables --rows 500000 --rounds 7

writes a table ``puzzle,solution`` of relabelled puzzles (``--set``; default: Kaggle's if
``--data`` has them), and runs in turn, in one warm process:

- **batch**: ``nonet.batch.job.run`` on one thread, as in ``nonet batch in.csv -o out.csv``:
  read, answer, check a sample, compare with the given solutions, write parts with checksums, join;
- **answering**: the compiled engine alone, on the same rows as an array;
- **pyarrow**: ``read_csv`` of the input (one thread, columns as text) and ``write_csv`` of the
  finished answers with ``quoting_style="none"``: the same bytes as batch writes, except for
  the quotes of the header.

Figures are CPU time of the process, all threads: medians over the rounds.  Ratios are medians
of the ratios within rounds.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.figures import FORM, VERSION, machine
from benchmarks.report import table
from benchmarks.sets import DATA, SOURCES, load
from benchmarks.timing import cpu_seconds

TEXTS = ("puzzle", "solution", "verdict", "reason")
"""Columns of text, also where all characters are digits."""


def make_table(path: Path, lines: list[str], rows: int, seed: int) -> None:
    """Write a table of puzzles, their digits relabelled, and their solutions."""
    import nonet

    solved = nonet.solve_many(lines, limit=2, threads=1)
    if (solved.counts != 1).any():
        raise SystemExit("benchmarks: each puzzle of the set must have exactly one solution")
    pairs = [
        f"{line},{''.join(map(str, row))}\n"
        for line, row in zip(lines, solved.solutions.tolist(), strict=True)
    ]
    dice, remaining = Random(seed), rows
    with path.open("w", encoding="ascii") as file:
        file.write("puzzle,solution\n")
        while remaining > 0:
            labels = str.maketrans("123456789", "".join(dice.sample("123456789", 9)))
            file.write("".join(pairs[:remaining]).translate(labels))
            remaining -= len(pairs)


def measure(source: Path, rounds: int) -> dict[str, Any]:
    """Return the CPU seconds of each round; raise ``SystemExit`` if the bytes differ."""
    import pyarrow as pa
    import pyarrow.csv as pc

    from nonet.batch import job
    from nonet.batch.answerer import TableOptions
    from nonet.batch.engines import TABLE_BATCH_SIZE, Geometry, choose_engine
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
                seconds = cpu_seconds(work)
                if number:  # the first round warms up
                    taken[work.__name__].append(seconds)
    with out.open("rb") as ours, alone.open("rb") as theirs:
        if ours.readline() != theirs.readline().replace(b'"', b"") or ours.read() != theirs.read():
            raise SystemExit("benchmarks: batch and pyarrow wrote different answers")
    return taken


def summary(taken: dict[str, list[float]]) -> dict[str, Any]:
    """Return medians of seconds and of ratios, with the least and the largest ratio."""
    batch, answering, alone = (taken[name] for name in ("batch", "answering", "pyarrow"))
    ratios = [b / p for b, p in zip(batch, alone, strict=True)]
    ratios_without_engine = [(b - a) / p for b, a, p in zip(batch, answering, alone, strict=True)]
    return {
        "cpu_s": {name: round(median(seconds), 4) for name, seconds in taken.items()},
        "batch to pyarrow": _ratio(ratios),
        "batch less answering to pyarrow": _ratio(ratios_without_engine),
    }


def _ratio(ratios: list[float]) -> dict[str, float]:
    return {
        "median": round(median(ratios), 2),
        "least": round(min(ratios), 2),
        "most": round(max(ratios), 2),
    }


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; return 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables", description=__doc__)
    parser.add_argument("--rows", type=int, default=500_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--set", default=None, choices=sorted(SOURCES))
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="also write the figures as JSON")
    options = parser.parse_args(arguments)
    name = options.set or ("kaggle" if options.data.is_dir() else "own_easy")
    lines = [puzzle.line() for puzzle in load(name, options.data, None, options.seed).puzzles]
    with TemporaryDirectory() as folder:
        source = Path(folder, "in.csv")
        make_table(source, lines, options.rows, options.seed)
        taken = measure(source, options.rounds)
    figures = summary(taken)
    rows = [[each, f"{seconds:.3f}"] for each, seconds in figures["cpu_s"].items()]
    print(table([f"{options.rows} rows of {name}", "CPU s"], rows))
    print()
    ratios = [
        [each, *(f"{number:.2f}" for number in ratio.values())]
        for each, ratio in figures.items()
        if each != "cpu_s"
    ]
    print(table(["ratio", "median", "least", "most"], ratios))
    if options.json is not None:
        head = {"form": FORM, "version": VERSION, "machine": machine()}
        record = {**head, "set": name, "rows": options.rows, **figures, "rounds": taken}
        options.json.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
