"""CP-SAT's own globals, and AnyOf with an enforced group, against all assignments."""

from itertools import permutations, product
from random import Random

import pytest

import nonet
from nonet.backends.cpsat import CpSat
from nonet.backends.cpsat.compiled_model import integer_model
from nonet.backends.lowering import lower
from nonet.model import ModelBuilder, element
from nonet.model.globals import (
    Circuit,
    Cumulative,
    Distinct,
    Inverse,
    NoOverlap,
    NoOverlap2D,
    Reservoir,
    SubCircuit,
)
from nonet.model.structure import SearchPhase
from nonet.solving import iter_solutions

FAR = 1 << 40


def constraint_kinds(build):
    """The kinds of constraint in what CP-SAT is given, and how many Booleans it was given."""
    structure = lower(build.model(), CpSat()).structure
    proto = integer_model(structure).proto
    kinds = {line.split()[0] for each in proto.constraints for line in str(each).splitlines()[:1]}
    return kinds, len(proto.variables) - len(structure.domains)


def agrees_with_brute_force(build):
    """Each solution once, and all that ``holds`` accepts."""
    model = build.model()
    names, domains = list(model.domains), list(model.domains.values())
    expected = {
        values
        for values in product(*domains)
        if model.accepts(dict(zip(names, values, strict=True)))
    }
    for backend in ("cpsat", "cpsat:model=integer", "cpsat:model=boolean"):
        solutions = [tuple(solution.values()) for solution in iter_solutions(model, backend)]
        assert len(solutions) == len(set(solutions))
        assert set(solutions) == expected
    return len(expected)


def build_of_three(values=range(3)):
    build = ModelBuilder()
    return build, *build.variables("xyz", values)


CASES = {
    "circuit": lambda x, y, z: Circuit([x, y, 2 - z]),
    "inverse": lambda x, y, z: Inverse([x, y, z], [z, 2 - y, x]),
    "all_diff": lambda x, y, z: Distinct([x + y, 2 * z, y - 1, abs(x - z)]),
    "no_overlap": lambda x, y, z: NoOverlap([x, 2 * y, x + z], [1, 2, z]),
    "cumulative": lambda x, y, z: Cumulative([x, y, x + y], [2, z, 1], [1, 2, y], z + 1),
    "reservoir": lambda x, y, z: Reservoir([x, y, 1, x + z], [1, -2, z, 2 - y], -1, 2),
}

OPTIONAL = {
    "circuit": lambda x, y, z: SubCircuit([x, y, 2 - z]),
    "no_overlap": lambda x, y, z: NoOverlap([x, 2 * y, x + z], [1, 2, z], [x, y > 1, z - 1]),
    "no_overlap_2d": lambda x, y, z: NoOverlap2D(
        [x, y, 1], [z, 0, y], [1, 2, 1], [x + 1, 1, 2], [1, z, x + y]
    ),
    "reservoir": lambda x, y, z: Reservoir([x, y, 1], [1, -2, z], -1, 2, [z, x == 1, 1]),
    "cumulative": lambda x, y, z: Cumulative(
        [x, y, 1], [2, z, 1], [1, 2, y], z + 1, [z, 1, x == 2]
    ),
}
"""Tasks and nodes that need not take part."""


@pytest.mark.parametrize("cases", (CASES, OPTIONAL), ids=("all", "optional"))
@pytest.mark.parametrize("kind", CASES | OPTIONAL)
def test_a_global_is_cp_sats_own_and_means_the_same(kind, cases):
    if kind in cases:
        build, x, y, z = build_of_three()
        build.add(cases[kind](x, y, z))
        assert kind in constraint_kinds(build)[0]
        agrees_with_brute_force(build)


BY_NUMBERS = {
    "no_overlap": lambda x, y, p, q: NoOverlap([x, y, 1], [1, 2, 1], [p, q, x]),
    "no_overlap_2d": lambda x, y, p, q: NoOverlap2D(
        [x, y, 1], [0, 0, y], [2, 1, 1], [1, 1, 2], [p, q, 1]
    ),
    "reservoir": lambda x, y, p, q: Reservoir([x, y, 1], [2, -2, 1], -1, 2, [p, q, 1]),
    "cumulative": lambda x, y, p, q: Cumulative([x, y, 1], [2, 1, 1], [1, 2, 1], 2, [p, q, 1]),
}


@pytest.mark.parametrize("kind", BY_NUMBERS)
def test_a_task_that_a_number_says_to_take_part_or_not_does_so(kind):
    counts = set()
    for p, q in product((0, 1, 2), repeat=2):
        build, x, y, _ = build_of_three()
        build.add(BY_NUMBERS[kind](x, y, p, q))
        counts.add(agrees_with_brute_force(build))
    assert len(counts) > 1


