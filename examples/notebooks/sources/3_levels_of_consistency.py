"""Notebook 3: how much a solver sees before it guesses, from nothing to singleton consistency."""
# ruff: noqa: B018, E402, RUF100

# %% [markdown]
# # Levels of consistency
#
# Propagation removes values that cannot be. *Which* values it sees depends on the level of
# consistency. Each level is a property of domains, and for each there is exactly one largest
# set of domains that has it: its *fixpoint*, whatever the order of work. So levels can be
# compared, and held against a definition.

# %%
import random
from itertools import product

import nonet
from nonet.backends.native.filters import Levels
from nonet.backends.native.teaching_engine import TeachingEngine


def propagated(model, level):
    """The domains that a level leaves, or None if it proves that there is no solution."""
    engine = TeachingEngine(model.structure, Levels(level=level))
    engine.reset(dict(model.narrowed))
    if not engine.propagate():
        return None
    return {name: set(domain) for name, domain in engine.domains().items()}


def model_of(domains, *constraints):
    return nonet.Model(domains, constraints)


# %% [markdown]
# ## Arc consistency, and its generalisation
#
# A value has a *support* in a constraint if the other variables have values, in their domains,
# with which the constraint holds. **Arc consistency** (AC): every value has a support in every
# constraint over two variables. Taken pair by pair, "all different" is such constraints.
#
# **Generalised arc consistency** (GAC): every value has a support in the constraint as a whole.
# Below, a and b share two values, so c must be 3. No single pair shows it; the whole does.

# %%
unit = nonet.AllDifferent(("a", "b", "c"))
shared = model_of({"a": [1, 2], "b": [1, 2], "c": [1, 2, 3]}, unit)

print("AC ", propagated(shared, "arc-consistency"))
print("GAC", propagated(shared, "gac"))
assert propagated(shared, "arc-consistency")["c"] == {1, 2, 3}
assert propagated(shared, "gac")["c"] == {3}

# %% [markdown]
# ## Bounds consistency
#
# **Bounds consistency** asks only the smallest and the largest value of each domain for a
# support, and lets the others take any integer between their ends. Beside
# AC it is neither stronger nor weaker: it sees that c is 3 above, but it removes no value from
# the middle of a domain, and it does not see holes.

# %%
assert propagated(shared, "bounds")["c"] == {3}

middle = model_of({"a": [2], "b": [1, 2, 3]}, nonet.AllDifferent(("a", "b")))
assert propagated(middle, "arc-consistency")["b"] == {1, 3}
assert propagated(middle, "bounds")["b"] == {1, 2, 3}

holes = model_of({"a": [1, 3], "b": [1, 3], "c": [1, 2, 3]}, unit)
assert propagated(holes, "bounds")["c"] == {1, 2, 3}
assert propagated(holes, "gac")["c"] == {2}

# %% [markdown]
# ## Singleton consistency
#
# **Singleton consistency**: no value, tried alone, leads to a failure at the level below. Three
# regions that touch each other, and two colours: each constraint for itself has nothing to
# object to. Trying one colour does it.

# %%
touching = model_of(
    {name: [1, 2] for name in "abc"},
    *(nonet.AllDifferent(pair) for pair in (("a", "b"), ("b", "c"), ("a", "c"))),
)
assert propagated(touching, "gac") == {name: {1, 2} for name in "abc"}
assert propagated(touching, "singleton-arc") is None  # proven: there is no solution
assert nonet.solve(touching).status is nonet.Status.UNSAT

# %% [markdown]
# ## Held against the definition
#
# Do the filters reach what they claim? The definition of GAC can be written down as it stands:
# for each value of each variable try *every* combination of the others. Too slow to use, and
# just right to judge by. The same for AC on pairs, and for singleton consistency over either.


# %%
def supported(constraint, domains, name, value):
    others = [other for other in constraint.scope if other != name]
    return any(
        constraint.holds({name: value, **dict(zip(others, values, strict=True))})
        for values in product(*(domains[other] for other in others))
    )


def by_definition(constraints, domains):
    """The fixpoint of (generalised) arc consistency; None if a domain becomes empty."""
    domains, before = {name: set(domain) for name, domain in domains.items()}, None
    while domains != before:
        before = {name: set(domain) for name, domain in domains.items()}
        for constraint in constraints:
            for name in constraint.scope:
                domains[name] = {
                    value for value in domains[name] if supported(constraint, domains, name, value)
                }
    return domains if all(domains.values()) else None


def singleton_by_definition(constraints, domains):
    domains, before = by_definition(constraints, domains), None
    while domains is not None and domains != before:
        before = domains
        for name in domains:
            for value in sorted(domains[name]):
                if by_definition(constraints, {**domains, name: {value}}) is None:
                    domains = {**domains, name: domains[name] - {value}}
        domains = by_definition(constraints, domains)
    return domains


