"""Searches for constraints that refute a candidate: their limits, order and what is kept."""

from math import inf

import pytest

from nonet import solve
from nonet.deadline import DeadlineExceeded
from nonet.errors import Unsupported
from nonet.model import AllDifferent, Domain, Linear, Model
from nonet.puzzle import Grid, Puzzle
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines import core_search
from nonet.techniques.engines.core_search import (
    MAX_REFUTED,
    Cores,
    ModelSearch,
    constraints_near,
    explained,
    refuted_by_constraints,
    restricted_model,
    weight,
)
from nonet.techniques.search_deadline import SearchDeadline

NAMES = "abcdef"
CHAIN = Model(
    dict.fromkeys(NAMES, range(1, 5)),
    [Linear((a, b), (1, -1), "<=", -1) for a, b in zip("abcd", "bcde", strict=True)]
    + [AllDifferent(("e", "f"))],
)
"""a < b < c < d < e, and f is not e."""


class Solver(ModelSearch):
    """A search that refutes by a rule of the test and writes down what it is asked."""

    searches = ((10, 3), (20, 99))

    def __init__(self, refutes=lambda candidate, numbers: False, cost=1):
        super().__init__()
        self.rule, self.cost, self.asked = refutes, cost, []

    def refutes(self, position, candidate, constraints, most):
        numbers = tuple(constraints)
        self.asked.append((candidate, numbers, most))
        self.effort += self.cost
        return self.rule(candidate, frozenset(numbers))


def position():
    """A grid without a refutation by propagation alone."""
    return Position.of(Puzzle(Grid.square(4)))


def primitives(at):
    return len(at.layout.structure.primitives)


def test_a_search_is_a_proof_if_it_ended_within_its_effort(monkeypatch):
    at = position()
    for spent, solution, proof in ((99, None, True), (100, None, False), (5, {}, False)):
        monkeypatch.setattr(core_search, "search_solution", lambda *_, r=(solution, spent): r)
        solver = ModelSearch()
        assert solver.refutes(at, 0, range(primitives(at)), 100) == proof
        assert solver.effort == spent


def test_a_search_has_no_more_effort_than_allowed_and_the_time_that_is_left(monkeypatch):
    at, calls = position(), []
    monkeypatch.setattr(core_search, "search_solution", lambda *a: calls.append(a) or (None, 0))
    for most in (10, ModelSearch.most_effort, ModelSearch.most_effort + 1):
        ModelSearch().refutes(at, 0, [0], most)
    assert [call[1] for call in calls] == [10, 50_000, 50_000]
    assert [call[2] for call in calls] == [None] * 3
    at.deadline = SearchDeadline(1000)
    ModelSearch().refutes(at, 0, [0], 10)
    assert 0 < calls[-1][2] <= 1000


def test_a_solution_of_all_constraints_is_known_for_the_path_and_of_a_few_is_not():
    at = position()
    solver = ModelSearch()
    assert not solver.refutes(at, 0, [0, 1], 1000)
    assert at.in_a_solution == 0 and solver.solution >> 0 & 1
    assert not solver.refutes(at, 5, range(primitives(at)), 1000)
    assert at.in_a_solution == solver.solution
    assert at.in_a_solution.bit_count() == 16 and at.in_a_solution >> 5 & 1


def test_a_model_of_a_few_constraints_has_their_variables_and_open_values():
    at = Position.of(CHAIN).without(1)
    first = at.layout.structure.primitives[0]
    model = restricted_model(at, [first], {"b": Domain.single(3)})
    assert model.variables == ("a", "b") and model.constraints == (first,)
    assert [[*model.domains[name]] for name in "ab"] == [[2, 3, 4], [3]]
    at.deadline = SearchDeadline(1e-9)
    with pytest.raises(DeadlineExceeded):
        restricted_model(at, [first])


def test_constraints_near_a_cell_come_ring_by_ring():
    layout = Position.of(Model(CHAIN.structure.domains, CHAIN.constraints)).layout
    chain = list(layout.structure.primitives)
    ordered = [c for c in chain if isinstance(c, Linear)]
    assert constraints_near(layout, "a", 0) == []
    assert constraints_near(layout, "a", 1) == ordered[:1]
    assert constraints_near(layout, "a", 3) == ordered[:3]
    assert constraints_near(layout, "c", 1) == ordered[1:3]
    far = constraints_near(layout, "a", 99)
    assert far[:4] == ordered and len(far) == len(chain)
    assert [weight(c) for c in far] == [3, 3, 3, 3, 2]


