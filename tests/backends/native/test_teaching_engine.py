"""Each named level's fixed point is what its definition says, judged by brute force."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonet.backends.native.filters import Levels
from nonet.backends.native.search import least_constraining, most_constrained_by_degree
from nonet.backends.native.teaching_engine import BASE_LEVELS, TeachingEngine
from nonet.formats import parse
from nonet.model import AllDifferent, Linear, Model, ModelBuilder
from nonet.solving import iter_solutions, solve
from nonet.testing.brute import brute_force
from nonet.testing.strategies import models

FIXED_POINTS = [
    "generate-and-test",
    "backtracking",
    "unit-propagation",
    "arc-consistency",
    "bounds",
    "gac",
    "singleton-arc",
    "singleton",
]
LEVELS = [*FIXED_POINTS, "forward-checking"]
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
Domains = dict[str, set[int]]


# -- the definitions, word for word, by brute force ---------------------------------


def pairwise(model: Model):
    """The pairwise view: AllDifferent as its pairs, all else as it is."""
    for constraint in model.constraints:
        if type(constraint) is AllDifferent and len(constraint.scope) > 1:
            yield from (AllDifferent(pair) for pair in combinations(constraint.scope, 2))
        else:
            yield constraint


def has_support(constraint, domains: Domains, name: str, value: int) -> bool:
    names = list(dict.fromkeys(constraint.scope))
    choices = [{value} if n == name else domains[n] for n in names]
    return any(constraint.holds(dict(zip(names, row, strict=True))) for row in product(*choices))


def supported(constraint, domains: Domains) -> Domains:
    """What the constraint alone leaves: the values with a support."""
    return {
        name: {v for v in domains[name] if has_support(constraint, domains, name, v)}
        for name in set(constraint.scope)
    }


def after_backtracking(constraint, domains: Domains) -> Domains:
    fixed = all(len(domains[name]) == 1 for name in constraint.scope)
    return supported(constraint, domains) if fixed else {}


def after_unit_propagation(constraint, domains: Domains) -> Domains:
    open_ = [name for name in set(constraint.scope) if len(domains[name]) > 1]
    return supported(constraint, domains) if len(open_) <= 1 else {}


def after_bounds(constraint, domains: Domains) -> Domains:
    ranges = {n: set(range(min(domains[n]), max(domains[n]) + 1)) for n in constraint.scope}
    filtered = {}
    for name in set(constraint.scope):
        inside = {v for v in domains[name] if has_support(constraint, ranges, name, v)}
        filtered[name] = {v for v in domains[name] if inside and min(inside) <= v <= max(inside)}
    return filtered


def fixpoint(model: Model, level: str, start: Domains | None = None) -> Domains | None:
    """The largest domains that satisfy the level's definition; ``None`` if one is empty."""
    domains = start or {name: set(domain) for name, domain in model.domains.items()}
    if not all(domains.values()):
        return None
    if level in BASE_LEVELS:
        return singleton_fixpoint(model, BASE_LEVELS[level], domains)
    if level == "generate-and-test":
        if any(len(domain) > 1 for domain in domains.values()):
            return domains
        return domains if model.accepts({n: min(d) for n, d in domains.items()}) else None
    step, view = {
        "backtracking": (after_backtracking, pairwise(model)),
        "unit-propagation": (after_unit_propagation, pairwise(model)),
        "arc-consistency": (supported, pairwise(model)),
        "bounds": (after_bounds, model.constraints),
        "gac": (supported, model.constraints),
    }[level]
    view = list(view)
    changed = True
    while changed:
        changed = False
        for constraint in view:
            for name, filtered in step(constraint, domains).items():
                if filtered != domains[name]:
                    domains = {**domains, name: filtered}
                    changed = True
                if not filtered:
                    return None
    return domains


