"""Sessions of the SAT backend: each question has the answer of a solver that is new.

Constraints come and go, variables and objectives too; brute force is the judge.
"""

from itertools import count
from random import Random

import pytest

import nonet
from nonet.backends import Request
from nonet.backends.sat import Sat, incremental_model
from nonet.encoding.clauses import encoders
from nonet.encoding.clauses.cnf import Cnf, TooLarge
from nonet.errors import BackendOptionError, Unsupported
from nonet.model import AllDifferent, AnyOf, Count, Linear, Model, Objective, Structure, Table
from nonet.testing.brute import brute_force

NAMES = ("a", "b", "c")
BASE = Model(dict.fromkeys(NAMES, range(4)), [AllDifferent(("a", "b"))])
PARTS = [
    Linear(("a", "b", "c"), (1, 1, -1), "==", 2),
    Linear(("a", "c"), (1, 1), "<=", 4),
    Linear(("b",), (1,), "!=", 2),
    Table(("b", "c"), [(0, 1), (1, 3), (3, 0), (2, 2)]),
    Count(("a", "b", "c"), {1, 2}, "==", 1),
    AnyOf(((Linear(("a",), (1,), "==", 3),), (AllDifferent(("b", "c")),))),
]


def question(*parts, base=BASE, narrowed=None, objective=None):
    """A model whose base holds for good, and ``parts`` for this question."""
    fixed = Structure(base.structure.domains, base.constraints, objective)
    return Model.from_structure(Structure.extended(fixed, parts), {}).narrow(narrowed or {})


def rows(session, model, request=None):
    return {tuple(s[n] for n in model.variables) for s in session.run(model, request or Request())}


def test_questions_in_any_order_have_the_solutions_of_brute_force():
    session = Sat().session()
    for number in range(40):
        random = Random(number)
        chosen = random.sample(PARTS, random.randint(0, 3))
        narrowed = {n: random.sample(range(4), 2) for n in NAMES if random.random() < 0.3}
        model = question(*chosen, narrowed=narrowed)
        assert rows(session, model) == brute_force(model), (number, model.constraints)


@pytest.mark.parametrize("sense", ["minimize", "maximize"])
def test_an_objective_is_asked_of_the_same_solver_as_before(sense):
    session = Sat().session()
    for parts in ([], PARTS[:1], PARTS[1:3], []):
        for aim in (("a", "b", "c"), ("c",), None):
            objective = aim and Objective(sense, aim, (3, -1, 2)[: len(aim)])
            model = question(*parts, objective=objective)
            expected = brute_force(model)
            found_rows = rows(session, model)
            if objective is None:
                assert found_rows == expected
                continue
            best = (min if sense == "minimize" else max)(
                objective.value(dict(zip(NAMES, row, strict=True))) for row in expected
            )
            values = [objective.value(dict(zip(NAMES, row, strict=True))) for row in found_rows]
            assert (min(values) if sense == "minimize" else max(values)) == best


def test_one_solver_serves_questions_that_share_what_holds_for_good(monkeypatch):
    created = []

    class Counted(incremental_model.SatSolver):
        def __init__(self, *given):
            created.append(given)
            super().__init__(*given)

    monkeypatch.setattr(incremental_model, "SatSolver", Counted)
    session = Sat().session()
    for parts in (PARTS[:1], PARTS[1:2], PARTS[:3], []):
        rows(session, question(*parts))
    assert len(created) == 1
    longer = BASE.add(Linear(("c",), (1,), "!=", 0))
    assert rows(session, question(PARTS[1], base=longer)) == brute_force(longer.add(PARTS[1]))
    assert len(created) == 1  # a base that only grows
    other = Model(dict.fromkeys(NAMES, range(4)), [AllDifferent(("b", "c"))])
    assert rows(session, question(PARTS[1], base=other)) == brute_force(other.add(PARTS[1]))
    assert rows(session, question()) == brute_force(BASE)
    assert len(created) == 3


def test_further_variables_join_a_session():
    session = Sat().session()
    rows(session, question(PARTS[0]))
    wider = Model({**BASE.structure.domains, "d": [1, 5], "e": [0, 2]}, BASE.constraints)
    more = Linear(("c", "d", "e"), (1, 1, -1), "==", 4)
    model = question(more, base=wider)
    assert rows(session, model) == brute_force(model)
    model = question(more, PARTS[0], base=wider, narrowed={"d": [5]})
    assert rows(session, model) == brute_force(model)


def test_a_clash_is_the_constraints_that_cannot_all_hold_or_else_the_clues():
    session = Sat().session()
    low, high = Linear(("a",), (1,), "<=", 1), Linear(("a", "c"), (1, 1), ">=", 6)
    request = Request()
    assert rows(session, question(PARTS[3], low, high), request) == set()
    assert set(request.clash) == {low, high}
    request = Request()
    assert rows(session, question(narrowed={"a": [1], "b": [1]}), request) == set()
    assert (request.clash, set(request.core)) == ((), {"a", "b"})
    request = Request()
    assert rows(session, question(PARTS[3]), request) and request.clash is None


