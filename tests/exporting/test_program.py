"""Values that were declared by names are called so in exports and in traces."""

import ast

import pytest

import nonet
from nonet.exporting import export, languages
from nonet.exporting.program import Program
from nonet.model import Automaton
from nonet.model import globals as g
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.arithmetic import Variable
from nonet.model.expressions.logic import Compare
from nonet.model.expressions.operations import Least
from nonet.model.globals import Inverse
from nonet.model.objective import Objective
from nonet.puzzle.examples import example_puzzle
from nonet.puzzle.rules import type_of_rule
from nonet.tracing import jsonl
from nonet.tracing.page import page
from tests.exporting.test_exporting import run_python


@pytest.fixture(scope="module")
def model():
    build = nonet.ModelBuilder()
    first, second = build.variables(["here", "there"], ["red", "gr--een\\", '"""blue'])
    build.variable("size", range(2))
    build.add(first != second, first != "red", second != "red")
    return build.model()


@pytest.mark.parametrize("language", languages())
def test_an_export_says_which_value_has_which_name(model, language):
    text = " ".join(export(model, language).split())
    assert "Values of here, there: 0 is red, 1 is gr" in text
    assert "2 is" in text and "Values of size" not in text
    if languages()[language].suffix == ".py":
        compile(export(model, language), language, "exec")


def test_a_trace_says_the_names_in_words_on_the_page_and_after_it_was_saved(model):
    run = nonet.trace(model)
    text = str(run)
    assert "removed red from here" in text
    assert "here = gr--een\\" in text and "size = 0" in text and "here = 1" not in text
    reread = jsonl.loads(jsonl.dumps(run))
    assert (reread.symbols, str(reread)) == (run.symbols, text)
    assert "removed red" in page(run) or "red from here" in page(run)


@pytest.mark.parametrize("language", ["cpmpy", "cpsat", "python-constraint", "z3"])
def test_lists_of_lists_come_after_the_lists_that_they_name(language):
    rule = type_of_rule("lunchbox")
    text = nonet.export(example_puzzle(rule, rule.examples[0]), language)
    space: dict[str, object] = {}
    data = text[text.index("GRID = ") : text.index("cell = " if "cell = " in text else "CELLS = ")]
    for line in data.splitlines():
        if line.startswith(("model =", "solver =", "problem =")):
            data = data.replace(line, "")
    exec(data, space)
    assert "LUNCHBOXES" in data


@pytest.mark.parametrize("language", ["cpmpy", "cpsat", "minizinc", "smtlib", "xcsp3", "z3"])
def test_a_number_may_stand_where_a_variable_does_in_a_condition(language):
    x, unused = Variable("x"), Variable("y")
    no_inverse = ~Inverse((x,), (0 * unused,))
    model = nonet.Model({"x": range(3), "y": range(2)}, [no_inverse])
    assert export(model, language) != export(nonet.Model(model.domains, []), language)


def test_a_number_may_stand_among_different_variables():
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(3))
    build.all_different([x, 2, y])
    assert "len({*[a, 2, b]}) == len([a, 2, b])" in export(build, "python-constraint")


@pytest.mark.parametrize("language", ["cpmpy", "cpsat", "python-constraint", "z3"])
def test_a_variable_may_be_called_what_the_program_calls_its_own(language, capsys):
    printer = languages()[language]
    assert isinstance(printer, Program)
    needed = {"cpsat": "ortools", "python-constraint": "constraint"}.get(language, language)
    pytest.importorskip(needed)
    names = ["model", "solver", "problem", "solution", "Int", "cp", "Sum", *printer.helpers]
    build = nonet.ModelBuilder()
    every = build.variables(names, range(2))
    build.maximize(sum(every[1:], every[0]))
    exec(export(build, language), {})
    shown = capsys.readouterr().out
    assert all(f"{name} = 1" in shown for name in names)


def constraints_over(x, y, z):
    """Constraints whose programs have loops, functions and operations."""
    automaton = Automaton(0, frozenset({1}), frozenset({(0, 1, 1), (1, 0, 1), (1, 2, 0)}))
    yield g.TableOf((x, y + z), frozenset({(1, 2), (2, 3), (0, 1)}))
    yield g.RegularOf((x, y, z), automaton)
    yield g.ElementOf((x, y, z), y, z)
    yield g.Cumulative([x, y, z], [2, z, 1], [1, 2, 2 * y], z + 1)
    yield g.NoOverlap([x + y, z], [1, 2])
    yield g.Circuit([x, y, z])
    yield x * y + abs(y - z) + (x == z) >= 2
    yield nonet.max_of([x, y]) + nonet.min_of([y, z]) == nonet.count_of([x, y, z], 1)


def names_in(text):
    tree = list(ast.walk(ast.parse(text)))
    names = {node.id for node in tree if isinstance(node, ast.Name)}
    return names | {node.arg for node in tree if isinstance(node, ast.arg)}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["cpmpy", "cpsat", "python-constraint", "z3"])
def test_a_variable_may_be_called_like_any_name_of_the_program(language):
    def model_of(number, names):
        x, y, z = map(Variable, names)
        goal = Objective("maximize", tuple(names), (1, 2, 3))
        return nonet.Model(
            dict.fromkeys(names, range(3)), [[*constraints_over(x, y, z)][number]], goal
        )

    for number in range(len([*constraints_over(*map(Variable, "xyz"))])):
        plain = model_of(number, ["Q1", "Q2", "Q3"])
        best = nonet.solve(plain, backend="native").optimum
        names = [*sorted(names_in(nonet.export(plain, language)) - {"Q1", "Q2", "Q3"}), "p", "q"]
        for start in range(0, len(names) - 2, 3):
            model = model_of(number, names[start : start + 3])
            shown = run_python(nonet.export(model, language), model, language)
            assert (shown and model.objective.value(shown)) == (best and best.value), (names, start)


@pytest.mark.parametrize("number", [0, 1])
def test_a_condition_of_numbers_alone_is_tested_by_python_constraint(number):
    pytest.importorskip("constraint")
    zero = Affine((), 0)
    least = Affine(((Least((zero, zero)), 1),))
    model = nonet.Model({"x": [1, 2]}, [Compare(least, "==", number)])
    text = export(model, "python-constraint")
    if number == 0:
        exec(text, {})
    else:
        with pytest.raises(SystemExit, match="no solution"):
            exec(text, {})


SLOWED = {
    "cpsat": ("CpSolver()", "CpSolver(); solver.parameters.max_time_in_seconds = 0", "UNKNOWN"),
    "z3": ("= Solver()", '= Solver(); solver.set("timeout", 1)', "canceled|timeout"),
    "cpmpy": ("model.solve()", 'model.solve(solver="ortools", time_limit=1e-9)', "UNKNOWN|NOT_RUN"),
}


@pytest.mark.parametrize("language", SLOWED)
def test_a_program_that_is_stopped_does_not_claim_that_there_is_no_solution(language):
    pytest.importorskip({"cpsat": "ortools"}.get(language, language))
    build = nonet.ModelBuilder()
    holes = build.array("holes", (9, 8), range(2))
    build.add(holes.sum(axis=1) >= 1, holes.sum(axis=0) <= 1)
    text = export(build.model(), language)
    usual, stopped, message = SLOWED[language]
    assert usual in text
    with pytest.raises(SystemExit, match=message):
        exec(text.replace(usual, stopped), {})
