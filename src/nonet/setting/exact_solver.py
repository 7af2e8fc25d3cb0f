"""Exact in a process of its own: Exact takes over the signals of its process.

``python -m nonet.setting.exact_solver`` reads the names of files, each with a question as JSON, and
answers each in a line; so the process stays for further questions.
"""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

from nonet.deadline import Deadline
from nonet.errors import BackendError
from nonet.processes import end_with_parent
from nonet.setting.lrat import ProofTooLong

POLL_SECONDS = 0.1
"""Seconds between two looks at the clock and the log."""
BYTES_PER_STEP = 64
"""Bytes of a step in the log, on average, at most."""

OPTIONS = {
    "proof-assumptions": "0",
    "seed": "1",
    # what these find is logged by propagation, which a checker would have to do again
    "inp-atmostone": "0",
    "inp-probing": "0",
    "inp-purelits": "0",
    "inp-dombreaklim": "0",
}

Row = tuple[Mapping[int, int], int]
"""Coefficients by literal (a variable's number, negative for its negation), and the least sum."""


def solve_or_refute(
    rows: Sequence[Row], variables: int, log_path: Path, deadline: Deadline, max_steps: int
) -> list[int] | None:
    """The true variables of a solution, or ``None`` and Exact's log of a refutation in ``log_path``.

    Raises ``DeadlineExceeded``, ``ProofTooLong`` for a log of more than ``max_steps``
    steps, ``BackendError``.
    """
    inequality_rows = [([list(term) for term in terms.items()], least) for terms, least in rows]
    question_path = log_path.with_suffix(".json")
    question_path.write_text(
        json.dumps({"rows": inequality_rows, "variables": variables, "log": str(log_path)})
    )
    process = _IDLE_PROCESSES.pop() if _IDLE_PROCESSES else _start_process()
    answers = Queue[str]()
    try:
        print(question_path, file=process.stdin, flush=True)
        Thread(target=lambda: answers.put(process.stdout.readline()), daemon=True).start()
        answer = None
        while answer is None:
            with suppress(Empty):
                answer = answers.get(timeout=POLL_SECONDS)
            deadline.check()
            if log_path.exists() and log_path.stat().st_size > BYTES_PER_STEP * max_steps:
                raise ProofTooLong
        model: list[int] | None = json.loads(answer)
    except BaseException as error:
        _end_process(process)
        if isinstance(error, OSError | ValueError):
            raise BackendError(f"exact ended, with code {process.returncode}") from None
        raise
    _IDLE_PROCESSES.append(process)
    return model


_IDLE_PROCESSES: list[Any] = []
"""Processes that wait for a question."""


def _start_process() -> Any:
    command = [sys.executable, "-P", "-m", __name__]
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout"), subprocess.PIPE)
    process = subprocess.Popen(command, text=True, stderr=subprocess.DEVNULL, **pipes)
    atexit.register(_end_process, process)
    return process


def _end_process(process: Any) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):  # a question that did not reach it
            pipe.close()


def main() -> None:
    """Answer the questions of standard input."""
    end_with_parent()
    for line in sys.stdin:
        print(json.dumps(_answer_question(json.loads(Path(line.strip()).read_text()))), flush=True)


def _answer_question(question: Mapping[str, Any]) -> list[int] | None:
    from exact import Exact

    log = Path(question["log"])
    solver = Exact(list({**OPTIONS, "proof-log": str(log.with_suffix(""))}.items()))
    names = [f"x{number}" for number in range(1, question["variables"] + 1)]
    for name in names:
        solver.addVariable(name, 0, 1)
    for terms, least in question["rows"]:
        plain = [(c if x > 0 else -c, names[abs(x) - 1]) for x, c in terms]
        solver.addConstraint(plain, True, least - sum(c for x, c in terms if x < 0))
    answer = "TIMEOUT"
    while answer == "TIMEOUT":
        answer = solver.runFull(False, POLL_SECONDS)
    if answer != "SAT":
        return None
    values = solver.getLastSolutionFor(names)
    return [number for number, value in enumerate(values, 1) if value]


if __name__ == "__main__":
    main()
