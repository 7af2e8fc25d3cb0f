"""Notebook 5: human techniques are levels of consistency, checked puzzle by puzzle."""
# ruff: noqa: B018, E402, RUF100

# %% [markdown]
# # Human logic is propagation
#
# People who solve Sudoku by hand have names for what they see: naked single, hidden pair,
# X-wing. People who write solvers have other names: arc consistency, Hall sets, singleton
# consistency. They are the same ideas. This notebook says which is which, and checks each claim
# on real puzzles.

# %%
from pathlib import Path

import nonet
from nonet.backends.native.filters import Levels
from nonet.backends.native.teaching_engine import TeachingEngine
from nonet.model.rewriting import rewrite
from nonet.techniques import find
from nonet.techniques.html_page import StepView

puzzles = nonet.read(Path("../../puzzles/euler96.txt")) + nonet.read(Path("../../puzzles/hard.txt"))
print(len(puzzles), "puzzles")


def propagated(model, level):
    """The domains that a level of consistency leaves."""
    engine = TeachingEngine(model.structure, Levels(level=level))
    engine.reset(dict(model.narrowed))
    assert engine.propagate()
    return {name: set(domain) for name, domain in engine.domains().items()}


def candidates_after(path):
    """The candidates that a path of human steps leaves."""
    placed = {cell: {value} for cell, value in path.end.assignment.items()}
    return {**{cell: set(values) for cell, values in path.end.candidates.items()}, **placed}


# %% [markdown]
# ## Singles are arc consistency
#
# A *naked single* is a cell with one candidate left; a *hidden single* is a value with one
# place left in a unit. Declare AllDifferent and, beside it, "each value has a place in each
# unit" (the *redundant* model of notebook 3). Arc consistency on that model leaves exactly what
# a person leaves who sees singles and nothing else. Not about the same: the same candidates, on
# every puzzle.

# %%
singles = [nonet.explain(puzzle, only="singles") for puzzle in puzzles]
for puzzle, path in zip(puzzles, singles, strict=True):
    redundant = rewrite(puzzle.model(), "redundant").model
    assert candidates_after(path) == propagated(redundant, "arc-consistency")

print(sum(path.solved for path in singles), "of", len(puzzles), "are solved by singles")
singles[0]

# %% [markdown]
# ## Subsets are generalised arc consistency
#
# A *naked pair* is two cells of a unit with the same two candidates: no other cell of the unit
# can have them. Subsets of three and four follow suit, and *hidden* subsets are the same from
# the side of the values. For a solver this is **Hall's theorem** (1935): k variables with only
# k values between them use these up. Régin's filter for AllDifferent (1994) finds all of it at
# once by matching.
#
# So singles and subsets, naked and hidden, are GAC of each AllDifferent. Again exactly.

# %%
subsets = [nonet.explain(puzzle, only="singles,subsets") for puzzle in puzzles]
for puzzle, path in zip(puzzles, subsets, strict=True):
    assert candidates_after(path) == propagated(puzzle.model(), "gac")

print(sum(path.solved for path in subsets), "of", len(puzzles), "are solved by singles and subsets")
assert sum(path.solved for path in subsets) > sum(path.solved for path in singles)

# %% [markdown]
# ## Pointing and claiming: two constraints at once
#
# *Pointing*: in a box, a value has places only in one row, so it leaves the rest of that row.
# Neither the box nor the row alone shows it; it is an **intersection of two AllDifferents**. To
# see that, take a model of nothing but these two constraints, and ask which values occur in its
# solutions.

# %%
puzzle = next(p for p, path in zip(puzzles, subsets, strict=True) if not path.solved)
path = nonet.explain(puzzle, only="singles,subsets,intersections")
number = next(n for n, step in enumerate(path.steps, 1) if step.key == "pointing")
shown = StepView.of(path, number)
shown


# %%
def domains_at(puzzle, position):
    domains = dict(puzzle.model().domains)
    for cell, value in position.assignment.items():
        domains[cell] = [value]
    for cell, values in position.candidates.items():
        domains[cell] = list(values)
    return domains


def units_named(puzzle, step):
    """The two units that a pointing step speaks of: its truth and its link."""
    sets = [step.layout.set_name(each) for each in (*step.truths, *step.links)]
    kinds = {"r": "row", "c": "column", "b": "box"}
    labels = [f"{kinds[name[1]]} {name[2:]}" for name in sets]
    return [unit for unit in puzzle.units if unit.description in labels]


step, domains = shown.step, domains_at(puzzle, shown.position)
units = units_named(puzzle, step)
scope = {cell for unit in units for cell in unit.scope}
two = nonet.Model({cell: domains[cell] for cell in scope}, units)
possible = nonet.candidates(two).values
alone = [
    propagated(nonet.Model({c: domains[c] for c in unit.scope}, [unit]), "gac") for unit in units
]

