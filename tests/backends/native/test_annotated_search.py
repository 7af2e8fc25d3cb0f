"""Search annotations: the native backend guesses as they say, told by its guesses and its nodes."""

import itertools
import random

import pytest

import nonet
from nonet.backends import get_backend
from nonet.backends.base import Request
from nonet.backends.events import Branched
from nonet.backends.native import Native
from nonet.errors import ModelError
from nonet.importing.flatzinc import read_flatzinc
from nonet.model import AllDifferent, Linear, Model
from nonet.model.structure import VALUE_ORDERS, VARIABLE_ORDERS, SearchPhase
from tests.cases import as_one_test

DOMAINS = {"a": [1, 4, 6], "b": [0, 9], "c": [2, 3, 5, 8], "d": [4, 5, 6, 7, 11]}


def flat(*notes, domains=DOMAINS, constraints=()):
    lines = [f"var {{{','.join(map(str, values))}}}: {name};" for name, values in domains.items()]
    return read_flatzinc([*lines, *constraints, f"solve {' '.join(notes)} satisfy;"], "m.fzn").model


def guesses(model, **options):
    """The guesses up to the first solution."""
    events = []
    request = Request(1, tracer=lambda e: events.append(e) if type(e) is Branched else None)
    next(Native(**options).run(model, request))
    return [(each.variable, each.value) for each in events]


def nodes(model, solutions=None, **options):
    request = Request(solutions)
    solutions_found = list(itertools.islice(Native(**options).run(model, request), solutions))
    return request.stats["nodes"], solutions_found


@as_one_test(
    [
        ("input_order", "dcab"),
        ("first_fail", "bacd"),
        ("anti_first_fail", "dcab"),
        ("smallest", "bacd"),
        ("largest", "dbca"),
        ("max_regret", "badc"),
        ("occurrence", "dcab"),
        ("dom_w_deg", "bacd"),
        ("most_constrained", "bacd"),
    ]
)
def test_variables_are_guessed_in_the_order_named(order, expected):
    model = flat(f":: int_search([d,c,a,b], {order}, indomain_min, complete)")
    assert [name for name, _ in guesses(model)] == list(expected)


@pytest.mark.parametrize(
    ("order", "first"), [("occurrence", "c"), ("most_constrained", "b"), ("dom_w_deg", "c")]
)
def test_orders_that_count_constraints(order, first):
    domains = dict.fromkeys("ab", range(1, 4)) | dict.fromkeys("cd", range(1, 5))
    posted = [f"constraint int_lin_le([1,1],[c,{other}],7);" for other in "bdb"]
    names = [f"constraint int_lin_le([1,2,1],[c,{other},d],15);" for other in "bd"]
    note = f":: int_search([a,b,c,d], {order}, indomain_min, complete)"
    assert guesses(flat(note, domains=domains, constraints=posted + names))[0] == (first, 1)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("indomain_min", [4, 5, 6, 7, 11]),
        ("indomain_max", [11, 7, 6, 5, 4]),
        ("indomain_median", [6, 5, 7, 4, 11]),
        ("indomain_middle", [7, 6, 5, 4, 11]),
        ("indomain_split", [4, 5, 6, 7, 11]),
        ("indomain_reverse_split", [11, 7, 6, 5, 4]),
    ],
)
@pytest.mark.parametrize("traced", [False, True])
def test_values_are_tried_in_the_order_named(order, expected, traced):
    model = flat(f":: int_search([d], input_order, {order}, complete)", domains={"d": DOMAINS["d"]})
    request = Request(None, tracer=(lambda event: None) if traced else None)
    assert [assignment["d"] for assignment in Native().run(model, request)] == expected


@pytest.mark.parametrize("order", ["indomain_random", "indomain_split_random"])
def test_random_values_are_all_there_and_repeatable(order):
    model = flat(f":: int_search([d], input_order, {order}, complete)")
    first, second = (nodes(model, seed=3)[1] for _ in range(2))
    assert first == second
    assert len({tuple(assignment.values()) for assignment in first}) == 3 * 2 * 4 * 5


