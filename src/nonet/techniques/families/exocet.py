"""Junior exocets: two base cells whose values two target cells of the same band must hold.

The *base* are two cells of a box in a line; their values are three or four.  In each of the
other two boxes of the band a *target*, in a line other than the base's, the two in different
lines.  The other cell of each target's column that is in neither the base's line nor the
target's, its *companion*, can hold no base value.  Three columns are the *cross-lines*: the
columns of the targets, and the column of the base's box without a base cell.  For each base
value all its places in the cross-lines outside the band lie in two lines at most (rows, or
cross-lines themselves).

Then a value of a base cell is in a target: its three cross-lines need the value three times,
two lines provide two, and in the band the cross-lines have room in the targets alone.  The base
has two values and there are two targets, so each target holds a base value:

- *target*: other values are eliminated from the targets;
- *base*: a base value that neither target can have, or whose places lie in one line, is
  eliminated from the base (in the second case both targets would need the value) and from the
  targets.

Source: D. P. Bird, "JExocet compendium", Players' forum, 2012.

>>> from nonet.puzzle import Grid, Puzzle
>>> list(find(Position.of(Puzzle(Grid.square(9))), frozenset({"junior-exocet"})))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, Layout, bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

KEY = "junior-exocet"


class Frame(NamedTuple):
    """Where an exocet may be: base, targets, companions, and the rest of the cross-lines.

    Cells as masks; ``lines`` are the parts outside the band of the cross-lines and of the rows
    that cross the cross-lines, each with all its cells of ``cross_line_cells``; ``house_names``
    are the names of the cross-lines.
    """

    base_cells: int
    target_cells: tuple[int, int]
    companion_cells: int
    cross_line_cells: int
    lines: tuple[int, ...]
    house_names: tuple[str, ...]


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Exocets with something to remove; each conclusion once."""
    layout, values = position.layout, position.values
    done: set[int] = set()
    alive = position.open | position.placed
    frames: list[Frame] = []
    for base_cells, alike in _frames(layout).items() if KEY in requested else ():
        base = [values[cell] for cell in bits(base_cells)]
        if all(base) and 3 <= (base[0] | base[1]).bit_count() <= 4:
            frames += alike
    for frame in frames:
        union = union_of(values[cell] for cell in bits(frame.base_cells))
        targets = [values[target.bit_length() - 1] for target in frame.target_cells]
        if not all(mask & union for mask in targets):
            continue
        if alive & layout.candidates_in(frame.companion_cells, union):
            continue
        position.deadline.check()
        covers = {value: _covering_line_count(alive, layout, frame, value) for value in bits(union)}
        if max(covers.values()) > 2:
            continue
        both = frame.target_cells[0] | frame.target_cells[1]
        eliminated = layout.candidates_in(both, layout.all_values & ~union)
        never = sum(
            1 << value
            for value, number in covers.items()
            if number < 2 or not (targets[0] | targets[1]) >> value & 1
        )
        eliminated = (
            eliminated | layout.candidates_in(both | frame.base_cells, never)
        ) & position.open
        if eliminated and eliminated not in done:
            done.add(eliminated)
            yield _step(position, frame, union, never, eliminated)


def _covering_line_count(alive: int, layout: Layout, frame: Frame, value: int) -> int:
    """How many lines hold all places of a value in the cross-lines; 3 for more than two."""
    places = alive >> value * layout.cell_count & frame.cross_line_cells
    if not places:
        return 0
    if any(not places & ~line for line in frame.lines):
        return 1
    for first, second in combinations(frame.lines, 2):
        if not places & ~(first | second):
            return 2
    return 3


@lru_cache(maxsize=16)
def _frames(layout: Layout) -> dict[int, list[Frame]]:
    """All places for an exocet in rows and in columns, by the cells of the base."""
    frames: dict[int, list[Frame]] = {}
    rows, columns, boxes = (layout.houses_by_kind[kind] for kind in ("row", "column", "box"))
    if any(len(kind) != layout.value_count for kind in (rows, columns, boxes)):
        return frames
    if layout.cell_count != layout.value_count**2 or layout.value_count > 9:
        return frames
    for lines, posts in ((rows, columns), (columns, rows)):
        for frame in (f for box in boxes for f in _frames_in_box(box, lines, posts, boxes)):
            frames.setdefault(frame.base_cells, []).append(frame)
    return frames


def _frames_in_box(
    box: House, lines: tuple[House, ...], posts: tuple[House, ...], boxes: tuple[House, ...]
) -> Iterator[Frame]:
    across = [line for line in lines if line.cells & box.cells]
    band = union_of(line.cells for line in across)
    others = [other for other in boxes if other is not box and not other.cells & ~band]
    down = [post for post in posts if post.cells & box.cells]
    if len(across) != 3 or len(down) != 3 or len(others) != 2:
        return
    for base_line in across:
        item, other = (line for line in across if line is not base_line)
        for escape in down:
            base = base_line.cells & box.cells & ~escape.cells
            for first in (post for post in posts if post.cells & others[0].cells):
                for second in (post for post in posts if post.cells & others[1].cells):
                    for one_line, other_line in ((item, other), (other, item)):
                        targets = first.cells & one_line.cells, second.cells & other_line.cells
                        companions = first.cells & other_line.cells | second.cells & one_line.cells
                        cross = escape.cells | first.cells | second.cells
                        remaining = cross & ~band
                        parts = [post.cells & remaining for post in (escape, first, second)]
                        parts += [
                            line.cells & remaining for line in lines if line.cells & remaining
                        ]
                        names = escape.name, first.name, second.name
                        yield Frame(base, targets, companions, remaining, tuple(parts), names)


def _step(position: Position, frame: Frame, union: int, never: int, eliminated: int) -> Step:
    layout = position.layout
    both = frame.target_cells[0] | frame.target_cells[1]
    return Step(
        KEY,
        layout,
        eliminations=eliminated,
        pattern=layout.candidates_in(frame.base_cells | both, union) & position.open,
        fins=layout.candidates_in(frame.cross_line_cells, union) & position.open,
        truths=tuple(bits(frame.base_cells)),
        deadly_cells=frame.base_cells | both,
        detail=ExocetDetail(frame, union, never),
    )


class ExocetDetail(NamedTuple):
    """The exocet, its values, and the values that cannot be in the base."""

    frame: Frame
    values: int
    excluded_base_values: int

    def describe(self, step: Step) -> StepText:
        """An exocet in words."""
        layout, frame = step.layout, self.frame
        base = phrases.cell_list(layout, frame.base_cells)
        digits = phrases.value_list(layout, self.values)
        cross = phrases.joined_words(frame.house_names).capitalize()
        both = frame.target_cells[0] | frame.target_cells[1]
        targets = phrases.cell_list(layout, both)
        never = ""
        if self.excluded_base_values:
            never = (
                f" For {phrases.value_list(layout, self.excluded_base_values)} there is no room "
                "in one of them, or"
                " they would both have to be it, so no base cell is."
            )
        return StepText(
            f"{layout.value_text(self.values, ',')} base {layout.cell_text(frame.base_cells)}, "
            "targets"
            f" {layout.cell_text(both)}",
            f"Look at {base} and the lines of {targets}",
            f"{base} can only be {phrases.value_list(layout, self.values, 'or')}. What they are "
            "is not"
            f" elsewhere in their box and line. {cross} need it once each, and outside the band"
            f" each of {digits} fits into two lines there, twice at most; the third must be in"
            f" {targets}. So these two hold the two values of {base}.{never} Hence"
            f" {phrases.removal_text(layout, step.eliminations)}.",
        )
