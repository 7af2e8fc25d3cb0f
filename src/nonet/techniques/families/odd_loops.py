"""Odd loops: rings that cannot be filled, so that a guardian is true.

Cells in a ring, each in a house with the next, an odd number of them.

- *Broken wing*: one value.  Had each house that joins two neighbours no other place for it, the
  value would be in every other cell of the ring, which cannot be, as their number is odd.  So
  one of the other places in these houses, the guardians, is true.
- *Bivalue oddagon*: all cells of the ring may be one of two values.  Had they no other value,
  the two would alternate, which cannot be.  So one of the extra values, the guardians, is true:
  type 1 has them in one cell, which is none of the two; type 2 has one value for all of them;
  type 3 has two cells with them that are a naked subset with others of a house.

Nothing is assumed of the number of solutions.  Sources: R. Hobbs, "Broken Wings", Players' forum,
2005; ttt, "bivalue oddagon", Players' forum, 2011.

>>> from nonet.puzzle import Grid, Puzzle
>>> list(find(Position.of(Puzzle(Grid.square(4), {"R1C1": 1})), frozenset({"broken-wing"})))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.engines import phrases
from nonet.techniques.families.uniqueness.deadly import subsets_beside
from nonet.techniques.layout import House, bits
from nonet.techniques.position import Position
from nonet.techniques.step import Step, Words

LONGEST = 9
"""The most cells of a ring."""

MOST = 20_000
"""Paths that are tried for one value and target, or one pair."""

ODDAGONS = tuple(f"bivalue-oddagon-type-{number}" for number in (1, 2, 3))


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """Broken wings, then bivalue oddagons by type; each conclusion once, short rings first."""
    if "broken-wing" in wanted:
        for value in range(position.layout.size):
            yield from _broken(position, value)
    if wanted & {*ODDAGONS}:
        found = sorted(_oddagons(position), key=lambda step: (step.key, step.framed.bit_count()))
        done: set[tuple[str, int]] = set()
        for step in found:
            if step.key in wanted and (step.key, step.eliminations) not in done:
                done.add((step.key, step.eliminations))
                yield step


# -- one value ---------------------------------------------------------------------------


def _broken(position: Position, value: int) -> Iterator[Step]:
    layout = position.layout
    places = position.at(value)
    done = 0
    for target in bits(places):
        if done >> target & 1:
            continue
        seen = layout.sees[target]
        edges: dict[int, dict[int, House]] = {}
        for house in layout.complete:
            inside = places & house.cells
            unseen = inside & ~seen
            if unseen.bit_count() > 2 or inside >> target & 1 or inside.bit_count() < 2:
                continue
            for one, two in combinations(bits(inside), 2):
                if not unseen & ~(1 << one | 1 << two):
                    edges.setdefault(one, {}).setdefault(two, house)
                    edges.setdefault(two, {}).setdefault(one, house)
        ring = _ring(position, edges)
        if ring:
            step = _wing(position, value, ring, edges)
            done |= step.eliminations >> value * layout.count
            yield step


def _ring(position: Position, edges: dict[int, dict[int, House]]) -> tuple[int, ...]:
    """The shortest ring of an odd number of cells, five or more, without a chord's house twice."""
    for length in range(5, LONGEST + 1, 2):
        tries = 0
        for start in edges:
            todo = [(start,)]
            while todo:
                path = todo.pop()
                tries += 1
                if tries > MOST:
                    return ()
                position.clock.check()
                if len(path) == length:
                    if start in edges[path[-1]]:
                        return path
                    continue
                todo += [(*path, cell) for cell in edges[path[-1]] if cell > start and cell not in path]
    return ()


def _wing(
    position: Position, value: int, ring: tuple[int, ...], edges: dict[int, dict[int, House]]
) -> Step:
    layout, places = position.layout, position.at(value)
    houses = [edges[one][two] for one, two in zip(ring, (*ring[1:], ring[0]), strict=True)]
    mask = sum(1 << cell for cell in ring)
    guardians = 0
    for house, one, two in zip(houses, ring, (*ring[1:], ring[0]), strict=True):
        guardians |= places & house.cells & ~(1 << one | 1 << two)
    shift = value * layout.count
    gone = places & (layout.seen_by_all(guardians) if guardians else mask)
    return Step(
        "broken-wing",
        layout,
        eliminations=gone << shift,
        pattern=(mask & ~guardians) << shift,
        fins=guardians << shift,
        truths=tuple(dict.fromkeys(layout.house_set(house.number, value) for house in houses)),
        detail=Ring(ring, 1 << value, guardians, 0, 0, ()),
    )


# -- two values --------------------------------------------------------------------------


def _oddagons(position: Position) -> Iterator[Step]:
    layout, values = position.layout, position.values
    for pair in (1 << a | 1 << b for a, b in combinations(range(layout.size), 2)):
        cells = [cell for cell, held in enumerate(values) if held & pair == pair]
        mask = sum(1 << cell for cell in cells)
        if len(cells) < 5:
            continue
        tries = 0
        for start in cells:
            todo: list[tuple[tuple[int, ...], int, int]] = [((start,), *_extra(values[start], pair))]
            while todo:
                path, number, extras = todo.pop()
                tries += 1
                if tries > MOST:
                    break
                position.clock.check()
                if len(path) >= 5 and len(path) % 2 and layout.sees[path[-1]] >> start & 1:
                    yield from _types(position, pair, path)
                if len(path) == LONGEST:
                    continue
                for cell in bits(layout.sees[path[-1]] & mask & -(2 << start)):
                    if cell in path or not _straight(position, path, cell):
                        continue
                    more, new = _extra(values[cell], pair)
                    if number + more <= 2 or (number + more <= 4 and (extras | new).bit_count() == 1):
                        todo.append(((*path, cell), number + more, extras | new))


