"""``python -m benchmarks.variants.beside ROOT FILE``: beside the Interactive Sudoku Solver.

``ROOT`` is a copy of its repository, ``FILE`` the inputs that ``peer.mjs`` wrote, or any list of
``{"name": ..., "input": ...}`` in its form.  Ours are asked of the default backend.  Both are asked
for two solutions by turns, as often as each other, and the medians are compared: CPU time of all
threads, warm, parsing apart.  The limit is one of CPU, too: on a busy machine ten seconds of a
clock may be one of work.  What takes either a second is asked once.  Nothing that is kept here
of a puzzle itself is there when it is asked again: only what belongs to its grid.

All inputs take an hour on a busy machine: ``--kept`` names a file of what was found, a line an
input, and what it tells already is not asked again.  To ask some again, take out their lines.
"""

from __future__ import annotations

import argparse
import gc
import json
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import nonet
from benchmarks.figures import machine
from benchmarks.report import table, three_digits
from benchmarks.variants.families import family_of
from benchmarks.variants.measure import forget
from nonet.backends import get_backend
from nonet.backends.lowering import lower
from nonet.errors import NonetError
from nonet.solving.queries import Interrupted

HEAD = """# {backend} beside the Interactive Sudoku Solver

`python -m benchmarks.variants.beside`. Milliseconds of CPU to count to two solutions: model, arrays
and search (the other program: building and searching), parsing apart, warm; both asked by turns,
of {rounds} rounds the median (one, where either takes a second). *Median* and *sum* are over what
both finish within {limit:g} s of CPU; *ratio* is how many times as fast as the other program.
Parsing makes rules of a text here, and constraints there; what either looks up of a kind of rule or
of a grid, whatever the puzzle, it keeps. Neither is given a time limit of its own: they look at, or
are interrupted by, the CPU that they have used.
{cpu}, {cores} cores, {python}; load {load}.

"""
ROUNDS = 5
HAS_TIMER = hasattr(signal, "setitimer")
"""Whether a question can be interrupted by its CPU; on Windows it is given a time limit instead."""
WARMING = (".Shape~4x4", ".Shape~4x4.Cage~5~R1C1~R1C2")
"""Inputs for which all is imported and compiled that most need, without a limit of time."""
PEER = Path(__file__).with_name("peer.mjs")


