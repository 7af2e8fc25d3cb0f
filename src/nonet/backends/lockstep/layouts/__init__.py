"""What Python writes and compiled code reads: records of constraints, geometries, arguments.

Nothing here imports NumPy: one puzzle is answered without it.  ``engine/slots.h`` is made of these modules
by ``tools/build_engine.py``: each named tuple is declared once, here.
"""
