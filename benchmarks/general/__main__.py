"""``python -m benchmarks.general``: measure, print the table; exit with 1 if a target is missed.

``--log FILE`` stores each row after its measurement, and an interrupted run continues with the next
row; ``--part 2/4`` measures a quarter of the rows.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.figures import machine
from benchmarks.general.measure import ROUTES
from benchmarks.general.models import MODELS
from benchmarks.general.textbook_models import TEXTBOOK
from benchmarks.json_process import JsonProcess

MEDIAN, WORST, MEMORY = 1.05, 1.3, 1.5
"""Targets: ratios of nonet's cpsat to CP-SAT used directly, in CPU time and peak memory."""

AUTO_MEDIAN, AUTO_WORST, AUTO_SECONDS = 1.1, 2.0, 0.2
"""Targets: ``auto`` compared with the best other route of nonet."""

CPMPY_SHARE = 50 / 60
"""Target: share of the rows on which CPMpy is slower."""

HEAD = """# The cost of general models

`python -m benchmarks.general`. Seconds of CPU, all threads together, to build and solve a model, with
an objective to the proven optimum. Each model runs in a fork of a process that has imported its
libraries, after two small models in the same fork, so that the time includes neither imports nor the
copying of pages. Medians of at most {rounds} rounds, fewer for slow rows; routes interleaved. Memory is
the peak of the process in MB. *Ratio*: to CP-SAT used directly, with the model of a textbook. Limit
{limit:g} s of wall time. {cpu}, {cores} cores, {python}; load {load}.

"""

COMMAND = (sys.executable, "-W", "ignore", "-m", "benchmarks.general.measure")

Row = dict[str, dict[str, Any]]
"""For each route its answer and its medians."""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the options."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.general", description=__doc__)
    options.add_argument("--routes", default=",".join(ROUTES), metavar="A,B")
    options.add_argument(
        "--textbook", action="store_true", help="auto and CP-SAT on textbook_models.py"
    )
    options.add_argument(
        "--names", default="", metavar="TEXT", help="only models with this in the name"
    )
    options.add_argument(
        "--part", default="1/1", metavar="K/N", help="each N-th model, from the K-th on"
    )
    options.add_argument("--rounds", type=int, default=1, help="rounds of each row at most")
    options.add_argument(
        "--row-seconds",
        type=float,
        default=4.0,
        metavar="SECONDS",
        help="start no further round of a row after this time",
    )
    options.add_argument(
        "--limit", type=float, default=10.0, metavar="SECONDS", help="limit of each model"
    )
    options.add_argument("--log", type=Path, metavar="FILE", help="file of rows, to continue a run")
    options.add_argument("--out", type=Path, metavar="FILE", help="write the table, as Markdown")
    return options


def measured_row(
    name: str, servers: dict[str, JsonProcess], rounds: int, limit: float, seconds: float
) -> Row:
    """Return the answer and the medians of each route."""
    all_figures: dict[str, list[dict[str, Any]]] = {route: [] for route in servers}
    begun = time.monotonic()
    for number in range(rounds):
        if number and time.monotonic() - begun > seconds:
            break
        for route in list(servers) if number % 2 else reversed(servers):
            all_figures[route].append(servers[route].ask([name, limit]))
    if name in TEXTBOOK:  # the other models draw their data by CP-SAT
        for route in servers:
            with JsonProcess([*COMMAND, route, "--new"]) as process:
                all_figures[route][0]["new"] = process.ask([name, limit])["cpu"]
    return {
        route: {key: row_figures[0][key] for key in ("answer", "new") if key in row_figures[0]}
        | {"rounds": len(row_figures)}
        | {key: median(float(figures[key]) for figures in row_figures) for key in ("cpu", "peak")}
        for route, row_figures in all_figures.items()
    }


def logged_rows(log: Path | None, routes: Sequence[str]) -> dict[str, Row]:
    """Return the rows of a log that have all of these routes."""
    if log is None or not log.exists():
        return {}
    rows = [json.loads(line) for line in log.read_text().splitlines()]
    return {each["name"]: each["row"] for each in rows if set(routes) <= set(each["row"])}


def chosen_names(names: str, part: str, models: Iterable[str] = MODELS) -> list[str]:
    """Return every N-th of the models with ``names`` in their names, from the K-th on."""
    first, step = map(int, part.split("/"))
    return [name for name in models if names in name][first - 1 :: step]


