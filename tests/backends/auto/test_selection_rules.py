"""The rules of ``auto``: which backend begins, with how much effort, at each limit and one beside it."""

import pytest

import nonet
from nonet import Grid, Model, Puzzle
from nonet.backends import auto
from nonet.backends.auto import selection_rules
from nonet.backends.auto.selection_rules import Features, opening_rule, structure_features
from nonet.model import AllDifferent, Linear, Structure
from nonet.model.structure import SearchPhase

PUZZLE = Features(81, 729, 9, ("AllDifferent",))


@pytest.fixture
def only_native(monkeypatch):
    """Let no backend but native be installed."""
    monkeypatch.setattr(selection_rules, "usable_backend", lambda name: None)


def test_grids_with_sums_are_left_to_lockstep_for_longer():
    cage = nonet.model.Linear.sum(("R1C1", "R1C2", "R2C1"), "==", 9)
    grid = Puzzle(Grid.square(9)).model()
    killer = Model(grid.domains, [*grid.constraints, cage])
    square = Model(
        dict.fromkeys("abcdefghi", range(1, 10)),
        [AllDifferent(tuple("abcdefghi")), nonet.model.Linear.sum(("a", "b", "c"), "==", 15)],
    )
    efforts = [
        selection_rules.opening_rule(features).effort(features)
        for features in map(auto.features_of, (killer, grid, square))
    ]
    assert efforts == [
        selection_rules.MAX_GUESSES_OF_SUMS,
        selection_rules.MAX_GUESSES,
        selection_rules.MAX_GUESSES,
    ]


def test_every_rule_is_the_first_to_hold_for_some_question():
    questions = [
        PUZZLE._replace(
            values=values,
            constraint_types=kinds,
            terms=terms,
            is_traced=traced,
            has_objective=optimises,
            has_lockstep=lockstep,
            has_search=annotated,
            has_hint=hinted,
            is_blank=blank,
            units=27,
        )
        for values in (60, 729, 15_625)
        for blank in (False, True)
        for kinds in (("AllDifferent",), ("AllDifferent", "Linear"), ())
        for terms in (0, 5_000)
        for traced in (False, True)
        for optimises in (False, True)
        for lockstep in (False, True)
        for annotated in (False, True)
        for hinted in (False, True)
    ]
    assert {selection_rules.opening_rule(q) for q in questions} == set(
        selection_rules.OPENING_RULES
    )


@pytest.mark.parametrize(
    "change",
    [
        {"has_objective": True},
        {"widest": selection_rules.WIDE_DOMAIN + 1},
        {"terms": selection_rules.MANY_TERMS + 1},
        {"operations": selection_rules.MANY_OPERATIONS + 1},
        {"variables": selection_rules.MANY_VARIABLES + 1},
    ],
)
def test_models_beyond_puzzles_go_to_cpsat_at_once(change, monkeypatch):
    features = PUZZLE._replace(**change)
    assert selection_rules.opening_rule(features).backend == ""
    monkeypatch.setattr(selection_rules, "usable_backend", lambda name: None)
    assert selection_rules.opening_rule(features).backend == "native"


def test_tours_tasks_and_inverse_lists_are_counted_by_their_variables():
    build = nonet.ModelBuilder()
    x = [build.variable(f"x{i}", range(12)) for i in range(12)]
    y = [build.variable(f"y{i}", range(12)) for i in range(4)]
    build.circuit(x)
    build.no_overlap(y, [2] * 4)
    assert auto.features_of(build.model()).operations == 16


def test_comparisons_that_need_no_variable_are_no_operations():
    """Queens by ``abs``, and a least value that is bounded, are for lockstep; a sum of two is not."""
    build = nonet.ModelBuilder()
    queens = build.array("q", 8, range(8))
    pairs = [(queens[j], queens[i], i - j) for i in range(8) for j in range(i)]
    build.add(abs(x - y) != distance for x, y, distance in pairs)
    build.add(nonet.min_of(queens[0], queens[1]) >= 1)
    assert auto.features_of(build.model()).operations == 0
    build.add(abs(queens[0] - queens[1]) + queens[2] != 3)
    assert auto.features_of(build.model()).operations == 1


