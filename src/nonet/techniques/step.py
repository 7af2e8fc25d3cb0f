"""Steps: one move of human logic, as data.

A step contains its technique, its placements and eliminations, and its premises: truths and
links, a pattern of candidates, chains, almost locked sets. Text and picture are made from these
data on demand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any, Protocol

from nonet.techniques.candidate_layout import Layout, bits, union_of
from nonet.techniques.catalogue import Technique, technique
from nonet.techniques.engines import phrases


@dataclass(frozen=True)
class Chain:
    """Nodes that follow from each other: each a mask of candidates, and whether the node is on.

    A node of several candidates is a group: on means that a candidate of the group is true, off
    that none is.  From an "off" to an "on" runs a strong inference (if the first is false the
    next is true), from an "on" to an "off" a weak inference.
    """

    nodes: tuple[int, ...]
    on: tuple[bool, ...]


@dataclass(frozen=True)
class StepText:
    """A step told: all texts end without a full stop but ``plain``.

    ``notation`` is the field's short form up to ``=>`` (``7 in b3``), ``look``
    where to look (hint 1: "Look at the 7s of box 3"), ``plain`` the whole
    argument in plain English ("In box 3, the 7 must be in row 2, so ...").
    """

    notation: str
    look: str
    plain: str


class StepDetail(Protocol):
    """Data of a family about a step of its own, from which the step's text is made."""

    def describe(self, step: Step) -> StepText:
        """The texts of the step."""
        ...


@dataclass(frozen=True)
class Step:
    """One move.

    Masks and numbers refer to ``layout``.  ``placements`` are candidates to place,
    ``eliminations`` a mask of candidates to remove.  ``pattern`` are the candidates of the
    pattern, ``fins`` the exceptions to the pattern (fins, guardians, extra candidates);
    ``truths`` and ``links`` numbers of sets; ``chains`` inferences; ``sets`` almost locked sets
    as (cells, values). ``assumptions`` are the candidates that chains assume, ``clash`` the
    candidate of the final contradiction. ``deadly_cells`` are the cells of a deadly pattern;
    ``colors`` candidates in colours, in successive pairs, of which exactly one is true.
    ``reasons`` name constraints that are no sets ("cage of 15 at R1C1"). ``detail`` is the
    family's data for the text; ``difficulty`` the score of this single step on a published
    scale, where the score varies within the technique (of forcing chains the number of
    inferences).
    """

    key: str
    layout: Layout
    placements: tuple[int, ...] = ()
    eliminations: int = 0
    pattern: int = 0
    fins: int = 0
    truths: tuple[int, ...] = ()
    links: tuple[int, ...] = ()
    chains: tuple[Chain, ...] = ()
    sets: tuple[tuple[int, int], ...] = ()
    assumptions: int = 0
    clash: int = 0
    deadly_cells: int = 0
    colors: tuple[int, ...] = ()
    reasons: tuple[str, ...] = ()
    detail: StepDetail | None = None
    difficulty: float = 0.0

    @property
    def technique(self) -> Technique:
        """The technique's entry in the catalogue."""
        return technique(self.key)

    @cached_property
    def text(self) -> StepText:
        """The texts, made by the family that found the step."""
        assert self.detail is not None, f"a step of {self.key} that nobody can tell"
        return self.detail.describe(self)

    @property
    def conclusion(self) -> str:
        """Return the conclusion in notation: ``r1c2=5`` or ``r2c13<>7``."""
        layout = self.layout
        parts = []
        for candidate in self.placements:
            value, cell = divmod(candidate, layout.cell_count)
            parts.append(f"{layout.cell_text(1 << cell)}={layout.symbol(value)}")
        parts += [
            f"{layout.cell_text(cells)}<>{layout.symbol(value)}"
            for value, cells in layout.by_value(self.eliminations)
        ]
        return ", ".join(parts)

    @property
    def notation(self) -> str:
        """The step in the field's notation: ``X-Wing: 3 r25 c14 => r13c1<>3``."""
        body = self.text.notation
        if not body and self.placements:  # a single is all conclusion
            return f"{self.technique.title}: {self.conclusion}"
        return f"{self.technique.title}{': ' if body else ''}{body} => {self.conclusion}"

    @property
    def sentence(self) -> str:
        """The step in plain English; a long one as a list of short sentences, a line each."""
        return phrases.in_short_sentences(self.text.plain)

    @property
    def hint_degrees(self) -> tuple[str, str, str]:
        """The step as a hint in three degrees: the technique, the place, and the whole argument.

        Of a single the place is the house of the argument, or the box of a naked single: the digit
        and the cell, which are all there is to find, come last.
        """
        return self.technique.title, self._hint_place(), self.sentence

    def _hint_place(self) -> str:
        if self.technique.module != "singles":
            return self.text.look
        cell = self.placements[0] % self.layout.cell_count
        houses = [self.layout.houses[number] for number in self.layout.houses_of[cell]]
        used = getattr(self.detail, "house", None)
        order = sorted(houses, key=lambda h: (h.number != used, h.kind != "box", h.number))
        return f"Look around {order[0].name}" if order else "Look at every cell"

    @property
    def constraints(self) -> str:
        """The constraints that together imply the step: its idea of constraint programming."""
        layout = self.layout
        names = [layout.set_constraint(number) for number in (*self.truths, *self.links)]
        alike = {f"AllDifferent({label})" for label in self.reasons}  # a cage's two: named once
        names_once = dict.fromkeys((*names, *self._variant_constraints(), *self.reasons))
        return " ∩ ".join(name for name in names_once if name not in alike)

    def _variant_constraints(self) -> Iterator[str]:
        """Yield the houses of a variant by which candidates exclude each other, if none is named."""
        layout = self.layout
        if not (layout.special_houses or layout.other_constraints):
            return
        numbers = (n for n in (*self.truths, *self.links) if n >= layout.cell_count)
        named = {layout.houses[layout.house_and_value(number)[0]] for number in numbers}
        for cells in self._exclusions():
            if not any(cells & ~house.cells == 0 for house in named):
                for house in layout.houses_containing(cells)[:1]:
                    named.add(house)
                    yield f"AllDifferent({house.name})"

    def _exclusions(self) -> Iterator[int]:
        """Yield the pairs of cells (as masks) whose candidates of one value exclude each other:
        eliminations and the candidates that see them, the nodes of a chain, and linked sets.
        """
        layout = self.layout
        ends = union_of(chain.nodes[0] | chain.nodes[-1] for chain in self.chains)
        for value, cells in layout.by_value(self.eliminations):
            of_value = layout.all_cells << value * layout.cell_count
            seers = ends & of_value or (self.fins | self.pattern) & of_value
            yield from _seen_pairs(layout, cells, seers >> value * layout.cell_count)
            yield from self._loop_exclusions(value, cells)
        involved = self.pattern | self.fins
        set_candidates = [
            layout.candidates_in(*cells_and_values) & involved for cells_and_values in self.sets
        ]
        linked = [pair for chain in self.chains for pair in pairwise(chain.nodes)]
        for first, second in (*linked, *combinations(set_candidates, 2)):
            places = dict(layout.by_value(second))
            for value, cells in layout.by_value(first):
                others = places.get(value, 0)
                if all(not others & ~layout.sees[cell] for cell in bits(cells)):
                    yield from _seen_pairs(layout, cells, others)

    def _loop_exclusions(self, value: int, cells: int) -> Iterator[int]:
        """Yield pairs as ``_exclusions`` for a value that a loop excludes from some cells: by both
        nodes of a weak inference, or else by a set in it, which is left with its other values.
        """
        layout = self.layout
        loops = [chain for chain in self.chains if chain.nodes[0] == chain.nodes[-1]]
        weak = [
            first | second
            for chain in loops
            for (first, on), (second, _) in pairwise(zip(chain.nodes, chain.on, strict=True))
            if on
        ]
        of_value = layout.all_cells << value * layout.cell_count
        nodes = [both >> value * layout.cell_count for both in weak if not both & ~of_value]
        for cell in bits(cells) if loops else ():
            seen = [others for others in nodes if not others & ~layout.sees[cell]]
            others = union_of(seen) or union_of(inside for inside, _ in self.sets)
            yield from _seen_pairs(layout, 1 << cell, others)

    @property
    def placed(self) -> tuple[tuple[str, int], ...]:
        """The placements of the step as (cell, value)."""
        return tuple(self.layout.cell_and_value(candidate) for candidate in self.placements)

    @property
    def removed(self) -> tuple[tuple[str, int], ...]:
        """The eliminations of the step as (cell, value), in the order of the cells."""
        results = [self.layout.cell_and_value(candidate) for candidate in bits(self.eliminations)]
        return tuple(sorted(results, key=lambda pair: self.layout.cell_number[pair[0]]))

    def __repr__(self) -> str:
        return f"<Step {self.notation}>"

    def to_json(self) -> dict[str, Any]:
        """The step as plain data for JSON."""
        layout, entry = self.layout, self.technique
        return {
            "technique": entry.key,
            "title": entry.title,
            "consistency": entry.consistency,
            "notation": self.notation,
            "degrees": list(self.hint_degrees),
            "sentence": self.sentence,
            "constraints": self.constraints,
            "placements": [[cell, value] for cell, value in self.placed],
            "eliminations": [[cell, value] for cell, value in self.removed],
            "truths": [layout.set_name(number) for number in self.truths],
            "links": [layout.set_name(number) for number in self.links],
        }

    def __str__(self) -> str:
        return self.notation

    def __hash__(self) -> int:
        return hash((self.key, self.placements, self.eliminations, self.pattern, self.fins))


