"""Models of CSPLib, textbooks and modelling courses, each written once for three languages.

A small class for each language has the expressions that differ (products, entries, occurrences), as
in the manuals; sums and comparisons are the same in all languages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random
from typing import Any


class NonetLanguage:
    """A model in nonet."""

    def __init__(self, build: Any) -> None:
        self.model, self.add, self.different = build, build.add, build.all_different
        self.minimize, self.maximize = build.minimize, build.maximize
        self.table = build.table

    def integers(self, name: str, number: int, low: int, high: int) -> list[Any]:
        return list(self.model.array(name, number, range(low, high + 1)))

    def product(self, first: Any, second: Any, most: int) -> Any:
        return first * second

    def distance(self, first: Any, second: Any, most: int) -> Any:
        return abs(first - second)

    def greatest(self, terms: list[Any], most: int) -> Any:
        from nonet.model import max_of

        return max_of(terms)

    def entry(self, row: list[int], index: Any) -> Any:
        from nonet.model import element

        return element(row, index)

    def occurrences(self, terms: list[Any], value: int) -> Any:
        return sum(term == value for term in terms)

    def no_overlap(self, starts: list[Any], lengths: list[int]) -> None:
        self.model.no_overlap(starts, lengths)


class CpSatLanguage:
    """A model in OR-Tools' own Python."""

    def __init__(self, model: Any) -> None:
        self.model, self.add, self.different = model, model.add, model.add_all_different
        self.minimize, self.maximize = model.minimize, model.maximize
        self.table = model.add_allowed_assignments

    def integers(self, name: str, number: int, low: int, high: int) -> list[Any]:
        return [self.model.new_int_var(low, high, f"{name}{i}") for i in range(number)]

    def product(self, first: Any, second: Any, most: int) -> Any:
        result = self.model.new_int_var(0, most, "")
        self.model.add_multiplication_equality(result, [first, second])
        return result

    def distance(self, first: Any, second: Any, most: int) -> Any:
        result = self.model.new_int_var(0, most, "")
        self.model.add_abs_equality(result, first - second)
        return result

    def greatest(self, terms: list[Any], most: int) -> Any:
        result = self.model.new_int_var(0, most, "")
        self.model.add_max_equality(result, terms)
        return result

    def entry(self, row: list[int], index: Any) -> Any:
        result = self.model.new_int_var(min(row), max(row), "")
        self.model.add_element(index, row, result)
        return result

    def occurrences(self, terms: list[Any], value: int) -> Any:
        literals = []
        for term in terms:
            literal = self.model.new_bool_var("")
            self.model.add(term == value).only_enforce_if(literal)
            self.model.add(term != value).only_enforce_if(~literal)
            literals.append(literal)
        return sum(literals)

    def no_overlap(self, starts: list[Any], lengths: list[int]) -> None:
        interval = self.model.new_fixed_size_interval_var
        pairs = zip(starts, lengths, strict=True)
        self.model.add_no_overlap([interval(start, length, "") for start, length in pairs])


class CpmpyLanguage:
    """A model in CPMpy."""

    def __init__(self, cp: Any) -> None:
        self.cp, self.model = cp, cp.Model()
        self.minimize, self.maximize = self.model.minimize, self.model.maximize

    def add(self, constraint: Any) -> None:
        self.model.add(constraint)

    def integers(self, name: str, number: int, low: int, high: int) -> list[Any]:
        return list(self.cp.intvar(low, high, shape=(number,), name=name))

    def different(self, terms: list[Any]) -> None:
        self.model.add(self.cp.AllDifferent(terms))

    def table(self, terms: list[Any], rows: Any) -> None:
        self.model.add(self.cp.Table(terms, rows))

    def product(self, first: Any, second: Any, most: int) -> Any:
        return first * second

    def distance(self, first: Any, second: Any, most: int) -> Any:
        return abs(first - second)

    def greatest(self, terms: list[Any], most: int) -> Any:
        return self.cp.max(terms)

    def entry(self, row: list[int], index: Any) -> Any:
        return self.cp.cpm_array(row)[index]

    def occurrences(self, terms: list[Any], value: int) -> Any:
        return self.cp.sum([term == value for term in terms])

    def no_overlap(self, starts: list[Any], lengths: list[int]) -> None:
        ends = [start + length for start, length in zip(starts, lengths, strict=True)]
        self.model.add(self.cp.NoOverlap(starts, lengths, ends))


