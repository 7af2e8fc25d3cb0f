"""Each named level's fixed point is what its definition says, judged by brute force."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonet.backends.native.filters import Levels
from nonet.backends.native.search import least_constraining, most_constrained_by_degree
from nonet.backends.native.teaching_engine import BASE_LEVELS, TeachingEngine
from nonet.errors import BackendOptionError
from nonet.formats import parse
from nonet.model import AllDifferent, Linear, Model
from nonet.solving import iter_solutions, solve
from nonet.testing.brute import brute_force
from nonet.testing.strategies import models

LEVELS = [
    "generate-and-test",
    "backtracking",
    "forward-checking",
    "arc-consistency",
    "bounds",
    "gac",
    "singleton-arc",
    "singleton",
]
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


def after_forward_checking(constraint, domains: Domains) -> Domains:
    open_ = [name for name in set(constraint.scope) if len(domains[name]) > 1]
    return supported(constraint, domains) if len(open_) <= 1 else {}


def after_bounds(constraint, domains: Domains) -> Domains:
    ranges = {n: set(range(min(domains[n]), max(domains[n]) + 1)) for n in constraint.scope}
    kept = {}
    for name in set(constraint.scope):
        inside = {v for v in domains[name] if has_support(constraint, ranges, name, v)}
        kept[name] = {v for v in domains[name] if inside and min(inside) <= v <= max(inside)}
    return kept


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
        "forward-checking": (after_forward_checking, pairwise(model)),
        "arc-consistency": (supported, pairwise(model)),
        "bounds": (after_bounds, model.constraints),
        "gac": (supported, model.constraints),
    }[level]
    view = list(view)
    changed = True
    while changed:
        changed = False
        for constraint in view:
            for name, kept in step(constraint, domains).items():
                if kept != domains[name]:
                    domains = {**domains, name: kept}
                    changed = True
                if not kept:
                    return None
    return domains


def singleton_fixpoint(model: Model, level: str, domains: Domains) -> Domains | None:
    while True:
        found = fixpoint(model, level, domains)
        if found is None:
            return None
        domains = found
        kept = {
            name: {
                value
                for value in values
                if fixpoint(model, level, {**domains, name: {value}}) is not None
            }
            for name, values in domains.items()
        }
        if kept == domains:
            return domains
        if not all(kept.values()):
            return None
        domains = kept


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
    for level in LEVELS:  # a model is drawn once, for drawing is what takes long
        assert engine_fixpoint(model, level) == fixpoint(model, level), level


@pytest.mark.parametrize("only", ["AllDifferent", "Linear"])
@given(data=st.data())
def test_and_of_models_where_levels_differ_most(only, data):
    model = data.draw(models(only))
    for level in LEVELS:
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
    whole = {"a": {1, 3}, "b": {1, 3}, "c": {1, 2, 3, 4}, "d": {2, 3, 4}}
    for level in LEVELS[:4]:
        assert engine_fixpoint(model, level) == whole
    # between 1 and 3 lies 2, so the pair is no Hall interval
    assert engine_fixpoint(model, "bounds") == whole
    assert engine_fixpoint(model, "gac") == {**whole, "c": {2, 4}, "d": {2, 4}}


def test_bounds_move_ends_and_leave_holes():
    model = Model({"x": [1, 2, 3], "y": [2]}, [AllDifferent(("x", "y"))])
    assert engine_fixpoint(model, "bounds")["x"] == {1, 2, 3}
    assert engine_fixpoint(model, "arc-consistency")["x"] == {1, 3}


def test_arcs_see_what_forward_checking_does_not():
    model = Model({"x": [1, 2, 3], "y": [1, 2, 3]}, [Linear(("x", "y"), (1, -1), "<=", -1)])
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
        for level in ("forward-checking", "arc-consistency", "gac", "singleton")
    }
    assert nodes["forward-checking"] == nodes["arc-consistency"]  # all is "different" here
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


def test_a_level_that_is_none_names_those_there_are():
    with pytest.raises(BackendOptionError, match=r"level=auto\|generate-and-test"):
        solve("1..............4", "native:level=strongest")
