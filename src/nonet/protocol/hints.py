"""``hint``, ``whynot``, ``path`` and ``rate``: help that a person can follow.

Hints respect the player's entries and marks; errors among these are reported first.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from nonet.errors import OutOfTime, PositionError, QuestionError
from nonet.protocol.checking import find_conflicts, wrong_entries
from nonet.protocol.command import PUZZLE, SECONDS, Answer, Event, Parameter, command
from nonet.protocol.documents import (
    Document,
    cells_of,
    declared_puzzle,
    grid_values,
    puzzle_with_marks,
)
from nonet.protocol.pictures import CELL
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import Claims, as_read_text, contradicting
from nonet.render import overlay
from nonet.render.svg import join_with_classes
from nonet.solving.outcome import Status, Uniqueness
from nonet.techniques.candidate_layout import bits
from nonet.techniques.drawing import draw_step
from nonet.techniques.engines import phrases
from nonet.techniques.engines.refutation import chain_lines
from nonet.techniques.hints import next_steps
from nonet.techniques.levels import TITLES
from nonet.techniques.path import explain
from nonet.techniques.policies import restricted_policy
from nonet.techniques.position import Position
from nonet.techniques.rating import TURNED_NOTE
from nonet.techniques.rating import rate as rated
from nonet.techniques.search_deadline import SearchDeadline
from nonet.techniques.solution_oracle import oracle_for
from nonet.techniques.step import Step

POLICY = Parameter("policy", "text", "the order in which techniques are tried", "human", maximum=40)
ALREADY_SOLVED = "Every cell has its value."

MULTIPLE_SOLUTIONS_HINT = "Nothing more follows from what is here: was a clue or a rule forgotten?"
"""Said where logic ends because there are several solutions."""

ONLY = Parameter("only", "texts", "techniques or sets of them, no others", [], 0, 200)


@command(
    "hint",
    "The next step as a person would see it, told in four stages, with a picture of each.",
    PUZZLE,
    POLICY,
    ONLY,
    SECONDS,
    CELL,
)
def hint(puzzle: Document, policy: str, only: list[str], seconds: float, cell: int) -> Event:
    """Where to look, which technique, why, and the move; or which entries are wrong."""
    chosen = restricted_policy(policy, only)
    marked = puzzle_with_marks(puzzle)
    conflicts = find_conflicts(marked)
    if conflicts:
        return _no_hint(*_entries_at_fault(puzzle, marked, conflicts, seconds))
    try:
        oracle = oracle_for(marked, SearchDeadline.reported(seconds))
        position = oracle.start
        steps = next_steps(position, chosen, oracle)
    except PositionError as error:
        return _no_hint([str(error)], list(error.cells))
    except OutOfTime as error:
        return _no_hint([str(error)], undecided=True)
    if not steps:
        solved = position.solved
        dead = position.dead_end()
        found_none = _note_sentences(oracle.note, oracle.decided_uniqueness) or dead
        sentences = ALREADY_SOLVED if solved else found_none or "No step was found."
        return {**_no_hint([sentences]), "solved": solved}
    doubts = contradicting(marked.unread, Claims.NO_OTHERS)
    note = as_read_text("this step follows", doubts) if doubts else oracle.note
    return {"found": True, "note": note, **step_event(steps[0], position, marked, cell)}


def _entries_at_fault(
    document: Document, puzzle: Puzzle, conflicts: list[dict[str, Any]], seconds: float
) -> tuple[list[str], list[str]]:
    """Return sentences on the entries behind some conflicts, and the cells of these entries.

    An entry is wrong if it differs from the only solution; where there is none, every entry that
    stands in a conflict is named, and never a clue beside it.
    """
    clashing = dict.fromkeys(name for each in conflicts for name in each["cells"])
    cells = [name for name in clashing if name in puzzle.entries]
    wrong = wrong_entries(declared_puzzle(document), puzzle, seconds) if cells else None
    at_fault = [name for name in cells if name in wrong] if wrong else cells
    symbol = puzzle.alphabet.symbol
    sentences = [each["words"] for each in conflicts[:3]]
    if at_fault and wrong:
        named = ", ".join(f"{cell}={symbol(puzzle.entries[cell])}" for cell in at_fault[:6])
        sentences.insert(0, f"{named} {'is' if len(at_fault) == 1 else 'are'} wrong")
    return sentences, at_fault or list(clashing)


def _note_sentences(note: str, uniqueness: Uniqueness | None) -> str:
    """Return the sentences of a note on why nothing follows, with advice."""
    text = f"{note[:1].upper()}{note[1:]}." if note else ""
    return f"{text} {MULTIPLE_SOLUTIONS_HINT}" if uniqueness is Uniqueness.MULTIPLE else text


def _no_hint(
    sentences: list[str], wrong: list[str] | None = None, undecided: bool = False
) -> Event:
    return {"found": False, "words": sentences, "wrong": wrong or [], "undecided": undecided}


def step_event(step: Step, position: Position, puzzle: Puzzle, cell: int) -> dict[str, Any]:
    """Return a step with its text in four stages and a drawing of each over the grid.

    Elements that a rule added beside the cells appear in the text alone: a page has only cells.
    """
    drawing, cells = draw_step(step, position, puzzle), puzzle.grid.cell_set
    areas = (*overlay.areas_svg(drawing, cell),)
    premises = replace(
        drawing,
        highlights=tuple(each for each in drawing.highlights if each.role not in CONCLUSIONS),
    )
    technique, around, _ = step.hint_degrees
    demand = one_cell_demand(step, puzzle)
    return {
        **step.to_json(),
        "placements": [list(pair) for pair in step.placed if pair[0] in cells],
        "eliminations": [list(pair) for pair in step.removed if pair[0] in cells],
        "name": step.technique.title,
        "look": step.text.look,
        "words": [
            around,
            f"{technique}: {step.text.look[:1].lower()}{step.text.look[1:]}"
            f"{constraints_phrase(step, demand)}",
            argument_text(step, demand),
            move_text(step),
        ],
        "place": focus_cells(step),
        "around": cells_around(step),
        "areas": join_with_classes(areas),
        "premises": join_with_classes((*areas, *overlay.highlights_svg(premises, cell))),
        "under": join_with_classes((*areas, *overlay.highlights_svg(drawing, cell))),
        "over": join_with_classes(overlay.arrows_svg(drawing, cell)),
        "candidates": {n: list(values) for n, values in position.candidates.items() if n in cells},
    }


CONCLUSIONS = ("placed", "removed")
"""The roles of candidates that a step concludes on: the last stage of a hint shows them."""

MAX_CONSTRAINTS = 4
"""Most constraints that a hint names: more are told in the argument."""


def move_text(step: Step) -> str:
    """Return the move of a step as a sentence: the last stage of a hint.

    >>> from nonet.techniques import hints
    >>> [move_text(step) for step in hints("1.3.34....2..1..")]
    ['R1C2 is 2.']
    """
    layout, texts = step.layout, []
    for candidate in step.placements:
        value, cell = divmod(candidate, layout.cell_count)
        texts.append(f"{layout.display_names[cell]} is {layout.symbol(value)}")
    if step.eliminations:
        texts.append(phrases.removal_text(layout, step.eliminations))
    return ", and ".join(texts) + "."


SINGLE_ARGUMENTS = {
    "full-house": "{house} has one empty cell, and one value is missing there.",
    "hidden-single": "{house} needs a {value}, and all of its empty cells but one cannot take it.",
    "naked-single": "All values but one are excluded from {cell}: each stands in a cell that must "
    "differ from it, or was ruled out before.",
}
"""The arguments of singles, whose sentences tell the move on the way."""

_REMOVALS = "can be removed from|cannot be"
_CLAUSE = (
    r"(.*)(?:: |, so |; so |; either way |, and |[.] So |[.] Either way )"
    r"[^:;.]*\b(?:{}) [^:;.]*[.]"
)
_LAST_REMOVAL = re.compile(_CLAUSE.format(_REMOVALS), re.DOTALL)
_LAST_CONCLUSION = re.compile(_CLAUSE.format(f"{_REMOVALS}|is not|are not|is|are"), re.DOTALL)
_EXCLUSION = re.compile(r"[^:;]*? cannot be [\w, ]*?(?:, since (.*)|, whatever .*|[.])")
_OTHER_REMOVAL = re.compile(r"(?:; either way|^Hence) [^;:]* can be removed from [^;:]*[.]$")


def argument_text(step: Step, demand: str = "") -> str:
    """Return the argument of a step without its conclusion: the third stage of a hint.

    ``demand`` is the constraint on one cell alone that the step follows from, if there is one.

    >>> from nonet.techniques import hints
    >>> [argument_text(step) for step in hints("1.3.34....2..1..")]
    ['Box 1 has one empty cell, and one value is missing there.']
    """
    cell = step.placed[0][0] if step.placed else ""
    if demand:
        return f"The {demand} has no cell but {cell}."
    if step.key in SINGLE_ARGUMENTS:
        house = phrases.capitalised(step.hint_degrees[1].removeprefix("Look around "))
        symbol = step.layout.symbol(step.placements[0] // step.layout.cell_count)
        return SINGLE_ARGUMENTS[step.key].format(house=house, cell=cell, value=symbol)
    text, conclusion = step.text.plain, _LAST_CONCLUSION
    while match := conclusion.fullmatch(text):
        text, conclusion = f"{match[1]}.", _LAST_REMOVAL
    first, *sentences = re.split(r"(?<=[.]) +", text)
    first = _OTHER_REMOVAL.sub(".", first)
    for sentence in sentences:  # of exclusions that are told one by one only the reasons stay
        exclusion = _EXCLUSION.fullmatch(sentence)
        reason = phrases.capitalised(exclusion[1] or "") if exclusion else sentence
        first = f"{first} {_OTHER_REMOVAL.sub('.', reason).removeprefix('.')}".rstrip()
    moved = {name for name, _ in (*step.placed, *step.removed)}
    last = re.search(r"(?<=[.]) So (\S+) is \S+[.]$", first)
    if last and last[1] in moved:
        first = first[: last.start()]
    # one notation: groups of cells are written as cells are
    return phrases.in_short_sentences(re.sub(r"\br(\d+)c(\d+)", r"R\1C\2", first))


def one_cell_demand(step: Step, puzzle: Puzzle) -> str:
    """Return the constraint on one cell alone that demands the value of a single; else empty.

    A cage of one cell is such a constraint: its sum, and no other cell, says the value.
    """
    if step.key != "naked-single" or len(step.placed) != 1:
        return ""
    cell, value = step.placed[0]
    others = [each for each in puzzle.grid.values if each != value]
    for constraint in puzzle.model().constraints:
        if constraint.scope == (cell,) and not any(constraint.holds({cell: v}) for v in others):
            return constraint.description
    return ""


def constraints_phrase(step: Step, demand: str) -> str:
    """Return the constraints at work, for the second stage of a hint; empty if there are many.

    ``demand`` is the constraint on one cell alone that the step follows from, if there is one.
    """
    names = [demand] if demand else step.constraints.split(" ∩ ")
    names = [
        name.removeprefix("AllDifferent(").removesuffix(")").partition(": ")[0]
        for name in names
        if name and not name.startswith("cell ")
    ]
    names = [name for name in dict.fromkeys(names) if name not in step.text.look]
    return f" ({', '.join(names)})" if 0 < len(names) <= MAX_CONSTRAINTS else ""


def cells_around(step: Step) -> list[str]:
    """Return the cells of the first stage: of a single a whole house, since its cell is the move."""
    layout = step.layout
    if step.technique.module != "singles" or not step.placements:
        return focus_cells(step)
    cell = step.placements[0] % layout.cell_count
    houses = [layout.houses[number] for number in layout.houses_of[cell]]
    used = getattr(step.detail, "house", None)  # the house that the words name
    nearest = min(
        houses,
        key=lambda house: (house.number != used, house.kind != "box", house.number),
        default=None,
    )
    if nearest is None:
        return list(layout.cells)
    return [layout.cells[number] for number in bits(nearest.cells & layout.grid_cells)]


def focus_cells(step: Step) -> list[str]:
    """Return the cells to look at: of the pattern, or of its truths, or of the changes."""
    layout = step.layout
    cells = layout.cells_of(step.pattern | step.fins)
    for chain in step.chains:
        for node in chain.nodes:
            cells |= layout.cells_of(node)
    for number in step.truths:
        if number >= layout.cell_count:
            cells |= layout.cells_of(layout.sets[number])
    if not cells:
        for candidate in step.placements:
            cells |= 1 << candidate % layout.cell_count
        cells |= layout.cells_of(step.eliminations)
    return [layout.cells[number] for number in bits(cells & layout.grid_cells)]


@command(
    "whynot",
    "Why a value cannot stand in a cell: what is against it, or what follows from it.",
    PUZZLE,
    Parameter("cell", "text", "the cell's name", maximum=20),
    Parameter("value", "integer", "the value"),
    SECONDS,
)
def whynot(puzzle: Document, cell: str, value: int, seconds: float) -> Event:
    """``possible`` is whether the value can stand there; ``words`` the reasons, a sentence
    each; ``cells`` their cells.

    What stands in the grid counts as given; what is entered or marked in the cell itself does not.
    """
    from nonet.setting.why_not import why_not  # with a SAT solver

    marked = puzzle_with_marks(puzzle)
    name, symbol = marked.grid.cell(cell), marked.alphabet.symbol
    if value not in marked.grid.values:
        low, high = marked.grid.values[0], marked.grid.values[-1]
        raise QuestionError(f"a value is {low} to {high} here, not {value}")
    if name in marked.clues:
        given = marked.clues[name]
        sentence = f"{name} is given as {symbol(given)}"
        return {"possible": given == value, "words": [sentence], "cells": [name]}
    grid = {each: number for each, number in grid_values(marked).items() if each != name}
    marks = {each: domain for each, domain in marked.candidates.items() if each != name}
    declared = replace(marked, clues=grid, entries={}, candidates=marks, unread=())
    answer = why_not(declared, name, value, time_limit=seconds)
    parts, links = answer.parts, answer.chain.links if answer.chain else ()
    event: Event = {
        "possible": answer.status is not Status.UNSAT,
        "words": [answer.in_words(), *chain_lines(links)],
        "cells": list(dict.fromkeys([name, *cells_of(marked, parts)])),
    }
    if answer.status is Status.UNKNOWN:
        event["undecided"] = True
    claims = Claims.SOLUTIONS if event["possible"] else Claims.NO_OTHERS
    if doubts := contradicting(marked.unread, claims):
        undecided = as_read_text("this was found", doubts)
        event |= {"words": [f"{undecided}.", *event["words"]], "undecided": True}
    return event


@command(
    "path",
    "The whole way to the solution, step by step.",
    PUZZLE,
    POLICY,
    ONLY,
    Parameter("seconds", "seconds", "how long it may take", 30.0),
    CELL,
)
def path(puzzle: Document, policy: str, only: list[str], seconds: float, cell: int) -> Answer:
    """An event ``step`` for each; at the end the level, its number and its scale."""
    chosen = restricted_policy(policy, only)
    marked = puzzle_with_marks(puzzle)
    way = explain(marked, chosen, time_limit=seconds)
    empty = marked.grid.cell_set - marked.clues.keys()
    steps = zip(way.steps, way.scores, way.positions, strict=False)
    for number, (step, score, before) in enumerate(steps, 1):
        event = step_event(step, before, marked, cell)
        values = {n: v for n, v in before.assignment.items() if n in empty}
        yield {"step": {**event, "score": score, "values": values}, "number": number}
    note = "" if way.solved else _note_sentences(way.note, way.uniqueness)
    if not way.steps and way.solved:
        note = ALREADY_SOLVED
    return {
        "words": note,
        "solved": way.solved,
        "steps": len(way.steps),
        "difficulty": way.difficulty.to_json(),
        "hardest": way.hardest,
        "techniques": way.techniques,
        "note": way.note,
        "stopped": way.stopped_by,
    }


@command(
    "rate",
    "How hard the puzzle is, on published scales.",
    PUZZLE,
    Parameter("scales", "texts", "which scales; none for those that suit the puzzle", [], 0, 5),
    Parameter("seconds", "seconds", "how long it may take", 30.0),
)
def rate(puzzle: Document, scales: list[str], seconds: float) -> Event:
    """A rating for each scale, and the scales left undecided when time ran out."""
    rating = rated(declared_puzzle(puzzle), *scales, time_limit=seconds)
    ratings = [
        {"name": name, "title": TITLES[name], "score": number, "level": word, "hardest": hardest}
        for name, number, word, hardest in rating.by_scale()
    ]
    turned = TURNED_NOTE if rating.score is not None else ""
    notes = [each for each in (rating.note, turned) if each]
    return {"ratings": ratings, "solved": rating.solved, "steps": rating.steps, "notes": notes}
