"""What statements of a model declare, how many assignments they leave, or what is said of a wrong one.

Each line is written as a user writes it; the file has the constraints and the number of assignments.
"""

import warnings
from itertools import product
from pathlib import Path

import numpy as np

import nonet
from nonet.model import Automaton, Model, ModelBuilder
from nonet.model.domain import Domain
from tests.pinned import check_pinned

HERE = Path(__file__).parent

STATEMENTS = """
x + 1 <= y
x < y
x > y - 1
3 >= x
x - y >= 2
2 * x - 3 * y != -z + 1
x == 2
x != y
-x >= -2
x + y + z == 5
sum([x, y, z]) <= 4
x * y == 4
x * y + z >= 7
x // 2 == 1
7 // (x + 1) == y
x % 2 == 1
-x % 3 == 2
abs(x - y) == 2
abs(x - y) * 2 + 1 <= 3
x**2 == y
x**3 <= 8
(x + y) ** 2 != 9
x**0 == 1
2 * (x + y) - (x - z) == 6
x == y + 0 * z
+x == y
x + True == 2
x * 0 == 0
x <= 9
x >= 9
x + y < 0
(x <= 1) & (y >= 2)
(x <= 1) | (y >= 2)
(x <= 1) ^ (y >= 2)
~(x <= 1)
~((x == 1) & (y == 2))
(x <= 1).implies(y >= 2)
(x <= 1).implies([y >= 2, z == 0])
(x <= 1).iff(y >= 2)
(x <= 1) == (y >= 2)
(x <= 1) != (y >= 2)
(x == 1).only_enforce_if(b, y == 2)
(x <= 1) + (y <= 1) + (z <= 1) == 2
2 * (x == 1) - (y == 1) >= 1
(x == 1) * y == 2
b & (x > 2)
b | (x == 0)
b ^ (x == 0)
~b
b.implies(x == 3)
b.iff(x == 3)
b == (x == 3)
b >= 1
[x == 1, y == 2]
True
False
x == 1, y == 2
b
nonet.any_of(x == 1, y == 2, b)
nonet.any_of([x == 1, y == 2])
nonet.any_of([x == 1, z == 1], y == 2)
nonet.any_of()
nonet.all_of(x == 1, y == 2)
nonet.all_of([x == 1])
nonet.exactly_one(x == 1, y == 1, z == 1)
nonet.exactly_one([b, x == 1])
nonet.between(1, x, 2)
nonet.between(y, x, z)
nonet.max_of(x, y, z) == 2
nonet.max_of([x, y]) <= z
nonet.min_of(x, y + 1, 2) >= 2
nonet.max_of([]) == 2
nonet.count_of([x, y, z], 1) == 2
nonet.count_of([x, y, z], [0, 1]) <= 1
nonet.count_of([x, y], z) == 1
nonet.count_of([], 1) == 0
nonet.nvalue_of([x, y, z]) == 2
nonet.arg_max(x, y, z) == 1
nonet.arg_min([x, y]) == 1
nonet.element([3, 1, 2], x) == y
nonet.element([x, y, z], 1) == 2
nonet.element([x, 5], b) == 5
nonet.element([], x) == 1
nonet.if_then_else(x == 1, y, z) == 2
nonet.if_then_else(b, 3, x) == 3
nonet.AllDifferent([x, y, z])
build.all_different([x, y, z])
build.all_different([x, y, z], except_values=0)
build.all_different([x, y, z], except_values=[0, 1])
build.all_different([x, y + 1, 2])
build.all_different([x, x])
build.all_different([])
build.all_different(x)
build.all_different("xyz")
build.all_equal([x, y, z])
build.increasing([x, y, z])
build.increasing([x, y, z], strictly=True)
build.decreasing([x, y, z])
build.decreasing([x, y, z], strictly=True)
build.cardinality([x, y, z], {1: 2, 3: 1})
build.cardinality([x, y, z], {1: 2}, closed=True)
build.cardinality([x, y, z], {1: y})
build.cardinality([x, y, z], {1: range(1, 3)})
build.cardinality([x, y, z], {1: range(0)})
build.lexicographic([x, y], [y, z])
build.lexicographic([x, y], [y, z], strictly=True)
build.lexicographic([x], [y, z])
build.lexicographic_chain([[x, y], [y, z], [3, 1]])
build.lexicographic_chain([[x, y], [y, z]], strictly=True)
build.inverse([x, y], [y, x])
build.inverse([x, y, z], [2, 1, 0])
build.circuit([x, y, z])
build.circuit([(0, 1, b), (1, 0, x == 1), (0, 0, y == 0)])
build.subcircuit([x, y, z])
build.symmetric_all_different([x, y, z])
build.nvalue([x, y, z], 2)
build.nvalue([x, y], z)
build.table([x, y], [(1, 2), (2, 1), (9, 9)])
build.table([x, y], [(1, 2), (2, 1)], negative=True)
build.table([x, y], [(1, None), (None, 3)])
build.table([x, y], [(1, None)], negative=True)
build.table([x, y], lambda a, b: a < b)
build.table([x, y], [(1,)])
build.table([x, y], [])
build.predicate(lambda a, b: a % (b + 1) == 1, [x, y])
build.regular([x, y, z], "1* 2 [3-5]*")
build.regular([x, y, z], "0? 1+ .")
build.regular([x, y], Automaton(0, {1}, {(0, 1): 1, (1, 2): 1}))
build.regular([x, y], "(1")
build.cost_regular([x, y, z], "[0-3]*", {2: 5, 1: 1}, 6)
build.cost_regular([x, y], "1* 2+", {2: 1}, z)
build.element([3, 1, 2], x, y)
build.element([x, y], z, 2, first=1)
build.count([x, y, z], 1, "==", 2)
build.count([x, y, z], [1, 2], ">=", 2)
build.count([x, y], 1, "<", 2)
build.count([x, y], z, "==", 1)
build.among([x, y, z], [1, 2], 1, 2)
build.among([x, y, z], [1, 2], 2, 1)
build.precedence([x, y, z], [1, 2])
build.interval(x, 1, y)
build.interval(x, 1, y, present=b)
build.interval(x, -1)
build.no_overlap([x, y], [2, 1])
build.no_overlap([x, y], [2, 1], present=[b, 1])
build.no_overlap([x, y], [z, 1])
build.no_overlap([build.interval(x, 2), build.interval(y, 1, present=b)])
build.no_overlap([x, y], [2])
build.no_overlap_2d([x, y], [y, z], [2, 1], [1, 1])
build.no_overlap_2d([x, y], [y, z], [2, 1], [1, 1], present=[b, 1])
build.cumulative([x, y, z], [2, 1, 2], [1, 2, 1], 2)
build.cumulative([x, y], [2, 2], [1, 1], 1, present=[1, b])
build.cumulative([build.interval(x, 2), build.interval(y, 2)], [1, 1], 1)
build.cumulative([x, y], [2, 2], [1, -1], 1)
build.reservoir([x, y], [2, -1], 0, 2)
build.reservoir([x, y], [2, -1], 0, 2, present=[1, b])
build.bin_packing([x, y, z], [1, 2, 1], [2, 2, 0, 0])
build.bin_packing([x, y, z], [1, 2, 1], [2, 2, 1], at_most=True)
build.bin_packing([x, y], [1], [1])
build.minimize(x + 2 * y)
build.maximize(x * y - z)
build.minimize(3)
build.maximize(x == 1)
build.minimize(x, "cost")
build.minimize(x), build.then_maximize(y - z)
build.then_minimize(x)
build.minimize(x), build.minimize(y)
build.prefer(x == 1)
build.prefer(x == 1, weight=3), build.prefer(y == 1, 2, "ones")
build.prefer(x == 1, weight=0)
build.search([x, y])
build.search([x, [y, z]], order="smallest", values="max")
build.search([x, y], order="nonsense")
build.search([x, y], values="nonsense")
build.search([])
build.variable("x", range(3))
build.variable("v", [])
build.variable("v", [1, 1, 3])
build.variable("v", ["red", "green"])
build.variable("v", [1.5])
build.variable("v", 5)
build.variable(5, range(3))
build.variable("", range(3))
build.variable("v w", range(3))
build.variables("uv", range(2))
build.variables(["u1", "u2"], range(2))
build.array("q", 2, range(2))
build.array("q", (2, 2), range(2))
build.array("q", 0, range(2))
build.array("q", -1, range(2))
build.array("q", "2", range(2))
build.boolean("v")
build.boolean("v", 2)
build.boolean("v", (1, 2))
build.add(x <= y, label="a label")
build.add(x <= y, y <= z, label="both")
build.add(x <= y, name="no")
build.add(x)
build.add(5)
build.add("x <= y")
build.add(x <= y, label=5)
build.add()
build.add(0 < x < 3)
build.add(x or y)
build.add(not x)
build.add(x == 1 and y == 2)
build.add(x in [1, 2])
build.add(x <= y if x == 1 else y <= x)
build.add_constraint(x == 1)
build.AddAllDifferent([x, y])
build.all_diff([x, y])
build.x
x / 2
2 / x
2**x
x << 1
x**-1
x**y
x % 0
x // 0
x[0]
len(x)
x()
x.value
x.name == "x"
x < "a"
x == "red"
x + None
x + 1.5
x * 0.5
int(x)
bool(x == 1)
{x: 1}
list(x)
build.model()
build.copy().add(x == 1)
other.add(x == 1)
x + v == 1
m[0, 1] == 2
m[0] == 1
m[-1].sum() == 3
m[:, 1] <= 1
m.T[0][1] == 2
m.sum(axis=0) == 1
m.sum(1)[0] == 2
m.max() == 1
m.min(axis=1) >= 1
m.flat[3] == 1
m.all()
m.any(axis=0)
m.reshape(4)[2] == 1
m.reshape(3, 2)
m[5, 5]
m["a"]
m.shape == (2, 2)
m + m == 2
m * [[1, 2], [0, 1]] == 2
m @ [1, 2] == 3
[1, 2] @ a == 3
a == [1, 2]
a != a[::-1]
a + 1 == [2, 3]
1 - a <= 0
abs(a - 1) == 1
-a <= -1
a.count(1) == 1
a.sum() == 3
a[x] == 1
a[[0]] == 1
a[1:] == 2
a[2]
a[None]
a & (a == 1)
~(a == 1)
(a == 1).implies(a[::-1] == 2)
a == [1, 2, 3]
a @ a
a // 2 == 1
a % 2 == 0
a**2 <= 1
a < 1 < 2
np.array([1, 2]) * a == 2
np.sum([x, y]) == 3
np.array([x, y]) + 1 == np.array([2, 3])
np.abs(a - 1) == 1
np.maximum(a, 1) == 2
np.sqrt(a)
np.int64(2) * x == 2
x == np.int8(1)
np.add(a, 1) == 2
np.subtract(1, a) == 0
np.multiply([1, 2], a) == 2
np.floor_divide(a, 2) == 1
np.remainder(5, a + 1) == 0
np.power(a, 2) == 1
np.square(a) == 4
np.negative(a) <= -1
np.positive(a) == 1
np.fabs(a - 2) == 1
np.sign(a - 1) == 1
np.equal(a, 1)
np.not_equal(1, a)
np.less(a, 1)
np.less_equal(2, a)
np.greater(a, [0, 1])
np.greater_equal(a, 2)
np.minimum(1, a) == 0
np.logical_and(a == 1, b)
np.logical_or(a == 1, a == 2)
np.logical_xor(a == 1, b)
np.logical_not(a == 1)
np.bitwise_and(a == 1, a == 1)
np.bitwise_or(a == 1, x == 1)
np.bitwise_xor(a == 1, x == 1)
np.invert(a == 1)
np.divide(a, 2)
np.add.reduce(m) == 1
np.maximum.reduce(m, axis=1) == 1
np.minimum.reduce(m) == 1
np.logical_and.reduce(a == 1)
np.logical_or.reduce(a == 1)
np.add.accumulate(a)
np.multiply.reduce(a)
np.sum(m, axis=1) == 1
np.sum(a) == 3
np.max(a) == 1
np.amin(a) == 1
np.any(a == 1)
np.all(a == 1)
np.sum(a, keepdims=True)
np.dot(a, [1, 2]) == 3
np.dot(m, a) == 1
np.inner([1, 2], a) == 3
np.matmul(m, m)[0, 1] == 1
np.matmul(m, [1, 2, 3])
np.dot(a, 5)
m @ m == 1
m @ [[1, 2]]
np.diff(a) == 1
np.where(a == 1, 2, a) == 2
np.where(a == 1)
np.count_nonzero(a) == 1
np.count_nonzero(a == 1) == 1
np.count_nonzero(m, axis=0) == 1
np.array_equal(a, [1, 2])
np.flip(a) == [1, 2]
np.split(a, 2)[1] == 1
np.concatenate([a, m[0]]) == 1
np.stack([a, a]).shape == (2, 2)
np.trace(m) == 1
np.transpose(m)[0, 1] == 1
np.argmax(a)
np.sort(a)
np.unique(a)
np.mean(a)
m.reshape(-1) == 1
m.reshape(4, -1).shape == (4, 1)
m.reshape((1, 4)).shape == (1, 4)
m.reshape(1, 2, 2)[0, 1, 1] == 1
m.reshape(0, 4)
m.reshape(1, 1, 2, 2)
m.reshape("2")
nonet.Array([x, y])[1] == 1
nonet.Array([x, 1]).sum() == 3
nonet.Array([[x, y], [y, z]])
nonet.Array([]).sum() == 0
colour == "red"
colour != "blue"
"green" == colour
colour == "yellow"
colour == 1
colour < "red"
colour in ["red"]
nonet.count_of([colour, hue], "red") == 1
build.all_different([colour, hue])
build.cardinality([colour, hue], {"red": 1})
build.table([colour, x], [("red", 1), ("blue", 2)])
build.table([colour, x], [("yellow", 1)])
build.regular([colour, hue], "red blue | blue")
build.count([colour, hue], ["red", "blue"], "==", 1)
colour == hue
colour + 1 == 2
nonet.element(["red", "blue"], b) == colour
build.variable("w", ["red", "red"])
build.variable("w", ["red", 1])
build.variable("w", {"red": 1, "blue": 2})
build.model().domains["colour"]
nonet.if_then_else(colour == "red", 1, 2) == x
x == y == z
1 <= x <= 2
build["x"] == 1
build["nonsense"]
build["q"]
build == build
"x" in build
Model({"x": [1]}, [x == 1]).constraints
Model({"x": [1]}, [y == 1])
Model({"x": []}, []).has_empty_domain
Model({"x": [1, 2]}, [x >= 1]).narrow({"x": [2]}).domains
Model({"x": [1, 2]}, []).narrow({"x": [3]})
Model({"x": [1, 2]}, []).narrow({"y": [3]})
Model({"x": [1, 2]}, []).add(x == 1).with_projection(["x"]).projection
Model({"x": [1, 2]}, []).with_projection(["y"])
Model({"x": [1, 2]}, [x >= 2]).violations({"x": 1})
Model({"x": [1, 2]}, [x >= 2]).violations({"x": 3})
Model({"x": [1, 2]}, [x >= 2]).accepts({"x": 2})
Model({"x": [1, 2]}, [x >= 2]).accepts({})
Model({"x": [1, 2]}).x
Model({"x": [1, 2]})["x"]
Model([("x", [1, 2])])
Model({"x": [1, 2]}, x == 1)
Domain.of([3, 1, 2, 9])
Domain.range(1, 5) - Domain.of([2, 3])
Domain.range(1, 5) & Domain.range(4, 9)
Domain.of([1]) | Domain.of([9])
Domain.range(1, 1 << 40)
Domain.range(5, 1)
Domain.range(1, 5).at_most(3).at_least(2)
Domain.of([1, 5, 6]).negated()
list(Domain.of([1, 5, 6, 9]).runs())
Domain.of(["a"])
Domain.of([1, 2]) <= Domain.range(0, 5)
Domain.of([1, 2]) == {1, 2}
5 in Domain.range(0, 5), 6 in Domain.range(0, 5), "a" in Domain.range(0, 5)
hash(Domain.of([1, 2])) == hash(Domain.range(1, 2))
Domain.of([1, 2]).mask
Domain.of([1, 2]).nonsense
""".strip().splitlines()


