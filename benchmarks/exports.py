"""Exported models beside texts that a person wrote: characters, and the same optimum from both.

    python -m benchmarks.exports                    # problems of CSPLib, in five languages
    python -m benchmarks.exports --languages cpsat

Counted are characters without comments, where white space is one; a program by hand solves and
prints as well.  Both texts are run by their tool; the last column is their optimum, or "sat".
The models are those of ``tests/examples/test_csplib.py``.
"""

# ruff: noqa: E501 - the texts are as a user types them
from __future__ import annotations

import argparse
import contextlib
import inspect
import io
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import nonet
from nonet.exporting import find_language

CP_SAT = """
from ortools.sat.python import cp_model
model = cp_model.CpModel()
{}
solver = cp_model.CpSolver()
if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
    raise SystemExit("no solution")
{}
"""

PYTHON_CONSTRAINT = """
from constraint import *
problem = Problem()
{}
if solution is None:
    raise SystemExit("no solution")
{}
"""

XCSP3 = """<instance format="XCSP3" type="{}">
<variables>
{}
</variables>
<constraints>
{}
</constraints>
{}</instance>
"""

BY_HAND = {
    "battleships_14": {
        "minizinc": """
array[1..4] of int: rows = [2, 0, 2, 1];
array[1..4] of int: columns = [1, 1, 1, 2];
array[1..4, 1..4] of var bool: x;
constraint forall (i in 1..4) (sum (j in 1..4) (x[i, j]) = rows[i]);
constraint forall (j in 1..4) (sum (i in 1..4) (x[i, j]) = columns[j]);
constraint forall (i, j in 1..3) (not (x[i, j] /\\ x[i + 1, j + 1]) /\\ not (x[i + 1, j] /\\ x[i, j + 1]));
solve satisfy;
output ["x = \\(x)\\n"];
""",
        "cpsat": CP_SAT.format(
            """x = [[model.new_bool_var(f"x{i}{j}") for j in range(4)] for i in range(4)]
for row, number in zip(x, [2, 0, 2, 1]):
    model.add(sum(row) == number)
for j, number in enumerate([1, 1, 1, 2]):
    model.add(sum(x[i][j] for i in range(4)) == number)
for i in range(3):
    for j in range(3):
        model.add_bool_or(~x[i][j], ~x[i + 1][j + 1])
        model.add_bool_or(~x[i + 1][j], ~x[i][j + 1])""",
            'print("x =", [[solver.value(v) for v in row] for row in x])',
        ),
        "python-constraint": PYTHON_CONSTRAINT.format(
            """problem.addVariables([(i, j) for i in range(4) for j in range(4)], [0, 1])
for i, number in enumerate([2, 0, 2, 1]):
    problem.addConstraint(ExactSumConstraint(number), [(i, j) for j in range(4)])
for j, number in enumerate([1, 1, 1, 2]):
    problem.addConstraint(ExactSumConstraint(number), [(i, j) for i in range(4)])
for i in range(3):
    for j in range(3):
        problem.addConstraint(lambda a, b: not (a and b), [(i, j), (i + 1, j + 1)])
        problem.addConstraint(lambda a, b: not (a and b), [(i + 1, j), (i, j + 1)])
solution = problem.getSolution()""",
            'print("x =", [[solution[i, j] for j in range(4)] for i in range(4)])',
        ),
        "xcsp3": XCSP3.format(
            "CSP",
            '<array id="x" size="[4][4]"> 0 1 </array>',
            """<group> <sum> <list> %0 %1 %2 %3 </list> <condition> (eq,%4) </condition> </sum>
<args> x[0][] 2 </args> <args> x[1][] 0 </args> <args> x[2][] 2 </args> <args> x[3][] 1 </args>
<args> x[][0] 1 </args> <args> x[][1] 1 </args> <args> x[][2] 1 </args> <args> x[][3] 2 </args>
</group>
<group> <intension> le(add(%0,%1),1) </intension>
"""
            + "\n".join(
                f"<args> x[{i}][{j}] x[{i + 1}][{j + 1}] </args> <args> x[{i + 1}][{j}] x[{i}][{j + 1}] </args>"
                for i in range(3)
                for j in range(3)
            )
            + "\n</group>",
            "",
        ),
    },
    "curriculum_30": {
        "minizinc": """
array[1..7] of int: credits = [3, 2, 4, 1, 3, 2, 3];
array[1..3, 1..2] of int: before = [| 1, 2 | 3, 4 | 2, 6 |];
array[1..7] of var 1..3: p;
array[1..3] of var 0..9: load;
constraint forall (i in 1..3) (p[before[i, 1]] < p[before[i, 2]]);
constraint forall (t in 1..3) (load[t] = sum (i in 1..7) (credits[i] * (p[i] = t)));
var int: objective = max(load);
solve minimize objective;
output ["p = \\(p)\\nload = \\(load)\\nobjective = \\(objective)\\n"];
""",
        "cpsat": CP_SAT.format(
            """credits, before = [3, 2, 4, 1, 3, 2, 3], [(0, 1), (2, 3), (1, 5)]
p = [model.new_int_var(0, 2, f"p{i}") for i in range(7)]
load = [model.new_int_var(0, 9, f"load{t}") for t in range(3)]
for a, b in before:
    model.add(p[a] < p[b])
inside = {}
for i in range(7):
    for t in range(3):
        inside[i, t] = model.new_bool_var(f"inside{i}{t}")
        model.add(p[i] == t).only_enforce_if(inside[i, t])
        model.add(p[i] != t).only_enforce_if(~inside[i, t])
for t in range(3):
    model.add(load[t] == sum(c * inside[i, t] for i, c in enumerate(credits)))
most = model.new_int_var(0, 9, "most")
model.add_max_equality(most, load)
model.minimize(most)""",
            """print("p =", [solver.value(v) for v in p])
print("load =", [solver.value(v) for v in load])
print("objective =", solver.objective_value)""",
        ),
        "python-constraint": PYTHON_CONSTRAINT.format(
            """credits, before = [3, 2, 4, 1, 3, 2, 3], [(0, 1), (2, 3), (1, 5)]
problem.addVariables(range(7), range(3))
for a, b in before:
    problem.addConstraint(lambda x, y: x < y, [a, b])
def load(p, t):
    return sum(c for i, c in enumerate(credits) if p[i] == t)
for t in range(3):
    problem.addConstraint(lambda *p, t=t: load(p, t) <= 9, range(7))
def objective(p):
    return max(load(p, t) for t in range(3))
solution = min(problem.getSolutionIter(), key=objective, default=None)""",
            """print("p =", [solution[i] for i in range(7)])
print("load =", [load(solution, t) for t in range(3)])
print("objective =", objective(solution))""",
        ),
        "xcsp3": XCSP3.format(
            "COP",
            '<array id="p" size="[7]"> 0..2 </array>\n<array id="load" size="[3]"> 0..9 </array>',
            """<group> <intension> lt(%0,%1) </intension>
<args> p[0] p[1] </args> <args> p[2] p[3] </args> <args> p[1] p[5] </args>
</group>
<binPacking> <list> p[] </list> <sizes> 3 2 4 1 3 2 3 </sizes> <loads> load[] </loads> </binPacking>""",
            '<objectives> <minimize type="maximum"> load[] </minimize> </objectives>',
        ),
    },
    "scheduling_61": {
        "minizinc": """
include "cumulative.mzn";
array[1..5] of int: time = [3, 2, 4, 2, 3];
array[1..5] of int: need = [2, 1, 2, 2, 1];
array[1..5] of var 0..14: s;
constraint cumulative(s, time, need, 3);
constraint s[1] + time[1] <= s[3] /\\ s[2] + time[2] <= s[4] /\\ s[4] + time[4] <= s[5];
var int: objective = max(i in 1..5) (s[i] + time[i]);
solve minimize objective;
output ["s = \\(s)\\nobjective = \\(objective)\\n"];
""",
        "cpsat": CP_SAT.format(
            """time, need = [3, 2, 4, 2, 3], [2, 1, 2, 2, 1]
s = [model.new_int_var(0, 14, f"s{i}") for i in range(5)]
tasks = [model.new_fixed_size_interval_var(s[i], time[i], f"task{i}") for i in range(5)]
model.add_cumulative(tasks, need, 3)
for a, b in [(0, 2), (1, 3), (3, 4)]:
    model.add(s[a] + time[a] <= s[b])
end = model.new_int_var(0, 20, "end")
model.add_max_equality(end, [s[i] + time[i] for i in range(5)])
model.minimize(end)""",
            """print("s =", [solver.value(v) for v in s])
print("objective =", solver.objective_value)""",
        ),
        "python-constraint": PYTHON_CONSTRAINT.format(
            """time, need = [3, 2, 4, 2, 3], [2, 1, 2, 2, 1]
problem.addVariables(range(5), range(15))
def fits(*s):
    return all(
        sum(n for a, d, n in zip(s, time, need) if a <= t < a + d) <= 3 for t in s
    )
problem.addConstraint(fits, range(5))
for a, b in [(0, 2), (1, 3), (3, 4)]:
    problem.addConstraint(lambda x, y, a=a: x + time[a] <= y, [a, b])
def objective(s):
    return max(s[i] + time[i] for i in range(5))
solution = min(problem.getSolutionIter(), key=objective, default=None)""",
            """print("s =", [solution[i] for i in range(5)])
print("objective =", objective(solution))""",
        ),
        "xcsp3": XCSP3.format(
            "COP",
            '<array id="s" size="[5]"> 0..14 </array>',
            """<cumulative> <origins> s[] </origins> <lengths> 3 2 4 2 3 </lengths> <heights> 2 1 2 2 1 </heights> <condition> (le,3) </condition> </cumulative>
<intension> le(add(s[0],3),s[2]) </intension>
<intension> le(add(s[1],2),s[3]) </intension>
<intension> le(add(s[3],2),s[4]) </intension>""",
            """<objectives>
<minimize type="maximum"> add(s[0],3) add(s[1],2) add(s[2],4) add(s[3],2) add(s[4],3) </minimize>
</objectives>""",
        ),
    },
    "mill_38": {
        "minizinc": """
include "bin_packing_load.mzn";
array[1..6] of int: size = [4, 3, 3, 2, 5, 1];
array[1..6] of int: colour = [1, 2, 2, 3, 1, 3];
array[0..9] of int: loss = array1d(0..9, [0, 4, 3, 2, 1, 0, 1, 0, 1, 0]);
array[1..6] of var 1..6: x;
array[1..6] of var 0..9: load;
constraint bin_packing_load(load, x, size);
constraint forall (k in 1..6) (sum (c in 1..3) (exists (i in 1..6 where colour[i] = c) (x[i] = k)) <= 2);
var int: objective = sum (k in 1..6) (loss[load[k]]);
solve minimize objective;
output ["x = \\(x)\\nload = \\(load)\\nobjective = \\(objective)\\n"];
""",
        "cpsat": CP_SAT.format(
            """size, colour, slabs = [4, 3, 3, 2, 5, 1], [0, 1, 1, 2, 0, 2], [0, 5, 7, 9]
loss = [min(s - v for s in slabs if s >= v) for v in range(10)]
x = [model.new_int_var(0, 5, f"x{i}") for i in range(6)]
load = [model.new_int_var(0, 9, f"load{k}") for k in range(6)]
lost = [model.new_int_var(0, 4, f"lost{k}") for k in range(6)]
inside = {}
for i in range(6):
    for k in range(6):
        inside[i, k] = model.new_bool_var(f"inside{i}{k}")
        model.add(x[i] == k).only_enforce_if(inside[i, k])
        model.add(x[i] != k).only_enforce_if(~inside[i, k])
for k in range(6):
    model.add(load[k] == sum(size[i] * inside[i, k] for i in range(6)))
    used = [model.new_bool_var(f"used{c}{k}") for c in range(3)]
    for c in range(3):
        model.add_max_equality(used[c], [inside[i, k] for i in range(6) if colour[i] == c])
    model.add(sum(used) <= 2)
    model.add_element(load[k], loss, lost[k])
model.minimize(sum(lost))""",
            """print("x =", [solver.value(v) for v in x])
print("load =", [solver.value(v) for v in load])
print("objective =", solver.objective_value)""",
        ),
        "python-constraint": PYTHON_CONSTRAINT.format(
            """size, colour, slabs = [4, 3, 3, 2, 5, 1], [0, 1, 1, 2, 0, 2], [0, 5, 7, 9]
loss = [min(s - v for s in slabs if s >= v) for v in range(10)]
problem.addVariables(range(6), range(6))
def load(x, k):
    return sum(size[i] for i in range(6) if x[i] == k)
for k in range(6):
    problem.addConstraint(lambda *x, k=k: load(x, k) <= 9, range(6))
    problem.addConstraint(lambda *x, k=k: len({colour[i] for i in range(6) if x[i] == k}) <= 2, range(6))
def objective(x):
    return sum(loss[load(x, k)] for k in range(6))
solution = min(problem.getSolutionIter(), key=objective, default=None)""",
            """print("x =", [solution[i] for i in range(6)])
print("load =", [load(solution, k) for k in range(6)])
print("objective =", objective(solution))""",
        ),
    },
    "nurses_69": {
        "minizinc": """
include "bin_packing_load.mzn";
array[1..6] of var 1..3: x;
array[1..3] of var 0..21: load;
constraint bin_packing_load(load, x, [5, 3, 4, 2, 6, 1]);
constraint forall (k in 1..3) (sum (i in 1..6) (x[i] = k) <= 3);
var int: objective = sum (k in 1..3) (load[k] * load[k]);
solve minimize objective;
output ["x = \\(x)\\nload = \\(load)\\nobjective = \\(objective)\\n"];
""",
        "cpsat": CP_SAT.format(
            """acuity = [5, 3, 4, 2, 6, 1]
x = [model.new_int_var(0, 2, f"x{i}") for i in range(6)]
load = [model.new_int_var(0, 21, f"load{k}") for k in range(3)]
square = [model.new_int_var(0, 441, f"square{k}") for k in range(3)]
inside = {}
for i in range(6):
    for k in range(3):
        inside[i, k] = model.new_bool_var(f"inside{i}{k}")
        model.add(x[i] == k).only_enforce_if(inside[i, k])
        model.add(x[i] != k).only_enforce_if(~inside[i, k])
for k in range(3):
    model.add(load[k] == sum(acuity[i] * inside[i, k] for i in range(6)))
    model.add(sum(inside[i, k] for i in range(6)) <= 3)
    model.add_multiplication_equality(square[k], [load[k], load[k]])
model.minimize(sum(square))""",
            """print("x =", [solver.value(v) for v in x])
print("load =", [solver.value(v) for v in load])
print("objective =", solver.objective_value)""",
        ),
        "python-constraint": PYTHON_CONSTRAINT.format(
            """acuity = [5, 3, 4, 2, 6, 1]
problem.addVariables(range(6), range(3))
def load(x, k):
    return sum(acuity[i] for i in range(6) if x[i] == k)
for k in range(3):
    problem.addConstraint(lambda *x, k=k: x.count(k) <= 3, range(6))
def objective(x):
    return sum(load(x, k) ** 2 for k in range(3))
solution = min(problem.getSolutionIter(), key=objective, default=None)""",
            """print("x =", [solution[i] for i in range(6)])
print("load =", [load(solution, k) for k in range(3)])
print("objective =", objective(solution))""",
        ),
        "xcsp3": XCSP3.format(
            "COP",
            '<array id="x" size="[6]"> 0..2 </array>\n<array id="load" size="[3]"> 0..21 </array>',
            """<binPacking> <list> x[] </list> <sizes> 5 3 4 2 6 1 </sizes> <loads> load[] </loads> </binPacking>
<cardinality> <list> x[] </list> <values> 0 1 2 </values> <occurs> 0..3 0..3 0..3 </occurs> </cardinality>""",
            '<objectives> <minimize type="sum"> mul(load[0],load[0]) mul(load[1],load[1]) mul(load[2],load[2]) </minimize> </objectives>',
        ),
    },
    "transshipment_83": {
        "minizinc": """
array[1..2] of int: supply = [5, 4];
array[1..2] of int: demand = [3, 6];
array[1..2, 1..2] of int: cost = [| 2, 3 | 4, 1 |];
array[1..2, 1..2] of var 0..5: f;
constraint forall (i in 1..2) (sum (j in 1..2) (f[i, j]) <= supply[i]);
constraint forall (j in 1..2) (sum (i in 1..2) (f[i, j]) = demand[j]);
var int: objective = sum (i, j in 1..2) (cost[i, j] * f[i, j]);
solve minimize objective;
output ["f = \\(f)\\nobjective = \\(objective)\\n"];
""",
        "cpsat": CP_SAT.format(
            """supply, demand, cost = [5, 4], [3, 6], [[2, 3], [4, 1]]
f = [[model.new_int_var(0, 5, f"f{i}{j}") for j in range(2)] for i in range(2)]
for i in range(2):
    model.add(sum(f[i]) <= supply[i])
for j in range(2):
    model.add(sum(f[i][j] for i in range(2)) == demand[j])
model.minimize(sum(cost[i][j] * f[i][j] for i in range(2) for j in range(2)))""",
            """print("f =", [[solver.value(v) for v in row] for row in f])
print("objective =", solver.objective_value)""",
        ),
        "python-constraint": PYTHON_CONSTRAINT.format(
            """supply, demand, cost = [5, 4], [3, 6], [[2, 3], [4, 1]]
problem.addVariables([(i, j) for i in range(2) for j in range(2)], range(6))
for i in range(2):
    problem.addConstraint(MaxSumConstraint(supply[i]), [(i, j) for j in range(2)])
for j in range(2):
    problem.addConstraint(ExactSumConstraint(demand[j]), [(i, j) for i in range(2)])
def objective(f):
    return sum(cost[i][j] * f[i, j] for i in range(2) for j in range(2))
solution = min(problem.getSolutionIter(), key=objective, default=None)""",
            """print("f =", [[solution[i, j] for j in range(2)] for i in range(2)])
print("objective =", objective(solution))""",
        ),
        "xcsp3": XCSP3.format(
            "COP",
            '<array id="f" size="[2][2]"> 0..5 </array>',
            """<sum> <list> f[0][] </list> <condition> (le,5) </condition> </sum>
<sum> <list> f[1][] </list> <condition> (le,4) </condition> </sum>
<sum> <list> f[][0] </list> <condition> (eq,3) </condition> </sum>
<sum> <list> f[][1] </list> <condition> (eq,6) </condition> </sum>""",
            '<objectives> <minimize type="sum"> <list> f[][] </list> <coeffs> 2 3 4 1 </coeffs> </minimize> </objectives>',
        ),
    },
}
"""Texts of problems by name and by language; those of CPMpy are in the tests."""

