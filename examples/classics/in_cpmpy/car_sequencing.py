"""Car sequencing in CPMpy."""

import cpmpy as cp

OF_CLASS = (1, 1, 2, 2, 2, 2)
AT_MOST = ((1, 2), (2, 3), (1, 3), (2, 5), (1, 5))
OPTIONS = ((1, 0, 0, 0, 1, 1), (0, 0, 1, 1, 0, 1), (1, 0, 0, 0, 1, 0), (1, 1, 0, 1, 0, 0),
           (0, 0, 1, 0, 0, 0))  # fmt: skip


def build() -> cp.Model:
    cars = sum(OF_CLASS)
    kind = cp.intvar(0, len(OF_CLASS) - 1, shape=cars, name="kind")
    model = cp.Model()
    model += cp.GlobalCardinalityCount(kind, list(range(len(OF_CLASS))), OF_CLASS)
    for (most, window), needs in zip(AT_MOST, OPTIONS, strict=True):
        having = [k for k, needed in enumerate(needs) if needed]
        for first in range(cars - window + 1):
            model += cp.Among(kind[first : first + window], having) <= most
    return model
