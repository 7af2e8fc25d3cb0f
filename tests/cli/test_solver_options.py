"""``--option`` and ``--log``: parameters and the log of a solver."""

from __future__ import annotations

import pytest

from nonet.cli import main

PUZZLE = ".......21.3..4.."


@pytest.mark.parametrize("command", ["solve", "verify", "count"])
def test_options_and_the_log_reach_the_solver(command, capsys):
    code = main([command, PUZZLE, "--option", "random_seed=7", "--option=num_workers=2", "--log"])
    output = capsys.readouterr()
    assert code == 0
    assert "cpsat" in output.out
    assert "random_seed: 7" in output.err
    assert "CP-SAT" not in output.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--option", "random_sed=7"], "did you mean random_seed"),
        (["--option", "random_seed=seven"], "of type int, not 'seven'"),
        (["--option", "random_seed"], "--option is NAME=VALUE"),
        (["--option", "random_seed=7", "--backend", "native:order=mrv"], "random_seed"),
        (["--log", "--backend", "native"], "backend native has no log"),
    ],
)
def test_what_the_solver_does_not_have_is_bad_input(arguments, message, capsys):
    try:
        code = main(["solve", PUZZLE, *arguments])
    except SystemExit as exit_:
        code = exit_.code
    assert code == 2
    assert message in capsys.readouterr().err


def test_an_option_of_the_backend_itself_may_be_given_too(capsys):
    assert main(["solve", PUZZLE, "--backend", "native", "--option", "order=lexicographic"]) == 0
    assert "native" in capsys.readouterr().out


def test_an_estimate_takes_no_options(capsys):
    try:
        code = main(["count", PUZZLE, "--estimate", "--log"])
    except SystemExit as exit_:
        code = exit_.code
    assert code == 2
    assert "not with --estimate" in capsys.readouterr().err
