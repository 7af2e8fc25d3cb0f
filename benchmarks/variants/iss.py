"""Compare nonet with the Interactive Sudoku Solver: ``python -m benchmarks.variants.iss ROOT FILE``.

``ROOT`` is a copy of its repository, ``FILE`` the inputs that ``iss.mjs`` wrote, or any JSON list
of ``{"name": ..., "input": ...}`` in its format; ``"text"`` is what nonet reads instead, such as a
link of another program.  Both programs are asked each input once, as a user does, in one process
each: CPU time of all threads from the text to two solutions or the proof that there is one.  The
limit is also CPU time, because wall time depends on other work of the machine.

``--log FILE`` stores a line for each input, and inputs in this file are not measured again.
"""

from __future__ import annotations

import argparse
import gc
import json
import signal
import sys
import time
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import nonet
from benchmarks.figures import machine
from benchmarks.json_process import JsonProcess
from benchmarks.report import table, three_digits
from benchmarks.variants.families import family_of
from benchmarks.variants.measure import SOLUTION_COUNTS
from nonet.errors import NonetError
from nonet.solving.queries import Interrupted

HEAD = """# {backend} and the Interactive Sudoku Solver (ISS)

`python -m benchmarks.variants.iss`. Milliseconds of CPU from the text of an input to two solutions,
or the proof that there is one; each input is asked once, in a warm process. *Median* and *sum* are
over the inputs that both finish within {limit:g} s of CPU; *ratio* is the time of ISS divided by nonet's.
{cpu}, {cores} cores, {python}; load {load}.

"""
HAS_TIMER = hasattr(signal, "setitimer")
"""Whether a search can be interrupted by its CPU time; on Windows it gets a time limit instead."""
WARMING = (".Shape~4x4", ".Shape~4x4.Cage~5~R1C1~R1C2", ".Thermo~R1C1~R1C2")
"""Inputs whose solving imports and loads most modules, outside of the measurement."""
SCRIPT = Path(__file__).with_name("iss.mjs")


class IssSolver(JsonProcess):
    """A process of ISS that answers one input after the other."""

    def __init__(self, root: Path) -> None:
        super().__init__(["node", str(SCRIPT), str(root)])

    def solve(self, text: str, seconds: float) -> dict[str, Any]:
        """Return the number of solutions up to two, milliseconds and guesses of an input."""
        try:
            answer: dict[str, Any] = self.ask({"input": text, "seconds": seconds})
        except EOFError:
            message = f"benchmarks: {SCRIPT.name} ended; is ROOT a copy of its repository?"
            raise SystemExit(message) from None
        return answer


@dataclass(frozen=True)
class Comparison:
    """An input with the numbers of solutions (-1 for undecided) and milliseconds of both programs.

    ``parse_ms`` is the part of nonet's ``ms`` that reads the text.  ``refusal`` is the reason if
    nonet cannot read or solve the input.
    """

    name: str
    family: str
    iss_count: int
    iss_ms: float
    iss_guesses: int
    nonet_count: int = -1
    parse_ms: float = 0.0
    ms: float = 0.0
    guesses: int = 0
    refusal: str = ""

    @property
    def both_finish(self) -> bool:
        """Whether both programs finish."""
        return self.nonet_count >= 0 and self.iss_count >= 0


def compare_input(
    entry: dict[str, Any], limit: float, iss_solver: IssSolver, backend: str
) -> Comparison | None:
    """Ask both programs an input once; return ``None`` if ISS reports an error."""
    answer = iss_solver.solve(entry["input"], limit)
    if "error" in answer:
        return None
    count = min(answer["count"], 2) if answer["ended"] else -1
    ms = answer["parsing"] + answer["cpu"]
    given = ms, answer["guesses"]
    gc.collect()
    try:
        puzzle, *figures = _count_with_nonet(entry, limit, backend)
    except (NonetError, UserWarning) as error:
        refusal = str(error).partition("\n")[0]
        return Comparison(entry["name"], "not read", count, *given, refusal=refusal)
    return Comparison(entry["name"], family_of(puzzle, ms), count, *given, *figures)


