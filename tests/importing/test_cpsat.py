"""Models of CP-SAT mean in nonet what CP-SAT itself makes of them."""

import random

import pytest

import nonet
from nonet.errors import ModelError
from nonet.importing import from_cpsat

cp_model = pytest.importorskip("ortools.sat.python.cp_model")


class _Collect(cp_model.CpSolverSolutionCallback):
    def __init__(self, variables):
        super().__init__()
        self.variables, self.seen = variables, set()

    def on_solution_callback(self):
        self.seen.add(tuple(self.value(each) for each in self.variables))


def _solutions_of_cpsat(cp, variables):
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    collect = _Collect(variables)
    status = solver.solve(cp, collect)
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE), cp.validate()
    return collect.seen


def _random_model(rng):
    """Return a small model with one to three constraints of any kind, some enforced."""
    cp = cp_model.CpModel()
    x = [
        cp.new_int_var_from_domain(
            cp_model.Domain.from_values(rng.sample(range(-2, 5), rng.randint(1, 4))), f"x{i}"
        )
        for i in range(3)
    ]
    n = [cp.new_int_var(0, rng.randint(1, 3), f"n{i}") for i in range(3)]
    b = [cp.new_bool_var(f"b{i}") for i in range(3)]

    def literal():
        each = rng.choice(b)
        return rng.choice((each, ~each))

    def expression(of=x):
        return rng.choice((1, 1, 2, -1)) * rng.choice(of) + rng.choice((0, 0, 1))

    def interval(present=True):
        start, size = rng.choice(n), rng.choice((1, 2, 0))
        if rng.random() < 0.3:
            start, size = rng.randint(0, 2), n[1]
        if present and rng.random() < 0.5:
            return cp.new_optional_interval_var(start, size, start + size, literal(), "")
        return cp.new_interval_var(start, size, start + size, "")

    kinds = [
        lambda: cp.add_bool_or(literal(), literal()),
        lambda: cp.add_bool_and(literal(), literal()),
        lambda: cp.add_at_most_one(b),
        lambda: cp.add_exactly_one(literal(), *b[:2]),
        lambda: cp.add_bool_xor(literal(), literal(), literal()),
        lambda: cp.add(expression() + expression() <= rng.randint(-2, 5)),
        lambda: cp.add(expression() != expression()),
        lambda: cp.add(expression() - expression() == rng.randint(-2, 2)),
        lambda: cp.add_linear_expression_in_domain(
            expression() + expression(), cp_model.Domain.from_intervals([[-3, -1], [1], [4, 9]])
        ),
        lambda: cp.add_division_equality(expression(), expression(), rng.choice((2, 3, -2))),
        lambda: cp.add_modulo_equality(expression(), expression(), rng.choice((2, 3))),
        lambda: cp.add_multiplication_equality(expression(), expression(), expression()),
        lambda: cp.add_max_equality(expression(), [expression() for _ in range(3)]),
        lambda: cp.add_min_equality(expression(), [expression() for _ in range(2)]),
        lambda: cp.add_abs_equality(expression(), expression()),
        lambda: cp.add_all_different([expression() for _ in range(3)]),
        lambda: cp.add_element(rng.choice(n), [expression() for _ in range(3)], expression()),
        lambda: cp.add_element(n[0], [3, 1, 2], expression()),
        lambda: cp.add_allowed_assignments(
            [x[0], x[1], n[0]],
            [[rng.randint(-1, 2), rng.randint(-1, 2), rng.randint(0, 2)] for _ in range(6)],
        ),
        lambda: cp.add_forbidden_assignments(
            [x[0], n[0]], [[rng.randint(-1, 2), rng.randint(0, 2)] for _ in range(4)]
        ),
        lambda: cp.add_automaton(x, 0, [1], [(0, 1, 1), (0, 0, 0), (1, 2, 0), (1, 1, 1)]),
        lambda: cp.add_inverse(n, [cp.new_int_var(0, 2, f"i{i}") for i in range(3)]),
        lambda: cp.add_circuit(
            [
                (i, j, literal() if rng.random() < 0.7 else cp.new_bool_var(f"a{i}{j}"))
                for i in range(3)
                for j in range(3)
                if rng.random() < 0.6 or i != j
            ]
        ),
        lambda: cp.add_no_overlap([interval() for _ in range(3)]),
        lambda: cp.add_cumulative(
            [interval() for _ in range(3)], [1, 2, n[2]], rng.choice((2, n[1]))
        ),
        lambda: cp.add_no_overlap_2d(
            [interval() for _ in range(2)], [interval() for _ in range(2)]
        ),
        lambda: cp.add_reservoir_constraint_with_active(
            n, [1, -1, rng.choice((2, -2))], [literal() for _ in range(3)], -1, 1
        ),
    ]  # fmt: skip
    enforceable = set(range(10)) | {5, 6, 7, 8}
    for _ in range(rng.randint(1, 3)):
        which = rng.randrange(len(kinds))
        constraint = kinds[which]()
        if which in enforceable - {2, 3} and rng.random() < 0.4:
            constraint.only_enforce_if(literal(), *([literal()] if rng.random() < 0.3 else []))
    return cp


