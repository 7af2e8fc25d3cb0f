"""What annotations say: the output of a solution, as FlatZinc writes it, and the order of a search.

>>> Output("ok", ("b",), None, True).text({"b": 1})
'ok = true;'
>>> Output("m", ("x", 7), ((1, 1), (0, 1)), False).text({"x": 5})
'm = array2d(1..1,0..1,[5,7]);'
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from nonet.importing.flatzinc.syntax import Call, Statement
from nonet.importing.relations import Term
from nonet.model.auxiliary_variables import INTRODUCED
from nonet.model.search_phase import SearchPhase


@dataclass(frozen=True)
class Output:
    """A variable, or an array with its index ranges, that a solution shows."""

    name: str
    terms: tuple[str | int, ...]
    ranges: tuple[tuple[int, int], ...] | None
    is_boolean: bool

    def entry_names(self) -> Iterator[tuple[str | int, str]]:
        """Yield each entry of an array, a variable or a number, with its name, as ``q[1,2]``."""
        if self.ranges is not None:
            places = product(*(range(low, high + 1) for low, high in self.ranges))
            for term, place in zip(self.terms, places, strict=False):
                yield term, f"{self.name}[{','.join(map(str, place))}]"

    def text(self, solution: Mapping[str, int]) -> str:
        """Return the line of this output."""
        values = [solution[term] if isinstance(term, str) else term for term in self.terms]
        texts = [("false", "true")[value] for value in values] if self.is_boolean else values
        if self.ranges is None:
            return f"{self.name} = {texts[0]};"
        ranges = ",".join(f"{low}..{high}" for low, high in self.ranges)
        listed = ",".join(map(str, texts))
        return f"{self.name} = array{len(self.ranges)}d({ranges},[{listed}]);"


def distinguishing_variables(
    outputs: Collection[Output],
    variables: Collection[str],
    constraints: Iterable[Statement],
    aliases: Mapping[str, Term],
) -> tuple[str, ...] | None:
    """Return the variables in which solutions differ, ``None`` for all.

    These are the variables of the outputs; where there is no output, those that the compiler did not
    introduce.  All variables will do where each of the others is defined by a constraint, as its
    ``defines_var`` says.  A half-reified constraint defines nothing.
    """
    shown = {str(term): None for each in outputs for term in each.terms if term in variables}
    if not outputs:
        shown = {x: None for x in variables if not x.startswith(INTRODUCED)}
    defined = {
        str(aliases.get(name, name))
        for each in constraints
        if not each.name.endswith("_imp")
        for note in each.notes
        if isinstance(note, Call) and note.name == "defines_var"
        for name in note.arguments
        if isinstance(name, str)
    }
    is_free = any(name not in shown and name not in defined for name in variables)
    return tuple(shown) if is_free else None


def search_phases(
    notes: Iterable[Any], variables: Callable[[Any], tuple[str, ...]]
) -> tuple[SearchPhase, ...]:
    """Return the phases of search annotations; ``variables`` gives the names in an array.

    A phase is one ``int_search`` or ``bool_search``; ``seq_search`` is several in a row.  Other
    annotations are advice for other solvers, and passed over.

    >>> note = Call("int_search", (("x", "y"), "first_fail", "indomain_max", "complete"))
    >>> search_phases([note], lambda names: tuple(names))
    (SearchPhase(variables=('x', 'y'), variable_order='first_fail', value_order='indomain_max'),)
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
