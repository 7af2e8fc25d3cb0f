"""Houses: the AllDifferents of a structure, as masks over its cells and values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from nonet.deadline import checked
from nonet.model import AllDifferent, Structure

HouseKind = Literal["row", "column", "box", "other"]

_RULE_KINDS: dict[str, tuple[HouseKind, str]] = {
    "row": ("row", "r"),
    "column": ("column", "c"),
    "box": ("box", "b"),
    "region": ("box", "b"),
    "jigsaw": ("box", "b"),
}


@dataclass(frozen=True, slots=True)
class House:
    """A unit: ``cells`` is a mask over cells, ``cell_numbers`` the same as numbers in reading
    order.

    ``kind`` is the kind in names of fish: rows and columns are lines, boxes (and jigsaw
    regions) boxes, all else ``"other"``.  ``short_name`` is the field's notation (``r3``,
    ``c4``, ``b1``); ``name`` the name given by the rule (``row 3``).  A ``complete`` house
    contains each of its ``values``, a mask over values, exactly once.
    """

    number: int
    kind: HouseKind
    name: str
    short_name: str
    cells: int
    cell_numbers: tuple[int, ...]
    values: int
    complete: bool
    constraint: AllDifferent


def build_houses(
    structure: Structure, cell_number: Mapping[str, int], value_number: Mapping[int, int]
) -> tuple[House, ...]:
    """Return the houses, complete houses first; the arguments map names to numbers of cells and
    values.
    """
    domains = structure.domains

    def complete(constraint: AllDifferent) -> bool:
        full, scope = domains[constraint.scope[0]], constraint.scope
        return len(scope) == len(full) and all(domains[cell] == full for cell in scope)

    constraints = [c for c in structure.constraints if isinstance(c, AllDifferent)]
    counts: dict[str, int] = {}
    houses: list[House] = []
    for constraint in checked(sorted(constraints, key=lambda c: not complete(c))):
        kind, letter = _RULE_KINDS.get(constraint.rule.kind, ("other", "u"))
        counts[letter] = counts.get(letter, 0) + 1
        order = tuple(sorted(cell_number[cell] for cell in constraint.scope))
        among = {value for cell in constraint.scope for value in domains[cell]}
        houses.append(
            House(
                len(houses),
                kind,
                (constraint.rule.label or constraint.description).removesuffix(": no value twice"),
                f"{letter}{counts[letter]}",
                sum(1 << cell for cell in set(order)),
                order,
                sum(1 << value_number[value] for value in among),
                complete(constraint),
                constraint,
            )
        )
    return tuple(houses)