class NonetCount(NamedTuple):
    """The puzzle, its number of solutions (-1 for undecided), milliseconds and guesses by nonet."""

    puzzle: nonet.Puzzle
    solutions: int
    parse_ms: float
    ms: float
    guesses: int


def _count_with_nonet(entry: dict[str, Any], limit: float, backend: str) -> NonetCount:
    text, format_ = (entry["text"], None) if "text" in entry else (entry["input"], "iss")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _interrupt_after(limit)  # before the clock starts: this call takes time itself
        try:
            start = time.process_time()
            puzzle = nonet.parse(text, format=format_)
            parse_end = time.process_time()
            try:
                outcome = None
                verdict = nonet.verify(puzzle, backend, time_limit=None if HAS_TIMER else limit)
            except Interrupted as error:
                outcome = error.outcome
            end = time.process_time()
        finally:
            _interrupt_after(0)
    count = -1
    if outcome is None:
        outcome = verdict.outcome
        count = SOLUTION_COUNTS.get(verdict.uniqueness.value, -1)
    guesses = int(outcome.stats.get("guesses", 0))
    return NonetCount(puzzle, count, 1000 * (parse_end - start), 1000 * (end - start), guesses)


def _interrupt_after(seconds: float) -> None:
    """Raise KeyboardInterrupt after some seconds of CPU; 0 cancels this.

    A timer of wall time checks the CPU clock: a timer of CPU time would reduce the resolution of
    the process's CPU clock to 4 ms.
    """
    if not HAS_TIMER:
        return
    until = time.process_time() + seconds

    def look(number: int, frame: object) -> None:
        remaining = until - time.process_time()
        if remaining <= 0:
            raise KeyboardInterrupt
        signal.setitimer(signal.ITIMER_REAL, max(remaining, 0.01))

    signal.signal(signal.SIGALRM, look if seconds else signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)


def family_table(rows: Sequence[Comparison]) -> str:
    """Return the table of families with a summary as Markdown."""
    families = sorted({row.family for row in rows})
    head = ["family", "inputs", "accepted", "ISS ends", "nonet ends", "median, ISS"]
    head += ["median, nonet", "ratio of medians", "sum, ISS", "sum, nonet", "ratio of sums"]
    lines = [_line(family, [row for row in rows if row.family == family]) for family in families]
    accepted = [row for row in rows if not row.refusal]
    lines.append(_line("all accepted", accepted))
    parts = [table(head, lines, markdown=True, text_columns=True)]
    both = [row for row in accepted if row.both_finish]
    ratios = [row.iss_ms / row.ms for row in both]
    if ratios:
        parts.append(
            f"{len(accepted)} of {len(rows)} accepted. Median of the ratios: "
            f"{median(ratios):.2f}; ratio of the medians: "
            f"{median(r.iss_ms for r in both) / median(r.ms for r in both):.2f}; "
            f"median of nonet's reading {median(r.parse_ms for r in both):.2f} ms."
        )
    return "\n\n".join(parts) + "\n"


def details(rows: Sequence[Comparison]) -> str:
    """Return different counts, unfinished, slow and refused inputs as Markdown."""
    accepted = [row for row in rows if not row.refusal]
    both = [row for row in accepted if row.both_finish]
    parts = []
    wrong = [row for row in both if row.nonet_count != row.iss_count]
    if wrong:
        parts.append(
            "Counts that differ:\n\n" + _listed(wrong, lambda r: f"{r.nonet_count}, {r.iss_count}")
        )
    unfinished = [row for row in accepted if row.nonet_count < 0]
    if unfinished:
        parts.append("Not finished by nonet:\n\n" + _listed(unfinished, lambda r: _ended(r)))
    slowest = sorted(both, key=lambda r: r.iss_ms - r.ms)[:40]
    head = ["slowest compared with ISS", "family", "ms, ISS", "ms, nonet", "guesses, ISS", "nonet"]
    lines = [
        [r.name, r.family, three_digits(r.iss_ms), three_digits(r.ms), str(r.iss_guesses),
         str(r.guesses)]
        for r in slowest
    ]  # fmt: skip
    parts.append(table(head, lines, markdown=True, text_columns=True))
    refused = [row for row in rows if row.refusal]
    if refused:
        parts.append("Not accepted:\n\n" + _listed(refused, lambda r: r.refusal))
    return "\n\n".join(parts) + "\n"


