"""The pictures of the docs, as SVG: ``python docs/pictures/make.py``.

Written by hand, so that the same program writes the same bytes.  What the
pictures show is worked out here (which arrangements survive, which lane takes
what), not drawn from memory.
"""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).parent

INK, GREY, FAINT, LINE = "#222222", "#777777", "#f3f3f3", "#bbbbbb"
BLUE, PALE = "#1f6fb4", "#dbeaf6"
RED, ROSE = "#b3261e", "#f9dedc"
GREEN, MINT = "#2e7d32", "#dff0e0"
PUZZLES = {
    "A": "#dbeaf6", "B": "#fbe3cd", "C": "#e3f0dc", "D": "#efe0f2", "E": "#fdf3c7", "F": "#dff1f0",
    "G": "#f6dfe6",
}  # fmt: skip


class Picture:
    """Shapes on a white ground; coordinates in pixels from the top left."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self._parts: list[str] = []

    def rect(self, x, y, w, h, fill="none", stroke=LINE, thick=1.0, round_=0) -> None:
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{round_}" '
            f'fill="{fill}" stroke="{stroke}" stroke-width="{thick:g}"/>'
        )

    def line(self, x1, y1, x2, y2, stroke=INK, thick=1.0, dash="") -> None:
        self._parts.append(
            f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{stroke}" '
            f'stroke-width="{thick:g}"' + (f' stroke-dasharray="{dash}"' if dash else "") + "/>"
        )

    def arrow(self, *points, stroke=GREY, thick=1.6) -> None:
        """A line through the points, with a head at the last."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        self._parts.append(
            f'<polyline points="{path}" fill="none" stroke="{stroke}" stroke-width="{thick:g}"/>'
        )
        (x0, y0), (x, y) = points[-2:]
        length = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5
        dx, dy = (x - x0) / length, (y - y0) / length
        left = x - 8 * dx - 4 * dy, y - 8 * dy + 4 * dx
        right = x - 8 * dx + 4 * dy, y - 8 * dy - 4 * dx
        head = " ".join(f"{a:g},{b:g}" for a, b in ((x, y), left, right))
        self._parts.append(f'<polygon points="{head}" fill="{stroke}"/>')

    def text(self, x, y, words, size=13, fill=INK, anchor="start", bold=False, mono=False) -> None:
        family = "monospace" if mono else "sans-serif"
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{x:g}" y="{y:g}" font-family="{family}" font-size="{size}" fill="{fill}" '
            f'text-anchor="{anchor}"{weight}>{escape(words)}</text>'
        )

    def svg(self) -> str:
        """The file's text."""
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
                f'width="{self.width}" height="{self.height}" role="img">',
                f"<title>{escape(self.title)}</title>",
                f'<rect width="{self.width}" height="{self.height}" fill="white"/>',
                *self._parts,
                "</svg>\n",
            ]
        )


def bits(values) -> list[int]:
    """The nine bits of a mask, that of value 9 first."""
    return [int(value in values) for value in range(9, 0, -1)]


# -- lanes -----------------------------------------------------------------------