def _seen_pairs(layout: Layout, cells: int, others: int) -> Iterator[int]:
    """Yield a mask for each of ``cells`` with each of ``others`` that the cell sees."""
    for cell in bits(cells):
        for other in bits(others & layout.sees[cell]):
            yield 1 << cell | 1 << other


# Which of the steps that one technique finds HoDoKu takes: its score is a sum over its path.
#
# A family defines the order by a function ``hodoku_sort_key`` from a step to a sort key: the
# least key is taken, and a form that HoDoKu does not look for has the key ``None``. A family
# without this function finds its steps in HoDoKu's order anyway. The order follows HoDoKu 2.2 (B.
# All is as HoDoKu 2.2 (B. Hobiger) with its default settings.


def step_sort_key(step: Step) -> tuple[int, int]:
    """Most eliminations first, then by a sum that grows with place and number."""
    return elimination_sort_key(step.layout, step.eliminations)


def elimination_sort_key(layout: Layout, eliminations: int) -> tuple[int, int]:
    """The same of eliminations alone."""
    total, number = 0, 0
    for number, candidate in enumerate(bits(eliminations), 1):
        value, cell = divmod(candidate, layout.cell_count)
        total += cell * (1 + 80 * (number - 1)) + value + 1
    return -number, total


def set_sort_key(layout: Layout, cells: int) -> tuple[int, tuple[int, ...]]:
    """Where an almost locked set stands: house by house, the sets of each as in a dictionary."""
    within = (house.number for house in layout.houses if not cells & ~house.cells)
    return next(within, len(layout.houses)), tuple(bits(cells))
