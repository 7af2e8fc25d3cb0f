"""The command itself: its help, its inputs, and how a process of it begins and ends."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from nonet import cli
from nonet.cli.commands import solve
from nonet.errors import FormatError, FormatWarning, OutOfTime
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


# -- how a command ends -------------------------------------------------------------------------


@pytest.fixture
def ends(monkeypatch, nonet):
    """Run nonet solve whose work raises an error; gives exit code, output and errors."""

    def run(error, *arguments):
        def fail(parsed):
            raise error

        monkeypatch.setattr(solve, "run", fail)
        return nonet("solve", EASY, *arguments)

    return run


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (KeyboardInterrupt(), 130, "nonet: interrupted\n"),
        (FormatError("no puzzle"), 2, "nonet solve: no puzzle\n"),
        (OutOfTime("no time"), 3, "nonet solve: no time\n"),
        (OSError(28, "No space left", "file.txt"), 2, "nonet solve: file.txt: No space left\n"),
        (OSError("odd"), 2, "nonet solve: standard output: odd\n"),
        (BrokenPipeError(), 141, ""),
        (SystemExit("odd"), 2, ""),
        (SystemExit(5), 5, ""),
    ],
    ids=lambda given: type(given).__name__ if isinstance(given, BaseException) else None,
)
def test_an_error_ends_a_command_with_its_code_and_a_line(ends, monkeypatch, error, code, message):
    dropped = []
    monkeypatch.setattr(cli, "_drop_output", lambda: dropped.append(True))
    assert ends(error) == (code, "", message)
    lost = isinstance(error, BrokenPipeError) or (isinstance(error, OSError) and not error.filename)
    assert dropped == [True] * lost, "an output that cannot be written is written to no more"


def test_an_error_after_a_signal_is_no_news(ends, monkeypatch):
    def interrupt(self, *given):
        cli.ACTIVITY.signal_number = 2
        raise FormatError("broken off")

    monkeypatch.setattr(solve, "run", interrupt)
    code = cli.main(["solve", EASY])
    assert code == 130
    assert cli.main(["schema", "puzzle"]) == 0, "and the next command knows of no signal"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 0),
        (("-V",), 0),
        (("--version",), 0),
        (("help",), 0),
        (("help", "solve"), 0),
        (("-h",), 0),
    ],
)
def test_help_and_version_are_answers(nonet, arguments, code):
    answered, out, err = nonet(*arguments)
    assert (answered, err) == (code, "") and out
    assert (
        nonet("solve", "--help")[1] == nonet("help", "solve")[1] == nonet("help", "solve", "-q")[1]
    )


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("solev", "there is no command 'solev'; did you mean solve?"),
        ("hlep", "did you mean help?"),
        ("x" * 16, "; to solve a puzzle: nonet solve PUZZLE"),
        ("x" * 15, "; there are backdoors, backends, "),
        (__file__, "; to solve a puzzle: nonet solve PUZZLE"),
        ("setter", "there is no command 'setter'"),
        ("minizinc_solver", "there is no command 'minizinc_solver'"),
        ("why not", "there is no command 'why not'"),
        ("1", "there is no command '1'"),
    ],
)
def test_a_command_that_does_not_exist_is_named_with_what_may_be_meant(nonet, name, message):
    code, out, err = nonet(name)
    assert (code, out) == (2, "") and message in err


def test_puzzles_named_after_an_option_are_inputs_and_unknown_options_are_not(nonet):
    code, out, _ = nonet("solve", "--format", "line", EASY, "--limit", "1", EASY)
    assert (code, out) == (0, 2 * f"{EASY_SOLUTION}\n")
    code, _, err = nonet("solve", EASY, "--limt", "1")
    assert code == 2 and "there is no option --limt; did you mean --limit" in err


def test_a_warning_of_ours_is_a_line_and_any_other_has_its_place(capsys, monkeypatch):
    show = cli._show_one_line_warning
    show(FormatWarning(("a part",)), FormatWarning, "file.py", 7)
    assert capsys.readouterr().err == "nonet: not understood and left out: a part\n"
    others = []
    monkeypatch.setattr(cli, "_show_warning", lambda *given: others.append(given))
    show(UserWarning("theirs"), UserWarning, "file.py", 7)
    assert capsys.readouterr().err == "" and others[0][1:] == (UserWarning, "file.py", 7)
