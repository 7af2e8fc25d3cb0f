"""Random models whose searches fail often."""

from itertools import product

from nonet.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Count,
    Element,
    Linear,
    Model,
    Regular,
    Table,
)


def model_with_dead_ends(random):
    """Six variables of four values, under constraints of each kind that leave much open."""
    names = [f"v{i}" for i in range(6)]

    def part(deep=0):
        some = random.sample(names, 3)
        match random.randrange(7 if deep == 0 else 6):
            case 0:
                return AllDifferent(random.sample(names, random.choice((2, 3, 4))))
            case 1:
                factors = tuple(random.choice((-2, -1, 1, 2)) for _ in some)
                return Linear(tuple(some), factors, random.choice(("==", "<=", ">=", "!=")), 3)
            case 2:
                rows = [row for row in product(range(1, 5), repeat=3) if random.random() < 0.5]
                return Table(tuple(some), frozenset(rows))
            case 3:
                return Count(tuple(random.sample(names, 4)), frozenset({1, 2}), "==", some[0])
            case 4:
                return Element(tuple(some), *random.sample(names, 2), 1)
            case 5:
                arcs = {(s, v): random.randrange(3) for s in range(3) for v in range(1, 5)}
                return Regular(tuple(some), Automaton(0, frozenset({1, 2}), arcs))
            case _:
                return AnyOf(((part(1),), (part(1), part(1))))

    return Model(dict.fromkeys(names, range(1, 5)), [part() for _ in range(random.randint(4, 9))])
