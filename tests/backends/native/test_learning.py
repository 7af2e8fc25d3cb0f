"""The search that learns: reasons and nogoods judged by brute force, conflicts followed by hand."""

from itertools import combinations, product
from random import Random

import pytest

from nonet import AllDifferent, Model, solve, trace
from nonet.backends.base import Request
from nonet.backends.events import Backtracked, Learned
from nonet.backends.native.filters import Levels, engine_inputs, filter_factory
from nonet.backends.native.learning import LearningEngine
from nonet.backends.native.learning_search import search_and_learn
from nonet.backends.native.search import Counters, search_orders
from nonet.model import AnyOf, Automaton, Count, Element, Linear, Regular, Table
from nonet.testing.brute import brute_force
from nonet.tracing.jsonl import dumps, loads
from nonet.tracing.page import page_data

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


def model_with_dead_ends(random):
    """Six variables of four values, under constraints of each kind that leave much open."""
    names = [f"v{i}" for i in range(6)]

    def part(deep=0):
        some = random.sample(names, 3)
        match random.randrange(7 if deep == 0 else 6):
            case 0:
                return AllDifferent(random.sample(names, random.choice((2, 3, 4))))
            case 1:
                factors = tuple(random.choice((-2, -1, 1, 2)) for _ in some)
                return Linear(tuple(some), factors, random.choice(("==", "<=", ">=", "!=")), 3)
            case 2:
                rows = [row for row in product(range(1, 5), repeat=3) if random.random() < 0.5]
                return Table(tuple(some), frozenset(rows))
            case 3:
                return Count(tuple(random.sample(names, 4)), frozenset({1, 2}), "==", some[0])
            case 4:
                return Element(tuple(some), *random.sample(names, 2), 1)
            case 5:
                arcs = {(s, v): random.randrange(3) for s in range(3) for v in range(1, 5)}
                return Regular(tuple(some), Automaton(0, frozenset({1, 2}), arcs))
            case _:
                return AnyOf(((part(1),), (part(1), part(1))))

    return Model(dict.fromkeys(names, range(1, 5)), [part() for _ in range(random.randint(4, 9))])


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
