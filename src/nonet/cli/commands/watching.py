"""The commands that watch a search: traced, compared, or told as brute force."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from nonet.backends.native import Native
from nonet.backends.registry import find_backend
from nonet.cli import common as cli
from nonet.cli import inputs
from nonet.cli.commands.solve import EXIT_CODES
from nonet.cli.output_files import FORCE, PICTURE_SUFFIXES, Output
from nonet.cli.parser import Command
from nonet.errors import BackendOptionError, FormatError, NonetError, quantity
from nonet.model.rewriting import FORMS
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import as_read_text
from nonet.render.printable import printable
from nonet.render.terminal import wants_colour
from nonet.solving import Outcome
from nonet.solving.problem_input import checked_limits
from nonet.tracing.compare import (
    LEARNING,
    LEVELS,
    ORDERS,
    compare,
    comparison_chart,
    comparison_table,
    every_backend,
)
from nonet.tracing.enumeration import YEAR, EnumerationReport, enumeration_report, report_lines
from nonet.tracing.jsonl import trace_json_lines
from nonet.tracing.recording import MAX_EVENTS, Trace, trace
from nonet.tracing.sentences import trace_lines
from nonet.tracing.stepper import Stepper
from nonet.tracing.terminal import drive, play_here
from nonet.tracing.tree import tree_svg


def _configure_trace(parser: argparse.ArgumentParser) -> None:
    inputs.add_inputs(parser, models=True)
    cli.add_backend(parser)
    cli.add_options(parser, TRACE_OPTIONS, **{"with": {"dest": "other"}})
    cli.add_format(parser, "auto", "text", "jsonl", "cp-profiler")


TRACE_OPTIONS = f"""
    --with BACKEND      a second run beside the first, in the page of --to
    --to, -o FILE.html  write one page that plays the run, or with --drive what you did
    --tree FILE  write the search tree as a picture: .svg, .png or .pdf; FILE-2 is the second run's
    {FORCE}
    --all      search for all solutions
    --limit N  search for N solutions
    --most N={MAX_EVENTS}  keep at most N events
    --drive    choose each step yourself: constraints, guesses
"""


def _run_trace(arguments: argparse.Namespace) -> int:
    """Watch a run: every step of propagation and search, with its reason.

    On a terminal the steps are played key by key; into a pipe or a file the steps are written as text.
    --to writes one HTML file that plays the steps anywhere, --tree a picture of the search tree.  With
    --drive you choose each step yourself, and --to and --tree keep your steps; in a browser you drive
    on the page of nonet web.

    Examples:
      nonet trace puzzle.txt
      nonet trace puzzle.txt --to lesson.html --with native:level=gac,order=mrv
      nonet trace puzzle.txt --backend native:level=forward-checking --format jsonl
      nonet trace puzzle.txt --tree tree.svg
      nonet trace puzzle.txt --drive --backend native:level=gac
      nonet trace puzzle.txt --drive --to what-i-did.html
    """

    limit = arguments.limit or (None if arguments.all else 1)
    checked_limits(limit if arguments.limit is None else arguments.limit, arguments.time_limit)
    cli.check_backend(arguments.backend)
    page = Output(arguments, arguments.to, PAGE_SUFFIXES)
    tree = Output(arguments, arguments.tree, PICTURE_SUFFIXES, "--tree")
    if arguments.other:
        if arguments.drive:
            raise BackendOptionError("--with shows a run beside another: it cannot be driven")
        if not arguments.to:
            raise BackendOptionError("--with shows a second run in a page: give --to FILE.html too")
        cli.check_backend(arguments.other)
    named = _read_first_input(arguments)
    problem = inputs.problem_of(named)
    if arguments.drive:
        if isinstance(named, inputs.NamedModel):
            raise FormatError("a model cannot be driven, a puzzle can", source=named.name)
        return _drive_run(named, arguments.backend, page, tree)

    def traced(backend: str | None) -> Trace:
        return trace(
            problem,
            backend or "native",
            limit=limit,
            time_limit=arguments.time_limit,
            most=arguments.most,
        )

    first = traced(arguments.backend)
    second = traced(arguments.other) if arguments.other else None
    runs = [run for run in (first, second) if run is not None]
    if isinstance(named, Puzzle) and named.unread:
        cli.print_message(f"{inputs.title(named)}: {as_read_text('this run', named.unread)}")
    _write_files(page, tree, *runs)
    if not (page or tree) or arguments.format != "auto":
        _print_run(first, arguments.format)
    return RUN_EXIT_CODES[first.status]


PAGE_SUFFIXES = {
    ".html": "a page that plays the run; --tree FILE writes the search tree as a picture"
}

RUN_EXIT_CODES = {"optimal": cli.YES, "sat": cli.YES, "unsat": cli.NO, "unknown": cli.UNDECIDED}


def _write_files(page: Output, tree: Output, *runs: Trace) -> None:
    """Write the page that plays one run or two, and the picture of each one's tree, if asked."""
    if page:
        from nonet.tracing.page import page as player  # 8 ms, for --to alone

        both = " beside ".join(map(_describe_run, runs))
        page.write(
            player(runs[0], runs[1] if len(runs) > 1 else None), f"{both}; open it in a browser"
        )
    if tree:
        for run in runs:
            tree.write(tree_svg(run), _describe_run(run))