def test_annotated_models_open_with_native_but_for_models_that_no_puzzle_is():
    puzzle = PUZZLE._replace(has_search=True)
    large = puzzle._replace(widest=selection_rules.WIDE_DOMAIN + 1)
    backends = [
        selection_rules.opening_rule(features).backend
        for features in (
            puzzle,
            puzzle._replace(has_search=False, has_hint=True),
            puzzle._replace(has_objective=True, values=60),
            puzzle._replace(has_objective=True),
            large,
        )
    ]
    assert backends == ["native", "native", "native", "", ""]


def test_the_race_is_of_backends_of_ours_and_the_first_begins_at_once():
    assert [each.name for each in selection_rules.PARTICIPANTS] == ["cpsat", "sat"]
    assert selection_rules.PARTICIPANTS[0].start_delay == 0
    named = {each.name for each in selection_rules.PARTICIPANTS}
    named |= {rule.backend for rule in selection_rules.OPENING_RULES if rule.backend}
    assert named <= set(nonet.backend_names())


def test_small_models_with_an_objective_go_to_lockstep_first_and_to_cpsat_where_it_declines():
    small = PUZZLE._replace(values=60, has_objective=True)
    assert selection_rules.opening_rule(small).backend == "lockstep"
    assert (
        selection_rules.opening_rule(small).effort(small)
        == selection_rules.MAX_GUESSES_OF_OBJECTIVES
    )
    large = PUZZLE._replace(has_objective=True)
    assert selection_rules.opening_rule(large).backend == ""
    assert selection_rules.rule_without_lockstep(small).backend == ""
    assert selection_rules.rule_without_lockstep(PUZZLE).backend == "native"


# -- at the limits -----------------------------------------------------------------

LIMITS = {
    "widest": selection_rules.WIDE_DOMAIN,
    "terms": selection_rules.MANY_TERMS,
    "operations": selection_rules.MANY_OPERATIONS,
    "variables": selection_rules.MANY_VARIABLES,
}


@pytest.mark.parametrize(("feature", "limit"), LIMITS.items(), ids=LIMITS)
def test_a_model_at_each_limit_is_a_puzzle_and_one_beyond_is_none(feature, limit):
    at, beyond = (PUZZLE._replace(**{feature: number}) for number in (limit, limit + 1))
    assert (opening_rule(at).backend, opening_rule(beyond).backend) == ("lockstep", "")
    assert (at.suits_bounds, beyond.suits_bounds) == (False, feature != "variables")


def test_an_objective_is_lockstep_s_up_to_so_many_values():
    most = selection_rules.FEW_VALUES_TO_OPTIMISE
    for values, backend in ((most, "lockstep"), (most + 1, "")):
        features = PUZZLE._replace(values=values, has_objective=True)
        assert opening_rule(features).backend == backend
        assert opening_rule(features._replace(has_objective=False)).backend == "lockstep"


GRID = Features(625, selection_rules.LARGE_GRID, 25, ("AllDifferent",), units=50, is_blank=True)


@pytest.mark.parametrize(
    ("change", "backend"),
    [
        ({}, "native"),
        ({"values": selection_rules.LARGE_GRID - 1}, "lockstep"),
        ({"units": 49}, "lockstep"),
        ({"is_blank": False}, "lockstep"),
        ({"constraint_types": ("AllDifferent", "Linear")}, "lockstep"),
    ],
)
def test_a_large_grid_of_units_that_is_all_but_empty_is_native_s(change, backend):
    assert opening_rule(GRID._replace(**change)).backend == backend


