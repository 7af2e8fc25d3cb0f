"""CP-SAT with large numbers: its presolve is not trusted where it was seen to be wrong."""

from random import Random

import pytest

from nonet import AllDifferent, Model
from nonet.backends.cpsat import CpSat
from nonet.backends.cpsat.compiled_model import integer_model
from nonet.backends.cpsat.constraints import POSTERS, REIFIERS
from nonet.backends.solver_faults import MAX_TRUSTED_MAGNITUDE
from nonet.model import AnyOf, Constraint, Count, Domain, Element, Linear, ModelBuilder, Table
from nonet.solving import Uniqueness, count_solutions, solve, verify
from nonet.testing.brute import brute_force

KINDS = ["cpsat:model=integer", "cpsat:model=textbook", "cpsat:model=boolean"]

NAMES = ("v0", "v1", "v2", "v3")
COEFFICIENTS = (2_000_000_014, 1, 2_000_000_014, 1)

REPRODUCER = Model(
    {"v0": [-2, -1], "v1": [-4, -1, 5, 6], "v2": [-1, 0, 1, 4], "v3": [-4, 5]},
    [
        AnyOf(
            (
                (Linear(NAMES, COEFFICIENTS, "==", -4_000_000_018),),
                (Linear(NAMES, COEFFICIENTS, "<=", -4_000_000_019),),
            )
        )
    ],
)
"""OR-Tools 9.15 finds none of its 22 solutions with its presolve at the defaults."""


@pytest.mark.parametrize("backend", KINDS)
def test_sums_over_the_same_variables_inside_any_of_lose_no_solution(backend):
    outcome = solve(REPRODUCER, backend, limit=None)
    assert {tuple(s.values()) for s in outcome.solutions} == brute_force(REPRODUCER)
    assert len(outcome.solutions) == 22
    assert verify(REPRODUCER, backend).uniqueness is Uniqueness.MULTIPLE


def random_model(random: Random) -> Model:
    """Few variables of few values under constraints with coefficients of 10^4 to 10^17."""
    names = [f"v{i}" for i in range(random.randint(2, 4))]
    domains = {name: Domain.of(random.sample(range(-4, 7), random.randint(2, 4))) for name in names}
    size = int(10 ** random.uniform(4, 17))
    kinds = [size + random.randint(0, 20), -size, 1, 2, -1]
    same = [random.choice(kinds) for _ in names]

    def linear() -> Linear:
        kind = random.random()
        factors = same if kind < 0.6 else [-c for c in same] if kind < 0.8 else None
        factors = factors or [random.choice(kinds) for _ in names]
        near = sum(c * random.choice(list(domains[n])) for c, n in zip(factors, names, strict=True))
        op = random.choice(["==", "<=", ">=", "!="])
        return Linear(tuple(names), tuple(factors), op, near + random.randint(-2, 2))

    def constraint() -> Constraint:
        kind = random.randrange(6)
        if kind == 0:
            return linear()
        if kind == 1:
            values = frozenset(random.sample(range(-4, 7), 3))
            return AnyOf(((Count(tuple(names), values, ">=", 1), linear()), (linear(),)))
        if kind == 2:
            picked = Element(tuple(names), random.choice(names), random.choice(names), -1)
            return AnyOf(((picked, linear()), (linear(), AllDifferent(tuple(names)))))
        return AnyOf(tuple((linear(),) for _ in range(random.randint(2, 3))))

    return Model(domains, [constraint() for _ in range(random.randint(1, 2))])


@pytest.mark.parametrize("backend", KINDS)
def test_random_models_of_large_numbers_have_the_solutions_of_brute_force(backend):
    random = Random(81)
    for _ in range(30):  # the campaign "large numbers" of the fuzz command draws thousands
        model = random_model(random)
        outcome = solve(model, backend, limit=None)
        assert outcome.exhausted
        assert {tuple(s.values()) for s in outcome.solutions} == brute_force(model)


def work_limit(*constraints: Constraint, values=(0, 1)) -> int:
    structure = Model(dict.fromkeys("abc", values), constraints).structure
    return integer_model(structure).parameters.presolve_inclusion_work_limit


def as_enforced_group(linear: Linear) -> AnyOf:
    """Either the sum holds or two variables differ: then it is posted under a literal."""
    return AnyOf(((linear,), (AllDifferent(("b", "c")),)))


def test_one_part_of_presolve_is_left_out_where_large_sums_hold_under_a_literal():
    large = Linear(("a", "b"), (MAX_TRUSTED_MAGNITUDE, 1), "<=", 5)
    small = Linear(("a", "b"), (1, 1), "<=", 5)
    far = (MAX_TRUSTED_MAGNITUDE, MAX_TRUSTED_MAGNITUDE + 1)
    assert work_limit(as_enforced_group(large)) == 0
    assert work_limit(as_enforced_group(small), values=far) == 0
    assert work_limit(as_enforced_group(small), large) == 0
    assert work_limit(large) > 0
    assert work_limit(as_enforced_group(small)) > 0


def test_each_primitive_is_posted_and_has_a_literal():
    assert CpSat.capabilities.posts <= set(REIFIERS)
    assert CpSat.capabilities.posts <= set(POSTERS)


@pytest.mark.parametrize("far", [1 << 31, 1 << 32, 10**12, 10**15])
@pytest.mark.parametrize("model", ["auto", "boolean", "integer", "textbook"])
def test_a_table_of_values_far_from_zero_loses_no_row(model, far):
    """OR-Tools 9.15 finds three of the six, with and without presolve."""
    rows = [(0, 0, 1), (0, 1, 0), (0, 7, 0), (2, 0, 0), (2, 1, 0), (2, 7, 0), (5, 0, 1)]
    rows += [(5, 1, 0), (5, 7, 0)]
    table = Table(("x", "y", "z"), frozenset((a - far, b - far, c + far) for a, b, c in rows))
    domains = {"x": [-far, 2 - far, 5 - far], "y": [-far, 7 - far], "z": [far, far + 1]}
    outcome = solve(Model(domains, [table]), f"cpsat:model={model}", limit=None)
    assert {tuple(s.values()) for s in outcome.solutions} == brute_force(Model(domains, [table]))
    assert len(outcome.solutions) == 6


@pytest.mark.parametrize("backend", ["auto", "native", "sat", "python-constraint"])
@pytest.mark.parametrize("constant", [3, 2**70])
@pytest.mark.parametrize("op", ["==", "!=", "<=", ">="])
def test_a_coefficient_beyond_all_words_on_what_is_always_zero(backend, op, constant):
    model = Model(
        {"v0": [0], "v1": [1, 2, 3]},
        [
            Linear(("v0", "v1"), (2**65, 1), op, constant),
            AnyOf(((Linear(("v0", "v1"), (2**65, 1), op, constant),),)),
        ],
    )
    solutions = {tuple(s.values()) for s in solve(model, backend, limit=None).solutions}
    assert solutions == brute_force(model)


def test_an_entry_and_the_value_may_be_one_variable_of_cpsat():
    build = ModelBuilder()
    x, other, index = build.variables(("x", "other", "index"), [0, 1])
    build.element([~(x == 0), other], index, x)  # ~(x == 0) is x
    assert count_solutions(build, "cpsat").number == 6
