"""Programs that write expressions as declared have the solutions of the model."""

import contextlib
import io
import random
import re
import shutil
import subprocess

import pytest

import nonet


def _product(build, x, y, b):
    build.add(x[0] * x[1] == 6, x[2] * y >= 3)


def _entry(build, x, y, b):
    build.add(build.array("e", 4, range(5))[y] == x[0] + 1, nonet.max_of(x) - nonet.min_of(x) >= 2)


def _truths(build, x, y, b):
    build.add(3 * (x[0] > 1) + 2 * (x[1] > 1) + (y == 0) >= 3, (x[0] == 1) + (x[1] == 1) == y)


def _logic(build, x, y, b):
    build.add((x[0] * y == 2).implies(x[1] > x[2]), (x[0] > 1) | (x[1] * x[2] == 3))
    build.add(~((x[0] == x[1]) & (x[1] * y == 4)), abs(x[0] - x[2]) + y >= 2)


def _circuit(build, x, y, b):
    build.circuit([x[0], x[1], x[2], y])


def _inverse(build, x, y, b):
    build.add(x[0] != 1)
    build.inverse([*x, y], [*b, build.variable("last", range(4))])


def _tasks(build, x, y, b):
    build.cumulative(list(x), [2, 1, 3], [1, 2, 1], 2)
    build.all_different([x[0] + 1, x[1], 2 * y])


def _values(build, x, y, b):
    build.add(nonet.count_of(x, 2) * y == 2)
    build.table([x[0] + x[1], y], [(3, 1), (4, 2), (5, 0)])


def _negative(build, x, y, b):
    build.add(y == sum(-2 * each for each in x) + 9)


MODELS = [_negative, _product, _entry, _truths, _logic, _circuit, _inverse, _tasks, _values]


def _declared(declare, seed):
    rng = random.Random(seed)
    build = nonet.ModelBuilder()
    x = build.array("x", 3, range(4))
    y = build.variable("y", range(4))
    b = build.array("b", 3, range(4))
    declare(build, x, y, b)
    total = sum(rng.randint(-3, 3) * each for each in (*x, *b)) + 2 * y + 7
    (build.minimize if rng.random() < 0.5 else build.maximize)(total)
    return build.model()


def _optimum_of(text):
    return int(re.search(r"^objective = (-?\d+)$", text, re.MULTILINE)[1])


@pytest.mark.parametrize("declare", MODELS)
def test_cpmpy_proves_the_same_optimum_without_helpers(declare):
    pytest.importorskip("cpmpy")
    for seed in range(3):
        model = _declared(declare, seed)
        program = nonet.export(model, "cpmpy")
        assert "truth_" not in program and "product_" not in program
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(program, {"__name__": "__main__"})
        assert _optimum_of(printed.getvalue()) == nonet.solve(model, "native").optimum.value


@pytest.mark.parametrize("language", ["python-constraint", "xcsp3"])
@pytest.mark.parametrize("factor", [-3, 1])
def test_a_sum_of_equal_factors_keeps_its_sign(language, factor):
    from tests.exporting.test_exporting import RUN

    build = nonet.ModelBuilder()
    x = build.array("x", 3, range(4))
    build.add(x[0] + x[1] != 6, x[1] + x[2] >= 1)
    build.minimize(sum(factor * each for each in x))
    model = build.model()
    solution = RUN[language](nonet.export(model, language), model, language)
    assert model.accepts(solution)
    assert model.objective.value(solution) == nonet.solve(model).optimum.value


@pytest.mark.slow(0.05)
@pytest.mark.skipif(shutil.which("minizinc") is None, reason="minizinc is not installed")
@pytest.mark.parametrize("declare", MODELS)
def test_minizinc_proves_the_same_optimum_without_helpers(declare, tmp_path):
    model = _declared(declare, 1)
    program = nonet.export(model, "minizinc")
    assert "truth_" not in program and "product_" not in program
    file = tmp_path / "model.mzn"
    file.write_text(program)
    command = ["minizinc", "--solver", "gecode", str(file)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert _optimum_of(run.stdout) == nonet.solve(model, "native").optimum.value, run.stderr


@pytest.mark.parametrize(
    ("objective", "text"),
    [
        (lambda x, y: 9 - 3 * x * y, "9 - 3 * x * y"),
        (lambda x, y: -3 * abs(x - y) + 9, "9 - 3 * abs(x - y)"),
        (lambda x, y: 3 * x * y - 9, "3 * x * y - 9"),
        (lambda x, y: 9 + 3 * x * y, "3 * x * y + 9"),
        (lambda x, y: 9 - x * y, "9 - x * y"),
        (lambda x, y: 9 - 2 * abs(x - y) - 3 * x * y, "9 - 2 * abs(x - y) - 3 * x * y"),
    ],
)
def test_a_sum_begins_with_what_is_added_where_there_is_some(objective, text):
    build = nonet.ModelBuilder()
    x, y = build.variable("x", range(9)), build.variable("y", range(9))
    build.minimize(objective(x, y))
    assert f"objective_value = {text};" in nonet.export(build.model(), "minizinc")
    assert f"minimize({text})" in nonet.export(build.model(), "cpmpy")
