"""Notebook 2: the same puzzle by trying, by backtracking, by looking ahead, by propagation."""
# ruff: noqa: B018, E402, RUF100

# %% [markdown]
# # From brute force to propagation
#
# A computer is fast. Why not try everything? This notebook counts what that would mean, and
# then what each better idea saves. All figures are counts, so they are the same on every
# machine.

# %%
from itertools import product
from math import prod

import nonet

puzzle = nonet.Sudoku(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
puzzle

# %% [markdown]
# ## Everything
#
# 30 of the 81 cells are given. Each of the other 51 could be any of 9 values: 9^51 full
# assignments, a number of 49 digits. At a billion assignments a second that is more than 10^32
# years.

# %%
open_cells = puzzle.open_candidates()
every = 9 ** len(open_cells)
years = every / 10**9 / (365.25 * 24 * 3600)
print(f"{every:.1e} assignments, {years:.1e} years")

assert len(puzzle.grid.cells) == 81
assert len(puzzle.clues) == 30
assert len(open_cells) == 51
assert every == 9**51
assert len(str(every)) == 49
assert years > 10**32

# %% [markdown]
# ## The product of the candidate lists
#
# Cross out of each cell what its row, column and box already hold. What is left are its
# *candidates*, and the number of assignments is the product of the lengths of these lists: 23
# digits instead of 49. Still more than a million years.

# %%
candidates = prod(len(domain) for domain in open_cells.values())
years = candidates / 10**9 / (365.25 * 24 * 3600)
print(f"{candidates:.1e} assignments, {years:.1e} years")

assert len(str(candidates)) == 23
assert years > 10**6
assert len(str(every)) == 49

# %% [markdown]
# *Generate and test* really does this: make a full assignment, test it, make the next. For a
# 4x4 puzzle it works. Its 12 open cells have 4^12 assignments, of which the candidate lists
# leave 1,728. One of those obeys the rules.

# %%
small = nonet.Sudoku(".......21.3..4..")
model, lists = small.model(), small.open_candidates()
tried = [
    {**small.clues, **dict(zip(lists, values, strict=True))} for values in product(*lists.values())
]
accepted = [assignment for assignment in tried if model.accepts(assignment)]
print(len(tried), "tried,", len(accepted), "accepted")

assert 4 ** len(lists) == 4**12 == 16_777_216
assert len(tried) == 1_728
assert len(accepted) == 1
assert accepted[0] == nonet.solve(small).solution

# %% [markdown]
# ## Backtracking
#
# Do not wait for the full assignment. Fill the cells in reading order, and when a value clashes
# with one already there, drop it, and with it *all* assignments that begin this way. This is
# **chronological backtracking**, here in a dozen lines.


# %%
def backtrack(puzzle):
    values, cells, tries = dict(puzzle.clues), list(open_cells), 0

    def fill(number):
        nonlocal tries
        if number == len(cells):
            return True
        cell = cells[number]
        for value in puzzle.grid.values:
            tries += 1
            if all(values.get(peer) != value for peer in puzzle.peers[cell]):
                values[cell] = value
                if fill(number + 1):
                    return True
                del values[cell]
        return False

    assert fill(0)
    return values, tries


values, tries = backtrack(puzzle)
print(f"{tries:,} values tried")
assert nonet.solve(puzzle).solution == values
assert tries < 10**6 < candidates

# %% [markdown]
# Fewer than 10^6 tries, where the candidate lists have 10^22 combinations: a clash high up in
# the tree cuts off everything below. But it is found only when two values are both there, and
# the same clashes are found again and again.

# %%
assert tries < 10**6
assert candidates > 10**22

# %% [markdown]
# ## Look ahead
#
# **Forward checking** (Haralick and Elliott 1980) removes a value from the domains of its
# cell's peers as soon as it is set. A domain that becomes empty is a failure *before* anything
# is tried there; to set a domain with one value left at once is *unit propagation*.
# nonet's engine works at any named
# level, and counts the *nodes* of its search tree. For this puzzle no guess is left: one node.


# %%
def counters(puzzle, level, order="lexicographic"):
    """Search for a second solution too, so that the whole tree is counted."""
    outcome = nonet.solve(puzzle, f"native:level={level},order={order}", limit=2)
    assert outcome.exhausted
    return outcome.stats


stats = {level: counters(puzzle, level) for level in ("backtracking", "unit-propagation")}
for level, counts in stats.items():
    print(f"{level:17}", *(f"{counts[key]:>9,} {key}" for key in ("nodes", "failures", "checks")))

assert stats["backtracking"]["nodes"] > 10_000
assert stats["unit-propagation"]["nodes"] == 1
assert stats["unit-propagation"]["guesses"] == 0

# %% [markdown]
# ## A harder one
#
# Looking ahead one step is not always enough. Here it guesses hundreds of times. **Generalised
# arc consistency** (GAC) of AllDifferent looks at a whole unit at once, and needs fewer nodes.

# %%
harder = nonet.Sudoku(
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)
nodes = {}
for level in ("backtracking", "unit-propagation", "gac"):
    counts = counters(harder, level)
    nodes[level] = counts["nodes"]
    print(f"{level:17}", *(f"{counts[key]:>9,} {key}" for key in ("nodes", "failures", "depth")))

assert nodes["backtracking"] > 100 * nodes["unit-propagation"]
assert nodes["unit-propagation"] > 2 * nodes["gac"]

# %% [markdown]
# ## Where to guess
#
# The order of guesses matters as much. *Fail first*: guess where the fewest values are left
# (minimum remaining values, **MRV**), since if that is wrong you know soon. On the next puzzle
# the same unit propagation takes more than 100 times the nodes in reading order. With GAC there
# is nothing to guess at all.

# %%
first_hard = nonet.Sudoku(
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)
in_order = counters(first_hard, "unit-propagation")["nodes"]
by_mrv = counters(first_hard, "unit-propagation", "mrv")["nodes"]
print(f"reading order {in_order:,} nodes, MRV {by_mrv:,} nodes")

assert in_order > 100 * by_mrv
assert counters(first_hard, "gac")["guesses"] == 0

# %% [markdown]
# This is the first hard puzzle of Norvig's essay. He writes of a search that considered 25
# possibilities on 9 of its 61 open squares (those that are open after the first propagation).
# The same search, counted by our engine:

# %%
from nonet.tracing.enumeration import FIRST_HARD_PUZZLE, norvig_search

replay = norvig_search(FIRST_HARD_PUZZLE)
assert first_hard.line() == FIRST_HARD_PUZZLE
assert replay.possibilities == 25
assert replay.squares == 9
assert replay.unfilled == 61

# %% [markdown]
# ## See the tree
#
# Each circle is a guess that went on, each square one that failed, the diamond is the solution.
# A triangle hides a part in which everything failed.

# %%
from nonet.tracing.tree import tree_svg

run = nonet.trace(harder, "native:level=gac,order=mrv", limit=2)
assert run.counts()["SolutionFound"] == 1
assert run.counts()["Branched"] == run.stats["guesses"]


class Drawing(str):
    """A drawing that a notebook shows."""

    def _repr_svg_(self):
        return str(self)


Drawing(tree_svg(run))

# %% [markdown]
# The command line tells the same story with the speed of your machine: `nonet bruteforce
# puzzle.txt`, and `nonet compare puzzle.txt` for all levels and orders side by side.
#
# Sources: P. Norvig, [Solving Every Sudoku Puzzle](https://norvig.com/sudoku.html), 2006; R.
# Haralick, G. Elliott, "Increasing tree search efficiency for constraint satisfaction
# problems", *Artificial Intelligence*, 1980; J.-C. Régin, "A filtering algorithm for
# constraints of difference in CSPs", AAAI 1994.
