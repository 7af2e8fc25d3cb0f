"""Intervals, reservoirs and chains of a builder, judged by all assignments."""

import re
from itertools import combinations, product

import pytest

import nonet
from nonet.errors import ModelError
from nonet.model import ModelBuilder
from tests.cases import as_one_test

BACKENDS = ["native", "sat", "cpsat"]


def solutions(build, backend):
    """The values of all variables in every solution, each once."""
    rows = [tuple(each.values()) for each in nonet.iter_solutions(build, backend)]
    assert len(rows) == len(set(rows))
    return set(rows)


def are_disjoint(tasks):
    """Whether of any two (start, size) one has ended when the other starts."""
    return all(s + d <= t or t + e <= s for (s, d), (t, e) in combinations(tasks, 2))


@pytest.mark.parametrize("backend", BACKENDS)
def test_intervals_of_variable_size_with_an_end_do_not_overlap(backend):
    build = ModelBuilder()
    x, _, end = build.variables(["x", "y", "end"], range(5))
    size, used = build.variable("size", range(3)), build.variable("used", range(2))
    first = build.interval(x, size, end)
    second = build.interval("y", 2, present=used)
    build.no_overlap([first, second])
    expected = {
        (x, y, end, size, used)
        for x, y, end, size, used in product(range(5), range(5), range(5), range(3), range(2))
        if x + size == end and (not used or are_disjoint([(x, size), (y, 2)]))
    }
    assert solutions(build, backend) == expected


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_end_of_an_optional_interval_is_free_where_it_takes_no_part(backend):
    build = ModelBuilder()
    x, end, used = build.variable("x", range(3)), build.variable("end", range(4)), "used"
    build.variable(used, range(2))
    build.interval(x, 2, end, present="used", label="the end")
    expected = {
        (x, e, p) for x, e, p in product(range(3), range(4), range(2)) if not p or e == x + 2
    }
    assert solutions(build, backend) == expected
    assert build.model().violations({"x": 0, "end": 0, "used": 1}) == ["the end"]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("keywords", [False, True])
def test_intervals_share_a_resource_with_variable_demands(backend, keywords):
    build = ModelBuilder()
    x, y, need, size = build.variables("xyns", range(3))
    tasks = [build.interval(x, size, present=x < y), build.interval(y, 2)]
    if keywords:
        build.cumulative(tasks, demand=[need, 1], capacity=2)
    else:
        build.cumulative(tasks, [need, 1], 2)

    def holds(x, y, need, size):
        parts = [(y, 2, 1), *([(x, size, need)] if x < y else [])]
        loads = [sum(n for s, d, n in parts if s <= time < s + d) for time in range(6)]
        return max(loads) <= 2

    expected = {values for values in product(range(3), repeat=4) if holds(*values)}
    assert solutions(build, backend) == expected


@pytest.mark.parametrize("backend", BACKENDS)
def test_rectangles_of_intervals_take_part_where_both_of_their_intervals_do(backend):
    build = ModelBuilder()
    x, y, wide, present = build.variables("xyhp", range(3))
    across = [build.interval(x, wide, present=present), build.interval(1, 2)]
    along = [build.interval(y, 1, present=present != 2), build.interval(0, 2)]
    build.no_overlap_2d(across, along)
    expected = {
        (x, y, w, p)
        for x, y, w, p in product(range(3), repeat=4)
        if p != 1 or are_disjoint([(x, w), (1, 2)]) or are_disjoint([(y, 1), (0, 2)])
    }
    assert solutions(build, backend) == expected


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_level_counts_events_of_one_time_together(backend):
    build = ModelBuilder()
    time = build.array("t", 3, range(3))
    happens = build.variable("h", range(2))
    build.reservoir(time, [2, -1, -2], least=-1, most=2, present=[1, happens, happens == 0])

    def holds(a, b, c, h):
        events = [(a, 2), (b, -1) if h else (c, -2)]
        levels = [sum(change for time, change in events if time <= now) for now in range(3)]
        return all(-1 <= level <= 2 for level in levels)

    expected = {v for v in product(range(3), range(3), range(3), range(2)) if holds(*v)}
    assert solutions(build, backend) == expected


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("strictly", [False, True])
def test_rows_and_columns_in_the_order_of_dictionaries(backend, strictly):
    build = ModelBuilder()
    matrix = build.array("m", (3, 2), range(2))
    build.lexicographic_chain([matrix[r, :] for r in range(3)], strictly=strictly)
    build.lexicographic_chain([matrix[:, 0], matrix[:, 1]])
    expected = set()
    for cells in product(range(2), repeat=6):
        rows, columns = [cells[0:2], cells[2:4], cells[4:6]], [cells[0::2], cells[1::2]]
        in_order = rows == sorted(rows) and columns == sorted(columns)
        if in_order and not (strictly and len(set(rows)) < 3):
            expected.add(cells)
    assert solutions(build, backend) == expected


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("rows", "number"), [([[1, 2], [1, 3]], 2), ([[1, 3], [1, 2]], 0)])
def test_rows_of_integers_in_a_chain_are_in_order_or_nothing_holds(backend, rows, number):
    build = ModelBuilder()
    x = build.variable("x", range(2))
    build.add(nonet.model.globals.LexicographicChain([[x, 0], *rows]))
    assert nonet.count_solutions(build, backend).number == number
    assert "lex_less" in nonet.export(build, "minizinc")
    opposite = ModelBuilder()
    x = opposite.variable("x", range(2))
    opposite.add(~nonet.model.globals.LexicographicChain([[x, 0], *rows]))
    assert nonet.count_solutions(opposite, backend).number == 2 - number


