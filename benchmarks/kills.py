"""Kills: ``nonet batch`` ended by SIGKILL at random moments, and begun again, until it is done.

    python -m benchmarks.kills --kills 100 --seed 1

makes a table, answers it undisturbed, and then under kills, as CSV, compressed
CSV and Parquet.  After every kill the output is either not there or whole; at the
end its bytes are those of the undisturbed run.  Parts are small, so that most kills
fall after the first.  No figure is measured; what is counted is printed.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OPTIONS = ("--part-rows", "1024", "--check", "none", "--threads", "1")
ENDINGS = (".csv", ".csv.gz", ".parquet")
STARTING = 0.15
"""The share of kills that are to fall while the process starts."""


@dataclass
class Told:
    """What came of it: ``kills`` in all, ``after_first`` part, in how many ``runs``."""

    kills: int = 0
    after_first: int = 0
    after_output: int = 0
    finished: int = 0
    different: int = 0


def make_table(path: Path, rows: int, seed: int) -> None:
    """Write relabelled puzzles, some of them malformed, ragged or with more solutions."""
    dice = random.Random(seed)
    with path.open("w", encoding="utf-8") as file:
        file.write("id,puzzle,note\n")
        for number in range(rows):
            digits = "".join(dice.sample("123456789", 9))
            text = EASY.translate(str.maketrans("123456789", digits))
            chance = dice.random()
            if chance < 0.01:
                text = text[:-1]
            elif chance < 0.03:
                text = text.replace(digits[0], ".")
            note = '"a, ""b""\nc"' if chance > 0.995 else "a,b" if chance > 0.99 else "plain"
            file.write(f"{number},{text},{note}\n")


def command(source: Path, out: Path) -> list[str]:
    """The command that is killed."""
    return [sys.executable, "-m", "nonet", "batch", str(source), "-o", str(out), *OPTIONS]


def run(source: Path, ending: str, kills: int, seed: int) -> Told:
    """Kill the command so many times; raises ``AssertionError`` if a byte is lost."""
    dice = random.Random(f"{seed}{ending}")
    told = Told()
    undisturbed = source.with_name(f"undisturbed{ending}")
    began = time.monotonic()
    first = _first_part(source, undisturbed)
    started, work = first - began, max(time.monotonic() - first, 0.05)
    right = undisturbed.read_bytes()
    out = source.with_name(f"out{ending}")
    while told.kills < kills:
        if _killed(source, out, dice, started, work, told):
            assert not out.exists() or out.read_bytes() == right, "half a file, after a kill"
        else:
            told.finished += 1
            told.different += out.read_bytes() != right
            out.unlink()
    subprocess.run(command(source, out), stderr=subprocess.DEVNULL, check=False)
    told.finished += 1
    told.different += out.read_bytes() != right
    assert told.different == 0, f"{told.different} outputs differ from the undisturbed one"
    return told


def _first_part(source: Path, out: Path) -> float:
    """Run undisturbed to the end; gives when the first part was there."""
    child = subprocess.Popen(command(source, out), stderr=subprocess.DEVNULL)
    first = 0.0
    while child.poll() is None:
        if not first and _records(out):
            first = time.monotonic()
        time.sleep(0.005)
    return first or time.monotonic()


def _records(out: Path) -> int:
    return len(list(out.with_name(f"{out.name}.parts").glob("part-*.json")))


def _killed(
    source: Path, out: Path, dice: random.Random, started: float, work: float, told: Told
) -> bool:
    """Kill one run at a random moment; false if it ended before."""
    before = _records(out)
    child = subprocess.Popen(command(source, out), stderr=subprocess.DEVNULL)
    if dice.random() < STARTING:
        time.sleep(dice.random() * started)
    else:
        while child.poll() is None and _records(out) == before:
            time.sleep(0.001)
        time.sleep(dice.random() ** 2 * work)  # rather soon, so that a run is killed often
    there = out.exists()
    ended = child.poll() is not None
    child.kill()
    child.wait()
    if ended or (out.exists() and not out.with_name(f"{out.name}.parts").exists()):
        return False
    told.kills += 1
    told.after_first += _records(out) > 0
    told.after_output += there
    return True


def main() -> None:
    """Print what came of each form."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=150_000)
    parser.add_argument("--endings", nargs="+", default=ENDINGS)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        source = Path(folder, "in.csv")
        make_table(source, asked.rows, asked.seed)
        for ending in asked.endings:
            print(ending, run(source, ending, asked.kills, asked.seed), flush=True)


if __name__ == "__main__":
    main()
