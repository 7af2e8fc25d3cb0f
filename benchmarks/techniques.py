"""Human logic measured: ``python -m benchmarks.techniques``.

Speed of full paths and ratings, whether all is sound, which sets are solved
without brute force, the tutorial's ladder, how ratings agree with published
ones, and, given a file of HoDoKu library lines, how many positions of each
technique are found with exactly their eliminations.  CPU time of this process;
peers are given as commands and measured by the CPU time of their processes.
"""

from __future__ import annotations

import argparse
import random
import resource
import shlex
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median

import nonet
from nonet.errors import NonetError
from nonet.techniques import POLICIES, Position, explain, find, ladder, rate, technique

ROOT = Path(__file__).parents[1]
DATA = ROOT.parent / "shared" / "data"
SPEED = ("euler96_50", "top95")
NO_BRUTE_FORCE = ("euler96_50", "hardest11", "top95", "magictour_1465", "forum_hardest_375")
MIXED = ("radcliffe_7034", "subig20_17445", "17_clue_49158", "kaggle_20k", "magictour_1465")


def puzzles(data: Path, name: str, count: int | None = None, seed: int = 1) -> list[str]:
    """The lines of a set, or ``count`` of them drawn at random; empty if it is not there."""
    path = next((p for p in data.glob(f"{name}*.txt")), None)
    if path is None:
        print(f"  {name}: not in {data}, left out")
        return []
    lines = [line.split()[0] for line in path.read_text().splitlines() if line[:1].strip("#")]
    return (
        lines if count is None or count >= len(lines) else random.Random(seed).sample(lines, count)
    )


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    started = time.process_time()
    work()
    return time.process_time() - started


def speed(data: Path, rounds: int, peers: Sequence[tuple[str, str]]) -> None:
    """Puzzles a CPU second: a full path by each policy, and a full rating."""
    print("\nspeed: puzzles a CPU second, one core, median of", rounds, "rounds")
    for name in SPEED:
        found = [nonet.Sudoku(line) for line in puzzles(data, name)]
        if not found:
            continue
        works: dict[str, Callable[[nonet.Puzzle], object]] = {
            f"path {policy}": lambda p, policy=policy: explain(p, policy)
            for policy in ("human", "hodoku", "explainer")
        }
        works["rating hodoku"] = lambda p: rate(p, "hodoku")
        works["rating all"] = rate
        rates: dict[str, list[float]] = {label: [] for label in works}
        for _ in range(rounds):
            for label, work in works.items():
                spent = cpu(lambda work=work, found=found: [work(p) for p in found])
                rates[label].append(len(found) / spent)
        for label, measured in rates.items():
            print(f"  {name:12} {label:16} {median(measured):8.1f}/s")
        for label, command in peers:
            path = next(data.glob(f"{name}*.txt"))
            print(f"  {name:12} {label:16} {len(found) / peer_cpu(command, path):8.1f}/s (a peer)")


def peer_cpu(command: str, path: Path) -> float:
    """CPU seconds of a command with ``{file}`` in it, its children included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [part.replace("{file}", str(path)) for part in shlex.split(command)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def soundness(data: Path, count: int) -> None:
    """No step of any policy may remove a digit of the solution."""
    print(f"\nsoundness on {count} puzzles: solutions by the compiled engine or native")
    share = -(-count // len(MIXED))
    lines = [line for name in MIXED for line in puzzles(data, name, share)][:count]
    wrong, steps, used = 0, 0, Counter[str]()
    order = list(POLICIES)[:3]
    for number, line in enumerate(lines):
        solution = nonet.solve(line).solution
        assert solution is not None
        path = explain(line, order[number % 3])
        steps += len(path.steps)
        used.update(path.techniques)
        wrong += any(
            solution[cell] == value for step in path.steps for cell, value in step.removed
        ) or any(solution[cell] != value for step in path.steps for cell, value in step.placed)
        if number % 500 == 499:
            print(f"\r  {number + 1} puzzles, {wrong} wrong", end="", file=sys.stderr, flush=True)
    print(f"\n  {len(lines)} puzzles, {steps} steps, {wrong} paths with a wrong step")
    print(f"  {len(used)} techniques used: {dict(used.most_common())}")


def without_brute_force(data: Path, sets: Iterable[str], policy: str) -> None:
    """How many puzzles of each set are solved without brute force."""
    print(f"\nsolved without brute force, by {policy}")
    for name in sets:
        found = puzzles(data, name)
        started = time.process_time()
        solved = sum(explain(line, policy).logical for line in found)
        if found:
            spent = time.process_time() - started
            print(f"  {name:20} {solved}/{len(found)} ({spent / len(found) * 1e3:.0f} ms each)")


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, the mean rank for equal ones."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    start = 0
    while start < len(order):
        stop = start
        while stop < len(order) and values[order[stop]] == values[order[start]]:
            stop += 1
        for index in order[start:stop]:
            found[index] = (start + stop - 1) / 2
        start = stop
    return found


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's rank correlation, ties by mean ranks."""
    from statistics import correlation

    return correlation(ranks(one), ranks(other))


