"""Patterns of one value: skyscraper, kite, turbot fish, empty rectangle.

All rest on strong links: houses in which a value has two places.  Two of them
joined by a weak link leave the value at one of their free ends at least, so it
goes from every cell that sees both.  The names say how they lie: two parallel
lines (skyscraper), a line of each kind joined in a box (2-string kite), any other
way (turbot fish).  An empty rectangle has a box whose places lie in one row and
one column instead of one of the links.  Definitions follow HoDoKu 2.2.

What a value gives depends on its places alone, so it is kept for the whole path.
Yielded last, as HoDoKu has them but a person would not look for them: a turbot fish
that has one of the other names, an empty rectangle with only two places in its
box (if its value has no other), a dual kite whose halves are of two values.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.engines import phrases
from nonet.techniques.engines.conjugates import conjugates, covers, other
from nonet.techniques.hodoku_order import most_removed
from nonet.techniques.houses import House, Kind
from nonet.techniques.layout import Layout, bits
from nonet.techniques.position import Position
from nonet.techniques.step import Chain, Step, Words

QUICK = True
"""A hint shows every instance."""


class Links(NamedTuple):
    """Two strong links joined: cells ``ends[0] = joints[0] - joints[1] = ends[1]``."""

    value: int
    ends: tuple[int, int]
    joints: tuple[int, int]
    houses: tuple[int, int]
    gone: int

    @property
    def cells(self) -> int:
        """The mask of the four cells (three if the ends are one)."""
        return 1 << self.ends[0] | 1 << self.ends[1] | 1 << self.joints[0] | 1 << self.joints[1]

    @property
    def chain(self) -> tuple[int, ...]:
        """The cells in order, starting at the lower end."""
        cells = (self.ends[0], *self.joints, self.ends[1])
        return min(cells, cells[::-1])


class Empty(NamedTuple):
    """An empty rectangle: the box's places, its two lines, and the pair outside."""

    value: int
    box: int
    places: int
    pair: int
    lines: tuple[int, int, int]
    gone: int


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """The steps of the wanted patterns, value by value."""
    layout = position.layout
    values = [v for v in range(layout.size) if position.at(v).bit_count() > 2]
    if "skyscraper" in wanted:
        for value in values:
            for links in _skyscrapers(position, value):
                yield _links_step("skyscraper", layout, links)
    if "2-string-kite" in wanted:
        for value in values:
            for links in _kites(position, value):
                yield _links_step("2-string-kite", layout, links)
    if "turbot-fish" in wanted:
        for late in (False, True):
            for value in values:
                for links in _turbots(position, value)[late]:
                    yield _links_step("turbot-fish", layout, links)
    if "empty-rectangle" in wanted:
        proper = 0
        for late in (False, True):
            for value in values:
                for empty in _rectangles(position, value):
                    if (empty.places.bit_count() == 2) is late and not (
                        late and proper >> value & 1
                    ):
                        proper |= (not late) << value
                        yield _empty_step("empty-rectangle", layout, (empty,))
    if "dual-2-string-kite" in wanted:
        kites = [kite for value in values for kite in _kites(position, value)]
        for late in (False, True):
            for one, two in combinations(kites, 2):
                if set(one.joints) != set(two.joints) or (one.value != two.value) is not late:
                    continue
                if late or one.gone != two.gone:
                    yield _links_step("dual-2-string-kite", layout, one, two)
    if "dual-empty-rectangle" in wanted:
        for value in values:
            for pair in combinations(_rectangles(position, value), 2):
                if pair[0].box == pair[1].box and pair[0].gone != pair[1].gone:
                    yield _empty_step("dual-empty-rectangle", layout, pair)


def as_hodoku(step: Step) -> tuple[int, ...]:
    """HoDoKu takes the turbot fish that removes most, and the first of all others."""
    return most_removed(step) if step.key == "turbot-fish" else ()


# -- two strong links ----------------------------------------------------------


def _skyscrapers(position: Position, value: int) -> tuple[Links, ...]:
    return position.kept(_all_parallel, value, position.at(value))


def _all_parallel(position: Position, value: int, _: int) -> tuple[Links, ...]:
    return (
        *_parallel(position, value, "row", "column"),
        *_parallel(position, value, "column", "row"),
    )


def _parallel(position: Position, value: int, kind: Kind, cross: Kind) -> Iterator[Links]:
    """Two lines of one kind whose places share a line of the other at one end only."""
    layout, places = position.layout, position.at(value)
    cover, sees = covers(layout, cross), layout.sees
    lines = [(h, pair) for h, pair in conjugates(position, value) if h.kind == kind]
    for (one, first), (two, second) in combinations(lines, 2):
        if first & second:
            continue
        lower, upper = zip(_ends(first), _ends(second), strict=True)
        for (joint, mate), ends in ((lower, upper), (upper, lower)):
            # joined crosswise they are too close for a tower: a turbot fish
            if not cover[joint] >> mate & 1 or cover[ends[0]] >> ends[1] & 1:
                continue
            gone = places & sees[ends[0]] & sees[ends[1]]
            if gone:
                yield Links(value, ends, (joint, mate), (one.number, two.number), gone)


