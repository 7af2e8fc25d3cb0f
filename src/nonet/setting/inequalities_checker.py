"""Check a proof that inequalities cannot all hold: python check.py formula.opb proof.pbp

The formula is OPB: sums of whole numbers times variables of 0 or 1, at least (>=) or exactly (=) a
number; an "=" is two inequalities, first the inequality with >=.  The proof starts with "f NUMBER",
how many there are.  A line "pol ..." makes a new inequality of earlier inequalities, in reverse
Polish notation: a number is the inequality of that number, x1 or ~x1 says that this literal is at
least 0, "+" adds two, "NUMBER *" multiplies, "NUMBER d" divides and rounds up (all is positive, as
~x1 stands for 1 - x1), "s" lowers coefficients to the right-hand side, "x1 w" leaves x1 out.  "c
NUMBER" ends the proof: that inequality asks for more than all its coefficients together.  VeriPB
reads the same format.

This file uses nothing else: the file can be read in a few minutes, and no other program has to be
trusted of the proof.  The meaning of the formula is another question: see its comments.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

Row = tuple[dict[int, int], int]
"""Positive coefficients by literal (-3 is ~x3), and the least sum."""


class ProofError(Exception):
    """The proof proves nothing: the message says where and why."""


def is_digits(word: str) -> bool:
    """Whether a word is ASCII digits and nothing else."""
    return word.isascii() and word.isdigit()


def integer(word: str) -> int:
    """Return the number that digits write, perhaps after a sign; raise ProofError if not."""
    if not is_digits(word[1:] if word[:1] in ("+", "-") else word):
        raise ProofError(f"{word[:40]!r} is no number")
    return int(word)


def parse_literal(token: str) -> int:
    """Return the number of x1, or minus the number of ~x1."""
    sign, name = (-1, token[1:]) if token.startswith("~") else (1, token)
    if name[:1] != "x" or not is_digits(name[1:]) or not int(name[1:]):
        raise ProofError(f"{token} is no variable")
    return sign * int(name[1:])


def normalized_row(terms: Iterable[tuple[int, int]], bound: int) -> Row:
    """Pairs of coefficient and literal as a row: x and ~x together are 1."""
    sums: dict[int, int] = {}
    for coefficient, each in terms:
        if each < 0:  # c ~x is c - c x
            coefficient, bound = -coefficient, bound - coefficient
        sums[abs(each)] = sums.get(abs(each), 0) + coefficient
    bound += sum(-c for c in sums.values() if c < 0)
    return {(x if c > 0 else -x): abs(c) for x, c in sums.items() if c}, bound


def read_formula(text: str) -> list[Row]:
    """The inequalities of an OPB text."""
    rows: list[Row] = []
    for line in text.split("\n"):
        tokens = line.split()
        if not tokens or tokens[0].startswith("*"):
            continue
        if tokens[-1] != ";" or len(tokens) % 2 == 0 or tokens[-3] not in (">=", "="):
            raise ProofError(f"the formula is not OPB, or cut off: {line}")
        pairs = zip(tokens[:-3:2], tokens[1:-3:2], strict=True)
        terms, least = [(integer(c), parse_literal(x)) for c, x in pairs], integer(tokens[-2])
        rows.append(normalized_row(terms, least))
        if tokens[-3] == "=":
            rows.append(normalized_row([(-c, x) for c, x in terms], -least))
    return rows


def derived_row(tokens: Iterable[str], known: Mapping[int, Row]) -> Row:
    """Return the row that a "pol" derives from the known rows."""
    # Reverse Polish notation: numbers stay on the stack until an operator says whether they name a
    # row or are a factor.
    stack: list[Row | int] = []

    def row() -> Row:
        popped = stack.pop() if stack else 0
        if isinstance(popped, int):
            if popped not in known:
                raise ProofError("it rests on what is not known")
            return known[popped]
        return popped

    def number() -> int:
        popped = stack.pop() if stack else 0
        if not isinstance(popped, int) or popped < 1:
            raise ProofError("a number is missing")
        return popped

    for word in tokens:
        if is_digits(word):
            stack.append(int(word))
        elif word == "+":
            (first, first_degree), (second, second_degree) = row(), row()
            terms = [(c, x) for each in (first, second) for x, c in each.items()]
            stack.append(normalized_row(terms, first_degree + second_degree))
        elif word == "*":
            by, (terms_of, least) = number(), row()
            stack.append(({x: c * by for x, c in terms_of.items()}, least * by))
        # Division and saturation are sound for terms with positive coefficients only, as
        # ``normalized_row`` writes them; both round up.
        elif word == "d":
            by, (terms_of, least) = number(), row()
            stack.append(({x: -(-c // by) for x, c in terms_of.items()}, -(-least // by)))
        elif word == "s":
            terms_of, least = row()
            stack.append(({x: min(c, least) for x, c in terms_of.items() if least > 0}, least))
        elif word == "w":
            # weakening: a term that is dropped may have been 1, so the bound loses its coefficient
            (out, _), (terms_of, least) = row(), row()
            cancelled = {x: c for x, c in terms_of.items() if x in out or -x in out}
            remaining = {x: c for x, c in terms_of.items() if x not in cancelled}
            stack.append((remaining, least - sum(cancelled.values())))
        else:
            stack.append(({parse_literal(word): 1}, 0))
    premise = row()
    if stack:
        raise ProofError("more is left than one inequality")
    return premise


def check(rows: Iterable[Row], proof: str, before_line: Callable[[], object] = lambda: None) -> int:
    """Return the number of lines checked, down to a contradiction; raise ProofError if a line is
    wrong."""
    known = dict(enumerate(rows, 1))
    lines = [line for line in proof.split("\n") if line.strip() and not line.startswith("*")]
    if lines[:2] != ["pseudo-Boolean proof version 1.1", f"f {len(known)}"]:
        raise ProofError(f"the proof does not start as one of {len(known)} inequalities does")
    for number, line in enumerate(lines[2:], 1):
        rule, *arguments = line.split()
        before_line()
        try:
            if rule == "pol":
                known[len(known) + 1] = derived_row(arguments, known)
                continue
            if rule != "c" or len(arguments) != 1 or not is_digits(arguments[0]):
                raise ProofError("it is neither pol nor c, or cut off")
            row, least = known.get(int(arguments[0]), ({}, 0))
            if sum(row.values()) >= least:
                raise ProofError("what it ends with can hold")
        except ProofError as error:
            raise ProofError(f"step {number} of the proof: {error}") from None
        return number
    raise ProofError("the proof ends before a contradiction")


def main(arguments: list[str]) -> int:
    """Check the files named; 0 if the inequalities are refuted, else 1."""
    try:
        formula, proof = (Path(name).read_text() for name in arguments)
        lines = check(read_formula(formula), proof)
    except (ProofError, OSError, ValueError) as error:
        print(f"refused: {error}")
        return 1
    print(f"checked: {lines} steps, and the last is a contradiction")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
