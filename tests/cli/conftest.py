"""The command as a function, for the tests of commands."""

import time
from dataclasses import dataclass

import pytest

from nonet.cli import main
from nonet.cli.activity import ACTIVITY

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NO_SOLUTION = "12345678." + "........9" + "." * 63
"""A puzzle without clashing clues and without a solution: R1C9 can be nothing."""


@pytest.fixture
def nonet(capsys):
    """Run the command; gives exit code, standard output and standard error."""

    def run(*arguments):
        code = main([str(a) for a in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@dataclass
class Clock:
    """A clock that only a test moves."""

    now: float = 0.0


@pytest.fixture
def clock(monkeypatch):
    """Return a clock by which the program measures all times; what a command is at is begun anew."""
    instance = Clock()
    monkeypatch.setattr(time, "monotonic", lambda: instance.now)
    monkeypatch.setattr(time, "process_time", lambda: instance.now)
    ACTIVITY.begin("")
    yield instance
    monkeypatch.undo()
    ACTIVITY.begin("")
