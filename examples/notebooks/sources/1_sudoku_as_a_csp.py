"""Notebook 1: from no constraint programming to a variant of one's own."""
# ruff: noqa: B018, E402, RUF100

# %% [markdown]
# # Sudoku as a constraint satisfaction problem, in 30 minutes
#
# You know Python. You need to know nothing of constraint programming. At the end you will have
# declared a Sudoku variant of your own, solved it, proved that it has one solution, had other
# solvers check that, and had it explained step by step.
#
# Install nonet from its folder, with something to open notebooks, and open this file:
#
# ```sh
# pip install . jupyterlab
# jupyter lab examples/notebooks/1_sudoku_as_a_csp.ipynb
# ```
#
# Run each cell in turn (Shift and Enter). Cells that `assert` something check what the text
# says.

# %%
import nonet

puzzle = nonet.Sudoku(
    """
    . . | . .
    . . | . 2
    ----+----
    1 . | 3 .
    . 4 | . .
    """
)
puzzle

# %% [markdown]
# ## Variables, domains, constraints
#
# A *constraint satisfaction problem* (CSP) has three parts:
#
# * **variables**: here one for each cell, named `R1C1` for row 1, column 1;
# * a **domain** for each variable: the finite set of values it may take;
# * **constraints**: each names some variables, its *scope*, and says which values they may take
#   together.
#
# A *solution* gives every variable one value of its domain so that every constraint holds. A
# clue is a domain with one value.

# %%
model = puzzle.model()
print(len(model.variables), "variables,", len(model.constraints), "constraints")
print("R1C1:", model.domains["R1C1"], "   R2C4:", model.domains["R2C4"])
for constraint in model.constraints:
    print(f"{constraint.description:10}", *constraint.scope)

assert len(model.variables) == 16
assert len(model.constraints) == 4 + 4 + 4  # rows, columns, boxes
assert list(model.domains["R1C1"]) == [1, 2, 3, 4]
assert list(model.domains["R2C4"]) == [2]

# %% [markdown]
# All 12 constraints are of one kind, **AllDifferent**: no two variables of the scope take the
# same value. What a constraint means is one function, `holds`. Everything else is judged by it.

# %%
row = model.constraints[0]
assert row.description == "row 1"
assert row.holds({"R1C1": 3, "R1C2": 1, "R1C3": 4, "R1C4": 2})
assert not row.holds({"R1C1": 3, "R1C2": 1, "R1C3": 4, "R1C4": 3})
assert len(model.constraints) == 12

# %% [markdown]
# ## Solve
#
# The puzzle is data; `nonet.solve` is a function that takes it. The answer has a *status*:
# there is a solution (`sat`), there is none (`unsat`), or the time was up before either was
# known (`unknown`). Because there are three, `if outcome:` is an error and not a trap.

# %%
outcome = nonet.solve(puzzle)
assert outcome.status is nonet.Status.SAT
assert model.accepts(outcome.solution)  # every constraint holds

try:
    bool(outcome)
except TypeError as error:
    print(error)
outcome.solution

# %% [markdown]
# ## How it was found: propagation
#
# A constraint can *filter* domains: it removes values that cannot be in any solution. R2C4 is
# 2, so row 2 removes 2 from the other cells of row 2. A domain that shrinks may let other
# constraints filter more. Going on until nothing changes is called **propagation**.
#
# Each removal is an event with its reason. Here are the first, and below them the whole run to
# play with: click into it, then press the right arrow key for a step forward.

# %%
run = nonet.trace(puzzle)
print(*str(run).splitlines()[12:20], sep="\n")
assert run.counts()["Branched"] == 0  # propagation alone solved it: no guess
run

# %% [markdown]
# Not every puzzle falls to propagation alone. Then a solver *guesses* a value, propagates, and
# if a domain becomes empty it goes back (*backtracks*) and takes another value. That is
# **search**. Here are 64 open cells and propagation that sees too little:

# %%
hard = nonet.Sudoku(
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)
searched = nonet.solve(hard, "native:level=unit-propagation,order=mrv", limit=2)
print(searched.stats["guesses"], "guesses,", searched.stats["failures"], "of them failed")
assert len(hard.open_candidates()) == 64
assert searched.stats["guesses"] > searched.stats["failures"] > 0
assert searched.exhausted  # it searched everything: there is no second solution

# %% [markdown]
# ## One solution: prove it
#
# A proper puzzle has exactly one solution. `verify` searches for two. With one clue less our
# puzzle has more, and the verdict shows two *witnesses* and where they differ.

# %%
assert nonet.verify(puzzle).uniqueness is nonet.Uniqueness.UNIQUE

fewer = puzzle.with_clues({cell: v for cell, v in puzzle.clues.items() if cell != "R2C4"})
verdict = nonet.verify(fewer)
print(verdict.uniqueness.value, "- the witnesses differ in", *verdict.differing)
assert verdict.uniqueness is nonet.Uniqueness.MULTIPLE
assert nonet.count_solutions(fewer).number > 1

# %% [markdown]
# Why believe one program? The same declaration goes to other solvers: Google's CP-SAT,
# python-constraint, and SAT solvers if they are installed. `crosscheck` asks them all, and
# raises an error if any two disagree.

