"""Problems of CSPLib, typed for CPMpy and for nonet: the same answers, and no longer texts."""

# ruff: noqa: B905 - the texts are as a user types them
import contextlib
import inspect
import io
import re
from itertools import combinations

import pytest

import nonet

cp = pytest.importorskip("cpmpy")


class Csplib:
    """Each pair of methods is a problem: its number, in CPMpy and in nonet; both return a model."""

    @staticmethod
    def fractions_41_cpmpy():
        x = cp.intvar(1, 9, shape=9)
        d = cp.intvar(1, 99, shape=3)
        m = cp.Model(
            cp.AllDifferent(x), [d[i] == 10 * x[3 * i + 1] + x[3 * i + 2] for i in range(3)]
        )
        m += x[0] * d[1] * d[2] + x[3] * d[0] * d[2] + x[6] * d[0] * d[1] == d[0] * d[1] * d[2]
        m += [x[0] < x[3], x[3] < x[6]]
        return m

    @staticmethod
    def fractions_41_nonet():
        m = nonet.ModelBuilder()
        x = m.array("x", 9, range(1, 10))
        d = m.array("d", 3, range(1, 100))
        m.all_different(x)
        m.add(d[i] == 10 * x[3 * i + 1] + x[3 * i + 2] for i in range(3))
        m.add(x[0] * d[1] * d[2] + x[3] * d[0] * d[2] + x[6] * d[0] * d[1] == d[0] * d[1] * d[2])
        m.add(x[0] < x[3], x[3] < x[6])
        return m

    @staticmethod
    def curriculum_30_cpmpy():
        credits, before = [3, 2, 4, 1, 3, 2, 3], [(0, 1), (2, 3), (1, 5)]
        p = cp.intvar(0, 2, shape=7)
        load = cp.intvar(0, 9, shape=3)
        m = cp.Model([p[a] < p[b] for a, b in before])
        m += [load[t] == sum(c * (p[i] == t) for i, c in enumerate(credits)) for t in range(3)]
        m.minimize(cp.max(load))
        return m

    @staticmethod
    def curriculum_30_nonet():
        credits, before = [3, 2, 4, 1, 3, 2, 3], [(0, 1), (2, 3), (1, 5)]
        m = nonet.ModelBuilder()
        p = m.array("p", 7, range(3))
        load = m.array("load", 3, range(10))
        m.add(p[a] < p[b] for a, b in before)
        m.add(load[t] == sum(c * (p[i] == t) for i, c in enumerate(credits)) for t in range(3))
        m.minimize(nonet.max_of(load))
        return m

    @staticmethod
    def hadamard_84_cpmpy():
        n = 5
        a, b = cp.intvar(-1, 1, shape=n), cp.intvar(-1, 1, shape=n)
        m = cp.Model([v != 0 for v in [*a, *b]], cp.sum(a) == 1, cp.sum(b) == 1)
        for s in range(1, n // 2 + 1):
            m += sum(a[i] * a[(i + s) % n] + b[i] * b[(i + s) % n] for i in range(n)) == -2
        return m

    @staticmethod
    def hadamard_84_nonet():
        n = 5
        m = nonet.ModelBuilder()
        a, b = m.array("a", n, [-1, 1]), m.array("b", n, [-1, 1])
        m.add(sum(a) == 1, sum(b) == 1)
        for s in range(1, n // 2 + 1):
            m.add(sum(a[i] * a[(i + s) % n] + b[i] * b[(i + s) % n] for i in range(n)) == -2)
        return m

    @staticmethod
    def codes_36_cpmpy():
        n = cp.boolvar(shape=(4, 5))
        m = cp.Model(cp.sum(n[0]) == 0)
        m += [cp.sum(a != b for a, b in zip(n[i], n[j])) >= 3 for i, j in combinations(range(4), 2)]
        return m

    @staticmethod
    def codes_36_nonet():
        m = nonet.ModelBuilder()
        n = m.boolean("n", (4, 5))
        m.add(sum(n[0]) == 0)
        m.add(sum(a != b for a, b in zip(n[i], n[j])) >= 3 for i, j in combinations(range(4), 2))
        return m

    @staticmethod
    def auction_63_cpmpy():
        bids = [({0, 1}, 8), ({1, 2}, 9), ({2, 3}, 7), ({0}, 5), ({3}, 4), ({1, 3}, 10)]
        x = cp.boolvar(shape=len(bids))
        m = cp.Model(
            [cp.sum(x[i] for i, (g, _) in enumerate(bids) if k in g) <= 1 for k in range(4)]
        )
        m.maximize(sum(v * x[i] for i, (_, v) in enumerate(bids)))
        return m

    @staticmethod
    def auction_63_nonet():
        bids = [({0, 1}, 8), ({1, 2}, 9), ({2, 3}, 7), ({0}, 5), ({3}, 4), ({1, 3}, 10)]
        m = nonet.ModelBuilder()
        x = m.boolean("x", len(bids))
        m.add(sum(x[i] for i, (g, _) in enumerate(bids) if k in g) <= 1 for k in range(4))
        m.maximize(sum(v * x[i] for i, (_, v) in enumerate(bids)))
        return m

    @staticmethod
    def clique_74_cpmpy():
        edges = {(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (3, 4), (0, 3), (4, 5)}
        x = cp.boolvar(shape=6)
        m = cp.Model([~(x[i] & x[j]) for i, j in combinations(range(6), 2) if (i, j) not in edges])
        m.maximize(cp.sum(x))
        return m

    @staticmethod
    def clique_74_nonet():
        edges = {(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (3, 4), (0, 3), (4, 5)}
        m = nonet.ModelBuilder()
        x = m.boolean("x", 6)
        m.add(~(x[i] & x[j]) for i, j in combinations(range(6), 2) if (i, j) not in edges)
        m.maximize(sum(x))
        return m

    @staticmethod
    def degrees_50_cpmpy():
        n = 8
        x = cp.boolvar(shape=(n, n))
        m = cp.Model([x[i, i] == 0 for i in range(n)])
        m += [x[i, j] == x[j, i] for i, j in combinations(range(n), 2)]
        for q in combinations(range(n), 4):
            m += cp.sum(x[i, j] for i, j in combinations(q, 2)) <= 4
        for i in range(n):
            m += [cp.sum(x[i]) > 0, cp.sum(x[i]) % 3 == 0]
        m += cp.sum(x) % 12 == 0
        return m

    @staticmethod
    def degrees_50_nonet():
        n = 8
        m = nonet.ModelBuilder()
        x = m.boolean("x", (n, n))
        m.add(x[i, i] == 0 for i in range(n))
        m.add(x[i, j] == x[j, i] for i, j in combinations(range(n), 2))
        for q in combinations(range(n), 4):
            m.add(sum(x[i, j] for i, j in combinations(q, 2)) <= 4)
        for i in range(n):
            m.add(sum(x[i]) > 0, sum(x[i]) % 3 == 0)
        m.add(sum(x.flat) % 12 == 0)
        return m

    @staticmethod
    def scheduling_61_cpmpy():
        time, need = [3, 2, 4, 2, 3], [2, 1, 2, 2, 1]
        s = cp.intvar(0, 14, shape=5)
        m = cp.Model(cp.Cumulative(s, time, demand=need, capacity=3))
        m += [s[a] + time[a] <= s[b] for a, b in [(0, 2), (1, 3), (3, 4)]]
        m.minimize(cp.max([a + t for a, t in zip(s, time)]))
        return m

    @staticmethod
    def scheduling_61_nonet():
        time, need = [3, 2, 4, 2, 3], [2, 1, 2, 2, 1]
        m = nonet.ModelBuilder()
        s = m.array("s", 5, range(15))
        m.cumulative(s, time, need, 3)
        m.add(s[a] + time[a] <= s[b] for a, b in [(0, 2), (1, 3), (3, 4)])
        m.minimize(nonet.max_of([a + t for a, t in zip(s, time)]))
        return m

    @staticmethod
    def mill_38_cpmpy():
        size, colour, slabs = [4, 3, 3, 2, 5, 1], [0, 1, 1, 2, 0, 2], [0, 5, 7, 9]
        x = cp.intvar(0, 5, shape=6)
        load = cp.intvar(0, 9, shape=6)
        m = cp.Model(
            [load[k] == sum(c * (x[i] == k) for i, c in enumerate(size)) for k in range(6)]
        )
        for k in range(6):
            m += sum(cp.any([x[i] == k for i in range(6) if colour[i] == c]) for c in range(3)) <= 2
        loss = [min(s - v for s in slabs if s >= v) for v in range(10)]
        m.minimize(sum(cp.Element(loss, v) for v in load))
        return m

    @staticmethod
    def mill_38_nonet():
        size, colour, slabs = [4, 3, 3, 2, 5, 1], [0, 1, 1, 2, 0, 2], [0, 5, 7, 9]
        m = nonet.ModelBuilder()
        x = m.array("x", 6, range(6))
        load = m.array("load", 6, range(10))
        m.bin_packing(x, size, load)
        for k in range(6):
            m.add(
                sum(nonet.any_of(x[i] == k for i in range(6) if colour[i] == c) for c in range(3))
                <= 2
            )
        loss = [min(s - v for s in slabs if s >= v) for v in range(10)]
        m.minimize(sum(nonet.element(loss, v) for v in load))
        return m

    @staticmethod
    def permutations_55_cpmpy():
        x = cp.intvar(0, 2, shape=(4, 6))
        m = cp.Model([cp.Count(r, k) == 2 for r in x for k in range(3)])
        m += [cp.sum(a != b for a, b in zip(x[i], x[j])) == 4 for i, j in combinations(range(4), 2)]
        return m

    @staticmethod
    def permutations_55_nonet():
        m = nonet.ModelBuilder()
        x = m.array("x", (4, 6), range(3))
        m.add(nonet.count_of(x[i], k) == 2 for i in range(4) for k in range(3))
        m.add(sum(a != b for a, b in zip(x[i], x[j])) == 4 for i, j in combinations(range(4), 2))
        return m

    @staticmethod
    def vessel_8_cpmpy():
        size = [(4, 2), (2, 3), (2, 1), (2, 2), (4, 1)]
        x, y = cp.intvar(0, 5, shape=5), cp.intvar(0, 3, shape=5)
        m = cp.Model([x[i] + w <= 6 for i, (w, h) in enumerate(size)])
        m += [y[i] + h <= 4 for i, (w, h) in enumerate(size)]
        for i, j in combinations(range(5), 2):
            (w, h), (v, k) = size[i], size[j]
            m += (x[i] + w <= x[j]) | (x[j] + v <= x[i]) | (y[i] + h <= y[j]) | (y[j] + k <= y[i])
        return m

    @staticmethod
    def vessel_8_nonet():
        w, h = [4, 2, 2, 2, 4], [2, 3, 1, 2, 1]
        m = nonet.ModelBuilder()
        x, y = m.array("x", 5, range(6)), m.array("y", 5, range(4))
        m.add(x[i] + w[i] <= 6 for i in range(5))
        m.add(y[i] + h[i] <= 4 for i in range(5))
        m.no_overlap_2d(x, y, w, h)
        return m

    @staticmethod
    def graceful_53_cpmpy():
        adjacent = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (3, 4)]
        x = cp.intvar(0, 6, shape=5)
        m = cp.Model(cp.AllDifferent(x), cp.AllDifferent([abs(x[a] - x[b]) for a, b in adjacent]))
        m += x[0] == 0
        return m

    @staticmethod
    def graceful_53_nonet():
        adjacent = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (3, 4)]
        m = nonet.ModelBuilder()
        x = m.array("x", 5, range(7))
        m.all_different(x)
        m.all_different(abs(x[a] - x[b]) for a, b in adjacent)
        m.add(x[0] == 0)
        return m

    @staticmethod
    def completion_79_cpmpy():
        n = 8
        q = cp.intvar(0, n - 1, shape=n)
        m = cp.Model(cp.AllDifferent(q))
        m += cp.AllDifferent([q[i] + i for i in range(n)])
        m += cp.AllDifferent([q[i] - i for i in range(n)])
        m += [q[0] == 3, q[2] == 6]
        return m

    @staticmethod
    def completion_79_nonet():
        n = 8
        m = nonet.ModelBuilder()
        q = m.array("q", n, range(n))
        m.all_different(q)
        m.all_different(q[i] + i for i in range(n))
        m.all_different(q[i] - i for i in range(n))
        m.add(q[0] == 3, q[2] == 6)
        return m

    @staticmethod
    def party_13_cpmpy():
        crew, room = [3, 2, 4, 2], [6, 4, 8]
        at = cp.intvar(0, 2, shape=(4, 3))
        m = cp.Model([cp.AllDifferent(r) for r in at])
        for t in range(3):
            m += [sum(c * (at[g, t] == k) for g, c in enumerate(crew)) <= room[k] for k in range(3)]
        for a, b in combinations(range(4), 2):
            m += sum(at[a, t] == at[b, t] for t in range(3)) <= 1
        return m

    @staticmethod
    def party_13_nonet():
        crew, room = [3, 2, 4, 2], [6, 4, 8]
        m = nonet.ModelBuilder()
        at = m.array("at", (4, 3), range(3))
        for r in at:
            m.all_different(r)
        for t in range(3):
            m.bin_packing(at[:, t], crew, room, at_most=True)
        for a, b in combinations(range(4), 2):
            m.add(sum(at[a, t] == at[b, t] for t in range(3)) <= 1)
        return m

    @staticmethod
    def battleships_14_cpmpy():
        x = cp.boolvar(shape=(4, 4))
        m = cp.Model([cp.sum(r) == n for r, n in zip(x, [2, 0, 2, 1])])
        m += [cp.sum(x[:, j]) == n for j, n in enumerate([1, 1, 1, 2])]
        for i in range(3):
            for j in range(3):
                m += [~(x[i, j] & x[i + 1, j + 1]), ~(x[i + 1, j] & x[i, j + 1])]
        return m

    @staticmethod
    def battleships_14_nonet():
        m = nonet.ModelBuilder()
        x = m.boolean("x", (4, 4))
        m.add(sum(r) == n for r, n in zip(x, [2, 0, 2, 1]))
        m.add(sum(x[:, j]) == n for j, n in enumerate([1, 1, 1, 2]))
        for i in range(3):
            for j in range(3):
                m.add(~(x[i, j] & x[i + 1, j + 1]), ~(x[i + 1, j] & x[i, j + 1]))
        return m

    @staticmethod
    def drivers_22_cpmpy():
        shifts = [{0, 1}, {1, 2}, {2, 3}, {0, 3}, {0, 1, 2}, {3}, {4}, {2, 4}]
        x = cp.boolvar(shape=8)
        m = cp.Model([cp.sum(x[i] for i, s in enumerate(shifts) if k in s) == 1 for k in range(5)])
        m.minimize(cp.sum(x))
        return m

    @staticmethod
    def drivers_22_nonet():
        shifts = [{0, 1}, {1, 2}, {2, 3}, {0, 3}, {0, 1, 2}, {3}, {4}, {2, 4}]
        m = nonet.ModelBuilder()
        x = m.boolean("x", 8)
        m.add(sum(x[i] for i, s in enumerate(shifts) if k in s) == 1 for k in range(5))
        m.minimize(sum(x))
        return m

    @staticmethod
    def tournament_26_cpmpy():
        n = 4
        home, away = cp.intvar(0, 3, shape=(3, 2)), cp.intvar(0, 3, shape=(3, 2))
        m = cp.Model([cp.AllDifferent([*home[w], *away[w]]) for w in range(3)])
        m += [a < b for a, b in zip(home.flat, away.flat)]
        m += cp.AllDifferent([n * a + b for a, b in zip(home.flat, away.flat)])
        return m

    @staticmethod
    def tournament_26_nonet():
        n = 4
        m = nonet.ModelBuilder()
        home, away = m.array("home", (3, 2), range(4)), m.array("away", (3, 2), range(4))
        for w in range(3):
            m.all_different([*home[w], *away[w]])
        m.add(a < b for a, b in zip(home.flat, away.flat))
        m.all_different(n * a + b for a, b in zip(home.flat, away.flat))
        return m

    @staticmethod
    def killer_57_cpmpy():
        cages = [(3, [(0, 0), (0, 1)]), (5, [(1, 0), (2, 0)]), (7, [(1, 2), (1, 3)])]
        x = cp.intvar(1, 4, shape=(4, 4))
        m = cp.Model([cp.AllDifferent(r) for r in x], [cp.AllDifferent(c) for c in x.T])
        m += [cp.sum(x[p] for p in cells) == total for total, cells in cages]
        return m

    @staticmethod
    def killer_57_nonet():
        cages = [(3, [(0, 0), (0, 1)]), (5, [(1, 0), (2, 0)]), (7, [(1, 2), (1, 3)])]
        m = nonet.ModelBuilder()
        x = m.array("x", (4, 4), range(1, 5))
        for r in [*x, *x.T]:
            m.all_different(r)
        m.add(sum(x[p] for p in cells) == total for total, cells in cages)
        return m

    @staticmethod
    def transshipment_83_cpmpy():
        supply, demand, cost = [5, 4], [3, 6], [[2, 3], [4, 1]]
        f = cp.intvar(0, 5, shape=(2, 2))
        m = cp.Model([cp.sum(f[i]) <= supply[i] for i in range(2)])
        m += [cp.sum(f[:, j]) == demand[j] for j in range(2)]
        m.minimize(cp.sum(cost[i][j] * f[i, j] for i in range(2) for j in range(2)))
        return m

    @staticmethod
    def transshipment_83_nonet():
        supply, demand, cost = [5, 4], [3, 6], [[2, 3], [4, 1]]
        m = nonet.ModelBuilder()
        f = m.array("f", (2, 2), range(6))
        m.add(sum(f[i]) <= supply[i] for i in range(2))
        m.add(sum(f[:, j]) == demand[j] for j in range(2))
        m.minimize(sum(cost[i][j] * f[i, j] for i in range(2) for j in range(2)))
        return m

    @staticmethod
    def nurses_69_cpmpy():
        acuity = [5, 3, 4, 2, 6, 1]
        x, load = cp.intvar(0, 2, shape=6), cp.intvar(0, 21, shape=3)
        m = cp.Model(
            [load[k] == sum(a * (x[i] == k) for i, a in enumerate(acuity)) for k in range(3)]
        )
        m += [cp.Count(x, k) <= 3 for k in range(3)]
        m.minimize(cp.sum(v * v for v in load))
        return m

    @staticmethod
    def nurses_69_nonet():
        acuity = [5, 3, 4, 2, 6, 1]
        m = nonet.ModelBuilder()
        x, load = m.array("x", 6, range(3)), m.array("load", 3, range(22))
        m.bin_packing(x, acuity, load)
        m.add(nonet.count_of(x, k) <= 3 for k in range(3))
        m.minimize(sum(v * v for v in load))
        return m


NAMES = [name.removesuffix("_cpmpy") for name in vars(Csplib) if name.endswith("_cpmpy")]


@pytest.mark.parametrize("name", NAMES)
def test_both_texts_have_the_same_answer(name):
    theirs, ours = (getattr(Csplib, f"{name}_{tool}")() for tool in ("cpmpy", "nonet"))
    outcome = nonet.solve(ours)
    assert outcome.status.value in ("sat", "optimal", "unsat")
    assert theirs.solve() == bool(outcome.solutions)
    if theirs.has_objective():
        assert outcome.optimum.value == theirs.objective_value()


def _characters(name, tool):
    source = inspect.getsource(getattr(Csplib, f"{name}_{tool}"))
    return len(re.sub(r"\s+", " ", source.partition(":\n")[2]))


def test_the_texts_are_together_no_longer_than_those_of_cpmpy():
    total = {tool: sum(_characters(name, tool) for name in NAMES) for tool in ("cpmpy", "nonet")}
    assert total["nonet"] <= total["cpmpy"], total


@pytest.mark.parametrize("name", NAMES)
def test_the_exported_text_has_the_optimum_and_is_hardly_longer(name):
    program = nonet.export(getattr(Csplib, f"{name}_nonet")(), "cpmpy")
    assert "truth_" not in program
    theirs = getattr(Csplib, f"{name}_cpmpy")()
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(program, {"__name__": "__main__"})
    assert theirs.solve()
    if theirs.has_objective():
        assert f"objective = {theirs.objective_value()}\n" in printed.getvalue()
    code = re.sub(r'^""".*?"""\n|^#[^\n]*\n', "", program, flags=re.DOTALL | re.MULTILINE)
    code = re.sub(r"\s+", " ", code)
    ending = code[code.index("if not model.solve(") :]  # a person solves and prints as well
    by_hand = _characters(name, "cpmpy") + len("import cpmpy as cp ") + len(ending)
    assert len(code) <= 1.5 * by_hand
