"""Human logic put to the test: ``python -m benchmarks.soundness --count 10000 --seed 1``.

Puzzles of every rule and many sizes are drawn at random, each with the solution it was
made from.  A path is walked for each, by the policies in turn, and every step is held
against that solution: a value placed must be the solution's, a candidate removed must
not be.  So the judge is the maker of the puzzle, and no solver.

Every puzzle has a seed of its own (``--only KIND:SEED`` draws one again); a false step
is written as JSON with the puzzle. ``--files A,B`` takes classics from files instead, a puzzle a
line, whose judge is the solution of a solver. With ``--state FILE`` a run of so many
``--seconds`` is continued by the next.  Needs the extra ``sat``, which makes the puzzles (by the rows
of ``nonet.setting``, which :func:`nonet.generate` draws from, too).
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
from nonet.setting.cage_layouts import edge_neighbours
from nonet.setting.puzzle_rows import PuzzleRows
from nonet.setting.regions import random_layout
from nonet.solving import Uniqueness
from nonet.techniques import TECHNIQUE_SETS, Entry, Policy, explain, policy
from nonet.techniques.policies import technique_keys

POLICIES = ("human", "hodoku", "explainer", "tutorial", "sukaku")
Values = Mapping[str, int]
Drawn = tuple[Puzzle | Model, Values]
"""A puzzle (or a model) and its only solution."""


# -- puzzles of a kind --------------------------------------------------------------


@lru_cache(maxsize=256)
def _rows(puzzle: Puzzle) -> PuzzleRows:
    return PuzzleRows(puzzle, max_rows=1)


def _generator(random: Random) -> np.random.Generator:
    return np.random.default_rng(random.getrandbits(64))


def solution(puzzle: Puzzle, random: Random) -> Values:
    """A random solution of a puzzle without clues; raises ``PuzzleError`` if there is none."""
    (row,) = _rows(puzzle).random_solutions(1, _generator(random))
    values = (int(value) + puzzle.grid.values[0] - 1 for value in row)
    return dict(zip(puzzle.grid.cells, values, strict=True))


def _thinned(puzzle: Puzzle, solved: Values, random: Random, spare: int = 0) -> Drawn:
    """As few clues as will do and some to spare: up to an eighth of the cells, and ``spare``."""
    rows, first = _rows(puzzle), puzzle.grid.values[0]
    row = np.array([[solved[cell] - first + 1 for cell in puzzle.grid.cells]], np.uint8)
    (left_over,) = rows.remove_clues(row, _generator(random), rows.symmetry_groups("none"))
    found = rows.puzzle(left_over)
    left = [cell for cell in puzzle.grid.cells if cell not in found.clues]
    most = min(random.randint(0, len(solved) // 8) + spare, len(left))
    more = {cell: solved[cell] for cell in random.sample(left, most)}
    return found.with_clues({**found.clues, **more}), solved


def plain(size: int, spare: int = 0) -> Callable[[Random], Drawn]:
    """Squares with boxes and nothing else."""
    puzzle = Puzzle(Grid.square(size))
    return lambda random: _thinned(puzzle, solution(puzzle, random), random, spare)


def ruled(*rules: str, size: int = 9, spare: int = 0) -> Callable[[Random], Drawn]:
    """Squares with rules that need no parameters."""
    puzzle = Puzzle(Grid.square(size)).with_rules(*map(make_rule, rules))
    return lambda random: _thinned(puzzle, solution(puzzle, random), random, spare)


def redrawn(rule: type[PuzzleRule], example: Example) -> Callable[[Random], Drawn]:
    """The rules of an example as they stand, with another of their solutions and other clues."""

    def draw(random: Random) -> Drawn:
        puzzle = example_puzzle(rule, example).with_clues({})
        return _thinned(puzzle, solution(puzzle, random), random)

    return draw


def jigsaw(size: int) -> Callable[[Random], Drawn]:
    """Squares with regions of odd shapes."""
    plain_one = Puzzle(Grid.square(size))

    def draw(random: Random) -> Drawn:
        while True:
            layout = random_layout(plain_one.grid, random, random.randint(10, 60))
            puzzle = plain_one.with_rules(make_rule("jigsaw", layout=layout))
            try:
                return _thinned(puzzle, solution(puzzle, random), random)
            except PuzzleError:  # these regions leave no solution
                continue

    return draw


def even_odd(random: Random) -> Drawn:
    """Cells without a clue marked as even or odd."""
    grid = Grid.square(9)
    solved = solution(Puzzle(grid), random)
    marked = random.sample(grid.cells, 24)
    rules = [
        make_rule(name, cells=[cell for cell in marked if solved[cell] % 2 == rest])
        for name, rest in (("even", 0), ("odd", 1))
        if any(solved[cell] % 2 == rest for cell in marked)
    ]
    return _thinned(Puzzle(grid).with_rules(*rules), solved, random)


def extra_region(random: Random) -> Drawn:
    """Two further regions of fewer cells than there are values."""
    puzzle = Puzzle(Grid.square(6))
    solved = solution(puzzle, random)
    rules = []
    for _ in range(2):
        cells: list[str] = []
        for cell in random.sample(puzzle.grid.cells, 36):
            if len(cells) < 5 and all(solved[cell] != solved[other] for other in cells):
                cells.append(cell)
        rules.append(make_rule("extra-region", cells=cells))
    return _thinned(puzzle.with_rules(*rules), solved, random)


def overlapping(size: int, *corners: tuple[int, int]) -> Callable[[Random], Drawn]:
    """Squares that share boxes."""
    puzzle = Puzzle(Grid.overlapping(corners, size))
    return lambda random: _thinned(puzzle, solution(puzzle, random), random)


def latin(random: Random, size: int = 6) -> Drawn:
    """A latin square with signs of inequality between neighbours (futoshiki), as a model."""
    grid = Grid.square(size)
    solved = solution(Puzzle(grid), random)
    base = Puzzle(grid, rules=(make_rule("rows"), make_rule("columns"))).model()
    signs = []
    for cell in random.sample(grid.cells, len(grid.cells) // 2):
        other = random.choice(edge_neighbours(grid, cell))
        low, high = sorted((cell, other), key=lambda name: solved[name])
        words = Annotation("less", f"{low} < {high}", f"{low} is less than {high}")
        signs.append(Linear((low, high), (1, -1), "<=", -1, rule=words))
    return _with_clues(Model(base.domains, (*base.constraints, *signs)), solved, random)


def killer(size: int, largest: int) -> Callable[[Random], Drawn]:
    """Cages with sums over a grid with boxes, as a model; clues until it is unique."""
    grid = Grid.square(size)
    base = Puzzle(grid).model()

    def draw(random: Random) -> Drawn:
        solved = solution(Puzzle(grid), random)
        free, cages = set(grid.cells), list[list[str]]()
        for start in random.sample(grid.cells, len(grid.cells)):
            if start not in free:
                continue
            cage, wanted = [start], random.randint(2, largest)
            free.discard(start)
            while len(cage) < wanted:
                near = [
                    cell
                    for one in cage
                    for cell in edge_neighbours(grid, one)
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
            words = Annotation("cage", f"cage of {total} at {cage[0]}", f"the cage sums to {total}")
            if len(cage) > 1:
                constraints.append(AllDifferent(tuple(cage), rule=words))
            constraints.append(Linear(tuple(cage), (1,) * len(cage), "==", total, rule=words))
        model = Model(base.domains, (*base.constraints, *constraints))
        return _with_clues(model, solved, random)

    return draw


def _with_clues(model: Model, solved: Values, random: Random) -> Drawn:
    """The model with clues until one solution is left: each where two solutions differ."""
    clues: dict[str, tuple[int]] = {}
    while True:
        verdict = nonet.verify(model.narrow(clues), time_limit=2)
        if verdict.uniqueness is Uniqueness.UNIQUE:
            return model.narrow(clues), solved
        one, *other = verdict.witnesses or (dict[str, int](),)
        differ = [
            cell
            for cell in solved
            if cell not in clues and (not other or one[cell] != other[0][cell])
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
"""The kinds, each drawn from a random source: some of many shapes, then each rule's examples."""
CLASSICS = ("4x4", "6x6", "8x8", "9x9", "10x10", "12x12", "16x16")
VARIANTS = tuple(kind for kind in KINDS if kind not in CLASSICS)


