"""The lessons: what they state is true, their figures run, their exercises tell right from wrong."""

import re
from collections import Counter
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import pytest

import nonet
from nonet.backends.events import Branched, Filtered, Learned
from nonet.backends.lowering import lower
from nonet.backends.native import Native
from nonet.backends.native.engine import Engine
from nonet.backends.native.filters import Levels, filter_factory
from nonet.backends.native.learning import LearningEngine
from nonet.backends.native.teaching_engine import TeachingEngine
from nonet.encoding.exact_cover import exact_cover
from nonet.learn import find_exercise, lesson_models
from nonet.learn.check_process import grade_in_process
from nonet.learn.figures import (
    EXPERIMENTS,
    Decomposition,
    constraint_graph,
    decompose,
    min_conflicts,
    pairwise_queens,
)
from nonet.learn.lesson_models import MODELS, lesson_model, lesson_problem
from nonet.learn.lessons import (
    find_lesson,
    lessons,
)
from nonet.setting.proofs import check, prove
from tests.cases import as_one_test

pytestmark = pytest.mark.usefixtures("small_seal")


@cache
def experiment(name):
    """Each experiment is run once: all claims speak of the same table."""
    return EXPERIMENTS[name]()


def conflicts(name):
    run = nonet.trace(
        lesson_problem(name), "native:learning=1uip,order=lexicographic,alldifferent=naked"
    )
    return [event for event in run.events if isinstance(event, Learned)]


def first_conflict(name):
    return conflicts(name)[0]


def explanation(name, variable):
    """The conditions by which the matching of an all-different explains its last removal."""
    model = lesson_model(name)
    engine = LearningEngine(model.structure, filter_factory(Levels(alldifferent="gac")))
    engine.reset(dict(model.narrowed))
    assert engine.propagate()
    conditions = engine.reason_conditions(engine.changes[engine.number[variable]][-1])
    return {engine.names[x]: list(engine.domain(x, mask)) for x, mask in conditions}


def proof_verdicts(name):
    """Whether the checker accepts the proof of a model, and the proof without each of its steps."""
    with TemporaryDirectory() as folder:
        prove(lesson_model(name)).write(folder)
        file = Path(folder) / "proof.lrat"
        steps = file.read_text().splitlines(keepends=True)
        verdicts = []
        for place in (None, *range(len(steps))):
            file.write_text("".join(step for i, step in enumerate(steps) if i != place))
            verdicts.append(check(folder).claim == "none")
    return verdicts


def domains_at(name, level, backwards=False, fixed=()):
    """What a level leaves of a model's domains; ``None`` where a constraint cannot hold."""
    model = lesson_model(name).narrow(dict(fixed))
    if backwards:
        model = nonet.Model(model.domains, model.constraints[::-1])
    lowered = lower(model, Native(level=level))
    engine = TeachingEngine(lowered.structure, Levels(level=level))
    engine.reset(dict(lowered.narrowed))
    if not engine.propagate():
        return None
    return {each: list(engine.domains()[each]) for each in model.domains}


def cover_shape(puzzle):
    """The rows and the columns of a puzzle's matrix, and how many columns each row covers."""
    cover = exact_cover(nonet.parse(puzzle).model())
    return len(cover.options), len(cover.items), {len(option.items) for option in cover.options}


def single_columns(name):
    """The columns of a model's matrix that have one row."""
    cover = exact_cover(lesson_model(name))
    rows = Counter(item for option in cover.options for item in option.items)
    return [cover.items[item].text for item, number in rows.items() if number == 1]


def projections(name, size):
    """For each so many variables of a model's table, the combinations in its rows."""
    (table,) = lesson_model(name).constraints
    places = list(combinations(range(len(table.scope)), size))
    return [{tuple(row[i] for i in some) for row in table.tuples} for some in places]