def singleton_fixpoint(model: Model, level: str, domains: Domains) -> Domains | None:
    while True:
        consistent = fixpoint(model, level, domains)
        if consistent is None:
            return None
        domains = consistent
        filtered = {
            name: {
                value
                for value in values
                if fixpoint(model, level, {**domains, name: {value}}) is not None
            }
            for name, values in domains.items()
        }
        if filtered == domains:
            return domains
        if not all(filtered.values()):
            return None
        domains = filtered


def engine_fixpoint(model: Model, level: str) -> Domains | None:
    if not all(model.domains.values()):
        return None  # never handed to a backend
    engine = TeachingEngine(model.structure, Levels(level=level))
    engine.reset(model.narrowed)
    if not engine.propagate():
        return None
    return {name: set(domain) for name, domain in engine.domains().items()}


@given(model=models())
def test_the_fixed_point_is_that_of_the_definition(model):
    for level in FIXED_POINTS:  # a model is drawn once, for drawing is what takes long
        assert engine_fixpoint(model, level) == fixpoint(model, level), level


@pytest.mark.parametrize("only", ["AllDifferent", "Linear"])
@given(data=st.data())
def test_and_of_models_where_levels_differ_most(only, data):
    model = data.draw(models(only))
    for level in FIXED_POINTS:
        assert engine_fixpoint(model, level) == fixpoint(model, level), level


@given(model=models(), order=st.sampled_from(["lexicographic", "degree", "mrv", "random"]),
       values=st.sampled_from(["ascending", "least-constraining"]))  # fmt: skip
def test_search_at_every_level_finds_the_solutions_of_brute_force(model, order, values):
    expected = brute_force(model)
    for level in LEVELS:
        run = iter_solutions(model, f"native:level={level},order={order},values={values}")
        assert {tuple(s.values()) for s in run} == expected, level


# -- where levels differ ---------------------------------------------------------------


def test_what_each_level_sees_of_a_naked_pair():
    unit = AllDifferent(("a", "b", "c", "d"))
    model = Model({"a": [1, 3], "b": [1, 3], "c": [1, 2, 3, 4], "d": [2, 3, 4]}, [unit])
    unfiltered = {"a": {1, 3}, "b": {1, 3}, "c": {1, 2, 3, 4}, "d": {2, 3, 4}}
    for level in FIXED_POINTS[:4]:
        assert engine_fixpoint(model, level) == unfiltered
    # between 1 and 3 lies 2, so the pair is no Hall interval
    assert engine_fixpoint(model, "bounds") == unfiltered
    assert engine_fixpoint(model, "gac") == {**unfiltered, "c": {2, 4}, "d": {2, 4}}


def test_bounds_move_ends_and_leave_holes():
    model = Model({"x": [1, 2, 3], "y": [2]}, [AllDifferent(("x", "y"))])
    assert engine_fixpoint(model, "bounds")["x"] == {1, 2, 3}
    assert engine_fixpoint(model, "arc-consistency")["x"] == {1, 3}


def test_arcs_see_what_unit_propagation_does_not():
    model = Model({"x": [1, 2, 3], "y": [1, 2, 3]}, [Linear(("x", "y"), (1, -1), "<=", -1)])
    assert engine_fixpoint(model, "unit-propagation")["x"] == {1, 2, 3}
    assert engine_fixpoint(model, "forward-checking")["x"] == {1, 2, 3}
    assert engine_fixpoint(model, "arc-consistency")["x"] == {1, 2}


def test_three_pairwise_different_variables_of_two_values_need_a_trial():
    names = ["x", "y", "z"]
    pairs = [AllDifferent(pair) for pair in combinations(names, 2)]
    model = Model({name: [1, 2] for name in names}, pairs)
    assert engine_fixpoint(model, "gac") == {name: {1, 2} for name in names}
    assert engine_fixpoint(model, "singleton") is None