print(*(unit.description for unit in units))
assert len(units) == 2
for cell, value in step.removed:
    assert value not in possible[cell]  # together they exclude it
    assert all(value in domains[cell] for domains in alone if cell in domains)  # alone: neither

# %% [markdown]
# Intersections see more than GAC of every AllDifferent, since they look at two at a time:

# %%
more = 0
basic = [nonet.explain(puzzle, only="singles,subsets,intersections") for puzzle in puzzles]
for with_subsets, with_intersections in zip(subsets, basic, strict=True):
    less, after = candidates_after(with_subsets), candidates_after(with_intersections)
    assert all(after[cell] <= less[cell] for cell in less)
    more += after != less
print(f"intersections see more in {more} of {len(puzzles)} puzzles")
assert more > 0

# %% [markdown]
# ## Fish: the naked pair of another model
#
# An *X-wing*: in two rows, a value has places only in the same two columns, so it leaves the
# rest of these columns. Turn the model round. For one value let each *row* be a variable, and
# the column where the value stands in that row its domain. Two rows must not share a column:
# AllDifferent. In this model an X-wing **is a naked pair**, a swordfish a naked triple, and GAC
# finds every fish.

# %%
puzzle, position = next(
    (p, path.end) for p, path in zip(puzzles, basic, strict=True) if find(path.end, "x-wing")
)
fish = find(position, "x-wing")
StepView(fish[0], position, puzzle)


# %%
def dual(position, value, rows=True):
    """Where a value stands: rows as variables and columns as values, or the other way round."""
    domains = {}
    for cell, values in position.candidates.items():
        row, column = map(int, cell[1:].split("C"))
        if value in values:
            line, place = (row, column) if rows else (column, row)
            domains.setdefault(line, set()).add(place)
    model = {str(line): sorted(places) for line, places in domains.items()}
    return nonet.Model(model, [nonet.AllDifferent(tuple(model))])


def removed_by(model, rows):
    after = propagated(model, "gac")
    for line, domain in model.domains.items():
        for place in set(domain) - after[line]:
            yield f"R{line}C{place}" if rows else f"R{place}C{line}"


fish_found = {}
for path in basic:
    position = path.end
    for step in find(position, "basic-fish"):
        ((_, value), *_) = step.removed
        excluded = {
            cell for rows in (True, False) for cell in removed_by(dual(position, value, rows), rows)
        }
        assert {cell for cell, _ in step.removed} <= excluded
        fish_found.setdefault(step.technique.title, []).append(step)

print({title: len(steps) for title, steps in fish_found.items()})
assert {"X-Wing", "Swordfish"} <= set(fish_found)

# %% [markdown]
# ## Wings and chains: try it and fail
#
# An *XY-wing* argues: "whatever the pivot is, one of the pincers takes the value". Turned
# round: *if* the eliminated value were true, both pincers would lose it, and then the pivot has
# nothing left. That is a trial that fails, so XY-wings, and chains of any length like them, are
# inside **singleton consistency**.

# %%
puzzle, position = next(
    (p, path.end) for p, path in zip(puzzles, basic, strict=True) if find(path.end, "xy-wing")
)
wings = find(position, "xy-wing")
StepView(wings[0], position, puzzle)

# %%
narrowed = puzzle.model().narrow(domains_at(puzzle, position))
fails = 0
for step in wings:
    for cell, value in step.removed:
        trial = rewrite(narrowed.narrow({cell: [value]}), "redundant").model
        engine = TeachingEngine(trial.structure, Levels(level="arc-consistency"))
        engine.reset(dict(trial.narrowed))
        assert not engine.propagate()
        fails += 1
print(fails, "eliminations by XY-wings: each, tried, leads to a failure")
assert fails > 0

# %% [markdown]
# ## A rating is a measure of consistency
#
# So a rating by human techniques measures how strong propagation must be: 2.3 is the greatest
# rating of unit propagation alone.

# %%
by_singles = dict(zip(puzzles, singles, strict=True))
ratings = {puzzle: nonet.rate(puzzle) for puzzle in puzzles[:60:6]}
for puzzle, rating in ratings.items():
    print(f"{puzzle.line()[:20]}...  {rating.rating:4}  {rating.hardest}")
    if by_singles[puzzle].solved:
        assert rating.rating <= 2.3

hardest = max(ratings.values(), key=lambda rating: rating.rating)
hardest

# %% [markdown]
# What has no counterpart here are *uniqueness* techniques: they do not follow from the
# constraints, but from the promise that there is one solution.
#
# Sources: H. Simonis, "Sudoku as a constraint problem", 2005; D. Berthier, *The Hidden Logic of
# Sudoku*, 2007; P. Hall, "On representatives of subsets", 1935; J.-C. Régin, "A filtering
# algorithm for constraints of difference in CSPs", AAAI 1994.
