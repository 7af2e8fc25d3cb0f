"""Finds an example of every technique: ``python docs/site/find_examples.py 60 [FAMILY ...]``.

Puzzles are our own: those of ``puzzles/`` and random ones by :func:`nonet.generate`.
Each is walked by the easier techniques, and at every position the techniques that
lack an example (of some families, if any are named) are searched for, where no easier technique
has a step (with ``--anywhere``: also elsewhere; with ``--struck``: where some wrong candidates
are struck out by chance, as if harder steps had come before).  Seconds are the processor's, so
that a busy machine finds the same examples.  ``examples.hodoku`` keeps the examples, a library
line each; another run adds missing examples, and replaces those whose step is found too slowly.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import nonet
from nonet.formats import iter_puzzles, write
from nonet.model import Domain
from nonet.setting.practice import NO_LIMIT
from nonet.techniques import TECHNIQUES, Step, Technique
from nonet.techniques.candidate_layout import bits
from nonet.techniques.entry_search import search_steps
from nonet.techniques.policies import restricted_policy
from nonet.techniques.position import Position
from nonet.techniques.solution_oracle import position_of

ROOT = Path(__file__).parents[2]
EXAMPLES = Path(__file__).parents[2] / "src" / "nonet" / "learn" / "examples.hodoku"
HEADER = (
    "# One position a technique, with the step to be found there; made by find_examples.py.\n"
    "# The first field is HoDoKu's code, or our name of the technique where it has none.\n"
    "# The puzzle of chromatic-pattern-type-2 is mith's "
    "(in D. Berthier, CSP-Rules-Examples, 2022).\n"
)
PATIENCE = 0.08
"""Seconds for one technique at one position: the site and the tests search every example anew."""
CHOICE = 12
"""Steps of a technique among which the plainest is taken."""
EASY = ("singles", "intersections", "subsets")
WALKS = (
    EASY,
    (*EASY, "basic-fish", "wings", "patterns"),
    (*EASY, "basic-fish", "wings", "patterns", "coloring", "chains", "als"),
)
BEFORE = {
    **dict.fromkeys(("singles", "direct"), ()),
    **dict.fromkeys(("intersections", "subsets"), ("singles",)),
}
"""What finds nothing where an example of a family stands: by default all that is easy."""
POSITIONS = 4
"""Positions among which the plainest example is taken."""


class TooLong(Exception):
    """The patience with one search is over."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Interrupt what is done within after so many seconds."""

    def over(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, over)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def label(key: str) -> str:
    """How a library line names a technique: by HoDoKu's code, or by our key."""
    return nonet.techniques.technique(key).code or key


def puzzles(seed: int) -> Iterator[nonet.Puzzle]:
    """Classics of ``puzzles/``, then random minimal ones without end."""
    grid = nonet.Grid.square(9)
    for name in ("hard.txt", "easy.sdm", "framed.txt", "classic.csv"):
        for entry in iter_puzzles(ROOT / "puzzles" / name):
            if isinstance(entry, nonet.Puzzle) and entry.grid == grid:
                yield replace(entry, notes={})
    for made in nonet.generate(NO_LIMIT, seed=seed):
        yield made.puzzle


def positions(puzzle: nonet.Puzzle, walk: tuple[str, ...]) -> Iterator[Position]:
    """The positions of a path, as far as it goes."""
    policy = restricted_policy("human", walk)
    position = position_of(puzzle)
    yield position
    while not position.solved:
        step = next(
            (s for entry in policy.entries for s in search_steps(position, entry.keys)), None
        )
        if step is None:
            return
        position = position.after(step)
        yield position


def plainness(step: Step) -> tuple[int, ...]:
    """The order of choice: few candidates and sets in the argument, many eliminations."""
    nodes = sum(len(chain.nodes) for chain in step.chains)
    sets = sum(cells.bit_count() for cells, _ in step.sets)
    spoken = (step.pattern | step.fins).bit_count()
    return (nodes + sets + spoken, -step.eliminations.bit_count(), len(step.sentence))


def marked(puzzle: nonet.Puzzle, position: Position) -> nonet.Puzzle:
    """The puzzle with the values and candidates of a position as marks."""
    entries = {c: v for c, v in position.assignment.items() if c not in puzzle.clues}
    candidates = {
        cell: Domain.of(values)
        for cell, values in position.candidates.items()
        if cell not in puzzle.clues and cell not in entries
    }
    return replace(puzzle, entries=entries, candidates=candidates)


def notes(step: Step) -> list[str]:
    """The eliminations and the placements of a step, each as ``<digit><row><column>``."""
    candidates = bits(step.eliminations), step.placements
    named = [[step.layout.cell_and_value(candidate) for candidate in part] for part in candidates]
    return [" ".join(f"{value}{cell[1]}{cell[3]}" for cell, value in part) for part in named]


