"""Constraints as clauses, written to any solver, file or model that takes clauses.

* ``cnf.py``: literals for values, "at most one", guards;
* ``encoders.py``: one encoder a primitive constraint;
* ``templates.py``: the clauses of constraints that are alike, written once;
* ``layered_automata.py``: sums, counts and automata as layers of states;
* ``sums.py``: sums of a few terms;
* ``sum_groups.py``: sums over variables of which some differ;
* ``sum_equations.py``: equations of two sums;
* ``line_sums.py``: X-sums and sandwiches, by sets of values;
* ``connectivity.py``: connected parts, by clauses that are learnt on demand;
* ``grid_clauses.py``: the clauses of a grid, written once;
* ``cages.py``: sums of different variables by their combinations;
* ``objective_counter.py``: the sum of an objective.
"""
