"""Many puzzles at once: arrays (``solve_many``, ``verify_many``) and tables (``nonet batch``).

All puzzles of an array or a table have one geometry.  Read it in this order:

* ``geometry.py``: what they share, and a puzzle as a row of numbers;
* ``engines.py`` (with ``workers.py``, ``answer_checks.py``): rows of clues to answers;
* ``arrays.py``: the verbs for arrays; ``bulk_rows.py``: plain texts and numbers in one pass;
* ``read_ahead.py``: outcomes for a stream of puzzles, as ``nonet solve`` wants them;
* ``columns.py``, ``text_columns.py``: which column is what; columns of text to rows of numbers and
  back;
* ``sources.py`` (with ``delimited.py``), ``sinks.py`` (with ``parquet.py``): files in, files out;
* ``part_store.py``: what is written is not lost;
* ``job.py``: the pipeline from a table to a table.

>>> from nonet.batch import verify_many
>>> many = verify_many([[1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4]], backend="native")
>>> many.counts.tolist(), many.solutions[0, :8].tolist()
([1], [1, 2, 4, 3, 3, 4, 2, 1])
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from nonet.errors import NotInstalled

if TYPE_CHECKING:
    from nonet.batch.arrays import Many, solve_many, verify_many

__all__ = ["Many", "solve_many", "verify_many"]


def __getattr__(name: str) -> Any:
    """The verbs are imported when first used: ``read_ahead.py`` is of use without numpy too."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if find_spec("numpy") is None:
        raise NotInstalled("arrays of puzzles need numpy: pip install numpy")
    from nonet.batch import arrays

    return getattr(arrays, name)
