"""Many puzzles at once: arrays (``solve_many``, ``verify_many``) and tables (``nonet batch``).

All puzzles of an array or a table have the same cells and values; most have one geometry (a grid
and its rules).  Read the modules in this order:

* ``engines.py`` (with ``answer_checks.py``): the grid and rules that puzzles share, and rows of
  clues to answers;
* ``arrays.py``: the verbs for arrays; ``read_ahead.py``: outcomes for a stream of puzzles, as
  ``nonet solve`` wants them;
* ``text_columns.py``: columns of text to rows of numbers and back;
* ``sources.py``, ``sinks.py``: files in, files out;
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
