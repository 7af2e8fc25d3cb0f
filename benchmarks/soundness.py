"""Check the steps of human logic: ``python -m benchmarks.soundness --count 10000 --seed 1``.

Puzzles of all rules and many sizes are drawn at random, each from a known solution.  The policies
explain them in turn, and every step is compared with the solution: a placed value must be in the
solution, a removed candidate must not.  So the check depends on no solver.

Every puzzle has its own seed (``--only KIND:SEED`` draws it again); a false step is printed as JSON
with the puzzle.  ``--files A,B`` reads classics from files instead, a puzzle a line, and takes their
solutions from a solver.  With ``--state FILE`` a run limited by ``--seconds`` is continued by the
next run.  Needs the extra ``sat`` for generating puzzles.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from math import inf
from pathlib import Path
from random import Random

import numpy as np

import nonet
from nonet.errors import PuzzleError
from nonet.formats import write
from nonet.model import AllDifferent, Annotation, Linear, Model
from nonet.puzzle import Grid, Puzzle, PuzzleRule, make_rule, rule_types
from nonet.puzzle.examples import example_puzzle
from nonet.puzzle.rules import Example
from nonet.setting.mark_layouts import edge_neighbours
from nonet.setting.puzzle_rows import PuzzleRows
from nonet.setting.regions import random_layout
from nonet.solving import Uniqueness
from nonet.techniques import TECHNIQUE_SETS, Entry, Policy, explain, policy
from nonet.techniques.policies import technique_keys

POLICIES = ("human", "hodoku", "explainer", "tutorial", "sukaku")
Values = Mapping[str, int]
Drawn = tuple[Puzzle | Model, Values]
"""A puzzle (or a model) and its unique solution."""


# -- puzzles of a kind --------------------------------------------------------------


@lru_cache(maxsize=256)
def _rows(puzzle: Puzzle) -> PuzzleRows:
    return PuzzleRows(puzzle)


def _generator(random: Random) -> np.random.Generator:
    return np.random.default_rng(random.getrandbits(64))


def solution(puzzle: Puzzle, random: Random) -> Values:
    """Return a random solution of a puzzle without clues; raise ``PuzzleError`` without one."""
    (row,) = _rows(puzzle).random_solutions(1, _generator(random))
    values = (int(value) + puzzle.grid.values[0] - 1 for value in row)
    return dict(zip(puzzle.grid.cells, values, strict=True))


def _with_minimal_clues(puzzle: Puzzle, solved: Values, random: Random, spare: int = 0) -> Drawn:
    """Return the puzzle with a minimal set of clues, and up to an eighth of the cells + ``spare``."""
    rows, first = _rows(puzzle), puzzle.grid.values[0]
    row = np.array([[solved[cell] - first + 1 for cell in puzzle.grid.cells]], np.uint8)
    (left_over,) = rows.remove_clues(row, _generator(random), rows.symmetry_groups("none"))
    minimal = rows.puzzle(left_over)
    blank = [cell for cell in puzzle.grid.cells if cell not in minimal.clues]
    most = min(random.randint(0, len(solved) // 8) + spare, len(blank))
    more = {cell: solved[cell] for cell in random.sample(blank, most)}
    return minimal.with_clues({**minimal.clues, **more}), solved


def plain(size: int, spare: int = 0) -> Callable[[Random], Drawn]:
    """Return a generator of squares with boxes and no other rules."""
    puzzle = Puzzle(Grid.square(size))
    return lambda random: _with_minimal_clues(puzzle, solution(puzzle, random), random, spare)


def ruled(*rules: str, size: int = 9, spare: int = 0) -> Callable[[Random], Drawn]:
    """Return a generator of squares with rules without parameters."""
    puzzle = Puzzle(Grid.square(size)).with_rules(*map(make_rule, rules))
    return lambda random: _with_minimal_clues(puzzle, solution(puzzle, random), random, spare)


def redrawn(rule: type[PuzzleRule], example: Example) -> Callable[[Random], Drawn]:
    """Return a generator of puzzles with the rules of an example and other clues."""

    def draw(random: Random) -> Drawn:
        puzzle = example_puzzle(rule, example).with_clues({})
        return _with_minimal_clues(puzzle, solution(puzzle, random), random)

    return draw


def jigsaw(size: int) -> Callable[[Random], Drawn]:
    """Return a generator of squares with random regions."""
    plain_square = Puzzle(Grid.square(size))

    def draw(random: Random) -> Drawn:
        while True:
            layout = random_layout(plain_square.grid, random, random.randint(10, 60))
            puzzle = plain_square.with_rules(make_rule("jigsaw", layout=layout))
            try:
                return _with_minimal_clues(puzzle, solution(puzzle, random), random)
            except PuzzleError:  # no solution with these regions
                continue

    return draw


def even_odd(random: Random) -> Drawn:
    """Draw a puzzle with cells marked as even or odd."""
    grid = Grid.square(9)
    solved = solution(Puzzle(grid), random)
    marked = random.sample(grid.cells, 24)
    rules = [
        make_rule(name, cells=[cell for cell in marked if solved[cell] % 2 == remainder])
        for name, remainder in (("even", 0), ("odd", 1))
        if any(solved[cell] % 2 == remainder for cell in marked)
    ]
    return _with_minimal_clues(Puzzle(grid).with_rules(*rules), solved, random)


def extra_region(random: Random) -> Drawn:
    """Draw a puzzle with two extra regions that are smaller than the grid's."""
    puzzle = Puzzle(Grid.square(6))
    solved = solution(puzzle, random)
    rules = []
    for _ in range(2):
        cells: list[str] = []
        for cell in random.sample(puzzle.grid.cells, 36):
            if len(cells) < 5 and all(solved[cell] != solved[other] for other in cells):
                cells.append(cell)
        rules.append(make_rule("extra-region", cells=cells))
    return _with_minimal_clues(puzzle.with_rules(*rules), solved, random)


