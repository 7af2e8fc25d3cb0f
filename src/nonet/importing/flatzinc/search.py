"""Search annotations: which variables to guess first, and which values.

A ``SearchPhase`` is one ``int_search`` or ``bool_search``; ``seq_search`` is several in a row.

>>> from nonet.importing.flatzinc.syntax import Call
>>> note = Call("int_search", (("x", "y"), "first_fail", "indomain_max", "complete"))
>>> search_phases([note], lambda names: tuple(names))
(SearchPhase(variables=('x', 'y'), variable_order='first_fail', value_order='indomain_max'),)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from nonet.importing.flatzinc.syntax import Call
from nonet.model.search_phase import SearchPhase


def search_phases(
    notes: Iterable[Any], variables: Callable[[Any], tuple[str, ...]]
) -> tuple[SearchPhase, ...]:
    """Return the phases of search annotations; ``variables`` gives the names in an array.

    Other annotations are advice for other solvers, and passed over.
    """
    phases: list[SearchPhase] = []
    for note in notes:
        if not isinstance(note, Call):
            continue
        if note.name == "seq_search" and note.arguments:
            phases += search_phases(note.arguments[0], variables)
        elif note.name in ("int_search", "bool_search") and len(note.arguments) >= 3:
            names = variables(note.arguments[0])
            if names:
                phases.append(SearchPhase(names, str(note.arguments[1]), str(note.arguments[2])))
    return tuple(phases)
