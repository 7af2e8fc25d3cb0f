"""Connected: a walk judges what is one part, and each solution has one encoding."""

from itertools import product
from random import Random

import pytest

import nonet
from nonet.errors import ModelError
from nonet.model import Connected, Model

NAMES = tuple("abcdef")
GRID = (("a", "b"), ("b", "c"), ("d", "e"), ("e", "f"), ("a", "d"), ("b", "e"), ("c", "f"))


def distances(first, members, edges):
    """The steps from one of the members to each that can be reached among them."""
    steps, border = {first: 0}, [first]
    while border:
        place = border.pop(0)
        for from_name, other in (*edges, *(edge[::-1] for edge in edges)):
            if from_name == place and other in members and other not in steps:
                steps[other] = steps[place] + 1
                border.append(other)
    return steps


def expected(values, scope, edges, kinds, reach):
    """Whether the members of each kind hang together, within reach of the first in the scope."""
    for kind in kinds:
        members = [name for name in scope if values[name] in kind]
        if not members:
            continue
        steps = distances(members[0], members, edges)
        if set(steps) != set(members):
            return False
        if reach is not None and max(steps.values()) > reach:
            return False
    return True


CASES = [
    (GRID, ((0,), (1,)), None),
    (GRID, ((1, 3),), None),
    (GRID, ((0,), (1,)), 0),
    (GRID, ((0,), (1,)), 1),
    (GRID, ((1,),), 2),
    (GRID, ((1,),), 3),
    (GRID[:3], ((1,), (2, 0)), None),
    ((("a", "a"), ("a", "b")), ((1,),), None),
    ((), ((1,),), None),
]


@pytest.mark.parametrize(("edges", "kinds", "reach"), CASES)
def test_a_constraint_holds_where_a_walk_says_so(edges, kinds, reach):
    scope = tuple(Random(str((edges, kinds))).sample(NAMES, 6))
    constraint = Connected(scope, edges, kinds, reach)
    for case in product((0, 1, 2), repeat=6):
        values = dict(zip(scope, case, strict=True))
        right = expected(values, scope, edges, kinds, reach)
        assert constraint.holds(values) == right


@pytest.mark.slow(0.3)
@pytest.mark.parametrize(("edges", "kinds", "reach"), CASES)
def test_each_solution_has_one_encoding(edges, kinds, reach):
    domains = {name: (0, 1, 2) if name in "ace" else (0, 1) for name in NAMES}
    model = Model(domains, [Connected(NAMES, edges, kinds, reach)])
    right = sum(
        expected(dict(zip(domains, case, strict=True)), NAMES, edges, kinds, reach)
        for case in product(*domains.values())
    )
    for backend in ("sat", "native", "cpsat"):
        assert nonet.count_solutions(model, backend=backend).number == right, backend


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ((("a", "b"), (("a", "c"),), ((1,),)), "c is in an edge and not in the scope"),
        ((("a", "b"), (), ((1, 2), (2,))), "a value is of two kinds"),
        ((("a", "a"), (), ((1,),)), "a variable is listed twice"),
        ((("a", "b"), (), ((1,),), -1), "reach is 0 or more, not -1"),
        ((("a", "b"), ("ab",), ((1,),)), "a sequence, not 'ab'"),
        ((("a", "b"), (), ((1.5,),)), "the value 1.5 is a float"),
    ],
)
def test_a_graph_that_makes_no_sense_is_refused(fields, message):
    with pytest.raises(ModelError) as caught:
        Connected(*fields)
    assert message in str(caught.value)
