"""Running cases: in worker processes, watched from outside, failures made smaller and saved.

A worker says before each case which case begins, so that a case that hangs or ends the process is a
failure too, and the run continues.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from tests.fuzz.campaign_type import Campaign, Case, Tally

HUNG_SECONDS = 180.0
"""Seconds after which a case is thought to hang."""

SHRINK_SECONDS = 60.0
"""Seconds that making a failing case smaller may take."""

REPORT_SECONDS = 0.5
"""Seconds between two messages of a worker."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A fault, and the smallest case found that still has this fault."""

    campaign: str
    number: int
    says: str
    case: Case


@dataclass
class Report:
    """The result of a run: cases and counts by campaign, and the failures."""

    cases: Counter[str] = field(default_factory=Counter)
    tallies: dict[str, Tally] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    seconds: float = 0.0
    processor_seconds: float = 0.0


def judge_case(campaign: Campaign, case: Case, tally: Tally) -> str | None:
    """Return the fault of a case: a message, an exception, too much time or memory; or ``None``."""
    before, peak = time.thread_time(), _peak_memory()  # not of threads that cases before left
    try:
        says = campaign.judge(case, tally)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        last = frames[-1]
        place = f"{'/'.join(Path(last.filename).parts[-2:])}:{last.lineno}"
        says = f"{type(error).__name__} at {place}: {str(error)[:300]}"
    spent = time.thread_time() - before
    if says is None and spent > campaign.seconds:
        says = f"took {spent:.1f} s of processor time, more than {campaign.seconds:g}"
    grown = (_peak_memory() - peak) >> 20
    if says is None and campaign.megabytes is not None and grown > campaign.megabytes:
        says = f"took {grown} MB of memory, more than {campaign.megabytes}"
    return says


def _peak_memory() -> int:
    """The most memory this process has had, in bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def shrink_case(campaign: Campaign, case: Case, description: str) -> tuple[Case, str]:
    """Return a smaller case that fails in the same manner, and its fault."""
    manner, until = description[:25], time.monotonic() + SHRINK_SECONDS
    progress = True
    while progress and time.monotonic() < until:
        progress = False
        for candidate in campaign.simpler_cases(case):
            if time.monotonic() > until:
                break
            with contextlib.suppress(Exception):
                now = judge_case(campaign, candidate, Counter())
                if now is not None and now[:25] == manner:
                    case, description, progress = candidate, now, True
                    break
    return case, description


CaseSource = Callable[[int], tuple[Campaign, Any]]
"""The campaign of a case by its number, and its random numbers."""


def _run_worker(pipe: Connection, draw: CaseSource, first: int, step: int) -> None:
    """Cases ``first``, ``first + step`` and so on, until the pipe is closed from the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    parent, reported_at = os.getppid(), time.monotonic()
    cases, tallies = Counter[str](), dict[str, Tally]()
    number = first
    while os.getppid() == parent:
        campaign, random = draw(number)
        now = time.monotonic()
        if now - reported_at > REPORT_SECONDS:
            pipe.send(("at", number, cases, tallies, time.process_time()))
            cases, tallies, reported_at = Counter(), {}, now
        case = campaign.make(random)
        says = judge_case(campaign, case, tallies.setdefault(campaign.name, Counter()))
        cases[campaign.name] += 1
        if says is not None:
            pipe.send(("failing", number, campaign.name, says, case))
            small, says = shrink_case(campaign, case, says)
            pipe.send(("failed", Failure(campaign.name, number, says, small)))
        number += step


class _Worker:
    """A worker process and the last message from the worker."""

    def __init__(self, draw: CaseSource, first: int, step: int) -> None:
        self.step, self.number, self.since = step, first, time.monotonic()
        self.processor = 0.0
        self.failing: tuple[int, str, str, Case] | None = None
        self._context = multiprocessing.get_context("fork")
        self.pipe, theirs = self._context.Pipe()
        self.process = self._context.Process(target=_run_worker, args=(theirs, draw, first, step))
        self.process.start()
        theirs.close()

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def run(
    case_source: CaseSource,
    *,
    jobs: int,
    seconds: float,
    print_line: Callable[[str], None],
    first: int = 0,
) -> Report:
    """Run cases for ``seconds`` in ``jobs`` processes; Ctrl-C ends the run early."""
    report, started, reported_at = Report(), time.monotonic(), time.monotonic()
    workers = [_Worker(case_source, first + i, jobs) for i in range(jobs)]
    try:
        while time.monotonic() - started < seconds:
            for pipe in wait([w.pipe for w in workers], timeout=1.0):
                at = next(i for i, w in enumerate(workers) if w.pipe is pipe)
                worker = workers[at]
                try:
                    _record_message(worker, worker.pipe.recv(), report, print_line)
                except EOFError:
                    worker.process.join()
                    code = worker.process.exitcode
                    workers[at] = _replace_worker(
                        worker, case_source, report, print_line, f"died (exit code {code})"
                    )
            for at, worker in enumerate(workers):
                if time.monotonic() - worker.since > HUNG_SECONDS + SHRINK_SECONDS:
                    says = f"no answer after {HUNG_SECONDS + SHRINK_SECONDS:g} s"
                    workers[at] = _replace_worker(worker, case_source, report, print_line, says)
            if time.monotonic() - reported_at > 10:
                reported_at = time.monotonic()
                print_line(progress_line(report, reported_at - started))
    except KeyboardInterrupt:
        print_line("interrupted")
    finally:
        for worker in workers:
            report.processor_seconds += worker.processor
            worker.end()
    report.seconds = time.monotonic() - started
    return report


def _record_message(
    worker: _Worker, message: Any, report: Report, say: Callable[[str], None]
) -> None:
    worker.since = time.monotonic()
    kind, *what = message
    if kind == "at":
        worker.number, cases, tallies, worker.processor = what
        report.cases.update(cases)
        for name, tally in tallies.items():
            report.tallies.setdefault(name, Counter()).update(tally)
    elif kind == "failing":
        worker.failing = tuple(what)
        say(f"case {what[0]} of {what[1]}: {what[2]} (making it smaller)")
    else:
        worker.failing = None
        report.failures.append(what[0])


def _replace_worker(
    worker: _Worker, draw: CaseSource, report: Report, say: Callable[[str], None], says: str
) -> _Worker:
    """Return a new worker in place of a lost worker; record the lost worker's case as a failure."""
    if worker.failing is not None:
        number, name, known, case = worker.failing
        report.failures.append(Failure(name, number, known, case))
    else:
        # it said last that it began case ``number``; which of those after it, nobody knows
        number = worker.number
        campaign, random = draw(number)
        say(f"case {number} of {campaign.name} or one soon after it: {says}")
        report.failures.append(Failure(campaign.name, number, says, campaign.make(random)))
    report.processor_seconds += worker.processor
    worker.end()
    skipped = 1 if worker.failing else 1000
    return _Worker(draw, number + worker.step * skipped, worker.step)


def progress_line(report: Report, seconds: float) -> str:
    """Return a line of text: the cases done so far, and the number of failures."""
    done = ", ".join(f"{number:,} {name}" for name, number in sorted(report.cases.items()))
    return f"{seconds:.0f} s: {done or 'starting'}; {len(report.failures)} failed"
