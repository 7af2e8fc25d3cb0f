"""Any solver of MiniZinc, by the ``minizinc`` program: ``minizinc:gecode``, ``minizinc:chuffed``.

The model is written in MiniZinc's own constraints (:mod:`.program`), and solutions are read as they
arrive.  The program is ended when the run is closed or its time is over.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from nonet.backends.adapter import reports_solutions
from nonet.backends.base import Availability, Capabilities, Parameters, Request, Run
from nonet.backends.minizinc.program import POSTED, POSTED_INSIDE, minizinc_text
from nonet.backends.solver_faults import guard_of
from nonet.errors import BackendError, BackendOptionError, did_you_mean
from nonet.model import Model

MISSING = "the program minizinc is missing: https://www.minizinc.org, or apt install minizinc"
CP_SAT_NAMES = frozenset(
    ("cp-sat", "cpsat", "com.google.ortools.sat", "com.google.or-tools", "or-tools")
)
"""Names of CP-SAT in MiniZinc; its option ``--params`` takes CP-SAT's own parameters."""
LARGEST = (1 << 31) - 3
"""Largest number that Gecode and most solvers of MiniZinc hold."""
END_SECONDS = 2.0
"""Seconds that the program has to end its solver; a tenth of a second is usual."""
POLL_SECONDS = 0.05
"""Seconds between two looks at the clock while the program is silent."""


@dataclass(frozen=True)
class MiniZinc:
    """A solver of MiniZinc; ``solver`` is its name in ``minizinc --solvers``.

    ``parameters`` are ``parallel``, ``random_seed``, ``free_search`` and ``optimisation_level``, and the
    flags of the solver's own (``minizinc --help gecode``), without their first dashes: ``{"restart":
    "luby", "nogoods": True}``.  The log is what the program says with ``-v`` and ``-s``.
    """

    solver: str = "gecode"
    parameters: Parameters = ()

    name: ClassVar[str] = "minizinc"
    capabilities: ClassVar[Capabilities] = Capabilities(
        posts=POSTED,
        inside=POSTED_INSIDE,
        optimises=True,
        checks_deadline=True,
        logs=True,
        largest_number=LARGEST,
        events=("Posted", "SolutionFound", "Stopped"),
    )

    def available(self) -> Availability:
        """Whether the program is found; the availability of the solver is tested when a run
        starts."""
        if shutil.which("minizinc") is None:
            return Availability(False, missing=MISSING)
        return Availability(True, _version())

    def check_parameters(self, parameters: Mapping[str, Any]) -> None:
        """Raise ``BackendOptionError`` for a flag that the solver does not have, or another type."""
        for name, value in parameters.items():
            self._flag(name, value)

    def _flag(self, name: str, value: Any) -> list[str]:
        """Return the arguments of the program that say one parameter."""
        flags = _flags(self.solver)
        known = {flag.lstrip("-").replace("-", "_"): flag for flag in flags}
        flag = STANDARD_FLAGS.get(name) or known.get(name.lstrip("-").replace("-", "_"))
        if flag is None or flag not in flags:
            short = set(STANDARD_FLAGS.values())
            names = [each for each, short_name in STANDARD_FLAGS.items() if short_name in flags]
            names += [each for each, own in known.items() if own not in short]
            similar = did_you_mean(name, names)
            raise BackendOptionError(
                f"backend minizinc: {self.solver} has no parameter {name!r}; it has "
                f"{', '.join(names)}{similar}"
            )
        kind = flags[flag]
        types = {"bool": (bool,), "int": (int,), "float": (int, float)}
        fits = types.get(kind.partition(":")[0], (str,))
        is_choice = kind.startswith("opt:")
        if (
            not isinstance(value, fits)
            or (isinstance(value, bool) and bool not in fits)
            or (is_choice and value not in kind.split(":")[1:])
        ):
            expected = (
                f"one of {', '.join(kind.split(':')[1:])}" if is_choice else f"of type {kind}"
            )
            raise BackendOptionError(f"backend minizinc: {name} is {expected}, not {value!r}")
        if isinstance(value, bool):
            return [flag] if value else []
        if is_choice:  # which the program does not hand on by itself
            return ["--fzn-flags", flag, "--fzn-flags", str(value)]
        return [f"{flag}{value}"] if flag == "-O" else [flag, str(value)]

    @reports_solutions
    def run(self, model: Model, request: Request) -> Run:
        """Yield every solution, or with an objective better and better solutions."""
        with tempfile.TemporaryDirectory(prefix="nonet-") as folder:
            path = Path(folder) / "model.mzn"
            path.write_text(minizinc_text(model), encoding="utf-8")
            command = ["minizinc", "--solver", self.solver, str(path)]
            if self.solver in CP_SAT_NAMES and (guard := guard_of(model.structure)).parameters:
                command[3:3] = ["--params", guard.parameter_text]
            for name, value in self.parameters:
                command[3:3] = self._flag(name, value)
            if request.log is not None:
                command[1:1] = ["-v", "-s"]
            if request.solutions != 1 or model.objective is not None:
                command.insert(1, "-a")
            log = Path(folder) / "errors.txt"
            with log.open("w+b") as errors:
                process = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                    start_new_session=os.name == "posix",
                    # the program leaves its files behind when it is ended
                    env={**os.environ, "TMPDIR": folder},
                )  # fmt: skip
                try:
                    return (yield from self._solutions(model, request, process, log))
                finally:
                    _end(process)
                    if request.log is not None:
                        for line in log.read_text("utf-8", "replace").splitlines():
                            request.log(line)

    def _solutions(
        self, model: Model, request: Request, process: subprocess.Popen[bytes], log: Path
    ) -> Run:
        variables = model.variables
        values: list[int] = []
        complete = failed = False
        for line in _lines(process, request):
            if line is None:
                return "time"
            if line.startswith("%"):
                if request.log is not None:
                    request.log(line)
            elif line.startswith("["):
                try:
                    values = [int(text) for text in line.strip("[]").split(",") if line != "[]"]
                except ValueError:
                    raise self._error(f"it printed {line[:60]!r}") from None
            elif line == "----------":
                if len(values) != len(variables):
                    raise self._error("a solution that lacks variables")
                request.stats["solutions"] = request.stats.get("solutions", 0) + 1
                yield dict(zip(variables, values, strict=True))
            elif line in ("==========", "=====UNSATISFIABLE====="):
                complete = True
            elif line == "=====ERROR=====":
                failed = True
        code = process.wait()
        if failed or (code and not complete):
            text = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            raise self._error(text[0] if text else f"it ended with code {code}")
        if complete:
            return None
        if self.parameters and (not code):  # a limit among them
            return "effort"
        if request.solutions == 1 and request.stats.get("solutions") and model.objective is None:
            return "solutions"
        raise self._error("it ended without saying that the search is complete")

    def _error(self, message: str) -> BackendError:
        return BackendError(f"backend minizinc:{self.solver}: {message}")


