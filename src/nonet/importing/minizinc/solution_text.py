"""Solutions as the ``output`` item of a MiniZinc model says, by one process for all of them.

The ``minizinc`` program reads solutions in FlatZinc's form, and writes each at once; to start it
takes forty times as long as a solution.  It ends when its input does, so also with our process.
"""

from __future__ import annotations

import subprocess
import tempfile
import weakref
from pathlib import Path
from threading import Lock
from typing import IO

from nonet.errors import ModelError
from nonet.model.integers import truncated

SEPARATOR = "~ end of a solution of nonet ~"
"""A line that no model prints."""

END_SECONDS = 1.0
"""Seconds that the program has to end after its input."""


class SolutionWriter:
    """The program with a model's output, started with the first solution."""

    def __init__(self, program: str, output_program: str) -> None:
        self._command = [program, "--non-unique", "--soln-sep", SEPARATOR, "--ozn-file"]
        self._output_program = output_program
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
                file = Path(folder) / "model.ozn"
                file.write_text(self._output_program, encoding="utf-8")
                self._pipes = self._start(file)
                return self._answer(values, *self._pipes)

    def _start(self, file: Path) -> tuple[IO[str], IO[str]]:
        """Start the program, out of the reach of Ctrl-C: what is found by then is still shown."""
        pipe = subprocess.PIPE
        errors = self._errors
        errors.seek(0)
        errors.truncate()
        try:
            process = subprocess.Popen(
                [*self._command, str(file)], stdin=pipe, stdout=pipe, stderr=errors,
                encoding="utf-8", start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise ModelError(f"{self._command[0]} cannot be run: {error.strerror}") from None
        weakref.finalize(self, _end, process)
        assert process.stdin is not None and process.stdout is not None
        return process.stdin, process.stdout

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


def _end(process: subprocess.Popen[str]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
