"""What somebody meets who types the command for the first time, and mistypes it."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from nonet.cli import command_names, main
from nonet.cli.activity import Activity
from nonet.cli.parser import GROUPS

ROOT = Path(__file__).parents[2]
PUZZLES = ROOT / "puzzles"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.fixture
def refused(nonet):
    """Run a command that must be refused: exit code 2 and one line; gives the line."""

    def run(*arguments):
        code, out, err = nonet(*arguments)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1, err
        return err

    return run


def test_nonet_alone_shows_help_with_every_command(nonet):
    code, out, err = nonet()
    assert (code, err) == (0, "")
    assert "usage: nonet" in out
    assert all(out.count(f"\n  {name} ") == 1 for name in command_names())
    assert re.findall(r"^(\w[\w ]+):$", out, re.MULTILINE) == [*GROUPS, "options"]


def test_help_is_a_word_too(nonet):
    assert nonet("help") == nonet("--help") == nonet()
    assert nonet("help", "solve") == nonet("solve", "--help")
    assert nonet("help", "learn", "start") == nonet("learn", "start", "--help")
    assert nonet("help", "solve")[1].startswith("usage: nonet solve")


def test_the_version_in_short(nonet):
    assert nonet("-V") == nonet("--version")


def test_silence_before_the_command_is_known_is_its_start():
    assert re.fullmatch(r"still at work after \d+ s: starting", Activity().status_line())


def test_json_is_short_for_its_format(nonet):
    code, out, _ = nonet("solve", EASY, "--json")
    assert code == 0 and f'"solutions": ["{EASY_SOLUTION}"]' in out
    assert nonet("rules", "x", "--json") == nonet("rules", "x", "--format", "json")


def test_every_command_with_a_format_json_takes_json(nonet):
    for name in command_names():
        shown = nonet(name, "--help")[1]
        forms = re.search(r"--format \{([\w,-]+)\}", shown)
        assert ("--json" in shown) == bool(forms and "json" in forms.group(1).split(",")), name


def test_quiet_leaves_the_answer_and_the_errors(nonet):
    _, out, err = nonet("verify", EASY, EASY[1:], EASY)
    assert err.count("\n") == 2
    code, quiet, err = nonet("-q", "verify", EASY, EASY[1:], EASY)
    assert code == 2 and quiet.count("unique:") == out.count("unique:") == 2
    assert err.count("\n") == 1 and "80" in err
    assert nonet("verify", "-q", EASY, EASY)[2] == ""


def test_puzzles_come_from_a_pipe_without_a_dash():
    for arguments in (["solve", "--format", "line"], ["solve", "-", "--format", "line"]):
        process = subprocess.run(
            [sys.executable, "-m", "nonet", *arguments],
            input=EASY, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert (process.stdout, process.stderr) == (EASY_SOLUTION + "\n", "")


def test_on_a_terminal_no_puzzle_is_an_error_and_no_waiting(refused, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stdin", Terminal())
    assert "nonet solve: which puzzle?" in refused("solve")


def test_puzzles_may_stand_between_and_after_options(nonet):
    code, out, _ = nonet("solve", EASY, "--format", "line", EASY, "--limit", "1", EASY)
    assert (code, out) == (0, f"{EASY_SOLUTION}\n" * 3)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["slove", EASY], "no command 'slove'; did you mean solve"),
        (["slove", EASY], "did you mean solve"),
        (["solve", EASY, "--foramt", "json"], "nonet solve: there is no option --foramt"),
        (["solve", EASY, "--foramt=json"], "did you mean --format"),
        (["verify", EASY, "--statz"], "nonet verify: there is no option --statz"),
        (["learn", "start", "--dri", "x"], "nonet learn start: "),
        (["learn", "stat", "x"], "did you mean start"),
        (["solve", EASY, "--format", "jsn"], "did you mean json?"),
        (["solve", EASY, "--rules", "windoko"], "did you mean windoku"),
        (["rules", "windoko"], "nonet rules: there is no rule 'windoko'"),
        (["solve", EASY, "--backend", "cpsta"], "did you mean cpsat?"),
        (["solve", EASY, "--backend", "cpsta"], "nonet solve: there is no backend"),
        (["solve", EASY, "--backend", "native:odrer=mrv"], "did you mean order?"),
        (["solve", EASY, "--backend", "native:order=lexicografic"], "did you mean lexicographic?"),
        (["solve", EASY, "--from", "sdkk"], "did you mean sdk"),
        (["convert", EASY, "--to", "jsn"], "did you mean json?"),
        (["solve", EASY, "--time-limit", "soon"], "nonet solve: argument --time-limit"),
        (["solve", EASY, "--time-limit", "-3"], "a number of seconds above 0"),
        (["solve", EASY, "--limit", "0"], "nonet solve: a limit on solutions"),
        (["rules", "x", "windoku"], "nonet rules: there is no rule 'x windoku'"),
        (["puzzles/hard.txt"], "to solve a puzzle: nonet solve PUZZLE"),
        ([EASY], "to solve a puzzle: nonet solve PUZZLE"),
    ],
)
def test_a_slip_is_one_line_that_names_the_command_and_the_nearest(refused, arguments, expected):
    assert expected in refused(*arguments)


def test_what_is_near_nothing_suggests_nothing(refused):
    assert "did you mean" not in refused("solve", EASY, "--backend", "quantum")


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_an_empty_text_says_so(refused, text):
    assert "an empty text is not a puzzle" in refused("solve", text)


def test_a_directory_says_so(refused, tmp_path):
    message = refused("solve", tmp_path)
    assert "a directory, not a file" in message and str(tmp_path) in message


@pytest.mark.parametrize("command", ["solve", "verify", "show", "crosscheck", "convert"])
def test_a_file_that_is_no_puzzle_is_one_line(nonet, command):
    code, out, err = nonet(command, ROOT / "CONTRIBUTING.md", *(["--to"] * (command == "convert")),
                           *(["line"] * (command == "convert")))  # fmt: skip
    assert code == 2
    assert not out.strip()
    assert err.count("\n") == 1
    assert "CONTRIBUTING.md: no puzzle: no line has cells, only words: " in err


def test_a_file_of_which_one_line_is_a_puzzle_keeps_its_other_errors(nonet, tmp_path):
    file = tmp_path / "some.txt"
    file.write_text("one\ntwo\n" + EASY + "\nthree\n")
    code, out, err = nonet("solve", file, "--format", "line")
    assert (code, out) == (2, EASY_SOLUTION + "\n")
    assert [f"line {n}" in err for n in (1, 2, 4)] == [True] * 3


def test_mistakes_import_nothing_heavy():
    script = (
        "import sys; from nonet.cli import main; assert main(['solve', '--foramt']) == 2;"
        "heavy = {'numpy', 'ortools', 'constraint', 'pysat', 'tqdm', 'importlib.metadata',"
        " 'nonet.cli.commands.batch', 'nonet.techniques'} & set(sys.modules); assert not heavy"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


def test_quick_commands_do_not_load_the_help_for_mistakes():
    script = (
        "import sys; from nonet.cli import main; main(['solve', sys.argv[1]]);"
        "assert not {'difflib', 'nonet.cli.commands.completion'} & set(sys.modules)"
    )
    subprocess.run(
        [sys.executable, "-c", script, EASY], check=True, capture_output=True, env={**os.environ}
    )


@pytest.mark.parametrize(("text", "cells"), [("9x9", 81), ("4x4", 16), ("16x16", 256), ("6x8", 48)])
def test_a_size_is_a_blank_grid(text, cells, capsys):
    rule = ["--rule", "killer 5 R1C1 R1C2"]
    assert main(["solve", text, *rule, "--format", "line", "-q"]) == 0
    line = capsys.readouterr().out.strip()
    assert len(line) == cells and int(line[0]) + int(line[1]) == 5


@pytest.mark.parametrize("text", ["9x99", "0x0", "99x99", "samurrai"])
def test_what_is_no_size_of_a_grid_is_refused(text, capsys):
    assert main(["solve", text, "-q"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
