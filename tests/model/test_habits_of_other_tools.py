"""Habits of other tools: each line means here what it means there, or is refused with advice.

``x`` is an array of three over 0 to 3, ``y`` and ``i`` variables over 0 to 2, ``b`` a Boolean, ``c``
three of them, ``m`` the builder.
"""

import itertools
import linecache
import warnings

import pytest

import nonet

REFUSED = [
    ('m.new_int_var(0, 9, "v")', 'write build.variable("x", range(10))'),
    ('m.NewBoolVar("v")', 'write build.boolean("b"), or build.boolean("b", 5)'),
    ("m.add_all_different(x)", "write build.all_different([x, y, z])"),
    ("m.AddElement(i, x, y)", "write build.element([2, 3, 5], x, y)"),
    ("m.AddCircuit([(0, 1, b)])", "build.circuit([(0, 1, b), (1, 0, c)])"),
    ("m.AddNoOverlap([1])", "write build.no_overlap([x, y], [3, 2])"),
    ("m.AddCumulative([1], [1], 1)", "write build.cumulative([x, y], [3, 2], [1, 1], 2)"),
    ("m.AddExactlyOne(c)", "write build.add(nonet.exactly_one(x == 1, y == 2))"),
    ("m.add_at_most_one(c)", "write build.add((x == 1) + (y == 2) <= 1)"),
    ("m.AddBoolOr([b, c[0]])", "write build.add(nonet.any_of(x == 1, y == 2))"),
    ("m.Add(x[0] > 1).OnlyEnforceIf(b)", "write build.add(x < y)"),
    ("m.Maximize(x[0])", "write build.maximize(2 * x + y)"),
    ("m.add_max_equality(y, x)", "write build.add(z == nonet.max_of(x, y))"),
    ("m.add_abs_equality(y, x[0])", "write build.add(z == abs(x - y))"),
    ("m.add_multiplication_equality(y, [x[0], x[1]])", "write build.add(z == x * y)"),
    ("m.add_allowed_assignments(x, [(1, 2, 3)])", "write build.table([x, y], [(1, 2), (3, 4)])"),
    ("m.add_hint(x[0], 1)", 'write nonet.solve(build, hint={"x": 3})'),
    ("m.Proto()", 'write nonet.export(build, "cpsat")'),
    ("b.Not()", "write b == 0, or ~b"),
    ("m += x[0] > 1", "is written build.add(x < y), and an objective build.minimize"),
    ("m.solveAll()", "write nonet.iter_solutions(build)"),
    ("m.constraints", "write build.model(), which has it"),
    ("m.Circuit(x)", "write build.circuit(successor)"),
    ("m.Table(x, [(1, 2, 3)])", "write build.table([x, y], [(1, 2), (3, 4)])"),
    ("nonet.intvar(0, 9)", 'write build.variable("x", range(10))'),
    ("nonet.from_cpsat(x)", "write nonet.solve(model) of that system's model"),
    ("nonet.boolvar()", 'write build.boolean("b"), or build.boolean("b", 5)'),
    ("nonet.Model(x[0] > 1)", "a model: the domains are a sequence, not x[0] >= 2"),
    ("nonet.any([b, c[0]])", "write nonet.any_of(x == 1, y == 2)"),
    ("nonet.all([b, c[0]])", "write nonet.all_of(x == 1, y == 2)"),
    ("nonet.sum(x)", "write sum([x, y])"),
    ("nonet.max(x)", "write nonet.max_of(x, y)"),
    ("nonet.Element(x, i)", "write nonet.model.Element"),
    (
        "nonet.Cumulative([1], [1], None, [1], 1)",
        "write nonet.model.globals.Cumulative, or the method of a bui",
    ),
    ('m.maximize(sum(x), solver="ortools")', "write build.maximize(2 * x + y)"),
    ("m.satisfy(x[0] > 1)", "write nonet.solve(build).solution"),
    ("m.post(x[0] > 1)", "write build.add(x < y)"),
    ("m.constraint(x[0] > 1)", "write build.add(x < y)"),
    ('m.addVariable("q", [1, 2])', 'write build.variable("x", range(10))'),
    ('m.addConstraint(lambda a, b: a < b, ["x[0]", "x[1]"])', "write build.add(x < y)"),
    ("m.getSolution()", "write nonet.solve(build).solution"),
    ("m.check()", "write nonet.solve(build).solution"),
    ('nonet.Int("q")', 'write build.variable("x", range(10))'),
    ('nonet.Bool("q")', 'write build.boolean("b"), or build.boolean("b", 5)'),
    ("nonet.Distinct(x)", "write nonet.model.globals.Distinct, or the method of a build"),
    ("nonet.And(b, c[0])", "write nonet.all_of(x == 1, y == 2)"),
    ("nonet.Or(b, c[0])", "write nonet.any_of(x == 1, y == 2)"),
    ("nonet.Implies(b, c[0])", "write a.implies(b), a.iff(b), ~a, a ^ b"),
    ("nonet.If(b, 1, 2)", "write nonet.if_then_else(x > 1, y, z)"),
    ("nonet.Not(b)", "write a.implies(b), a.iff(b), ~a, a ^ b"),
    ("nonet.Sum(x)", "write sum([x, y])"),
    ("nonet.minimum(x)", "write nonet.min_of(x, y)"),
    ("nonet.Maximum(x)", "write nonet.max_of(x, y)"),
    ("nonet.Count(x, value=1)", "write nonet.model.Count"),
    ("m.add(0 <= x[0] < 3)", "write both halves, build.add(3 < x, x < 6)"),
    ("m.add(x[0] == 1 and x[1] == 2)", "a & b or nonet.all_of(a, b)"),
    ("m.add(not b)", "b is neither true nor false before it is solved: compare it,"),
    ("m.add(x[0] != x[1] != x[2])", "write both halves"),
    ("m.add(max(x) == 2)", "nonet.max_of(x, y)"),
    ("m.add(x[0] / x[1] == 2)", "write x[0] // x[1] to round down, or say that it comes out e"),
    ('m.add("x[0] > 1")', "not a constraint: 'x[0] > 1'. A constraint is not a text: bu"),
    ("m.add(lambda: x[0] > 1)", "not a constraint: <function <lambda>"),
    ("m.add(False)", "False is always false: the model has no solution"),
    ("m.add(-b)", "not a constraint: -b is a number, not of 0 and 1 alone: comp"),
    ("m.add(b >> (x[0] > 1))", "write b * 2, b // 2, b % 2, and of Booleans b.implies(c)"),
    ("m.add(x[0] & x[1])", "not a constraint: x[0] is a number, not of 0 and 1 alone: co"),
    ("m.add(x[0] | 1)", "not a constraint: x[0] is a number, not of 0 and 1 alone: co"),
    ("m.add(~x[0])", "not a constraint: x[0] is a number, not of 0 and 1 alone: co"),
    ("m.add(x[0] == 1.5)", "neither a variable nor an integer: 1.5: a linear expression"),
    ('m.add(x[0] == "1")', "neither a variable nor an integer: '1': a text is compared w"),
    ("m.add(sorted(x) == x)", "build.increasing([x, y, z])"),
    ("m.add(x[0].max() == 3)", "write build.model().domains[name]"),
    ("m.add(x[3] == 2)", "the array has the places 0 to 2, not 3"),
    ("m.minimize(max(x))", "nonet.max_of(x, y)"),
    ("m.minimize([x[0], x[1]])", "neither a variable nor an integer: [x[0], x[1]]: of several,"),
    ("m.minimize(x[0] > 1)", "minimize takes a number, such as x + 2 * y, not a constraint"),
    ('m.variable(0, 9, "z")', 'write build.variable("x", range(10))'),
    (
        'm.array("z", range(3), range(9))',
        "(matrices, rows, columns), not range(0, 3)",
    ),
    ('m.array("z", 3)', 'write build.array("q", 5, range(10)), or build.array("s", (3'),
    (
        'm.array("z", shape=3, domain=range(3))',
        'write build.array("q", 5, range(10)), or build.array("s", (3',
    ),
    ("m.boolean()", 'write build.boolean("b"), or build.boolean("b", 5)'),
    (
        "m.all_different([x[0]], [x[1]])",
        "a label is a text, not [x[1]]: several variables are one lis",
    ),
    ("m.all_different(x, 3)", "a label is a text, not 3: several variables are one list, [x"),
    ("m.circuit(*x)", "write build.circuit(successor)"),
    ("m.table(x, [1, 2, 3])", "Table: the values of a tuple are a sequence, not 1"),
    ("m.table(x, {(1, 2)})", "Table: tuple (1, 2) has 2 values for 3 variables"),
    (
        'nonet.solve(m, solver="ortools")',
        "write nonet.solve(build, time_limit=3, limit=1, options=",
    ),
    ('nonet.solve(m, "ortools")', "there is no backend 'ortools'; there are auto, native, cling"),
    ('nonet.solve(m, time_limit="10s")', "a time limit is a positive number of seconds, not '10s'"),
    ("nonet.solve(m, timeout=10)", "write nonet.solve(build, time_limit=3, limit=1, options="),
    ("nonet.solve(m).value(x[0])", "write outcome.solution[x], or outcome.optimum.value for the"),
    ("nonet.solve(m)[x[0]]", "of an Outcome write outcome.solution[x[0]], or outcome.solut"),
    ("nonet.solve(m).x", "write outcome.solution[x], or outcome.optimum.value for the"),
    ("nonet.solve(m).solution.x", "write solution['x']"),
    ('nonet.solve(m).solution["nothing"]', "\"there is no variable 'nothing'\""),
    ("bool(nonet.solve(m))", "Outcome has more than two values: compare outcome.status wit"),
    ("m.add(x[0] > 1).only_enforce_if(b)", "build.add((x < y).only_enforce_if(b))"),
    ("m.all_different(x).only_enforce_if(b)", "build.all_different(...) returns no constraint"),
    ("m.add(x[0] > 1).with_name('a')", "words are label="),
    ("m.model()['y']", "model.domains['y'], of a builder build['y']"),
    ("nonet.solve()", "write nonet.solve(build)"),
    ("nonet.verify()", "write nonet.solve(build)"),
    ("nonet.NValues(x)", "write nonet.nvalue_of([x, y, z])"),
    ("nonet.ExactlyOne(c)", "write nonet.exactly_one(x == 1, y == 2)"),
    ("nonet.AtMost(c, 2)", "write nonet.count_of([x, y, z], 1)"),
    ("nonet.solve(m) == True", "compare outcome.status with nonet.Status.SAT"),
    ("nonet.solve(m) != False", "compare outcome.status with nonet.Status.SAT"),
    ("nonet.solve(m) == nonet.Status.SAT", "compare outcome.status with nonet.Status.SAT"),
    ("nonet.solve(m) == 'sat'", "compare outcome.status with nonet.Status.SAT"),
    ("nonet.solve(m).status == True", "compare with 'optimal' or 'sat'"),
    ("nonet.verify(m) == 'unique'", "compare verdict.uniqueness with nonet.Uniqueness.UNIQUE"),
    ("m.boolean('z', range(2))", 'write build.boolean("b")'),
    ("m.boolean('z', [0, 1])", 'write build.boolean("b")'),
    ("m.boolean('z', (0, 1))", 'write build.boolean("b")'),
    ("m.element(y, x, i)", "write build.element([2, 3, 5], x, y)"),
    ("m.element(x, i)", "write build.element([2, 3, 5], x, y)"),
    ("sorted(x)", "for sorted build.increasing([x, y, z])"),
    ("sorted(x, reverse=True)", "for sorted build.increasing([x, y, z])"),
    ("x.sort()", "build.increasing([x, y, z]"),
    ("max(x, key=lambda each: each)", "for the place of one nonet.arg_max(q)"),
    ("min(x, default=0)", "nonet.min_of(x, y)"),
    ("x.argmax()", "write nonet.arg_max(q)"),
    ("assert x[0] == 1", "a.implies(b)"),
    ("x[1:3] = [1, 2]", "build.add(q[1:3] == [1, 2])"),
    ("x[:] = 0", "build.add(q[:] == 0)"),
    ("x[::2] = 0", "build.add(q[::2] == 0)"),
    ("x[y] = 1", "build.add(q[y] == 1)"),
    ("m.cardinality(x, {1: (1, 3)})", "a range such as range(1, 4)"),
    ("m.cardinality(x, {1: {1, 3}})", "a range such as range(1, 4)"),
    ("m.cardinality(x, {1: range(3, 3)})", "never true"),
    ("m.table(x, [(1, '_', 2)])", "'_' is a text, not an integer"),
    ("m.table(x, [('*', '*', '*')])", "leave it out"),
    ("m.predicate(x, lambda *v: True)", "write build.predicate(rule, [x, y])"),
    ("m.predicate(lambda a: a > 1, x)", "of 3 values: too many positional arguments"),
    ("[5, 6][x[0] == 1]", "is written nonet.element([2, 3, 5], x[0] == 1)"),
    ("'ab'[y]", "is written nonet.element([2, 3, 5], y)"),
    ("{0: 5, 1: 6}[y]", "use its name, x.name, or a list"),
    ("nonet.minimize(m, y)", "write build.minimize(2 * x + y)"),
    (
        "m.add(sum(x) == 8, x.max() <= 2); nonet.solve(m).solution[x]",
        "there is no solution (unsat)",
    ),
    ("m.add(sum(x) == 8, x.max() <= 2); nonet.solve(m).solution.line", "compare outcome.status"),
    ("m.add(x[0] > 1, name='a')", "names a parameter of Python's"),
    ("m.add_assumptions([b])", "nonet.conflict(build, assumptions=[b])"),
    ("m.objective_value()", "nonet.solve(build).optimum.value"),
    ('m.addVariables("pq", [1, 2])', "write build.variable("),
    ("nonet.VarArray(size=3, dom=range(3))", "write build.array("),
    ("nonet.Var(0, 1)", "write build.variable("),
    ("nonet.satisfy(x[0] > 1)", "write build.add("),
    ("m.add_implication(b, c[0])", "build.add(b.implies(c))"),
    ("m.add(b is True)", "always false"),
    ("m.add(b -> c)", "invalid syntax"),
]
"""Lines, and the part of the message that says what to write or why not."""

