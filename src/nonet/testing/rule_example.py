"""Make the example of a rule: a small puzzle that is unique with the rule and not without the rule.

``python -m nonet.testing.rule_example "white-dot R1C1 R1C2"`` draws puzzles with the rule, whose
clues are minimal, and prints the first good one as the ``Example`` to paste into the rule's file.
``--grid`` is another grid, ``--without`` takes classic rules away, ``--beside`` adds rules.  A
rule of one's own is found as everywhere, by its entry point, or by importing its module first
(``--module``).
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterable, Sequence

import nonet
from nonet.errors import PuzzleError
from nonet.puzzle import Grid, Puzzle, PuzzleRule, grid_of
from nonet.puzzle.alphabets import default_alphabet
from nonet.puzzle.rules import CLASSIC, Example
from nonet.puzzle.short_form import rule_from_short, rule_to_short

TIME_LIMIT = 60.0
"""Seconds that the search for an example may take."""
MAX_CLUE_SHARE = 0.5
"""Largest share of cells that are given: more would show little of the rule."""


def make_example(
    rule: PuzzleRule,
    grid: Grid,
    *,
    without: Sequence[str] = (),
    beside: Sequence[str] = (),
    seed: int = 1,
    attempts: int = 20,
    time_limit: float = TIME_LIMIT,
) -> Example:
    """Return an example of ``rule`` with as few clues as were found in ``attempts`` puzzles.

    Raise ``PuzzleError`` if no drawn puzzle needs the rule or all have too many clues.
    """
    omitted = tuple(rule.replaces.split()) if not without else tuple(without)
    classic = tuple(c for c in CLASSIC if c.name not in omitted)
    others = Puzzle(grid, rules=classic).with_rules(*map(rule_from_short, beside))
    base = others.with_rules(rule)
    drawn = nonet.generate(attempts, like=base, minimal=True, seed=seed, time_limit=time_limit)
    best: tuple[int, Puzzle] | None = None
    for puzzle in (generated.puzzle for generated in drawn):
        number = len(puzzle.clues)
        if number <= MAX_CLUE_SHARE * len(grid.cells) and (best is None or number < best[0]):
            verdict = nonet.verify(Puzzle(grid, puzzle.clues, others.rules), time_limit=time_limit)
            if verdict.uniqueness.value == "multiple":
                best = number, puzzle
    if best is None:
        raise PuzzleError(f"rule {rule.name}: no puzzle drawn needs the rule: try another seed")
    solution = nonet.solve(best[1]).solution
    assert solution is not None
    symbols = default_alphabet(grid.values).characters
    index = {value: symbols[number] for number, value in enumerate(grid.values)}
    return Example(
        "".join(index[best[1].clues[c]] if c in best[1].clues else "." for c in grid.cells),
        "".join(index[solution[c]] for c in grid.cells),
        rule_to_short(rule).removeprefix(rule.name).strip(),
        extra_rules=tuple(beside),
        omitted_rules=tuple(without),
        grid=None if grid == Grid.square(grid.size) else grid,
    )


def example_code(example: Example, grid_text: str = "") -> str:
    """Return the example as Python code."""
    parts = [repr(example.puzzle), repr(example.solution)]
    parts += [repr(example.parameters)] * bool(example.parameters)
    parts += [f"extra_rules={example.extra_rules!r}"] * bool(example.extra_rules)
    parts += [f"omitted_rules={example.omitted_rules!r}"] * bool(example.omitted_rules)
    parts += [f"grid=grid_of({grid_text!r})"] * (example.grid is not None)
    return "Example(\n    " + ",\n    ".join(parts) + ",\n)"


def main(arguments: Iterable[str] | None = None) -> int:
    """Print an example of the rule that the command line names."""
    parser = argparse.ArgumentParser(prog="nonet.testing.rule_example", description=__doc__)
    parser.add_argument("rule", help="the rule in short form, such as 'killer 5 R1C1 R1C2'")
    parser.add_argument("--grid", default="4x4", help="the grid, as nonet takes it (default 4x4)")
    parser.add_argument("--without", default="", help="classic rules taken away: boxes,rows")
    parser.add_argument("--beside", action="append", default=[], help="a further rule")
    parser.add_argument("--module", action="append", default=[], help="a module to import first")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(None if arguments is None else list(arguments))
    for name in given.module:
        importlib.import_module(name)
    without = [name for name in given.without.split(",") if name]
    try:
        rule, grid = rule_from_short(given.rule), grid_of(given.grid)
        example = make_example(rule, grid, without=without, beside=given.beside, seed=given.seed)
    except nonet.NonetError as error:
        parser.exit(2, f"{error}\n")
    print(example_code(example, given.grid))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
