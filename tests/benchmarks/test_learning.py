"""The benchmark of learning: its instances and its counts of nodes."""

from collections import Counter
from random import Random

import pytest

import nonet
from benchmarks.learning import balanced_cells, count_nodes, latin_square, quasigroup


@pytest.mark.parametrize("order", [2, 5, 9])
def test_each_line_of_a_latin_square_has_each_value(order):
    square = latin_square(order, Random(order))
    for line in [*square, *zip(*square, strict=True)]:
        assert sorted(line) == list(range(order))


def test_an_instance_has_as_many_open_cells_as_requested_and_a_solution():
    model = quasigroup(8, 30, 3)
    assert sum(len(domain) == 8 for domain in model.domains.values()) == 30
    assert nonet.solve(model, "native").solutions
    assert quasigroup(8, 30, 3) == model != quasigroup(8, 30, 4)


def test_balanced_cells_are_spread_evenly_over_rows_and_columns():
    cells = balanced_cells(8, 30, Random(3))
    assert len(cells) == 30
    assert cells != balanced_cells(8, 30, Random(4))
    for axis in (0, 1):
        numbers = Counter(cell[axis] for cell in cells)
        assert sorted(numbers.values()) == [3, 3, 4, 4, 4, 4, 4, 4]
    assert nonet.solve(quasigroup(8, 30, 3, balanced=True), "native").solutions


def test_nodes_are_those_of_the_backend_and_end_at_the_limit():
    model, nodes = quasigroup(20, 180, 5), {}
    for name, learns in (("none", False), ("1uip", True)):
        nodes[name] = nonet.solve(model, f"native:learning={name}").stats["nodes"]
        assert count_nodes(model, learns, 10_000) == (nodes[name], True)
        assert count_nodes(model, learns, 10) == (10, False)
    assert nodes["1uip"] < nodes["none"]


@pytest.mark.parametrize(("learning", "order"), [("none", "mrv-wdeg"), ("1uip", "domwdeg")])
def test_the_usual_order_of_search(learning, order):
    model = quasigroup(20, 180, 5)
    nodes = {
        each: nonet.solve(model, f"native:learning={learning}{each}").stats["nodes"]
        for each in ("", ",order=mrv-wdeg", ",order=domwdeg")
    }
    assert nodes[""] == nodes[f",order={order}"]
    assert nodes[",order=mrv-wdeg"] != nodes[",order=domwdeg"]
