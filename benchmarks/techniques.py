"""Measure human logic: ``python -m benchmarks.techniques``.

The speed of full paths and ratings, the puzzles of each set that are solved without brute force,
the tutorial's ladder, the agreement of ratings with published ratings and, for a file of HoDoKu
library lines, the positions of each technique that are found with exactly their eliminations.
Speed is by CPU time of this process; other programs are given as commands and measured by the CPU
time of their processes.  ``benchmarks.soundness`` checks that all steps are correct.
"""

from __future__ import annotations

import argparse
import random
import shlex
import subprocess
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median

import nonet
from benchmarks.sets import DATA
from benchmarks.timing import cpu_of_children, cpu_seconds
from nonet.errors import NonetError
from nonet.techniques import POLICIES, Position, explain, find, ladder, rate, technique

SPEED = ("euler96_50", "top95")
NO_BRUTE_FORCE = ("euler96_50", "hardest11", "top95", "magictour_1465", "forum_hardest_375")


def puzzles(data: Path, name: str) -> list[str]:
    """Return the lines of a set; empty if the set is missing."""
    path = next((p for p in data.glob(f"{name}*.txt")), None)
    if path is None:
        print(f"  {name}: not in {data}, skipped")
        return []
    return [line.split()[0] for line in path.read_text().splitlines() if line[:1].strip("#")]


def speed(data: Path, rounds: int, peers: Sequence[tuple[str, str]]) -> None:
    """Print puzzles a CPU second: a full path by each policy, and a full rating."""
    print("\nspeed: puzzles a CPU second, one core, median of", rounds, "rounds")
    for name in SPEED:
        sudokus = [nonet.Sudoku(line) for line in puzzles(data, name)]
        if not sudokus:
            continue
        tasks: dict[str, Callable[[nonet.Puzzle], object]] = {
            f"path {policy}": lambda p, policy=policy: explain(p, policy)
            for policy in ("human", "hodoku", "explainer")
        }
        tasks["rating hodoku"] = lambda p: rate(p, "hodoku")
        tasks["rating all"] = rate
        rates: dict[str, list[float]] = {label: [] for label in tasks}
        for _ in range(rounds):
            for label, work in tasks.items():
                spent = cpu_seconds(lambda work=work, sudokus=sudokus: [work(p) for p in sudokus])
                rates[label].append(len(sudokus) / spent)
        for label, measured in rates.items():
            print(f"  {name:12} {label:16} {median(measured):8.1f}/s")
        for label, command in peers:
            path = next(data.glob(f"{name}*.txt"))
            print(f"  {name:12} {label:16} {len(sudokus) / peer_cpu(command, path):8.1f}/s (peer)")


