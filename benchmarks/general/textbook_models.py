"""Small models as two users type them: one with ``nonet.ModelBuilder``, one with OR-Tools.

``python -m benchmarks.general --textbook`` asks each once or more, by ``auto`` and by CP-SAT used
directly.  ``--part 1/2`` are those that auto's rules may be tuned on; ``--part 2/2`` are held back.
Each pair of functions declares the same data; the kinds alternate between the halves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import Any


@dataclass(frozen=True)
class Pair:
    """A model by two functions: of a ``nonet.ModelBuilder``, and of a ``cp_model.CpModel``."""

    nonet: Callable[[Any], None]
    cpsat: Callable[[Any], None]


TEXTBOOK: dict[str, Pair] = {}
"""All pairs by name, in the order of the halves."""
_waiting: list[Callable[[Any], None]] = []


def ours(declare: Callable[[Any], None]) -> Callable[[Any], None]:
    """Register the first function of a pair."""
    _waiting.append(declare)
    return declare


def theirs(name: str) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Register the second function of a pair, and the pair's name."""

    def register(declare: Callable[[Any], None]) -> Callable[[Any], None]:
        TEXTBOOK[name] = Pair(_waiting.pop(), declare)
        return declare

    return register


def drawn(seed: int, number: int, low: int, high: int) -> list[int]:
    """Return random numbers."""
    random = Random(seed)
    return [random.randint(low, high) for _ in range(number)]


def edges(seed: int, nodes: int, share: float) -> list[tuple[int, int]]:
    """Return the edges of a random graph."""
    random = Random(seed)
    return [pair for pair in combinations(range(nodes), 2) if random.random() < share]


@ours
def _(b):
    letters = dict(zip("DONALGERBT", b.variables("DONALGERBT", range(10)), strict=True))
    b.all_different(letters.values())

    def number(word):
        return sum(10**i * letters[c] for i, c in enumerate(reversed(word)))

    b.add(number("DONALD") + number("GERALD") == number("ROBERT"))
    b.add(letters["D"] > 0, letters["G"] > 0, letters["R"] > 0)


@theirs("DONALD + GERALD")
def _(m):
    letters = {c: m.new_int_var(0, 9, c) for c in "DONALGERBT"}
    m.add_all_different(letters.values())

    def number(word):
        return sum(10**i * letters[c] for i, c in enumerate(reversed(word)))

    m.add(number("DONALD") + number("GERALD") == number("ROBERT"))
    for c in "DGR":
        m.add(letters[c] > 0)


ZEBRA = (
    ("englishman", "spaniard", "ukrainian", "norwegian", "japanese"),
    ("red", "green", "ivory", "yellow", "blue"),
    ("coffee", "tea", "milk", "juice", "water"),
    ("dog", "snails", "fox", "horse", "zebra"),
    ("old gold", "kools", "chesterfields", "lucky strike", "parliaments"),
)
SAME = (
    ("englishman", "red"), ("spaniard", "dog"), ("coffee", "green"), ("ukrainian", "tea"),
    ("old gold", "snails"), ("kools", "yellow"), ("lucky strike", "juice"), ("japanese", "parliaments"),
)  # fmt: skip
BESIDE = (("chesterfields", "fox"), ("kools", "horse"), ("norwegian", "blue"))


@ours
def _(b):
    house = {name: b.variable(name, range(1, 6)) for group in ZEBRA for name in group}
    for group in ZEBRA:
        b.all_different([house[name] for name in group])
    for first, other in SAME:
        b.add(house[first] == house[other])
    b.add(house["green"] == house["ivory"] + 1, house["milk"] == 3, house["norwegian"] == 1)
    for first, other in BESIDE:
        b.add(abs(house[first] - house[other]) == 1)


