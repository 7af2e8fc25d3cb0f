"""Langford pairs in CPMpy."""

import cpmpy as cp


def build(n: int = 7) -> cp.Model:
    first = cp.intvar(0, 2 * n - 1, shape=n, name="first")
    second = [first[k] + k + 2 for k in range(n)]
    model = cp.Model()
    model += cp.AllDifferent(list(first) + second)
    model += [place <= 2 * n - 1 for place in second]
    model += first[n - 1] + second[n - 1] <= 2 * n - 1
    if n % 2 == 0:
        raise ValueError("the largest number is in the middle of its mirror image: take n odd")
    return model
