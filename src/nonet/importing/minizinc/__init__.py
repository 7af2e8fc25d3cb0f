"""MiniZinc: models compiled to FlatZinc by the ``minizinc`` program, and nonet as its solver.

The compiler reads ``mznlib/`` beside its own library: the global constraints that nonet's model
has, declared without a body, so that these constraints arrive whole.  The compiler names for each constraint
its place in the model, and runs under the limits of the question under way.

Solutions are written as the model's ``output`` says, by one process for all of them: the
``minizinc`` program reads solutions in FlatZinc's form, and writes each at once; to start it takes
forty times as long as a solution.  The compiled output of a model no longer knows which integers
are members of an enumeration: ``"\\(colour)"`` would write 2.  For models with enumerations the
program compiles the model once more, and is given solutions by a solver that hands on what it reads.

>>> configuration("fzn-nonet")["stdFlags"]
['-a', '-f', '-n', '-r', '-s', '-t', '-v']
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Lock
from typing import IO, Any

from nonet.deadline import check, check_memory, resident_bytes
from nonet.errors import FormatError, ModelError
from nonet.importing.flatzinc import FlatZinc, read_flatzinc
from nonet.model.integers import short_repr, truncated

SOLVER_ID = "org.nonet.nonet"
"""The solver's name in MiniZinc; ``nonet`` is short for this name."""


def library_folder() -> Path:
    """Return the folder of the global constraints that are kept whole."""
    return Path(__file__).parent / "mznlib"


def configuration_folder() -> Path:
    """Return the folder in which MiniZinc looks for a user's solvers."""
    base = os.environ.get("MZN_SOLVER_PATH", "").partition(os.pathsep)[0]
    return Path(base) if base else Path.home() / ".minizinc" / "solvers"


def configuration(executable: str) -> dict[str, Any]:
    """Return the contents of a ``.msc`` file for a program that is called with a FlatZinc file."""
    try:
        number = version("nonet")
    except PackageNotFoundError:
        number = "0"
    return {
        "id": SOLVER_ID,
        "name": "nonet",
        "description": "Constraint programming with puzzles: any solver, proofs, explanations",
        "version": number,
        "mznlib": str(library_folder()),
        "executable": executable,
        "tags": ["cp", "int"],
        "stdFlags": ["-a", "-f", "-n", "-r", "-s", "-t", "-v"],
        "extraFlags": [["--nonet-backend", "The solver behind nonet", "string", "auto"]],
        "supportsMzn": False,
        "supportsFzn": True,
        "needsSolns2Out": True,
        "needsMznExecutable": False,
        "needsStdlibDir": False,
        "isGUIApplication": False,
    }


HOW_TO_INSTALL = (
    "the program minizinc compiles it, and is not found: https://www.minizinc.org, or a package "
    "of your system (apt install minizinc)"
)
MOST_MEGABYTES = 4096
"""Memory of the compiler, in units of 2**20 bytes, where the question has no limit of its own."""

_TOKEN = re.compile(
    r"%[^\n]*|/\*.*?\*/|\binclude(?:\s|%[^\n]*\n|/\*.*?\*/)*\"(?P<file>[^\"]*)\"|\"(?:[^\"\\]|\\.)*\"",
    re.DOTALL,
)
"""A comment, an include item or a text of MiniZinc."""

_PLACE = re.compile(r"^(?P<file>[^\n:]+):(?P<line>\d+)(?:\.(?P<column>\d+))?[-.\d]*:?$", re.M)


@dataclass(frozen=True)
class CompiledModel:
    """The FlatZinc of a model and the program that writes its solutions."""

    flat: FlatZinc
    output_program: str
    sources: tuple[str, ...] = ()
    """The compiler's arguments for the model and its data."""

    def show(self, solution: Mapping[str, int]) -> str:
        """Return a solution as the model's ``output`` item says."""
        return self._writer.text(self.flat.show(solution))

    @cached_property
    def _writer(self) -> SolutionWriter:
        files = [Path(each) for each in self.sources if each != "-D"]
        texts = (
            file.read_text(encoding="utf-8", errors="ignore") for file in files if file.is_file()
        )
        has_enumerations = any(re.search(r"\benum\b", text) for text in texts)
        return SolutionWriter(
            _program(), self.output_program, self.sources if has_enumerations else ()
        )


def data_options(entries: Sequence[str], source: str) -> list[str]:
    """Return the compiler's arguments for data: files, or ``name=value`` in MiniZinc's messages."""
    options: list[str] = []
    for entry in entries:
        name, equals, _ = entry.partition("=")
        if equals and name.strip().isidentifier():
            options += ["-D", entry]
        elif not Path(entry).is_file():
            raise FormatError(f"no such data file, for {source}", source=entry)
        else:
            options.append(entry)
    return options


