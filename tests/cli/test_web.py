"""nonet web: its arguments, and the site that it writes; the server is judged in tests/web."""

from __future__ import annotations

import subprocess
from pathlib import Path


def test_a_site_is_written_by_the_script_of_a_checkout_or_said_to_be_elsewhere(
    monkeypatch, capsys, tmp_path
):
    import nonet
    from nonet.cli import main

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

    from nonet.cli import main

    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["web", "--no-browser"]) == 2
    assert "pip install 'nonet[web]'" in capsys.readouterr().err
