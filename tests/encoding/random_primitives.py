"""Random models of each primitive, and the solutions of their clauses."""

from itertools import product
from random import Random

from pysat.solvers import Solver

from nonet.encoding.clauses.cnf import Cnf
from nonet.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Connected,
    Element,
    EnclosedSum,
    LeadingSum,
    Linear,
    Model,
    Regular,
    Table,
)
from nonet.testing.strategies import CONSTRAINT_MAKERS, SMALL_NUMBERS

OPS = ("==", "!=", "<=", ">=")
NAMES = ("a", "b", "c", "d")
BINARY = [Linear, Table, AllDifferent]


def domains_of(random, values=range(-2, 5)):
    """Four variables of one to four values, of which few are shared."""
    return {name: random.sample(values, random.choice((1, 2, 3, 3, 4))) for name in NAMES}


def any_of(random, names):
    """One or two levels of groups of any primitives, perhaps an empty group."""
    makers = [*CONSTRAINT_MAKERS.values()]
    groups = [
        tuple(random.choice(makers)(random, names, SMALL_NUMBERS) for _ in range(number))
        for number in random.choices((0, 1, 1, 2), k=random.randint(1, 3))
    ]
    groups[0] = groups[0] or (grouped_sum(random, NAMES),)
    inner = AnyOf(tuple(groups))
    return inner if random.random() < 0.6 else AnyOf(((inner,), groups[0]))


def connected(random, names):
    """Variables along a ring or a path; one or two kinds hang together, perhaps within a reach."""
    edges = list(zip(names, (*names[1:], names[0]), strict=True))
    kinds = random.choice([((1, 2, 3),), ((0,), (2, 3)), ((-2, -1, 0), (1, 2, 3, 4))])
    reach = random.choice((None, None, 1, 2))
    return Connected(tuple(names), tuple(edges[: random.choice((3, 4))]), kinds, reach=reach)


def table(random, names):
    """Half of the tuples of one to four variables, some of which are met twice, and others."""
    scope = random.choices(names, k=random.randint(1, 3))
    rows = [*product(range(-1, 5), repeat=len(scope))]
    return Table(scope, random.sample(rows, len(rows) * random.choice((1, 2, 3)) // 4))


def element(random, names):
    first = random.choice((-1, 0, 1))
    return Element(
        random.choices(names, k=random.randint(2, 4)), *random.choices(names, k=2), first
    )


def regular(random, names):
    """An automaton of most arcs, whose variables may be met twice."""
    states = range(random.randint(1, 4))
    share = random.choice((0.6, 0.8, 1.0))
    steps = {
        (state, value): random.choice(states)
        for state in states
        for value in range(-2, 5)
        if random.random() < share
    }
    scope = random.choices(names, k=random.randint(1, 5))
    accepting = random.sample(states, random.randint(1, len(states)))
    return Regular(scope, Automaton(random.choice(states), accepting, steps or {(0, 1): 0}))


def global_sum(random, names):
    scope = tuple(random.sample(names, random.randint(2, 4)))
    if random.random() < 0.5:
        return LeadingSum(scope, random.randint(1, 5))
    return EnclosedSum(
        scope, random.choice(((1, 2), (0, 1), (-1, 2), (2, 2))), random.randint(-1, 2)
    )


def grouped_sum(random, names):
    """A sum of 3 or 4 terms, whose variables may all differ."""
    factors = random.choice([(1, 1, 1, 1), (1, 1, -1, -1), (1, 1, 1, -1), (2, 1, -1, 3)])
    return Linear(names, factors, random.choice(OPS), random.randint(-2, 8))


MAKERS = {
    **{
        name: lambda random, names, make=make: make(random, names, SMALL_NUMBERS)
        for name, make in CONSTRAINT_MAKERS.items()
    },
    "Table": table,
    "Regular": regular,
    "Element": element,
    "AnyOf": any_of,
    "Connected": connected,
    "sums of lines": global_sum,
    "sums of groups": grouped_sum,
}


def random_model(kind, number):
    """One to three constraints of a kind, perhaps beside variables that differ."""
    random = Random(f"{kind} {number}")
    domains = domains_of(random, range(-1, 4))
    parts = [MAKERS[kind](random, NAMES) for _ in range(random.choice((1, 1, 2, 3)))]
    if kind in ("sums of lines", "Table", "Element"):
        parts = parts[:2] if number % 3 else parts[:1]
    if random.random() < 0.4:
        parts.append(AllDifferent(tuple(random.sample(NAMES, random.randint(2, 4)))))
    return Model(domains, parts)


class ListedClauses(Cnf):
    """Clauses in a list."""

    def __init__(self, domains, at_most_one="auto"):
        self.clauses = []
        super().__init__(domains, lambda clause: self.clauses.append([*clause]), at_most_one)


def solutions_of_clauses(model, cnf):
    """Every solution: lazy constraints answer one that violates them with clauses."""
    solutions = set()
    names = {x: v for literals in cnf.literals.values() for v, x in literals.items()}
    own = range(1, cnf.value_literal_count + 1)
    with Solver("minisat22", bootstrap_with=cnf.clauses) as solver:
        while solver.solve():
            true = {x for x in solver.get_model() if x > 0}
            cuts = [cut for lazy in cnf.lazy_constraints for cut in lazy.violated_clauses(true)]
            chosen = [x for x in own if x in true]
            if cuts:
                false = [c for c in cuts if all((x > 0) != (abs(x) in true) for x in c)]
                assert false  # the others say the same of the other kinds
                solver.append_formula(cuts)
            else:
                solutions.add(tuple(names[x] for x in chosen))
                solver.add_clause([-x for x in chosen])
    assert all(len(row) == len(model.variables) for row in solutions)
    return solutions
