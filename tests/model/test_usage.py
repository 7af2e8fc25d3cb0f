"""What people who know other systems write: it is right, or one line says what to write instead.

Each case is a line of a program over ``x, y, z`` (0 to 8), ``q`` (four of 0 to 4), ``s`` (two by two of
0 to 3) and ``c, d`` (red or green), and either what must hold of a solution or words of the error.
"""

import linecache
import sys
import warnings
from itertools import count

import numpy as np
import pytest

import nonet
from nonet.errors import ModelWarning, NonetError
from nonet.model import ModelBuilder
from nonet.model.misuse_errors import EXAMPLES
from tests.cases import as_one_test

_numbers = count()


def names():
    build = ModelBuilder()
    x, y, z = build.variables("xyz", range(9))
    q, s = build.array("q", 4, range(5)), build.array("s", (2, 2), range(4))
    c, d = build.variables("cd", ["red", "green"])
    return {"build": build, "x": x, "y": y, "z": z, "q": q, "s": s, "c": c, "d": d,
            "nonet": nonet, "np": np}  # fmt: skip


def run(line, given):
    """Run a line as one of a file that can be read."""
    name = f"{__file__}.{next(_numbers)}"
    linecache.cache[name] = (len(line), None, [line + "\n"], name)
    exec(compile(line, name, "exec"), given)