def test_candidates_are_asked_about_by_cells_of_few_values_and_no_more_than_a_number():
    at = position()
    cells = sorted(range(16), key=lambda c: (at.without(0b100010).values[c].bit_count(), c))
    at = at.without(0b100010)  # R1C2 and R2C2 have three values
    solver = Solver()
    assert not [*explained(at, solver)]
    queried = [candidate for candidate, _, _ in solver.asked]
    order = [v * 16 + c for c in cells for v in bits(at.values[c])]
    assert queried == order[:3] + order and cells[:2] == [1, 5]
    assert [most for _, _, most in solver.asked] == [10] * 3 + [20] * len(order)
    assert all(numbers == tuple(range(primitives(at))) for _, numbers, _ in solver.asked)


def test_a_candidate_of_a_known_solution_is_not_asked_about():
    at = position()
    at.record_solution(0b111)
    solver = Solver()
    assert not [*explained(at, solver)]
    assert not {0, 1, 2} & {candidate for candidate, _, _ in solver.asked}


@pytest.mark.parametrize(("limit", "queried"), [(0, 0), (1, 1), (4, 4)])
def test_no_candidate_is_asked_about_after_the_effort_is_spent(limit, queried):
    solver = Solver()
    solver.effort = 7  # what was spent before does not count
    assert not [*explained(position(), solver, limit=limit)]
    assert len(solver.asked) == queried


def test_a_path_on_which_two_searches_refuted_nothing_searches_no_more():
    at, counts = position(), []
    for _ in range(4):
        solver = Solver()
        assert not [*explained(at, solver)]
        counts.append(len(solver.asked))
    assert counts[0] == counts[1] > 0 == counts[2] == counts[3]
    assert at.path_cached(Cores).in_vain == 4


def test_of_a_search_a_number_of_candidates_is_refuted_and_the_core_is_the_nearest_circle():
    at, every = position(), frozenset(range(12))
    solver = Solver(lambda candidate, numbers: numbers >= {0, 4})  # row 1 and column 1
    solver.searches = ((10, 99),)
    next(explained(at, solver))
    cores = at.path_cached(Cores).by_candidate
    assert len(cores) == MAX_REFUTED == 8
    first = solver.asked[:3]
    assert [candidate for candidate, _, _ in first[:2]] == [0, 0] and {*first[0][1]} == every
    near = [n for n, c in enumerate(at.layout.structure.primitives) if "R1C1" in c.scope]
    assert solver.asked[1][1] == tuple(near) == (0, 4, 8)


def test_the_lightest_cores_are_made_minimal_and_given_with_what_cannot_be_dropped():
    at = position()
    primitive = at.layout.structure.primitives
    solver = Solver(lambda candidate, numbers: numbers >= {0, 4, 5})
    actual = []
    for constraints, candidate in explained(at, solver):
        actual.append(candidate)
        assert {*map(id, constraints)} == {id(primitive[n]) for n in (0, 4, 5)}
        if len(actual) == 2:
            break
    cores = at.path_cached(Cores)
    minimal = {c for c, core in cores.by_candidate.items() if core.minimal_at == at.open}
    assert minimal == set(actual) and len(minimal) == core_search.MAX_MINIMISED == 2
    # a core that is minimal here is not looked at again, and one that was not confirmed is left out
    queried = len(solver.asked)
    assert cores.unconfirmed.keys() == {actual[0]}
    assert actual[0] not in cores.lightest(at, 99) and actual[1] in cores.lightest(at, 99)
    assert actual[0] in cores.lightest(at.without(1 << 60), 99)
    next(explained(at, solver))
    assert all(candidate != actual[1] for candidate, _, _ in solver.asked[queried:])


def test_a_core_is_known_while_its_candidate_is_open():
    at = position()
    solver = Solver(lambda candidate, numbers: numbers >= {0})
    _, candidate = next(explained(at, solver))
    cores = at.path_cached(Cores)
    assert candidate in cores.lightest(at, 99)
    assert candidate not in cores.lightest(at.without(1 << candidate), 99)


def test_cores_are_ordered_by_weight_then_effort_then_candidate():
    at, cores = position(), Cores(position())
    cores.by_candidate = {
        9: core_search._Core([0, 1], 5),
        3: core_search._Core([0, 1], 7),
        2: core_search._Core([0, 1], 7),
        7: core_search._Core([5], 99),
        1: core_search._Core([0, 1, 2], 0),
    }
    assert cores.lightest(at, 99) == [7, 9, 2, 3, 1] and cores.lightest(at, 2) == [7, 9]


def test_minimising_has_ten_times_the_effort_of_the_search_and_a_least_effort():
    for cost, least in ((1, 1_000), (100, 1_000), (300, 3_000), (1_000, 10_000)):
        at = position()
        solver = Solver(lambda candidate, numbers: numbers >= {0, 11}, cost)
        solver.searches = ((10, 1),)
        next(explained(at, solver))
        # the whole and three circles are asked about first, or fewer
        core = at.path_cached(Cores).by_candidate[solver.asked[0][0]]
        efforts = {most for _, _, most in solver.asked} - {10}
        assert efforts == {max(1_000, 10 * core.spent)} and min(efforts) >= least