def peer_cpu(command: str, path: Path) -> float:
    """Return the CPU seconds of a command that contains ``{file}``, with its children."""
    start = cpu_of_children()
    subprocess.run(
        [part.replace("{file}", str(path)) for part in shlex.split(command)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return cpu_of_children() - start


def without_brute_force(data: Path, sets: Iterable[str], policy: str) -> None:
    """Print the number of puzzles of each set that are solved without brute force."""
    print(f"\nsolved without brute force, by {policy}")
    for name in sets:
        lines = puzzles(data, name)
        started = time.process_time()
        solved = sum(explain(line, policy).logical for line in lines)
        if lines:
            spent = time.process_time() - started
            print(f"  {name:20} {solved}/{len(lines)} ({spent / len(lines) * 1e3:.0f} ms each)")


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value, the mean rank for equal values."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    start = 0
    while start < len(order):
        stop = start
        while stop < len(order) and values[order[stop]] == values[order[start]]:
            stop += 1
        for index in order[start:stop]:
            result[index] = (start + stop - 1) / 2
        start = stop
    return result


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """Return Spearman's rank correlation, ties by mean ranks."""
    from statistics import correlation

    return correlation(ranks(first), ranks(second))


def agreement(data: Path, count: int | None, policy: str) -> None:
    """Compare nonet's ratings with the published ratings of the puzzle bank."""
    path = data / "se_bank_stratified.tsv"
    if not path.exists():
        print(f"\nratings: {path.name} is missing, skipped")
        return
    rows = [line.split("\t")[:2] for line in path.read_text().splitlines()[1:]]
    if count is not None and count < len(rows):
        rows = random.Random(1).sample(rows, count)
    published, ours = [], []
    for line, text in rows:
        explained = explain(line, policy)
        published.append(float(text))
        ours.append(explained.score if explained.logical else 11.9)
    pairs = list(zip(published, ours, strict=True))
    easy = [abs(a - b) <= 0.2001 for a, b in pairs if a <= 5.4]
    equal = sum(abs(a - b) < 0.05 for a, b in pairs)
    print(f"\nratings by {policy} against {len(rows)} published (Sukaku edition)")
    near = sum(abs(a - b) <= 0.2001 for a, b in pairs)
    print(f"  Spearman {spearman(published, ours):.4f}; equal {equal}/{len(pairs)}")
    print(f"  within 0.2: {near}/{len(pairs)} ({near / len(pairs):.1%})")
    print(f"  up to 5.4 within 0.2: {sum(easy)}/{len(easy)} ({sum(easy) / len(easy):.1%})")
    for low in range(2, 10):
        part = [(a, b) for a, b in pairs if low <= a < low + 1]
        if part:
            near = sum(abs(a - b) <= 0.2001 for a, b in part)
            print(f"  {low}.x: {near}/{len(part)} within 0.2")


def library(path: Path, limit: int | None) -> None:
    """Print the number of library lines that are found by name with exactly their conclusion."""
    print(f"\npositions of {path.name}, by technique")
    tally: dict[str, list[int]] = {}
    for item in nonet.formats.iter_puzzles(path, format="hodoku"):
        if isinstance(item, NonetError):
            print(f"  {item}")
            continue
        try:
            key = technique(item.notes["technique"].partition("-")[0]).key
        except NonetError as error:
            key = f"? {error}"
        row = tally.setdefault(key, [0, 0])
        if limit is not None and row[1] >= limit:
            continue
        row[1] += 1
        if not key.startswith("?"):
            row[0] += matches(item, key)
    for key, (matching, total) in sorted(tally.items()):
        print(f"  {key:36} {matching}/{total}")
    matching, total = (sum(row[i] for row in tally.values()) for i in (0, 1))
    print(f"  all: {matching}/{total}")


def matches(item: nonet.Puzzle, key: str) -> bool:
    """Return whether a step of the technique has exactly the conclusion of the notes.

    Lines marked ``-x`` are positions in which HoDoKu once reported the technique wrongly; there it
    must not be found.
    """

    def named(text: str) -> set[tuple[str, int]]:
        return {(f"R{w[1]}C{w[2]}", int(w[0])) for w in text.split()}

    eliminated = named(item.notes.get("eliminations", ""))
    placed = named(item.notes.get("placements", ""))
    steps = find(Position.of(item), key)
    if item.notes["technique"].endswith("-x"):
        return not any(eliminated <= set(s.removed) for s in steps)
    return any(set(s.removed) == eliminated and set(s.placed) == placed for s in steps)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print; by default without the library and the hard sets."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.techniques", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the public sets")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sets", nargs="*", default=NO_BRUTE_FORCE[:3])
    parser.add_argument("--policy", default="human", choices=POLICIES)
    parser.add_argument("--ratings", type=int, default=200, metavar="N", help="0 for none")
    parser.add_argument(
        "--rating-policy",
        default="sukaku",
        choices=("explainer", "sukaku"),
        help="the ratings to compare with the published ones",
    )
    parser.add_argument("--library", type=Path, help="a file of HoDoKu library lines")
    parser.add_argument("--limit", type=int, help="lines of each technique of the library")
    parser.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="another program; {file} is the file of puzzles",
    )
    given = parser.parse_args(arguments)
    peers = [tuple(text.split("=", 1)) for text in given.peer]
    if given.library:
        library(given.library, given.limit)
        return
    if given.rounds:
        speed(given.data, given.rounds, [(name, command) for name, command in peers])
    lines = puzzles(given.data, "euler96_50")
    if lines:
        print("\nladder on euler96_50:", [rung.solved for rung in ladder(lines)])
    without_brute_force(given.data, given.sets, given.policy)
    if given.ratings:
        agreement(given.data, given.ratings, given.rating_policy)


if __name__ == "__main__":
    main()
