"""Patterns of one value: skyscraper, kite, turbot fish, empty rectangle.

All rest on strong links: houses in which a value has two places.  Two strong links joined by a
weak link leave the value at one of their free ends at least, so the value is eliminated from
every cell that sees both.  The names go by position: two parallel lines (skyscraper), a line of
each kind joined in a box (2-string kite), any other way (turbot fish).  An empty rectangle has,
instead of one of the links, a box whose places lie in one row and one column. Definitions
follow HoDoKu 2.2.

The steps of a value depend on its places alone, so the steps are cached for the whole path.
Some forms of HoDoKu that a person would not look for come last: a turbot fish that has one of
the other names, an empty rectangle with only two places in its box (if its value has no other),
a dual kite whose halves are of two values.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, HouseKind, Layout, bits
from nonet.techniques.engines import phrases
from nonet.techniques.engines.value_templates import (
    conjugates,
    house_masks_by_cell,
    other_cell,
    reducible_values,
)
from nonet.techniques.position import Position
from nonet.techniques.step import Chain, Step, StepText, step_sort_key

# Empty rectangles: a box whose places of a value lie in one row and one column.
#
# With a strong link elsewhere: a candidate that sees its far end in the box's other line is
# eliminated.


class EmptyRectangle(NamedTuple):
    """An empty rectangle: the box's places, its two lines, and the pair outside."""

    value: int
    box: int
    places: int
    outside_pair: int
    lines: tuple[int, int, int]
    eliminations: int


def empty_rectangle_steps(position: Position, values: tuple[int, ...], key: str) -> Iterator[Step]:
    """Yield boxes with more than two places first; the remaining boxes for values without such
    a box.
    """
    proper: set[int] = set()
    for late in (False, True):
        for value in values:
            if late and value in proper:
                continue
            for empty in _rectangles_of_value(position, value):
                if (empty.places.bit_count() == 2) is late:
                    if not late:
                        proper.add(value)
                    yield _empty_step(key, position.layout, (empty,))


def dual_rectangle_steps(position: Position, values: tuple[int, ...], key: str) -> Iterator[Step]:
    """Yield two rectangles of the same box and value with different eliminations."""
    for value in values:
        for pair in combinations(_rectangles_of_value(position, value), 2):
            if pair[0].box == pair[1].box and pair[0].eliminations != pair[1].eliminations:
                yield _empty_step(key, position.layout, pair)


def _rectangles_of_value(position: Position, value: int) -> tuple[EmptyRectangle, ...]:
    return position.path_cached(_find_rectangles, value, position.places_of(value))


def _find_rectangles(position: Position, value: int, _: int) -> tuple[EmptyRectangle, ...]:
    result = {
        (empty.box, empty.outside_pair, empty.eliminations): empty
        for empty in _rectangle_candidates(position, value)
    }
    return tuple(result.values())


def _rectangle_candidates(position: Position, value: int) -> Iterator[EmptyRectangle]:
    layout, places = position.layout, position.places_of(value)
    pairs = conjugates(position, value)
    if not pairs:
        return
    for box in layout.houses_by_kind["box"]:
        inside = places & box.cells
        if inside.bit_count() < 2:
            continue
        for row in _lines_through(layout, box, "row"):
            if not inside & row.cells or not inside & ~row.cells:
                continue
            for column in _lines_through(layout, box, "column"):
                # the places in the box lie on both lines, and on neither of them alone
                if inside & ~(row.cells | column.cells) or not inside & column.cells & ~row.cells:
                    continue
                if not inside & row.cells & ~column.cells:
                    continue
                outside = places & ~box.cells
                # A pair of places of another house joins the two lines: if its near end on the one
                # line is true, the box has the value on the other line; else the far end is true.
                for line, across in ((row, column), (column, row)):
                    cover = house_masks_by_cell(layout, line.kind)
                    for house, pair in pairs:
                        if house.kind != across.kind or pair & box.cells:
                            continue
                        for near in bits(pair & line.cells):
                            far = other_cell(pair, near)
                            eliminated = outside & cover[far] & across.cells & ~pair
                            if eliminated:
                                lines = (line.number, across.number, house.number)
                                yield EmptyRectangle(
                                    value, box.number, inside, pair, lines, eliminated
                                )


def _lines_through(layout: Layout, box: House, kind: HouseKind) -> list[House]:
    return [line for line in layout.houses_by_kind[kind] if line.cells & box.cells]


