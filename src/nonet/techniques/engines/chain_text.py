"""Chains in words: the field's notation, and the inferences in plain English.

In notation (HoDoKu's) a chain is its cells, joined by ``=4=`` for a strong inference to a 4 and
``-4-`` for a weak inference; an inference within a cell is not written, the value changes.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.candidate_layout import layout_of
>>> layout = layout_of(Puzzle(Grid.square(4)).model())
>>> masks = [1 << layout.candidate(*node) for node in [("R1C1", 3), ("R1C4", 3), ("R3C4", 3)]]
>>> chain_notation(layout, masks, strong=True)
'r1c1 =3= r1c4 -3- r3c4'
>>> inference_text(layout, masks, [layout.house_set(0, 2)])
'If R1C1 is not 3, then the 3 of row 1 is in R1C4, so R3C4 is not 3'
"""

from __future__ import annotations

from collections.abc import Sequence

from nonet.techniques.candidate_layout import Layout
from nonet.techniques.engines import phrases


def value_and_cells(layout: Layout, node: int) -> tuple[int, int]:
    """The value's number and the cells of a node."""
    return next(iter(layout.by_value(node)))


def chain_notation(
    layout: Layout, nodes: Sequence[int], strong: bool, sets: Sequence[int] = ()
) -> str:
    """A chain in notation; ``strong`` says whether its first inference is.

    ``sets`` are the cells of the almost locked set of each node, 0 for other nodes.
    """
    text, before = "", 0
    for number, node in enumerate(nodes):
        value, cells = value_and_cells(layout, node)
        inside = sets[number] if sets else 0
        cells = inside or cells
        if cells != before:
            sign = "=" if strong else "-"
            text += f" {sign}{layout.symbol(value)}{sign} " if number else ""
            text += f"ALS:{layout.cell_text(cells)}" if inside else layout.cell_text(cells)
        before = cells
        strong = strong != (number > 0)
    return text


def value_list(layout: Layout, candidates: int) -> str:
    """Return the values of some candidates in notation: ``1/2``."""
    return "/".join(layout.symbol(value) for value, _ in layout.by_value(candidates))


def loop_order(layout: Layout, nodes: Sequence[int]) -> tuple[list[int], bool]:
    """Return a continuous loop as a path from a cell back to the same cell, and whether its
    first inference is strong.

    The path is the numbers of the nodes in order, starting at a single cell that is left at
    once.
    """
    turned = list(range(len(nodes)))
    for _ in range(2):
        for _ in range(len(turned) // 2):
            first, second, last = (value_and_cells(layout, nodes[turned[n]])[1] for n in (0, 1, -1))
            if nodes[turned[0]].bit_count() == 1:
                if first == last:
                    return turned, True
                if first == second:
                    return [*turned[1:], turned[0]], False
                return [*turned, turned[0]], True
            turned = turned[2:] + turned[:2]
        turned.reverse()
    return [*turned, turned[0]], True


def loop_notation(layout: Layout, nodes: Sequence[int], sets: Sequence[int] = ()) -> str:
    """A continuous loop in notation: ``7= r1c1 =4= r1c4 -4- ... =7= r1c1 =4``."""
    order, strong = loop_order(layout, nodes)
    loop = [nodes[number] for number in order]
    start = value_and_cells(layout, loop[0])[1]
    first = next(
        value_and_cells(layout, n)[0] for n in loop if value_and_cells(layout, n)[1] != start
    )
    tail = len(loop) - 1
    while value_and_cells(layout, loop[tail - 1])[1] == start:
        tail -= 1
    last = value_and_cells(layout, loop[tail])[0]
    text = chain_notation(layout, loop, strong, [sets[number] for number in order] if sets else ())
    return f"{layout.symbol(last)}= {text} ={layout.symbol(first)}"


def on_text(layout: Layout, node: int) -> str:
    """A node that is on: ``R1C1 is 4``, ``4 is in R1C1 or R1C2``."""
    value, cells = value_and_cells(layout, node)
    if node.bit_count() == 1:
        return f"{phrases.cell_list(layout, cells)} is {layout.symbol(value)}"
    return f"{layout.symbol(value)} is in {phrases.cell_list(layout, cells, 'or')}"


def off_text(layout: Layout, node: int) -> str:
    """A node that is off: ``R1C1 is not 4``, ``4 is not in R1C1 or R1C2``."""
    value, cells = value_and_cells(layout, node)
    if node.bit_count() == 1:
        return f"{phrases.cell_list(layout, cells)} is not {layout.symbol(value)}"
    return f"{layout.symbol(value)} is not in {phrases.cell_list(layout, cells, 'or')}"


def inference_text(
    layout: Layout, nodes: Sequence[int], reasons: Sequence[int | None], sets: Sequence[int] = ()
) -> str:
    """Return the sentences of a chain that starts with an "off": each consequence and its
    reason.

    ``reasons`` are the truths behind its strong inferences; ``sets`` the cells of the almost
    locked set of each node, 0 for other nodes.
    """
    text = f"If {off_text(layout, nodes[0])}"
    for number in range(1, len(nodes)):
        node = nodes[number]
        if number % 2 == 0:
            text += f", so {off_text(layout, node)}"
            continue
        text += ", then " if number == 1 else "; then "
        truth = reasons[number // 2]
        if truth is not None and truth >= layout.cell_count:
            value, cells = value_and_cells(layout, node)
            house = layout.houses[(truth - layout.cell_count) // layout.value_count].name
            where = phrases.cell_list(layout, cells, "or")
            text += f"the {layout.symbol(value)} of {house} is in {where}"
            continue
        if sets and (locked := sets[number - 1] or sets[number]):
            text += (
                f"{phrases.cell_list(layout, locked)} have only as many values as cells left, so "
            )
        text += on_text(layout, node)
    return text