LANGUAGES = ("minizinc", "xcsp3", "python-constraint", "cpsat", "cpmpy")


def characters(text: str) -> int:
    """Return the number of characters without comments and docstrings, white space as one."""
    text = re.sub(r'"""[^"]*"""|<!--.*?-->|^[#%][^\n]*', "", text, flags=re.DOTALL | re.MULTILINE)
    return len(re.sub(r"\s+", " ", text).strip())


def outcome(text: str, language: str) -> str:
    """Return what the language's own tool says of a text: its optimum, "sat", or "-" without it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"model{find_language(language).suffix}"
        file.write_text(text, encoding="utf-8")
        if language == "minizinc":
            printed = _printed(["minizinc", "--solver", "gecode", str(file)])
        elif language == "xcsp3":
            import pycsp3.parser

            jar = next(Path(pycsp3.parser.__file__).parents[1].rglob("ACE*.jar"))
            printed = _printed(["java", "-jar", str(jar), str(file)])
        else:
            stream = io.StringIO()
            with contextlib.redirect_stdout(stream):
                exec(text, {"__name__": "__main__"})
            printed = stream.getvalue()
    printed = re.sub(r"\x1b\[\d+m", "", printed)
    bounds = re.findall(r"^(?:objective =|o) (-?\d+)", printed, re.MULTILINE)
    return bounds[-1] if bounds else "sat" if "=" in printed or "SATIS" in printed else printed


def _printed(command: list[str]) -> str:
    if shutil.which(command[0]) is None:
        return "-"
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.stdout or run.stderr


def main() -> None:
    """Print a line for each text."""
    from tests.examples.test_csplib import Csplib

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--languages", default=",".join(LANGUAGES))
    languages = parser.parse_args().languages.split(",")
    print(
        f"{'problem':20} {'language':18} {'ours':>5} {'hand':>5} ratio  optimum, ours and by hand"
    )
    for problem, texts in BY_HAND.items():
        model = getattr(Csplib, f"{problem}_nonet")()
        source = inspect.getsource(getattr(Csplib, f"{problem}_cpmpy")).partition(":\n")[2]
        lines = (
            inspect.cleandoc(source)
            .replace("return m", "")
            .replace("m = cp.Model", "model = cp.Model")
        )
        texts = {**texts, "cpmpy": "import cpmpy as cp\n" + re.sub(r"\bm\b", "model", lines)}
        for language in languages:
            if language not in texts:
                continue
            ours, hand = nonet.export(model, language), texts[language]
            if language == "cpmpy":  # a person solves and prints as well
                hand += ours[ours.index("if not model.solve(") :]
            counts = characters(ours), characters(hand)
            both = outcome(ours, language), outcome(hand, language)
            print(
                f"{problem:20} {language:18} {counts[0]:5} {counts[1]:5} {counts[0] / counts[1]:5.2f}  "
                f"{' '.join(both)}",
                flush=True,
            )


if __name__ == "__main__":
    main()
