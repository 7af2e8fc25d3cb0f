"""The compiled engine and the fastest other programs on arrays of puzzles.

``python -m benchmarks.lockstep`` runs the comparison.  A puzzle takes microseconds, less than a
call from Python; so nonet gets whole arrays of puzzles, and other programs read a file of lines.

* ``arrays.py``: sets of puzzles as arrays, and random images of them;
* ``engine.py``: nonet's kernels and the native engine in a separate process, also with the library
  of an older processor;
* ``peers.py``: other programs, given by path;
* ``measure.py``: rounds over all routes; variants; growth with the number of puzzles;
* ``report.py``: tables and the plot.
"""