ACCEPTED = [
    (
        "build.add(np.logical_and(x == 1, y == 2), np.array([x == 1, y == 2]) != (z == 1))",
        "x == 1 and y == 2 and z != 1",
    ),
    (
        "build.add((x == 1) // 2 == 0, abs(x == 1) + (y == 2) % 2 + (z == 3) ** 2 == 3)",
        "x == 1 and y == 2 and z == 3",
    ),
    ("build.add((x == 1) == (y == 1))", "(x == 1) == (y == 1)"),
    ("build.add((x < y).only_enforce_if(z == 1), z == 1)", "x < y and z == 1"),
    (
        "b = build.variable('b', bool); build.add(b == (x > 3), b & [y < 3, True] & 1)",
        "x > 3 and y < 3",
    ),
    (
        "b = build.boolean('b', 4); build.add(b == (q > 2), b[0] ^ b[1], ~b[2:])",
        "(q[0] > 2) != (q[1] > 2)",
    ),
    ("build.add((q == 1) != (q[1] == 2))", "all((v == 1) != (q[1] == 2) for v in q)"),
    ("build.add(((x == 1) == 0) & ((y == 1) != False), (x < 3) == True)", "x != 1 == y and x < 3"),
    (
        "build.add(sum([(x == 1) == (y == 1), (x == 2) != (y == 2)]) == 2)",
        "(x == 1) == (y == 1) and (x == 2) != (y == 2)",
    ),
    ("build.add((x == 1).implies([y == 1, z == 1]))", "x != 1 or y == z == 1"),
    ("build.add([y == 1, z == 1] & (x == 1), (x == 1).iff((y == 1, z == 1)))", "x == y == z == 1"),
    ("build.add(nonet.any_of([x == 1, y == 1], z == 3))", "x == y == 1 or z == 3"),
    (
        "build.all_different([]); build.all_different([1, 2]); build.add(sum([]) <= 1, True, x == 1)",
        "x == 1",
    ),
    ("build.add(np.abs(q - q[0]) <= 1)", "all(abs(v - q[0]) <= 1 for v in q)"),
    ("build.add((q - q[0] > 0).any())", "any(v > q[0] for v in q)"),
    ("build.add((abs(q - q[0]) <= 1).sum() == 2)", "sum(abs(v - q[0]) <= 1 for v in q) == 2"),
    ("build.add(~(q - q[0] > 0), q[1] == 2)", "max(q) == q[0] and q[1] == 2"),
    ("build.add((q - q[0] > 1).implies(q == 3), q[1] == 2)", "q[0] > 0 and q[1] == 2"),
    ("build.add(nonet.Array([3, x, 4]) <= [3, 2, 5])", "x <= 2"),
    ("build.add(nonet.any_of(nonet.Array([3, x]) == 4))", "x == 4"),
    ("build.add(nonet.all_of([True, x == 1]), nonet.any_of(False, y == 1))", "x == y == 1"),
    ("build.add(nonet.any_of(False, x == 1), nonet.any_of(True, y == 1))", "x == 1"),
    ("build.add([True, x == 1], (q == 1, [s == 2]))", "x == 1 == q[0] and s[1] == [2, 2]"),
    ("build.add(np.minimum(nonet.Array([3, x]), 2) == [2, 1])", "x == 1"),
    ("build.add(abs(x - x) == abs(y - y), x == 1)", "x == 1"),
    ("build.add(nonet.if_then_else(True, x, y) == 1)", "x == 1"),
    ("build.add(np.count_nonzero(q == 1) == 2, np.count_nonzero(q) == 3)", "q.count(1) == 2"),
    ("build.add(q[x % 4] == 1, s[::-1] == [[1, 2], [3, 0]])", "s[1][0] == 1 and q[x % 4] == 1"),
    ("build.add(np.flip(q) == [1, 2, 3, 4])", "q == [4, 3, 2, 1]"),
    ("build.add(np.roll(q, 1) == [1, 2, 3, 4])", "q == [2, 3, 4, 1]"),
    ("build.add(np.vstack([q, q]) == 1, np.trace(s) == 1)", "q[3] == 1 == s[0][0] + s[1][1]"),
    ("build.add(np.outer(q, q)[0][1] == 4, np.tile(q, 2) <= 2)", "q[0] == q[1] == 2"),
    ("build.add(np.prod(q) == 4, abs(q).max() <= 2)", "sorted(q) == [1, 1, 2, 2]"),
    ("build.add(sum(sum(r) for r in s) == 11, sum(q, x) == 0)", "sum(map(sum, s)) == 11"),
    ("build.add(np.cumsum(q)[3] == 15, -(x == 1) == 0)", "sum(q) == 15 and x != 1"),
    ("build.add(nonet.if_then_else(x == 1, c, d) == 'red')", "(c if x == 1 else d) == 'red'"),
    ("build.table([x, y], {(1, 2)})", "(x, y) == (1, 2)"),
    ("build.add(q <= 1)", "max(q) <= 1"),
    ("build.add(q == [1, 2, 3, 4])", "q == [1, 2, 3, 4]"),
    ("build.add(q != [0, 0, 0, 0], q + 1 <= 3)", "min(q) > 0 and max(q) <= 2"),
    ("build.add(q * [1, 2, 3, 4] == 0)", "q == [0, 0, 0, 0]"),
    ("build.add(sum(q * [1, 2, 3, 4]) == 5)", "q[0] + 2 * q[1] + 3 * q[2] + 4 * q[3] == 5"),
    ("build.add(q @ [1, 2, 3, 4] == 7)", "q[0] + 2 * q[1] + 3 * q[2] + 4 * q[3] == 7"),
    ("build.add(np.array([1, 2, 3, 4]) @ q == 7)", "sum(k * v for k, v in enumerate(q, 1)) == 7"),
    ("build.add(np.array([1, 2, 3, 4]) * q == [4, 2, 0, 0])", "q == [4, 1, 0, 0]"),
    ("build.add(np.array([1, 2, 3, 4]) <= q)", "q == [1, 2, 3, 4]"),
    ("build.add(np.int64(3) * x == 6, np.int64(3) <= y)", "x == 2 and y >= 3"),
    ("build.add(np.sum(q) == 3)", "sum(q) == 3"),
    ("build.add(2 * q - q == 1, 5 - q == 4)", "q == [1, 1, 1, 1]"),
    ("build.add(-q <= -4)", "q == [4, 4, 4, 4]"),
    ("build.add(abs(q - 2) == 2, q.count(0) == 1)", "sorted(q) == [0, 4, 4, 4]"),
    ("build.add(q // 2 == 1, q % 2 == 1)", "q == [3, 3, 3, 3]"),
    ("build.add(s == 1)", "s == [[1, 1], [1, 1]]"),
    ("build.add(s[x % 2][y % 2] == 2, s[z % 2].sum() == 1)", "s[x % 2][y % 2] == 2"),
    ("build.add(s[:, x % 2] == [2, 3])", "[row[x % 2] for row in s] == [2, 3]"),
    ("build.add(s + s == [[2, 4], [6, 0]])", "s == [[1, 2], [3, 0]]"),
    ("build.add(s.T == s, s[0, 1] == 3)", "s[0][1] == s[1][0] == 3"),
    ("build.add(s.sum() == 12)", "s == [[3, 3], [3, 3]]"),
    ("build.add(s.sum(axis=0) == [6, 0])", "s == [[3, 0], [3, 0]]"),
    ("build.add(s.sum(axis=1) == [6, 0])", "s == [[3, 3], [0, 0]]"),
    ("build.add((q[:2] == 1) | (q[2:] == 2), ~(q == 1))", "q[2:] == [2, 2] and 1 not in q"),
    ("build.add((q[:2] == 1).implies(q[2:] == 2), q[0] == 1)", "q[2] == 2"),
    ("build.add(nonet.any_of(q == 3))", "3 in q"),
    ("build.add(sum(q == 3) == 2)", "q.count(3) == 2"),
    ("build.add(nonet.Array([x, y]) <= [1, 2])", "x <= 1 and y <= 2"),
    ("build.add([x < y, y < z])", "x < y < z"),
    ("build.add(v < 3 for v in q)", "max(q) < 3"),
    ("build.add((x == 1) & True, (y == 1) | False)", "x == y == 1"),
    ("build.add(True & (x == 1), False | (y == 1))", "x == y == 1"),
    ("build.add((x == 1).implies(False), (x == 2).iff(True))", "x == 2"),
    ("build.add((x == 1) ^ True, (x <= 1) ^ False)", "x == 0"),
    ("build.add((x == 1) & np.bool_(True))", "x == 1"),
    ("build.add(c == 'green', c == d)", "c == d == 'green'"),
    ("build.all_different([c, d])", "c != d"),
    ("build.all_different([x, y], except_values=0)", "x != y or x == 0"),
    ("build.table(q[:2], np.array([[1, 2]]))", "q[:2] == [1, 2]"),
    ("build.add(build['x'] == 4)", "x == 4"),
    ("build.add(x == True)", "x == 1"),
    ("build.add(+x == 1, -x == -1)", "x == 1"),
    ("build.add(q == x)", "q == [x, x, x, x]"),
    ("build.add(q[-1] == 2, s[1][0] == 3)", "q[3] == 2 and s[1][0] == 3"),
    ("build.add((x == 1) == y)", "y == (x == 1)"),
    ("build.add((x == 1) * 3 <= y)", "x != 1 or y >= 3"),
    ("build.add((x < 3) + (y < 3) + (z < 3) == 2)", "(x < 3) + (y < 3) + (z < 3) == 2"),
    ("build.maximize(sum(q))", "q == [4, 4, 4, 4]"),
    ("build.minimize(x); build.then_maximize(y)", "x == 0 and y == 8"),
    ("build.minimize(abs(x - 3)); build.add(x != 3)", "x in (2, 4)"),
    ("build.prefer(x == 3); build.prefer(x == 4, weight=2)", "x == 4"),
    ("build.variable('w', {1, 2})", "True"),
    ("build.variable('w', np.arange(3))", "True"),
    ("build.array('w', [2, 2], range(3))", "True"),
    ("build.search(x); build.search([y, z], order='smallest')", "True"),
    ("build.add(nonet.all_of([x == 1, y == 1]))", "x == y == 1"),
    ("build.add([])", "True"),
    ("build.regular(q, '1 2? 3*')", "q[0] == 1 and q[3] == 3"),
    ("build.regular([c, d], 'red green')", "[c, d] == ['red', 'green']"),
    ("build.inverse(q, q)", "all(q[q[i]] == i for i in range(4))"),
    ("build.lexicographic_chain(s)", "s[0] <= s[1]"),
    ("build.add(x ** 2 == 9, x // 2 == 1)", "x == 3"),
    ("build.table([x, c], [(1, 'red'), (None, 'green')])", "x == 1 or c == 'green'"),
    ("build.add(s[0] == [1, 2])", "s[0] == [1, 2]"),
    ("assert nonet.solve(build).status in ('sat', 'optimal')", "True"),
    ("assert nonet.solve(build, 'native', hint={'x': 3}).solution[x] == 3", "True"),
    ("nonet.export(build, 'mzn')", "True"),
    ("build.add(q.max() == 3, np.min(q) == 1)", "max(q) == 3 and min(q) == 1"),
    ("build.add(np.any(q > 3), np.all(q[:2] == 1))", "4 in q and q[:2] == [1, 1]"),
    ("build.add(s.max(axis=1) == [0, 3], s.min(0) == [0, 0])", "s[0] == [0, 0] and max(s[1]) == 3"),
    (
        "build.add((s > 0).all(axis=0)[0], ~(s[1] == 1).any())",
        "s[0][0] * s[1][0] and 1 not in s[1]",
    ),
    (
        "build.add(nonet.max_of(s) == 1, nonet.count_of(s, 1) == 3)",
        "sorted(sum(s, [])) == [0, 1, 1, 1]",
    ),
    ("build.add(np.abs(q - 2) == 2, np.square(q) == [0, 0, 16, 16])", "q == [0, 0, 4, 4]"),
    ("build.add(np.diff(q) == 1, np.cumsum(q) <= 6)", "q == [0, 1, 2, 3]"),
    ("build.add(np.dot([1, 2, 3, 4], q) == 7)", "sum(k * v for k, v in enumerate(q, 1)) == 7"),
    ("build.add(np.vdot(q, [1, 2, 3, 4]) == 40)", "q == [4, 4, 4, 4]"),
    ("build.add(np.prod(q) == 24, np.roll(q, 1) <= 3)", "q[0] * q[1] * q[2] * q[3] == 24"),
    ("build.add(np.maximum(q, 2) == 3, np.minimum(x, y) == 4)", "q == [3] * 4 and min(x, y) == 4"),
    ("build.add(np.not_equal(q, [0, 1, 2, 3]), q <= [1, 1, 2, 3])", "q[0] == 1 and q[1] == 0"),
    ("build.add(np.logical_or(q[:2] == 4, q[2:] == 4))", "4 in (q[0], q[2]) and 4 in (q[1], q[3])"),
    ("build.add(np.logical_not(q == 0), np.sign(q - 2) == -1)", "q == [1, 1, 1, 1]"),
    ("build.add(np.count_nonzero(q) == 1)", "q.count(0) == 3"),
    (
        "build.add(np.where(q == 1, 3, q) == [3, 3, 2, 4])",
        "q[2:] == [2, 4] and set(q[:2]) <= {1, 3}",
    ),
    ("build.add(np.where(q > x, q, 0) == 4)", "q == [4] * 4 and x < 4"),
    ("build.add(np.logical_and.reduce(q == 1), np.maximum.reduce(s) == [2, 3])", "q == [1] * 4"),
    ("build.add([[v < w for v in s[0]] for w in q[:2]])", "max(s[0]) < min(q[:2])"),
    ("build.add(np.array_equal(q, [1, 2, 3, 4]))", "q == [1, 2, 3, 4]"),
    ("build.add(np.concatenate([q, s[0]]) == 1)", "q == [1] * 4 and s[0] == [1, 1]"),
    (
        "build.add(np.flip(q) == [1, 2, 3, 4], np.diag(s) == 2)",
        "q == [4, 3, 2, 1] and s[1][1] == 2",
    ),
    ("build.add(np.transpose(s)[0] == 2, np.trace(s) == 5)", "s == [[2, s[0][1]], [2, 3]]"),
    ("build.add(np.vstack([q, q])[:, 1] == 2)", "q[1] == 2"),
    ("build.add(q.reshape(2, 2).sum(axis=0) == [8, 0])", "q == [4, 0, 4, 0]"),
    ("build.add(s.reshape(4)[3] == 2)", "s[1][1] == 2"),
    ("build.add(s @ [1, 2] == [9, 0], [1, 0] @ s == [3, 3])", "s == [[3, 3], [0, 0]]"),
    ("build.add(np.eye(2, dtype=int) @ s == [[1, 2], [3, 0]])", "s == [[1, 2], [3, 0]]"),
    ("build.add(np.array([2, 5]) <= x, np.array([x, y])[1] == 1)", "x >= 5 and y == 1"),
    ("build.add(q[[3, 0]] == [1, 2])", "q[3] == 1 and q[0] == 2"),
    ("build.add(q[np.array([0, 5, 0, 5]) > 2] == 4)", "q[1] == q[3] == 4"),
    (
        "g = np.array([[0, 2], [3, 0]]); build.add(s[g > 0] == g[g > 0])",
        "s[0][1] == 2 and s[1][0] == 3",
    ),
    ("build.add(nonet.Array(np.array([x, y])) == [1, 2])", "x == 1 and y == 2"),
    ("build.add(build.variable('w', (i * i for i in range(4))) + x == 17)", "x == 8"),
]