def test_a_part_of_the_time_ends_the_search_and_the_whole_the_question():
    class Ends(Solver):
        def refutes(self, at, *_):
            raise DeadlineExceeded

    assert not [*explained(position(), Ends())]
    at = position()
    at.deadline = SearchDeadline(1e-9)
    with pytest.raises(DeadlineExceeded):
        next(explained(at, Ends()))


@pytest.mark.parametrize(("seconds", "part"), [(inf, inf), (3.0, 1.5)])
def test_half_of_the_time_is_for_the_search_and_half_for_each_shortening(
    monkeypatch, seconds, part
):
    parts = []
    real = core_search.PatienceDeadline

    def made(outer, seconds_of_part):
        parts.append(seconds_of_part)
        return real(outer, 1000)

    monkeypatch.setattr(core_search, "PatienceDeadline", made)
    assert not [*explained(position(), Solver(), seconds=seconds)]
    assert parts == [part] * 4  # the search, and a shortening for each of its three turns


def test_refutations_by_propagation_come_first_and_cost_nothing():
    at = Position.of(CHAIN)
    solver = Solver()
    constraints, candidate = next(explained(at, solver))
    # none was searched for, and only whether fewer constraints do was asked
    assert {most for _, _, most in solver.asked} == {ModelSearch.least_effort}
    assert at.path_cached(Cores).by_candidate[candidate].spent == 0
    supposed = {at.layout.cell_and_value(candidate)[0]: [at.layout.cell_and_value(candidate)[1]]}
    assert not solve(Model({**CHAIN.structure.domains, **supposed}, constraints)).solutions
    assert len(at.path_cached(Cores).by_candidate) <= MAX_REFUTED


def test_others_that_the_same_constraints_refute_are_asked_within_an_effort():
    at = position()
    some = 0b11111
    solver = Solver(lambda candidate, numbers: candidate in (0, 3))
    subset = [at.layout.structure.primitives[n] for n in (0, 5)]
    assert refuted_by_constraints(at, solver, some, subset) == 0b1001
    assert {numbers for _, numbers, _ in solver.asked} == {(0, 5)}
    assert {most for _, _, most in solver.asked} == {ModelSearch.effort_for_others}
    costly = Solver(lambda candidate, numbers: True, cost=ModelSearch.total_for_others // 2)
    assert refuted_by_constraints(at, costly, some, subset) == 0b11
    assert refuted_by_constraints(at, ModelSearch(), some, subset) == 0


def test_a_value_of_a_solution_is_not_asked_about():
    at = position()

    class Shows(Solver):
        def refutes(self, at, candidate, constraints, most):
            self.solution = 0b110
            return super().refutes(at, candidate, constraints, most)

    solver = Shows()
    assert refuted_by_constraints(at, solver, 0b1111, [at.layout.structure.primitives[0]]) == 0
    assert [candidate for candidate, _, _ in solver.asked] == [0, 3]


@pytest.mark.parametrize(("is_ready", "backend"), [(True, "lockstep"), (False, "native")])
def test_models_are_searched_by_the_compiled_engine_where_it_is_there(
    monkeypatch, is_ready, backend
):
    monkeypatch.setattr(core_search, "lockstep_is_ready", lambda: is_ready)
    calls = []
    monkeypatch.setattr(core_search, "search_solution", lambda *a: calls.append(a[3:]) or (None, 0))
    solver = ModelSearch()
    assert solver.backend == backend
    solver.refutes(position(), 0, [0], 10)
    assert calls == [(backend,)]


def test_what_the_engine_does_not_take_is_searched_by_native(monkeypatch):
    def search(model, most, seconds, *backend):
        if backend:
            raise Unsupported("too wide")
        return None, 3

    monkeypatch.setattr(core_search, "search_solution", search)
    solver = ModelSearch()
    assert solver.refutes(position(), 0, [0], 10) and solver.effort == 3


@pytest.mark.parametrize("while_minimising", [False, True])
def test_where_the_whole_is_over_within_a_part_nothing_is_given(while_minimising):
    class Ends(SearchDeadline):
        __slots__ = ("is_over",)

        def check(self):
            if self.is_over:
                raise DeadlineExceeded

    class Search(Solver):
        def refutes(self, at, candidate, constraints, most):
            is_minimising = most == self.least_effort
            if is_minimising == while_minimising:
                deadline.is_over = True
                raise DeadlineExceeded
            return super().refutes(at, candidate, constraints, most)

    deadline, at = Ends(), position()
    deadline.is_over, at.deadline = False, deadline
    with pytest.raises(DeadlineExceeded):
        next(explained(at, Search(lambda candidate, numbers: 0 in numbers)))