def lanes() -> Picture:
    """32 puzzles side by side: a row is a register, a column is a search node."""
    p = Picture(900, 430, "Lanes: a row is a register, a column is a search node")
    left, top, w, h = 150, 92, 22, 24
    rows = ["cell 0", "cell 1", "cell 2", "cell 3", "…", "cell 79", "cell 80"]
    p.text(left, 26, "one lane = one search node, most of them of different puzzles", fill=BLUE)
    chosen, register = 9, 2
    p.arrow((left + 9.5 * w, 34), (left + 9.5 * w, top - 22), stroke=BLUE)
    for lane in range(32):
        fill = BLUE if lane == chosen else GREY
        p.text(left + (lane + 0.5) * w, top - 6, str(lane), 10, fill, "middle", lane == chosen)
    for number, name in enumerate(rows):
        y = top + number * h
        p.text(left - 12, y + 16, name, 12, RED if number == register else INK, "end",
               number == register)  # fmt: skip
        for lane in range(32):
            fill = ROSE if number == register else PALE if lane == chosen else "white"
            p.rect(left + lane * w, y, w, h, "#d9c6d4" if (number, lane) == (register, chosen)
                   else fill)  # fmt: skip
            if name == "…":
                p.text(left + (lane + 0.5) * w, y + 15, "⋮", 11, GREY, "middle")
    bottom = top + len(rows) * h
    p.rect(left + chosen * w, top, w, bottom - top, stroke=BLUE, thick=2)
    p.rect(left, top + register * h, 32 * w, h, stroke=RED, thick=2)
    for number, (name, count) in enumerate((("SSE2: 8", 8), ("AVX2: 16", 16), ("AVX-512: 32", 32))):
        y = bottom + 18 + 20 * number
        p.line(left, y, left + count * w, y, GREY, 1.5)
        p.line(left, y - 5, left, y + 5, GREY, 1.5)
        p.line(left + count * w, y - 5, left + count * w, y + 5, GREY, 1.5)
        p.text(left - 12, y + 4, name, 12, GREY, "end")
    y = bottom + 100
    values, cell = (2, 5, 9), 30
    p.arrow((left + (chosen + 0.5) * w, top + (register + 1) * h),
            (left + (chosen + 0.5) * w, y - 10), stroke=RED)  # fmt: skip
    start = left + (chosen + 0.5) * w - 8 * cell
    for place, bit in enumerate([0] * 7 + bits(values)):
        x = start + place * cell
        used = place >= 7
        p.rect(x, y, cell, cell, MINT if bit else "white" if used else FAINT)
        p.text(x + cell / 2, y + 20, str(bit), 14, INK if used else LINE, "middle", bool(bit))
        if used:
            p.text(x + cell / 2, y + 45, str(16 - place), 11, GREEN if bit else GREY, "middle",
                   bool(bit))  # fmt: skip
    p.text(start + 3.5 * cell, y + 45, "not used", 11, GREY, "middle")
    x = start + 16 * cell + 16
    p.text(x, y + 13, "a candidate mask of 16 bits:", 12)
    p.text(x, y + 30, "cell 2 may be 2, 5 or 9", 12)
    p.text(x, y + 50, "a & b works on all lanes at once", 12, RED)
    return p


# -- one sweep ---------------------------------------------------------------------

SEVENS = ((0, 0), (0, 2), (0, 3), (1, 4), (1, 5), (0, 7), (1, 6), (2, 8))
"""The cells (line, column) of the example's band that may hold a 7."""

LINES_OF_BOXES = ((0, 1, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0), (0, 2, 1), (1, 0, 2))
"""The six arrangements: the line in which each of the three boxes has the digit."""


