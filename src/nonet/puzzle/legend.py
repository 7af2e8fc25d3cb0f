"""A legend: the rules of a puzzle as text, for a drawing that cannot show all rules.

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
    """Return a line for each kind of rule beside the classic rules, with all its arguments.

    A classic rule that the puzzle lacks, and that no other stands in for, has a line as well.
    """
    descriptions: dict[str, list[str]] = {}
    classic = {rule.name for rule in CLASSIC}
    for rule in puzzle.rules:
        if rule.name not in classic:
            descriptions.setdefault(rule.name, []).append(
                rule_to_short(rule).removeprefix(rule.name).strip()
            )
    lines = [
        f"{name}: {'; '.join(details)}" if any(details) else name
        for name, details in descriptions.items()
    ]
    names = {rule.name for rule in puzzle.rules} | {
        name for rule in puzzle.rules for name in rule.replaces.split()
    }
    lines += [f"no {rule.name}" for rule in CLASSIC if rule.name not in names]
    return [printable(line) for line in lines]
