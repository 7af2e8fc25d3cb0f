"""Steps of constraints that are no AllDifferent, smallest explanations, certificates."""

import itertools
import random
import time

import pytest

from nonet import Grid, Model, ModelBuilder, Puzzle, solve
from nonet.backends.native.filters.houses import search_solution
from nonet.deadline import DeadlineExceeded
from nonet.model import AllDifferent, Annotation, Linear
from nonet.puzzle import rule_types
from nonet.puzzle.examples import example_puzzle
from nonet.techniques import Position, explain, find, hints
from nonet.techniques.engines import core_search
from nonet.techniques.families import explanation
from nonet.techniques.search_deadline import SearchDeadline
from nonet.techniques.solution_oracle import position_of

CAGE = Annotation("cage", "cage of 15 at a", "the cells of the cage add up to 15 and differ")


def cage_model(total: int = 15) -> Model:
    """Three cells of a cage within a row of nine, one of them known."""
    names = tuple("abc")
    return Model(
        {"a": range(1, 10), "b": [1, 2], "c": range(1, 10)},
        [AllDifferent(names, rule=CAGE), Linear.sum(names, "==", total, rule=CAGE)],
    )


def test_a_sum_removes_exactly_what_no_choice_supports():
    step = find(Position.of(cage_model()), "cage-combinations")[0]
    supported = {
        name: {s[name] for s in solve(cage_model(), limit=None).solutions} for name in "abc"
    }
    removed = {(n, v) for n, d in cage_model().domains.items() for v in d if v not in supported[n]}
    assert set(step.removed) == removed
    assert step.sentence == (
        "Cage of 15 at a can only hold 1+5+9, 1+6+8, 2+4+9, 2+5+8 or 2+6+7: "
        "a and c cannot be 1, 2 or 3."
    )
    assert step.constraints == "cage of 15 at a"


def test_a_sum_that_supports_everything_gives_no_step():
    assert not find(Position.of(Model({"a": [1, 2]}, [Linear.sum(("a",), "<=", 9)])), "constraint")


def killer() -> tuple[Model, dict[str, int]]:
    """A 4x4 without clues but with cages of two that have one solution."""
    grid = Grid.square(4)
    plain = Puzzle(grid)
    solution = dict(solve(plain, limit=40).solutions[-1])
    model, cells = plain.model(), list(grid.cells)
    random.Random(3).shuffle(cells)
    for first in grid.cells:
        row, column = int(first[1]), int(first[3])
        for second in (f"R{row}C{column + 1}", f"R{row + 1}C{column}"):
            if second in solution:
                total = solution[first] + solution[second]
                label = Annotation("cage", f"cage of {total} at {first}", "")
                model = model.add(Linear.sum((first, second), "==", total, rule=label))
    return model, solution


def test_a_variant_is_explained_with_its_constraints_and_solved():
    model, solution = killer()
    assert solve(model, limit=2).exhausted
    path = explain(model)
    assert path.solved and dict(path.end.assignment) == solution
    assert any(step.key == "cage-combinations" for step in path.steps)
    for step in path.steps:
        assert all(solution[cell] != value for cell, value in step.removed)
        assert all(solution[cell] == value for cell, value in step.placed)


@pytest.mark.parametrize("search", ["lanes", "native"])
def test_the_smallest_explanation_is_minimal_and_another_backend_agrees(monkeypatch, search):
    if search == "native":
        monkeypatch.setattr(core_search, "lockstep_is_ready", lambda: False)
    model, solution = killer()
    steps = hints(model, only="smallest-explanation")
    assert len(steps) == 1
    removed = steps[0].removed
    assert len(removed) > 1  # all that the same constraints refute
    named = steps[0].reasons
    subset = [c for c in model.constraints if c.description in named]
    assert len(subset) == len(named)

    def refutes(constraints, cell, value):
        domains = model.structure.domains
        return not solve(Model({**domains, cell: [value]}, constraints), "cpsat").solutions

    for cell, value in removed:
        assert solution[cell] != value and refutes(subset, cell, value)
    for constraint in subset:
        fewer = [other for other in subset if other is not constraint]
        assert not all(refutes(fewer, cell, value) for cell, value in removed)


