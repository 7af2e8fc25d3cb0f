"""Quasigroup existence QG5: an idempotent Latin square in which ((b * a) * b) * b == a.

Teaches: array[x] of a matrix. CSPLib 003: with the usual breaking of symmetry, order 7 has 3.
"""

import nonet


def build(n: int = 7) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    times = model.array("times", (n, n), range(n))
    for line in (*times.rows, *times.columns):
        model.all_different(line)
    for a in range(n):
        model.add(times[a, a] == a, label="idempotent")
        if a > 1:
            model.add(times[a, n - 1] >= a - 1, label="a usual breaking of symmetry")
        for b in range(n):
            once = times[b, a]
            model.add(times[times[once, b], b] == a, label="QG5")
    return model


if __name__ == "__main__":
    print(nonet.count_solutions(build(7)), "idempotent quasigroups QG5 of order 7")
