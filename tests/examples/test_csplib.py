"""Problems of CSPLib, typed for CPMpy and for nonet: the same answers, and no longer texts."""

# ruff: noqa: B905 - the texts are as a user types them
import inspect
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


def test_the_texts_are_hardly_longer_than_those_of_cpmpy():
    total = {tool: sum(_characters(name, tool) for name in NAMES) for tool in ("cpmpy", "nonet")}
    assert total["nonet"] <= total["cpmpy"] * 1.05, total