def _ends(pair: int) -> tuple[int, int]:
    return (pair & -pair).bit_length() - 1, pair.bit_length() - 1


def _kites(position: Position, value: int) -> tuple[Links, ...]:
    return position.kept(_crossed, value, position.at(value))


def _crossed(position: Position, value: int, places: int) -> tuple[Links, ...]:
    """A row and a column whose places share a box; what goes is where the free ends cross.

    Where two links are joined in several ways (then locked candidates apply too), one
    is taken: HoDoKu's, which keeps the ends of a link turned as they were last used.
    """
    layout, found = position.layout, []
    pairs = conjugates(position, value)
    rows = [(h.number, list(_ends(pair))) for h, pair in pairs if h.kind == "row"]
    columns = [(h.number, list(_ends(pair))) for h, pair in pairs if h.kind == "column"]
    in_row, in_column, in_box = (covers(layout, kind) for kind in ("row", "column", "box"))
    for row, first in rows:
        for column, second in columns:
            for one, two in ((0, 0), (0, 1), (1, 0), (1, 1)):
                if in_box[first[one]] >> second[two] & 1:
                    break
            else:
                continue
            if one:
                first.reverse()
            if two:
                second.reverse()
            if set(first) & set(second):
                continue
            gone = places & in_column[first[1]] & in_row[second[1]]
            if gone:
                joints, ends = (first[0], second[0]), (first[1], second[1])
                found.append(Links(value, ends, joints, (row, column), gone))
    return tuple(found)


def _turbots(position: Position, value: int) -> tuple[list[Links], list[Links]]:
    """All ways to join two strong links: those without and those with another name."""
    return position.kept(_joined, value, position.at(value))


def _joined(position: Position, value: int, places: int) -> tuple[list[Links], list[Links]]:
    layout = position.layout
    named = {links.chain for links in _skyscrapers(position, value)}
    named |= {links.chain for links in _kites(position, value)}
    pairs: dict[int, House] = {}
    for house, pair in conjugates(position, value):
        if house.kind != "box" or not _aligned(layout, pair):
            pairs.setdefault(pair, house)
    sees = layout.sees
    found: tuple[list[Links], list[Links]] = ([], [])
    for (first, one), (second, two) in combinations(pairs.items(), 2):
        for joint in bits(first):
            for mate in bits(second & sees[joint]):
                ends = (other(first, joint), other(second, mate))
                if mate in ends or joint in ends:
                    continue
                gone = places & sees[ends[0]] & sees[ends[1]]
                if gone:
                    links = Links(value, ends, (joint, mate), (one.number, two.number), gone)
                    found[links.chain in named].append(links)
    return found


def _aligned(layout: Layout, pair: int) -> bool:
    """Whether a line holds both cells: then locked candidates make it the line's pair too."""
    cell = pair.bit_length() - 1
    return not pair & ~(covers(layout, "row")[cell]) or not pair & ~(covers(layout, "column")[cell])


def _links_step(key: str, layout: Layout, *found: Links) -> Step:
    pattern = gone = fins = 0
    truths: dict[int, None] = {}
    weak: dict[int, None] = {}
    for links in found:
        shift = links.value * layout.count
        joints = 1 << links.joints[0] | 1 << links.joints[1]
        pattern |= links.cells << shift
        gone |= links.gone << shift
        fins |= joints << shift if "kite" in key else 0
        truths |= dict.fromkeys(layout.house_set(house, links.value) for house in links.houses)
        weak[layout.house_set(layout.house_within(joints)[0].number, links.value)] = None
    shift = found[0].value * layout.count
    chain = Chain(tuple(1 << cell + shift for cell in found[0].chain), (False, True) * 2)
    return Step(
        key,
        layout,
        eliminations=gone,
        pattern=pattern,
        fins=fins,
        truths=tuple(truths),
        links=tuple(weak),
        chains=(chain,),
        detail=Linked(found),
    )


# -- empty rectangles ----------------------------------------------------------


def _rectangles(position: Position, value: int) -> tuple[Empty, ...]:
    return position.kept(_all_empties, value, position.at(value))


def _all_empties(position: Position, value: int, _: int) -> tuple[Empty, ...]:
    found = {(empty.box, empty.pair, empty.gone): empty for empty in _empties(position, value)}
    return tuple(found.values())


def _empties(position: Position, value: int) -> Iterator[Empty]:
    layout, places = position.layout, position.at(value)
    pairs = conjugates(position, value)
    if not pairs:
        return
    for box in layout.kinds["box"]:
        inside = places & box.cells
        if inside.bit_count() < 2:
            continue
        for row in _through(layout, box, "row"):
            if not inside & row.cells or not inside & ~row.cells:
                continue
            for column in _through(layout, box, "column"):
                if inside & ~(row.cells | column.cells) or not inside & column.cells & ~row.cells:
                    continue
                if not inside & row.cells & ~column.cells:
                    continue
                outside = places & ~box.cells
                for line, across in ((row, column), (column, row)):
                    cover = covers(layout, line.kind)
                    for house, pair in pairs:
                        if house.kind != across.kind or pair & box.cells:
                            continue
                        for near in bits(pair & line.cells):
                            far = other(pair, near)
                            gone = outside & cover[far] & across.cells & ~pair
                            if gone:
                                lines = (line.number, across.number, house.number)
                                yield Empty(value, box.number, inside, pair, lines, gone)