@theirs("zebra")
def _(m):
    house = {name: m.new_int_var(1, 5, name) for group in ZEBRA for name in group}
    for group in ZEBRA:
        m.add_all_different([house[name] for name in group])
    for first, other in SAME:
        m.add(house[first] == house[other])
    m.add(house["green"] == house["ivory"] + 1)
    m.add(house["milk"] == 3)
    m.add(house["norwegian"] == 1)
    for first, other in BESIDE:
        distance = m.new_int_var(1, 1, "")
        m.add_abs_equality(distance, house[first] - house[other])


@ours
def _(b):
    marks = b.array("m", 7, range(40))
    b.add(marks[0] == 0, marks[1] - marks[0] < marks[6] - marks[5])
    b.increasing(marks, strictly=True)
    b.all_different([marks[j] - marks[i] for i, j in combinations(range(7), 2)])
    b.minimize(marks[6])


@theirs("Golomb ruler 7")
def _(m):
    marks = [m.new_int_var(0, 39, "") for _ in range(7)]
    m.add(marks[0] == 0)
    m.add(marks[1] - marks[0] < marks[6] - marks[5])
    for i in range(6):
        m.add(marks[i] < marks[i + 1])
    m.add_all_different([marks[j] - marks[i] for i, j in combinations(range(7), 2)])
    m.minimize(marks[6])


