"""Constraints as clauses, written to any solver, file or model that takes clauses.

* ``cnf.py``: literals for values, "at most one", guards;
* ``encoders.py``: one encoder a primitive constraint;
* ``layered_automata.py``: sums, counts, automata and objectives as layers of states;
* ``sum_groups.py``: sums over variables of which some differ, and cages;
* ``line_sums.py``: X-sums and sandwiches, by sets of values;
* ``connectivity.py``: connected parts, by clauses that are learnt on demand.
"""
