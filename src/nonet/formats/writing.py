"""Writing: puzzles as text in any known format.

A written text is read again and compared with the puzzle, unless tests prove its format.  Two
puzzles are the same here if the same assignments solve both and the same values are filled in.  A
format may state a rule in other words (a cage of two sums as a choice of cages), so rules are
compared by their constraints, and differing constraints by the assignments that satisfy the
constraints.

>>> from nonet.formats import parse
>>> puzzle = parse("1..............4", rules=["dutch-whispers R1C2 R1C3 difference=2"])
>>> find_loss(puzzle, parse("1..............4", rules=["whispers R1C2 R1C3 difference=2"]))
>>> find_loss(puzzle, parse("1..............4"))
'rule dutch-whispers (R1C2 R1C3)'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import chain, product
from math import prod
from typing import TextIO

from nonet.errors import FormatError
from nonet.formats.base import Format, Reader
from nonet.formats.parsing import open_string
from nonet.formats.registry import find_format
from nonet.formats.statements import parse_alphabet
from nonet.model import AllDifferent, Constraint, Domain
from nonet.puzzle import CLASSIC, Alphabet, Cell, Puzzle
from nonet.puzzle.unread import may_change


def write(
    puzzles: Puzzle | Iterable[Puzzle],
    format: str | Format = "line",
    *,
    alphabet: str | Alphabet | None = None,
) -> str:
    """Return puzzles as text.

    ``format`` is a name, or an object of a format of one's own. ``alphabet`` is the characters for
    the values: by name, or that of each puzzle. Names and comments are written where the format has
    a place for both. Unless tests prove the format, the text is read again and compared, so nothing
    else is lost. Raises ``FormatError`` if there is no such format, or the format cannot hold a
    puzzle's grid, rules or candidates.

    >>> from nonet.formats import parse
    >>> print(write(parse("1..............4"), "grid"), end="")
    1.|..
    ..|..
    --+--
    ..|..
    ..|.4
    """
    return "".join(_pieces(puzzles, format, alphabet))


def write_to(
    stream: TextIO,
    puzzles: Puzzle | Iterable[Puzzle],
    format: str | Format = "line",
    *,
    alphabet: str | Alphabet | None = None,
) -> None:
    """Write puzzles to an open file, puzzle by puzzle; arguments as of :func:`write`."""
    for piece in _pieces(puzzles, format, alphabet):
        stream.write(piece)


def _pieces(
    puzzles: Puzzle | Iterable[Puzzle], format: str | Format, alphabet: str | Alphabet | None
) -> Iterator[str]:
    if isinstance(format, str) and format.lower().endswith((".svg", ".png", ".pdf")):
        raise FormatError(f"a picture is written by nonet.picture(puzzle, {format!r})")
    chosen = find_format(format)
    several = [puzzles] if isinstance(puzzles, Puzzle) else puzzles
    if not isinstance(several, Iterable):
        raise TypeError(f"a puzzle or several are written, not {type(puzzles).__name__}")
    if not chosen.writes:
        raise FormatError(f"{chosen.name} is read and not written; json holds any puzzle")
    symbols = None if alphabet is None else parse_alphabet(alphabet)
    return chosen.write(_checked(several, chosen, symbols), symbols)


def _checked(
    puzzles: Iterable[Puzzle], chosen: Format, alphabet: Alphabet | None
) -> Iterator[Puzzle]:
    """The puzzles, each once its text, unless proven by tests, has been read as the same puzzle."""
    for puzzle in puzzles:
        proven = chosen.proven
        if not (proven == "all puzzles" or (proven == "plain puzzles" and _is_plain(puzzle))):
            check_written(puzzle, chosen, alphabet)
        yield puzzle


def _is_plain(puzzle: Puzzle) -> bool:
    """Whether a puzzle is clues in a square of values from 1, with the classic rules alone."""
    plain = puzzle.rules == CLASSIC and puzzle.grid.values[0] == 1
    further = (puzzle.name, puzzle.comment, puzzle.notes, puzzle.candidates, puzzle.entries)
    return plain and not any(further) and not puzzle.unread


MAX_ASSIGNMENTS = 3000
"""Assignments of the cells of a constraint that are all tried; of more, so many are drawn."""
MIN_ACCEPTED = 10
"""Drawn assignments that two constraints must accept to be called the same."""


def check_written(puzzle: Puzzle, written: Format, alphabet: Alphabet | None) -> None:
    """Raise ``FormatError`` if the written text, read again, is another puzzle or no puzzle."""
    text = "".join(written.write([puzzle], alphabet))
    reader = Reader(allow_clashes=True, alphabet=alphabet)
    try:
        entries = list(written.read(open_string(text).lines, reader))
    except NotImplementedError:  # a format of one's own that only writes
        return
    again = entries[0] if len(entries) == 1 else FormatError(f"{len(entries)} puzzles")
    if isinstance(again, FormatError):
        fault = "cannot hold this puzzle: what it writes is read as an error"
        raise FormatError(f"{written.name} {fault} ({again.message}); json holds any")
    if (lost := find_loss(puzzle, again)) is not None:
        raise FormatError(f"{written.name} cannot hold {lost}; json can")


def find_loss(puzzle: Puzzle, again: Puzzle) -> str | None:
    """Return the first part of ``puzzle`` that ``again`` lacks or has otherwise, or ``None``."""
    if _shape(again) != _shape(puzzle):
        return "the grid"
    if may_change(puzzle.unread) & ~may_change(again.unread):
        return "which parts of the puzzle were not read"
    if dict(again.entries) != dict(puzzle.entries):
        return "the entries"
    for what in ("name", "comment"):  # a format without a place for them has none
        texts = getattr(again, what).split(), getattr(puzzle, what).split()
        if all(texts) and texts[0] != texts[1]:
            return f"the {what}"
    if not again.clues.items() >= puzzle.clues.items():  # a candidate grid may have more
        return "clues"
    same_rules = again.rules == puzzle.rules and again.grid == puzzle.grid
    if not same_rules and (lost := _lost_rule(puzzle, again)) is not None:
        return lost
    if same_rules and again.clues == puzzle.clues and again.candidates == puzzle.candidates:
        return None
    return None if _domains(puzzle) == _domains(again) else "candidates or marks of cells"


def _shape(puzzle: Puzzle) -> object:
    """Return the places and values of a grid; its boxes are compared by the rules."""
    blocks = [(b.top, b.left, b.height, b.width) for b in puzzle.grid.blocks]
    return puzzle.grid.values, blocks


def _lost_rule(puzzle: Puzzle, again: Puzzle) -> str | None:
    before, after = puzzle.model(), again.model()
    own = _except(before.constraints, after.constraints)
    other = _except(after.constraints, before.constraints)
    if _accept_the_same(own, other, before.domains):
        return None
    lost = [rule for rule in puzzle.rules if rule not in set(again.rules)]
    if not lost:
        return "a rule that the puzzle does not have"
    first = next((rule for rule in lost if rule not in CLASSIC), lost[0])
    cells = getattr(first, "cells", None)
    return f"rule {first.name}" + (f" ({' '.join(cells[:6])})" if isinstance(cells, tuple) else "")


def _except(constraints: Iterable[Constraint], others: Iterable[Constraint]) -> list[Constraint]:
    """Return the constraints over several cells that ``others`` lacks, whatever their words."""
    meanings = set(map(_meaning, others))
    return [c for c in constraints if len(c.scope) > 1 and _meaning(c) not in meanings]


def _meaning(value: object) -> object:
    if isinstance(value, AllDifferent):
        return frozenset(value.scope)
    if isinstance(value, Constraint):
        names = (field.name for field in fields(value) if field.name != "rule")
        return type(value), *(_meaning(getattr(value, name)) for name in names)
    return tuple(map(_meaning, value)) if isinstance(value, tuple) else value


def _accept_the_same(
    own: Sequence[Constraint], other: Sequence[Constraint], domains: Mapping[str, Domain]
) -> bool:
    groups: dict[frozenset[str], tuple[list[Constraint], list[Constraint]]] = {}
    for side, constraints in enumerate((own, other)):
        for each in constraints:
            groups.setdefault(frozenset(each.scope), ([], []))[side].append(each)
    return all(
        domains.keys() >= scope
        and first
        and second
        and _agree(first, second, {name: domains[name] for name in sorted(scope)})
        for scope, (first, second) in groups.items()
    )


def _agree(
    first: list[Constraint], second: list[Constraint], domains: Mapping[str, Domain]
) -> bool:
    """Whether two lists of constraints over the same variables accept the same.

    Of too many assignments a random sample is tried, of which both lists must accept
    :data:`MIN_ACCEPTED`: two lists that reject everything prove nothing.
    """
    all_of_them = prod(map(len, domains.values())) <= MAX_ASSIGNMENTS
    accepted = 0
    for values in product(*domains.values()) if all_of_them else _drawn_values(domains):
        assignment = dict(zip(domains, values, strict=True))
        holds = all(each.holds(assignment) for each in first)
        if holds != all(each.holds(assignment) for each in second):
            return False
        accepted += holds
    return all_of_them or accepted >= MIN_ACCEPTED


def _drawn_values(domains: Mapping[str, Domain]) -> Iterator[tuple[int, ...]]:
    from random import Random  # millions of plain lines are not read back

    random = Random(len(domains))
    values = [tuple(domain) for domain in domains.values()]
    common = sorted(set(chain(*values)))
    for number in range(MAX_ASSIGNMENTS):
        if number % 2 and len(common) >= len(values):
            yield tuple(random.sample(common, len(values)))
        else:
            yield tuple(map(random.choice, values))


def _domains(puzzle: Puzzle) -> dict[Cell, Domain]:
    """Return the values of each cell, single ones removed from peers; empty if a cell has none left.

    So a candidate grid shows them, and shows an only candidate like a clue.  Whether a cell runs
    empty does not depend on the order of the cells; what the other cells then have does.
    """
    domains = dict(puzzle.model().domains)
    for rule_constraint in puzzle.model().constraints:
        if len(rule_constraint.scope) == 1:
            (cell,) = rule_constraint.scope
            domains[cell] = rule_constraint.restrict(domains[cell])
    waiting = [cell for cell in puzzle.grid.cells if domains[cell].is_single]
    for cell in waiting:
        for peer in puzzle.peers[cell]:
            reduced = domains[peer] - domains[cell]
            if not reduced:
                return {}
            if reduced != domains[peer] and reduced.is_single:
                waiting.append(peer)
            domains[peer] = reduced
    return domains
