"""Car sequencing: cars on a line, and stations that fit an option into p of any q (CSPLib 001).

Teaches: array[x] of data, and sliding windows. CSPLib's example of ten cars has 6 solutions.
"""

import nonet

OF_CLASS = (1, 1, 2, 2, 2, 2)
AT_MOST = ((1, 2), (2, 3), (1, 3), (2, 5), (1, 5))
OPTIONS = ((1, 0, 0, 0, 1, 1), (0, 0, 1, 1, 0, 1), (1, 0, 0, 0, 1, 0), (1, 1, 0, 1, 0, 0),
           (0, 0, 1, 0, 0, 0))  # fmt: skip


def build() -> nonet.ModelBuilder:
    cars = sum(OF_CLASS)
    model = nonet.ModelBuilder()
    kind = model.array("kind", cars, range(len(OF_CLASS)))
    model.cardinality(kind, dict(enumerate(OF_CLASS)), label="cars of each class")
    for (most, window), needs in zip(AT_MOST, OPTIONS, strict=True):
        having = [k for k, needed in enumerate(needs) if needed]
        for first in range(cars - window + 1):
            model.among(kind[first : first + window], having, 0, most, label="the station keeps up")
    return model


if __name__ == "__main__":
    print(nonet.count_solutions(build()), "sequences of the ten cars")
