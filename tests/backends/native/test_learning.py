"""The search that learns: reasons and nogoods judged by brute force, conflicts followed by hand."""

from itertools import combinations
from random import Random

import pytest

from nonet import AllDifferent, Model, solve, trace
from nonet.backends.base import Request
from nonet.backends.events import Backtracked, Learned
from nonet.backends.native.filters import Levels, engine_inputs, filter_factory
from nonet.backends.native.learning import LearningEngine
from nonet.backends.native.learning_search import search_and_learn
from nonet.backends.native.search import Counters, search_orders
from nonet.model import Linear
from nonet.testing.brute import brute_force
from nonet.tracing.jsonl import dumps, loads
from nonet.tracing.page import page_data
from tests.backends.native.dead_ends import model_with_dead_ends

LEARNS = "native:learning=1uip"
FOUR = "........1.2...1."


def holds(engine, solution, condition):
    x, mask = condition
    place = solution[engine.names[x]] - engine.bases[x]
    return place >= 0 and mask >> place & 1


class JudgedEngine(LearningEngine):
    """Holds every reason on the trail, and every nogood, against all solutions."""

    solutions, judged_reasons = [], 0

    def report_conflict(engine, conflict):
        for place, reason in enumerate(engine.reasons):
            if reason is None:
                continue
            x, before = engine.trail[place]
            removed = before & ~engine.domain_before(x, place + 1)
            conditions = engine.reason_conditions(place)
            engine.judged_reasons += 1
            for solution in engine.solutions:
                if all(holds(engine, solution, each) for each in conditions):
                    assert not holds(engine, solution, (x, removed)), reason
        for solution in engine.solutions:
            assert not all(holds(engine, solution, each) for each in conflict.conditions)

    def report(self, event, *details):
        """From now on the nogood of a solution excludes it."""
        if event == "SolutionFound":
            self.solutions.remove(*details)


@pytest.mark.parametrize("alldifferent", ["naked", "hidden", "gac"])
def test_each_reason_and_each_nogood_follows_from_the_model(alldifferent):
    """Brute force is the judge: no solution meets the conditions and takes what was removed."""
    random, reasons = Random(5), 0
    for number in range(25):
        model = model_with_dead_ends(random)
        engine = JudgedEngine(*engine_inputs(model.structure, Levels(alldifferent=alldifferent)))
        engine.reset({})
        solutions = [dict(zip(model.variables, each, strict=True)) for each in brute_force(model)]
        engine.solutions = list(solutions)
        orders = search_orders("random", "random", number)
        assignments = list(search_and_learn(engine, *orders, Request(), Counters()))
        assert sorted(map(str, assignments)) == sorted(map(str, solutions))
        reasons += engine.judged_reasons
    assert reasons > 100


def conflict_of_four_by_four():
    """Three guesses and a dead end of four steps, at the weakest filters."""
    return trace(FOUR, f"{LEARNS},order=lexicographic,alldifferent=naked", limit=2)


def test_a_conflict_on_four_by_four_can_be_followed_by_hand():
    run = conflict_of_four_by_four()
    learned = [event for event in run.events if isinstance(event, Learned)]
    assert learned
    first = learned[0]
    graph = first.graph
    assert graph[-1].variable == "", "the last node is the failure"
    assert len(graph) < 20
    assert all(number < place for place, node in enumerate(graph) for number in node.because)
    guesses = [node for node in graph if node.rule is None]
    assert [node.depth for node in guesses] == [max(node.depth for node in graph)]
    # the nogood names what no solution has: judged by all solutions of the grid
    for solution in solve(FOUR, limit=None).solutions:
        assert not all(
            solution[name] in values
            for name, values in zip(first.variables, first.values, strict=True)
        )


def test_a_jump_goes_back_over_guesses_that_had_no_part():
    """After b, two guesses that no constraint joins to the clash: both are jumped over."""
    triangle = [("p", "q"), ("q", "r"), ("p", "r")]
    domains = {"a": [1, 2], "b": [1, 2], "c": [1, 2], "p": [1, 2, 3], "q": [1, 2], "r": [1, 2]}
    model = Model(domains, [AllDifferent(pair) for pair in [*triangle, ("a", "p")]])
    plain = solve(model, "native:order=lexicographic,alldifferent=naked", limit=None).stats
    run = trace(model, f"{LEARNS},order=lexicographic,alldifferent=naked", limit=1)
    jumps = [
        (event, run.events[number - 1])
        for number, event in enumerate(run.events)
        if isinstance(event, Backtracked)
    ]
    assert (jumps[0][0].depth, type(jumps[0][1])) == (1, Learned), "from guess 4 to none"
    assert plain["failures"] > run.stats["failures"]


def test_pigeons_cost_clauses_much_and_a_matching_nothing():
    """Haken, "The intractability of resolution", 1985; Regin's filter sees it at once."""
    costs = []
    for size in (4, 5, 6):
        names = [f"p{i}" for i in range(size)]
        pairs = [Linear((a, b), (1, -1), "!=", 0) for a, b in combinations(names, 2)]
        model = Model(dict.fromkeys(names, range(size - 1)), pairs)
        engine = LearningEngine(model.structure, filter_factory())
        counters = Counters()
        orders = search_orders("lexicographic", "ascending", 0)
        assert not [*search_and_learn(engine, *orders, Request(), counters)]
        costs.append(counters.failures)
        one_constraint = Model(model.domains, [AllDifferent(names)])
        assert solve(one_constraint, LEARNS).stats["nodes"] == 1
    assert costs[2] > 2 * costs[1] > 4 * costs[0]


def test_a_run_that_learns_is_written_and_read_again():
    run = conflict_of_four_by_four()
    assert loads(dumps(run)).events == run.events
    data = page_data(run)
    (event, *_) = [event for event in data["events"] if event[0] == 7]
    assert data["names"][event[2][0][0]] in run.domains
    assert "learned nogood 1: never" in str(run)
