"""Verify and solve tables of puzzles: CSV, Parquet, Arrow or a puzzle a line.

The output has the columns puzzle, solution, verdict (unique, multiple, none, malformed; solved with
--limit 1; undecided with --time-limit), count, guesses, agrees (where the input has a column of
solutions), reason (of a malformed row), and the other columns of the input; an input column with
the name of an output column is kept as input_verdict, input_count and so on.  After an interruption
at any point, the same command continues where the run stopped.  A table of answers that is there is
written anew, any other file with --force alone.

A column rules gives rows rules of their own, beside --rules: in the form that nonet convert --to
csv writes, or texts as of --rule with ; between.

By default the compiled engine answers, and rows that are too hard for this engine go to a solver
that learns (cpsat, else sat), where such a solver is installed.

Examples:
  nonet batch sudoku.csv -o answers.csv
  nonet batch puzzles.parquet -o answers.parquet --rules x,windoku
  nonet batch lines.txt.gz -o answers.csv.zst --like puzzle.json --check all
  nonet batch sudoku.csv -o answers.csv --proofs proofs --proofs-of 1000
  nonet batch sudoku.csv -o answers.csv --cluster tcp://10.0.0.1:8786

Exit codes: 0 all unique (and as the solutions given), 1 some proven otherwise,
2 malformed rows or bad input, 3 some undecided, or parts failed on the cluster.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonet.backends.registry import get_backend
from nonet.cli import common as cli
from nonet.cli import inputs
from nonet.cli.output_files import FORCE
from nonet.errors import FormatError, LimitError, NotInstalled, quantity
from nonet.formats.statements import parse_alphabet
from nonet.solving.problem_input import checked_limits

GROUP = "solve and check"

QUIET, MOST_QUIET = 10.0, 60.0
"""Seconds between two lines of progress where there is no terminal: at first, and at most."""
RESUME_ADVICE = "the same command goes on where it stopped"

if TYPE_CHECKING:
    from nonet.batch.answerer import TableOptions, Tally
    from nonet.batch.job import Summary
    from nonet.setting.table_proofs import ProofCounts


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("input", type=Path, metavar="IN", help="the table of puzzles")
    cli.add_options(parser, OUTPUT_OPTION, output={"type": Path, "required": True})
    inputs.add_reading_options(parser)
    like = "a file whose first grid and rules hold, or a grid by name"
    cli.add_options(parser, f"--like FILE  {like}")
    cli.add_backend(parser)
    cli.add_memory_limit(parser)
    check = {"choices": ("all", "sample", "none"), "default": "sample"}
    cli.add_options(parser, OPTIONS, check=check, proofs={"type": Path})
    cli.add_format(parser, "text", "json")


OUTPUT_OPTION = """
    -o, --output OUT
        the table to write: .csv, .tsv or .txt (and .gz or .zst), .parquet, .arrow, .feather
"""
OPTIONS = f"""
    --limit N=2    count at most N solutions
    --check        what is checked again, beside the engine's own check: every solution and a sample
                   of the counts; a small sample of them (default); nothing
    --threads N    cores to use, or workers of --cluster local (default all)
    --part-rows N  rows that are kept at a time (by default 32,768, 4,096 for backends other than
                   lockstep, fewer of puzzles larger than 9x9); made a power of two, or whole
                   32,768s, so that no byte of the output depends on it
    --cluster WHERE
                   have Dask answer: local (workers on this machine) or a scheduler's address,
                   tcp://host:8786; workers may die, and the output is the same
    --restart      begin anew, whatever an earlier run left
    {FORCE}
    --proofs FOLDER
                   then prove a sample of the verdicts, each in a folder that nonet check accepts
    --proofs-of N=1000  one row in N is proven, drawn at random; 1 for every row
