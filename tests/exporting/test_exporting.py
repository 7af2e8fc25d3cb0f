"""Exports: each is run by the real tool, and gives what brute force or the puzzle's line gives."""

import contextlib
import io
import re
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

import nonet
from nonet.errors import ModelError, Unsupported
from nonet.exporting import export, languages
from nonet.model import AllDifferent, AnyOf, Count, Linear, Objective, Regular, Table
from nonet.model.constraints import Constraint
from nonet.puzzle.examples import example_puzzle
from nonet.puzzle.rules import type_of_rule
from nonet.testing import strategies
from nonet.testing.brute import brute_force

# CPMpy's reader of XCSP3 counts variables in a list of its own, and warns at the second model
pytestmark = pytest.mark.filterwarnings("ignore:Loading a model whilst:UserWarning")

ROOT = Path(__file__).parents[2]
PYTHON = ["cpsat", "python-constraint", "z3", "cpmpy"]
MODULES = {"cpsat": "ortools", "python-constraint": "constraint", "z3": "z3", "cpmpy": "cpmpy"}


# what runs a text: a value for each variable by name, or None where it has no solution


def run_python(text, model, language):
    pytest.importorskip(MODULES[language])
    space, out = {"__name__": "__main__"}, io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(text, "puzzle.py", "exec"), space)
    except SystemExit as end:
        assert str(end) == "no solution"
        return None
    if "GRID" in space:
        shown = [int(word) for word in out.getvalue().split() if word != "."]
        return dict(zip(model.variables, shown, strict=True))
    return printed_values(out.getvalue(), model)


def printed_values(text, model):
    """The values of lines like ``x = [1, 2]``: of an array row by row."""
    printed = {}
    for line in text.splitlines():
        name, equals, values = line.rpartition(" = ")
        if equals:
            values = values.replace("True", "1").replace("False", "0")
            printed[name] = [int(value) for value in re.findall(r"-?\d+", values)]
    array = re.compile(r"\[[\d,]+\]$")
    return {
        name: printed[name].pop(0) if name in printed else printed[array.sub("", name)].pop(0)
        for name in model.variables
    }


def run_minizinc(text, model, _):
    if shutil.which("minizinc") is None:
        pytest.skip("minizinc is not installed")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzle.mzn"
        file.write_text(text)
        process = subprocess.run(
            ["minizinc", "--solver", "gecode", str(file)],
            capture_output=True,
            text=True,
            check=False,
        )
    if process.returncode and "cannot determine lower bound" in process.stderr:
        return None  # a domain that it found empty, of which it asks for bounds all the same
    assert process.returncode == 0, process.stderr
    if "=====UNSATISFIABLE=====" in process.stdout or "model inconsistency" in process.stderr:
        return None
    body = process.stdout.partition("-----")[0]
    if "array[ROWS, COLUMNS]" in text:
        return dict(zip(model.variables, map(int, body.split()), strict=True))
    return printed_values(body, model)


def by_literals(model, true_names):
    """The assignment that the names of true 0/1 variables say."""
    assignment = {}
    for name in true_names:
        if match := re.fullmatch(r"x_(.+)_(m?\d+)", name):
            assignment[match[1]] = int(match[2].replace("m", "-"))
    return {name: assignment[name] for name in model.variables}


def run_dimacs(text, model, _):
    from pysat import formula
    from pysat.solvers import Solver

    names = dict(re.findall(r"^c (\d+) = (\S+)$", text, re.MULTILINE))
    with Solver(name="cadical195", bootstrap_with=formula.CNF(from_string=text)) as solver:
        if not solver.solve():
            return None
        return by_literals(model, [names.get(str(x), "") for x in solver.get_model() if x > 0])


def run_lp(text, model, _):
    highspy = pytest.importorskip("highspy")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzle.lp"
        file.write_text(text)
        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        highs.setOptionValue("threads", 1)
        assert highs.readModel(str(file)) == highspy.HighsStatus.kOk
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return None
    assert status == highspy.HighsModelStatus.kOptimal
    values = highs.getSolution().col_value
    return by_literals(model, [highs.getColName(i)[1] for i, v in enumerate(values) if v > 0.5])


