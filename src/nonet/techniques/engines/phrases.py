"""Phrases for the texts of steps: cells, values and removals in plain English.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.candidate_layout import layout_of
>>> layout = layout_of(Puzzle(Grid.square(4)).model())
>>> cell_list(layout, 0b111), cell_list(layout, 0b11, "or"), value_list(layout, 0b1001)
('R1C1, R1C2 and R1C3', 'R1C1 or R1C2', '1 and 4')
>>> removal_text(layout, 0b110)
'1 can be removed from R1C2 and R1C3'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from nonet.model import auxiliary_variables
from nonet.render.printable import joined_words as joined_words
from nonet.techniques.candidate_layout import Layout, bits


def with_article(symbol: str) -> str:
    """A value with its article.

    >>> with_article("7"), with_article("8"), with_article("A"), with_article("B")
    ('a 7', 'an 8', 'an A', 'a B')
    """
    vowel = symbol in ("8", "11", "18") or symbol[0] in "AEFHILMNORSXaefhilmnorsx"
    return f"{'an' if vowel else 'a'} {symbol}"


def none_is(names: Sequence[str], symbol: str) -> str:
    """That no cell is a value.

    >>> none_is(["R1C1"], "4"), none_is(["R1C1", "R1C2"], "4")
    ('R1C1 is not 4', 'neither R1C1 nor R1C2 is 4')
    >>> none_is(["R1C1", "R1C2", "R1C3"], "4")
    'none of R1C1, R1C2 and R1C3 is 4'
    """
    if len(names) == 1:
        return f"{names[0]} is not {symbol}"
    if len(names) == 2:
        return f"neither {names[0]} nor {names[1]} is {symbol}"
    return f"none of {joined_words(names)} is {symbol}"


MAX_PARAGRAPH = 600
"""Letters of a step's text up to which it is one paragraph; a longer one is a list."""


def in_short_sentences(text: str) -> str:
    """A long text as a numbered list of its sentences, a line each; a short text as it is.

    >>> long = "Suppose R1C1 were 2. Then " + "; then ".join(["R1C2 is 1 (by row 1)"] * 40) + "."
    >>> print("\\n".join(in_short_sentences(long).splitlines()[:3]))
    1. Suppose R1C1 were 2.
    2. Then R1C2 is 1 (by row 1).
    3. Then R1C2 is 1 (by row 1).
    """
    if len(text) <= MAX_PARAGRAPH:
        return text
    parts = re.split(r"(?<=\.) +|; (?=then )", text)
    sentences = [f"{part[:1].upper()}{part[1:].rstrip('.')}." for part in parts if part]
    return "\n".join(f"{number}. {each}" for number, each in enumerate(sentences, 1))


def with_commas(text: str) -> str:
    """A text with commas between cells that it names one after another.

    >>> with_commas("R1C1 R1C2 R2C1 alternate in parity, R3C3 does not")
    'R1C1, R1C2 and R2C1 alternate in parity, R3C3 does not'
    """
    return re.sub(r"\bR\d+C\d+(?: R\d+C\d+)+", lambda run: joined_words(run[0].split()), text)


def name_list(names: Iterable[str], conjunction: str = "and") -> str:
    """Names of cells and of other variables; a noun that all of them have is said once.

    >>> name_list(["region of R1C1", "region of R1C2"]), name_list(["R1C1", "R1C2"], "or")
    ('regions of R1C1 and R1C2', 'R1C1 or R1C2')
    """
    parts = [name.rpartition(" of ") for name in names]
    noun, *other_nouns = {noun for noun, _, _ in parts}
    if not noun or other_nouns or len(parts) == 1:
        return joined_words(map("".join, parts), conjunction)
    nouns = re.sub(r"(region|value)\b", r"\1s", noun) if conjunction == "and" else noun
    return f"{nouns} of {joined_words((cell for _, _, cell in parts), conjunction)}"


def cell_list(layout: Layout, mask: int, conjunction: str = "and") -> str:
    """Cells by their names."""
    return name_list([layout.display_names[cell] for cell in bits(mask)], conjunction)


def value_list(layout: Layout, mask: int, conjunction: str = "and") -> str:
    """Values as a list."""
    return joined_words(map(layout.symbol, bits(mask)), conjunction)


def removal_text(layout: Layout, candidates: int) -> str:
    """Return a sentence part about removals: ``1 can be removed from R1C2 and R1C3``."""
    places: dict[int, int] = {}
    for value, mask in layout.by_value(candidates):
        places[mask] = places.get(mask, 0) | 1 << value
    return ", and ".join(
        f"{value_list(layout, which)} can be removed from {cell_list(layout, mask)}"
        for mask, which in places.items()
    )


def capitalised(text: str) -> str:
    """A text with a capital at its start; names within stay as they are."""
    return f"{text[:1].upper()}{text[1:]}"


def excluded_text(layout: Layout, eliminations: int) -> str:
    """Return the exclusions: ``R1C1 cannot be 1 or 2, and R1C2 and R1C3 cannot be 4``."""
    return joined_clauses(excluded_parts(layout, eliminations))


def joined_clauses(clauses: Sequence[str]) -> str:
    """Return clauses as one sentence part, with a comma before "and"."""
    return ", and ".join(filter(None, (", ".join(clauses[:-1]), *clauses[-1:])))


def excluded_parts(layout: Layout, eliminations: int) -> list[str]:
    """Return the exclusions, those of cells that lose the same values together."""
    by_cell: dict[int, int] = {}
    for value, cells in layout.by_value(eliminations):
        for cell in bits(cells):
            by_cell[cell] = by_cell.get(cell, 0) | 1 << value
    together: dict[int, int] = {}
    parts = []
    for cell, values in sorted(by_cell.items()):
        if auxiliary_variables.is_indicator(layout.cells[cell]) and not values & (values - 1):
            symbol = layout.symbol(next(bits(values)))
            parts.append(
                auxiliary_variables.assignment_text(layout.cells[cell], symbol, holds=False)
            )
        else:
            together[values] = together.get(values, 0) | 1 << cell
    parts += [
        f"{cell_list(layout, cells)} cannot be {value_list(layout, values, 'or')}"
        for values, cells in together.items()
    ]
    return parts


# Chains in words: the field's notation, and the inferences in plain English.
#
# In notation (HoDoKu's) a chain is its cells, joined by ``=4=`` for a strong inference to a 4 and
# ``-4-`` for a weak inference; an inference within a cell is not written, the value changes.


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


def values_in_notation(layout: Layout, candidates: int) -> str:
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


def on_text(layout: Layout, node: int, verb: str = "is") -> str:
    """A node that is on: ``R1C1 is 4``, ``4 is in R1C1 or R1C2``."""
    value, cells = value_and_cells(layout, node)
    if node.bit_count() == 1:
        return f"{cell_list(layout, cells)} {verb} {layout.symbol(value)}"
    return f"{layout.symbol(value)} {verb} in {cell_list(layout, cells, 'or')}"


def off_text(layout: Layout, node: int) -> str:
    """A node that is off: ``R1C1 is not 4``, ``4 is not in R1C1 or R1C2``."""
    return on_text(layout, node, "is not")


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
            where = cell_list(layout, cells, "or")
            text += f"the {layout.symbol(value)} of {house} is in {where}"
            continue
        if sets and (locked := sets[number - 1] or sets[number]):
            text += f"{cell_list(layout, locked)} have only as many values as cells left, so "
        text += on_text(layout, node)
    return text
