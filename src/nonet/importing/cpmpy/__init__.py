"""Models of CPMpy, so that its users can trace, explain, count, compare and prove them.

>>> import pytest
>>> cp = pytest.importorskip("cpmpy")
>>> x, y = cp.intvar(0, 9, name="x"), cp.intvar(0, 9, name="y")
>>> model = from_cpmpy(cp.Model(x * y == 21, x < y))
>>> from nonet.solving import solve
>>> print(solve(model).solution)
x=3 y=7
"""

from nonet.importing.cpmpy.reading import from_cpmpy

__all__ = ["from_cpmpy"]
