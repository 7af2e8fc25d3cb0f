"""Solutions as the ``output`` item of a MiniZinc model says, by one process for all of them.

The ``minizinc`` program reads solutions in FlatZinc's form, and writes each at once; to start it
takes forty times as long as a solution.  It ends when its input does, so also with our process.

The compiled output of a model no longer knows which integers are members of an enumeration:
``"\\(colour)"`` would write 2.  So where there are enumerations the program compiles the model once
more, and is given solutions by a solver that hands on what it reads.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import IO

from nonet.errors import ModelError
from nonet.importing.minizinc.configuration import configuration
from nonet.model.integers import truncated

SEPARATOR = "~ end of a solution of nonet ~"
"""A line that no model prints."""

END_SECONDS = 1.0
"""Seconds that the program has to end after its input."""


class SolutionWriter:
    """The program with a model's output, started with the first solution."""

    def __init__(self, program: str, output_program: str, sources: Sequence[str]) -> None:
        """``sources`` are the arguments for the model with its data, if it has enumerations."""
        self._command = [program, "--non-unique", "--soln-sep", SEPARATOR]
        self._output_program = output_program
        self._sources = sources if os.name != "nt" else ()
        self._lock = Lock()
        self._pipes: tuple[IO[str], IO[str]] | None = None
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        weakref.finalize(self, self._errors.close)

    def text(self, values: str) -> str:
        """Return the text of a solution, of which FlatZinc's form is given."""
        with self._lock:
            if self._pipes is not None:
                return self._answer(values, *self._pipes)
            with tempfile.TemporaryDirectory(prefix="nonet-") as folder:
                self._pipes = self._start(Path(folder))
                return self._answer(values, *self._pipes)

    def _start(self, folder: Path) -> tuple[IO[str], IO[str]]:
        """Start the program, out of the reach of Ctrl-C: what is found by then is still shown."""
        self._errors.seek(0)
        self._errors.truncate()
        source, sink = os.pipe()
        if self._sources:
            options = ["-a", "--solver", _relay(folder, source), *self._sources]
        else:
            file = folder / "model.ozn"
            file.write_text(self._output_program, encoding="utf-8")
            options = ["--ozn-file", str(file)]
        stdin = os.fdopen(sink, "w", encoding="utf-8")
        try:
            process = subprocess.Popen(
                [*self._command, *options], stdin=source, stdout=subprocess.PIPE,
                stderr=self._errors, encoding="utf-8", start_new_session=True,
                pass_fds=[source] if self._sources else (),
            )  # fmt: skip
        except OSError as error:
            stdin.close()
            raise ModelError(f"{self._command[0]} cannot be run: {error.strerror}") from None
        finally:
            os.close(source)
        weakref.finalize(self, _end, process, stdin)
        assert process.stdout is not None
        return stdin, process.stdout

    def _answer(self, values: str, stdin: IO[str], stdout: IO[str]) -> str:
        lines: list[str] = []
        try:
            stdin.write(f"{values}\n----------\n")
            stdin.flush()
        except OSError:  # the program has ended
            raise self._no_answer() from None
        for line in stdout:
            if line.rstrip("\n") == SEPARATOR:
                return "".join(lines).rstrip("\n")
            lines.append(line)
        raise self._no_answer()

    def _no_answer(self) -> ModelError:
        self._pipes = None
        self._errors.seek(0)
        lines = [line.strip() for line in self._errors if "error" in line.lower()]
        reason = f": {truncated(lines[0], 200)}" if lines else ""
        return ModelError(f"minizinc cannot write a solution by the model's output item{reason}")


def _relay(folder: Path, source: int) -> str:
    """Return the configuration of a solver whose solutions are what a descriptor has."""
    script = folder / "relay.sh"
    script.write_text(f"#!/bin/sh\nexec cat /dev/fd/{source}\n", encoding="utf-8")
    script.chmod(0o700)
    written = folder / "relay.msc"
    written.write_text(json.dumps(configuration(str(script))), encoding="utf-8")
    return str(written)


def _end(process: subprocess.Popen[str], stdin: IO[str]) -> None:
    with suppress(OSError):
        stdin.close()
    assert process.stdout is not None
    process.stdout.close()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
