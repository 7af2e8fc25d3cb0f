"""Compare nonet with the Interactive Sudoku Solver: ``python -m benchmarks.variants.iss ROOT FILE``.

``ROOT`` is a copy of its repository, ``FILE`` the inputs that ``iss.mjs`` wrote, or any JSON list
of ``{"name": ..., "input": ...}`` in its format.  Both programs search for two solutions in turn,
several times, or once if either needs a second; the medians are compared: CPU time of all threads,
warm, without parsing.  The limit is also CPU time, because wall time depends on other work of the
machine.  The caches of a puzzle are cleared between its runs; the caches of its grid stay.

All inputs take an hour on a busy machine.  ``--log FILE`` stores a line for each input, and inputs
in this file are not measured again.
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
from benchmarks.variants.measure import SOLUTION_COUNTS, clear_caches
from nonet.backends import get_backend
from nonet.backends.lowering import lower
from nonet.errors import NonetError
from nonet.solving.queries import Interrupted

HEAD = """# {backend} and the Interactive Sudoku Solver (ISS)

`python -m benchmarks.variants.iss`. Milliseconds of CPU to search for two solutions: model, arrays
and search (ISS: building and searching), without parsing, warm. Both run in turn; medians of
{rounds} rounds (one round if either takes a second). *Median* and *sum* are over the inputs that both
finish within {limit:g} s of CPU; *ratio* is the time of ISS divided by nonet's. Parsing produces
rules in nonet and constraints in ISS; both keep their caches for kinds of rules and for grids. The
limit applies to CPU time in both programs.
{cpu}, {cores} cores, {python}; load {load}.

"""
ROUNDS = 5
HAS_TIMER = hasattr(signal, "setitimer")
"""Whether a search can be interrupted by its CPU time; on Windows it gets a time limit instead."""
WARMING = (".Shape~4x4", ".Shape~4x4.Cage~5~R1C1~R1C2")
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

    ``refusal`` is the reason if nonet cannot read or solve the input.
    """

    name: str
    family: str
    iss_count: int
    iss_ms: float
    iss_guesses: int
    nonet_count: int = -1
    model_ms: float = 0.0
    ms: float = 0.0
    guesses: int = 0
    refusal: str = ""

    @property
    def both_finish(self) -> bool:
        """Whether both programs finish."""
        return self.nonet_count >= 0 and self.iss_count >= 0

    @property
    def total_ms(self) -> float:
        """Milliseconds of model, arrays and search by nonet."""
        return self.model_ms + self.ms


def compare_input(
    entry: dict[str, Any], limit: float, iss_solver: IssSolver, backend: str
) -> Comparison | None:
    """Run both programs on an input in turn; return ``None`` if ISS reports an error."""
    name, text, refusal = entry["name"], entry["input"], ""
    puzzle: nonet.Puzzle | None = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            puzzle = nonet.parse(text, format="iss")
    except (NonetError, UserWarning) as error:
        refusal = str(error).partition("\n")[0]
    gc.collect()
    iss_answers: list[dict[str, Any]] = []
    nonet_answers: list[NonetCount] = []
    while len(iss_answers) < ROUNDS:
        iss_answers.append(iss_solver.solve(text, limit))
        if "error" in iss_answers[-1]:
            return None
        if puzzle is None:
            break
        try:
            if not nonet_answers:
                _load_engine(puzzle)
            nonet_answers.append(_count_with_nonet(puzzle, limit, backend))
        except NonetError as error:
            refusal = str(error).partition("\n")[0]
            break
        if max(iss_answers[-1]["cpu"], nonet_answers[-1].model_ms + nonet_answers[-1].ms) > 1000:
            break
    count = min(iss_answers[0]["count"], 2) if iss_answers[0]["ended"] else -1
    ms = median(answer["cpu"] for answer in iss_answers)
    family = "not read" if puzzle is None else family_of(puzzle, ms)
    given = name, family, count, ms, iss_answers[0]["guesses"]
    if not nonet_answers:
        return Comparison(*given, refusal=refusal)
    median_answer = sorted(nonet_answers, key=lambda answer: answer.model_ms + answer.ms)[
        len(nonet_answers) // 2
    ]
    return Comparison(*given, *median_answer)


class NonetCount(NamedTuple):
    """The number of solutions (-1 for undecided), milliseconds and guesses by nonet."""

    solutions: int
    model_ms: float
    ms: float
    guesses: int


def _count_with_nonet(puzzle: nonet.Puzzle, limit: float, backend: str) -> NonetCount:
    clear_caches(backends=False)
    _interrupt_after(limit)  # before the clock starts: this call takes time itself
    try:
        before = time.process_time()
        model = puzzle.model()
        model_end = time.process_time()
        try:
            verdict = nonet.verify(model, backend, time_limit=None if HAS_TIMER else limit)
            took = time.process_time() - model_end
        except Interrupted as error:
            took = time.process_time() - model_end
            guesses = int(error.outcome.stats.get("guesses", 0))
            return NonetCount(-1, 1000 * (model_end - before), 1000 * took, guesses)
    finally:
        _interrupt_after(0)
    count = SOLUTION_COUNTS.get(verdict.uniqueness.value, -1)
    guesses = int(verdict.outcome.stats.get("guesses", 0))
    return NonetCount(count, 1000 * (model_end - before), 1000 * took, guesses)


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


def _load_engine(puzzle: nonet.Puzzle) -> None:
    """Load the engine of a puzzle."""
    from nonet.backends.lockstep import kernel

    lowered = lower(puzzle.model(), get_backend("lockstep"))
    _ = kernel.kernel_for(lowered.structure).advance


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
    ratios = [row.iss_ms / row.total_ms for row in both]
    if ratios:
        parts.append(
            f"{len(accepted)} of {len(rows)} accepted. Median of the ratios: "
            f"{median(ratios):.2f}; ratio of the medians: "
            f"{median(r.iss_ms for r in both) / median(r.total_ms for r in both):.2f}; "
            f"median of nonet's model {median(r.model_ms for r in both):.2f} ms, of arrays and search "
            f"{median(r.ms for r in both):.2f}; without the model nonet is "
            f"{median(r.iss_ms / r.ms for r in both):.2f} times as fast as ISS."
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
    slowest = sorted(both, key=lambda r: r.iss_ms - r.total_ms)[:40]
    head = ["slowest compared with ISS", "family", "ms, ISS", "ms, nonet", "guesses, ISS", "nonet"]
    lines = [
        [r.name, r.family, three_digits(r.iss_ms), three_digits(r.total_ms), str(r.iss_guesses),
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
    iss_times, nonet_times = [row.iss_ms for row in both], [row.total_ms for row in both]
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
        nonet.verify(nonet.parse(text, format="iss"), "lockstep")
    entries = [entry for entry in json.loads(given.file.read_text()) if "error" not in entry]
    chosen = [entry for entry in entries if given.names is None or given.names in entry["name"]]
    logged = _logged(given.log)
    with IssSolver(given.root) as iss_solver:
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
    settings = {"backend": given.backend, "limit": given.limit, "rounds": ROUNDS}
    page = HEAD.format(**settings, **machine()) + family_table(rows)
    print(page + "\n" + details(rows))
    if given.out is not None:
        given.out.write_text(page)
    return int(any(row.both_finish and row.nonet_count != row.iss_count for row in rows))


if __name__ == "__main__":
    sys.exit(main())