def setting():
    """A builder with its variables, and another one."""
    build, other = ModelBuilder(), ModelBuilder()
    x, y, z = build.variables("xyz", range(4))
    b = build.boolean("b")
    a = build.array("a", 2, range(3))
    m = build.array("m", (2, 2), range(2))
    v = other.variable("v", range(3))
    colour, hue = build.variables(["colour", "hue"], ["red", "green", "blue"])
    names = {"np": np, "nonet": nonet, "Automaton": Automaton, "Model": Model, "Domain": Domain}
    return names | {
        "build": build, "other": other, "x": x, "y": y, "z": z, "b": b, "a": a, "m": m, "v": v,
        "colour": colour, "hue": hue,
    }  # fmt: skip


def assignments_left(model):
    """How many assignments of the declared variables hold, of those with few variables."""
    scope = tuple(dict.fromkeys(name for c in model.constraints for name in c.scope))
    if len(scope) > 5:
        return "many"
    rows = product(*(model.domains[name] for name in scope))
    cases = (dict(zip(scope, row, strict=True)) for row in rows)
    return sum(all(each.holds(case) for each in model.constraints) for case in cases)


def words_of(value):
    """A value in words, without addresses."""
    text = repr(value)
    return text if " at 0x" not in text else type(value).__name__


def answer(statement):
    names = setting()
    build = names["build"]
    value = eval(statement, names)
    adds = not statement.startswith(("build.", "other.", "Model", "Domain"))
    shown = [] if value is None else [words_of(value)]
    is_added = False
    if adds:
        try:
            build.add(*value) if isinstance(value, tuple) else build.add(value)
            is_added = True
        except Exception as error:
            shown.append(f"to add it: {error}")
    model = build.model()
    if is_added or not adds:
        shown += [repr(each) for each in model.constraints[:4]]
        more = [f"{n} {d!r}" for n, d in model.domains.items() if n not in BEFORE]
        shown += more[:4]
        if model.objective is not None:
            shown.append(str(model.objective))
        shown += map(str, model.search)
        if model.constraints:
            shown.append(f"{assignments_left(model)} left")
    return " | ".join(shown)


BEFORE = set(setting()["build"].model().domains)


def statements():
    for statement in STATEMENTS:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                text = answer(statement)
            except Exception as error:
                text = f"{type(error).__name__}: {error}"
        remarks = "".join(f"  ! {each.message}" for each in caught)
        yield f"{statement}: {text}{remarks}"


def test_what_statements_declare():
    check_pinned(HERE / "statements_shown.txt", statements())