def test_phases_come_one_after_another_and_other_variables_last():
    model = flat(
        ":: seq_search([int_search([c], first_fail, indomain_max, complete),"
        "int_search([d,c], largest, indomain_min, complete)])"
    )
    assert guesses(model) == [("c", 8), ("d", 4), ("b", 0), ("a", 1)]


def test_a_truth_that_is_an_integer_too_is_guessed():
    lines = ["var bool: t;", "var 0..1: n;", "var 1..3: x;", "constraint bool2int(t,n);",
             "solve :: bool_search([t], input_order, indomain_max, complete) satisfy;"]  # fmt: skip
    assert guesses(read_flatzinc(lines, "m.fzn").model)[0] == ("t", 1)


def test_halves_find_a_value_of_a_wide_domain_in_few_nodes():
    """20 halvings or so, where one value after another takes hundreds of thousands."""
    domains = {"x": range(1 << 20), "y": range(1 << 20)}
    odd = Linear(("x", "y"), (2, -2), "==", 1)
    sums = [Linear(("x", "y"), (1, 1), ">=", 1_500_000), Linear(("x", "y"), (1, -1), "==", 2)]
    for order in ("indomain_split", "indomain_reverse_split"):
        phase = SearchPhase(("x", "y"), "input_order", order)
        model = Model(domains, sums).with_search((phase,))
        count, (assignment,) = nodes(model, 1)
        assert assignment["x"] == assignment["y"] + 2
        assert count < 60
    assert nodes(Model({"x": range(8), "y": range(8)}, [odd]).with_search((phase,)))[1] == []


def queens(size, *phases):
    domains = {f"q{i}": range(size) for i in range(size)}
    names = tuple(domains)
    apart = [
        Linear((names[i], names[j]), (1, -1), "!=", sign * (j - i))
        for i, j in itertools.combinations(range(size), 2)
        for sign in (1, -1)
    ]
    return Model(domains, [AllDifferent(names), *apart]).with_search(phases)


def test_the_annotation_gives_the_nodes_of_the_order_it_names():
    """The same search as the options of the same meaning; and another than with none."""
    plain = queens(12)
    annotated = queens(12, SearchPhase(plain.variables, "input_order", "indomain_max"))
    by_options = nodes(plain, 1, order="lexicographic", values="descending")
    assert nodes(annotated, 1) == by_options
    assert nodes(annotated, 1) != nodes(plain, 1)
    assert nodes(annotated.with_search(()), 1) == nodes(plain, 1)


def test_options_that_are_named_come_before_annotations():
    annotated = queens(8, SearchPhase(("q7",), "input_order", "indomain_max"))
    assert guesses(annotated)[0] == ("q7", 7)
    assert guesses(annotated, order="lexicographic", values="ascending")[0] == ("q0", 0)


@pytest.mark.parametrize("options", [{}, {"learning": "1uip"}, {"level": "forward-checking"}])
@pytest.mark.parametrize("values", ["indomain_split", "indomain_median", "indomain_random", "odd"])
def test_annotations_change_no_set_of_solutions(options, values):
    annotated = queens(6, SearchPhase(("q3", "q1"), "impact", values))
    _, assignments = nodes(annotated, **options)
    assert len(assignments) == len({tuple(each.values()) for each in assignments}) == 4


def test_annotations_stay_with_a_model_that_is_changed():
    phase = SearchPhase(("q3",), "input_order", "indomain_max")
    model = queens(6, phase)
    for changed in (
        model.narrow({"q0": [1, 2]}), model.add(AllDifferent(("q0", "q1"))), model.with_objective(None),
    ):  # fmt: skip
        assert changed.search == (phase,)
    assert model != queens(6)
    with pytest.raises(ModelError, match="'z' is not declared"):
        model.with_search((SearchPhase(("z",), "input_order", "indomain"),))


def test_cpsat_is_given_decision_strategies():
    pytest.importorskip("ortools")
    from nonet.backends.cpsat.compiled_model import integer_model

    known = SearchPhase(("q1", "q0"), "first_fail", "indomain_split")
    odd = SearchPhase(("q2",), "max_regret", "indomain_min")
    model = queens(6, known, odd)
    compiled = integer_model(model.structure)
    (strategy,) = compiled.proto.search_strategy
    assert [each.vars[0] for each in strategy.exprs] == [1, 0]
    solutions = list(nonet.iter_solutions(model, "cpsat"))
    assert len(solutions) == 4