def run_opb(text, model, _):
    if shutil.which("clasp") is None:
        pytest.skip("clasp is not installed")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzle.opb"
        file.write_text(text)
        process = subprocess.run(["clasp", str(file)], capture_output=True, text=True, check=False)
    if "s UNSATISFIABLE" in process.stdout:
        return None
    success = "s OPTIMUM FOUND" if "\nmin:" in text else "s SATISFIABLE"
    assert success in process.stdout, process.stdout + process.stderr
    names = dict(re.findall(r"^\* (x\d+) = (\S+)$", text, re.MULTILINE))
    true_variables = " ".join(re.findall(r"^v (.*)$", process.stdout, re.MULTILINE)).split()
    return by_literals(model, [names[x] for x in true_variables if x in names])


def run_smtlib(text, model, _):
    z3 = pytest.importorskip("z3")
    solver = z3.Optimize() if "imize" in text else z3.Solver()
    solver.from_string(text)
    if solver.check() != z3.sat:
        return None
    solution = solver.model()
    return {n: solution.eval(z3.Int(n), model_completion=True).as_long() for n in model.variables}


def run_xcsp3(text, model, _):
    pytest.importorskip("pycsp3.parser")
    from cpmpy.tools.xcsp3 import load_xcsp3
    from cpmpy.transformations.get_variables import get_variables_model

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzle.xml"
        file.write_text(text)
        with contextlib.redirect_stdout(io.StringIO()):
            loaded = load_xcsp3(str(file))
    if not loaded.solve(solver="ortools"):
        return None
    values = {v.name: v.value() for v in get_variables_model(loaded)}
    return {n: int(values.get(n, min(model.domains[n]))) for n in model.variables}


