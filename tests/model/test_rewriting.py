"""Every form of a model has the solutions of the declaration, and the strength theory says."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import nonet
from nonet.backends.native.filters import Levels
from nonet.backends.native.teaching_engine import TeachingEngine
from nonet.errors import ModelError, Unsupported
from nonet.formats import parse
from nonet.model import AllDifferent, Model
from nonet.model.rewriting import FORMS, rewrite
from nonet.solving import iter_solutions
from nonet.testing.brute import brute_force
from nonet.testing.strategies import models

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


@pytest.mark.parametrize("form", FORMS)
@given(model=st.one_of(models("AllDifferent"), models("Linear"), models()))
def test_a_form_has_the_solutions_of_the_declaration_and_each_once(form, model):
    try:
        rewriting = rewrite(model, form)
    except Unsupported:
        assume(False)
    solutions = [
        tuple(rewriting.decode_solution(s).values()) for s in iter_solutions(rewriting.model)
    ]
    assert len(solutions) == len(set(solutions))
    assert set(solutions) == brute_force(model)


@pytest.mark.parametrize("form", FORMS)
def test_a_form_keeps_the_objective(form):
    model = Model(
        {"x": [-1, 2, 5], "y": [1, 2, 5], "z": [0]},
        [AllDifferent(("x", "y"))],
        nonet.model.Objective("maximize", ("x", "y", "z"), (2, 3, 1), 4),
    )
    rewriting = rewrite(model, form)
    outcome = nonet.solve(rewriting.model)
    assert outcome.status is nonet.Status.OPTIMAL and outcome.optimum.value == 23
    assert model.objective.value(rewriting.decode_solution(outcome.solution)) == 23
    nothing = rewrite(model.with_objective(nonet.model.Objective("minimize", ("z",), (1,))), form)
    assert nonet.solve(nothing.model).solutions


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("backend", ["native", "cpsat"])
def test_every_form_solves_a_real_puzzle_by_several_backends(form, backend):
    puzzle = parse(HARD)
    rewriting = rewrite(puzzle.model(), form)
    (solution,) = iter_solutions(rewriting.model, backend, limit=1)
    assert puzzle.model().accepts(rewriting.decode_solution(solution))


def remaining_at_root(form, level):
    puzzle = parse(HARD)
    rewriting = rewrite(puzzle.model(), form)
    engine = TeachingEngine(rewriting.model.structure, Levels(level=level))
    engine.reset(rewriting.model.narrowed)
    assert engine.propagate()
    return rewriting.remaining_values(engine.domains())


def test_strength_at_the_root_is_what_theory_says():
    pairwise = remaining_at_root("pairwise", "gac")
    assert pairwise == remaining_at_root("alldifferent", "arc-consistency")
    # "each value has a place" adds hidden singles, and 0/1 forms see just these two rules
    singles = remaining_at_root("redundant", "arc-consistency")
    zero_one = {
        form: remaining_at_root(form, "gac") for form in ("exact-cover", "linear", "clauses")
    }
    assert set(zero_one.values()) == {singles}
    assert pairwise > singles > remaining_at_root("alldifferent", "gac")


def test_sizes_of_the_well_known_forms_of_a_9x9():
    model = parse(HARD).model()
    size = {form: rewrite(model, form).size for form in FORMS}
    assert size["alldifferent"]["constraints"] == 27
    assert size["pairwise"]["constraints"] == 810  # 81 cells with 20 peers each, halved
    assert (size["exact-cover"]["variables"], size["exact-cover"]["constraints"]) == (729, 324)
    # Lynce and Ouaknine's extended encoding has 11,988 clauses
    assert size["clauses"]["constraints"] == 11_988


def test_a_structure_is_rewritten_once_for_all_its_puzzles():
    first, second = (rewrite(parse(line).model(), "clauses") for line in (HARD, "1" + "." * 80))
    assert first.model.structure is second.model.structure


def test_what_a_form_cannot_say_is_named():
    killer = nonet.parse("." * 16).with_rules(nonet.make_rule("x"))
    assert rewrite(killer.model(), "exact-cover")  # diagonals are AllDifferent
    element = Model({"x": [0, 1], "y": [0, 1]}, [nonet.model.Element(("x", "y"), "x", "y")])
    with pytest.raises(Unsupported, match="exact cover says nothing but"):
        rewrite(element, "exact-cover")
    with pytest.raises(Unsupported, match="Element"):
        rewrite(element, "linear")
    with pytest.raises(ModelError, match="there is no form"):
        rewrite(Model({"x": [1]}, [AllDifferent(("x",))]), "sat")
