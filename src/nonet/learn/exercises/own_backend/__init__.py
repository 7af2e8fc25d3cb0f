"""Checks of own-backend: small models against brute force, the clock, the conformance suite."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from itertools import product
from pathlib import Path

from nonet.backends.base import Backend, Request
from nonet.backends.lowering import lower
from nonet.learn.checks import CheckFailed, LearnerModule, expect, learner_value, shortened_repr
from nonet.model import AllDifferent, Linear, Model, Table
from nonet.puzzle import Grid, Puzzle
from nonet.solving import Status, count_solutions, iter_solutions, solve

CONFORMANCE_SUITE = 240.0
"""Seconds that the conformance suite may take."""

EXAMPLES = 15
"""Random models of each kind that the conformance suite tries."""

ABC_DOMAINS = {"a": range(1, 4), "b": range(1, 4), "c": range(1, 4)}
MODELS = {
    "a model without constraints": Model({"a": [1, 5], "b": [2]}),
    "a + b == c": Model(ABC_DOMAINS, [Linear(("a", "b", "c"), (1, 1, -1), "==", 0)]),
    "all different": Model(ABC_DOMAINS, [AllDifferent(("a", "b", "c"))]),
    "a table over c and a": Model(
        ABC_DOMAINS, [Table(("c", "a"), frozenset({(1, 2), (3, 3), (9, 1)}))]
    ),
    "a contradiction": Model({"a": [1], "b": [1]}, [AllDifferent(("a", "b"))]),
}


def learner_backend(work: LearnerModule) -> Backend:
    """The learner's backend."""
    backend = learner_value(work, "Mine")()
    expect(
        isinstance(backend, Backend), "Mine lacks something of a backend: name, capabilities, run"
    )
    return backend  # type: ignore[no-any-return]


def brute_force(model: Model) -> set[tuple[int, ...]]:
    """All assignments that the model accepts."""
    return {
        values
        for values in product(*model.domains.values())
        if model.accepts(dict(zip(model.variables, values, strict=True)))
    }


def check_small_models(work: LearnerModule) -> None:
    "Small models: the solutions of brute force, each once"
    for description, model in MODELS.items():
        solutions = [tuple(s.values()) for s in iter_solutions(model, learner_backend(work))]
        right = brute_force(model)
        expect(
            set(solutions) == right,
            f"{description}: you find {shortened_repr(solutions)}, not {shortened_repr(right)}",
        )


def check_sudoku(work: LearnerModule) -> None:
    "The 288 Sudokus of 4 by 4"
    number = count_solutions(Puzzle(Grid.square(4)), learner_backend(work)).number
    expect(number == 288, f"you find {number}")


def check_copies(work: LearnerModule) -> None:
    "Every assignment is a dictionary of its own"
    run = learner_backend(work).run(Model({"a": [1, 2]}), Request())
    seen = list(run)
    expect(
        sorted(dict(s).get("a", 0) for s in seen) == [1, 2],
        f"a model of one variable with values 1 and 2: taken together you gave {shortened_repr(seen)}",
    )


def check_time(work: LearnerModule) -> None:
    "The clock stops it, and that is no proof"
    started = time.monotonic()
    outcome = solve(Puzzle(Grid.square(16)), learner_backend(work), limit=None, time_limit=0.3)
    late = time.monotonic() - started - 0.3
    expect(late < 2, f"with a limit of 0.3 s your run ended {late:.1f} s late")
    expect(outcome.stopped_by == "time", f"stopped_by is {outcome.stopped_by!r}, not 'time'")
    expect(outcome.status is not Status.UNSAT, "out of time, and you say there is no solution")
    # the same where the time is over from the start: a slow machine may not come to ask the backend
    backend = learner_backend(work)
    run = backend.run(lower(Puzzle(Grid.square(16)).model(), backend), Request(deadline=started))
    while True:
        try:
            next(run)
        except StopIteration as stop:
            expect(stop.value == "time", f"the time was over, and you returned {stop.value!r}")
            return


def check_conformance(work: LearnerModule) -> str:
    "The conformance suite of nonet.testing"
    if sys.platform == "emscripten":
        return "not run: a browser starts no other programs; nonet learn check own-backend runs it"
    if not all(map(find_spec, ("pytest", "hypothesis"))):
        raise CheckFailed('the suite needs pytest and hypothesis: pip install "nonet[testing]"')
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(work.__file__, folder / "own_backend.py")
        # what an installer leaves of an entry point: then "mine" is a backend like any other
        info = folder / "mine-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("[nonet.backends]\nmine = own_backend:Mine\n")
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
        command += ["--tb=short", "--pyargs", "nonet.testing", "--backend", "mine"]
        command += ["--examples", str(EXAMPLES)]
        paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
        try:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, check=False, timeout=CONFORMANCE_SUITE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise CheckFailed(f"the suite did not end in {CONFORMANCE_SUITE:g} s") from None
    if done.returncode:
        raise CheckFailed(_first_failure(done.stdout + done.stderr))
    return done.stdout.strip().splitlines()[-1]


check_conformance.seconds = CONFORMANCE_SUITE + 20  # type: ignore[attr-defined]


def _first_failure(output: str) -> str:
    """Return pytest's message about the first failed test."""
    failed = re.search(r"^FAILED \S+?::(\S+)", output, re.MULTILINE)
    errors = [line for line in output.splitlines() if line.startswith("E ")]
    test = failed[1].partition("[")[0].replace("_", " ") if failed else "the suite could not run"
    return "\n".join([test, *errors[:8]] if errors else [test, *output.splitlines()[-5:]])
