"""Time from Python to the proven optimum: nonet with cpsat beside CPMpy on OR-Tools.

    python benchmarks/optimise/against_cpmpy.py [--times N]

The same models, both built anew for each time; both leave CP-SAT's number of threads to it. Each
problem is solved by one and the other in turn, and the medians are compared: of wall time, and of
CPU time, which a busy machine changes less. The optima must be equal.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from itertools import combinations
from statistics import median

import cpmpy as cp

import nonet

Answer = Callable[[], int]

FT06 = (
    ((2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)),
    ((1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)),
    ((2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)),
    ((1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)),
    ((2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)),
    ((1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)),
)
"""Fisher and Thompson's job shop of 1963, (machine, duration) by job; its optimum is 55."""


def solved(build: nonet.ModelBuilder) -> int:
    """The optimum by nonet."""
    outcome = nonet.solve(build, "cpsat")
    assert outcome.optimum is not None and outcome.optimum.is_proven
    return int(outcome.optimum.value or 0)


def solved_there(model: cp.Model) -> int:
    """The optimum by CPMpy."""
    assert model.solve(solver="ortools")
    return int(model.objective_value())


def knapsack(items: int = 40) -> tuple[Answer, Answer]:
    """0/1 knapsack, random by a fixed seed."""
    choose = random.Random(1)
    weights = [choose.randint(10, 99) for _ in range(items)]
    worth = [w + choose.randint(-9, 9) for w in weights]
    room = sum(weights) // 3

    def here() -> int:
        build = nonet.ModelBuilder()
        taken = build.variables([f"x{i}" for i in range(items)], range(2))
        build.add(sum(w * x for w, x in zip(weights, taken, strict=True)) <= room)
        build.maximize(sum(v * x for v, x in zip(worth, taken, strict=True)))
        return solved(build)

    def there() -> int:
        taken = cp.boolvar(shape=items)
        model = cp.Model(cp.sum(w * x for w, x in zip(weights, taken, strict=True)) <= room)
        model.maximize(cp.sum(v * x for v, x in zip(worth, taken, strict=True)))
        return solved_there(model)

    return here, there


def golomb(marks: int = 7) -> tuple[Answer, Answer]:
    """The shortest Golomb ruler: 25 for seven marks."""
    longest = marks * marks

    def here() -> int:
        build = nonet.ModelBuilder()
        mark = build.variables([f"m{i}" for i in range(marks)], range(longest))
        gaps = []
        for i, j in combinations(range(marks), 2):
            gap = build.variable(f"d{i}_{j}", range(1, longest))
            build.add(mark[j] - mark[i] == gap)
            gaps.append(gap)
        build.add(mark[0] == 0)
        build.all_different(gaps)
        build.minimize(mark[-1])
        return solved(build)

    def there() -> int:
        mark = cp.intvar(0, longest - 1, shape=marks)
        pairs = list(combinations(range(marks), 2))
        gaps = cp.intvar(1, longest - 1, shape=len(pairs))
        model = cp.Model([mark[j] - mark[i] == g for (i, j), g in zip(pairs, gaps, strict=True)])
        model += mark[0] == 0
        model += cp.AllDifferent(gaps)
        model.minimize(mark[-1])
        return solved_there(model)

    return here, there


def job_shop() -> tuple[Answer, Answer]:
    """ft06 by disjunctions."""
    horizon = 100
    tasks = {(j, t): m for j, job in enumerate(FT06) for t, (m, _) in enumerate(job)}
    clashes = [(a, b) for a, b in combinations(tasks, 2) if tasks[a] == tasks[b] and a[0] != b[0]]

    def here() -> int:
        build = nonet.ModelBuilder()
        start = {k: build.variable(f"s{k[0]}_{k[1]}", range(horizon)) for k in tasks}
        end = build.variable("end", range(horizon))
        for j, job in enumerate(FT06):
            for t, (_, length) in enumerate(job):
                after = start[j, t + 1] if t + 1 < len(job) else end
                build.add(start[j, t] + length <= after)
        for a, b in clashes:
            la, lb = FT06[a[0]][a[1]][1], FT06[b[0]][b[1]][1]
            build.any_of(start[a] + la <= start[b], start[b] + lb <= start[a])
        build.minimize(end)
        return solved(build)

    def there() -> int:
        start = {k: cp.intvar(0, horizon - 1) for k in tasks}
        end = cp.intvar(0, horizon - 1)
        model = cp.Model()
        for j, job in enumerate(FT06):
            for t, (_, length) in enumerate(job):
                after = start[j, t + 1] if t + 1 < len(job) else end
                model += start[j, t] + length <= after
        for a, b in clashes:
            la, lb = FT06[a[0]][a[1]][1], FT06[b[0]][b[1]][1]
            model += (start[a] + la <= start[b]) | (start[b] + lb <= start[a])
        model.minimize(end)
        return solved_there(model)

    return here, there