def _describe_run(trace_: Trace) -> str:
    return f"{trace_.backend}, {quantity(len(trace_), 'event')}, {trace_.status}"


def _read_first_input(arguments: argparse.Namespace) -> inputs.PuzzleOrModel:
    every = inputs.read_inputs(arguments)
    first = next(every, None)
    if first is None:
        raise FormatError("no puzzle to watch")
    if isinstance(first, NonetError):
        raise first
    if next(every, None) is not None:
        cli.print_message(
            f"nonet: there are more puzzles; this is the first: {inputs.title(first)}"
        )
    return first


def _print_run(trace_: Trace, form: str) -> None:
    if form == "jsonl":
        for line in trace_json_lines(trace_):
            print(line)
    elif form == "cp-profiler":
        from nonet.tracing.profiler import encode  # 4 ms, for this format alone

        sys.stdout.buffer.write(encode(trace_))
    elif form == "auto" and sys.stdin.isatty() and sys.stdout.isatty():
        play_here(trace_)
    else:
        for line in trace_lines(trace_):
            print(line)
        if trace_.puzzle is not None and trace_.solutions:
            print(cli.make_drawer()(trace_.puzzle.drawing(trace_.solutions[-1])))


def _drive_run(puzzle: Puzzle, backend: str | None, page: Output, tree: Output) -> int:
    chosen = find_backend(backend or "native")
    if not isinstance(chosen, Native):
        raise BackendOptionError(f"--drive needs the backend native, not {chosen.name}")
    level = "gac" if chosen.level == "auto" else chosen.level
    stepper = Stepper(puzzle, level)
    drive(stepper, iter(sys.stdin), sys.stdout, colour=wants_colour(sys.stdout))
    _write_files(page, tree, stepper.trace())
    if puzzle.unread:
        return cli.UNDECIDED
    return {"solved": cli.YES, "open": cli.UNDECIDED, "failed": cli.NO}[stepper.state]


def _configure_compare(parser: argparse.ArgumentParser) -> None:
    inputs.add_inputs(parser, models=True)
    for name, usual, there_are in (
        ("levels", DEFAULT_LEVELS, (*LEVELS, *LEARNING)),
        ("orders", DEFAULT_ORDERS, ORDERS),
        ("models", "alldifferent", FORMS),
    ):
        help = f"default {usual}; all, none, or some of {', '.join(there_are)}"
        cli.add_options(parser, f"--{name} NAME,...  {help}", **{name: {"default": usual}})
    backends = {"default": "none"}
    cli.add_options(parser, "--backends NAME,...  default none; all, or some", backends=backends)
    cli.add_time_limit(parser, 1.0, of="a run")
    measures = ("nodes", "failures", "checks", "filterings", "seconds")
    cli.add_options(parser, PLOT_OPTIONS, measure={"choices": measures, "default": "nodes"})
    cli.add_format(parser, "text", "json")


PLOT_OPTIONS = f"""
    --plot FILE  write a bar chart: .svg, .png or .pdf; of further puzzles FILE-2, FILE-3 and so on
    {FORCE}
    --measure    what the chart shows (default nodes)
"""