# -- what is checked ----------------------------------------------------------------


@dataclass
class Found:
    """What the paths of a kind came to."""

    puzzles: int = 0
    steps: int = 0
    solved: int = 0
    stopped: int = 0
    undrawn: int = 0
    """Seeds of which no puzzle came: the cells of no solution drawn tell the rest of it."""
    techniques: Counter[str] = field(default_factory=Counter)
    faults: list[dict[str, object]] = field(default_factory=list)


def drawn(kind: str, seed: int) -> Drawn:
    """The puzzle of a kind and a seed, the same on every machine; of a file its line ``seed``."""
    if kind in KINDS:
        return KINDS[kind](Random(f"{kind}:{seed}"))
    lines = _lines(kind)
    puzzle = nonet.parse(lines[(seed - 1) % len(lines)])
    (only,) = nonet.solve(puzzle, limit=2).solutions
    return puzzle, dict(only)


@lru_cache
def _lines(path: str) -> list[str]:
    return [text for text in Path(path).read_text(encoding="utf-8").split("\n") if text.strip()]


def with_more(name: str, more: Sequence[str]) -> Policy:
    """A policy that tries some techniques more, as soon as singles are used up."""
    whole = policy(name)
    keys = [key for key in technique_keys(more) if key not in TECHNIQUE_SETS["singles"]]
    place = 1 + max(n for n, entry in enumerate(whole.entries) if "naked-single" in entry.keys)
    added = (*whole.entries[:place], *(Entry((key,)) for key in keys), *whole.entries[place:])
    return replace(whole, entries=added)


