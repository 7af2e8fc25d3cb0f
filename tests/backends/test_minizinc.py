"""The backend ``minizinc`` beside its program: what is asked, what is read, and how it is ended.

A pipe stands in for the program, and a clock that stands still for time.
"""

import io
import os
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from nonet.backends import Availability, Request, minizinc
from nonet.backends.minizinc import MiniZinc
from nonet.errors import BackendError, BackendOptionError
from nonet.model import AllDifferent, Linear, Model, Objective

PAIR = Model({"a": [1, 2], "b": [1, 2]}, [AllDifferent(("a", "b"))])
BEST = PAIR.with_objective(Objective("maximize", ("a",), (1,)))
END, NO_MORE, NONE, FAULT = "----------", "==========", "=====UNSATISFIABLE=====", "=====ERROR====="


class Program:
    """A process of MiniZinc that has printed ``pieces`` and ended with ``code``."""

    def __init__(self, pieces=(), code=0, complaint="", stubborn=False):
        self.pieces, self.code, self.complaint, self.stubborn = pieces, code, complaint, stubborn
        self.pid, self.calls, self.command = 4711, [], []

    def __call__(self, command, *, stderr, env, **options):
        self.command, self.env, self.options = command, env, options
        stderr.write(self.complaint.encode())
        stderr.flush()
        read, write = os.pipe()
        os.write(write, "".join(self.pieces).encode())
        os.close(write)
        self.stdout = io.FileIO(read)
        return self

    def poll(self):
        return self.code

    def terminate(self):
        self.calls.append("terminate")

    def kill(self):
        self.calls.append("kill")

    def wait(self, timeout=None):
        self.calls.append(timeout)
        if self.stubborn and timeout is not None:
            raise subprocess.TimeoutExpired("minizinc", timeout)
        return self.code


@pytest.fixture
def run(monkeypatch):
    """Run a backend on a model with a program in place of MiniZinc's; return solutions and end."""

    def run(program, model=PAIR, request=None, backend=None):
        monkeypatch.setattr(subprocess, "Popen", program)
        steps = (backend or MiniZinc()).run(model, request or Request())
        assignments = []
        try:
            while True:
                assignments.append(tuple(next(steps).values()))
        except StopIteration as stop:
            return assignments, stop.value

    monkeypatch.setattr(minizinc, "_flags", lambda solver: FLAGS)
    return run


FLAGS = {
    "-O": "int", "-p": "int", "-r": "int", "-f": "bool",
    "--restart": "opt:none:luby", "--c-d": "int", "--nogoods": "bool:false", "--decay": "float:0.5",
    "--name": "string",
}  # fmt: skip


# -- what is asked -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "solutions", "log", "flags"),
    [
        (PAIR, 1, None, []),
        (PAIR, 2, None, ["-a"]),
        (PAIR, None, None, ["-a"]),
        (BEST, 1, None, ["-a"]),
        (PAIR, 1, print, ["-s", "-v"]),
        (PAIR, None, print, ["-a", "-s", "-v"]),
    ],
)
def test_all_solutions_and_a_log_are_asked_for_by_flags(run, model, solutions, log, flags):
    program = Program([f"[1,2]\n{END}\n{NO_MORE}\n"])
    run(program, model, Request(solutions, log=log))
    *before, path = program.command
    assert before[0] == "minizinc" and path.endswith("model.mzn")
    assert before[-2:] == ["--solver", "gecode"]
    assert sorted(before[1:-2]) == flags


def test_the_program_keeps_its_files_where_they_are_removed(run):
    program = Program([f"{NONE}\n"])
    run(program)
    assert program.command[-1].startswith(program.env["TMPDIR"])
    assert program.options["start_new_session"] == (os.name == "posix")
    assert not Path(program.env["TMPDIR"]).exists()


