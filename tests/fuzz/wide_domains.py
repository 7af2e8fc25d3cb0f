"""Models of wide domains under tiny limits: every verb and backend ends in time and in memory.

Each case is asked in a child process of its own, so that no case inherits what the cases before
have grown.  A case fails if its declaration takes long, if the answer comes later than its limit,
if memory grows beyond all measure, or if a limit of memory lets the process grow to more than twice
what the answer without that limit took.
"""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import time
import warnings
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import nonet
from nonet.errors import NonetError
from tests.fuzz.campaign_type import Campaign, Case, Tally

LATE_SECONDS = 0.3
"""Seconds that an answer may come after its limit: of the clock or of the processor, whichever is
less, for the machine may be busy and a solver may have threads."""

DECLARATION_SECONDS = 2.0
"""Processor seconds that declaring three constraints may take."""

FLOOR_MEGABYTES = 64.0
"""Growth that any question may take: libraries and caches are loaded at their first use."""

MOST_MEGABYTES = 600.0
"""Growth that no question of these models needs."""

KILL_SECONDS = 40.0

VERBS = ("solve", "solve all", "count", "verify", "candidates")
BACKENDS = ("auto", "native", "cpsat", "sat", "python-constraint", "cover")
WIDTHS = (3, 40, 300, 5_000, 70_000, 1_000_000, 20_000_000, 10**9)

_WORDS = "nonet.model.Automaton(0, {0, 1}, {(0, 0): 0, (0, 1): 1, (1, 0): 0, (1, 5): 1})"


