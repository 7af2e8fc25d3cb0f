"""Job shop ft06: six jobs on six machines, done as early as can be (Fisher and Thompson 1963).

Teaches: no_overlap, and an objective that is the largest of some. The optimum is 55.
"""

import nonet

FT06 = (
    "2 1 0 3 1 6 3 7 5 3 4 6",
    "1 8 2 5 4 10 5 10 0 10 3 4",
    "2 5 3 4 5 8 0 9 1 1 4 7",
    "1 5 0 5 2 5 3 3 4 8 5 9",
    "2 9 1 3 4 5 5 4 0 3 3 1",
    "1 3 3 3 5 9 0 10 4 4 2 1",
)
"""Of each job: machine and duration, task by task."""


def build(data: tuple[str, ...] = FT06, horizon: int = 60) -> nonet.ModelBuilder:
    jobs = [list(map(int, line.split())) for line in data]
    model = nonet.ModelBuilder()
    start = model.array("start", (len(jobs), len(jobs[0]) // 2), range(horizon))
    makespan = model.variable("makespan", range(horizon + 1))
    for j, job in enumerate(jobs):
        ends = [start[j, t] + job[2 * t + 1] for t in range(len(job) // 2)]
        model.add(*(end <= after for end, after in zip(ends, start[j, 1:], strict=False)))
        model.add(ends[-1] <= makespan, label=f"job {j} is done")
    for machine in range(len(jobs[0]) // 2):
        tasks = [(j, job[::2].index(machine)) for j, job in enumerate(jobs)]
        durations = [jobs[j][2 * t + 1] for j, t in tasks]
        model.no_overlap([start[j, t] for j, t in tasks], durations, label=f"machine {machine}")
    model.minimize(makespan)
    return model


if __name__ == "__main__":
    print("ft06 is done at", nonet.solve(build(), "cpsat").optimum.value)
