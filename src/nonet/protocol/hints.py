"""``hint``, ``whynot``, ``path`` and ``rate``: help that a person can follow.

Hints respect the player's entries and marks; errors among these are reported first.
"""

from __future__ import annotations

from typing import Any

from nonet.errors import OutOfTime, PositionError, QuestionError
from nonet.protocol.checking import find_conflicts
from nonet.protocol.command import PUZZLE, SECONDS, Answer, Event, Parameter, command
from nonet.protocol.documents import Document, declared_puzzle, puzzle_with_marks
from nonet.protocol.pictures import CELL
from nonet.puzzle import Puzzle
from nonet.render import overlay
from nonet.render.svg_layers import join_with_classes
from nonet.solving.outcome import Uniqueness
from nonet.techniques.candidate_layout import bits
from nonet.techniques.drawing import draw_step
from nonet.techniques.hints import next_steps
from nonet.techniques.policies import restricted_policy
from nonet.techniques.position import Position
from nonet.techniques.rating import DEFAULT_SCALES
from nonet.techniques.rating import rate as rated
from nonet.techniques.search_deadline import SearchDeadline
from nonet.techniques.starting_position import oracle_for
from nonet.techniques.step import Step

POLICY = Parameter("policy", "text", "the order in which techniques are tried", "human", maximum=40)
ALREADY_SOLVED = "Every cell has its value."

MULTIPLE_SOLUTIONS_HINT = "Nothing more follows from what is here: was a clue or a rule forgotten?"
"""Said where logic ends because there are several solutions."""

ONLY = Parameter("only", "texts", "techniques or sets of them, no others", [], 0, 200)


@command(
    "hint",
    "The next step as a person would see it, told in three stages, with its picture.",
    PUZZLE,
    POLICY,
    ONLY,
    SECONDS,
    CELL,
)
def hint(puzzle: Document, policy: str, only: list[str], seconds: float, cell: int) -> Event:
    """Where to look, why, and the move; or which cells are wrong, where some are."""
    chosen = restricted_policy(policy, only)
    marked = puzzle_with_marks(puzzle)
    conflicts = find_conflicts(marked)
    if conflicts:
        cells = list(dict.fromkeys(name for each in conflicts for name in each["cells"]))
        return _no_hint([each["words"] for each in conflicts[:3]], cells)
    try:
        known = oracle_for(marked, SearchDeadline.reported(seconds))
        position = known.start
        steps = next_steps(position, chosen, known)
    except PositionError as error:
        return _no_hint([str(error)], list(error.cells))
    except OutOfTime as error:
        return _no_hint([str(error)], undecided=True)
    if not steps:
        solved = position.solved
        dead = position.dead_end()
        sentences = (
            ALREADY_SOLVED if solved else _note_sentences(known.note, known.uniqueness) or dead
        )
        sentences = sentences or "; ".join(("No step was found", *position.deadline.skipped)) + "."
        return {**_no_hint([sentences]), "solved": solved}
    return {"found": True, "note": known.note, **step_event(steps[0], position, marked, cell)}


def _note_sentences(note: str, uniqueness: Uniqueness | None) -> str:
    """Return the sentences of a note on why nothing follows, with advice."""
    text = f"{note[:1].upper()}{note[1:]}." if note else ""
    return f"{text} {MULTIPLE_SOLUTIONS_HINT}" if uniqueness is Uniqueness.MULTIPLE else text


def _no_hint(
    sentences: list[str], wrong: list[str] | None = None, undecided: bool = False
) -> Event:
    return {"found": False, "words": sentences, "wrong": wrong or [], "undecided": undecided}


def step_event(step: Step, position: Position, puzzle: Puzzle, cell: int) -> dict[str, Any]:
    """Return a step with its text in three stages and its drawing over the grid.

    Elements that a rule added beside the cells appear in the text alone: a page has only cells.
    """
    drawing, cells = draw_step(step, position, puzzle), puzzle.grid.cell_set
    under = (*overlay.areas_svg(drawing, cell), *overlay.highlights_svg(drawing, cell))
    return {
        **step.to_json(),
        "placements": [list(pair) for pair in step.placed if pair[0] in cells],
        "eliminations": [list(pair) for pair in step.removed if pair[0] in cells],
        "name": step.technique.title,
        "look": step.text.look,
        "words": [
            step.text.look,
            f"{step.sentence}",
            f"{step.technique.title}: {step.conclusion}",
        ],
        "place": focus_cells(step),
        "under": join_with_classes(under),
        "over": join_with_classes(overlay.arrows_svg(drawing, cell)),
        "candidates": {n: list(values) for n, values in position.candidates.items() if n in cells},
    }


def focus_cells(step: Step) -> list[str]:
    """Return the cells to look at: the cells of the pattern, or of its truths, or of the
    changes.
    """
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
    """
    from nonet.protocol.reasons import why_not

    marked = puzzle_with_marks(puzzle)
    name = marked.grid.cell(cell)
    if value not in marked.grid.values:
        low, high = marked.grid.values[0], marked.grid.values[-1]
        raise QuestionError(f"a value is {low} to {high} here, not {value}")
    return why_not(marked, name, value, seconds)


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
    """An event ``step`` for each; the rating of the path by its policy."""
    from nonet.techniques.path import explain

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
        "rating": way.score,
        "level": way.level,
        "hardest": way.hardest,
        "techniques": way.techniques,
        "note": way.note,
        "stopped": way.stopped_by,
    }


@command(
    "rate",
    "How hard the puzzle is, on published scales.",
    PUZZLE,
    Parameter("scales", "texts", "which scales", list(DEFAULT_SCALES), 1, 4),
    Parameter("seconds", "seconds", "how long it may take", 30.0),
)
def rate(puzzle: Document, scales: list[str], seconds: float) -> Event:
    """A rating for each scale, and the scales left undecided when time ran out."""
    rating = rated(declared_puzzle(puzzle), *scales, time_limit=seconds)
    titles = {
        "explainer": ("Sudoku Explainer", rating.rating, ""),
        "sukaku": ("Sukaku Explainer", rating.sukaku, ""),
        "hodoku": ("HoDoKu", rating.score, rating.level),
        "whip": ("Longest whip (W)", rating.whip, "" if rating.whip else rating.whip_text),
    }
    ratings = [
        {
            "name": name,
            "title": titles[name][0],
            "score": titles[name][1],
            "level": titles[name][2],
            "hardest": rating.hardest if name in ("explainer", "sukaku") else "",
        }
        for name in rating.scales
    ]
    notes = [each for each in (rating.note, rating.whip_note) if each]
    return {"ratings": ratings, "solved": rating.solved, "steps": rating.steps, "notes": notes}