def pairs_of(constraints):
    for constraint in constraints:
        for n, first in enumerate(constraint.scope):
            for second in constraint.scope[n + 1 :]:
                yield nonet.AllDifferent((first, second))


chance = random.Random(1)
compared = 0
for _ in range(60):
    domains = {name: chance.sample(range(1, 5), chance.randint(1, 4)) for name in "abcde"}
    scopes = [chance.sample("abcde", chance.randint(2, 4)) for _ in range(3)]
    constraints = [nonet.AllDifferent(tuple(scope)) for scope in scopes]
    pairs = list(pairs_of(constraints))
    model = model_of(domains, *constraints)
    assert propagated(model, "gac") == by_definition(constraints, domains)
    assert propagated(model, "arc-consistency") == by_definition(pairs, domains)
    assert propagated(model, "singleton") == singleton_by_definition(constraints, domains)
    assert propagated(model, "singleton-arc") == singleton_by_definition(pairs, domains)
    compared += 1
print(compared, "random models: each level leaves what its definition says")
assert compared == 60

# %% [markdown]
# ## On a Sudoku
#
# Here is what each level leaves of a puzzle before any guess: how many values, all domains
# together. A solved grid has 81, one for each cell. Singleton consistency over GAC leaves the
# fewest; over AC it removes no more than AC here.

# %%
puzzle = nonet.Sudoku(
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)
LEVELS = ("unit-propagation", "arc-consistency", "gac", "singleton-arc", "singleton")
values = {}
for level in LEVELS:
    domains = propagated(puzzle.model(), level)
    values[level] = sum(map(len, domains.values()))
    print(f"{level:17}{values[level]:5} values")

assert values["unit-propagation"] == values["arc-consistency"] >= values["gac"]
assert values["gac"] > values["singleton"] > 81 == len(puzzle.grid.cells)
assert values["singleton-arc"] == values["arc-consistency"]

# %% [markdown]
# Unit propagation and arc consistency leave the same here: "different" between two cells
# removes a value only when one of the cells has a single value left. AC looks far more often,
# for nothing.
#
# In the search for all solutions a stronger level needs fewer nodes in a fixed order, and each
# node costs more. Neither end of the table is best; most solvers work in the middle.

# %%
stats = {}
print(f"{'level':17}{'nodes':>8}{'failures':>10}{'filterings':>12}")
for level in ("backtracking", *LEVELS):
    outcome = nonet.solve(puzzle, f"native:level={level},order=lexicographic", limit=2)
    assert outcome.exhausted
    assert len(outcome.solutions) == 1
    stats[level] = counts = outcome.stats
    print(f"{level:17}{counts['nodes']:8,}{counts['failures']:10,}{counts['filterings']:12,}")

nodes = [stats[level]["nodes"] for level in ("backtracking", *LEVELS)]
assert nodes[1] == nodes[2]  # unit propagation, arc consistency
assert nodes[0] > nodes[1] > nodes[3] > nodes[5]  # GAC, singleton
assert stats["arc-consistency"]["checks"] > 2 * stats["unit-propagation"]["checks"]
assert stats["singleton"]["filterings"] > stats["gac"]["filterings"]

# %% [markdown]
# ## The model matters as much as the level
#
# The same puzzle can be declared in other ways, and what a level sees depends on that.
# *Pairwise*: a "different" for each of 810 pairs of cells. *Redundant*: AllDifferent, and "each
# value has a place in each unit" beside it, which says nothing new and lets even AC see hidden
# singles. *Exact cover* and *clauses*: a 0/1 variable for each cell and value.

# %%
from nonet.tracing.compare import measure_model

forms = ("alldifferent", "pairwise", "redundant", "exact-cover", "clauses")
sizes = {form: measure_model(puzzle, form) for form in forms}
print(f"{'model':14}{'variables':>10}{'constraints':>12}{'left by AC':>12}{'left by GAC':>12}")
for form, size in sizes.items():
    print(f"{form:14}{size.variables:10}{size.constraints:12}{size.left_arc:12}{size.left_gac:12}")

assert sizes["pairwise"].constraints == 810
assert sizes["alldifferent"].left_gac <= sizes["redundant"].left_arc
assert sizes["redundant"].left_arc < sizes["alldifferent"].left_arc
assert sizes["alldifferent"].left_gac < sizes["pairwise"].left_gac

# %% [markdown]
# Sources: C. Bessiere, "Constraint propagation", *Handbook of Constraint Programming*, 2006; R.
# Debruyne, C. Bessiere, "Some practicable filtering techniques", IJCAI 1997; H. Simonis,
# "Sudoku as a constraint problem", 2005; J.-C. Régin, "A filtering algorithm for constraints of
# difference in CSPs", AAAI 1994.
