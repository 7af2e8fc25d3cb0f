"""Check a proof that a formula cannot be fulfilled: python check.py formula.cnf proof.lrat

The formula is DIMACS: "p cnf VARIABLES CLAUSES", then clauses of literals that end with 0.  A line
of the proof is "NUMBER literals 0 hints 0": the clause of these literals follows, for if the clause
were false, the clauses that the hints number would each leave one literal that must be true, one
after another, until the last has none left.  The last clause is empty: the formula is refuted.

This file uses nothing else: the file can be read in a few minutes, and no other program has to be
trusted of the proof.  The meaning of the formula is another question: see map.txt.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

Line = tuple[int, Sequence[int], Sequence[int]]
"""The number of a clause, the clause, and the numbers of the clauses from which it follows."""


class ProofError(Exception):
    """The proof proves nothing: the message says where and why."""


def integer(word: str) -> int:
    """Return the number that ASCII digits write, perhaps after a minus; raise ProofError if not."""
    if not word.isascii() or not word.removeprefix("-").isdigit():
        raise ProofError(f"{word[:40]!r} is not a number")
    return int(word)


def read_formula(text: str) -> list[tuple[int, ...]]:
    """Return the clauses of a DIMACS text, each a tuple of literals."""
    numbers: list[int] = []
    header: list[str] = []
    for line in text.split("\n"):
        tokens = line.split()
        if tokens[:1] == ["p"]:
            if header or numbers or len(tokens) != 4 or tokens[1] != "cnf":
                raise ProofError(
                    'the formula is not DIMACS: it begins with one "p cnf" and numbers'
                )
            header = tokens
        elif tokens and tokens[0] != "c":
            numbers += map(integer, tokens)
    if not header or numbers[-1:] not in ([], [0]):
        raise ProofError("the formula is not DIMACS, or cut off")
    clauses: list[tuple[int, ...]] = []
    start = 0
    for _ in range(numbers.count(0)):
        end = numbers.index(0, start)
        clauses.append(tuple(numbers[start:end]))
        start = end + 1
    if integer(header[3]) != len(clauses):
        raise ProofError(f"the formula has {len(clauses)} clauses, not {header[3]}")
    if max(map(abs, numbers), default=0) > integer(header[2]):
        raise ProofError(f"the formula has variables beyond its {header[2]}")
    return clauses


def read_proof(text: str) -> Iterator[Line]:
    """Yield the lines of an LRAT text: number, clause, hints; deletions are skipped."""
    for number, line in enumerate(text.split("\n"), 1):
        tokens = line.split()
        if not tokens or tokens[0] == "c" or tokens[1:2] == ["d"]:
            continue
        numbers = list(map(integer, tokens))
        if numbers.count(0) != 2 or numbers[-1] != 0:
            raise ProofError(f"line {number} of the proof is cut off")
        end = numbers.index(0)
        yield numbers[0], numbers[1:end], numbers[end + 1 : -1]


def check(clauses: Sequence[Sequence[int]], proof: Iterable[Line]) -> int:
    """Return the number of lines checked, down to the empty clause; raise ProofError if a line is
    wrong."""
    known = dict(enumerate(clauses, 1))
    for lines, (number, clause, hints) in enumerate(proof, 1):
        false = set(clause)
        for hint in hints:
            if hint not in known:
                raise ProofError(f"clause {number} rests on {hint}, which is not known")
            remaining = [literal for literal in known[hint] if literal not in false]
            if not remaining:
                break
            if len(remaining) > 1:
                raise ProofError(f"clause {number}: its hint {hint} leaves more than one literal")
            false.add(-remaining[0])
        else:
            raise ProofError(f"clause {number} does not follow from its hints")
        if not clause:
            return lines
        if number in known:
            raise ProofError(f"clause {number} is there twice")
        known[number] = tuple(clause)
    raise ProofError("the proof ends before the empty clause")


def main(arguments: list[str]) -> int:
    """Check the files named; 0 if the formula is refuted, else 1."""
    try:
        formula, proof = (Path(name).read_text() for name in arguments)
        lines = check(read_formula(formula), read_proof(proof))
    except (ProofError, OSError, ValueError) as error:
        print(f"refused: {error}")
        return 1
    print(f"checked: {lines} lines, and the last is the empty clause")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