def agreement(data: Path, count: int | None, policy: str) -> None:
    """Our ratings beside the published ones of the puzzle bank."""
    path = data / "se_bank_stratified.tsv"
    if not path.exists():
        print(f"\nratings: {path.name} is not there, left out")
        return
    rows = [line.split("\t")[:2] for line in path.read_text().splitlines()[1:]]
    if count is not None and count < len(rows):
        rows = random.Random(1).sample(rows, count)
    published, ours = [], []
    for line, text in rows:
        found = explain(line, policy)
        published.append(float(text))
        ours.append(found.score if found.logical else 11.9)
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
    """How many library lines are found under their name with exactly their conclusion."""
    print(f"\npositions of {path.name}, by technique")
    tally: dict[str, list[int]] = {}
    for item in nonet.iter_puzzles(path, format="hodoku"):
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
    for key, (found, asked) in sorted(tally.items()):
        print(f"  {key:36} {found}/{asked}")
    found, asked = (sum(row[i] for row in tally.values()) for i in (0, 1))
    print(f"  all: {found}/{asked}")


def matches(item: nonet.Puzzle, key: str) -> bool:
    """Whether a step of the technique has exactly the conclusion the notes say.

    Lines marked ``-x`` are positions in which HoDoKu once found the technique wrongly: there it
    must not be found.
    """

    def named(text: str) -> set[tuple[str, int]]:
        return {(f"R{w[1]}C{w[2]}", int(w[0])) for w in text.split()}

    gone = named(item.notes.get("eliminations", ""))
    placed = named(item.notes.get("placements", ""))
    steps = find(Position.of(item), key)
    if item.notes["technique"].endswith("-x"):
        return not any(gone <= set(s.removed) for s in steps)
    return any(set(s.removed) == gone and set(s.placed) == placed for s in steps)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what is asked for; all but the long ones by default."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.techniques", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the public sets")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--soundness", type=int, default=0, metavar="N", help="on N puzzles")
    parser.add_argument("--sets", nargs="*", default=NO_BRUTE_FORCE[:3])
    parser.add_argument("--policy", default="human", choices=POLICIES)
    parser.add_argument("--ratings", type=int, default=200, metavar="N", help="0 for none")
    parser.add_argument(
        "--rating-policy",
        default="sukaku",
        choices=("explainer", "sukaku"),
        help="whose ratings stand beside the published ones",
    )
    parser.add_argument("--library", type=Path, help="a file of HoDoKu library lines")
    parser.add_argument("--limit", type=int, help="lines of each technique of the library")
    parser.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a program to measure, {file} stands for the puzzles",
    )
    given = parser.parse_args(arguments)
    peers = [tuple(text.split("=", 1)) for text in given.peer]
    if given.library:
        library(given.library, given.limit)
        return
    if given.rounds:
        speed(given.data, given.rounds, [(name, command) for name, command in peers])
    found = puzzles(given.data, "euler96_50")
    if found:
        print("\nladder on euler96_50:", [rung.solved for rung in ladder(found)])
    without_brute_force(given.data, given.sets, given.policy)
    if given.ratings:
        agreement(given.data, given.ratings, given.rating_policy)
    if given.soundness:
        soundness(given.data, given.soundness)


if __name__ == "__main__":
    main()