def test_stronger_levels_need_no_more_nodes_on_a_hard_puzzle():
    nodes = {
        level: solve(parse(ESCARGOT), f"native:level={level},order=mrv", limit=2).stats["nodes"]
        for level in (*FIXED_POINTS[2:4], "gac", "singleton", "forward-checking")
    }
    assert nodes["unit-propagation"] == nodes["arc-consistency"]  # all is "different" here
    assert nodes["forward-checking"] > nodes["unit-propagation"]  # singles are assigned one by one
    assert nodes["arc-consistency"] > nodes["gac"] > nodes["singleton"]


def test_every_counter_is_there_and_checks_are_counted():
    stats = solve(parse(HARD), "native:level=forward-checking", limit=2).stats
    assert {"nodes", "failures", "checks", "filterings", "depth"} <= set(stats)
    assert stats["checks"] > stats["filterings"] > stats["nodes"] > stats["failures"] > 0


def test_checks_of_generate_and_test_are_the_constraints_of_every_assignment():
    model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
    stats = solve(model, "native:level=generate-and-test", limit=None).stats
    assert (stats["checks"], stats["failures"], stats["nodes"]) == (4, 2, 7)


def test_the_fast_engine_counts_what_it_did_before_levels_had_names():
    assert "checks" not in solve(parse(HARD), "native").stats


def test_a_trial_of_singleton_consistency_is_reported_by_its_result_alone():
    names = ["x", "y", "z"]
    events = []
    model = Model(
        {name: [1, 2] for name in names}, [AllDifferent(p) for p in combinations(names, 2)]
    )
    solve(model, "native:level=singleton", tracer=events.append)
    kinds = [type(event).__name__ for event in events]
    assert kinds[:4] == ["Posted"] * 3 + ["Filtered"]
    assert events[3].rule.kind == "trial"
    assert events[3].rule.label == "the trial x = 1"
    assert "Branched" not in kinds


@pytest.mark.parametrize("level", ["backtracking", "forward-checking", "gac", "singleton"])
def test_a_traced_run_of_a_level_takes_the_same_steps_as_a_plain_one(level):
    puzzle, backend = parse("1..............4"), f"native:level={level}"
    plain = solve(puzzle, backend, limit=None).stats
    assert solve(puzzle, backend, limit=None, tracer=lambda event: None).stats == plain


def test_degree_takes_the_variable_with_most_open_neighbours():
    pairs = [AllDifferent(("hub", other)) for other in "abc"]
    model = Model({name: [1, 2] for name in [*"abc", "hub"]}, pairs)
    engine = TeachingEngine(model.structure, Levels(level="gac"))
    assert most_constrained_by_degree(engine) == engine.number["hub"]


def test_least_constraining_takes_the_value_fewest_neighbours_could_take():
    model = Model({"x": [1, 2], "y": [1, 3], "z": [1, 2]}, [AllDifferent(("x", "y", "z"))])
    engine = TeachingEngine(model.structure, Levels(level="gac"))
    first, second = least_constraining(engine, engine.number["x"])
    assert (first, second) == (2, 1)


def test_generate_and_test_guesses_the_variables_that_were_declared_alone():
    build = ModelBuilder()
    x, y = build.variables("xy", range(4))
    build.add(x * y == 6)
    model = build.model()
    stats = solve(model, "native:level=generate-and-test", limit=None).stats
    assert (stats["solutions"], stats["depth"]) == (2, 2)
    assert stats["guesses"] == 4 + 4 * 4  # x, and y for each of it: no product is guessed


# -- forward checking, as textbooks have it ------------------------------------------------

AUSTRALIA = ["WA NT", "WA SA", "NT SA", "NT Q", "SA Q", "SA NSW", "SA V", "Q NSW", "NSW V"]
R, G, B = 1, 2, 3


def map_of_australia() -> Model:
    regions = ["WA", "NT", "Q", "NSW", "V", "SA", "T"]
    borders = [Linear(tuple(pair.split()), (1, -1), "!=", 0) for pair in AUSTRALIA]
    return Model(dict.fromkeys(regions, (R, G, B)), borders)


