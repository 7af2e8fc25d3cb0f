"""The command itself: its help, its inputs, and how a process of it begins and ends."""

import json
import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import EASY, EASY_SOLUTION

PUZZLES = Path(__file__).parents[2] / "puzzles"


def test_every_command_has_help_with_exit_codes_in_the_main_one(nonet):
    code, out, _ = nonet("--help")
    assert code == 0
    assert "Exit codes" in out
    for command in ("solve", "verify", "crosscheck", "show", "convert", "backends", "rules"):
        assert command in out
        assert nonet(command, "--help")[0] == 0
    assert nonet("--version")[1].startswith("nonet 0.")


def test_many_files_and_standard_input(nonet, tmp_path, monkeypatch):
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO(EASY + "\n" + EASY + "\n"))
    code, out, _ = nonet("solve", "-", PUZZLES / "4x4.txt", "--format", "json")
    assert code == 0
    assert [len(json.loads(line)["puzzle"]) for line in out.splitlines()][:3] == [81, 81, 16]


def test_the_module_and_the_script_are_the_same_command():
    process = subprocess.run(
        [sys.executable, "-m", "nonet", "solve", EASY, "--format", "line"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert process.stdout.strip() == EASY_SOLUTION


def test_the_default_path_imports_nothing_heavy():
    script = (
        "import sys; from nonet.cli import main; main(['solve', sys.argv[1], '--format', 'line']);"
        "heavy = {'numpy', 'ortools', 'pandas', 'constraint', 'pysat', 'tqdm', 'hypothesis',"
        " 'importlib.metadata', 'nonet.formats.iss', 'nonet.formats.fpuzzles', 'xml.sax',"
        " 'urllib.request', 'nonet.model.builder'} & set(sys.modules); assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", script, EASY], check=True, capture_output=True)