REFUSED = [
    ("build.add(x < y).OnlyEnforceIf(z == 1)", "build.add((x < y).only_enforce_if(b))"),
    ("build.add(1 & build.boolean('b'))", "write (x == 1) & b, and for a constant bool(1) & b"),
    ("build.add(q - q[0] > 0)", "0 * q[0] >= 1 is always false"),
    ("build.add(nonet.Array([3, x]) <= 2)", "is always false"),
    ("build.add(nonet.max_of(3, 4) <= 1)", "False is always false: the model"),
    ("build += x < y", "build.add(x < y)"),
    ("build += x + y", "build.minimize(2 * x + y)"),
    ("x.name = 'y'", "keeps its name"),
    ("build.c1 = x <= 3", "build.add(x <= 3, label='c1')"),
    ("build.new_int_var_from_domain([1, 3], 'w')", "[1, 3, 5]"),
    ("build.addVar(lb=0, ub=9)", 'build.variable("x", range(10))'),
    ("build.addVars(3)", 'build.array("q", 5, range(10))'),
    ("build.addConstr(x <= 3)", "build.add(x < y)"),
    ("build.addConstrs(v <= 1 for v in q)", "build.add(x < y)"),
    ("build.addGenConstrIndicator(x, 1, y <= 3)", "implies"),
    ("build.setObjective(x + y)", "build.minimize"),
    ("build.at_least_one(q == 1)", "nonet.any_of"),
    ("build.all_distinct(q)", "build.all_different([x, y, z])"),
    ("build.add(nonet.quicksum(q) == 3)", "sum([x, y])"),
    ("build.add(nonet.lpSum(q) == 3)", "sum([x, y])"),
    ("q.dot([1, 2, 3, 4])", "q @ [1, 2, 3]"),
    ("q.tolist()", "solution[q]"),
    ("q.copy()", "does not change"),
    ("s.trace()", "s.diagonal().sum()"),
    ("s.size", "len(s.flat)"),
    ("s[0, 0] = 3", "build.add(q[0, 0] == 3)"),
    ("nonet.iter_solutions(build)[0]", "limit=None"),
    ("build.add(divmod(x, 2)[1] == 1)", "x % 2"),
    ("build.add((x == 1) <= 0)", "constraints have no order"),
    ("build.add(x == (y if z == 1 else 3))", "nonet.if_then_else(a, x, y)"),
    ("build.add(np.array(q) == 1)", "nonet.Array(q) == 1"),
    ("build.add([x, y] < [1, 2])", "nonet.Array(q)"),
    ("build.add(np.where(x == 1, y, z) == 3)", "nonet.if_then_else(a, x, y)"),
    ("build.add(np.argmax(np.array(q)) == 3)", "neither true nor false"),
    ("build.add(np.mean(q) == 2)", "write (q[0] + q[1] + q[2] + q[3]) // 4"),
    ("build.getSolutions()", "nonet.iter_solutions(build)"),
    ("build.add_max_equality(z, [x, y])", "build.add(z == nonet.max_of(x, y))"),
    ("build.AddAbsEquality(z, x - y)", "build.add(z == abs(x - y))"),
    ("build.add_modulo_equality(z, x, 3)", "build.add(z == x % 3)"),
    ("build.AddAllowedAssignments([x, y], [(1, 2)])", "build.table([x, y], [(1, 2), (3, 4)])"),
    ("build.add_forbidden_assignments([x, y], [(1, 2)])", "negative=True"),
    ("build.add_implication(x == 1, y == 2)", "build.add(b.implies(c))"),
    ("build.forall(v < 3 for v in q)", "build.add(q[i] < 3 for i in range(4))"),
    ("build.add(nonet.exists([x == 3, y == 3]))", "nonet.any_of(x == 1, y == 2)"),
    ("build.add(nonet.abs(x - y) == 3)", "abs(x - y)"),
    ("build.add(x.Not())", "write x == 0"),
    ("build.add(x.between(3, 5))", "nonet.between(3, x, 5)"),
    ("build.add(x == range(3, 5))", "nonet.between(low, x, high)"),
    ("build.add(q.all_different())", "build.all_different([x, y, z])"),
    ("build.add(q.mean() == 1)", "q.sum() == 4 * mean"),
    ("build.add(q.argmax() == 1)", "nonet.arg_max(q)"),
    (
        "class Foreign: pass\nnonet.solve(Foreign())",
        "expected a puzzle, a model or a text",
    ),
    ("nonet.solve(x)", "give the builder that it is added to"),
    ("build.add(np.argmin(q) == 3)", "nonet.arg_min(q)"),
    ("build.add(np.unique(q).size == 3)", "nonet.nvalue_of(q)"),
    ("build.add(np.isin(q, [1, 2]))", "nonet.any_of(q == 1, q == 2)"),
    ("build.add(np.clip(q, 1, 2) == 1)", "nonet.min_of(nonet.max_of(x, 1), 2)"),
    (
        "build.add(np.sum(q, where=[True] * 4) == 1)",
        "np.sum of variables takes an axis, and no 'where'",
    ),
    ("build.add(x * np.array([1, 2]) == 2)", "write the array first, array * x"),
    ("build.add(np.sqrt(q) == 2)", "np.sqrt of variables is not known: there are"),
    ("build.add(np.add.outer(q, q) == 2)", "np.add.outer of variables is not known"),
    ("build.add(q == np.zeros(4))", "write 0"),
    ("build.add(q.reshape(3, 2) == 0)", "there is no shape (3, 2) of 4 entries"),
    ("build.add(q.reshape(2, 2, 1, 1) == 0)", "one to three sizes"),
    ("build.add(s @ [1, 2, 3] == 4)", "a product of 2 by 2 and 3 by 1 entries"),
    ("build.add(q[np.array([True, False])] == 4)", "a mask of 2 truths for an array of 4"),
    ("build.array('w', ['mon', 'tue', 'wed'], range(3))", "for each in names"),
    ("build.add(q + [1, 2])", "an array of 4 + one of 2"),
    ("build.add(s <= [1, 2])", "need as many rows and columns"),
    ("build.add(q == {1, 2})", "no order"),
    ("build.add(sum(s) == 3)", "matrix.sum()"),
    ("build.add(q == 1 and s == 1)", "nonet.any_of(q <= 1)"),
    ("build.add(x=3)", "write build.add(x == 3)"),
    ("build.add('x < y')", "build.add(x < y)"),
    ("build.add(None)", "add what they say themselves"),
    ("build.add(lambda: x < y)", "A function is called"),
    ("build.add(build.all_different([x, y]))", "adds to the model itself"),
    ("build.add(0.5 * x <= 3)", "multiply everything by 2"),
    ("build.add(x <= 3.25)", "multiply everything by 4"),
    ("build.minimize(0.1 * x)", "multiply everything by 10"),
    ("build.minimize((x, y))", "sum([...])"),
    ("build.add(x == None)", "without `return`"),
    ("build.add(x == 'red')", "whose values are names"),
    ("build.add(2 ** x == 4)", "list the powers"),
    ("build.add(x << 1 == 4)", "x * 2"),
    ("divmod(x, 2)", "x // 2"),
    ("round(x)", "x // 2"),
    ("build.count(q, 1)", EXAMPLES["count"]),
    ("build.count(q, 1, 2)", EXAMPLES["count"]),
    ("build.count()", EXAMPLES["count"]),
    ("for v in x: pass", "x is one expression"),
    ("list(x + y)", "x + y is one expression"),
    ("1 in x", "x is one expression"),
    ("x[0]", 'q = build.array("q", 5, range(10))'),
    ("len(x)", "no length"),
    ("x()", "x is not a function"),
    ("q[0] = 1", "build.add(q[0] == 1)"),
    ("q.append(x)", "nonet.Array([*q, x])"),
    ("q.pop()", "q[1:]"),
    ("nonet.ModelBuilder('name')", "build = ModelBuilder()"),
    ("nonet.AllEqual(x, y)", "nonet.model.globals.AllEqual"),
    ("nonet.model.globals.AllEqual(x, y)", "AllEqual([x, y, z])"),
    ("nonet.model.globals.Circuit()", "Circuit(successor)"),
    ("nonet.solve(build, timeout=3)", "time_limit=3"),
    ("nonet.solve(build).solution.x", "solution['x']"),
    ("build.add(c == 1)", "c == 'green'"),
    ("build.add(c != 7)", "c != 'red'"),
    ("build.add(x)", "build.add(x == 1)"),
    ("build.element(x, [1, 2, 3], y)", EXAMPLES["element"]),
    ("build.all_different(x, y, z)", EXAMPLES["all_different"]),
    ("nonet.AllDifferent(x, y, z)", "write AllDifferent([x, y, z])"),
    ("nonet.AllDifferent(*q)", "write AllDifferent([x, y, z])"),
    ("nonet.model.Linear([x, y], '<=', 7)", 'write Linear([x, y], [2, 3], "<=", 7)'),
    ("nonet.model.Count([x, y], 1)", 'write Count([x, y, z], {1}, "==", 2)'),
    ("nonet.model.Table([x, y])", "write Table([x, y], [(1, 2), (3, 4)])"),
    ("nonet.model.globals.Distinct(x, y, z)", "write Distinct([x, y, z])"),
    ("build.increasing(x, y, z)", EXAMPLES["increasing"]),
    ("build.increasing([x, y], strict=True)", EXAMPLES["increasing"]),
    ("build.cumulative([x, y], [2, 3], 1)", EXAMPLES["cumulative"]),
    ("build.among([x, y], [1], 1)", EXAMPLES["among"]),
    ("build.precedence([x, y], 1)", EXAMPLES["precedence"]),
    ("build.variable('w', 0, 9)", EXAMPLES["variable"]),
    ("build.variable('w')", EXAMPLES["variable"]),
    ("build.variable('w', lb=0, ub=9)", EXAMPLES["variable"]),
    ("build.variables(3, range(4))", EXAMPLES["variables"]),
    ("nonet.count_of(q)", EXAMPLES["count_of"]),
    ("nonet.between(1, x)", EXAMPLES["between"]),
    ("nonet.if_then_else(x < 1, 1)", EXAMPLES["if_then_else"]),
    ("x.value()", "write solution[x]"),
    ("x.lb", "build.model().domains"),
    ("q.value()", "write solution["),
    ("build.solve()", "nonet.solve(build)"),
    ("build.alldifferent(q)", EXAMPLES["all_different"]),
    ("build.AllDifferent(q)", EXAMPLES["all_different"]),
    ("build.AddAllDifferent(q)", EXAMPLES["all_different"]),
    ("build.AddCumulative()", EXAMPLES["cumulative"]),
    ("build.add_constraint(x < y)", "build.add(x < y)"),
    ("build.NewIntVar(0, 3, 'x')", EXAMPLES["variable"]),
    ("build.bool_var('b')", 'build.boolean("b")'),
    ("build.Minimize(x)", EXAMPLES["minimize"]),
    ("build.minimise(x)", EXAMPLES["minimize"]),
    ("build.x", "build['x']"),
    ("build.alldiferent(q)", "did you mean all_different"),
    ("build['w']", "there is no variable 'w'"),
    ("{x: 1}", "use its name, x.name"),
    ("{x, y}", "or a list"),
    ("build.all_different({x, y})", "or a list"),
    ("nonet.solve(build, 'ortools')", "did you mean cpsat"),
    ("nonet.solve(build, 'gecode')", "did you mean minizinc:gecode"),
    ("nonet.solve(x < y)", "give the builder"),
    ("nonet.solve(build.model)", "call it, build.model()"),
    ("nonet.solve(build)['x']", "outcome.solution['x']"),
    ("nonet.solve(build).x", "outcome.solution[x]"),
    ("nonet.solve(build).optimum.value", "write build.minimize(cost)"),
    ("nonet.iter_solutions(build).optimum", "write build.minimize(cost)"),
    ("nonet.solve(build).solution(x)", "write solution[x]"),
    ("nonet.solve(build)(x)", "write outcome.solution[x]"),
    ("nonet.solve(build).solution('x')", "write solution['x']"),
    ("nonet.solve(build).value", "outcome.optimum.value for the objective"),
    ("list(nonet.solve(build))", "outcome.solutions"),
    ("build.add(q[x + 1] == 1)", "give the array an entry"),
    ("build.add(nonet.element([7, 8, 9], q[0] - 4) == 7)", "entry for each"),
    ("build.add(nonet.element(range(5), q[0] - 1) == 7)", "array[q[0]] does"),
    ("build.add(nonet.element(range(5), q[0] + 2) == 7)", "array[q[0]] does"),
    ("build.variable('w', (0, 9))", "write range(0, 9 + 1)"),
    ("build.add(c < d)", "names have no order"),
    ("build.add(c + 1 == 2)", "names"),
    ("build.add(c == 'blue')", "it has red, green"),
    ("build.minimize(c)", "names"),
    ("build.no_overlap(x, 3)", "write [x, ...]"),
    ("build.no_overlap([(x, 3), (y, 2)])", EXAMPLES["no_overlap"]),
    ("build.no_overlap([build.interval(x, 3), y])", "not both: build.interval(start, size)"),
    ("build.interval(x)", EXAMPLES["interval"]),
    ("build.interval(x, -1)", "none is negative"),
    ("build.interval(x, 2.5)", "multiply everything by 2"),
    ("build.NewIntervalVar(x, 3, y, 'task')", EXAMPLES["interval"]),
    ("build.AddNoOverlap([x, y])", EXAMPLES["no_overlap"]),
    ("build.reservoir(q, [1, 2], 0, 3)", "give as many of each"),
    ("build.reservoir(q, [1, 1, -1, -1], 3, 0)", "which is not from 3 to 0"),
    ("build.circuit([(0, 1, x)])", "x is a number, not of 0 and 1 alone"),
    ("build.subcircuit([x, 1, y])", "the nodes are 0 to 2"),
    ("build.regular(q, '(1 2')", "expected )"),
    ("build.regular(q, '1-3')", "[1-3]"),
    ("build.regular([c, d], 'red blue')", "no variable has the value 'blue'"),
    ("build.regular(q, 0, [0], {(0, 1): 1})", EXAMPLES["regular"]),
    ("build.cost_regular(q, '1*', [1, 2], x)", "{1: 5}, not [1, 2]"),
    ("build.lex_less(q[:2], q[2:])", EXAMPLES["lexicographic"]),
    ("build.lexicographic(q, q[:2])", "give as many of each"),
    ("build.then_minimize(x)", "the first is build.minimize(...)"),
    ("build.minimize(x); build.maximize(y)", "build.then_maximize(...)"),
    ("build.maximize(max(q))", "nonet.max_of(x, y)"),
    ("build.minimize(x < y)", "not a constraint"),
    ("build.minimize()", EXAMPLES["minimize"]),
    ("build.prefer(x < y, 0)", "prefer the opposite"),
    ("build.prefer([x < y])", "prefer all_of(...)"),
    ("build.search([x], order='smallest_first')", "did you mean smallest"),
    ("build.search([x], values='maximum')", "did you mean max"),
    ("build.search([x + y])", "name those that it is made of"),
    ("nonet.solve(build, hint={'x': 30})", "its domain is"),
    ("nonet.solve(build, hint={x: 3})", "use its name, x.name"),
    ("nonet.solve(build, hint=[3])", "values by name such as {'x': 3}"),
    ("nonet.conflict(build, assumptions=x == 1)", "a list of constraints, or constraints by label"),
    ("nonet.solve(build, limit=0)", "1 or more, not 0"),
    ("nonet.solve(build, time_limit='3')", "a positive number of seconds"),
    ("nonet.solve(build, solver='cpsat')", "write nonet.solve(build"),
    ("nonet.solve(build, 'cp-sat')", "did you mean cpsat"),
    ("nonet.solve(build).status == 'SAT'", "compare with 'optimal' or 'sat'"),
    ("if nonet.solve(build): pass", "compare outcome.status with nonet.Status.SAT"),
    ("[5, 6][x == 1]", "nonet.element([2, 3, 5], x == 1)"),
    ("(x == 1) / 2", "write (x == 1) // 2 to round down"),
    ("nonet.maximize(build, x)", "write build.maximize("),
    ("(x == 1).implies(build.all_different(q))", "adds to the model itself"),
    ("build.add(np.array([x == 1]) == np.array([y == 1]))", "neither true nor false"),
    (
        "nonet.solve(build).solution[nonet.ModelBuilder().variable('x', range(3))]",
        "another builder",
    ),
    (
        "nonet.solve(build).solution[[nonet.ModelBuilder().variable('x', [3]) + 1]]",
        "another builder",
    ),
    (
        "nonet.solve(build).solution[nonet.ModelBuilder().variable('x', [3]) == 3]",
        "another builder",
    ),
    (
        "nonet.solve(build).solution.value_of(nonet.ModelBuilder().variable('x', [3]))",
        "another buil",
    ),
    ("build.add(x == y == z)", "write both halves, build.add("),
    ("build.add(x in [1, 2])", "nonet.any_of(x == 1, x == 2)"),
    ("build.add(not x == 1)", "`not a` ~a"),
    ("build.add(x == 1 or y == 2)", "nonet.any_of(x == 1, x == 2)"),
    ("build.add(any(v == 1 for v in q))", "any() a | b or nonet.any_of("),
    ("build.add(all(v == 1 for v in q))", "all() a & b or nonet.all_of("),
    ("build.add(min(x, y) == 3)", "nonet.min_of(x, y)"),
    ("build.add(sorted(q) == [1, 2])", "build.increasing([x, y, z])"),
    ("build.add(len(set(q)) == 4)", "or a list"),
    ("build.add(x.isin([1, 2]))", "write nonet.any_of(x == 1, x == 2)"),
    ("build.add(nonet.max(q) == 3)", "nonet.max_of(x, y)"),
    ("build.add(nonet.sum(q) == 3)", "write sum([x, y])"),
    ("build.add(x if y else z)", "compare it, as y == 1 does"),
    ("if x == 1: pass", "a.implies(b)"),
    ("while x < 3: pass", "a.implies(b)"),
    ("build.add(x ^ 2 == 9)", "in brackets, (x == 1) & (y == 2)"),
    ("build.add(x ** y == 9)", "an exponent is an integer from 1"),
    ("build.add(x / 2 == 1)", "write x // 2"),
    ("build.add(x % y == 1)", "declare it without 0"),
    ("build.add(x.implies(y == 1))", "(x == 1) & (y == 2)"),
    ("build.add((x == 1) >> (y == 1))", "a.implies(b)"),
    ("build.add((x == 1).implies(y))", "build.add(y == 1)"),
    ("build.add(x == {1, 2})", "neither a variable nor an integer: {1, 2}"),
    ("build.add(q == s)", "need as many places"),
    ("build.add(s[0, 2] == 2)", "places 0 to 1, not 2"),
    ("build.add(q(0) == 1)", "its entries are q[0]"),
    ("build.variable('x', range(3))", "declared twice"),
    ("build.variable('w', [])", "an empty domain"),
    ("build.variable('w', 9)", "write range(9) for 0 to 8"),
    ("build.variable('w', '0..9')", "write range(0, 10) for integers, or a list of names"),
    ("build.variable('w', [1, 'red'])", "names or integers, not both"),
    ("build.variables('x,w', range(3))", "give a list of names, ['x', 'w']"),
    ("build.array('w', -1, range(3))", "a size is 0 or more"),
    ("build.array('w', (2, 2, 2, 2), range(3))", "(matrices, rows, columns), not (2, 2, 2, 2)"),
    ("build.add(c == 'Red')", "did you mean red"),
    ("build.add(c == x)", "different names (red, green; integers)"),
    ("build.add(c + d == 'red')", "compared by == and != alone"),
    ("build.count(q, 1, '=', 2)", "none of ==, !=, <=, >="),
    ("build.cardinality(q, [1, 2])", "{1: 2}, not [1, 2]"),
    ("build.table([x, y], [(1, 2, 3)])", "has 3 values for 2 variables"),
    ("build.table([x, y], [])", "always false"),
    ("build.table([x, y], [(None, None)])", "leave it out"),
    ("build.inverse(q, [x, y])", "give as many of each"),
    ("build.all_different([x, x])", "listed twice"),
    ("build.all_different(q, x)", "one list, [x, y]"),
    ("build.among(q, [1], 3, 2)", "never true"),
    ("build.add(nonet.between(3, x, 1))", "low comes first"),
    ("build.add(nonet.between(x, 1, 3))", "write nonet.between(1, x, 5)"),
    ("build.add(x == 1, y == 2, 'first')", "label='...'"),
    ("build.add(x - x == 0)", "always true"),
    ("build.model().solve()", "nonet.solve(model)"),
    ("build.model().minimize(x)", "build.minimize(x) before build.model()"),
    ("build.model().all_different(q)", "build = nonet.ModelBuilder()"),
    ("build.push()", "build.model().add(x < y)"),
    ("nonet.solve(build).solution.value(x)", "write solution[x]"),
    ("nonet.Solver()", "nonet.ModelBuilder()"),
    ("nonet.IntVar(0, 9)", EXAMPLES["variable"]),
    ("nonet.export(build, 'latex')", "there are asp"),
    ("s.max(axis=2)", "1 for those of rows"),
    ("build.add((x, y) != (1, 2))", "build.table([x, y]"),
    ("build.add([x, y] == [1, 2])", "build.table([x, y]"),
    ("build.add((x, y) in [(1, 2), (2, 3)])", "build.table([x, y]"),
    ("build.any_of([x == 1, y == 2])", "write build.add(nonet.any_of(x == 1, y == 2))"),
    ("build.all_of([x == 1, y == 2])", "write build.add(x == 1, y == 2)"),
    ("nonet.minimize(build, x)", "write build.minimize("),
    ("nonet.count(build)", "write nonet.count_solutions("),
    ("nonet.repair(build)", "write nonet.setting.repair"),
    ("build.table([x, y], [(1, 20), (30, 1)])", "always false"),
    ("build.variable('w', {'red': 1, 'green': 2})", "or an IntEnum"),
    ("build.element({0: 3, 1: 4}, x, y)", "write list(d.values())"),
    ("build.add({'a': x < y})", "build.add(*d.values())"),
    ("build.add(a=x < y)", "build.add(a=x - y <= -1)"),
    ("x.lb = 3", "build.add(x >= 3)"),
    ("x.max = 3", "x.max is not assigned to"),
    ("build.objective = x", "write build.minimize(x)"),
    ("build.maximize = x", "write build.minimize(x)"),
    ("x.fix(3)", "x has no 'fix': write build.add(x == 3)"),
    ("x.min", "x has no 'min': write build.model().domains"),
    ("s.flatten()", "write s.flat"),
    ("q.prod()", "write math.prod(q)"),
    ("q.contains(3)", "nonet.count_of(q, 3) >= 1"),
    ("build['q']", "q is an array: write it without quotes"),
    ("nonet.solve(build).solution['q']", "q is an array: write it without quotes"),
    ("nonet.solve(build, 5)", "limit=5"),
    ("nonet.solve(build, workers=4)", 'options={"num_workers": 2}'),
    ("nonet.solve(build.minimize(x))", "return nothing: write nonet.solve(build)"),
    ("nonet.all_different(q)", EXAMPLES["all_different"]),
    ("nonet.implies(x == 1, y == 2)", "a.implies(b)"),
    ("nonet.If(x == 1, y, z)", EXAMPLES["if_then_else"]),
    ("nonet.all_solutions(build)", "nonet.iter_solutions(build)"),
    ("nonet.SAT", "nonet.Status.SAT"),
    ("nonet.Model([x == 1])", "not by x == 1"),
    ("build.AddExactlyOne([x == 1, y == 2])", "nonet.exactly_one(x == 1, y == 2)"),
    ("build.at_most_one([x == 1, y == 2])", "(x == 1) + (y == 2) <= 1"),
    ("build.at_least(q, 3, 2)", EXAMPLES["count"]),
    ("build.linear([x, y], [1, 2], '<=', 3)", "build.add(2 * x + y <= 7)"),
    ("build.is_sat()", "nonet.solve(build)"),
    ("build.cumulative(q, 2, 1, 2)", "the duration is a sequence, not 2"),
    ("build.nvalue(2, q)", "the expressions are a sequence, not 2"),
    ("build.minimize(q)", "sum([...])"),
]


