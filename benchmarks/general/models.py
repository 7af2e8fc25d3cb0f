"""Models for nonet, for CP-SAT as in a textbook, and for CPMpy.

Each kind of model is a class with a method for each language.  The task is to find a solution, or
the optimum of a model with an objective.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from benchmarks.general import data
from benchmarks.general.library_models import LIBRARY_MODELS, Library


@dataclass(frozen=True)
class General:
    """A model in three languages; each call of ``nonet``, ``cpsat`` or ``cpmpy`` builds it."""

    def nonet(self, build: Any) -> None:
        """Declare the model to a ``nonet.ModelBuilder``."""
        raise NotImplementedError

    def cpsat(self, model: Any) -> None:
        """Declare the model to a ``cp_model.CpModel``."""
        raise NotImplementedError

    def cpmpy(self, cp: Any) -> Any:
        """Return a ``cpmpy.Model``; ``cp`` is the package."""
        raise NotImplementedError


@dataclass(frozen=True)
class Sums(General):
    """Sums of four of 500 variables."""

    number: int

    def nonet(self, build):
        size, rows = data.sums(self.number)
        x = build.array("x", size, range(21))
        for places, total in rows:
            build.add(sum(x[i] for i in places) == total)

    def cpsat(self, model):
        size, rows = data.sums(self.number)
        x = [model.new_int_var(0, 20, f"x{i}") for i in range(size)]
        for places, total in rows:
            model.add(sum(x[i] for i in places) == total)

    def cpmpy(self, cp):
        size, rows = data.sums(self.number)
        x = cp.intvar(0, 20, shape=size)
        return cp.Model([cp.sum(x[i] for i in places) == total for places, total in rows])


@dataclass(frozen=True)
class Matrix(General):
    """A matrix whose rows and columns have bounded sums."""

    side: int

    def nonet(self, build):
        n = self.side
        m = build.array("m", (n, n), range(10))
        for i in range(n):
            for line in ([m[i, j] for j in range(n)], [m[j, i] for j in range(n)]):
                build.add(sum(line) >= 4 * n)
                build.add(sum(line) <= 5 * n)

    def cpsat(self, model):
        n = self.side
        m = [[model.new_int_var(0, 9, f"m{i}_{j}") for j in range(n)] for i in range(n)]
        for i in range(n):
            for line in (m[i], [m[j][i] for j in range(n)]):
                model.add(sum(line) >= 4 * n)
                model.add(sum(line) <= 5 * n)

    def cpmpy(self, cp):
        n = self.side
        m = cp.intvar(0, 9, shape=(n, n))
        lines = [*m, *m.T]
        return cp.Model(
            [cp.sum(line) >= 4 * n for line in lines], [cp.sum(line) <= 5 * n for line in lines]
        )


@dataclass(frozen=True)
class MagicSquare(General):
    """Rows, columns and diagonals of different numbers with one sum."""

    side: int

    def _lines(self, m):
        n = range(self.side)
        return [
            *([m[i][j] for j in n] for i in n),
            *([m[j][i] for j in n] for i in n),
            [m[i][i] for i in n],
            [m[i][self.side - 1 - i] for i in n],
        ]

    @property
    def _total(self):
        return self.side * (self.side**2 + 1) // 2

    def nonet(self, build):
        n = self.side
        square = build.array("m", (n, n), range(1, n * n + 1))
        m = [[square[i, j] for j in range(n)] for i in range(n)]
        build.all_different([x for row in m for x in row])
        for line in self._lines(m):
            build.add(sum(line) == self._total)

    def cpsat(self, model):
        n = self.side
        m = [[model.new_int_var(1, n * n, f"m{i}_{j}") for j in range(n)] for i in range(n)]
        model.add_all_different([x for row in m for x in row])
        for line in self._lines(m):
            model.add(sum(line) == self._total)

    def cpmpy(self, cp):
        m = cp.intvar(1, self.side**2, shape=(self.side, self.side))
        return cp.Model(
            cp.AllDifferent(m), [cp.sum(line) == self._total for line in self._lines(m)]
        )


@dataclass(frozen=True)
class Nurses(General):
    """Nurses, days and shifts: one shift a day at most, rest after nights, fair shares."""

    nurses: int
    days: int
    shifts: int

    def _post(self, x, add):
        nurses, days, shifts = range(self.nurses), range(self.days), range(self.shifts)
        need = self.nurses // (self.shifts + 1)
        for d in days:
            for s in shifts:
                add(sum(x(n, d, s) for n in nurses) == need)
            for n in nurses:
                add(sum(x(n, d, s) for s in shifts) <= 1)
                if d:
                    add(x(n, d - 1, self.shifts - 1) + x(n, d, 0) <= 1)
        share = need * self.shifts * self.days // self.nurses
        for n in nurses:
            add(sum(x(n, d, s) for d in days for s in shifts) >= share)
            add(sum(x(n, d, s) for d in days for s in shifts) <= share + 1)
            for d in range(self.days - 6):
                add(sum(x(n, d + i, s) for i in range(7) for s in shifts) <= 6)

    def nonet(self, build):
        a = build.array("x", self.nurses * self.days * self.shifts, range(2))
        self._post(lambda n, d, s: a[(n * self.days + d) * self.shifts + s], build.add)

    def cpsat(self, model):
        a = [model.new_bool_var(f"x{i}") for i in range(self.nurses * self.days * self.shifts)]
        self._post(lambda n, d, s: a[(n * self.days + d) * self.shifts + s], model.add)

    def cpmpy(self, cp):
        a, model = cp.boolvar(shape=(self.nurses, self.days, self.shifts)), cp.Model()
        self._post(lambda n, d, s: a[n, d, s], lambda c: model.add(c))
        return model


@dataclass(frozen=True)
class LotSizing(General):
    """Production of goods by period: set-ups and stock cost, at most four set-ups a period."""

    products: int
    periods: int

    def _post(self, make, stock, setup, add):
        demands = data.demands(self.products, self.periods)
        for t in range(self.periods):
            add(sum(setup(p, t) for p in range(self.products)) <= 4)
            for p in range(self.products):
                add(make(p, t) <= 120 * setup(p, t))
                before = stock(p, t - 1) if t else 60
                add(before + make(p, t) - stock(p, t) == demands[p][t])
        cells = [(p, t) for p in range(self.products) for t in range(self.periods)]
        return sum(30 * setup(p, t) + stock(p, t) for p, t in cells)

    def nonet(self, build):
        size = (self.products, self.periods)
        make, stock = build.array("make", size, range(121)), build.array("stock", size, range(501))
        setup = build.array("setup", size, range(2))
        build.minimize(
            self._post(
                lambda p, t: make[p, t],
                lambda p, t: stock[p, t],
                lambda p, t: setup[p, t],
                build.add,
            )
        )

    def cpsat(self, model):
        def grid(name, most):
            return [
                [model.new_int_var(0, most, f"{name}{p}_{t}") for t in range(self.periods)]
                for p in range(self.products)
            ]

        make, stock, setup = grid("m", 120), grid("s", 500), grid("u", 1)
        model.minimize(
            self._post(
                lambda p, t: make[p][t],
                lambda p, t: stock[p][t],
                lambda p, t: setup[p][t],
                model.add,
            )
        )

    def cpmpy(self, cp):
        size = (self.products, self.periods)
        make, stock = cp.intvar(0, 120, shape=size), cp.intvar(0, 500, shape=size)
        setup, model = cp.boolvar(shape=size), cp.Model()
        model.minimize(
            self._post(
                lambda p, t: make[p, t],
                lambda p, t: stock[p, t],
                lambda p, t: setup[p, t],
                lambda c: model.add(c),
            )
        )
        return model


@dataclass(frozen=True)
class TemplateDesign(General):
    """Designs on templates, and the pressings of each template: minimise all pressings."""

    templates: int

    def _post(self, slot, runs, add):
        demands, templates = data.TEMPLATE_DESIGN, range(self.templates)
        for t in templates:
            add(sum(slot(t, d) for d in range(len(demands))) == 9)
            if t:
                add(runs(t - 1) <= runs(t))
        yield from enumerate(demands)

    def nonet(self, build):
        demands = data.TEMPLATE_DESIGN
        slot = build.array("slot", (self.templates, len(demands)), range(10))
        runs = build.array("runs", self.templates, range(1, 1101))
        for d, number in self._post(lambda t, d: slot[t, d], lambda t: runs[t], build.add):
            build.add(sum(slot[t, d] * runs[t] for t in range(self.templates)) >= number)
        build.minimize(sum(runs))

    def cpsat(self, model):
        demands, templates = data.TEMPLATE_DESIGN, range(self.templates)
        slot = [
            [model.new_int_var(0, 9, f"s{t}_{d}") for d in range(len(demands))] for t in templates
        ]
        runs = [model.new_int_var(1, 1100, f"r{t}") for t in templates]
        for d, number in self._post(lambda t, d: slot[t][d], lambda t: runs[t], model.add):
            printed = [model.new_int_var(0, 9900, f"p{t}_{d}") for t in templates]
            for t in templates:
                model.add_multiplication_equality(printed[t], [slot[t][d], runs[t]])
            model.add(sum(printed) >= number)
        model.minimize(sum(runs))

    def cpmpy(self, cp):
        demands, model = data.TEMPLATE_DESIGN, cp.Model()
        slot = cp.intvar(0, 9, shape=(self.templates, len(demands)))
        runs = cp.intvar(1, 1100, shape=self.templates)
        for d, number in self._post(
            lambda t, d: slot[t, d], lambda t: runs[t], lambda c: model.add(c)
        ):
            model.add(cp.sum(slot[t, d] * runs[t] for t in range(self.templates)) >= number)
        model.minimize(cp.sum(runs))
        return model


@dataclass(frozen=True)
class OneAllDifferent(General):
    """A single AllDifferent."""

    variables: int
    values: int

    def nonet(self, build):
        build.all_different(build.array("x", self.variables, range(self.values)))

    def cpsat(self, model):
        top = self.values - 1
        model.add_all_different([model.new_int_var(0, top, f"x{i}") for i in range(self.variables)])

    def cpmpy(self, cp):
        return cp.Model(cp.AllDifferent(cp.intvar(0, self.values - 1, shape=self.variables)))


@dataclass(frozen=True)
class Pairs(General):
    """Graph colouring by a disequality for each edge; pigeons are a complete graph."""

    nodes: int
    colours: int
    share: float

    def nonet(self, build):
        x = build.array("x", self.nodes, range(self.colours))
        for i, j in data.graph(self.nodes, self.share):
            build.add(x[i] != x[j])

    def cpsat(self, model):
        x = [model.new_int_var(0, self.colours - 1, f"x{i}") for i in range(self.nodes)]
        for i, j in data.graph(self.nodes, self.share):
            model.add(x[i] != x[j])

    def cpmpy(self, cp):
        x = cp.intvar(0, self.colours - 1, shape=self.nodes)
        return cp.Model([x[i] != x[j] for i, j in data.graph(self.nodes, self.share)])


@dataclass(frozen=True)
class Queens(General):
    """Queens that do not attack each other."""

    side: int

    def nonet(self, build):
        q = build.array("q", self.side, range(self.side))
        build.all_different(q)
        build.all_different([q[i] + i for i in range(self.side)])
        build.all_different([q[i] - i for i in range(self.side)])

    def cpsat(self, model):
        q = [model.new_int_var(0, self.side - 1, f"q{i}") for i in range(self.side)]
        model.add_all_different(q)
        model.add_all_different([q[i] + i for i in range(self.side)])
        model.add_all_different([q[i] - i for i in range(self.side)])

    def cpmpy(self, cp):
        q = cp.intvar(0, self.side - 1, shape=self.side)
        n = range(self.side)
        return cp.Model(
            cp.AllDifferent(q),
            cp.AllDifferent([q[i] + i for i in n]),
            cp.AllDifferent([q[i] - i for i in n]),
        )


@dataclass(frozen=True)
class Golomb(General):
    """The shortest ruler with all distances of its marks different."""

    marks: int

    def _post(self, m, add):
        add(m[0] == 0)
        for i in range(1, self.marks):
            add(m[i - 1] < m[i])
        return [m[j] - m[i] for i, j in combinations(range(self.marks), 2)]

    def nonet(self, build):
        m = build.array("m", self.marks, range(self.marks**2))
        build.all_different(self._post(m, build.add))
        build.minimize(m[self.marks - 1])

    def cpsat(self, model):
        top = self.marks**2 - 1
        m = [model.new_int_var(0, top, f"m{i}") for i in range(self.marks)]
        distances = []
        for k, distance in enumerate(self._post(m, model.add)):
            distances.append(model.new_int_var(1, top, f"d{k}"))
            model.add(distances[-1] == distance)
        model.add_all_different(distances)
        model.minimize(m[-1])

    def cpmpy(self, cp):
        m, model = cp.intvar(0, self.marks**2 - 1, shape=self.marks), cp.Model()
        model.add(cp.AllDifferent(self._post(m, lambda c: model.add(c))))
        model.minimize(m[-1])
        return model


@dataclass(frozen=True)
class Knapsack(General):
    """The largest profit within several capacities."""

    items: int
    limits: int

    def _post(self, x, add):
        profits, weights, capacities = data.knapsack(self.items, self.limits)
        for row, capacity in zip(weights, capacities, strict=True):
            add(sum(w * x[i] for i, w in enumerate(row)) <= capacity)
        return sum(p * x[i] for i, p in enumerate(profits))

    def nonet(self, build):
        build.maximize(self._post(build.array("x", self.items, range(2)), build.add))

    def cpsat(self, model):
        x = [model.new_bool_var(f"x{i}") for i in range(self.items)]
        model.maximize(self._post(x, model.add))

    def cpmpy(self, cp):
        model, x = cp.Model(), cp.boolvar(shape=self.items)
        model.maximize(self._post(x, lambda c: model.add(c)))
        return model


@dataclass(frozen=True)
class Assignment(General):
    """A different task for each worker at the least cost, by element constraints."""

    size: int

    def nonet(self, build):
        from nonet.model import element

        x = build.array("x", self.size, range(self.size))
        build.all_different(x)
        rows = data.costs(self.size, self.size)
        build.minimize(sum(element(row, x[i]) for i, row in enumerate(rows)))

    def cpsat(self, model):
        x = [model.new_int_var(0, self.size - 1, f"x{i}") for i in range(self.size)]
        model.add_all_different(x)
        paid = [model.new_int_var(0, 99, f"c{i}") for i in range(self.size)]
        for i, row in enumerate(data.costs(self.size, self.size)):
            model.add_element(x[i], row, paid[i])
        model.minimize(sum(paid))

    def cpmpy(self, cp):
        x = cp.intvar(0, self.size - 1, shape=self.size)
        rows = data.costs(self.size, self.size)
        total = cp.sum(cp.cpm_array(row)[x[i]] for i, row in enumerate(rows))
        return cp.Model(cp.AllDifferent(x), minimize=total)


@dataclass(frozen=True)
class JobShop(General):
    """Jobs of ordered tasks on machines for one task at a time: the earliest end."""

    number: int
    machines: int

    def _parts(self):
        jobs = data.jobs(self.number, self.machines)
        horizon = sum(length for job in jobs for _, length in job)
        on = [
            [(j, k) for j, job in enumerate(jobs) for k, task in enumerate(job) if task[0] == m]
            for m in range(self.machines)
        ]
        return jobs, horizon, on

    def _order(self, start, end, jobs, add):
        for j, job in enumerate(jobs):
            for k, (_, length) in enumerate(job):
                after = start(j, k + 1) if k + 1 < len(job) else end
                add(start(j, k) + length <= after)

    def nonet(self, build):
        jobs, horizon, on = self._parts()
        start = build.array("s", (self.number, self.machines), range(horizon + 1))
        end = build.variable("end", range(horizon + 1))
        self._order(lambda j, k: start[j, k], end, jobs, build.add)
        for tasks in on:
            build.no_overlap([start[j, k] for j, k in tasks], [jobs[j][k][1] for j, k in tasks])
        build.minimize(end)

    def cpsat(self, model):
        jobs, horizon, on = self._parts()
        start = [
            [model.new_int_var(0, horizon, f"s{j}_{k}") for k in range(self.machines)]
            for j in range(self.number)
        ]
        end = model.new_int_var(0, horizon, "end")
        self._order(lambda j, k: start[j][k], end, jobs, model.add)
        for tasks in on:
            model.add_no_overlap(
                [
                    model.new_fixed_size_interval_var(start[j][k], jobs[j][k][1], "")
                    for j, k in tasks
                ]
            )
        model.minimize(end)

    def cpmpy(self, cp):
        jobs, horizon, on = self._parts()
        start = cp.intvar(0, horizon, shape=(self.number, self.machines))
        end, model = cp.intvar(0, horizon), cp.Model()
        self._order(lambda j, k: start[j, k], end, jobs, lambda c: model.add(c))
        for tasks in on:
            lengths = [jobs[j][k][1] for j, k in tasks]
            begins = [start[j, k] for j, k in tasks]
            ends = [s + d for s, d in zip(begins, lengths, strict=True)]
            model.add(cp.NoOverlap(begins, lengths, ends))
        model.minimize(end)
        return model


@dataclass(frozen=True)
class OpenShop(General):
    """Four jobs, four machines: no two tasks of a job or a machine at a time."""

    def nonet(self, build):
        times, n = data.OPEN_SHOP, range(4)
        start = build.array("s", (4, 4), range(500))
        end = build.variable("end", range(500))
        for i in n:
            build.no_overlap([start[i, j] for j in n], times[i])
            build.no_overlap([start[j, i] for j in n], [times[j][i] for j in n])
            for j in n:
                build.add(start[i, j] + times[i][j] <= end)
        build.minimize(end)

    def cpsat(self, model):
        times, n = data.OPEN_SHOP, range(4)
        start = [[model.new_int_var(0, 499, f"s{i}{j}") for j in n] for i in n]
        end = model.new_int_var(0, 499, "end")
        task = [
            [model.new_fixed_size_interval_var(start[i][j], times[i][j], "") for j in n] for i in n
        ]
        for i in n:
            model.add_no_overlap(task[i])
            model.add_no_overlap([task[j][i] for j in n])
            for j in n:
                model.add(start[i][j] + times[i][j] <= end)
        model.minimize(end)

    def cpmpy(self, cp):
        times, n = data.OPEN_SHOP, range(4)
        start, end, model = cp.intvar(0, 499, shape=(4, 4)), cp.intvar(0, 499), cp.Model()
        for i in n:
            for cells in ([(i, j) for j in n], [(j, i) for j in n]):
                begins, lengths = [start[c] for c in cells], [times[a][b] for a, b in cells]
                ends = [s + d for s, d in zip(begins, lengths, strict=True)]
                model.add(cp.NoOverlap(begins, lengths, ends))
            for j in n:
                model.add(start[i, j] + times[i][j] <= end)
        model.minimize(end)
        return model


@dataclass(frozen=True)
class Project(General):
    """Tasks with precedences on a shared resource: the earliest end."""

    number: int

    def nonet(self, build):
        lengths, needs, before = data.tasks(self.number)
        horizon = sum(lengths)
        start = build.array("s", self.number, range(horizon))
        end = build.variable("end", range(horizon + 1))
        for i, j in before:
            build.add(start[i] + lengths[i] <= start[j])
        for i in range(self.number):
            build.add(start[i] + lengths[i] <= end)
        build.cumulative(start, lengths, needs, 7)
        build.minimize(end)

    def cpsat(self, model):
        lengths, needs, before = data.tasks(self.number)
        horizon = sum(lengths)
        start = [model.new_int_var(0, horizon - 1, f"s{i}") for i in range(self.number)]
        end = model.new_int_var(0, horizon, "end")
        for i, j in before:
            model.add(start[i] + lengths[i] <= start[j])
        for i in range(self.number):
            model.add(start[i] + lengths[i] <= end)
        intervals = [
            model.new_fixed_size_interval_var(start[i], lengths[i], "") for i in range(self.number)
        ]
        model.add_cumulative(intervals, needs, 7)
        model.minimize(end)

    def cpmpy(self, cp):
        lengths, needs, before = data.tasks(self.number)
        horizon = sum(lengths)
        start, end = cp.intvar(0, horizon - 1, shape=self.number), cp.intvar(0, horizon)
        model = cp.Model([start[i] + lengths[i] <= start[j] for i, j in before])
        model.add([start[i] + lengths[i] <= end for i in range(self.number)])
        ends = [start[i] + lengths[i] for i in range(self.number)]
        model.add(cp.Cumulative(list(start), lengths, ends, needs, 7))
        model.minimize(end)
        return model


@dataclass(frozen=True)
class Tour(General):
    """The shortest tour of all towns."""

    towns: int

    def nonet(self, build):
        from nonet.model import element

        after = build.array("after", self.towns, range(self.towns))
        build.circuit(after)
        rows = data.costs(self.towns, self.towns)
        build.minimize(sum(element(row, after[i]) for i, row in enumerate(rows)))

    def cpsat(self, model):
        rows, arcs = data.costs(self.towns, self.towns), []
        for i in range(self.towns):
            arcs += [(i, j, model.new_bool_var("")) for j in range(self.towns) if i != j]
        model.add_circuit(arcs)
        model.minimize(sum(rows[i][j] * arc for i, j, arc in arcs))

    def cpmpy(self, cp):
        after = cp.intvar(0, self.towns - 1, shape=self.towns)
        rows = data.costs(self.towns, self.towns)
        total = cp.sum(cp.cpm_array(row)[after[i]] for i, row in enumerate(rows))
        return cp.Model(cp.Circuit(after), minimize=total)


@dataclass(frozen=True)
class LinearRows(General):
    """Random linear inequalities."""

    rows: int
    variables: int
    terms: int

    def _post(self, x, add):
        for places, factors, total in data.linear_rows(self.rows, self.variables, self.terms):
            add(sum(c * x[i] for c, i in zip(factors, places, strict=True)) <= total)

    def nonet(self, build):
        self._post(build.array("x", self.variables, range(100)), build.add)

    def cpsat(self, model):
        x = [model.new_int_var(0, 99, f"x{i}") for i in range(self.variables)]
        self._post(x, model.add)

    def cpmpy(self, cp):
        model = cp.Model()
        self._post(cp.intvar(0, 99, shape=self.variables), lambda c: model.add(c))
        return model


@dataclass(frozen=True)
class Tables(General):
    """Random tables of three variables."""

    number: int
    variables: int
    rows: int

    def nonet(self, build):
        x = build.array("x", self.variables, range(10))
        for places, rows in data.tables(self.number, self.variables, self.rows):
            build.table([x[i] for i in places], rows)

    def cpsat(self, model):
        x = [model.new_int_var(0, 9, f"x{i}") for i in range(self.variables)]
        for places, rows in data.tables(self.number, self.variables, self.rows):
            model.add_allowed_assignments([x[i] for i in places], rows)

    def cpmpy(self, cp):
        x = cp.intvar(0, 9, shape=self.variables)
        tables = data.tables(self.number, self.variables, self.rows)
        return cp.Model([cp.Table([x[i] for i in places], rows) for places, rows in tables])


@dataclass(frozen=True)
class Products(General):
    """Equations of products."""

    number: int
    variables: int

    def nonet(self, build):
        x = build.array("x", self.variables, range(1, 61))
        for i, j, k, total in data.products(self.number, self.variables):
            build.add(x[i] * x[j] + x[k] == total)

    def cpsat(self, model):
        x = [model.new_int_var(1, 60, f"x{i}") for i in range(self.variables)]
        for i, j, k, total in data.products(self.number, self.variables):
            product = model.new_int_var(1, 3600, "")
            model.add_multiplication_equality(product, [x[i], x[j]])
            model.add(product + x[k] == total)

    def cpmpy(self, cp):
        x = cp.intvar(1, 60, shape=self.variables)
        rows = data.products(self.number, self.variables)
        return cp.Model([x[i] * x[j] + x[k] == total for i, j, k, total in rows])


@dataclass(frozen=True)
class Warehouses(General):
    """Open warehouses and assign a warehouse to each shop at the least cost."""

    warehouses: int
    shops: int

    def _post(self, serve, opened, add):
        rows = data.costs(self.shops, self.warehouses, 11)
        for s in range(self.shops):
            add(sum(serve[s, w] for w in range(self.warehouses)) == 1)
            for w in range(self.warehouses):
                add(serve[s, w] <= opened[w])
        paid = sum(
            rows[s][w] * serve[s, w] for s in range(self.shops) for w in range(self.warehouses)
        )
        return paid + sum(60 * opened[w] for w in range(self.warehouses))

    def nonet(self, build):
        serve = build.array("serve", (self.shops, self.warehouses), range(2))
        opened = build.array("open", self.warehouses, range(2))
        build.minimize(self._post(serve, opened, build.add))

    def cpsat(self, model):
        cells = [(s, w) for s in range(self.shops) for w in range(self.warehouses)]
        serve = {cell: model.new_bool_var(f"s{cell}") for cell in cells}
        opened = [model.new_bool_var(f"o{w}") for w in range(self.warehouses)]
        model.minimize(self._post(serve, opened, model.add))

    def cpmpy(self, cp):
        serve = cp.boolvar(shape=(self.shops, self.warehouses))
        opened, model = cp.boolvar(shape=self.warehouses), cp.Model()
        model.minimize(self._post(serve, opened, lambda c: model.add(c)))
        return model


@dataclass(frozen=True)
class Either(General):
    """Tasks on one machine by disjunctions "either before or after": the least sum of starts."""

    number: int

    def nonet(self, build):
        lengths, _, before = data.tasks(self.number)
        start = build.array("s", self.number, range(sum(lengths)))
        for i, j in before[::3]:
            build.add(start[i] + lengths[i] <= start[j])
        for i, j in combinations(range(self.number), 2):
            build.add((start[i] + lengths[i] <= start[j]) | (start[j] + lengths[j] <= start[i]))
        build.minimize(sum(start))

    def cpsat(self, model):
        lengths, _, before = data.tasks(self.number)
        start = [model.new_int_var(0, sum(lengths) - 1, f"s{i}") for i in range(self.number)]
        for i, j in before[::3]:
            model.add(start[i] + lengths[i] <= start[j])
        for i, j in combinations(range(self.number), 2):
            first = model.new_bool_var("")
            model.add(start[i] + lengths[i] <= start[j]).only_enforce_if(first)
            model.add(start[j] + lengths[j] <= start[i]).only_enforce_if(~first)
        model.minimize(sum(start))

    def cpmpy(self, cp):
        lengths, _, before = data.tasks(self.number)
        start = cp.intvar(0, sum(lengths) - 1, shape=self.number)
        model = cp.Model([start[i] + lengths[i] <= start[j] for i, j in before[::3]])
        for i, j in combinations(range(self.number), 2):
            model.add((start[i] + lengths[i] <= start[j]) | (start[j] + lengths[j] <= start[i]))
        model.minimize(cp.sum(start))
        return model


@dataclass(frozen=True)
class Cryptarithm(General):
    """SEND + MORE = MONEY."""

    def _post(self, of):
        def number(word):
            return sum(10**i * of[letter] for i, letter in enumerate(reversed(word)))

        return number("SEND") + number("MORE") == number("MONEY"), of["S"] != 0, of["M"] != 0

    def nonet(self, build):
        of = dict(zip("SENDMORY", build.variables("SENDMORY", range(10)), strict=True))
        build.all_different(list(of.values()))
        build.add(*self._post(of))

    def cpsat(self, model):
        of = {letter: model.new_int_var(0, 9, letter) for letter in "SENDMORY"}
        model.add_all_different(list(of.values()))
        for each in self._post(of):
            model.add(each)

    def cpmpy(self, cp):
        of = dict(zip("SENDMORY", cp.intvar(0, 9, shape=8), strict=True))
        return cp.Model(cp.AllDifferent(list(of.values())), *self._post(of))


@dataclass(frozen=True)
class BinPacking(General):
    """Items in the smallest number of bins."""

    items: int
    bins: int

    def _post(self, x, used, add):
        lengths, _, _ = data.tasks(self.items)
        for i in range(self.items):
            add(sum(x[i, b] for b in range(self.bins)) == 1)
        for b in range(self.bins):
            add(sum(lengths[i] * x[i, b] for i in range(self.items)) <= 15 * used[b])
        return sum(used[b] for b in range(self.bins))

    def nonet(self, build):
        x = build.array("x", (self.items, self.bins), range(2))
        build.minimize(self._post(x, build.array("used", self.bins, range(2)), build.add))

    def cpsat(self, model):
        cells = [(i, b) for i in range(self.items) for b in range(self.bins)]
        x = {cell: model.new_bool_var(f"x{cell}") for cell in cells}
        used = [model.new_bool_var(f"u{b}") for b in range(self.bins)]
        model.minimize(self._post(x, used, model.add))

    def cpmpy(self, cp):
        x, used = cp.boolvar(shape=(self.items, self.bins)), cp.boolvar(shape=self.bins)
        model = cp.Model()
        model.minimize(self._post(x, used, lambda c: model.add(c)))
        return model


MODELS: dict[str, General | Library] = {
    "sums of four, 1,000": Sums(1_000),
    "sums of four, 10,000": Sums(10_000),
    "sums of four, 100,000": Sums(100_000),
    "matrix 60": Matrix(60),
    "matrix 100": Matrix(100),
    "magic square 7": MagicSquare(7),
    "magic square 8": MagicSquare(8),
    "nurses 40 x 28 x 3": Nurses(40, 28, 3),
    "lot sizing 10 x 60": LotSizing(10, 60),
    "template design": TemplateDesign(2),
    "61 different of 60": OneAllDifferent(61, 60),
    "open shop 4 x 4": OpenShop(),
    "10 pigeons by pairs": Pairs(10, 9, 1.0),
    "200 different of 200": OneAllDifferent(200, 200),
    "colours, 60 nodes": Pairs(60, 9, 0.4),
    "colours, 500 nodes": Pairs(500, 12, 0.05),
    "queens 20": Queens(20),
    "queens 60": Queens(60),
    "Golomb 8": Golomb(8),
    "knapsack 40 x 5": Knapsack(40, 5),
    "assignment 20": Assignment(20),
    "assignment 40": Assignment(40),
    "job shop 6 x 6": JobShop(6, 6),
    "job shop 10 x 5": JobShop(10, 5),
    "project of 30 tasks": Project(30),
    "tour of 12": Tour(12),
    "tour of 20": Tour(20),
    "inequalities 500": LinearRows(500, 100, 6),
    "inequalities 20,000": LinearRows(20_000, 2_000, 8),
    "tables 60": Tables(60, 40, 150),
    "tables 400": Tables(400, 200, 500),
    "products 60": Products(60, 40),
    "products 300": Products(300, 200),
    "warehouses 15 x 40": Warehouses(15, 40),
    "either before or after, 9": Either(9),
    "SEND + MORE": Cryptarithm(),
    "bins for 24 items": BinPacking(24, 12),
    **LIBRARY_MODELS,
}
"""All models by name; the last thirty are the models of ``library_models.py``."""
