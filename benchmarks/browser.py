"""Download size and CPU time of nonet in a browser until the first hint.

    python -m benchmarks.browser

writes the site of ``nonet web --static`` and prints:

- the brotli sizes of the page's own files and of all files fetched until the first hint;
- the time of the page's compiled engine in Node for questions that need no Python, each about new
  puzzles;
- the CPU time of Node until the first hint, and of this hint and a verification alone;
- the CPU time of all processes of Chromium until the first hint, with an empty profile and on a
  second visit, and of a Chromium with an empty page.

CPU time is in seconds from the start of the process, the median of several visits.  The page itself
waits and presses the button, so that no driver works meanwhile.  Other work of the machine counts
where processors are shared, so the load is printed.

The targets apply to Chromium's headless shell, which draws no windows.  The full Chromium works for
more than a second before it shows a page.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import http.server
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, ClassVar

import nonet
from benchmarks.sets import DATA, load
from nonet.errors import WebError
from nonet.formats.json import to_json
from nonet.processes import descendants
from tests.page.browser import CHROMIUM, Browser, Kind, missing
from tools.build_engine import PAGE_FOLDER
from tools.page.site import write_site

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

CAGES = 29
"""Number of cages of the killers."""

KILLERS, FEW, NEW = 5, 30, 15
"""Numbers of killers, of puzzles with 17 clues, and of generated puzzles."""

TARGETS = {
    "verify 17 clues, compiled engine": (5.0, "ms"),
    "all candidates of a killer of 29 cages": (60.0, "ms"),
    "a new minimal classic": (50.0, "ms"),
    "the page's own files, brotli": (300, "KB"),
    "fetched to the first hint, brotli": (7000, "KB"),
    "CPU in node": (1.0, "s"),
    "CPU of the first hint, in node": (0.6, "s"),
    "CPU of a verification, in node": (0.6, "s"),
    "headless shell, first visit": (3.0, "s"),
    "headless shell, second visit": (1.6, "s"),
}
"""The largest allowed figure of each measure, with its unit."""

VISITS = 3
"""Number of visits of each kind, each with a new profile."""

SHELL = "chromium-headless-shell"
"""The program of Chromium without windows."""

STAY = 6
"""Seconds of a visit after the first hint."""

SMALL = """
    import fs from "node:fs"; import zlib from "node:zlib";
    const sizes = process.argv.slice(1).map(name => zlib.brotliCompressSync(fs.readFileSync(name)).length);
    console.log(JSON.stringify(sizes));
"""  # fmt: skip

LANES = """
    import fs from "node:fs"; import readline from "node:readline"; import { pathToFileURL } from "node:url";
    const folder = pathToFileURL(process.argv[1] + "/");
    const { Lanes } = await import(new URL("questions.js", folder));
    const load = async file => (await WebAssembly.instantiate(fs.readFileSync(new URL(file, folder)))).instance;
    const lanes = new Lanes(load), median = all => all.sort((a, b) => a - b)[all.length >> 1], times = {};
    await lanes.answer({ do: "verify", puzzle: { size: 9, clues: ".".repeat(81) } }, () => {});  // as the page does
    for (const { name, command } of JSON.parse(process.argv[2])) {
        const before = performance.now();
        await lanes.answer(command, () => {});
        (times[name] ??= []).push(performance.now() - before);
    }
    console.log(JSON.stringify(Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]))));
"""  # fmt: skip  # noqa: E501

HINT = """
    import fs from "node:fs"; import path from "node:path"; import { pathToFileURL } from "node:url";
    const [site, puzzle] = process.argv.slice(1), folder = path.join(site, "python") + path.sep;
    const { wake } = await import(pathToFileURL(path.join(site, "engine", "python.js")).href);
    const opened = [], now = name => { opened.push(name); return new Uint8Array(fs.readFileSync(folder + name)); };
    const fetched = async name => new Uint8Array(fs.readFileSync(folder + name));
    const { answer } = await wake({ base: pathToFileURL(folder).href, folder, fetched, now });
    const ask = command => {
        const before = process.cpuUsage(), events = [];
        answer(JSON.stringify({ ...command, puzzle: { size: 9, clues: puzzle } }), text => events.push(JSON.parse(text)));
        const { user, system } = process.cpuUsage(before);
        return { seconds: (user + system) / 1e6, last: events.at(-1) };
    };
    const hint = ask({ do: "hint" }), { user, system } = process.cpuUsage();
    const first = { seconds: (user + system) / 1e6, opened: [...opened] };
    const questions = { hint, again: ask({ do: "hint" }), verify: ask({ do: "verify" }) };
    process.stdout.write(JSON.stringify({ first, ...questions }), () => process.exit(0));
"""  # fmt: skip  # noqa: E501


HINTED = """
    const so = holds => new Promise(done => {
        const look = () => { if (holds()) { watch.disconnect(); done(); } };
        const watch = new MutationObserver(look);
        watch.observe(document, { subtree: true, childList: true, attributes: true });
        look();
    });
    return (async () => {
        await so(() => document.body.dataset.ready);
        const hint = () => [...document.querySelectorAll("button")].find(each => each.textContent === "Hint");
        await so(hint);
        hint().click();
        await so(() => document.body.textContent.includes("Look around"));
        return true;
    })();
