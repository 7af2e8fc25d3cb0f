"""Rows checked at once, against ``Model.accepts`` for each row."""

from random import Random

import numpy as np
import pytest

from nonet.backends.bulk_check import BulkCheck
from nonet.model import AllDifferent, Count, Linear, Model
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.logic import Compare


@pytest.mark.parametrize("width", [1, 3, 8, 9, 17])
def test_rows_are_judged_as_one_by_one(width):
    random = Random(width)
    domains = {f"v{i}": range(random.randint(2, 9)) for i in range(width)}
    scopes = [tuple(random.sample(list(domains), random.randint(1, width))) for _ in range(4)]
    kinds = [
        Linear(scopes[0], (1,) * len(scopes[0]), "<=", 4 * len(scopes[0])),
        Count(scopes[1], frozenset({0, 1}), "<=", (len(scopes[1]) + 1) // 2),
        Count(scopes[2], frozenset({2, 3}), "<=", (len(scopes[2]) + 1) // 2),
        AllDifferent(scopes[3][:3]),
    ]
    model = Model(domains, kinds)
    values = [
        [random.randint(0, 8 if random.random() < 0.1 else 4) for _ in domains] for _ in range(200)
    ]
    rows = np.array(values, np.uint8)
    expected = [not model.accepts(dict(zip(domains, row, strict=True))) for row in values]
    assert BulkCheck(model).invalid_rows(rows).tolist() == expected
    assert BulkCheck(model).invalid_rows(np.asfortranarray(rows)).tolist() == expected


@pytest.mark.parametrize("constant", [1, 2])
def test_a_constraint_of_constants_alone_holds_in_all_rows_or_in_none(constant):
    model = Model({"x": [0, 1]}, [Compare(Affine((), 1), "==", constant)])
    rows = np.array([[0], [1]], np.uint8)
    assert BulkCheck(model).invalid_rows(rows).tolist() == [constant != 1] * 2
