"""A stranger's program in a sandbox reaches no network, no file but its own, and ends."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import socket
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from nonet.learn import confinement, find_exercise, grade
from nonet.learn.confinement import unavailable_reason
from nonet.processes import descendants
from nonet.protocol import ask
from nonet.protocol.about import RUN_PROGRAMS, where_programs_run

needs_sandbox = pytest.mark.skipif(
    bool(unavailable_reason()), reason=f"no sandbox on this system: {unavailable_reason()}"
)

NOBODY, PR_SET_DUMPABLE = 65534, 4

EXERCISE = find_exercise("declare-a-sudoku")

PROGRAM = """
import json, os, socket, sys

def result(action):
    try:
        return repr(action())
    except BaseException as error:
        return type(error).__name__

def in_child(action):
    child = os.fork()
    if not child:
        try:
            os._exit(0 if result(action) == "0" else 1)
        finally:
            os._exit(1)
    return os.waitpid(child, 0)[1]

def again():
    import ctypes
    return ctypes.CDLL(None).unshare(0x10000000)

print(json.dumps({
    "password file": result(lambda: open("/etc/passwd").read()),
    "another's file": result(lambda: open(SECRET).read()),
    "another's folder": result(lambda: os.listdir(os.path.dirname(SECRET))),
    "write to Python": result(lambda: open(os.__file__, "a")),
    "remove from Python": result(lambda: os.remove(os.__file__)),
    "change Python": result(lambda: os.chmod(os.__file__, 0o777)),
    "write above": result(lambda: open("/x", "w")),
    "processes": result(lambda: os.listdir("/proc")),
    "stop the server": result(lambda: os.kill(SERVER, 0)),
    "the server's port": result(lambda: socket.create_connection(("127.0.0.1", PORT), 5)),
    "its socket": result(lambda: socket.socket(socket.AF_UNIX).connect("\\0nonet-test")),
    "leave the root": result(lambda: os.chroot(".")),
    "a namespace": in_child(again) and "refused",
    "environment": "NONET_SECRET" in os.environ,
    "own": result(lambda: open("own.txt", "w").write("mine")),
    "memory": result(lambda: len(bytearray(3 << 30))),
    "a large file": result(lambda: open("large", "wb").write(bytes(80 << 20))),
}), file=sys.stderr)
"""


@needs_sandbox
def test_a_program_in_a_sandbox_has_no_network_and_no_files_but_its_own(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("NONET_SECRET", "x")
    secret = tmp_path / "theirs" / "secret.txt"
    secret.parent.mkdir()
    secret.write_text("a secret")
    file = tmp_path / "ours" / EXERCISE.file
    file.parent.mkdir()
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        abstract.bind("\0nonet-test")
        abstract.listen()
        names = {"SECRET": str(secret), "SERVER": os.getpid(), "PORT": server.getsockname()[1]}
        lines = [f"{name} = {value!r}\n" for name, value in names.items()]
        file.write_text("".join(lines) + PROGRAM)
        grade(EXERCISE, file, 60, sandbox=True)
    report = json.loads(capfd.readouterr().err.splitlines()[0])
    assert report == {
        "password file": "FileNotFoundError",
        "another's file": "FileNotFoundError",
        "another's folder": "FileNotFoundError",
        "write to Python": "OSError",
        "remove from Python": "OSError",
        "change Python": "OSError",
        "write above": "OSError",
        "processes": "FileNotFoundError",
        "stop the server": "ProcessLookupError",
        "the server's port": "OSError",
        "its socket": "ConnectionRefusedError",
        "leave the root": "PermissionError",
        "a namespace": "refused",
        "environment": False,
        "own": "4",
        "memory": "MemoryError",
        "a large file": "OSError",
    }
    assert sorted(each.name for each in file.parent.iterdir()) == [EXERCISE.file]
    assert secret.read_text() == "a secret"


@needs_sandbox
def test_a_solution_passes_in_a_sandbox_and_a_loop_without_end_is_ended(tmp_path: Path):
    file = tmp_path / EXERCISE.file
    file.write_text(EXERCISE.solution)
    assert grade(EXERCISE, file, 60, sandbox=True).passed
    file.write_text("import os\nfor _ in range(3):\n    os.fork()\nwhile True:\n    pass\n")
    before = set(descendants())
    graded = grade(EXERCISE, file, 0.5, sandbox=True)
    assert graded.results[0].state == "slow"
    assert set(descendants()) <= before


@needs_sandbox
@pytest.mark.skipif(os.getuid() != 0, reason="only root becomes another user")
def test_users_who_are_not_root_have_a_sandbox_too(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(confinement, "visible_paths", lambda: [Path("/usr"), Path("/dev/null")])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "own.txt").write_text("mine")
        for path in (folder, folder / "own.txt"):
            os.chown(path, NOBODY, NOBODY)

        def as_nobody() -> bool:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)  # as after a login
            confinement.unshare_users()
            return _in_child(inside) == 0

        def inside() -> bool:
            confinement.enter(folder)
            return Path("own.txt").read_text() == "mine" and not Path("/etc/passwd").exists()

        assert _in_child(as_nobody) == 0


def _in_child(action: Callable[[], bool]) -> int:
    """The exit code of a fork: 0 where the action returns true."""
    child = os.fork()
    if not child:
        with contextlib.suppress(BaseException):
            os._exit(0 if action() else 1)
        os._exit(2)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this system has no /proc")
def test_processes_that_take_too_much_memory_together_are_killed(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(confinement, "MAX_SANDBOX_MEMORY", 1)
    child = os.fork()
    if not child:
        time.sleep(100)
        os._exit(0)
    assert confinement._exit_code_of(child, watched=True) == -signal.SIGKILL
    assert "more than 2 GiB of memory" in capfd.readouterr().err


def test_a_server_without_a_sandbox_runs_no_program_unless_it_is_forced(
    monkeypatch: pytest.MonkeyPatch,
):
    question = {"do": "grade", "name": EXERCISE.name, "code": EXERCISE.solution}
    monkeypatch.setenv(RUN_PROGRAMS, "never")
    (answer,) = ask(question)
    assert "runs no programs" in answer["error"]
    monkeypatch.delenv(RUN_PROGRAMS)
    monkeypatch.setattr(confinement, "unavailable_reason", lambda: "Operation not permitted")
    assert not where_programs_run()["run"]
    (answer,) = ask(question)
    assert "cannot confine them (Operation not permitted)" in answer["error"]
    monkeypatch.setenv(RUN_PROGRAMS, "always")
    assert where_programs_run()["run"]
    (answer,) = ask(question)
    assert answer["done"]["passed"]