def run_asp(text, model, _):
    clingo = pytest.importorskip("clingo")
    control = clingo.Control(["0" if "imize {" in text else "1"], logger=lambda *_: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    solution = None
    with control.solve(yield_=True) as handle:
        for answer in handle:  # better and better ones, where there is an objective
            pairs = (symbol.arguments for symbol in answer.symbols(shown=True))
            solution = {_asp_name(term): value.number for term, value in pairs}
    return solution and {name: solution[name] for name in model.variables}


def _asp_name(term):
    return term.string if term.type.name == "String" else "R{}C{}".format(*term.arguments)


RUN = {
    **dict.fromkeys(PYTHON, run_python),
    "asp": run_asp,
    "minizinc": run_minizinc,
    "dimacs": run_dimacs,
    "lp": run_lp,
    "opb": run_opb,
    "smtlib": run_smtlib,
    "xcsp3": run_xcsp3,
}
every_language = pytest.mark.parametrize("language", sorted(RUN))


def solve_exported(model, language, title=""):
    return RUN[language](export(model, language, title=title), model, language)


RULES = (
    *("anti-king", "any-of", "arrow", "black-dot", "boxes", "diagonals", "even", "jigsaw"),
    *("killer", "quadruple", "renban", "rows", "sandwich", "thermometer", "windoku"),
    *("region-sum-line", "x-sum"),  # a variable of the encoding, a global over variables
)
"""Rules whose examples are exported: together they say all primitives."""


def puzzles():
    """Twenty puzzles and more: three classics, rules of all primitives, grids, no solution."""
    by_name = {}
    for name, number in (("4x4", 5), ("6x6", 2)):
        all_of_file = list(nonet.formats.iter_puzzles(ROOT / f"puzzles/{name}.txt"))
        by_name |= {f"{name} {i}": puzzle for i, puzzle in enumerate(all_of_file[:number])}
    by_name["9x9"] = next(iter(nonet.formats.iter_puzzles(ROOT / "puzzles/easy.sdm")))
    by_name["no solution"] = nonet.parse("12.....3........")
    for name in RULES:
        rule = type_of_rule(name)
        by_name[name] = example_puzzle(rule, rule.examples[0])
    by_name["x 9x9"] = next(iter(nonet.formats.iter_puzzles(ROOT / "puzzles/x.json")))
    by_name["jigsaw 9x9"] = next(iter(nonet.formats.iter_puzzles(ROOT / "puzzles/jigsaw.json")))
    by_name["even-odd 9x9"] = next(iter(nonet.formats.iter_puzzles(ROOT / "puzzles/even-odd.json")))
    by_name["windoku 9x9"] = next(iter(nonet.formats.iter_puzzles(ROOT / "puzzles/windoku.json")))
    return by_name


PUZZLES = puzzles()


@cache
def solution(name):
    """By the native solver, whatever language is compared with it."""
    return nonet.solve(PUZZLES[name], backend="native").solution_or_none


SLOW = ("python-constraint", "z3", "smtlib")
"""What takes seconds or minutes for a minimal 9x9 is given the small puzzles only."""
EVERY_NTH_PUZZLE = {"minizinc": 6, "z3": 2, "smtlib": 2, "python-constraint": 2}
"""A slow language, or a program that is started anew for each puzzle, is given every nth."""


def test_there_are_twenty_puzzles_of_all_primitives():
    assert sum("9x9" not in name for name in PUZZLES) >= 20
    constraint_types = {type(c) for puzzle in PUZZLES.values() for c in puzzle.model().constraints}
    assert constraint_types >= {AllDifferent, AnyOf, Count, Linear, Regular, Table}


@pytest.mark.slow(0.2)
@every_language
def test_twenty_puzzles_have_the_same_solution(language):
    for name in list(PUZZLES)[:: EVERY_NTH_PUZZLE.get(language, 1)]:
        puzzle = PUZZLES[name]
        if language in SLOW and "9x9" in name:
            continue
        expected = solution(name)
        assignment = solve_exported(puzzle.model(), language)
        assert (assignment is None) == (expected is None), name
        if expected is not None:
            assert puzzle.line(assignment) == expected.line, name


@pytest.mark.slow
@every_language
def test_a_samurai_with_holes_and_shared_boxes(language):
    if language == "python-constraint":
        pytest.skip("python-constraint does not end on 369 cells")
    puzzle = next(iter(nonet.formats.iter_puzzles(ROOT / "puzzles/samurai.json")))
    if language in SLOW:  # five grids of 4x4, which have the same holes and shared boxes
        from benchmarks.soundness import draw_puzzle

        puzzle, _ = draw_puzzle("samurai-4", 1)
    assignment = solve_exported(puzzle.model(), language)
    assert puzzle.line(assignment) == nonet.solve(puzzle).solution.line


def queens(n=6):
    build = nonet.ModelBuilder()
    q = build.variables([f"q{i}" for i in range(n)], range(n))
    build.all_different(q, label="different columns")
    for i in range(n):
        for j in range(i + 1, n):
            build.add(q[i] - q[j] != j - i, q[i] - q[j] != i - j, label="not on a diagonal")
    return build.model()


def send_more():
    build = nonet.ModelBuilder()
    s, m = build.variables("SM", range(1, 10))
    e, n, d, o, r, y = build.variables("ENDORY", range(10))
    build.all_different([s, e, n, d, m, o, r, y], label="digits differ")
    build.add(
        1000 * s + 91 * e - 90 * n + d - 9000 * m - 900 * o + 10 * r - y == 0,
        label="SEND + MORE = MONEY",
    )
    return build.model()


def zebra_like():
    """Names no language takes as they are, and "next to", which is an AnyOf."""
    build = nonet.ModelBuilder()
    houses = build.variables(["the Swede", "the Dane", "for", "x-y"], range(1, 5))
    a, b, c, d = houses
    build.all_different(houses)
    build.add(nonet.any_of(a - b == 1, b - a == 1), label="next to")
    build.add(nonet.any_of([c <= 2, d >= 3], [c >= 3, d == 1]))
    build.add(a == 2)
    return build.model()


def killer():
    """Cages: AllDifferent and a sum of one kind, beside the classic rules."""
    base = nonet.parse("................").model()
    cages = {"R1C1 R1C2": 4, "R1C3 R2C3 R1C4": 7, "R2C1 R3C1": 6, "R4C3 R4C4": 6, "R3C3 R3C4": 4}
    added: list[Constraint] = []
    for cells, total in cages.items():
        scope = tuple(cells.split())
        rule = nonet.model.Annotation("cage", f"cage of {total} at {scope[0]}", "its cells add up")
        added += [
            nonet.AllDifferent(scope, rule=rule),
            nonet.model.Linear.sum(scope, "==", total, rule=rule),
        ]
    return base.add(*added)


MODELS = {"queens": queens, "send more": send_more, "zebra": zebra_like, "killer": killer}


@pytest.mark.slow(0.05)
@every_language
@pytest.mark.parametrize("name", MODELS)
def test_models_that_are_no_plain_sudoku(language, name):
    model = MODELS[name]()
    assignment = solve_exported(model, language) if name != "zebra" else None
    if name == "zebra":  # its names are changed where a language needs that
        text = export(model, language)
        if language in (*PYTHON, "minizinc"):
            assignment = RUN[language](text, model, language)
        else:
            renamed = {"the Swede": "x_the_Swede", "the Dane": "x_the_Dane"}
            plain = {**renamed, "for": "x_for", "x-y": "x_x_y"}
            alike = nonet.Model({plain[n]: d for n, d in model.domains.items()})
            assignment = RUN[language](text, alike, language)
            assignment = {n: assignment[plain[n]] for n in model.variables}
    assert model.accepts(assignment)


@pytest.mark.slow(0.2)
@every_language
@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
@given(model=strategies.models())
def test_random_models_of_all_primitives_are_as_brute_force_says(language, model):
    if not all(model.domains.values()):
        with pytest.raises(ModelError, match="no value left"):
            export(model, language)
        return
    expected = brute_force(model)
    assignment = solve_exported(model, language)
    if assignment is None:
        assert not expected
    else:
        assert tuple(assignment[name] for name in model.variables) in expected


@pytest.mark.slow(0.3)
@pytest.mark.parametrize("language", PYTHON)
def test_a_program_runs_as_it_is_and_prints_the_grid(language, tmp_path):
    pytest.importorskip(MODULES[language])
    file = tmp_path / "puzzle.py"
    file.write_text(export(".....4.3....1.4.", language))
    process = subprocess.run(
        [sys.executable, str(file)], capture_output=True, text=True, check=False
    )
    assert process.stdout == "3 1 2 4\n2 4 1 3\n4 2 3 1\n1 3 4 2\n", process.stderr


@pytest.mark.slow
def test_ace_solves_the_xcsp3(tmp_path):
    pycsp3 = pytest.importorskip("pycsp3.parser")
    if shutil.which("java") is None:
        pytest.skip("Java is not installed")
    jar = next(Path(pycsp3.__file__).parents[1].rglob("ACE*.jar"))
    puzzle = PUZZLES["9x9"]
    file = tmp_path / "puzzle.xml"
    file.write_text(export(puzzle, "xcsp3"))
    process = subprocess.run(
        ["java", "-jar", str(jar), str(file)], capture_output=True, text=True, check=False
    )
    names = re.search(r"<list>(.*?)</list>", process.stdout, re.DOTALL)[1].split()
    values = re.search(r"<values>(.*?)</values>", process.stdout, re.DOTALL)[1].split()
    assignment = dict(zip(names, map(int, values), strict=True))
    assert puzzle.line(assignment) == nonet.solve(puzzle).solution.line


def test_rows_columns_boxes_and_regions_are_loops_with_the_words_of_their_rules():
    text = export(PUZZLES["9x9"], "cpsat")
    assert "# every value at most once in each row\nfor r in ROWS:" in text
    assert text.count("add_all_different") == 3
    picture = export(PUZZLES["jigsaw 9x9"], "cpsat")
    assert "REGIONS = [" in picture
    moves = export(
        next(iter(nonet.formats.iter_puzzles(ROOT / "puzzles/anti-knight.json"))), "cpsat"
    )
    assert "model.add_all_different([cell[r, c], cell[r + 1, c + 2]])" in moves
    assert moves.count("add_all_different") == 3 + 4
    picture = export(PUZZLES["jigsaw 9x9"], "minizinc")
    assert (
        "all_different([cell[r, c] | r in ROWS, c in COLUMNS where D1[r - 1, c - 1] = i])"
        in picture
    )


def test_cages_of_one_size_are_one_loop_over_data():
    text = export(killer(), "cpsat")
    assert "model.add(cell[r, c] + cell[i, j] == k)" in text
    assert "(3, 3, 3, 4, 4)" in text


@pytest.mark.parametrize("language", PYTHON)
@pytest.mark.parametrize("make", [*MODELS.values(), lambda: PUZZLES["9x9"].model()])
def test_programs_please_the_linter(language, make, tmp_path):
    file = tmp_path / "puzzle.py"
    file.write_text(export(make(), language))
    ruff = Path(sys.executable).parent / "ruff"
    if not ruff.exists():
        pytest.skip("ruff is not installed")
    ignored = "F403,F405,E501"  # star imports are how Z3 and python-constraint are used
    process = subprocess.run(
        [str(ruff), "check", "--isolated", "--ignore", ignored, str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stdout


class Odd(Constraint):
    """A constraint no language knows, and that cannot be rewritten."""

    def holds(self, assignment):
        return sum(assignment[v] for v in self.scope) % 2 == 1


@every_language
def test_an_objective_is_exported_or_refused_by_name(language):
    build = nonet.ModelBuilder()
    a, b, c = (build.variable(name, range(-2, 5)) for name in ("a", "b", "c"))
    build.add(2 * a + 3 * b + 4 * c <= 9)
    build.table([a, c], [(x, y) for x in range(-2, 5) for y in range(-2, 5) if x != y])
    build.maximize(3 * a + 5 * b - c + 7, "the gain of all")
    model = build.model().narrow({"b": range(-2, 3)})
    if not languages()[language].optimises:
        with pytest.raises(
            Unsupported, match=f"{language} has no way to maximize the gain of all"
        ) as error:
            export(model, language)
        (advice,) = re.findall("in one of (.*), or without", str(error.value))
        assert set(advice.split(", ")) == {
            name for name, each in languages().items() if each.optimises
        }
        model = model.with_objective(None)
        assert model.accepts(solve_exported(model, language))
        return
    for each in (model, model.with_objective(Objective("minimize", ("c", "a"), (2, -1)))):
        assignment = solve_exported(each, language)
        best = nonet.solve(each)
        assert best.status is nonet.Status.OPTIMAL and each.accepts(assignment)
        assert each.objective.value(assignment) == best.optimum.value


@every_language
def test_a_constraint_that_cannot_be_expressed_is_named(language):
    model = nonet.Model(
        {"a": range(1000), "b": range(1000)},
        [Odd(("a", "b"), rule=nonet.model.Annotation("odd", "the odd sum"))],
    )
    with pytest.raises(Unsupported, match=r"Odd \(the odd sum\) says only whether it holds"):
        export(model, language)


def test_a_builder_a_file_and_a_text_are_exported_as_their_model(tmp_path):
    build = nonet.ModelBuilder()
    x, y = build.variable("x", range(3)), build.variable("y", range(3))
    build.add(x < y)
    assert nonet.export(build, "minizinc") == nonet.export(build.model(), "minizinc")
    path = tmp_path / "puzzle.txt"
    path.write_text("1..............4")
    assert nonet.export(path, "dimacs") == nonet.export("1..............4", "dimacs")
    with pytest.raises(TypeError, match="expected a puzzle, a model or a text"):
        nonet.export(5, "minizinc")


@pytest.mark.parametrize("title", ["a --> b", "--->", "-", "ends with -", "<!-- -->"])
def test_no_name_closes_the_comment_of_an_xcsp3_instance(title):
    from xml.dom import minidom

    model = nonet.Model({title: [1, 2], "x": [1, 2]}, [])
    document = minidom.parseString(nonet.export(model, "xcsp3", title=title).encode())
    comments = [n for n in document.documentElement.childNodes if n.nodeType == n.COMMENT_NODE]
    assert len(comments) == 1