def surviving() -> list[tuple[int, ...]]:
    """The arrangements of 7 that the band still allows."""
    triads = {(line, column // 3) for line, column in SEVENS}
    return [
        lines for lines in LINES_OF_BOXES
        if all((line, box) in triads for box, line in enumerate(lines))
    ]  # fmt: skip


def band(p: Picture, x: float, y: float, size: float) -> None:
    """An empty band: three lines of nine cells."""
    for line in range(3):
        for column in range(9):
            p.rect(x + column * size, y + line * size, size, size)
    for box in range(3):
        p.rect(x + 3 * box * size, y, 3 * size, 3 * size, stroke=INK, thick=2)


def sweep() -> Picture:
    """The phases of a sweep, followed on one band."""
    p = Picture(920, 530, "One sweep, followed on a band")
    size, x1, x2 = 40, 30, 500
    # 1: naked singles
    y = 60
    p.text(x1, y - 32, "1  Naked singles", 15, bold=True)
    p.text(x1, y - 12, "a fixed value leaves the rest of its row, column and box", 12, GREY)
    band(p, x1, y, size)
    p.rect(x1 + size, y, size, size, PALE)
    p.text(x1 + 1.5 * size, y + 28, "4", 22, BLUE, "middle", True)
    for line, column in ((0, 4), (0, 6), (1, 0), (2, 2), (1, 3), (2, 8)):
        cx, cy = x1 + (column + 0.5) * size, y + (line + 0.5) * size
        gone = line == 0 or column < 3
        p.text(cx, cy + 5, "4", 15, RED if gone else INK, "middle")
        if gone:
            p.line(cx - 8, cy + 7, cx + 8, cy - 7, RED, 1.6)
    # 2: triads
    p.text(x2, y - 32, "2  Triads", 15, bold=True)
    p.text(x2, y - 12, "which of the nine triads of the band can hold a 7?", 12, GREY)
    triads = {(line, column // 3) for line, column in SEVENS}
    for line, box in triads:
        p.rect(x2 + 3 * box * size, y + line * size, 3 * size, size, MINT, "none")
    band(p, x2, y, size)
    for line, column in SEVENS:
        p.text(x2 + (column + 0.5) * size, y + line * size + 25, "7", 15, anchor="middle")
    # 3: arrangements
    y, alive = 258, surviving()
    p.text(x1, y - 32, "3  Arrangements", 15, bold=True)
    left = f"each box and each line has one 7: of six ways {len(alive)} is left"
    p.text(x1, y - 12, left, 12, GREY)
    for number, lines in enumerate(LINES_OF_BOXES):
        cx, cy = x1 + number % 3 * 125, y + number // 3 * 72
        good = lines in alive
        for box, line in enumerate(lines):
            for other in range(3):
                possible = (other, box) in triads
                fill = "white" if other != line else MINT if good else "white" if possible else ROSE
                p.rect(cx + box * 36, cy + other * 19, 36, 19, fill)
            wrong = (line, box) not in triads
            p.text(cx + box * 36 + 18, cy + line * 19 + 14, "7", 12,
                   GREEN if good else RED if wrong else LINE, "middle", good or wrong)  # fmt: skip
        p.rect(cx, cy, 108, 57, stroke=GREEN if good else LINE, thick=2.5 if good else 1)
    # 4: what follows
    kept = {(line, box) for lines in alive for box, line in enumerate(lines)}
    p.text(x2, y - 32, "4  Locked candidates", 15, bold=True)
    p.text(x2, y - 12, "a triad in no arrangement that is left loses the 7", 12, GREY)
    for line, box in kept:
        p.rect(x2 + 3 * box * size, y + line * size, 3 * size, size, MINT, "none")
    single = next(
        (line, column) for line, column in SEVENS
        if (line, column // 3) in kept
        and sum((line, column // 3) == (other, c // 3) for other, c in SEVENS) == 1
    )  # fmt: skip
    band(p, x2, y, size)
    for line, column in SEVENS:
        cx, cy = x2 + (column + 0.5) * size, y + (line + 0.5) * size
        gone = (line, column // 3) not in kept
        p.text(cx, cy + 5, "7", 15, RED if gone else INK, "middle")
        if gone:
            p.line(cx - 8, cy + 7, cx + 8, cy - 7, RED, 1.6)
    p.rect(x2 + single[1] * size, y + single[0] * size, size, size, stroke=BLUE, thick=3)
    # 5: hidden singles and the check
    y = 448
    p.text(x1, y - 14, "5  Hidden singles", 15, bold=True)
    p.text(x1, y + 8, "the last triad of its line with a 7 has one cell for it:", 12, GREY)
    p.text(x1, y + 26, "the cell is claimed, and nothing else stays in it", 12, GREY)
    p.arrow((x2 + (single[1] + 0.5) * size, 258 + 3 * size + 4), (x2 + (single[1] + 0.5) * size,
            y - 24), stroke=BLUE)  # fmt: skip
    p.text(x2, y - 14, "6  The empty cell", 15, bold=True)
    cell = 26
    for place, bit in enumerate(bits(())):
        p.rect(x2 + place * cell, y, cell, cell, ROSE)
        p.text(x2 + (place + 0.5) * cell, y + 18, str(bit), 13, RED, "middle")
        p.text(x2 + (place + 0.5) * cell, y + 41, str(9 - place), 10, GREY, "middle")
    p.text(x2 + 9 * cell + 12, y + 12, "candidates x of one cell:", 12)
    p.text(x2 + 9 * cell + 12, y + 29, "x - 1 borrows: dead", 12, RED, mono=True)
    p.text(x2, y + 62, "its triad may still have three digits, so no other rule tells", 12, GREY)
    return p


# -- the stack -----------------------------------------------------------------------

BEFORE = "AAABCAADAEBA"
"""The puzzle of each lane when a sweep ends."""
FOUND = "..x?v.x..?v."
"""What the sweep found: still changing, contradictory, stuck, solved."""
STACK = "A"
"""The stack from bottom to top before it."""
WAITING = "FG"
"""Puzzles not begun."""


def driven() -> tuple[str, str, list[str], str]:
    """What the driver does: the lanes after it, the stack at its highest, where each lane's node
    came from, and the puzzles that still wait."""
    kept, stack = [], list(STACK)
    for puzzle, found in zip(BEFORE, FOUND, strict=True):
        kept.append(" " if found in "xv" else puzzle)
        if found == "?":
            stack.append(puzzle)
    highest, waiting, sources = "".join(stack), list(WAITING), []
    after = []
    for puzzle in kept:
        if puzzle != " ":
            sources.append("kept")
            after.append(puzzle)
        elif stack:
            sources.append("stack")
            after.append(stack.pop())
        else:
            sources.append("new")
            after.append(waiting.pop(0))
    return "".join(after), highest, sources, "".join(waiting)


def stack() -> Picture:
    """The stack and the puzzles that wait feed the lanes."""
    p = Picture(900, 430, "The driver: a stack and the waiting puzzles feed the lanes")
    left, size = 150, 44
    after, highest, sources, waiting = driven()
    marks = {"x": ("dead", RED), "v": ("solved", GREEN), "?": ("split", BLUE), ".": ("", INK)}
    y1, y2 = 70, 310

    def lane(x, y, puzzle, stroke=LINE, thick=1.0):
        p.rect(x, y, size, size, PUZZLES.get(puzzle, "white"), stroke, thick)
        p.text(x + size / 2, y + 29, puzzle, 17, INK, "middle")

    p.text(left, 26, "twelve lanes after a sweep; a letter is the puzzle a node belongs to", 13)
    p.text(left - 14, y1 + 28, "after the sweep", 13, GREY, "end")
    p.text(left - 14, y2 + 28, "before the next", 13, GREY, "end")
    for number, (puzzle, found) in enumerate(zip(BEFORE, FOUND, strict=True)):
        x = left + number * size
        word, colour = marks[found]
        lane(x, y1, puzzle)
        p.text(x + size / 2, y1 - 8, word, 11, colour, "middle", True)
        if found in "xv":
            p.line(x + 5, y1 + size - 5, x + size - 5, y1 + 5, colour, 2)
    lanes_after = [(left + k * size, *of) for k, of in enumerate(zip(after, sources, strict=True))]
    for x, puzzle, source in lanes_after:
        if source == "kept":
            lane(x, y2, puzzle)
            p.line(x + size / 2, y1 + size + 4, x + size / 2, y2 - 4, LINE, 1, "3 4")
    for x, puzzle, source in lanes_after:  # their frames lie over those of the others
        if source != "kept":
            colour = {"stack": BLUE, "new": GREEN}[source]
            lane(x, y2, puzzle, colour, 3)
            p.text(x + size / 2, y2 + size + 16, source, 11, colour, "middle", True)
    sx, sy = left + 12 * size + 60, 62
    p.text(sx + size / 2, sy - 34, "one stack", 13, BLUE, "middle", True)
    p.text(sx + size / 2, sy - 17, "for all puzzles", 12, BLUE, "middle")
    for number, puzzle in enumerate(reversed(highest)):
        lane(sx, sy + number * size, puzzle, BLUE, 2 if number < len(highest) - len(STACK) else 1)
    p.text(sx + size + 12, sy + 27, "top", 12, GREY)
    bottom = sy + len(highest) * size
    p.rect(left + 150, 200, 300, 50, "white", LINE, 1, 6)
    p.text(left + 300, 221, "split: the lane keeps one half,", 12, INK, "middle")
    p.text(left + 300, 238, "the other half goes on the stack", 12, BLUE, "middle")
    middle, pushed = sx + size / 2, sy + 1.5 * size
    p.arrow((left + 450, 225), (sx - 26, 225), (sx - 26, pushed), (sx - 4, pushed), stroke=BLUE)
    p.arrow((middle, bottom + 4), (middle, y2 + 22), (left + 12 * size + 6, y2 + 22), stroke=BLUE)
    p.text(sx + size / 2 + 10, y2 - 20, "first from", 12, GREY)
    p.text(sx + size / 2 + 10, y2 - 4, "the stack,", 12, GREY)
    for number, puzzle in enumerate(WAITING):
        x = left - 110 + number * (size + 6)
        lane(x, 185, puzzle, GREEN, 1 if puzzle in waiting else 2)
    p.text(left - 110, 176, "puzzles that wait", 12, GREEN)
    p.arrow((left - 64, 185 + size + 4), (left - 64, y2 - 14), (left - 6, y2 + 4), stroke=GREEN)
    p.text(left - 132, y2 - 40, "then a", 12, GREY)
    p.text(left - 132, y2 - 24, "new one", 12, GREY)
    p.text(left, y2 + size + 48, "A is hard: it has half of the lanes. Where no puzzle waits, "
           "one puzzle may fill them all.", 13)  # fmt: skip
    return p


class Drawn:
    """A picture that nonet draws itself."""

    def __init__(self, text: str) -> None:
        self._text = text

    def svg(self) -> str:
        """The picture's text."""
        return self._text


def x_wing() -> Drawn:
    """The X-wing on the path of the thirty-sixth puzzle of puzzles/euler96.txt."""
    import nonet
    from nonet.render.svg import drawing_svg
    from nonet.techniques.drawing import draw_step

    puzzle = nonet.read(HERE.parents[1] / "puzzles" / "euler96.txt")[35]
    path = nonet.explain(puzzle)
    for step, position in zip(path.steps, path.positions, strict=False):
        if step.key == "x-wing":
            return Drawn(
                drawing_svg(draw_step(step, position, puzzle), cell=56, title=step.notation)
            )
    raise LookupError("no X-wing on this path any more")


FLOORS_SEEN = ("solving", "formats | backends | importing", "puzzle", "model | render")
"""The floors on the way of a puzzle from a text to a verdict, as pyproject.toml writes them."""


def floors_of_package() -> list[str]:
    """Return the floors from the top, as the linter keeps them."""
    project = tomllib.loads((HERE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    return [layer for layer in layers if layer != "__main__"]


def floors() -> Picture:
    """The floors at the left; at the right the way of a puzzle, each station beside its floor."""
    layers, step, width = floors_of_package(), 38, 330
    p = Picture(860, step * len(layers) + 60, "The floors, and the way of a puzzle")
    p.text(20, 24, "a room imports only from floors below it", 13, GREY)
    for row, layer in enumerate(layers):
        y = 36 + row * step
        p.rect(20, y, width, step - 6, PALE if layer in FLOORS_SEEN else FAINT, LINE, 1, 4)
        p.text(34, y + 21, layer.replace(" | ", ", "), 13, INK, mono=True)
        p.text(20 + width - 10, y + 21, str(len(layers) - row), 11, GREY, "end")
    heights = {layer: 36 + row * step + (step - 6) / 2 for row, layer in enumerate(layers)}
    answers, texts, things, models = (heights[layer] for layer in ("solving", *FLOORS_SEEN[1:]))
    stations = [
        (390, texts, "text"),
        (480, things, "Puzzle"),
        (580, models, "Model"),
        (680, texts, "backend"),
        (780, answers, "Outcome"),
    ]
    words = ("parse", "model()", "lower, run", "check, count")
    for ((x, y, _), (x2, y2, _)), word in zip(pairwise(stations), words, strict=True):
        p.arrow((x + 36, y), (x2 - 38, y2), stroke=BLUE)
        p.text((x + x2) / 2, min(y, y2) - 22, word, 12, BLUE, "middle")
    for x, y, name in stations:
        p.rect(x - 36, y - 14, 72, 28, "#ffffff", BLUE, 1.5, 6)
        p.text(x, y + 5, name, 13, INK, "middle", bold=True)
    return p


PICTURES = {
    "floors.svg": floors,
    "lanes.svg": lanes,
    "sweep.svg": sweep,
    "stack.svg": stack,
    "x-wing.svg": x_wing,
}
"""What is drawn, by the name of its file."""

if __name__ == "__main__":
    for name, drawing_svg in PICTURES.items():
        (HERE / name).write_text(drawing_svg().svg(), encoding="utf-8")