"""


class Files(http.server.SimpleHTTPRequestHandler):
    """Serve a folder and record the requested paths."""

    requested: ClassVar[set[str]] = set()

    def do_GET(self) -> None:
        if not self.headers.get("Cache-Control"):  # only the service worker sends this
            Files.requested.add(self.path.partition("?")[0])
        super().do_GET()

    def log_message(self, format: str, *arguments: object) -> None:
        pass


def node(script: str, *arguments: str) -> object:
    """Return the JSON that a Node script prints."""
    command = ["node", "--input-type=module", "--eval", script, *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(ran.stdout.splitlines()[-1])


def lanes_times() -> dict[str, float]:
    """Return milliseconds of questions to the page's compiled engine: medians over puzzles."""
    rows = [puzzle.line() for puzzle in load("17_clue", DATA, FEW, 1).puzzles]
    killers = nonet.generate(KILLERS, kind="killer", marks=(CAGES, CAGES), seed=1)
    commands = {
        "verify 17 clues, compiled engine": [
            {"do": "verify", "puzzle": {"size": 9, "clues": row}} for row in rows
        ],
        "all candidates of a killer of 29 cages": [
            {"do": "candidates", "puzzle": to_json(killer.puzzle)} for killer in killers
        ],
        "a new minimal classic": [{"do": "generate", "puzzle": {"size": 9, "clues": "." * 81}}]
        * NEW,
    }
    questions = [
        {"name": name, "command": each} for name, several in commands.items() for each in several
    ]
    times = node(LANES, str(PAGE_FOLDER), json.dumps(questions))
    assert isinstance(times, dict)
    return times


def kilobytes(files: list[Path]) -> float:
    """Return the sum of the brotli sizes of files, in kB."""
    sizes = node(SMALL, *map(str, files))
    assert isinstance(sizes, list)
    return sum(sizes) / 1000


def shell(folder: Path) -> Kind | None:
    """Return the headless shell if installed; a script gives it the page that it needs to start."""
    program = shutil.which(SHELL)
    if program is None:
        return None
    script = folder / SHELL
    script.write_text(f'#!/bin/sh\nexec {program} "$@" about:blank\n')
    script.chmod(0o755)
    return dataclasses.replace(CHROMIUM, names=(str(script),))


def cpu_of_chromium() -> float:
    """Return the seconds of CPU of all Chromium processes below this process."""
    ticks = 0
    for process in descendants():
        with contextlib.suppress(OSError):  # the process has ended
            name, _, fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")
            if "chrom" in name and "driver" not in name:
                ticks += sum(map(int, fields.split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def cpu_of_visit(kind: Kind, address: str, profile: Path) -> float:
    """Return the CPU seconds of a browser from its start until it shows a hint."""
    with Browser.started(profile, kind) as browser:
        browser.open(address)
        browser.run(HINTED)
        seconds = cpu_of_chromium()
        browser.run("return navigator.serviceWorker.ready.then(() => true)")
        time.sleep(STAY)
        return seconds


def cpu_of_empty_page(kind: Kind, profile: Path) -> float:
    """Return the CPU seconds of a browser that opens an empty page."""
    with Browser.started(profile, kind) as browser:
        browser.open("about:blank")
        return cpu_of_chromium()


def visits(name: str, kind: Kind, address: str, folder: Path) -> Iterator[tuple[str, float]]:
    """Yield the median CPU seconds of an empty page, of first and of second visits."""
    seconds: dict[str, list[float]] = {"an empty page": [], "first visit": [], "second visit": []}
    for number in range(VISITS):
        profile = folder / f"{name} {number}"
        empty_profile = folder / f"{name} {number}, empty"
        seconds["an empty page"].append(cpu_of_empty_page(kind, empty_profile))
        for visit in ("first visit", "second visit"):
            seconds[visit].append(cpu_of_visit(kind, address, profile))
    for what, times in seconds.items():
        yield f"{name}, {what}", median(times)


def main() -> None:
    """Print the table, and its figures as JSON."""
    if absent := missing():
        raise SystemExit(f"needs {absent}")
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        try:
            write_site(site)
        except WebError as error:
            raise SystemExit(f"cannot build the browser's engine: {error}") from None
        figures |= lanes_times()
        runs: list[Any] = [node(HINT, str(site), PUZZLE) for _ in range(5)]
        for run in runs:
            assert not run["first"]["opened"], run["first"]
            assert all("done" in run[ask]["last"] for ask in ("hint", "again", "verify")), run
        figures["CPU in node"] = min(run["first"]["seconds"] for run in runs)
        figures["CPU of the first hint, in node"] = min(run["hint"]["seconds"] for run in runs)
        figures["CPU of a verification, in node"] = min(run["verify"]["seconds"] for run in runs)
        host = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Files, directory=str(site))
        )
        threading.Thread(target=host.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{host.server_address[1]}/"
        kinds = {"headless shell": shell(Path(folder)), "full Chromium": CHROMIUM}
        for label, kind in kinds.items():
            if kind is None:
                print(f"{label}: not measured, {SHELL} is not installed")
            else:
                figures.update(visits(label, kind, address, Path(folder)))
        host.shutdown()
        fetched = [site / (path.strip("/") or "index.html") for path in Files.requested]
        files = [path for path in fetched if path.is_file()]
        own = [path for path in files if "python" not in path.relative_to(site).parts]
        figures["the page's own files, brotli"] = kilobytes(own)
        figures["fetched to the first hint, brotli"] = kilobytes(files)
    for name, figure in figures.items():
        target, unit = TARGETS.get(name, (0, "s"))
        print(
            f"{name:36}{figure:8.2f} {unit:2}" + (f"   target {target:g} {unit}" if target else "")
        )
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
