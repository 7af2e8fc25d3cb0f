"""The browser's Python begins with a memory that was kept: here of the site's files, under Node."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.page.built_site import common_site

PUZZLE = {
    "size": 9,
    "clues": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
}
WITHOUT_ARCHIVES = [
    {"do": "about"},
    {"do": "draw", "puzzle": PUZZLE, "cell": 48},
    {"do": "hint", "puzzle": PUZZLE},
    {"do": "check", "puzzle": PUZZLE, "reveal": True},
    {"do": "verify", "puzzle": PUZZLE},
    {"do": "candidates", "puzzle": PUZZLE},
]
"""What a reader may ask before anything but Python's memory has come."""

WITH_ARCHIVES = [
    {"do": "trace", "puzzle": PUZZLE},
    {"do": "solve", "puzzle": PUZZLE, "backend": "python-constraint"},
    {"do": "lesson", "technique": "x-wing"},
]

RUN = """
    import fs from "node:fs"; import path from "node:path"; import { pathToFileURL } from "node:url";
    const [site, asked, lost] = process.argv.slice(1), folder = path.join(site, "python") + path.sep;
    const { wake } = await import(pathToFileURL(path.join(site, "engine", "python.js")).href);
    const opened = [];
    const read = name => new Uint8Array(fs.readFileSync(folder + name));
    const now = name => { opened.push(name); return lost ? missing() : read(name); };
    const missing = () => { throw new Error("no network") };
    const woken = () => wake({ base: pathToFileURL(folder).href, folder, fetched: async name => read(name), now });
    const { python, answer } = await woken();
    const answers = JSON.parse(asked).map(question => {
        const events = [], before = opened.length;
        answer(JSON.stringify(question), text => events.push(JSON.parse(text)));
        return { last: events.at(-1), opened: opened.slice(before) };
    });
    const chances = python.runPython("import random; random.random()");
    const other = (await woken()).python.runPython("import random; random.random()");
    const told = python.runPython("import os, sys; ' '.join([sys.executable, *map(str, os.environ.values())])");
    const all = JSON.stringify({ answers, chances: [chances, other], told });
    process.stdout.write(all, () => process.exit(0));
"""  # noqa: E501


@pytest.fixture(scope="module")
def site() -> Path:
    if shutil.which("node") is None:
        pytest.skip("no Node.js here to run the browser's Python in")
    return common_site()


def run(site: Path, questions: list[dict], *more: str) -> dict[str, Any]:
    """What the engine says to the questions, and which archives each opened."""
    process = subprocess.run(
        ["node", "--input-type=module", "--eval", RUN, str(site), json.dumps(questions), *more],
        capture_output=True, text=True, timeout=250,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr[-2000:]
    return json.loads(process.stdout.splitlines()[-1])


def same_result(first: dict, second: dict) -> bool:
    """Whether two results agree but for their times."""
    drop = ("ms", "stats", "seconds", "engine", "python", "backends", "programs")
    return {k: v for k, v in first.items() if k not in drop} == {
        k: v for k, v in second.items() if k not in drop
    }


@pytest.fixture(scope="module")
def engine_report(site: Path) -> dict[str, Any]:
    return run(site, [*WITHOUT_ARCHIVES, *WITH_ARCHIVES])


def answers_in_python(questions: list[dict]) -> list[dict[str, Any]]:
    """The last answer to each by a Python of its own: here, tests have declared rules."""
    program = (
        "import json, sys; from nonet.backends import auto; from nonet.protocol import ask; "
        "auto.lockstep_is_ready = lambda: False; "  # as in a browser, which has none
        "print(json.dumps([list(ask(each))[-1] for each in json.loads(sys.argv[1])]))"
    )
    process = subprocess.run(
        [sys.executable, "-c", program, json.dumps(questions)],
        capture_output=True, text=True, timeout=250,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr[-2000:]
    return json.loads(process.stdout)


@pytest.mark.slow
def test_the_first_answers_need_no_archive(engine_report):
    in_browser, in_python = engine_report["answers"], answers_in_python(WITHOUT_ARCHIVES)
    for question, answer, own in zip(WITHOUT_ARCHIVES, in_browser, in_python, strict=False):
        assert answer["opened"] == [], question
        assert same_result(answer["last"]["done"], own["done"]), question


def test_about_is_kept_and_says_what_a_browser_has(engine_report):
    about = engine_report["answers"][0]["last"]["done"]
    available = {each["name"] for each in about["backends"] if each["available"]}
    assert available >= {"native", "python-constraint", "sat"}
    assert "cpsat" not in available
    assert about["engine"] == "browser"


def test_an_archive_is_fetched_once_when_something_of_it_is_wanted(engine_report):
    opened = [answer["opened"] for answer in engine_report["answers"][len(WITHOUT_ARCHIVES) :]]
    assert opened[0] == ["nonet.zip"]
    all_opened = [name for names in opened for name in names]
    assert len(all_opened) == len(set(all_opened))
    assert all("done" in answer["last"] for answer in engine_report["answers"])


@pytest.mark.slow(0.9)
def test_an_archive_that_cannot_be_had_is_an_error_and_the_engine_goes_on(site):
    trace, hint = {"do": "trace", "puzzle": PUZZLE}, {"do": "hint", "puzzle": PUZZLE}
    sat = {"do": "verify", "puzzle": PUZZLE, "backend": "sat"}
    report = run(site, [trace, hint, trace, sat], "lost")
    first, then, third, part = report["answers"]
    assert part["last"]["kind"] == "Offline", part
    assert first["opened"] == third["opened"] == ["nonet.zip"]
    assert first["last"]["kind"] == third["last"]["kind"] == "Offline"
    assert "is there a network?" in first["last"]["error"]
    assert then["last"]["done"]["found"]


def test_two_readers_do_not_meet_the_same_chances(engine_report):
    assert len(set(engine_report["chances"])) == 2


def test_memory_tells_nothing_of_the_machine_it_was_made_on(site, engine_report):
    memory = (site / "python" / "memory.bin").read_bytes()
    for place in (Path(tempfile.gettempdir()) / "tmp", Path(__file__).parents[2], "compile.mjs"):
        assert str(place).encode() not in memory, place
        assert str(place) not in engine_report["told"]


def test_files_of_two_versions_are_refused(site, tmp_path):
    mixed = shutil.copytree(site, tmp_path / "mixed")
    memory = mixed / "python" / "memory.bin"
    data = memory.read_bytes()
    at = data.index(b'"build":"') + len(b'"build":"')
    memory.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    with pytest.raises(AssertionError, match="two versions: load the page again"):
        run(mixed, [])
