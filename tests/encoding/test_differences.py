"""More variables than values fail at once, and differences written pair by pair are one fact."""

import time
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from nonet.backends.registry import available_backends
from nonet.encoding.differences import crowded_names, is_difference, merge_differences
from nonet.model import AllDifferent, Domain, Linear, Model, ModelBuilder

BACKENDS = ["auto", "native", "native:alldifferent=naked", "native:alldifferent=gac", "cpsat", "sat",
            "python-constraint"]  # fmt: skip


def one_too_many() -> Model:
    build = ModelBuilder()
    build.all_different(build.array("x", 61, range(60)))
    return build.model()


def pigeons_by_pairs() -> Model:
    build = ModelBuilder()
    for first, second in combinations(build.array("pigeon", 10, range(9)), 2):
        build.add(first != second)
    return build.model()


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("make", [one_too_many, pigeons_by_pairs])
def test_more_variables_than_values_is_refuted_at_once(make, backend):
    assert nonet.solve(make(), backend, time_limit=10).status.value == "unsat"


@pytest.mark.parametrize("level", ["naked", "hidden", "gac"])
def test_native_fails_without_a_guess_when_clues_leave_too_few_values(level):
    names = tuple(f"x{i}" for i in range(30))
    model = Model(dict.fromkeys(names, range(40)), [AllDifferent(names)])
    narrowed = model.narrow(dict.fromkeys(names, range(29)))
    outcome = nonet.solve(narrowed, f"native:alldifferent={level}", time_limit=10)
    assert (outcome.status.value, outcome.stats["guesses"]) == ("unsat", 0)


def test_constraints_over_one_variable_count_before_pigeons_are():
    build = ModelBuilder()
    xs = build.array("x", 61, range(100))
    build.all_different(xs)
    build.add(*(x <= 59 for x in xs))
    assert nonet.solve(build.model(), "cpsat", time_limit=10).status.value == "unsat"


def test_some_variables_of_a_unit_may_be_too_many_for_their_values():
    domains = {**{f"x{i}": Domain.range(1, 3) for i in range(4)}, "wide": Domain.range(1, 99)}
    assert crowded_names([AllDifferent(tuple(domains))], domains) == ("x0", "x1", "x2", "x3")


small_domains = st.lists(st.sets(st.integers(0, 4), min_size=1), min_size=2, max_size=5)


@given(small_domains)
def test_a_crowd_has_fewer_values_than_variables(sets):
    domains = {f"x{i}": Domain.of(values) for i, values in enumerate(sets)}
    crowd = crowded_names([AllDifferent(tuple(domains))], domains)
    values = {value for name in crowd for value in domains[name]}
    assert not crowd or len(values) < len(crowd)
    if len({value for each in sets for value in each}) < len(sets):
        assert crowd


@given(small_domains, st.data())
def test_merged_differences_have_the_same_solutions(sets, data):
    domains = {f"x{i}": Domain.of(values) for i, values in enumerate(sets)}
    pairs = data.draw(st.lists(st.sampled_from(list(combinations(domains, 2))), unique=True))
    edges = tuple(Linear(pair, (1, -1), "!=", 0) for pair in pairs)
    merged = merge_differences(edges, domains)
    for values in product(*domains.values()):
        case = dict(zip(domains, values, strict=True))
        holds = [all(each.holds(case) for each in side) for side in (edges, merged)]
        assert holds[0] == holds[1]


def test_a_clique_that_leaves_much_room_stays_in_pairs():
    roomy = {name: Domain.range(1, 9) for name in "abcd"}
    pairs = tuple(Linear(pair, (1, -1), "!=", 0) for pair in combinations("abcd", 2))
    assert merge_differences(pairs, roomy) is pairs
    (merged,) = merge_differences(pairs, dict.fromkeys("abcd", Domain.range(1, 4)))
    assert type(merged) is AllDifferent and merged.description == "a, b, c, d differ"


def test_the_search_for_cliques_is_bounded(monkeypatch):
    monkeypatch.setattr("nonet.encoding.differences.MAX_INTERSECTIONS", 10)
    names = [f"x{i}" for i in range(40)]
    pairs = tuple(Linear(pair, (1, -1), "!=", 0) for pair in combinations(names, 2))
    merged = merge_differences(pairs, dict.fromkeys(names, Domain.range(1, 10)))
    assert sum(map(is_difference, merged)) > 700


def test_a_complete_graph_of_300_is_merged_in_time():
    names = [f"x{i}" for i in range(300)]
    pairs = tuple(Linear(pair, (1, -1), "!=", 0) for pair in combinations(names, 2))
    started = time.process_time()
    (merged,) = merge_differences(pairs, dict.fromkeys(names, Domain.range(1, 300)))
    assert len(merged.scope) == 300 and time.process_time() - started < 60


def test_all_installed_backends_agree_on_merged_cliques():
    build = ModelBuilder()
    regions = build.variables("abcde", range(3))
    borders = ["ab", "ac", "bc", "bd", "cd", "de"]
    for first, second in borders:
        build.add(regions["abcde".index(first)] != regions["abcde".index(second)])
    model = build.model()
    for backend in available_backends():
        assert nonet.count_solutions(model, backend=backend).number == 12
