"""A path as one HTML page that needs nothing else, and steps, paths and ratings in a notebook.

The page contains a list of steps and a picture at a time; arrow keys, buttons and a click on a
step change the picture.  The page uses no network, no font and no library; without JavaScript
all steps and pictures appear one below the other.

>>> import nonet
>>> text = path_html_page(nonet.explain("1234341221434321".replace("4", ".", 2)))
>>> "<script src" in text, text.count("<figure")
(False, 3)

In a notebook steps, paths and ratings are HTML without script, style sheet or network.  A step alone
has no picture, because the step does not contain its position; :class:`StepView` joins the two. A path
shows by itself, with steps to unfold.

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
from math import ceil, sqrt
from textwrap import wrap
from typing import TYPE_CHECKING

from nonet.errors import PositionError, quantity
from nonet.puzzle import Puzzle
from nonet.render.html import FONTS, escaped, fill_template, html_page
from nonet.render.overlay import LEGEND
from nonet.render.svg import drawing_svg
from nonet.solving.problem_input import ProblemInput, model_and_puzzle
from nonet.techniques.drawing import draw_position, draw_step
from nonet.techniques.hints import hints
from nonet.techniques.levels import TITLES
from nonet.techniques.position import Position
from nonet.techniques.solution_oracle import position_of
from nonet.techniques.step import Step

if TYPE_CHECKING:
    from nonet.techniques.path import Path
    from nonet.techniques.rating import Rating


# A path as one picture: every step side by side, each with its notation above.
#
# Use the sheet for a page of paper or a slide.

SHEET_CELL_SIZE = 30
GAP = 16
LINE_HEIGHT = 15
MAX_LINES = 3
"""Most lines of a caption; a longer caption ends in dots, and the picture's title has its full
text.
"""


def picture_sheet(path: Path) -> str:
    """The picture as SVG.  Raises ``PuzzleError`` for the path of a model that is not a puzzle."""
    parts = [
        (f"{number}. {step.notation}", draw_step(step, before, path.puzzle))
        for number, (step, before) in enumerate(zip(path.steps, path.positions, strict=False), 1)
    ]
    end = "Solved." if path.solved else path.note or "No further step was found."
    parts.append((end, draw_position(path.end, path.puzzle)))
    last = parts[-1][1]
    wide = last.width * SHEET_CELL_SIZE + 8 + GAP
    tall = last.height * SHEET_CELL_SIZE + 8 + GAP + MAX_LINES * LINE_HEIGHT
    across = ceil(sqrt(len(parts) * tall / wide * 1.4))  # a little wider than high
    down = ceil(len(parts) / across)
    width, height = across * wide + GAP, down * tall + GAP
    name = escaped(path.puzzle.name if path.puzzle and path.puzzle.name else "A puzzle explained")
    pictures = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{name}" '
        f'font-family="{FONTS}" font-size="11">',
        f"<title>{name}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (text, drawing) in enumerate(parts):
        x, y = GAP + number % across * wide, GAP + number // across * tall
        lines = wrap(text, (wide - GAP) // 6, max_lines=MAX_LINES, placeholder=" ...")
        pictures += [
            f'<text x="{x}" y="{y + LINE_HEIGHT * (i + 1)}">{escaped(line)}</text>'
            for i, line in enumerate(lines)
        ]
        title = "the last position" if number == len(parts) - 1 else text
        picture = drawing_svg(drawing, cell=SHEET_CELL_SIZE, title=title)
        pictures.append(
            picture.replace("<svg ", f'<svg x="{x}" y="{y + MAX_LINES * LINE_HEIGHT + 4}" ', 1)
        )
    return "\n".join([*pictures, "</svg>"])


_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1f; --paper: #fdfdfb; --soft: #6b6b73;
  --edge: #d8d8d2; --mark: #e8f1fb; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8ea; --paper: #17181b; --soft: #a0a0a8;
  --edge: #3a3b40; --mark: #24364a; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink);
  background: var(--paper); }
main { display: grid; grid-template-columns: minmax(18rem, 30rem) minmax(20rem, 1fr);
  height: 100vh; }
nav { overflow: auto; border-right: 1px solid var(--edge); padding: 1rem; }
h1 { font-size: 1.2rem; margin: 0 0 .5rem; }
p { margin: .3rem 0; }
.soft { color: var(--soft); font-size: .9rem; }
.lines { white-space: pre-line; }
ol { list-style: none; margin: 1rem 0 0; padding: 0; }
li { padding: .3rem .5rem; border-radius: 6px; cursor: pointer; font-size: .92rem; }
li[aria-current] { background: var(--mark); outline: 1px solid #1a5fb4; }
section { padding: 1rem 2rem; overflow: auto; }
figure { margin: 0; max-width: 46rem; }
figure svg { width: 100%; height: auto; max-height: calc(100vh - 15rem); border-radius: 6px; }
figcaption { min-height: 8rem; }
.js figure[hidden] { display: none; }
.legend span { white-space: nowrap; margin-right: 1em; }
.legend i { display: inline-block; width: .8em; height: .8em; margin-right: .3em;
  background: var(--c); }
.legend .disc { border-radius: 50%; } .legend .tint { opacity: .3; }
.legend .frame { background: none; border: 2px dashed var(--c); }
.legend .solid { background: none; border: 2px solid var(--c); }
.legend .ring { background: none; border: 2px solid var(--c); border-radius: 50%; }
.legend .broken { border-style: dotted; }
.legend .arrow { height: .15em; vertical-align: middle; }
%COLOURS%
button { font: inherit; padding: .25rem .8rem; border: 1px solid var(--edge); border-radius: 6px;
  background: var(--mark); color: var(--ink); cursor: pointer; }
@media (max-width: 50rem) { main { display: block; height: auto; }
  nav { border: 0; max-height: 40vh; } }
@media print { .bar { display: none; } main { display: block; height: auto; }
  .js figure[hidden] { display: block; } figure { break-inside: avoid; } }
"""
_STYLE = _STYLE.replace(
    "%COLOURS%",
    "\n".join(f".legend .c{n} {{ --c: {colour}; }}" for n, (_, colour, _) in enumerate(LEGEND)),
)

