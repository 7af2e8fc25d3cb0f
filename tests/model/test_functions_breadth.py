"""Constraints of other tools, in a line of ours: judged by Python over all values, by two backends."""

import inspect
import itertools
import re
from pathlib import Path

import pytest

import nonet
from nonet.model import ModelBuilder
from nonet.model.globals import ArcCircuit, Inverse, SubCircuit

VALUES = {"x": range(-1, 3), "y": range(3), "z": range(1, 4), "b": range(2), "c": range(2)}

LINES = {
    "nonet.exactly_one(b, c, x > 1)": "b + c + (x > 1) == 1",
    "nonet.exactly_one([b, x == y, y == z, True]) | (z == 3)": "b == 0 and x != y != z or z == 3",
    "~nonet.exactly_one(b, ~c)": "b != c",
    "nonet.nvalue_of([x, y, z]) + b == 3": "len({x, y, z}) + b == 3",
    "nonet.nvalue_of([x, y + 1, 2, x]) <= y": "len({x, y + 1, 2}) <= y",
    "(nonet.nvalue_of([x, y]) == 1) == b": "(x == y) == b",
    "nonet.count_of([x, y, z], [1, 2]) > nonet.count_of([x, y, z], 0)": (
        "sum(v in (1, 2) for v in (x, y, z)) > sum(v == 0 for v in (x, y, z))"
    ),
    "nonet.count_of([x, y, z], [1, 2]) == y": "sum(v in (1, 2) for v in (x, y, z)) == y",
    "~(nonet.count_of([x, y, z], [1, 2]) <= y)": "sum(v in (1, 2) for v in (x, y, z)) > y",
    "nonet.arg_max(x, y, z) == 1": "[x, y, z].index(max(x, y, z)) == 1",
    "nonet.arg_max([x, y, z]) + nonet.arg_min([x, y, z]) == y": (
        "[x, y, z].index(max(x, y, z)) + [x, y, z].index(min(x, y, z)) == y"
    ),
    "nonet.arg_min([2 * x, y, b]) != c": "[2 * x, y, b].index(min(2 * x, y, b)) != c",
}


def declared():
    build = ModelBuilder()
    return build, {name: build.variable(name, values) for name, values in VALUES.items()}


def solutions(build, backend):
    return {tuple(s[name] for name in VALUES) for s in nonet.iter_solutions(build, backend)}


def accepted(meaning):
    """Return the values for which Python says that a text is true."""
    code = compile(meaning, "meaning", "eval")
    products = itertools.product(*VALUES.values())
    return {each for each in products if eval(code, dict(zip(VALUES, each, strict=True)))}


@pytest.mark.parametrize("backend", ["native", "cpsat"])
@pytest.mark.parametrize("line", LINES)
def test_a_function_means_what_python_says(line, backend):
    build, names = declared()
    build.add(eval(line, {"nonet": nonet, **names}))
    assert solutions(build, backend) == accepted(LINES[line])


@pytest.mark.parametrize("backend", ["native", "cpsat"])
def test_several_values_may_occur_again(backend):
    build, v = declared()
    build.all_different([v["x"], v["y"], v["z"]], except_values=[1, 2])
    assert solutions(build, backend) == accepted(
        "len({x, y, z} - {1, 2}) == sum(v < 1 or v > 2 for v in (x, y, z))"
    )


@pytest.mark.parametrize("backend", ["native", "cpsat"])
def test_places_are_paired_off(backend):
    build = ModelBuilder()
    with_whom = build.array("p", 4, range(4))
    build.symmetric_all_different(with_whom)
    listed = {tuple(s[with_whom]) for s in nonet.iter_solutions(build, backend)}
    places = range(4)
    assert listed == {
        p for p in itertools.permutations(places) if all(p[p[i]] == i for i in places)
    }
    assert [type(each) for each in build.model().constraints] == [Inverse]


def tours_of_arcs(arcs):
    """Return the sets of arcs, by place, that form one tour; a node may be left out by its own arc."""
    nodes = {node for arc in arcs for node in arc}
    sets = set()
    for chosen in itertools.product((0, 1), repeat=len(arcs)):
        used = [arc for arc, is_used in zip(arcs, chosen, strict=True) if is_used]
        after = dict(used)
        if len(used) != len(nodes) or after.keys() != nodes or {*after.values()} != nodes:
            continue
        on_tour = [node for node in nodes if after[node] != node]
        reached = on_tour[:1]
        while reached and after[reached[-1]] not in reached:
            reached.append(after[reached[-1]])
        if len(reached) == len(on_tour):
            sets.add(chosen)
    return sets


ARCS = {
    "all": [(i, j) for i in range(3) for j in range(3)],
    "no loops": [(i, j) for i in range(4) for j in range(4) if i != j],
    "any numbers": [(-1, 5), (5, 7), (7, -1), (5, -1), (7, 5), (7, 7), (5, 5), (-1, -1)],
    "an arc twice": [(0, 1), (0, 1), (1, 0), (1, 1), (0, 0)],
    "a node without an arc from it": [(0, 1), (1, 0), (1, 2)],
    "one node": [(3, 3)],
}


