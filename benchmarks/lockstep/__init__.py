"""The compiled engine beside the fastest programs: puzzles by the ten thousand.

``python -m benchmarks.lockstep`` runs it.  What is measured here takes
microseconds a puzzle, so that a call from Python for each would be most of it:
whole arrays of puzzles are handed over, and peers read a file of lines.

* ``arrays.py``: sets of puzzles as arrays, and random images of them;
* ``engine.py``: our kernels and the native engine in a process of their own,
  which may be told to follow an older processor;
* ``peers.py``: programs given by path;
* ``measure.py``: rounds over all routes; variants; growth with the number of puzzles;
* ``report.py``: tables and the picture.
"""