def test_decreasing_is_increasing_read_backwards():
    build = ModelBuilder()
    build.decreasing(build.array("x", 3, range(4)), strictly=True)
    rows = {values for values in product(range(4), repeat=3) if values[0] > values[1] > values[2]}
    assert solutions(build, "native") == rows


def test_a_solution_has_an_interval_s_start_and_end_or_none():
    build = ModelBuilder()
    x, used = build.variable("x", [3]), build.variable("used", [0, 1])
    always, sometimes = build.interval(x, 2), build.interval(x + 1, 4, present=used)
    build.add(used == 0)
    solution = nonet.solve(build).solution
    assert (solution[always], solution[sometimes]) == ((3, 5), None)
    assert solution[[always, sometimes]] == [(3, 5), None]
    assert repr(sometimes) == "Interval(x + 1, 4, present=used)"


SLIPS = [
    (lambda b, t, x: b.no_overlap([t, x], [1, 2]), "intervals or starts, not both"),
    (lambda b, t, x: b.no_overlap([t, t], [1, 2]), "no_overlap() of intervals takes no 'duration'"),
    (lambda b, t, x: b.no_overlap([x, x]), "missing 1 required argument: 'duration'"),
    (lambda b, t, x: b.cumulative([x, x], [1, 1], 2), "argument: 'capacity'"),
    (lambda b, t, x: b.cumulative([t, t], 2), "takes their demands and a capacity"),
    (lambda b, t, x: b.cumulative([t], [1], 2, present=[x]), "takes no 'present'"),
    (lambda b, t, x: b.no_overlap_2d([t], [t, t]), "1 intervals on x and 2 on y"),
    (lambda b, t, x: b.no_overlap_2d([x], [x], [1]), "missing 1 required argument: 'height'"),
    (lambda b, t, x: b.interval(x, x - 1), "the size x - 1 can be -1: none is negative"),
    (lambda b, t, x: b.interval(x), "write build.interval(x, 3, y, present=z)"),
    (lambda b, t, x: b.reservoir([x], [1], 1, 3), "the level is 0 before the first event"),
    (lambda b, t, x: b.reservoir([x], [1, 2], 0, 3), "1 in time, 2 in change"),
    (lambda b, t, x: b.lexicographic_chain([[x, 1], [x]]), "rows of 1 and 2 expressions"),
    (lambda b, t, x: b.lexicographic_chain([x, x]), "the expressions of a row are a sequence"),
    (lambda b, t, x: b.lex_chain_less([x, x]), "write build.lexicographic_chain("),
    (lambda b, t, x: b.new_interval_var(x, 1, x, "t"), "write build.interval("),
]


@as_one_test(range(len(SLIPS)))
def test_what_does_not_fit_is_one_line_that_says_what_to_write(number):
    slip, message = SLIPS[number]
    build = ModelBuilder()
    x = build.variable("x", range(5))
    task = build.interval(x, 2)
    with pytest.raises((ModelError, AttributeError), match=re.escape(message)) as raised:
        slip(build, task, x)
    assert "\n" not in str(raised.value)
