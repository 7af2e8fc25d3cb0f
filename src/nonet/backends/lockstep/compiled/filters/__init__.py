"""Filters of lanes: what a constraint says, swept over all lanes at once, one kind a file.

``layouts/`` has a file of the same name, whose ``pack`` writes one constraint as a *record*, a list
of integers; the records of all constraints of a kind lie one after the other in one array.
``sweep`` reads them and takes away what cannot be, in every lane.  Nothing is compiled for a
puzzle: a record is data.

The cells under way are rows ``cells + cell`` of the workspace (see ``units.py``), a candidate a
bit, counted from the lowest value.  A filter may leave candidates that cannot be, as long as it
leaves none where all cells are fixed and the constraint does not hold; it never takes one that
can.  Where a constraint cannot hold, a cell of its own is left without candidates, so that the
copies of cells in a choice (``disjunctions.py``) tell that their group is dead.  ``scratch`` is the
number of the first row that a filter may use as it likes.
"""