@pytest.mark.parametrize(("clues", "is_blank"), [(0, True), (2, True), (3, False)])
def test_a_model_with_a_clue_in_a_tenth_of_its_variables_is_blank(clues, is_blank):
    model = Model({f"x{i}": range(3) for i in range(20)})
    assert auto.features_of(model.narrow({f"x{i}": [1] for i in range(clues)})).is_blank == is_blank


@pytest.mark.parametrize(
    ("features", "effort"),
    [
        (PUZZLE._replace(values=0), 50_000),
        (PUZZLE._replace(values=1000), 50_000),
        (PUZZLE._replace(values=1001), 49_950),
        (PUZZLE._replace(values=15_625), 3_200),
        (PUZZLE._replace(terms=1, units=18), 2_000_000),
        (PUZZLE._replace(terms=1, units=17), 50_000),
        (PUZZLE._replace(terms=0, units=18), 50_000),
        (PUZZLE._replace(values=100, terms=1, units=18, has_objective=True), 200),
        (PUZZLE._replace(has_hint=True), 14_580),
        (PUZZLE._replace(has_hint=True, values=600), 12_000),
        (PUZZLE._replace(has_hint=True, values=601), 12_020),
        (PUZZLE._replace(has_search=True, values=1_500), 30_000),
        (PUZZLE._replace(has_search=True, values=1_501), 30_000),
        (PUZZLE._replace(is_traced=True), None),
        (GRID, 40_000),
    ],
)
def test_the_effort_follows_the_size(features, effort):
    assert opening_rule(features).effort(features) == effort


def test_without_cpsat_or_lockstep_native_begins(only_native):
    assert opening_rule(PUZZLE._replace(has_objective=True)).backend == "native"
    assert opening_rule(PUZZLE._replace(has_lockstep=False)).backend == "native"


# -- features ----------------------------------------------------------------------


def test_features_count_what_the_constraints_are_over():
    build = nonet.ModelBuilder()
    x = build.array("x", 5, range(4))
    y = build.variable("y", [1])
    build.all_different(x[:4])
    build.all_different(x[1:])
    build.all_different(x[:3])  # no unit
    build.add(x[0] + x[1] + x[2] == 5)  # three terms
    build.add(x[0] + x[1] <= 5)  # a pair
    build.add(x[0] != 2, y != 2)  # over one variable
    build.add(x[0] * x[1] + x[2] + y >= 3)  # four terms, and a product
    features = auto.features_of(build.model())
    assert features[:7] == (6, 21, 4, ("AllDifferent", "Compare", "Linear"), 7, 1, 2)
    assert not (features.has_objective or features.has_search or features.has_hint)


def test_the_features_of_an_extended_structure_are_those_of_the_whole():
    base = Puzzle(Grid.square(4)).model().structure
    more = (
        Linear(("R1C1", "R1C2", "R2C1"), (1, 1, 1), "==", 6),
        AllDifferent(("R1C1", "R2C2", "R3C3", "R4C4")),
    )
    merged = Structure(base.domains, (*base.constraints, *more))
    assert structure_features(Structure.extended(base, more)) == structure_features(merged)
    assert structure_features(merged).units == structure_features(base).units + 1


def test_what_is_asked_beside_the_constraints_is_a_feature():
    model = Model({"a": range(3), "b": range(3)})
    phase = SearchPhase(("a",), "input_order", "indomain_min")
    features_by_question = {
        "has_search": auto.features_of(model.with_search([phase])),
        "has_hint": auto.features_of(model, nonet.backends.Request(hint={"a": 1})),
        "is_traced": auto.features_of(model, nonet.backends.Request(tracer=print)),
        "has_objective": auto.features_of(
            model.with_objective(nonet.model.Objective("minimize", ("a",), (1,)))
        ),
    }
    plain = auto.features_of(model, nonet.backends.Request(hint={}))
    for feature, features in features_by_question.items():
        assert features == plain._replace(**{feature: True})