def line(puzzle: nonet.Puzzle, position: Position, step: Step) -> str:
    """The library line of a step."""
    eliminations, placements = notes(step)
    named = {
        "technique": label(step.key),
        "eliminations": eliminations,
        "placements": placements,
    }
    return write(replace(marked(puzzle, position), notes=named), "hodoku").strip()


def in_library() -> dict[str, str]:
    """The lines of the library by the technique that they name."""
    lines = EXAMPLES.read_text(encoding="utf-8").splitlines() if EXAMPLES.exists() else []
    return {text[1:].partition(":")[0]: text for text in lines if text.startswith(":")}


def struck(puzzle: nonet.Puzzle, position: Position, random: Random) -> Position:
    """The position without some wrong candidates: the more, the rarer techniques are to be seen."""
    solution = nonet.solve(puzzle).solutions[0]
    right = position.layout.domain_candidates({cell: (value,) for cell, value in solution.items()})
    share = random.choice((0.2, 0.4, 0.6))
    wrong = (c for c in bits(position.open & ~right) if random.random() < share)
    return position.without(sum(1 << candidate for candidate in wrong))


def main(seconds: float, families: list[str], options: set[str]) -> None:
    """Look for so many seconds, and write what is known then, by other runs too.

    The options are ``--anywhere`` and ``--struck``.
    """
    wanted = [e for e in TECHNIQUES if not families or e.module in families]
    known = in_library()
    lacking = [e for e in wanted if label(e.key) not in known or not again(known[label(e.key)])]
    search = Search(lacking, time.process_time() + seconds, bool(options))
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):  # the examples until then are kept
        for puzzle in puzzles(int(time.time())):
            if search.over:
                break
            for position in positions(puzzle, search.random.choice(WALKS)):
                less = "--struck" in options
                search.look(puzzle, struck(puzzle, position, search.random) if less else position)
                if search.over:
                    break
    known = in_library()
    known |= {name: min(examples)[1] for name, examples in search.examples.items()}
    order = [label(entry.key) for entry in TECHNIQUES]
    lines = [known[name] for name in order if name in known]
    EXAMPLES.write_text(HEADER + "".join(f"{text}\n" for text in lines), encoding="utf-8")
    missing = [entry.key for entry in TECHNIQUES if label(entry.key) not in known]
    print(f"{len(lines)} of {len(order)}; without an example: {', '.join(missing) or 'none'}")


class Search:
    """A few examples of each technique, by plainness."""

    def __init__(self, lacking: list[Technique], end: float, anywhere: bool) -> None:
        self.examples: dict[str, list[tuple[tuple[int, ...], str]]] = {}
        self.random = Random(1)
        self._lacking, self._end, self._anywhere = lacking, end, anywhere

    @property
    def over(self) -> bool:
        """Whether the time is."""
        return time.process_time() > self._end

    def look(self, puzzle: nonet.Puzzle, position: Position) -> None:
        """Add the examples at one position."""
        easier: dict[tuple[str, ...], bool] = {}
        for entry in self._lacking:
            name = label(entry.key)
            if len(self.examples.get(name, [])) >= POSITIONS or self.over:
                continue
            before = () if self._anywhere else BEFORE.get(entry.module, EASY)
            if before not in easier:
                easier[before] = bool(before) and any(
                    next(search_steps(position, e.keys), None)
                    for e in restricted_policy("human", before).entries
                )
            if easier[before]:
                continue
            step = plainest(position, entry.key)
            if step is not None:
                text = line(puzzle, position, step)
                if again(text):
                    self.examples.setdefault(name, []).append((plainness(step), text))
                    print(f"{entry.key}: {step.notation}", flush=True)


def plainest(position: Position, key: str) -> Step | None:
    """The plainest of the first steps of a technique at a position."""
    steps: list[Step] = []
    with suppress(TooLong), at_most(PATIENCE):
        for step in islice(search_steps(position, (key,)), CHOICE):
            steps.append(step)
    return min(steps, key=plainness, default=None)


def again(text: str) -> bool:
    """Whether the step of a library line is found at its position, soon enough."""
    puzzle = nonet.parse(text)
    key = nonet.techniques.technique(puzzle.notes["technique"]).key
    requested = [puzzle.notes.get(kind, "") for kind in ("eliminations", "placements")]
    with suppress(TooLong), at_most(PATIENCE):
        for step in islice(search_steps(position_of(puzzle), (key,)), CHOICE):
            if notes(step) == requested:
                return True
    return False


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    options = {text for text in sys.argv[1:] if text.startswith("--")}
    given = [text for text in sys.argv[1:] if text not in options]
    main(float(given[0]) if given else 60, given[1:], options)