def test_a_builder_says_phases_as_flatzinc_does():
    """The same guesses as the annotation of the same names, read from FlatZinc."""
    for order, values in itertools.product(VARIABLE_ORDERS, ("min", "max", "median", "split")):
        build = nonet.ModelBuilder()
        for name, domain in DOMAINS.items():
            build.variable(name, domain)
        build.search([build["d"], "c"], order, values)
        build.search("a", order, f"indomain_{values}")
        note = (
            f":: seq_search([int_search([d,c], {order}, indomain_{values}, complete),"
            f"int_search([a], {order}, indomain_{values}, complete)])"
        )
        assert build.model().search == flat(note).search
        assert guesses(build.model()) == guesses(flat(note)), (order, values)


def test_advice_changes_no_solution():
    choose = random.Random(5)
    for number in range(20):
        build = nonet.ModelBuilder()
        cells = build.array("cell", (2, 3), range(2 + number % 3 // 2))
        build.add(cells[0, 0] + cells[1, 1] != 2, cells[0, 2] <= cells[1, 0])
        if choose.random() < 0.5:
            build.minimize(2 * cells[0, 0] - cells[1, 1] + cells[1, 2])
        plain = nonet.solve(build, "native", limit=None)
        for part in (cells[0, :], cells[1, 0], cells):
            order = choose.choice(VARIABLE_ORDERS)
            build.search(part, order, choose.choice(VALUE_ORDERS))
        for backend in ("native", "native:learning=1uip", "cpsat", "sat"):
            advised = nonet.solve(build, backend, limit=None)
            assert {*advised.solutions} == {*plain.solutions} and advised.exhausted


def test_advice_of_a_builder_that_makes_no_sense_is_one_line():
    build = nonet.ModelBuilder()
    x, y = build.variables(["xx", "yy"], range(3))
    for arguments, message in [
        (([x], "first_fial"), "no order of variables 'first_fial'; .*did you mean first_fail"),
        (([x], "first_fail", "least"), "no order of values 'least'; there are min, max, median"),
        (([x + y],), r"xx \+ yy is not a variable: name those that it is made of"),
        ((["xy"],), "there is no variable 'xy'"),
        (([nonet.ModelBuilder().variable("xx", [1])],), "declared by another builder"),
        ((3,), "3 is not a variable"),
    ]:
        with pytest.raises(ModelError, match=message):
            build.search(*arguments)
    with pytest.raises(AttributeError, match=r"write build\.search\(\[x, y\], order="):
        build.add_decision_strategy([x], 1, 2)
    with pytest.raises(AttributeError, match=r'write nonet\.solve\(build, hint=\{"x": 3\}\)'):
        build.add_hint(x, 1)
    assert build.model().search == ()


@pytest.mark.parametrize("values", ["ascending", "descending"])
def test_the_value_of_a_hint_is_tried_first_and_only_once(values):
    model = Model({"a": range(4), "b": range(4)})
    for hint in ({"a": 2}, {"a": 2, "b": 3, "other": 1}, {"a": 9}, {"a": -1}):
        request = Request(hint=hint)
        run = list(get_backend(f"native:values={values}").run(model, request))
        assert len(run) == 16 == len({tuple(each.values()) for each in run})
        tried = list(dict.fromkeys(each["a"] for each in run))
        plain = [0, 1, 2, 3][:: 1 if values == "ascending" else -1]
        first = [hint["a"]] if hint["a"] in plain else []
        assert tried == [*first, *(each for each in plain if each not in first)]


def test_a_hint_that_is_a_solution_is_the_first():
    model = Model({"a": range(2000), "b": range(2000)}, [Linear.sum(("a", "b"), "==", 1500)])
    request = Request(hint={"a": 700, "b": 800})
    assert next(get_backend("native").run(model, request)) == {"a": 700, "b": 800}
