"""A slip in a declaration is an error or a warning that says what to write; never a wrong model."""

import enum
import pickle

import numpy as np
import pytest

from nonet.errors import ModelError, ModelWarning
from nonet.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Count,
    Domain,
    Linear,
    Model,
    ModelBuilder,
    Variable,
    any_of,
    structurally_equal,
)
from nonet.model.entailment import entailment
from nonet.testing.brute import brute_force
from tests.cases import as_one_test


@pytest.fixture
def build():
    return ModelBuilder()


@pytest.fixture
def x(build):
    return build.variable("x", range(9))


@pytest.fixture
def y(build):
    return build.variable("y", range(9))


def assert_refused(slip, *parts):
    """The message of the ModelError that ``slip`` raises, in which all words are."""
    with pytest.raises(ModelError) as caught:
        slip()
    for part in parts:
        assert part in str(caught.value)


def test_a_domain_of_a_list_names_the_method_to_call():
    assert_refused(lambda: Domain([1, 2]), "Domain.of(values)")


# -- Python asks for truth -----------------------------------------------------------


@as_one_test(
    [
        (lambda b, x, y: b.add(3 < x < 6), "write both halves"),
        (lambda b, x, y: b.add(x == 1 or y == 2), "nonet.any_of"),
        (lambda b, x, y: b.add(x == 1 and y == 2), "a & b"),
        (lambda b, x, y: b.add(not (x == y)), "`not a` ~a"),  # noqa: SIM201
        (lambda b, x, y: b.add(x in [y]), "`in` and any"),
        (lambda b, x, y: b.add(x not in [2, 3]), "`in` and any"),
        (lambda b, x, y: 1 if x > y else 2, "a.implies"),
        (lambda b, x, y: [v for v in (x, y) if v > 1], "a.implies"),
        (lambda b, x, y: b.add(min(x, y) == 2), "min_of"),
        (lambda b, x, y: b.add(max([x, y]) == 2), "max_of"),
        (lambda b, x, y: sorted([x, y]), "build.increasing"),
        (lambda b, x, y: b.add(any(v > 1 for v in (x, y))), "nonet.any_of"),
        (lambda b, x, y: b.add(all(v > 1 for v in (x, y))), "all_of"),
        (lambda b, x, y: b.add(x or y), "x == 1"),
        (lambda b, x, y: bool(x + y), "x \\+ y == 1"),
        (lambda b, x, y: (x > 1) <= (y > 1), "no order.*a.implies"),
    ]
)
def test_where_python_asks_for_a_truth_the_error_says_what_to_write(slip, message):
    build = ModelBuilder()
    with pytest.raises(ModelError, match=message):
        slip(build, *build.variables("xy", range(9)))


def test_a_sum_of_constraints_counts_those_that_hold(build, x, y):
    build.add(sum(v > 1 for v in (x, y)) == 1, (x > 5) + (y > 5) == 1)
    assert brute_force(build.model()) == {
        (a, b) for a in range(9) for b in range(9) if (a > 1) + (b > 1) == 1 == (a > 5) + (b > 5)
    }


@pytest.mark.parametrize(
    "constraint",
    [AllDifferent(("a", "b")), Count(("a",), {1}, "==", 1), Linear(("a",), (1,), "==", 1)],
)
def test_no_constraint_has_a_truth_value(constraint):
    assert_refused(lambda: bool(constraint), "neither true nor false")


def test_what_is_no_constraint_is_not_added(build, x, y):
    assert_refused(lambda: build.add([x < y, "x < 3"]), "not a text")
    assert_refused(lambda: build.add(x), "build.add(x == 1)")


def test_separate_comparisons_and_any_of_are_accepted(build, x, y):
    build.add(3 < x, x < 6)  # noqa: SIM300
    build.add(any_of(x == y, y == 8))
    assert {solution[0] for solution in brute_force(build.model())} == {4, 5}


# -- comparisons that say nothing, or too much ----------------------------------------


