"""What Python writes and compiled code reads: records of constraints, geometries, arguments.

Nothing here imports Numba or NumPy: one puzzle is answered without either.  The compiled code is
in ``compiled/``; the prebuilt libraries carry a fingerprint of both folders.
"""
