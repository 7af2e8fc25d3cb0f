"""Runs to look at: recorded, replayed, drawn, compared, and driven by hand.

* ``recording.py``: :func:`trace`, a run as data (:class:`Trace`), and its recorder;
* ``states.py``: the domains at each event, forward and back;
* ``jsonl.py``, ``profiler.py``, ``sentences.py``: JSON lines, cp-profiler's protocol, words;
* ``tree.py``: the search tree, and its picture;
* ``page.py``: a run as numbers, and one HTML file that plays it, by the modules
  of the page (``web/static/run``); ``terminal.py``: the same there;
* ``stepper.py``: the learner drives, in a notebook too;
* ``compare.py``: levels, orders, models and backends in one table;
* ``enumeration.py``: brute force told honestly, and Norvig's search as he tells it.

>>> import nonet
>>> run = nonet.trace(".......21.3..4..")
>>> print(str(run).splitlines()[12])
    13  row 2 removed 2 from R2C1 because R2C4 = 2
"""

from __future__ import annotations

from nonet.tracing.jsonl import dumps, loads, read, write
from nonet.tracing.recording import Recorder, Trace, trace
from nonet.tracing.states import Replay, State, states
from nonet.tracing.stepper import Stepper

__all__ = [
    "Recorder",
    "Replay",
    "State",
    "Stepper",
    "Trace",
    "dumps",
    "loads",
    "read",
    "states",
    "trace",
    "write",
]