MEANT = [
    ("m.add(abs(x[0] - x[1]) == 1)", "abs(x[0] - x[1]) == 1"),
    ("m.add(x[0] ** 2 == 4)", "x[0] ** 2 == 4"),
    ("m.add(x == 2)", "x[0] == x[1] == x[2] == 2"),
    ("m.add(x < y)", "max(x) < y"),
    ("m.add(True)", "True"),
    ("m.add(1)", "True"),
    ("m.add(b, c)", "b and all(c)"),
    ("m.add(b == True)", "b == 1"),
    ("m.add(b == 1)", "b == 1"),
    ("m.add(b + c[0] == 1)", "b + c[0] == 1"),
    ("m.add(sum(c) == 1)", "sum(c) == 1"),
    ("m.add(b.implies(x[0] > 1))", "not b or x[0] > 1"),
    ("m.add(b ^ c[0])", "b != c[0]"),
    ("m.add(b <= c[0])", "b <= c[0]"),
    ("m.add((x[0] > 1) == b)", "(x[0] > 1) == b"),
    ("m.add((x[0] > 1) == True)", "x[0] > 1"),
    ("m.add((x[0] > 1) * 2 + y == 4)", "(x[0] > 1) * 2 + y == 4"),
    ("m.add(x[y] == 2)", "x[y] == 2"),
    ("m.add(x[0] // 2 == 1)", "x[0] // 2 == 1"),
    ("m.add(x[0] % 2)", "x[0] % 2"),
    ("m.add(x[0] % 2 == 1)", "x[0] % 2 == 1"),
    ("m.add(x.sum() == 3)", "sum(x) == 3"),
    ("m.add(x.max() == 3)", "max(x) == 3"),
    ("m.add(x[-1] == 2)", "x[2] == 2"),
    ("m.add(x[0:2] == [1, 2])", "x[0] == 1 and x[1] == 2"),
    ("m.all_different(x)", "len(set(x)) == 3"),
    ("m.add(~b | c[0])", "not b or c[0]"),
    ("m.cardinality(x, {1: range(1, 3), 2: 1})", "1 <= x.count(1) <= 2 and x.count(2) == 1"),
    ("m.table(x, [(1, '*', 2), (0, 0, 0)])", "x[0] == 1 and x[2] == 2 or x == [0, 0, 0]"),
    ("m.table(x, [(1, None, 2)], negative=True)", "not (x[0] == 1 and x[2] == 2)"),
    ("m.add(nonet.exactly_one(c))", "sum(c) == 1"),
    ("m.add(nonet.nvalue_of(x) == y)", "len(set(x)) == y"),
    ("m.add(nonet.arg_max(x) == y)", "x.index(max(x)) == y"),
    ("m.add([x[0] > 1, b])", "x[0] > 1 and b"),
    ("m.add((x[0] > 1).only_enforce_if(b, c[0]))", "x[0] > 1 or not (b and c[0])"),
]
"""Lines, and what they mean, of numbers in Python's words."""