def _straight(position: Position, path: tuple[int, ...], cell: int) -> bool:
    """Whether a ring does not pass three cells of one house after each other."""
    if len(path) < 2:
        return True
    return not position.layout.house_within(1 << path[-2] | 1 << path[-1] | 1 << cell)


def _extra(held: int, pair: int) -> tuple[int, int]:
    return int(held != pair), held & ~pair


def _types(position: Position, pair: int, ring: tuple[int, ...]) -> Iterator[Step]:
    layout, values = position.layout, position.values
    held = sum(1 << cell for cell in ring if values[cell] != pair)
    extras = 0
    for cell in bits(held):
        extras |= values[cell] & ~pair
    number = held.bit_count()
    guardians = layout.spread(held, extras) & position.open
    base = (ring, pair, guardians)
    if number == 1:
        gone = layout.spread(held, pair)
        yield _oddagon(position, ODDAGONS[0], Ring(*base, 0, 0, ()), gone)
    elif number > 1 and extras.bit_count() == 1:
        value = extras.bit_length() - 1
        gone = (position.at(value) & layout.seen_by_all(held)) << value * layout.count
        if gone:
            yield _oddagon(position, ODDAGONS[1], Ring(*base, 0, 0, ()), gone)
    elif number == 2:
        mask = sum(1 << cell for cell in ring)
        for beside in subsets_beside(position, mask, held, extras, 0):
            ringed = Ring(*base, beside.others, beside.values, beside.homes)
            yield _oddagon(position, ODDAGONS[2], ringed, beside.gone)


def _oddagon(position: Position, key: str, ring: Ring, gone: int) -> Step:
    layout = position.layout
    mask = sum(1 << cell for cell in ring.cells)
    pattern = layout.spread(mask, ring.values) & position.open
    if ring.others:
        pattern |= layout.spread(ring.others, layout.all_values) & position.open
    links: dict[int, None] = {}
    for one, two in zip(ring.cells, (*ring.cells[1:], ring.cells[0]), strict=True):
        house = layout.house_within(1 << one | 1 << two)[0].number
        links.update(dict.fromkeys(layout.house_set(house, value) for value in bits(ring.values)))
    for number in ring.houses:
        links.update(dict.fromkeys(layout.house_set(number, v) for v in bits(ring.subset)))
    return Step(
        key,
        layout,
        eliminations=gone,
        pattern=pattern,
        fins=ring.guardians,
        truths=(*sorted(ring.cells), *bits(ring.others)),
        links=tuple(links),
        sets=((ring.others, ring.subset),) if ring.others else (),
        framed=mask,
        detail=ring,
    )


class Ring(NamedTuple):
    """The cells in order, the value or the pair, and the guardians.

    Guardians are cells of a broken wing, candidates of an oddagon.  Type 3: ``others`` are the
    other cells of the subset, with all its values and its houses.
    """

    cells: tuple[int, ...]
    values: int
    guardians: int
    others: int
    subset: int
    houses: tuple[int, ...]

    def words(self, step: Step) -> Words:
        """An odd loop in words."""
        layout, many = step.layout, len(self.cells)
        around = "-".join(layout.cell_text(1 << cell) for cell in self.cells)
        cells = phrases.listed(layout.cells[cell] for cell in self.cells)
        gone = phrases.gone(layout, step.eliminations)
        digits = phrases.values(layout, self.values)
        if step.key == "broken-wing":
            guards = phrases.cells(layout, self.guardians, "or") if self.guardians else "none"
            start = (
                f"Go round {cells}: each is in a house with the next. If {digits} were at none of"
                f" {guards}, each of these houses would have it in one of its two cells, every"
                f" other cell of {many}, which is an odd number and cannot be."
            )
            return Words(
                f"{digits} in {around}, guardians {layout.cell_text(self.guardians)}",
                f"Look at the {digits}s around {layout.cells[self.cells[0]]}",
                f"{start} So one of {guards} is {digits}, and {gone}.",
            )
        held = layout.cells_of(self.guardians)
        where = phrases.cells(layout, held, "or")
        extras = phrases.values(layout, _values(step, self.guardians), "or")
        plain = (
            f"Go round {cells}: each sees the next. With {digits} alone they would have to"
            f" alternate, and {many} is an odd number. So {where} is {extras}"
        )
        if step.key == ODDAGONS[0]:
            plain += f": {gone}."
        elif step.key == ODDAGONS[1]:
            plain += f", and no cell that sees all of these can be: {gone}."
        else:
            homes = phrases.listed(layout.houses[number].name for number in self.houses)
            plain += (
                f". With {phrases.cells(layout, self.others)} it uses up"
                f" {phrases.values(layout, self.subset)} in {homes}: {gone}."
            )
        return Words(
            f"{layout.symbols(self.values, '/')} in {around}",
            f"Look at the cells that can be {digits}",
            plain,
        )


def _values(step: Step, candidates: int) -> int:
    return sum(1 << value for value, _ in step.layout.by_value(candidates))