def _through(layout: Layout, box: House, kind: Kind) -> list[House]:
    return [line for line in layout.kinds[kind] if line.cells & box.cells]


def _empty_step(key: str, layout: Layout, found: tuple[Empty, ...]) -> Step:
    value = found[0].value
    shift = value * layout.count
    pairs = gone = 0
    sets: dict[int, None] = {layout.house_set(found[0].box, value): None}
    links: dict[int, None] = {}
    for empty in found:
        pairs |= empty.pair
        gone |= empty.gone
        sets[layout.house_set(empty.lines[2], value)] = None
        links |= dict.fromkeys(layout.house_set(line, value) for line in empty.lines[:2])
    return Step(
        key,
        layout,
        eliminations=gone << shift,
        pattern=(pairs | found[0].places) << shift,
        fins=found[0].places << shift,
        truths=tuple(sets),
        links=tuple(links),
        detail=Emptied(found),
    )


# -- words ---------------------------------------------------------------------


class Linked(NamedTuple):
    """Pairs of strong links: one, of dual kites two."""

    found: tuple[Links, ...]

    def words(self, step: Step) -> Words:
        """Strong links in words."""
        layout, found, links = step.layout, self.found, self.found[0]
        symbol = first_symbol = layout.symbol(links.value)
        names = layout.cells
        houses = [layout.houses[number].name for number in links.houses]
        joints = layout.cell_text(1 << links.joints[0] | 1 << links.joints[1])
        tops = [layout.cell_text(1 << links.ends[0] | 1 << links.ends[1]) for links in found]
        if step.key == "turbot-fish":
            text = [layout.cell_text(1 << cell) for cell in links.chain]
            notation = (
                f"{symbol} {text[0]} ={symbol}= {text[1]} -{symbol}- {text[2]} ={symbol}= {text[3]}"
            )
        else:
            notation = f"{symbol} in {'/in '.join(tops)} (connected by {joints})"
        sentences: list[str] = []
        for one in found:
            symbol = layout.symbol(one.value)
            halves = [
                f"in {layout.houses[house].name} the {symbol} is at {names[end]} or {names[joint]}"
                for house, end, joint in zip(one.houses, one.ends, one.joints, strict=True)
            ]
            first, second = (names[joint] for joint in one.joints)
            shown = phrases.gone(layout, one.gone << one.value * layout.count)
            shared = layout.house_within(1 << one.joints[0] | 1 << one.joints[1])[0].name
            start = "Also, " if sentences else ""
            said = f"{start}{halves[0]}, and {halves[1]}."
            either = (
                f"so {names[one.ends[0]]} is {symbol}"
                if one.ends[0] == one.ends[1]
                else f"so {names[one.ends[0]]} or {names[one.ends[1]]} is {symbol}"
            )
            sentences.append(
                f"{said[0].upper()}{said[1:]} {first} and {second} are both in {shared} and cannot "
                f"both be {symbol}, {either}, and {shown}."
            )
        look = f"Look at the {first_symbol}s of {phrases.listed(dict.fromkeys(houses))}"
        return Words(notation, look, " ".join(sentences))


class Emptied(NamedTuple):
    """Empty rectangles: one, of dual ones two in the same box."""

    found: tuple[Empty, ...]

    def words(self, step: Step) -> Words:
        """Empty rectangles in words."""
        layout, found, empty = step.layout, self.found, self.found[0]
        symbol, box = layout.symbol(empty.value), layout.houses[empty.box]
        pairs = "/".join(layout.cell_text(one.pair) for one in found)
        sentences = []
        for one in found:
            line, across, house = (layout.houses[number].name for number in one.lines)
            near = one.pair & layout.houses[one.lines[0]].cells
            far = one.pair & ~near
            shown = phrases.gone(layout, one.gone << one.value * layout.count)
            sentences.append(
                f"In {box.name} every {symbol} lies in {line} or in {across}. In {house} the "
                f"{symbol} "
                f"is at {phrases.cells(layout, near)} or {phrases.cells(layout, far)}: if at "
                f"{phrases.cells(layout, near)}, {line} has its {symbol}, so that of {box.name} "
                "is in "
                f"{across}. So {across} has its {symbol} in {box.name} or "
                f"{phrases.cells(layout, far)} is {symbol}; either way {shown}."
            )
        look = f"Look at the {symbol}s of {box.name}: they lie in one row and one column"
        return Words(f"{symbol} in {box.short} ({pairs})", look, " ".join(sentences))
