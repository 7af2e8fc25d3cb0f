"""Parameters of solvers by their own names, and their logs."""

from __future__ import annotations

import importlib.util
import shutil

import pytest

import nonet
from nonet.backends.registry import configured_backend
from nonet.errors import BackendOptionError


def queens(n: int = 6) -> nonet.ModelBuilder:
    build = nonet.ModelBuilder()
    column = build.array("column", n, range(n))
    build.all_different(column)
    build.all_different([column[i] + i for i in range(n)])
    build.all_different([column[i] - i for i in range(n)])
    return build


def needs(backend: str) -> pytest.MarkDecorator:
    modules = {"cpmpy": "cpmpy", "cpmpy:z3": "z3", "sat": "pysolvers", "cpsat": "ortools"}
    missing = (
        shutil.which("minizinc") is None
        if backend == "minizinc"
        else backend in modules and importlib.util.find_spec(modules[backend]) is None
    )
    return pytest.mark.skipif(missing, reason=f"{backend} is not installed")


TAKEN = {
    None: {"num_workers": 4, "random_seed": 7, "log_search_progress": False},
    "cpsat": {"search_branching": "FIXED_SEARCH", "model": "integer"},
    "sat": {"seed": 7, "walk": 0},
    "cpmpy": {"random_seed": 7},
    "cpmpy:z3": {"random_seed": 7},
    "minizinc": {"random_seed": 7, "decay": 0.9},
    "native": {"order": "lexicographic", "seed": 3},
    "clingo": {"seed": 7},
}


@pytest.mark.parametrize(
    "backend", [pytest.param(name, marks=needs(str(name))) for name in TAKEN], ids=str
)
def test_parameters_by_the_solvers_own_names_leave_the_answers_as_they_are(backend):
    options = TAKEN[backend]
    assert nonet.count_solutions(queens(), backend, options=options).number == 4
    assert nonet.verify(queens(), backend, options=options).uniqueness.value == "multiple"
    assert nonet.solve(queens(3), backend, options=options).status is nonet.Status.UNSAT


@pytest.mark.parametrize(
    ("backend", "options", "message"),
    [
        (None, {"num_worker": 4}, "num_workers"),
        (None, {"num_workers": "four"}, "of type int, not 'four'"),
        (None, {"num_workers": True}, "of type int, not True"),
        (None, {"cp_model_presolve": 1}, "of type bool, not 1"),
        (None, {"search_branching": "FIXED"}, "one of AUTOMATIC_SEARCH, FIXED_SEARCH"),
        (None, {"subsolvers": "no_lp"}, "a list, not 'no_lp'"),
        (None, {"max_time_in_seconds": 3}, "write time_limit=10"),
        (None, {"stop_after_first_solution": True}, "write limit=1"),
        (None, {"fix_variables_to_their_hinted_value": True}, "not a parameter to set"),
        (None, [("random_seed", 7)], "options are values by name"),
        ("auto", {"random_sed": 7}, "did you mean random_seed"),
        ("sat", {"sed": 7}, "did you mean seed?"),
        ("sat", {"seed": "7"}, "seed is an integer"),
        ("sat:solver=minisat22", {"seed": 7}, "no parameters on to minisat22"),
        ("native", {"oder": "lexicographic"}, "did you mean order?"),
        ("native", {"order": "lexical"}, "did you mean lexicographic?"),
        ("cover", {"seed": 7}, "its options are none"),
        ("python-constraint", {"seed": 7}, "its options are solver="),
        ("lockstep", {"num_workers": 2}, "its options are none"),
        pytest.param("cpmpy", {"random_sed": 7}, "did you mean random_seed", marks=needs("cpmpy")),
        pytest.param(
            "cpmpy", {"relative_gap_limit": 0.5}, "use backend cpsat", marks=needs("cpmpy")
        ),
        pytest.param(
            "cpmpy:z3", {"random_sed": 7}, "did you mean random_seed", marks=needs("cpmpy:z3")
        ),
        pytest.param(
            "minizinc", {"random_sed": 7}, "did you mean random_seed", marks=needs("minizinc")
        ),
        pytest.param("minizinc", {"restart": "lubby"}, "one of none", marks=needs("minizinc")),
        pytest.param("minizinc", {"fail": 1.5}, "of type int", marks=needs("minizinc")),
    ],
)
def test_other_names_and_values_are_refused_in_a_line(backend, options, message):
    with pytest.raises(BackendOptionError) as refused:
        nonet.solve(queens(), backend, options=options)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "backend", [pytest.param(name, marks=needs(name)) for name in ("cpsat", "cpmpy", "minizinc")]
)
@pytest.mark.parametrize("time_limit", [None, 60])
def test_a_log_has_the_solvers_lines(backend, time_limit):
    lines: list[str] = []
    assert nonet.solve(queens(), backend, log=lines.append, time_limit=time_limit).solution
    assert all("\n" not in line for line in lines)
    word = "mzn-stat" if backend == "minizinc" else "CP-SAT"
    assert any(word in line for line in lines)


