"""Measure the setter's questions in CPU time, and print what was reached beside what must be.

    python -m benchmarks.setting --data FOLDER [--number 20] [--only conflict,generate]

FOLDER holds the public lists ``euler96_50.txt``, ``top95.txt`` and ``radcliffe_7034.txt``.  One
clue of a puzzle is misread so that no two equal ones see each other and no solution is left:
such are the broken puzzles.  The first question of each kind pays for the encoding, and is not
counted.  Times are CPU time of this process (``time.process_time``), medians unless said.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import mean, median, stdev

import nonet
from nonet.puzzle import Puzzle
from nonet.setting import checker
from nonet.setting.lanes import Rows

SETS = ("euler96_50.txt", "top95.txt", "radcliffe_7034.txt")
BLANK = nonet.Sudoku("." * 81)

Row = tuple[str, str, str]
"""What was asked, what must be reached, what was."""


def puzzles(folder: Path, name: str, number: int) -> list[Puzzle]:
    """The first puzzles of a list."""
    lines = (line.strip()[:81] for line in (folder / name).read_text().splitlines())
    return [nonet.parse(line) for line in lines if len(line) == 81 and line[0] != "#"][:number]


def broken(puzzle: Puzzle, random: Random) -> Puzzle:
    """The puzzle with one clue misread."""
    while True:
        cell, value = random.choice(list(puzzle.clues)), random.randint(1, 9)
        changed = puzzle.with_clues({**puzzle.clues, cell: value})
        if not changed.clashes() and nonet.solve(changed, "sat").status.value == "unsat":
            return changed


def timed(work: Callable[[], object]) -> float:
    """Seconds of CPU time of this process."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def ms(times: list[float]) -> str:
    """Median and greatest, in milliseconds."""
    return f"{1e3 * median(times):.1f} ms (at most {1e3 * max(times):.0f})"


def conflicts(folder: Path, number: int) -> Iterator[Row]:
    """Minimal and smallest conflicts of broken puzzles."""
    random = Random(5)
    sets = {name: [broken(p, random) for p in puzzles(folder, name, number)] for name in SETS}
    nonet.conflict(sets[SETS[0]][0], rules=True)
    for rules, must in ((False, "5 ms"), (True, "10 ms")):
        times = [
            timed(lambda p=p, r=rules: nonet.conflict(p, rules=r, smallest=False, chain=False))
            for some in sets.values()
            for p in some
        ]
        yield f"minimal conflict, {'clues and rules' if rules else 'clues'}", must, ms(times)
    found, times = [], []
    for some in sets.values():
        for p in some:
            times.append(
                timed(
                    lambda p=p: found.append(
                        nonet.conflict(p, rules=True, chain=False, time_limit=8)
                    )
                )
            )
    proven = sum(each.is_smallest for each in found)
    yield "smallest, clues and rules", "95 % in 8 s", f"{proven} of {len(found)}, {ms(times)}"
    times = [timed(lambda p=p: nonet.repairs(p)) for some in sets.values() for p in some]
    yield "repairs by clues", "", ms(times)


def killers(folder: Path, number: int) -> Iterator[Row]:
    """Killers made, and their wrong sums found."""
    made: list[nonet.Generated] = []
    next(nonet.generate(kind="killer", seed=1))
    took = timed(lambda: made.extend(nonet.generate(number, kind="killer", seed=2)))
    yield "killers without digits", "50 a second", f"{number / took:.0f} a second"
    random, found, times = Random(3), 0, []
    from dataclasses import replace

    wrong = 0
    while wrong < number:
        puzzle = random.choice(made).puzzle
        rules = list(puzzle.rules)
        place = random.choice([i for i, r in enumerate(rules) if r.name == "killer"])
        cage = rules[place]
        changed = replace(cage, sum=cage.sum + random.choice((-2, -1, 1, 2)))
        rules[place] = changed
        try:
            misread = replace(puzzle, rules=tuple(rules))
            if nonet.solve(misread, "sat").status.value != "unsat":
                continue
        except nonet.NonetError:  # a sum that the cage cannot have is refused when declared
            continue
        wrong += 1
        nonet.conflict(misread, smallest=False, chain=False)  # encodes it
        answer: list[nonet.Repairs] = []
        times.append(timed(lambda p=misread, a=answer: a.append(nonet.repairs(p, time_limit=None))))
        found += any(
            r.changes[0].to == cage.sum and set(r.parts[0].scope) == set(cage.cells)
            for r in answer[0].single
        )
    yield "wrong cage sum found", "all, 20 ms", f"{found} of {wrong}, {ms(times)}"