def overlapping(size: int, *corners: tuple[int, int]) -> Callable[[Random], Drawn]:
    """Return a generator of overlapping squares."""
    puzzle = Puzzle(Grid.overlapping(corners, size))
    return lambda random: _with_minimal_clues(puzzle, solution(puzzle, random), random)


def latin(random: Random, size: int = 6) -> Drawn:
    """Draw a Latin square with inequalities between neighbours (futoshiki), as a model."""
    grid = Grid.square(size)
    solved = solution(Puzzle(grid), random)
    base = Puzzle(grid, rules=(make_rule("rows"), make_rule("columns"))).model()
    signs = []
    for cell in random.sample(grid.cells, len(grid.cells) // 2):
        other = random.choice(edge_neighbours(grid)[cell])
        low, high = sorted((cell, other), key=lambda name: solved[name])
        annotation = Annotation("less", f"{low} < {high}", f"{low} is less than {high}")
        signs.append(Linear((low, high), (1, -1), "<=", -1, rule=annotation))
    return _with_clues(Model(base.domains, (*base.constraints, *signs)), solved, random)


def killer(size: int, largest: int) -> Callable[[Random], Drawn]:
    """Return a generator of killers as models, with clues until the solution is unique."""
    grid = Grid.square(size)
    base = Puzzle(grid).model()

    def draw(random: Random) -> Drawn:
        solved = solution(Puzzle(grid), random)
        free, cages = set(grid.cells), list[list[str]]()
        for start in random.sample(grid.cells, len(grid.cells)):
            if start not in free:
                continue
            cage, target_size = [start], random.randint(2, largest)
            free.discard(start)
            while len(cage) < target_size:
                near = [
                    cell
                    for member in cage
                    for cell in edge_neighbours(grid)[member]
                    if cell in free and all(solved[cell] != solved[other] for other in cage)
                ]
                if not near:
                    break
                cage.append(random.choice(sorted(near)))
                free.discard(cage[-1])
            cages.append(cage)
        constraints: list[AllDifferent | Linear] = []
        for cage in cages:
            total = sum(solved[cell] for cell in cage)
            annotation = Annotation(
                "cage", f"cage of {total} at {cage[0]}", f"the cage sums to {total}"
            )
            if len(cage) > 1:
                constraints.append(AllDifferent(tuple(cage), rule=annotation))
            constraints.append(Linear(tuple(cage), (1,) * len(cage), "==", total, rule=annotation))
        model = Model(base.domains, (*base.constraints, *constraints))
        return _with_clues(model, solved, random)

    return draw


def _with_clues(model: Model, solved: Values, random: Random) -> Drawn:
    """Add clues at cells in which two solutions differ until the solution is unique."""
    clues: dict[str, tuple[int]] = {}
    while True:
        verdict = nonet.verify(model.narrow(clues), time_limit=2)
        if verdict.uniqueness is Uniqueness.UNIQUE:
            return model.narrow(clues), solved
        first, *others = verdict.witnesses or (dict[str, int](),)
        differ = [
            cell
            for cell in solved
            if cell not in clues and (not others or first[cell] != others[0][cell])
        ]
        cell = random.choice(differ)
        clues[cell] = (solved[cell],)


KINDS: dict[str, Callable[[Random], Drawn]] = {
    "windoku": ruled("windoku"),
    "x": ruled("x"),
    "x+windoku": ruled("x", "windoku"),
    "disjoint-groups": ruled("disjoint-groups"),
    "anti-knight": ruled("anti-knight"),
    "anti-king": ruled("anti-king"),
    "x+anti-king": ruled("x", "anti-king"),
    "disjoint+windoku": ruled("disjoint-groups", "windoku"),
    "jigsaw": jigsaw(9),
    "jigsaw-6": jigsaw(6),
    "even-odd": even_odd,
    "extra-region-6": extra_region,
    "windoku-6": ruled("windoku", size=6),
    "x-6": ruled("x", size=6),
    "x-8": ruled("x", size=8),
    "4x4": plain(4),
    "6x6": plain(6),
    "8x8": plain(8),
    "9x9": plain(9),
    "twodoku-4": overlapping(4, (0, 0), (2, 2)),
    "samurai-4": overlapping(4, (0, 0), (0, 4), (2, 2), (4, 0), (4, 4)),
    "twodoku-6": overlapping(6, (0, 0), (4, 3)),
    "butterfly": overlapping(9, (0, 0), (0, 3), (3, 0), (3, 3)),
    "killer-4": killer(4, 3),
    "killer-6": killer(6, 4),
    "killer-9": killer(9, 4),
    "futoshiki-6": latin,
    "10x10": plain(10, spare=10),
    "12x12": plain(12, spare=20),
    "16x16": plain(16, spare=40),
    **{
        f"{name}-example-{number}": redrawn(rule, example)
        for name, rule in rule_types().items()
        for number, example in enumerate(rule.examples, 1)
    },
}
"""The generator of each kind: various shapes and rules, then the examples of each rule."""
CLASSICS = ("4x4", "6x6", "8x8", "9x9", "10x10", "12x12", "16x16")
VARIANTS = tuple(kind for kind in KINDS if kind not in CLASSICS)


# -- checks -------------------------------------------------------------------------


@dataclass
class Tally:
    """The numbers and faults of the paths of a kind."""

    puzzles: int = 0
    steps: int = 0
    solved: int = 0
    stopped: int = 0
    undrawn: int = 0
    """Seeds without a puzzle: no drawn solution determines the variables besides the cells."""
    techniques: Counter[str] = field(default_factory=Counter)
    faults: list[dict[str, object]] = field(default_factory=list)


def draw_puzzle(kind: str, seed: int) -> Drawn:
    """Return the puzzle of a kind and a seed, the same on every machine; of a file its line."""
    if kind in KINDS:
        return KINDS[kind](Random(f"{kind}:{seed}"))
    lines = _lines(kind)
    puzzle = nonet.parse(lines[(seed - 1) % len(lines)])
    (only,) = nonet.solve(puzzle, limit=2).solutions
    return puzzle, dict(only)


@lru_cache
def _lines(path: str) -> list[str]:
    return [text for text in Path(path).read_text(encoding="utf-8").split("\n") if text.strip()]


def with_techniques(name: str, names: Sequence[str]) -> Policy:
    """Return a policy with further techniques directly after the singles."""
    base = policy(name)
    keys = [key for key in technique_keys(names) if key not in TECHNIQUE_SETS["singles"]]
    place = 1 + max(n for n, entry in enumerate(base.entries) if "naked-single" in entry.keys)
    added = (*base.entries[:place], *(Entry((key,)) for key in keys), *base.entries[place:])
    return replace(base, entries=added)


def check(
    kind: str,
    seed: int,
    policy: str,
    limit: float | None,
    tally: Tally,
    extra: Sequence[str] = (),
) -> None:
    """Explain a puzzle and compare every step with the solution.

    Variables that a rule adds to the cells are not checked.
    """
    try:
        problem, solution = draw_puzzle(kind, seed)
    except PuzzleError:
        tally.undrawn += 1
        return
    tally.puzzles += 1
    fault = {"kind": kind, "seed": seed, "policy": policy, "puzzle": as_json(problem)}
    try:
        path = explain(problem, with_techniques(policy, extra), time_limit=limit)
    except Exception as error:  # any error is a fault, and the run continues
        tally.faults.append({**fault, "error": f"{type(error).__name__}: {error}"})
        return
    tally.steps += len(path.steps)
    tally.solved += path.solved
    tally.stopped += path.stopped_by is not None
    tally.techniques.update(step.key for step in path.steps)
    for number, step in enumerate(path.steps, 1):
        lost = [(cell, value) for cell, value in step.removed if solution.get(cell) == value]
        lost += [(cell, value) for cell, value in step.placed if solution.get(cell, value) != value]
        if lost:
            tally.faults.append(
                {**fault, "step": number, "says": f"{step.key}: {step.conclusion}", "lost": lost}
            )
            return
        try:
            step.to_json()
        except Exception as error:
            tally.faults.append({**fault, "step": number, "json": f"{step.key}: {error!r}"})
            return
    if "no solution" in path.note or "several" in path.note:
        tally.faults.append({**fault, "note": path.note})


def as_json(problem: Puzzle | Model) -> object:
    """Return a puzzle or a model as JSON."""
    text = nonet.model_to_json(problem) if isinstance(problem, Model) else write([problem], "json")
    return json.loads(text)


def turns(kinds: Sequence[str], count: int, seed: int) -> Iterator[tuple[str, int, str]]:
    """Yield kinds in turn, with ascending seeds and the policies in turn."""
    for number in range(count):
        turn, place = divmod(number, len(kinds))
        yield kinds[place], seed + turn, POLICIES[(turn + place) % len(POLICIES)]


@dataclass
class State:
    """The progress and the tallies of a run, stored in a file if there is one."""

    file: Path | None = None
    done: int = 0
    results: dict[str, Tally] = field(default_factory=dict)

    def load(self) -> None:
        """Read the state of an earlier run, if any."""
        if self.file and self.file.exists():
            data = json.loads(self.file.read_text(encoding="utf-8"))
            self.done = data["done"]
            for kind, values in data["results"].items():
                self.results[kind] = Tally(**values)
                self.results[kind].techniques = Counter(values["techniques"])

    def save(self) -> None:
        """Write the state atomically."""
        if self.file:
            data = {
                "done": self.done,
                "results": {k: vars(tally) for k, tally in self.results.items()},
            }
            new = self.file.with_suffix(".new")
            new.write_text(json.dumps(data), encoding="utf-8")
            new.replace(self.file)


def run(
    kinds: Sequence[str],
    count: int,
    seed: int,
    limit: float | None,
    log: Path | None = None,
    extra: Sequence[str] = (),
    state: State | None = None,
    seconds: float = inf,
) -> dict[str, Tally]:
    """Check ``count`` puzzles; print faults at once, and append them to ``log``.

    The run ends after the puzzle that exceeds ``seconds``; ``state`` has the progress.
    """
    state = state or State()
    state.load()
    for kind in kinds:
        state.results.setdefault(kind, Tally())
    started = last = time.monotonic()
    try:
        for kind, own, policy in islice(turns(kinds, count, seed), state.done, None):
            result = state.results[kind]
            before = len(result.faults)
            check(kind, own, policy, limit, result, extra)
            state.done += 1
            for fault in result.faults[before:]:
                print(json.dumps(fault), flush=True)
                if log:
                    with log.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(fault) + "\n")
            now = time.monotonic()
            if now - last > 30:
                last = now
                faults = sum(len(tally.faults) for tally in state.results.values())
                done = f"{state.done}/{count} puzzles, {faults} faults, {now - started:.0f} s"
                print(done, file=sys.stderr, flush=True)
                state.save()
            if now - started > seconds:
                break
    except KeyboardInterrupt:
        print("interrupted: the results so far", file=sys.stderr)
    state.save()
    return state.results


