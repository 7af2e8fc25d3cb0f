"""Both engines give the page the same answers: nonet's own, through a server and in a browser."""

from __future__ import annotations

import functools
import http.server
import json
import math
import queue
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from nonet.errors import WebError
from nonet.protocol import ask
from nonet.web.application import CONTENT_SECURITY_POLICY, STATIC
from tests.page.built_site import build_site
from tests.web.conftest import Server

HERE = Path(__file__).parent
PATIENCE = 280.0

VARIES = ("ms", "stats", "seconds")
"""What differs from run to run."""


def plain(value: object) -> object:
    """An answer without what differs from run to run."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items() if key not in VARIES}
    if isinstance(value, list):
        return [plain(each) for each in value]
    return value


def two_solutions(puzzle: dict, result: dict) -> None:
    """Which two of several are met first depends on the build of the solver."""
    first, second = result["witnesses"]
    assert (
        {cell for cell in first if first[cell] != second[cell]} == set(result["differing"]) != set()
    )
    for witness in (first, second):
        (answer,) = ask({"do": "verify", "puzzle": {**puzzle, "clues": as_line(witness)}})
        assert answer["done"]["uniqueness"] == "unique"


def as_line(witness: dict) -> str:
    side = math.isqrt(len(witness))
    lines = range(1, side + 1)
    return "".join(str(witness[f"R{row}C{column}"]) for row in lines for column in lines)


@pytest.fixture
def no_lockstep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer here as in a browser, which has no lockstep."""
    monkeypatch.setattr("nonet.backends.auto.lockstep_is_ready", lambda: False)


def assert_same_answers(report: dict) -> None:
    """Every answer is that of the same question asked here."""
    assert len(report["answers"]) == 32
    for answer in report["answers"]:
        *events, last = json.loads(json.dumps(list(ask(answer["command"]))))
        assert answer.get("kind") == last.get("kind"), answer["command"]
        assert plain(answer["events"]) == plain(events), answer["command"]
        result, expected = plain(answer.get("result")), plain(last.get("done"))
        if isinstance(result, dict) and result.get("uniqueness") == "multiple":
            two_solutions(answer["command"]["puzzle"], result)
            expected |= {name: result[name] for name in ("witnesses", "differing")}
        assert result == expected, answer["command"]
    assert report["unknown"]["kind"] == "QuestionError"
    assert report["wrong"]["kind"] == "FormatError"
    assert report["deep"]["kind"] == "QuestionError"
    assert [each["result"]["passed"] for each in report["graded"]] == [True, False]
    assert report["graded"][1]["result"]["printed"] == "seen\n"
    assert report["cancelled"] == {"how": "AbortError", "begun": 2, "before": "AbortError"}
    assert report["after"]["result"]["found"]
    assert report["together"] == [[], [], []]


def node() -> str:
    program = shutil.which("node")
    if program is None:
        pytest.skip("no Node.js here to run the page's scripts")
    return program


def test_the_server_answers_the_page_as_nonet_does(server: Server, tmp_path):
    script = f"""
        import {{ ServerEngine }} from {json.dumps((STATIC / "engine" / "server.js").as_uri())};
        import {{ story }} from {json.dumps((HERE / "story.mjs").as_uri())};
        const address = new URL("http://127.0.0.1:{server.port}/ask");
        const browserFetch = fetch;
        globalThis.fetch = (place, options) => browserFetch(place, {{
          ...options, headers: {{ ...options.headers, Cookie: {json.dumps(server.cookie)} }},
        }});
        const admission = {{ ready: Promise.resolve(), token: () => {json.dumps(server.token)} }};
        const report = await story(new ServerEngine(address, admission));
        console.log(JSON.stringify(report));
    """
    file = tmp_path / "run.mjs"
    file.write_text(script)
    process = subprocess.run([node(), str(file)], capture_output=True, text=True, timeout=PATIENCE)
    assert process.returncode == 0, process.stderr
    report = json.loads(process.stdout)
    assert report["name"] == "server"
    assert_same_answers(report)
    assert report["cpsat"]["result"]["uniqueness"] == "unique"


# -- the browser ----------------------------------------------------------------------

PAGE = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>engine</title>
<meta http-equiv="Content-Security-Policy" content="{CONTENT_SECURITY_POLICY}">
<meta name="nonet-server" content="">
<script type="module" src="app.js"></script></head></html>"""

SCRIPT = """
import { BrowserEngine, install } from "./engine/browser.js";
import { story } from "./story.mjs";
const send = (name, value) => fetch(name, { method: "POST", body: JSON.stringify(value) });
if (!crossOriginIsolated && !sessionStorage.visited) {  // the second visit is of an isolated origin
  sessionStorage.visited = "once";
  await navigator.serviceWorker.register("./sw.js");
  await navigator.serviceWorker.ready;
  location.reload();
  await new Promise(() => {});
}
try {
  const engine = new BrowserEngine(new URL("./engine/worker.js", import.meta.url)); // Python alone
  engine.farewell = 200_000;  // a worker is ended when it does not listen, however slow it is here
  await engine.ready;
  install();
  const [first] = engine.warm;
  const report = await story(engine);
  report.isolated = crossOriginIsolated;
  report.kept = engine.workers.has(first);
  const registration = await navigator.serviceWorker.ready;
  report.manifest = document.querySelector("link[rel=manifest]")?.href;
  report.scope = registration.scope;
  await send("offline", {});
  const names = ["./", "engine/worker.js", "python/nonet.zip", "python/sat.zip"];
  report.offline = await Promise.all(names.map(async name => (await fetch(name)).status));
  await send("report", report);
} catch (error) {
  await send("report", { failed: String(error?.stack ?? error) });
}
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """The site with a page that tells the story, where Pyodide can be had."""
    node()
    static = tmp_path_factory.mktemp("static") / "page"
    shutil.copytree(STATIC, static)
    (static / "index.html").write_text(PAGE)
    (static / "app.js").write_text(SCRIPT)
    shutil.copy(HERE / "story.mjs", static)
    folder = tmp_path_factory.mktemp("made") / "site"
    return build_site(folder, static=static)


