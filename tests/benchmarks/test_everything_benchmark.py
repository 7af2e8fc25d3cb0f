"""The command for all benchmarks: each part accepts its arguments."""

import argparse

import pytest

from benchmarks import everything

GIVEN = ["--tdoku", "run_benchmark", "--norvig", "sudoku.py", "--data", "lists"]


class Read(Exception):
    """The arguments were read."""


def test_every_part_takes_its_arguments(monkeypatch):
    read = argparse.ArgumentParser.parse_args
    parts = everything.commands(everything.parser().parse_args(GIVEN))

    def parse_args(self, *arguments):
        read(self, *arguments)  # exits where it does not take them
        raise Read

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse_args)
    for name, *arguments in parts:
        module = pytest.importorskip("benchmarks.cli" if name == "benchmarks" else name)
        if name in ("benchmarks.auto", "benchmarks.lockstep"):
            module = pytest.importorskip(f"{name}.{'__main__' if 'auto' in name else 'cli'}")
        with pytest.raises(Read):
            module.main(arguments)


def test_a_busy_machine_is_refused_and_the_commands_can_be_seen(monkeypatch, capsys):
    monkeypatch.setattr(everything, "load_now", lambda: 3.0)
    with pytest.raises(SystemExit, match=r"the machine is busy \(load 3.0\)"):
        everything.main([])
    assert everything.main(["--dry", *GIVEN]) == 0
    shown = capsys.readouterr().out
    assert "python -m benchmarks.lockstep --data lists --tdoku run_benchmark" in shown
    assert len(shown.splitlines()) == len(everything.commands(everything.parser().parse_args([])))
