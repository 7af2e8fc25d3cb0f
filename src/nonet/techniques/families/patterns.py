"""Patterns of one value: skyscraper, kite, turbot fish, empty rectangle, broken wing.

All rest on strong links: houses in which a value has two places.  Two strong links joined by a
weak link leave the value at one of their free ends at least, so the value is eliminated from
every cell that sees both.  The names go by position: two parallel lines (skyscraper), a line of
each kind joined in a box (2-string kite), any other way (turbot fish).  An empty rectangle has,
instead of one of the links, a box whose places lie in one row and one column. Definitions
follow HoDoKu 2.2.

All are chains of two strong links (``chains.py``), in HoDoKu's order here.  The chains of a value
depend on its places alone, so they are cached for the whole path. Some forms of HoDoKu that a
person would not look for come last: a turbot fish that has one of the other names, an empty
rectangle with only two places in its box (if its value has no other), a dual kite whose halves
are of two values.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, HouseKind, Layout, bits, mask_of, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.alternating_chains import AlternatingChain
from nonet.techniques.families.chains import joined_step, step_of
from nonet.techniques.families.templates import (
    conjugates,
    house_masks_by_cell,
    other_cell,
    reducible_values,
)
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText, step_sort_key

QUICK = True


class Pattern(NamedTuple):
    """Two strong links joined: four cells in a row (three if the ends coincide), or an empty
    rectangle, whose last two nodes are places of ``box``.
    """

    key: str
    value: int
    nodes: tuple[int, int, int, int]
    eliminations: int
    box: int = -1

    def step(self, position: Position, key: str) -> Step:
        """The step of the pattern under a name."""
        shift = self.value * position.layout.cell_count
        nodes = tuple(cells << shift for cells in self.nodes)
        return step_of(position, key, AlternatingChain(nodes, self.eliminations << shift))


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The steps of the wanted patterns, one name after the other, value by value."""
    values = reducible_values(position)
    linked = [
        position.path_cached(_linked_pairs, value, position.places_of(value)) for value in values
    ]
    for key in ("skyscraper", "2-string-kite"):
        for pattern in (p for pairs in linked for p in pairs if key in requested and p.key == key):
            yield pattern.step(position, key)
    for late in (False, True) if "turbot-fish" in requested else ():
        for pattern in (p for pairs in linked for p in pairs if (p.key != "turbot-fish") is late):
            yield pattern.step(position, "turbot-fish")
    empty = [
        position.path_cached(_empty_rectangles, value, position.places_of(value))
        for value in (values if {"empty-rectangle", "dual-empty-rectangle"} & requested else ())
    ]
    for late in (False, True) if "empty-rectangle" in requested else ():
        for rectangles in empty:
            few = [(p.nodes[2] | p.nodes[3]).bit_count() == 2 for p in rectangles]
            for pattern, two in zip(rectangles, few, strict=True):
                if two is late and not (late and not all(few)):
                    yield pattern.step(position, "empty-rectangle")
    if "dual-2-string-kite" in requested:
        kites = [p for pairs in linked for p in pairs if p.key == "2-string-kite"]
        for late in (False, True):
            for half, other in combinations(kites, 2):
                same = set(half.nodes[1:3]) == set(other.nodes[1:3])
                differ = half.value != other.value
                if same and differ is late and (late or half.eliminations != other.eliminations):
                    yield joined_step(
                        *(part.step(position, "dual-2-string-kite") for part in (half, other))
                    )
    if "dual-empty-rectangle" in requested:
        for rectangles in empty:
            for half, other in combinations(rectangles, 2):
                if half.box == other.box and half.eliminations != other.eliminations:
                    yield joined_step(
                        *(part.step(position, "dual-empty-rectangle") for part in (half, other))
                    )
    if "broken-wing" in requested:
        yield from _broken_wings(position)


def hodoku_sort_key(step: Step) -> tuple[int, ...]:
    """HoDoKu takes the turbot fish with most eliminations, of others the first step."""
    return step_sort_key(step) if step.key == "turbot-fish" else ()