@dataclass(frozen=True)
class Library:
    """A model whose function declares it in any of the languages."""

    declare: Callable[..., None]
    arguments: tuple[int, ...] = ()

    def nonet(self, build: Any) -> None:
        self.declare(NonetLanguage(build), *self.arguments)

    def cpsat(self, model: Any) -> None:
        self.declare(CpSatLanguage(model), *self.arguments)

    def cpmpy(self, cp: Any) -> Any:
        language = CpmpyLanguage(cp)
        self.declare(language, *self.arguments)
        return language.model


@cache
def numbers(seed: int, number: int, low: int, high: int) -> list[int]:
    """Random integers, the same for all languages."""
    random = Random(seed)
    return [random.randint(low, high) for _ in range(number)]


@cache
def edges(seed: int, nodes: int, share: float) -> list[tuple[int, int]]:
    """A random graph."""
    random = Random(seed)
    return [pair for pair in combinations(range(nodes), 2) if random.random() < share]


def block_design(m: Any, points: int, blocks: int, each: int, size: int, common: int) -> None:
    """CSPLib 28: each two points are in so many common blocks."""
    rows = [m.integers(f"p{i}_", blocks, 0, 1) for i in range(points)]
    for row in rows:
        m.add(sum(row) == each)
    for column in zip(*rows, strict=True):
        m.add(sum(column) == size)
    for first, second in combinations(rows, 2):
        m.add(sum(m.product(x, y, 1) for x, y in zip(first, second, strict=True)) == common)


def all_interval(m: Any, size: int) -> None:
    """CSPLib 7: a series whose neighbours differ by different amounts."""
    x = m.integers("x", size, 0, size - 1)
    steps = m.integers("d", size - 1, 1, size - 1)
    m.different(x)
    m.different(steps)
    for i, step in enumerate(steps):
        m.add(step == m.distance(x[i + 1], x[i], size))


def langford(m: Any, size: int) -> None:
    """CSPLib 24: two copies of each number, as far apart as the number says."""
    first = m.integers("a", size, 0, 2 * size - 1)
    second = m.integers("b", size, 0, 2 * size - 1)
    m.different([*first, *second])
    for i in range(size):
        m.add(second[i] == first[i] + i + 2)


def quasigroup(m: Any, size: int, holes: int) -> None:
    """CSPLib 67: complete a Latin square from which cells were erased."""
    order = numbers(21, size, 0, 10**6)
    names = sorted(range(size), key=order.__getitem__)
    rows = [m.integers(f"r{i}_", size, 0, size - 1) for i in range(size)]
    for line in [*rows, *zip(*rows, strict=True)]:
        m.different(list(line))
    erased = set(Random(22).sample(range(size * size), holes))
    for i in range(size):
        for j in range(size):
            if i * size + j not in erased:
                m.add(rows[i][j] == names[(names[i] + j) % size])


def magic_sequence(m: Any, size: int) -> None:
    """CSPLib 19: each number says how often its place occurs."""
    x = m.integers("x", size, 0, size - 1)
    for value in range(size):
        m.add(x[value] == m.occurrences(x, value))