@pytest.mark.parametrize("backend", ["native", "cpsat", "sat"])
@pytest.mark.parametrize("kind", ARCS)
def test_arcs_with_literals_form_one_tour(kind, backend):
    arcs = ARCS[kind]
    build = ModelBuilder()
    used = build.boolean("used", len(arcs))
    build.circuit([(*arc, each) for arc, each in zip(arcs, used, strict=True)])
    listed = {tuple(s[used]) for s in nonet.iter_solutions(build, backend)}
    assert listed == tours_of_arcs(arcs)
    assert len(listed) == len(list(nonet.iter_solutions(build, backend)))  # no helper is free


def test_cpsat_is_given_its_own_circuit_of_arcs():
    from nonet.backends.cpsat.compiled_model import integer_model

    build = ModelBuilder()
    used = build.boolean("used", 6)
    arcs = [(i, j) for i in range(3) for j in range(3) if i != j]
    build.circuit([(*arc, each) for arc, each in zip(arcs, used, strict=True)])
    text = str(integer_model(build.model().structure).proto)
    assert text.count("circuit") == 1 and "table" not in text


def test_cpsat_is_given_its_own_exactly_one():
    from nonet.backends.cpsat.compiled_model import integer_model

    build, v = declared()
    build.add(nonet.exactly_one(v["b"], v["c"], v["x"] > 1))
    compiled = integer_model(build.model().structure)
    kinds = [str(each).split()[0] for each in compiled.proto.constraints]
    assert kinds.count("exactly_one") == 1


def test_a_literal_may_be_any_constraint_and_a_node_be_left_out():
    build = ModelBuilder()
    x, out = build.array("x", 3, range(3)), build.boolean("out")
    build.circuit([(i, j, x[i] == j) for i in range(3) for j in range(3) if i != j]
                  + [(2, 2, out & (x[2] == 2)), (0, 0, False), (1, 1, x[1] == 1)])  # fmt: skip
    listed = {(*s[x], s[out]) for s in nonet.iter_solutions(build, "native")}
    tours = {(1, 2, 0), (2, 0, 1), (2, 1, 0)}
    right = {(*t, o) for t in tours for o in range(2)} | {(1, 0, 2, 1)}
    assert listed == right == {(*s[x], s[out]) for s in nonet.iter_solutions(build, "cpsat")}


def test_an_array_of_three_dimensions_is_indexed_sliced_and_reduced():
    build = ModelBuilder()
    t = build.array("t", (2, 3, 4), range(30))
    names = [[[f"t[{i},{r},{c}]" for c in range(4)] for r in range(3)] for i in range(2)]
    assert t.shape == (2, 3, 4) and len(t) == 2
    assert [v.name for v in t.flat] == [n for m in names for row in m for n in row]
    assert [[[v.name for v in row] for row in m] for m in t] == names
    assert t[1, 2, 3].name == t[1][2][3].name == t[-1, -1, -1].name == "t[1,2,3]"
    assert [v.name for v in t[1, :, 0]] == [names[1][r][0] for r in range(3)]
    assert t[:, 1, :].shape == (2, 4) and t[:, 1:, ::2].shape == (2, 2, 2)
    assert (t + 1)[0, 1, 2].constant == 1 and (t[:, 0, 0] <= 1).shape == (2,)
    i = build.variable("i", range(2))
    for place, v in enumerate(t.flat):
        build.add(v == place)
    build.add(t[i, 2, 3] == 23, t[i, 0, :] == [12, 13, 14, 15], t[i][1] <= 19)
    build.add(t.sum() == 23 * 12, t.max(axis=0)[2, 3] == 23, t.sum(axis=2)[0, 0] == 6)
    build.add(t.min(axis=1) == [[0, 1, 2, 3], [12, 13, 14, 15]])
    for backend in ("native", "cpsat"):
        (solution,) = nonet.iter_solutions(build, backend)
        assert solution[i] == 1
        assert solution[t] == [
            [[12 * i + 4 * r + c for c in range(4)] for r in range(3)] for i in range(2)
        ]


def test_the_json_form_has_the_new_kinds():
    build, v = declared()
    build.add(nonet.nvalue_of([v["x"], v["y"]]) == v["b"])
    build.circuit([(0, 1, v["b"]), (1, 0, v["c"]), (0, 0, ~v["b"]), (1, 1, ~v["c"])])
    build.all_different([v["x"], v["y"]], except_values=(0, 2))
    model = build.model()
    assert nonet.model_from_json(nonet.model_to_json(model)) == model
    assert any(isinstance(each, ArcCircuit) for each in model.constraints)
    assert not any(isinstance(each, SubCircuit) for each in model.constraints)


def _costs(q):
    return sum([4, 1, 3, i][v] for i, v in enumerate(q))


