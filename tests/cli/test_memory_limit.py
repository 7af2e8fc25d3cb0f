"""A memory limit: what is too large is undecided, and says so."""

import os
from functools import cache

import pytest

import nonet
from nonet.cli import main
from nonet.deadline import Deadline, limit_process_memory, resident_bytes
from nonet.errors import LimitError

EASY = "123.3.1221.3.321"

LARGE = """
from nonet.model import Linear, Model

pairs = ((i, k, (7 * i + 13 * k + 1) % 5_000) for i in range(5_000) for k in range(20))
different = [Linear((f"v{i}", f"v{j}"), (1, -1), "!=", k % 4) for i, k, j in pairs if i != j]
model = Model({f"v{i}": range(5) for i in range(5_000)}, different)
"""
"""A file of a model of 100,000 constraints."""


@cache
def large_model():
    names = {}
    exec(LARGE, names)
    return names["model"]


pytestmark = pytest.mark.skipif(
    resident_bytes() is None, reason="this system does not tell the memory in use"
)


@pytest.fixture
def tiny_limit():
    """A limit below what Python takes, so that the first look reaches it."""
    yield 1
    limit_process_memory(None)


@pytest.mark.parametrize("ask", [nonet.solve, nonet.verify, nonet.count_solutions])
@pytest.mark.parametrize("backend", ["native", "sat", "cpsat", "python-constraint"])
def test_an_answer_stopped_by_memory_is_undecided(ask, backend):
    answer = ask(large_model(), backend, memory_limit=1)
    assert answer.stopped_by == "memory"
    if ask is nonet.solve:
        assert (answer.status, answer.exhausted) == (nonet.Status.UNKNOWN, False)
    if ask is nonet.verify:
        assert answer.uniqueness is nonet.Uniqueness.UNDECIDED


@pytest.mark.parametrize("limit", [0, -1, float("inf"), "1"])
def test_a_memory_limit_that_is_none_is_an_error(limit):
    with pytest.raises(LimitError, match="a memory limit is a positive number of megabytes"):
        nonet.solve(EASY, memory_limit=limit)


@pytest.mark.parametrize("command", ["solve", "verify", "count"])
def test_the_command_says_that_memory_ran_out(command, tiny_limit, tmp_path, capsys):
    file = tmp_path / "model.py"
    file.write_text(LARGE)
    code = main([command, str(file), "--backend", "native", "--memory-limit", str(tiny_limit)])
    assert code == 3
    assert "memory limit" in capsys.readouterr().out


def test_the_next_command_has_no_limit_of_the_one_before(tiny_limit, capsys):
    assert main(["solve", EASY, "--memory-limit", str(tiny_limit)]) in (0, 3)
    assert main(["solve", EASY]) == 0
    assert Deadline.of_limits(None, None).ends_at is None
    assert "NONET_MEMORY_LIMIT" not in os.environ


def test_a_limit_of_the_process_holds_for_its_workers(tiny_limit):
    limit_process_memory(tiny_limit)
    assert os.environ["NONET_MEMORY_LIMIT"] == str(tiny_limit)
    assert Deadline.of_limits(None, None).finishes(lambda: None)
    assert nonet.solve(large_model(), "native").stopped_by == "memory"