"""


def run(arguments: argparse.Namespace) -> int:
    """Answer the table, then tell how many there were of each verdict."""
    checked_limits(arguments.limit, arguments.time_limit)
    for name in ("threads", "part_rows", "proofs_of"):
        number = getattr(arguments, name)
        if number is not None and number < 1:
            raise LimitError(f"--{name.replace('_', '-')} is 1 or more, not {number}")
    _check_proof_options(arguments)
    if find_spec("pyarrow") is None:
        raise NotInstalled('tables need pyarrow: pip install "nonet[tables]"')
    source, out = arguments.input, arguments.output
    if not out.parent.is_dir():
        raise FormatError(f"there is no folder {out.parent}", source=str(out))
    if out.is_dir() or (out.exists() and source.exists() and out.samefile(source)):
        raise FormatError("cannot be written: it is a folder, or the input", source=str(out))
    from nonet.batch import job  # with pyarrow

    if out.exists() and not (arguments.force or job.is_answer_table(out)):
        raise FormatError(
            "there is such a file, and it is not a table of answers: --force overwrites it",
            source=str(out),
        )
    with _ProgressBar() as bar:
        cli.ACTIVITY.done_phrase, cli.ACTIVITY.advice = bar.done_phrase, RESUME_ADVICE
        try:
            summary = job.run(
                source,
                out,
                _options(arguments),
                cluster=arguments.cluster,
                restart=arguments.restart,
                say=bar.print_above,
                progress=bar.update,
            )
        except OSError as error:
            raise FormatError(
                f"{error.strerror or error}; {RESUME_ADVICE}",
                source=str(error.filename or out),
            ) from error
    proven = None if summary.failed else _write_proofs(arguments)
    if arguments.format == "json":
        proofs = {} if proven is None else {"proofs": asdict(proven)}
        cli.print_json(
            {**summary.as_dict(), **proofs, "output": None if summary.failed else str(out)}
        )
    if summary.failed:
        parts = quantity(len(summary.failed), "part")
        cli.print_message(
            f"nonet: {parts} failed, {out} is not written; the same command goes on from there"
        )
        return cli.UNDECIDED
    if arguments.format != "json":
        cli.print_message(f"nonet: {_summary_line(summary)}; written to {out}")
        if proven is not None:
            cli.print_message(f"nonet: {_proof_summary(proven)}, in {arguments.proofs}")
    if proven is not None and proven.undecided:
        return max(cli.UNDECIDED, exit_code(summary.tally))
    return exit_code(summary.tally)


def _check_proof_options(arguments: argparse.Namespace) -> None:
    """Raise for demands that leave nothing to be proven."""
    if arguments.proofs is None:
        return
    if arguments.limit == 1:
        raise LimitError("with --limit 1 no verdict is one that can be proven: leave it out")
    if arguments.output.name.endswith((".txt", ".txt.gz", ".txt.zst")):
        raise FormatError("--proofs needs a table with the verdicts, such as .csv or .parquet")
    get_backend("sat")


def _write_proofs(arguments: argparse.Namespace) -> ProofCounts | None:
    if arguments.proofs is None:
        return None
    from nonet.batch.job import geometry_of, with_statements  # with pyarrow
    from nonet.setting.table_proofs import prove_rows

    def progress(row: int) -> None:
        cli.ACTIVITY.current = f"proof of row {row:,}"

    options = with_statements(arguments.input, _options(arguments))
    return prove_rows(
        arguments.output,
        geometry_of(arguments.input, options),
        arguments.proofs,
        one_in=arguments.proofs_of,
        alphabet=options.alphabet,
        progress=progress,
    )


def _proof_summary(proven: ProofCounts) -> str:
    number = proven.written + proven.before
    summary = quantity(number, "proof")
    if proven.before:
        summary += f", {proven.before} of them from before"
    if proven.undecided:
        summary += f"; of {proven.undecided} more the time was out"
    return summary


def _options(arguments: argparse.Namespace) -> TableOptions:
    from nonet.batch.answerer import TableOptions  # with pyarrow

    return TableOptions(
        rules=inputs.requested_rules(arguments),
        like=inputs.template_puzzles(arguments.like)[0] if arguments.like else None,
        box=arguments.box,
        alphabet=parse_alphabet(arguments.alphabet) if arguments.alphabet else None,
        backend=arguments.backend,
        limit=arguments.limit,
        time_limit=arguments.time_limit,
        check=arguments.check,
        threads=arguments.threads,
        rows=arguments.part_rows,
    )


def _summary_line(summary: Summary) -> str:
    tally = summary.tally
    names = ("unique", "multiple", "none", "solved", "undecided", "malformed", "disagreeing")
    parts = [f"{number:,} {name}" for name in names if (number := getattr(tally, name))]
    resumed = f", {summary.resumed:,} of them before" if summary.resumed else ""
    if tally.handed_over:
        parts.append(f"{tally.handed_over:,} too hard for {summary.backend} and left to another")
    rate = f"{summary.rate:,.0f}" if summary.rate >= 10 else f"{summary.rate:.2g}"
    return (
        f"{quantity(tally.rows, 'puzzle')}{resumed}: {', '.join(parts) or 'nothing'}; "
        f"{rate} puzzles/s ({summary.backend}, {summary.seconds:.2f} s)"
    )


def exit_code(tally: Tally) -> int:
    """Return the exit code: malformed rows outweigh undecided rows, and these outweigh "no"."""
    if tally.malformed:
        return cli.BAD_INPUT
    if tally.undecided:
        return cli.UNDECIDED
    return cli.NO if tally.multiple or tally.none or tally.disagreeing else cli.YES


class _ProgressBar:
    """Progress: on a terminal a bar with rate and time left, else a line now and then."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._rows = 0
        self._pause = QUIET
        self._next = time.monotonic() + QUIET
        if sys.stderr.isatty():
            from tqdm import tqdm

            self._bar = tqdm(unit=" puzzles", unit_scale=True, file=sys.stderr, leave=False)

    def update(self, rows: int, fraction: float) -> None:
        """So many rows are done, and that fraction of the input is read."""
        self._rows = max(self._rows, rows)
        cli.ACTIVITY.current = f"{quantity(self._rows, 'row')} answered"
        if self._bar is not None:
            cli.ACTIVITY.note_output()
            self._bar.total = max(rows, round(rows / fraction)) if fraction else None
            self._bar.update(self._rows - self._bar.n)
        elif time.monotonic() >= self._next:
            self._pause = min(2 * self._pause, MOST_QUIET)
            self._next = time.monotonic() + self._pause
            cli.print_message(
                f"nonet: {quantity(self._rows, 'row')} answered, {fraction:.0%} of the input read"
            )

    def done_phrase(self) -> str:
        """How much was done, in words."""
        return f" after {quantity(self._rows, 'row')}" if self._rows else ""

    def print_above(self, message: str) -> None:
        if self._bar is not None:
            self._bar.clear()
        cli.print_message(f"nonet: {message}")

    def __enter__(self) -> _ProgressBar:
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.close()