def _are_apart(t):
    sizes = [[1, 2, 1], [2, 1, 2]]
    return any(t[i][k] + sizes[i][k] <= t[1 - i][k] for i in range(2) for k in range(3))


def _one_machine_each(q, b):
    tasks = [(b[i], q[i], q[i] + [2, 1, 2, 1][i]) for i in range(4)]
    return all(
        task[0] != other[0] or task[2] <= other[1] or other[2] <= task[1]
        for task, other in itertools.combinations(tasks, 2)
    )


def _hangs_together(q):
    ones = [i for i, v in enumerate(q) if v == 1]
    return all(b - a == 1 for a, b in itertools.pairwise(ones))


def _in_runs(q):
    runs = [(v, len([*run])) for v, run in itertools.groupby(q)]
    return all({0: True, 1: size % 2 == 0, 2: True, 3: True}[v] for v, size in runs)


MEANINGS = {
    "sort, sortedness": lambda q, p: sorted(q) == p,
    "sliding sum": lambda q: all(2 <= q[i] + q[i + 1] <= 4 for i in range(3)),
    "sequence, sliding among": lambda q: all(
        sum(v in (1, 2) for v in q[i : i + 2]) == 1 for i in range(3)
    ),
    "stretch, pattern, grammar": _in_runs,
    "mdd": lambda q: q[:2] in ([0, 1], [2, 0]),
    "knapsack": lambda q, x: (
        3 * q[0] + 4 * q[1] + 2 * q[2] + 5 * q[3] <= x + 9
        and q[0] + 2 * q[1] + q[2] + 3 * q[3] >= 6
    ),
    "flow in a network": lambda q: q[0] + q[1] == 3 == q[2] + q[3] and q[0] == q[2],
    "assignment with costs, sum of costs": lambda q: _costs(q) <= 5,
    "diffn of more dimensions, geost": _are_apart,
    "cumulatives, several machines": _one_machine_each,
    "alternative tasks": lambda b: sum(b) == 1,
    "bin packing with a capacity": lambda q: all(
        sum(s for s, v in zip([2, 3, 1, 2], q, strict=True) if v == k) <= 3 for k in range(4)
    ),
    "member": lambda q, x: x in q,
    "maximum, minimum, arg_max, arg_min": lambda q, x, y: max(q) == x and q.index(x) == y,
    "at most so many values": lambda q: len(set(q)) <= 2,
    "soft all different": lambda q, x: 4 - len(set(q)) <= x,
    "rows that differ": lambda t: t[0] != t[1],
    "spread, deviation": lambda q: sum((4 * v - sum(q)) ** 2 for v in q) <= 20,
    "value precedence, symmetry of values": lambda q: all(
        v - 1 in q[:i] for i, v in enumerate(q) if v in (1, 2)
    ),
    "Booleans of an integer, channeling": lambda x, b: [k for k in range(4) if b[k]] == [x],
    "a set": lambda b, x: sum(b) == 2 and b[x] == 1,
    "a subset, an order of sets": lambda b, c: b < c and all(map(int.__le__, b, c)),
    "connected cells": _hangs_together,
}
"""What a row of the table of the documentation means, of numbers."""


def _rows():
    path = Path(__file__).parents[2] / "docs" / "modelling.md"
    text = (
        path.read_text(encoding="utf-8").partition("| elsewhere | here |")[2].partition("\n\n")[0]
    )
    rows = [re.match(r"\| (.*?) \| `(.*?)`", line) for line in text.splitlines() if "`" in line]
    return {row[1]: row[2].replace("\\|", "|") for row in rows}


def test_each_row_of_the_documentation_has_a_meaning():
    assert _rows().keys() == MEANINGS.keys()


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("kind", MEANINGS)
def test_what_other_tools_have_is_declared_as_the_documentation_says(kind):
    build, meaning = ModelBuilder(), MEANINGS[kind]
    names = [*inspect.signature(meaning).parameters]
    line = _rows()[kind]
    sizes = {"q": 4, "p": 4, "b": 4, "c": 4, "t": (2, 3)}
    given = {"build": build, "nonet": nonet, "arcs": [(0, 1), (0, 2), (1, 3), (2, 3)]}
    for name in names:
        values = range(2 if name in "bc" else 4)
        size = sizes.get(name)
        given[name] = build.array(name, size, values) if size else build.variable(name, values)
    exec(line, given)
    model, right = build.model(), set()
    for values in itertools.product(*model.domains.values()):
        shapes, remaining = {}, list(values)
        for name in names:
            taken = (
                [remaining.pop(0) for _ in given[name].flat] if name in sizes else remaining.pop(0)
            )
            shapes[name] = [taken[:3], taken[3:]] if name == "t" else taken
        if meaning(**shapes):
            right.add(values)
    listed = [
        tuple(map(s.__getitem__, model.domains)) for s in nonet.iter_solutions(model, "native")
    ]
    assert right == {*listed} and len(listed) == len(right) > 0