def _linked_pairs(position: Position, value: int, places: int) -> tuple[Pattern, ...]:
    """All ways to join two strong links, with their names."""
    layout, sees, result = position.layout, position.layout.sees, []
    pairs: dict[int, House] = {}
    for house, pair in conjugates(position, value):
        # a box whose places share a line has the link of the line: locked candidates
        if house.kind != "box" or not {"row", "column"} & _kinds(layout, pair):
            pairs.setdefault(pair, house)
    for (first, first_house), (second, second_house) in combinations(pairs.items(), 2):
        for joint in bits(first):
            for mate in bits(second & sees[joint]):
                ends = other_cell(first, joint), other_cell(second, mate)
                removed = places & sees[ends[0]] & sees[ends[1]]
                if mate in ends or joint in ends or not removed:
                    continue
                key, joined = "turbot-fish", _kinds(layout, 1 << joint | 1 << mate)
                if {first_house.kind, second_house.kind} == {"row", "column"} and "box" in joined:
                    of_row, of_column = ends if first_house.kind == "row" else ends[::-1]
                    crossing = house_masks_by_cell(layout, "column")[of_row]
                    crossing &= house_masks_by_cell(layout, "row")[of_column]
                    if removed & crossing:
                        key, removed = "2-string-kite", removed & crossing
                elif first_house.kind == second_house.kind in ("row", "column"):
                    across = "column" if first_house.kind == "row" else "row"
                    # joined crosswise, or with both ends in line, they are no towers
                    upright = (joint < ends[0]) == (mate < ends[1])
                    in_line = across in _kinds(layout, 1 << ends[0] | 1 << ends[1])
                    key = "skyscraper" if upright and across in joined and not in_line else key
                cells = min((ends[0], joint, mate, ends[1]), (ends[1], mate, joint, ends[0]))
                a, b, c, d = (1 << cell for cell in cells)
                result.append(Pattern(key, value, (a, b, c, d), removed))
    return tuple(result)


def _kinds(layout: Layout, cells: int) -> set[HouseKind]:
    return {house.kind for house in layout.houses_containing(cells)}


def _empty_rectangles(position: Position, value: int, places: int) -> tuple[Pattern, ...]:
    layout, pairs = position.layout, conjugates(position, value)
    result: dict[tuple[int, int, int], Pattern] = {}
    for box in layout.houses_by_kind["box"] if pairs else ():
        inside = places & box.cells
        if inside.bit_count() < 2:
            continue
        for row, column in (
            (row, column)
            for row in layout.houses_by_kind["row"]
            if inside & row.cells and inside & ~row.cells
            for column in layout.houses_by_kind["column"]
            # the places in the box lie on both lines, and on neither of them alone
            if not inside & ~(row.cells | column.cells)
            and inside & column.cells & ~row.cells
            and inside & row.cells & ~column.cells
        ):
            # A pair of places of another house joins the two lines: if its near end on the one
            # line is true, the box has the value on the other line; else the far end is true.
            for line, across in ((row, column), (column, row)):
                cover = house_masks_by_cell(layout, line.kind)
                for house, pair in pairs:
                    if house.kind != across.kind or pair & box.cells:
                        continue
                    for near in bits(pair & line.cells):
                        far = other_cell(pair, near)
                        removed = places & ~box.cells & cover[far] & across.cells & ~pair
                        if removed:
                            nodes = (1 << far, 1 << near, inside & line.cells, inside & ~line.cells)
                            key = box.number, pair, removed
                            pattern = Pattern("empty-rectangle", value, nodes, removed, box.number)
                            result[key] = pattern
    return tuple(result.values())


# Broken wings: a ring of one value that cannot be filled, so that a guardian is true.
#
# The cells form a ring, each in a house with the next, and their number is odd.  If each house
# that joins two neighbours had no other place for the value, the value would be in every other
# cell of the ring, which is impossible, as their number is odd.  So one of the other places in
# these houses, the guardians, is true.  Nothing is assumed of the number of solutions.
#
# Source: R. Hobbs, "Broken Wings", Players' forum, 2005.