@pytest.mark.slow(0.8)
@as_one_test(ACCEPTED)
def test_what_is_right_is_taken_and_means_that(line, meaning):
    given = names()
    run(line, given)
    build = given["build"]
    assert nonet.solve(build.model(), "cpsat").status in (nonet.Status.SAT, nonet.Status.OPTIMAL)
    for solution in nonet.iter_solutions(build, "native", limit=40):
        values = {name: solution[given[name]] for name in "xyzqscd"}
        assert eval(meaning, values)


@as_one_test(REFUSED)
def test_what_is_not_is_refused_in_a_line_that_says_what_to_write(line, message):
    import warnings

    kinds = (NonetError, ModelWarning, AttributeError, KeyError, TypeError, IndexError)
    with warnings.catch_warnings():
        warnings.simplefilter("error", ModelWarning)
        with pytest.raises(kinds) as caught:
            run(line, names())
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@as_one_test([each for each in EXAMPLES if each[0] != "_" and hasattr(ModelBuilder, each)])
def test_an_example_of_a_method_is_one_that_python_takes(name):
    import inspect

    method = inspect.signature(getattr(ModelBuilder, name))
    for call in EXAMPLES[name].split(", or "):
        arguments = eval(call.replace(f"build.{name}", "_given"), {"_given": lambda *a, **k: (a, k)},
                         dict.fromkeys(("x", "y", "z", "w", "forth", "back", "successor",
                                        "automaton", "b", "c"), 1))  # fmt: skip
        method.bind(None, *arguments[0], **arguments[1])