@pytest.mark.parametrize("judge", ["native", "cpsat"])
def test_an_explanation_is_confirmed_by_a_count_and_by_no_clock(monkeypatch, judge):
    """An explanation was dropped where a busy machine let the second solver have too little time."""
    model, _ = killer()
    names = [f"x{n}" for n in range(8)]
    different = [Linear(pair, (1, -1), "!=", 0) for pair in itertools.combinations(names, 2)]
    impossible = Model(dict.fromkeys(names, range(7)), different)
    position = position_of(model)
    hours = itertools.count(time.monotonic(), 3600)
    monkeypatch.setattr(time, "monotonic", lambda: next(hours))
    limits = {judge: explanation.MAX_CONFIRMATION[judge]}
    monkeypatch.setattr(explanation, "MAX_CONFIRMATION", limits)
    assert explanation._is_refuted(position, impossible)
    monkeypatch.setattr(explanation, "MAX_CONFIRMATION", {judge: 0})
    assert not explanation._is_refuted(position, impossible)


def test_what_one_search_refuted_is_explained_at_later_positions_without_another(monkeypatch):
    model, solution = killer()
    position, requested = position_of(model), frozenset({"smallest-explanation"})
    (first,) = explanation.find(position, requested)
    monkeypatch.delattr(core_search, "_search")
    (second,) = explanation.find(position.after(first), requested)
    assert first.removed != second.removed
    for cell, value in (*first.removed, *second.removed):
        assert solution[cell] != value


def test_an_explanation_for_which_there_is_little_time_is_right_though_not_minimal(monkeypatch):
    def out_of_time(*_):
        raise DeadlineExceeded

    model, solution = killer()
    monkeypatch.setattr(core_search, "_minimise", out_of_time)
    requested = frozenset({"smallest-explanation"})
    (step,) = explanation.find_in_time(position_of(model), requested)
    subset = [c for c in model.constraints if c.description in step.reasons]
    for cell, value in step.removed:
        domains = {**model.structure.domains, cell: [value]}
        assert solution[cell] != value and not solve(Model(domains, subset), "cpsat").solutions


def test_another_deadline_leaves_what_is_known_of_a_path():
    position = position_of(killer()[0])
    position.record_solution(position.open)
    limited = position.limited(SearchDeadline(9))
    assert limited == position and limited.in_a_solution == position.open
    assert limited.deadline.seconds == 9 and position.deadline.seconds is None
    assert not position.with_deadline(SearchDeadline(9)).in_a_solution


@pytest.mark.parametrize("backend", ["lockstep", "native", "cpsat"])
def test_a_search_tells_the_values_of_the_models_own_variables(backend):
    """An explanation looked for a cell of the name of an auxiliary variable."""
    build = ModelBuilder()
    build.circuit(build.array("after", 6, range(6)))
    model = build.model()
    solution, _ = search_solution(model, 10_000, None, backend)
    assert tuple(solution) == model.variables and model.accepts(solution)


def test_a_statement_is_supposed_and_refuted_as_a_statement():
    kind = rule_types()["different-regions"]
    path = explain(example_puzzle(kind, kind.examples[0]))
    texts = [step.sentence for step in path.steps if step.key == "constraint-forcing"]
    assert any("Suppose that R2C1 and R3C1 are not of one region." in text for text in texts)
    assert not any("whether" in text for text in texts)


def sentences_of(rule: str) -> list[str]:
    """The sentences of a path of the rule's first example."""
    kind = rule_types()[rule]
    path = explain(example_puzzle(kind, kind.examples[0]))
    return [text for step in path.steps for text in step.text.plain.split(". ")]


def test_a_step_names_no_more_cells_than_anybody_would_check():
    texts = sentences_of("count-regions")
    assert max(map(len, texts)) < 300
    assert any("nothing else fits with what is known of its other cells" in text for text in texts)
    assert any("regions of R1C1, R1C2" in text for text in texts)  # the noun once, not in each
    assert not any("region of R1C1, region of R1C2" in text for text in texts)


def test_what_defines_a_helper_says_how():
    texts = [*sentences_of("count-regions"), *sentences_of("region-run")]
    assert any("of one region if, and only if, their regions are equal" in text for text in texts)
    assert not any(text.endswith("or not") for text in texts)


def test_a_cage_is_named_by_its_clue_and_not_by_the_sign_in_its_corner():
    texts = [*sentences_of("lunchbox"), *sentences_of("rellik"), *sentences_of("equality-cage")]
    assert any(text.startswith("Lunchbox cage 4 at R5C5") for text in texts)
    assert not any(sign in text for text in texts for sign in ("cage [", "cage ≠", "cage ="))