def test_a_comparison_that_is_always_true_or_false_is_warned_of_by_name(build, x, y):
    with pytest.warns(ModelWarning, match="x >= 0 is always true .*it says nothing"):
        build.add(x >= 0)
    with pytest.warns(ModelWarning, match="x == 11 is always false .*no solution"):
        build.add(x == 11)
    with pytest.warns(ModelWarning, match="a rule: .* is always false"):
        build.add(2 * x + 4 * y == 3, label="a rule")
    with pytest.warns(ModelWarning, match=r"AnyOf: \(x \+ y <= 16\) \| \(y == 2\) is always true"):
        build.add(any_of(x + y <= 16, y == 2))
    with pytest.warns(ModelWarning, match=r"x != x is always false"):
        assert isinstance(x != x, Linear)
    with pytest.warns(ModelWarning, match=r"x \+ 1 > x is always true"):
        assert isinstance(x + 1 > x, Linear)


def test_the_warning_is_of_the_line_that_says_it(build, x):
    with pytest.warns(ModelWarning) as caught:
        build.add(x >= 0)
        build.add(any_of(x >= 0))
        assert isinstance(x <= x + 1, Linear)
    assert {warning.filename for warning in caught} == {__file__}


def test_always_agrees_with_brute_force():
    domains = {"x": range(-2, 3), "y": [1, 4]}
    checked = 0
    for a in range(-2, 3):
        for b in range(-2, 3):
            for op in ("==", "!=", "<=", ">="):
                for constant in range(-14, 15):
                    constraint = Linear(("x", "y"), (a, b), op, constant)
                    model = Model(domains, [constraint])
                    known = entailment(constraint, model.domains)
                    number = len(brute_force(model))
                    checked += known is not None
                    assert known is None or number == (10 if known else 0)
    assert checked > 500


# -- whose variables ----------------------------------------------------------------------


def test_a_variable_of_another_builder_is_refused_everywhere(build, x, y):
    other = ModelBuilder()
    foreign = other.variable("x", range(3))
    slips = [
        lambda: build.add(foreign < 2),
        lambda: build.add(foreign < y),
        lambda: build.add(x + foreign == 3),
        lambda: build.add(AllDifferent([foreign, y])),
        lambda: build.all_different([foreign]),
        lambda: build.all_different([y, foreign]),
        lambda: build.table([foreign], [(1,)]),
        lambda: build.regular([foreign], Automaton(0, {0}, {(0, 1): 0})),
        lambda: build.count([foreign], [1], "==", 1),
        lambda: build.count([y], [1], "==", foreign),
        lambda: build.element([x, y], foreign, y),
        lambda: build.element([foreign], x, y),
        lambda: build.add(any_of(foreign == 1, y == 2)),
        lambda: build.add(AnyOf(((foreign == 1,),))),
        lambda: build.model().add(foreign < 2),
        lambda: build.model().narrow({"x": [1]}).add(foreign < 2),
        lambda: Model({"x": range(3)}, [foreign < 2, x < 2]),
    ]
    for slip in slips:
        assert_refused(slip, "builder")
    assert not build.model().constraints


def test_own_variables_and_names_are_taken(build, x, y):
    build.add(x < y)
    build.all_different(["x", y])
    build.add(Linear(("x",), (1,), "<=", 5))
    assert len(build.model().add(x < 7).constraints) == 4
    assert len(Model({"v": range(3)}, [Variable("v") < 2]).constraints) == 1


def test_marks_of_builders_do_not_travel(build, x, y):
    unpickled = pickle.loads(pickle.dumps([x < y, AnyOf(((x < y,),)), x, x + y]))
    other = ModelBuilder()
    other.variables("xy", range(3))
    other.add(*unpickled[:2])
    assert structurally_equal(unpickled[0], x < y)
    assert [each.owner for each in unpickled] == [None] * 4
    assert pickle.loads(pickle.dumps(build.model())) == build.model()


# -- numbers -------------------------------------------------------------------------------


