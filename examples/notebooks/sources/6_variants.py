"""Notebook 6: variants by name, and the common ones said with four primitives."""
# ruff: noqa: B018, E402, RUF100

# %% [markdown]
# # Variants
#
# A variant is a Sudoku with other rules. nonet has some by name; any other is a class of a few
# lines. Backends know primitive constraints alone and no rule, so no solver has to be taught a
# variant: each one here is solved by two of them as soon as it is declared.

# %%
import nonet
from nonet.puzzle.grid import place
from nonet.render.drawing import Line, Shade, Shape


def unique(puzzle):
    return nonet.verify(puzzle).uniqueness is nonet.Uniqueness.UNIQUE


def agreed(puzzle):
    """Whether two solvers that share no code find the puzzle to have the same one solution."""
    outcomes = nonet.crosscheck(puzzle, ["native", "cpsat"]).outcomes
    return all(outcome.exhausted and len(outcome.solutions) == 1 for outcome in outcomes.values())


# %% [markdown]
# ## By name
#
# There are 288 full grids of 4x4. With both diagonals (*Sudoku X*) 48 are left.

# %%
empty = nonet.Sudoku("." * 16)
crossed = nonet.Sudoku("." * 16, rules=["x"])
assert nonet.count_solutions(empty).number == 288
assert nonet.count_solutions(crossed).number == 48
assert {"anti-knight", "diagonals", "jigsaw", "windoku"} <= set(nonet.puzzle.rule_types())

# %% [markdown]
# A *jigsaw* has regions of any shape in place of boxes.

# %%
jigsaw = nonet.Sudoku("..1.24..........", regions="AABB CABD CABD CCDD")
assert agreed(jigsaw)
nonet.solve(jigsaw).solution

# %% [markdown]
# ## Two clues
#
# Mitchell Lee's *Miracle Sudoku* (2020) forbids equal values a knight's or a king's move apart,
# and consecutive values side by side. With these rules 2 clues are enough. The last rule is
# ours to declare: a **Linear** constraint says that two cells do not differ by one.


# %%
class NeverConsecutive(nonet.puzzle.PuzzleRule):
    name = "never-consecutive"
    sentence = "Cells that share an edge are never consecutive."

    def constraints(self, grid):
        for cell in grid.cells:
            row, column = place(cell)
            for other in (grid.cell_at(row + 1, column), grid.cell_at(row, column + 1)):
                if other is not None:
                    label = nonet.model.Annotation(
                        self.name, f"{cell} beside {other}", self.sentence
                    )
                    for step in (1, -1):
                        yield nonet.model.Linear((cell, other), (1, -1), "!=", step, rule=label)


miracle = nonet.Puzzle(nonet.Grid.square(9), {"R5C3": 1, "R6C7": 2}).with_rules(
    nonet.make_rule("anti-knight"), nonet.make_rule("anti-king"), NeverConsecutive()
)
assert len(miracle.clues) == 2
assert unique(miracle)
nonet.solve(miracle).solution

# %% [markdown]
# ## Killer: AllDifferent and a sum
#
# A *cage* holds different values with a given sum. That is two primitives: **AllDifferent** and
# **Linear**. A rule may also say how it is drawn. A 4x4 killer needs no clue at all.

# %%
from dataclasses import dataclass


@dataclass(frozen=True)
class Cage(nonet.puzzle.PuzzleRule):
    total: int
    cells: tuple

    name = "cage"
    sentence = "The cells of a cage differ and have the given sum."

    def constraints(self, grid):
        label = nonet.model.Annotation(
            "cage", f"cage of {self.total} at {self.cells[0]}", self.sentence
        )
        yield nonet.model.Linear.sum(self.cells, "==", self.total, rule=label)
        yield nonet.AllDifferent(self.cells, rule=label)

    def decorations(self, grid):
        cells = tuple(place(cell) for cell in self.cells)
        yield Shade(cells, f"cage of {self.total} at {self.cells[0]}")


killer = empty.with_rules(
    Cage(9, ("R1C2", "R1C3", "R1C4")),
    Cage(10, ("R2C1", "R2C2", "R2C3", "R3C1")),
    Cage(7, ("R2C4", "R3C4", "R4C4")),
    Cage(8, ("R3C3", "R4C2", "R4C3")),
)
assert not killer.clues
assert agreed(killer)
nonet.solve(killer).solution

# %% [markdown]
# ## Thermometer: inequalities
#
# Values rise along a *thermometer* from its bulb: a **Linear** inequality for each step.


# %%
@dataclass(frozen=True)
class Thermometer(nonet.puzzle.PuzzleRule):
    cells: tuple

    name = "thermometer"
    sentence = "Values rise along a thermometer from its bulb."

    def constraints(self, grid):
        for lower, upper in zip(self.cells, self.cells[1:], strict=False):
            label = nonet.model.Annotation("thermometer", f"{lower} < {upper}", self.sentence)
            yield nonet.model.Linear((lower, upper), (1, -1), "<=", -1, rule=label)

    def decorations(self, grid):
        yield Line(tuple(place(cell) for cell in self.cells), self.name)
        yield Shape(place(self.cells[0]), "circle")


rising = empty.with_rules(
    Thermometer(("R3C3", "R3C4", "R4C4")), Thermometer(("R2C2", "R3C2", "R4C2"))
)
assert not rising.clues
assert agreed(rising)
nonet.solve(rising).solution

