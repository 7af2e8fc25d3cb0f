"""Time the verification of a puzzle, from its text, in a warm process and in a new one.

``python -m benchmarks.variants.measure ROUTE`` answers lines of JSON, ``[text, seconds]``, each with
a line of milliseconds of CPU (all threads), the number of solutions, the backend and the error.  A
*warm* process has solved other puzzles before.  With ``--new`` the process has done nothing, and the
time is that of the whole process, imports included.  No question is asked twice in one process, so
that nothing is cached of a puzzle.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import nonet
from benchmarks.json_process import JsonProcess
from nonet.errors import NonetError

SOLUTION_COUNTS = {"unique": 1, "multiple": 2, "none": 0}
"""The number of solutions, up to two, of each verdict; other verdicts are undecided."""


@dataclass(frozen=True)
class Timing:
    """Milliseconds of CPU and the number of solutions, up to two; -1 for undecided."""

    ms: float
    count: int
    by: str = ""
    error: str = ""


def process(route: str, *, is_new: bool) -> JsonProcess:
    """Return a process that answers by a route."""
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks.variants.measure", route]
    return JsonProcess([*command, "--new"] if is_new else command)


def ask(server: JsonProcess, text: str, seconds: float) -> Timing:
    """Ask a process; a process that ended is an error."""
    try:
        return Timing(*server.ask([text, seconds]))
    except EOFError as error:
        return Timing(0.0, -1, error=str(error))


def ask_once(text: str, route: str, seconds: float) -> Timing:
    """Ask a new process."""
    with process(route, is_new=True) as server:
        return ask(server, text, seconds)


def text_of(problem: nonet.Puzzle | nonet.Model) -> str:
    """Return a puzzle or a model as JSON in a line."""
    if isinstance(problem, nonet.Model):
        return nonet.model_to_json(problem)
    return nonet.write(problem, "json")


def warm(route: str) -> None:
    """Import all rules, and solve other killers of 6x6 and 9x9 with a clue."""
    from benchmarks.auto.questions import killers
    from nonet.puzzle import rule_types

    rule_types()
    puzzle = nonet.parse("1...............").with_rules("killer 5 R1C1 R1C2")
    answer(text_of(puzzle), route, 10.0)
    for size, box in ((6, (2, 3)), (9, (3, 3))):
        for model in islice(killers(size, box, 1.0, 1), 3):
            nonet.verify(model, route, time_limit=10)
    gc.collect()
    gc.freeze()  # the collector skips the present objects


def answer(text: str, route: str, seconds: float) -> tuple[int, str, str]:
    """Read a text and verify it: the number of solutions, the backend and the error."""
    is_puzzle = json.loads(text)["nonet"] == "puzzle"
    try:
        problem = nonet.parse(text) if is_puzzle else nonet.model_from_json(text)
        verdict = nonet.verify(problem, route, time_limit=seconds)
    except NonetError as error:
        return -1, "", f"{type(error).__name__}: {error}"
    return SOLUTION_COUNTS.get(verdict.uniqueness.value, -1), verdict.outcome.backend, ""


def main(arguments: Sequence[str]) -> None:
    """Answer the lines of the standard input."""
    route, is_new = arguments[0], "--new" in arguments
    if not is_new:
        warm(route)
    for line in sys.stdin:
        text, seconds = json.loads(line)
        start = 0.0 if is_new else time.process_time()
        result = answer(text, route, seconds)
        print(json.dumps([1000 * (time.process_time() - start), *result]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
