"""Benchmarks: nonet's backends beside textbook programs and other packages.

``python -m benchmarks`` runs the comparison; ``README.md`` describes the method, the tables
and the other commands.  This package is not part of nonet.

* ``geometry.py``: puzzles as lines of characters, and their symmetries;
* ``sets.py``: the sets of puzzles;
* ``routes/``: the solvers that are compared, one file each;
* ``worker.py``: a process that runs and times one route;
* ``json_process.py``: a child process that answers lines of JSON;
* ``compare.py``: rounds over all routes and sets;
* ``timing.py``, ``figures.py``, ``report.py``, ``plot.py``: CPU time, medians, tables, the plot;
* ``targets.py``, ``startup.py``, ``tracing.py``: the figures that nonet must reach.
"""
