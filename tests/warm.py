"""A server process with slow imports done, from which the processes of tests are forked.

Tests start the same programs dozens of times, and most programs take longer to import NumPy and
OR-Tools than to do what is tested.  The server imports libraries that are *not* of this project
and forks: the fork runs a command, a module or a script with the arguments, folder, environment and
files of its client, and ends as Python ends.  Each fork imports nonet itself anew, so a missing
import of nonet still fails.

:func:`run` stands for ``subprocess.run``; :func:`programs` is a folder with a ``nonet`` and a
``python`` for ``PATH``.  Where processes cannot be forked, programs are started as usual, and so
are those of tests about starting or ending.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import marshal
import os
import resource
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType

FORKS = hasattr(os, "pidfd_open")
PRELOADED = (
    "numpy", "pyarrow.compute", "pyarrow.csv", "pyarrow.parquet", "constraint",
    "ortools.sat.python.cp_model_helper", "pysat.solvers", "lzstring", "argparse", "doctest",
    "_pytest.doctest", "pytest", "hypothesis", "ipykernel.kernelapp", "xml.etree.ElementTree",
)  # fmt: skip
"""Modules that the server imports, where they are installed."""
PYTHON_FOLDER = Path(sys.executable).parent
SOURCES = Path(__file__).resolve().parents[1] / "src"
"""This checkout is what forked programs test, whatever nonet is installed."""

PROGRAM = """#!{python} -IS
import os, sys
arguments = sys.argv
arguments[0] = {name!r}
if {name!r} == "python" and (len(arguments) == 1 or arguments[1].startswith("-") and
                             arguments[1] != "-m"):
    os.execv({python!r}, [{python!r}, *arguments[1:]])
import _socket, marshal
connection = _socket.socket(_socket.AF_UNIX)
connection.connect({address!r})
request = marshal.dumps((arguments, os.getcwd(), dict(os.environ)))
files = b"".join(number.to_bytes(4, sys.byteorder) for number in range(3))
size = len(request).to_bytes(8, "big")
connection.sendmsg([size], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, files)])
connection.sendall(request)
code = int(connection.recv(16) or b"-9")
if code < 0:
    os.kill(os.getpid(), -code)