class Colour(enum.IntEnum):
    RED = 1
    GREEN = 2


@pytest.mark.parametrize("two", [2, np.int64(2), np.uint8(2), Colour.GREEN])
def test_integers_of_any_kind_are_taken_as_integers(two):
    build = ModelBuilder()
    x, y = build.variables("xy", [True, two, 3])
    build.add(two * x + two <= y + two * 3)
    build.table([x], np.array([[1], [2]]))
    build.count([x, y], [two], "<=", two)
    build.regular([x], Automaton(False, [True], [(0, two, 1), (0, 1, 1)]))
    build.element([x, y], x, y, first=np.int32(1))
    model = build.model()
    plain = Model(
        {"x": [1, 2, 3], "y": [1, 2, 3]},
        [Linear(("x", "y"), (2, -1), "<=", 4), *model.constraints[1:]],
    )
    assert model == plain
    for constraint in model.constraints:
        for value in vars(constraint).values():
            assert type(value) not in (bool, Colour, np.int64, np.uint8, np.int32)
    assert all(type(v) is int for row in model.constraints[1].tuples for v in row)


@as_one_test(
    [
        (lambda x, b: b.variable("v", [1.0]), "variable 'v': .* 1.0 is a float.*write 1"),
        (lambda x, b: b.variable("v", ["1", 2]), "variable 'v': .*names or integers, not both"),
        (lambda x, b: b.variable("v", ["a", "a"]), "variable 'v': .*the name 'a' twice"),
        (lambda x, b: b.variable("v", None), "variable 'v': .* sequence, not None"),
        (lambda x, b: b.variable("v", []), "'v' has an empty domain"),
        (lambda x, b: b.variable("\ud800", [1]), "surrogate"),
        (lambda x, b: x * 2.0, "2.0 is a float"),
        (lambda x, b: x + 1.5, "1.5: a linear expression has integers only"),
        (lambda x, b: x == 1.0, "1.0"),
        (lambda x, b: x / 2, "write x // 2 to round down.* 2 \\* quotient == x"),
        (lambda x, b: x**0.5, "an exponent is an integer from 1 to 16"),
        (lambda x, b: Linear(("x",), (1.5,), "==", 1), "coefficient 1.5 is a float"),
        (lambda x, b: Linear(("x",), (1,), "==", "1"), "constant '1' is a text"),
        (lambda x, b: Linear(("x",), (1,), ["=="], 1), "is none of"),
        (lambda x, b: Linear(("x",), (1,), "==", 10**1000), "constant of 3322 bits is too large"),
        (lambda x, b: Linear(5, (1,), "==", 1), "variables are a sequence, not 5"),
        (lambda x, b: b.table([x], [(1.0,)]), "value of a tuple 1.0 is a float"),
        (lambda x, b: b.table([x], [("a",)]), "value of a tuple 'a' is a text"),
        (lambda x, b: b.table([x], [1, 2]), "a tuple are a sequence, not 1"),
        (lambda x, b: b.table([x], ["ab"]), "a tuple are a sequence, not 'ab'"),
        (lambda x, b: b.table([x], 3), "tuples are a sequence, not 3"),
        (lambda x, b: b.count([x], ["a"], "==", 1), "Count: the value 'a' is a text"),
        (lambda x, b: b.count([x], [1], "==", 0.5), "Count: the number 0.5 is a float"),
        (lambda x, b: b.count([x], [1], 7, 1), "7 is none of"),
        (lambda x, b: b.element([], x, x), "the array has no entry"),
        (lambda x, b: b.element([x], x, x, first=0.5), "first index 0.5"),
        (lambda x, b: Automaton(0.5, {0}, {}), "start 0.5"),
        (lambda x, b: Automaton(0, {"a"}, {}), "accepting state 'a'"),
        (lambda x, b: Automaton(0, {0}, {(0, 1): "a"}), "state or value 'a'"),
        (lambda x, b: Automaton(0, {0}, {0: 1}), "leads to a state, not 0"),
        (lambda x, b: Automaton(0, {0}, [(0, 1)]), "an arc is"),
        (lambda x, b: b.regular([x], 3), "not an automaton"),
        (lambda x, b: b.regular([x], "automaton"), "is a name, and the values are integers"),
        (lambda x, b: any_of([x < 2, 5]), "not a constraint: 5"),
        (lambda x, b: b.add(any_of(5)), "not a constraint: 5"),
        (lambda x, b: b.add(x < 2, label=5), "a label is a text, not 5"),
        (lambda x, b: Model([("x", [1], 3)]), "by its name and its values"),
        (lambda x, b: Model(7), "a model: the domains are a sequence"),
        (lambda x, b: Model({"x": [1]}, 7), "a model: the constraints are a sequence"),
    ]
)
def test_a_number_that_is_no_integer_is_refused_where_it_is_given(slip, message):
    build = ModelBuilder()
    with pytest.raises(ModelError, match=message):
        slip(build.variable("x", range(4)), build)