def test_a_solution_with_names_is_copied_and_pickled():
    import copy
    import pickle

    solution = nonet.solve(names()["build"]).solution
    assert pickle.loads(pickle.dumps(solution)) == copy.deepcopy(solution) == solution
    assert pickle.loads(pickle.dumps(solution)).symbols.keys() == {"c", "d"}


def test_one_expression_is_one_for_numpy_and_is_no_sequence():
    from collections.abc import Iterable, Sequence

    x, y = names()["x"], names()["y"]
    assert np.array([x, y], dtype=object).shape == (2,)
    assert not isinstance(x, Iterable | Sequence)


def test_products_and_shapes_do_without_numpy(monkeypatch):
    """The page's Python has none."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    build = nonet.ModelBuilder()
    s, q = build.array("s", (2, 3), range(4)), build.array("q", 3, range(4))
    assert repr((s @ q)[1]) == "s[1,0] * q[0] + s[1,1] * q[1] + s[1,2] * q[2]"
    assert repr([1, 2] @ s) == "[s[0,0] + 2 * s[1,0], s[0,1] + 2 * s[1,1], s[0,2] + 2 * s[1,2]]"
    assert (s.T @ s).shape == (3, 3)
    assert repr(s.reshape(3, -1)[1]) == "[s[0,2], s[1,0]]"
    for shape in ((2, "a"), (4, -1), (0, -1)):
        with pytest.raises(nonet.errors.ModelError):
            s.reshape(*shape)


def test_twenty_lines_of_a_model_are_warned_of_and_the_others_counted():
    """Each line that is always true is; a model made by a program has thousands."""
    lines = "\n".join(f"build.add(x >= -{number})" for number in range(1, 26))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        build = nonet.ModelBuilder()
        exec(
            compile(lines, "a_model.py", "exec"),
            {"build": build, "x": build.variable("x", range(3))},
        )
        build.model()
    texts = [str(each.message) for each in caught if "always true" in str(each.message)]
    assert len(texts) == 21 and texts[19].startswith("x >= -20 ")
    assert texts[20] == "25 constraints are always true in all"