os._exit(code)
"""


# -- for tests -------------------------------------------------------------------------


def run(
    arguments: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    timeout: float = 300,
) -> subprocess.CompletedProcess[str]:
    """Run ``nonet``, or ``python`` with a script or ``-m``; return its output and exit code.

    Standard input is empty.  Raises ``subprocess.TimeoutExpired`` after ``timeout`` seconds; the
    program has ended then.
    """
    command = [programs() / arguments[0], *arguments[1:]]
    return subprocess.run(
        command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True,
        encoding="utf-8", timeout=timeout, check=False,
    )  # fmt: skip


@cache
def programs() -> Path:
    """Return a folder with ``nonet`` and ``python``, to be put first in ``PATH``."""
    if not FORKS:
        return PYTHON_FOLDER
    folder = tempfile.TemporaryDirectory(prefix="warm")
    at = Path(folder.name)
    address = str(at / "socket")
    environment = os.environ | {"PYTHONPATH": str(SOURCES)}
    server = subprocess.Popen(
        [sys.executable, __file__, address],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=at,
    )  # fmt: skip
    assert server.stdin is not None and server.stdout is not None
    assert server.stdout.read(1) == b"."
    for name in ("nonet", "python"):
        text = PROGRAM.format(python=str(PYTHON_FOLDER / "python"), name=name, address=address)
        (at / name).write_text(text, encoding="utf-8")
        (at / name).chmod(0o700)

    def end() -> None:
        server.stdin.close()  # type: ignore[union-attr]
        server.wait()
        folder.cleanup()

    atexit.register(end)
    return at


def processor_seconds() -> float:
    """Return the seconds of processor time of all programs that have ended."""
    if not FORKS:
        return 0.0  # they are children of the caller
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(programs() / "socket"))
        socket.send_fds(connection, [bytes(8)], [0, 1, 2])
        return float(connection.recv(64))


# -- the process that forks ------------------------------------------------------------


class ForkedProgram(Exception):
    """Raised in a forked process, with the program that it has to run."""

    def __init__(self, request: bytes) -> None:
        self.arguments, self.folder, self.environment = marshal.loads(request)


def serve(address: str) -> None:
    """Fork until standard input ends."""
    for name in PRELOADED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    gc.collect()
    gc.freeze()
    listener, selector = socket.socket(socket.AF_UNIX), selectors.DefaultSelector()
    listener.bind(address)
    listener.listen(64)
    os.write(1, b".")
    selector.register(0, selectors.EVENT_READ)
    selector.register(listener, selectors.EVENT_READ)
    while True:
        for key, _ in selector.select():
            if key.fileobj == 0:
                return
            if key.fileobj is listener:
                fork_program(listener.accept()[0], selector)
            elif key.fileobj in selector.get_map():  # else it was just ended
                finish(*key.data, selector)


def fork_program(connection: socket.socket, selector: selectors.BaseSelector) -> None:
    """Start the program that a connection requests; its exit code is sent back there.

    The program is killed when the connection closes.  An empty request asks for the processor time.
    """
    length, descriptors, _, _ = socket.recv_fds(connection, 8, 3)
    request = b""
    while len(request) < int.from_bytes(length, "big"):
        request += connection.recv(1 << 16)
    if not request:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        connection.send(b"%f" % (usage.ru_utime + usage.ru_stime))
        connection.close()
        for file in descriptors:
            os.close(file)
        return
    process = os.fork()
    if not process:
        for number, file in enumerate(descriptors):
            os.dup2(file, number)
            os.close(file)
        raise ForkedProgram(request)
    for file in descriptors:
        os.close(file)
    handle = os.pidfd_open(process)
    for each in (connection, handle):
        selector.register(each, selectors.EVENT_READ, (process, handle, connection))


def finish(
    process: int, handle: int, connection: socket.socket, selector: selectors.BaseSelector
) -> None:
    """Send the exit code of a program that ended, or kill it where its client has gone."""
    for each in (connection, handle):
        selector.unregister(each)
    signal.pidfd_send_signal(handle, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    with contextlib.suppress(OSError):
        connection.send(b"%d" % code)
    connection.close()
    os.close(handle)


def run_program(program: ForkedProgram, path: list[str]) -> None:
    """Run a program in this process, set up as Python sets up a new process."""
    os.chdir(program.folder)
    os.environ.clear()
    os.environ.update(program.environment)
    sys.dont_write_bytecode = bool(os.environ.get("PYTHONDONTWRITEBYTECODE"))
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = open(  # noqa: SIM115
            number, "w" if number else "r", encoding=os.environ.get("PYTHONIOENCODING"),
            errors="backslashreplace" if number == 2 else "strict", closefd=False,
            buffering=1 if number == 2 else -1,
        )  # fmt: skip
        stream.buffer.raw.name = f"<{name}>"  # type: ignore[attr-defined]
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    importlib.invalidate_caches()
    name, *arguments = program.arguments
    module = name == "python" and arguments[0] == "-m"
    if name == "python":
        name, *arguments = arguments[1:] if module else arguments
    else:
        name = str(PYTHON_FOLDER / name)
    first = str(Path.cwd()) if module else str(Path(name).resolve().parent)
    paths = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    sys.path[:] = [first, *paths, *path]
    sys.argv[:] = [name, *arguments]
    if module:
        runpy.run_module(name, run_name="__main__", alter_sys=True)
        return
    script = Path(name).absolute()
    main = sys.modules["__main__"] = ModuleType("__main__")
    main.__file__ = str(script)
    exec(compile(script.read_bytes(), str(script), "exec"), main.__dict__)


def exit_code_of(path: list[str], program: ForkedProgram) -> int:
    """Run a program to its end and return its exit code; as Python does, without its finalization."""
    code: object = None
    try:
        run_program(program, path)
    except SystemExit as stop:
        code = stop.code
    except BaseException:
        sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
        code = 1
    if not isinstance(code, int | None):
        print(code, file=sys.stderr)
        code = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    return (code or 0) & 255


if __name__ == "__main__":
    plain = sys.path[1:]
    task = None
    try:
        serve(sys.argv[1])
    except ForkedProgram as forked:
        task = forked
    if task is not None:
        os._exit(exit_code_of(plain, task))