MAX_RING_CELLS = 9
"""The most cells of a ring."""

MAX_PATHS = 20_000
"""Paths that are tried for one value and target."""


def _broken_wings(position: Position) -> Iterator[Step]:
    """Yield broken wings by value, the shortest ring for each target."""
    layout = position.layout
    for value in range(layout.value_count):
        places, done, shift = position.places_of(value), 0, value * layout.cell_count
        for target in bits(places):
            ring = () if done >> target & 1 else _shortest_odd_ring(position, places, target)
            guardians = union_of(
                places & house.cells & ~(1 << first | 1 << second)
                for (first, house), (second, _) in zip(ring, (*ring[1:], *ring[:1]), strict=True)
            )
            if not guardians:
                continue
            eliminated = places & layout.seen_by_all(guardians)
            done |= eliminated
            cells = tuple(cell for cell, _ in ring)
            houses = dict.fromkeys(house.number for _, house in ring)
            yield Step(
                "broken-wing",
                layout,
                eliminations=eliminated << shift,
                pattern=(mask_of(cells) & ~guardians) << shift,
                fins=guardians << shift,
                truths=tuple(layout.house_set(house, value) for house in houses),
                detail=BrokenWingDetail(cells, 1 << value, guardians),
            )


def _shortest_odd_ring(
    position: Position, places: int, target: int
) -> tuple[tuple[int, House], ...]:
    """The shortest ring of an odd number of cells, five or more, each with the house that joins it
    to the next, in which the value has no third place that does not see the target.
    """
    edges: dict[int, dict[int, House]] = {}
    for house in position.layout.complete_houses:
        inside = places & house.cells
        unseen = inside & ~position.layout.sees[target]
        if unseen.bit_count() <= 2 <= inside.bit_count() and not inside >> target & 1:
            for first, second in permutations(bits(inside), 2):
                if not unseen & ~(1 << first | 1 << second):
                    edges.setdefault(first, {}).setdefault(second, house)
    for length in range(5, MAX_RING_CELLS + 1, 2):
        tries = 0
        for start in edges:
            todo: list[tuple[int, ...]] = [(start,)]
            while todo:
                path = todo.pop()
                tries += 1
                if tries > MAX_PATHS:
                    return ()
                position.deadline.check()
                after = edges[path[-1]]
                if len(path) < length:
                    todo += [(*path, cell) for cell in after if cell > start and cell not in path]
                elif start in after:
                    steps = zip(path, (*path[1:], start), strict=True)
                    return tuple((first, edges[first][second]) for first, second in steps)
    return ()


class BrokenWingDetail(NamedTuple):
    """The cells in order, the value (as a mask), and the guardians' cells."""

    cells: tuple[int, ...]
    value: int
    guardians: int

    def describe(self, step: Step) -> StepText:
        """A broken wing in words."""
        layout, many = step.layout, len(self.cells)
        around = "-".join(layout.cell_text(1 << cell) for cell in self.cells)
        cells = phrases.joined_words(layout.cells[cell] for cell in self.cells)
        digit = phrases.value_list(layout, self.value)
        guards = phrases.cell_list(layout, self.guardians, "or")
        none = phrases.none_is([layout.cells[cell] for cell in bits(self.guardians)], digit)
        return StepText(
            f"{digit} in {around}, guardians {layout.cell_text(self.guardians)}",
            f"Look at the {digit}s around {layout.cells[self.cells[0]]}",
            f"Go round {cells}: each is in a house with the next. If {none}, each of these houses"
            f" has its {digit} in one of its two cells of the ring, that is in every other cell of"
            f" {many}, an odd number, which cannot be. So {guards} is {digit}, and"
            f" {phrases.removal_text(layout, step.eliminations)}.",
        )