_BODY = """<main>
<nav><h1>%TITLE%</h1>
<p class="soft">%ABOUT%</p>
<ol>
%ITEMS%
</ol></nav>
<section>
<p class="bar"><button id="back">&larr; back</button> <button id="next">next &rarr;</button>
<span id="counter" class="soft"></span></p>
%FIGURES%
%LEGEND%
</section>
</main>"""

_SCRIPT = """
document.documentElement.classList.add('js');
const figures = [...document.querySelectorAll('figure')];
const items = [...document.querySelectorAll('li')];
const counter = document.getElementById('counter');
let at = 0;
function show(n) {
  at = Math.max(0, Math.min(figures.length - 1, n));
  figures.forEach((f, i) => { f.hidden = i !== at; });
  items.forEach((l, i) => {
    if (i === at) { l.setAttribute('aria-current', 'step'); l.scrollIntoView({block: 'nearest'}); }
    else l.removeAttribute('aria-current');
  });
  counter.textContent = at < figures.length - 1
    ? 'step ' + (at + 1) + ' of ' + (figures.length - 1) : 'the end';
  history.replaceState(null, '', '#' + (at + 1));
}
items.forEach((l, i) => {
  l.onclick = () => show(i);
  l.onkeydown = e => { if (e.key === 'Enter' || e.key === ' ') { e.preventDefault(); show(i); } };
});
document.getElementById('back').onclick = () => show(at - 1);
document.getElementById('next').onclick = () => show(at + 1);
document.addEventListener('keydown', e => {
  if (e.key === 'ArrowRight') show(at + 1);
  else if (e.key === 'ArrowLeft') show(at - 1);
  else if (e.key === 'Home') show(0);
  else if (e.key === 'End') show(figures.length - 1);
  else return;
  e.preventDefault();
});
show((parseInt(location.hash.slice(1)) || 1) - 1);
"""