def rota() -> tuple[Answer, Answer]:
    """Six nurses, seven days: see examples/nurse_rota.py."""
    people, days = range(6), range(7)
    wishes = [
        (0, 5),
        (0, 6),
        (1, 5),
        (1, 6),
        (2, 0),
        (2, 5),
        (3, 5),
        (3, 6),
        (4, 3),
        (4, 6),
        (5, 5),
    ]
    rested = [(a, b) for a in range(3) for b in range(3) if (a, b) != (2, 1)]

    def here() -> int:
        build = nonet.ModelBuilder()
        shift = {(p, d): build.variable(f"{p} {d}", range(3)) for p in people for d in days}
        for d in days:
            build.count([shift[p, d] for p in people], [1], "==", 2)
            build.count([shift[p, d] for p in people], [2], "==", 1)
        for p in people:
            for d in days[:-1]:
                build.table([shift[p, d], shift[p, d + 1]], rested)
            build.count([shift[p, d] for d in days], [0], ">=", 2)
            build.count([shift[p, d] for d in days], [2], "<=", 2)
        refused = []
        for p, d in wishes:
            refused.append(build.variable(f"refused {p} {d}", range(2)))
            build.table([shift[p, d], refused[-1]], [(0, 0), (1, 1), (2, 1)])
        build.minimize(sum(refused))
        return solved(build)

    def there() -> int:
        shift = cp.intvar(0, 2, shape=(6, 7))
        model = cp.Model()
        for d in days:
            model += cp.Count(shift[:, d], 1) == 2
            model += cp.Count(shift[:, d], 2) == 1
        for p in people:
            for d in days[:-1]:
                model += cp.Table([shift[p, d], shift[p, d + 1]], rested)
            model += cp.Count(shift[p, :], 0) >= 2
            model += cp.Count(shift[p, :], 2) <= 2
        model.minimize(cp.sum(shift[p, d] != 0 for p, d in wishes))
        return solved_there(model)

    return here, there


def assignment(size: int = 15) -> tuple[Answer, Answer]:
    """The cheapest assignment of workers to tasks, by tables of costs."""
    choose = random.Random(2)
    cost = [[choose.randint(1, 99) for _ in range(size)] for _ in range(size)]

    def here() -> int:
        build = nonet.ModelBuilder()
        task = build.variables([f"t{i}" for i in range(size)], range(size))
        price = build.variables([f"c{i}" for i in range(size)], range(100))
        build.all_different(task)
        for i in range(size):
            build.table([task[i], price[i]], list(enumerate(cost[i])))
        build.minimize(sum(price))
        return solved(build)

    def there() -> int:
        task = cp.intvar(0, size - 1, shape=size)
        price = cp.intvar(0, 99, shape=size)
        model = cp.Model(cp.AllDifferent(task))
        for i in range(size):
            model += cp.Table([task[i], price[i]], list(enumerate(cost[i])))
        model.minimize(cp.sum(price))
        return solved_there(model)

    return here, there


PROBLEMS = {
    "knapsack of 40": knapsack,
    "Golomb ruler of 7": golomb,
    "job shop ft06": job_shop,
    "nurse rota": rota,
    "assignment of 15": assignment,
}


def timed(answer: Answer) -> tuple[int, float, float]:
    """The optimum, and the seconds of wall and CPU time that it took."""
    wall, work = time.perf_counter(), time.process_time()
    value = answer()
    return value, time.perf_counter() - wall, time.process_time() - work


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    times = parser.parse_args().times
    print("| problem | optimum | nonet, ms wall | CPMpy, ms wall | nonet, ms CPU | CPMpy, ms CPU |")
    print("|---|---|---|---|---|---|")
    totals = [0.0] * 4
    for name, make in PROBLEMS.items():
        here, there = make()
        timed(here), timed(there)  # libraries are imported
        rows = [(timed(here), timed(there)) for _ in range(times)]
        (best,) = {value for row in rows for value, _, _ in row}
        found = [1000 * median(row[who][what] for row in rows) for what in (1, 2) for who in (0, 1)]
        totals = [total + each for total, each in zip(totals, found, strict=True)]
        print(f"| {name} | {best} | {' | '.join(f'{each:.0f}' for each in found)} |", flush=True)
    print(f"| all | | {' | '.join(f'{each:.0f}' for each in totals)} |")


if __name__ == "__main__":
    main()