def make(random: Random) -> Case:
    """A few variables, most of wide domains, and one to three constraints over expressions."""
    names = "wxyz"[: random.randint(2, 4)]
    domains = {}
    for name in names:
        width = random.choice(WIDTHS)
        low = random.choice((0, 0, 1, -width // 2, -5, 10**6))
        step = random.choice((1, 1, 1, 2, 3)) if width < 200_000 else 1
        domains[name] = [low, low + width, step]
    statements = [_statement(random, list(names)) for _ in range(random.randint(1, 3))]
    if random.random() < 0.2:
        goal = random.choice(("minimize", "maximize"))
        statements.append(f"b.{goal}({_expression(random, list(names))})")
    return {
        "domains": domains,
        "statements": statements,
        "verb": random.choice(VERBS),
        "backend": random.choice(BACKENDS),
        "seconds": random.choice((0.05, 0.2, 0.5)),
        "megabytes": random.choice((None, None, 40)),
    }


def _expression(random: Random, names: list[str], depth: int = 2) -> str:
    kind = random.randrange(12) if depth else random.randrange(3)
    if kind < 2:
        return random.choice(names)
    if kind == 2:
        return f"({random.choice(names)} + {random.randint(-9, 10 ** random.randint(0, 6))})"
    first, second = (_expression(random, names, depth - 1) for _ in range(2))
    test = _comparison(random, names, depth - 1)
    return [
        f"({first} * {second})",
        f"abs({first} - {second})",
        f"({first} // {random.choice((2, 7, 1000))})",
        f"({first} % {random.choice((2, 10, 997, 123_456))})",
        f"nonet.max_of([{first}, {second}])",
        f"nonet.count_of([{', '.join(names)}], {random.choice((0, 1, 5))})",
        f"nonet.if_then_else({test}, {first}, {second})",
        f"({test} + {first})",
        f"(2 * {first} - {second})",
    ][kind - 3]


def _comparison(random: Random, names: list[str], depth: int = 1) -> str:
    op = random.choice(("==", "!=", "<=", "<", ">"))
    right = str(random.choice((0, 1, 7, 100, 12_345, 10**6)))
    if random.random() < 0.5 and depth > 0:
        right = _expression(random, names, depth)
    return f"({_expression(random, names, max(depth, 0))} {op} {right})"


def _statement(random: Random, names: list[str]) -> str:
    first, second = names[:2]
    of = [_expression(random, names, random.randint(0, 1)) for _ in range(random.randint(2, 3))]
    several, single = ", ".join(of), _expression(random, names, random.randint(0, 1))
    number = random.randrange(4)
    p, q, r = (_comparison(random, names) for _ in range(3))
    return random.choice(
        (
            f"b.all_different([{several}], except_values=0)",
            f"b.all_different([{several}])",
            f"b.all_equal([{several}])",
            f"b.among([{several}], range(0, {random.choice((3, 1000))}), 1, 2)",
            f"b.cardinality([{several}], {{0: {number}, 1: {single}}}, closed={number > 1})",
            f"b.nvalue([{several}], {random.choice((str(number), single))})",
            f"b.precedence([{several}], [1, 2, 5])",
            f"b.increasing([{several}], strictly=True)",
            f"b.lexicographic([{several}], [{', '.join('3' for _ in of)}])",
            f"b.cost_regular([{several}], {_WORDS}, {{1: 3}}, {single})",
            f"b.regular([{several}], {_WORDS})",
            f"b.table([{first}, {second}], [(0, 1), (2, 3), (5, 7)], negative={number > 1})",
            f"b.count([{several}], {single}, '==', {number})",
            f"b.inverse([{first}, {second}], [{second}, {first}])",
            f"b.element([3, {first}, {single}], {second}, {single})",
            f"b.no_overlap([{first}, {second}], [3, {random.choice(('1000', single))}])",
            f"b.cumulative([{first}, {second}], [3, 1000], [1, 2], 2)",
            f"b.bin_packing([{first}, {second}], [2, 3], [{first}, 5])",
            f"b.reservoir([{first}, {second}], [3, -2], 0, 5)",
            f"b.add({p})",
            f"b.add({p} | {q})",
            f"b.add({p}.implies({q}))",
            f"b.add(~({p} & {q}))",
            f"b.add({p} ^ {q})",
            f"b.add(nonet.any_of({p}, {q}, {r}))",
        )
    )


def _build(case: Case) -> nonet.ModelBuilder:
    """Return the builder of a case; a statement that is refused is left out."""
    b = nonet.ModelBuilder()
    scope: dict[str, Any] = {"b": b, "nonet": nonet}
    for name, (low, high, step) in case["domains"].items():
        scope[name] = b.variable(name, range(low, high, step))
    for statement in case["statements"]:
        try:
            exec(statement, scope)  # the case is text so that a report can be pasted
        except NonetError:
            continue
    return b


def _answer(case: Case, b: nonet.ModelBuilder, megabytes: float | None) -> str:
    """Return the answer of a case in a word or two."""
    limits = {"time_limit": case["seconds"], "memory_limit": megabytes}
    backend = None if case["backend"] == "auto" else case["backend"]
    try:
        match case["verb"]:
            case "solve":
                return str(nonet.solve(b, backend, **limits).status.value)
            case "solve all":
                return str(nonet.solve(b, backend, limit=None, **limits).status.value)
            case "count":
                return "count" if nonet.count_solutions(b, backend, **limits).number else "0"
            case "verify":
                return str(nonet.verify(b, backend, **limits).uniqueness.value)
            case _:
                nonet.candidates(b, backend, time_limit=case["seconds"])
                return "candidates"
    except NonetError as error:
        return type(error).__name__


@cache
def _load_libraries() -> None:
    """Import what the backends import, so that no child pays for it."""
    for backend in BACKENDS:
        nonet.solve(".......21.3..4..", None if backend == "auto" else backend)


def _peak_megabytes() -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def _measure(case: Case, megabytes: float | None) -> dict[str, Any]:
    """Return what a child process measures: seconds, the growth of its memory, its answer."""
    Path("/proc/self/clear_refs").write_text("5")  # the peak of memory is that of now
    before = _peak_megabytes()
    times = [time.process_time()]
    b = _build(case)
    times.append(time.process_time())
    clock = time.monotonic()
    answer = _answer(case, b, None if megabytes is None else before + megabytes)
    clock = time.monotonic() - clock
    times.append(time.process_time())
    return {
        "declared": times[1] - times[0],
        "seconds": min(clock, times[2] - times[1]),
        "megabytes": _peak_megabytes() - before,
        "answer": answer,
    }


def _asked_in_child(case: Case, megabytes: float | None) -> dict[str, Any]:
    """Return the measures of a case; of a child that ends without any, its ``status``."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        warnings.simplefilter("ignore")
        try:
            measures = _measure(case, megabytes)
        except BaseException as error:
            measures = {"fault": f"{type(error).__name__}: {error}"[:500]}
        os.write(writer, json.dumps(measures).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        if not select.select([file], [], [], KILL_SECONDS)[0]:
            os.killpg(child, signal.SIGKILL)
        text = file.read()
    status = os.waitpid(child, 0)[1]
    return json.loads(text) if text else {"fault": f"no answer, status {status}"}


def judge(case: Case, tally: Tally) -> str | None:
    """Fail if a limit is not kept, or the declaration or the memory is out of all measure."""
    if not Path("/proc/self/clear_refs").exists():
        tally["skipped: the peak of memory is read on Linux only"] += 1
        return None
    _load_libraries()
    measures = _asked_in_child(case, None)
    if "fault" in measures:
        return str(measures["fault"])
    tally[measures["answer"]] += 1
    if measures["declared"] > DECLARATION_SECONDS:
        return f"declared in {measures['declared']:.2f} s"
    late, grown = measures["seconds"] - case["seconds"], measures["megabytes"]
    if late > LATE_SECONDS:
        return f"late by {late:.2f} s"
    if grown > MOST_MEGABYTES:
        return f"grew by {grown:.0f} MB"
    if case["megabytes"] is not None:
        limited = _asked_in_child(case, case["megabytes"])
        if "fault" in limited:
            return f"with a memory limit: {limited['fault']}"
        if limited["megabytes"] > 2 * max(grown, FLOOR_MEGABYTES):
            return f"grew by {limited['megabytes']:.0f} MB with a limit, {grown:.0f} without"
    return None


def simpler_cases(case: Case) -> list[Case]:
    """One statement less."""
    statements = case["statements"]
    return [
        {**case, "statements": statements[:i] + statements[i + 1 :]}
        for i in range(len(statements))
        if len(statements) > 1
    ]


CAMPAIGN = Campaign("wide domains", make, judge, simpler_cases, weight=1)