def is_k_consistent(model, k):
    """Whether each consistent assignment of k - 1 variables goes on to any further variable."""

    def consistent(assignment):
        return all(
            each.holds(assignment)
            for each in model.constraints
            if set(each.scope) <= assignment.keys()
        )

    for *names, last in permutations(model.domains, k):
        for values in product(*(model.domains[name] for name in names)):
            start = dict(zip(names, values, strict=True))
            if consistent(start) and not any(
                consistent(start | {last: value}) for value in model.domains[last]
            ):
                return False
    return True


def cut_nodes(graph):
    """The nodes of a graph without which their component falls apart."""

    def reached(start, without):
        seen, waiting = {start}, [start]
        while waiting:
            new = graph[waiting.pop()] - seen - {without}
            seen |= new
            waiting += new
        return seen

    return {
        node
        for node, others in graph.items()
        if any(not others <= reached(other, node) for other in others)
    }


def values_in_solutions(name):
    """The values that each variable has in some solution."""
    solutions = nonet.solve(lesson_model(name), limit=None).solutions
    return {each: {solution[each] for solution in solutions} for each in lesson_model(name).domains}


def filtered_by(name):
    """What the native backend's own filters leave of a model's domains."""
    model = lesson_model(name)
    engine = Engine(lower(model, Native()).structure, filter_factory())
    assert engine.propagate()
    return {each: list(engine.domain(engine.number[each])) for each in model.domains}


def task_names(name):
    """The names that the solution of a lesson's task defines."""
    names = {}
    exec(find_exercise(f"lesson-{name}").solution, names)
    return names


NAMES = {
    **vars(lesson_models), "nonet": nonet, "experiment": experiment, "domains_at": domains_at,
    "explanation": explanation, "first_conflict": first_conflict, "conflicts": conflicts,
    "proof_verdicts": proof_verdicts, "constraint_graph": constraint_graph, "decompose": decompose,
    "min_conflicts": min_conflicts, "pairwise_queens": pairwise_queens, "cut_nodes": cut_nodes,
    "cover_shape": cover_shape, "single_columns": single_columns,
    "projections": projections, "values_in_solutions": values_in_solutions,
    "lesson_problem": lesson_problem, "filtered_by": filtered_by, "task_names": task_names,
    "is_k_consistent": is_k_consistent, "lessons": lessons,
}  # fmt: skip
CLAIMS = [(lesson.name, claim) for lesson in lessons() for claim in lesson.claims]
each_lesson = pytest.mark.parametrize("lesson", lessons(), ids=lambda each: each.name)


@pytest.mark.slow(0.05)
@pytest.mark.parametrize(("lesson", "claim"), CLAIMS)
def test_what_a_lesson_states_is_true(lesson, claim):
    assert eval(claim, dict(NAMES)), claim


@pytest.mark.parametrize(
    "lesson",
    [each for each in lessons() if each.figure.get("choices", ())[1:]],
    ids=lambda each: each.name,
)
def test_the_choices_of_a_figure_are_different_runs(lesson):
    """Runs differ in the removals before the first guess, in that guess or in all guesses."""
    runs = set()
    for choice in lesson.figure["choices"]:
        model = lesson_model(choice.get("model", lesson.figure.get("model", "")))
        limit = lesson.figure.get("limit", 1) or None
        run = nonet.trace(model, f"native:{choice['options']}", limit=limit)
        guesses = [event for event in run.events if isinstance(event, Branched)]
        removed = Counter()
        for event in run.events:
            if isinstance(event, Branched):
                break
            if isinstance(event, Filtered):
                removed.update((event.variable, value) for value in event.removed)
        problem = tuple(model.domains), model.constraints, str(model.narrowed)
        runs.add((problem, frozenset(removed), len(guesses), str(guesses[:1])))
    assert len(runs) == len(lesson.figure["choices"])


@pytest.mark.slow(0.05)
@pytest.mark.parametrize(
    "lesson", [each for each in lessons() if each.task], ids=lambda each: each.name
)
def test_a_task_fails_as_shipped_passes_with_its_solution_and_names_what_is_wrong(lesson):
    task = find_exercise(lesson.exercise_names[0])
    shipped = grade_in_process(task, task.hole)
    assert not shipped.passed
    assert shipped.results[-1].state == "open", shipped.results
    solved = grade_in_process(task, task.solution)
    assert solved.passed, solved.results[-1]
    for answer in (None, -1, "nothing"):
        given = re.sub(r"\.\.\.(?!\w)", repr(answer), task.hole)
        result = grade_in_process(task, given)
        assert not result.passed
        assert result.results[-1].message


