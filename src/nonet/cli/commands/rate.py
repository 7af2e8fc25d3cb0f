"""Rate puzzles: how hard they are by Sudoku Explainer, by HoDoKu and by the longest whip.

Examples:
  nonet rate puzzle.txt
  nonet rate puzzles/*.txt --format csv
  nonet rate many.txt --scale hodoku --jobs 4
  nonet rate puzzle.txt --scale sukaku --format json
"""

from __future__ import annotations

import argparse
import csv
import gc
import os
import signal
import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import Any

from nonet.cli.common import (
    BAD_INPUT,
    INTERRUPTED,
    NO,
    UNDECIDED,
    YES,
    Progress,
    Tally,
    add_format,
    add_inputs,
    identity,
    print_json,
    puzzles,
    say,
)
from nonet.cli.techniques import proven_otherwise
from nonet.errors import NonetError
from nonet.puzzle import Puzzle
from nonet.render.plain import plain
from nonet.techniques.rating import ALL_SCALES, SCALES, Rating, rate

FEW = 16
"""Puzzles that are rated in this process: others are not worth starting for them."""
CHUNK = 8
"""Puzzles handed to a process at a time."""

COLUMNS = ("rating", "score", "level", "hardest", "whip", "steps", "solved")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_inputs(parser)
    parser.add_argument(
        "--scale",
        choices=ALL_SCALES,
        action="append",
        help=f"rate on this scale only (may be given again); default {', '.join(SCALES)}",
    )
    parser.add_argument(
        "--jobs", type=positive, metavar="N", help="processes for many puzzles (default: all cores)"
    )
    add_format(parser, "text", "json", "csv")


def positive(text: str) -> int:
    """A whole number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number from 1 on, not {text!r}")
    return int(text)


Answer = tuple[Puzzle, Rating | NonetError]


def run(arguments: argparse.Namespace) -> int:
    """Rate each puzzle, in order."""
    _collect_rarely()
    tally = Tally()
    scales = tuple(arguments.scale or SCALES)
    writer = csv.writer(sys.stdout, lineterminator="\n") if arguments.format == "csv" else None
    if writer:
        writer.writerow(["puzzle", *columns(scales)])
    elif arguments.format == "text":
        sukaku = f" {'Sukaku':>6}" if "sukaku" in scales else ""
        print(
            f"{'SE':>5}{sukaku} {'HoDoKu':>7} {'level':8} {'W':>2}  {'hardest technique':34} puzzle"
        )
    with Progress() as progress:

        def read() -> Iterator[Puzzle]:
            for item in puzzles(arguments):
                if isinstance(item, NonetError):
                    progress.clear()
                    say(f"nonet: {item}")
                    tally.add(BAD_INPUT)
                else:
                    yield item

        try:
            for puzzle, found in rated(read(), scales, arguments.jobs):
                if isinstance(found, NonetError):
                    progress.clear()
                    say(f"nonet: {found}")
                    tally.add(BAD_INPUT)
                else:
                    show(arguments, puzzle, found, writer)
                    tally.puzzles += 1
                    tally.add(code(found))
                progress.step()
        except KeyboardInterrupt:
            progress.clear()
            say(f"nonet: interrupted after {tally.puzzles} puzzles")
            tally.add(INTERRUPTED)
    if tally.puzzles > 1 and arguments.format == "text":
        say(f"nonet: {tally.in_words({YES: 'solved', NO: 'without a unique solution'})}")
    return tally.code


def columns(scales: tuple[str, ...]) -> list[str]:
    """The columns of a table: one more where the Sukaku scale is asked for."""
    first, *rest = COLUMNS
    return [first, *(["sukaku"] if "sukaku" in scales else []), *rest]


def code(found: Rating) -> int:
    """The exit code a rating deserves."""
    if found.solved and not found.note:
        return YES
    return NO if proven_otherwise(found.note) else UNDECIDED


def show(arguments: argparse.Namespace, puzzle: Puzzle, found: Rating, writer: Any) -> None:
    """Print one rating in the form asked for."""
    data = found.to_json()
    if arguments.format == "json":
        print_json({**identity(puzzle), **data})
    elif writer:
        cells = (data[name] for name in columns(found.scales))
        writer.writerow([puzzle.line(), *("" if cell is None else cell for cell in cells)])
    else:
        rating = "-" if found.rating is None else f"{found.rating:.1f}"
        if "sukaku" in found.scales:
            sukaku = "-" if found.sukaku is None else f"{found.sukaku:.1f}"
            rating = f"{rating:>5} {sukaku:>6}"
        score = "-" if found.score is None else str(found.score)
        whip = "-" if found.whip is None else str(found.whip)
        name = plain(puzzle.name or puzzle.line())
        print(f"{rating:>5} {score:>7} {found.level or '-':8} {whip:>2}  {found.hardest:34} {name}")
    if found.note:
        say(f"nonet: {puzzle.name or puzzle.line()}: {found.note}")


def rated(items: Iterator[Puzzle], scales: tuple[str, ...], jobs: int | None) -> Iterator[Answer]:
    """Each puzzle with its rating or what was wrong with it, in order.

    More than a few are spread over ``jobs`` processes, a window of them at a time.
    """
    jobs = jobs or os.cpu_count() or 1
    first = list(islice(items, FEW + 1))
    if len(first) <= FEW or jobs == 1:
        for puzzle in _chained(first, items):
            yield puzzle, _rate(puzzle, scales)
        return
    with ProcessPoolExecutor(jobs, initializer=_begin) as pool:
        waiting: deque[tuple[list[Puzzle], Future[list[Rating | NonetError]]]] = deque()
        rest = _chained(first, items)
        try:
            while chunk := list(islice(rest, CHUNK)):
                waiting.append((chunk, pool.submit(_rate_all, chunk, scales)))
                while len(waiting) > 4 * jobs or (waiting and waiting[0][1].done()):
                    done, future = waiting.popleft()
                    yield from zip(done, future.result(), strict=True)
            for done, future in waiting:
                yield from zip(done, future.result(), strict=True)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _chained(first: list[Puzzle], rest: Iterator[Puzzle]) -> Iterator[Puzzle]:
    yield from first
    yield from rest


def _rate(puzzle: Puzzle, scales: tuple[str, ...]) -> Rating | NonetError:
    try:
        return rate(puzzle, *scales)
    except NonetError as error:
        return error


def _rate_all(chunk: list[Puzzle], scales: tuple[str, ...]) -> list[Rating | NonetError]:
    return [_rate(puzzle, scales) for puzzle in chunk]


def _collect_rarely() -> None:
    """Steps and positions form no cycles: looking for some costs a tenth of the time."""
    gc.set_threshold(100_000, 20, 20)


def _begin() -> None:
    """A process of its own: Ctrl-C is the parent's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _collect_rarely()
