"""Steps of almost locked sets in words: pairs, wings, chains and blossoms."""

from __future__ import annotations

from dataclasses import dataclass

from nonet.techniques.engines import phrases
from nonet.techniques.engines.almost import named_sets, set_text
from nonet.techniques.step import Step, Words


@dataclass(frozen=True, slots=True)
class Detail:
    """The links' values, the common values, the stem cell.

    ``commons`` are masks of values, one a link; ``ends`` the values removed by
    the sets at both ends; ``locked`` whether two links lock the sets.
    """

    commons: tuple[int, ...] = ()
    ends: int = 0
    locked: bool = False
    stem: int = -1

    def words(self, step: Step) -> Words:
        """A step of almost locked sets in words."""
        tell = {"als-xz": _tell_pair, "als-xy-wing": _tell_wing, "als-chain": _tell_chain}
        return tell.get(step.key, _tell_blossom)(step, self)


def _cells(step: Step, number: int) -> str:
    return phrases.cells(step.layout, step.sets[number][0])


def _are(step: Step, number: int) -> str:
    cells, values = step.sets[number]
    one = cells.bit_count() == 1
    held = phrases.values(step.layout, values, "or" if one else "and")
    if one:
        return f"{_cells(step, number)} is {held}"
    return f"{_cells(step, number)} hold only {held}, one value more than cells"


def _ending(step: Step) -> str:
    gone = phrases.gone(step.layout, step.eliminations)
    return f"A cell that sees all its places there cannot have it: {gone}."


def _tell_pair(step: Step, detail: Detail) -> Words:
    layout = step.layout
    commons, ends = (layout.symbols(mask, ",") for mask in (detail.commons[0], detail.ends))
    notation = f"{named_sets(layout, step.sets)}, X={commons}" + (f", Z={ends}" if ends else "")
    look = f"Look at {_cells(step, 0)} and at {_cells(step, 1)}"
    both = f"{_are(step, 0)}, and {_are(step, 1)}. "
    if detail.commons[0].bit_count() > 1:
        values = phrases.values(layout, detail.commons[0])
        body = (
            f"Of {values}, none fits in both groups and each group can miss only one, so each "
            f"group holds one of them and all its other values. "
        )
    else:
        value = layout.symbols(detail.commons[0])
        body = (
            f"Only one of the groups can hold {value}, and the one without it needs all its other "
            f"values. So one of them holds {phrases.values(layout, detail.ends)} in any case. "
        )
    return Words(notation, look, both + body + _ending(step))


def _tell_wing(step: Step, detail: Detail) -> Words:
    layout = step.layout
    one, other = detail.commons
    notation = (
        f"{named_sets(layout, step.sets)}, X,Y={layout.symbols(one | other, ',')}, "
        f"Z={layout.symbols(detail.ends, ',')}"
    )
    look = f"Look at {_cells(step, 2)}, which links {_cells(step, 0)} with {_cells(step, 1)}"
    first = one if one.bit_count() == 1 or one == other else one & ~other
    first &= -first
    second = other & ~first
    plain = (
        f"{_are(step, 2)}; {_are(step, 0)}; {_are(step, 1)}. If the group of {_cells(step, 0)} has "
        f"no {phrases.values(layout, detail.ends, 'or')}, it needs "
        f"{layout.symbols(first & -first)}, so the first group misses that and needs "
        f"{layout.symbols(second & -second)}, so the group of {_cells(step, 1)} misses that and "
        f"holds all its other values. One of the two holds "
        f"{phrases.values(layout, detail.ends)} in any case. {_ending(step)}"
    )
    return Words(notation, look, plain)


def _tell_chain(step: Step, detail: Detail) -> Words:
    layout = step.layout
    ends = layout.symbols(detail.ends)
    parts = [set_text(layout, *step.sets[0])]
    told = []
    for number, common in enumerate(detail.commons):
        parts += [f"-{layout.symbols(common)}-", set_text(layout, *step.sets[number + 1])]
        told.append(
            f"{'so that one' if number else 'it'} needs {layout.symbols(common & -common)}, "
            f"which then fails in {_cells(step, number + 1)}"
        )
    plain = (
        f"Each of these groups of cells has one value more than cells, so if it misses one value "
        f"it holds all others. If {_cells(step, 0)} misses "
        f"{phrases.values(layout, detail.ends, 'or')}, {'; '.join(told)}. That last group then "
        f"holds {phrases.values(layout, detail.ends)}: one end does in any case. {_ending(step)}"
    )
    last = len(step.sets) - 1
    look = f"Look at the chain of groups from {_cells(step, 0)} to {_cells(step, last)}"
    return Words(f"{ends}- {' '.join(parts)} -{ends}", look, plain)


def _tell_blossom(step: Step, detail: Detail) -> Words:
    layout = step.layout
    stem = layout.told[detail.stem]
    symbols = [layout.symbols(common) for common in detail.commons]
    parts = [
        f"-{symbol}- {set_text(layout, *pair)}"
        for symbol, pair in zip(symbols, step.sets, strict=True)
    ]
    told = [
        f"{symbol} takes {symbol} from {_cells(step, number)}"
        for number, symbol in enumerate(symbols)
    ]
    plain = (
        f"Each of these groups of cells has one value more than cells, so if it loses one value "
        f"it holds all others. Whatever {stem} is, one of them loses a value: {'; '.join(told)}. "
        f"So one of them holds {phrases.values(layout, detail.ends)} in any case. {_ending(step)}"
    )
    notation = f"{layout.cell_text(1 << detail.stem)}, {', '.join(parts)}"
    return Words(notation, f"Look at {stem} and what each of its values takes away", plain)