class Summary:
    """The lines of the table, and the missed targets."""

    def __init__(self, routes: Sequence[str]) -> None:
        self._others = [route for route in routes if route != "direct"]
        titles = [f"{route} | MB | ratio" for route in self._others]
        self.lines = [f"| model | answer | direct | MB | {' | '.join(titles)} |"]
        self.lines += ["| --- " * (4 + 3 * len(titles)) + "|"]
        self._ratios: dict[str, list[float]] = {route: [] for route in self._others}
        self._of_auto: list[float] = []
        self._new: list[float] = []
        self._memory: list[float] = []
        self.misses: list[str] = []

    def add(self, name: str, row: Row) -> str:
        """Add a row and return its line."""
        direct = row["direct"]
        cells = [name, str(direct["answer"]), f"{direct['cpu']:.3f}", f"{direct['peak']:.0f}"]
        for route in self._others:
            figures = row[route]
            ratio = figures["cpu"] / max(direct["cpu"], 0.001)
            self._ratios[route].append(ratio)
            agrees = figures["answer"] == direct["answer"]
            note = "" if agrees else f" ({figures['answer']})"
            cells += [f"{figures['cpu']:.3f}{note}", f"{figures['peak']:.0f}", f"{ratio:.2f}"]
            if route == "cpsat":
                self._memory.append(figures["peak"] / max(1.0, direct["peak"]))
                if not agrees or ratio > WORST or self._memory[-1] > MEMORY:
                    memory = f"{self._memory[-1]:.2f} memory"
                    self.misses.append(f"{name}: {ratio:.2f} times, {memory}{note}")
        if "new" in direct and "auto" in row:
            self._new.append(row["auto"]["new"] / direct["new"])
        if {"auto", "cpsat"} <= set(self._others):
            ours = [row[each]["cpu"] for each in self._others if each != "cpmpy"]
            self._of_auto.append(row["auto"]["cpu"] / max(0.001, *([min(ours)])))
            slower = row["auto"]["cpu"] > AUTO_WORST * min(ours) + AUTO_SECONDS
            if slower or row["auto"]["answer"] != direct["answer"]:
                self.misses.append(f"{name}: auto {self._of_auto[-1]:.2f} times the best")
        self.lines.append(f"| {' | '.join(cells)} |")
        return self.lines[-1]

    def ends(self) -> list[str]:
        """Return the lines below the table."""
        ends = [
            f"{route}: median ratio {median(each):.2f}, worst {max(each):.2f}"
            for route, each in self._ratios.items()
            if each
        ]
        if self._new:
            typical, worst = median(self._new), max(self._new)
            ends.append(
                f"auto in new processes, with imports: median {typical:.2f}, worst {worst:.2f}"
            )
        ratios = self._ratios.get("cpsat", [])
        if ratios:
            bounds = [f"at most {bar:g} on {sum(r <= bar for r in ratios)}" for bar in (1.05, 1.3)]
            ends += [f"cpsat: {', '.join(bounds)} of {len(ratios)}; memory {max(self._memory):.2f}"]
            if median(ratios) > MEDIAN:
                self.misses.append(f"median {median(ratios):.2f}")
        if ratios and "cpmpy" in self._others:
            pairs = zip(ratios, self._ratios["cpmpy"], strict=True)
            beaten = sum(ours < theirs for ours, theirs in pairs)
            ends.append(f"CPMpy slower than cpsat on {beaten} of {len(ratios)}")
            if beaten < CPMPY_SHARE * len(ratios):
                self.misses.append(ends[-1])
        if self._of_auto:
            typical, worst = median(self._of_auto), max(self._of_auto)
            ends.append(f"auto to the best of nonet: median {typical:.2f}, worst {worst:.2f}")
            if typical > AUTO_MEDIAN:
                self.misses.append(f"auto's median {typical:.2f}")
        return [*ends, "missed targets: " + ("; ".join(self.misses) or "none")]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; return 1 if a target is missed."""
    options = parser().parse_args(arguments)
    routes = ["auto", "direct"] if options.textbook else options.routes.split(",")
    models = TEXTBOOK if options.textbook else MODELS
    if "direct" not in routes:
        routes.append("direct")
    known = logged_rows(options.log, routes)
    summary = Summary(routes)
    print("\n".join(summary.lines), flush=True)
    with ExitStack() as stack:
        servers = {each: stack.enter_context(JsonProcess([*COMMAND, each])) for each in routes}
        for name in chosen_names(options.names, options.part, models):
            row = known.get(name)
            if row is None:
                row = measured_row(
                    name, servers, options.rounds, options.limit, options.row_seconds
                )
                if options.log is not None:
                    entry = {"name": name, "load": round(os.getloadavg()[0], 1), "row": row}
                    with options.log.open("a") as log:
                        print(json.dumps(entry), file=log)
            print(summary.add(name, row), flush=True)
    ends = summary.ends()
    print("\n".join(["", *ends]))
    if options.out is not None:
        head = HEAD.format(rounds=options.rounds, limit=options.limit, **machine())
        ending = "\n".join([*summary.lines, "", *(f"- {end}" for end in ends)])
        options.out.write_text(head + ending + "\n")
    return int(bool(summary.misses))


if __name__ == "__main__":
    sys.exit(main())