def path_html_page(path: Path, *, cell: int = 56) -> str:
    """The page.  Raises ``PuzzleError`` for the path of a model that is not a puzzle."""
    puzzle = path.puzzle
    figures, items = [], []
    for number, (step, before) in enumerate(zip(path.steps, path.positions, strict=False), 1):
        picture = drawing_svg(draw_step(step, before, puzzle), cell=cell, title=step.notation)
        figures.append(_figure(number, _step_html(step), picture))
        short = f"{number}. {step.technique.title}: {step.conclusion}"
        items.append(f'<li tabindex="0">{escaped(short)}</li>')
    end = drawing_svg(draw_position(path.end, puzzle), cell=cell, title="the last position")
    text = "Solved." if path.solved else escaped(path.note or "No further step was found.")
    figures.append(_figure(len(figures) + 1, f"<p>{text}</p>", end))
    items.append(f'<li tabindex="0">{text}</li>')
    counts = ", ".join(f"{count} {title}" for title, count in path.techniques.items())
    return html_page(
        title=_puzzle_title(puzzle),
        style=_STYLE,
        body=fill_template(
            _BODY,
            TITLE=escaped(_puzzle_title(puzzle)),
            ABOUT=escaped(f"{quantity(len(path.steps), 'step')} by {path.policy.title}: {counts}"),
            ITEMS="\n".join(items),
            FIGURES="\n".join(figures),
            LEGEND=_legend(),
        ),
        script=_SCRIPT,
    )


def step_page(step: Step, position: Position, puzzle: Puzzle | None, *, cell: int = 56) -> str:
    """One step in words, with its picture.  Raises ``PuzzleError`` where there is no puzzle."""
    picture = drawing_svg(draw_step(step, position, puzzle), cell=cell, title=step.notation)
    body = f"<section>\n<h1>{escaped(_puzzle_title(puzzle))}</h1>\n{_figure(1, _step_html(step), picture)}\n"
    body += f"{_legend()}</section>"
    return html_page(title=_puzzle_title(puzzle), style=_STYLE, body=body, script="")


def _legend() -> str:
    parts = (
        f'<span><i class="{shape} c{number}"></i>{escaped(text)}</span>'
        for number, (shape, _, text) in enumerate(LEGEND)
    )
    return f'<p class="legend soft">{" ".join(parts)}</p>'


def _puzzle_title(puzzle: Puzzle | None) -> str:
    return puzzle.name if puzzle and puzzle.name else "A puzzle explained"


def _figure(number: int, text: str, picture: str) -> str:
    return f'<figure id="step-{number}"><figcaption>{text}</figcaption>{picture}</figure>'


def _step_html(step: Step) -> str:
    entry = step.technique
    idea = step.constraints or entry.consistency
    return (
        f"<p><strong>{escaped(step.notation)}</strong></p>"
        f'<p class="lines">{escaped(step.sentence)}</p>'
        f'<p class="soft">{escaped(idea)} &middot; {escaped(entry.consistency)}</p>'
    )


CELL_SIZE = 34
"""The side of a cell in pixels."""

MAX_PICTURES = 16
"""Pictures in a path: of eliminations first, then of placements, in the order of the steps.
With a picture of every step some paths would make a notebook larger than a megabyte."""


@dataclass(frozen=True)
class StepView:
    """A step together with its position, displayed in a notebook.

    ``puzzle`` is ``None`` for a model that is not a puzzle: then there are words and
    no picture.
    """

    step: Step
    position: Position
    puzzle: Puzzle | None = None

    @classmethod
    def next(cls, problem: ProblemInput) -> StepView:
        """The next step of a puzzle; raises ``PositionError`` where there is none."""
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
    about = f"{quantity(len(path.steps), 'step')} by {path.policy.title}: {end}"
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
    cells = "".join(
        f'<tr><th style="text-align:left">{TITLES[name]}</th><td>{"-" if x is None else x}</td>'
        f'<td style="text-align:left">{escaped(word or hardest)}</td></tr>'
        for name, x, word, hardest in rating.by_scale()
    )
    note = f"<caption>{escaped(rating.note)}</caption>" if rating.note else ""
    return f"<table>{note}{cells}</table>"
