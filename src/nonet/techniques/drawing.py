"""Pictures of steps: the drawing of a position, with the argument of the step on top.

>>> from nonet.formats import parse
>>> from nonet.techniques.hints import hints
>>> from nonet.techniques.solution_oracle import position_of
>>> puzzle = parse("1...............")
>>> drawing = draw_position(position_of(puzzle), puzzle)
>>> drawing.marks[(0, 1)].candidates
('', '2', '3', '4')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nonet.errors import PuzzleError
from nonet.puzzle import Puzzle
from nonet.render.drawing import Area, Arrow, Drawing, Highlight, Place, Role
from nonet.render.html import escaped
from nonet.render.svg import drawing_svg
from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.position import Position
from nonet.techniques.step import Chain, Step

_COLOR_ROLES: tuple[Role, ...] = ("on", "fin", "off", "fourth")
"""The roles of colours, a pair after the other."""
MAX_AREAS = 10
"""The most truths and links to draw as areas; more would hide each other."""


def draw_position(position: Position, puzzle: Puzzle | None) -> Drawing:
    """The values placed and the candidates open at a position.

    Raise ``PuzzleError`` for a model that is not a puzzle, since a model has no picture.
    """
    if puzzle is None:
        raise PuzzleError("a model that is not a puzzle has no picture")
    return puzzle.drawing(position.assignment, position.candidates)


def draw_step(step: Step, position: Position, puzzle: Puzzle | None) -> Drawing:
    """Draw the position before a step, with the step's premises and its conclusion."""
    drawing = draw_position(position, puzzle)
    return replace(
        drawing,
        areas=tuple(area for area in _areas(step) if area.cells),
        highlights=tuple(_highlights(step)),
        arrows=tuple(_arrows(step)),
    )


def step_html(step: Step, position: Position, puzzle: Puzzle | None) -> str:
    """Return a step in words as HTML, with its picture if it is of a puzzle."""
    text = f"<div>{escaped(step.notation)}</div><p>{escaped(step.sentence)}</p>"
    if puzzle is None:
        return text
    return text + drawing_svg(draw_step(step, position, puzzle), title=step.notation)


def _grid_places(layout: Layout, cells: int) -> tuple[Place, ...]:
    return tuple(layout.grid_positions[cell] for cell in bits(cells & layout.grid_cells))


def _highlights(step: Step) -> Iterator[Highlight]:
    roles: dict[int, Role] = {}
    for candidate in bits(step.pattern):
        roles[candidate] = "on"
    for chain in step.chains:
        for mask, on in zip(chain.nodes, chain.on, strict=True):
            for candidate in bits(mask):
                roles[candidate] = "on" if on else "off"
    for candidate in bits(step.fins):
        roles[candidate] = "fin"
    for color, role in zip(step.colors, _COLOR_ROLES, strict=False):
        for candidate in bits(color):
            roles[candidate] = role
    for candidate in bits(step.eliminations):
        roles[candidate] = "removed"
    for candidate in step.placements:
        roles[candidate] = "placed"
    layout = step.layout
    rings: tuple[tuple[int, Role], ...] = ((step.assumptions, "start"), (step.clash, "clash"))
    ringed = [(candidate, role) for mask, role in rings for candidate in bits(mask)]
    for candidate, role in (*roles.items(), *ringed):
        if layout.in_grid(1 << candidate):
            yield Highlight(*_place_and_index(layout, candidate), role)


def _place_and_index(layout: Layout, candidate: int) -> tuple[Place, int]:
    """Where a candidate of the grid is drawn: its cell's place, and its number in the cell."""
    value, cell = divmod(candidate, layout.cell_count)
    return layout.grid_positions[cell], value - layout.least_grid_value


def _areas(step: Step) -> Iterator[Area]:
    layout = step.layout
    if step.deadly_cells:
        yield Area(_grid_places(layout, step.deadly_cells), "pattern")
    for number, (cells, _) in enumerate(step.sets):
        yield Area(_grid_places(layout, cells), "set", number)
    if step.chains or len(step.truths) + len(step.links) > MAX_AREAS:
        return
    for kind, numbers in (("truth", step.truths), ("link", step.links)):
        for number in dict.fromkeys(numbers):
            cells = layout.cells_of(layout.sets[number])
            yield Area(_grid_places(layout, cells), "truth" if kind == "truth" else "link")


def _arrows(step: Step) -> Iterator[Arrow]:
    drawn: dict[Arrow, None] = {}
    for chain in step.chains:
        for arrow in _chain_arrows(step.layout, chain):
            drawn.setdefault(arrow)
    yield from drawn


def _chain_arrows(layout: Layout, chain: Chain) -> Iterator[Arrow]:
    """An arrow from each node to the next, between their nearest candidates."""
    nodes = [list(bits(layout.in_grid(mask))) for mask in chain.nodes]

    def apart(first: int, second: int) -> int:
        (row, column), _ = _place_and_index(layout, first)
        (other_row, other_column), _ = _place_and_index(layout, second)
        return (row - other_row) ** 2 + (column - other_column) ** 2

    for number in range(len(nodes) - 1):
        current, target = nodes[number], nodes[number + 1]
        if not current or not target:
            continue
        start, stop = min(((a, b) for a in current for b in target), key=lambda pair: apart(*pair))
        if start != stop:
            strong = not chain.on[number] and chain.on[number + 1]
            yield Arrow(_place_and_index(layout, start), _place_and_index(layout, stop), strong)