def _ended(row: Comparison) -> str:
    if row.iss_count < 0:
        return f"nor by ISS ({row.guesses} guesses)"
    return f"ISS {row.iss_ms:.0f} ms, {row.iss_guesses} guesses; nonet {row.guesses}"


def _listed(rows: Iterable[Comparison], text_of: Any) -> str:
    return "\n".join(f"- {row.name}: {text_of(row)}" for row in rows)


def _line(name: str, rows: Sequence[Comparison]) -> list[str]:
    accepted = [row for row in rows if not row.refusal]
    both = [row for row in accepted if row.both_finish]
    line = [name, str(len(rows)), str(len(accepted))]
    line += [
        str(sum(row.iss_count >= 0 for row in accepted)),
        str(sum(row.nonet_count >= 0 for row in accepted)),
    ]
    if not both:
        return [*line, *[""] * 6]
    iss_times, nonet_times = [row.iss_ms for row in both], [row.ms for row in both]
    numbers = [median(iss_times), median(nonet_times), median(iss_times) / median(nonet_times)]
    numbers += [sum(iss_times), sum(nonet_times), sum(iss_times) / sum(nonet_times)]
    return [*line, *map(three_digits, numbers)]


def _logged(path: Path | None) -> dict[str, Comparison]:
    """Return the comparisons of a log by the text of the input."""
    if path is None or not path.exists():
        return {}
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {row.pop("input"): Comparison(**row) for row in rows}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return 1 if counts differ."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.variants.iss", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("root", type=Path, help="a copy of the repository of ISS")
    parser.add_argument("file", type=Path, help="inputs that iss.mjs wrote")
    parser.add_argument("--names", metavar="TEXT", help="only inputs with this in their name")
    parser.add_argument("--backend", default="auto", metavar="NAME", help="default: auto")
    parser.add_argument(
        "--limit", type=float, default=20.0, metavar="SECONDS", help="CPU time of a search"
    )
    parser.add_argument(
        "--log", type=Path, metavar="FILE", help="file of results, to continue a run"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the table of families")
    given = parser.parse_args(arguments)
    rows = []
    for text in WARMING:
        puzzle = nonet.parse(text, format="iss")
        nonet.verify(nonet.parse(nonet.write(puzzle, "f-puzzles")))
    entries = [entry for entry in json.loads(given.file.read_text()) if "error" not in entry]
    chosen = [entry for entry in entries if given.names is None or given.names in entry["name"]]
    logged = _logged(given.log)
    with IssSolver(given.root) as iss_solver:
        for text in WARMING:
            iss_solver.solve(text, 1.0)
        for number, entry in enumerate(chosen, 1):
            row = logged.get(entry["input"])
            if row is None:
                row = compare_input(entry, given.limit, iss_solver, given.backend)
                print(f"{number} of {len(chosen)}: {row}", file=sys.stderr)
                if row is not None and given.log is not None:
                    with given.log.open("a", encoding="utf-8") as file:
                        file.write(json.dumps({"input": entry["input"], **asdict(row)}) + "\n")
            if row is not None:
                rows.append(row)
    if not rows:
        raise SystemExit("benchmarks: no input has such a name")
    settings = {"backend": given.backend, "limit": given.limit}
    page = HEAD.format(**settings, **machine()) + family_table(rows)
    print(page + "\n" + details(rows))
    if given.out is not None:
        given.out.write_text(page)
    return int(any(row.both_finish and row.nonet_count != row.iss_count for row in rows))


if __name__ == "__main__":
    sys.exit(main())
