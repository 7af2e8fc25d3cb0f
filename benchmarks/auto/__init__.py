"""The cost of choosing: the backend ``auto`` compared with the backends that it chooses from.

``python -m benchmarks.auto`` checks two limits: in a warm process no question takes more than 1.3
times the CPU time of the fastest backend plus 0.1 ms; in a new process not more than twice plus
50 ms.

* ``questions.py``: the sets of questions, from 4x4 to 25x25, easy to minimal;
* ``measure.py``: each question by each backend, in separate processes;
* ``halves.py``: ``--halves``, all backends in turn in one process, reported by halves of each set;
* ``report.py``: the table, and the questions over the limit.
"""