def check_includes(path: Path, folders: Sequence[Path] = ()) -> None:
    """Raise ``FormatError`` if a model includes a file outside of its folder and of ``folders``.

    MiniZinc includes any file, and its errors quote the file.  Files of its own library have names
    without a path to elsewhere, and pass.
    """
    allowed = [folder.resolve() for folder in (path.parent, *folders)]
    pending, seen = [path.resolve()], set()
    while pending:
        file = pending.pop()
        seen.add(file)
        text = file.read_text(encoding="utf-8", errors="replace")
        for match in _TOKEN.finditer(text):
            name = match["file"]
            if name is None:
                continue
            candidates = [
                folder / name for folder in (file.parent, *allowed) if (folder / name).exists()
            ]
            targets = {each.resolve() for each in candidates[:1]}
            inside = all(any(t.is_relative_to(each) for each in allowed) for t in targets)
            leads_away = Path(name).is_absolute() or ".." in Path(name).parts or "\\" in name
            if not inside or (leads_away and not targets):
                raise FormatError(
                    f"it includes {short_repr(name)}, which is not in its folder: allow a folder of "
                    "others by --include FOLDER",
                    source=str(file if file != path.resolve() else path),
                    line=text.count("\n", 0, match.start()) + 1,
                )
            pending += [each for each in targets if each not in seen and each.is_file()]


def compile_minizinc(
    path: Path,
    data: Sequence[str] = (),
    *,
    include: Sequence[str] = (),
    keep_places: bool = True,
) -> CompiledModel:
    """Compile a model with its data, under the limits of the question under way.

    ``include``: folders beside the model's own from which it may include files.  ``keep_places``:
    whether each constraint says its line in the model.  The compiler writes up to 2,000 letters for
    a place, and takes two to three times as long.

    Raises ``FormatError`` with the compiler's error, for a file included from elsewhere, and if the
    compiler takes more than ``MOST_MEGABYTES``.
    """
    source = str(path)
    if not path.is_file():
        raise FormatError("no such file", source=source)
    program = _program(source)
    options = data_options(data, source)
    folders = [Path(folder) for folder in include]
    for file in (path, *(Path(entry) for entry in options if Path(entry).is_file())):
        check_includes(file, folders)
    options += [part for folder in folders for part in ("-I", str(folder.resolve()))]
    with tempfile.TemporaryDirectory(prefix="nonet-") as folder:
        solver = Path(folder) / "nonet.msc"
        solver.write_text(json.dumps(configuration(program)), encoding="utf-8")
        flat, output = Path(folder) / "model.fzn", Path(folder) / "model.ozn"
        paths = ["--keep-paths"] if keep_places else []
        files = ["--fzn", str(flat), "--ozn", str(output)]
        command = [program, "-c", *paths, "--solver", str(solver), *files, source, *options]
        done = _run(command, source)
        if done.returncode or not flat.exists():
            if "model inconsistency" in done.stdout + done.stderr:
                return CompiledModel(_inconsistent(source), 'output [""];')
            raise _compiler_error(done.stderr or done.stdout, source)
        with flat.open(encoding="utf-8") as lines:
            flat_model = read_flatzinc(lines, f"{source} (FlatZinc)")
        sources = (source, *options)
        return CompiledModel(flat_model, output.read_text(encoding="utf-8"), sources)


def _inconsistent(source: str) -> FlatZinc:
    lines = ["var bool: inconsistent;", "constraint bool_clause([],[]);", "solve satisfy;"]
    return read_flatzinc(lines, source)


def _program(source: str = "a MiniZinc model") -> str:
    program = shutil.which("minizinc")
    if program is None:
        raise FormatError(HOW_TO_INSTALL, source=source)
    return program


def _run(command: Sequence[str], source: str) -> subprocess.CompletedProcess[str]:
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            encoding="utf-8", errors="replace",
        )  # fmt: skip
    except OSError as error:
        raise ModelError(f"{command[0]} cannot be run: {error.strerror}") from None
    with process:
        try:
            while True:
                with suppress(subprocess.TimeoutExpired):
                    output, errors = process.communicate(timeout=COMPILER_INTERVAL)
                    return subprocess.CompletedProcess(command, process.returncode, output, errors)
                check()
                check_memory(process.pid)
                if (resident_bytes(process.pid) or 0) > MOST_MEGABYTES * 2**20:
                    raise FormatError(
                        f"minizinc takes more than {MOST_MEGABYTES} MB to compile it", source=source
                    )
        except BaseException:
            process.kill()
            raise


def _compiler_error(text: str, source: str) -> FormatError:
    """Return the compiler's first error as one line, with the place in the model."""
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    place = _PLACE.search(text)
    errors = [line.removeprefix("Error: ") for line in lines if line.startswith("Error: ")]
    others = [
        line.removeprefix("MiniZinc: ")
        for line in lines
        if not _PLACE.match(line) and not line.startswith(("^", "Warning", "in "))
    ]
    message = errors[0] if errors else " ".join(others[:2])
    message += f" (the first of {len(errors)} errors)" if len(errors) > 1 else ""
    if not place:
        return FormatError(f"minizinc: {message or 'it gives no FlatZinc'}", source=source)
    return FormatError(
        f"minizinc: {message}",
        source=place["file"] if Path(place["file"]).name != Path(source).name else source,
        line=int(place["line"]),
        column=int(place["column"]) if place["column"] else None,
    )


SEPARATOR = "~ end of a solution of nonet ~"
"""A line that no model prints."""

COMPILER_INTERVAL = 0.02
"""Seconds between two looks at the limits while the compiler runs."""

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
        """Start the program, out of the reach of Ctrl-C, so that its last solution is still shown."""
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
    """Return the configuration of a solver that reads its solutions from a descriptor."""
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