@ours
def _(b):
    weights, worth = drawn(1, 35, 5, 60), drawn(2, 35, 5, 90)
    take = b.array("take", 35, range(2))
    b.add(sum(w * t for w, t in zip(weights, take, strict=True)) <= sum(weights) // 3)
    b.maximize(sum(v * t for v, t in zip(worth, take, strict=True)))


@theirs("knapsack 35")
def _(m):
    weights, worth = drawn(1, 35, 5, 60), drawn(2, 35, 5, 90)
    take = [m.new_bool_var("") for _ in range(35)]
    m.add(sum(w * t for w, t in zip(weights, take, strict=True)) <= sum(weights) // 3)
    m.maximize(sum(v * t for v, t in zip(worth, take, strict=True)))


@ours
def _(b):
    cost, n = drawn(3, 144, 1, 99), range(12)
    x = b.array("x", (12, 12), range(2))
    for i in n:
        b.add(sum(x[i, j] for j in n) == 1, sum(x[j, i] for j in n) == 1)
    b.minimize(sum(cost[12 * i + j] * x[i, j] for i in n for j in n))


@theirs("assignment 12")
def _(m):
    cost, n = drawn(3, 144, 1, 99), range(12)
    x = {(i, j): m.new_bool_var("") for i in n for j in n}
    for i in n:
        m.add_exactly_one(x[i, j] for j in n)
        m.add_exactly_one(x[j, i] for j in n)
    m.minimize(sum(cost[12 * i + j] * x[i, j] for i in n for j in n))


@ours
def _(b):
    colour, most = b.array("c", 25, range(8)), b.variable("most", range(8))
    for i, j in edges(4, 25, 0.35):
        b.add(colour[i] != colour[j])
    for c in colour:
        b.add(c <= most)
    b.minimize(most)


@theirs("fewest colours 25")
def _(m):
    colour = [m.new_int_var(0, 7, "") for _ in range(25)]
    most = m.new_int_var(0, 7, "")
    for i, j in edges(4, 25, 0.35):
        m.add(colour[i] != colour[j])
    for c in colour:
        m.add(c <= most)
    m.minimize(most)


@ours
def _(b):
    q = b.array("q", 16, range(16))
    b.all_different(q)
    b.all_different([q[i] + i for i in range(16)])
    b.all_different([q[i] - i for i in range(16)])


@theirs("queens 16")
def _(m):
    q = [m.new_int_var(0, 15, "") for _ in range(16)]
    m.add_all_different(q)
    m.add_all_different([q[i] + i for i in range(16)])
    m.add_all_different([q[i] - i for i in range(16)])


def shop(seed: int, jobs: int, machines: int) -> list[list[tuple[int, int]]]:
    """Return for each job its tasks: machine and duration."""
    random = Random(seed)
    orders = [random.sample(range(machines), machines) for _ in range(jobs)]
    return [[(machine, random.randint(2, 12)) for machine in order] for order in orders]


@ours
def _(b):
    jobs = shop(5, 5, 4)
    horizon = sum(time for job in jobs for _, time in job)
    end, on = b.variable("end", range(horizon + 1)), [[] for _ in range(4)]
    for j, job in enumerate(jobs):
        last = 0
        for k, (machine, time) in enumerate(job):
            start = b.variable(f"s{j}_{k}", range(horizon + 1))
            b.add(start >= last)
            last = start + time
            on[machine].append(b.interval(start, time))
        b.add(end >= last)
    for tasks in on:
        b.no_overlap(tasks)
    b.minimize(end)


@theirs("job shop 5 x 4")
def _(m):
    jobs = shop(5, 5, 4)
    horizon = sum(time for job in jobs for _, time in job)
    end, on = m.new_int_var(0, horizon, "end"), [[] for _ in range(4)]
    for job in jobs:
        last = 0
        for machine, time in job:
            start = m.new_int_var(0, horizon, "")
            m.add(start >= last)
            last = start + time
            on[machine].append(m.new_fixed_size_interval_var(start, time, ""))
        m.add(end >= last)
    for tasks in on:
        m.add_no_overlap(tasks)
    m.minimize(end)


@ours
def _(b):
    times, needs = drawn(6, 12, 1, 9), drawn(7, 12, 1, 5)
    start = b.array("s", 12, range(sum(times)))
    end = b.variable("end", range(sum(times) + 1))
    for i, j in edges(8, 12, 0.15):
        b.add(start[i] + times[i] <= start[j])
    b.cumulative(start, times, needs, 8)
    for s, t in zip(start, times, strict=True):
        b.add(s + t <= end)
    b.minimize(end)


@theirs("project of 12 tasks")
def _(m):
    times, needs = drawn(6, 12, 1, 9), drawn(7, 12, 1, 5)
    start = [m.new_int_var(0, sum(times) - 1, "") for _ in range(12)]
    end = m.new_int_var(0, sum(times), "")
    for i, j in edges(8, 12, 0.15):
        m.add(start[i] + times[i] <= start[j])
    tasks = [m.new_fixed_size_interval_var(s, t, "") for s, t in zip(start, times, strict=True)]
    m.add_cumulative(tasks, needs, 8)
    for s, t in zip(start, times, strict=True):
        m.add(s + t <= end)
    m.minimize(end)


@ours
def _(b):
    import nonet

    far = [drawn(9 + i, 10, 5, 60) for i in range(10)]
    after = b.array("after", 10, range(10))
    b.circuit(after)
    b.minimize(sum(nonet.element(far[i], after[i]) for i in range(10)))


@theirs("tour of 10")
def _(m):
    far = [drawn(9 + i, 10, 5, 60) for i in range(10)]
    arcs = [(i, j, m.new_bool_var("")) for i, j in product(range(10), repeat=2) if i != j]
    m.add_circuit(arcs)
    m.minimize(sum(far[i][j] * taken for i, j, taken in arcs))


@ours
def _(b):
    opening, cost = drawn(20, 7, 40, 90), drawn(21, 98, 3, 40)
    opened, at = b.array("open", 7, range(2)), b.array("at", (7, 14), range(2))
    for c in range(14):
        b.add(sum(at[f, c] for f in range(7)) == 1)
        for f in range(7):
            b.add(at[f, c] <= opened[f])
    b.minimize(
        sum(opening[f] * opened[f] for f in range(7))
        + sum(cost[14 * f + c] * at[f, c] for f in range(7) for c in range(14))
    )


@theirs("facilities 7 x 14")
def _(m):
    opening, cost = drawn(20, 7, 40, 90), drawn(21, 98, 3, 40)
    opened = [m.new_bool_var("") for _ in range(7)]
    at = {(f, c): m.new_bool_var("") for f in range(7) for c in range(14)}
    for c in range(14):
        m.add_exactly_one(at[f, c] for f in range(7))
        for f in range(7):
            m.add_implication(at[f, c], opened[f])
    m.minimize(
        sum(opening[f] * opened[f] for f in range(7))
        + sum(cost[14 * f + c] * at[f, c] for f in range(7) for c in range(14))
    )


@ours
def _(b):
    need, setup, hold = drawn(22, 10, 5, 30), 60, 2
    amount, stock = b.array("amount", 10, range(81)), b.array("stock", 11, range(121))
    on = b.array("on", 10, range(2))
    b.add(stock[0] == 0)
    for t in range(10):
        b.add(stock[t] + amount[t] - need[t] == stock[t + 1], amount[t] <= 80 * on[t])
    b.minimize(sum(setup * x for x in on) + sum(hold * s for s in stock))


@theirs("lot sizing 10")
def _(m):
    need, setup, hold = drawn(22, 10, 5, 30), 60, 2
    amount = [m.new_int_var(0, 80, "") for _ in range(10)]
    stock = [m.new_int_var(0, 120, "") for _ in range(11)]
    on = [m.new_bool_var("") for _ in range(10)]
    m.add(stock[0] == 0)
    for t in range(10):
        m.add(stock[t] + amount[t] - need[t] == stock[t + 1])
        m.add(amount[t] <= 80 * on[t])
    m.minimize(sum(setup * x for x in on) + sum(hold * s for s in stock))


@ours
def _(b):
    sizes = drawn(23, 14, 3, 12)
    bin_of, most = b.array("bin", 14, range(8)), b.variable("most", range(8))
    for k in range(8):
        b.add(sum(s * (x == k) for s, x in zip(sizes, bin_of, strict=True)) <= 20)
    for x in bin_of:
        b.add(x <= most)
    b.minimize(most)


@theirs("bins for 14")
def _(m):
    sizes = drawn(23, 14, 3, 12)
    x = {(i, k): m.new_bool_var("") for i in range(14) for k in range(8)}
    most = m.new_int_var(0, 7, "")
    for i in range(14):
        m.add_exactly_one(x[i, k] for k in range(8))
        m.add(sum(k * x[i, k] for k in range(8)) <= most)
    for k in range(8):
        m.add(sum(sizes[i] * x[i, k] for i in range(14)) <= 20)
    m.minimize(most)


def sets(seed: int) -> list[list[int]]:
    """Return for each of 25 elements the sets, of 40, that hold the element."""
    random = Random(seed)
    return [random.sample(range(40), 5) for _ in range(25)]


@ours
def _(b):
    x, price = b.array("x", 40, range(2)), drawn(25, 40, 3, 20)
    for holding in sets(24):
        b.add(sum(x[s] for s in holding) >= 1)
    b.minimize(sum(p * y for p, y in zip(price, x, strict=True)))


@theirs("set cover 25 x 40")
def _(m):
    x, price = [m.new_bool_var("") for _ in range(40)], drawn(25, 40, 3, 20)
    for holding in sets(24):
        m.add_at_least_one(x[s] for s in holding)
    m.minimize(sum(p * y for p, y in zip(price, x, strict=True)))


@ours
def _(b):
    x = b.array("shift", (7, 7), range(4))  # 0 is free, 3 the night
    for d in range(7):
        for s in (1, 2, 3):
            b.count([x[n, d] for n in range(7)], s, ">=", 1)
    for n in range(7):
        b.count([x[n, d] for d in range(7)], 0, ">=", 2)
        for d in range(6):
            b.add((x[n, d] == 3).implies((x[n, d + 1] == 3) | (x[n, d + 1] == 0)))


@theirs("rota 7 x 7")
def _(m):
    x = {k: m.new_bool_var("") for k in product(range(7), range(7), range(4))}
    for n, d in product(range(7), repeat=2):
        m.add_exactly_one(x[n, d, s] for s in range(4))
    for d in range(7):
        for s in (1, 2, 3):
            m.add_at_least_one(x[n, d, s] for n in range(7))
    for n in range(7):
        m.add(sum(x[n, d, 0] for d in range(7)) >= 2)
        for d in range(6):
            m.add_bool_or(x[n, d + 1, 3], x[n, d + 1, 0]).only_enforce_if(x[n, d, 3])


@ours
def _(b):
    slot, most = b.array("slot", 20, range(8)), b.variable("most", range(8))
    for i, j in edges(26, 20, 0.3):
        b.add(slot[i] != slot[j])
    for k in range(8):
        b.count(slot, k, "<=", 4)
    for s in slot:
        b.add(s <= most)
    b.minimize(most)


@theirs("exams 20")
def _(m):
    x = {(i, k): m.new_bool_var("") for i in range(20) for k in range(8)}
    most = m.new_int_var(0, 7, "")
    for i in range(20):
        m.add_exactly_one(x[i, k] for k in range(8))
        m.add(sum(k * x[i, k] for k in range(8)) <= most)
    for i, j in edges(26, 20, 0.3):
        for k in range(8):
            m.add_at_most_one(x[i, k], x[j, k])
    for k in range(8):
        m.add(sum(x[i, k] for i in range(20)) <= 4)
    m.minimize(most)


@ours
def _(b):
    x = b.array("x", (6, 10), range(2))
    for i in range(6):
        b.add(sum(x[i, j] for j in range(10)) == 5)
    for j in range(10):
        b.add(sum(x[i, j] for i in range(6)) == 3)
    for i, k in combinations(range(6), 2):
        b.add(sum(x[i, j] * x[k, j] for j in range(10)) == 2)


@theirs("block design 6, 3, 2")
def _(m):
    x = {(i, j): m.new_bool_var("") for i in range(6) for j in range(10)}
    for i in range(6):
        m.add(sum(x[i, j] for j in range(10)) == 5)
    for j in range(10):
        m.add(sum(x[i, j] for i in range(6)) == 3)
    for i, k in combinations(range(6), 2):
        both = [m.new_bool_var("") for _ in range(10)]
        for j, each in enumerate(both):
            m.add_multiplication_equality(each, x[i, j], x[k, j])
        m.add(sum(both) == 2)


@ours
def _(b):
    x = b.array("x", (8, 14), range(2))
    most = b.variable("most", range(15))
    for i in range(8):
        b.add(sum(x[i, j] for j in range(14)) == 5)
    for i, k in combinations(range(8), 2):
        b.add(sum(x[i, j] * x[k, j] for j in range(14)) <= most)
    b.minimize(most)


@theirs("portfolio 8 x 14")
def _(m):
    x = {(i, j): m.new_bool_var("") for i in range(8) for j in range(14)}
    most = m.new_int_var(0, 14, "")
    for i in range(8):
        m.add(sum(x[i, j] for j in range(14)) == 5)
    for i, k in combinations(range(8), 2):
        both = [m.new_bool_var("") for _ in range(14)]
        for j, each in enumerate(both):
            m.add_bool_and(x[i, j], x[k, j]).only_enforce_if(each)
            m.add_bool_or(~x[i, j], ~x[k, j], each)
        m.add(sum(both) <= most)
    m.minimize(most)


def magic(x: Any, n: int) -> list[list[Any]]:
    """Return the lines of a square."""
    side = range(n)
    return [
        *([x[i, j] for j in side] for i in side), *([x[i, j] for i in side] for j in side),
        [x[i, i] for i in side], [x[i, n - 1 - i] for i in side],
    ]  # fmt: skip


@ours
def _(b):
    x = b.array("x", (4, 4), range(1, 17))
    b.all_different(x)
    for line in magic(x, 4):
        b.add(sum(line) == 34)


@theirs("magic square 4")
def _(m):
    x = {k: m.new_int_var(1, 16, "") for k in product(range(4), repeat=2)}
    m.add_all_different(x.values())
    for line in magic(x, 4):
        m.add(sum(line) == 34)


@ours
def _(b):
    s = b.array("s", 15, range(15))
    for i in range(15):
        b.count(s, i, "==", s[i])


@theirs("magic series 15")
def _(m):
    s = [m.new_int_var(0, 14, "") for _ in range(15)]
    for i in range(15):
        hits = [m.new_bool_var("") for _ in s]
        for x, hit in zip(s, hits, strict=True):
            m.add(x == i).only_enforce_if(hit)
            m.add(x != i).only_enforce_if(~hit)
        m.add(sum(hits) == s[i])


@ours
def _(b):
    first = b.array("p", 11, range(22))
    b.all_different([*first, *(first[k] + k + 2 for k in range(11))])
    for k in range(11):
        b.add(first[k] + k + 2 < 22)


@theirs("Langford 11")
def _(m):
    first = [m.new_int_var(0, 21 - k - 2, "") for k in range(11)]
    m.add_all_different([*first, *(first[k] + k + 2 for k in range(11))])


@ours
def _(b):
    p = b.array("p", 8, range(8))
    b.all_different(p)
    for d in range(1, 7):
        b.all_different([p[i + d] - p[i] for i in range(8 - d)])


@theirs("Costas array 8")
def _(m):
    p = [m.new_int_var(0, 7, "") for _ in range(8)]
    m.add_all_different(p)
    for d in range(1, 7):
        m.add_all_different([p[i + d] - p[i] for i in range(8 - d)])


SQUARES = (9, 8, 7, 5, 4, 4, 3, 2, 1)


@ours
def _(b):
    x, y = b.array("x", 9, range(17)), b.array("y", 9, range(17))
    b.no_overlap_2d(x, y, SQUARES, SQUARES)
    for k, side in enumerate(SQUARES):
        b.add(x[k] + side <= 17, y[k] + side <= 17)


@theirs("squares in 17 x 17")
def _(m):
    x = [m.new_int_var(0, 17 - side, "") for side in SQUARES]
    y = [m.new_int_var(0, 17 - side, "") for side in SQUARES]
    interval = m.new_fixed_size_interval_var
    m.add_no_overlap_2d(
        [interval(v, side, "") for v, side in zip(x, SQUARES, strict=True)],
        [interval(v, side, "") for v, side in zip(y, SQUARES, strict=True)],
    )


def ranks(seed: int) -> list[list[int]]:
    """Return for each of seven people the rank, from 0, of each of the others."""
    random = Random(seed)
    return [random.sample(range(7), 7) for _ in range(7)]


@ours
def _(b):
    import nonet

    him, her = ranks(30), ranks(31)
    wife, husband = b.array("wife", 7, range(7)), b.array("husband", 7, range(7))
    b.inverse(wife, husband)
    for i, j in product(range(7), repeat=2):
        b.add(
            (nonet.element(him[i], wife[i]) <= him[i][j])
            | (nonet.element(her[j], husband[j]) <= her[j][i])
        )


@theirs("stable marriage 7")
def _(m):
    him, her = ranks(30), ranks(31)
    wife = [m.new_int_var(0, 6, "") for _ in range(7)]
    husband = [m.new_int_var(0, 6, "") for _ in range(7)]
    m.add_inverse(wife, husband)
    hers, his = (
        [m.new_int_var(0, 6, "") for _ in range(7)],
        [m.new_int_var(0, 6, "") for _ in range(7)],
    )
    for i in range(7):
        m.add_element(wife[i], him[i], his[i])
        m.add_element(husband[i], her[i], hers[i])
    for i, j in product(range(7), repeat=2):
        a, c = m.new_bool_var(""), m.new_bool_var("")
        m.add(his[i] <= him[i][j]).only_enforce_if(a)
        m.add(hers[j] <= her[j][i]).only_enforce_if(c)
        m.add_bool_or(a, c)


@ours
def _(b):
    coins = (1, 2, 5, 10, 20, 50)
    n = [b.variable(f"n{c}", range(100 // c + 1)) for c in coins]
    for amount in range(1, 100):  # each amount is paid with some of the coins
        paid = [b.variable(f"p{amount}_{c}", range(100 // c + 1)) for c in coins]
        b.add(sum(c * p for c, p in zip(coins, paid, strict=True)) == amount)
        for p, each in zip(paid, n, strict=True):
            b.add(p <= each)
    b.minimize(sum(n))


@theirs("fewest coins")
def _(m):
    coins = (1, 2, 5, 10, 20, 50)
    n = [m.new_int_var(0, 100 // c, "") for c in coins]
    for amount in range(1, 100):
        paid = [m.new_int_var(0, 100 // c, "") for c in coins]
        m.add(sum(c * p for c, p in zip(coins, paid, strict=True)) == amount)
        for p, each in zip(paid, n, strict=True):
            m.add(p <= each)
    m.minimize(sum(n))


@ours
def _(b):
    knight = b.array("k", 12, range(2))
    for i in range(12):  # "exactly three of the next five are knights", or knaves who say it
        three = sum(knight[(i + d) % 12] for d in range(1, 6)) == 3
        b.add((knight[i] == 1).iff(three))


@theirs("knights and knaves")
def _(m):
    knight = [m.new_bool_var("") for _ in range(12)]
    for i in range(12):
        total, low, high = (
            sum(knight[(i + d) % 12] for d in range(1, 6)),
            *map(m.new_bool_var, "lh"),
        )
        m.add(total == 3).only_enforce_if(knight[i])
        m.add(total <= 2).only_enforce_if(low)
        m.add(total >= 4).only_enforce_if(high)
        m.add_bool_or(knight[i], low, high)


PICTURE = (
    "..###....#", ".#...#..##", ".#...#.#.#", "..###....#", ".#...#...#",
    "#.....#..#", "#..#..#..#", "#.....#..#", ".#...#...#", "..###..###",
)  # fmt: skip


def runs(line: str) -> list[int]:
    """Return the lengths of the runs of a line."""
    return [len(run) for run in line.replace(".", " ").split()]


CLUES = [*map(runs, PICTURE), *(runs("".join(column)) for column in zip(*PICTURE, strict=True))]


@ours
def _(b):
    x = b.array("x", (10, 10), range(2))
    lines = [[x[i, j] for j in range(10)] for i in range(10)]
    lines += [[x[i, j] for i in range(10)] for j in range(10)]
    for line, clue in zip(lines, CLUES, strict=True):
        b.regular(line, "0* " + " 0+ ".join("1 " * run for run in clue) + " 0*")


@theirs("nonogram 10")
def _(m):
    x = {k: m.new_bool_var("") for k in product(range(10), repeat=2)}
    lines = [[x[i, j] for j in range(10)] for i in range(10)]
    lines += [[x[i, j] for i in range(10)] for j in range(10)]
    for line, clue in zip(lines, CLUES, strict=True):
        state, arcs = 0, [(0, 0, 0)]
        for number, run in enumerate(clue):
            for _ in range(run):
                arcs.append((state, 1, state + 1))
                state += 1
            if number + 1 < len(clue):
                arcs.append((state, 0, state + 1))
                state += 1
            arcs.append((state, 0, state))
        m.add_automaton(line, 0, [state], arcs)


WORDS = """
aback abase abate abbey abbot abhor abide abled abode abort about above abuse abyss acorn acrid
actor acute adage adapt adept admin admit adobe adopt adore adorn adult affix afire afoot afoul
after again agape agate agent agile aging aglow agony agree ahead aider aisle alarm album alert
heart ember resin trend stare table arson rerun eider sator arepo tenet opera rotas
""".split()  # noqa: SIM905


@ours
def _(b):
    x = b.array("x", (5, 5), range(26))
    rows = [tuple(ord(c) - 97 for c in word) for word in WORDS]
    for i in range(5):
        b.table([x[i, j] for j in range(5)], rows)
        b.table([x[j, i] for j in range(5)], rows)


@theirs("word square")
def _(m):
    x = {k: m.new_int_var(0, 25, "") for k in product(range(5), repeat=2)}
    rows = [tuple(ord(c) - 97 for c in word) for word in WORDS]
    for i in range(5):
        m.add_allowed_assignments([x[i, j] for j in range(5)], rows)
        m.add_allowed_assignments([x[j, i] for j in range(5)], rows)


@ours
def _(b):
    x = b.array("x", 45, range(2))
    for i, j in edges(33, 45, 0.2):
        b.add(x[i] + x[j] <= 1)
    b.maximize(sum(x))


@theirs("independent set 45")
def _(m):
    x = [m.new_bool_var("") for _ in range(45)]
    for i, j in edges(33, 45, 0.2):
        m.add_at_most_one(x[i], x[j])
    m.maximize(sum(x))


def holes(seed: int, n: int) -> dict[tuple[int, int], int]:
    """Return the given cells of a Latin square."""
    random = Random(seed)
    rows, columns = random.sample(range(n), n), random.sample(range(n), n)
    return {
        (i, j): (rows[i] + columns[j]) % n
        for i in range(n)
        for j in range(n)
        if random.random() < 0.4
    }


@ours
def _(b):
    x = b.array("x", (12, 12), range(12))
    for i in range(12):
        b.all_different([x[i, j] for j in range(12)])
        b.all_different([x[j, i] for j in range(12)])
    for (i, j), value in holes(34, 12).items():
        b.add(x[i, j] == value)


@theirs("quasigroup 12")
def _(m):
    x = {k: m.new_int_var(0, 11, "") for k in product(range(12), repeat=2)}
    for i in range(12):
        m.add_all_different([x[i, j] for j in range(12)])
        m.add_all_different([x[j, i] for j in range(12)])
    for place, value in holes(34, 12).items():
        m.add(x[place] == value)


@ours
def _(b):
    times = drawn(35, 15, 2, 20)
    on, end = b.array("on", 15, range(3)), b.variable("end", range(sum(times) + 1))
    for k in range(3):
        b.add(sum(t * (x == k) for t, x in zip(times, on, strict=True)) <= end)
    b.minimize(end)


@theirs("three machines 15")
def _(m):
    times = drawn(35, 15, 2, 20)
    x = {(i, k): m.new_bool_var("") for i in range(15) for k in range(3)}
    end = m.new_int_var(0, sum(times), "")
    for i in range(15):
        m.add_exactly_one(x[i, k] for k in range(3))
    for k in range(3):
        m.add(sum(times[i] * x[i, k] for i in range(15)) <= end)
    m.minimize(end)


@ours
def _(b):
    side = range(6)
    queen = b.array("q", (6, 6), range(2))
    for r, c in product(side, side):
        seen = [
            queen[i, j]
            for i, j in product(side, side)
            if i == r or j == c or abs(i - r) == abs(j - c)
        ]
        b.add(sum(seen) >= 1)
    b.minimize(sum(queen.flat))


@theirs("dominating queens 6")
def _(m):
    side = range(6)
    queen = {k: m.new_bool_var("") for k in product(side, side)}
    for r, c in queen:
        m.add_at_least_one(
            queen[i, j] for i, j in queen if i == r or j == c or abs(i - r) == abs(j - c)
        )
    m.minimize(sum(queen.values()))
