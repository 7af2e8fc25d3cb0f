"""Nodes of the native search with and without learning: ``python -m benchmarks.learning``.

The instances are quasigroups with holes, which always have a solution: a random Latin square from
the Markov chain of Jacobson and Matthews ("Generating uniformly distributed random Latin squares",
Journal of Combinatorial Designs 4, 1996), with random open cells.  With ``--balanced`` the numbers
of open cells of all rows and columns differ by at most 1, which is hardest (Kautz, Ruan,
Achlioptas, Gomes, Selman, Stickel, "Balance and filtering in structured satisfiable problems",
IJCAI 2001).  A search is stopped at ``--nodes``; if this stops only the search without learning,
the ratio is a lower bound.
"""

from __future__ import annotations

import argparse
import math
from random import Random

import nonet
from nonet.backends.base import Request
from nonet.backends.native import Levels, make_engine
from nonet.backends.native.learning import LearningEngine
from nonet.backends.native.learning_search import search_and_learn
from nonet.backends.native.search import Counters, search, search_orders


def latin_square(order: int, random: Random) -> list[list[int]]:
    """Return a Latin square by ``order ** 3`` moves on its incidence cube.

    A move adds 1 at a cell of the cube and at three further corners of a box, and takes 1 from the
    other four; a cube with a cell of -1 stands for no square, and goes on from this cell.
    """
    places = range(order)
    cube = [[[int((i + j) % order == k) for k in places] for j in places] for i in places]
    improper: tuple[int, int, int] | None = None
    moves = 0
    while moves < order**3 or improper:
        moves += 1
        i, j, k = improper or tuple(random.randrange(order) for _ in range(3))
        if cube[i][j][k] == 1:
            continue
        a = random.choice([x for x in places if cube[x][j][k] == 1])
        b = random.choice([x for x in places if cube[i][x][k] == 1])
        c = random.choice([x for x in places if cube[i][j][x] == 1])
        for x, y, z in ((i, j, k), (i, b, c), (a, j, c), (a, b, k)):
            cube[x][y][z] += 1
        for x, y, z in ((a, j, k), (i, b, k), (i, j, c), (a, b, c)):
            cube[x][y][z] -= 1
        improper = (a, b, c) if cube[a][b][c] < 0 else None
    return [[line.index(1) for line in plane] for plane in cube]


def balanced_cells(order: int, holes: int, random: Random) -> set[tuple[int, int]]:
    """Return random cells, spread evenly over rows and columns.

    A regular pattern is mixed by exchanges that keep the number of each row and column.
    """
    per_row, longer_rows = divmod(holes, order)
    rows, columns = list(range(order)), list(range(order))
    random.shuffle(rows)
    random.shuffle(columns)
    pairs = [(i, shift) for i in range(order) for shift in range(per_row)]
    pairs += [(i, per_row) for i in range(longer_rows)]
    cells = [(rows[i], columns[(i + shift) % order]) for i, shift in pairs]
    chosen = set(cells)
    for _ in range(20 * holes):
        first, second = random.sample(range(holes), 2)
        (a, x), (b, y) = cells[first], cells[second]
        if (a, y) not in chosen and (b, x) not in chosen:
            chosen -= {(a, x), (b, y)}
            chosen |= {(a, y), (b, x)}
            cells[first], cells[second] = (a, y), (b, x)
    return chosen


def quasigroup(order: int, holes: int, seed: int, balanced: bool = False) -> nonet.Model:
    """Return a Latin square as a model, in which some cells are open."""
    random = Random(seed)
    square = latin_square(order, random)
    cells = [(i, j) for i in range(order) for j in range(order)]
    chosen = balanced_cells(order, holes, random) if balanced else random.sample(cells, holes)
    open_cells = set(chosen)
    names = [[f"{i},{j}" for j in range(order)] for i in range(order)]
    domains = {
        names[i][j]: range(order) if (i, j) in open_cells else [square[i][j]] for i, j in cells
    }
    lines = [*names, *map(list, zip(*names, strict=True))]
    return nonet.Model(domains, [nonet.AllDifferent(tuple(line)) for line in lines])


def count_nodes(model: nonet.Model, learns: bool, most: int) -> tuple[int, bool]:
    """Return the nodes up to the first solution or to the limit, and whether the search ended."""
    counters = Counters()

    class Limited(Request):
        """A request that ends at a number of nodes."""

        def expired(self) -> bool:
            return counters.nodes >= most

    engine = make_engine(model.structure, Levels(), learns)
    engine.reset(model.narrowed)
    orders = search_orders("domwdeg" if learns else "mrv-wdeg", "ascending", 0)
    if learns:
        assert isinstance(engine, LearningEngine)
        run = search_and_learn(engine, *orders, Limited(), counters)
    else:
        run = search(engine, *orders, Limited(), counters)
    solution = next(run, None)
    return counters.nodes, solution is not None


def main() -> None:
    """Print the nodes of each instance, their sums and the mean of their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--order", type=int, default=30)
    parser.add_argument("--holes", type=int, nargs="+", default=[335, 320])
    parser.add_argument("--first", type=int, default=40, help="the first seed")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=200_000, help="limit of nodes of a search")
    parser.add_argument("--balanced", action="store_true", help="open cells spread evenly")
    given = parser.parse_args()
    plain_sum = learned_sum = 0
    logarithms = 0.0
    for number in range(given.count):
        seed, holes = given.first + number, given.holes[number % len(given.holes)]
        model = quasigroup(given.order, holes, seed, given.balanced)
        plain, plain_ended = count_nodes(model, False, given.nodes)
        learned, learned_ended = count_nodes(model, True, given.nodes)
        plain_sum, learned_sum = plain_sum + plain, learned_sum + learned
        logarithms += math.log(plain / learned)
        limits = "" if plain_ended and learned_ended else "  (a limit was met)"
        print(f"seed {seed}, {holes} holes: {plain:,} {learned:,}{limits}", flush=True)
    mean = math.exp(logarithms / given.count)
    ratio = plain_sum / learned_sum
    print(f"sum {plain_sum:,} {learned_sum:,}, ratio {ratio:.1f}, geometric mean {mean:.1f}")


if __name__ == "__main__":
    main()
