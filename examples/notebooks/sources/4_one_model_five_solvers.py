"""Notebook 4: one declaration to five backends, cross-checked, and exported to other tools."""
# ruff: noqa: B018, E402, RUF100

# %% [markdown]
# # One model, five solvers
#
# A declaration says *what* is wanted. How it is found is a solver's business, and solvers
# differ: some propagate and search, some learn from failures, some know nothing but clauses.
# This notebook hands one declaration to five of them.

# %%
import nonet

puzzle = nonet.Sudoku(
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)
model = puzzle.model()
model

# %% [markdown]
# | backend | how it solves |
# |---|---|
# | `native` | nonet's own: propagation and search, written to be read |
# | `python-constraint` | backtracking in plain Python |
# | `sat` | clauses and conflict learning: MiniSat, CaDiCaL |
# | `cpsat` | Google's CP-SAT: propagation with explanations over a SAT solver |
# | `lockstep` | nonet's compiled engine: many search nodes at once in SIMD lanes |
#
# Each finds the same solution, and each proves that there is no other.

# %%
FIVE = ["native", "python-constraint", "sat", "cpsat", "lockstep"]
verdicts = {backend: nonet.verify(puzzle, backend) for backend in FIVE}
for backend, verdict in verdicts.items():
    print(f"{backend:18}{verdict.uniqueness.value:8}{verdict.witnesses[0].line}")

assert len(FIVE) == len(verdicts) == 5
assert {verdict.uniqueness for verdict in verdicts.values()} == {nonet.Uniqueness.UNIQUE}
assert len({verdict.witnesses[0] for verdict in verdicts.values()}) == 1

# %% [markdown]
# ## Nobody is believed
#
# Every solution of every backend is checked against the declaration: each constraint's `holds`
# is asked. A wrong answer raises; it is never returned. Here is a backend that lies. To write
# one takes a name, what it can do, whether it is available, and a generator of assignments.

# %%
from nonet.backends import Availability, Capabilities
from nonet.errors import WrongAnswer
from nonet.model import AllDifferent


class AllOnes:
    name = "all-ones"
    capabilities = Capabilities(posts=frozenset([AllDifferent]))

    def available(self):
        return Availability(True, "always")

    def run(self, model, request):
        yield dict.fromkeys(model.variables, 1)


try:
    nonet.solve(puzzle, AllOnes())
except WrongAnswer as error:
    caught = str(error)
    print(caught)
assert "all-ones" in caught

# %% [markdown]
# "No solution" cannot be checked by looking at it. For that there is `crosscheck`: backends
# must agree on the status, and where they found all solutions, on the set. None is helped by
# another's propagation. For a grid with several solutions that means: all of them.

# %%
several = nonet.Sudoku("1..............4")
agreement = nonet.crosscheck(several, FIVE, limit=None)
counts = {name: len(set(outcome.solutions)) for name, outcome in agreement.outcomes.items()}
print(counts)
assert set(counts) == set(FIVE)
assert set(counts.values()) == {18}

# %% [markdown]
# A 4x4 with 1 and 4 in opposite corners has 18 solutions. With a clash there is none, and all
# five say so.

# %%
assert several.clues == {"R1C1": 1, "R4C4": 4}
assert set(counts.values()) == {18}
none = nonet.crosscheck(several.with_clues({"R1C1": 1, "R1C4": 1}), FIVE)
assert none.status is nonet.Status.UNSAT

# %% [markdown]
# ## What a solver cannot say
#
# Backends know a few primitive constraints. What one does not know is rewritten with what it
# does know, before it starts; what cannot be is refused, with the way out. The compiled engine
# has a bit for each value of a cell, 64 at most, so it refuses this model, and the others agree
# without it.

# %%
from nonet.errors import Unsupported

build = nonet.ModelBuilder()
x, y, z = build.variables("xyz", range(1, 101))
build.all_different([x, y, z])
build.add(x + y == z, label="the sum")

try:
    nonet.solve(build.model(), "lockstep")
except Unsupported as error:
    refused = str(error)
    print(refused)
assert "64 values" in refused

others = nonet.crosscheck(build.model(), FIVE[:4], limit=None)
assert {len(outcome.solutions) for outcome in others.outcomes.values()} == {4900}

# %% [markdown]
# There are 4,900 ways in which a number of these is the sum of two that differ from each other.
#
# ## In the solver's own language
#
# `export` writes the declaration as a program or a file for other tools: what a good engineer
# would write by hand for this puzzle. This is CP-SAT's:

# %%
program = nonet.export(puzzle, "cpsat")
print(program)

# %% [markdown]
# A program is a claim too. These run here, as programs of their own, and print the same grid.

# %%
import subprocess
import sys

line = verdicts["native"].witnesses[0].line
for language in ("cpsat", "python-constraint"):
    done = subprocess.run(
        [sys.executable, "-c", nonet.export(puzzle, language)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    printed = "".join(character for character in done.stdout if character.isdigit())
    print(f"{language:18}{printed}")
    assert printed == line

# %% [markdown]
# A SAT solver reads clauses. Variables are numbers; comments (`c`) say what they mean. Here a
# solver gets the DIMACS file and nothing else.

# %%
from pysat.formula import CNF
from pysat.solvers import Cadical153

text = nonet.export(puzzle, "dimacs")
meaning = {}
for comment in text.splitlines():
    match comment.split():
        case ["c", number, "=", name]:
            meaning[int(number)] = name
formula = CNF(from_string=text)
with Cadical153(formula.clauses) as solver:
    assert solver.solve()
    true = [meaning[number] for number in solver.get_model() if number in meaning]
values = {name.split("_")[1]: int(name.split("_")[2]) for name in true}
print(len(formula.clauses), "clauses over", formula.nv, "variables")
assert puzzle.line(values) == line
assert len(true) == 81

# %% [markdown]
# Exactly 81 of the 0/1 variables are true: one for each cell. The other languages, in lines of
# text; what runs each is said by `nonet model --list`, and the tests of nonet run them all.

# %%
from nonet.exporting import languages

assert len(true) == 81
lengths = {language: nonet.export(puzzle, language).count("\n") for language in languages()}
for language, length in lengths.items():
    print(f"{language:18}{length:8,} lines")
assert lengths["minizinc"] < lengths["smtlib"] < lengths["dimacs"]

# %%
print(nonet.export(puzzle, "minizinc"))
assert "alldifferent" in nonet.export(puzzle, "minizinc")

# %% [markdown]
# Sources: L. Perron, V. Furnon, [OR-Tools](https://developers.google.com/optimization); A.
# Ignatiev, A. Morgado, J. Marques-Silva, "PySAT: A Python toolkit for prototyping with SAT
# oracles", SAT 2018; N. Nethercote et al., "MiniZinc: towards a standard CP modelling
# language", CP 2007.
