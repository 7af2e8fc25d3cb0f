"""A nurse rota: who works when, with as few wishes refused as can be.

Six nurses, seven days: on each day two work by day and one by night. After a night nobody
works the next day; everybody has two days off or more and at most two nights. Each has
asked for some days off. An objective over 0/1 variables, each tied to a shift by a table.

    nonet solve examples/nurse_rota.py
    nonet solve examples/nurse_rota.py --data days=10 --data 'nights=3'
"""

from collections.abc import Mapping
from itertools import pairwise

import nonet

OFF, DAY, NIGHT = range(3)
LETTERS = ".DN"
NURSES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
WISHES = dict(zip(NURSES, ((5, 6), (5, 6), (0, 5), (5, 6), (3, 6), (5, 6)), strict=True))


def build(days: int = 7, nights: int = 2) -> nonet.ModelBuilder:
    """The rota of so many days, with at most so many nights a nurse."""
    build = nonet.ModelBuilder()
    shift = {
        nurse: [build.variable(f"{nurse} day {d + 1}", (OFF, DAY, NIGHT)) for d in range(days)]
        for nurse in NURSES
    }
    for day in zip(*shift.values(), strict=True):
        build.count(day, [DAY], "==", 2)
        build.count(day, [NIGHT], "==", 1)
    rested = [(a, b) for a in range(3) for b in range(3) if (a, b) != (NIGHT, DAY)]
    for nurse, week in shift.items():
        for today, tomorrow in pairwise(week):
            build.table([today, tomorrow], rested, label=f"{nurse} rests after a night")
        build.count(week, [OFF], ">=", 2, label=f"{nurse} has two days off")
        build.count(week, [NIGHT], "<=", nights, label=f"{nurse} has few nights")
    refused = []
    for nurse, wishes in WISHES.items():
        for d in (d for d in wishes if d < days):
            is_refused = build.variable(f"{nurse} works on day {d + 1}", range(2))
            build.table([shift[nurse][d], is_refused], [(OFF, 0), (DAY, 1), (NIGHT, 1)])
            refused.append(is_refused)
    build.minimize(sum(refused), label="wishes refused")
    return build


def show(solution: Mapping[str, int]) -> str:
    """The rota as a table: D works by day, N by night."""
    days = sum(name.startswith("Ada day") for name in solution)
    return "\n".join(
        f"{nurse:5} " + "".join(LETTERS[solution[f"{nurse} day {d + 1}"]] for d in range(days))
        for nurse in NURSES
    )


if __name__ == "__main__":
    outcome = nonet.solve(build())
    print(show(outcome.solutions[0]))
    print(outcome.optimum)
    assert outcome.status is nonet.Status.OPTIMAL
