"""nonet in the reader's browser: what is fetched, and what is worked, before the first hint.

    python -m benchmarks.browser

writes the site of ``nonet web --static``, and prints the size of the page's own files and of all
that a reader fetches before the first hint, by brotli as a host would send it; the time that the
page's compiled engine takes in Node for questions that it answers before Python is there, each of
puzzles that it has not met; the CPU that Node takes to the first hint, and for that hint and a
verification alone; and that of all processes of Chromium, with an empty profile and on a second
visit, after a first one of some seconds, in which what is kept for later is fetched. Seconds are of
CPU, from the start of the process: of a browser that shows nothing, too, which is told, and what is
above it. The page itself waits and presses the button: nothing looks in from outside meanwhile.
Each is the median of some visits. Other work on the machine counts where processors are shared: the
load is told.

The bars are held against Chromium's headless shell, which has no windows of its own to draw.  The
whole Chromium is measured beside it: it works for a second and more before it shows anything.
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
from nonet.backends.lockstep.prebuilt.wasm import PAGE_FOLDER
from nonet.errors import WebError
from nonet.formats.puzzle_json import to_json
from nonet.processes import descendants
from nonet.web.building.site import write_site
from tests.page.browser import CHROMIUM, Browser, Kind, missing

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

CAGES = 29
"""The cages of the killers whose candidates are asked for."""

KILLERS, FEW, NEW = 5, 30, 15
"""How many killers, puzzles of 17 clues and new puzzles are asked for."""

BARS = {
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
"""The most that each may be, and in what it is counted: seconds are CPU of all processes of a
browser."""

VISITS = 3
"""How often each visit is made, with a new profile."""

SHELL = "chromium-headless-shell"
"""What runs pages where nobody looks: Chromium without its windows."""

STAY = 6
"""Seconds that a visitor stays after the first hint."""

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
    const asked = command => {
        const before = process.cpuUsage(), told = [];
        answer(JSON.stringify({ ...command, puzzle: { size: 9, clues: puzzle } }), text => told.push(JSON.parse(text)));
        const { user, system } = process.cpuUsage(before);
        return { seconds: (user + system) / 1e6, told: told.at(-1) };
    };
    const hint = asked({ do: "hint" }), { user, system } = process.cpuUsage();
    const first = { seconds: (user + system) / 1e6, opened: [...opened] };
    const questions = { hint, again: asked({ do: "hint" }), verify: asked({ do: "verify" }) };
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
    """Gives a folder away, and keeps what was asked for."""

    asked: ClassVar[set[str]] = set()

    def do_GET(self) -> None:
        if not self.headers.get("Cache-Control"):  # so the service worker asks, for later
            Files.asked.add(self.path.partition("?")[0])
        super().do_GET()

    def log_message(self, format: str, *arguments: object) -> None:
        pass


def node(script: str, *arguments: str) -> object:
    """What a script of Node prints, as JSON."""
    command = ["node", "--input-type=module", "--eval", script, *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(ran.stdout.splitlines()[-1])


def lanes_times() -> dict[str, float]:
    """Milliseconds of questions to the page's compiled engine: the median of several puzzles."""
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
    """Of the files, each by brotli."""
    sizes = node(SMALL, *map(str, files))
    assert isinstance(sizes, list)
    return sum(sizes) / 1000


def shell(folder: Path) -> Kind | None:
    """The headless shell, where it is: it opens a page only if it is told one, so a script does."""
    program = shutil.which(SHELL)
    if program is None:
        return None
    script = folder / SHELL
    script.write_text(f'#!/bin/sh\nexec {program} "$@" about:blank\n')
    script.chmod(0o755)
    return dataclasses.replace(CHROMIUM, names=(str(script),))


def cpu_of_chromium() -> float:
    """Seconds of CPU of all its processes below this one, since they were started."""
    ticks = 0
    for process in descendants():
        with contextlib.suppress(OSError):  # it has ended meanwhile
            name, _, rest = Path(f"/proc/{process}/stat").read_text().rpartition(")")
            if "chrom" in name and "driver" not in name:
                ticks += sum(map(int, rest.split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def visited(kind: Kind, address: str, profile: Path) -> float:
    """The CPU of a browser that is started, opens the page, and shows a hint."""
    with Browser.started(profile, kind) as browser:
        browser.open(address)
        browser.run(HINTED)
        seconds = cpu_of_chromium()
        browser.run("return navigator.serviceWorker.ready.then(() => true)")
        time.sleep(STAY)
        return seconds


def empty(kind: Kind, profile: Path) -> float:
    """The CPU of a browser that is started and shows nothing."""
    with Browser.started(profile, kind) as browser:
        browser.open("about:blank")
        return cpu_of_chromium()


def visits(name: str, kind: Kind, address: str, folder: Path) -> Iterator[tuple[str, float]]:
    """What visits cost a browser: each figure with what it is of."""
    seconds: dict[str, list[float]] = {"an empty page": [], "first visit": [], "second visit": []}
    for number in range(VISITS):
        profile = folder / f"{name} {number}"
        seconds["an empty page"].append(empty(kind, folder / f"{name} {number}, empty"))
        for visit in ("first visit", "second visit"):
            seconds[visit].append(visited(kind, address, profile))
    for what, all_of_it in seconds.items():
        yield f"{name}, {what}", median(all_of_it)


def main() -> None:
    """Print the table, and as JSON what it is made of."""
    if absent := missing():
        raise SystemExit(f"needs {absent}")
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        site = Path(name) / "site"
        try:
            write_site(site)
        except WebError as error:
            raise SystemExit(f"the browser's engine cannot be made here: {error}") from None
        found |= lanes_times()
        runs: list[Any] = [node(HINT, str(site), PUZZLE) for _ in range(5)]
        for run in runs:
            assert not run["first"]["opened"], run["first"]
            assert all("done" in run[name]["told"] for name in ("hint", "again", "verify")), run
        found["CPU in node"] = min(run["first"]["seconds"] for run in runs)
        found["CPU of the first hint, in node"] = min(run["hint"]["seconds"] for run in runs)
        found["CPU of a verification, in node"] = min(run["verify"]["seconds"] for run in runs)
        host = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Files, directory=str(site))
        )
        threading.Thread(target=host.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{host.server_address[1]}/"
        kinds = {"headless shell": shell(Path(name)), "whole Chromium": CHROMIUM}
        for called, kind in kinds.items():
            if kind is None:
                print(f"{called}: not measured, {SHELL} is not installed")
            else:
                found |= visits(called, kind, address, Path(name))
        host.shutdown()
        fetched = [site / (path.strip("/") or "index.html") for path in Files.asked]
        there = [path for path in fetched if path.is_file()]
        own = [path for path in there if "python" not in path.relative_to(site).parts]
        found["the page's own files, brotli"] = kilobytes(own)
        found["fetched to the first hint, brotli"] = kilobytes(there)
    for name, figure in found.items():
        must, unit = BARS.get(name, (0, "s"))
        print(f"{name:36}{figure:8.2f} {unit:2}" + (f"   must {must:g} {unit}" if must else ""))
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