def test_every_model_is_used_or_named_by_a_claim():
    used = {lesson.figure.get("model") for lesson in lessons()}
    used |= {choice.get("model") for each in lessons() for choice in each.figure.get("choices", ())}
    text = " ".join(claim for _, claim in CLAIMS)
    own = [name for lesson in lessons() for name in lesson.models]
    assert len({*MODELS, *own}) == len(MODELS) + len(own), "a name is one model"
    unused = [name for name in (*MODELS, *own) if name not in used and f"'{name}'" not in text]
    assert unused == ["four-open"], "which the table of widths has"


def test_the_picture_of_the_value_graph_is_that_of_its_model():
    """Kept edges are in a solution; the component is what reaches one another."""
    model = lesson_model("five-differ")
    svg = ElementTree.fromstring(find_lesson("regin").figure["svg"])
    edges = {
        each.get("data-edge"): each.get("data-kind") for each in svg.iter() if each.get("data-edge")
    }
    assert set(edges) == {f"{x}-{v}" for x, domain in model.domains.items() for v in domain}
    solutions = nonet.solve(model, limit=None).solutions
    in_some = {f"{x}-{v}" for each in solutions for x, v in each.items()}
    assert {edge for edge, kind in edges.items() if kind != "gone"} == in_some
    matched = dict(edge.split("-") for edge, kind in edges.items() if kind == "matched")
    assert {x: int(v) for x, v in matched.items()} in [dict(each) for each in solutions]
    arcs = {(v, x) if matched[x] != v else (x, v) for x, v in (edge.split("-") for edge in edges)}

    def reached(start):
        seen, waiting = {start}, [start]
        while waiting:
            new = {b for a, b in arcs if a == waiting[-1]} - seen
            waiting.pop()
            seen |= new
            waiting += new
        return seen

    nodes = {node for arc in arcs for node in arc}
    components = {frozenset(b for b in reached(a) if a in reached(b)) for a in nodes}
    (drawn,) = [each.get("data-component") for each in svg.iter() if each.get("data-component")]
    assert {each for each in components if len(each) > 1} == {frozenset(drawn.split())}


@pytest.mark.parametrize("size", [8, 20, 40])
def test_local_search_repairs_queens_and_its_answer_is_a_solution(size):
    model = pairwise_queens(size)
    search = min_conflicts(model, seed=1)
    assert search.assignment is not None
    assert model.accepts(search.assignment)
    assert search.conflicts[-1] == 0
    assert len(search.conflicts) == len(search.moves) + 1
    assert len(search.moves) < 1000


def is_decomposition(graph: dict[str, set[str]], tree: Decomposition[str]) -> bool:
    """Whether the three conditions of a tree decomposition hold.

    Every variable and every edge lies in a bag, and the bags of a variable hang together.
    """
    for node, others in graph.items():
        holding = {number for number, bag in enumerate(tree.bags) if node in bag}
        if not all(
            any({node, other} <= tree.bags[number] for number in holding) for other in others
        ):
            return False
        tops = [number for number in holding if tree.parents[number] not in holding]
        if len(tops) != 1:
            return False
    return True


@as_one_test(sorted(MODELS))
def test_min_fill_makes_a_decomposition(name):
    graph = constraint_graph(lesson_model(name))
    tree = decompose(graph)
    assert is_decomposition(graph, tree)
    assert sorted(tree.order) == sorted(graph)


def test_a_grid_of_three_rows_has_width_three():
    """Known: a grid of k rows and at least as many columns has tree width k."""
    cells = [(r, c) for r in range(3) for c in range(6)]
    graph = {
        (r, c): {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & set(cells) for r, c in cells
    }
    assert decompose(graph).width == 3