@pytest.mark.parametrize("solver", ["cp-sat", "com.google.ortools.sat", "gecode"])
def test_cp_sat_alone_is_guarded_against_its_faults(run, solver):
    wide = Model({"a": range(3), "b": [0, 2_000_000_000]}, [Linear(("a", "b"), (1, 1), "!=", 1)])
    wide = wide.add(Linear(("a", "b"), (1, 2), "!=", 1))
    for model, is_wide in ((PAIR, False), (wide, True)):
        program = Program([f"{NONE}\n"])
        run(program, model, backend=MiniZinc(solver))
        assert ("--params" in program.command) == (is_wide and solver != "gecode")
        if "--params" in program.command:
            text = program.command[program.command.index("--params") + 1]
            assert "cp_model_presolve: false" in text


@pytest.mark.parametrize(
    ("name", "value", "arguments"),
    [
        ("parallel", 4, ["-p", "4"]),
        ("random_seed", 7, ["-r", "7"]),
        ("free_search", True, ["-f"]),
        ("free_search", False, []),
        ("optimisation_level", 3, ["-O3"]),
        ("restart", "luby", ["--fzn-flags", "--restart", "--fzn-flags", "luby"]),
        ("c_d", 5, ["--c-d", "5"]),
        ("--c-d", 5, ["--c-d", "5"]),
        ("nogoods", True, ["--nogoods"]),
        ("decay", 1, ["--decay", "1"]),
        ("decay", 0.25, ["--decay", "0.25"]),
        ("name", "x", ["--name", "x"]),
    ],
)
def test_a_parameter_is_said_by_its_flag(run, name, value, arguments):
    backend = MiniZinc(parameters=((name, value),))
    backend.check_parameters({name: value})
    program = Program([f"{NONE}\n"])
    run(program, backend=backend, request=Request(1))
    assert program.command[1:-1] == ["--solver", "gecode", *arguments]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("parallel", True, "parallel is of type int, not True"),
        ("parallel", 1.5, "parallel is of type int, not 1.5"),
        ("free_search", 1, "free_search is of type bool, not 1"),
        ("restart", "geometric", "restart is one of none, luby, not 'geometric'"),
        ("restart", 3, "restart is one of none, luby, not 3"),
        ("decay", True, "decay is of type float:0.5, not True"),
        ("name", 3, "name is of type string, not 3"),
        ("restrat", 3, r"gecode has no parameter 'restrat'; it has .*; did you mean restart\?"),
        (
            "X",
            3,
            "gecode has no parameter 'X'; it has parallel, random_seed, free_search, optimisa",
        ),
    ],
)
def test_a_parameter_of_another_name_or_type_is_refused(run, name, value, message):
    with pytest.raises(BackendOptionError, match=f"backend minizinc: {message}"):
        MiniZinc().check_parameters({name: value})


def test_a_standard_parameter_that_the_solver_does_not_take_is_refused(monkeypatch):
    monkeypatch.setattr(minizinc, "_flags", lambda solver: {"-O": "int"})
    with pytest.raises(BackendOptionError, match="chuffed has no parameter 'parallel'; it has opt"):
        MiniZinc("chuffed").check_parameters({"parallel": 2})


LISTED = """[
{"id": "org.gecode.gecode", "name": "Gecode", "stdFlags": ["-a", "-f", "-p", "-t"],
 "extraFlags": [["--c-d", "recomputation", "int", "8"], ["--nogoods", "", "bool", "false"]]},
{"id": "org.chuffed.chuffed", "name": "Chuffed", "stdFlags": ["-r"]}]"""


@pytest.mark.parametrize(
    ("solver", "flags"),
    [
        ("gecode", {"-O": "int", "-f": "bool", "-p": "int", "--c-d": "int", "--nogoods": "bool"}),
        ("Gecode", {"-O": "int", "-f": "bool", "-p": "int", "--c-d": "int", "--nogoods": "bool"}),
        ("org.chuffed.chuffed", {"-O": "int", "-r": "int"}),
        ("chuffed", {"-O": "int", "-r": "int"}),
        ("coin", {"-O": "int"}),
    ],
)
def test_the_flags_of_a_solver_are_those_that_the_program_lists(monkeypatch, solver, flags):
    commands = []

    def program(command, **options):
        commands.append((command, options["timeout"]))
        return SimpleNamespace(stdout=LISTED)

    monkeypatch.setattr(subprocess, "run", program)
    assert minizinc._flags.__wrapped__(solver) == flags
    assert commands == [(["minizinc", "--solvers-json"], 10)]


