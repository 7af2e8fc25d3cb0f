"""``python -m benchmarks.general``: measure, print the table, and exit with 1 beyond the bars.

``--log FILE`` keeps each row as soon as it is measured: a run that was stopped goes on with the
next row, and ``--part 2/4`` measures a quarter of the rows.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.figures import machine
from benchmarks.general.measure import ROUTES
from benchmarks.general.models import MODELS

MEDIAN, WORST, MEMORY = 1.05, 1.3, 1.5
"""Bars: nonet's cpsat beside CP-SAT used directly, CPU time and peak of memory."""

AUTO_MEDIAN, AUTO_WORST, AUTO_SECONDS = 1.1, 2.0, 0.2
"""Bars: ``auto`` beside the best other route of nonet."""

CPMPY_SHARE = 50 / 60
"""Bar: share of the rows on which CPMpy is slower."""

HEAD = """# What general models cost

`python -m benchmarks.general`. Seconds of CPU, all threads together, to build and solve a model (to
the proven optimum where there is an objective), each in a fork of a process that has imported its
libraries, after two small models in the same fork, so that no route pays for imports or for pages
that a fork copies; medians of {rounds} rounds at most, fewer of rows that take long, routes interleaved.
Memory is the peak of the process, in MB. *ratio* is to CP-SAT used directly in the same row, a model
as a textbook writes it. Limit {limit:g} s of the clock. {cpu}, {cores} cores, {python}; load {load}.

"""

Row = dict[str, dict[str, Any]]
"""Of each route its answer and its medians."""