def _empty_step(key: str, layout: Layout, results: tuple[EmptyRectangle, ...]) -> Step:
    value = results[0].value
    shift = value * layout.cell_count
    pairs = eliminated = 0
    sets: dict[int, None] = {layout.house_set(results[0].box, value): None}
    links: dict[int, None] = {}
    for empty in results:
        pairs |= empty.outside_pair
        eliminated |= empty.eliminations
        sets[layout.house_set(empty.lines[2], value)] = None
        links |= dict.fromkeys(layout.house_set(line, value) for line in empty.lines[:2])
    return Step(
        key,
        layout,
        eliminations=eliminated << shift,
        pattern=(pairs | results[0].places) << shift,
        fins=results[0].places << shift,
        truths=tuple(sets),
        links=tuple(links),
        detail=EmptyRectanglesDetail(results),
    )


class EmptyRectanglesDetail(NamedTuple):
    """Empty rectangles: one, or two in the same box for dual rectangles."""

    rectangles: tuple[EmptyRectangle, ...]

    def describe(self, step: Step) -> StepText:
        """Empty rectangles in words."""
        layout, rectangles, empty = step.layout, self.rectangles, self.rectangles[0]
        symbol, box = layout.symbol(empty.value), layout.houses[empty.box]
        pairs = "/".join(layout.cell_text(first.outside_pair) for first in rectangles)
        sentences = []
        for first in rectangles:
            line, across, house = (layout.houses[number].name for number in first.lines)
            near = first.outside_pair & layout.houses[first.lines[0]].cells
            far = first.outside_pair & ~near
            shown = phrases.removal_text(
                layout, first.eliminations << first.value * layout.cell_count
            )
            sentences.append(
                f"In {box.name} every {symbol} lies in {line} or in {across}. In {house} the "
                f"{symbol} is at {phrases.cell_list(layout, near)} or "
                f"{phrases.cell_list(layout, far)}: if "
                f"at {phrases.cell_list(layout, near)}, {line} has its {symbol}, so that of "
                f"{box.name} "
                f"is in {across}. So {across} has its {symbol} in {box.name} or "
                f"{phrases.cell_list(layout, far)} is {symbol}; either way {shown}."
            )
        look = f"Look at the {symbol}s of {box.name}: they lie in one row and one column"
        return StepText(f"{symbol} in {box.short_name} ({pairs})", look, " ".join(sentences))


QUICK = True
"""A hint shows every instance."""