@pytest.mark.parametrize("fault", [OSError(), subprocess.TimeoutExpired("minizinc", 10), None])
def test_a_program_that_lists_nothing_has_one_flag_and_no_version(monkeypatch, fault):
    def program(*command, **options):
        if fault is not None:
            raise fault
        return SimpleNamespace(stdout="no list")

    monkeypatch.setattr(subprocess, "run", program)
    assert minizinc._flags.__wrapped__("gecode") == {"-O": "int"}
    assert minizinc._version.__wrapped__() == "MiniZinc"


def test_the_version_is_the_first_word_that_begins_with_a_digit(monkeypatch):
    printed = SimpleNamespace(stdout="MiniZinc to FlatZinc converter, version 2.8.7, build 99\n")
    monkeypatch.setattr(subprocess, "run", lambda *command, **options: printed)
    assert minizinc._version.__wrapped__() == "MiniZinc 2.8.7"


# -- what is read ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "solutions", "model", "assignments", "stopped"),
    [
        (f"[1,2]\n{END}\n[2, 1]\n{END}\n{NO_MORE}\n", None, PAIR, [(1, 2), (2, 1)], None),
        (f"{NONE}\n", None, PAIR, [], None),
        (f"% a comment\n[1,2]\n{END}\n", 1, PAIR, [(1, 2)], "solutions"),
        (f"[1,2]\n{END}\n[2,1]\n{END}\n{NO_MORE}\n", 1, BEST, [(1, 2), (2, 1)], None),
        (f"[]\n{END}\n{NO_MORE}\n", None, Model({}), [()], None),
        # the last line has no line end, and is not read
        (f"[1,2]\n{END}\n{NO_MORE}\n[2,", None, PAIR, [(1, 2)], None),
    ],
)
def test_solutions_are_read_as_they_are_printed(
    run, printed, solutions, model, assignments, stopped
):
    request = Request(solutions)
    assert run(Program([printed]), model, request) == (assignments, stopped)
    assert request.stats.get("solutions", 0) == len(assignments)


@pytest.mark.parametrize(
    ("program", "solutions", "model", "message"),
    [
        (Program([f"[1]\n{END}\n"]), None, PAIR, "a solution that lacks variables"),
        (Program([f"[1,x]\n{END}\n"]), None, PAIR, r"it printed '\[1,x\]'"),
        (Program([f"{FAULT}\n"], complaint="oops\nmore"), None, PAIR, "oops"),
        (Program([f"{FAULT}\n{NO_MORE}\n"]), None, PAIR, "it ended with code 0"),
        (Program([], code=3), None, PAIR, "it ended with code 3"),
        (Program([]), None, PAIR, "it ended without saying that the search is complete"),
        (Program([]), 1, PAIR, "it ended without saying that the search is complete"),
        (
            Program([f"[1,2]\n{END}\n"]),
            1,
            BEST,
            "it ended without saying that the search is complete",
        ),
        (
            Program([f"[1,2]\n{END}\n"]),
            2,
            PAIR,
            "it ended without saying that the search is complete",
        ),
    ],
)
def test_an_output_that_is_none_is_an_error_with_its_reason(
    run, program, solutions, model, message
):
    with pytest.raises(BackendError, match=f"^backend minizinc:gecode: {message}$"):
        run(program, model, Request(solutions))


def test_a_code_after_a_complete_search_is_no_error(run):
    assert run(Program([f"{NONE}\n"], code=1)) == ([], None)