def _run_compare(arguments: argparse.Namespace) -> int:
    """Compare levels of consistency, search orders, models and backends on one puzzle or model.

    Each run has its own time limit; a run that reached its limit is marked and shows the counts so far.

    Examples:
      nonet compare puzzle.txt
      nonet compare puzzle.txt --levels gac,singleton --orders mrv,domwdeg --plot nodes.svg
      nonet compare puzzle.txt --levels gac --orders mrv --models all --backends all
    """

    target = Output(arguments, arguments.plot, PICTURE_SUFFIXES, "--plot")

    def answer(puzzle: inputs.PuzzleOrModel) -> int:
        comparison = compare(
            inputs.problem_of(puzzle),
            levels=selected_names(arguments.levels, (*LEVELS, *LEARNING)),
            orders=selected_names(arguments.orders, ORDERS),
            forms=selected_names(arguments.models, FORMS),
            backends=selected_names(arguments.backends, every_backend()),
            time_limit=arguments.time_limit,
        )
        if not comparison.runs:
            cli.print_message("nonet: nothing to compare: name a level and an order, or a backend")
            return cli.BAD_INPUT
        unread = puzzle.unread if isinstance(puzzle, Puzzle) else ()
        if arguments.format == "json":
            cli.print_answer(puzzle, comparison.as_json(), unread)
        else:
            table = printable(comparison_table(comparison), keep_newlines=True)
            print(f"{as_read_text(inputs.title(puzzle), unread)}\n\n{table}")
        if target:
            target.write(
                comparison_chart(comparison, arguments.measure, inputs.title(puzzle)),
                inputs.title(puzzle),
            )
        finished = any(run.finished for run in comparison.runs)
        return cli.YES if finished and not unread else cli.UNDECIDED

    return cli.for_each(arguments, answer, model=answer)


DEFAULT_LEVELS = "backtracking,forward-checking,arc-consistency,gac"

DEFAULT_ORDERS = "lexicographic,mrv,domwdeg"


def selected_names(text: str, available: tuple[str, ...] | list[str]) -> list[str]:
    """The names of an argument: ``all``, ``none`` or a list.

    After a comma, a part with ``=`` but no ``:`` is an option of the backend before.
    """
    if text in ("all", "none"):
        return list(available) if text == "all" else []
    names: list[str] = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        if "=" in part and ":" not in part and names:
            names[-1] += f",{part}"
        else:
            names.append(part)
    return names


def _configure_bruteforce(parser: argparse.ArgumentParser) -> None:
    inputs.add_inputs(parser)
    cli.add_time_limit(parser, default=5.0)
    cli.add_format(parser, "text", "json")


def _run_bruteforce(arguments: argparse.Namespace) -> int:
    """Brute force, honestly: count assignments and years, and compare with better methods.

    Counts every assignment (9^44), the assignments that the clues leave and those that propagation
    leaves, and projects the time at a rate measured on this machine.  Then solves by backtracking in
    row order, and by propagation, each within the time limit.

    Examples:
      nonet bruteforce puzzle.txt
      nonet bruteforce puzzle.txt --time-limit 60 --format json
    """

    checked_limits(None, arguments.time_limit)

    def answer(puzzle: Puzzle) -> int:
        report = enumeration_report(puzzle, time_limit=arguments.time_limit)
        doubts = report.propagation.doubts
        if arguments.format == "json":
            cli.print_answer(puzzle, estimate_to_json(report), doubts)
        else:
            heading = as_read_text(inputs.title(puzzle), doubts)
            print("\n".join([heading, *report_lines(report), ""]))
        return EXIT_CODES.get(report.propagation.status, cli.UNDECIDED)

    return cli.for_each(arguments, answer, {cli.YES: "solved"})


def estimate_to_json(estimate: EnumerationReport) -> dict[str, Any]:
    """Return the report as plain data; counts and years, beyond any float, are texts."""
    counted = estimate.counts
    stages = {
        "every": counted.all_assignments,
        "by_clues": counted.by_clues,
        "by_propagation": counted.by_propagation,
    }
    return {
        "values": counted.values,
        "blanks": counted.blanks,
        "assignments": {name: str(number) for name, number in stages.items()},
        "years": {
            name: f"{estimate.seconds(n) / YEAR:.3e}" if n else "0" for name, n in stages.items()
        },
        "rate": estimate.rate,
        "backtracking": _outcome_to_json(estimate.backtracking),
        "propagation": _outcome_to_json(estimate.propagation),
    }


def _outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    return {
        "status": outcome.status.value,
        "stopped_by": outcome.stopped_by,
        "seconds": round(outcome.seconds, 6),
        **outcome.stats,
    }


COMMANDS = {
    "trace": Command("learn", _configure_trace, _run_trace),
    "compare": Command("learn", _configure_compare, _run_compare),
    "bruteforce": Command("learn", _configure_bruteforce, _run_bruteforce),
}
