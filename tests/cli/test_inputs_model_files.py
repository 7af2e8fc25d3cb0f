"""Models on the command line: JSON and Python files, their data, and what goes wrong in them."""

import json

import pytest

import nonet
from nonet.cli import main

QUEENS = '''
import nonet

def build(n: int, rows: list[int] | None = None):
    """n queens."""
    b = nonet.ModelBuilder()
    q = b.variables([f"q{i}" for i in range(n)], range(n))
    b.all_different(q)
    for i in range(n):
        for j in range(i):
            b.add(q[i] - q[j] != i - j, q[j] - q[i] != i - j)
    for i, row in enumerate(rows or []):
        b.add(q[i] == row)
    return b

def show(solution):
    return "queens at " + " ".join(str(row) for row in solution.values())
'''

KNAPSACK = """
import nonet
model = nonet.ModelBuilder()
a, b, c = model.variables("abc", range(3))
model.add(3 * a + 4 * b + 5 * c <= 11)
model.maximize(4 * a + 5 * b + 7 * c, "the value")
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Write a file in a folder of its own, which is made the present one."""
    monkeypatch.chdir(tmp_path)

    def write(name, text):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return name

    return write


@pytest.fixture
def run(capsys):
    """Run a command: its exit code, and what it wrote."""

    def call(*given):
        code = main(list(given))
        return (code, *capsys.readouterr())

    return call


TWO_BACKENDS = ("--backend", "native", "--backend", "cpsat")


def test_the_commands_take_a_python_file_and_its_data(file, run):
    queens = file("queens.py", QUEENS)
    assert run("count", queens, "--data", "n=6")[1].startswith("queens.py: 4 solutions (")
    code, out, _ = run("solve", queens, "--data", "n=4", "--data", "rows=[1]")
    assert code == 0 and out.endswith("\nqueens at 1 3 0 2\n\n")
    code, out, _ = run("verify", queens, "--data", "n=4")
    assert (code, out.split(" (")[0]) == (1, "queens.py: multiple: at least two solutions")
    assert "queens at 1 3 0 2\nqueens at 2 0 3 1\nThey differ in q0, q1, q2, q3.\n" in out
    code, out, _ = run(
        "crosscheck", queens, "--data", "n=4", "--all", "--format", "json", *TWO_BACKENDS
    )
    answer = json.loads(out)
    assert (code, answer["model"], answer["agree"]) == (0, "queens.py", True)
    assert answer["backends"]["native"]["solutions"] == 2
    code, out, _ = run("trace", queens, "--data", "n=4", "--format", "text")
    assert (code == 0 and "q0 = 0" in out and "Solution" in out) or "solution" in out
    code, out, _ = run("compare", queens, "--data", "n=4", "--levels", "gac", "--orders", "mrv")
    assert code == 0 and "gac" in out
    code, out, _ = run("model", queens, "--data", "n=4", "--as", "minizinc")
    assert code == 0 and "alldifferent" in out.replace("_", "")
    assert run("solve", queens, "--data", "n=3")[0] == 1


def test_the_commands_take_the_json_of_a_model(file, run):
    model = nonet.Model(
        {"x": range(4), "y": range(4)}, [nonet.model.Linear(("x", "y"), (1, 1), "==", 5)]
    )
    name = file("sum.json", nonet.model_to_json(model, indent=2))
    code, out, _ = run("solve", name, "--all", "--format", "json")
    answer = json.loads(out)
    assert (code, answer["solutions"]) == (0, [{"x": 2, "y": 3}, {"x": 3, "y": 2}])
    assert answer["exhausted"] and answer["model"] == name
    assert run("count", name, "--format", "json")[1].count('"solutions": 2') == 1
    assert run("solve", name)[1].endswith("x = 2, y = 3\n\n")
    assert run("solve", name, "--format", "line")[1] == "x=2 y=3\n"
    code, _, err = run("solve", name, "--data", "n=2")
    assert (code, err) == (
        2,
        "nonet: sum.json: a model in JSON has its data in it: leave --data out\n",
    )


def test_an_objective_is_shown_with_whether_it_is_proven(file, run):
    name = file("knapsack.py", KNAPSACK)
    code, out, _ = run("solve", name)
    assert code == 0
    assert out.startswith("knapsack.py: the value = 15, proven the most (")
    assert "\na = 2, b = 0, c = 1\n" in out
    answer = json.loads(run("solve", name, "--improving", "--format", "json")[1])
    values = [4 * s["a"] + 5 * s["b"] + 7 * s["c"] for s in answer["solutions"]]
    assert values == sorted(set(values)) and values[-1] == 15
    assert answer["status"] == "optimal"
    assert answer["optimum"] == {
        "sense": "maximize", "objective": "the value", "value": 15, "bound": 15, "proven": True
    }  # fmt: skip
    assert "\nknapsack.py: the value = 15 (" in "\n" + run("solve", name, "--improving")[1]
    code, out, _ = run("verify", name)
    assert code == 0
    assert out.startswith(
        "knapsack.py: unique: exactly one solution with the value = 15, proven the most"
    )
    out = run("crosscheck", name)[1]
    assert "one solution with the value = 15, proven the most by native" in out
    code, _, err = run("solve", "1..............4", "--improving")
    assert code == 2 and "there is no objective to improve" in err


