"""Entries, inverses and tours, judged by walks over all values, with repeated variables and edges."""

from itertools import permutations, product

import pytest

import nonet
from nonet.errors import ModelError
from nonet.model import ModelBuilder
from nonet.model.globals import ArcCircuit, Circuit, ElementOf, Inverse, SubCircuit


def tour(after):
    """The nodes on the way from 0 until one comes again."""
    node, met = 0, []
    while node in range(len(after)) and node not in met:
        met.append(node)
        node = after[node]
    return met if node == 0 else []


def is_sub_tour(after):
    moved = [node for node, following in enumerate(after) if following != node]
    if sorted(after) != list(range(len(after))):
        return False
    return not moved or any(
        all(after[a] == b for a, b in zip(order, (*order[1:], order[0]), strict=True))
        for order in permutations(moved)
    )


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_tours_are_those_of_a_walk(size):
    names = tuple(f"n{place}" for place in range(size))
    for after in product(range(size), repeat=size):
        case = dict(zip(names, after, strict=True))
        assert Circuit(names).holds(case) == (len(tour(after)) == size), after
        assert SubCircuit(names).holds(case) == is_sub_tour(after), after


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize("kind", ["circuit", "subcircuit"])
def test_solvers_have_as_many_tours(kind, size):
    build = ModelBuilder()
    getattr(build, kind)(build.array("n", size, range(size)))
    cases = product(range(size), repeat=size)
    right = sum(
        len(tour(after)) == size if kind == "circuit" else is_sub_tour(after) for after in cases
    )
    for backend in ("native", "cpsat", "sat"):
        assert nonet.count_solutions(build.model(), backend=backend).number == right, backend


@pytest.mark.parametrize("kind", [Circuit, SubCircuit])
def test_one_variable_for_two_nodes_has_no_tour(kind):
    build = ModelBuilder()
    x, y = build.variables("xy", range(3))
    build.add(kind((x, y, x)))
    cases = product(range(3), repeat=2)
    assert not any(kind(("x", "y", "x")).holds({"x": x, "y": y}) for x, y in cases)
    for backend in ("native", "cpsat", "sat"):
        assert nonet.count_solutions(build.model(), backend=backend).number == 0, backend


PAIRED = [f"{side}[{place}]" for side in "xy" for place in range(3)]


@pytest.mark.parametrize("backend", ["native", "cpsat", "sat"])
def test_an_inverse_is_one_both_ways(backend):
    build = ModelBuilder()
    x, y = build.array("x", 3, range(-1, 4)), build.array("y", 3, range(3))
    build.inverse(x, y)
    assert nonet.count_solutions(build.model(), backend=backend).number == 6
    for forth in product(range(-1, 4), repeat=3):
        for back in product(range(3), repeat=3):
            names = dict(
                zip(
                    [f"x[{i}]" for i in range(3)] + [f"y[{i}]" for i in range(3)],
                    forth + back,
                    strict=True,
                )
            )
            holds = Inverse(tuple(names)[:3], tuple(names)[3:]).holds(names)
            assert holds == (
                sorted(forth) == [0, 1, 2] and all(back[j] == i for i, j in enumerate(forth))
            )
    build = ModelBuilder()
    x = build.array("x", 3, range(3))
    build.inverse(x, x)  # its own
    assert nonet.count_solutions(build.model(), backend=backend).number == 4


@pytest.mark.parametrize("backend", ["native", "cpsat", "sat"])
@pytest.mark.parametrize("first", [0, 1, -1])
def test_an_entry_counts_from_its_first_place(first, backend):
    build = ModelBuilder()
    a, b, v = build.variables("abv", range(3))
    i = build.variable("i", range(-2, 4))
    build.element([a, 2 * b, 1], i, v + 0, first)
    right = sum(
        0 <= i - first < 3 and (a, 2 * b, 1)[i - first] == v
        for a, b, v, i in product(range(3), range(3), range(3), range(-2, 4))
    )
    assert nonet.count_solutions(build.model(), backend=backend).number == right


ARCS = [(5, 7), (7, 5), (7, 9), (9, 5), (5, 9), (9, 9), (5, 7)]


@pytest.mark.parametrize("number", [2, 4, 5, 6, 7])
def test_arcs_that_are_chosen_form_one_tour(number):
    arcs = ARCS[:number]
    tails, heads = zip(*arcs, strict=True)
    names = tuple(f"c{place}" for place in range(number))
    constraint = ArcCircuit(tails, heads, names)
    nodes = {*tails, *heads}

    def one_tour(chosen):
        used = [arc for arc, each in zip(arcs, chosen, strict=True) if each]
        loops = {a for a, b in used if a == b}
        steps = [arc for arc in used if arc[0] != arc[1]]
        nodes_on_tour = sorted(nodes - loops)
        if (
            sorted(a for a, _ in steps) != nodes_on_tour
            or sorted(b for _, b in steps) != nodes_on_tour
        ):
            return False
        if len(used) != len(nodes):
            return False
        way, node = [], nodes_on_tour[0] if nodes_on_tour else None
        while node is not None and node not in way:
            way.append(node)
            node = dict(steps)[node]
        return len(way) == len(nodes_on_tour)

    right = 0
    for chosen in product((0, 1), repeat=number):
        holds = constraint.holds(dict(zip(names, chosen, strict=True)))
        assert holds == one_tour(chosen), chosen
        right += holds
    build = ModelBuilder()
    used = [build.boolean(name) for name in names]
    build.circuit([(a, b, each) for (a, b), each in zip(arcs, used, strict=True)])
    for backend in ("native", "cpsat", "sat"):
        assert nonet.count_solutions(build.model(), backend=backend).number == right, backend
    assert constraint.is_simple == (number in (2, 4, 5, 6))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((range(4), range(3), range(3)), "the node after 0, can be 3, and the nodes are 0 to 2"),
        ((range(3), range(-1, 2), range(3)), "the node after 1, can be -1, and the nodes"),
    ],
)
@pytest.mark.parametrize("kind", ["circuit", "subcircuit"])
def test_a_node_that_there_is_not_is_refused(kind, values, message):
    build = ModelBuilder()
    after = [build.variable(f"n{place}", each) for place, each in enumerate(values)]
    with pytest.raises(ModelError) as caught:
        getattr(build, kind)(after)
        build.model()
    assert message in str(caught.value)


def test_an_array_without_an_entry_is_refused():
    with pytest.raises(ModelError, match="the array has no entry"):
        ElementOf((), "i", 1)
    assert ElementOf((1, "x"), "i", "v", 2).formula == "[1, x][i - 2] == v"
    assert ElementOf((1, "x"), "i", "v").formula == "[1, x][i] == v"
