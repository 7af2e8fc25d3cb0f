"""Rewritings of models, shared by backends, exports and the setter's assumption solver.

* ``clauses/``: constraints as clauses over literals "this variable has this value";
* ``implied_sums.py``: cages, their combinations, and the sums that units and cages imply;
* ``differences.py``: inequalities of pairs that are one AllDifferent.

No solver is imported here: a backend hands over where clauses go, and everything else is data.
"""
