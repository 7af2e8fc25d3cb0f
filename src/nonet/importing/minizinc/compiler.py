"""A MiniZinc model, compiled by the ``minizinc`` program and read as FlatZinc.

The compiler uses our library (``mznlib/``), and names for each constraint its place in the model.
Solutions are written as the model's ``output`` says, by the same program (``solution_text.py``).
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from nonet.errors import FormatError, ModelError
from nonet.importing.flatzinc import FlatZinc, read_flatzinc
from nonet.importing.minizinc.configuration import configuration
from nonet.importing.minizinc.solution_text import SolutionWriter

HOW_TO_INSTALL = (
    "the program minizinc compiles it, and is not found: https://www.minizinc.org, or a package "
    "of your system (apt install minizinc)"
)
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


def compile_minizinc(
    path: Path, data: Sequence[str] = (), *, keep_places: bool = True
) -> CompiledModel:
    """Compile a model with its data; raises ``FormatError`` with the compiler's error.

    ``keep_places``: whether each constraint says its line in the model.  The compiler writes up to
    2,000 letters for a place, and takes two to three times as long.
    """
    source = str(path)
    if not path.is_file():
        raise FormatError("no such file", source=source)
    program = _program(source)
    options = data_options(data, source)
    with tempfile.TemporaryDirectory(prefix="nonet-") as folder:
        solver = Path(folder) / "nonet.msc"
        solver.write_text(json.dumps(configuration(program)), encoding="utf-8")
        flat, output = Path(folder) / "model.fzn", Path(folder) / "model.ozn"
        paths = ["--keep-paths"] if keep_places else []
        files = ["--fzn", str(flat), "--ozn", str(output)]
        done = _run([program, "-c", *paths, "--solver", str(solver), *files, source, *options])
        if done.returncode or not flat.exists():
            if "model inconsistency" in done.stdout + done.stderr:
                return CompiledModel(_inconsistent(source), 'output [""];')
            raise _compiler_error(done.stderr or done.stdout, source)
        with flat.open(encoding="utf-8") as lines:
            flat_model = read_flatzinc(lines, f"{source} (FlatZinc)")
        sources = (source, *options)
        return CompiledModel(flat_model, output.read_text(encoding="utf-8"), sources)


def _inconsistent(source: str) -> FlatZinc:
    """The compiler found that there is no solution."""
    lines = ["var bool: inconsistent;", "constraint bool_clause([],[]);", "solve satisfy;"]
    return read_flatzinc(lines, source)


def _program(source: str = "a MiniZinc model") -> str:
    program = shutil.which("minizinc")
    if program is None:
        raise FormatError(HOW_TO_INSTALL, source=source)
    return program


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(command, input="", capture_output=True, text=True, check=False)
    except OSError as error:
        raise ModelError(f"{command[0]} cannot be run: {error.strerror}") from None


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
