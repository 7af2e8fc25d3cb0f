"""What choosing costs: ``auto`` beside each backend it chooses from, question by question.

``python -m benchmarks.auto`` measures that no question takes more than 1.3 times the time of
the fastest backend, and 0.1 ms, in a warm process; or twice and 50 ms in a new one.

* ``questions.py``: the sets of questions, from 4x4 to 25x25, easy to minimal;
* ``measure.py``: each question by each backend, in processes of their own;
* ``halves.py``: ``--halves``, each set by halves, by turns in one process;
* ``report.py``: the table, and the questions beyond the bar.
"""