def check(
    kind: str,
    seed: int,
    policy: str,
    limit: float | None,
    found: Found,
    more: Sequence[str] = (),
) -> None:
    """Walk one path and hold every step against the solution.

    What a rule adds beside the cells is not judged.
    """
    try:
        thing, solution = drawn(kind, seed)
    except PuzzleError:
        found.undrawn += 1
        return
    found.puzzles += 1
    fault = {"kind": kind, "seed": seed, "policy": policy, "puzzle": written(thing)}
    try:
        path = explain(thing, with_more(policy, more), time_limit=limit)
    except Exception as error:  # whatever it is, it is a fault, and the others are to be run
        found.faults.append({**fault, "error": f"{type(error).__name__}: {error}"})
        return
    found.steps += len(path.steps)
    found.solved += path.solved
    found.stopped += path.stopped_by is not None
    found.techniques.update(step.key for step in path.steps)
    for number, step in enumerate(path.steps, 1):
        lost = [(cell, value) for cell, value in step.removed if solution.get(cell) == value]
        lost += [(cell, value) for cell, value in step.placed if solution.get(cell, value) != value]
        if lost:
            found.faults.append(
                {**fault, "step": number, "says": f"{step.key}: {step.conclusion}", "lost": lost}
            )
            return
        try:
            step.to_json()
        except Exception as error:
            found.faults.append({**fault, "step": number, "words": f"{step.key}: {error!r}"})
            return
    if "no solution" in path.note or "several" in path.note:
        found.faults.append({**fault, "note": path.note})


def written(thing: Puzzle | Model) -> object:
    """A puzzle or a model as it can be read again."""
    text = nonet.model_to_json(thing) if isinstance(thing, Model) else write([thing], "json")
    return json.loads(text)


def turns(kinds: Sequence[str], count: int, seed: int) -> Iterator[tuple[str, int, str]]:
    """So many puzzles: the kinds in turn, and with each its seeds and the policies in turn."""
    for number in range(count):
        turn, place = divmod(number, len(kinds))
        yield kinds[place], seed + turn, POLICIES[(turn + place) % len(POLICIES)]


@dataclass
class State:
    """How far a run is, and what it came to; kept in a file, if there is one."""

    file: Path | None = None
    done: int = 0
    results: dict[str, Found] = field(default_factory=dict)

    def load(self) -> None:
        """Read the state of an earlier run, if there was one."""
        if self.file and self.file.exists():
            data = json.loads(self.file.read_text(encoding="utf-8"))
            self.done = data["done"]
            for kind, values in data["results"].items():
                self.results[kind] = Found(**values)
                self.results[kind].techniques = Counter(values["techniques"])

    def save(self) -> None:
        """Write the state, so that a run that is ended here leaves the old or the new one."""
        if self.file:
            data = {"done": self.done, "results": {k: vars(one) for k, one in self.results.items()}}
            new = self.file.with_suffix(".new")
            new.write_text(json.dumps(data), encoding="utf-8")
            new.replace(self.file)