def test_without_a_backend_a_log_is_cpsats():
    lines: list[str] = []
    outcome = nonet.solve(".......21.3..4..", log=lines.append)
    assert outcome.backend == "cpsat"
    assert outcome.solution.line == "2143431212343421"
    assert any("CP-SAT" in line for line in lines)


def test_a_search_log_that_is_asked_for_without_a_function_is_printed(capfd):
    nonet.solve(queens(), options={"log_search_progress": True})
    assert "CP-SAT" in capfd.readouterr().out


def test_the_settings_of_one_question_are_not_those_of_the_next():
    lines: list[str] = []
    nonet.solve(queens(), "cpsat", log=lines.append)
    count = len(lines)
    nonet.solve(queens(), "cpsat")
    assert count
    assert len(lines) == count


@pytest.mark.parametrize("backend", ["native", "sat", "lockstep"])
def test_a_backend_without_a_log_says_so(backend):
    with pytest.raises(BackendOptionError, match="has no log"):
        nonet.solve(queens(), backend, log=print)


def test_an_error_of_the_log_function_is_the_callers():
    def fails(line: str) -> None:
        raise ZeroDivisionError(line)

    with pytest.raises(ZeroDivisionError):
        nonet.solve(queens(), log=fails)


def knapsack() -> nonet.ModelBuilder:
    build = nonet.ModelBuilder()
    taken = build.array("taken", 12, range(4))
    weights = [5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43]
    build.add(sum(w * x for w, x in zip(weights, taken, strict=True)) <= 200)
    build.all_different(taken[:4])
    build.maximize(sum((w % 10 + 3) * x for w, x in zip(weights, taken, strict=True)))
    return build


@pytest.mark.parametrize(
    "options",
    [
        {"relative_gap_limit": 0.9, "num_workers": 1},
        {"max_number_of_conflicts": 0, "num_workers": 1, "cp_model_presolve": False},
        {"max_deterministic_time": 0.0, "num_workers": 1},
    ],
)
def test_a_run_that_a_parameter_ends_early_proves_nothing_false(options):
    best = nonet.solve(knapsack()).optimum.value
    outcome = nonet.solve(knapsack(), options=options)
    if outcome.status is nonet.Status.OPTIMAL:
        assert outcome.optimum.value == best
    else:
        assert not outcome.exhausted
        assert outcome.stopped_by == "effort"


def test_improving_and_callbacks_take_options_too():
    seen: list[object] = []
    outcome = nonet.solve(knapsack(), options={"random_seed": 7}, improved=seen.append)
    steps = list(nonet.improving(knapsack(), options={"random_seed": 7}))
    assert outcome.status is nonet.Status.OPTIMAL
    assert seen
    assert steps[-1].value == outcome.optimum.value


def test_the_same_parameters_are_the_same_backend():
    first = configured_backend("cpsat", {"random_seed": 7, "subsolvers": ["no_lp"]})
    assert first == configured_backend("cpsat", {"random_seed": 7, "subsolvers": ["no_lp"]})
    assert hash(first)
    assert configured_backend(first, None) is first


def test_lists_and_choices_reach_the_solver():
    with pytest.raises(BackendOptionError, match="CP-SAT rejects its parameters: Enumerating"):
        nonet.count_solutions(queens(), "cpsat:model=integer", options={"subsolvers": ["no_lp"]})
    lines: list[str] = []
    nonet.solve(queens(), options={"search_branching": "FIXED_SEARCH"}, log=lines.append)
    assert any("search_branching: FIXED_SEARCH" in line for line in lines)


@pytest.mark.parametrize(
    "backend", [pytest.param(name, marks=needs(name)) for name in ("cpsat", "minizinc")]
)
def test_every_question_hands_on_options_and_the_log(backend):
    questions = [
        lambda **named: nonet.count_solutions(queens(), backend, **named).number == 4,
        lambda **named: len(list(nonet.iter_solutions(queens(), backend, **named))) == 4,
        lambda **named: nonet.verify(queens(), backend, **named).uniqueness.value == "multiple",
        lambda **named: nonet.solve(knapsack(), backend, **named).status is nonet.Status.OPTIMAL,
        lambda **named: [*nonet.improving(knapsack(), backend, **named)] != [],
        lambda **named: nonet.Solver(queens(), backend, **named).solve().solutions,
    ]
    for ask in questions:
        lines: list[str] = []
        assert ask(options={"random_seed": 7}, log=lines.append)
        assert lines
        with pytest.raises(BackendOptionError, match="did you mean random_seed"):
            ask(options={"random_sed": 7})
