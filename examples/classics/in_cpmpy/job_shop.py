"""Job shop ft06 in CPMpy."""

import cpmpy as cp

FT06 = (
    "2 1 0 3 1 6 3 7 5 3 4 6",
    "1 8 2 5 4 10 5 10 0 10 3 4",
    "2 5 3 4 5 8 0 9 1 1 4 7",
    "1 5 0 5 2 5 3 3 4 8 5 9",
    "2 9 1 3 4 5 5 4 0 3 3 1",
    "1 3 3 3 5 9 0 10 4 4 2 1",
)


def build(data: tuple[str, ...] = FT06, horizon: int = 60) -> cp.Model:
    jobs = [list(map(int, line.split())) for line in data]
    start = cp.intvar(0, horizon - 1, shape=(len(jobs), len(jobs[0]) // 2), name="start")
    makespan = cp.intvar(0, horizon, name="makespan")
    model = cp.Model()
    for j, job in enumerate(jobs):
        ends = start[j] + job[1::2]
        model += ends[:-1] <= start[j, 1:]
        model += ends[-1] <= makespan
    for machine in range(len(jobs[0]) // 2):
        tasks = [(j, job[::2].index(machine)) for j, job in enumerate(jobs)]
        durations = [jobs[j][2 * t + 1] for j, t in tasks]
        model += cp.NoOverlap([start[j, t] for j, t in tasks], durations)
    model.minimize(makespan)
    return model
