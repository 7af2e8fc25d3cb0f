"""How many published links are read whole, drawings and words, and solved as their setters did.

    python -m benchmarks.drawings LINKS.txt [--odd | --even] [--seconds 20] [--names]

A line of the file is a link, and perhaps a tab and the setter's solution in a line, which is used
only to judge the verdict.  Proposals for drawings are accepted.  A verdict is whole if nothing that
was left out could contradict it; it is false if it is not "unique" with the setter's solution.

No such collection is part of this repository: its puzzles are their setters'.
"""

from __future__ import annotations

import argparse
import warnings
from collections import Counter
from pathlib import Path

import nonet


def judged(line: str, seconds: float) -> tuple[str, tuple[str, ...]]:
    """Return the class of the verdict on a link, and the names of all parts left out."""
    link, _, solution = line.partition("\t")
    try:
        puzzle = nonet.parse(link, accept=True)
    except nonet.errors.FormatError as error:
        return "refused", (str(error),)
    solution = solution.strip() or puzzle.notes.get("solution", "")
    verdict = nonet.verify(puzzle, time_limit=seconds)
    parts = tuple(part.name for part in puzzle.unread)
    if verdict.uniqueness is nonet.Uniqueness.UNDECIDED:
        return ("left out" if verdict.doubts else "out of time"), parts
    if not solution:
        return "whole, without a solution to compare", parts
    unique = verdict.uniqueness is nonet.Uniqueness.UNIQUE
    same = unique and verdict.witnesses[0].line == solution
    return ("whole, equal to the setter's" if same else "FALSE"), parts


def main() -> None:
    """Print the table of a file of links."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("links", type=Path)
    parser.add_argument("--odd", action="store_true", help="only links at an odd place")
    parser.add_argument("--even", action="store_true", help="only links at an even place")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--names", action="store_true", help="name all that is left out")
    options = parser.parse_args()
    classes: Counter[str] = Counter()
    warnings.simplefilter("ignore")
    lines = options.links.read_text(encoding="utf-8").splitlines()
    for place, line in enumerate(filter(str.strip, lines), 1):
        if (options.odd and place % 2 == 0) or (options.even and place % 2):
            continue
        kind, parts = judged(line, options.seconds)
        classes[kind] += 1
        if options.names and kind != "whole, equal to the setter's":
            print(place, kind, *parts, sep="\n    ")
    for kind, number in classes.most_common():
        print(f"{number:4} {kind}")
    print(f"{classes.total():4} links")


if __name__ == "__main__":
    main()
