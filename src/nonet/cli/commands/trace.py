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

from __future__ import annotations

import argparse
import sys

from nonet.backends.native import Native
from nonet.backends.registry import find_backend
from nonet.cli import common as cli
from nonet.cli.output_files import PICTURE_SUFFIXES, Output, add_output
from nonet.errors import BackendOptionError, FormatError, NonetError
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import as_read_text
from nonet.solving.problem_input import checked_limits
from nonet.tracing.recording import MAX_EVENTS, Trace, trace

GROUP = "learn"

PAGE_SUFFIXES = {
    ".html": "a page that plays the run; --tree FILE writes the search tree as a picture"
}

EXIT_CODES = {"optimal": cli.YES, "sat": cli.YES, "unsat": cli.NO, "unknown": cli.UNDECIDED}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    cli.add_inputs(parser, models=True)
    cli.add_backend(parser)
    parser.add_argument(
        "--with",
        dest="other",
        metavar="BACKEND",
        help="a second run beside the first, in the page of --to",
    )
    parser.add_argument(
        "--to",
        "-o",
        metavar="FILE.html",
        help="write one page that plays the run, or with --drive what you did",
    )
    add_output(
        parser,
        "--tree",
        help="write the search tree as a picture: .svg, .png or .pdf; FILE-2 is the second run's",
    )
    parser.add_argument("--all", action="store_true", help="search for all solutions")
    parser.add_argument("--limit", type=int, metavar="N", help="search for N solutions")
    parser.add_argument(
        "--most",
        type=int,
        default=MAX_EVENTS,
        metavar="N",
        help=f"keep at most N events (default {MAX_EVENTS:,})",
    )
    parser.add_argument(
        "--drive",
        action="store_true",
        help="choose each step yourself: constraints, guesses",
    )
    cli.add_format(parser, "auto", "text", "jsonl", "cp-profiler")


def run(arguments: argparse.Namespace) -> int:
    """Trace one puzzle and show the run as asked."""
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
    named = read_first_input(arguments)
    problem = cli.problem_of(named)
    if arguments.drive:
        if isinstance(named, cli.NamedModel):
            raise FormatError("a model cannot be driven, a puzzle can", source=named.name)
        return drive_run(named, arguments.backend, page, tree)

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
        cli.print_message(f"{cli.title(named)}: {as_read_text('this run', named.unread)}")
    write_files(page, tree, *runs)
    if not (page or tree) or arguments.format != "auto":
        print_run(first, arguments.format)
    return EXIT_CODES[first.status]


def write_files(page: Output, tree: Output, *runs: Trace) -> None:
    """Write the page that plays one run or two, and the picture of each one's tree, if asked."""
    if page:
        from nonet.tracing.page import page as player

        both = " beside ".join(map(describe_run, runs))
        page.write(
            player(runs[0], runs[1] if len(runs) > 1 else None), f"{both}; open it in a browser"
        )
    if tree:
        from nonet.tracing.tree import tree_svg

        for run in runs:
            tree.write(tree_svg(run), describe_run(run))


def describe_run(trace_: Trace) -> str:
    """Return a run in a few words: the backend, the number of events, the final status."""
    return f"{trace_.backend}, {len(trace_)} events, {trace_.status}"


def read_first_input(arguments: argparse.Namespace) -> cli.PuzzleOrModel:
    """The one puzzle or model that is meant; says so where there are more."""
    every = cli.read_inputs(arguments)
    first = next(every, None)
    if first is None:
        raise FormatError("no puzzle to watch")
    if isinstance(first, NonetError):
        raise first
    if next(every, None) is not None:
        cli.print_message(f"nonet: there are more puzzles; this is the first: {cli.title(first)}")
    return first


def print_run(trace_: Trace, form: str) -> None:
    """The run on standard output: played on a terminal, else written."""
    if form == "jsonl":
        from nonet.tracing.jsonl import trace_json_lines as json_lines

        for line in json_lines(trace_):
            print(line)
    elif form == "cp-profiler":
        from nonet.tracing.profiler import encode

        sys.stdout.buffer.write(encode(trace_))
    elif form == "auto" and sys.stdin.isatty() and sys.stdout.isatty():
        from nonet.tracing.terminal import play_here

        play_here(trace_)
    else:
        from nonet.tracing.sentences import trace_lines

        for line in trace_lines(trace_):
            print(line)
        if trace_.puzzle is not None and trace_.solutions:
            print(cli.make_drawer()(trace_.puzzle.drawing(trace_.solutions[-1])))


def drive_run(puzzle: Puzzle, backend: str | None, page: Output, tree: Output) -> int:
    """Let the learner choose each step; return the exit code of the final state."""
    chosen = find_backend(backend or "native")
    if not isinstance(chosen, Native):
        raise BackendOptionError(f"only native can be driven, not {chosen.name}")
    level = "gac" if chosen.level == "auto" else chosen.level
    from nonet.render.terminal import wants_colour
    from nonet.tracing.stepper import Stepper
    from nonet.tracing.terminal import drive as go

    stepper = Stepper(puzzle, level)
    go(stepper, iter(sys.stdin), sys.stdout, colour=wants_colour(sys.stdout))
    write_files(page, tree, stepper.trace())
    if puzzle.unread:
        return cli.UNDECIDED
    return {"solved": cli.YES, "open": cli.UNDECIDED, "failed": cli.NO}[stepper.state]