def car_sequencing(m: Any, cars: int) -> None:
    """CSPLib 1: cars in a line, options at most so often in a window."""
    classes, windows = 6, ((1, 2), (2, 3), (1, 3))
    has = [[(c >> o) & 1 for c in range(1, classes + 1)] for o in range(3)]
    demands = [cars // classes] * classes
    x = [m.integers(f"x{i}_", classes, 0, 1) for i in range(cars)]
    for row in x:
        m.add(sum(row) == 1)
    for c in range(classes):
        m.add(sum(row[c] for row in x) <= demands[c] + 1)
    for (most, width), option in zip(windows, has, strict=True):
        for start in range(cars - width + 1):
            chosen = [x[start + k][c] for k in range(width) for c in range(classes) if option[c]]
            m.add(sum(chosen) <= most)


def partition(m: Any, size: int) -> None:
    """CSPLib 49: halves of 1 to n with equal sums and equal sums of squares."""
    x = m.integers("x", size, 0, 1)
    m.add(sum(x) == size // 2)
    m.add(sum((i + 1) * x[i] for i in range(size)) == size * (size + 1) // 4)
    squares = size * (size + 1) * (2 * size + 1) // 12
    m.add(sum((i + 1) ** 2 * x[i] for i in range(size)) == squares)


def vertex_cover(m: Any, nodes: int) -> None:
    """As few nodes as possible that touch each edge of a random graph."""
    x = m.integers("x", nodes, 0, 1)
    for i, j in edges(23, nodes, 0.12):
        m.add(x[i] + x[j] >= 1)
    m.minimize(sum(x))


def independent_set(m: Any, nodes: int) -> None:
    """The heaviest nodes of a random graph without an edge between."""
    x = m.integers("x", nodes, 0, 1)
    for i, j in edges(24, nodes, 0.1):
        m.add(x[i] + x[j] <= 1)
    m.maximize(sum(w * v for w, v in zip(numbers(25, nodes, 1, 30), x, strict=True)))


def set_cover(m: Any, rows: int, columns: int) -> None:
    """The cheapest sets that cover all."""
    random, x = Random(26), m.integers("x", columns, 0, 1)
    for _ in range(rows):
        m.add(sum(x[j] for j in random.sample(range(columns), 12)) >= 1)
    m.minimize(sum(w * v for w, v in zip(numbers(27, columns, 5, 30), x, strict=True)))


def exact_cover(m: Any, items: int, sets: int) -> None:
    """Sets that hold each item once; some sets are known to."""
    random = Random(28)
    order = random.sample(range(items), items)
    listed = [order[i : i + 3] for i in range(0, items, 3)]
    listed += [random.sample(range(items), 3) for _ in range(sets)]
    x = m.integers("x", len(listed), 0, 1)
    for item in range(items):
        m.add(sum(x[j] for j, members in enumerate(listed) if item in members) == 1)


def general_assignment(m: Any, agents: int, tasks: int) -> None:
    """Each task to one agent, within what agents can do, at the least cost."""
    cost, load = numbers(29, agents * tasks, 5, 40), numbers(30, agents * tasks, 5, 25)
    x = m.integers("x", agents * tasks, 0, 1)
    for t in range(tasks):
        m.add(sum(x[a * tasks + t] for a in range(agents)) == 1)
    for a in range(agents):
        row = range(a * tasks, (a + 1) * tasks)
        m.add(sum(load[i] * x[i] for i in row) <= 17 * tasks // agents)
    m.minimize(sum(c * v for c, v in zip(cost, x, strict=True)))


def transport(m: Any, plants: int, shops: int) -> None:
    """Amounts from plants to shops at the least cost."""
    cost, need = numbers(31, plants * shops, 3, 60), numbers(32, shops, 20, 90)
    x = m.integers("x", plants * shops, 0, 90)
    for s in range(shops):
        m.add(sum(x[p * shops + s] for p in range(plants)) >= need[s])
    for p in range(plants):
        m.add(sum(x[p * shops : (p + 1) * shops]) <= 1 + 6 * sum(need) // (5 * plants))
    m.minimize(sum(c * v for c, v in zip(cost, x, strict=True)))


def flow(m: Any, nodes: int) -> None:
    """A cheapest flow of 20 through a random network."""
    arcs = [(i, j) for i, j in edges(33, nodes, 0.2)] + [(i, i + 1) for i in range(nodes - 1)]
    cost, x = numbers(34, len(arcs), 1, 50), m.integers("x", len(arcs), 0, 12)
    arcs_out: list[list[Any]] = [[] for _ in range(nodes)]
    arcs_in: list[list[Any]] = [[] for _ in range(nodes)]
    for (i, j), amount in zip(arcs, x, strict=True):
        arcs_out[i].append(amount)
        arcs_in[j].append(amount)
    m.add(sum(arcs_out[0]) == 20)
    for node in range(1, nodes - 1):
        m.add(sum(arcs_in[node]) - sum(arcs_out[node]) == 0)
    m.minimize(sum(c * v for c, v in zip(cost, x, strict=True)))


def p_median(m: Any, sites: int, places: int) -> None:
    """Open four sites and serve each place by one of them at the least cost."""
    cost, opened = numbers(35, sites * places, 1, 99), m.integers("o", sites, 0, 1)
    serve = m.integers("s", sites * places, 0, 1)
    for place in range(places):
        m.add(sum(serve[s * places + place] for s in range(sites)) == 1)
        for s in range(sites):
            m.add(serve[s * places + place] <= opened[s])
    m.add(sum(opened) == 4)
    m.minimize(sum(c * v for c, v in zip(cost, serve, strict=True)))


def exams(m: Any, number: int) -> None:
    """Exams in slots, apart where students take both, in as few slots as possible."""
    slot, last = m.integers("e", number, 0, 14), m.integers("last", 1, 0, 14)[0]
    for i, j in edges(36, number, 0.15):
        m.add(slot[i] != slot[j])
    for each in slot:
        m.add(each <= last)
    m.minimize(last)


def photo(m: Any, people: int) -> None:
    """People in a row, friends near each other."""
    place = m.integers("p", people, 0, people - 1)
    m.different(place)
    m.minimize(sum(m.distance(place[i], place[j], people) for i, j in edges(37, people, 0.35)))


def one_knapsack(m: Any, items: int) -> None:
    """The largest profit within one capacity."""
    weights, profits = numbers(38, items, 20, 900), numbers(39, items, 20, 900)
    x = m.integers("x", items, 0, 1)
    m.add(sum(w * v for w, v in zip(weights, x, strict=True)) <= sum(weights) // 3)
    m.maximize(sum(p * v for p, v in zip(profits, x, strict=True)))


def cutting_stock(m: Any, rolls: int) -> None:
    """Pieces cut from as few rolls as possible."""
    lengths, demands = (45, 36, 31, 14), (6, 9, 8, 10)
    used = m.integers("u", rolls, 0, 1)
    cut = [m.integers(f"c{k}_", len(lengths), 0, 7) for k in range(rolls)]
    for k in range(rolls):
        m.add(sum(a * c for a, c in zip(lengths, cut[k], strict=True)) <= 100 * used[k])
        if k:
            m.add(used[k] <= used[k - 1])
    for i, number in enumerate(demands):
        m.add(sum(row[i] for row in cut) >= number)
    m.minimize(sum(used))


def diet(m: Any, foods: int, nutrients: int) -> None:
    """Portions that have enough of everything, at the least cost."""
    held, x = numbers(40, foods * nutrients, 0, 30), m.integers("x", foods, 0, 40)
    for n in range(nutrients):
        m.add(sum(held[n * foods + f] * x[f] for f in range(foods)) >= 300 + 7 * n)
    m.minimize(sum(c * v for c, v in zip(numbers(41, foods, 5, 60), x, strict=True)))


def flow_shop(m: Any, jobs: int, machines: int) -> None:
    """Jobs through all machines in one order of machines: the earliest end."""
    times = numbers(42, jobs * machines, 1, 15)
    horizon = sum(times) // 2
    start = [m.integers(f"s{j}_", machines, 0, horizon) for j in range(jobs)]
    end = m.integers("end", 1, 0, horizon)[0]
    for j in range(jobs):
        for k in range(machines - 1):
            m.add(start[j][k] + times[j * machines + k] <= start[j][k + 1])
        m.add(start[j][-1] + times[(j + 1) * machines - 1] <= end)
    for k in range(machines):
        m.no_overlap([row[k] for row in start], [times[j * machines + k] for j in range(jobs)])
    m.minimize(end)


def tardiness(m: Any, jobs: int) -> None:
    """Minimise the weighted tardiness of tasks on one machine."""
    times, due = numbers(43, jobs, 2, 15), numbers(44, jobs, 10, 60)
    start = m.integers("s", jobs, 0, sum(times))
    m.no_overlap(start, times)
    late = m.integers("l", jobs, 0, 2 * sum(times))
    for j in range(jobs):
        m.add(late[j] >= start[j] + times[j] - due[j])
    m.minimize(sum(w * v for w, v in zip(numbers(45, jobs, 1, 5), late, strict=True)))


def balance(m: Any, workers: int, tasks: int) -> None:
    """Tasks to workers so that the busiest has as little as possible."""
    times, x = numbers(46, tasks, 3, 30), m.integers("x", workers * tasks, 0, 1)
    for t in range(tasks):
        m.add(sum(x[w * tasks + t] for w in range(workers)) == 1)
    loads = [sum(times[t] * x[w * tasks + t] for t in range(tasks)) for w in range(workers)]
    m.minimize(m.greatest(loads, sum(times)))


def differences(m: Any, number: int, variables: int) -> None:
    """Bounds on differences of variables that a hidden point satisfies."""
    random, hidden = Random(47), numbers(48, variables, 0, 1000)
    x = m.integers("x", variables, 0, 1000)
    for _ in range(number):
        i, j = random.sample(range(variables), 2)
        m.add(x[i] - x[j] <= hidden[i] - hidden[j] + random.randint(0, 300))


def long_tables(m: Any, number: int, variables: int, rows: int) -> None:
    """Tables of five variables, each with the row of a hidden point."""
    random, hidden = Random(49), numbers(50, variables, 0, 7)
    x = m.integers("x", variables, 0, 7)
    for _ in range(number):
        places = random.sample(range(variables), 5)
        listed = {tuple(random.randrange(8) for _ in places) for _ in range(rows)}
        m.table([x[i] for i in places], sorted(listed | {tuple(hidden[i] for i in places)}))


def sums_of_eight(m: Any, number: int, variables: int) -> None:
    """Sums of eight variables, which a hidden point has."""
    random, hidden = Random(51), numbers(52, variables, 0, 50)
    x = m.integers("x", variables, 0, 50)
    for _ in range(number):
        places = random.sample(range(variables), 8)
        m.add(sum(x[i] for i in places) == sum(hidden[i] for i in places))


def catalogue(m: Any, parts: int) -> None:
    """One product of a catalogue for each part: price and weight by entries of rows."""
    x, prices, weights = m.integers("x", parts, 0, 19), [], []
    for i in range(parts):
        prices.append(m.entry(numbers(60 + i, 20, 10, 99), x[i]))
        weights.append(m.entry(numbers(90 + i, 20, 10, 99), x[i]))
    m.add(sum(weights) <= 35 * parts)
    m.minimize(sum(prices))


LIBRARY_MODELS = {
    "block design 7, 3, 1": Library(block_design, (7, 7, 3, 3, 1)),
    "block design 9, 3, 1": Library(block_design, (9, 12, 4, 3, 1)),
    "all intervals, 10": Library(all_interval, (10,)),
    "Langford 8": Library(langford, (8,)),
    "Langford 12": Library(langford, (12,)),
    "quasigroup 20": Library(quasigroup, (20, 160)),
    "magic sequence 12": Library(magic_sequence, (12,)),
    "car sequencing 30": Library(car_sequencing, (30,)),
    "partition of 24": Library(partition, (24,)),
    "vertex cover 50": Library(vertex_cover, (50,)),
    "independent set 60": Library(independent_set, (60,)),
    "set cover 40 x 80": Library(set_cover, (40, 80)),
    "exact cover 60": Library(exact_cover, (60, 300)),
    "general assignment 5 x 20": Library(general_assignment, (5, 20)),
    "transport 8 x 15": Library(transport, (8, 15)),
    "flow, 40 nodes": Library(flow, (40,)),
    "p-median 12 x 30": Library(p_median, (12, 30)),
    "exams 40": Library(exams, (40,)),
    "photo of 9": Library(photo, (9,)),
    "knapsack 200": Library(one_knapsack, (200,)),
    "cutting stock": Library(cutting_stock, (12,)),
    "diet 20 x 8": Library(diet, (20, 8)),
    "flow shop 6 x 4": Library(flow_shop, (6, 4)),
    "tardiness of 9": Library(tardiness, (9,)),
    "balance 4 x 16": Library(balance, (4, 16)),
    "differences 10,000": Library(differences, (10_000, 500)),
    "differences 100,000": Library(differences, (100_000, 2_000)),
    "tables of five, 40": Library(long_tables, (40, 60, 300)),
    "sums of eight, 2,000": Library(sums_of_eight, (2_000, 400)),
    "catalogue of 12": Library(catalogue, (12,)),
}
"""All models by name."""