def summary(tallies: Mapping[str, Tally]) -> str:
    """Return a line for each kind, and the sums."""
    lines = [f"{'kind':28}{'puzzles':>8}{'steps':>9}{'solved':>8}{'stopped':>8}{'false':>6}"]
    for kind, tally in tallies.items():
        counts = (tally.puzzles, tally.steps, tally.solved, tally.stopped, len(tally.faults))
        lines.append("{:28}{:8}{:9}{:8}{:8}{:6}".format(kind, *counts))
    every = tallies.values()
    lines.append(
        f"{sum(tally.puzzles for tally in every)} puzzles, {sum(tally.steps for tally in every)} steps, "
        f"{sum(len(tally.faults) for tally in every)} faults; "
        f"{len({key for tally in every for key in tally.techniques})} techniques used"
    )
    if undrawn := {kind: tally.undrawn for kind, tally in tallies.items() if tally.undrawn}:
        lines.append(f"no puzzle for {sum(undrawn.values())} seeds: {', '.join(undrawn)}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check puzzles; return 1 if a step is false."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soundness", description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="puzzles in all (default 500)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default 1)")
    parser.add_argument(
        "--kinds", default="all", metavar="A,B", help="by name, classics or variants (default: all)"
    )
    parser.add_argument(
        "--time-limit", type=float, default=20.0, metavar="SECONDS", help="of a path (default 20)"
    )
    parser.add_argument("--only", metavar="KIND:SEED", help="only this puzzle, by all policies")
    parser.add_argument(
        "--with",
        dest="more",
        default="",
        metavar="A,B",
        help="further techniques, after the singles",
    )
    parser.add_argument(
        "--files", default="", metavar="A,B", help="classics of files, a puzzle a line"
    )
    parser.add_argument(
        "--state", type=Path, metavar="FILE", help="file of the progress, to continue a run"
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=inf,
        metavar="N",
        help="time limit of the run (default: none)",
    )
    parser.add_argument("--log", type=Path, metavar="FILE", help="append false steps as JSON lines")
    given = parser.parse_args(arguments)
    extra = [name for name in given.more.split(",") if name]
    if given.only:
        kind, _, seed = given.only.rpartition(":")
        tally = Tally()
        for policy in POLICIES:
            check(kind, int(seed), policy, given.time_limit, tally, extra)
        print(json.dumps(tally.faults, indent=1))
        return 1 if tally.faults else 0
    kinds = list({"all": KINDS, "classics": CLASSICS, "variants": VARIANTS}.get(given.kinds, ()))
    kinds = kinds or [kind for kind in given.kinds.split(",") if kind]
    kinds = [name for name in given.files.split(",") if name] or kinds
    state = State(given.state)
    tallies = run(
        kinds, given.count, given.seed, given.time_limit, given.log, extra, state, given.seconds
    )
    print(summary(tallies))
    return 1 if any(each.faults for each in tallies.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
