"""Families of techniques: one family a file, or a folder with the family's search.

A family is a module with a function and, where needed, some facts about the family:

``find(position, requested)``
    yields the steps of techniques whose keys are in ``requested`` (a frozenset), the
    steps a person would see first at the start; no step twice.
``find_all(position, requested)``
    also yields rarer forms that paths leave out and ``--find`` shows.
``QUICK``
    true if a hint may show every instance; otherwise it shows the first.
``EASIEST_FIRST``
    true if ``find`` yields steps whose score depends on their length by that score.
``max_cells(key)``
    the cells of the largest puzzle that a technique is searched in.
``find_as_hodoku(position, requested)``
    the steps among which HoDoKu chooses, if these differ from the steps of ``find``.
``hodoku_sort_key(step)``
    a sort key in HoDoKu's order, or ``None`` for a step unknown to HoDoKu (``step.py``).

``catalogue.py`` assigns techniques to families; a module is imported when one of its techniques
is first searched. A family is also a named set of techniques.
"""