def engine_of_australia(level: str) -> TeachingEngine:
    engine = TeachingEngine(map_of_australia().structure, Levels(level=level))
    engine.reset({})
    assert engine.propagate()
    return engine


def assign(engine: TeachingEngine, region: str, colour: int) -> bool:
    x = engine.number[region]
    engine.assign(x, 1 << colour - engine.bases[x])
    return engine.propagate()


def remaining(engine: TeachingEngine) -> dict[str, set[int]]:
    return {name: set(domain) for name, domain in engine.domains().items()}


def test_forward_checking_colours_australia_as_the_figure_of_aima_does():
    """Russell and Norvig, AIMA (3rd edition), figure 6.7: WA = red, Q = green, V = blue."""
    colours = {R, G, B}
    engine = engine_of_australia("forward-checking")
    assert remaining(engine) == dict.fromkeys(engine.names, colours)
    assert assign(engine, "WA", R)
    assert remaining(engine) == {
        "WA": {R}, "NT": {G, B}, "Q": colours, "NSW": colours, "V": colours, "SA": {G, B}, "T": colours
    }  # fmt: skip
    # NT and SA have blue alone, and are neighbours: forward checking does not look so far
    assert assign(engine, "Q", G)
    assert remaining(engine) == {
        "WA": {R}, "NT": {B}, "Q": {G}, "NSW": {R, B}, "V": colours, "SA": {B}, "T": colours
    }  # fmt: skip
    assert not assign(engine, "V", B)
    assert not engine.masks[engine.number["SA"]]  # the empty domain of the figure's last row


@pytest.mark.parametrize("level", ["unit-propagation", "arc-consistency", "gac"])
def test_arc_consistency_sees_in_the_second_row_that_nt_and_sa_clash(level):
    engine = engine_of_australia(level)
    assert assign(engine, "WA", R)
    assert not assign(engine, "Q", G)


def test_a_domain_of_one_value_waits_until_search_assigns_it():
    engine = engine_of_australia("forward-checking")
    mark = engine.mark()
    assert assign(engine, "WA", R) and assign(engine, "Q", G)
    select = engine.order_variables(least_constrained_by_name)
    assert engine.names[select(engine)] == "NT"  # one value left: it is next, whatever the order
    engine.undo(mark)
    assert select(engine) is None and not engine.assigned


def least_constrained_by_name(engine):
    """An order that picks nothing, so that only what has one value left is picked."""


def test_a_clue_is_assigned_from_the_start_and_what_it_leaves_is_not():
    chain = [Linear(pair, (1, -1), "!=", 0) for pair in [("a", "b"), ("b", "c")]]
    model = Model({"a": [1], "b": [1, 2], "c": [2, 3]}, chain)
    engine = TeachingEngine(model.structure, Levels(level="forward-checking"))
    engine.reset({})
    assert engine.propagate()
    assert remaining(engine) == {"a": {1}, "b": {2}, "c": {2, 3}}
    assert engine_fixpoint(model, "unit-propagation")["c"] == {3}


@given(model=models("Linear"), seed=st.integers(0, 99))
def test_forward_checking_removes_exactly_what_clashes_with_all_others_assigned(model, seed):
    """One step by the definition: of each constraint with one variable that is not assigned."""
    domains = {name: set(domain) for name, domain in model.domains.items()}
    if not all(domains.values()):
        return
    engine = TeachingEngine(model.structure, Levels(level="forward-checking"))
    engine.reset(model.narrowed)
    assigned = {name for name, values in domains.items() if len(values) == 1}
    failed = False
    for constraint in model.constraints:
        open_ = [name for name in set(constraint.scope) if name not in assigned]
        if len(set(constraint.scope)) == 1 or len(open_) <= 1:
            consistent = supported(constraint, {n: domains[n] for n in constraint.scope})
            for name in open_ or constraint.scope:
                domains[name] = domains[name] & consistent[name]
                failed = failed or not domains[name]
    assert engine.propagate() == (not failed)
    if not failed:
        assert remaining(engine) == domains