def _variables(cp):
    return [cp.get_int_var_from_proto_index(i) for i in range(len(cp.proto.variables))]


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("seed", range(80))
def test_random_models_have_the_solutions_that_cp_sat_lists(seed):
    cp = _random_model(random.Random(seed))
    variables = _variables(cp)
    names = [each.name for each in variables]
    expected = _solutions_of_cpsat(cp, variables)
    run = nonet.iter_solutions(cp, "native")
    solutions = [tuple(solution[name] for name in names) for solution in run]
    assert len(solutions) == len(set(solutions))
    assert set(solutions) == expected, str(cp)


@pytest.mark.parametrize("seed", range(25))
def test_random_models_have_the_optimum_that_cp_sat_proves(seed):
    rng = random.Random(seed)
    cp = _random_model(rng)
    total = sum(rng.randint(-3, 3) * each for each in _variables(cp)) + rng.randint(-4, 4)
    (cp.maximize if rng.random() < 0.5 else cp.minimize)(total)
    solver = cp_model.CpSolver()
    status = solver.solve(cp)
    outcome = nonet.solve(cp)
    assert outcome.status.value == ("unsat" if status == cp_model.INFEASIBLE else "optimal")
    if status == cp_model.OPTIMAL and not isinstance(total, int):
        assert outcome.optimum.value == round(solver.objective_value)


def _boolean(cp, name="b"):
    return cp.new_bool_var(name)


REFUSED = [
    (lambda cp: cp.add_multiple_circuit([(0, 1, _boolean(cp)), (1, 0, _boolean(cp))]),
     "constraint 0 (routes): write one add_circuit a tour"),
    (lambda cp: cp.minimize(0.5 * _boolean(cp)), "the objective has the number 0.5"),
    (lambda cp: cp.maximize(_boolean(cp) + 0.25), "the objective has the number 0.25"),
    (lambda cp: cp.new_int_var(-(1 << 61), 1 << 61, "wide"), "variable 'wide'"),
    (lambda cp: cp.add_cumulative(
        [cp.new_fixed_size_interval_var(cp.new_int_var(0, 3, "s"), 2, "")],
        [cp.new_int_var(-1, 1, "d")], 2).with_name("crane"), "(cumulative, crane)"),
]  # fmt: skip


@pytest.mark.parametrize(("declare", "message_part"), REFUSED)
def test_what_cannot_be_read_is_named_in_one_line(declare, message_part):
    cp = cp_model.CpModel()
    declare(cp)
    with pytest.raises(ModelError) as caught:
        from_cpsat(cp)
    assert message_part in str(caught.value) and "\n" not in str(caught.value)


def test_no_model_of_cp_sat_is_refused_by_its_type():
    for wrong in (None, 3, nonet.ModelBuilder(), cp_model.CpSolver()):
        with pytest.raises(ModelError, match="takes a CpModel or its proto"):
            from_cpsat(wrong)


def test_names_are_kept_and_made_unique():
    cp = cp_model.CpModel()
    for name in ("b", "b", "", "c"):
        _boolean(cp, name)
    assert from_cpsat(cp).variables == ("b", "b#1", "x2", "c")
    assert from_cpsat(cp.Proto()).variables == ("b", "b#1", "x2", "c")


def test_the_names_of_constraints_tell_of_a_clash():
    cp = cp_model.CpModel()
    x, y = cp.new_int_var(0, 9, "x"), cp.new_int_var(0, 9, "y")
    cp.add(x > y).with_name("x after y")
    cp.add(y > x).with_name("y after x")
    cp.add(x + y < 12).with_name("not late")
    assert {part.label for part in nonet.conflict(cp).parts} == {"x after y", "y after x"}


def test_assumptions_hold():
    cp = cp_model.CpModel()
    b, c = _boolean(cp, "b"), _boolean(cp, "c")
    cp.add_assumptions([b, ~c])
    solution = nonet.solve(cp).solution
    assert (solution["b"], solution["c"]) == (1, 0)
    cp.add(b + (1 - c) <= 1)
    assert "assumption b and assumption not c" in repr(nonet.conflict(cp))
