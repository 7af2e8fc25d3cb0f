"""``python -m benchmarks.variants.beside FILE``: beside the Interactive Sudoku Solver.

``FILE`` is what ``peer.mjs`` wrote on the same machine.  Both are asked for two solutions, warm
in CPU time of all threads, parsing apart; the best of three where it takes less than a
second.  Nothing that lock-step keeps of a puzzle itself is there when it is asked again: only what
belongs to its grid.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import nonet
from benchmarks.figures import machine
from benchmarks.report import table, three_digits
from benchmarks.variants.families import family_of
from benchmarks.variants.measure import forget
from nonet.errors import NonetError

HEAD = """# Lock-step beside the Interactive Sudoku Solver

`python -m benchmarks.variants.beside`. Milliseconds of CPU to count to two solutions: model, arrays
and search (the other program: building and searching), parsing apart, warm. *Median* and *sum* are
over what both finish within {limit:g} s; *ratio* is how many times as fast as the other program.
{cpu}, {cores} cores, {python}; load {load}.

"""


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


def asked(entry: dict[str, Any], limit: float) -> Asked:
    """One of the inputs, put to lock-step."""
    name = entry["name"]
    theirs = min(entry["count"], 2) if entry["ended"] else -1
    given = theirs, entry["cpu"], entry["guesses"]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            puzzle = nonet.parse(entry["input"], format="iss")
    except (NonetError, UserWarning) as error:
        return Asked(name, "not read", *given, why=str(error).partition("\n")[0])
    family = family_of(puzzle, entry["cpu"])
    best: Asked | None = None
    for _ in range(3):
        forget()
        gc.collect()
        before = time.process_time()
        model = puzzle.model()
        made = time.process_time()
        try:
            verdict = nonet.verify(model, "lockstep", time_limit=limit)
        except NonetError as error:
            return Asked(name, family, *given, why=str(error).partition("\n")[0])
        took = 1000 * (time.process_time() - made)
        count = {"unique": 1, "multiple": 2, "none": 0}.get(verdict.uniqueness.value, -1)
        guesses = int(verdict.outcome.stats.get("guesses", 0))
        found = Asked(name, family, *given, count, 1000 * (made - before), took, guesses)
        if best is None or found.all_ms < best.all_ms:
            best = found
        if took > 1000:
            break
    assert best is not None
    return best


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


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 where counts differ."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.variants.beside", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("file", type=Path, help="inputs that peer.mjs wrote")
    parser.add_argument("--names", metavar="TEXT", help="only inputs with this in their name")
    parser.add_argument("--limit", type=float, default=20.0, metavar="SECONDS")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the table of families")
    given = parser.parse_args(arguments)
    rows = []
    nonet.verify("1...............", "lockstep")  # imports
    entries = [entry for entry in json.loads(given.file.read_text()) if "error" not in entry]
    for entry in entries:
        if given.names is None or given.names in entry["name"]:
            rows.append(asked(entry, given.limit))
            print(f"{len(rows)} of {len(entries)}: {rows[-1]}", file=sys.stderr)
    if not rows:
        raise SystemExit("benchmarks: no input has such a name")
    page = HEAD.format(limit=given.limit, **machine()) + by_family(rows)
    print(page + "\n" + by_name(rows))
    if given.out is not None:
        given.out.write_text(page)
    return int(any(row.both and row.ours != row.theirs for row in rows))


if __name__ == "__main__":
    sys.exit(main())