def questions(folder: Path, number: int) -> Iterator[Row]:
    """Why-not, redundant clues, smallest sub-puzzles, backdoors, edits."""
    some = puzzles(folder, "top95.txt", number)
    random, times = Random(1), []
    nonet.why_not(some[0], "R1C1", 1, chain=False)
    for puzzle in some:
        solution = nonet.solve(puzzle, "sat").solution
        cells = [cell for cell in puzzle.grid.cells if cell not in puzzle.clues]
        for cell in random.sample(cells, 5):
            value = random.choice([v for v in range(1, 10) if v != solution[cell]])
            times.append(timed(lambda a=(puzzle, cell, value): nonet.why_not(*a, chain=False)))
    yield "why-not from a position", "10 ms", ms(times)
    euler = puzzles(folder, "euler96_50.txt", number)
    yield "redundant clues", "5 ms", ms([timed(lambda p=p: nonet.redundant(p)) for p in euler])
    times = [timed(lambda p=p: nonet.minimize(p, smallest=True)) for p in euler]
    yield "smallest sub-puzzle", "1 s", ms(times)
    times = [timed(lambda p=p: nonet.backdoors(p)) for p in some]
    yield "backdoors of up to 2", "0.1 s", ms(times)
    times = []
    for puzzle in some:
        dropped = random.sample(list(puzzle.clues), 12)
        session = nonet.Session(puzzle)
        for cell in dropped:
            session.take_back(cell)
            times.append(timed(session.candidates))
        for cell in dropped:
            session.add(cell, puzzle.clues[cell])
            times.append(timed(session.candidates))
    yield "candidates after an edit", "5 ms", ms(times)


def generators(folder: Path, number: int) -> Iterator[Row]:
    """Minimal puzzles a second of one core, and puzzles of a difficulty."""
    kinds = (
        ("minimal classics", BLANK, "none", 4096, "9,000"),
        ("half-turn, minimal by orbits", BLANK, "half-turn", 4096, "10,000"),
        ("X", nonet.Sudoku("." * 81, rules=["x"]), "none", 512, "2,000"),
        ("windoku", nonet.Sudoku("." * 81, rules=["windoku"]), "none", 512, "2,000"),
    )
    for name, like, symmetry, many, must in kinds:
        rows = Rows(like)
        groups = rows.groups(symmetry)
        rows.taken_away(rows.solutions(8, rows.random(0, 0)), rows.random(0, 1), groups)

        def work(rows: Rows = rows, groups: list[list[int]] = groups, many: int = many) -> None:
            rng = rows.random(1, 0)
            rows.taken_away(rows.solutions(many, rng), rng, groups)

        yield name, f"{must} a second", f"{many / timed(work):.0f} a second"
    times = []
    for seed in range(number):
        wanted = nonet.generate(1, rating=("se", 7.0, 7.5), seed=seed, time_limit=60)
        times.append(timed(lambda wanted=wanted: next(wanted)))
    yield "a classic of SE 7.0 to 7.5", "2 s", ms(times)


def proofs(folder: Path, number: int) -> Iterator[Row]:
    """Proofs written and checked."""
    proven: list[nonet.Proof] = []
    some = puzzles(folder, "top95.txt", number)
    times = [timed(lambda p=p: proven.append(nonet.prove(p))) for p in some]
    yield "proof of top95", "0.1 s", ms(times)
    times = []
    for proof in proven:
        formula, lrat = proof.formula.dimacs(), proof.lrat()
        times.append(
            timed(
                lambda a=formula, b=lrat: checker.check(
                    checker.read_formula(a), checker.read_proof(b)
                )
            )
        )
    yield "checked, with reading", "20 ms", ms(times)
    grids = list(nonet.read(Path(__file__).parents[2] / "puzzles" / "16x16.txt"))
    times = [timed(lambda p=p: nonet.prove(p, time_limit=None)) for p in grids]
    yield "proof of 16x16", "2 s", ms(times)


def counting(folder: Path, number: int) -> Iterator[Row]:
    """Solutions counted a second: of nothing but the rules, and with some clues."""
    some = puzzles(folder, "euler96_50.txt", 1)[0]
    few = some.with_clues(dict(list(some.clues.items())[:12]))
    many = 100_000 * number
    for name, puzzle in (("blank", BLANK), ("of 12 clues", few)):
        nonet.count(puzzle, "lockstep", limit=10)
        took = timed(lambda p=puzzle: nonet.count(p, "lockstep", limit=many))
        yield f"counting a classic, {name}", "1,000,000 a second", f"{many / took:,.0f} a second"


def unbiased(folder: Path, number: int) -> Iterator[Row]:
    """Puzzles drawn evenly: their clues beside the published figures."""
    clues: list[int] = []
    made = nonet.generate(50 * number, unbiased=True, seed=1)
    took = timed(lambda: clues.extend(len(each.puzzle.clues) for each in made))
    spread = stdev(clues)
    error = spread / len(clues) ** 0.5
    told = f"{mean(clues):.3f} (error {error:.3f}), {spread:.3f}; {len(clues) / took:.0f} a second"
    yield f"clues of {len(clues)} drawn evenly", "26.577, deviation 1.116", told


PARTS = {
    "conflict": conflicts,
    "killer": killers,
    "question": questions,
    "generate": generators,
    "proof": proofs,
    "count": counting,
    "unbiased": unbiased,
}


def main() -> int:
    """Print a table, a row as soon as it is measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder of the public lists")
    parser.add_argument("--number", type=int, default=20, help="puzzles of each list (default 20)")
    parser.add_argument("--only", default=",".join(PARTS), help=f"of {', '.join(PARTS)}")
    arguments = parser.parse_args()
    print("| what | must | measured |\n|---|---|---|")
    for name in arguments.only.split(","):
        for row in PARTS[name](arguments.data, arguments.number):
            print(f"| {' | '.join(row)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