# -- Python asks for a value ----------------------------------------------------------------


@pytest.mark.parametrize("ask", [lambda x: [2, 3, 5][x], range, int, lambda x: "abc"[x:]])
def test_an_expression_has_no_value_yet(x, ask):
    assert_refused(
        lambda: ask(x), "x has no value before it is solved", "nonet.element([2, 3, 5], x)"
    )


def test_and_or_of_numbers_name_the_brackets(x, y):
    assert_refused(lambda: x == 1 & y == 2, "(y == 1) & (y == 2)")
    assert_refused(lambda: x | y, "before & | ^ ~ in brackets")
    assert_refused(lambda: ~x, "x is a number")


def test_a_solution_gives_expressions_constraints_and_lists(build, x, y):
    build.add(x == 3, y == 4)
    from nonet.solving import solve

    solution = solve(build).solution
    assert (solution[x], solution.value_of(x + y)) == (3, 7)
    assert (solution[x + y], solution[x < y], solution[[x, y]]) == (7, True, [3, 4])
    with pytest.raises(KeyError, match="there is no variable 'z'"):
        solution["z"]


# -- what is given ----------------------------------------------------------------------------


def test_a_text_of_names_with_blanks_or_commas_is_refused(build):
    assert_refused(lambda: build.variables("a b", range(2)), "['a', 'b']")
    assert_refused(lambda: build.variables("a,b", range(2)), "['a', 'b']")
    assert [v.name for v in build.variables(["a b", "c"], range(2))] == ["a b", "c"]


def test_a_generator_that_gave_all_it_had_is_named(build, x, y):
    generator = (each for each in [x, y])
    build.all_different(generator)
    assert_refused(lambda: build.all_different(generator), "a generator gives")
    assert_refused(lambda: build.all_different(x), "write [x, ...]")


def test_a_table_without_tuples_is_warned_of(build, x, y):
    rows = ((i, i) for i in range(3))
    build.table([x, y], rows)
    with pytest.warns(ModelWarning, match="always false"):
        build.table([y, x], rows)
    with pytest.warns(ModelWarning, match="always false"):
        build.table([y + 1, x], [])


def test_an_inverse_that_counts_from_1_is_warned_of(build):
    forth, back = build.array("f", 3, range(1, 4)), build.array("b", 3, range(1, 4))
    with pytest.warns(ModelWarning, match="always false"):
        build.inverse(forth, back)
    build.inverse([v - 1 for v in forth], [v - 1 for v in back])


def test_a_matrix_is_a_list_of_its_variables(build):
    square = build.array("s", (2, 2), range(4))
    build.all_different(square)
    build.increasing(square)
    assert brute_force(build.model()) == {(0, 1, 2, 3)}
    assert_refused(lambda: sum(square), "sum(matrix.flat)")
    assert_refused(lambda: build.all_different([[square[0, 0]], [square[0, 1]]]), "several lists")