def run(
    kinds: Sequence[str],
    count: int,
    seed: int,
    limit: float | None,
    log: Path | None = None,
    more: Sequence[str] = (),
    state: State | None = None,
    seconds: float = inf,
) -> dict[str, Found]:
    """Check so many puzzles; faults are printed, and appended to ``log``, as they are met.

    After so many ``seconds`` the run ends with a puzzle; its ``state`` says where to go on.
    """
    state = state or State()
    state.load()
    for kind in kinds:
        state.results.setdefault(kind, Found())
    started = last = time.monotonic()
    try:
        for kind, own, policy in islice(turns(kinds, count, seed), state.done, None):
            result = state.results[kind]
            before = len(result.faults)
            check(kind, own, policy, limit, result, more)
            state.done += 1
            for fault in result.faults[before:]:
                print(json.dumps(fault), flush=True)
                if log:
                    with log.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(fault) + "\n")
            now = time.monotonic()
            if now - last > 30:
                last = now
                faults = sum(len(one.faults) for one in state.results.values())
                done = f"{state.done}/{count} puzzles, {faults} faults, {now - started:.0f} s"
                print(done, file=sys.stderr, flush=True)
                state.save()
            if now - started > seconds:
                break
    except KeyboardInterrupt:
        print("interrupted: what was checked until then", file=sys.stderr)
    state.save()
    return state.results


def told(found: Mapping[str, Found]) -> str:
    """A line a kind, and the sum."""
    lines = [f"{'kind':28}{'puzzles':>8}{'steps':>9}{'solved':>8}{'stopped':>8}{'false':>6}"]
    for kind, one in found.items():
        counts = (one.puzzles, one.steps, one.solved, one.stopped, len(one.faults))
        lines.append("{:28}{:8}{:9}{:8}{:8}{:6}".format(kind, *counts))
    every = found.values()
    lines.append(
        f"{sum(one.puzzles for one in every)} puzzles, {sum(one.steps for one in every)} steps, "
        f"{sum(len(one.faults) for one in every)} faults; "
        f"{len({key for one in every for key in one.techniques})} techniques used"
    )
    if undrawn := {kind: one.undrawn for kind, one in found.items() if one.undrawn}:
        lines.append(f"no puzzle came of {sum(undrawn.values())} seeds: {', '.join(undrawn)}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check what is asked for; 1 if a step was false."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soundness", description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="puzzles in all (default 500)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default 1)")
    parser.add_argument(
        "--kinds", default="all", metavar="A,B", help="by name, classics or variants (default: all)"
    )
    parser.add_argument(
        "--time-limit", type=float, default=20.0, metavar="SECONDS", help="a path (default 20)"
    )
    parser.add_argument("--only", metavar="KIND:SEED", help="one puzzle, by every policy")
    parser.add_argument(
        "--with", dest="more", default="", metavar="A,B", help="techniques tried after singles, too"
    )
    parser.add_argument(
        "--files", default="", metavar="A,B", help="classics of files, a puzzle a line"
    )
    parser.add_argument("--state", type=Path, metavar="FILE", help="go on where this file says")
    parser.add_argument(
        "--seconds", type=float, default=inf, metavar="N", help="end after so long (default: never)"
    )
    parser.add_argument("--log", type=Path, metavar="FILE", help="append false steps as JSON lines")
    given = parser.parse_args(arguments)
    more = [name for name in given.more.split(",") if name]
    if given.only:
        kind, _, seed = given.only.rpartition(":")
        found = Found()
        for policy in POLICIES:
            check(kind, int(seed), policy, given.time_limit, found, more)
        print(json.dumps(found.faults, indent=1))
        return 1 if found.faults else 0
    kinds = list({"all": KINDS, "classics": CLASSICS, "variants": VARIANTS}.get(given.kinds, ()))
    kinds = kinds or [kind for kind in given.kinds.split(",") if kind]
    kinds = [name for name in given.files.split(",") if name] or kinds
    state = State(given.state)
    found_all = run(
        kinds, given.count, given.seed, given.time_limit, given.log, more, state, given.seconds
    )
    print(told(found_all))
    return 1 if any(one.faults for one in found_all.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