def test_with_parameters_an_early_end_is_a_limit_of_theirs(run):
    limited = MiniZinc(parameters=(("random_seed", 1),))
    assert run(Program([f"[1,2]\n{END}\n"]), backend=limited) == ([(1, 2)], "effort")
    with pytest.raises(BackendError, match="it ended with code 2"):
        run(Program([], code=2), backend=limited)


def test_the_log_has_the_comments_and_what_is_said_of_errors(run):
    lines = []
    program = Program(
        [f"% seen\n[1,2]\n{END}\n%%%mzn-stat: nodes=3\n{NO_MORE}\n"], complaint="a\nb"
    )
    run(program, request=Request(log=lines.append))
    assert lines == ["% seen", "%%%mzn-stat: nodes=3", "a", "b"]
    run(Program([f"% seen\n{NONE}\n"]))  # without a log nobody is told


def test_lines_are_put_together_from_pieces(monkeypatch):
    pieces = [b"[1,", b"2]\n----", b"------\n", b"  [2,1]  \n==", b""]
    monkeypatch.setattr(minizinc.select, "select", lambda read, *others: (read, [], []))
    monkeypatch.setattr(minizinc.os, "read", lambda descriptor, size: pieces.pop(0))
    process = SimpleNamespace(stdout=SimpleNamespace(fileno=lambda: 5))
    assert list(minizinc._lines(process, Request())) == ["[1,2]", "----------", "[2,1]"]


def test_a_silent_program_is_asked_for_the_time_at_each_look(monkeypatch):
    looks = iter([False, False, False, True])
    request = SimpleNamespace(expired=lambda: next(looks))
    waits = []

    def nothing(read, write, error, seconds):
        waits.append(seconds)
        return [], [], []

    monkeypatch.setattr(minizinc.select, "select", nothing)
    process = SimpleNamespace(stdout=SimpleNamespace(fileno=lambda: 5))
    assert list(minizinc._lines(process, request)) == [None]
    assert waits == [minizinc.POLL_SECONDS] * 3


def test_a_run_whose_time_is_over_says_so(run):
    assert run(Program([f"{NONE}\n"]), request=Request(deadline=float("-inf"))) == ([], "time")


# -- how it is ended ---------------------------------------------------------------


def ended(monkeypatch, program):
    """What is done to a program, and whose group is killed."""
    killed = []
    monkeypatch.setattr(os, "killpg", lambda pid, number: killed.append((pid, number)))
    program.stdout = io.BytesIO()
    minizinc._end(program)
    assert program.stdout.closed
    return program.calls, killed


@pytest.mark.skipif(os.name != "posix", reason="groups of processes are POSIX's")
def test_a_program_ends_its_solver_itself_and_is_killed_with_its_group_if_it_does_not(monkeypatch):
    assert ended(monkeypatch, Program(code=0)) == ([], [])
    assert ended(monkeypatch, Program(code=None)) == (["terminate", minizinc.END_SECONDS], [])
    stubborn = Program(code=None, stubborn=True)
    assert ended(monkeypatch, stubborn) == (
        ["terminate", minizinc.END_SECONDS, None],
        [(4711, 9)],
    )


def test_closing_a_run_ends_the_program(monkeypatch, run):
    program = Program([f"[1,2]\n{END}\n[2,1]\n{END}\n"], code=None)
    monkeypatch.setattr(subprocess, "Popen", program)
    steps = MiniZinc().run(PAIR, Request())
    assert next(steps) == {"a": 1, "b": 2}
    steps.close()
    assert program.calls[0] == "terminate"
    assert program.stdout.closed


def test_the_program_is_available_where_it_is_found(monkeypatch):
    monkeypatch.setattr(minizinc.shutil, "which", lambda name: None)
    assert not MiniZinc().available().ok
    monkeypatch.setattr(minizinc.shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(minizinc, "_version", lambda: "MiniZinc 9")
    assert MiniZinc().available() == Availability(True, "MiniZinc 9")