def test_an_unproven_best_is_undecided(file, run):
    """85 is the shortest ruler of 12 marks, which native cannot prove in a moment, nor in hours."""
    name = file(
        "ruler.py",
        """
import nonet
model = nonet.ModelBuilder()
marks = model.variables([f"m{i}" for i in range(12)], range(200))
model.add(marks[0] == 0)
gaps = []
for j in range(12):
    for i in range(j):
        gaps.append(model.variable(f"d{i}_{j}", range(1, 200)))
        model.add(marks[j] - marks[i] == gaps[-1])
model.all_different(gaps)
model.minimize(marks[-1], "its length")
""",
    )
    code, out, _ = run("solve", name, "--backend", "native", "--time-limit", "1.5")
    assert code == 3
    assert "not proven the least" in out or "no solution found yet" in out
    assert "stopped by the time limit" in out


WRONG = {
    "lacks.py": (
        QUEENS, [],
        "lacks.py: build() needs n (int): add --data n=VALUE",
    ),
    "type.py": (QUEENS, ["n=eight"], "type.py: build(n) takes int, and --data gives 'eight'"),
    "float.py": (QUEENS, ["n=8.0"], "float.py: build(n) takes int, and --data gives 8.0"),
    "bool.py": (QUEENS, ["n=true"], "bool.py: build(n) takes int, and --data gives True"),
    "list.py": (
        QUEENS, ["n=4", 'rows=["a"]'],
        "list.py: build(rows) takes list[int] | None, and --data gives ['a']",
    ),
    "more.py": (
        QUEENS, ["n=4", "row=[1]"],
        "more.py: build() has no parameter 'row'; it has n, rows; did you mean rows?",
    ),
    "none.py": (
        KNAPSACK, ["n=4"],
        "none.py: it takes no data: that is for a function build(n), and it has `model` alone",
    ),
    "empty.py": (
        "x = 1\n", [],
        "empty.py: no model in it: it needs `model`, a Model or a ModelBuilder, or a function "
        "build() that returns one",
    ),
    "what.py": (
        "def build(): return 3\n", [],
        "what.py: build() gives a int, not a Model or a ModelBuilder",
    ),
    "missing.py": (
        KNAPSACK, ["no-such.json"],
        "no-such.json: no such file; --data takes NAME=VALUE, or a file (JSON, CSV, dzn)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_file_or_its_data_is_one_line(name, file, run):
    text, data, message = WRONG[name]
    options = [word for entry in data for word in ("--data", entry)]
    assert run("solve", file(name, text), *options) == (2, "", f"nonet: {message}\n")


def test_a_file_that_raises_shows_its_own_traceback_and_no_other(file, run):
    file("helper.py", "def half(n):\n    return 1 // n\n")
    name = file("raises.py", "import helper\n\ndef build(n: int = 0):\n    return helper.half(n)\n")
    code, out, err = run("solve", name)
    lines = err.splitlines()
    assert (code, out) == (2, "")
    assert lines[0] == (
        "nonet: raises.py, line 4: its own code raised ZeroDivisionError: "
        "integer division or modulo by zero"
    )
    assert all(line.startswith("nonet:   | ") for line in lines[1:])
    assert 'raises.py", line 4, in build' in lines[1]
    assert any("helper.py" in line for line in lines) and "nonet/cli" not in err
    # what nonet refuses in it is theirs as well, and nonet's own frames are left out
    name = file("slip.py", "import nonet\nx = nonet.ModelBuilder().variable('x', [])\n")
    code, _, err = run("count", name)
    assert code == 2 and "slip.py, line 2: its own code raised ModelError: variable 'x'" in err
    assert "builder.py" not in err
    name = file("syntax.py", "x = = 1\n")
    assert "syntax.py, line 1: its own code raised SyntaxError" in run("solve", name)[2]
    name = file("leaves.py", "import sys\nsys.exit(0)\n")
    assert run("solve", name)[0] == 2


def test_what_a_file_prints_is_no_part_of_the_answer(file, run):
    name = file("chatty.py", "print('hello')\n" + KNAPSACK)
    code, out, err = run("solve", name, "--format", "json")
    assert code == 0 and json.loads(out)["optimum"]["value"] == 15 and err == "hello\n"


def test_data_comes_from_files_too_and_a_puzzle_takes_none(file, run):
    queens = file("queens.py", QUEENS)
    data = file("data.json", '{"n": 8, "rows": [0]}')
    assert ": 4 solutions" in run("count", queens, "--data", data)[1]
    assert ": 4 solutions" in run("count", queens, "--data", data, "--data", "n=8")[1]
    code, _, err = run("solve", "1..............4", "--data", "n=2")
    assert code == 2 and "--data is for a Python file that makes a model" in err


def test_commands_for_puzzles_refuse_a_model_by_name(file, run):
    name = file("knapsack.py", KNAPSACK)
    for command in ("hint", "rate", "show", "convert"):
        given = [command, name, *(["--to", "line"] if command == "convert" else [])]
        code, _, err = run(*given)
        assert code == 2, command
        assert "knapsack.py: a model, and this command takes puzzles alone" in err, command


def test_candidates_of_a_model_with_an_objective_are_those_of_its_best_solutions(file, run):
    name = file("knapsack.py", KNAPSACK)
    code, out, _ = run("candidates", name, "--counts", "3", "--format", "json")
    answer = json.loads(out)
    assert code == 0
    assert answer["candidates"] == {"a": [2], "b": [0], "c": [1]}
    assert answer["counts"] == {"a": {"2": 1}, "b": {"0": 1}, "c": {"1": 1}}
