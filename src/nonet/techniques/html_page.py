"""A path as one HTML page that needs nothing else: every step in words, with its picture.

The page contains a list of steps and a picture at a time; arrow keys, buttons and a click on a
step change the picture.  The page uses no network, no font and no library; without JavaScript
all steps and pictures appear one below the other.

>>> import nonet
>>> text = path_html_page(nonet.explain("1234341221434321".replace("4", ".", 2)))
>>> "<script src" in text, text.count("<figure")
(False, 3)
"""

from __future__ import annotations

from math import ceil, sqrt
from textwrap import wrap

from nonet.puzzle import Puzzle
from nonet.render.html import FONTS, escaped, fill_template, html_page
from nonet.render.overlay import LEGEND
from nonet.render.svg import drawing_svg
from nonet.techniques.drawing import draw_position, draw_step
from nonet.techniques.path import Path
from nonet.techniques.position import Position
from nonet.techniques.step import Step

# A path as one picture: every step side by side, each with its notation above.
#
# Use the sheet for a page of paper or a slide; :mod:`nonet.techniques.html_page` makes pages to
# read.

CELL_SIZE = 30
GAP = 16
LINE_HEIGHT = 15
MAX_LINES = 3
"""Most lines of a caption; a longer caption ends in dots, and the picture's title has its full
text.
"""


def picture_sheet(path: Path) -> str:
    """The picture as SVG.  Raises ``PuzzleError`` for the path of a model that is no puzzle."""
    parts = [
        (f"{number}. {step.notation}", draw_step(step, before, path.puzzle))
        for number, (step, before) in enumerate(zip(path.steps, path.positions, strict=False), 1)
    ]
    end = "Solved." if path.solved else path.note or "No further step was found."
    parts.append((end, draw_position(path.end, path.puzzle)))
    last = parts[-1][1]
    wide, tall = (
        last.width * CELL_SIZE + 8 + GAP,
        last.height * CELL_SIZE + 8 + GAP + MAX_LINES * LINE_HEIGHT,
    )
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
        picture = drawing_svg(drawing, cell=CELL_SIZE, title=title)
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
    """The page.  Raises ``PuzzleError`` for the path of a model that is no puzzle."""
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
            ABOUT=escaped(f"{len(path.steps)} steps by {path.policy.title}: {counts}"),
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