def parser() -> argparse.ArgumentParser:
    """The options."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.general", description=__doc__)
    options.add_argument("--routes", default=",".join(ROUTES), metavar="A,B")
    options.add_argument(
        "--names", default="", metavar="TEXT", help="only models with this in the name"
    )
    options.add_argument(
        "--part", default="1/1", metavar="K/N", help="each N-th model, from the K-th on"
    )
    options.add_argument("--rounds", type=int, default=5, help="rounds of each row at most")
    options.add_argument(
        "--row-seconds",
        type=float,
        default=4.0,
        metavar="SECONDS",
        help="begin no further round of a row that has taken so long",
    )
    options.add_argument(
        "--limit", type=float, default=10.0, metavar="SECONDS", help="limit of each model"
    )
    options.add_argument(
        "--log", type=Path, metavar="FILE", help="add each row; rows in it are not measured again"
    )
    options.add_argument("--out", type=Path, metavar="FILE", help="write the table, as Markdown")
    return options


class Server:
    """A process that builds and solves models by one route."""

    def __init__(self, route: str) -> None:
        command = [sys.executable, "-W", "ignore", "-m", "benchmarks.general.measure", route]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)

    def figures(self, name: str, limit: float) -> dict[str, Any]:
        """What a model takes."""
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps([name, limit]), file=self._process.stdin, flush=True)
        figures: dict[str, Any] = json.loads(self._process.stdout.readline())
        return figures

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()


@contextmanager
def servers_of(routes: Sequence[str]) -> Iterator[dict[str, Server]]:
    """A server of each route, stopped at the end."""
    servers: dict[str, Server] = {}
    try:
        servers.update((route, Server(route)) for route in routes)
        yield servers
    finally:
        for server in servers.values():
            server.stop()


def measured_row(
    name: str, servers: dict[str, Server], rounds: int, limit: float, seconds: float
) -> Row:
    """Of each route the answer and the medians."""
    all_figures: dict[str, list[dict[str, Any]]] = {route: [] for route in servers}
    begun = time.monotonic()
    for number in range(rounds):
        if number and time.monotonic() - begun > seconds:
            break
        for route in list(servers) if number % 2 else reversed(servers):
            all_figures[route].append(servers[route].figures(name, limit))
    return {
        route: {"answer": each[0]["answer"], "rounds": len(each)}
        | {key: median(float(one[key]) for one in each) for key in ("cpu", "own", "peak")}
        for route, each in all_figures.items()
    }


def logged_rows(log: Path | None, routes: Sequence[str]) -> dict[str, Row]:
    """The rows that a log holds with all of these routes."""
    if log is None or not log.exists():
        return {}
    rows = [json.loads(line) for line in log.read_text().splitlines()]
    return {each["name"]: each["row"] for each in rows if set(routes) <= set(each["row"])}


def chosen_names(names: str, part: str) -> list[str]:
    """The models with ``names`` in their names, each N-th of them."""
    first, step = map(int, part.split("/"))
    return [name for name in MODELS if names in name][first - 1 :: step]


class Summary:
    """The table's lines, and what is beyond the bars."""

    def __init__(self, routes: Sequence[str]) -> None:
        self._others = [route for route in routes if route != "direct"]
        titles = [f"{route} | MB | ratio" for route in self._others]
        self.lines = [f"| model | answer | direct | MB | {' | '.join(titles)} |"]
        self.lines += ["| --- " * (4 + 3 * len(titles)) + "|"]
        self._ratios: dict[str, list[float]] = {route: [] for route in self._others}
        self._of_auto: list[float] = []
        self._memory: list[float] = []
        self.beyond: list[str] = []

    def add(self, name: str, row: Row) -> str:
        """Add a row; return its line."""
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
                    self.beyond.append(f"{name}: {ratio:.2f} times, {memory}{note}")
        if {"auto", "cpsat"} <= set(self._others):
            ours = [row[each]["cpu"] for each in self._others if each != "cpmpy"]
            self._of_auto.append(row["auto"]["cpu"] / max(0.001, *([min(ours)])))
            slower = row["auto"]["cpu"] > AUTO_WORST * min(ours) + AUTO_SECONDS
            if slower or row["auto"]["answer"] != direct["answer"]:
                self.beyond.append(f"{name}: auto {self._of_auto[-1]:.2f} times the best")
        self.lines.append(f"| {' | '.join(cells)} |")
        return self.lines[-1]

    def ends(self) -> list[str]:
        """The sentences below the table."""
        ends = [
            f"{route}: median ratio {median(each):.2f}, worst {max(each):.2f}"
            for route, each in self._ratios.items()
            if each
        ]
        ratios = self._ratios.get("cpsat", [])
        if ratios:
            bounds = [f"at most {bar:g} on {sum(r <= bar for r in ratios)}" for bar in (1.05, 1.3)]
            ends += [f"cpsat: {', '.join(bounds)} of {len(ratios)}; memory {max(self._memory):.2f}"]
            if median(ratios) > MEDIAN:
                self.beyond.append(f"median {median(ratios):.2f}")
        if ratios and "cpmpy" in self._others:
            pairs = zip(ratios, self._ratios["cpmpy"], strict=True)
            beaten = sum(ours < theirs for ours, theirs in pairs)
            ends.append(f"CPMpy beaten on {beaten} of {len(ratios)}")
            if beaten < CPMPY_SHARE * len(ratios):
                self.beyond.append(ends[-1])
        if self._of_auto:
            typical, worst = median(self._of_auto), max(self._of_auto)
            ends.append(f"auto beside the best of nonet: median {typical:.2f}, worst {worst:.2f}")
            if typical > AUTO_MEDIAN:
                self.beyond.append(f"auto's median {typical:.2f}")
        return [*ends, "beyond the bars: " + ("; ".join(self.beyond) or "none")]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; 1 if something is beyond the bars."""
    options = parser().parse_args(arguments)
    routes = options.routes.split(",")
    if "direct" not in routes:
        routes.append("direct")
    known = logged_rows(options.log, routes)
    summary = Summary(routes)
    print("\n".join(summary.lines), flush=True)
    with servers_of(routes) as servers:
        for name in chosen_names(options.names, options.part):
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
    return int(bool(summary.beyond))


if __name__ == "__main__":
    sys.exit(main())