def _declared():
    m = nonet.ModelBuilder()
    x, y, i = m.array("x", 3, range(4)), m.variable("y", range(3)), m.variable("i", range(3))
    b, c = m.boolean("b"), m.boolean("c", 3)
    return {"m": m, "x": x, "y": y, "i": i, "b": b, "c": c, "nonet": nonet}


def _compiled(line):
    """Return the code of a line of a file, which errors read."""
    name = f"line {len(linecache.cache)} of a user"
    linecache.cache[name] = (len(line), None, [line], name)
    return compile(line, name, "exec")


@pytest.mark.parametrize(("line", "advice"), REFUSED)
def test_a_habit_that_is_none_here_is_refused_with_advice(line, advice):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(Exception) as caught:
            exec(_compiled(line), _declared())
    assert advice in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("line", "meaning"), MEANT)
def test_a_habit_means_what_python_says_of_numbers(line, meaning):
    names = _declared()
    exec(line, names)
    model = names["m"].model()
    code = compile(meaning, "meaning", "eval")
    for *x, y, b, c0, c1, c2 in itertools.product(*[range(4)] * 3, range(3), *[range(2)] * 4):
        values = {"x": x, "y": y, "b": b, "c": [c0, c1, c2]}
        shown = {f"x[{k}]": v for k, v in enumerate(x)} | {"y": y, "i": 0, "b": b}
        shown |= {f"c[{k}]": v for k, v in enumerate(values["c"])}
        assert model.accepts(shown) == bool(eval(code, values)), values


def test_the_table_is_large():
    assert len({line for line, _ in (*REFUSED, *MEANT)}) >= 150
