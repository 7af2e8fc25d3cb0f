"""The cost of variants: puzzles with every rule by each backend and by plain integer CP-SAT.

``python -m benchmarks.variants`` measures and prints the tables of ``figures.md``; ``--help``
lists the sets of puzzles.  ISS is the Interactive Sudoku Solver, another program.
"""
