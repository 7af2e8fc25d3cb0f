"""A legend: what the rules of a puzzle are, in words, for a drawing that cannot show all.

>>> from nonet.puzzle import Grid, Puzzle, make_rule
>>> legend(Puzzle(Grid.square(4)).with_rules(make_rule("even", cells="R1C1 R2C2")))
['even: R1C1 R2C2']
"""

from __future__ import annotations

from nonet.puzzle.puzzle import Puzzle
from nonet.puzzle.rules import CLASSIC
from nonet.puzzle.short_form import rule_to_short
from nonet.render.printable import printable


def legend(puzzle: Puzzle) -> list[str]:
    """A line for each sort of rule beside the classic ones, with all that it is given.

    A classic rule that the puzzle lacks, and that no other stands in for, has a line as well.
    """
    found: dict[str, list[str]] = {}
    classic = {rule.name for rule in CLASSIC}
    for rule in puzzle.rules:
        if rule.name not in classic:
            found.setdefault(rule.name, []).append(
                rule_to_short(rule).removeprefix(rule.name).strip()
            )
    lines = [f"{name}: {'; '.join(said)}" if any(said) else name for name, said in found.items()]
    kept = {rule.name for rule in puzzle.rules} | {
        name for rule in puzzle.rules for name in rule.replaces.split()
    }
    lines += [f"no {rule.name}" for rule in CLASSIC if rule.name not in kept]
    return [printable(line) for line in lines]