STANDARD_FLAGS = {
    "parallel": "-p", "random_seed": "-r", "free_search": "-f", "optimisation_level": "-O",
}  # fmt: skip
"""Parameters that MiniZinc itself names, and the flags that say them."""


@cache
def _flags(solver: str) -> Mapping[str, str]:
    """Return the flags that a solver of MiniZinc takes, with the type of each."""
    flags = {"-O": "int"}
    with suppress(OSError, subprocess.SubprocessError, ValueError):
        done = subprocess.run(
            ["minizinc", "--solvers-json"], capture_output=True, text=True, timeout=10, check=False
        )
        for each in json.loads(done.stdout):
            short = each["id"].rpartition(".")[2]
            if solver.lower() in (each["id"].lower(), each["name"].lower(), short):
                types = {"-p": "int", "-r": "int", "-f": "bool"}
                flags |= {name: types[name] for name in each.get("stdFlags", ()) if name in types}
                flags |= {name: kind for name, _, kind, *_ in each.get("extraFlags", ())}
    return flags


@cache
def _version() -> str:
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(
            ["minizinc", "--version"], capture_output=True, text=True, timeout=10, check=False
        )
        for word in done.stdout.replace(",", " ").split():
            if word[:1].isdigit():
                return f"MiniZinc {word}"
    return "MiniZinc"


def _lines(process: subprocess.Popen[bytes], request: Request) -> Iterator[str | None]:
    """Yield the lines of a program as they arrive; ``None`` when the time is over."""
    assert process.stdout is not None
    descriptor = process.stdout.fileno()
    pending = b""
    while True:
        if request.expired():
            yield None
            return
        if not select.select([descriptor], [], [], POLL_SECONDS)[0]:
            continue
        piece = os.read(descriptor, 1 << 16)
        if not piece:
            return
        *lines, pending = (pending + piece).split(b"\n")
        for line in lines:
            yield line.decode("utf-8", "replace").strip()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program and its solver.

    The solver is in a process group of its own, which only the program knows: on SIGTERM the
    program ends the solver and then itself.
    """
    if process.stdout is not None:
        process.stdout.close()
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        with suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(process.pid, 9)
            else:
                process.kill()
        process.wait()


__all__ = ["MiniZinc"]
