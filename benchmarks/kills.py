"""Kill ``nonet batch`` by SIGKILL at random moments and restart it until the output is complete.

    python -m benchmarks.kills --kills 100 --seed 1

writes a table and answers it, first undisturbed and then with kills, as CSV, compressed CSV and
Parquet.  After a kill the output must be missing or complete; the final bytes must be those of
the undisturbed run.  Parts are small, so that most kills come after the first part.  The
command prints counts; it measures no times.
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
"""Share of the kills during the start of the process."""


@dataclass
class Tally:
    """Numbers of kills, of kills after the first part and after the output, and of full runs."""

    kills: int = 0
    after_first: int = 0
    after_output: int = 0
    finished: int = 0
    different: int = 0


def make_table(path: Path, rows: int, seed: int) -> None:
    """Write relabelled puzzles, some malformed or with several solutions."""
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
    """Return the command to kill."""
    return [sys.executable, "-m", "nonet", "batch", str(source), "-o", str(out), *OPTIONS]


def run(source: Path, ending: str, kills: int, seed: int) -> Tally:
    """Kill the command ``kills`` times; raise ``AssertionError`` if the output differs."""
    dice = random.Random(f"{seed}{ending}")
    tally = Tally()
    undisturbed = source.with_name(f"undisturbed{ending}")
    began = time.monotonic()
    first = _first_part(source, undisturbed)
    started, work = first - began, max(time.monotonic() - first, 0.05)
    expected = undisturbed.read_bytes()
    out = source.with_name(f"out{ending}")
    while tally.kills < kills:
        if _killed(source, out, dice, started, work, tally):
            assert not out.exists() or out.read_bytes() == expected, (
                "incomplete output after a kill"
            )
        else:
            tally.finished += 1
            tally.different += out.read_bytes() != expected
            out.unlink()
    subprocess.run(command(source, out), stderr=subprocess.DEVNULL, check=False)
    tally.finished += 1
    tally.different += out.read_bytes() != expected
    assert tally.different == 0, f"{tally.different} outputs differ from the undisturbed one"
    return tally


def _first_part(source: Path, out: Path) -> float:
    """Run to the end undisturbed; return the time of the first part."""
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
    source: Path, out: Path, dice: random.Random, started: float, work: float, tally: Tally
) -> bool:
    """Kill a run at a random moment; return False if it ended before."""
    before = _records(out)
    child = subprocess.Popen(command(source, out), stderr=subprocess.DEVNULL)
    if dice.random() < STARTING:
        time.sleep(dice.random() * started)
    else:
        while child.poll() is None and _records(out) == before:
            time.sleep(0.001)
        time.sleep(dice.random() ** 2 * work)  # early, so that a run is killed several times
    output_exists = out.exists()
    ended = child.poll() is not None
    child.kill()
    child.wait()
    if ended or (out.exists() and not out.with_name(f"{out.name}.parts").exists()):
        return False
    tally.kills += 1
    tally.after_first += _records(out) > 0
    tally.after_output += output_exists
    return True


def main() -> None:
    """Print the tally of each file format."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=150_000)
    parser.add_argument("--endings", nargs="+", default=ENDINGS)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        source = Path(folder, "in.csv")
        make_table(source, options.rows, options.seed)
        for ending in options.endings:
            print(ending, run(source, ending, options.kills, options.seed), flush=True)


if __name__ == "__main__":
    main()
