"""Steps of almost locked sets in words: pairs, wings, chains and blossoms."""

from __future__ import annotations

from dataclasses import dataclass

from nonet.techniques.engines import phrases
from nonet.techniques.engines.almost_locked import named_sets, set_text
from nonet.techniques.step import Step, StepText


@dataclass(frozen=True, slots=True)
class AlsDetail:
    """The links' values, the common values, the stem cell.

    ``common_values`` are masks of values, one a link; ``eliminated_values`` the values removed by
    the sets at both ends; ``doubly_linked`` whether two links lock the sets.
    """

    common_values: tuple[int, ...] = ()
    eliminated_values: int = 0
    doubly_linked: bool = False
    stem_cell: int = -1

    def describe(self, step: Step) -> StepText:
        """A step of almost locked sets in words."""
        tell = {
            "als-xz": _describe_pair,
            "als-xy-wing": _describe_wing,
            "als-chain": _describe_chain,
        }
        return tell.get(step.key, _describe_blossom)(step, self)


def _cells_text(step: Step, number: int) -> str:
    return phrases.cell_list(step.layout, step.sets[number][0])


def _set_text(step: Step, number: int) -> str:
    cells, values = step.sets[number]
    first = cells.bit_count() == 1
    held = phrases.value_list(step.layout, values, "or" if first else "and")
    if first:
        return f"{_cells_text(step, number)} is {held}"
    return f"{_cells_text(step, number)} hold only {held}, one value more than cells"


def _conclusion_text(step: Step) -> str:
    removal = phrases.removal_text(step.layout, step.eliminations)
    return f"A cell that sees all its places there cannot have it: {removal}."


def _describe_pair(step: Step, detail: AlsDetail) -> StepText:
    layout = step.layout
    commons, ends = (
        layout.value_text(mask, ",") for mask in (detail.common_values[0], detail.eliminated_values)
    )
    notation = f"{named_sets(layout, step.sets)}, X={commons}" + (f", Z={ends}" if ends else "")
    look = f"Look at {_cells_text(step, 0)} and at {_cells_text(step, 1)}"
    both = f"{_set_text(step, 0)}, and {_set_text(step, 1)}. "
    if detail.common_values[0].bit_count() > 1:
        values = phrases.value_list(layout, detail.common_values[0])
        body = (
            f"Of {values}, none fits in both groups and each group can miss only one, so each "
            f"group holds one of them and all its other values. "
        )
    else:
        value = layout.value_text(detail.common_values[0])
        body = (
            f"Only one of the groups can hold {value}, and the one without it needs all its other "
            "values. So one of them holds "
            f"{phrases.value_list(layout, detail.eliminated_values)} in any case. "
        )
    return StepText(notation, look, both + body + _conclusion_text(step))


def _describe_wing(step: Step, detail: AlsDetail) -> StepText:
    layout = step.layout
    item, other = detail.common_values
    notation = (
        f"{named_sets(layout, step.sets)}, X,Y={layout.value_text(item | other, ',')}, "
        f"Z={layout.value_text(detail.eliminated_values, ',')}"
    )
    look = f"Look at {_cells_text(step, 2)}, which links {_cells_text(step, 0)} with {_cells_text(step, 1)}"
    first = item if item.bit_count() == 1 or item == other else item & ~other
    first &= -first
    second = other & ~first
    plain = (
        f"{_set_text(step, 2)}; {_set_text(step, 0)}; {_set_text(step, 1)}. If the group of "
        f"{_cells_text(step, 0)} has "
        f"no {phrases.value_list(layout, detail.eliminated_values, 'or')}, it needs "
        f"{layout.value_text(first & -first)}, so the first group misses that and needs "
        f"{layout.value_text(second & -second)}, so the group of {_cells_text(step, 1)} misses "
        "that and "
        f"holds all its other values. One of the two holds "
        f"{phrases.value_list(layout, detail.eliminated_values)} in any case. "
        f"{_conclusion_text(step)}"
    )
    return StepText(notation, look, plain)


def _describe_chain(step: Step, detail: AlsDetail) -> StepText:
    layout = step.layout
    ends = layout.value_text(detail.eliminated_values)
    parts = [set_text(layout, *step.sets[0])]
    sentences = []
    for number, common in enumerate(detail.common_values):
        parts += [f"-{layout.value_text(common)}-", set_text(layout, *step.sets[number + 1])]
        sentences.append(
            f"{'so that one' if number else 'it'} needs {layout.value_text(common & -common)}, "
            f"which then fails in {_cells_text(step, number + 1)}"
        )
    plain = (
        f"Each of these groups of cells has one value more than cells, so if it misses one value "
        f"it holds all others. If {_cells_text(step, 0)} misses "
        f"{phrases.value_list(layout, detail.eliminated_values, 'or')}, {'; '.join(sentences)}. That "
        "last group then "
        f"holds {phrases.value_list(layout, detail.eliminated_values)}: one end does in any "
        f"case. {_conclusion_text(step)}"
    )
    last = len(step.sets) - 1
    look = f"Look at the chain of groups from {_cells_text(step, 0)} to {_cells_text(step, last)}"
    return StepText(f"{ends}- {' '.join(parts)} -{ends}", look, plain)


def _describe_blossom(step: Step, detail: AlsDetail) -> StepText:
    layout = step.layout
    stem = layout.display_names[detail.stem_cell]
    symbols = [layout.value_text(common) for common in detail.common_values]
    parts = [
        f"-{symbol}- {set_text(layout, *pair)}"
        for symbol, pair in zip(symbols, step.sets, strict=True)
    ]
    sentences = [
        f"{symbol} takes {symbol} from {_cells_text(step, number)}"
        for number, symbol in enumerate(symbols)
    ]
    plain = (
        f"Each of these groups of cells has one value more than cells, so if it loses one value "
        f"it holds all others. Whatever {stem} is, one of them loses a value: {'; '.join(sentences)}. "
        f"So one of them holds {phrases.value_list(layout, detail.eliminated_values)} in any "
        f"case. {_conclusion_text(step)}"
    )
    notation = f"{layout.cell_text(1 << detail.stem_cell)}, {', '.join(parts)}"
    return StepText(notation, f"Look at {stem} and what each of its values takes away", plain)
