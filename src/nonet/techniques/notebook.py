"""Steps, paths and ratings in a notebook: HTML without script, style sheet or network.

A step alone has no picture, because the step does not contain its position; :class:`StepView`
joins the two. A path shows by itself, with steps to unfold.

>>> import nonet
>>> shown = StepView.next("123.............")
>>> shown.step.placed
(('R1C4', 4),)
>>> shown._repr_html_().count("<svg")
1
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from nonet.errors import PositionError
from nonet.puzzle import Puzzle
from nonet.render.html import escaped
from nonet.render.svg import drawing_svg
from nonet.solving.problem_input import ProblemInput, model_and_puzzle
from nonet.techniques.drawing import draw_position, draw_step
from nonet.techniques.position import Position
from nonet.techniques.step import Step

if TYPE_CHECKING:
    from nonet.techniques.path import Path
    from nonet.techniques.rating import Rating

CELL_SIZE = 34
"""The side of a cell in pixels."""

MAX_PICTURES = 16
"""Pictures in a path: of eliminations first, then of placements, in the order of the steps.
With a picture of every step some paths would make a notebook larger than a megabyte."""


@dataclass(frozen=True)
class StepView:
    """A step together with its position, displayed in a notebook.

    ``puzzle`` is ``None`` for a model that is no puzzle: then there are words and
    no picture.
    """

    step: Step
    position: Position
    puzzle: Puzzle | None = None

    @classmethod
    def next(cls, problem: ProblemInput) -> StepView:
        """The next step of a puzzle; raises ``PositionError`` where there is none."""
        from nonet.techniques.hints import hints
        from nonet.techniques.solution_oracle import position_of

        _, puzzle = model_and_puzzle(problem)
        steps = hints(problem)
        if not steps:
            raise PositionError("there is no next step: it is solved, or no technique finds one")
        return cls(steps[0], position_of(problem), puzzle)

    @classmethod
    def of(cls, path: Path, number: int) -> StepView:
        """Step ``number`` of a path, from 1; raises ``PositionError`` for a number of none."""
        if not 1 <= number <= len(path.steps):
            raise PositionError(f"there is no step {number}: the path has {len(path.steps)}")
        position = next(islice(path.positions, number - 1, None))
        return cls(path.steps[number - 1], position, path.puzzle)

    def __str__(self) -> str:
        return self.step.notation

    def __repr__(self) -> str:
        return f"<Shown {self.step.notation}>"

    def _repr_html_(self) -> str:
        return f'<div style="max-width:46em"><b>{escaped(self.step.notation)}</b>{self.body_html()}</div>'

    def body_html(self, *, picture: bool = True) -> str:
        """Return the text of the step, the idea behind the step, and its picture."""
        entry = self.step.technique
        idea = " · ".join(dict.fromkeys((self.step.constraints or "", entry.consistency)))
        parts = [f'<p style="white-space: pre-line">{escaped(self.step.sentence)}</p>']
        parts.append(f'<p style="opacity:.7"><i>{escaped(idea.strip(" ·"))}</i></p>')
        if picture and self.puzzle is not None:
            drawing = draw_step(self.step, self.position, self.puzzle)
            parts.append(drawing_svg(drawing, cell=CELL_SIZE, title=self.step.notation))
        return "".join(parts)


def path_html(path: Path) -> str:
    """Return a path as HTML: its outcome, and a scrolling list of steps to unfold."""
    counts = ", ".join(f"{count} {title}" for title, count in path.techniques.items())
    end = "solved" if path.solved else path.note or "no further step was found"
    many = "step" if len(path.steps) == 1 else "steps"
    about = f"{len(path.steps)} {many} by {path.policy.title}: {end}"
    return (
        f'<div style="max-width:46em"><b>{escaped(about)}</b>'
        f'<p style="opacity:.7">{escaped(counts)}</p>'
        '<div style="max-height:36em;overflow:auto;border:1px solid #8888;padding:.5em">'
        f"{''.join(_foldable_steps(path))}</div></div>"
    )


def _foldable_steps(path: Path) -> Iterator[str]:
    pictured = _illustrated_steps(path)
    for number, (step, position) in enumerate(zip(path.steps, path.positions, strict=False)):
        shown = StepView(step, position, path.puzzle)
        yield (
            f"<details><summary>{number + 1}. {escaped(step.notation)}</summary>"
            f"{shown.body_html(picture=number in pictured)}</details>"
        )
    if path.puzzle is not None:
        last = drawing_svg(
            draw_position(path.end, path.puzzle), cell=CELL_SIZE, title="the last position"
        )
        yield f"<details><summary>the last position</summary>{last}</details>"


def _illustrated_steps(path: Path) -> frozenset[int]:
    """The numbers of the steps that get a picture, from 0."""
    by_worth = sorted(range(len(path.steps)), key=lambda n: bool(path.steps[n].placements))
    return frozenset(by_worth[:MAX_PICTURES])


def rating_html(rating: Rating) -> str:
    """A rating as a small table: one line a scale."""
    unknown = "-"
    rows = (
        ("Sudoku Explainer", rating.rating, rating.hardest),
        *([("Sukaku edition", rating.sukaku, "")] if rating.sukaku is not None else []),
        ("HoDoKu", rating.score, rating.level),
    )
    cells = "".join(
        f'<tr><th style="text-align:left">{scale}</th>'
        f"<td>{unknown if value is None else value}</td>"
        f'<td style="text-align:left">{escaped(text)}</td></tr>'
        for scale, value, text in rows
    )
    note = f"<caption>{escaped(rating.note)}</caption>" if rating.note else ""
    return f"<table>{note}{cells}</table>"
