"""Constraints that decide nothing, or all: every language says what the model means by them."""

from itertools import product

import pytest

import nonet
from nonet.model import AllDifferent, AnyOf, Automaton, Count, Model, Regular, Table
from nonet.model import globals as g
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.arithmetic import Variable, as_affine
from nonet.model.expressions.logic import AllOf, Compare, Iff, Implies, Not, Xor
from nonet.model.expressions.operations import Entry, Occurrences, Quotient, Remainder, Truth
from tests.exporting.test_exporting import RUN

x, y, z, b, c = map(Variable, "xyzbc")
DOMAINS = {"x": range(3), "y": range(3), "z": range(1, 3), "b": range(2), "c": range(2)}
NO_ROWS: frozenset[tuple[int, ...]] = frozenset()


def number(value):
    return Affine((), value)


def entry(array, index):
    return Affine(((Entry(tuple(map(as_affine, array)), as_affine(index)), 1),))


def automaton(arcs, accepting):
    return Automaton(0, frozenset(accepting), frozenset(arcs))


CONSTRAINTS = {
    "an index behind the array": g.ElementOf((x, y, z), number(5), x),
    "an index before the array": g.ElementOf((x, y, z), number(-1), x),
    "an index that is never inside": g.ElementOf((x, y, z), x + 4, z),
    "an index that may be outside": g.ElementOf((x, y, z), x + 2, z),
    "the last index": g.ElementOf((x, y, z), number(2), y),
    "the first index, counted from 1": g.ElementOf((x, y, z), number(1), y, 1),
    "a Boolean index": g.ElementOf((x, y), b, z),
    "a Boolean index of Booleans": g.ElementOf((b, c), b, c),
    "an entry at a number": Compare(entry((x, y, z), number(1)), "==", 1),
    "an entry at a truth": Compare(entry((x, y), Affine(((Truth(x == 1), 1),))), "<=", 1),
    "a number at a number": g.ElementOf((number(4), number(1)), number(1), number(1)),
    "a table without rows": Table(("x", "y"), NO_ROWS),
    "a table of sums without rows": g.TableOf((x, y + 1), NO_ROWS),
    "no values": g.TableOf((x + y,), NO_ROWS),
    "an automaton without transitions": Regular(("x", "y"), automaton((), (0,))),
    "an automaton of sums without transitions": g.RegularOf((x, y + 1), automaton((), (0,))),
    "an automaton that accepts nothing": g.RegularOf((x, y + 1), automaton([(0, 1, 0)], ())),
    "an automaton that reads a number": g.RegularOf(
        (b + c, number(0)), automaton([(0, 1, 1), (1, 0, 1)], (1,))
    ),
    "a count of no values": Count(("x", "y"), (), "==", "b"),
    "a condition that always holds": AnyOf(((), (x == 1,))),
    "a conjunction of nothing": AllOf(()),
    "an odd number of truths": Xor((x == 1, y == 1, z == 1)),
    "Booleans that differ": AllDifferent(("b", "c")),
    "Booleans that are equal": g.AllEqual([b, c]),
    "Booleans that are inverse": g.Inverse([b, c], [c, b]),
    "a tour of two": g.Circuit([b, c]),
    "an inverse of which two places cannot be": g.Inverse(
        [x, number(3), y], [z, number(4), number(0)]
    ),
    "no occurrence of no value": Compare(
        Affine(((Occurrences((as_affine(x),), frozenset()), 1),)), "==", 1
    ),
    "the truth of a table without rows": Compare(
        Affine(((Truth(Table(("x", "y"), NO_ROWS)), 1), ("y", 1), ("z", 1))), "==", 2
    ),
    "a quotient after a minus": g.Lexicographic(
        [Affine(((Quotient(as_affine(x), number(2)), -1),)), y], [number(-1), number(0)]
    ),
    "demands that are operations": g.Cumulative([x, y], [2, 2], [abs(x - 1), y + z], x + z),
    "a reservoir at sums": g.Reservoir([x + y, x], [1, -1], 0, 2),
    "an entry beyond all sums": Compare(
        Affine(((Truth(g.ElementOf((x, y, z), b + c, number(2))), 1),)), "!=", 4
    ),
    "minus the truth of a table without rows": g.Lexicographic(
        [Affine(((Truth(Table(("x", "y"), NO_ROWS)), -1), ("y", 1))), z], [number(1), x]
    ),
    "an entry at the remainder of a number": Compare(
        entry([x], Affine(((Remainder(number(1), number(1)), 1),))), "==", 1
    ),
}
WITHIN = {
    "alone": lambda each: each,
    "negated": Not,
    "equivalent": lambda each: Iff(each, b == 1),
    "a premise": lambda each: Implies(each, b == 1),
    "one of two": lambda each: AnyOf(((each,), (x == 2,))),
    "a number": lambda each: Compare(Affine(((Truth(each), 1), ("x", -1))), "<=", 0),
}


@pytest.mark.parametrize("language", ["asp", "cpmpy", "cpsat", "python-constraint", "smtlib", "z3"])
@pytest.mark.parametrize("within", WITHIN)
def test_what_decides_nothing_or_all_means_the_same(language, within):
    for name, constraint in CONSTRAINTS.items():
        model = Model(DOMAINS, [WITHIN[within](constraint)])
        rows = (dict(zip(DOMAINS, row, strict=True)) for row in product(*DOMAINS.values()))
        solutions = [row for row in rows if all(each.holds(row) for each in model.constraints)]
        shown = RUN[language](nonet.export(model, language), model, language)
        assert shown in solutions if solutions else shown is None, name


@pytest.mark.slow
@pytest.mark.parametrize("language", ["cpmpy", "minizinc", "z3"])
def test_truths_of_all_of_them_are_said_in_one_text(language):
    domains = DOMAINS | {f"t{place}": range(2) for place in range(len(CONSTRAINTS))}
    truths = [Variable(name) == 1 for name in domains if name.startswith("t")]
    model = Model(domains, list(map(Iff, CONSTRAINTS.values(), truths)))
    assert model.accepts(RUN[language](nonet.export(model, language), model, language))
