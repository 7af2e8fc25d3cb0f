"""nonet web: its arguments, and the site that it writes; the server is judged in tests/web."""

import contextlib
import io
import subprocess
from pathlib import Path

import pytest

from nonet.cli import main


def test_a_site_is_written_by_the_script_of_a_checkout_or_said_to_be_elsewhere(
    monkeypatch, capsys, tmp_path
):
    import nonet

    commands = []

    def run(command, cwd, check):
        commands.append((command[1:], cwd))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)
    book = str(tmp_path / "book.jsonl")
    assert main(["-q", "web", "--static", str(tmp_path / "site"), "--library", book]) == 0
    root = Path(__file__).parents[2]
    script = ["-m", "tools.page", str(tmp_path / "site"), "--library", book]
    assert commands == [(script, root)]
    monkeypatch.setattr(nonet, "__file__", str(tmp_path / "lib" / "nonet" / "__init__.py"))
    assert main(["web", "--static", str(tmp_path / "site")]) == 2
    message = capsys.readouterr().err
    assert "is for a checkout" in message and "page.zip" in message
    assert len(commands) == 1


def test_without_its_extra_the_command_says_what_to_install(monkeypatch, capsys):
    import sys

    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["web", "--no-browser"]) == 2
    assert "pip install 'nonet[web]'" in capsys.readouterr().err


@pytest.fixture
def served(monkeypatch, capsys):
    """Run nonet web with a server that only tells how it is called; gives the code, calls and output."""
    calls = []

    class Admission:
        address = "http://127.0.0.1:8765/"

        def new_address(self):
            return f"{self.address}#key={len(calls)}"

        @contextlib.contextmanager
        def opened_in_browser(self, complain):
            calls.append("browser")
            complain()
            yield

    def serve(port, *, ready, **options):
        calls.append((port, options))
        ready(Admission())

    monkeypatch.setattr("nonet.web.serving.serve", serve)
    monkeypatch.setattr("sys.stdin", io.StringIO())

    def run(*arguments):
        calls.clear()
        code = main(["web", *arguments])
        return code, list(calls), capsys.readouterr()

    return run


def test_the_address_is_the_answer_and_a_browser_is_opened(served):
    code, calls, printed = served()
    (port, options), browser = calls
    assert (code, port, browser) == (0, None, "browser")
    assert options == {
        "capacity": None, "library": None, "run_programs": "confined", "host_name": "", "site": "",
        "unix_socket": None,
    }  # fmt: skip
    assert printed.out == "http://127.0.0.1:8765/\n"
    assert printed.err.splitlines() == [
        "nonet: the page is at this address; Ctrl-C ends it",
        "nonet: no browser has opened the page; nonet web --no-browser prints an address to open",
    ]
    code, calls, printed = served("--no-browser", "-q")
    assert (printed.out, printed.err) == ("http://127.0.0.1:8765/#key=1\n", "")
    assert "browser" not in calls


def test_the_page_of_a_host_is_opened_by_nobody_and_runs_no_programs(served):
    _, calls, printed = served("--host-name", "a.example:80", "--port", "0", "--jobs", "64")
    ((port, options),) = calls
    assert (port, options["capacity"], options["host_name"]) == (0, 64, "a.example:80")
    assert options["run_programs"] == "never"
    assert "for the page of a.example:80; Ctrl-C ends it" in printed.err
    arguments = ("--host-name", "a.example", "--socket", "/run/x.sock", "--run-programs", "always")
    _, calls, printed = served(*arguments, "--site", "https://b.example/")
    assert printed.out == "/run/x.sock\n"
    assert calls[0][1]["unix_socket"] == Path("/run/x.sock")
    assert (calls[0][1]["run_programs"], calls[0][1]["site"]) == ("always", "https://b.example/")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--port", "-1"], "--port is 0 to 65535, not -1"),
        (["--port", "65536"], "--port is 0 to 65535, not 65536"),
        (["--jobs", "0"], "--jobs is 1 to 64, not 0"),
        (["--jobs", "65"], "--jobs is 1 to 64, not 65"),
        (["--host-name", "a b"], "--host-name is puzzles.example.org or so"),
        (["--host-name", "a:b"], "--host-name is puzzles.example.org or so"),
        (["--socket", "x"], "--socket needs --host-name"),
        (["--site", "https://b.example"], "--site is https://example.org/nonet/ or so"),
        (["--site", "ftp://b.example/"], "--site is https://example.org/nonet/ or so"),
        (["--site", "https://b.example/#x/"], "--site is https://example.org/nonet/ or so"),
        (["--run-programs", "sometimes"], "is none of confined, never, always"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else None,
)
def test_arguments_outside_their_limits_are_refused(served, arguments, message):
    code, calls, printed = served(*arguments)
    assert (code, calls) == (2, []) and message in printed.err


def test_the_ports_at_the_limits_are_taken(served):
    for port in ("0", "65535"):
        assert served("--port", port)[1][0][0] == int(port)


def test_books_are_the_library_of_the_page(served, monkeypatch):
    monkeypatch.setattr("nonet.cli.commands.web.library_of_books", list)
    _, calls, _ = served("--library", "a.jsonl", "--library", "b.jsonl")
    assert calls[0][1]["library"] == [Path("a.jsonl"), Path("b.jsonl")]