class LinkedPairs(NamedTuple):
    """Two strong links joined: cells ``ends[0] = joints[0] - joints[1] = ends[1]``."""

    value: int
    ends: tuple[int, int]
    joints: tuple[int, int]
    houses: tuple[int, int]
    eliminations: int

    @property
    def cells(self) -> int:
        """The mask of the four cells (three if the ends coincide)."""
        return 1 << self.ends[0] | 1 << self.ends[1] | 1 << self.joints[0] | 1 << self.joints[1]

    @property
    def chain(self) -> tuple[int, ...]:
        """The cells in order, starting at the lower end."""
        cells = (self.ends[0], *self.joints, self.ends[1])
        return min(cells, cells[::-1])


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The steps of the wanted patterns, one name after the other, value by value."""
    for key, steps in _STEPS_BY_KEY:
        if key in requested:
            yield from steps(position, reducible_values(position), key)


def _skyscraper_steps(position: Position, values: tuple[int, ...], key: str) -> Iterator[Step]:
    for value in values:
        for links in _skyscrapers(position, value):
            yield _links_step(key, position.layout, links)


def _kite_steps(position: Position, values: tuple[int, ...], key: str) -> Iterator[Step]:
    for value in values:
        for links in _kites(position, value):
            yield _links_step(key, position.layout, links)


def _turbot_steps(position: Position, values: tuple[int, ...], key: str) -> Iterator[Step]:
    for late in (False, True):
        for value in values:
            for links in _turbot_fish(position, value)[late]:
                yield _links_step(key, position.layout, links)


def _dual_kite_steps(position: Position, values: tuple[int, ...], key: str) -> Iterator[Step]:
    """Yield pairs of kites with the same joints: first pairs of one value with different
    eliminations.
    """
    kites = [kite for value in values for kite in _kites(position, value)]
    for late in (False, True):
        for first, second in combinations(kites, 2):
            if set(first.joints) != set(second.joints) or (first.value != second.value) is not late:
                continue
            if late or first.eliminations != second.eliminations:
                yield _links_step(key, position.layout, first, second)


_STEPS_BY_KEY = (
    ("skyscraper", _skyscraper_steps),
    ("2-string-kite", _kite_steps),
    ("turbot-fish", _turbot_steps),
    ("empty-rectangle", empty_rectangle_steps),
    ("dual-2-string-kite", _dual_kite_steps),
    ("dual-empty-rectangle", dual_rectangle_steps),
)
"""The search functions of the techniques, in search order."""


def hodoku_sort_key(step: Step) -> tuple[int, ...]:
    """Return HoDoKu's sort key: the turbot fish with most eliminations, and the first step of
    all other techniques.
    """
    return step_sort_key(step) if step.key == "turbot-fish" else ()


# -- two strong links ----------------------------------------------------------


def _skyscrapers(position: Position, value: int) -> tuple[LinkedPairs, ...]:
    return position.path_cached(_skyscrapers_of_kind, value, position.places_of(value))


def _skyscrapers_of_kind(position: Position, value: int, _: int) -> tuple[LinkedPairs, ...]:
    return (
        *_parallel_links(position, value, "row", "column"),
        *_parallel_links(position, value, "column", "row"),
    )


def _parallel_links(
    position: Position, value: int, kind: HouseKind, cross: HouseKind
) -> Iterator[LinkedPairs]:
    """Two lines of one kind whose places share a line of the other at one end only."""
    layout, places = position.layout, position.places_of(value)
    cover, sees = house_masks_by_cell(layout, cross), layout.sees
    lines = [(h, pair) for h, pair in conjugates(position, value) if h.kind == kind]
    for (item, first), (two, second) in combinations(lines, 2):
        if first & second:
            continue
        lower, upper = zip(_pair_ends(first), _pair_ends(second), strict=True)
        for (joint, mate), ends in ((lower, upper), (upper, lower)):
            # joined crosswise they are too close for a tower: a turbot fish
            if not cover[joint] >> mate & 1 or cover[ends[0]] >> ends[1] & 1:
                continue
            eliminated = places & sees[ends[0]] & sees[ends[1]]
            if eliminated:
                yield LinkedPairs(value, ends, (joint, mate), (item.number, two.number), eliminated)


def _pair_ends(pair: int) -> tuple[int, int]:
    return (pair & -pair).bit_length() - 1, pair.bit_length() - 1


def _kites(position: Position, value: int) -> tuple[LinkedPairs, ...]:
    return position.path_cached(_crossing_links, value, position.places_of(value))


def _crossing_links(position: Position, value: int, places: int) -> tuple[LinkedPairs, ...]:
    """Return rows and columns whose places share a box; the elimination is where the free ends
    cross.

    Where two links are joined in several ways (then locked candidates apply too), only one way
    is returned: HoDoKu's, which leaves the ends of a link in the order of their last use.
    """
    layout, results = position.layout, []
    pairs = conjugates(position, value)
    rows = [(h.number, list(_pair_ends(pair))) for h, pair in pairs if h.kind == "row"]
    columns = [(h.number, list(_pair_ends(pair))) for h, pair in pairs if h.kind == "column"]
    in_row, in_column, in_box = (
        house_masks_by_cell(layout, kind) for kind in ("row", "column", "box")
    )
    for row, first in rows:
        for column, second in columns:
            for item, two in ((0, 0), (0, 1), (1, 0), (1, 1)):
                if in_box[first[item]] >> second[two] & 1:
                    break
            else:
                continue
            if item:
                first.reverse()
            if two:
                second.reverse()
            if set(first) & set(second):
                continue
            eliminated = places & in_column[first[1]] & in_row[second[1]]
            if eliminated:
                joints, ends = (first[0], second[0]), (first[1], second[1])
                results.append(LinkedPairs(value, ends, joints, (row, column), eliminated))
    return tuple(results)


def _turbot_fish(position: Position, value: int) -> tuple[list[LinkedPairs], list[LinkedPairs]]:
    """Return all ways to join two strong links: first joins without, then joins with another
    name.
    """
    return position.path_cached(_joined_links, value, position.places_of(value))


def _joined_links(
    position: Position, value: int, places: int
) -> tuple[list[LinkedPairs], list[LinkedPairs]]:
    layout = position.layout
    named = {links.chain for links in _skyscrapers(position, value)}
    named |= {links.chain for links in _kites(position, value)}
    pairs: dict[int, House] = {}
    for house, pair in conjugates(position, value):
        if house.kind != "box" or not _share_line(layout, pair):
            pairs.setdefault(pair, house)
    sees = layout.sees
    result: tuple[list[LinkedPairs], list[LinkedPairs]] = ([], [])
    for (first, item), (second, two) in combinations(pairs.items(), 2):
        for joint in bits(first):
            for mate in bits(second & sees[joint]):
                ends = (other_cell(first, joint), other_cell(second, mate))
                if mate in ends or joint in ends:
                    continue
                eliminated = places & sees[ends[0]] & sees[ends[1]]
                if eliminated:
                    links = LinkedPairs(
                        value, ends, (joint, mate), (item.number, two.number), eliminated
                    )
                    result[links.chain in named].append(links)
    return result


def _share_line(layout: Layout, pair: int) -> bool:
    """Return whether a line contains both cells: then locked candidates give the pair to the
    line too.
    """
    cell = pair.bit_length() - 1
    return (
        not pair & ~(house_masks_by_cell(layout, "row")[cell])
        or not pair & ~(house_masks_by_cell(layout, "column")[cell])
    )


def _links_step(key: str, layout: Layout, *pairs: LinkedPairs) -> Step:
    pattern = eliminated = fins = 0
    truths: dict[int, None] = {}
    weak: dict[int, None] = {}
    for links in pairs:
        shift = links.value * layout.cell_count
        joints = 1 << links.joints[0] | 1 << links.joints[1]
        pattern |= links.cells << shift
        eliminated |= links.eliminations << shift
        fins |= joints << shift if "kite" in key else 0
        truths |= dict.fromkeys(layout.house_set(house, links.value) for house in links.houses)
        weak[layout.house_set(layout.houses_containing(joints)[0].number, links.value)] = None
    shift = pairs[0].value * layout.cell_count
    chain = Chain(tuple(1 << cell + shift for cell in pairs[0].chain), (False, True) * 2)
    return Step(
        key,
        layout,
        eliminations=eliminated,
        pattern=pattern,
        fins=fins,
        truths=tuple(truths),
        links=tuple(weak),
        chains=(chain,),
        detail=StrongLinksDetail(pairs),
    )


# -- words ---------------------------------------------------------------------


class StrongLinksDetail(NamedTuple):
    """Pairs of strong links: one, or two for dual kites."""

    linked_pairs: tuple[LinkedPairs, ...]

    def describe(self, step: Step) -> StepText:
        """Strong links in words."""
        layout, linked_pairs, links = step.layout, self.linked_pairs, self.linked_pairs[0]
        symbol = first_symbol = layout.symbol(links.value)
        names = layout.cells
        houses = [layout.houses[number].name for number in links.houses]
        joints = layout.cell_text(1 << links.joints[0] | 1 << links.joints[1])
        tops = [layout.cell_text(1 << links.ends[0] | 1 << links.ends[1]) for links in linked_pairs]
        if step.key == "turbot-fish":
            text = [layout.cell_text(1 << cell) for cell in links.chain]
            notation = (
                f"{symbol} {text[0]} ={symbol}= {text[1]} -{symbol}- {text[2]} ={symbol}= {text[3]}"
            )
        else:
            notation = f"{symbol} in {'/in '.join(tops)} (connected by {joints})"
        sentences: list[str] = []
        for item in linked_pairs:
            symbol = layout.symbol(item.value)
            halves = [
                f"in {layout.houses[house].name} the {symbol} is at {names[end]} or {names[joint]}"
                for house, end, joint in zip(item.houses, item.ends, item.joints, strict=True)
            ]
            first, second = (names[joint] for joint in item.joints)
            shown = phrases.removal_text(
                layout, item.eliminations << item.value * layout.cell_count
            )
            shared = layout.houses_containing(1 << item.joints[0] | 1 << item.joints[1])[0]
            where, why = f"are both in {shared.name} and ", ""
            if shared.cells.bit_count() == 2:
                where, why = "", f", by {shared.name}"
            start = "Also, " if sentences else ""
            sentence = f"{start}{halves[0]}, and {halves[1]}."
            either = (
                f"so {names[item.ends[0]]} is {symbol}"
                if item.ends[0] == item.ends[1]
                else f"so {names[item.ends[0]]} or {names[item.ends[1]]} is {symbol}"
            )
            sentences.append(
                f"{sentence[0].upper()}{sentence[1:]} {first} and {second} "
                f"{where}cannot both be {symbol}{why}, {either}, and {shown}."
            )
        look = f"Look at the {first_symbol}s of {phrases.joined_words(dict.fromkeys(houses))}"
        return StepText(notation, look, " ".join(sentences))