def test_a_base_that_cannot_hold_and_a_domain_that_is_empty_have_no_solution():
    impossible = BASE.add(Linear(("a",), (1,), ">=", 9))
    for _ in range(2):
        session, request = Sat().session(), Request()
        assert rows(session, question(base=impossible), request) == set()
        assert request.clash == ()
        assert rows(session, question()) == brute_force(BASE)
    smaller = BASE.add(Linear(("c",), (1,), "<=", 1))
    session, request = Sat().session(), Request()
    assert rows(session, question(base=smaller, narrowed={"c": [2, 3]}), request) == set()
    assert request.clash == ()
    assert rows(session, question(base=smaller, narrowed={"c": [1, 2]})) == {
        row for row in brute_force(smaller) if row[2] == 1
    }


def test_a_solver_that_is_full_is_made_anew_without_what_was_taken_back(monkeypatch):
    session = Sat().session()
    rows(session, question(*PARTS))
    lives = count()
    begin = incremental_model.SessionModel._begin

    def counted(self, *given):
        next(lives)
        begin(self, *given)

    monkeypatch.setattr(incremental_model.SessionModel, "_begin", counted)
    written = Cnf.check_limits

    def full(cnf):
        if cnf.top > 4 * len(NAMES) and not next(refusals):
            raise TooLarge
        written(cnf)

    refusals = count()
    further = Linear(("a", "b", "c"), (2, 3, 1), "<=", 9)
    monkeypatch.setattr(Cnf, "check_limits", full)
    assert rows(session, question(further)) == brute_force(BASE.add(further))
    assert next(lives) == 1
    monkeypatch.setattr(Cnf, "check_limits", lambda cnf: (_ for _ in ()).throw(TooLarge))
    with pytest.raises(Unsupported, match="backend sat cannot write"):
        rows(session, question(Linear(("a", "b", "c"), (5, 3, 1), "<=", 9)))
    monkeypatch.setattr(Cnf, "check_limits", written)
    assert rows(session, question(*PARTS[:2])) == brute_force(BASE.add(*PARTS[:2]))


def test_what_was_half_written_is_not_asked_again(monkeypatch):
    session = Sat().session()
    rows(session, question(PARTS[0]))

    def interrupted(cnf, constraint):
        encoders.encode_constraint(cnf, constraint)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(incremental_model, "encode_constraint", interrupted)
        with pytest.raises(KeyboardInterrupt):
            rows(session, question(PARTS[1]))
    for parts in (PARTS[1:2], PARTS[:1], []):
        assert rows(session, question(*parts)) == brute_force(BASE.add(*parts))


def test_a_session_out_of_time_says_so_and_goes_on():
    session = Sat().session()
    late = Request(deadline=float("-inf"))
    run = session.run(question(PARTS[0]), late)
    with pytest.raises(StopIteration) as stop:
        next(run)
    assert stop.value.value == "time"
    assert rows(session, question(PARTS[0])) == brute_force(BASE.add(PARTS[0]))


def test_a_hint_is_tried_first_in_a_session_and_alone():
    hint = {"a": 2, "b": 0, "c": 3}
    for run in (Sat().session().run, Sat().run):
        model = question() if run != Sat().run else BASE
        assert next(run(model, Request(1, hint=hint))) == hint


@pytest.mark.parametrize(("most", "solvers"), [(3, 1), (2, 2)])
def test_a_solver_is_made_anew_beyond_so_many_solutions(monkeypatch, most, solvers):
    """Of four, one is asked for in each question; the limit is looked at after each."""
    monkeypatch.setattr(incremental_model, "MAX_BLOCKED_SOLUTIONS", most)
    monkeypatch.setattr("nonet.backends.sat._POOL", nonet.backends.Pool())
    created = []
    encode = incremental_model.IncrementalModel._encode
    monkeypatch.setattr(
        incremental_model.IncrementalModel,
        "_encode",
        lambda self, request: created.append(1) or encode(self, request),
    )
    model = Model({"x": range(9)})
    for _ in range(4):
        run = Sat().run(model, Request())
        next(run), next(run)  # the second excludes the first
        run.close()
    assert len(created) == solvers
    assert {s["x"] for s in Sat().run(model, Request())} == set(range(9))


@pytest.mark.parametrize(
    ("solver", "parameters", "message"),
    [
        ("minisat22", {"seed": 1}, "hands no parameters on to minisat22: use cadical195"),
        ("glucose4", {"seed": 1}, "hands no parameters on to glucose4: use cadical195"),
        ("auto", {"sede": 1}, "has no parameter 'sede' of its search; did you mean seed"),
        ("auto", {"": 1}, "has no parameter ''"),
        ("cadical195", {"seed": 1.5}, "seed is an integer up to 2,000,000,000, not 1.5"),
        ("cadical195", {"seed": 2_000_000_001}, "not 2000000001"),
        ("cadical195", {"seed": -2_000_000_001}, "not -2000000001"),
    ],
)
def test_a_parameter_that_cadical_does_not_take_is_refused(solver, parameters, message):
    with pytest.raises(BackendOptionError, match=message):
        Sat(solver).check_parameters(parameters)


def test_parameters_up_to_the_limit_are_handed_to_cadical_alone():
    parameters = {"seed": 2_000_000_000, "walk": False}
    for solver in ("auto", "cadical195"):
        Sat(solver).check_parameters(parameters)
        backend = Sat(solver, parameters=tuple(parameters.items()))
        assert {tuple(s.values()) for s in backend.run(BASE, Request())} == brute_force(BASE)
