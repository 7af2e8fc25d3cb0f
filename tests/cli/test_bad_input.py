"""Bad input: one clear line on standard error, the right exit code, and nothing lost."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from nonet.backends import backend_names, find_backend
from nonet.backends.base import Availability
from nonet.cli import main
from nonet.model import Linear, Model
from nonet.model.json import model_to_json

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.fixture
def refused(capsys):
    """Run a command that must be refused: exit code 2 and one line; gives the line."""

    def run(*arguments):
        code = main([str(a) for a in arguments])
        captured = capsys.readouterr()
        assert code == 2, captured
        assert captured.out == ""
        assert captured.err.count("\n") == 1, captured.err
        assert "Traceback" not in captured.err
        return captured.err

    return run


@pytest.mark.parametrize("command", ["solve", "verify", "crosscheck", "show"])
def test_a_puzzle_of_the_wrong_length(refused, command):
    assert "80" in refused(command, EASY[:-1])


def test_an_unknown_character_is_shown_with_its_place(refused, tmp_path):
    file = tmp_path / "bad.txt"
    file.write_text(EASY[:30] + "!" + EASY[31:] + "\n")
    message = refused("solve", file)
    assert "'!'" in message
    assert "line 1" in message
    assert "column 31" in message


def test_a_clue_out_of_range(refused, tmp_path):
    file = tmp_path / "bad.txt"
    file.write_text("1..5\n....\n....\n....\n")
    assert "5" in refused("solve", file)


def test_two_equal_clues_name_both_cells_and_the_unit(refused):
    assert "R1C1 and R1C4 are both 5 in row 1" in refused("solve", "5..5" + "." * 77)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "empty"),
        (b"\n\n", "empty"),
        (bytes(range(256)) * 4, "binary"),
        (b"\x00" * 500, "binary"),
        (b"name,age\nBo,4\n", "header"),
    ],
    ids=["empty", "blank", "binary", "zeros", "header"],
)
def test_a_file_that_holds_no_puzzle(refused, tmp_path, content, expected):
    file = tmp_path / "bad.csv"
    file.write_bytes(content)
    message = refused("solve", file)
    assert expected in message
    assert "bad.csv" in message


def test_a_bad_line_in_the_middle_is_reported_and_the_rest_solved(capsys, tmp_path):
    file = tmp_path / "some.txt"
    file.write_text(f"{EASY}\n{EASY[:50]}\n{EASY}\n{'55' + EASY[2:]}\n{EASY}\n")
    code = main(["solve", str(file), "--format", "line"])
    captured = capsys.readouterr()
    assert code == 2
    assert len(captured.out.splitlines()) == 3
    errors = captured.err.splitlines()
    assert len(errors) == 2
    assert "line 2" in errors[0]
    assert "line 4" in errors[1]


def test_one_good_line_among_bad_ones_is_still_solved(capsys, tmp_path):
    file = tmp_path / "some.txt"
    file.write_text(f"{EASY}\nnonsense here\n{EASY[:-1]}\n")
    code = main(["solve", str(file), "--format", "line"])
    captured = capsys.readouterr()
    assert code == 2
    assert len(captured.out.splitlines()) == 1
    assert ["line 2" in captured.err, "line 3" in captured.err] == [True, True]


def test_an_unknown_backend_lists_those_there_are(refused):
    message = refused("solve", EASY, "--backend", "gurobi")
    assert all(name in message for name in backend_names())


def test_an_unknown_option_lists_those_there_are(refused):
    assert "order=" in refused("solve", EASY, "--backend", "native:depth=3")


def test_a_backend_not_installed_says_what_to_install(refused, monkeypatch):
    sat = type(find_backend("sat"))
    missing = Availability(False, missing="pip install python-sat")
    monkeypatch.setattr(sat, "available", lambda self: missing)
    assert "pip install python-sat" in refused("solve", EASY, "--backend", "sat")


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_a_time_limit_that_is_none(refused, seconds):
    assert "--time-limit" in refused("solve", EASY, f"--time-limit={seconds}") or seconds != "soon"


def test_a_directory_and_a_missing_file(refused, tmp_path):
    assert "directory" in refused("solve", tmp_path)
    assert "no such file" in refused("solve", tmp_path / "missing.txt")


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read any file"
)
def test_a_file_that_may_not_be_read(refused, tmp_path):
    file = tmp_path / "secret.txt"
    file.write_text(EASY)
    file.chmod(0)
    assert "ermission" in refused("solve", file)


def test_an_unreadable_file_is_one_line_even_for_root(refused, tmp_path, monkeypatch):
    file = tmp_path / "secret.txt"
    file.write_text(EASY)

    def denied(*arguments, **options):
        raise PermissionError(13, "Permission denied", str(file))

    monkeypatch.setattr(Path, "open", denied)
    monkeypatch.setattr("builtins.open", denied)
    assert "ermission" in refused("solve", file)


@pytest.mark.parametrize(
    "command",
    [
        ("show", EASY, "--to"),
        ("convert", EASY, "--to", "json", "-o"),
        ("crosscheck", EASY, "--backend", "native", "--reproducer"),
    ],
    ids=lambda command: command[0],
)
def test_a_file_that_cannot_be_written(refused, tmp_path, command):
    target = tmp_path / "missing" / "answer"
    assert str(target) in refused(*command, target)


def start(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "nonet", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def test_a_closed_pipe_ends_quietly(tmp_path):
    file = tmp_path / "many.txt"
    file.write_text(f"{EASY}\n" * 3000)
    run = start("solve", file, "--format", "line")
    assert run.stdout.readline().startswith("534")
    run.stdout.close()
    errors = run.stderr.read()
    assert run.wait(timeout=20) == 141
    assert errors == ""


@pytest.mark.slow(0.3)
@pytest.mark.parametrize("backend", ["native", "cpsat", "python-constraint", "sat"])
def test_ctrl_c_stops_a_search_that_finds_nothing(backend):
    """A market split problem (Cornuéjols, Dawande, 1998): small, and hard for every solver."""
    random, names = Random(1), [f"x{i}" for i in range(30)]
    splits = []
    for _ in range(4):
        shares = [random.randrange(100) for _ in names]
        splits.append(Linear(tuple(names), tuple(shares), "==", sum(shares) // 2))
    market = Model(dict.fromkeys(names, range(2)), splits)
    script = (
        "import sys, nonet; from nonet.model.json import model_from_json;"
        "market = model_from_json(sys.argv[1]);"
        "nonet.solve(market, sys.argv[2], time_limit=0.1);"  # all that is needed is imported
        "print('started', flush=True);"
        "nonet.solve(market, sys.argv[2])"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", script, model_to_json(market), backend],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert run.stdout.readline() == "started\n"
    time.sleep(0.5)
    assert run.poll() is None, "the search must still be on when Ctrl-C is pressed"
    pressed = time.monotonic()
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=20)
    assert time.monotonic() - pressed < 10, "at once, on a busy machine too"
    assert "Interrupted" in errors


def test_a_grid_that_is_described_takes_no_format_and_no_box_beside(capsys, tmp_path):
    assert main(["solve", "--grid", "2 box none", "1..."]) == 0
    assert main(["verify", "--grid", "2x3 values 0-2 box none", "0...20"]) == 0
    for options in (["--from", "line"], ["--box", "1x2"], ["--from", "line", "--box", "1x2"]):
        capsys.readouterr()
        assert main(["solve", "--grid", "2 box none", *options, "1..."]) == 2
        assert "leave --from and --box out" in capsys.readouterr().err
    file = tmp_path / "canvas.txt"
    file.write_text("1..\n")
    assert main(["solve", "--grid", "2 box none", str(file)]) == 2
    assert f"{file}, line 1" in capsys.readouterr().err
