"""Groups of values as the parameter of rules: checked, and in words."""

from __future__ import annotations

from nonet.puzzle.rules.base import PuzzleRule

Groups = tuple[tuple[int, ...], ...]


def checked_groups(rule: PuzzleRule, groups: object, *, disjoint: bool) -> Groups:
    """Return two or more groups of values as tuples.

    Raise ``PuzzleError`` for fewer groups, an empty group or, if ``disjoint``, a common value.
    """
    listed = groups if isinstance(groups, list | tuple) else ()
    checked = tuple(rule.checked_numbers(group, "a value") for group in listed)
    if len(checked) < 2 or not all(checked):
        raise rule.rule_error("it takes two groups of values or more, parted by |")
    values = [value for group in checked for value in group]
    if disjoint and len(set(values)) < len(values):
        raise rule.rule_error("a value stands in two groups")
    return checked


def groups_text(groups: Groups) -> str:
    """The groups in words: ``1 2 3 / 4 5 6``."""
    return " / ".join(" ".join(map(str, group)) for group in groups)