# %% [markdown]
# ## Kropki: tables
#
# A white dot between neighbours: they are consecutive. A black dot: one is twice the other. No
# dot: neither. (Between 1 and 2 either may stand; here it is black.) Any relation between two
# cells is a **Table** of the pairs allowed.


# %%
def dot(a, b):
    """The colour of the dot between two values, or "none"."""
    if max(a, b) == 2 * min(a, b):
        return "black"
    return "white" if abs(a - b) == 1 else "none"


@dataclass(frozen=True)
class Kropki(nonet.puzzle.PuzzleRule):
    dots: tuple

    name = "kropki"
    sentence = "White: consecutive. Black: one is twice the other. No dot: neither."

    def constraints(self, grid):
        values = grid.values
        for first, second, colour in self.dots:
            pairs = frozenset((a, b) for a in values for b in values if dot(a, b) == colour)
            label = nonet.model.Annotation(
                "kropki", f"{colour} between {first} and {second}", self.sentence
            )
            yield nonet.model.Table((first, second), pairs, rule=label)


def dots_of(grid, values):
    """The dots that belong to a full grid."""
    for cell in grid.cells:
        row, column = place(cell)
        for other in (grid.cell_at(row + 1, column), grid.cell_at(row, column + 1)):
            if other is not None:
                yield cell, other, dot(values[cell], values[other])


grids = list(nonet.iter_solutions(empty))
pictures = {tuple(dots_of(empty.grid, solution)) for solution in grids}
print(len(grids), "grids have", len(pictures), "different pictures of dots")
assert len(grids) == len(pictures) == 288

# %% [markdown]
# No two of the 288 grids have the same dots, so a 4x4 Kropki with all its dots never needs a
# clue. For one of them the solvers say so too:

# %%
kropki = empty.with_rules(Kropki(tuple(dots_of(empty.grid, grids[100]))))
assert len(grids) == 288
assert agreed(kropki)
assert nonet.solve(kropki).solution == grids[100]

# %% [markdown]
# ## Sandwich: an automaton
#
# The number beside a row is the sum of the values *between* the smallest and the largest. Read
# the row from left to right, remember whether you are before, between or behind the two, and
# the sum so far: that is a finite automaton, and **Regular** demands that the values are a word
# of it.


# %%
@dataclass(frozen=True)
class Sandwich(nonet.puzzle.PuzzleRule):
    total: int
    cells: tuple

    name = "sandwich"
    sentence = "The values between the smallest and the largest have the given sum."

    def constraints(self, grid):
        bread = {grid.values[0], grid.values[-1]}
        before, behind = 0, self.total + 2  # state s + 1: between, with a sum of s
        step = {}
        for value in grid.values:
            step[before, value] = 1 if value in bread else before
            if value not in bread:
                step[behind, value] = behind
            for state in range(1, self.total + 2):
                if value in bread:
                    if state == self.total + 1:
                        step[state, value] = behind
                elif state + value <= self.total + 1:
                    step[state, value] = state + value
        label = nonet.model.Annotation(
            "sandwich", f"sandwich of {self.total} at {self.cells[0]}", self.sentence
        )
        yield nonet.model.Regular(
            self.cells, nonet.model.Automaton(before, [behind], step), rule=label
        )


row = ("R1C1", "R1C2", "R1C3", "R1C4", "R1C5", "R1C6")
(between,) = Sandwich(7, row).constraints(nonet.Grid.square(6))
assert between.holds(dict(zip(row, (2, 1, 3, 4, 6, 5), strict=True)))  # 3 + 4
assert not between.holds(dict(zip(row, (2, 1, 3, 6, 4, 5), strict=True)))

# %% [markdown]
# All rows and columns of a 6x6 get their sums, and then clues are left out until none can be
# spared, as in notebook 1.

# %%
plain = nonet.Sudoku("." * 36)
filled = nonet.solve(plain, "native:values=random,seed=3").solution


def total_of(cells):
    values = [filled[cell] for cell in cells]
    first, last = sorted((values.index(1), values.index(6)))
    return sum(values[first + 1 : last])


rows = [unit.scope for unit in plain.units if unit.rule.kind in ("row", "column")]
sandwich = plain.with_rules(*(Sandwich(total_of(cells), cells) for cells in rows))
sandwich = sandwich.with_clues(dict(filled))
for cell in filled:
    fewer = sandwich.with_clues({c: v for c, v in sandwich.clues.items() if c != cell})
    if unique(fewer):
        sandwich = fewer

print([rule.total for rule in sandwich.rules if isinstance(rule, Sandwich)])
assert len(rows) == 6 + 6
assert agreed(sandwich)
assert not unique(plain.with_clues(sandwich.clues))  # the sums matter
sandwich

# %% [markdown]
# ## Explained as well
#
# Human techniques know the units, and any other constraint by what it leaves in its cells. So
# every variant is explained, and the reasons are its own rules.

# %%
path = nonet.explain(killer)
own = [step for step in path.steps if any("cage" in reason for reason in step.reasons)]
print(own[0].sentence)
assert path.solved
assert own
path

# %% [markdown]
# Four primitives were enough: AllDifferent, Linear, Table, Regular. There are three more:
# Count, Element and AnyOf. `docs/how-to/add-a-rule.md` shows how a rule becomes part of nonet,
# with a page, help and tests made from its metadata.
#
# Sources: M. Lee, "The Miracle Sudoku", 2020; G. Pesant, "A regular language membership
# constraint for finite sequences of variables", CP 2004; the number of 4x4 grids: OEIS A107739.