class Host(http.server.SimpleHTTPRequestHandler):
    """Gives the site away, until it is told to be offline; takes the report."""

    reports: queue.SimpleQueue[dict]
    offline: threading.Event
    extensions_map: ClassVar[dict[str, str]] = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def do_GET(self) -> None:
        if self.offline.is_set():
            self.send_error(503)
        else:
            super().do_GET()

    def do_POST(self) -> None:
        document = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path.endswith("/offline"):
            self.offline.set()
        else:
            self.reports.put(document)
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture(scope="module")
def report(site: Path, tmp_path_factory) -> Iterator[dict]:
    """What the page reports from a real browser."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no Chromium here to open the page in")
    reports: queue.SimpleQueue[dict] = queue.SimpleQueue()
    kind = type("Host_", (Host,), {"reports": reports, "offline": threading.Event()})
    host = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(kind, directory=str(site))
    )
    threading.Thread(target=host.serve_forever, daemon=True).start()
    flags = (
        "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
        "--disable-background-networking --disable-component-update --disable-sync "
        "--remote-debugging-port=0"
    )
    running = subprocess.Popen(
        [browser, *flags.split(), f"--user-data-dir={tmp_path_factory.mktemp('profile')}",
         f"http://127.0.0.1:{host.server_address[1]}/"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        reported = reports.get(timeout=PATIENCE)
    except queue.Empty:
        pytest.fail("the page has not reported")
    finally:
        running.kill()
        running.wait()
        host.shutdown()
        host.server_close()
    assert "failed" not in reported, reported["failed"]
    yield reported


@pytest.mark.slow(24)
@pytest.mark.usefixtures("no_lockstep")
def test_the_browser_answers_as_nonet_does(report: dict):
    assert report["name"] == "browser"
    assert_same_answers(report)


def test_the_browser_says_what_it_cannot_do_and_how_to_get_it(report: dict):
    availability = {each["name"]: each["available"] for each in report["about"]["backends"]}
    assert availability == {
        "native": True, "python-constraint": True, "sat": True, "cover": True, "cpsat": False,
        "lockstep": False, "clingo": False, "cpmpy": False, "minizinc": False,
    }  # fmt: skip
    assert report["cpsat"]["kind"] == "NotInstalled"
    assert "nonet web" in report["cpsat"]["error"]


def test_from_the_second_visit_on_what_is_cancelled_is_interrupted_and_the_worker_kept(
    report: dict,
):
    assert report["isolated"]
    assert report["cancelled"]["how"] == "AbortError"
    assert report["kept"]


def test_the_page_works_without_a_network_after_the_first_visit(report: dict):
    assert report["offline"] == [200] * 4
    assert report["manifest"].endswith("/manifest.webmanifest")
    assert report["scope"].endswith("/")


def test_a_site_is_written_into_its_own_folder_alone(tmp_path, monkeypatch):
    from tools.page import site as building

    (tmp_path / "mine.txt").write_text("kept")
    with pytest.raises(WebError, match="holds other files"):
        building.write_site(tmp_path)
    assert (tmp_path / "mine.txt").read_text() == "kept"
    monkeypatch.setattr(building, "write_archives", lambda folder, cache: [])
    monkeypatch.setattr(building, "write_answers", lambda folder: None)
    first = building.write_site(tmp_path / "new")
    assert first.files > 5
    (tmp_path / "new" / "old.js").write_text("left by an earlier site")
    page = (tmp_path / "new" / "index.html").read_text()
    assert '<meta name="nonet-docs" content="">' in page  # no link to pages that are not there
    building.write_site(tmp_path / "new", docs="../")
    assert not (tmp_path / "new" / "old.js").exists()
    assert '<meta name="nonet-docs" content="../">' in (tmp_path / "new" / "index.html").read_text()
    with pytest.raises(WebError, match="is not a folder"):
        building.write_site(tmp_path / "mine.txt")


def test_what_is_not_what_was_pinned_is_refused(tmp_path, monkeypatch):
    from tools.page import downloads

    def other(download, folder):
        file = Path(folder) / "other.tgz"
        file.write_bytes(b"something else")
        return file

    monkeypatch.setattr(downloads, "_from_npm", other)
    with pytest.raises(WebError, match="its hash differs"):
        downloads.fetch(downloads.PYODIDE, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_without_npm_the_reason_is_a_line(tmp_path, monkeypatch):
    from tools.page import downloads

    monkeypatch.setattr(downloads.shutil, "which", lambda name: None)
    with pytest.raises(WebError, match=r"install Node\.js"):
        downloads.fetch(downloads.PYODIDE, tmp_path)
