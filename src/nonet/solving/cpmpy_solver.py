"""nonet as a solver of CPMpy: ``model.solve(solver="nonet")``.

CPMpy's list of solvers is a method of its class ``SolverLookup``, which ``register_with_cpmpy``
replaces by one whose list ends with ``CPM_nonet``.

>>> import pytest
>>> cp = pytest.importorskip("cpmpy")
>>> from nonet.solving import register_with_cpmpy
>>> register_with_cpmpy()
>>> x, y = cp.intvar(0, 9, name="x"), cp.intvar(0, 9, name="y")
>>> cp.Model(x * y == 21, x < y).solve(solver="nonet"), x.value(), y.value()
(True, 3, 7)
"""

from __future__ import annotations

from nonet.errors import NotInstalled


def register_with_cpmpy() -> None:
    """Add ``nonet`` to CPMpy's solvers, for ``model.solve(solver="nonet")``.

    A backend is named after a colon: ``nonet:native``.  A second call changes nothing.  Raises
    ``NotInstalled`` without CPMpy.

    >>> import pytest
    >>> cp = pytest.importorskip("cpmpy")
    >>> register_with_cpmpy()
    >>> "nonet" in cp.SolverLookup.supported()
    True
    """
    try:
        from cpmpy import SolverLookup
    except ImportError:
        raise NotInstalled('CPMpy is missing: pip install "nonet[cpmpy]"') from None
    from nonet.solving.cpmpy_interface import CPM_nonet

    own_solvers = SolverLookup.base_solvers
    if CPM_nonet not in dict(own_solvers()).values():
        SolverLookup.base_solvers = staticmethod(lambda: [*own_solvers(), ("nonet", CPM_nonet)])