# %%
agreement = nonet.crosscheck(puzzle)
assert agreement.status is nonet.Status.SAT
assert {"native", "cpsat", "python-constraint"} <= set(agreement.outcomes)

# %% [markdown]
# ## Explain it
#
# A person does not search; a person looks for the next step that follows. `explain` gives every
# step in words, with the constraint it rests on. Click a step to unfold it.

# %%
path = nonet.explain(puzzle)
assert path.solved
print(path.steps[0].sentence)
path

# %% [markdown]
# ## A rule of your own
#
# A Sudoku *variant* has further rules. A rule is a class with a name, a sentence, and a method
# that gives its constraints for a grid. This one speaks of cells side by side in a row: `fits`
# says which pairs of values are allowed. A **Table** constraint lists the allowed combinations,
# so *any* relation between a few cells can be said with it.


# %%
class SideBySide(nonet.puzzle.PuzzleRule):
    name = "no-step"
    sentence = "Cells side by side in a row are never consecutive."

    def fits(self, left, right):
        return abs(left - right) != 1

    def constraints(self, grid):
        values = grid.values
        pairs = frozenset((a, b) for a in values for b in values if self.fits(a, b))
        for row in range(1, grid.height + 1):
            for column in range(1, grid.width):
                cells = (f"R{row}C{column}", f"R{row}C{column + 1}")
                label = nonet.model.Annotation(self.name, " and ".join(cells), self.sentence)
                yield nonet.model.Table(cells, pairs, rule=label)


empty = nonet.Sudoku("." * 36, rules=[SideBySide()])  # 6x6, with boxes of 2 rows and 3 columns
pairs = [c for c in empty.model().constraints if isinstance(c, nonet.model.Table)]
assert len(pairs) == 6 * 5
assert not pairs[0].holds({"R1C1": 3, "R1C2": 4})
assert pairs[0].holds({"R1C1": 3, "R1C2": 5})

# %% [markdown]
# Declared is solved: nothing else has to be told about the rule. Is it possible at all? On 6x6
# it is; on 4x4 there is no solution, and the solver proves it.

# %%
filled = nonet.solve(empty, "native:values=random,seed=1").solution
on_4x4 = nonet.Sudoku("." * 16, rules=[SideBySide()])
assert nonet.solve(on_4x4).status is nonet.Status.UNSAT
filled

# %% [markdown]
# ## A puzzle of your own
#
# To make a puzzle, take a full grid and leave out clue after clue, as long as the solution
# stays the only one. Each question is a proof, so the result is a proper puzzle, and no clue of
# it can be spared.


# %%
def is_unique(puzzle):
    return nonet.verify(puzzle).uniqueness is nonet.Uniqueness.UNIQUE


def without(puzzle, cell):
    return puzzle.with_clues({c: v for c, v in puzzle.clues.items() if c != cell})


def remove_clues(puzzle):
    for cell in puzzle.clues:
        if is_unique(without(puzzle, cell)):
            puzzle = without(puzzle, cell)
    return puzzle


minimal = remove_clues(empty.with_clues(dict(filled)))
print(len(minimal.clues), "clues")
assert is_unique(minimal)
assert not any(is_unique(without(minimal, cell)) for cell in minimal.clues)
assert not is_unique(nonet.Puzzle(minimal.grid, minimal.clues))  # without the rule: more than one
minimal

# %% [markdown]
# ## Now yours
#
# Change the line after `return` (and the sentence). Some ideas:
#
# ```python
# return left + right != 7
# return left % 2 == 1 or right % 2 == 1     # never two even values
# return abs(left - right) <= 3
# ```
#
# Then run this cell and all below it. If the solver says that no grid obeys your rule, that is
# an answer too: weaken the rule and try again.


# %%
class Mine(SideBySide):
    name = "mine"
    sentence = "Cells side by side in a row never add up to the number of columns plus one."

    def fits(self, left, right):
        return left + right != 7


empty = nonet.Sudoku("." * 36, rules=[Mine()])
filling = nonet.solve(empty, "native:values=random,seed=2")
assert filling.status is nonet.Status.SAT, "no grid obeys this rule: weaken it"
mine = remove_clues(empty.with_clues(dict(filling.solution)))
mine

# %% [markdown]
# Solved, verified, and agreed on by every solver that is installed:

# %%
solution = nonet.solve(mine).solution
assert solution == filling.solution
assert nonet.verify(mine).uniqueness is nonet.Uniqueness.UNIQUE
assert nonet.crosscheck(mine).status is nonet.Status.SAT
solution

# %% [markdown]
# Explained: steps called *Constraint* are those in which your rule filters a domain.

# %%
path = nonet.explain(mine)
assert path.solved
path

# %% [markdown]
# That is the whole way: declare, solve, verify, cross-check, explain. You can keep the puzzle
# (`nonet.write`), hand it to another solver in its own language (`nonet.export`), or look at
# the next notebook, which shows why propagation beats trying everything.
#
# Sources: S. Russell, P. Norvig, *Artificial Intelligence: A Modern Approach*, chapter
# "Constraint satisfaction problems"; F. Rossi, P. van Beek, T. Walsh (eds.), *Handbook of
# Constraint Programming*, 2006.