class Peer:
    """The other program, in a process of its own: it answers one input after the other."""

    def __init__(self, root: Path) -> None:
        self._process = subprocess.Popen(
            ["node", str(PEER), str(root)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, text: str, seconds: float) -> dict[str, Any]:
        """The count to two, milliseconds and guesses, as ``peer.mjs`` tells them."""
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        line = ""
        with suppress(BrokenPipeError):
            process.stdin.write(json.dumps({"input": text, "seconds": seconds}) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        if not line:
            raise SystemExit(f"benchmarks: {PEER.name} ended; is ROOT a copy of its repository?")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


@dataclass(frozen=True)
class Asked:
    """One input: what each program counts (-1 for undecided), in how many milliseconds.

    ``why`` says why lock-step does not take it.
    """

    name: str
    family: str
    theirs: int
    their_ms: float
    their_guesses: int
    ours: int = -1
    model_ms: float = 0.0
    ms: float = 0.0
    guesses: int = 0
    why: str = ""

    @property
    def both(self) -> bool:
        """Whether both finish."""
        return self.ours >= 0 and self.theirs >= 0

    @property
    def all_ms(self) -> float:
        """Model, arrays and search."""
        return self.model_ms + self.ms


def asked(entry: dict[str, Any], limit: float, peer: Peer, backend: str) -> Asked | None:
    """One of the inputs, put to both by turns; ``None`` if the other program does not take it."""
    name, text, why = entry["name"], entry["input"], ""
    puzzle: nonet.Puzzle | None = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            puzzle = nonet.parse(text, format="iss")
    except (NonetError, UserWarning) as error:
        why = str(error).partition("\n")[0]
    gc.collect()
    theirs: list[dict[str, Any]] = []
    ours: list[Ours] = []
    while len(theirs) < ROUNDS:
        theirs.append(peer.ask(text, limit))
        if "error" in theirs[-1]:
            return None
        if puzzle is None:
            break
        try:
            if not ours:
                _compile(puzzle)
            ours.append(_ours(puzzle, limit, backend))
        except NonetError as error:
            why = str(error).partition("\n")[0]
            break
        if max(theirs[-1]["cpu"], ours[-1].model_ms + ours[-1].ms) > 1000:
            break
    count = min(theirs[0]["count"], 2) if theirs[0]["ended"] else -1
    ms = median(answer["cpu"] for answer in theirs)
    family = "not read" if puzzle is None else family_of(puzzle, ms)
    given = name, family, count, ms, theirs[0]["guesses"]
    if not ours:
        return Asked(*given, why=why)
    middle = sorted(ours, key=lambda one: one.model_ms + one.ms)[len(ours) // 2]
    return Asked(*given, *middle)


class Ours(NamedTuple):
    """Lock-step's count (-1 for undecided), its milliseconds and its guesses."""

    solutions: int
    model_ms: float
    ms: float
    guesses: int


def _ours(puzzle: nonet.Puzzle, limit: float, backend: str) -> Ours:
    forget(backends=False)
    _interrupt_after(limit)  # no part of what is asked: it takes as long as to check the answer
    try:
        before = time.process_time()
        model = puzzle.model()
        made = time.process_time()
        try:
            verdict = nonet.verify(model, backend, time_limit=None if HAS_TIMER else limit)
            took = time.process_time() - made
        except Interrupted as error:
            took = time.process_time() - made
            guesses = int(error.outcome.stats.get("guesses", 0))
            return Ours(-1, 1000 * (made - before), 1000 * took, guesses)
    finally:
        _interrupt_after(0)
    count = {"unique": 1, "multiple": 2, "none": 0}.get(verdict.uniqueness.value, -1)
    guesses = int(verdict.outcome.stats.get("guesses", 0))
    return Ours(count, 1000 * (made - before), 1000 * took, guesses)


def _interrupt_after(seconds: float) -> None:
    """Have what is under way interrupted after so much CPU; 0: not at all.

    By looks at the clock: a timer of CPU would make that of the process a coarse one, of 4 ms.
    """
    if not HAS_TIMER:
        return
    until = time.process_time() + seconds

    def look(number: int, frame: object) -> None:
        left = until - time.process_time()
        if left <= 0:
            raise KeyboardInterrupt
        signal.setitimer(signal.ITIMER_REAL, max(left, 0.01))

    signal.signal(signal.SIGALRM, look if seconds else signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)


def _compile(puzzle: nonet.Puzzle) -> None:
    """Have the engine there: it is made once on a machine, and loaded once by a process."""
    from nonet.backends.lockstep import kernel

    lowered = lower(puzzle.model(), get_backend("lockstep"))
    kernel.ensure_compiled(kernel.kernel_for(lowered.structure))


def by_family(rows: Sequence[Asked]) -> str:
    """The table of families, and what it comes to, as Markdown."""
    families = sorted({row.family for row in rows})
    head = ["family", "inputs", "taken", "they end", "we end", "their median", "our median"]
    head += ["ratio of medians", "their sum", "our sum", "ratio of sums"]
    lines = [_line(one, [row for row in rows if row.family == one]) for one in families]
    taken = [row for row in rows if not row.why]
    lines.append(_line("all taken", taken))
    parts = [table(head, lines, markdown=True, words=True)]
    both = [row for row in taken if row.both]
    ratios = [row.their_ms / row.all_ms for row in both]
    if ratios:
        parts.append(
            f"{len(taken)} of {len(rows)} taken. Median of the ratios, end to end: "
            f"{median(ratios):.2f}; of their median to ours: "
            f"{median(r.their_ms for r in both) / median(r.all_ms for r in both):.2f}; "
            f"our model {median(r.model_ms for r in both):.2f} ms by the median, "
            f"the rest {median(r.ms for r in both):.2f}, alone "
            f"{median(r.their_ms / r.ms for r in both):.2f} times as fast as all of theirs."
        )
    return "\n\n".join(parts) + "\n"


def by_name(rows: Sequence[Asked]) -> str:
    """What differs, what is late or far behind, and what is not taken, as Markdown."""
    taken = [row for row in rows if not row.why]
    both = [row for row in taken if row.both]
    parts = []
    wrong = [row for row in both if row.ours != row.theirs]
    if wrong:
        parts.append("Counts that differ:\n\n" + _listed(wrong, lambda r: f"{r.ours}, {r.theirs}"))
    late = [row for row in taken if row.ours < 0]
    if late:
        parts.append("Not finished by us:\n\n" + _listed(late, lambda r: _ended(r)))
    slow = sorted(both, key=lambda r: r.their_ms - r.all_ms)[:40]
    head = ["slowest beside them", "family", "their ms", "our ms", "their guesses", "ours"]
    lines = [
        [r.name, r.family, three_digits(r.their_ms), three_digits(r.all_ms), str(r.their_guesses),
         str(r.guesses)]
        for r in slow
    ]  # fmt: skip
    parts.append(table(head, lines, markdown=True, words=True))
    out = [row for row in rows if row.why]
    if out:
        parts.append("Not taken:\n\n" + _listed(out, lambda r: r.why))
    return "\n\n".join(parts) + "\n"


def _ended(row: Asked) -> str:
    if row.theirs < 0:
        return f"nor by them ({row.guesses} guesses)"
    return f"{row.their_ms:.0f} ms, {row.their_guesses} guesses; ours {row.guesses}"


def _listed(rows: Iterable[Asked], say: Any) -> str:
    return "\n".join(f"- {row.name}: {say(row)}" for row in rows)


def _line(name: str, rows: Sequence[Asked]) -> list[str]:
    taken = [row for row in rows if not row.why]
    both = [row for row in taken if row.both]
    line = [name, str(len(rows)), str(len(taken))]
    line += [str(sum(row.theirs >= 0 for row in taken)), str(sum(row.ours >= 0 for row in taken))]
    if not both:
        return [*line, *[""] * 6]
    theirs, ours = [row.their_ms for row in both], [row.all_ms for row in both]
    numbers = [median(theirs), median(ours), median(theirs) / median(ours)]
    numbers += [sum(theirs), sum(ours), sum(theirs) / sum(ours)]
    return [*line, *map(three_digits, numbers)]


def _kept(path: Path | None) -> dict[str, Asked]:
    """What a file tells of inputs, by their text."""
    if path is None or not path.exists():
        return {}
    told = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {row.pop("input"): Asked(**row) for row in told}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 where counts differ."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.variants.beside", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("root", type=Path, help="a copy of the other program's repository")
    parser.add_argument("file", type=Path, help="inputs that peer.mjs wrote")
    parser.add_argument("--names", metavar="TEXT", help="only inputs with this in their name")
    parser.add_argument("--backend", default="auto", metavar="NAME", help="default: auto")
    parser.add_argument("--limit", type=float, default=20.0, metavar="SECONDS")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="what was found, to go on from")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the table of families")
    given = parser.parse_args(arguments)
    rows = []
    for text in WARMING:
        nonet.verify(nonet.parse(text, format="iss"), "lockstep")
    entries = [entry for entry in json.loads(given.file.read_text()) if "error" not in entry]
    chosen = [one for one in entries if given.names is None or given.names in one["name"]]
    kept = _kept(given.kept)
    peer = Peer(given.root)
    try:
        for number, entry in enumerate(chosen, 1):
            row = kept.get(entry["input"])
            if row is None:
                row = asked(entry, given.limit, peer, given.backend)
                print(f"{number} of {len(chosen)}: {row}", file=sys.stderr)
                if row is not None and given.kept is not None:
                    with given.kept.open("a", encoding="utf-8") as file:
                        file.write(json.dumps({"input": entry["input"], **asdict(row)}) + "\n")
            if row is not None:
                rows.append(row)
    finally:
        peer.close()
    if not rows:
        raise SystemExit("benchmarks: no input has such a name")
    told = {"backend": given.backend, "limit": given.limit, "rounds": ROUNDS}
    page = HEAD.format(**told, **machine()) + by_family(rows)
    print(page + "\n" + by_name(rows))
    if given.out is not None:
        given.out.write_text(page)
    return int(any(row.both and row.ours != row.theirs for row in rows))


if __name__ == "__main__":
    sys.exit(main())
