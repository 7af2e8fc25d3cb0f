"""CPU time of a session beside a fresh question each time: ``python -m benchmarks.sessions``.

* ``lecture``: a timetable of a school, to which wishes are added one at a time; after each the
  question is asked again, and a wish that cannot be met is taken back and named by a core;
* ``planning``: robots on a grid, each step declared when the steps before do not suffice, with "all are
  at their goals" as assumptions (Kautz and Selman, "Planning as satisfiability", ECAI 1992).

Sessions and fresh questions take turns; the figures are medians of the ratios of ``--turns``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time

import nonet

Answer = tuple[str, ...]
Ask = Callable[[nonet.Solver, list[object]], nonet.Outcome]

CLASSES, TEACHERS, SLOTS, LESSONS = 8, 8, 25, 15
"""A school: each class has as many lessons in the week, each with one of the teachers."""

SIDE, ROBOTS, WALLS = 6, 6, 8
"""Robots on a square grid with walls."""


def lecture(backend: str | None, ask: Ask, seed: int) -> Iterator[str]:
    """Yield the answers of a timetable that is refined."""
    random = Random(seed)
    build = nonet.ModelBuilder()
    taught = [random.choices(range(TEACHERS), k=LESSONS) for _ in range(CLASSES)]
    slot = build.array("slot", (CLASSES, LESSONS), range(SLOTS))
    for row in slot:
        build.all_different(row)
    by_teacher: list[list[nonet.model.Variable]] = [[] for _ in range(TEACHERS)]
    for c, teachers in enumerate(taught):
        for lesson, teacher in enumerate(teachers):
            by_teacher[teacher].append(slot[c, lesson])
    for lessons in by_teacher:
        build.all_different(lessons[:SLOTS])
    session = nonet.Solver(build, backend)
    yield ask(session, []).status.value
    for _ in range(40):
        lessons = by_teacher[random.randrange(TEACHERS)]
        first, second = random.sample(lessons, 2)
        day = 5 * random.randrange(5)
        wish = random.choice(
            [
                [each != day + random.randrange(5) for each in lessons],  # a free hour
                [(each < day) | (each >= day + 5) for each in lessons[: len(lessons) // 2]],
                [first < second],
                [first // 5 == second // 5],
                [abs(first - second) > 4],
                [first // 5 == day // 5],
            ]
        )
        session.push()
        session.add(wish)
        status = ask(session, []).status.value
        yield status
        if status == "unsat":
            session.pop()


def planning(backend: str | None, ask: Ask, seed: int) -> Iterator[str]:
    """Yield the answers of a plan whose horizon grows until it suffices."""
    random = Random(seed)
    cells = random.sample(range(SIDE * SIDE), SIDE * SIDE - WALLS)
    starts, goals = random.sample(cells, ROBOTS), random.sample(cells, ROBOTS)
    steps = [
        (a, b)
        for a in cells
        for b in cells
        if abs(a % SIDE - b % SIDE) + abs(a // SIDE - b // SIDE) <= 1
    ]
    build = nonet.ModelBuilder()
    now = [build.variable(f"robot {k} at 0", [cell]) for k, cell in enumerate(starts)]
    session = nonet.Solver(build, backend)
    for time in range(1, 14):
        before = now
        now = [build.variable(f"robot {k} at {time}", cells) for k in range(ROBOTS)]
        build.all_different(now)
        for old, new in zip(before, now, strict=True):
            build.table([old, new], steps)
        for k in range(ROBOTS):
            for other in range(k):  # no two change places
                build.add((now[k] != before[other]) | (now[other] != before[k]))
        status = ask(session, [x == goal for x, goal in zip(now, goals, strict=True)]).status.value
        yield status
        if status == "sat":
            return


STORIES = {"lecture": lecture, "planning": planning}


def seconds(story: str, backend: str, seed: int, *, is_fresh: bool) -> tuple[float, Answer]:
    """Return the CPU seconds and the answers of one story."""

    def ask(session: nonet.Solver, assumptions: list[object]) -> nonet.Outcome:
        if is_fresh:
            return nonet.solve(session.model(assumptions), backend)
        return session.solve(assumptions)

    begun = process_time()
    answers = tuple(STORIES[story](backend, ask, seed))
    return process_time() - begun, answers


def main() -> None:
    """Print a row for each story and backend."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--backends", nargs="*", default=["sat", "native", "cpsat"])
    options = parser.parse_args()
    print("story      backend  questions  fresh s  session s  ratio")
    for story in STORIES:
        for backend in options.backends:
            pairs = []
            for seed in range(options.turns):
                fresh, expected = seconds(story, backend, seed, is_fresh=True)
                together, answers = seconds(story, backend, seed, is_fresh=False)
                assert answers == expected, f"{story} {backend} {seed}: {answers} for {expected}"
                pairs.append((fresh, together, len(answers)))
            sums = [sum(column) for column in zip(*pairs, strict=True)]
            ratio = median(fresh / together for fresh, together, _ in pairs)
            print(
                f"{story:10} {backend:8} {sums[2]:9} {sums[0]:8.2f} {sums[1]:10.2f} {ratio:6.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
