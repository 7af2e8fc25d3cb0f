"""Many puzzles at once: arrays (``solve_many``, ``verify_many``) and tables (``nonet batch``).

All puzzles of an array or a table have the same cells and values; most have one geometry (a grid
and its rules).  Read the modules in this order:

* ``geometry.py``: the grid and rules that puzzles share, and a puzzle as a row of numbers;
* ``engines.py`` (with ``workers.py``, ``answer_checks.py``): rows of clues to answers;
* ``arrays.py``: the verbs for arrays; ``bulk_rows.py``: plain texts and numbers in one pass;
* ``mixed_puzzles.py``, ``row_rules.py``: puzzles whose rules differ from row to row;
* ``read_ahead.py``: outcomes for a stream of puzzles, as ``nonet solve`` wants them;
* ``columns.py``, ``text_columns.py``: the columns of puzzles and of solutions; columns of text to
  rows of numbers and back;
* ``sources.py`` (with ``delimited.py``), ``sinks.py`` (with ``parquet.py``):
  files in, files out;
* ``part_store.py``: no written answer is lost;
* ``answerer.py``: a part of the table of puzzles to a part of the table of answers;
* ``job.py`` (with ``cluster.py``): the pipeline from a table to a table.

>>> from nonet.batch import verify_many
>>> many = verify_many([[1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4]], backend="native")
>>> many.counts.tolist(), many.solutions[0, :8].tolist()
([1], [1, 2, 4, 3, 3, 4, 2, 1])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nonet.batch.arrays import Many, solve_many, verify_many

__all__ = ["Many", "solve_many", "verify_many"]


def __getattr__(name: str) -> Any:
    """Import the verbs when they are first used: NumPy takes longer to import than a puzzle."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from nonet.batch import arrays

    return getattr(arrays, name)
