"""Benchmarks: nonet's backends beside textbook programs and other packages.

``python -m benchmarks`` runs the comparison; ``README.md`` tells how to read it.
Nothing here is part of the package.

* ``geometry.py``: puzzles as lines of characters, and the symmetries that make new ones;
* ``sets.py``: the sets of puzzles;
* ``routes/``: the ways to solve a puzzle, one file each;
* ``worker.py``: one route in a process of its own, timed there;
* ``compare.py``: rounds over all routes and sets;
* ``figures.py``, ``report.py``, ``plot.py``: medians, tables, the picture;
* ``bars.py``, ``startup.py``, ``tracing.py``: the figures nonet must reach.
* ``auto/``: what choosing a backend costs, ``python -m benchmarks.auto``;
* ``lockstep/``: the compiled engine on arrays, ``python -m benchmarks.lockstep``.
"""
