"""Finds positions to drill the common techniques: ``python docs/site/find_drills.py [TECHNIQUE ...]``.

Puzzles are our own, drawn by :func:`nonet.generate`.  A position is kept where the technique is the
easiest step by the order in which people try them; of a technique too rare for that, its example.
``drills.hodoku`` keeps a few library lines a technique; a run replaces those of the techniques it is
given (default: those that have fewer than they should).
"""

from __future__ import annotations

import sys
import time
from itertools import islice
from pathlib import Path

from find_examples import in_library, line, positions

import nonet
from nonet.learn.technique_positions import is_common
from nonet.setting.difficulty import order_for_techniques
from nonet.setting.practice import NO_LIMIT
from nonet.techniques import TECHNIQUES, Technique
from nonet.techniques.entry_search import search_steps
from nonet.techniques.hints import easier_techniques

DRILLS = Path(__file__).parents[2] / "src" / "nonet" / "learn" / "drills.hodoku"
HEADER = "# Positions to drill the common techniques; made by find_drills.py.\n"
POSITIONS = 4
SECONDS = 20
"""Seconds for one technique at most."""


def drills_of(technique: Technique) -> list[str]:
    """Library lines of positions, as many as there should be or as are found in time."""
    if technique.key == "full-house":  # nothing is easier, but the usual order finds it as a single
        return full_houses()
    order = order_for_techniques([technique.key])
    lines: list[str] = []
    end = time.monotonic() + SECONDS
    for drawn in nonet.generate(NO_LIMIT, seed=1, time_limit=SECONDS):
        if len(lines) == POSITIONS or time.monotonic() > end:
            break
        path = nonet.explain(drawn.puzzle, order, unique=True)
        pairs = zip(path.positions, path.steps, strict=False)
        place = next((pair for pair in pairs if pair[1].key == technique.key), None)
        if place and not easier_techniques(*place):
            lines.append(line(drawn.puzzle, *place))
    return lines


def full_houses() -> list[str]:
    """Library lines of the first position with a full house of some puzzles."""
    lines = []
    for drawn in islice(nonet.generate(100, seed=1), 100):
        for position in positions(drawn.puzzle, ("singles", "intersections")):
            step = next(search_steps(position, ("full-house",)), None)
            if step is not None:
                lines.append(line(drawn.puzzle, position, step))
                break
        if len(lines) == POSITIONS:
            break
    return lines


def example_of(label: str) -> list[str]:
    """The example of a technique that is too rare to be drawn in time."""
    return [in_library()[label]] if label in in_library() else []


def main(names: list[str]) -> None:
    """Find positions, and write those of all techniques in the order of the catalogue."""
    texts = DRILLS.read_text(encoding="utf-8").splitlines() if DRILLS.exists() else []
    known: dict[str, list[str]] = {}
    for text in texts:
        if text.startswith(":"):
            known.setdefault(text[1:].partition(":")[0], []).append(text)
    common = [each for each in TECHNIQUES if is_common(each)]
    for each in common:
        label = each.code or each.key
        if each.key in names or (not names and len(known.get(label, ())) < POSITIONS):
            known[label] = drills_of(each) or known.get(label) or example_of(label)
            print(f"{each.key}: {len(known[label])}", flush=True)
            lines = [text for e in common for text in known.get(e.code or e.key, ())]
            DRILLS.write_text(HEADER + "".join(f"{t}\n" for t in lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
