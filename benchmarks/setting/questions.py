"""Rows about questions on one puzzle: conflicts, repairs, why-not, redundancy, edits, counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import nonet
from benchmarks.setting.common import BLANK, SETS, Row, broken, ms, puzzles
from benchmarks.timing import cpu_seconds


def conflicts(folder: Path, number: int) -> Iterator[Row]:
    """Yield the times of minimal and smallest conflicts of broken puzzles."""
    random = Random(5)
    sets = {name: [broken(p, random) for p in puzzles(folder, name, number)] for name in SETS}
    nonet.conflict(sets[SETS[0]][0], rules=True)
    for rules, must in ((False, "5 ms"), (True, "10 ms")):
        times = [
            cpu_seconds(
                lambda p=p, r=rules: nonet.conflict(p, rules=r, smallest=False, chain=False)
            )
            for examples in sets.values()
            for p in examples
        ]
        yield f"minimal conflict, {'clues and rules' if rules else 'clues'}", must, ms(times)
    smallest, times = [], []
    for examples in sets.values():
        for p in examples:
            times.append(
                cpu_seconds(
                    lambda p=p: smallest.append(
                        nonet.conflict(p, rules=True, chain=False, time_limit=8)
                    )
                )
            )
    proven = sum(each.is_smallest for each in smallest)
    yield "smallest, clues and rules", "95 % in 8 s", f"{proven} of {len(smallest)}, {ms(times)}"
    times = [
        cpu_seconds(lambda p=p: nonet.setting.repair(p))
        for examples in sets.values()
        for p in examples
    ]
    yield "repairs by clues", "", ms(times)


def killers(folder: Path, number: int) -> Iterator[Row]:
    """Yield the speed of generating killers, and the time to find wrong sums of cages."""
    generated: list[nonet.setting.Generated] = []
    next(nonet.generate(kind="killer", seed=1))
    took = cpu_seconds(lambda: generated.extend(nonet.generate(number, kind="killer", seed=2)))
    yield "killers without digits", "50 a second", f"{number / took:.0f} a second"
    random, repaired, times = Random(3), 0, []
    misread_count = 0
    while misread_count < number:
        puzzle = random.choice(generated).puzzle
        rules = list(puzzle.rules)
        place = random.choice([i for i, r in enumerate(rules) if r.name == "killer"])
        cage = rules[place]
        changed = replace(cage, sum=cage.sum + random.choice((-2, -1, 1, 2)))
        rules[place] = changed
        try:
            misread = replace(puzzle, rules=tuple(rules))
            if nonet.solve(misread, "sat").status.value != "unsat":
                continue
        except nonet.NonetError:  # the declaration refuses a sum that the cage cannot have
            continue
        misread_count += 1
        nonet.conflict(misread, smallest=False, chain=False)  # encodes the puzzle
        answer: list[nonet.setting.Repairs] = []
        times.append(
            cpu_seconds(
                lambda p=misread, a=answer: a.append(nonet.setting.repair(p, time_limit=None))
            )
        )
        repaired += any(
            r.changes[0].to == cage.sum and set(r.parts[0].scope) == set(cage.cells)
            for r in answer[0].single
        )
    yield "wrong cage sum found", "all, 20 ms", f"{repaired} of {misread_count}, {ms(times)}"


def questions(folder: Path, number: int) -> Iterator[Row]:
    """Yield the times of why-not, redundant clues, smallest sub-puzzles, backdoors and edits."""
    some = puzzles(folder, "top95.txt", number)
    random, times = Random(1), []
    nonet.why_not(some[0], "R1C1", 1, chain=False)
    for puzzle in some:
        solution = nonet.solve(puzzle, "sat").solution
        cells = [cell for cell in puzzle.grid.cells if cell not in puzzle.clues]
        for cell in random.sample(cells, 5):
            value = random.choice([v for v in range(1, 10) if v != solution[cell]])
            times.append(
                cpu_seconds(lambda a=(puzzle, cell, value): nonet.why_not(*a, chain=False))
            )
    yield "why-not from a position", "10 ms", ms(times)
    euler = puzzles(folder, "euler96_50.txt", number)
    yield (
        "redundant clues",
        "5 ms",
        ms([cpu_seconds(lambda p=p: nonet.setting.redundant(p)) for p in euler]),
    )
    times = [cpu_seconds(lambda p=p: nonet.setting.minimal(p, smallest=True)) for p in euler]
    yield "smallest sub-puzzle", "1 s", ms(times)
    times = [cpu_seconds(lambda p=p: nonet.setting.backdoors(p)) for p in some]
    yield "backdoors of up to 2", "0.1 s", ms(times)
    times = []
    nonet.count_solutions(BLANK, "lockstep", limit=10)  # loads the engine for the sessions
    for puzzle in some:
        dropped = random.sample(list(puzzle.clues), 12)
        session = nonet.setting.Session(puzzle)
        for cell in dropped:
            session.take_back(cell)
            times.append(cpu_seconds(session.candidates))
        for cell in dropped:
            session.add(cell, puzzle.clues[cell])
            times.append(cpu_seconds(session.candidates))
    yield "candidates after an edit", "5 ms", ms(times)
    times = []
    for each in nonet.generate(number, kind="killer", seed=4):
        rules = each.puzzle.rules
        cages = [rule for rule in rules if rule.name == "killer"]
        spare = random.sample(cages, len(cages) // 2)
        remaining_rules = tuple(rule for rule in rules if rule not in spare)
        session = nonet.setting.Session(replace(each.puzzle, rules=remaining_rules))
        session.candidates()
        solution = nonet.solve(each.puzzle, "sat").solution
        for cell in random.sample(each.puzzle.grid.cells, 6):
            session.add(cell, solution[cell])
            times.append(cpu_seconds(session.candidates))
            session.take_back(cell)
            times.append(cpu_seconds(session.candidates))
    yield "candidates of a killer with half its cages", "30 ms", ms(times)


def counting(folder: Path, number: int) -> Iterator[Row]:
    """Yield solutions counted a second: without clues, and with some clues."""
    some = puzzles(folder, "euler96_50.txt", 1)[0]
    few = some.with_clues(dict(list(some.clues.items())[:12]))
    many = 100_000 * number
    for name, puzzle in (("blank", BLANK), ("of 12 clues", few)):
        nonet.count_solutions(puzzle, "lockstep", limit=10)
        took = cpu_seconds(lambda p=puzzle: nonet.count_solutions(p, "lockstep", limit=many))
        yield f"counting a classic, {name}", "1,000,000 a second", f"{many / took:,.0f} a second"
