"""Variants: what a question of every rule costs each backend, beside plain integer CP-SAT.

``python -m benchmarks.variants`` measures and prints the tables of ``figures.md``;
``--help`` says which questions there are.
"""