def test_events_that_take_no_part_where_a_literal_holds():
    """OR-Tools 9.15 ended the process where such a literal was a negated one."""
    build = ModelBuilder()
    x, y = build.variable("x", [-1, 2]), build.variable("y", [-2, 0])
    q = build.variable("q", range(2))
    build.add(Reservoir([x - 4, 1, y + 1], [-2, -1, 1], 0, 1, [1 - q, q != 0, x + 1]))
    agrees_with_brute_force(build)


@pytest.mark.slow(0.05)
@pytest.mark.parametrize(
    "make",
    [
        lambda x, y, z: Circuit([x // 3]),
        lambda x, y, z: Inverse([x + 1, y], [z, x]),
        lambda x, y, z: Inverse([x, x], [y, z]),
        lambda x, y, z: NoOverlap([x, y], [z - 1, 1]),
        lambda x, y, z: NoOverlap([x + FAR, y + FAR], [1, 2]),
        lambda x, y, z: Cumulative([x, y], [0, z], [1, 1], z - 1),
        lambda x, y, z: Distinct([x + y, z, x], 0),
        lambda x, y, z: NoOverlap2D([x, y], [z, 0], [1, z], [1, 1], [1, y]),
        lambda x, y, z: Reservoir([x + FAR, y + FAR], [z, -1], -1, 2),
        lambda x, y, z: Distinct([x + FAR, y + FAR, z]),
        lambda x, y, z: Distinct([abs(x - y), abs(y - x), z]),
    ],
)
def test_what_cp_sat_cannot_express_is_encoded_by_primitives(make):
    build, x, y, z = build_of_three()
    build.add(make(x, y, z))
    agrees_with_brute_force(build)


def test_of_two_groups_of_sums_one_needs_no_boolean():
    build = ModelBuilder()
    far = build.variables("xyz", range(2))
    near = build.variables("abcd", range(2))
    build.add((sum(far) == 0) | ((sum(near) >= 2) & (sum(near) <= 3)))
    assert constraint_kinds(build)[1] == 1
    assert agrees_with_brute_force(build) == 16 + 7 * 10


def test_groups_that_cannot_hold_or_always_do():
    build, x, y, z = build_of_three()
    build.add(nonet.any_of([x + y >= 9, z == 1], [x == 2], [y == 1, z == 2]))
    agrees_with_brute_force(build)


@pytest.mark.parametrize(
    "entries", [lambda v: [v, v], lambda v: [v - 1, 1], lambda v: [v, v - 1, v - 1, 2]]
)
def test_an_entry_that_is_a_number_away_from_the_value_does_not_end_the_process(entries):
    """OR-Tools 9.15's own element takes a solution that is none here, and aborts."""
    build = ModelBuilder()
    fixed = build.variable("one", [1])
    v = build.variable("v", [1, 2, 3])
    array = entries(v)
    build.add(v - fixed // 3 == element(array, v % len(array)))
    agrees_with_brute_force(build)
    build = ModelBuilder()
    fixed, v = build.variable("one", [1]), build.variable("v", [1, 2, 3])
    build.add(fixed + v == element([v, v], v % 2))
    assert agrees_with_brute_force(build) == 0


def test_a_tour_in_which_every_node_can_follow_itself_alone_is_none():
    build, x, y, _ = build_of_three()
    build.add(Circuit([x // 3, 1 + y // 3]))
    assert agrees_with_brute_force(build) == 0


def test_a_global_that_primitives_tell_speaks_of_the_variables_there_are():
    build, x, y, z = build_of_three()
    build.all_different([x + y, 2 * z, y - 1, abs(x - z)], except_values=0)
    build.add(Circuit([x, y, z, x]))  # of four nodes, of which one is nobody's successor
    assert agrees_with_brute_force(build) == 0
    build, x, y, z = build_of_three()
    build.all_different([x + y, 2 * z, y - 1, abs(x - z)], except_values=0)
    assert agrees_with_brute_force(build) > 0


def _posted_kinds(build):
    """The kinds of CP-SAT's constraints that a model is told by, each with how many."""
    compiled = integer_model(build.model().structure)
    constraints = compiled.proto.constraints
    kinds = ("circuit", "element", "interval", "lin_max", "linear", "no_overlap")
    posted = [kind for each in constraints for kind in kinds if getattr(each, f"has_{kind}")()]
    return {kind: posted.count(kind) for kind in kinds if kind in posted}


def test_the_cost_of_a_tour_is_encoded_by_its_arcs():
    build = nonet.ModelBuilder()
    after = build.array("after", 5, range(5))
    cost = [[(3 * i + 7 * j) % 11 for j in range(5)] for i in range(5)]
    build.minimize(sum(nonet.element(cost[i], after[i]) for i in range(5)))
    build.circuit(after)  # also where it comes last
    assert "element" not in _posted_kinds(build)
    tours = [(0, *order) for order in permutations(range(1, 5))]
    costs = [sum(cost[a][b] for a, b in zip(t, (*t[1:], 0), strict=True)) for t in tours]
    assert nonet.solve(build.model(), "cpsat").optimum.value == min(costs)


def test_tasks_on_two_machines_have_one_interval():
    build = nonet.ModelBuilder()
    start = build.array("start", 3, range(9))
    build.no_overlap(start[:2], [2, 3])
    build.no_overlap(start, [2, 3, 1])
    assert _posted_kinds(build)["interval"] == 3


@pytest.mark.parametrize("backend", ["cpsat", "native", "sat"])
def test_greatest_least_and_absolute_values_of_sums_compared(backend):
    random = Random(4)
    for _ in range(12):
        build = nonet.ModelBuilder()
        x, y, z = build.variables("xyz", range(-2, 3))
        parts = [abs(x - y), nonet.max_of(x, y + 1, 2 * z), nonet.min_of(x - z, abs(y))]
        term = random.choice(parts) * random.choice((1, -1, 2))
        total = term + random.choice([0, x, -y, *parts])
        constraint = random.choice((total <= 1, total >= 0, total <= -1))
        build.add(constraint)
        expected = sum(
            constraint.holds(dict(zip("xyz", values, strict=True)))
            for values in product(range(-2, 3), repeat=3)
        )
        assert nonet.count_solutions(build.model(), backend).number == expected, constraint.formula


@pytest.mark.parametrize("further", [(), ("unequal",), ("unequal", "sum"), ("search",)])
def test_a_tour_is_asked_with_other_successors_narrowed(further):
    """Judged by all permutations; narrowed and widened again, as the clues of a puzzle are."""
    build = ModelBuilder()
    after = build.array("after", 5, range(5))
    build.circuit(after)
    if "unequal" in further:
        build.add((after[0] != 3) | (after[1] == 2))
    if "sum" in further:
        build.add(after[1] + 2 * after[2] >= 5)
    model = build.model()
    if "search" in further:
        phase = SearchPhase(tuple(model.domains), "first_fail", "indomain_min")
        model = model.with_search((phase,))
    tours = {row for row in permutations(range(5)) if model.accepts(assignment(model, row))}
    for narrowed in ({}, {"after[0]": [1, 4]}, {"after[3]": [0], "after[2]": [1, 3]}, {}):
        solutions = list(iter_solutions(model.narrow(narrowed), "cpsat"))
        assert sorted(tuple(each.values()) for each in solutions) == sorted(
            row
            for row in tours
            if all(assignment(model, row)[name] in values for name, values in narrowed.items())
        )


def assignment(model, row):
    """The values of the variables in order."""
    return dict(zip(model.domains, row, strict=True))


@pytest.mark.parametrize("sense", ["minimize", "maximize"])
def test_the_variable_of_an_objective_has_its_value(sense):
    """Judged by all assignments, also where the objective itself is narrowed."""
    build = ModelBuilder()
    x = build.array("x", 3, range(-2, 4))
    build.all_different(x)
    getattr(build, sense)(abs(x[0] - x[1]) * 3 - element([5, 0, 2, 7, 1, 4], x[2] + 2) + 1)
    model = build.model()
    rows = list(permutations(range(-2, 4), 3))
    values = [abs(a - b) * 3 - [5, 0, 2, 7, 1, 4][c + 2] + 1 for a, b, c in rows]
    pick = min if sense == "minimize" else max
    for inside in (range(-20, 30), range(-3, 4), range(5, 6), range(-20, 30)):
        narrowed = model.narrow({"objective": [v for v in inside if v in set(values)]})
        outcome = nonet.solve(narrowed, "cpsat", limit=None)
        best = pick(value for value in values if value in inside)
        assert outcome.optimum.value == best and outcome.optimum.is_proven
        assert {(s["x[0]"], s["x[1]"], s["x[2]"]) for s in outcome.solutions} == {
            row for row, value in zip(rows, values, strict=True) if value == best
        }


@pytest.mark.parametrize("sense", ["minimize", "maximize"])
def test_the_successor_of_a_node_in_a_tour_may_be_the_objective(sense):
    """CP-SAT has no variable for it, only literals of its values."""
    build = ModelBuilder()
    after = build.array("after", 5, range(5))
    build.circuit(after)
    getattr(build, sense)(2 * after[0] - after[2] + 1)
    totals = [
        2 * row[0] - row[2] + 1
        for row in permutations(range(5))
        if len({0, row[0], row[row[0]], row[row[row[0]]], row[row[row[row[0]]]]}) == 5
    ]
    best = min(totals) if sense == "minimize" else max(totals)
    assert nonet.solve(build, "cpsat").optimum.value == best
