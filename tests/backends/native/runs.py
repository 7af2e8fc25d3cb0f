"""Runs of the native backend on small models, with every option."""

from collections.abc import Callable, Iterator
from functools import cache

import nonet
from nonet.model import Model
from nonet.tracing import Trace

LEVELS = (
    "generate-and-test", "backtracking", "forward-checking", "unit-propagation",
    "arc-consistency", "bounds", "gac", "gac-with-houses", "singleton-arc", "singleton",
)  # fmt: skip
ORDERS = ("mrv", "mrv-degree", "mrv-wdeg", "domwdeg", "degree", "lexicographic", "random")
VALUES = ("ascending", "descending", "least-constraining", "random")
OPTIONS = (
    "native",
    "native:learning=1uip",
    "native:level=gac-with-houses",
    *(f"native:level={level}" for level in LEVELS if level != "gac-with-houses"),
    *(f"native:order={order}" for order in ORDERS),
    *(f"native:values={values}" for values in VALUES),
    *(f"native:alldifferent={level}" for level in ("naked", "gac")),
    *(f"native:linear={level}" for level in ("bounds", "gac")),
    "native:learning=1uip,order=mrv",
)


def queens(build: nonet.ModelBuilder) -> None:
    places = build.array("q", 5, range(5))
    build.all_different(places)
    build.all_different([place + n for n, place in enumerate(places)])
    build.all_different([place - n for n, place in enumerate(places)])


def pigeons(build: nonet.ModelBuilder) -> None:
    places = build.array("p", 5, range(4))
    build.all_different(places[:4])
    build.add(*(places[4] != place for place in places[:4]))


def sums(build: nonet.ModelBuilder) -> None:
    a, b, c, d = (build.variable(name, range(6)) for name in "abcd")
    build.add(a + 2 * b - c == 4, 3 * c + d <= 9, a + d != 3, a < d)


def cage(build: nonet.ModelBuilder) -> None:
    cells = build.array("c", 4, range(1, 7))
    build.all_different(cells)
    build.add(sum(cells[:3]) == 7, cells[2] + cells[3] >= 8)


def table(build: nonet.ModelBuilder) -> None:
    a, b, c = (build.variable(name, range(4)) for name in "abc")
    build.table((a, b, c), [(0, 1, 2), (1, 1, 3), (2, 0, 1), (3, 3, 3), (1, 2, 0)])
    build.add(a != b, b + c > 2)


def automaton(build: nonet.ModelBuilder) -> None:
    steps = build.array("s", 5, range(3))
    build.regular(steps, "0*1+2?1*")
    build.add(steps[0] != steps[4])


def counts(build: nonet.ModelBuilder) -> None:
    marks = build.array("m", 5, range(3))
    build.add(nonet.count_of(marks, 1) == 2, nonet.count_of(marks, 2) >= 2, marks[0] < marks[1])


def element(build: nonet.ModelBuilder) -> None:
    line = build.array("l", 4, range(4))
    index, value = build.variable("i", range(4)), build.variable("v", range(2, 6))
    build.add(nonet.element(line, index) == value, index + value == 5, line[2] > line[3])


def either(build: nonet.ModelBuilder) -> None:
    a, b, c = (build.variable(name, range(5)) for name in "abc")
    build.add(nonet.any_of(a + b == 7, nonet.all_of(a == 1, c == 0)), nonet.any_of(b < 2, c > 3))


def products(build: nonet.ModelBuilder) -> None:
    a, b, c = (build.variable(name, range(1, 7)) for name in "abc")
    build.add(a * b == 12, c == a // 2, a % 4 != 2)


def tasks(build: nonet.ModelBuilder) -> None:
    starts = build.array("t", 3, range(5))
    build.cumulative(starts, [3, 2, 2], [2, 1, 2], 3)
    build.add(starts[2] < starts[1])


def tour(build: nonet.ModelBuilder) -> None:
    build.circuit(build.array("after", 4, range(4)))


def best(build: nonet.ModelBuilder) -> None:
    a, b, c = (build.variable(name, range(5)) for name in "abc")
    build.add(a + b <= 5, b != c)
    build.all_different([a, b, c])
    build.maximize(2 * a + b - c)


def order(build: nonet.ModelBuilder) -> None:
    line = build.array("v", 4, range(4))
    build.increasing(line[:3], strictly=True)
    build.lexicographic([line[3], line[0]], [line[1], line[2]])


PROBLEMS: dict[str, Callable[[nonet.ModelBuilder], None]] = {
    each.__name__: each
    for each in (
        queens, pigeons, sums, cage, table, automaton, counts, element, either, products, tasks,
        tour, best, order,
    )
}  # fmt: skip


def models() -> Iterator[tuple[str, Model]]:
    """The models by name: a puzzle is one."""
    for name, declare in PROBLEMS.items():
        build = nonet.ModelBuilder()
        declare(build)
        yield name, build.model()
    yield "puzzle", nonet.parse("1.3.3........1..").model()


@cache
def runs() -> list[tuple[str, Model, Trace]]:
    """Every model with every option, to the end."""
    return [
        (f"{name} {options}", model, nonet.trace(model, options, limit=None))
        for name, model in models()
        for options in OPTIONS
        if (name, options) != ("puzzle", "native:level=generate-and-test")  # 4 ** 13 grids
    ]
