"""``python -m benchmarks.general``: measure, print the table, and exit with 1 beyond the bars."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from benchmarks.figures import machine
from benchmarks.general.measure import ROUTES
from benchmarks.general.models import MODELS

MEDIAN, WORST, MEMORY = 1.05, 1.3, 1.5
"""Bars: nonet's cpsat beside CP-SAT used directly, CPU time and peak of memory."""

HEAD = """# What general models cost

`python -m benchmarks.general`. Seconds of CPU, all threads together, to build and solve a model (to
the proven optimum where there is an objective), each in a process of its own after its imports;
medians of {rounds} rounds, routes interleaved. Memory is the peak of the process, in MB. Limit
{limit:g} s of the clock. {cpu}, {cores} cores, {python}; load {load}.

"""


def parser() -> argparse.ArgumentParser:
    """The options."""
    found = argparse.ArgumentParser(prog="python -m benchmarks.general", description=__doc__)
    found.add_argument("--routes", default=",".join(ROUTES), metavar="A,B")
    found.add_argument(
        "--names", default="", metavar="TEXT", help="only models with this in the name"
    )
    found.add_argument("--rounds", type=int, default=3)
    found.add_argument("--limit", type=float, default=20.0, metavar="SECONDS")
    found.add_argument("--out", type=Path, metavar="FILE", help="write the table, as Markdown")
    return found


def took(name: str, route: str, limit: float) -> dict[str, float | str]:
    """What a process of its own tells."""
    words = [sys.executable, "-W", "ignore", "-m", "benchmarks.general.measure", name, route]
    done = subprocess.run([*words, str(limit)], capture_output=True, text=True, check=False)
    if done.returncode:
        return {"answer": done.stderr.strip().splitlines()[-1], "cpu": 0.0, "peak": 0.0}
    found: dict[str, float | str] = json.loads(done.stdout.splitlines()[-1])
    return found


def row(
    name: str, routes: Sequence[str], rounds: int, limit: float
) -> dict[str, dict[str, object]]:
    """Of each route the answer and the medians."""
    all_told: dict[str, list[dict[str, float | str]]] = {route: [] for route in routes}
    for number in range(rounds):
        for route in routes if number % 2 else routes[::-1]:
            all_told[route].append(took(name, route, limit))
    return {
        route: {
            "answer": told[0]["answer"],
            "cpu": median(float(each["cpu"]) for each in told),
            "peak": median(float(each["peak"]) for each in told),
        }
        for route, told in all_told.items()
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; 1 if something is beyond the bars."""
    given = parser().parse_args(arguments)
    routes = given.routes.split(",")
    lines, beyond = [], []
    ratios: dict[str, list[float]] = {route: [] for route in routes}
    memory: list[float] = []
    titles = [f"{route} | MB | ratio" for route in routes if route != "direct"]
    lines += [f"| model | answer | direct | MB | {' | '.join(titles)} |"]
    lines += ["| --- " * (4 + 3 * len(titles)) + "|"]
    print("\n".join(lines), flush=True)
    for name in MODELS:
        if given.names not in name:
            continue
        found = row(name, routes, given.rounds, given.limit)
        direct = found["direct"]
        cells = [name, str(direct["answer"]), f"{direct['cpu']:.3f}", f"{direct['peak']:.0f}"]
        for route in routes:
            if route == "direct":
                continue
            told = found[route]
            ratio = float(str(told["cpu"])) / max(float(str(direct["cpu"])), 0.001)
            ratios[route].append(ratio)
            agrees = told["answer"] == direct["answer"]
            said = "" if agrees else f" ({told['answer']})"
            cells += [f"{told['cpu']:.3f}{said}", f"{told['peak']:.0f}", f"{ratio:.2f}"]
            if route == "cpsat":
                memory.append(float(str(told["peak"])) / max(1.0, float(str(direct["peak"]))))
                if not agrees or ratio > WORST or memory[-1] > MEMORY:
                    beyond.append(f"{name}: {ratio:.2f} times, {memory[-1]:.2f} memory{said}")
        lines.append(f"| {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    ends = [
        f"{route}: median ratio {median(each):.2f}, worst {max(each):.2f}"
        for route, each in ratios.items()
        if route != "direct" and each
    ]
    if "cpsat" in routes and median(ratios["cpsat"]) > MEDIAN:
        beyond.append(f"median {median(ratios['cpsat']):.2f}")
    if "cpsat" in routes and "cpmpy" in routes:
        pairs = zip(ratios["cpsat"], ratios["cpmpy"], strict=True)
        ends.append(f"CPMpy beaten on {sum(a < b for a, b in pairs)} of {len(memory)}")
    ends += ["beyond the bars: " + ("; ".join(beyond) or "none")]
    print("\n".join(["", *ends]))
    if given.out is not None:
        head = HEAD.format(rounds=given.rounds, limit=given.limit, **machine())
        given.out.write_text(head + "\n".join([*lines, "", *(f"- {end}" for end in ends)]) + "\n")
    return int(bool(beyond))


if __name__ == "__main__":
    sys.exit(main())
